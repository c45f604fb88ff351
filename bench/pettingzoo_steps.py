"""Decisions a second with observation and mask: our adapter, our games in a vector, PettingZoo's Connect Four.

    pip install 'parrain[pettingzoo]' 'pettingzoo[classic]'
    python bench/pettingzoo_steps.py [seconds a round] [rounds]

The same rows as those of `make bench`, in one process, by turns; CPU seconds; the median counts.
"""

from __future__ import annotations

import statistics
import sys

import ours
import peers


def main(seconds: float, rounds: int) -> None:
    """Measure and print."""
    tasks = [task for task in peers.pettingzoo() if task.game == "connect_four"]
    tasks += list(ours.adapter_tasks())
    rates = [[task.measure(seconds)["rate"] for task in tasks] for _ in range(rounds)]
    medians = [statistics.median(each) for each in zip(*rates, strict=True)]
    print(f"{tasks[1].library}; thousands of decisions a CPU-second")
    for at, (task, median) in enumerate(zip(tasks, medians, strict=True)):
        against = "" if not at else f"{median / medians[0]:6.2f} times connect_four"
        if task.metric == "vector":
            against = f"{median / medians[at - 1]:6.2f} times the adapter"
        print(f"{task.game:22} {task.players} players {task.metric:8} {median / 1000:7.1f} {against}")


if __name__ == "__main__":
    main(float((sys.argv[1:] or ["0.5"])[0]), int((sys.argv[2:] or ["5"])[0]))
