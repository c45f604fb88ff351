"""What one seat may know, written by hand: it is the rule of secrecy."""

from dataclasses import dataclass

from parrain.core import View as CoreView

from .state import StateData


@dataclass
class View(CoreView):
    """`shown` is each seat's card, 0 while it is hidden."""

    turn: int
    shown: tuple[int, ...]
    thrown: tuple[int, ...]


def view_of(state: StateData, player: int | None) -> View:
    """The View of that seat, or of a spectator: a card is seen by its owner, and by all at the end (HC 1.3)."""
    edition, n, over = state.box.edition, state.players, state.is_over
    head = (edition.game, edition.key, dict(state.options), n, player, state.current_players(), state.ending)
    shown = tuple(card if over or seat == player else 0 for seat, card in enumerate(state.hand))
    return View(*head, state.ranking() if over else (), state.scores(), state.turn, shown, tuple(state.thrown))
