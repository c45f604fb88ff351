"""Many tables at once: how long from a choice to everybody's board, beside boardgame.io's server doing the same moves.

    python bench/load.py                      500 tables with a bot each, 1,000 sockets, 200 choices a second, 20 seconds
    python bench/load.py --no-peer            without boardgame.io (which wants node and npm)
    python bench/load.py --games district-noir:600,gangster:300 --write docs/load.md

Everything runs on this machine, over loopback: the server in one process and its bots in another, the people here.
At every table sits one person against a bot that answers at once, and one spectator watches; both get the board after
every change as the page does: drawn, in patches, without the table in words. A choice is timed from its sending until
both have a board with it; one that is hidden from the spectator, until the person has.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).parent
HIDING = ("gangs-city", "police-vs-gangs")  # games with choices that a spectator does not see
HIDDEN = 1.0  # seconds after which a spectator there will not see it any more

PROGRAM = """
import sys
from pathlib import Path
from parrain.web.serve import run
from parrain.web.settings import Settings
MANY = (1e9, 1e9)
chosen = Settings(data=Path(sys.argv[1]), pause=0.0, messages=MANY, messages_each=MANY, requests=MANY, makings=MANY, most_sockets_each=10_000)
if __name__ == "__main__":
    run(chosen, "127.0.0.1", 0, "error", lambda address: print(address, flush=True))
"""


class Choice(msgspec.Struct):
    action: str


class Heard(msgspec.Struct):
    """As much of a message as a player must read; the rest is skipped."""

    is_: str = msgspec.field(name="is")
    step: int = 0
    seat: int | None = None
    over: bool = False
    choices: list[Choice] = []


read = msgspec.json.Decoder(Heard).decode


class Seat:
    """One socket: what it saw last, and whom to tell when it sees more."""

    def __init__(self) -> None:
        self.last: Heard | None = None
        self.boards = 0
        self.bytes = 0
        self.line: ClientConnection | None = None
        self.waiting: tuple[int, float, list[float]] | None = None

    async def run(self, address: str, ready: asyncio.Semaphore) -> None:
        async with ready:
            self.line = await connect(address, compression=None, max_size=None, ping_interval=None)
        async for text in self.line:
            heard = read(text)
            if heard.is_ == "shown":
                self.last = heard
                self.boards += 1
                self.bytes += len(text)
                if self.waiting is not None and heard.step > self.waiting[0]:
                    self.waiting[2].append(time.perf_counter() - self.waiting[1])
                    self.waiting = None


class Table:
    """A person and a spectator."""

    def __init__(self, hiding: bool) -> None:
        self.hiding = hiding
        self.person, self.spectator = Seat(), Seat()
        self.times: list[float] = []

    def free(self) -> bool:
        """Whether the person may choose, and the last choice has been seen by both."""
        last, waiting = self.person.last, self.spectator.waiting
        if last is None or not last.choices or self.person.waiting is not None or self.spectator.last is None:
            return False
        return waiting is None or (self.hiding and time.perf_counter() - waiting[1] > HIDDEN)

    async def choose(self, dice: random.Random) -> None:
        last, seen = self.person.last, self.spectator.last
        assert last is not None and seen is not None and self.person.line is not None
        message = {"do": "choose", "seat": last.seat, "step": last.step, "action": dice.choice(last.choices).action}
        now = time.perf_counter()
        self.times = []
        self.person.waiting = (last.step, now, self.times)
        self.spectator.waiting = (seen.step, now, self.times)
        await self.person.line.send(json.dumps(message))


def memory(pid: int) -> int:
    """The resident memory of a process in bytes."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


