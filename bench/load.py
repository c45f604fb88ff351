"""Many tables at once: how long from a choice to everybody's board, beside boardgame.io's server doing the same moves.

    python bench/load.py                      500 tables with a bot each, 1,000 sockets, 200 choices a second, 20 seconds
    python bench/load.py --no-peer            without boardgame.io (which wants node and npm)
    python bench/load.py --games district-noir:600,gangster:300 --write docs/load.md
    python bench/load.py --postgres --processes 4      the same on PostgreSQL, by four processes on one port
    python bench/load.py --matrix --write docs/load.md all games on SQLite and on PostgreSQL with 1, 2 and 4 processes,
                                                       with boardgame.io on its two stores, in about ten minutes;
                                                       bench/million.py computes from that

Everything runs on this machine, over loopback: the server in one process (and its bots in another, unless the engine is
compiled: then it answers for quick ones itself), the people here.
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
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))  # the PostgreSQL of the tests
# Games with choices that a spectator does not see: hidden ones, or the first of two.
HIDING = ("gangs-city", "gangster", "police-vs-gangs", "reglement-de-comptes")
HIDDEN = 1.0  # seconds after which a spectator there will not see it any more

PROGRAM = """
import sys
from pathlib import Path
from parrain.web.serve import run, run_processes
from parrain.web.settings import Settings, best_workers
MANY = (1e9, 1e9)
place, database, processes = sys.argv[1], sys.argv[2], int(sys.argv[3])
chosen = Settings(data=Path(place), database=database, pause=0.0, messages=MANY, messages_each=MANY, requests=MANY, makings=MANY, most_sockets_each=10_000)
chosen.workers = max(1, best_workers() // processes)
def ready(address):
    print(address, flush=True)
if __name__ == "__main__":
    if processes > 1:
        run_processes(chosen, "127.0.0.1", 0, processes, "error", ready)
    else:
        run(chosen, "127.0.0.1", 0, "error", ready)
"""
MATRIX = ((0, "SQLite"), (1, "PostgreSQL, 1 process"), (2, "PostgreSQL, 2 processes"), (4, "PostgreSQL, 4 processes"))


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


class Processes:
    """The processes of a server without its bots, or those of PostgreSQL."""

    def __init__(self, pid: int, children: bytes | None = None) -> None:
        self.pid = pid
        self.children = children  # those with this in their command line count in its place; None: it alone

    def pids(self) -> list[int]:
        if self.children is None:
            return [self.pid]
        found = [int(each) for each in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]
        return [each for each in found if self.children in command_of(each)]

    def memory(self) -> int:
        """The resident memory in bytes."""
        pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.pids()]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def processor(self) -> float:
        """The seconds of processor that they have used."""
        return sum(map(processor, self.pids()))


class Postgres(Processes):
    """PostgreSQL: the postmaster, its children, and those that have ended."""

    def processor(self) -> float:
        return processor(self.pid, True) + super().processor()


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def processor(pid: int, ended: bool = False) -> float:
    """The seconds of processor that a process has used, and with `ended` those of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


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


async def warm(address: str, options: argparse.Namespace) -> None:
    """Have every process draw a table of this game, so that what it keeps for all tables is not counted as theirs."""
    count = 4 * max(1, options.processes)
    for lines in await make_tables(address, options.game, options.bot, count, options.pictures):
        for line in lines:
            async with connect(line, compression=None, max_size=None, ping_interval=None) as socket:
                while read(await socket.recv()).is_ != "shown":
                    pass


async def load(address: str, server: Processes, base: Base | None, options: argparse.Namespace) -> dict[str, float]:
    """Fill the server, then choose at a steady rate, and measure."""
    dice = random.Random(1)
    await warm(address, options)
    empty = server.memory()
    addresses = await make_tables(address, options.game, options.bot, options.tables, options.pictures)
    idle = server.memory()
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
    opened = server.memory()
    done: list[list[float]] = []
    began, used = time.perf_counter(), server.processor()
    stored = base.measure() if base is not None else Stored(0.0, 0, 0)
    boards = sum(table.person.boards + table.spectator.boards for table in tables)
    sent = sum(table.person.bytes + table.spectator.bytes for table in tables)
    due, late = began, 0
    while time.perf_counter() - began < options.seconds:
        due += dice.expovariate(options.rate)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        free = next((table for table in dice.sample(tables, min(20, len(tables))) if table.free()), None)
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
    used = server.processor() - used
    now = base.measure() if base is not None else stored
    lines = max(1, now.lines - stored.lines)
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
        "server_ms_per_choice": used / max(1, len(done)) * 1000,
        "server_processor": used / (spent + 2),
        "lines_per_choice": lines / max(1, len(done)) if base is not None else 0.0,
        "postgres_ms_per_line": (now.processor - stored.processor) / lines * 1000,
        "stored_kB_per_line": (now.bytes - stored.bytes) / lines / 1000,
        "kB_per_idle_table": (idle - empty) / len(tables) / 1000,
        "kB_per_table_with_two_sockets": (opened - empty) / len(tables) / 1000,
    }


