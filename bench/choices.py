"""What a choice costs the server: milliseconds of processor, by game and by stage, without network and clients.

    python bench/choices.py                               all games, 100 tables each
    python bench/choices.py --games gangster --profile    where the time goes, function by function
    PYTHONPATH=build/compiled python bench/choices.py     with the compiled engine, as the product runs

The rooms, the store and the bots are real; a socket writes into a queue in the place of a line. At every table sits one
person against bots that answer at once, and one spectator watches, as in bench/load.py. Only the time of this process
counts, not how busy the machine is, nor the processes in which slow bots think; `compose` and `encode` are parts of
`all`.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvloop
from load import Heard, read

import parrain
from parrain.table.store import BOT, PERSON
from parrain.web.http.app import create_app
from parrain.web.live.hub import Hub, SeatWish
from parrain.web.live.room import Room
from parrain.web.settings import Settings
from parrain.web.ws import messages
from parrain.web.ws.socket import COMPOSERS, Socket

MANY = (1e9, 1e9)
ME = "somebody"


class Wire:
    """The line of a socket: what is sent is kept until somebody looks at it."""

    client = SimpleNamespace(host="127.0.0.1")
    application_state = None

    def __init__(self, app: Any) -> None:
        self.app = app
        self.sent: list[str | bytes] = []

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message.get("text") or message["bytes"])

    async def send_text(self, text: str) -> None:
        self.sent.append(text)


class Table:
    """A person and a spectator at a table."""

    def __init__(self, app: Any, room: Room, pictures: str) -> None:
        self.wires = [Wire(app), Wire(app)]
        self.person, self.spectator = (
            Socket(wire, room, identity, "en", pictures, True, False)  # type: ignore[arg-type]
            for wire, identity in zip(self.wires, (ME, ""), strict=True)
        )
        self.tasks = []
        for socket in (self.person, self.spectator):
            room.enter(socket)
            self.tasks.append(asyncio.create_task(socket.run_out()))
        self.last: Heard | None = None
        self.bytes = self.boards = 0

    def look(self) -> bool:
        """Read what has come; whether the person may choose."""
        for place, wire in enumerate(self.wires):
            for text in wire.sent:
                heard = read(text)
                if heard.is_ == "shown":
                    self.bytes += len(text)
                    self.boards += 1
                    if place == 0:
                        self.last = heard
            wire.sent.clear()
        return self.last is not None and bool(self.last.choices)

    async def choose(self, dice: random.Random) -> None:
        last = self.last
        assert last is not None and last.seat is not None
        if any(task.done() for task in self.tasks):
            raise RuntimeError("a socket has failed")
        self.last = None
        action = dice.choice(last.choices).action
        await self.person.take(messages.write(messages.Choose(last.seat, last.step, action)))


class Stages:
    """The seconds spent in some functions."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def measure(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        self.spent[name] = 0.0

        def measured(*given: Any) -> Any:
            began = time.thread_time()
            try:
                return function(*given)
            finally:
                self.spent[name] += time.thread_time() - began

        return measured


async def play(game: parrain.Game, options: argparse.Namespace, folder: Path) -> dict[str, float]:
    """Play at many tables; what a choice cost on average."""
    settings = Settings(data=folder / "x.db", pause=0.0, messages=MANY, messages_each=MANY, workers=2)
    app = create_app(settings)
    hub = app.state.hub = Hub(settings)
    await hub.start()
    dice = random.Random(options.seed)
    wishes = [SeatWish(PERSON, "Ann", "")] + [SeatWish(BOT, "", options.bot)] * (game.fewest - 1)
    stages = Stages()
    plain = COMPOSERS["shown"], messages.write
    profile = cProfile.Profile() if options.profile else None
    try:
        tables = [
            Table(app, await hub.make(ME, game.id, "", wishes, {}, None, False), options.pictures)
            for _ in range(options.tables)
        ]
        for _ in range(options.warm):
            await turn(tables, dice, 1)
        if options.stages:
            COMPOSERS["shown"] = stages.measure("compose", plain[0])
            messages.write = stages.measure("encode", plain[1])
        gc.collect()
        gc.freeze()
        gc.disable()  # as in a server
        boards, sent = (sum(getattr(each, what) for each in tables) for what in ("boards", "bytes"))
        used, looked, choices = time.process_time(), 0.0, 0
        if profile is not None:
            profile.enable()
        while choices < options.choices:
            done, looking = await turn(tables, dice, options.together)
            choices += done
            looked += looking
        if profile is not None:
            profile.disable()
        used = time.process_time() - used - looked
        boards = sum(each.boards for each in tables) - boards
        sent = sum(each.bytes for each in tables) - sent
        for table in tables:
            for task in table.tasks:
                task.cancel()
    finally:
        COMPOSERS["shown"], messages.write = plain
        await hub.stop()
    if profile is not None:
        stats = pstats.Stats(profile)
        stats.sort_stats(options.sort).print_stats(options.lines)
        if options.dump:
            stats.dump_stats(options.dump)
    each = {name: spent / choices * 1000 for name, spent in stages.spent.items()}
    return {
        "all": used / choices * 1000,
        **each,
        "boards": boards / choices,
        "kB a board": sent / max(1, boards) / 1000,
    }


async def turn(tables: list[Table], dice: random.Random, together: int) -> tuple[int, float]:
    """Have people at some tables choose at once, and wait until all have answers; and the time that looking took."""
    looked = 0.0
    playing = [table for table in tables if table.person.live.state == "playing"]
    if not playing:
        raise SystemExit("All games are over: so many choices want more --tables.")
    chosen = dice.sample(playing, min(together, len(playing)))
    began = time.thread_time()
    ready = [table for table in chosen if table.look()]
    looked += time.thread_time() - began
    await asyncio.gather(*(table.choose(dice) for table in ready))
    async with asyncio.timeout(60):
        for table in ready:
            room = table.person.room
            while table.person.due or room.bots._owing() or room.pending_broadcast:
                await asyncio.sleep(0.002)
    await asyncio.sleep(0.001)
    return len(ready), looked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(parrain.all_games()))
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--choices", type=int, default=600)
    parser.add_argument("--together", type=int, default=4, help="how many choose at once")
    parser.add_argument("--warm", type=int, default=200, help="choices before the measurement")
    parser.add_argument("--bot", default="easy")
    parser.add_argument("--pictures", default="wide")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stages", action="store_true", help="measure these too, which takes time itself")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--sort", default="tottime")
    parser.add_argument("--lines", type=int, default=45)
    parser.add_argument("--dump", default="")
    options = parser.parse_args()
    print(f"{'ms of processor a choice':<24}" + "".join(f"{each:>12}" for each in COLUMNS))
    for name in options.games.split(","):
        with tempfile.TemporaryDirectory() as folder:
            found = uvloop.run(play(parrain.all_games()[name], options, Path(folder)))
        print(f"{name:<24}" + "".join(f"{found.get(each, 0):>12.2f}" for each in COLUMNS), flush=True)


COLUMNS = ("all", "compose", "encode", "boards", "kB a board")

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    main()
