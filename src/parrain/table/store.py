"""Persistence of tables: an append-only log of entries and the seats of each table, in one SQLite file.

Entries are only ever appended, numbered from 0 at each table, and deleted only with their whole table; a number is
unique, so that two writers cannot both continue from the same moment. When `Writer.do` is done, the write is on the
disk. Writes that wait at the same time share one transaction. The same log in PostgreSQL is in postgres.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from parrain.core import Entry, ParrainError
from parrain.core.histogram import Histogram
from parrain.table.files import lock
from parrain.table.journal import Change, Journal, Mirror, Witness, chained

WAITING, PLAYING, OVER = "waiting", "playing", "over"
OPEN, PERSON, BOT = "open", "person", "bot"

MOVED, UNREACHABLE = "moved", "unreachable"  # codes of errors that pass: another server owns the table, or will
FILE_NAME = "tables.db"  # in a folder
PROBE_BYTES = 16_384  # more than a choice takes, so that a full disk is noticed before one is refused

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, created REAL NOT NULL, head TEXT NOT NULL, listed INTEGER NOT NULL, clock TEXT NOT NULL,
    maker TEXT NOT NULL, state TEXT NOT NULL, at REAL NOT NULL);
CREATE TABLE IF NOT EXISTS seats (
    table_id TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL,
    away INTEGER NOT NULL, PRIMARY KEY (table_id, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders (
    table_id TEXT NOT NULL, seat INTEGER NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, hash)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, batch INTEGER NOT NULL, what TEXT NOT NULL, seat INTEGER NOT NULL,
    text TEXT NOT NULL, at REAL NOT NULL, clock TEXT NOT NULL, PRIMARY KEY (table_id, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS handovers (
    hash TEXT PRIMARY KEY, table_id TEXT NOT NULL, seats TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS summaries (
    table_id TEXT PRIMARY KEY, entries INTEGER NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS probes (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS holders_by_hash ON holders (hash);
CREATE INDEX IF NOT EXISTS tables_by_age ON tables (at);
CREATE INDEX IF NOT EXISTS tables_listed ON tables (listed, state, created);
"""

# What each later version of the file added; `PRAGMA user_version` counts them. A file from before they were counted
# has what SCHEMA says.
MIGRATIONS = (
    # 1: deletion in two steps, both of them by `facts.clock` (see `forget`)
    """
    ALTER TABLE tables ADD COLUMN due REAL;
    ALTER TABLE tables ADD COLUMN deleted REAL;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID;
    """,
    # 2: chained checksums, of the entries of a table ('' in those from before) and of all changes (see journal.py)
    """
    ALTER TABLE entries ADD COLUMN sum TEXT NOT NULL DEFAULT '';
    CREATE TABLE changes (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, sum TEXT NOT NULL);
    INSERT INTO changes VALUES (1, 0, '');
    CREATE TABLE holes (table_id TEXT PRIMARY KEY, first INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;
    """,
    # 3: closed tables with the reason, and banned networks (see admin.py)
    """
    ALTER TABLE tables ADD COLUMN closed TEXT;
    CREATE TABLE bans (network TEXT PRIMARY KEY, reason TEXT NOT NULL, made REAL NOT NULL, until REAL) WITHOUT ROWID;
    """,
    # 4: accounts, for those who want one (see accounts.py)
    """
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL, history INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE devices (
        hash TEXT PRIMARY KEY, account TEXT NOT NULL, created REAL NOT NULL, seen REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE account_keys (
        hash TEXT PRIMARY KEY, account TEXT NOT NULL, purpose TEXT NOT NULL, until REAL) WITHOUT ROWID;
    CREATE TABLE passkeys (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, public_key TEXT NOT NULL, uses INTEGER NOT NULL,
        created REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE results (
        account TEXT NOT NULL, table_id TEXT NOT NULL, game TEXT NOT NULL, at REAL NOT NULL, seat INTEGER NOT NULL,
        players INTEGER NOT NULL, place INTEGER NOT NULL, bots TEXT NOT NULL, mu REAL, sigma REAL,
        PRIMARY KEY (account, table_id)) WITHOUT ROWID;
    CREATE INDEX devices_by_account ON devices (account);
    CREATE INDEX account_keys_by_account ON account_keys (account);
    CREATE INDEX passkeys_by_account ON passkeys (account);
    """,
)
DAY = 24 * 3600.0
MONTH = 30 * DAY
PLACES = ("entries", "seats", "holders", "handovers", "summaries", "holes")  # what belongs to a table
OLD = "(at<:touched OR (at<:unplayed AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.table_id=tables.id)))"


