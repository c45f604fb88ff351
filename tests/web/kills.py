"""Kill servers that share a PostgreSQL while people play, and see that nothing is lost or doubled and all goes on.

    python -m tests.web.kills --kills 200
    python -m tests.web.kills --upgrades 2     replace each server in good order, one at a time, twice

Three servers; between each and the database a proxy that can be cut or slowed. People play tables of their own in all
seats, and come back by themselves, to any server, as the page does. Troubles, by turns: a server is killed (SIGKILL);
it is cut off from the database for some seconds, and what it had sent arrives later; its database answers slowly, and
then it is killed; it is stopped for longer than its lease (SIGSTOP) and goes on as if nothing had been. In the end
the log of each table must hold every choice that was acknowledged, once and in order, and no choice that nobody made.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import count, groupby, takewhile
from pathlib import Path
from typing import Any

import httpx
import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parrain.core import Entry
from parrain.table.postgres import PostgresLog, migrate
from tests.web.engines import given_url, schema, start_postgres

SERVERS = 3
SEATS = {"district-noir": 2, "gangster": 2, "reglement-de-comptes": 3, "gangs-city": 3}
KINDS = ["district-noir"] * 5 + ["gangster"] * 2 + ["reglement-de-comptes", "gangs-city"]
FIRST, LAST = 0.12, 0.9  # seconds between attempts to come back: those of line.js
PATIENCE = 1.5  # seconds without an answer, after which somebody calls anew
GOES_ON_WITHIN = 3.0  # seconds
LASTS = PATIENCE + 1.0  # seconds, after which a socket is taken for one of a living server
NEVER = 300.0  # seconds, after which something is wrong however busy the machine is
CAME_BACK = "came back"  # of a choice whose answer was lost

# Servers are forked from a process that has imported everything, so that a new one is there at once.
NURSERY = """
import os, signal, sys, threading, time, traceback
from pathlib import Path
import psycopg, h11, websockets.asyncio.client
import parrain.table.ownership
from parrain.games import all_games
from parrain.web.serve import run
from tests.web.settings import settings

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for game in all_games().values():
    game.new(game.fewest, 1)

def follow(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)

def serve(port, database, parent):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    threading.Thread(target=follow, args=(parent,), daemon=True).start()
    chosen = settings(Path("unused"), database=database)
    run(chosen, "127.0.0.1", port, "error", lambda address: print("up", port, os.getpid(), flush=True))
    print("stopped", port, os.getpid(), flush=True)

for line in sys.stdin:
    port, database = line.rstrip("\\n").split(" ", 1)
    parent = os.getpid()
    if os.fork() == 0:
        try:
            serve(int(port), database, parent)
        except BaseException:
            traceback.print_exc()
        os._exit(0)
"""


class Nursery:
    """The process from which servers are forked, and what they say."""

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", NURSERY, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.said: dict[str, asyncio.Future[int]] = {}
        self.reading = asyncio.create_task(self.read())

    async def read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            what, port, pid = line.decode().split()
            self.said[f"{what} {port}"].set_result(int(pid))

    def hears(self, what: str) -> asyncio.Future[int]:
        """The process that says this, when it does."""
        self.said[what] = asyncio.get_running_loop().create_future()
        return self.said[what]

    def fork(self, port: int, database: str) -> asyncio.Future[int]:
        """Have a server started; its process when it is up."""
        assert self.process.stdin is not None
        up = self.hears(f"up {port}")
        self.process.stdin.write(f"{port} {database}\n".encode())
        return up


class Proxy:
    """Between a server and its database: passes everything on, at once, slowly, or not at all for a while."""

    def __init__(self, url: str) -> None:
        self.upstream = conninfo_to_dict(url)
        self.open = asyncio.Event()
        self.open.set()
        self.delay = 0.0
        self.port = 0
        self.tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.open.wait()
        host, port = str(self.upstream.get("host") or "127.0.0.1"), int(self.upstream.get("port") or 5432)
        try:
            if host.startswith("/"):
                far = await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
            else:
                far = await asyncio.open_connection(host, port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self.pump(reader, far[1], False), self.pump(far[0], writer, True))

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self.open.wait()
                if answers and self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        writer.close()


class Victim:
    """A server in a process of its own, behind its proxy."""

    def __init__(self, url: str, nursery: Nursery) -> None:
        self.nursery = nursery
        self.proxy = Proxy(url)
        self.url = url
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.pid = 0
        self.is_up = False
        self.internal = 0  # the port at which other servers reach it

    async def start(self) -> None:
        self.proxy.delay = 0.0
        self.proxy.open.set()
        database = make_conninfo(
            self.url, host="127.0.0.1", port=self.proxy.port, sslmode="disable", gssencmode="disable"
        )
        self.pid = await asyncio.wait_for(self.nursery.fork(self.port, database), 120)

    def kill(self) -> None:
        self.is_up = False
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """Wait until the killed process is gone, and its port free."""
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Stop it in good order."""
        stopped = self.nursery.hears(f"stopped {self.port}")
        os.kill(self.pid, signal.SIGTERM)
        await asyncio.wait_for(stopped, 60)
        self.pid = 0


