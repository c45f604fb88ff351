"""What all rooms of a server share: its settings, the store, the bots' processes, counters."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from typing import Any

from parrain.bots.driver import BotPool
from parrain.core.game import EDITIONS
from parrain.table.store import BadStore, Log, Store
from parrain.web.live.heavy import HeavyWork
from parrain.web.settings import Settings

log = logging.getLogger("parrain.store")


class Services:
    """The shared services of one server."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = store or Store(settings.data, settings.mirror)
        if self.store.recovered:
            log.warning("recovered from the mirror", extra={"facts": {"changes": self.store.recovered}})
        for hole in self.store.lost:
            log.error("lines of a table are missing", extra={"facts": hole._asdict()})
        self.writer = self.store.writer
        self.reader = self.store.reader
        os.environ[EDITIONS] = str(settings.data.absolute().with_suffix(".editions"))  # the workers look there too
        self.pool = BotPool(settings.workers, settings.think_seconds)
        self.heavy = HeavyWork()
        self.counts: dict[str, int] = {}
        self.failing = False  # whether the last write failed

    async def keep(self, job: Callable[[Log], Any]) -> Any:
        """Write to the store; returns when it is on the disk. The log says when writing begins to fail, and why."""
        try:
            found = await asyncio.wrap_future(self.writer.do(job))
        except BadStore as error:
            if not self.failing:
                log.error("writes fail", extra={"facts": {"why": str(error), "file": str(self.store.path)}})
            self.failing = True
            raise
        if self.failing:
            log.warning("writes succeed again", extra={"facts": {"file": str(self.store.path)}})
        self.failing = False
        return found

    def count(self, what: str) -> None:
        """Count something for /metrics."""
        self.counts[what] = self.counts.get(what, 0) + 1
