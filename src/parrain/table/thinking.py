"""A queue of calls to bots in PostgreSQL: servers put them in, thinkers on any host take them (`parrain think`).

A call is a function of a short list and its arguments as plain data: Views, never a State. Of those that wait, the
rank goes first, then the address and the person that hold the fewest places, as in bots/fair.py. A thinker has a
lease, and what it had taken is taken again once that has run out; an answer carries the number of its try, so that
one who was only thought dead answers nobody. A call is kept only as long as its server wants it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import psycopg

from parrain.bots.driver import BotPool, evaluate_in_worker, judge_in_worker, think_in_worker, warm_up
from parrain.bots.fair import IN_SIGHT, MOST_WAITING, Visitor, visitor
from parrain.bots.pool import Pool, WorkerFailed
from parrain.table.postgres import Connection, Unreachable, channel, connect, hang_up

log = logging.getLogger("parrain.thinking")

LEASE_SECONDS = 3.0  # of a thinker, and of a server that asks
RENEW_SECONDS = 0.5
MOST_TRIES = 3  # of a call; one that ends its thinkers is given up
LATER_SECONDS = 60.0  # that a call waits for which nobody waits at a table
FINISH_SECONDS = 5.0  # for what a thinker has begun when it is told to stop
GRACE = 1.0  # seconds for the way of an answer

# What may be called, by module and name: whoever can write to the database cannot have anything else called.
CALLABLE = frozenset(
    f"{each.__module__}:{each.__name__}" for each in (think_in_worker, judge_in_worker, evaluate_in_worker)
) | {"parrain.lab.quick:play_pairs_in_worker"}

PUT = """
WITH me AS (
    INSERT INTO askers VALUES (%s, clock_timestamp()+make_interval(secs=>%s))
    ON CONFLICT (id) DO UPDATE SET until=excluded.until),
new AS (
    INSERT INTO calls (id, asker, rank, quick, address, person, seconds, counts, call)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING id)
SELECT pg_notify(%s, '') FROM new
"""
TAKE = """
WITH alive AS (SELECT id, places FROM thinkers WHERE until>clock_timestamp()),
held AS (SELECT c.address, c.person, c.quick FROM calls c JOIN alive ON alive.id=c.thinker WHERE c.answer IS NULL),
room AS (
    SELECT sum(places)-least(1, sum(places)-1) AS slow, sum(places)+count(*)-least(1, sum(places)+count(*)-2) AS workers
    FROM alive),
chosen AS (
    SELECT c.id
    FROM room, calls c LEFT JOIN turns a ON a.who=c.address LEFT JOIN turns p ON p.who=c.address||' '||c.person
    WHERE c.answer IS NULL AND c.tries<%(tries)s AND (c.quick OR %(slow)s)
        AND c.asker IN (SELECT id FROM askers WHERE until>clock_timestamp())
        AND (c.thinker IS NULL OR c.thinker NOT IN (SELECT id FROM alive))
        AND (NOT EXISTS (SELECT 1 FROM held h WHERE h.address=c.address AND (c.quick OR NOT h.quick))
            OR CASE WHEN c.quick THEN room.workers > (SELECT count(*) FROM held)
                ELSE room.slow > (SELECT count(*) FROM held WHERE NOT quick) END)
    ORDER BY c.rank,
        (SELECT count(*) FROM held h WHERE h.address=c.address), a.at NULLS FIRST,
        (SELECT count(*) FROM held h WHERE (h.address, h.person)=(c.address, c.person)), p.at NULLS FIRST, c.asked
    LIMIT 1 FOR UPDATE OF c SKIP LOCKED),
taken AS (
    UPDATE calls c SET thinker=%(me)s, tries=c.tries+1 FROM chosen WHERE c.id=chosen.id
    RETURNING c.id, c.tries, c.quick, c.address, c.person, c.call,
        EXISTS (SELECT 1 FROM calls o WHERE o.address=c.address AND o.id<>c.id AND o.answer IS NULL) AS low,
        extract(epoch FROM clock_timestamp()-c.asked)::float8 AS waited, c.seconds, c.counts),
