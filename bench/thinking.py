"""The queue of the bots (`parrain think`): how many calls a second go through it, and how long one takes.

    python bench/thinking.py                              one and two thinkers of one process each
    python bench/thinking.py --thinkers 1,2,4 --workers 2 --seconds 10 --at-once 32

A server without workers asks for bots of a kind, so many at a time; thinkers in processes of their own take the calls
from a PostgreSQL that is started for this (or that of DATABASE_URL) and answer. Beside it the same calls in a server's
own workers, without a queue: the difference is what the queue costs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the PostgreSQL of the tests

import parrain
from parrain.bots.driver import BotPool, Question, think_in_worker, warm_up
from parrain.bots.fair import Visitor, visitor
from parrain.bots.levels import is_quick
from parrain.table.postgres import migrate
from parrain.table.thinking import SharedPool
from tests.web.engines import given_url, schema, start_postgres

BOTS = ("random", "greedy", "search:60")
LIMIT = 60.0  # seconds, for one call


@contextmanager
def thinkers(url: str, count: int, workers: int) -> Iterator[None]:
    """So many of `parrain think`."""
    command = [sys.executable, "-m", "parrain", "--language", "en", "think", "--workers", str(workers)]
    with ExitStack() as stack:
        for _ in range(count):
            process = stack.enter_context(
                subprocess.Popen(command, env={**os.environ, "DATABASE_URL": url}, stdout=subprocess.PIPE, text=True)
            )
            stack.callback(process.terminate)
            assert process.stdout is not None
            process.stdout.readline()
        yield


async def measure(pool: BotPool, bot: str, at_once: int, seconds: float) -> str:
    """Ask so many at a time, each from an address of its own; a row of the table."""
    game = parrain.game("gangster")
    state = game.new(2, 7)
    seat = state.current_players()[0]
    data = Question(bot, game, state.view(seat), state.legal_actions(seat), 5).data()
    times: list[float] = []

    async def ask(number: int, until: float, kept: list[float]) -> None:
        visitor.set(Visitor(f"10.0.0.{number}"))
        while time.monotonic() < until:
            began = time.monotonic()
            await pool.run(is_quick(bot, game), think_in_worker, bot, False, *data)
            kept.append(time.monotonic() - began)

    for kept, length in (([], 2.0), (times, seconds)):
        began = time.monotonic()
        until = began + length
        await asyncio.gather(*(ask(number, until, kept) for number in range(at_once)))
    took = time.monotonic() - began
    times.sort()
    middle, late = (1000 * times[int(len(times) * share)] for share in (0.5, 0.99))
    return f"{len(times) / took:.0f} | {middle:.1f} | {late:.1f} |"


async def ask_queue(url: str, at_once: int, seconds: float, name: str) -> None:
    """Measure calls that go through the queue."""
    pool = SharedPool(url, "secret", 0, LIMIT)
    pool.start()
    for bot in BOTS:
        print(f"| {name} | {bot} | {await measure(pool, bot, at_once, seconds)}", flush=True)
    pool.stop()


async def ask_workers(workers: int, at_once: int, seconds: float) -> None:
    """Measure calls in workers of our own."""
    pool = BotPool(workers, LIMIT)
    pool.prepare = warm_up
    pool.start()
    for bot in BOTS:
        print(f"| own workers, {workers} | {bot} | {await measure(pool, bot, at_once, seconds)}", flush=True)
    pool.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--thinkers", default="1,2", help="how many processes of `parrain think`, one run for each")
    parser.add_argument("--workers", type=int, default=2, help="workers of each, and of the server without a queue")
    parser.add_argument("--at-once", type=int, default=16, help="calls that are asked at a time")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each measurement")
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}")
    print("\n| | bot of Gangster | calls a second | median ms | p99 ms |\n|---|---|---|---|---|", flush=True)
    asyncio.run(ask_workers(chosen.workers, chosen.at_once, chosen.seconds))
    base = given_url() or start_postgres(Path(tempfile.mkdtemp(prefix="parrain-queue-")))
    for count in map(int, chosen.thinkers.split(",")):
        with schema(base) as url:
            migrate(url)
            name = f"queue, {count} × {chosen.workers}"
            with thinkers(url, count, chosen.workers):
                asyncio.run(ask_queue(url, chosen.at_once, chosen.seconds, name))


if __name__ == "__main__":
    main()