class Stored(NamedTuple):
    """What PostgreSQL has used and holds: seconds of processor, bytes, lines of tables."""

    processor: float
    bytes: int
    lines: int


class Base:
    """An empty schema of a PostgreSQL that is started here, or that of DATABASE_URL (whose processor is not measured)."""

    def __init__(self, url: str) -> None:
        import psycopg

        self.url = url
        self.base = psycopg.connect(url, autocommit=True)
        is_here = self.base.info.host.startswith("/")
        mine = next(iter(self.base.execute("SELECT pg_backend_pid()").fetchall()))[0]
        parent = int(Path(f"/proc/{mine}/stat").read_text().rpartition(")")[2].split()[1]) if is_here else 0
        self.processes = Postgres(parent, b"postgres") if is_here else None

    def measure(self) -> Stored:
        size = self.base.execute("SELECT pg_total_relation_size('entries'), (SELECT count(*) FROM entries)").fetchone()
        assert size is not None
        return Stored(self.processes.processor() if self.processes else 0.0, *size)


def ours(options: argparse.Namespace) -> dict[str, float]:
    """Start the server, load it, stop it."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        program = Path(folder) / "program.py"
        program.write_text(PROGRAM)
        base = None
        if options.processes:
            from tests.web.engines import schema

            base = Base(stack.enter_context(schema(options.database)))
            from parrain.table.postgres import migrate

            migrate(base.url)
        command = [
            sys.executable,
            str(program),
            f"{folder}/x.db",
            base.url if base else "",
            str(options.processes or 1),
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().strip().rstrip("/")
        many = options.processes > 1
        deadline = time.monotonic() + 60
        while many and time.monotonic() < deadline:
            assert base is not None
            alive = base.base.execute("SELECT count(*) FROM servers WHERE until>clock_timestamp()").fetchone()
            if alive == (options.processes,):
                break
            time.sleep(0.1)
        try:
            return asyncio.run(load(address, Processes(server.pid, b"spawn_main" if many else None), base, options))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)
            if base is not None:
                base.base.close()


def start_database() -> str:
    """The address of a PostgreSQL: that of DATABASE_URL, or one that runs as long as this process."""
    from tests.web.engines import given_url, start_postgres

    return given_url() or start_postgres(Path(tempfile.mkdtemp(prefix="parrain-load-")))


def peer(options: argparse.Namespace, folder: str = "") -> dict[str, float]:
    """boardgame.io's own server with tic-tac-toe: as many matches, two sockets each, as many moves a second.

    Its matches are in memory, or with a folder in its own store of flat files.
    """
    home = HERE / "boardgame"
    if not (home / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=home, check=True)
    command = ["node", "load.js", str(options.tables), str(options.rate), str(options.seconds)]
    command += [folder] if folder else []
    answer = subprocess.run(command, cwd=home, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(answer.stdout.splitlines()[-1])
    return found


PAGE = """# Many tables at once

