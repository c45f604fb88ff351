"""Nothing lost: the server is killed (SIGKILL) at random moments of many running games, and started again on the same file.

Every choice that anybody was told of is there, and no choice that nobody made; clocks have not gained time.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from parrain.core import Entry
from parrain.table.store import SqliteLog

DN = "district-noir"
TABLES = 50  # new ones for each life; those of the last life go on beside them
KILLS = 4

PROGRAM = """
import sys
from pathlib import Path
from parrain.web.serve import run
from parrain.web.settings import Settings
MANY = (1e6, 1e6)
chosen = Settings(data=Path(sys.argv[1]), pause=0.0, messages=MANY, requests=MANY, makings=MANY, most_sockets_each=1000)
if __name__ == "__main__":
    run(chosen, "127.0.0.1", 0, "error", lambda address: print(address, flush=True))
"""


PEOPLE = httpx.Client(timeout=30)


class Victim:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        program = folder / "program.py"
        program.write_text(PROGRAM)
        self.process = subprocess.Popen([sys.executable, str(program), str(folder / "x.db")], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().removeprefix("http://").rstrip("/")
        assert self.address, "the server does not start"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> int:
        self.process.terminate()
        code = self.process.wait(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Witness:
    """Plays one table with two people, and remembers what was sent and what it was told."""

    def __init__(self, table: str, token: str, seed: int) -> None:
        self.table = table
        self.token = token
        self.dice = random.Random(seed)
        self.sent: list[Entry] = []
        self.told = 0  # how many choices the table has told of
        self.left: list[float] = []

    async def play(self, address: str) -> None:
        """Play until the server is gone, or the game is over."""
        seat = None
        try:
            async with connect(f"ws://{address}/ws/{self.table}?pictures=none&token={self.token}", compression=None) as line:
                async for text in line:
                    shown = json.loads(text)
                    if shown["is"] != "shown":
                        continue
                    self.told = max(self.told, shown["step"])
                    if shown["clock"]:
                        self.left = [value for value in shown["clock"]["left"] if value is not None]
                    if shown["over"]:
                        return
                    if shown["seat"] != shown["to_move"][0]:
                        seat = shown["to_move"][0]
                        await line.send(json.dumps({"do": "look", "seat": seat}))
                    elif shown["choices"]:
                        action = self.dice.choice(shown["choices"])["action"]
                        self.sent = self.sent[: shown["step"]]
                        self.sent.append(Entry("choose", shown["seat"], action))
                        await line.send(json.dumps({"do": "choose", "seat": shown["seat"], "step": shown["step"], "action": action}))
        except (OSError, EOFError):
            return
        except Exception as error:  # the line broke: that is what this test is about
            assert "Connection" in type(error).__name__ or "Invalid" in type(error).__name__, error


def make(address: str, number: int) -> tuple[str, str]:
    """A table for two people at one screen, with a clock at every other one."""
    wish: dict[str, Any] = {"game": DN, "seats": [{"kind": "person"}, {"kind": "person"}]}
    if number % 2:
        wish["clock"] = {"kind": "bank", "seconds": 900}
    PEOPLE.cookies.clear()
    table = PEOPLE.post(f"http://{address}/api/tables", json=wish).json()["table"]
    return table, PEOPLE.cookies["parrain"]


async def all_play(address: str, witnesses: list[Witness], choices: int, victim: Victim) -> None:
    """Everybody plays; when so many choices have been told of, the server dies."""
    tasks = [asyncio.create_task(witness.play(address)) for witness in witnesses]
    before = sum(witness.told for witness in witnesses)
    for _ in range(4000):
        await asyncio.sleep(0.005)
        if sum(witness.told for witness in witnesses) - before >= choices or all(task.done() for task in tasks):
            break
    victim.kill()
    await asyncio.wait_for(asyncio.gather(*tasks), 20)


def check(folder: Path, witnesses: list[Witness]) -> int:
    """What is on the disk is what was told, and at most the one choice that was on its way."""
    log = SqliteLog(folder / "x.db")
    cut_short = 0
    for witness in witnesses:
        kept = log.load(witness.table)
        assert kept is not None
        entries = [entry for batch in kept.batches for entry in batch.entries]
        assert len(entries) >= witness.told, "a choice that was told is lost"
        assert entries == witness.sent[: len(entries)], "a choice that nobody made"
        assert len(entries) <= witness.told + 1, "more than was on its way"
        cut_short += len(entries) > witness.told
        if witness.left and kept.batches:
            readings = kept.batches[-1].clock
            assert len(readings) == 2 and all(0 < reading <= 900 for reading in readings)
    log.close()
    return cut_short


def test_a_killed_server_forgets_nothing_that_it_told(tmp_path: Path) -> None:
    dice = random.Random(time.time())
    witnesses: list[Witness] = []
    for kill in range(KILLS):
        victim = Victim(tmp_path)
        fresh = [Witness(*make(victim.address, number), seed=kill * 1000 + number) for number in range(TABLES)]
        playing = [*fresh, *witnesses[-TABLES:]]  # the games of the last life go on
        asyncio.run(all_play(victim.address, playing, dice.randint(100, 400), victim))
        check(tmp_path, playing)
        witnesses += fresh
    told = sum(witness.told for witness in witnesses)
    assert told > KILLS * TABLES, "too little was played to mean anything"
    last = Victim(tmp_path)
    with httpx.Client(base_url=f"http://{last.address}") as browser:
        for witness in witnesses[:: len(witnesses) // 10]:
            shown = browser.get(f"/api/replays/{witness.table}/0?pictures=none").json()
            assert shown["is"] == "shown"
    assert last.stop() == 0, "it stops in good order"
    assert not (tmp_path / "x.db-wal").exists() or (tmp_path / "x.db-wal").stat().st_size == 0, "one file is the whole backup"
