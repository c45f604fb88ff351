"""What is measured: a task does some amount of one thing and says how much that was."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from time import process_time
from typing import NamedTuple

MIDGAME_STATES = 40
DECISIONS = "loop"  # the metric of random play from a plain loop over the public API
SIMULATIONS = "search"  # the metric of simulations of an information-set search
SEARCH = int(os.environ.get("PARRAIN_BENCH_SIMULATIONS", "200"))  # from one position; tests take fewer
LONGER = 6  # times the CPU time of the other metrics: positions are unlike, and a search from one takes long
HELD = 0.05  # the least CPU time, in seconds, from which an amount is judged


PROBLEMS: list[dict[str, str]] = []  # what could not be set up, and why


class Done(NamedTuple):
    """What a run did: `count` is what the metric counts, `steps` adds chance's own, `games` were finished."""

    count: int
    steps: int = 0
    games: int = 0


class Task:
    """One thing to measure; `run(amount)` does it that many times (games for a loop, calls for the rest)."""

    def __init__(self, library: str, game: str, players: int, metric: str, run: Callable[[int], Done]) -> None:
        self.library = library
        self.game = game
        self.players = players
        self.metric = metric
        self.run = run
        self.amount = 0

    def facts(self) -> dict[str, object]:
        """What identifies it in the results."""
        return {"library": self.library, "game": self.game, "players": self.players, "metric": self.metric}

    def settle(self, seconds: float) -> None:
        """Warm up, and find the amount that takes about so many seconds."""
        amount, spent = 1, 0.0
        while spent < min(seconds, HELD):
            amount *= 1 if not spent else 2 if spent > HELD / 10 else 8
            start = process_time()
            self.run(amount)
            spent = process_time() - start
        self.amount = max(1, round(amount * seconds / spent))

    def measure(self, seconds: float) -> dict[str, float]:
        """Run once for about so many seconds of CPU time (longer for a search): rates per CPU-second."""
        if not self.amount:
            self.settle(seconds * LONGER if self.metric == SIMULATIONS else seconds)
        gc.collect()
        start = process_time()
        done = self.run(self.amount)
        spent = process_time() - start
        return {"rate": done.count / spent, "steps": max(done.steps, done.count) / spent, "games": done.games / spent}


def attempt(what: str, tasks: Iterator[Task]) -> list[Task]:
    """The tasks of one game; if it cannot be set up that is noted, and the others are measured all the same."""
    try:
        return list(tasks)
    except Exception as error:
        PROBLEMS.append({"what": what, "why": f"{type(error).__name__}: {error}"})
        return []
