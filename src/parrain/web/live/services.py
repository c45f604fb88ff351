"""What all rooms of a server share: its settings, the store, the bots' processes, counters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from parrain.bots.driver import BotPool
from parrain.table.store import Log, SqliteLog, Writer
from parrain.web.settings import Settings


class Services:
    """The shared services of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.writer = Writer(SqliteLog(settings.data))
        self.reader = SqliteLog(settings.data)
        self.pool = BotPool(settings.workers, settings.think_seconds)
        self.counts: dict[str, int] = {}

    async def keep(self, job: Callable[[Log], Any]) -> Any:
        """Write to the store; returns when it is on the disk."""
        return await asyncio.wrap_future(self.writer.do(job))

    def count(self, what: str) -> None:
        """Count something for /metrics."""
        self.counts[what] = self.counts.get(what, 0) + 1
