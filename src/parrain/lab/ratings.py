"""Ratings by openskill: how strong a bot is, however many sit at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Ratings:
    """The ratings of some bots, from game to game; `known` is False where openskill is not installed (extra `lab`)."""

    def __init__(self, names: Sequence[str]) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            self.known = False
            return
        self.known = True
        self.model: Any = PlackettLuce()
        self.found: dict[str, Any] = {name: self.model.rating(name=name) for name in names}

    def add(self, names: Sequence[str], places: Sequence[int]) -> None:
        """One game: who sat where, and who came in which place. A bot in several seats moves by the mean of them."""
        if not self.known or len(set(names)) < 2:
            return
        teams = [[self.found[name]] for name in names]
        rated = self.model.rate(teams, ranks=[float(place) for place in places])
        for name in set(names):
            mine = [rated[seat][0] for seat, other in enumerate(names) if other == name]
            mu = sum(each.mu for each in mine) / len(mine)
            sigma = sum(each.sigma for each in mine) / len(mine)
            self.found[name] = self.model.rating(mu=mu, sigma=sigma, name=name)

    def of(self, name: str) -> tuple[float, float] | None:
        """A bot's rating (25 is average) and how unsure it is; None where ratings are not known."""
        return (float(self.found[name].mu), float(self.found[name].sigma)) if self.known else None
