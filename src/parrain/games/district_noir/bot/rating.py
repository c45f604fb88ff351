"""What a sensible player of District Noir looks at: majorities, sets, what the line holds, the third building."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.games.district_noir.components import BUILDING, Box
from parrain.games.district_noir.rules import State, buildings, card_points

WIN = 100.0


def worth(box: Box, taken: list[int], seat: int) -> float:
    """Points of a seat less those of the other, with half-won gangs and buildings counted softly."""
    mine, theirs = seat * box.types, (1 - seat) * box.types
    total = 0.0
    for gang in box.gangs:
        lead = taken[mine + gang] - taken[theirs + gang]
        # a lead is surer the larger it is; the next card of a gang counts less than the first
        total += box.values[gang] * (0.0 if lead == 0 else (0.17 + 0.04 * min(abs(lead), 3)) * (1 if lead > 0 else -1))
    total += set_hope(box, taken, mine) - set_hope(box, taken, theirs)
    total += card_points(box, taken, seat) - card_points(box, taken, 1 - seat)
    total += building_hope(box, taken, seat) - building_hope(box, taken, 1 - seat)
    return total


def set_hope(box: Box, taken: list[int], start: int) -> float:
    """Complete sets, and something for the one that is under way."""
    counts = [taken[start + gang] for gang in box.gangs]
    if not counts:
        return 0.0
    least = min(counts)
    begun = sum([1 for count in counts if count > least])
    return box.set_points * (least + 0.1 * begun * begun)


def building_hope(box: Box, taken: list[int], seat: int) -> float:
    """The value of one's buildings, as long as the other holds none that would spoil it."""
    held = buildings(box, taken, seat)
    if not held or buildings(box, taken, 1 - seat) or box.buildings_to_win > len(box.buildings):
        return 0.0
    return 1.5 if held < box.buildings_to_win - 1 else 7.0


def prize(state: State, seat: int, cards: list[int]) -> float:
    """What taking these cards would change for that seat; a win if they bring the third building."""
    if not cards:
        return 0.0
    box = state.box
    start = seat * box.types
    taken = state.taken[:]
    for card in cards:
        taken[start + card] += 1
    if buildings(box, taken, seat) >= box.buildings_to_win:
        return WIN - worth(box, state.taken, seat)
    return worth(box, taken, seat) - worth(box, state.taken, seat)


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """What each choice brings me, less what it leaves the other to take."""
    return [
        rate_take(state, seat) if action.id == state.box.types else rate_lay(state, seat, action.id)
        for action in actions
    ]


def rate_take(state: State, seat: int) -> float:
    """The prize now, against what a later take is usually worth."""
    box = state.box
    end = state.line[-box.take :]
    now = prize(state, seat, end)
    if now >= WIN / 2:
        return now
    left = sum(state.hand[seat * box.types : (seat + 1) * box.types])
    waiting = 3.2 + 1.2 * left if len(state.line) < box.take else 3.1 + 0.55 * left
    threat = 0.0
    if state.mask[1 - seat] & box.take_bit:
        threat = max(0.0, prize(state, 1 - seat, end)) * 0.5
    return now - waiting + threat


def rate_lay(state: State, seat: int, card: int) -> float:
    """What the line becomes for both: mine if I can still take, theirs first if they can."""
    box = state.box
    end = [*state.line[-box.take :], card][-box.take :]
    mine = prize(state, seat, end) if state.mask[seat] & box.take_bit else 0.0
    theirs = prize(state, 1 - seat, end) if state.mask[1 - seat] & box.take_bit else 0.0
    rating = 0.6 * mine - 0.3 * max(theirs, 0.0) - 0.25 * min(theirs, 0.0)
    if theirs >= WIN / 2:
        rating -= WIN
    if not state.mask[seat] & box.take_bit and not state.mask[1 - seat] & box.take_bit and box.kinds[card] == BUILDING:
        rating -= 0.5  # nobody takes this round: keep the building out of the next round's line
    return rating
