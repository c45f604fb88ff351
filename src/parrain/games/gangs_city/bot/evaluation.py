"""The value of a position for each seat: weights fitted to who won 250 games of greedy and clumsy players."""

from __future__ import annotations

from typing import Final

from parrain.core.evaluation import expected_returns
from parrain.games.gangs_city.bot.outlook import worths
from parrain.games.gangs_city.rules import State
from parrain.games.gangs_city.rules.ending import traffic_points
from parrain.games.gangs_city.state import DEAD, HOME, REPLACED
from parrain.games.gangs_city.state.city import quarter_points

POINT: Final = 0.29  # what a point is worth when somebody is about to win, and less before
TRAFFIC: Final = 0.06  # what traffics and quarters bring each turn
QUARTER: Final = 0.16
QUARTER_LATE: Final = 0.22
PEOPLE: Final = 0.19
STOCK: Final = 0.04
PLACE: Final = 0.03


def evaluate(state: State) -> list[float]:
    """The value of the position for each seat."""
    if state.is_over:
        return list(state.returns())
    box = state.box
    n = state.players
    worth: list[float] = worths(box)
    late = max(state.score) / box.targets[n]
    total = [0.0] * n
    for seat in range(n):
        quarter = quarter_points(state.city.quarter(state.owner, seat))
        total[seat] = (
            POINT * late * state.score[seat]
            + TRAFFIC * traffic_points(state, seat)
            + (QUARTER + QUARTER_LATE * late) * quarter
        )
        total[seat] += PLACE * state.owner.count(seat)
        for k in range(box.kinds):
            total[seat] += STOCK * state.stock[seat * box.kinds + k] * box.boxes[k][0]
        for who in range(box.types):
            if state.hand[seat * box.types + who]:
                total[seat] += PEOPLE * state.hand[seat * box.types + who] * worth[who]
    for i in range(len(state.laid_seat)):
        if state.laid_what[i] != box.showdown and not state.laid_mark[i] & (DEAD | HOME | REPLACED):
            total[state.laid_seat[i]] += PEOPLE * worth[state.laid_what[i]]
    return expected_returns(total)
