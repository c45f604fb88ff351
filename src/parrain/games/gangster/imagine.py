"""The tables that a View of Gangster could have come from: the decks hold what they must, in any order (GA 16.1)."""

from __future__ import annotations

from parrain.core.stream import BLANK, Stream
from parrain.core.worlds import Worlds as CoreWorlds
from parrain.games.gangster.components import EMPTY, EQUIPMENT, KINDS, POLICE, Box
from parrain.games.gangster.rules import State
from parrain.games.gangster.state import PHASE_NAMES, SQUARE
from parrain.games.gangster.view import View


class Worlds(CoreWorlds[State]):
    """What the View shows, laid out once; each world has its own order of the three decks.

    It is laid out by hand: reading the declared fields takes four times as long, and adapters imagine one world a View.
    """

    def __init__(self, view: View, box: Box) -> None:
        state = State(box, view.players, BLANK, view.options)
        state.blank()
        lay_city(state, view)
        lay_clans(state, view)
        lay_turn(state, view)
        self.open = state
        self.deck = [place for place in box.districts[view.players] if not state.doubles >> place & 1]
        self.deck += [POLICE] * view.police
        self.stock = [kind for kind in range(KINDS) for _ in range(view.stock[kind])]
        self.casino_drawn = list(view.casino)
        self.casino_left = box.casino[:]
        for value in view.casino:
            self.casino_left.remove(value)

    def deal(self, state: State, rng: Stream) -> None:
        """Shuffle the decks."""
        state.deck = self.deck[:]
        rng.shuffle(state.deck)
        state.stock = self.stock[:]
        rng.shuffle(state.stock)
        casino = self.casino_left[:]
        rng.shuffle(casino)
        state.casino = self.casino_drawn + casino


def lay_city(state: State, view: View) -> None:
    """Tiles, gangsters, Doubles, the port."""
    box = state.box
    tiles = [EMPTY] * box.port
    for at, place in enumerate(box.districts[view.players]):
        tiles[place] = view.tiles[at] - 1
        for square, colour in enumerate(view.squares[at]):
            if colour:
                state.where[place * box.clans + box.clan_of[colour]] |= 1 << square
    state.lay_tiles(tiles)
    for name in view.doubles:
        state.doubles |= 1 << box.number_of[name]
    state.port = [EQUIPMENT.index(kind) if kind else EMPTY for kind in view.port]


def lay_clans(state: State, view: View) -> None:
    """Cars, cards, passengers, equipment, the sunk."""
    box = state.box
    for at, clan in enumerate(state.order):
        state.car[clan] = box.number_of[view.cars[at]]
        state.inside[clan] = view.inside[at]
        state.sunk[clan] = view.sunk[at]
        state.cards[clan] = sum([1 << box.cards.index(value) for value in view.cards[at]])
        for slot, colour in enumerate(view.trunks[at]):
            state.trunk[2 * clan + slot] = box.clan_of[colour]
        for slot, kind in enumerate(view.gear[at]):
            state.gear[2 * clan + slot] = EQUIPMENT.index(kind)


def lay_turn(state: State, view: View) -> None:
    """How far the game and the turn have come."""
    state.influence = list(view.scores)
    state.round = view.round
    state.turns = view.turns
    state.starter = view.starter
    state.drawn = len(view.casino)
    state.reveals = view.reveals
    state.ending = view.ending
    state.is_over = view.ending != ""
    if state.is_over:
        return
    state.turn = view.to_move[0]
    state.phase = PHASE_NAMES.index(view.phase)
    state.clan = state.box.clan_of[view.colour] if view.colour else -1
    state.target = state.box.number_of[view.target] if view.target else -1
    state.back = view.back if view.seat == state.turn and state.phase <= SQUARE else True