turned AS (
    INSERT INTO turns SELECT who, clock_timestamp() FROM taken, unnest(ARRAY[address, address||' '||person]) who
    ON CONFLICT (who) DO UPDATE SET at=excluded.at)
SELECT id, tries, quick, low, waited, CASE WHEN counts THEN seconds-waited ELSE seconds END, call FROM taken
"""
ANSWER = """
WITH done AS (
    UPDATE calls SET answer=%s WHERE id=%s AND thinker=%s AND tries=%s AND answer IS NULL RETURNING id, asker)
SELECT pg_notify(%s||asker, id::text) FROM done
"""

T = TypeVar("T")


class Job(NamedTuple):
    """A call that a thinker has taken: its number, which try it is, how long it waited, how long it may take.

    It is of low priority while its address has others.
    """

    id: int
    tries: int
    quick: bool
    low: bool
    waited: float
    seconds: float
    call: str


def name_of(function: Callable[..., Any]) -> str:
    """The name under which a function is called in another process."""
    return f"{function.__module__}:{function.__name__}"


def function_named(name: str) -> Callable[..., Any]:
    """The function of that name, if it may be called."""
    if name not in CALLABLE:
        raise WorkerFailed("it may not be called")
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


class Line:
    """A connection for the calls of one side, in a thread of its own, and one that hears the other side."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.id = secrets.token_hex(8)
        self.base: Connection | None = None
        self.hearing: Connection | None = None
        self.renewed = 0.0
        self.channel = ""
        self.threads = ThreadPoolExecutor(1, thread_name_prefix=f"parrain-{name}")
        self.stopping = threading.Event()
        self.listener = threading.Thread(target=self._listen, name=f"parrain-{name}-hears", daemon=True)

    def open(self) -> Connection:
        """A new connection; nothing here need outlive the database."""
        base = connect(self.url)
        base.execute("SET synchronous_commit=off")
        self.channel = channel(base)
        return base

    def do(self, job: Callable[[Connection], T]) -> T:
        """Call a job with the connection, a second time if it turns out to be broken."""
        for last in (False, True):
            if self.base is None or self.base.closed:
                self.base = self.open()
            try:
                return job(self.base)
            except psycopg.OperationalError:
                if last or not self.base.closed:
                    raise
        raise AssertionError

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Call a job without holding up the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.do, job)

    def start(self) -> None:
        """Begin to hear the other side."""
        self.listener.start()

    def stop(self) -> None:
        """End the connections."""
        self.stopping.set()
        if self.hearing is not None:
            hang_up(self.hearing)
        if self.listener.is_alive():
            self.listener.join(timeout=10)
        self.threads.shutdown(wait=True)
        for base in (self.base, self.hearing):
            if base is not None:
                base.close()

    def _listen(self) -> None:
        while not self.stopping.is_set():
            try:
                if self.hearing is None or self.hearing.closed:
                    self.hearing = self.open()
                    self.hearing.execute(f'LISTEN "{self.heard_on()}"'.encode())
                self.look(self.hearing)
                if time.monotonic() > self.renewed + RENEW_SECONDS:
                    self.renewed = time.monotonic()
                    self.renew(self.hearing)
                for _ in self.hearing.notifies(timeout=RENEW_SECONDS, stop_after=1):
                    pass
            except (psycopg.Error, Unreachable) as error:
                if self.stopping.is_set():
                    return
                log.warning("the queue cannot be reached", extra={"facts": {"why": str(error)[:200]}})
                self.stopping.wait(RENEW_SECONDS)

    def heard_on(self) -> str:
        """The channel on which the other side announces something."""
        raise NotImplementedError

    def look(self, base: Connection) -> None:
        """Look what there is; called whenever something was announced, and every so often."""
        raise NotImplementedError

    def renew(self, base: Connection) -> None:
        """Renew a lease; called every so often."""
        raise NotImplementedError


