"""The log in PostgreSQL, for several servers at once: connections, numbered migrations, and what differs from SQLite.

A table is owned by one server at a time. Its row holds the owner and a fencing number, which grows whenever the owner
changes; every change of a table carries the number that its server was given, and changes nothing once there is a
higher one. Whose server a table is, is in ownership.py.
"""

from __future__ import annotations

import re
import secrets
import socket
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from parrain.table.store import (
    MOVED,
    PROBE_BYTES,
    UNREACHABLE,
    BadStore,
    Batch,
    Rows,
    Seating,
    Sheet,
    SqlLog,
    cannot_open,
)

Connection = psycopg.Connection[Any]

CONNECT_SECONDS = 2  # the least that libpq knows
RETRY_SECONDS = 0.3  # after a connection failed, before the next attempt
ACCOUNT = "account:"  # how an announcement begins that is about an account, and not about a table
LOCKED = "lock-"  # how the name of a server begins that holds the advisory lock of its name while it lives
LOCK = 8420_19  # of the migrations; any number that others do not use

# A transaction that waits for its server for 1.5 s is given up, so that one who was cut off blocks nobody; and the
# database notices by itself when the host of a server is gone.
SESSION = (
    "-c idle_in_transaction_session_timeout=1500ms -c lock_timeout=2s -c statement_timeout=10s -c timezone=UTC"
    " -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2 -c tcp_user_timeout=3000"
)

