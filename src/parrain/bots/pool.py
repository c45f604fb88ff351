"""Worker processes for bots: a worker that crashes or takes too long over a call is replaced.

Used by the bots of a server (`Pool`) and by a search on several cores (`helper`).
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from parrain.games import all_games

START_SECONDS = 60.0  # a process that starts must read the games first


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
            found = self._read()
            if not self.unread:
                return found

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
        return self._read()

    def _read(self) -> Any:
        try:
            what, value = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerFailed(f"gone: {type(error).__name__}") from None
        self.unread -= 1
        if what == "raised":
            raise WorkerFailed(value)
        return value

    async def _readable(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        number = self.pipe.fileno()
        loop.add_reader(number, ready.set)
        try:
            await asyncio.wait_for(ready.wait(), seconds)
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
    """A pool of `count` workers for asynchronous callers; a call waits for a free one."""

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self.count = count
        self.free: asyncio.Queue[Worker] = asyncio.Queue()
        self.slow = asyncio.Semaphore(max(1, count - 1))  # one of several is always kept for quick calls
        self.workers: list[Worker] = []
        self.calls: set[asyncio.Task[Any]] = set()
        self.answered = 0

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
        self.workers.append(worker)
        self.free.put_nowait(worker)

    async def run(self, quick: bool, function: Callable[..., Any], *arguments: object) -> Any:
        """Call a function in a worker; it cannot be interrupted, so it goes on if the caller is cancelled."""
        call = asyncio.create_task(self._run(quick, function, *arguments))
        self.calls.add(call)
        call.add_done_callback(self._done)
        return await asyncio.shield(call)

    def _done(self, call: asyncio.Task[Any]) -> None:
        self.calls.discard(call)
        if not call.cancelled():
            call.exception()  # mark it as retrieved: the caller has got it, or has gone

    async def _run(self, quick: bool, function: Callable[..., Any], *arguments: object) -> Any:
        async with contextlib.nullcontext() if quick else self.slow:
            worker = await self.free.get()
            try:
                found = await worker.call(self.seconds, function, *arguments)
            except BaseException:  # it may still be busy with that call: replace it
                if worker in self.workers:
                    self.workers.remove(worker)
                    worker.end()
                    self._new()
                raise
            self.free.put_nowait(worker)
            self.answered += 1
            return found
