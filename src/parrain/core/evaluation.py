"""From the evaluation of each seat to its expected return."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def expected_returns(values: Sequence[float]) -> list[float]:
    """The expected return of each seat (-1 to 1), its chance to win being the softmax of the values."""
    n = len(values)
    top = max(values)
    shares = [exp(each - top) for each in values]
    total = sum(shares)
    return [(n * share / total - 1.0) / (n - 1.0) for share in shares]
