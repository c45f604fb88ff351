"""Decisions a second with observation and mask: our adapter, our games in a vector, PettingZoo's Connect Four.

    pip install 'parrain[pettingzoo]' 'pettingzoo[classic]'
    python bench/pettingzoo_steps.py [seconds a round] [rounds] [another build]

The same rows as those of `make bench`, by turns; CPU seconds; the median counts. `another build` is the folder of an
older compiled package (build/compiled of another checkout): its adapter is measured by turns in a process of its own.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence

import ours
import peers
from tasks import Task

ADAPTER_ALONE = "adapter"  # as the last argument: what a process of another build measures


def measure(tasks: Sequence[Task], seconds: float) -> list[float]:
    """The rate of each task."""
    return [task.measure(seconds)["rate"] for task in tasks]


def measure_build(build: str, seconds: float) -> list[float]:
    """The rates of the adapter of another build, game by game."""
    command = [sys.executable, __file__, str(seconds), "1", ADAPTER_ALONE]
    found = subprocess.run(command, env={**os.environ, "PYTHONPATH": build}, stdout=subprocess.PIPE, check=True)
    rates: list[float] = json.loads(found.stdout)
    return rates


def medians(rounds: Sequence[Sequence[float]]) -> list[float]:
    """The median of each row over the rounds."""
    return [statistics.median(each) for each in zip(*rounds, strict=True)]


def main(seconds: float, rounds: int, build: str) -> None:
    """Measure and print."""
    mine = list(ours.adapter_tasks())
    if build == ADAPTER_ALONE:
        print(json.dumps(measure([task for task in mine if task.metric == "adapter"], seconds)))
        return
    connect_four = [task for task in peers.pettingzoo() if task.game == "connect_four"]
    tasks = connect_four + mine
    now: list[list[float]] = []
    before: list[list[float]] = []
    for _ in range(rounds):
        now.append(measure(tasks, seconds))
        if build:
            before.append(measure_build(build, seconds))
    peer, *rates = medians(now)
    older = medians(before) if build else []
    print(f"{mine[0].library}; thousands of decisions a CPU-second; connect_four {peer / 1000:.1f}")
    for at in range(0, len(mine), 2):
        adapter, vector = rates[at], rates[at + 1]
        row = (
            f"{mine[at].game:22} {mine[at].players} players  adapter {adapter / 1000:7.1f}  {adapter / peer:5.2f} times"
        )
        row += f" connect_four  vector {vector / 1000:7.1f}  {vector / adapter:5.2f} times the adapter"
        if older:
            row += f", {vector / older[at // 2]:5.2f} times that of the other build ({older[at // 2] / 1000:.1f})"
        print(row)


if __name__ == "__main__":
    given = sys.argv[1:] + ["0.5", "5", ""][len(sys.argv) - 1 :]
    main(float(given[0]), int(given[1]), given[2])
