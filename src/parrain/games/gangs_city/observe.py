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
from parrain.games.gangs_city.state import BIDDING, CHIEF, DEAD, HOME, PHASE_NAMES, RELEASING, REPLACED, StateData
from parrain.games.gangs_city.state.city import SeenPlaces
from parrain.games.gangs_city.view import is_known, open_phase, turned_up


def observe(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Write what `Game.encode` makes of the View of that seat."""
    players: i64 = state.players
    start: i64 = at
    acting = seat in state.owing
    at = write_head(state, seat, out, at)
    out[at] = bits(state.turn)
    at += 1
    out[at + open_phase(state, acting)] = ONE
    at += len(PHASE_NAMES)
    out[at + turned(state.first, seat, players)] = ONE
    at = write_city(state, seat, out, at + players)
    rosters: i64 = at
    at = write_hands(state, seat, out, at)
    at = write_traffics(state, seat, out, at)
    at = write_tiles(state, seat, out, at, rosters)
    write_decision(state, seat, acting, out, at)
    seen = state.seen_places
    assert seen is not None
    seen.decision = at - start


def observe_spot(state: StateData, out: Words, at: i64) -> None:
    """Write the spot that the seat to move has named into what it saw before."""
    seen = state.seen_places
    assert seen is not None
    out[at + seen.decision + state.half_spot] = ONE


def write_city(state: StateData, seat: i64, out: Words, at: i64) -> i64:
    """The places with their owners, neighbours and recruits; the piles and what was won or drawn."""
    box = state.box
    players: i64 = state.players
    places: i64 = box.places
    width: i64 = place_width(state)
    write_places(state, out, at)
    start: i64 = at + 1
    for owner in state.owner:
        if owner >= 0:
            out[start + turned(owner, seat, players)] = ONE
        start += width
    at += places * width
    piles: i64 = box.pile_counts[state.players]
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


def place_width(state: StateData) -> i64:
    """How many numbers a place has: whether it is there, its owner, its six sides, who waits there."""
    return 1 + i64(state.players) + 18 + i64(state.box.types)


def write_places(state: StateData, out: Words, at: i64) -> None:
    """What every seat sees of the places alike, from the cache if nothing has changed."""
    city, seen = state.city, state.seen_places
    if seen is not None and seen.city is city and seen.owner == state.owner and seen.recruits == state.recruits:
        seen.write(out, at)
        return
    players: i64 = state.players
    places: i64 = state.box.places
    piles: i64 = state.box.pile_counts[state.players]
    width: i64 = place_width(state)
    owner = state.owner
    start: i64 = at
    for place, cell in enumerate(state.cell):
        if cell >= 0:
            out[start] = ONE
            for who in state.recruits[place]:
                add_one(out, start + 19 + players + who)
        start += width
    for number in city.borders(state.box, state.cell):  # see city.border
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
    if seen is None:
        seen = state.seen_places = SeenPlaces(places * width, city, owner, state.recruits)
    seen.city, seen.owner, seen.recruits = city, owner[:], state.recruits[:]
    seen.read(out, at)


def write_hands(state: StateData, seat: i64, out: Words, at: i64) -> i64:
    """Whom each gang has in hand (`write_tiles` adds those on the city), one's own hand, the sizes of all hands."""
    players: i64 = state.players
    types: i64 = state.box.types
    hand = state.hand
    own: i64 = at + players * types
    sizes: i64 = own + types
    start: i64 = 0
    whose: i64 = turned(0, seat, players)
    for mask, size, showdown in zip(state.mask, state.inhand, state.showdown):  # noqa: B905 (see write_tiles)
        out[sizes + whose] = bits(size + showdown)
        held: i64 = mask
        who: i64 = 0
        while held:
            if held & 1:
                count = bits(hand[start + who])
                out[at + whose * types + who] = count
                if whose == 0:
                    out[own + who] = count
            held >>= 1
            who += 1
        start += types
        whose += 1
        if whose == players:
            whose = 0
    return sizes + players


def write_traffics(state: StateData, seat: i64, out: Words, at: i64) -> i64:
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
    for kind, leader in enumerate(state.leader):
        if leader >= 0:
            out[at + turned(leader, seat, players) * kinds + kind] = bits(box.boxes[kind][state.level[kind]])
    at = write_seats(state.gained, seat, out, at + players * kinds)
    out[at] = bits(state.merc_left)
    return write_numbers(state.out, out, at + 1)


def write_tiles(state: StateData, seat: i64, out: Words, at: i64, rosters: i64) -> i64:
    """The tiles still out, by spot and in the rosters; who has passed; the characters on their way back."""
    box = state.box
    players: i64 = state.players
    types: i64 = box.types
    showdown: i64 = box.showdown
    width: i64 = 2 * players + types + 1 + len(ORDERS)
    revealed = state.revealed
    tile: i64 = -1
    # Compiled, strict would be slow; so would a sixth list, whose numbers mypy takes for any objects.
    for mark, owner, spot, what, do in zip(  # noqa: B905
        state.laid_mark, state.laid_seat, state.laid_spot, state.laid_what, state.laid_do
    ):
        tile += 1
        if mark & HOME:
            continue
        whose: i64 = turned(owner, seat, players)
        here: i64 = at + spot * width
        add_one(out, here + whose)
        if mark & CHIEF:
            out[here + players + whose] = ONE
        if mark & DEAD:
            continue
        if what != showdown and not mark & REPLACED:
            add_one(out, rosters + whose * types + what)
        if revealed or is_known(owner, state.seen[tile], seat):
            here += 2 * players
            add_one(out, here + what)  # the showdown tile comes after all types
            add_one(out, here + types + 1 + do)
    at = write_seats(state.passed, seat, out, at + box.spots * width)
    width = players + types + 1
    for number in range(min(len(state.ret_seat), 6)):
        here = at + number * width
        out[here + turned(state.ret_seat[number], seat, players)] = ONE
        out[here + players + state.ret_what[number]] = ONE
        out[here + players + types] = bits(state.ret_tile[number] + 1)
    return at + 6 * width


def write_decision(state: StateData, seat: i64, acting: bool, out: Words, at: i64) -> None:
    """What is being decided, and how far the choice of this seat has come."""
    box = state.box
    spots: i64 = box.spots
    sites: i64 = len(box.site_names)
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
