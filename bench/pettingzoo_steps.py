"""Decisions a second with observation and mask: our adapter, our games in a vector, PettingZoo's Connect Four.

    pip install 'parrain[pettingzoo]' 'pettingzoo[classic]'
    python bench/pettingzoo_steps.py [seconds a round] [rounds] [another build]

The same rows as those of `make bench`, in CPU seconds, so that it may run beside other work. `another build` is the
folder of an older compiled package (build/compiled of another checkout): its adapter is measured in a process of its
own, each game just before and after ours. Ratios are those of the rounds: the median, the lowest and the highest.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from typing import IO

import ours
import peers
from tasks import Task

ADAPTER_ALONE = "adapter"  # as the last argument: what a process of another build measures


class OtherBuild:
    """The adapter of another build, in a process that measures a game whenever it is asked."""

    def __init__(self, build: str, seconds: float) -> None:
        command = [sys.executable, __file__, str(seconds), "1", ADAPTER_ALONE]
        environment = {**os.environ, "PYTHONPATH": build}
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def measure(self, game: str) -> float:
        """The rate of a game."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{game}\n")
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def answer(tasks: Sequence[Task], seconds: float, asked: IO[str]) -> None:
    """Measure each game that is asked for, and print its rate."""
    by_game = {task.game: task for task in tasks}
    for line in asked:
        print(by_game[line.strip()].measure(seconds)["rate"], flush=True)


def spread(ratios: Sequence[float]) -> str:
    """The median of some ratios, the lowest and the highest."""
    return f"{statistics.median(ratios):5.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def main(seconds: float, rounds: int, build: str) -> None:
    """Measure and print."""
    mine = list(ours.adapter_tasks())
    adapters = [task for task in mine if task.metric == "adapter"]
    vectors = [task for task in mine if task.metric == "vector"]
    if build == ADAPTER_ALONE:
        answer(adapters, seconds, sys.stdin)
        return
    (connect_four,) = [task for task in peers.pettingzoo() if task.game == "connect_four"]
    other = OtherBuild(build, seconds) if build else None
    print(
        f"{mine[0].library}; thousands of decisions a CPU-second, {rounds} rounds; ratios: median (lowest to highest)"
    )
    for adapter, vector in zip(adapters, vectors, strict=True):
        rates: list[float] = []
        against: dict[str, list[float]] = {"connect_four": [], "the adapter": [], "that of the other build": []}
        for _ in range(rounds):
            before = other.measure(adapter.game) if other else 0.0
            now, rate, peer = (task.measure(seconds)["rate"] for task in (adapter, vector, connect_four))
            rates.append(rate)
            against["connect_four"].append(now / peer)
            against["the adapter"].append(rate / now)
            if other:
                against["that of the other build"].append(2 * rate / (before + other.measure(adapter.game)))
        print(f"{adapter.game}, {adapter.players} players: vector {statistics.median(rates) / 1000:.1f}")
        print(f"  adapter, times connect_four: {spread(against.pop('connect_four'))}")
        for what, ratios in against.items():
            if ratios:
                print(f"  vector, times {what}: {spread(ratios)}", flush=True)
    if other:
        other.close()


if __name__ == "__main__":
    given = sys.argv[1:] + ["0.5", "5", ""][len(sys.argv) - 1 :]
    main(float(given[0]), int(given[1]), given[2])
