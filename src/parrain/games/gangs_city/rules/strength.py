"""How strong a gang is on a site, and who comes first in a tie; for gunfights and for recruiting alike."""

from __future__ import annotations

from typing import Final

from parrain.games.gangs_city.actions import FIGHT, RECRUIT
from parrain.games.gangs_city.state import BOMBER, CHIEF, DEAD, KINGPIN, MAYOR, StateData


def printed(state: StateData, i: int, site: int) -> int:
    """The value in use of a tile at a site: recruiting, or defence on its owner's place, or attack (GC 6.7)."""
    box = state.box
    who = state.laid_what[i]
    if state.laid_do[i] == RECRUIT:
        return box.recruit[who]
    if site < box.places and state.owner[site] == state.laid_seat[i]:
        return box.defence[who]
    return box.attack[who]


def strengths(state: StateData, do: int, site: int, here: list[int]) -> list[int]:
    """What each seat musters with that action, by the tiles out at a site; -1 for a seat that has none.

    Values, +1 each for a chief, +1 for a Kingpin (GC 6.7, GC 6.12, GC 8.7).
    """
    n = state.players
    totals = [-1] * n
    chiefs = [0] * n
    kingpin = -1
    for i in here:
        if state.laid_do[i] == do and not state.laid_mark[i] & DEAD:
            if state.laid_mark[i] & CHIEF:
                chiefs[state.laid_seat[i]] = 1
            if state.laid_what[i] == state.has[KINGPIN]:
                kingpin = i
    for i in here:
        if state.laid_do[i] == do and not state.laid_mark[i] & DEAD:
            seat = state.laid_seat[i]
            value = printed(state, i, site) + chiefs[seat]
            if kingpin >= 0 and kingpin != i and state.laid_seat[kingpin] == seat:
                value += 1
            if i == state.pinned:
                value = 0
            totals[seat] = max(totals[seat], 0) + value
    return totals


def claims(state: StateData, seat: int, do: int) -> int:
    """How a seat stands in a tie: Mayor, Bomber who attacks, owner, chief, turn order; higher is better.

    (GC 6.10, GC 6.12, GC 8.2, GC 8.11)
    """
    box = state.box
    owner = state.owner[state.site] if state.site < box.places else -1
    rank = state.players - 1 - (seat - state.first) % state.players
    for i in state.here:
        if state.laid_seat[i] != seat or state.laid_mark[i] & DEAD:
            continue
        if state.laid_what[i] == state.has[MAYOR]:
            rank |= 64
        if do != state.laid_do[i]:
            continue
        if state.laid_what[i] == state.has[BOMBER] and do == FIGHT and owner != seat:
            rank |= 32
        if state.laid_mark[i] & CHIEF:
            rank |= 8
    if owner == seat:
        rank |= 16
    return rank


WHY: Final = ("order", "chief", "owner", "bomber", "mayor")


def reason(state: StateData, totals: list[int], winner: int, do: int) -> str:
    """Why the winner wins: by strength, alone, or by which step of the ladder."""
    rivals = [seat for seat in range(state.players) if seat != winner and totals[seat] >= 0]
    if not rivals:
        return "alone"
    level = [seat for seat in rivals if totals[seat] == totals[winner]]
    if not level:
        return "strength"
    mine = claims(state, winner, do)
    theirs = max(claims(state, seat, do) for seat in level)
    for step in (4, 3, 2, 1):
        bit = 4 << step
        if mine & bit and not theirs & bit:
            return WHY[step]
    return WHY[0]