class Asker(Line):
    """The calls of one server."""

    def __init__(
        self, url: str, heard: Callable[[dict[int, str]], None], left: Callable[[set[int], int], None]
    ) -> None:
        super().__init__(url, "asker")
        self.heard = heard  # told the answers, by call
        self.left = left  # told which calls are still there, and how many places there are

    def heard_on(self) -> str:
        return f"{self.channel}.{self.id}"

    def look(self, base: Connection) -> None:
        """Fetch the answers."""
        answered = base.execute(
            "DELETE FROM calls WHERE asker=%s AND answer IS NOT NULL RETURNING id, answer", (self.id,)
        ).fetchall()
        if answered:
            self.heard(dict(answered))

    def renew(self, base: Connection) -> None:
        """Say that what is left is still wanted."""
        base.execute(
            "INSERT INTO askers VALUES (%s, clock_timestamp()+make_interval(secs=>%s))"
            " ON CONFLICT (id) DO UPDATE SET until=excluded.until",
            (self.id, LEASE_SECONDS),
        )
        left = base.execute("SELECT id FROM calls WHERE asker=%s", (self.id,)).fetchall()
        places = base.execute("SELECT COALESCE(sum(places), 0) FROM thinkers WHERE until>clock_timestamp()").fetchone()
        self.left({row[0] for row in left}, int(places[0]) if places else 0)

    async def put(
        self, number: int, rank: int, quick: bool, who: Sequence[str], limit: Sequence[object], call: str
    ) -> None:
        """Put a call into the queue, and wake the thinkers."""
        row = (self.id, LEASE_SECONDS, number, self.id, rank, quick, *who, *limit, call)
        await self.run(lambda base: base.execute(PUT.encode(), (*row, f"{self.channel}.calls")))

    async def withdraw(self, number: int) -> bool:
        """Take a call back, if nobody has begun it."""
        sql = b"DELETE FROM calls WHERE id=%s AND thinker IS NULL"
        return bool(await self.run(lambda base: base.execute(sql, (number,)).rowcount))

    async def drop(self, number: int) -> None:
        """Want an answer no longer."""
        with contextlib.suppress(psycopg.Error, Unreachable, RuntimeError):
            await self.run(lambda base: base.execute("DELETE FROM calls WHERE id=%s", (number,)))


class Asked:
    """A call whose answer a server waits for."""

    __slots__ = ("answer", "put_at")

    def __init__(self) -> None:
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.put_at: float | None = None  # by the clock of the event loop


