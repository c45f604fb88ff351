"""How well the seats stand, as what they may expect."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def promises(standings: Sequence[float]) -> list[float]:
    """Expected return of each seat (-1 to 1): a softmax over the standings gives the chances to win."""
    n = len(standings)
    top = max(standings)
    shares = [exp(each - top) for each in standings]
    total = sum(shares)
    return [(n * share / total - 1.0) / (n - 1.0) for share in shares]
