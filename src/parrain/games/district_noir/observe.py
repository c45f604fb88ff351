"""The observation of District Noir, written from the State: the parts of FIELDS in their order."""

from __future__ import annotations

from parrain.core.compiling import Words, i64
from parrain.core.writing import ONE, add_one, bits, turned, write_head, write_rows
from parrain.games.district_noir.state import StateData


def observe(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Write what `Game.encode` makes of the View of that seat."""
    box, line, hand, mask = state.box, state.line, state.hand, state.mask
    types: i64 = box.types
    reach: i64 = box.reach
    other: i64 = 1 - seat
    at = write_head(state, seat, out, at)
    out[at] = bits(state.round)
    out[at + 1 + (state.starter ^ seat)] = ONE
    at += 3
    counts: i64 = at + reach * types
    older: i64 = len(line)
    for card in line:
        older -= 1
        if older < reach:
            out[at + older * types + card] = ONE
        add_one(out, counts + card)
    at = counts + types
    mine: i64 = 0
    theirs: i64 = 0
    place: i64 = turned(0, seat, 2) * types
    for count in hand:
        if count:
            if place < types:
                out[at + place] = bits(count)
                mine += count
            else:
                theirs += count
        place += 1
        if place == 2 * types:
            place = 0
    at += types
    out[at] = bits(mine)
    out[at + 1] = bits(theirs)
    at = write_rows(state.taken, 2, seat, out, at + 2)
    if mask[seat] & box.take_bit:
        out[at] = ONE
    if mask[other] & box.take_bit:
        out[at + 1] = ONE
    stock: i64 = len(state.stock)
    out[at + 2] = bits(stock - state.drawn)
    if state.winner >= 0:
        out[at + 3 + (state.winner ^ seat)] = ONE
