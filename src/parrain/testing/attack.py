"""Attack a server from one address in every way we know, and measure what an honest player at another notices.

The honest player sits in both seats of a table and chooses all the time (how long until the choice is shown?), and
plays at another table against a bot of the level hard (how long until it answers?). The attacks run in a process of
their own, at a lower priority where it is the same machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle, islice
from multiprocessing.synchronize import Event
from typing import Any, NamedTuple, ParamSpec
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from parrain.core import BadOption, Record, Stream
from parrain.games import game as find_game

READY_SECONDS = 120.0  # for what an attack needs
SETTLE = 2.0  # seconds, after an attack has begun and after it has ended
SOCKETS = 60  # of the attacker; one address may have 64
RATE = 14.5  # messages a second of each of them: 15 are allowed
FEWEST = {"district-noir": 2, "gangster": 2, "reglement-de-comptes": 3, "gangs-city": 3, "police-vs-gangs": 3}
BROKEN = (WebSocketException, OSError, TimeoutError, EOFError, ValueError, KeyError)

JSON = "application/json"
PATIENCE = 15.0  # seconds, for any answer

P = ParamSpec("P")
Tasks = list[Awaitable[object]]


class Times(NamedTuple):
    """What the honest player has measured, in seconds, and what failed."""

    choices: list[float]
    answers: list[float]
    failed: list[str]


class Site:
    """A server, and the address from which it is visited; a `visitor` is named as a proxy names one."""

    def __init__(self, url: str, source: str, visitor: str = "") -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.name = parts.netloc
        self.source = (source, 0) if source else None
        self.headers = {"X-Forwarded-For": visitor} if visitor else {}

    async def ask(
        self, method: str, path: str, body: bytes = b"", token: str = "", kind: str = "application/json"
    ) -> Any:
        """Send a request; its answer as JSON (a text if it is none), or an error of its status."""
        async with asyncio.timeout(60):
            reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=self.source)
            try:
                head = f"{method} {path} HTTP/1.1\r\nHost: {self.name}\r\nConnection: close\r\n"
                head += "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
                head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                head += f"Authorization: Bearer {token}\r\n\r\n" if token else "\r\n"
                writer.write(head.encode() + body)
                answer = await reader.read()
            finally:
                writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        if not first.split(b" ", 2)[1].startswith(b"2"):
            raise OSError(first.split(b"\r\n")[0].decode("latin-1"))
        return json.loads(rest) if rest[:1] in b"{[" else rest.decode()

    async def post(self, path: str, body: object, token: str = "") -> Any:
        """Send JSON."""
        return await self.ask("POST", path, json.dumps(body).encode(), token)

    async def upload(self, record: bytes) -> str:
        """Upload a record; the table on which it can be looked at."""
        return str((await self.ask("POST", "/api/replays", record, kind="text/plain"))["table"])

    async def identity(self) -> str:
        """A new identity."""
        return str((await self.post("/api/identities", {}))["token"])

    async def table(self, token: str, game: str, *bots: str) -> str:
        """A new table with these bots, and people in the other seats."""
        kinds = [{"kind": "bot", "bot": each} if each else {"kind": "person"} for each in bots]
        return str((await self.post("/api/tables", {"game": game, "seats": kinds}, token))["table"])

    def watch(self, table: str, token: str, pictures: str = "none") -> connect:
        """A socket at a table."""
        address = f"ws://{self.name}/ws/{table}?pictures={pictures}&words=0&token={token}"
        more: dict[str, Any] = {"local_addr": self.source} if self.source else {}
        more["additional_headers"] = self.headers
        return connect(address, max_size=None, open_timeout=30, compression=None, proxy=None, **more)


# -- the honest player -----------------------------------------------------------------------------------------


async def choose_all_the_time(site: Site, until: float, times: Times, dice: random.Random) -> None:
    """Play in both seats of a table, six choices a second at most, so that new tables are not too many."""
    token = await site.identity()
    while time.monotonic() < until:
        table = await site.table(token, "district-noir", "", "")
        async with site.watch(table, token) as line:
            shown = await shown_next(line)
            while time.monotonic() < until and not shown["over"]:
                seat = shown["to_move"][0]
                await line.send(json.dumps({"do": "look", "seat": seat}))
                shown = await shown_next(line, seat)
                step, action = shown["step"], dice.choice(shown["choices"])["action"]
                began = time.monotonic()
                await line.send(json.dumps({"do": "choose", "seat": seat, "step": step, "action": action}))
                shown = await shown_next(line, seat, step)
                times.choices.append(time.monotonic() - began)
                await asyncio.sleep(0.15)


async def play_a_bot(site: Site, until: float, times: Times, dice: random.Random) -> None:
    """Play against a bot of the level hard."""
    token = await site.identity()
    while time.monotonic() < until:
        table = await site.table(token, "district-noir", "", "hard")
        async with site.watch(table, token) as line:
            began = 0.0
            while time.monotonic() < until:
                shown = await shown_next(line)
                if shown["over"]:
                    break
                if shown["choices"]:
                    if began:
                        times.answers.append(time.monotonic() - began)
                    await asyncio.sleep(0.1)
                    wish = {"do": "choose", "seat": shown["seat"], "step": shown["step"]}
                    began = time.monotonic()
                    await line.send(json.dumps({**wish, "action": dice.choice(shown["choices"])["action"]}))


async def shown_next(line: ClientConnection, seat: int | None = None, after: int = -1) -> Any:
    """Read on until the table is shown, from that seat, after that step."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told = json.loads(await line.recv())
            if told["is"] == "shown" and seat in (None, told["seat"]) and told["step"] > after:
                return told