async def make_tables(address: str, game: str, bot: str, count: int, pictures: str) -> list[tuple[str, str]]:
    """Tables with one identity; the addresses of both sockets of each."""
    found = []
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        token = (await http.post("/api/identities", json={})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        box = next(each for each in (await http.get("/api/games")).json()["games"] if each["id"] == game)
        seats = [{"kind": "person"}] + [{"kind": "bot", "bot": bot}] * (box["fewest"] - 1)
        for _ in range(count):
            table = (await http.post("/api/tables", json={"game": game, "seats": seats})).json()["table"]
            line = f"{address.replace('http', 'ws')}/ws/{table}?pictures={pictures}&patches=1&words=0"
            found.append((f"{line}&token={token}", line))
    return found


async def load(address: str, pid: int, options: argparse.Namespace) -> dict[str, float]:
    """Fill the server, then choose at a steady rate, and measure."""
    dice = random.Random(1)
    empty = memory(pid)
    addresses = await make_tables(address, options.game, options.bot, options.tables, options.pictures)
    idle = memory(pid)
    tables = [Table(options.game in HIDING) for _ in addresses]
    ready = asyncio.Semaphore(40)
    tasks = []
    for table, (mine, watching) in zip(tables, addresses, strict=True):
        tasks += [
            asyncio.create_task(table.person.run(mine, ready)),
            asyncio.create_task(table.spectator.run(watching, ready)),
        ]
    while not all(table.free() for table in tables):
        await asyncio.sleep(0.2)
    await asyncio.sleep(1)
    opened = memory(pid)
    done: list[list[float]] = []
    began, used = time.perf_counter(), processor(pid)
    boards = sum(table.person.boards + table.spectator.boards for table in tables)
    sent = sum(table.person.bytes + table.spectator.bytes for table in tables)
    due, late = began, 0
    while time.perf_counter() - began < options.seconds:
        due += dice.expovariate(options.rate)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        free = next((table for table in dice.sample(tables, 20) if table.free()), None)
        if free is None:
            late += 1
            continue
        await free.choose(dice)
        done.append(free.times)
    await asyncio.sleep(2)
    spent = time.perf_counter() - began - 2
    least = 1 if options.game in HIDING else 2
    whole = [max(times) for times in done if len(times) >= least]
    times = whole or [float("inf")]  # nobody was answered in time: the rate is far too high
    boards = sum(table.person.boards + table.spectator.boards for table in tables) - boards
    sent = sum(table.person.bytes + table.spectator.bytes for table in tables) - sent
    for task in tasks:
        task.cancel()
    return {
        "tables": len(tables),
        "sockets": 2 * len(tables),
        "choices_per_second": len(done) / spent,
        "boards_per_second": boards / spent,
        "unseen": len(done) - len(whole),
        "hidden": sum([len(times) == 1 for times in done]),
        "no_table_free": late,
        "kB_per_board": sent / max(1, boards) / 1000,
        "p50_ms": percentile(times, 0.5) * 1000,
        "p99_ms": percentile(times, 0.99) * 1000,
        "mean_ms": statistics.fmean(times) * 1000,
        "server_ms_per_choice": (processor(pid) - used) / max(1, len(done)) * 1000,
        "server_processor": (processor(pid) - used) / (spent + 2),
        "kB_per_idle_table": (idle - empty) / len(tables) / 1000,
        "kB_per_table_with_two_sockets": (opened - empty) / len(tables) / 1000,
    }


def ours(options: argparse.Namespace) -> dict[str, float]:
    """Start the server, load it, stop it."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program.py"
        program.write_text(PROGRAM)
        server = subprocess.Popen([sys.executable, str(program), f"{folder}/x.db"], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().strip().rstrip("/")
        try:
            return asyncio.run(load(address, server.pid, options))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)


def peer(options: argparse.Namespace) -> dict[str, float]:
    """boardgame.io's own server with tic-tac-toe: as many matches, two sockets each, as many moves a second."""
    home = HERE / "boardgame"
    if not (home / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=home, check=True)
    command = ["node", "load.js", str(options.tables), str(options.rate), str(options.seconds)]
    answer = subprocess.run(command, cwd=home, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(answer.stdout.splitlines()[-1])
    return found


PAGE = """# Many tables at once

Written by `python bench/load.py --write docs/load.md` (with `PYTHONPATH=build/compiled` after `make compiled`). Everything runs on
one machine of {cores} cores (load before: {before:.1f}), Python {python}, engine {engine}: the server in one process, its bots
in others, the people in a third. At each of {tables} tables one person plays against bots of the level `{bot}`, which answer
at once, and one spectator watches; the people make choices at a steady rate for {seconds:g} seconds, the bots as many or
more. A choice is timed from its sending until the person *and* the spectator have a board with it; one that is hidden from the
spectator (Gangs City, Police vs Gangs), until the person has.

The targets: p99 under 100 ms at 600 choices a second for District Noir and at 300 for each of the others, and at most 200 kB for a
table with its two sockets. boardgame.io's own server does {rate:g} moves of tic-tac-toe a second at as many matches with two sockets
each, in the same run; it draws nothing, writes nothing to the disk and has no bots there, so that the ratio says what boards, safety
and opponents cost.

{table}
"""
ROWS = (
    ("choices_per_second", "choices a second"),
    ("p50_ms", "ms until everybody has the board, median"),
    ("p99_ms", "the same, 99th percentile"),
    ("boards_per_second", "boards sent a second"),
    ("kB_per_board", "kB a board"),
    ("server_processor", "cores used by the server"),
    ("server_ms_per_choice", "ms of processor of the server for a choice"),
    ("kB_per_idle_table", "kB an idle table"),
    ("kB_per_table_with_two_sockets", "kB a table with its two sockets"),
    ("hidden", "choices seen by the person alone"),
    ("unseen", "choices never seen"),
)


def page(
    options: argparse.Namespace, before: float, mine: dict[str, dict[str, float]], theirs: dict[str, float]
) -> str:
    """The measurements as a page of the docs."""
    from parrain.core import state

    same = {"choices_per_second": "moves_per_second", "kB_per_table_with_two_sockets": "kB_per_match_with_two_sockets"}
    first = next(iter(mine.values()))
    head = ["", *mine, *(["boardgame.io", f"{next(iter(mine))} against it"] if theirs else [])]
    lines = [head, ["---"] * len(head)]
    for name, told in ROWS:
        line = [told, *(f"{each[name]:.1f}" for each in mine.values())]
        if theirs:
            their = theirs.get(same.get(name, name))
            line += [
                f"{their:.1f}" if their is not None else "",
                f"{first[name] / their:.1f}x" if their and name != "unseen" else "",
            ]
        lines.append(line)
    return PAGE.format(
        cores=os.cpu_count(),
        before=before,
        python=platform.python_version(),
        tables=options.tables,
        bot=options.bot,
        rate=options.rate,
        seconds=options.seconds,
        engine="interpreted" if str(state.__file__).endswith(".py") else "compiled",
        table="\n".join("| " + " | ".join(line) + " |" for line in lines),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument(
        "--games", default="district-noir", help="one after the other, with commas between; game:rate for an own rate"
    )
    parser.add_argument("--bot", default="easy")
    parser.add_argument("--pictures", default="wide")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--write", type=Path, metavar="PAGE")
    options = parser.parse_args()
    before = os.getloadavg()[0]
    print(f"load of this machine before: {before:.1f} on {os.cpu_count()} cores")
    mine = {}
    usual = options.rate
    for wanted in options.games.split(","):
        game, _, rate = wanted.partition(":")
        options.game, options.rate = game, float(rate or usual)
        found = mine[game] = ours(options)
        for name, value in found.items():
            print(f"{game:20} {name:32} {value:10.1f}", flush=True)
    options.rate = usual
    theirs = {} if options.no_peer else peer(options)
    for name, value in theirs.items():
        print(f"{'boardgame.io':20} {name:32} {value:10.1f}")
    if options.write:
        options.write.write_text(page(options, before, mine, theirs), encoding="utf-8")


if __name__ == "__main__":
    main()
