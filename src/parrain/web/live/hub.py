"""All tables that are in memory: found, created and dropped here. What happens at one of them is in room.py."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import time
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from parrain.bots.levels import ALL_LEVELS, levels_of
from parrain.core import BadOption, Game, ParrainError, Record, say
from parrain.core.game import kept_edition
from parrain.core.stream import KEYED, SEEDS
from parrain.games import game as find_game
from parrain.games import kinds
from parrain.table import accounts, admin
from parrain.table.seating import Chair, clean_name, name_bots
from parrain.table.store import (
    BOT,
    DAY,
    MOVED,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    WAITING,
    Batch,
    Forgotten,
    Seating,
    Sheet,
    StoredTable,
)
from parrain.web.live.analysis import Analyst
from parrain.web.live.bans import Bans
from parrain.web.live.game import LiveGame
from parrain.web.live.notices import RematchReady
from parrain.web.live.people import People
from parrain.web.live.refused import Refused
from parrain.web.live.room import COMING_BACK, Room
from parrain.web.live.services import Services
from parrain.web.live.summary import Summary, last_seen, summary_of
from parrain.web.settings import Settings

if TYPE_CHECKING:
    from parrain.web.live.services import AnyStore

log = logging.getLogger("parrain.hub")

FORGET_EVERY = 3600.0
MOST_FORGOTTEN = 200  # at a stroke: choices wait while they are deleted
FIRST_FENCE = 1  # of a new table
WATCH_EVERY = 0.1  # seconds, for our own lease where servers share a store
CUT_AFTER = 2.0  # seconds, between attempts to get a connection that answers
MOST_PLACES = 10_000
ADMIN_EVERY = 1.0  # seconds, between looks for what an administrator has changed in the store
TIDY_EVERY, TIDY_LOOK = 300.0, 5.0  # seconds, between looks for what holds itself, and for whether one is due sooner
MOST_NEW = 3_000_000  # objects since the last of them; everybody waits for one, half a second at 500 busy tables
CLOSED_CODE, BANNED_CODE = 4410, 4403  # to a socket: a page that loads again is told why


class NoTable(ParrainError):
    """There is no such table."""


class Elsewhere(ParrainError):
    """A table that another server owns."""

    code = MOVED
    address = ""


class Closed(ParrainError):
    """A table that whoever runs the server has closed."""

    code = "closed"


class SeatWish(NamedTuple):
    """Who shall sit in a seat of a new table: a `person`, whoever comes (`open`), or a `bot`."""

    kind: str
    name: str
    bot: str


class Hub(Services):
    """The tables in memory."""

    def __init__(self, settings: Settings, store: AnyStore | None = None) -> None:
        super().__init__(settings, store)
        self.analyst = Analyst(self.pool, settings.analysis_seconds)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.forgetting = asyncio.Lock()
        self.sweepers: list[asyncio.Task[None]] = []
        self.bans = Bans()
        self.people = People(self)
        self.admin_version = -1  # of what an administrator has changed
        self.places: dict[str, str] = {}  # the addresses of tables that other servers own
        self.departures: dict[str, asyncio.Event] = {}  # by address: that server has lost its lease
        self.outdated: set[str] = set()  # tables that another server took while they were being loaded here
        self.tasks: set[asyncio.Task[None]] = set()  # that nobody waits for
        self.begun = time.time()

    async def start(self) -> None:
        """Start the bots and the periodic tasks."""
        self.pool.start()
        with contextlib.suppress(ParrainError):  # a database that does not answer at once is asked again in a second
            await self.obey()
        self.sweepers = [
            asyncio.create_task(each) for each in (self._sweep(), self._forget(), self._obey(), self._tidy())
        ]
        if self.shared is not None:
            loop = asyncio.get_running_loop()

            self.shared.lease.heard = lambda table: loop.call_soon_threadsafe(self.taken, table)
            self.shared.lease.signed_out = lambda account: loop.call_soon_threadsafe(self.signed_out, account)
            self.shared.lease.departed = lambda who: loop.call_soon_threadsafe(self.departed, who)
            self.sweepers.append(asyncio.create_task(self._watch()))

    async def stop(self) -> None:
        """Close the rooms, finish the writes, stop what was started."""
        for sweeper in self.sweepers:
            sweeper.cancel()
        for room in list(self.rooms.values()):
            with contextlib.suppress(ParrainError):  # everything that was acknowledged is stored
                await self._close(room)
        self.analyst.stop()
        self.pool.stop()
        self.heavy.stop()
        await asyncio.to_thread(self.store.close)

    # -- finding --------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The room of a table, loaded from the store if needed."""
        room = self.rooms.get(table)
        if room is not None:
            room.exclusive.touched = time.monotonic()
            return room
        task = self.loading.get(table)
        if task is None:
            task = self.loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loaded(table))
        return await asyncio.shield(task)

    def _loaded(self, table: str) -> None:
        self.loading.pop(table, None)
        self.outdated.discard(table)

    async def _load(self, table: str) -> Room:
        began = time.monotonic()
        self.outdated.discard(table)
        fence = await self._claim(table) if self.shared is not None else 0
        claimed = time.monotonic()
        async with self.forgetting:  # what is being deleted is not brought back half
            kept = await self.read(lambda log: log.load(table)) if len(table) <= 40 else None
        if kept is None:
            raise NoTable("There is no table {table} here.", table=table[:40])
        if kept.sheet.closed is not None:
            raise Closed("This table has been closed by those who run this server: {reason}", reason=kept.sheet.closed)
        if len(self.rooms) >= self.settings.most_tables:
            raise BadOption("There are too many tables just now; try again in a while.")
        live = await self.heavy.run(LiveGame, kept)
        if table in self.outdated:
            raise Elsewhere("This table is at another server just now; try again.")
        room = self.rooms[table] = Room(live, self, fence)
        spent = {"claim": round(1000 * (claimed - began), 1), "load": round(1000 * (time.monotonic() - claimed), 1)}
        log.info("table loaded", extra={"facts": {"table": table, "fence": fence, "ms": spent}})
        self.count("tables_loaded")
        self.writer.do(lambda log: log.touch(table))  # nobody waits for that
        return room

    async def _sweep(self) -> None:
        """Drop idle tables every so often."""
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle_seconds / 4))
            await self.drop_idle()

    async def _tidy(self) -> None:
        """Free what holds itself, of which play leaves nothing: connections and failures may."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(TIDY_LOOK)
            if gc.get_count()[0] >= MOST_NEW or time.monotonic() >= looked + TIDY_EVERY:
                gc.collect()
                looked = time.monotonic()

    async def drop_idle(self) -> None:
        """Drop from memory the tables that nobody looks at; they are on the disk."""
        for table, room in list(self.rooms.items()):
            idle = time.monotonic() - room.exclusive.touched > self.settings.idle_seconds
            if idle and not room.connections and not room.exclusive.lock.locked():
                del self.rooms[table]
                with contextlib.suppress(Exception):
                    await self._close(room)

    async def _close(self, room: Room) -> None:
        """Close a room, store what the lists say of its table, and leave the table to whoever needs it next."""
        await room.close()
        await self._keep_summary(room.live)
        if self.shared is not None:
            await self.in_thread(self.shared.release, room.live.id, room.fence)

    async def summary(self, live: LiveGame) -> Summary | None:
        """What the lists say of a game in memory."""
        number = last_seen(live)
        since = await self.read(lambda log: log.appended_at(live.id, number)) if number >= 0 else None
        return summary_of(live, since)

    async def _keep_summary(self, live: LiveGame) -> None:
        summary = await self.summary(live)
        if summary is not None and live.table is not None:
            entries, data = len(live.table.record.entries), msgspec.json.encode(summary).decode()
            await self.keep(lambda log: log.summarize(live.id, entries, data))

    async def summarize(self, table: str) -> None:
        """See that the lists can say something of a table, wherever it is."""
        try:
            await self.room(table)
        except Elsewhere:
            kept = await self.read(lambda log: log.load(table))
            if kept is not None:
                await self._keep_summary(await self.heavy.run(LiveGame, kept))

    # -- tables of other servers ----------------------------------------------------------------------

    async def _claim(self, table: str) -> int:
        """Own a table from now on; the fencing number that every change of it carries."""
        assert self.shared is not None
        claim = await self.in_thread(self.shared.claim, table) if len(table) <= 40 else None
        if claim is None:
            raise NoTable("There is no table {table} here.", table=table[:40])
        if claim.address:
            elsewhere = Elsewhere("This table is at another server just now; try again.")
            elsewhere.address = claim.address
            raise elsewhere
        self.places.pop(table, None)
        return claim.fence

    async def where(self, table: str) -> str:
        """The address of the server that owns a table; "" if it is this one, which has loaded it then."""
        if self.shared is None or table in self.rooms:
            return ""
        place = self.places.get(table, "")
        if not place:
            try:
                await self.room(table)
            except Elsewhere as found:
                if len(self.places) >= MOST_PLACES:
                    self.places.clear()
                place = self.places[table] = found.address
        return place

    def taken(self, table: str, code: int = COMING_BACK) -> None:
        """Another server owns a table now, or nobody may."""
        self.places.pop(table, None)
        if table in self.loading:
            self.outdated.add(table)
        room = self.rooms.pop(table, None)
        if room is not None:
            self._spawn(room.abandon(code))

    def departure(self, address: str) -> asyncio.Event:
        """Set once the server at that address has lost its lease."""
        return self.departures.setdefault(address, asyncio.Event())

    def departed(self, address: str) -> None:
        """A server has lost its lease: whoever needs its tables takes them over, and nobody waits for its answers."""
        self.places = {table: place for table, place in self.places.items() if place != address}
        self.departures.pop(address, asyncio.Event()).set()

    def abandon(self, live: LiveGame) -> None:
        """Drop a table of which it is not known what is stored; the next who needs it loads it anew."""
        room = self.rooms.get(live.id)
        if self.shared is not None and room is not None and room.live is live:
            self.taken(live.id)

    async def _watch(self) -> None:
        """Look after our own lease: when it has run out, or there is a new one, no table in memory is ours."""
        assert self.shared is not None
        owner, cut = self.shared.owner, 0.0
        while True:
            await asyncio.sleep(WATCH_EVERY)
            now = self.shared.owner
            if now != owner:
                for table in [*self.rooms, *self.loading]:
                    self.taken(table)
                owner = now
            if not now and time.monotonic() - cut > CUT_AFTER:
                cut = time.monotonic()
                self.shared.cut()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _forget(self) -> None:
        """Every so often, delete tables that nobody has touched for a long time."""
        while self.settings.keep_days:
            with contextlib.suppress(ParrainError):  # a disk that is full says so elsewhere
                if await self.forget(time.time()) == MOST_FORGOTTEN:
                    continue
            await asyncio.sleep(FORGET_EVERY)

    async def forget(self, now: float) -> int:
        """Delete what has been too old for a while and is not in memory, a bounded number; how many."""
        days = self.settings.keep_days
        unplayed = min(days, self.settings.keep_unplayed_days)
        async with self.forgetting:
            spared = {*self.rooms, *self.loading}
            found: Forgotten = await self.keep(
                lambda log: log.forget(now, now - days * DAY, now - unplayed * DAY, spared, MOST_FORGOTTEN)
            )
        for table in found.deleted:
            self.analyst.studies.pop(table, None)
            self.count("tables_deleted")
        if found.deleted or found.purged:
            facts = {"deleted": len(found.deleted), "purged": len(found.purged), "file": self.store.name}
            log.warning("old tables deleted (`parrain undelete` brings them back for a month)", extra={"facts": facts})
        return max(map(len, found))

    # -- what an administrator does -------------------------------------------------------------------

    async def _obey(self) -> None:
        """Every second, look for what an administrator has changed in the store."""
        while True:
            await asyncio.sleep(ADMIN_EVERY)
            with contextlib.suppress(ParrainError):  # a database that cannot be reached says so elsewhere
                await self.obey()

    async def obey(self) -> None:
        """Close tables that have been closed, and shut out addresses that have been banned."""
        version = await self.read(admin.version)
        if version == self.admin_version:
            return
        bans, closed = await self.read(lambda log: (admin.bans(log), admin.closed_tables(log)))
        self.admin_version = version
        self.bans.replace(bans)
        for table in closed & {*self.rooms, *self.loading}:
            if table in self.loading:
                with contextlib.suppress(ParrainError):
                    await asyncio.shield(self.loading[table])
            self.taken(table, CLOSED_CODE)
        for room in list(self.rooms.values()):
            for connection in list(room.presence.connections):
                if self.bans.of(connection.host) is not None:
                    self._spawn(connection.hang_up(BANNED_CODE))
        log.info("administrator", extra={"facts": {"bans": len(bans), "closed": len(closed)}})

    # -- people with an account -----------------------------------------------------------------------

    def finished(self, live: LiveGame) -> None:
        """A game has ended: for those who want a history, it is stored."""
        self._spawn(self.people.note_result(live))

    async def delete_account(self, account: str) -> None:
        """Delete an account, and load its tables anew, wherever they are."""
        async with self.forgetting:  # no table is loaded meanwhile
            seats = await self.read(lambda log: accounts.seats_of(log, account))
            tables = {table for table, *_ in seats}
            for table in tables & self.rooms.keys():
                await self.rooms.pop(table).close()
            await self.keep(lambda log: accounts.delete(log, account))
        for table in tables & self.loading.keys():  # from before
            with contextlib.suppress(ParrainError):
                await asyncio.shield(self.loading[table])
                self.taken(table)

    def signed_out(self, account: str) -> None:
        """Devices of an account were signed out: its connections come back, and it is seen anew who they are."""
        self.people.sessions.clear()
        for room in self.rooms.values():
            for connection in list(room.presence.connections):
                if connection.identity == account:
                    self._spawn(connection.hang_up(COMING_BACK))

    # -- making ---------------------------------------------------------------------------------------

    async def make(
        self,
        maker: str,
        name: str,
        edition: str,
        wishes: Sequence[SeatWish],
        options: Mapping[str, object],
        clock: dict[str, Any] | None,
        listed: bool,
    ) -> Room:
        """A new table as somebody wants it."""
        game = known_game(name, edition)
        if not game.fewest <= len(wishes) <= game.most:
            raise BadOption(
                "{game} is for {fewest} to {most} players, not {players}.",
                game=game.title,
                fewest=game.fewest,
                most=game.most,
                players=len(wishes),
            )
        chairs = name_bots([self._chair(game, *each) for each in wishes])
        seats = [
            Seating(each.kind, chair.name, chair.bot, False, frozenset([maker]) if each.kind == PERSON else frozenset())
            for each, chair in zip(wishes, chairs, strict=True)
        ]
        record = Record(game.id, game.edition.key, len(seats), new_seed(), game.settle_options(options))
        return await self.create(record, seats, maker, listed, clock)

    def _chair(self, game: Game, kind: str, name: str, bot: str) -> Chair:
        if kind == BOT:
            return Chair(clean_name(name) if name else "", self.allowed_bot(game, bot))
        return Chair(clean_name(name) if name and kind == PERSON else "", "")

    def allowed_bots(self, game: Game) -> list[str]:
        """The bots that may sit at a table of a game: of the half-steps between levels only those it has."""
        return [spec for spec in self.settings.bots if spec not in ALL_LEVELS or spec in levels_of(game)]

    def allowed_bot(self, game: Game, spec: str) -> str:
        """A bot that may sit at a table of a game; the middle of the list if none is named."""
        known = self.allowed_bots(game)
        spec = spec or known[len(known) // 2]
        if spec not in known:
            raise BadOption("There is no bot “{name}”; there are: {known}.", name=spec[:40], known=", ".join(known))
        return spec

    async def create(
        self,
        record: Record,
        seats: Sequence[Seating],
        maker: str,
        listed: bool = False,
        clock: dict[str, Any] | None = None,
        batches: Sequence[Batch] = (),
        state: str = "",
    ) -> Room:
        """Store a new table, and load it."""
        if not state:
            state = WAITING if any(each.kind == OPEN for each in seats) else PLAYING
        head = record.new_copy()
        sheet = Sheet(secrets.token_urlsafe(9), time.time(), "\n".join(head.head()) + "\n", listed, clock, maker, state)
        live = await self.heavy.run(LiveGame, StoredTable(sheet, tuple(seats), tuple(batches)))
        await self.keep(lambda log: log.create(sheet, seats, batches))
        room = self.rooms[sheet.id] = Room(live, self, FIRST_FENCE)
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
        spec = self.allowed_bot(live.game, bot)
        me = Chair(clean_name(name) if name else "", "")
        chairs = name_bots([me if each == seat else Chair("", spec) for each in range(live.players)])
        seats = [
            Seating(BOT, chair.name, chair.bot, False, frozenset())
            if chair.bot
            else Seating(PERSON, chair.name, "", False, frozenset([maker]))
            for chair in chairs
        ]
        batches = [Batch((entry,), ()) for entry in live.standing_at(moment)]
        return await self.create(live.head, seats, maker, batches=batches, state=PLAYING)

    async def rematch(self, room: Room, maker: str) -> Room:
        """The same people and bots at a new table; whoever asks second gets the table of the first."""
        live = room.live
        if live.state != OVER:
            raise Refused("not-over", say("The game is not over."))
        if room.rematch_id in self.rooms:
            return self.rooms[room.rematch_id]
        record = live.head.new_copy()
        record.seed = new_seed()
        seats = [each._replace(away=False) for each in live.seats]
        new = await self.create(record, seats, maker, False, live.sheet.clock)
        room.rematch_id = new.live.id
        room.publish(RematchReady(new.live.id))
        return new

    async def upload(self, record: Record, maker: str) -> Room:
        """Store a record that somebody brought, to be looked at."""
        bots, names = record.bots, record.names
        seats = [
            Seating(BOT if seat in bots else PERSON, names.get(seat, ""), bots.get(seat, ""), False, frozenset())
            for seat in range(record.players)
        ]
        batches = [Batch((entry,), ()) for entry in record.entries]
        return await self.create(record, seats, maker, batches=batches, state=OVER)


def new_seed() -> int:
    """A seed that nobody can guess, of a stream that nobody can predict."""
    return KEYED + secrets.randbelow(SEEDS)


def known_game(name: str, edition: str = "") -> Game:
    """A game by name and edition; an edition is never a path: that is for one's own machine."""
    if name not in kinds():
        raise BadOption("There is no game {name}; there are: {known}.", name=name[:40], known=", ".join(kinds()))
    game = find_game(name)
    if edition and edition not in game.editions() and kept_edition(name, edition) is None:
        raise BadOption(
            "{game} has no edition {name}; it has: {known}.",
            game=game.title,
            name=edition[:40],
            known=", ".join(game.editions()),
        )
    return find_game(name, edition or None)
