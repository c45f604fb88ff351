"""The program on a real terminal of 80 by 24."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

HANGS = 300.0  # seconds of silence after which a program that should write hangs: no test waits for them
HOT = "play district-noir --seed 7 --seat me=Ada,me=Bo"


class Tty:
    """The program on a terminal of 80 by 24."""

    def __init__(self, command: str, home: Path) -> None:
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background has it ignored
            os.environ.update(
                PARRAIN_HOME=str(home),
                PARRAIN_LANGUAGE="en",
                TERM="xterm",
                COLUMNS="80",
                LINES="24",
                PYTHONPATH=os.pathsep.join(sys.path),
            )
            os.execv(sys.executable, [sys.executable, "-m", "parrain", *command.split()])
        self.seen = ""

    def until(self, words: str) -> str:
        """What is written up to these words."""
        while words not in self.seen:
            assert self.read(), f"never wrote {words!r}; wrote {self.seen[-2000:]!r}"
        before, _, self.seen = self.seen.partition(words)
        return before

    def read(self) -> bool:
        """Wait for what is written next; False if it has ended, or hangs."""
        if not select.select([self.descriptor], [], [], HANGS)[0]:
            os.kill(self.pid, signal.SIGKILL)  # the exit code will say so
            return False
        try:
            more = os.read(self.descriptor, 65536)
        except OSError:  # the terminal is closed
            return False
        self.seen += more.decode("utf-8", "replace")
        return bool(more)

    def type(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def until_it_waits(self) -> None:
        """Wait until the program waits for a key.

        input() writes its prompt a few instructions before it waits, and misses a signal in between.
        """
        stat = Path(f"/proc/{self.pid}/stat")
        end = time.monotonic() + HANGS
        while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < end, "it never waits for a key"
            time.sleep(0.01)

    def code(self) -> int:
        """The exit code, once all is read."""
        while self.read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def tty(tmp_path: Path) -> Iterator[Tty]:
    program = Tty(f"{HOT}", tmp_path / "home")
    yield program
    os.close(program.descriptor)


@pytest.mark.slow
def test_on_a_terminal_the_curtain_wipes_the_screen_and_ctrl_d_saves(tty: Tty) -> None:
    tty.until("Pass the screen to Bo")
    tty.type("\n")
    bo = tty.until("> ")
    assert "\x1b[2J\x1b[3J" in bo and "betrayal −1" in bo
    assert len(bo.replace("\r", "").split("\n")) <= 24
    tty.type("lay 6\n")
    wiped = tty.until("Pass the screen to Ada")
    assert "\x1b[2J\x1b[3J" in wiped
    assert "betrayal" not in wiped.rpartition("\x1b[3J")[2]
    tty.type("\n")
    tty.until("> ")
    tty.type("\x04")
    assert tty.code() == 0
    assert "The game is saved." in tty.seen and "Traceback" not in tty.seen


@pytest.mark.slow
def test_on_a_terminal_what_is_broken_into_lines_is_indented(tmp_path: Path) -> None:
    tty = Tty("play gangs-city --seed 5 --players 4 --bots random", tmp_path / "home")
    table = tty.until("? for help.").replace("\r", "").split("\n")
    place = next(number for number, line in enumerate(table) if line.startswith("Casino: initiative"))
    assert table[place + 1].startswith("  ") and not table[place + 1].startswith("   ")
    assert any("'-._.-'" in line for line in table), "the map"
    assert all(len(re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line)) <= 80 for line in table)
    tty.type("\x04")
    assert tty.code() == 0
    os.close(tty.descriptor)


@pytest.mark.slow
def test_on_a_terminal_ctrl_c_saves(tty: Tty) -> None:
    tty.until("Pass the screen to Bo")
    tty.until_it_waits()
    tty.type("\x03")
    assert tty.code() == 0
    assert "The game is saved." in tty.seen and "Traceback" not in tty.seen