# Identifiers are compared byte by byte, as SQLite does.
MIGRATIONS = (
    # 1: what a SQLite file of version 2 has, less the journal (which is PostgreSQL's own affair); owners of tables
    """
    CREATE TABLE tables (
        id TEXT COLLATE "C" PRIMARY KEY, created DOUBLE PRECISION NOT NULL, head TEXT NOT NULL, listed INTEGER NOT NULL,
        clock TEXT NOT NULL, maker TEXT NOT NULL, state TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
        due DOUBLE PRECISION, deleted DOUBLE PRECISION, owner TEXT, fence BIGINT NOT NULL DEFAULT 0);
    CREATE TABLE seats (
        table_id TEXT COLLATE "C" NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        bot TEXT NOT NULL, away INTEGER NOT NULL, PRIMARY KEY (table_id, seat));
    CREATE TABLE holders (
        table_id TEXT COLLATE "C" NOT NULL, seat INTEGER NOT NULL, hash TEXT COLLATE "C" NOT NULL,
        PRIMARY KEY (table_id, seat, hash));
    CREATE TABLE entries (
        table_id TEXT COLLATE "C" NOT NULL, number INTEGER NOT NULL, batch INTEGER NOT NULL, what TEXT NOT NULL,
        seat INTEGER NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, clock TEXT NOT NULL,
        sum TEXT NOT NULL DEFAULT '', PRIMARY KEY (table_id, number));
    CREATE TABLE handovers (
        hash TEXT COLLATE "C" PRIMARY KEY, table_id TEXT COLLATE "C" NOT NULL, seats TEXT NOT NULL,
        until DOUBLE PRECISION NOT NULL);
    CREATE TABLE summaries (table_id TEXT COLLATE "C" PRIMARY KEY, entries INTEGER NOT NULL, data TEXT NOT NULL);
    CREATE TABLE probes (id INTEGER PRIMARY KEY, data BYTEA NOT NULL);
    CREATE TABLE facts (name TEXT COLLATE "C" PRIMARY KEY, value DOUBLE PRECISION NOT NULL);
    CREATE TABLE holes (table_id TEXT COLLATE "C" PRIMARY KEY, first INTEGER NOT NULL, count INTEGER NOT NULL);
    CREATE INDEX holders_by_hash ON holders (hash);
    CREATE INDEX tables_by_age ON tables (at);
    CREATE INDEX tables_listed ON tables (listed, state, created);
    CREATE UNLOGGED TABLE servers (id TEXT COLLATE "C" PRIMARY KEY, address TEXT NOT NULL, until TIMESTAMPTZ NOT NULL);
    CREATE TABLE secrets (name TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL);
    """,
    # 2: closed tables with the reason, and banned networks (see admin.py)
    """
    ALTER TABLE tables ADD COLUMN closed TEXT;
    CREATE TABLE bans (
        network TEXT COLLATE "C" PRIMARY KEY, reason TEXT NOT NULL, made DOUBLE PRECISION NOT NULL,
        until DOUBLE PRECISION);
    """,
    # 3: accounts, for those who want one (see accounts.py)
    """
    CREATE TABLE accounts (
        id TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL,
        history INTEGER NOT NULL);
    CREATE TABLE devices (
        hash TEXT COLLATE "C" PRIMARY KEY, account TEXT COLLATE "C" NOT NULL, created DOUBLE PRECISION NOT NULL,
        seen DOUBLE PRECISION NOT NULL);
    CREATE TABLE account_keys (
        hash TEXT COLLATE "C" PRIMARY KEY, account TEXT COLLATE "C" NOT NULL, purpose TEXT NOT NULL,
        until DOUBLE PRECISION);
    CREATE TABLE passkeys (
        id TEXT COLLATE "C" PRIMARY KEY, account TEXT COLLATE "C" NOT NULL, public_key TEXT NOT NULL,
        uses BIGINT NOT NULL, created DOUBLE PRECISION NOT NULL);
    CREATE TABLE results (
        account TEXT COLLATE "C" NOT NULL, table_id TEXT COLLATE "C" NOT NULL, game TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL, seat INTEGER NOT NULL, players INTEGER NOT NULL, place INTEGER NOT NULL,
        bots TEXT NOT NULL, mu DOUBLE PRECISION, sigma DOUBLE PRECISION, PRIMARY KEY (account, table_id));
    CREATE INDEX devices_by_account ON devices (account);
    CREATE INDEX account_keys_by_account ON account_keys (account);
    CREATE INDEX passkeys_by_account ON passkeys (account);
    """,
    # 4: the queue of calls to bots (thinking.py); `counts`: waiting counts towards its seconds
    """
    CREATE UNLOGGED TABLE thinkers (
        id TEXT COLLATE "C" PRIMARY KEY, places INTEGER NOT NULL, until TIMESTAMPTZ NOT NULL);
    CREATE UNLOGGED TABLE askers (id TEXT COLLATE "C" PRIMARY KEY, until TIMESTAMPTZ NOT NULL);
    CREATE UNLOGGED TABLE turns (who TEXT COLLATE "C" PRIMARY KEY, at TIMESTAMPTZ NOT NULL);
    CREATE UNLOGGED TABLE calls (
        id BIGINT PRIMARY KEY, asker TEXT COLLATE "C" NOT NULL, rank INTEGER NOT NULL, quick BOOLEAN NOT NULL,
        address TEXT COLLATE "C" NOT NULL, person TEXT COLLATE "C" NOT NULL,
        asked TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), seconds DOUBLE PRECISION NOT NULL,
        counts BOOLEAN NOT NULL, call TEXT NOT NULL, thinker TEXT COLLATE "C", tries INTEGER NOT NULL DEFAULT 0,
        answer TEXT);
    CREATE INDEX calls_by_asker ON calls (asker);
    """,
)


class Unreachable(BadStore):
    """A database to which there is no connection just now."""

    code = UNREACHABLE


class Fenced(BadStore):
    """A change of a table that another server owns now."""

    code = MOVED


def connection_options(url: str) -> dict[str, Any]:
    """How we connect: every statement is a transaction unless it begins one, and a dead line is noticed soon."""
    return {
        "autocommit": True,
        "options": f"{conninfo_to_dict(url).get('options') or ''} {SESSION}",
        "connect_timeout": CONNECT_SECONDS,
        "keepalives_idle": 2,
        "keepalives_interval": 1,
        "keepalives_count": 2,
        "tcp_user_timeout": 3000,
    }


