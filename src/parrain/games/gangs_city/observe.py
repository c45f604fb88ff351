"""The observation of Gangs City, written from the State: the parts of FIELDS in their order."""

from __future__ import annotations

from parrain.core.compiling import Words, i64
from parrain.core.writing import (
    ONE,
    add_one,
    bits,
    turned,
    write_head,
    write_numbers,
    write_rows,
    write_seats,
    write_set,
)
from parrain.games.gangs_city.actions import ORDERS
from parrain.games.gangs_city.state import BIDDING, CHIEF, DEAD, HOME, PHASE_NAMES, RELEASING, StateData
from parrain.games.gangs_city.view import knows, open_phase, turned_up


def observe(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Write what `Game.encode` makes of the View of that seat."""
    players: i64 = state.players
    at = write_head(state, seat, out, at)
    out[at] = bits(state.turn)
    at += 1
    out[at + open_phase(state, seat in state.owing)] = ONE
    at += len(PHASE_NAMES)
    out[at + turned(state.first, seat, players)] = ONE
    at = write_city(state, seat, out, at + players)
    at = write_gangs(state, seat, out, at)
    at = write_traffics(state, seat, out, at)
    at = write_tiles(state, seat, out, at)
    write_decision(state, seat, out, at)


def write_city(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The places with their owners, neighbours and recruits; the piles and what was won or drawn."""
    box, owner = state.box, state.owner
    players: i64 = state.players
    piles = box.pile_counts[state.players]
    places: i64 = box.places
    width: i64 = 19 + players + box.types
    start: i64 = at
    for place, cell in enumerate(state.cell):
        if cell >= 0:
            mine = owner[place]
            out[start] = ONE
            if mine >= 0:
                out[start + 1 + turned(mine, seat, players)] = ONE
            for who in state.recruits[place]:
                add_one(out, start + 19 + players + who)
        start += width
    for number in state.city.borders:  # see city.border
        border: i64 = number
        one: i64 = border >> 20
        other: i64 = border & 0xFFFF
        side: i64 = at + one * width + 1 + players + 3 * (border >> 16 & 7)
        if other < places:
            mine = owner[one]
            out[side] = ONE
            if mine >= 0 and owner[other] == mine:
                out[side + 1] = ONE
        elif other < places + piles:
            out[side + 2] = ONE
    at = start
    for pile in range(piles):
        out[at + pile] = bits(state.left[pile])
    at += 2
    for pile in range(piles):
        winner = state.won_seat[pile]
        start = at + pile * (players + places)
        if winner >= 0:
            out[start + turned(winner, seat, players)] = ONE
        won = turned_up(state, pile)
        if won >= 0:
            out[start + players + won] = ONE
    at += 2 * (players + places)
    for other_seat, drawn in enumerate(state.drawn):
        if drawn >= 0:
            out[at + turned(other_seat, seat, players) * places + drawn] = ONE
    return at + players * places


def write_gangs(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """Whom each gang has, one's own hand and the sizes of all hands."""
    players: i64 = state.players
    types: i64 = state.box.types
    start: i64 = at
    at = write_rows(state.hand, players, seat, out, at)
    for tile, owner in enumerate(state.laid_seat):
        if state.in_gang(tile):
            add_one(out, start + turned(owner, seat, players) * types + state.laid_what[tile])
    first: i64 = seat * types
    for who in range(state.box.types):
        count = state.hand[first + who]
        if count:
            out[at + who] = bits(count)
    at += types
    for other in range(state.players):
        out[at + turned(other, seat, players)] = bits(state.inhand[other] + state.showdown[other])
    return at + players


def write_traffics(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """Stocks, bids (one's own before they are revealed), who manages and leads what, points, mercenaries."""
    box = state.box
    players: i64 = state.players
    kinds: i64 = box.kinds
    at = write_rows(state.stock, players, seat, out, at)
    if state.revealed:
        write_rows(state.bid, players, seat, out, at)
    at += players * kinds
    asked: i64 = -1
    if state.phase == BIDDING:
        asked = state.bid_at[seat]
        for kind in range(asked):
            out[at + kind] = bits(state.bid[seat * kinds + kind])
    at += kinds
    out[at] = bits(asked)
    at = write_rows(state.managed, players, seat, out, at + 1)
    for kind in range(box.kinds):
        leader = state.leader[kind]
        if leader >= 0:
            out[at + turned(leader, seat, players) * kinds + kind] = bits(box.boxes[kind][state.level[kind]])
    at = write_seats(state.gained, seat, out, at + players * kinds)
    out[at] = bits(state.merc_left)
    return write_numbers(state.out, out, at + 1)


def write_tiles(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The tiles still out, by spot; who has passed; the characters on their way back."""
    box = state.box
    players: i64 = state.players
    types: i64 = box.types
    orders: i64 = len(ORDERS)
    width: i64 = 2 * players + types + 1 + orders
    for tile, mark in enumerate(state.laid_mark):
        if mark & HOME:
            continue
        here: i64 = at + state.laid_spot[tile] * width
        owner: i64 = turned(state.laid_seat[tile], seat, players)
        add_one(out, here + owner)
        if mark & CHIEF:
            out[here + players + owner] = ONE
        if not mark & DEAD and knows(state, tile, seat):
            what: i64 = state.laid_what[tile]
            here += 2 * players
            add_one(out, here + (types if what == box.showdown else what))
            add_one(out, here + types + 1 + state.laid_do[tile] % orders)
    at = write_seats(state.passed, seat, out, at + box.spots * width)
    width = players + types + 1
    for number in range(min(len(state.ret_seat), 6)):
        here = at + number * width
        out[here + turned(state.ret_seat[number], seat, players)] = ONE
        out[here + players + state.ret_what[number]] = ONE
        out[here + players + types] = bits(state.ret_tile[number] + 1)
    return at + 6 * width


def write_decision(state: StateData, seat: int, out: Words, at: i64) -> None:
    """What is being decided, and how far the choice of this seat has come."""
    box = state.box
    spots: i64 = box.spots
    sites: i64 = len(box.site_names)
    acting = seat in state.owing
    if acting and state.half_spot >= 0:
        out[at + state.half_spot] = ONE
        if state.half_what >= 0:
            out[at + spots] = ONE
    at += spots + 1
    if state.revealed:
        out[at] = ONE
    at += 1
    if state.site >= 0:
        out[at + state.site] = ONE
    write_set(state.todo, out, at + sites)
    at += 2 * sites
    out[at] = bits(state.step)
    out[at + 1] = bits(state.pinned + 1)
    at += 2
    if state.totals:
        write_seats(state.totals, seat, out, at)
    at += state.players
    if state.fought:
        write_seats(state.fought, seat, out, at)
    at += state.players
    out[at] = bits(state.budget)
    out[at + 1] = bits(state.picks)
    at += 2
    if acting and state.phase == RELEASING:
        out[at + state.picked] = ONE
    at += box.types
    if state.newcomer >= 0:
        out[at + state.newcomer] = ONE
