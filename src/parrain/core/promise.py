"""How well the seats stand, as what they may expect."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def promises(standings: Sequence[float]) -> list[float]:
    """What each seat may expect, on the scale of results, if one point more of standing makes a win e times as likely."""
    n = len(standings)
    top = max(standings)
    shares = [exp(each - top) for each in standings]
    total = sum(shares)
    return [(n * share / total - 1.0) / (n - 1.0) for share in shares]
