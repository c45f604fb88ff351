"""Bots against bots at equal seats: every line-up plays the same seeds from every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from parrain.bots import make_bot
from parrain.bots.luck import seed_from
from parrain.core import BadOption, Game
from parrain.lab.simulate import play


@dataclass
class Standing:
    """What one bot did: its seats, what it won of them (a shared win counts in part), and what its share would be."""

    bot: str
    seats: int = 0
    wins: float = 0.0
    returns: float = 0.0
    due: float = 0.0
    share: float = 0.0
    low: float = 0.0
    high: float = 0.0
    times_due: float = 0.0


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
    seconds: float = 0.0


def interval(wins: float, seats: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not seats:
        return (0.0, 1.0)
    z = 1.96
    share = wins / seats
    middle = share + z * z / (2 * seats)
    reach = z * sqrt(share * (1 - share) / seats + z * z / (4 * seats * seats))
    return (max(0.0, (middle - reach) / (1 + z * z / seats)), min(1.0, (middle + reach) / (1 + z * z / seats)))


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

    Seats rotate from game to game over the same deal, so that no bot owes anything to its seat or its luck.
    """
    if games < 1 or not 2 <= len(bots) <= players:
        raise BadOption("A tournament of {players} players needs at least a game and from 2 to {players} bots.", players=players)
    lineup = [*bots, *[bots[-1]] * (players - len(bots))]
    names = list(dict.fromkeys(lineup))
    ready = {name: make_bot(name, game) for name in names}
    found = {name: Standing(name) for name in names}
    result = Tournament(game.id, game.edition.key, players, games, seed, game.settle_options(options or {}))
    start = time.perf_counter()
    for number in range(games):
        turn = number % players
        specs = lineup[-turn:] + lineup[:-turn] if turn else lineup
        state = game.new(players, seed_from(seed, "deal", number // players), None, **result.options)
        play(state, [ready[spec] for spec in specs], specs, seed, number)
        places, returns = state.ranking(), state.returns()
        for seat, spec in enumerate(specs):
            standing = found[spec]
            standing.seats += 1
            standing.due += 1 / players
            standing.wins += (places[seat] == 1) / places.count(1)
            standing.returns += returns[seat]
        if watch is not None:
            watch(number + 1)
    for standing in found.values():
        standing.share = standing.wins / standing.seats
        standing.low, standing.high = interval(standing.wins, standing.seats)
        standing.times_due = standing.wins / standing.due
        standing.returns /= standing.seats
    result.standings = sorted(found.values(), key=lambda standing: -standing.share)
    result.seconds = time.perf_counter() - start
    return result