class Attempt:
    """A choice that was sent; `done`: acknowledged (True), refused (False), or nobody knows (None)."""

    def __init__(self, seat: int, step: int, action: str) -> None:
        self.entry = Entry("choose", seat, action)
        self.seat = seat
        self.step = step
        self.error = ""
        self.done: bool | None = None
        self.one_of = False  # this one, or another at the same step, was made


class Person:
    """Plays one table after another in all seats, and remembers every attempt."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.dice = random.Random(number)
        self.games = number
        self.table = ""
        self.token = ""
        self.attempts: list[Attempt] = []
        self.pending: Attempt | None = None
        self.shown_at = 0.0  # when a socket that was opened ... showed the table first
        self.opened_at = 0.0  # ... at that time
        self.connected = False  # by a socket that has shown the table
        self.through = 0  # the server that it is connected to

    async def live(self) -> None:
        """Play, come back, play."""
        delay = FIRST
        while not self.world.over:
            try:
                if not self.table:
                    await self.make()
                if await self.play():
                    self.finish()
                delay = FIRST
            except (OSError, EOFError, TimeoutError, ConnectionClosed, InvalidHandshake, httpx.HTTPError):
                self.connected = False
                self.world.counts["broken"] += 1
                if self.shown_at >= self.opened_at:
                    delay = FIRST
                self.through = (self.through + 1) % SERVERS
                await asyncio.sleep(delay)
                delay = min(LAST, 2 * delay)

    def is_back(self, began: float, struck: float) -> bool:
        """Whether the table is shown again after a trouble that began, and struck, at those times.

        A socket that was being opened when it began counts too, if it lasts: what a dying server had sent does not.
        """
        lasts = self.connected and time.monotonic() - self.shown_at > LASTS
        return self.opened_at >= began or (lasts and self.shown_at >= struck > 0)

    def is_spared(self, struck: float) -> bool:
        """Whether the socket has outlived a trouble that struck then: another server had the table already."""
        return self.connected and self.shown_at < struck < time.monotonic() - LASTS

    def finish(self) -> None:
        """The game is over: another."""
        self.world.finished.append((self.table, self.attempts))
        self.table, self.attempts, self.pending = "", [], None

    async def make(self) -> None:
        game = KINDS[self.games % len(KINDS)]
        wish = {"game": game, "seats": [{"kind": "person"}] * SEATS[game]}
        address = f"http://127.0.0.1:{self.world.victims[self.through].port}/api/tables"
        async with httpx.AsyncClient(timeout=PATIENCE * 4) as client:
            answer = await client.post(address, json=wish)
            if answer.status_code != 201:
                raise OSError(answer.text)
            self.table, self.token = answer.json()["table"], client.cookies["parrain"]
        self.games += 1

    async def play(self) -> bool:
        """Play over one socket; whether the game is over."""
        opened = time.monotonic()
        if self.pending is not None:
            self.pending.error = CAME_BACK
        address = f"ws://127.0.0.1:{self.world.victims[self.through].port}"
        async with connect(
            f"{address}/ws/{self.table}?pictures=none&words=0&token={self.token}",
            compression=None,
            max_size=None,
            open_timeout=4,
            close_timeout=0.2,
            proxy=None,
        ) as line:
            shown: dict[str, Any] = {}
            while True:
                message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE * 4 if not shown else PATIENCE))
                if message["is"] == "shown":
                    if not shown:
                        self.opened_at, self.shown_at = opened, time.monotonic()
                        self.connected = True
                    shown = message
                elif message["is"] == "error" and self.pending is not None:
                    self.pending.error = message["code"]
                    self.world.counts[f"error {message['code']}"] += 1
                if not shown or message["is"] not in ("shown", "pong"):
                    continue
                if message["is"] == "pong" and self.pending is not None:
                    self.settle(self.pending, shown)
                if shown["over"] and self.pending is None:
                    return True
                if message["is"] == "shown" and self.pending is not None and not await self.look_again(line, shown):
                    continue
                if self.pending is None:
                    await self.choose(line, shown)

    async def look_again(self, line: Any, shown: dict[str, Any]) -> bool:
        """After coming back: find out what became of the choice that was on its way; whether that is known now."""
        attempt = self.pending
        assert attempt is not None
        if attempt.error != CAME_BACK:
            return False  # sent over this socket: its pong will come
        if shown["seat"] != attempt.seat and not shown["over"]:
            await line.send(json.dumps({"do": "look", "seat": attempt.seat}))
            return False
        if shown["seat"] == attempt.seat and shown["step"] > attempt.step:
            if self.has_rival(attempt):
                attempt.one_of = True
                self.world.counts["one of two, nobody knows which"] += 1
            else:
                attempt.done = True  # it is shown: somebody has been told of it
        self.pending = None
        return True

    def has_rival(self, attempt: Attempt) -> bool:
        """Whether an earlier attempt at the same step, given up for lost, may have been made instead."""
        same = takewhile(lambda each: (each.seat, each.step) == (attempt.seat, attempt.step), reversed(self.attempts))
        return any(each is not attempt and each.done is None for each in same)

    def settle(self, attempt: Attempt, shown: dict[str, Any]) -> None:
        """The answer to a choice is complete."""
        if attempt.error == CAME_BACK:
            return
        if attempt.error in ("out-of-date", "illegal", "over"):
            attempt.done = False
        elif not attempt.error and (
            shown["over"] or (shown["seat"], shown["step"] > attempt.step) == (attempt.seat, True)
        ):
            attempt.done = True
            self.world.counts["acknowledged"] += 1
        self.pending = None

    async def choose(self, line: Any, shown: dict[str, Any]) -> None:
        if shown["over"]:
            return
        seat = shown["to_move"][0]
        if shown["seat"] != seat:
            await line.send(json.dumps({"do": "look", "seat": seat}))
            return
        await asyncio.sleep(self.world.pause * self.dice.random())
        attempt = Attempt(seat, shown["step"], self.dice.choice(shown["choices"])["action"])
        self.attempts.append(attempt)
        self.pending = attempt
        await line.send(json.dumps({"do": "choose", "seat": seat, "step": attempt.step, "action": attempt.entry.text}))
        await line.send('{"do":"ping"}')


def explained(attempts: list[Attempt], entries: list[Entry]) -> str:
    """What is wrong with the log of a table; "" if it holds every acknowledged choice once, and nothing else."""
    places = {0}
    for _, rivals in groupby(attempts, lambda each: (each.seat, each.step)):
        tried = list(rivals)
        here = {(place, False) for place in places}  # and whether one of them is there
        for attempt in tried:
            stored = {(place + 1, True) for place, _ in here if entries[place : place + 1] == [attempt.entry]}
            here = {True: stored, False: here, None: here | stored}[attempt.done]
            if not here:
                return f"lost: {attempt.entry}"
        if any(attempt.one_of for attempt in tried):
            here = {each for each in here if each[1]}
            if not here:
                return f"lost: one of {[str(attempt.entry) for attempt in tried]}"
        places = {place for place, _ in here}
    return "" if len(entries) in places else f"{len(entries)} lines, {len(attempts)} attempts: doubled, or made up"


class World:
    """Servers, people, and troubles."""

    def __init__(self, url: str, people: int, seed: int, pause: float) -> None:
        self.nursery = Nursery()
        self.url = url
        self.dice = random.Random(seed)
        self.pause = pause
        self.victims = [Victim(url, self.nursery) for _ in range(SERVERS)]
        self.people = [Person(self, number) for number in range(people)]
        self.finished: list[tuple[str, list[Attempt]]] = []
        self.counts: Counter[str] = Counter()
        self.waits: dict[str, list[float]] = {}
        self.loads: list[float] = []  # of the machine, at each trouble
        self.over = False
        self.struck = 0.0  # when the present trouble had its effect
        self.failures: list[str] = []
        self.mending: asyncio.Task[None]

    async def run(self, kills: int, minutes: float, say: bool, upgrades: int = 0) -> None:
        began = time.monotonic()
        await self.nursery.start()
        for victim in self.victims:
            await victim.proxy.start()
            await self.start(victim)
        playing = [asyncio.create_task(person.live()) for person in self.people]
        await self.until(lambda: all(person.shown_at for person in self.people))
        for victim in self.victims * upgrades:
            await self.measure(self.upgrade, victim)
            await self.mending
            if say:
                print(f"{time.monotonic() - began:.0f} s: upgrade", flush=True)
        troubles = [self.kill, self.kill, self.cut, self.slow, self.kill, self.freeze]
        for number in count():
            if self.counts["kills"] >= kills or time.monotonic() - began > minutes * 60:
                break
            trouble = troubles[number % len(troubles)]
            await self.until(lambda: all(victim.is_up for victim in self.victims))
            await asyncio.sleep(0.5 * self.dice.random())
            await self.measure(trouble)
            for task in playing:
                if task.done():
                    task.result()
            if trouble not in (self.cut, self.freeze):
                await self.mending
            if say:
                print(f"{time.monotonic() - began:.0f} s: {number + 1} {trouble.__name__}", flush=True)
        await self.until(lambda: all(victim.is_up for victim in self.victims))
        before = self.counts["acknowledged"]
        await self.until(lambda: self.counts["acknowledged"] > before + 2 * len(self.people))
        self.over = True
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for victim in self.victims:
            await victim.stop()

    async def until(self, condition: Any) -> None:
        began = time.monotonic()
        while not condition():
            assert time.monotonic() - began < NEVER, "it never happens"
            await asyncio.sleep(0.01)

    async def start(self, victim: Victim) -> None:
        """Start a server, and find out its port for the others."""
        before = await asyncio.to_thread(self.ports)
        await victim.start()
        after = await asyncio.to_thread(self.ports)
        victim.internal = next(iter(set(after.values()) - set(before.values())), 0)
        victim.is_up = True

    def owners(self) -> dict[str, int]:
        """By table: the internal port of the server that owns it."""
        with psycopg.connect(self.url, autocommit=True) as base:
            found = base.execute("SELECT t.id, s.address FROM tables t JOIN servers s ON s.id=t.owner").fetchall()
        return {table: int(address.rpartition(":")[2]) for table, address in found}

    async def measure(self, trouble: Any, chosen: Victim | None = None) -> None:
        """Make trouble for a server, and measure how soon its tables are shown by another."""
        ports = await asyncio.to_thread(self.owners)
        owned = Counter(ports.get(person.table, 0) for person in self.people)
        busiest = max(self.victims, key=lambda each: owned[each.internal])
        victim = chosen or self.dice.choice([*self.victims, *[busiest] * 3])
        victim.is_up = False
        place = self.victims.index(victim)
        theirs = [person for person in self.people if person.table and ports.get(person.table) == victim.internal]
        through = [person for person in self.people if person.through == place and person not in theirs]
        began = time.monotonic()
        self.struck = 0.0
        tables = {id(person): person.table for person in theirs}
        self.counts[trouble.__name__] += 1
        self.loads.append(os.getloadavg()[0])
        task = self.mending = asyncio.create_task(trouble(victim))
        waiting = {id(person): person for person in theirs}
        others = {id(person): person for person in through}
        while True:
            for who, person in list(waiting.items()):
                back = person.is_back(began, self.struck)
                if back or person.is_spared(self.struck) or person.table != tables[who]:
                    if back and person.table == tables[who]:
                        self.waits.setdefault(trouble.__name__, []).append(person.shown_at - began)
                    del waiting[who]
            for who, person in list(others.items()):
                back = person.is_back(began, self.struck)
                if back:
                    self.waits.setdefault("socket only", []).append(person.shown_at - began)
                if back or person.is_spared(self.struck):
                    del others[who]
            if (not waiting and not others) or (task.done() and trouble in (self.cut, self.freeze)):
                break
            if time.monotonic() - began > NEVER:
                raise AssertionError(f"{len(waiting)} tables and {len(others)} sockets do not go on")
            await asyncio.sleep(0.005)
        if trouble in (self.cut, self.freeze):
            await task

    def ports(self) -> dict[str, int]:
        """By the name of a server: the port at which other servers reach it."""
        with psycopg.connect(self.url, autocommit=True) as base:
            found = base.execute("SELECT id, address FROM servers WHERE until>clock_timestamp()").fetchall()
        return {name: int(address.rpartition(":")[2]) for name, address in found}

    # -- troubles ---------------------------------------------------------------------------------------------

    async def kill(self, victim: Victim) -> None:
        """SIGKILL, and another takes its place."""
        victim.kill()
        self.struck = time.monotonic()
        self.counts["kills"] += 1
        await victim.gone()
        await self.start(victim)

    async def upgrade(self, victim: Victim) -> None:
        """SIGTERM, as for a new version; when it has stopped in good order, another takes its place."""
        await victim.stop()
        self.struck = time.monotonic()
        await self.start(victim)

    async def slow(self, victim: Victim) -> None:
        """The database answers slowly, and in the middle of that the server dies."""
        victim.proxy.delay = 0.05 + 0.25 * self.dice.random()
        await asyncio.sleep(1.0)
        await self.kill(victim)

    async def cut(self, victim: Victim) -> None:
        """Nothing passes between the server and its database for some seconds; then all of it does."""
        victim.proxy.open.clear()
        self.struck = time.monotonic()
        await asyncio.sleep(3.0 + 2 * self.dice.random())
        victim.proxy.open.set()
        victim.is_up = True

    async def freeze(self, victim: Victim) -> None:
        """The server stops for longer than its lease lasts, and goes on as if nothing had been."""
        os.kill(victim.pid, signal.SIGSTOP)
        self.struck = time.monotonic()
        await asyncio.sleep(3.0 + self.dice.random())
        os.kill(victim.pid, signal.SIGCONT)
        victim.is_up = True

    # -- what came of it --------------------------------------------------------------------------------------

    def wrong(self) -> list[str]:
        """What is lost, doubled or damaged."""
        log = PostgresLog(self.url)
        found = list(self.failures)
        for table, attempts in [*self.finished, *((each.table, each.attempts) for each in self.people if each.table)]:
            kept = log.load(table)
            entries = [entry for batch in kept.batches for entry in batch.entries] if kept is not None else []
            why = explained(attempts, entries)
            if why:
                made = [(each.step, str(each.entry), each.done, each.error) for each in attempts]
                found.append(f"{table}: {why}\n  attempts {made}\n  stored {[str(each) for each in entries]}")
        found += [f"{hole.table}: damaged" for hole in log.holes()]
        log.close()
        return found

    def figures(self) -> dict[str, Any]:
        """Counts, and seconds until tables and sockets were back."""
        waits = {
            name: {
                "times": len(each),
                "median": round(statistics.median(each), 2),
                "p90": round(sorted(each)[int(0.9 * (len(each) - 1))], 2),
                "p99": round(sorted(each)[int(0.99 * (len(each) - 1))], 2),
                "longest": round(max(each), 2),
                f"over {GOES_ON_WITHIN:g} s": sum(wait > GOES_ON_WITHIN for wait in each),
            }
            for name, each in self.waits.items()
        }
        return {**self.counts, "games": len(self.finished), "seconds": waits}


async def torture(
    url: str,
    kills: int,
    people: int,
    seed: int,
    pause: float,
    minutes: float = 60.0,
    say: bool = False,
    upgrades: int = 0,
) -> World:
    """Play, kill, check."""
    migrate(url)
    world = World(url, people, seed, pause)
    try:
        await world.run(kills, minutes, say, upgrades)
    except AssertionError as error:  # what was acknowledged is compared all the same
        world.failures.append(str(error))
    finally:
        for victim in world.victims:
            victim.kill()
        world.nursery.process.kill()
        await world.nursery.process.wait()
    return world


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser.add_argument("--kills", type=int, help="200, unless there are upgrades")
    parser.add_argument("--upgrades", type=int, default=0, help="how often each server is replaced in good order")
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no more trouble is made")
    parser.add_argument("--people", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds at most between the choices of a person")
    chosen = parser.parse_args()
    base = given_url() or start_postgres(Path(tempfile.mkdtemp(prefix="parrain-kills-")))
    with schema(base) as url:
        began = time.monotonic()
        kills = chosen.kills if chosen.kills is not None else 0 if chosen.upgrades else 200
        work = torture(url, kills, chosen.people, chosen.seed, chosen.pause, chosen.minutes, True, chosen.upgrades)
        world = asyncio.run(work)
        wrong = world.wrong()
        print(json.dumps(world.figures(), indent=2))
        print(
            f"{world.counts['kills']} kills in {time.monotonic() - began:.0f} s; lost, doubled or damaged: {len(wrong)}"
        )
        loads = world.loads or [os.getloadavg()[0]]
        print(
            f"load of the machine while it ran: {min(loads):.1f} to {max(loads):.1f},"
            f" median {statistics.median(loads):.1f}, {os.cpu_count()} cores"
        )
        print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