async def measure(url: str, seconds: float) -> Times:
    """What an honest player notices for so long."""
    site, times = Site(url, ""), Times([], [], [])
    until = time.monotonic() + seconds

    async def again(play: Callable[..., Awaitable[None]], seed: int) -> None:
        while time.monotonic() < until:
            try:
                await play(site, until, times, random.Random(seed))
            except BROKEN as error:
                times.failed.append(f"{play.__name__}: {error!r}")
                await asyncio.sleep(0.2)

    await asyncio.gather(again(choose_all_the_time, 1), again(play_a_bot, 2))
    return times


# -- the attacks -----------------------------------------------------------------------------------------------


async def for_ever(pause: float, doing: Callable[P, Awaitable[object]], *args: P.args, **kwargs: P.kwargs) -> None:
    """Do something again and again, whatever comes of it."""
    while True:
        with contextlib.suppress(*BROKEN):
            await doing(*args, **kwargs)
        await asyncio.sleep(pause)


async def sockets_say(site: Site, tables: list[str], token: str, message: object, rate: float, pictures: str) -> Tasks:
    """So many sockets, each as fast as it may."""

    async def one(table: str) -> None:
        async with site.watch(table, token, pictures) as line:
            reading = asyncio.create_task(drain(line))
            try:
                while True:
                    await line.send(json.dumps(message))
                    await asyncio.sleep(1 / rate)
            finally:
                reading.cancel()

    return [for_ever(0.5, one, table) for table in islice(cycle(tables), SOCKETS)]


async def drain(line: ClientConnection) -> None:
    """Read everything."""
    with contextlib.suppress(*BROKEN):
        async for _ in line:
            pass


async def half_open(site: Site) -> Tasks:
    """1,100 requests that never end, half of them in their head and half in their body."""
    host = f"HTTP/1.1\r\nHost: {site.name}\r\n"
    beginnings = (f"GET / {host}X-", f"POST /api/tables {host}Content-Type: {JSON}\r\nContent-Length: 100\r\n\r\n{{")

    async def one(beginning: str) -> None:
        reader, writer = await asyncio.open_connection(site.host, site.port, local_addr=site.source)
        try:
            writer.write(beginning.encode())
            await reader.read()
        finally:
            writer.close()

    return [for_ever(0.5, one, each) for each in beginnings * 550]


async def looks(site: Site) -> Tasks:
    """Boards drawn again and again."""
    token = await site.identity()
    table = await site.table(token, "police-vs-gangs", "", "random", "random")
    return await sockets_say(site, [table], token, {"do": "look", "seat": 0, "pictures": "wide"}, RATE, "wide")


async def hints(site: Site) -> Tasks:
    """Hints asked for on every socket."""
    token = await site.identity()
    table = await site.table(token, "gangster", "", "random")
    return await sockets_say(site, [table], token, {"do": "hint", "seat": 0}, 2, "none")


async def talk(site: Site) -> Tasks:
    """A table filled with talk."""
    token = await site.identity()
    table = await site.table(token, "gangster", "", "random")
    return await sockets_say(site, [table], token, {"do": "say", "seat": 0, "words": "x" * 490}, RATE, "none")


async def best_bots(site: Site) -> Tasks:
    """37 tables of the bots that think longest."""
    token = await site.identity()
    names = list(FEWEST)
    games = [names[place % len(names)] for place in range(37)]
    tables = [await site.table(token, game, *["best"] * FEWEST[game]) for game in games]
    return await sockets_say(site, tables, token, {"do": "ping"}, 0.2, "none")


async def reconnects(site: Site) -> Tasks:
    """Sockets opened and closed all the time."""
    token = await site.identity()
    table = await site.table(token, "police-vs-gangs", "", "random", "random")

    async def one() -> None:
        async with site.watch(table, token, "wide") as line:
            await line.recv()

    return [for_ever(0.0, one) for _ in range(SOCKETS)]


def record_of(game: str, undos: int = 0) -> bytes:
    """A record of random choices, of which so many are taken back at the end."""
    kind = find_game(game)
    record = Record(kind.id, kind.edition.key, kind.fewest, 17, kind.settle_options({}))
    state, stream, made = kind.new(kind.fewest, 17), Stream(5), []
    while not state.is_over:
        seat = state.current_players()[0]
        actions = state.legal_actions(seat)
        made.append((seat, actions[stream.below(len(actions))]))
        state.apply(*made[-1])
    for seat, action in made[:-1] if undos else made:
        record.choose(seat, action.text)
    for seat, _ in made[:undos]:
        record.undo(seat)
    return record.to_text(kind).encode()


