"""Worker processes for bots: a worker that crashes or takes too long over a call is replaced.

Used by the bots of a server (`Pool`) and by a search on several cores (`helper`).

One address delays nobody else's bots: it never holds all workers, and at any time it has one call at most of normal
priority; its others compute in the time that nobody else needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from parrain.bots.fair import IN_SIGHT, FairQueue, TooManyWaiting, Visitor, visitor
from parrain.core.histogram import Histogram
from parrain.games import all_games

START_SECONDS = 60.0  # a process that starts must read the games first
LOW = 10  # how much nicer a call of low priority is: beside one of normal priority it gets a tenth of a core
FEWEST_TO_SHARE = 3  # workers, of which one is kept for an address that has none: of two, one is for quick calls anyway


class WorkerFailed(Exception):
    """A call that crashed, took too long, or whose process has gone."""


def serve_calls(pipe: Connection) -> None:
    """The main loop of a worker: receive a function and its arguments, send back what it returned or raised."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    all_games()  # read them before the first call, whose time is limited
    with contextlib.suppress(EOFError, OSError):
        pipe.send(("ready", None))
        while True:
            function, arguments = pipe.recv()
            try:
                answer = ("returned", function(*arguments))
            except Exception as error:  # reported to the caller, which falls back to another bot
                answer = ("raised", f"{type(error).__name__}: {error}"[:300])
            pipe.send(answer)


def value_of(what: str, value: Any) -> Any:
    """What a call returned; an error if it raised one."""
    if what == "raised":
        raise WorkerFailed(value)
    return value


