"""Bots that are programs in any language: they read Views as lines of JSON and answer with the text of a choice.

    process:node my-bot.js          process:3s:./my-bot         (the time it has for an answer; 2 seconds if not said)

One line to the program for each choice: {"view": …, "actions": ["lay 7", "take"], "seed": 123}. One line back: one of
the actions. A program that crashes, answers late or answers nonsense loses that choice, and nothing else: the greedy
bot makes it, and the program is started again for the next one.

A spec of this kind runs a command on this machine, so it must be on the allow list (`allow`, which the command line
fills from --bots and --seat). A record or a visitor of a web table that names one gets an error.
"""

from __future__ import annotations

import io
import json
import queue
import re
import shlex
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from parrain.bots.greedy import Greedy
from parrain.core import Action, BadOption, Game, Say, Stream, View, say, to_data

PATIENCE = 2.0
LONGEST = 10_000  # characters of a line
MOST_LINES = 100  # that a program may say without being asked
_allowed: set[str] = set()


def allow(specs: Sequence[str]) -> None:
    """Add specs to the allow list."""
    _allowed.update(spec for spec in specs if spec.startswith("process:"))


class Program:
    """A subprocess that plays; `trouble` is the failure of its last choice, or None."""

    def __init__(self, game: Game, command: Sequence[str], patience: float) -> None:
        self.game = game
        self.command = list(command)
        self.patience = patience
        self.trouble: Say | None = None
        self.running: subprocess.Popen[bytes] | None = None
        self.writing: threading.Thread | None = None
        self.lines: queue.Queue[str] = queue.Queue(MOST_LINES)

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        seed = rng.seed()
        question = json.dumps(
            {"view": to_data(view), "actions": [action.text for action in actions], "seed": seed}, ensure_ascii=False
        )
        self.trouble = None
        try:
            answer = self.ask(question)
        except OSError as error:
            answer = ""
            self.trouble = say("it cannot be run ({error})", error=error.strerror or str(error))
        chosen = next((action for action in actions if action.text == answer), None)
        if chosen is None:
            self.trouble = self.trouble or say(
                "it answered “{answer}”, which is none of the choices", answer=answer[:60]
            )
            self.stop()
            return Greedy(self.game, 1).choose(view, actions, Stream(seed))
        return chosen

    def ask(self, question: str) -> str:
        """Send one line and receive one; empty, with `trouble` set, if none comes.

        The line is sent by a thread, because a program that does not read would block whoever writes to it.
        """
        if self.running is None or self.running.poll() is not None or (self.writing and self.writing.is_alive()):
            self.start()
        assert self.running is not None and self.running.stdin is not None
        with suppress(queue.Empty):  # what it said without being asked is no answer to this
            while self.lines.get_nowait():
                pass
            self.lines.put_nowait("")  # that was its end
        data = f"{question}\n".encode()
        self.writing = threading.Thread(target=send, args=(self.running.stdin, data), daemon=True)
        self.writing.start()
        try:
            answer = self.lines.get(timeout=self.patience)
        except queue.Empty:
            self.trouble = say("it did not answer within {seconds} s", seconds=f"{self.patience:g}")
            return ""
        if not answer:
            self.trouble = say("it ended before it answered")
        return answer.strip()

    def start(self) -> None:
        """Start the program and the thread that reads its output."""
        self.stop()
        self.lines = queue.Queue(MOST_LINES)
        pipe = subprocess.PIPE
        self.running = subprocess.Popen(self.command, bufsize=0, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        threading.Thread(target=listen, args=(self.running, self.lines), daemon=True).start()

    def stop(self) -> None:
        """End the program, if it runs."""
        if self.running is not None:
            self.running.kill()
            self.running.wait()
            if self.running.stdin is not None:
                with suppress(OSError):  # unread input is lost
                    self.running.stdin.close()
            self.running = None

    def reason(self, view: View, action: Action) -> Say | None:
        """The failure of the last choice; a program gives no explanations."""
        if self.trouble is not None:
            return say(
                "The program {command} could not choose: {trouble}.", command=self.command[0], trouble=self.trouble
            )
        return say("The program {command} chose it, and does not say why.", command=self.command[0])

    def __del__(self) -> None:
        self.stop()


def send(pipe: IO[bytes], data: bytes) -> None:
    """Write to a program, as far as it reads."""
    left = memoryview(data)
    with suppress(OSError, ValueError):  # it has ended, or was
        while left:
            left = left[pipe.write(left) :]


def listen(process: subprocess.Popen[bytes], lines: queue.Queue[str]) -> None:
    """Put the output of a program into a queue line by line, an empty line at its end; end a program that floods it."""
    assert isinstance(process.stdout, io.RawIOBase)
    output = io.BufferedReader(process.stdout)
    try:
        while line := output.readline(LONGEST):
            lines.put_nowait(line.decode("utf-8", "replace"))
        lines.put_nowait("")
    except queue.Full:
        process.kill()
        with suppress(queue.Empty, queue.Full):
            lines.get_nowait()
            lines.put_nowait("")
    except ValueError:
        pass


def make_program(game: Game, settings: str) -> Program:
    """The bot of a spec on the allow list."""
    timed = re.match(r"([0-9]{1,4}(?:\.[0-9]{1,9})?)s:", settings)
    try:
        command = shlex.split(settings[timed.end() :] if timed else settings)
    except ValueError:
        command = []
    if not command:
        raise BadOption(
            "The bot “process” is told the command to run, as in process:node my-bot.js; not “{settings}”.",
            settings=settings[:60],
        )
    if f"process:{settings}" not in _allowed:
        raise BadOption(
            "A program may take a seat only if it is named on the command line: “{settings}” was not.",
            settings=settings[:60],
        )
    return Program(game, command, float(timed[1]) if timed else PATIENCE)
