"""The tables that a View of Gangster could have come from: the decks hold what they must, in any order (GA 16.1)."""

from __future__ import annotations

from parrain.core.fields import read_view
from parrain.core.stream import BLANK, Stream
from parrain.core.worlds import Worlds as CoreWorlds
from parrain.games.gangster.components import KINDS, POLICE, Box
from parrain.games.gangster.rules import State
from parrain.games.gangster.state import FIELDS, SQUARE
from parrain.games.gangster.view import View


class Worlds(CoreWorlds):
    """What the View shows, laid out once; each world has its own order of the three decks."""

    def __init__(self, view: View, box: Box) -> None:
        state = State(box, view.players, BLANK, view.options)
        state.blank()
        read_view(state, FIELDS, view)
        state.lay_tiles(state.tiles)
        state.influence = list(view.scores)
        state.ending = view.ending
        state.is_over = view.ending != ""
        state.reveals = view.reveals
        state.drawn = len(view.casino)
        if state.is_over:
            state.begin_turn(0)
        else:
            state.turn = view.to_move[0]
            if view.seat != state.turn or state.phase > SQUARE:
                state.back = True
        self.state = state
        self.deck = [place for place in box.districts[view.players] if not state.doubles >> place & 1]
        self.deck += [POLICE] * view.police
        self.stock = [kind for kind in range(KINDS) for _ in range(view.stock[kind])]
        self.casino_drawn = list(view.casino)
        self.casino_left = box.casino[:]
        for value in view.casino:
            self.casino_left.remove(value)

    def draw(self, rng: Stream) -> State:
        state = self.state.clone()
        state.reseed(rng.seed())
        state.deck = self.deck[:]
        rng.shuffle(state.deck)
        state.stock = self.stock[:]
        rng.shuffle(state.stock)
        casino = self.casino_left[:]
        rng.shuffle(casino)
        state.casino = self.casino_drawn + casino
        return state
