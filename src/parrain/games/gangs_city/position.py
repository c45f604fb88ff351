"""What of a position is not a plain field: what it leaves out, the tiles it does not place, and steps it begins at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.errors import BadPosition
from parrain.core.fields import entries, whole_number
from parrain.games.gangs_city.actions import FIGHT, GUN, MANAGE, ORDERS
from parrain.games.gangs_city.rules import go_on
from parrain.games.gangs_city.rules.derived import derive
from parrain.games.gangs_city.state import BIDDING, CHIEF, DEAD, END_OF_TURN, HOME, NEW_TURN, OVER, SETUP, StateData

KEYS: Final = ()


def finish_position(state: StateData, data: Mapping[str, object]) -> None:
    """Fill in what the position leaves out, check that its parts agree, and go on from the step it begins at."""
    step = state.phase if state.phase > OVER else -1
    if step >= 0:
        state.phase = BIDDING
    if (state.phase == OVER) != state.is_over:
        raise BadPosition("A position that is over says its ending, and only such a one.")
    if "turn" not in data and (step == NEW_TURN or state.phase == SETUP):
        state.turn = 0
    if "mover" not in data:
        state.mover = state.first
    if "revealed" not in data:
        state.revealed = state.phase > BIDDING
    whole_number(state.first, "first", 0, state.players - 1)
    whole_number(state.mover, "mover", 0, state.players - 1)
    fill_bids(state, data)
    fill_piles(state, data)
    fill_tiles(state, data)
    fill_supply(state)
    state.survey()
    derive(state)
    check_city(state)
    if step >= 0:
        state.phase = step
        state.revealed = state.revealed or step == END_OF_TURN
        go_on(state)


def fill_bids(state: StateData, data: Mapping[str, object]) -> None:
    """The traffic each seat is asked to bid: the first of which it holds stock."""
    if "bid_at" in data or state.phase != BIDDING:
        return
    kinds = state.box.kinds
    for seat in range(state.players):
        held = [kind for kind in range(kinds) if state.stock[seat * kinds + kind]]
        state.bid_at[seat] = held[0] if held else kinds


def fill_piles(state: StateData, data: Mapping[str, object]) -> None:
    """Places that the position does not name are shuffled into the piles."""
    box = state.box
    piles = box.pile_counts[state.players]
    if data.get("won"):
        entries(data["won"], "won", piles)
    else:
        state.won_seat, state.won_place = [-1] * piles, [-1] * piles
    for pile in range(piles):
        if (state.won_seat[pile] >= 0) != (state.won_place[pile] >= 0):
            raise BadPosition("{key}: every entry must say {name}.", key="won", name="place")
    used = {*state.drawn, *state.won_place}
    rest = [place for place in range(box.places) if state.cell[place] < 0 and place not in used]
    state.shuffle(rest)
    half = (len(rest) + 1) // 2 if piles == 2 else len(rest)
    if "piles" in data:
        entries(data["piles"], "piles", piles)
    else:
        state.piles = [rest[:half], rest[half:]]


def fill_tiles(state: StateData, data: Mapping[str, object]) -> None:
    """What a tile does when the position does not say it; `chief = true` for the mark of a chief."""
    box = state.box
    for i, about in enumerate(entries(data.get("laid", []), "laid")):
        whole_number(state.laid_seat[i], "laid.seat", 0, state.players - 1)
        assert isinstance(about, Mapping)
        if about.get("chief") is True:
            state.laid_mark[i] |= CHIEF
        what, spot = state.laid_what[i], state.laid_spot[i]
        managing = box.on_place <= spot < box.on_pile
        if state.laid_do[i] < 0:
            state.laid_do[i] = MANAGE if managing else GUN if what == box.showdown else FIGHT
        do = state.laid_do[i]
        if (do >= GUN) != (what == box.showdown) or (do == MANAGE) != managing:
            raise BadPosition(
                "The {tile} at {spot} cannot {do}.", tile=state.tile_name(i), spot=box.spot_names[spot], do=ORDERS[do]
            )
    for seat in state.ret_seat:
        whole_number(seat, "returns.seat", 0, state.players - 1)


def fill_supply(state: StateData) -> None:
    """Characters that the position does not place are the supply; mercenaries are shuffled under those it names."""
    box = state.box
    left = [box.counts[who] - state.out[who] for who in range(box.types)]
    for seat in range(state.players):
        for who in range(box.types):
            left[who] -= state.hand[seat * box.types + who]
    for waiting in state.recruits:
        for who in waiting:
            left[who] -= 1
    for i in range(len(state.laid_what)):
        if state.laid_what[i] != box.showdown and not state.laid_mark[i] & (DEAD | HOME):
            left[state.laid_what[i]] -= 1
    for at in range(len(state.ret_what)):
        if state.ret_tile[at] < 0:
            left[state.ret_what[at]] -= 1
    named = state.merc_pile
    for who in named:
        left[who] -= 1
    for who in range(box.types):
        if left[who] < 0:
            raise BadPosition("There are only {count} tiles of {name}.", count=box.counts[who], name=box.names[who])
    rest = [who for who in box.mercenaries for _ in range(left[who])]
    state.shuffle(rest)
    state.merc_pile = rest + named
    state.supply = [0 if box.mercenary[who] else left[who] for who in range(box.types)]


def check_city(state: StateData) -> None:
    """There is a city, and tiles lie only where it has room for them."""
    box = state.box
    if max(state.cell) < 0:
        raise BadPosition(
            "A position needs a city: city = {{ bar = {{ at = [1, 0] }} }}, the first pile being at [0, 0]."
        )
    for i in range(len(state.laid_spot)):
        spot = state.laid_spot[i]
        site = box.site_of[spot]
        name = box.spot_names[spot]
        out = not state.laid_mark[i] & HOME
        if spot < box.on_pile and state.cell[site] < 0:
            raise BadPosition("A tile lies at {spot}, which is not in the city.", spot=name)
        if out and spot < box.on_place and state.city.hex_of[spot] < 0 and state.phase <= BIDDING:
            raise BadPosition("A tile lies at {spot}, where there is no room.", spot=name)
        if out and state.laid_do[i] == MANAGE and state.owner[site] != state.laid_seat[i]:
            raise BadPosition("Only the owner manages the {place}.", place=box.site_names[site])