Written by `python bench/load.py {arguments}` (with `PYTHONPATH=build/compiled` after `make compiled`). Everything runs on
one machine of {cores} cores (load before: {before:.1f}), Python {python}, engine {engine}: the server in one process, which
answers for quick bots itself if it is compiled, the people in another. At each of {tables} tables one person plays against bots of the level `{bot}`, which answer
at once, and one spectator watches; the people make choices at a steady rate for {seconds:g} seconds, the bots as many or
more. A choice is timed from its sending until the person *and* the spectator have a board with it; one that is hidden from the
spectator, or the first of two (all games but District Noir), until the person has.

The targets: p99 under 100 ms at 600 choices a second for District Noir and at 300 for each of the others, and at most 200 kB for a
table with its two sockets. boardgame.io's own server does {rate:g} moves of tic-tac-toe a second at as many matches with two sockets
each, in the same run; it draws nothing, writes nothing to the disk and has no bots there, so that the ratio says what boards, safety
and opponents cost.

{table}
"""
THEIR_NAMES = {
    "choices_per_second": "moves_per_second",
    "kB_per_table_with_two_sockets": "kB_per_match_with_two_sockets",
}
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

    first = next(iter(mine.values()))
    head = ["", *mine, *(["boardgame.io", f"{next(iter(mine))} against it"] if theirs else [])]
    lines = [head, ["---"] * len(head)]
    for name, told in ROWS:
        line = [told, *(f"{each[name]:.1f}" for each in mine.values())]
        if theirs:
            their = theirs.get(THEIR_NAMES.get(name, name))
            line += [
                f"{their:.1f}" if their is not None else "",
                f"{first[name] / their:.1f}x" if their and name != "unseen" else "",
            ]
        lines.append(line)
    return PAGE.format(
        arguments=shlex.join(sys.argv[1:]),
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


MATRIX_PAGE = """## On SQLite and on PostgreSQL

Written by `python bench/load.py --matrix --tables {tables} --seconds {seconds:g} --rate {rate:g} --write docs/load.md` (load before: {before:.1f}, {cores} cores, engine {engine}; the
figures are also in docs/load.json). {tables} tables of each game with two sockets each, {rate:g} choices a second wanted. PostgreSQL runs on the same
cores with its usual settings (a commit is on the disk). With several processes on one port, a socket is at the wrong process as often as chance has
it, and handed on: on two cores that the people and the bots use too, more processes are not faster; what they cost is what is measured here. The last
rows are boardgame.io's own server in the same run: tic-tac-toe, as many matches and moves, in memory and in its flat files.

