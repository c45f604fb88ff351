"""The value of a position of District Noir: weights fitted to who won 400 games of a short search against itself."""

from __future__ import annotations

from math import tanh
from typing import Final

from parrain.games.district_noir.bot.rating import prize
from parrain.games.district_noir.rules import State

# By how many cards a gang is led (none, one, two, more): a point of its value, at the start and what the end adds.
LEAD: Final[list[float]] = [0.0, 0.011, 0.053, 0.125]
LEAD_LATE: Final[list[float]] = [0.0, 0.128, 0.165, 0.123]
SET: Final = -0.34
SET_LATE: Final = 1.22
BEGUN: Final = 0.012
BEGUN_LATE: Final = 0.02
POINT: Final = 0.072
POINT_LATE: Final = 0.186
BUILDING: Final = 0.09
BUILDINGS: Final[list[float]] = [0.0, 0.385, 0.99, 0.99, 0.99]  # as long as the other has none that would spoil it
TAKE: Final = 0.18  # still to take this round
TAKE_LATE: Final = 1.56
PRIZE: Final = 0.096  # a point of what taking now would change
MOST_PRIZE: Final = 25
PRIZE_NEXT: Final = 0.024  # and a little more for whoever's turn it is


def side(state: State, seat: int, late: float) -> float:
    """What a seat has in front of it and may still take, apart from who leads the gangs."""
    box = state.box
    start = seat * box.types
    least = 99
    for gang in box.gangs:
        least = min(least, state.taken[start + gang])
    begun = 0
    for gang in box.gangs:
        if state.taken[start + gang] > least:
            begun += 1
    total = (SET + SET_LATE * late) * least if box.gangs else 0.0
    total += (BEGUN + BEGUN_LATE * late) * begun * begun + (POINT + POINT_LATE * late) * state.card_points(seat)
    held = state.buildings(seat)
    total += BUILDING * held
    if not state.buildings(1 - seat):
        total += BUILDINGS[min(held, 4)]
    if state.mask[seat] & box.take_bit:
        share = PRIZE + (PRIZE_NEXT if state.turn == seat else 0.0)
        total += (
            TAKE + TAKE_LATE * late + share * max(0.0, min(MOST_PRIZE, prize(state, seat, state.line[-box.take :])))
        )
    return total


def evaluate(state: State) -> list[float]:
    """The value of the position for each seat."""
    if state.is_over:
        return list(state.returns())
    box = state.box
    late = min(1.0, (len(state.line) + sum(state.taken)) / max(1, len(box.cards) - box.away))
    edge = side(state, 0, late) - side(state, 1, late)
    for gang in box.gangs:
        lead = state.taken[gang] - state.taken[box.types + gang]
        by = min(abs(lead), 3)
        worth = box.values[gang] * (LEAD[by] + LEAD_LATE[by] * late)
        edge += worth if lead > 0 else -worth
    promise = tanh(0.5 * edge)
    return [promise, -promise]
