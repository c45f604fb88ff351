"""The observation of District Noir, written from the State: the parts of FIELDS in their order."""

from __future__ import annotations

from parrain.core.compiling import Words, i64
from parrain.core.writing import ONE, add_one, bits, write_head, write_rows
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
    laid: i64 = len(line)
    newest: i64 = laid - 1
    for place in range(laid):
        card: i64 = line[place]
        if newest - place < reach:
            out[at + (newest - place) * types + card] = ONE
        add_one(out, counts + card)
    at = counts + types
    mine: i64 = 0
    theirs: i64 = 0
    for kind in range(types):
        count: i64 = hand[seat * types + kind]
        if count:
            out[at + kind] = bits(count)
            mine += count
        theirs += hand[other * types + kind]
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
