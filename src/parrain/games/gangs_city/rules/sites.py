"""Section 6: in which order the sites are resolved."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.gangs_city.actions import RECRUIT, RESOLVE
from parrain.games.gangs_city.rules import gunfight
from parrain.games.gangs_city.state import END_OF_TURN, FORGER, HOME, ORDERING, StateData


def begin_actions(state: StateData) -> None:
    """Every place and pile with tiles on its sides or on it waits to be resolved (GC 6.1)."""
    state.todo = 0
    for i in range(len(state.laid_spot)):
        if not state.laid_mark[i] & HOME:
            state.todo |= 1 << state.box.site_of[state.laid_spot[i]]
    next_site(state)


def next_site(state: StateData) -> None:
    """The first player names the next site; nobody is asked where the order cannot matter (GC 6.1)."""
    if state.todo == 0:
        state.phase = END_OF_TURN
        return
    if state.todo & (state.todo - 1) and order_matters(state):
        state.phase = ORDERING
        state.owing = state.seats[state.first]
        return
    site = 0
    while not state.todo >> site & 1:
        site += 1
    gunfight.resolve(state, site)


def order_matters(state: StateData) -> bool:
    """Whether somebody still recruits where somebody waits, or a Forger is about (GC 6.1)."""
    for i in range(len(state.laid_spot)):
        if state.laid_mark[i] & HOME:
            continue
        if state.laid_what[i] == state.has[FORGER]:
            return True
        if state.laid_do[i] == RECRUIT and state.recruits[state.box.site_of[state.laid_spot[i]]]:
            return True
    return False


def sites(state: StateData, seat: int) -> tuple[Action, ...]:
    """The sites that are left to resolve (GC 6.1)."""
    box = state.box
    return tuple([box.resolve_actions[site] for site in range(box.places + 2) if state.todo >> site & 1])


def name_site(state: StateData, seat: int, action: Action) -> None:
    """The site that is resolved now (GC 6.1)."""
    if action.kind != RESOLVE or not state.todo >> action.a & 1:
        raise state.refusal(seat, action)
    gunfight.resolve(state, action.a)


def finish_site(state: StateData) -> None:
    """All tiles of the site go home (GC 6.15)."""
    for i in state.here:
        state.go_home(i)
    state.here = []
    next_site(state)
