"""Estimates with intervals: shares, means, the parts of a variance, and what is sure at any time (sequential tests)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, log1p, sqrt
from statistics import NormalDist
from typing import NamedTuple

from parrain.lab.tournament import interval

Z = 1.96  # of a 95 % interval
BETS = tuple(0.95 * 0.66**k for k in range(15))  # parts of what may be bet: small ones for small differences


class Estimate(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float
    size: int = 0


def share(wins: float, count: int, together: int = 1) -> Estimate:
    """A share with Wilson's interval, wider where so many are to hold together (Bonferroni)."""
    z = NormalDist().inv_cdf(1 - 0.025 / together)
    return Estimate(wins / count if count else 0.0, *interval(wins, count, z), count)


def mean(values: Iterable[float | None]) -> Estimate | None:
    """The mean of those values that are there, with the usual normal interval; None where there is none."""
    known = [float(value) for value in values if value is not None]
    if not known:
        return None
    middle = sum(known) / len(known)
    spread = sum((value - middle) ** 2 for value in known) / max(1, len(known) - 1)
    reach = Z * sqrt(spread / len(known))
    return Estimate(middle, middle - reach, middle + reach, len(known))


def explained(values: Sequence[float], groups: Sequence[object]) -> float:
    """The share of the variance that the groups explain: the intraclass correlation, by one-way analysis of variance.

    It is 0 where groups differ no more than chance would have it, and 1 where they say everything.
    """
    found: dict[object, list[float]] = {}
    for value, group in zip(values, groups, strict=True):
        found.setdefault(group, []).append(value)
    n, k = len(values), len(found)
    if k < 2 or n <= k:
        return 0.0
    middle = sum(values) / n
    means = {group: sum(each) / len(each) for group, each in found.items()}
    between = sum(len(each) * (means[group] - middle) ** 2 for group, each in found.items()) / (k - 1)
    within = sum((value - means[group]) ** 2 for group, each in found.items() for value in each) / (n - k)
    size = (n - sum(len(each) ** 2 for each in found.values()) / n) / (k - 1)
    own = max(0.0, (between - within) / size)
    return own / (own + within) if own + within else 0.0


# -- sequential ------------------------------------------------------------------------------------------------


class Sequential:
    """A test of paired differences from -1 to 1 that may be looked at, and stopped, at any time.

    It is a test by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024):
    whoever bets against "the mean is m" multiplies their money by 1 + bet * (difference - m) with every pair. If the
    mean is m, the money grows beyond 1 / alpha with a probability of at most alpha, however long one looks (Ville).
    The bets are fixed parts of the most that cannot ruin, mixed: nothing is estimated or assumed to be normal.
    """

    def __init__(self) -> None:
        self.seen: Counter[float] = Counter()  # few values are different: the money depends on their counts alone
        self.count = 0
        self.p_value = 1.0

    def add(self, differences: Iterable[float]) -> None:
        """Add pairs, and look."""
        for difference in differences:
            assert -1 <= difference <= 1, "a difference of shares"
            self.seen[difference] += 1
            self.count += 1
        evidence = max(self._money(0.0, 1), self._money(0.0, -1))
        self.p_value = min(self.p_value, 2 / max(evidence, 2.0))

    @property
    def mean(self) -> float:
        """The mean difference."""
        return sum(value * count for value, count in self.seen.items()) / max(1, self.count)

    def interval(self, alpha: float = 0.05) -> tuple[float, float]:
        """The means against which no bet has won enough: a confidence sequence, valid whenever one stops."""
        return self._bound(alpha / 2, 1), self._bound(alpha / 2, -1)

    def _money(self, middle: float, side: int) -> float:
        """What betting on one side against the mean `middle` has made of 1."""
        total = 0.0
        most = 1 / (1 + side * middle) if side * middle > -1 else 1e9
        for part in BETS:
            bet = part * most
            grown = sum(count * log1p(side * bet * (difference - middle)) for difference, count in self.seen.items())
            total += exp(min(grown, 700.0))
        return total / len(BETS)

    def _bound(self, alpha: float, side: int) -> float:
        """The first mean that is not refuted from that side, by bisection: the money falls as the mean comes nearer."""
        refuted, open_ = (-1.0, 1.0) if side > 0 else (1.0, -1.0)
        if self._money(refuted, side) < 1 / alpha:
            return refuted
        for _ in range(40):
            middle = (refuted + open_) / 2
            if self._money(middle, side) >= 1 / alpha:
                refuted = middle
            else:
                open_ = middle
        return refuted


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values of several tests, adjusted by Holm's step-down procedure."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [0.0] * len(p_values)
    so_far = 0.0
    for rank, place in enumerate(order):
        so_far = max(so_far, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = so_far
    return adjusted


def is_within(bounds: tuple[float, float], margin: float) -> bool:
    """Whether an interval lies within the margin: no difference that matters."""
    return -margin <= bounds[0] <= bounds[1] <= margin
