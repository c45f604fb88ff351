"""The program on a real terminal of 80 by 24."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

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

    def until(self, words: str, seconds: float = 20) -> str:
        """What is written up to these words."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            if (
                time.monotonic() > end
                or not select.select([self.descriptor], [], [], max(0.0, end - time.monotonic()))[0]
            ):
                raise AssertionError(f"never wrote {words!r}; wrote {self.seen[-2000:]!r}")
            self.seen += os.read(self.descriptor, 65536).decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def code(self, again: str = "") -> int:
        """The exit code, once all is read; `again` is typed anew while nothing happens."""
        patience = 10
        while True:
            if not select.select([self.descriptor], [], [], 2)[0]:
                patience -= 1
                if patience == 0:
                    os.kill(self.pid, signal.SIGKILL)  # it does not end by itself: the exit code will say so
                elif again:
                    self.type(again)
            try:
                more = os.read(self.descriptor, 65536)
            except OSError:
                break
            if not more:
                break
            self.seen += more.decode("utf-8", "replace")
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
def test_on_a_terminal_ctrl_c_saves(tty: Tty) -> None:
    tty.until("Pass the screen to Bo")
    tty.type("\x03")
    # input() shows its prompt a few instructions before it waits, and misses a signal in between: people press again
    assert tty.code(again="\x03") == 0
    assert "The game is saved." in tty.seen and "Traceback" not in tty.seen