{table}
"""
MATRIX_ROWS = (
    ("choices_per_second", "choices a second"),
    ("p50_ms", "p50 ms"),
    ("p99_ms", "p99 ms"),
    ("server_ms_per_choice", "server ms a choice"),
    ("postgres_ms_per_line", "PostgreSQL ms a line"),
    ("stored_kB_per_line", "stored kB a line"),
    ("kB_per_idle_table", "kB an idle table"),
    ("kB_per_table_with_two_sockets", "kB a table with two sockets"),
    ("unseen", "never seen"),
)


def matrix(options: argparse.Namespace, before: float) -> None:
    """All games on SQLite and on PostgreSQL; what there is no time for is left out, and said."""
    from parrain.core import state
    from parrain.games import kinds

    began, found = time.monotonic(), {}
    options.database = start_database()
    lines = [["game", "store", *(told for _, told in MATRIX_ROWS)], ["---"] * (2 + len(MATRIX_ROWS))]
    for processes, store in MATRIX:  # all games on one store first: what is cut off is the most processes
        for game in kinds():
            if time.monotonic() - began > 60 * options.minutes - 2 * (options.seconds + 8):
                print(f"no time left for {game} on {store}")
                continue
            options.game, options.processes = game, processes
            row = found[f"{game} {processes}"] = ours(options)
            lines.append([game, store, *(f"{row[name]:.1f}" for name, _ in MATRIX_ROWS)])
            print(" | ".join(lines[-1]), flush=True)
    for store in () if options.no_peer else ("memory", "flat files"):
        with tempfile.TemporaryDirectory() as folder:
            theirs = peer(options, folder if store == "flat files" else "")
        values = [theirs.get(THEIR_NAMES.get(name, name)) for name, _ in MATRIX_ROWS]
        row = ["boardgame.io", store, *("" if value is None else f"{value:.1f}" for value in values)]
        print(" | ".join(row), flush=True)
        lines.append(row)
    engine = "interpreted" if str(state.__file__).endswith(".py") else "compiled"
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    facts = {"tables": options.tables, "seconds": options.seconds, "rate": options.rate, "engine": engine}
    text = MATRIX_PAGE.format(**facts, before=before, cores=os.cpu_count(), table=table)
    print(text)
    if options.write:
        page = options.write.read_text(encoding="utf-8")
        options.write.write_text(with_section(page, text), encoding="utf-8")
        measured = {**facts, "load_before": round(before, 1), "cores": os.cpu_count(), "measured": found}
        options.write.with_suffix(".json").write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


def with_section(page: str, section: str) -> str:
    """A page with a section in the place of the one with the same heading, or at its end."""
    heading = section.partition("\n")[0]
    before, found, after = page.partition(heading + "\n")
    rest = after.partition("\n## ")[2]
    return before.rstrip() + "\n\n" + section.rstrip() + "\n" + (f"\n## {rest}" if found and rest else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, help="500, or 100 of --matrix")
    parser.add_argument("--rate", type=float, help="choices a second: 200, or 40 of --matrix")
    parser.add_argument("--seconds", type=float, help="20, or 8 of --matrix")
    parser.add_argument(
        "--postgres", action="store_true", help="on PostgreSQL: that of DATABASE_URL, or one of its own"
    )
    parser.add_argument("--processes", type=int, default=1, help="with --postgres")
    parser.add_argument("--matrix", action="store_true")
    parser.add_argument("--minutes", type=float, default=12, help="of --matrix: what there is no time for is left out")
    parser.add_argument(
        "--games", default="district-noir", help="one after the other, with commas between; game:rate for an own rate"
    )
    parser.add_argument("--bot", default="easy")
    parser.add_argument("--pictures", default="wide")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--write", type=Path, metavar="PAGE")
    options = parser.parse_args()
    usual = (100, 40.0, 8.0) if options.matrix else (500, 200.0, 20.0)
    for name, value in zip(("tables", "rate", "seconds"), usual, strict=True):
        if getattr(options, name) is None:
            setattr(options, name, value)
    before = os.getloadavg()[0]
    print(f"load of this machine before: {before:.1f} on {os.cpu_count()} cores")
    if options.matrix:
        matrix(options, before)
        return
    options.processes = options.processes if options.postgres else 0
    options.database = start_database() if options.postgres else ""
    mine = {}
    usual_rate = options.rate
    for wanted in options.games.split(","):
        game, _, rate = wanted.partition(":")
        options.game, options.rate = game, float(rate or usual_rate)
        found = mine[game] = ours(options)
        for name, value in found.items():
            print(f"{game:20} {name:32} {value:10.1f}", flush=True)
    options.rate = usual_rate
    theirs = {} if options.no_peer else peer(options)
    for name, value in theirs.items():
        print(f"{'boardgame.io':20} {name:32} {value:10.1f}")
    if options.write:
        old = options.write.read_text(encoding="utf-8") if options.write.exists() else ""
        sections = old.partition("\n## ")[1:]  # those of --matrix and of bench/million.py stay
        options.write.write_text(page(options, before, mine, theirs) + "".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
