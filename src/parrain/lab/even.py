"""Search for values that make seats or factions even: successive halving over all combinations within bounds.

Every combination plays the same deals. After each round the less even half is dropped, and the rest plays twice as
many games (Jamieson and Talwalkar, "Non-stochastic best arm identification", 2016): most games go to those that are
hard to tell apart. Uneven is how far shares of the win are from fair ones, squared and added up, less what chance adds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, log2

import polars as pl

from parrain.core import Game, Say, say
from parrain.lab.experiment import BadExperiment, Part
from parrain.lab.findings import decimal, percent
from parrain.lab.run import Player, run
from parrain.lab.statistics import Estimate, share
from parrain.lab.store import Results
from parrain.lab.sweep import read_change

MOST_COMBINATIONS = 256


@dataclass
class Candidate:
    """A combination of values: the share of the win of each group, and how uneven they are."""

    variant: int
    games: int
    shares: dict[str, Estimate]
    uneven: float


def even_data(game: Game, common: Mapping[str, object], changes: Sequence[str]) -> dict[str, object]:
    """The experiment of a search, to be resolved: a variant for each combination of values."""
    read = [read_change(change) for change in changes]
    if not read:
        raise BadExperiment("There is nothing to search: give --change a path and values.")
    combinations = list(product(*(values for _, values in read)))
    if len(combinations) > MOST_COMBINATIONS:
        raise BadExperiment(
            "{count} combinations are too many: at most {most}.", count=len(combinations), most=MOST_COMBINATIONS
        )
    variants = [
        {"changes": {path: value for (path, _), value in zip(read, values, strict=True)}} for values in combinations
    ]
    return {**common, "questions": [], "variants": variants}


class Even:
    """A search: its results so far, and the candidates that are left."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.experiment = results.experiment
        self.group = "role" if self.experiment.game_of(0).roles else "seat"
        self.left = list(range(len(self.experiment.variants)))
        self.ranked: list[Candidate] = []

    def rounds(self) -> list[int]:
        """How many games of each candidate have been played after each round: twice as many every time, whole parts."""
        count = max(1, ceil(log2(len(self.experiment.variants))))
        games, size = self.experiment.games, self.experiment.games_a_part
        return [min(games, ceil((games >> (count - 1 - number)) / size) * size or size) for number in range(count)]

    def most_games(self) -> int:
        """How many games all rounds play together."""
        total, left, before = 0, len(self.experiment.variants), 0
        for limit in self.rounds():
            total += (limit - before) * left
            left, before = (left + 1) // 2, limit
        return total

    def run(self, play: Player, watch: Callable[[int], None] | None = None) -> None:
        """Play all rounds."""
        for limit in self.rounds():
            wanted = set(self.left)

            def in_round(part: Part, limit: int = limit, wanted: set[int] = wanted) -> bool:
                return part.variant in wanted and part.first < limit

            run(self.results, play, watch, in_round)
            self.ranked = sorted((self.candidate(number) for number in self.left), key=lambda each: each.uneven)
            if limit < self.experiment.games:
                self.left = [each.variant for each in self.ranked[: max(1, (len(self.ranked) + 1) // 2)]]

    def candidate(self, number: int) -> Candidate:
        """A candidate as far as it has been played."""
        seats = self.results.seats.filter(pl.col("variant") == self.experiment.variants[number].name)
        games = seats["game"].n_unique()
        found = seats.group_by(self.group).agg(pl.col("share").sum(), pl.len().alias("seats")).sort(self.group)
        shares = {str(name): share(wins, size) for name, wins, size in found.iter_rows()}
        fair = 1 / self.experiment.players
        uneven = sum((of.value - fair) ** 2 - of.value * (1 - of.value) / max(1, of.size - 1) for of in shares.values())
        return Candidate(number, games, shares, uneven)


def even_sentences(search: Even) -> list[Say]:
    """The best candidates, each with the shares of its seats or factions."""
    game, fair = search.experiment.game_of(0), 1 / search.experiment.players
    roles = {role.text: role for role in game.roles}
    found = [say("A fair share is {share} %.", share=decimal(100 * fair))]
    for each in search.ranked[:5]:
        told: list[object] = [
            say(
                "{who} {share}",
                who=roles[name] if name in roles else say("Player {number}", number=int(name) + 1),
                share=percent(of),
            )
            for name, of in each.shares.items()
        ]
        found.append(
            say(
                "{name}, {games} games: {shares}.",
                name=search.experiment.variants[each.variant].name,
                games=each.games,
                shares=told,
            )
        )
    best = search.ranked[0]
    if all(of.low <= fair <= of.high for of in best.shares.values()):
        found.append(
            say("Most even: {name}; nothing there differs from a fair share beyond chance.", name=name_of(search, best))
        )
    else:
        found.append(say("Most even: {name}; it is still not fair.", name=name_of(search, best)))
    return found


def name_of(search: Even, candidate: Candidate) -> str:
    """The name of a candidate."""
    return search.experiment.variants[candidate.variant].name