class SharedPool(BotPool):
    """The bots of a server among several: what takes long is thought about wherever there is a place for it.

    Quick calls go to the processes of this server, if it has any. Those processes also take what is in the queue.
    """

    def __init__(self, url: str, secret: str, count: int, seconds: float) -> None:
        super().__init__(count, seconds)
        self.secret = secret
        self.asker = Asker(
            url, lambda found: self._soon(self._settle, found), lambda *now: self._soon(self._left, *now)
        )
        self.thinker = Thinker(url, self) if count else None
        self.asked: dict[int, Asked] = {}
        self.dropping: set[asyncio.Task[None]] = set()
        self.places = 0  # of all thinkers, also elsewhere
        self.loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Start the processes of this server, and connect to the queue."""
        super().start()
        self.loop = asyncio.get_running_loop()
        self.asker.start()
        if self.thinker is not None:
            self.thinker.start()

    def stop(self) -> None:
        """End the processes of this server, and leave the queue."""
        if self.thinker is not None:
            self.thinker.stop()
        super().stop()
        for asked in self.asked.values():
            asked.answer.cancel()
        self.asker.stop()

    async def run(
        self,
        quick: bool,
        function: Callable[..., Any],
        *arguments: object,
        rank: int = IN_SIGHT,
        patience: float | None = None,
        seconds: float | None = None,
        low: bool | None = None,
    ) -> Any:
        """Call a function wherever there is a place, when it is this visitor's turn; fail if that does not come."""
        if quick and self.count:
            return await super().run(
                quick, function, *arguments, rank=rank, patience=patience, seconds=seconds, low=low
            )
        who, number, asked = visitor.get(), secrets.randbits(62), Asked()
        if self.by_address[who.address] >= MOST_WAITING:
            raise WorkerFailed("too many wait")
        limit = self.seconds if seconds is None else seconds
        counts = quick or patience is not None  # waiting counts
        begin = patience if patience is not None else limit / 2 if quick else LATER_SECONDS
        call, began = json.dumps([name_of(function), *arguments]), time.monotonic()
        self.asked[number] = asked
        self.by_address[who.address] += 1
        try:
            await self.asker.put(number, rank, quick, self._marks(who), (limit, counts), call)
            asked.put_at = asyncio.get_running_loop().time()
            if not await self._within(asked, begin) and await self.asker.withdraw(number):
                raise WorkerFailed("waited too long" if self.places else "nobody thinks: start `parrain think`")
            if not await self._within(asked, GRACE + limit - (begin if counts else 0)):
                raise WorkerFailed("too slow")
            self.times.observe(time.monotonic() - began)
            return asked.answer.result()
        except (psycopg.Error, Unreachable) as error:
            raise WorkerFailed(f"the queue cannot be reached: {type(error).__name__}") from None
        finally:
            del self.asked[number]
            self._over(who, ())
            if not asked.answer.done() or asked.answer.cancelled():
                self._drop(number)

    @property
    def under_way(self) -> int:
        """How many calls of this server wait or are being thought about, wherever."""
        return len(self.asked)

    async def _within(self, asked: Asked, seconds: float) -> bool:
        """Wait for an answer for so long; whether it has come."""
        done, _ = await asyncio.wait((asked.answer,), timeout=seconds)
        return bool(done)

    def _drop(self, number: int) -> None:
        """Drop what nobody waits for any more, without waiting for that."""
        task = asyncio.create_task(self.asker.drop(number))
        self.dropping.add(task)
        task.add_done_callback(self.dropping.discard)

    def _marks(self, who: Visitor) -> tuple[str, str]:
        """Who asks, so that thinkers can tell one from another and know nobody."""
        key = self.secret.encode()[:64]
        hashes = [hashlib.blake2s(each.encode(), key=key[:32], digest_size=9).hexdigest() for each in who]
        return hashes[0], hashes[1]

    def _soon(self, function: Callable[..., None], *arguments: object) -> None:
        """Call a method in the event loop."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(function, *arguments)

    def _settle(self, answers: dict[int, str]) -> None:
        """Hand answers to those who wait for them."""
        for number, answer in answers.items():
            asked = self.asked.get(number)
            if asked is None or asked.answer.done():
                continue
            what, value, waited = json.loads(answer)
            self.waits.observe(waited)
            self.answered += 1
            if what == "returned":
                asked.answer.set_result(value)
            else:
                asked.answer.set_exception(WorkerFailed(value))

    def _left(self, left: set[int], places: int) -> None:
        """Note how many places there are; a call that the database has lost fails."""
        self.places = places
        lost_before = asyncio.get_running_loop().time() - LEASE_SECONDS
        for number, asked in self.asked.items():
            is_due = asked.put_at is not None and asked.put_at < lost_before
            if is_due and number not in left and not asked.answer.done():
                asked.answer.set_exception(WorkerFailed("the queue has lost it"))


class Taker(Line):
    """What a thinker says to the database."""

    def __init__(self, url: str, places: int, heard: Callable[[], None]) -> None:
        super().__init__(url, "thinker")
        self.places = places
        self.heard = heard

    def heard_on(self) -> str:
        return f"{self.channel}.calls"

    def look(self, base: Connection) -> None:
        """There may be something to take."""
        self.heard()

    def renew(self, base: Connection) -> None:
        """Renew the lease, and clear away what nobody wants."""
        base.execute(
            "INSERT INTO thinkers VALUES (%(me)s, %(places)s, clock_timestamp()+make_interval(secs=>%(lease)s))"
            " ON CONFLICT (id) DO UPDATE SET until=excluded.until",
            {"me": self.id, "places": self.places, "lease": LEASE_SECONDS},
        )
        base.execute("DELETE FROM calls WHERE asker NOT IN (SELECT id FROM askers WHERE until>clock_timestamp())")
        for table, time_of in (("turns", "at"), ("thinkers", "until"), ("askers", "until")):
            base.execute(f"DELETE FROM {table} WHERE {time_of}<clock_timestamp()-interval '1 minute'".encode())

    async def take(self, slow: bool) -> Job | None:
        """The call whose turn it is, if there is one."""
        values = {"me": self.id, "tries": MOST_TRIES, "slow": slow}
        row = await self.run(lambda base: base.execute(TAKE.encode(), values).fetchone())
        return None if row is None else Job(*row)

    async def answer(self, job: Job, what: str, value: object) -> None:
        """Answer a call, unless it was given to somebody else meanwhile."""
        text = json.dumps([what, value, round(job.waited, 4)])
        row = (text, job.id, self.id, job.tries)
        await self.run(lambda base: base.execute(ANSWER.encode(), (*row, f"{self.channel}.")))

    def leave(self) -> None:
        """Give back what was not finished, so that others need not wait for the lease."""
        with contextlib.suppress(psycopg.Error, Unreachable):
            self.do(lambda base: base.execute("DELETE FROM thinkers WHERE id=%s", (self.id,)))


class Thinker:
    """Takes calls from the queue and has them done by the processes of a pool."""

    def __init__(self, url: str, pool: Pool) -> None:
        self.pool = pool
        self.slow_places = max(1, pool.count - 1)  # one of several is kept for quick calls
        self.taker = Taker(url, self.slow_places, self._heard)
        self.running: Counter[bool] = Counter()  # calls under way, by whether they are quick
        self.tasks: set[asyncio.Task[None]] = set()
        self.wake = asyncio.Event()
        self.taking: asyncio.Task[None] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to take calls."""
        self.loop = asyncio.get_running_loop()
        self.taker.start()
        self.taking = asyncio.create_task(self._take())

    def stop(self) -> None:
        """Take no more; what is under way is left to other thinkers."""
        if self.taking is not None:
            self.taking.cancel()
        for task in self.tasks:
            task.cancel()
        self.taker.stopping.set()
        self.taker.leave()
        self.taker.stop()

    async def finish(self) -> None:
        """Take no more, and wait for what is under way."""
        if self.taking is not None:
            self.taking.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=FINISH_SECONDS)

    def _heard(self) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.wake.set)

    async def _take(self) -> None:
        """Whenever there may be something, and a place is free, take it."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            try:
                while self.running.total() < self.pool.count:
                    job = await self.taker.take(self.running[False] < self.slow_places)
                    if job is None:
                        break
                    self.running[job.quick] += 1
                    task = asyncio.create_task(self._think(job))
                    self.tasks.add(task)
                    task.add_done_callback(self.tasks.discard)
            except (psycopg.Error, Unreachable):
                pass  # said by the listener, which wakes us when there is a connection again

    async def _think(self, job: Job) -> None:
        """Have a call done, and answer it."""
        try:
            name, *arguments = json.loads(job.call)
            visitor.set(Visitor(f"call {job.id}"))  # whose turn it is was decided by the queue
            try:
                seconds = max(0.0, job.seconds)
                function = function_named(name)
                found = await Pool.run(self.pool, job.quick, function, *arguments, seconds=seconds, low=job.low)
                answer = ("returned", found)
            except WorkerFailed as failed:
                answer = ("raised", str(failed))
            await self.taker.answer(job, *answer)
        except (psycopg.Error, Unreachable):
            pass  # the lease runs out, and another takes the call
        finally:
            self.running[job.quick] -= 1
            self.wake.set()


async def think(url: str, count: int, seconds: float, ready: Callable[[], None]) -> None:
    """Think in so many processes for the servers of a database, until told to stop (SIGINT, SIGTERM)."""
    pool = Pool(count, seconds)
    pool.prepare = warm_up
    thinker = Thinker(url, pool)
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    pool.start()
    thinker.start()
    ready()
    await stopping.wait()
    await thinker.finish()
    thinker.stop()
    pool.stop()
