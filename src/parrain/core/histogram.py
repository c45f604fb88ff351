"""Histograms in Prometheus' text format, for /metrics: written by hand, because it is this short."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # upper bounds of the buckets


class Histogram:
    """How many observations were in each bucket, by the value of one label if there is one."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self.name = name
        self.about = about
        self.label = label
        self.counts: dict[str, list[int]] = {} if label else {"": [0] * (len(SECONDS) + 1)}
        self.sums: dict[str, float] = {} if label else {"": 0.0}

    def observe(self, seconds: float, value: str = "") -> None:
        """Count an observation."""
        counts = self.counts.setdefault(value, [0] * (len(SECONDS) + 1))
        counts[bisect_left(SECONDS, seconds)] += 1
        self.sums[value] = self.sums.get(value, 0.0) + seconds

    def lines(self) -> Iterator[str]:
        """The text format: a bucket counts everything up to its bound."""
        yield f"# HELP {self.name} {self.about}"
        yield f"# TYPE {self.name} histogram"
        for value, counts in sorted(self.counts.items()):
            label = f'{self.label}="{value}"' if self.label else ""
            total = 0
            for bound, count in zip((*(f"{each:g}" for each in SECONDS), "+Inf"), counts, strict=True):
                total += count
                yield f'{self.name}_bucket{{{label}{"," if label else ""}le="{bound}"}} {total}'
            braces = f"{{{label}}}" if label else ""
            yield f"{self.name}_sum{braces} {self.sums[value]:.6f}"
            yield f"{self.name}_count{braces} {total}"
