"""Nothing lost: the server is killed at random moments of many running games, and started again on the same file.

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
from parrain.table.store import PLAYING, SqliteLog
from tests.torture import TORTURE

# Games for people alone, each playing all of its seats; more of those that are quick.
SEATS = {"district-noir": 2, "gangster": 2, "reglement-de-comptes": 3, "gangs-city": 3, "police-vs-gangs": 3}
KINDS = ["district-noir"] * 6 + ["gangster"] * 2 + ["reglement-de-comptes", "gangs-city", "police-vs-gangs"]
TABLES = 55 if TORTURE else 20  # new ones for each life; those of the last life go on beside them
KILLS = 8 if TORTURE else 3
RUNNING = 300 if TORTURE else 40  # at least so many games are being played when the server dies
CHOICES = (150, 600) if TORTURE else (80, 200)  # told of before it dies
BANK = 900

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from pathlib import Path
from parrain.web.serve import run
from tests.web.settings import settings
run(settings(Path(sys.argv[1])), "127.0.0.1", 0, "error", lambda address: print(address, flush=True))
"""


PEOPLE = httpx.Client(timeout=120)


class Victim:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder / "x.db")], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
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
        code = self.process.wait(timeout=120)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Witness:
    """Plays one table in all its seats, and remembers what was sent and what it was told."""

    def __init__(self, table: str, token: str, seed: int) -> None:
        self.table = table
        self.token = token
        self.dice = random.Random(seed)
        self.sent: list[Entry] = []
        self.told = 0  # how many of them the table has told of
        self.waits: tuple[int, int] | None = None  # the seat and the step of a choice that is on its way
        self.left: list[float] = []  # what the clocks showed last
        self.kept: list[float] = []  # what they showed on the disk after the last kill
        self.mistakes: list[str] = []
        self.lives = 0  # in how many lives of the server it has chosen

    async def play(self, address: str) -> None:
        """Play until the server is gone, or the game is over."""
        self.waits = None
        began = self.told
        try:
            async with connect(
                f"ws://{address}/ws/{self.table}?pictures=none&token={self.token}",
                compression=None,
                max_size=None,
                open_timeout=120,
            ) as line:
                async for text in line:
                    message = json.loads(text)
                    if message["is"] == "error":
                        self.mistakes.append(message["text"])
                    if message["is"] != "shown":
                        continue
                    answer = self.look(message)
                    if message["over"]:
                        return
                    if answer:
                        await line.send(json.dumps(answer))
        except (OSError, EOFError):
            return
        except Exception as error:  # the line broke: that is what this test is about
            assert "Connection" in type(error).__name__ or "Invalid" in type(error).__name__, error
        finally:
            self.lives += self.told > began

    def look(self, shown: dict[str, Any]) -> dict[str, Any] | None:
        """See what was told, and choose next."""
        if shown["clock"]:
            left = shown["clock"]["left"]
            if self.kept:  # the first look after a kill
                assert all(-60 < now - then <= 0.01 for now, then in zip(left, self.kept, strict=True)), (
                    "a clock that gained or lost time"
                )
                self.kept = []
            self.left = left
        if self.waits is not None and shown["seat"] == self.waits[0] and shown["step"] > self.waits[1]:
            self.told, self.waits = len(self.sent), None
        if shown["over"] or self.waits is not None:
            return None
        seat = shown["to_move"][0]
        if shown["seat"] != seat:
            return {"do": "look", "seat": seat}
        action = self.dice.choice(shown["choices"])["action"]
        self.sent.append(Entry("choose", seat, action))
        self.waits = (seat, shown["step"])
        return {"do": "choose", "seat": seat, "step": shown["step"], "action": action}


def make(address: str, number: int) -> tuple[str, str]:
    """A table for people at one screen, with a clock at every other one."""
    game = KINDS[number % len(KINDS)]
    wish: dict[str, Any] = {"game": game, "seats": [{"kind": "person"}] * SEATS[game]}
    if number % 2:
        wish["clock"] = {"kind": "bank", "seconds": BANK}
    PEOPLE.cookies.clear()
    table = PEOPLE.post(f"http://{address}/api/tables", json=wish).json()["table"]
    return table, PEOPLE.cookies["parrain"]


async def all_play(address: str, witnesses: list[Witness], choices: int, victim: Victim) -> None:
    """Everybody plays; when so many choices have been told of, the server dies."""
    tasks = [asyncio.create_task(witness.play(address)) for witness in witnesses]
    before = sum(witness.told for witness in witnesses)
    for _ in range(60_000):
        await asyncio.sleep(0.005)
        if sum(witness.told for witness in witnesses) - before >= choices or all(task.done() for task in tasks):
            break
    victim.kill()
    await asyncio.wait_for(asyncio.gather(*tasks), 120)


def check(folder: Path, witnesses: list[Witness]) -> set[str]:
    """The disk holds what was told and at most the one choice that was on its way; the tables that were running."""
    log = SqliteLog(folder / "x.db")
    running: set[str] = set()
    for witness in witnesses:
        kept = log.load(witness.table)
        assert kept is not None
        entries = [entry for batch in kept.batches for entry in batch.entries]
        assert len(entries) >= witness.told, "a choice that was told is lost"
        assert len(entries) <= witness.told + 1, "more than was on its way"
        assert entries == witness.sent[: len(entries)], "a choice that nobody made"
        assert witness.mistakes == []
        if kept.sheet.state == PLAYING and witness.told:
            running.add(witness.table)
        if witness.left and kept.batches:
            readings = list(kept.batches[-1].clock)
            assert all(0 < reading <= BANK for reading in readings)
            assert all(abs(reading - left) < 60 for reading, left in zip(readings, witness.left, strict=True)), (
                "a clock that was not kept"
            )
            witness.kept = readings if kept.sheet.state == PLAYING else []
        witness.sent, witness.told = entries, len(entries)
    log.close()
    return running


def test_a_killed_server_forgets_nothing_that_it_told(tmp_path: Path) -> None:
    dice = random.Random(time.time() if TORTURE else 5)
    witnesses: list[Witness] = []
    running: set[str] = set()
    for kill in range(KILLS):
        victim = Victim(tmp_path)
        fresh = [Witness(*make(victim.address, number), seed=kill * 1000 + number) for number in range(TABLES)]
        playing = [*fresh, *witnesses[-TABLES:]]  # the games of the last life go on
        asyncio.run(all_play(victim.address, playing, dice.randint(*CHOICES), victim))
        running |= check(tmp_path, playing)
        witnesses += fresh
    assert len(running) >= RUNNING, "many games that were being played when the server died"
    went_on = sum(witness.lives > 1 for witness in witnesses)
    assert went_on >= KILLS, "and some that went on in another life: how many depends on who is served first"
    last = Victim(tmp_path)
    with httpx.Client(base_url=f"http://{last.address}", timeout=120) as browser:
        for witness in witnesses[:: len(witnesses) // 10]:
            shown = browser.get(f"/api/replays/{witness.table}/0?pictures=none").json()
            assert shown["is"] == "shown"
    assert last.stop() == 0, "it stops in good order"
    assert not (tmp_path / "x.db-wal").exists() or (tmp_path / "x.db-wal").stat().st_size == 0, (
        "one file is the whole backup"
    )