def at_low_priority(function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function in a thread of low priority, where threads have one: no process may raise its own again."""
    if sys.platform != "linux":
        return function(*arguments)
    with ThreadPoolExecutor(1, initializer=os.nice, initargs=(LOW,)) as thread:
        return thread.submit(function, *arguments).result()


class Worker:
    """One process and our end of its pipe; it answers its calls in order."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve_calls, args=(theirs,), daemon=True, name="parrain-worker")
        self.process.start()
        theirs.close()
        self.unread = 1  # messages still to be received; the first says that the process is ready

    def submit(self, function: Callable[..., Any], *arguments: object) -> None:
        """Start a call without waiting for its result."""
        try:
            self.pipe.send((function, arguments))
        except OSError as error:
            raise WorkerFailed(f"gone: {type(error).__name__}") from None
        self.unread += 1

    def result(self, seconds: float | None) -> Any:
        """The result of the last call; results of earlier calls that nobody waited for are dropped."""
        while True:
            try:
                if not self.pipe.poll(seconds):
                    raise WorkerFailed("too slow")
            except (EOFError, OSError) as error:
                raise WorkerFailed(f"gone: {type(error).__name__}") from None
            answer = self._read()
            if not self.unread:
                return value_of(*answer)

    async def call(self, seconds: float, function: Callable[..., Any], *arguments: object) -> Any:
        """The result of a call, awaited for so many seconds at most."""
        try:
            while self.unread:
                await self._readable(START_SECONDS)
                self._read()
            self.submit(function, *arguments)
            await self._readable(seconds)
        except TimeoutError:
            raise WorkerFailed("too slow") from None
        return value_of(*self._read())

    def _read(self) -> tuple[str, Any]:
        try:
            answer: tuple[str, Any] = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerFailed(f"gone: {type(error).__name__}") from None
        self.unread -= 1
        return answer

    async def _readable(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        number = self.pipe.fileno()
        loop.add_reader(number, ready.set)
        try:
            async with asyncio.timeout(seconds):
                await ready.wait()
        finally:
            loop.remove_reader(number)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with contextlib.suppress(OSError):
            self.pipe.close()
        if self.process.pid is not None and self.process.is_alive():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        self.process.join(timeout=5)


_helpers: dict[int, Worker] = {}


def helper(number: int) -> Worker:
    """A worker of that number for a search on several cores, started once and again if it has died."""
    worker = _helpers.get(number)
    if worker is None or not worker.process.is_alive():
        worker = _helpers[number] = Worker()
    return worker


class Pool:
    """A pool of `count` workers for asynchronous callers; those who wait for a free one get it by turns."""

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self.count = count
        self.prepare: Callable[[], object] | None = None  # called first in each process
        self.free: list[Worker] = []
        self.turns = FairQueue(count, spare=1 if count >= FEWEST_TO_SHARE else 0)
        self.slow_turns = FairQueue(max(1, count - 1))  # one of several workers is always kept for quick calls
        self.workers: list[Worker] = []
        self.calls: set[asyncio.Task[Any]] = set()
        self.by_address: Counter[str] = Counter()  # calls that wait or are under way
        self.answered = 0
        self.waits = Histogram("parrain_bot_wait_seconds", "Seconds that a bot waited for its turn to think")
        self.times = Histogram("parrain_bot_answer_seconds", "Seconds until a bot had answered, waiting included")

    def start(self) -> None:
        """Start the processes; they get ready by themselves."""
        for _ in range(self.count):
            self._new()

    def stop(self) -> None:
        """End the processes."""
        for call in self.calls:
            call.cancel()
        ending, self.workers = self.workers, []
        for worker in ending:
            worker.end()

    def _new(self) -> None:
        worker = Worker()
        if self.prepare is not None:
            with contextlib.suppress(WorkerFailed):  # the first call will notice
                worker.submit(self.prepare)
        self.workers.append(worker)
        self.free.insert(0, worker)  # taken last: it is not ready yet

    async def run(
        self,
        quick: bool,
        function: Callable[..., Any],
        *arguments: object,
        rank: int = IN_SIGHT,
        patience: float | None = None,
        seconds: float | None = None,
        low: bool | None = None,
    ) -> Any:
        """Call a function in a worker, when it is this visitor's turn, or fail if that does not come within `patience`.

        Whoever is cancelled while waiting is forgotten; a call that has begun cannot be interrupted, and goes on.
        `seconds` and `low` (priority) are for a call that was asked and is measured elsewhere.
        """
        who = visitor.get()
        asked = time.monotonic()
        held: list[FairQueue] = []
        self.by_address[who.address] += 1
        try:
            async with asyncio.timeout(patience):
                for queue in (self.turns,) if quick else (self.slow_turns, self.turns):
                    await queue.enter(who, rank)
                    held.append(queue)
        except BaseException as error:
            self._over(who, held)
            if isinstance(error, TimeoutError):
                raise WorkerFailed("waited too long") from None
            if isinstance(error, TooManyWaiting):
                raise WorkerFailed("too many wait") from None
            raise
        is_measured = seconds is None
        if seconds is None:
            waited = time.monotonic() - asked
            self.waits.observe(waited)
            seconds = self.seconds if patience is None else self.seconds - waited
        if self.by_address[who.address] > 1 if low is None else low:
            function, arguments = at_low_priority, (function, *arguments)
        call = asyncio.create_task(self._run(who, held, seconds, function, *arguments))
        self.calls.add(call)
        call.add_done_callback(self._done)
        found = await asyncio.shield(call)
        if is_measured:
            self.times.observe(time.monotonic() - asked)
        return found

    def _over(self, who: Visitor, held: Sequence[FairQueue]) -> None:
        """A call is over, or does not begin: give its places back."""
        for queue in held:
            queue.leave(who)
        self.by_address[who.address] -= 1
        if not self.by_address[who.address]:
            del self.by_address[who.address]

    def _done(self, call: asyncio.Task[Any]) -> None:
        self.calls.discard(call)
        if not call.cancelled():
            call.exception()  # mark it as retrieved: the caller has got it, or has gone

    async def _run(
        self, who: Visitor, held: Sequence[FairQueue], seconds: float, function: Callable[..., Any], *arguments: object
    ) -> Any:
        worker = self.free.pop()
        try:
            found = await worker.call(seconds, function, *arguments)
            self.free.append(worker)
            self.answered += 1
            return found
        except BaseException:  # it may still be busy with that call: replace it
            if worker in self.workers:
                self.workers.remove(worker)
                worker.end()
                self._new()
            raise
        finally:
            self._over(who, held)
