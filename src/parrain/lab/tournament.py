"""Bots against bots at equal seats: every line-up plays the same seeds from every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt

from parrain.bots import make_bot
from parrain.bots.seeds import seed_from
from parrain.core import BadOption, Game
from parrain.lab.ratings import Ratings
from parrain.lab.simulate import play
from parrain.lab.timed import Timed


@dataclass
class Standing:
    """The result of one bot: its seats, its wins (a shared win counts in part), and its fair share."""

    bot: str
    seats: int = 0
    wins: float = 0.0
    returns: float = 0.0
    due: float = 0.0
    share: float = 0.0
    low: float = 0.0
    high: float = 0.0
    times_due: float = 0.0
    decisions: int = 0
    mean_seconds: float = 0.0
    longest_seconds: float = 0.0
    rating: float | None = None
    unsure: float | None = None

    def add(self, won: float, due: float, worth: float) -> None:
        """One seat in one game."""
        self.seats += 1
        self.wins += won
        self.due += due
        self.returns += worth

    def close(self, bot: Timed, rating: tuple[float, float] | None) -> None:
        """Compute the figures after the last game."""
        if self.seats:
            self.share = self.wins / self.seats
            self.times_due = self.wins / self.due
            self.returns /= self.seats
        self.low, self.high = interval(self.wins, self.seats)
        self.decisions = bot.decisions
        self.mean_seconds = bot.seconds / max(1, bot.decisions)
        self.longest_seconds = bot.longest
        if rating is not None:
            self.rating, self.unsure = rating


@dataclass
class Tournament:
    """The result of a tournament."""

    game: str
    edition: str
    players: int
    games: int
    seed: int
    options: dict[str, object]
    standings: list[Standing] = field(default_factory=list)
    winners: list[list[str]] = field(default_factory=list)
    seconds: float = 0.0


def interval(wins: float, seats: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share, by default at 95 %."""
    if not seats:
        return (0.0, 1.0)
    share = wins / seats
    middle = share + z * z / (2 * seats)
    reach = z * sqrt(share * (1 - share) / seats + z * z / (4 * seats * seats))
    return (max(0.0, (middle - reach) / (1 + z * z / seats)), min(1.0, (middle + reach) / (1 + z * z / seats)))


def lineups(bots: Sequence[str], players: int) -> list[list[str]]:
    """The bots of each game: the last bot fills empty seats; with more bots than seats, every combination plays."""
    if len(bots) <= players:
        return [[*bots, *[bots[-1]] * (players - len(bots))]]
    return [list(chosen) for chosen in combinations(bots, players)]


def tournament(
    game: Game,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    watch: Callable[[int], None] | None = None,
) -> Tournament:
    """Play `games` games. With fewer bots than seats the last one fills up, so that `a,b` is one `a` among `b`s.

    Seats rotate from game to game over the same deal, so that seat and luck cancel out.
    """
    if games < 1 or len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadOption("A tournament needs at least a game and two bots, each named once.")
    tables = lineups(bots, players)
    ready = {name: Timed(make_bot(name, game)) for name in bots}
    found = {name: Standing(name) for name in bots}
    ratings = Ratings(bots)
    result = Tournament(game.id, game.edition.key, players, games, seed, game.settle_options(options or {}))
    start = time.perf_counter()
    for number in range(games):
        turn, deal = number % players, number // players
        lineup = tables[deal % len(tables)]
        specs = lineup[-turn:] + lineup[:-turn] if turn else lineup
        state = game.new(players, seed_from(seed, "deal", deal // len(tables)), None, **result.options)
        play(state, [ready[spec] for spec in specs], specs, seed, number)
        places, returns = state.ranking(), state.returns()
        ratings.add(specs, places)
        result.winners.append([spec for spec, place in zip(specs, places, strict=True) if place == 1])
        for seat, spec in enumerate(specs):
            found[spec].add((places[seat] == 1) / places.count(1), 1 / players, returns[seat])
        if watch is not None:
            watch(number + 1)
    for name, standing in found.items():
        standing.close(ready[name], ratings.of(name))
    result.standings = sorted(found.values(), key=lambda standing: -standing.times_due)
    result.seconds = time.perf_counter() - start
    return result
