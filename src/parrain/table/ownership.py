"""Which server owns which table, where several share a PostgreSQL database.

A server has a lease, a row that it renews; one that has not done so for LEASE_SECONDS is taken for dead, and whoever
needs a table of it takes the table over. The connection that renews the lease holds an advisory lock besides: when a
process dies, the database ends its session at once, the lock is free, and nobody waits for the lease. Either guess may
be wrong: the fencing number of the table (postgres.py) keeps a server that was thought dead from writing. All times
are those of the database, so that clocks need not agree.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple, TypeVar

import psycopg

from parrain.table.postgres import (
    ACCOUNT,
    LOCKED,
    Connection,
    PostgresLog,
    Unreachable,
    channel,
    connect,
    hang_up,
    name_of,
    open_log,
)
from parrain.table.store import BadStore, Hole, Log, Writer

log = logging.getLogger("parrain.store")

LEASE_SECONDS = 1.6
RENEW_SECONDS = 0.4
READERS = 4  # threads for reading, with a connection each
ATTEMPTS = 3  # of a read, when a connection turns out to be broken

T = TypeVar("T")


class Claim(NamedTuple):
    """A table is ours from now on, with that fencing number; or it is at that address."""

    fence: int
    address: str


class Lease:
    """This server among the others: its lease, and a thread that renews it and hears what the others announce."""

    def __init__(self, url: str, address: str, named: Callable[[str], None]) -> None:
        self.url = url
        self.address = address
        self.named = named  # told the name under which this server owns tables, whenever there is a new one
        self.heard: Callable[[str], object] = lambda table: None  # told which table was taken by another server
        self.signed_out: Callable[[str], object] = lambda account: None  # told whose devices were signed out elsewhere
        self.departed: Callable[[str], object] = lambda address: None  # told which server has lost its lease
        self.alive: frozenset[str] = frozenset()  # the addresses of the servers that have a lease
        self.id = ""
        self.until = 0.0  # by our own clock, and not later than by that of the database
        self.base: Connection | None = None
        self.stopping = threading.Event()
        self.renew()
        self.thread = threading.Thread(target=self._run, name="parrain-lease", daemon=True)
        self.thread.start()

    @property
    def owner(self) -> str:
        """The name under which this server owns tables; "" while it cannot know that it still does."""
        return self.id if time.monotonic() < self.until else ""

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.listen(RENEW_SECONDS)
                self.renew()
            except (psycopg.Error, Unreachable):
                if self.base is None or self.base.closed:
                    self.until = 0.0  # with the connection the lock is gone
                self.stopping.wait(0.2)
        with suppress(psycopg.Error):
            if self.base is not None:
                self.base.execute("DELETE FROM servers WHERE id=%s", (self.id,))
                self.base.close()

    def renew(self) -> None:
        """Renew the lease; one that has run out does not come back, but there is a new one under another name."""
        if self.base is None or self.base.closed:
            self.base, self.id = None, ""
            self.base = connect(self.url)
            self.base.execute("SET synchronous_commit=off")  # a lease need not outlive the database
            self.base.execute(f'LISTEN "{channel(self.base)}"'.encode())
        sent = time.monotonic()
        if self.id:
            rows = self.base.execute(
                "WITH renewed AS (UPDATE servers SET until=clock_timestamp()+make_interval(secs=>%s)"
                " WHERE id=%s AND until>=clock_timestamp() RETURNING id)"
                " SELECT s.address, s.id IN (SELECT id FROM renewed) FROM servers s WHERE s.until>=clock_timestamp()",
                (LEASE_SECONDS, self.id),
            ).fetchall()
            self._look_around(frozenset(address for address, _ in rows))
            if any(is_mine for _, is_mine in rows):
                self.until = sent + LEASE_SECONDS
                return
            log.warning("the lease of this server has run out", extra={"facts": {"server": self.id}})
        self.id, self.until = LOCKED + secrets.token_hex(8), 0.0
        self.base.execute("SELECT pg_advisory_unlock_all()")
        self.base.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (self.id,))
        self.base.execute(
            "INSERT INTO servers VALUES (%s, %s, clock_timestamp()+make_interval(secs=>%s))",
            (self.id, self.address, LEASE_SECONDS),
        )
        self.base.execute("DELETE FROM servers WHERE until<clock_timestamp()-interval '1 hour'")
        self.named(self.id)
        self.until = sent + LEASE_SECONDS

    def _look_around(self, alive: frozenset[str]) -> None:
        """Announce which servers have lost their leases since the last look."""
        for address in self.alive - alive - {self.address}:
            self.departed(address)
        self.alive = alive

    def listen(self, seconds: float) -> None:
        """Hear for so long what other servers announce."""
        if self.base is None or self.base.closed:
            return
        for notice in self.base.notifies(timeout=seconds):
            what, _, server = notice.payload.partition(" ")
            if server == self.id:
                continue
            if what.startswith(ACCOUNT):
                self.signed_out(what.removeprefix(ACCOUNT))
            else:
                self.heard(what)

    def stop(self) -> None:
        """Give the lease up, so that others need not wait."""
        self.stopping.set()
        self.thread.join(timeout=10)


class PostgresStore:
    """A database that several servers share; this one can be reached by the others at `address`."""

    is_shared = True

    def __init__(self, url: str, address: str) -> None:
        self.url = url
        self.port = int(address.rpartition(":")[2])
        self.name = name_of(url)
        self.recovered = 0
        self.lost: list[Hole] = []
        writing = open_log(url)
        self.channel = channel(writing.base)
        found = writing.base.execute("SELECT value FROM secrets WHERE name='forward'").fetchone()
        self.secret = str(found[0]) if found else ""  # by which servers know each other
        self.writing = writing
        self.writer = Writer(writing)
        self.threads = ThreadPoolExecutor(READERS, thread_name_prefix="parrain-reader")
        self.of_thread = threading.local()
        self.readers: list[PostgresLog] = []
        self.lease = Lease(url, address, self._name)

    def _name(self, owner: str) -> None:
        self.writing.owner = owner

    @cached_property
    def reader(self) -> Log:
        """For whoever may wait for the database; a server uses `read`."""
        return PostgresLog(self.url)

    @property
    def owner(self) -> str:
        """The name under which this server owns tables now."""
        return self.lease.owner

    def read(self, job: Callable[[PostgresLog], T]) -> T:
        """Call a job with the connection of this thread, again if that was broken; it may have to wait."""
        log: PostgresLog | None = getattr(self.of_thread, "log", None)
        if log is None:
            log = self.of_thread.log = PostgresLog(self.url)
            self.readers.append(log)
        for attempt in range(ATTEMPTS):
            try:
                log.connect_again()
                return job(log)
            except psycopg.OperationalError:
                if attempt == ATTEMPTS - 1 or not self.owner:
                    break
            except psycopg.Error as error:
                raise BadStore("This cannot be read: {error}", error=str(error)[:200]) from None
        raise Unreachable("The store {path} cannot be reached.", path=self.name)

    def claim(self, table: str) -> Claim | None:
        """Own a table from now on, unless a living server does; None if there is no such table."""
        me = self.owner
        if not me:
            raise Unreachable("The store {path} cannot be reached.", path=self.name)

        def job(log: PostgresLog) -> Claim | None:
            taken = log.run(
                "WITH taken AS (UPDATE tables SET owner=?, fence=fence+1 WHERE id=? AND deleted IS NULL"
                f" AND (owner IS NULL OR owner=? OR {log.NOT_IN_USE})"
                " AND EXISTS (SELECT 1 FROM servers m WHERE m.id=? AND m.until>clock_timestamp()) RETURNING fence)"
                " SELECT fence, pg_notify(?, ?) FROM taken",
                (me, table, me, me, self.channel, f"{table} {me}"),
            ).fetchone()
            if taken is not None:
                return Claim(int(taken[0]), "")
            found = log.run(
                "SELECT s.address FROM tables t LEFT JOIN servers s ON s.id=t.owner WHERE t.id=? AND t.deleted IS NULL",
                (table,),
            ).fetchone()
            if found is None:
                return None
            if not found[0]:  # it has changed hands just now
                raise Unreachable("The store {path} cannot be reached.", path=self.name)
            return Claim(0, str(found[0]))

        return self.read(job)

    def release(self, table: str, fence: int) -> None:
        """Own a table no longer, if we still do."""
        self.read(lambda log: log.run("UPDATE tables SET owner=NULL WHERE id=? AND fence=?", (table, fence)).rowcount)

    def cut(self) -> None:
        """End connections that do not answer: whoever waits for them gets an error, and new ones are tried."""
        for base in (self.lease.base, self.writing.base, *(log.base for log in self.readers)):
            if base is not None:
                hang_up(base)

    def close(self) -> None:
        """Finish the writes, give up all tables, and close the connections."""
        self.writer.stop()
        self.lease.stop()
        self.threads.shutdown(wait=False, cancel_futures=True)
        if "reader" in self.__dict__:
            self.reader.close()
        for log in self.readers:
            log.close()
