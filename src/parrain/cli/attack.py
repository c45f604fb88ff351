"""`parrain attack`: what an honest player notices while one address attacks a server of yours; and steady play."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from urllib.request import urlopen

import typer
from rich.text import Text

from parrain.cli.shell import FAILED, OK, Shell, comma_list, whole
from parrain.core import BadOption, say
from parrain.core.inputs import visible

LOOPBACK = ("127.0.0.1", "localhost", "::1")
BOUND = 3.0  # times the quiet value
LEAST = 10.0  # milliseconds, below which nobody notices a ratio


def attack(
    ctx: typer.Context,
    url: Annotated[
        str | None,
        typer.Argument(metavar="[URL]", help=say("A server of yours; one is started for this if none is named.").text),
    ] = None,
    only: Annotated[str, typer.Option("--only", metavar="A,B", help=say("Only these attacks.").text)] = "",
    seconds: Annotated[str, typer.Option("--seconds", metavar="S", help=say("How long each is measured.").text)] = "20",
    source: Annotated[
        str,
        typer.Option(
            "--from", metavar="ADDRESS", help=say("The address of this machine from which it is attacked.").text
        ),
    ] = "",
    mine: Annotated[
        bool, typer.Option("--mine", help=say("The server is on another machine, and it is yours.").text)
    ] = False,
    minutes: Annotated[
        str, typer.Option("--soak", metavar="MINUTES", help=say("Play steadily instead, and watch the memory.").text)
    ] = "0",
    players: Annotated[str, typer.Option("--players", metavar="N", help=say("How many play steadily.").text)] = "50",
) -> int:
    """Attack a server, or play steadily."""
    from parrain.testing import attack as attacks

    shell: Shell = ctx.obj
    names = comma_list(only) or list(attacks.ATTACKS)
    for name in names:
        if name not in attacks.ATTACKS:
            known = ", ".join(attacks.ATTACKS)
            raise BadOption("{name} is one of {known}, not “{text}”.", name="--only", known=known, text=name[:40])
    length, soaking = whole("--seconds", seconds, 1, 3600), whole("--soak", minutes, 0, 100_000)
    count = whole("--players", players, 1, 1000)
    if url is not None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise BadOption("“{text}” is no address such as http://127.0.0.1:8420.", text=url[:60])
        if parts.hostname not in LOOPBACK and not mine:
            raise BadOption("Attack only a server of your own: if it is yours, say --mine (and --from).")
    with server(url) as (address, process):
        if soaking:
            return soak(shell, address, process, soaking, count)
        return compare(shell, address, names, length, source)


def compare(shell: Shell, url: str, names: list[str], seconds: int, source: str) -> int:
    """Measure quietly, then under each attack, and print a table; 1 if the bound does not hold."""
    from parrain.testing import attack as attacks

    shell.tell(say("An honest player's 99th percentile in milliseconds; ratio to the quiet value."))
    shell.write(Text(f"{'':12}{'choice':>10}{'ratio':>8}{'hard bot':>10}{'ratio':>8}{'failed':>8}"))
    asyncio.run(attacks.measure(url, min(seconds, 10)))  # what a new server does for the first time does not count
    quiet = asyncio.run(attacks.measure(url, seconds))
    line(shell, "quiet", quiet, quiet)
    held = True
    for place, name in enumerate(names):
        with attacks.under_attack(url, source or f"127.0.0.{place + 2}", name):
            found = asyncio.run(attacks.measure(url, seconds))
        held &= line(shell, name, found, quiet)
        time.sleep(attacks.SETTLE)
    if held:
        shell.tell(say("Below three times the quiet value under every attack."), "bold")
        return OK
    shell.tell(say("Above three times the quiet value: see ✗."), "bold red")
    return FAILED


def line(shell: Shell, name: str, found: object, quiet: object) -> bool:
    """Print what was measured under an attack; whether the bound holds."""
    from parrain.testing.attack import Times, percentile

    assert isinstance(found, Times) and isinstance(quiet, Times)
    cells, held = [], not found.failed
    for times, base in ((found.choices, quiet.choices), (found.answers, quiet.answers)):
        now, before = percentile(times, 0.99), percentile(base, 0.99)
        held &= now < BOUND * max(before, LEAST)
        cells.append(f"{now:10.1f}{now / before:8.2f}")
    shell.write(Text(f"{name:12}{''.join(cells)}{len(found.failed):8}{'' if held else '  ✗'}"))
    for reason in found.failed[:3]:
        shell.write(Text(f"    {visible(reason)}"))
    shell.out.file.flush()
    return held


def soak(shell: Shell, url: str, process: int, minutes: int, players: int) -> int:
    """Play steadily, and print the memory of the server every minute."""
    from parrain.testing import attack as attacks

    shell.write(Text(f"{'minute':>6}{'choices':>10}{'MiB':>8}{'tables':>8}{'p99 ms':>8}"))

    def told(minute: float, choices: int) -> None:
        late = []
        for _ in range(20):
            began = time.monotonic()
            with urlopen(f"{url}/health", timeout=60) as answer:
                facts = json.loads(answer.read())
            late.append(time.monotonic() - began)
        size = f"{memory(process):8.1f}" if process else f"{'-':>8}"
        worst = attacks.percentile(late, 0.99)
        shell.write(Text(f"{minute:6.0f}{choices:10}{size}{facts['tables']:8}{worst:8.1f}"))
        shell.out.file.flush()

    asyncio.run(attacks.soak(url, minutes, players, told))
    return OK


def memory(process: int) -> float:
    """The resident memory of a process in MiB (Linux)."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


@contextmanager
def server(url: str | None) -> Iterator[tuple[str, int]]:
    """The server that is meant, and its process; one is started in a folder of its own if none is named."""
    if url is not None:
        yield url.rstrip("/"), 0
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from parrain.cli import main; raise SystemExit(main())", "serve"]
        options = ["--port", "0", "--data", f"{folder}/tables.db", "--no-browser", "--pause", "0", "--language", "en"]
        with subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            try:
                assert process.stdout is not None
                told = process.stdout.readline().split()
                address = next((word for word in told if word.startswith("http://")), "")
                if not address:
                    raise BadOption("The server could not be started.")
                yield address.rstrip("/"), process.pid
            finally:
                process.terminate()
