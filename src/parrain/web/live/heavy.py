"""Work that takes a while in this process: in threads of its own, by turns, so that nobody's many stop the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from parrain.bots.fair import FairQueue, TooManyWaiting, Visitor, visitor
from parrain.core import say
from parrain.web.live.refused import Refused

PLACES = 2  # threads; one of them is kept for an address that has no work in the other

T = TypeVar("T")
P = ParamSpec("P")


class HeavyWork:
    """Loads tables, verifies records, draws replays."""

    def __init__(self) -> None:
        self.queue = FairQueue(PLACES)
        self.threads = ThreadPoolExecutor(PLACES, "parrain-heavy")
        self.tasks: set[asyncio.Task[Any]] = set()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a thread when it is this visitor's turn; once begun, it goes on if its caller has gone."""
        who = visitor.get()
        try:
            await self.queue.enter(who)
        except TooManyWaiting:
            raise Refused("busy", say("Too much of yours is waiting already; try again in a while.")) from None
        task = asyncio.create_task(self._run(who, lambda: function(*args, **kwargs)))
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def _run(self, who: Visitor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)
        finally:
            self.queue.leave(who)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller has got it, or has gone

    def stop(self) -> None:
        """Begin nothing more."""
        self.threads.shutdown(wait=False, cancel_futures=True)
