"""Section 3: set-up, and places that are built onto the city and opened."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.gangs_city.actions import SIDES
from parrain.games.gangs_city.state import NEW_TURN, StateData
from parrain.games.gangs_city.state.city import may_build_at_setup


def set_up(state: StateData) -> None:
    """Gangs, supply and piles, the first place, and a place drawn by everybody (GC 3.1 to GC 3.5)."""
    box = state.box
    n = state.players
    for seat in range(n):
        for who in box.start:
            state.supply[who] -= 1
            state.enter_hand(seat, who)
            state.gang[seat] += 1
    state.mercs = box.mercenaries.copy()
    state.shuffle(state.mercs)
    state.merc_left = len(state.mercs)
    order = list(range(box.places))
    state.shuffle(order)
    two = box.pile_counts[n] == 2
    half = (box.places + 1) // 2 if two else box.places
    state.deck = [order[:half], order[half:]]
    state.left = [half, box.places - half]
    first = draw_place(state, 0)
    side = 1 + state.below(5) if two else state.below(6)  # the second pile lies to the east of the first
    state.cell[first] = box.origin + box.steps[side]
    if state.log is not None:
        state.log.append(Event("first-place", {"place": box.place_names[first], "at": f"pile/{SIDES[side]}"}))
    for seat in range(n):
        state.drawn[seat] = draw_place(state, (seat + 1) % 2 if two else 0)
        if state.log is not None:
            state.log.append(Event("draw", {"seat": seat, "place": box.place_names[state.drawn[seat]]}))
    initiatives = [box.initiative[place] for place in state.drawn]
    state.first = initiatives.index(min(initiatives))
    state.mover = state.first
    state.owing = state.seats[state.mover]
    state.survey()


def draw_place(state: StateData, pile: int) -> int:
    """The top place of a pile."""
    state.left[pile] -= 1
    return state.deck[pile][state.left[pile]]


def setup_builds(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every cell a place can be built on without surrounding anything (GC 3.7)."""
    city = state.city
    found = []
    for i in range(len(city.builds)):
        if may_build_at_setup(state.box, city, city.build_cells[i], state.cell, state.left):
            found.append(city.builds[i])
    return tuple(found)


def cell_beside(state: StateData, action: Action) -> int:
    """The cell on the side of a place or pile that a building choice names, -1 if that is not in the city."""
    box = state.box
    here = -1
    if action.a < box.places:
        here = state.cell[action.a]
    elif state.left[action.a - box.places] > 0:
        here = box.pile_cells[action.a - box.places]
    return here + box.steps[action.b] if here >= 0 else -1


def building_cell(state: StateData, action: Action) -> int:
    """The cell of a building choice, -1 if none; a cell goes by one name, that of the first site it touches."""
    city = state.city
    for i in range(len(city.builds)):
        if city.builds[i] is action:
            return city.build_cells[i]
    return -1


def build_drawn(state: StateData, seat: int, action: Action) -> None:
    """Build the place that was drawn; after the last one characters are put on the city (GC 3.6 to GC 3.8)."""
    cell = building_cell(state, action)
    if cell == -1 or not may_build_at_setup(state.box, state.city, cell, state.cell, state.left):
        raise state.refusal(seat, action)
    build(state, seat, state.drawn[seat], cell, action)
    state.drawn[seat] = -1
    state.mover = (state.mover + 1) % state.players
    state.owing = state.seats[state.mover]
    if state.mover == state.first:
        for place in range(state.box.places):
            if state.cell[place] >= 0:
                open_place(state, place)
        state.reveals += 1
        state.phase = NEW_TURN


def build(state: StateData, seat: int, place: int, cell: int, action: Action) -> None:
    """Lay a place on a cell (GC 3.6, GC 7.1)."""
    state.cell[place] = cell
    state.survey()
    if state.log is not None:
        name = state.box.place_names[place]
        state.log.append(Event("build", {"seat": seat, "place": name, "at": action.text[6:]}))


def open_place(state: StateData, place: int) -> None:
    """Put the characters of a place on it, a mercenary at random, as far as there are any (GC 2.8)."""
    box = state.box
    waiting: list[int] = []
    for who in box.waiting[place]:
        if who == box.showdown:
            if state.merc_left > 0:
                state.merc_left -= 1
                waiting.append(state.mercs[state.merc_left])
        elif state.supply[who] > 0:
            state.supply[who] -= 1
            waiting.append(who)
    waiting.sort()
    state.recruits[place] = tuple(waiting)
    if state.log is not None:
        state.log.append(Event("open", {"place": box.place_names[place], "who": [box.names[who] for who in waiting]}))


def lose_surrounded(state: StateData, place: int) -> None:
    """Characters waiting on a surrounded place leave the game (GC 7.3)."""
    if not state.recruits[place] or not state.city.surrounded(place):
        return
    if state.log is not None:
        names = [state.box.names[who] for who in state.recruits[place]]
        state.log.append(Event("surrounded", {"place": state.box.place_names[place], "who": names}))
    for who in state.recruits[place]:
        state.out[who] += 1
    state.recruits[place] = ()
