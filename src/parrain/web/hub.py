"""All tables that are in memory: found, made and dropped here. What happens at one of them is in room.py."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from parrain.core import BadOption, Game, ParrainError, Record, say
from parrain.games import game as find_game
from parrain.games import kinds
from parrain.locale import render
from parrain.table.seats import Chair, clean_name, named_apart
from parrain.table.store import (
    BOT,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    WAITING,
    Batch,
    Kept,
    Log,
    Seating,
    Sheet,
    SqliteLog,
    Writer,
)
from parrain.web.analyst import Analyst
from parrain.web.bodies import NewTable
from parrain.web.live import Live, game_of
from parrain.web.messages import Moved
from parrain.web.room import Refused, Room
from parrain.web.settings import Settings
from parrain.web.thinking import Thinkers

log = logging.getLogger("parrain.hub")

DAY = 24 * 3600.0
FORGET_EVERY = 3600.0
MOST_FORGOTTEN = 200  # at a stroke: choices wait while they are deleted


class NoTable(ParrainError):
    """A table that is not here."""


class Hub:
    """The tables in memory, the log on the disk, and the bots' processes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.writer = Writer(SqliteLog(settings.data))
        self.reader = SqliteLog(settings.data)
        self.thinkers = Thinkers(settings.workers, settings.think_seconds)
        self.analyst = Analyst(self.thinkers, settings.analysis_seconds)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.forgetting = asyncio.Lock()
        self.sweepers: list[asyncio.Task[None]] = []
        self.begun = time.time()
        self.counts: dict[str, int] = {}

    async def start(self) -> None:
        """Be ready for people."""
        self.thinkers.start()
        self.sweepers = [asyncio.create_task(self._sweep()), asyncio.create_task(self._forget())]

    async def stop(self) -> None:
        """Say goodbye, write what is waiting, end what was started."""
        for sweeper in self.sweepers:
            sweeper.cancel()
        for room in list(self.rooms.values()):
            await room.close()
        self.analyst.stop()
        self.thinkers.stop()
        await asyncio.to_thread(self.writer.stop)
        self.reader.close()

    async def keep(self, job: Callable[[Log], Any]) -> Any:
        """Have it written; comes back when it is on the disk."""
        return await asyncio.wrap_future(self.writer.do(job))

    def count(self, what: str) -> None:
        """Count something for /metrics."""
        self.counts[what] = self.counts.get(what, 0) + 1

    # -- finding --------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The table of that name, brought back from the disk if need be."""
        room = self.rooms.get(table)
        if room is not None:
            room.touched = time.monotonic()
            return room
        task = self.loading.get(table)
        if task is None:
            task = self.loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Room:
        async with self.forgetting:  # what is being deleted is not brought back half
            kept = self.reader.load(table) if len(table) <= 40 else None
        if kept is None:
            raise NoTable("There is no table {table} here.", table=table[:40])
        if len(self.rooms) >= self.settings.most_tables:
            raise BadOption("There are too many tables just now; try again in a while.")
        live = await asyncio.to_thread(Live, kept)
        room = self.rooms[table] = Room(live, self)
        self.count("tables_loaded")
        self.writer.do(lambda log: log.touch(table))  # nobody waits for that
        return room

    async def _sweep(self) -> None:
        """Drop from memory what nobody looks at; it is on the disk."""
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle_seconds / 4))
            now = time.monotonic()
            for table, room in list(self.rooms.items()):
                room.live.drawn.clear()
                if not room.sockets and not room.lock.locked() and now - room.touched > self.settings.idle_seconds:
                    del self.rooms[table]
                    with contextlib.suppress(Exception):
                        await room.close()

    async def _forget(self) -> None:
        """Every so often, delete tables that nobody has touched for a long time."""
        while self.settings.keep_days:
            with contextlib.suppress(ParrainError):  # a disk that is full says so elsewhere
                if await self.forget(time.time()) == MOST_FORGOTTEN:
                    continue
            await asyncio.sleep(FORGET_EVERY)

    async def forget(self, now: float) -> int:
        """Delete what is too old at that time and not in memory, a bounded number; how many."""
        days = self.settings.keep_days
        unplayed = min(days, self.settings.keep_unplayed_days)
        async with self.forgetting:
            spared = {*self.rooms, *self.loading}
            old = await self.keep(
                lambda log: log.forget(now - days * DAY, now - unplayed * DAY, spared, MOST_FORGOTTEN)
            )
        for table in old:
            self.analyst.studies.pop(table, None)
            self.count("tables_deleted")
        if old:
            log.info("tables deleted", extra={"facts": {"tables": len(old)}})
        return len(old)

    # -- making ---------------------------------------------------------------------------------------

    async def make(self, wish: NewTable, maker: str) -> Room:
        """A new table as somebody wants it."""
        if wish.game not in kinds():
            raise BadOption("There is no game {name}; there are: {known}.", name=wish.game, known=", ".join(kinds()))
        known = find_game(wish.game)
        if wish.edition and wish.edition not in known.editions():  # never a path: that is for one's own machine
            raise BadOption("{game} has no edition {name}; it has: {known}.",
                            game=known.title, name=wish.edition, known=", ".join(known.editions()))  # fmt: skip
        game = find_game(wish.game, wish.edition or None)
        if not game.fewest <= len(wish.seats) <= game.most:
            raise BadOption("{game} is for {fewest} to {most} players, not {players}.",
                            game=game.title, fewest=game.fewest, most=game.most, players=len(wish.seats))  # fmt: skip
        chairs = named_apart([self._chair(each.kind, each.name, each.bot) for each in wish.seats])
        seats = [
            Seating(each.kind, chair.name, chair.bot, False, frozenset([maker]) if each.kind == PERSON else frozenset())
            for each, chair in zip(wish.seats, chairs, strict=True)
        ]
        clock = {"kind": wish.clock.kind, "seconds": wish.clock.seconds} if wish.clock is not None else None
        record = Record(
            game.id, game.edition.key, len(seats), secrets.randbelow(1 << 96), game.settle_options(wish.options)
        )
        return await self.create(record, seats, maker, wish.open, clock)

    def _chair(self, kind: str, name: str, bot: str) -> Chair:
        if kind == BOT:
            return Chair(clean_name(name) if name else "", self.allowed_bot(bot))
        return Chair(clean_name(name) if name and kind == PERSON else "", "")

    def allowed_bot(self, spec: str) -> str:
        """A bot that may sit at a table here; the middle of the list if none is named."""
        spec = spec or self.settings.bots[len(self.settings.bots) // 2]
        if spec not in self.settings.bots:
            raise BadOption(
                "There is no bot “{name}”; there are: {known}.", name=spec[:40], known=", ".join(self.settings.bots)
            )
        return spec

    async def create(
        self, record: Record, seats: Sequence[Seating], maker: str, listed: bool = False, clock: dict[str, Any] | None = None,
        batches: Sequence[Batch] = (), state: str = "",
    ) -> Room:  # fmt: skip
        """Keep a new table, and bring it to life."""
        if not state:
            state = WAITING if any(each.kind == OPEN for each in seats) else PLAYING
        head = Record(record.game, record.edition, record.players, record.seed, record.options)
        sheet = Sheet(secrets.token_urlsafe(9), time.time(), "\n".join(head.head()) + "\n", listed, clock, maker, state)
        live = await asyncio.to_thread(Live, Kept(sheet, tuple(seats), tuple(batches)))
        await self.keep(lambda log: log.create(sheet, seats, batches))
        room = self.rooms[sheet.id] = Room(live, self)
        self.count("tables_made")
        return room

    async def fork(self, room: Room, moment: int, seat: int, name: str, bot: str, maker: str) -> Room:
        """Play on from a moment of a finished game, in one seat, against bots."""
        live = room.live
        if live.state != OVER or live.table is None:
            raise BadOption("One can play on from a moment only once the game is over.")
        if not 0 <= seat < live.players or not 0 <= moment <= live.moment:
            raise BadOption(
                "This game has seats 0 to {seats} and moments 0 to {moments}.",
                seats=live.players - 1,
                moments=live.moment,
            )
        spec = self.allowed_bot(bot)
        me = Chair(clean_name(name) if name else "", "")
        chairs = named_apart([me if each == seat else Chair(f"Bot {each + 1}", spec) for each in range(live.players)])
        seats = [
            Seating(
                PERSON if not chair.bot else BOT,
                chair.name,
                chair.bot,
                False,
                frozenset([maker]) if not chair.bot else frozenset(),
            )
            for chair in chairs
        ]
        batches = [Batch((entry,), ()) for entry in live.standing_at(moment)]
        return await self.create(live.head, seats, maker, batches=batches, state=PLAYING)

    async def rematch(self, room: Room, maker: str) -> Room:
        """The same people and bots at a new table; whoever asks second gets the table of the first."""
        live = room.live
        if live.state != OVER:
            raise Refused("not-over", say("The game is not over."))
        if room.again and room.again in self.rooms:
            return self.rooms[room.again]
        record = Record(live.head.game, live.head.edition, live.players, secrets.randbelow(1 << 96), live.head.options)
        seats = [each._replace(away=False) for each in live.seats]
        new = await self.create(record, seats, maker, False, live.sheet.clock)
        room.again = new.live.id
        for socket in room.sockets:
            told = render(say("A new game has been laid out."), socket.language)
            socket.send(Moved(new.live.id, f"/t/{new.live.id}", told))
        return new

    async def upload(self, record: Record, maker: str) -> Room:
        """Keep a record that somebody brought, to be looked at."""
        seats = [
            Seating(
                BOT if seat in record.bots else PERSON,
                record.names.get(seat, ""),
                record.bots.get(seat, ""),
                False,
                frozenset(),
            )
            for seat in range(record.players)
        ]
        batches = [Batch((entry,), ()) for entry in record.entries]
        return await self.create(record, seats, maker, batches=batches, state=OVER)


def known_game(record: Record) -> Game:
    """The game of a record; an edition that is not ours is a mistake."""
    if record.game not in kinds():
        raise BadOption("There is no game {name}; there are: {known}.", name=record.game[:40], known=", ".join(kinds()))
    game = find_game(record.game)
    name = record.edition.partition("@")[0]
    if name not in game.editions():
        raise BadOption(
            "{game} has no edition {name}; it has: {known}.",
            game=game.title,
            name=name[:40],
            known=", ".join(game.editions()),
        )
    return game_of(record)
