"""The tables that a View of District Noir could have come from: unseen cards go to the other hand and the deck."""

from __future__ import annotations

from parrain.core.fields import read_view
from parrain.core.stream import BLANK, Stream
from parrain.core.worlds import Worlds as CoreWorlds
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.rules import State
from parrain.games.district_noir.state import FIELDS
from parrain.games.district_noir.view import View


class Worlds(CoreWorlds[State]):
    """The open table, the cards nobody in this seat has seen, and how many of them each hidden hand holds (DN 9.1)."""

    def __init__(self, view: View, box: Box) -> None:
        state = State(box, 2, BLANK, view.options)
        state.blank()
        read_view(state, FIELDS, view)
        state.turn = view.to_move[0] if view.to_move else 0
        state.away = state.drawn = view.away
        sizes, may_take = view.hand_sizes, view.may_take
        state.made = 2 * (box.hand + 1) - sizes[0] - sizes[1] - may_take[0] - may_take[1]
        state.ending = view.ending
        state.is_over = view.ending != ""
        state.reveals = view.reveals
        taken, types = state.taken, box.types
        pool = box.counts[:]
        for card in state.line:
            pool[card] -= 1
        state.mask = [box.take_bit if may_take[0] else 0, box.take_bit if may_take[1] else 0]
        mine = 0 if view.seat is None else view.seat
        mask = state.mask[mine]
        for name in view.hand:
            card = box.number_of[name]
            state.hand[mine * types + card] += 1
            mask |= 1 << card
            pool[card] -= 1
        state.mask[mine] = mask
        self.open = state
        self.unseen = [card for card in range(types) for _ in range(pool[card] - taken[card] - taken[types + card])]
        self.hidden = [0, 1] if view.seat is None else [1 - mine]
        self.hand_sizes = sizes

    def deal(self, state: State, rng: Stream) -> None:
        """Deal the unseen cards."""
        hand, types = state.hand, state.box.types
        unseen = self.unseen[:]
        rng.shuffle(unseen)
        for seat in self.hidden:
            mask = state.mask[seat]
            for _ in range(self.hand_sizes[seat]):
                card = unseen.pop()
                hand[seat * types + card] += 1
                mask |= 1 << card
            state.mask[seat] = mask
        state.stock = unseen
