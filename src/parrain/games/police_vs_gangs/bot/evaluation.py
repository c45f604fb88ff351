"""The value of a position for each seat: weights fitted to who won 250 games of greedy and clumsy players."""

from __future__ import annotations

from math import tanh
from typing import Final

from parrain.core.evaluation import expected_returns
from parrain.games.police_vs_gangs.bot.worth import prize, quality
from parrain.games.police_vs_gangs.rules import State

POINT: Final = 0.055
POINT_LATE: Final = 0.25  # what a point is worth when somebody is about to win
TOKENS: Final = 0.28
PLACE: Final = 0.2
TILE: Final = 0.21
JAILED: Final = 0.43  # a tile in prison comes back
BADGE: Final = 1.66  # a policeman has no tiles to lose, and wins ties at the end
BADGE_LATE: Final = 1.17


def standings(state: State) -> list[float]:
    """How each seat stands."""
    box = state.box
    n = state.players
    total = [0.0] * n
    late = max(state.score) / box.target
    worths = [quality(state, c) for c in range(box.kinds)]
    for seat in range(n):
        tokens = 0.0
        for t in range(box.traffics):
            held = state.tokens[seat * box.traffics + t]
            if held:
                tokens += prize(state, seat, t) * min(1.0, 0.4 * held)
        total[seat] = (
            (POINT + POINT_LATE * late) * state.points(seat) + TOKENS * tokens + PLACE * state.owner.count(seat)
        )
        if seat & 1:
            total[seat] += BADGE + BADGE_LATE * late
            continue
        total[seat] += JAILED * state.jailed(seat)
        for c in range(box.kinds):
            if state.hand[seat * 8 + c]:
                total[seat] += TILE * state.hand[seat * 8 + c] * worths[c]
    for piece in state.pieces:
        if not piece.police:
            total[piece.seat] += TILE * worths[piece.kind]
    return total


def evaluate(state: State) -> list[float]:
    """The value of the position for each seat."""
    if state.is_over:
        return list(state.returns())
    total = standings(state)
    if not state.teams:
        return expected_returns(total)
    edge = 0.0
    for seat in range(state.players):
        edge += BADGE - total[seat] if seat & 1 else total[seat]
    edge = tanh(0.5 * edge) / (state.players - 1)  # a side shares its win
    return [-edge if seat & 1 else edge for seat in range(state.players)]
