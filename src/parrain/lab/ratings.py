"""Ratings of bots by openskill, for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Ratings:
    """The ratings of some bots, updated game by game; `known` is False without openskill (extra `lab`)."""

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
        """Add one game by bots and places; a bot in several seats moves by their mean."""
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
        """A bot's rating (25 is average) and its deviation; None without openskill."""
        return (float(self.found[name].mu), float(self.found[name].sigma)) if self.known else None
