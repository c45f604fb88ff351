"""The value of a position for each seat: weights fitted to who won 250 games of greedy and clumsy players."""

from __future__ import annotations

from typing import Final

from parrain.core.evaluation import expected_returns
from parrain.games.reglement.bot.prospects import prospects, rounds_left
from parrain.games.reglement.components import CAKE, FEWEST, KINDS, PASS
from parrain.games.reglement.rules import State

GRAND: Final = 10000
MONEY: Final = 7.8  # money decides at the end, when nobody has time to take it away again
TO_COME: Final = -0.54  # early on, who earns most is whom everybody aims at
TO_COME_LATE: Final = 1.5
MAN_SAFE: Final = 0.35
MAN: Final = 0.14
CARD: Final = 0.3
CAKES: Final = 0.25  # those that make or move a cake are the best ones
GONE: Final = -1.5


def evaluate(state: State) -> list[float]:
    """The value of a position for each seat, adding up to nothing."""
    if state.is_over:
        return list(state.returns())
    n = state.players
    spent = 1.0 - state.bank / max(1, state.box.bank[n - FEWEST])
    total = [0.0] * n
    flows = [0.0] * n
    everybody = 0.0
    for seat in range(n):
        flow, safe, men = prospects(state, seat)
        everybody += flow
        flows[seat] = flow
        total[seat] = MAN * men + MAN_SAFE * safe + CARD * state.size[seat]
        total[seat] += CAKES * (state.hand[seat * KINDS + CAKE] + state.hand[seat * KINDS + PASS])
        if not state.alive[seat]:
            total[seat] += GONE
    rounds = rounds_left(state, everybody)
    for seat in range(n):
        later = (TO_COME + TO_COME_LATE * spent) * flows[seat] * rounds
        total[seat] += (MONEY * spent**5 * state.money[seat] + later) / GRAND
    return expected_returns(total)
