"""The tables that a View could have come from: `draw(rng).view(view.seat) == view`, always."""

from parrain.core import BLANK, Stream
from parrain.core import Worlds as CoreWorlds
from parrain.core.fields import read_view

from .components import Box
from .rules import State
from .state import FIELDS
from .view import View


class Worlds(CoreWorlds[State]):
    """What is open is laid out once; every draw deals the unseen cards anew."""

    def __init__(self, view: View, box: Box) -> None:
        self.open = State(box, view.players, BLANK, view.options)
        self.open.blank()
        read_view(self.open, FIELDS, view)
        self.open.ending, self.open.is_over, self.open.hand = view.ending, view.ending != "", list(view.shown)
        self.open.deck = [card for card in self.open.deck if card not in (*view.shown, *view.thrown)]

    def deal(self, state: State, rng: Stream) -> None:
        rng.shuffle(state.deck)
        state.hand = [card or state.deck.pop() for card in state.hand]
