"""Run an experiment: on this core, in several processes, or on the workers of a Dask cluster."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice

from parrain.core import ParrainError
from parrain.lab.experiment import Experiment, Part
from parrain.lab.recorder import Tables, play_part
from parrain.lab.store import Results
from parrain.lab.worker import ignore_interrupts, play_in_worker

AHEAD = 2  # parts handed to each worker at a time
MOST_FAILURES = 5  # pools of processes that may break without a part finished in between

Played = Iterator[tuple[Part, Tables]]
Player = Callable[[Experiment, Iterable[Part]], Played]


class RunFailed(ParrainError):
    """Workers that do not stay alive."""


def run(
    results: Results,
    play: Player,
    watch: Callable[[int], None] | None = None,
    wanted: Callable[[Part], bool] = lambda part: True,
) -> None:
    """Play the parts that are missing, or those that are `wanted`; `watch` is told how many games are done."""
    done = sum(part.count for part in results.done())
    if watch is not None:
        watch(done)
    for part, tables in play(results.experiment, filter(wanted, results.missing())):
        results.write(part, tables)
        done += part.count
        if watch is not None:
            watch(done)


def in_this_process(experiment: Experiment, parts: Iterable[Part]) -> Played:
    """Play one part after the other."""
    for part in parts:
        yield part, play_part(experiment, part)


@contextmanager
def processes(count: int) -> Iterator[Player]:
    """A player with that many processes; where one dies, its part is played again."""
    pools: list[ProcessPoolExecutor] = []

    def pool() -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        pools.append(ProcessPoolExecutor(count, context, ignore_interrupts))
        return pools[-1]

    def play(experiment: Experiment, parts: Iterable[Part]) -> Played:
        text = experiment.to_json()
        left = list(parts)
        failures = 0
        while left:
            try:
                for part, tables in played_by(pool() if not pools else pools[-1], text, left, count):
                    left.remove(part)
                    failures = 0
                    yield part, tables
            except BrokenProcessPool:
                failures += 1
                if failures == MOST_FAILURES:
                    raise RunFailed("Workers that play the games die again and again.") from None
                pool()

    try:
        yield play
    except KeyboardInterrupt:
        for worker in [worker for each in pools for worker in (each._processes or {}).values()]:
            worker.kill()  # a part may take long, and the next run plays it again
        raise
    finally:
        for each in pools:
            each.shutdown(wait=True, cancel_futures=True)


def played_by(pool: ProcessPoolExecutor, text: str, parts: Iterable[Part], count: int) -> Played:
    """Play parts in a pool, a few ahead, as they are done."""
    waiting = iter(list(parts))
    running: dict[Future[Tables], Part] = {}
    while True:
        for part in islice(waiting, AHEAD * count - len(running)):
            running[pool.submit(play_in_worker, text, part)] = part
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield running.pop(future), future.result()
