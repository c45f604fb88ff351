"""What of a position the fields do not say."""

from collections.abc import Mapping

from .rules import State

KEYS = ()  # keys beside those of the fields


def finish_position(state: State, data: Mapping[str, object]) -> None:
    """A position without a deck has it from the cards that lie nowhere else, shuffled."""
    if "deck" not in data:
        state.deck = [card for card in state.deck if card not in (*state.hand, *state.thrown)]
        state.shuffle(state.deck)