async def uploads(site: Site) -> Tasks:
    """A whole game of Gangs City, uploaded again and again."""
    record = record_of("gangs-city")
    return [for_ever(0.3, site.upload, record) for _ in range(40)]


async def undos(site: Site) -> Tasks:
    """Uploads that take back 400 choices."""
    record = record_of("gangs-city", 400)
    return [for_ever(0.3, site.upload, record) for _ in range(12)]


async def replays(site: Site) -> Tasks:
    """The last moments of a long game, drawn again and again."""
    table = await site.upload(record_of("gangs-city"))
    return [for_ever(0.1, site.ask, "GET", f"/api/replays/{table}/300?by=moment") for _ in range(40)]


async def analyses(site: Site) -> Tasks:
    """20 finished games analysed at once."""
    record = record_of("district-noir")

    async def one() -> None:
        table = await site.upload(record)
        await for_ever(1.0, site.post, f"/api/replays/{table}/analysis", {})

    return [for_ever(1.0, one) for _ in range(20)]


async def requests(site: Site) -> Tasks:
    """Pages, as many as one may ask for."""
    return [for_ever(0.0, site.ask, "GET", "/rules/gangs-city") for _ in range(40)]


async def nonsense(site: Site) -> Tasks:
    """Numbers of 5,000 digits, and options nested 3,000 deep."""
    number = b'{"game": "gangster", "seats": [{"kind": "person"}], "clock": {"kind": "bank", "seconds": ' + b"9" * 5000
    nested = b'{"game": "gangster", "seats": [], "options": {"x": ' + b"[" * 3000
    return [for_ever(0.0, site.ask, "POST", "/api/tables", body) for body in (number, nested) * 10]


ATTACKS: dict[str, Callable[[Site], Awaitable[Tasks]]] = {
    "half-open": half_open,
    "requests": requests,
    "nonsense": nonsense,
    "reconnects": reconnects,
    "looks": looks,
    "talk": talk,
    "hints": hints,
    "best": best_bots,
    "analyses": analyses,
    "uploads": uploads,
    "undos": undos,
    "replays": replays,
}


async def attack(url: str, source: str, name: str, ready: Event) -> None:
    """Attack until stopped."""
    tasks = await ATTACKS[name](Site(url, source))
    ready.set()
    await asyncio.gather(*tasks)


def attack_process(url: str, source: str, name: str, ready: Event) -> None:
    """The process of an attack."""
    os.nice(5)
    asyncio.run(attack(url, source, name, ready))


@contextlib.contextmanager
def under_attack(url: str, source: str, name: str) -> Iterator[None]:
    """An attack is going on, from a process of its own."""
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=attack_process, args=(url, source, name, ready), daemon=True)
    process.start()
    try:
        if not ready.wait(READY_SECONDS):
            raise BadOption("The attack {name} could not begin.", name=name)
        time.sleep(SETTLE)
        yield
    finally:
        process.kill()
        process.join()


def percentile(times: list[float], share: float) -> float:
    """The time below which this share of all lies, in milliseconds; not a number if there is none."""
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


# -- steady play -----------------------------------------------------------------------------------------------


async def play_on(url: str, until: float, seed: int, count: Callable[[], None]) -> None:
    """Play one game after another against bots, each player from an address of their own, and leave when it is over."""
    site, dice = Site(url, "", f"10.8.{seed // 250}.{seed % 250 + 1}"), random.Random(seed)
    while time.monotonic() < until:
        with contextlib.suppress(*BROKEN):
            token, game = await site.identity(), list(FEWEST)[seed % len(FEWEST)]
            table = await site.table(token, game, "", *["random"] * (FEWEST[game] - 1))
            async with site.watch(table, token, "wide") as line:
                while time.monotonic() < until:
                    shown = await shown_next(line)
                    if shown["over"]:
                        break
                    if shown["choices"]:
                        await asyncio.sleep(dice.uniform(0.1, 0.5))
                        wish = {"do": "choose", "seat": shown["seat"], "step": shown["step"]}
                        await line.send(json.dumps({**wish, "action": dice.choice(shown["choices"])["action"]}))
                        count()
        await asyncio.sleep(0.5)


async def soak(url: str, minutes: float, players: int, told: Callable[[float, int], None]) -> None:
    """Play steadily; `told` is called every minute with the minute and the choices so far."""
    began, choices = time.monotonic(), 0
    until = began + 60 * minutes

    def count() -> None:
        nonlocal choices
        choices += 1

    playing = [asyncio.create_task(play_on(url, until, seed, count)) for seed in range(players)]
    while time.monotonic() < until:
        await asyncio.sleep(min(60.0, max(0.1, until - time.monotonic())))
        told((time.monotonic() - began) / 60, choices)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