class BadStore(ParrainError):
    """A store that cannot be opened, read or written."""

    code = "cannot"


class Damaged(BadStore):
    """A table of which lines are missing or changed."""

    code = "damaged"


class Hole(NamedTuple):
    """What is missing of a table: from number `first` on, so many `lines` as far as is known."""

    table: str
    first: int
    lines: int


class Seating(NamedTuple):
    """One seat of a stored table; `away` if its person has left it to a bot."""

    kind: str
    name: str
    bot: str
    away: bool
    holders: frozenset[str]

    def held_by(self, identity: str) -> bool:
        """Whether a person of that identity sits here, compared in constant time."""
        found = False
        for each in self.holders:
            found |= hmac.compare_digest(each, identity)
        return found and bool(identity) and self.kind == PERSON


class Sheet(NamedTuple):
    """The metadata of a table: the head of its record, its maker, its clock, its state."""

    id: str
    created: float
    head: str
    listed: bool
    clock: dict[str, Any] | None
    maker: str
    state: str
    closed: str | None = None  # why whoever runs the server has closed it

    @property
    def game(self) -> str:
        """The game, as the head of the record says."""
        return next((line[5:] for line in self.head.splitlines() if line.startswith("game ")), "")


class Batch(NamedTuple):
    """Entries that were applied together, and the seconds left of each seat at that time."""

    entries: tuple[Entry, ...]
    clock: tuple[float, ...]


class StoredTable(NamedTuple):
    """A table as stored."""

    sheet: Sheet
    seats: tuple[Seating, ...]
    batches: tuple[Batch, ...]


class Forgotten(NamedTuple):
    """What a look for old tables has done: which were deleted, and which of those deleted long ago were purged."""

    deleted: list[str]
    purged: list[str]


