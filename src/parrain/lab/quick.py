"""A quick comparison of an edition with a changed one: pairs of games over the same deals, some at a time.

Nothing is kept between two calls: what has been counted so far is handed in and comes back, so that a server can show
progress and need not remember who compares what. Intervals are those of a sequential test: one may look at any time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from parrain.bots import make_bot
from parrain.bots.seeds import seed_from
from parrain.core import Game
from parrain.core.edition import changed
from parrain.games import game as find_game
from parrain.lab.experiment import game_with
from parrain.lab.simulate import play
from parrain.lab.statistics import Sequential, is_within

BOT = "greedy:1"  # looks one choice ahead: a sensible player that takes milliseconds
ALPHA = 0.05
MARGIN = 0.02  # a smaller difference does not matter


@dataclass
class Tally:
    """Pairs of games so far: sums of the shares of the win by seat, the differences counted by value, the lengths."""

    games: int
    base: list[float]
    changed: list[float]
    differences: list[dict[str, int]]
    lengths: list[int] = field(default_factory=lambda: [0, 0])


@dataclass
class SeatDifference:
    """Shares of the win of a seat, and the interval of their difference; all seats' intervals hold together."""

    base: float
    changed: float
    low: float
    high: float

    @property
    def differs(self) -> bool:
        """Whether there is a difference beyond chance."""
        return self.low > 0 or self.high < 0

    @property
    def sure(self) -> bool:
        """Whether more games would hardly change the answer."""
        return self.differs or is_within((self.low, self.high), MARGIN)


def empty(players: int) -> Tally:
    """No games yet."""
    return Tally(0, [0.0] * players, [0.0] * players, [{} for _ in range(players)])


def changed_game(game: Game, changes: Mapping[str, object]) -> Game:
    """The game with some values of its edition replaced; what cannot be played is refused."""
    found = game_with(game.id, json.dumps(changed(game.edition, changes).data))
    for players in range(game.fewest, game.most + 1):
        found.new(players, 0)
    return found


def play_pairs(
    name: str, changes: Mapping[str, object], players: int, tally: Tally, most: int, seconds: float, seed: int = 0
) -> Tally:
    """Play on from a tally: so many pairs at most, and none is begun after so many seconds."""
    before = find_game(name)
    sides = (before, changed_game(before, changes))
    until = time.monotonic() + seconds
    while tally.games < most and (time.monotonic() < until):
        shares = []
        for side, game in enumerate(sides):
            state = game.new(players, seed_from(seed, "game", tally.games))
            tally.lengths[side] += play(state, [make_bot(BOT, game)] * players, [BOT] * players, seed, tally.games)
            places = state.ranking()
            shares.append([(place == 1) / places.count(1) for place in places])
        tally.games += 1
        for seat in range(players):
            tally.base[seat] += shares[0][seat]
            tally.changed[seat] += shares[1][seat]
            key = f"{shares[1][seat] - shares[0][seat]:.4f}"
            tally.differences[seat][key] = tally.differences[seat].get(key, 0) + 1
    return tally


def play_pairs_in_worker(
    name: str, changes: Mapping[str, object], players: int, tally: Mapping[str, Any], most: int, seconds: float
) -> dict[str, Any]:
    """Call `play_pairs` in a worker, with the tally as plain values."""
    return asdict(play_pairs(name, changes, players, Tally(**tally), most, seconds))


def compare(tally: Tally) -> list[SeatDifference]:
    """What the pairs of games say of each seat."""
    found = []
    count = max(1, tally.games)
    for base, after, counted in zip(tally.base, tally.changed, tally.differences, strict=True):
        test = Sequential()
        test.add(values(counted))
        low, high = test.interval(ALPHA / len(tally.base))
        found.append(SeatDifference(base / count, after / count, low, high))
    return found


def values(counted: Mapping[str, int]) -> Sequence[float]:
    """Differences counted by value, one by one."""
    return [float(value) for value, count in sorted(counted.items()) for _ in range(count)]
