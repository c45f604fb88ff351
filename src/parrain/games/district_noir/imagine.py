"""The tables that a View of District Noir could have come from: unseen cards go to the other hand and the deck."""

from __future__ import annotations

from parrain.core.fields import read_view
from parrain.core.stream import BLANK, Stream
from parrain.core.worlds import Worlds as CoreWorlds
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.rules import State
from parrain.games.district_noir.state import FIELDS
from parrain.games.district_noir.view import View


class Worlds(CoreWorlds):
    """The open table, the cards nobody in this seat has seen, and how many of them each hidden hand holds (DN 9.1)."""

    def __init__(self, view: View, box: Box) -> None:
        state = State(box, 2, BLANK, view.options)
        state.blank()
        read_view(state, FIELDS, view)
        state.turn = view.to_move[0] if view.to_move else 0
        state.away = state.drawn = view.away
        state.made = 2 * (box.hand + 1) - sum(view.hand_sizes) - sum(view.may_take)
        state.ending = view.ending
        state.is_over = view.ending != ""
        state.reveals = view.reveals
        types = box.types
        pool = box.counts[:]
        for card in state.line:
            pool[card] -= 1
        for place in range(2 * types):
            pool[place % types] -= state.taken[place]
        for name in view.hand:
            card = box.number_of[name]
            state.hand[(view.seat or 0) * types + card] += 1
            pool[card] -= 1
        for seat in (0, 1):
            state.hold(seat, view.may_take[seat])
        self.open = state
        self.unseen = [card for card in range(types) for _ in range(pool[card])]
        self.hidden = [seat for seat in (0, 1) if seat != view.seat]
        self.hand_sizes = [view.hand_sizes[0], view.hand_sizes[1]]

    def draw(self, rng: Stream) -> State:
        """Deal the unseen cards."""
        state = self.open.clone()
        state.reseed(rng.seed())
        types = state.box.types
        unseen = self.unseen[:]
        rng.shuffle(unseen)
        for seat in self.hidden:
            for _ in range(self.hand_sizes[seat]):
                card = unseen.pop()
                state.hand[seat * types + card] += 1
                state.mask[seat] |= 1 << card
        state.stock = unseen
        return state