class Log(Protocol):
    """The interface of a store; each call is atomic."""

    def create(self, sheet: Sheet, seats: Sequence[Seating], batches: Sequence[Batch] = ()) -> None: ...
    def append(self, table: str, first: int, batch: Batch, state: str, fence: int = 0) -> None: ...
    def append_all(self, table: str, first: int, batches: Sequence[Batch], state: str, fence: int = 0) -> None: ...
    def seat(self, table: str, seats: Sequence[Seating], state: str, fence: int = 0) -> None: ...
    def load(self, table: str, whole: bool = True) -> StoredTable | None: ...
    def listed(self, most: int) -> list[str]: ...
    def held(self, hash: str, most: int) -> list[str]: ...
    def hand_over(self, hash: str, table: str, seats: Sequence[int], until: float) -> None: ...
    def take_over(self, hash: str, now: float) -> tuple[str, tuple[int, ...]] | None: ...
    def summarize(self, table: str, entries: int, data: str) -> None: ...
    def summary(self, table: str) -> str | None: ...
    def appended_at(self, table: str, number: int) -> float | None: ...
    def touch(self, table: str) -> None: ...
    def probe(self) -> None: ...
    def forget(self, now: float, touched: float, unplayed: float, spared: Collection[str], most: int) -> Forgotten: ...
    def restore(self, tables: Collection[str] = ()) -> list[str]: ...
    def holes(self) -> list[Hole]: ...
    def accept(self, table: str) -> None: ...
    @property
    def is_broken(self) -> bool: ...
    def run(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows: ...
    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None: ...
    def detach(self, tables: Collection[str]) -> None: ...
    def announce_sign_out(self, account: str) -> None: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


class Rows(Protocol):
    """The answer of a database."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class SqlLog:
    """The log in a database that knows SQL, written as SQLite understands it.

    The `fence` of a change is the number of the ownership of its table, where several servers share a database.
    """

    NOT_IN_USE = "TRUE"  # of a table: no other server has it in memory
    is_broken = False  # whether the connection was lost, so that nobody knows what was committed last

    def run(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        """Run a statement."""
        raise NotImplementedError

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begin a transaction."""
        raise NotImplementedError

    def begin_long(self) -> None:
        """Begin a transaction that may take long and sees the store as of its beginning."""
        self.run("BEGIN")

    def commit(self) -> None:
        """Commit the transaction."""
        raise NotImplementedError

    def rollback(self) -> None:
        """Roll the transaction back, if there is one."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the store."""
        raise NotImplementedError

    def note(self, do: str, table: str, first: int, count: int, **what: object) -> None:
        """A change was made; for those who keep a second log."""

    def detach(self, tables: Collection[str]) -> None:
        """See that no other server writes what it has of these tables in memory."""

    def announce_sign_out(self, account: str) -> None:
        """Tell the other servers that devices of an account were signed out."""

    def update_state(self, table: str, state: str, fence: int) -> None:
        """Store the state of a table and that it was changed now."""
        self.run("UPDATE tables SET state=?, at=? WHERE id=?", (state, time.time(), table))

    # -- writing ------------------------------------------------------------------------------------------

    def create(self, sheet: Sheet, seats: Sequence[Seating], batches: Sequence[Batch] = ()) -> None:
        """Store a new table."""
        self.run(
            "INSERT INTO tables (id, created, head, listed, clock, maker, state, at) VALUES (?,?,?,?,?,?,?,?)",
            (
                sheet.id,
                sheet.created,
                sheet.head,
                int(sheet.listed),
                json.dumps(sheet.clock),
                sheet.maker,
                sheet.state,
                sheet.created,
            ),
        )
        self._seat(sheet.id, seats)
        self._append(sheet.id, 0, batches)
        first = sum(len(batch.entries) for batch in batches)
        written = [write_batch(batch) for batch in batches]
        self.note("create", sheet.id, 0, first, sheet=list(sheet[:7]), seats=write_seats(seats), batches=written)

    def append(self, table: str, first: int, batch: Batch, state: str, fence: int = 0) -> None:
        """Append entries from that number on."""
        self.append_all(table, first, [batch], state, fence)

    def append_all(self, table: str, first: int, batches: Sequence[Batch], state: str, fence: int = 0) -> None:
        """Append the entries of batches, one after the other."""
        self.update_state(table, state, fence)
        self._append(table, first, batches)
        count = sum([len(batch.entries) for batch in batches])
        self.note("append", table, first, count, batches=[write_batch(batch) for batch in batches], state=state)

    def _append(self, table: str, first: int, batches: Sequence[Batch]) -> None:
        """Insert the entries of batches from that number on, in one statement: between two, others want the GIL."""
        now = time.time()
        last = self.run("SELECT sum FROM entries WHERE table_id=? AND number=?", (table, first - 1)).fetchone()
        if last is None and first:
            raise Damaged("This table has no line {number} to go on from.", number=first - 1)
        total = last[0] if last is not None else ""
        rows = []
        for batch in batches:
            clock = json.dumps(batch.clock)
            for place, entry in enumerate(batch.entries, first):
                total = entry_sum(total, place, first, *entry, clock)
                rows.append((table, place, first, *entry, now, clock, total))
            first += len(batch.entries)
        if rows:
            self.insert_entries(rows)

    def insert_entries(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows into `entries`; a number that is taken is an error."""
        self.run_many("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)", rows)

    def seat(self, table: str, seats: Sequence[Seating], state: str, fence: int = 0) -> None:
        """Store the present seats."""
        self.update_state(table, state, fence)
        self.run("DELETE FROM seats WHERE table_id=?", (table,))
        self.run("DELETE FROM holders WHERE table_id=?", (table,))
        self._seat(table, seats)
        self.note("seat", table, 0, 0, seats=write_seats(seats), state=state)

    def _seat(self, table: str, seats: Sequence[Seating]) -> None:
        for number, each in enumerate(seats):
            self.run(
                "INSERT INTO seats VALUES (?,?,?,?,?,?)",
                (table, number, each.kind, each.name, each.bot, int(each.away)),
            )
            self.run_many(
                "INSERT INTO holders VALUES (?,?,?)", [(table, number, hash) for hash in sorted(each.holders)]
            )

    def touch(self, table: str) -> None:
        """Update the time of the last visit."""
        self.run("UPDATE tables SET at=? WHERE id=?", (time.time(), table))

    def probe(self) -> None:
        """Write as much as some choices need, to find out whether that is possible."""
        self.run(
            "INSERT INTO probes VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET data=excluded.data", (bytes(PROBE_BYTES),)
        )

    def summarize(self, table: str, entries: int, data: str) -> None:
        """Store what a list says of a table that has so many entries."""
        self.run(
            "INSERT INTO summaries VALUES (?,?,?)"
            " ON CONFLICT (table_id) DO UPDATE SET entries=excluded.entries, data=excluded.data",
            (table, entries, data),
        )

    def forget(self, now: float, touched: float, unplayed: float, spared: Collection[str], most: int) -> Forgotten:
        """Look for tables not visited since `touched` (`unplayed`: if without choices), at most `most` in each step.

        A table must be found too old at two looks a day apart; then it is deleted, which `restore` takes back; a month
        later it is purged. Days are counted by a clock that advances by a day at most from look to look, so that a
        system clock that is far ahead deletes nothing at once.
        """
        clock = self._advance_clock(now)
        age = {"touched": touched, "unplayed": max(touched, unplayed), "clock": clock, "day": clock - DAY}
        self.run(f"UPDATE tables SET due=NULL WHERE due IS NOT NULL AND deleted IS NULL AND NOT {OLD}", age)
        self.run(f"UPDATE tables SET due=:clock WHERE due IS NULL AND {OLD}", age)
        due = self.run(
            f"SELECT id FROM tables WHERE deleted IS NULL AND due<=:day AND {OLD} AND {self.NOT_IN_USE} ORDER BY at",
            age,
        )
        deleted = list(islice((row[0] for row in due if row[0] not in spared), most))
        self.run_many(
            f"UPDATE tables SET deleted=? WHERE id=? AND {self.NOT_IN_USE}", [(clock, table) for table in deleted]
        )
        gone = self.run("SELECT id FROM tables WHERE deleted<=? ORDER BY deleted LIMIT ?", (clock - MONTH, most))
        purged = [row[0] for row in gone]
        for table in purged:
            for place in PLACES:
                self.run(f"DELETE FROM {place} WHERE table_id=?", (table,))
            self.run("DELETE FROM tables WHERE id=?", (table,))
        return Forgotten(deleted, purged)

    def _advance_clock(self, now: float) -> float:
        """The clock of `forget`, advanced by the time since the last look, but by a day at most and never back."""
        facts = dict(self.run("SELECT name, value FROM facts WHERE name IN ('clock', 'looked')").fetchall())
        clock = facts.get("clock", 0.0) + min(DAY, max(0.0, now - facts.get("looked", now)))
        self.run_many(
            "INSERT INTO facts VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value=excluded.value",
            [("clock", clock), ("looked", now)],
        )
        return float(clock)

    def restore(self, tables: Collection[str] = ()) -> list[str]:
        """Take back the deletion of these tables, or of all; which of them were deleted."""
        rows = self.run("SELECT id FROM tables WHERE deleted IS NOT NULL ORDER BY id").fetchall()
        found = [row[0] for row in rows if not tables or row[0] in tables]
        change = [(time.time(), table) for table in found]
        self.run_many("UPDATE tables SET deleted=NULL, due=NULL, at=? WHERE id=?", change)
        return found

    def hand_over(self, hash: str, table: str, seats: Sequence[int], until: float) -> None:
        """Store a one-time key for these seats that expires; delete expired keys."""
        self.run("DELETE FROM handovers WHERE until<?", (time.time(),))
        self.run("INSERT INTO handovers VALUES (?,?,?,?)", (hash, table, json.dumps(list(seats)), until))

    def take_over(self, hash: str, now: float) -> tuple[str, tuple[int, ...]] | None:
        """Redeem a one-time key: the table and its seats."""
        found = self.run("SELECT table_id, seats FROM handovers WHERE hash=? AND until>=?", (hash, now)).fetchone()
        self.run("DELETE FROM handovers WHERE hash=?", (hash,))
        return (found[0], tuple(json.loads(found[1]))) if found else None

    # -- reading ------------------------------------------------------------------------------------------

    def load(self, table: str, whole: bool = True) -> StoredTable | None:
        """Load a table, or only its metadata and seats."""
        row = self.run(
            "SELECT id, created, head, listed, clock, maker, state, closed FROM tables WHERE id=? AND deleted IS NULL",
            (table,),
        ).fetchone()
        hole = self.hole(table) if whole else None
        if hole is not None:
            raise Damaged(
                "This table is damaged: its first {first} lines are good, and what follows is missing or changed."
                " Whoever keeps this server can restore a backup, or let it go on from there (parrain repair).",
                first=hole.first,
            )
        if row is None:
            return None
        sheet = Sheet(row[0], row[1], row[2], bool(row[3]), json.loads(row[4]), *row[5:])
        holders: dict[int, set[str]] = {}
        for seat, hash in self.run("SELECT seat, hash FROM holders WHERE table_id=?", (table,)):
            holders.setdefault(seat, set()).add(hash)
        found = self.run(
            "SELECT seat, kind, name, bot, away FROM seats WHERE table_id=? ORDER BY seat", (table,)
        ).fetchall()
        seats = tuple(
            Seating(kind, name, bot, bool(away), frozenset(holders.get(seat, ())))
            for seat, kind, name, bot, away in found
        )
        grouped: dict[int, list[Entry]] = {}
        clocks: dict[int, str] = {}
        lines = self.run(
            "SELECT batch, what, seat, text, clock FROM entries WHERE table_id=? ORDER BY number", (table,)
        )
        for batch, what, seat, text, clock in lines if whole else ():
            grouped.setdefault(batch, []).append(Entry(what, seat, text))
            clocks[batch] = clock
        batches = tuple(Batch(tuple(entries), tuple(json.loads(clocks[batch]))) for batch, entries in grouped.items())
        return StoredTable(sheet, seats, batches)

    def hole(self, table: str) -> Hole | None:
        """What is missing of a table, as far as its own lines or a witness tell."""
        known = self.run("SELECT table_id, first, count FROM holes WHERE table_id=?", (table,)).fetchone()
        if known is not None:
            return Hole(*known)
        total = ""
        lines = self.run(
            "SELECT number, batch, what, seat, text, clock, sum FROM entries WHERE table_id=? ORDER BY number", (table,)
        ).fetchall()
        for place, (number, *line, said) in enumerate(lines):
            if said or total:  # lines from before there were checksums have none
                total = entry_sum(total, number, *line)
            if number != place or said != total:
                return Hole(table, place, len(lines) - place)
        return None

    def holes(self) -> list[Hole]:
        """Everything that is missing, of all tables."""
        tables = [row[0] for row in self.run("SELECT id FROM tables ORDER BY id")]
        return [hole for table in tables if (hole := self.hole(table)) is not None]

    def mark(self, changes: Sequence[Change]) -> list[Hole]:
        """Note that these changes were lost: their tables are damaged until somebody accepts that."""
        lost: dict[str, list[Change]] = {}
        for change in changes:
            lost.setdefault(change.table, []).append(change)
        found = []
        for table, gone in lost.items():
            kept = self.run("SELECT COUNT(*) FROM entries WHERE table_id=?", (table,)).fetchone()[0]
            found.append(Hole(table, kept, sum(change.lines for change in gone)))
        self.run_many(
            "INSERT INTO holes VALUES (?,?,?)"
            " ON CONFLICT (table_id) DO UPDATE SET first=excluded.first, count=excluded.count",
            found,
        )
        return found

    def accept(self, table: str) -> None:
        """Go on from the last good line of a damaged table."""
        hole = self.hole(table)
        if hole is not None:
            self.run("DELETE FROM entries WHERE table_id=? AND number>=?", (table, hole.first))
            self.run("DELETE FROM holes WHERE table_id=?", (table,))
            self.run("DELETE FROM summaries WHERE table_id=?", (table,))
            self.run("UPDATE tables SET state=? WHERE id=? AND state=?", (PLAYING, table, OVER))

    def listed(self, most: int) -> list[str]:
        """The public tables that are not over, newest first."""
        rows = self.run(
            "SELECT id FROM tables WHERE listed=1 AND state IN (?,?) AND deleted IS NULL AND closed IS NULL"
            " ORDER BY created DESC LIMIT ?",
            (WAITING, PLAYING, most),
        )
        return [row[0] for row in rows]

    def held(self, hash: str, most: int) -> list[str]:
        """The tables at which that identity sits, those that are over last, then latest first."""
        rows = self.run(
            "SELECT DISTINCT t.id, t.at, t.state=? AS over FROM tables t JOIN holders h ON h.table_id=t.id"
            " WHERE h.hash=? AND t.deleted IS NULL AND t.closed IS NULL ORDER BY over, t.at DESC LIMIT ?",
            (OVER, hash, most),
        )
        return [row[0] for row in rows]

    def summary(self, table: str) -> str | None:
        """The summary of a table, unless entries have been appended since it was written."""
        row = self.run(
            "SELECT data FROM summaries WHERE table_id=?"
            " AND entries=(SELECT COALESCE(MAX(number), -1) + 1 FROM entries WHERE table_id=?)",
            (table, table),
        ).fetchone()
        return row[0] if row else None

    def appended_at(self, table: str, number: int) -> float | None:
        """When the entry of that number was appended."""
        row = self.run("SELECT at FROM entries WHERE table_id=? AND number=?", (table, number)).fetchone()
        return row[0] if row else None


class SqliteLog(SqlLog):
    """The log in one SQLite file, in WAL mode; `:memory:` for tests."""

    def __init__(self, path: Path | str) -> None:
        try:
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self.base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
            self.base.execute("PRAGMA journal_mode=WAL")
            self.base.execute("PRAGMA synchronous=FULL")
            self.witnesses: list[Witness] = []
            self.pending: list[Change] = []  # of the transaction
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise cannot_open(path, str(error)) from None

    def _migrate(self) -> None:
        """Bring the file to the present version, all or nothing."""
        version = self.base.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise sqlite3.DatabaseError("it was written by a newer version of Parrain")
        if version == len(MIGRATIONS):
            return
        steps = [SCHEMA if version == 0 else "", *MIGRATIONS[version:], f"PRAGMA user_version={len(MIGRATIONS)};"]
        try:
            self.base.executescript(f"BEGIN IMMEDIATE; {' '.join(steps)} COMMIT;")
        finally:
            self.rollback()

    def run(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        """Run a statement."""
        return self.base.execute(sql, values)

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        self.base.executemany(sql, rows)

    def begin(self) -> None:
        """Begin a transaction."""
        self.base.execute("BEGIN IMMEDIATE")
        self.pending = []

    def commit(self) -> None:
        """Commit the transaction, and tell the witnesses."""
        changes, self.pending = self.pending, []
        if not changes:
            self.base.execute("COMMIT")
            return
        try:
            for witness in self.witnesses:
                witness.before(changes)
            self.base.execute("COMMIT")
        except BaseException:
            for witness in self.witnesses:
                witness.undo()
            raise
        for witness in self.witnesses:
            witness.after(changes)

    def rollback(self) -> None:
        """Roll the transaction back."""
        if self.base.in_transaction:
            self.base.execute("ROLLBACK")

    def position(self) -> tuple[int, str]:
        """The number and the checksum of the last change."""
        number, total = self.base.execute("SELECT number, sum FROM changes WHERE id=1").fetchone()
        return int(number), str(total)

    def note(self, do: str, table: str, first: int, count: int, **what: object) -> None:
        """Count a change, for the witnesses."""
        number, total = self.pending[-1][:2] if self.pending else self.position()
        data = json.dumps({"do": do, "table": table, "first": first, **what}, ensure_ascii=False)
        change = Change(number + 1, chained(total, data), table, first, count, data)
        self.base.execute("UPDATE changes SET number=?, sum=? WHERE id=1", (change.number, change.sum))
        self.pending.append(change)

    def repeat(self, changes: Sequence[Change]) -> None:
        """Make changes again, of which a witness knows."""
        self.begin()
        try:
            for change in changes:
                what = json.loads(change.data)
                table = what["table"]
                seats = [read_seat(*each) for each in what.get("seats", ())]
                batches = [read_batch(each) for each in what.get("batches", ())]
                if what["do"] == "create":
                    self.create(Sheet(*what["sheet"]), seats, batches)
                elif what["do"] == "append":
                    self.append_all(table, what["first"], batches, what["state"])
                else:
                    self.seat(table, seats, what["state"])
            self.commit()
        finally:
            self.rollback()

    def close(self) -> None:
        """Checkpoint the WAL and close the file."""
        for witness in self.witnesses:
            witness.close()
        self.base.close()


def entry_sum(before: str, *line: object) -> str:
    """The checksum of a line of a table that follows another."""
    return chained(before, json.dumps(line, ensure_ascii=False))[:16]


def write_seats(seats: Sequence[Seating]) -> list[list[object]]:
    """Seats as JSON."""
    return [[*each[:4], sorted(each.holders)] for each in seats]


def read_seat(kind: str, name: str, bot: str, away: bool, holders: Sequence[str]) -> Seating:
    """The inverse of `write_seats`, for one of them."""
    return Seating(kind, name, bot, away, frozenset(holders))


def write_batch(batch: Batch) -> list[object]:
    """A batch as JSON."""
    return [[list(entry) for entry in batch.entries], list(batch.clock)]


def read_batch(data: Sequence[Any]) -> Batch:
    """The inverse of `write_batch`."""
    return Batch(tuple(Entry(*entry) for entry in data[0]), tuple(data[1]))


class Store:
    """The file of one server: locked, so that no second server writes to it, with its writer and its reader.

    `recovered` changes were brought back from the mirror; `lost` is what is missing of tables all the same.
    """

    is_shared = False  # with other servers, as PostgresStore is (ownership.py)

    def __init__(self, path: Path, mirror: Path | None = None) -> None:
        self.path = store_file(path)
        self.name = str(self.path)
        self.recovered = 0
        self.lost: list[Hole] = []
        self.lock = lock_store(self.path)
        try:
            log = self._open(Mirror(mirror) if mirror is not None else None)
            self.reader = SqliteLog(self.path)
        except (BadStore, sqlite3.Error, OSError) as error:
            os.close(self.lock)
            raise error if isinstance(error, BadStore) else cannot_open(self.path, str(error)) from None
        self.writer = Writer(log)

    def _open(self, mirror: Mirror | None) -> SqliteLog:
        """Open the log for writing: bring back what a mirror has, and find out what is missing."""
        mirrored = mirror.changes() if mirror is not None else []
        if mirror is not None and mirrored and not (self.path.exists() and self.path.stat().st_size):
            mirror.put_back(self.path)
            self.recovered = mirrored[0].number
        log = SqliteLog(self.path)
        check = log.base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if check != "ok":
            log.close()
            raise cannot_open(self.path, f"it is damaged ({' '.join(check.split())})")
        if mirror is not None and mirrored and log.position()[0] < mirrored[0].number:  # an older file than the copy
            log.close()
            mirror.put_back(self.path)
            self.recovered = mirrored[0].number
            log = SqliteLog(self.path)
        number, total = log.position()
        if any((each.number, each.sum) == (number, total) for each in mirrored):
            newer = [each for each in mirrored if each.number > number]
            log.repeat(newer)
            self.recovered += len(newer)
        journal = Journal(Path(f"{self.path}.journal"))
        self.lost = log.mark(journal.missing(log.position()[0]))
        journal.begin(*log.position())
        log.witnesses = [journal]
        if mirror is not None:
            mirror.begin(log.base, *log.position())
            log.witnesses.append(mirror)
        return log

    def close(self) -> None:
        """Finish the writes, close the file, and unlock it."""
        self.writer.stop()
        self.reader.close()
        os.close(self.lock)


def store_file(path: Path) -> Path:
    """The file of a store: this one, or the one in this folder."""
    return path / FILE_NAME if path.is_dir() else path


def lock_store(path: Path) -> int:
    """The descriptor of the locked file beside a store; BadStore if another server has locked it.

    A file of its own, because closing the database anywhere in this process would also end a lock on the database.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise cannot_open(path, error.strerror or str(error)) from None
    if not lock(descriptor):
        os.close(descriptor)
        raise BadStore("Another server is using {path}: stop it first, or choose another file.", path=str(path))
    return descriptor


def cannot_open(path: Path | str, why: str) -> BadStore:
    """The error of a store that cannot be opened."""
    return BadStore("The store {path} cannot be opened: {error}", path=str(path), error=why)


class Promise:
    """The answer of a job, for a coroutine; lighter than a future of threads that is wrapped."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()

    def set_result(self, answer: Any) -> None:
        """The job is done."""
        self._tell(self.future.set_result, answer)

    def set_exception(self, error: BaseException) -> None:
        """The job has failed."""
        self._tell(self.future.set_exception, error)

    def _tell(self, settle: Callable[[Any], None], what: Any) -> None:
        with contextlib.suppress(RuntimeError):  # nobody is there any more
            self.loop.call_soon_threadsafe(lambda: None if self.future.done() else settle(what))


Job = Callable[[Log], Any]


class Writer:
    """A writer thread that batches: jobs that arrive while it writes share the next transaction."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.jobs: queue.SimpleQueue[tuple[Job, Future[Any] | Promise] | None] = queue.SimpleQueue()
        self.written = 0
        self.transactions = 0
        self.times = Histogram("parrain_commit_seconds", "Seconds of a transaction of the store")
        self.thread = threading.Thread(target=self._run, name="parrain-writer", daemon=True)
        self.thread.start()

    def do(self, job: Job) -> Future[Any]:
        """Queue a job for the log; the future is done when the job is committed, or has its error."""
        future: Future[Any] = Future()
        self.jobs.put((job, future))
        return future

    def keep(self, job: Job) -> asyncio.Future[Any]:
        """The same for a coroutine."""
        promise = Promise()
        self.jobs.put((job, promise))
        return promise.future

    def stop(self) -> None:
        """Finish the queue and stop."""
        self.jobs.put(None)
        self.thread.join(timeout=30)
        self.log.close()

    def _run(self) -> None:
        while self._write_waiting():  # a call each time, so that no job of the last one is held while waiting
            pass

    def _write_waiting(self) -> bool:
        """Wait for jobs, and write all there are; False when it is time to stop."""
        waiting = [self.jobs.get()]
        while not self.jobs.empty() and len(waiting) < 500:
            waiting.append(self.jobs.get())
        jobs = [each for each in waiting if each is not None]
        if jobs:
            self._write(jobs)
        return None not in waiting

    def _write(self, jobs: list[tuple[Job, Future[Any] | Promise]], again: bool = False) -> None:
        """Run the jobs in one transaction; if one fails, each in its own.

        Where the connection was lost, a job is run once more: it may have been committed, and then changes nothing.
        """
        began = time.monotonic()
        try:
            answers = self._transact([job for job, _ in jobs])
        except Exception as error:
            if len(jobs) == 1 and (again or not self.log.is_broken):
                failure = BadStore("This cannot be kept: {error}", error=str(error)[:200])
                jobs[0][1].set_exception(error if isinstance(error, ParrainError) else failure)
                return
            for each in jobs:
                self._write([each], len(jobs) == 1)
            return
        self.times.observe(time.monotonic() - began)
        self.written += len(jobs)
        self.transactions += 1
        for (_, future), answer in zip(jobs, answers, strict=True):
            future.set_result(answer)

    def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        self.log.begin()
        try:
            answers = [job(self.log) for job in jobs]
            self.log.commit()
        except BaseException:
            self.log.rollback()
            raise
        return answers
