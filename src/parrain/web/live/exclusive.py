"""One operation on a table at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Exclusive:
    """Runs the operations on one table one after the other, each to its end even if its caller has gone."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.touched = time.monotonic()  # when the last operation began

    async def run(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Run an operation when those before it are done."""

        async def alone() -> T:
            async with self.lock:
                self.touched = time.monotonic()
                return await operation()

        return await asyncio.shield(self._start(alone()))

    def spawn(self, operation: Callable[[], Awaitable[None]]) -> None:
        """The same without waiting for it."""
        self._start(self.run(operation))

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def finish(self, seconds: float) -> None:
        """Wait for what has been begun."""
        if self.tasks:
            await asyncio.wait(set(self.tasks), timeout=seconds)


class HasExclusive(Protocol):
    """A part of a room."""

    exclusive: Exclusive


S = TypeVar("S", bound=HasExclusive)


def exclusively(
    method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """A method that runs as one exclusive operation of its room."""

    @wraps(method)
    async def alone(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.exclusive.run(partial(method, self, *args, **kwargs))

    return alone