def connect(url: str) -> Connection:
    """A new connection."""
    try:
        return psycopg.connect(url, **connection_options(url))
    except psycopg.Error as error:
        raise Unreachable(
            "The store {path} cannot be opened: {error}", path=name_of(url), error=" ".join(str(error).split())
        ) from None


def hang_up(base: Connection) -> None:
    """End a connection that does not answer, from another thread: whoever waits for it gets an error at once."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=base.fileno()) as line:
        try:
            line.shutdown(socket.SHUT_RDWR)
        finally:
            line.detach()


def channel(base: Connection) -> str:
    """The name under which the servers of this schema announce what they do."""
    found = base.execute("SELECT current_schema()").fetchone()
    return f"parrain.{found[0] if found else ''}"


def name_of(url: str) -> str:
    """A database without the password and the other secrets of its address."""
    with suppress(psycopg.Error):
        parts = conninfo_to_dict(url)
        port = f":{parts['port']}" if parts.get("port") else ""
        return f"postgresql://{parts.get('host', '')}{port}/{parts.get('dbname', '')}"
    return "postgresql:"


@lru_cache
def translate(sql: str) -> bytes:
    """SQL with placeholders as SQLite has them, with those of psycopg."""
    return re.sub(r"(?<!:):([a-z]+)", r"%(\1)s", sql.replace("?", "%s")).encode()


class PostgresLog(SqlLog):
    """The log in a PostgreSQL database; what is created belongs to the server `owner`."""

    NOT_IN_USE = (
        "NOT EXISTS (SELECT 1 FROM servers s WHERE s.id=tables.owner AND s.until>clock_timestamp()"
        f" AND NOT (starts_with(s.id, '{LOCKED}') AND pg_try_advisory_xact_lock_shared(hashtextextended(s.id, 0))))"
    )

    def __init__(self, url: str, base: Connection | None = None) -> None:
        self.url = url
        self.base = base or connect(url)
        self.owner: str | None = None
        self.failed_at = 0.0  # when the last attempt to connect failed

    def run(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        """Run a statement."""
        return self.base.execute(translate(sql), values)

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        with self.base.cursor() as cursor:
            cursor.executemany(translate(sql), rows)

    @property
    def is_broken(self) -> bool:  # type: ignore[override]
        """Whether the connection was lost."""
        return bool(self.base.closed)

    def connect_again(self) -> None:
        """Make a new connection if the last one was lost, but not too often."""
        if not self.is_broken:
            return
        if time.monotonic() - self.failed_at < RETRY_SECONDS:
            raise Unreachable("The store {path} cannot be reached.", path=name_of(self.url))
        try:
            self.base = connect(self.url)
        except Unreachable:
            self.failed_at = time.monotonic()
            raise

    def begin(self) -> None:
        """Begin a transaction, on a new connection if the last one was lost."""
        self.connect_again()
        self.base.execute("BEGIN")

    def begin_long(self) -> None:
        """Begin a transaction that may take long and sees the database as of its beginning."""
        self.base.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        self.base.execute("SET LOCAL statement_timeout=0; SET LOCAL idle_in_transaction_session_timeout=0")

    def commit(self) -> None:
        """Commit the transaction."""
        self.base.execute("COMMIT")

    def rollback(self) -> None:
        """Roll the transaction back."""
        with suppress(psycopg.OperationalError):
            if not self.is_broken and self.base.info.transaction_status != TransactionStatus.IDLE:
                self.base.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection."""
        self.base.close()

    # -- what only the owner may do -----------------------------------------------------------------------

    def create(self, sheet: Sheet, seats: Sequence[Seating], batches: Sequence[Batch] = ()) -> None:
        """Store a new table, which its maker's server owns."""
        super().create(sheet, seats, batches)
        if self.owner is not None:
            self.run("UPDATE tables SET owner=?, fence=1 WHERE id=?", (self.owner, sheet.id))

    def update_state(self, table: str, state: str, fence: int) -> None:
        """Store the state of a table; Fenced, and the whole transaction nothing, if another server owns it now."""
        changed = self.run(
            "UPDATE tables SET state=?, at=? WHERE id=? AND fence=?", (state, time.time(), table, fence)
        ).rowcount
        if not changed:
            raise Fenced("Another server has taken over the table {table}.", table=table)

    def detach(self, tables: Collection[str]) -> None:
        """Fence off the servers that own these tables, and tell them."""
        name = channel(self.base)
        for table in tables:
            self.run("UPDATE tables SET owner=NULL, fence=fence+1 WHERE id=?", (table,))
            self.run("SELECT pg_notify(?, ?)", (name, f"{table} -"))

    def announce_sign_out(self, account: str) -> None:
        """Tell the other servers that devices of an account were signed out."""
        self.run("SELECT pg_notify(?, ?)", (channel(self.base), f"{ACCOUNT}{account} {self.owner or '-'}"))

    def insert_entries(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows into `entries`, unless they are there: a commit whose answer was lost is repeated."""
        table, first, last = rows[0][0], rows[0][1], rows[-1][1]
        self.run_many("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", rows)
        found = self.run(
            "SELECT sum FROM entries WHERE table_id=? AND number BETWEEN ? AND ? ORDER BY number", (table, first, last)
        )
        if [row[0] for row in found] != [row[-1] for row in rows]:
            raise BadStore("This cannot be kept: {error}", error=f"line {first} of the table is taken")

    def probe(self) -> None:
        """Write as much as some choices need, in a row of our own: others may be doing the same."""
        me = self.base.info.backend_pid
        self.run("INSERT INTO probes VALUES (?, ?)", (me, bytes(PROBE_BYTES)))
        self.run("DELETE FROM probes WHERE id=?", (me,))

    def forget(self, *ages: Any) -> Any:
        """Look for old tables, one server at a time."""
        self.run("SELECT pg_advisory_xact_lock(?)", (LOCK + 1,))
        return super().forget(*ages)


# -- migrations ----------------------------------------------------------------------------------------------


def version_of(base: Connection) -> int:
    """How many migrations a database has had."""
    if base.execute("SELECT to_regclass('migrations')").fetchone() == (None,):
        return 0
    found = base.execute("SELECT COALESCE(MAX(number), 0) FROM migrations").fetchone()
    return int(found[0]) if found else 0


def migrate(url: str) -> tuple[int, int]:
    """Bring a database to the present version, all or nothing: the version it had and the one it has."""
    base = connect(url)
    try:
        with base.transaction():
            base.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))  # others may be starting too
            before = version_of(base)
            if before > len(MIGRATIONS):
                raise cannot_open(name_of(url), "it was written by a newer version of Parrain")
            base.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at TIMESTAMPTZ NOT NULL)")
            for number, step in enumerate(MIGRATIONS[before:], before + 1):
                base.execute(step.encode())
                base.execute("INSERT INTO migrations VALUES (%s, now())", (number,))
            if not before:
                base.execute("INSERT INTO secrets VALUES ('forward', %s)", (secrets.token_urlsafe(32),))
    except psycopg.Error as error:
        raise cannot_open(name_of(url), " ".join(str(error).split())) from None
    finally:
        base.close()
    return before, len(MIGRATIONS)


def open_log(url: str) -> PostgresLog:
    """The log of a database that has the present version; an empty one is set up."""
    log = PostgresLog(url)
    version = version_of(log.base)
    if version == 0:
        migrate(url)
    elif version != len(MIGRATIONS):
        log.close()
        newer = "it was written by a newer version of Parrain"
        raise cannot_open(
            name_of(url), newer if version > len(MIGRATIONS) else "it is of an older version: run `parrain db migrate`"
        )
    return log
