"""What all rooms of a server share: its settings, the store, the bots' processes, counters."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from parrain.bots.driver import BotPool, warm_up
from parrain.core.game import EDITIONS
from parrain.core.histogram import Histogram
from parrain.table.store import MOVED, BadStore, Log, Store
from parrain.web.live.game import LiveGame
from parrain.web.live.heavy import HeavyWork
from parrain.web.settings import Settings

if TYPE_CHECKING:  # which needs psycopg
    from parrain.table.ownership import PostgresStore

    AnyStore = Store | PostgresStore

log = logging.getLogger("parrain.store")

COUNTED = (
    "choices",
    "errors",
    "handed_on",
    "messages",
    "tables_deleted",
    "tables_loaded",
    "tables_made",
    "undos",
)  # for /metrics

T = TypeVar("T")


class Services:
    """The shared services of one server."""

    def __init__(self, settings: Settings, store: AnyStore | None = None) -> None:
        self.settings = settings
        self.store = store or Store(settings.data, settings.mirror)
        self.shared = None if isinstance(self.store, Store) else self.store
        if self.store.recovered:
            log.warning("recovered from the mirror", extra={"facts": {"changes": self.store.recovered}})
        for hole in self.store.lost:
            log.error("lines of a table are missing", extra={"facts": hole._asdict()})
        self.writer = self.store.writer
        os.environ[EDITIONS] = str(settings.data.absolute().with_suffix(".editions"))  # the workers look there too
        self.pool = self._make_pool()
        self.pool.prepare = warm_up if settings.warm_bots else None
        self.heavy = HeavyWork()
        self.counts = dict.fromkeys(COUNTED, 0)
        self.choice_times = Histogram("parrain_choice_seconds", "Seconds from a choice's message until it is stored")
        self.failing = False  # whether the last write failed

    def _make_pool(self) -> BotPool:
        if self.shared is None:
            return BotPool(self.settings.workers, self.settings.think_seconds)
        from parrain.table.thinking import SharedPool

        return SharedPool(self.shared.url, self.shared.secret, self.settings.workers, self.settings.think_seconds)

    @property
    def reader(self) -> Log:
        """The store, for whoever may wait for it."""
        return self.store.reader

    async def keep(self, job: Callable[[Log], Any]) -> Any:
        """Write to the store; returns when it is on the disk. The log says when writing begins to fail, and why."""
        try:
            found = await self.writer.keep(job)
        except BadStore as error:
            if error.code == MOVED:  # another server has written
                raise
            if not self.failing:
                log.error("writes fail", extra={"facts": {"why": str(error), "file": self.store.name}})
            self.failing = True
            raise
        if self.failing:
            log.warning("writes succeed again", extra={"facts": {"file": self.store.name}})
        self.failing = False
        return found

    async def read(self, job: Callable[[Log], T]) -> T:
        """Read from the store: a file at once, a database without holding up everybody else."""
        if self.shared is None:
            return job(self.reader)
        return await self.in_thread(self.shared.read, job)

    async def in_thread(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function that waits for the database."""
        assert self.shared is not None
        return await asyncio.get_running_loop().run_in_executor(self.shared.threads, function, *args)

    def abandon(self, live: LiveGame) -> None:
        """Drop a table of which it is not known what is stored; the next who needs it loads it anew."""

    def finished(self, live: LiveGame) -> None:
        """A game has ended."""

    def count(self, what: str, number: int = 1) -> None:
        """Count something for /metrics."""
        self.counts[what] = self.counts.get(what, 0) + number
