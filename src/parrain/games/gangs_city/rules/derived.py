"""What follows from hands, tiles and phase (masks, gangs, stacks, who owes a decision), for positions and worlds."""

from __future__ import annotations

from parrain.games.gangs_city import state as table
from parrain.games.gangs_city.actions import RECRUIT
from parrain.games.gangs_city.state import StateData


def derive(state: StateData) -> None:
    """Work out everything that follows; the map must have been surveyed."""
    n = state.players
    state.mask, state.inhand, state.gang = [0] * n, [0] * n, [0] * n
    state.showdown, state.chief, state.placed = [1] * n, [0] * n, [0] * n
    state.alone, state.crowd = [-1] * n, [0] * (2 * n)
    state.stack = [-1] * len(state.city.hexes) if state.phase == table.PLACING else []
    for seat in range(n):
        derive_hand(state, seat)
        state.gang[seat] = state.inhand[seat]
    for i in range(len(state.laid_seat)):
        seat = state.laid_seat[i]
        state.placed[seat] += 1
        if state.laid_mark[i] & table.CHIEF:
            state.chief[seat] = 1
        if state.in_gang(i):
            state.gang[seat] += 1
        derive_tile(state, i)
    state.here = [] if state.site < 0 else state.tiles_at(state.site)
    state.owing = owing_of(state)


def derive_hand(state: StateData, seat: int) -> None:
    """The mask and the size of a hand."""
    start = seat * state.box.types
    mask = count = 0
    for who in range(state.box.types):
        held = state.hand[start + who]
        if held:
            count += held
            mask |= 1 << who
    state.mask[seat] = mask
    state.inhand[seat] = count


def derive_tile(state: StateData, i: int) -> None:
    """Stacks, crowds and lone showdown tiles, as far as one tile on the city decides them."""
    box = state.box
    seat, what, spot = state.laid_seat[i], state.laid_what[i], state.laid_spot[i]
    if what == box.showdown and not state.laid_mark[i] & table.HOME:
        state.showdown[seat] = 0
    if state.phase != table.PLACING:
        return
    if spot < box.on_place and state.city.hex_of[spot] >= 0:
        state.stack[state.city.hex_of[spot]] = spot << 4 | (8 if state.laid_do[i] == RECRUIT else 0) | seat
    elif spot >= box.on_pile and what != box.showdown:
        state.crowd[seat * 2 + spot - box.on_pile] += 1
    if what == box.showdown:
        for j in range(len(state.laid_seat)):
            if j != i and state.laid_seat[j] == seat and state.laid_spot[j] == spot:
                return
        state.alone[seat] = spot


def owing_of(state: StateData) -> tuple[int, ...]:
    """Who owes a decision, by the phase and the order in which seats are asked."""
    phase = state.phase
    seats = state.seats
    if phase in (table.SETUP, table.PLACING):
        return seats[state.mover]
    if phase == table.LEADING:
        return seats[state.lowest_owner()]
    if phase == table.BIDDING:
        return tuple([seat for seat in range(state.players) if state.bid_at[seat] < state.box.kinds])
    if phase == table.ORDERING:
        return seats[state.first]
    if phase in (table.SHOOTING, table.RECRUITING, table.RELEASING):
        return seats[state.queue[state.step]]
    if phase == table.OPENING:
        return seats[state.won_seat[state.queue[state.step]]]
    if phase == table.RETURNING:
        return seats[state.ret_seat[0]]
    if phase in (table.TURNING, table.PINNING, table.FORGING):
        ability = (
            table.MOLE if phase == table.TURNING else table.SHARPSHOOTER if phase == table.PINNING else table.FORGER
        )
        return seats[state.laid_seat[state.laid_what.index(state.has[ability])]]
    return table.NO_SEATS
