"""What the lab costs beside the games themselves: CPU time, so that a busy machine changes little.

python bench/lab.py [GAME BOT GAMES]
"""

import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

from parrain.games import game as find_game
from parrain.lab.experiment import QUESTIONS, resolve
from parrain.lab.run import in_this_process, processes, run
from parrain.lab.simulate import simulate
from parrain.lab.store import create

TURNS = 3


def cpu_of(data: dict[str, object], workers: int = 1) -> tuple[float, float]:
    """CPU seconds of an experiment: of this process, and of its workers."""
    folder = Path(tempfile.mkdtemp())
    results = create(folder / "bench.lab", resolve(data))
    below = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.process_time()
    if workers == 1:
        run(results, in_this_process)
    else:
        with processes(workers) as play:
            run(results, play)
    own = time.process_time() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(folder)
    return own, after.ru_utime + after.ru_stime - below.ru_utime - below.ru_stime


def cpu_alone(name: str, bot: str, games: int) -> float:
    """CPU seconds of the same games without the lab."""
    game = find_game(name)
    start = time.process_time()
    simulate(game, game.fewest, games, [bot], 1)
    return time.process_time() - start


def main(name: str, bot: str, games: int) -> None:
    """Measure by turns, and take the quickest of each: a busy machine only ever adds."""
    data: dict[str, object] = {"game": name, "bots": [bot], "games": games, "seed": 1}
    bare, full = {**data, "questions": []}, {**data, "questions": list(QUESTIONS)}
    turns = [(cpu_alone(name, bot, games), cpu_of(bare)[0], cpu_of(full)[0]) for _ in range(TURNS)]
    alone, counted, recorded = (min(each) for each in zip(*turns, strict=True))
    parent, workers = cpu_of(bare, 2)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{name} {bot}, {games} games: {1000 * alone / games:.2f} ms CPU a game alone")
    print(f"  counted {counted / alone:.3f} times that, recorded with all questions {recorded / alone:.3f} times")
    print(f"  two workers: {workers / alone:.2f} times (starting them included), this process {parent / alone:.3f}")
    print(f"  peak memory of this process {most} MB")


if __name__ == "__main__":
    given = sys.argv[1:] or ["district-noir", "greedy:1", "500"]
    main(given[0], given[1], int(given[2]))
