"""What a sensible player looks at."""

from collections.abc import Sequence

from parrain.core import Action, Say, say

from .actions import SWAP
from .components import Box
from .rules import State
from .view import View


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Swap a card below the middle."""
    gain = (state.box.cards + 1) / 2 - state.hand[seat]
    return [gain if action.kind == SWAP else 0.0 for action in actions]


def evaluate(state: State) -> list[float]:
    """The value of the position for each seat, from -1 to 1, adding up to nothing."""
    mean = sum(state.hand) / state.players
    return list(state.returns()) if state.is_over else [(card - mean) / state.box.cards for card in state.hand]


def turn_number(state: State) -> int:
    """A number that rises from turn to turn."""
    return state.turn


def reason(view: View, box: Box, action: Action) -> Say:
    """Why to choose this."""
    return say("Most cards are higher.") if action.kind == SWAP else say("Most cards are lower.")
