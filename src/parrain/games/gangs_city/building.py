"""Section 3 and 7.1: setting up the first city, and building places onto it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.games.gangs_city.city import may_build_at_setup
from parrain.games.gangs_city.components import SIDES
from parrain.games.gangs_city.marks import OPENING, SETUP
from parrain.games.gangs_city.words import naming

if TYPE_CHECKING:
    from parrain.games.gangs_city.rules import State


def set_up(state: State) -> None:
    """Gangs, supply and piles, the first place, and a place drawn by everybody (GC 3.1 to GC 3.5)."""
    state.blank_table()
    box = state.table
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


def draw_place(state: State, pile: int) -> int:
    """The top place of a pile."""
    state.left[pile] -= 1
    return state.deck[pile][state.left[pile]]


def builds(state: State) -> tuple[Action, ...]:
    """Every cell a place can be built on; in set-up nothing may get surrounded (GC 3.7, GC 7.1)."""
    city = state.city
    if state.phase == OPENING:
        return tuple(city.builds)
    found = []
    for i in range(len(city.builds)):
        if may_build_at_setup(state.table, city, city.build_cells[i], state.cell, state.left):
            found.append(city.builds[i])
    return tuple(found)


def build(state: State, player: int, action: Action) -> None:
    """A place goes to the side of another or of a pile (GC 3.6, GC 3.7, GC 7.1)."""
    box = state.table
    there = building_cell(state, action)
    place = state.drawn[player] if state.phase == SETUP else state.won_place[state.queue[state.step]]
    if state.phase == SETUP and not may_build_at_setup(box, state.city, there, state.cell, state.left):
        raise IllegalAction("GC 3.7", "That would surround something on all six sides, which set-up forbids.")
    state.cell[place] = there
    state.survey()
    if state.log is not None:
        state.log.append(Event("build", {"seat": player, "place": box.place_names[place], "at": action.text[6:]}))
    if state.phase == OPENING:
        opened(state, player, place)
        return
    state.drawn[player] = -1
    state.mover = (state.mover + 1) % state.players
    state.owing = state.seats[state.mover]
    if state.mover == state.first:
        populate(state)


def building_cell(state: State, action: Action) -> int:
    """The cell a building choice means; each cell goes by one name, that of the first pile or place it touches."""
    box = state.table
    city = state.city
    for i in range(len(city.builds)):
        if city.builds[i] is action:
            return city.build_cells[i]
    rule = "GC 3.7" if state.phase == SETUP else "GC 7.1"
    site = action.a
    here = (
        state.cell[site]
        if site < box.places
        else box.pile_cells[site - box.places]
        if state.left[site - box.places] > 0
        else -1
    )
    if here < 0:
        raise IllegalAction(
            rule, "Not in the city, so nothing can be built beside it: {site}.", site=naming.site(box.site_names[site])
        )
    there = here + box.steps[action.b]
    if there in city.build_cells:
        name = city.builds[city.build_cells.index(there)].text[6:]
        raise IllegalAction(rule, "That hex goes by another name, “build {name}”: choose that.", name=name)
    raise IllegalAction(rule, "Something already lies on that side of {site}.", site=naming.site(box.site_names[site]))


def populate(state: State) -> None:
    """The first city is ready: characters are put on it, and the first turn begins (GC 3.8)."""
    for place in range(state.table.places):
        if state.cell[place] >= 0:
            open_place(state, place)
    state.reveals += 1
    state.start_turn()


def open_place(state: State, place: int) -> None:
    """Put the characters of a place on it, a mercenary at random, as far as there are any (GC 2.8)."""
    box = state.table
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


def lose_surrounded(state: State, place: int) -> None:
    """Characters waiting on a surrounded place leave the game (GC 7.3)."""
    if not state.recruits[place] or not state.city.surrounded(place):
        return
    if state.log is not None:
        names = [state.table.names[who] for who in state.recruits[place]]
        state.log.append(Event("surrounded", {"place": state.table.place_names[place], "who": names}))
    for who in state.recruits[place]:
        state.out[who] += 1
    state.recruits[place] = ()


def opened(state: State, player: int, place: int) -> None:
    """The new place is its winner's, its characters arrive, and whoever waits on a surrounded place is lost (GC 7.1, GC 7.3)."""
    pile = state.queue[state.step]
    state.won_place[pile] = state.won_seat[pile] = -1
    state.owner[place] = player
    open_place(state, place)
    state.reveals += 1
    lose_surrounded(state, place)
    for d in range(6):
        other = state.city.near[place * 6 + d]
        if 0 <= other < state.table.places:
            lose_surrounded(state, other)
    state.next_opening()
