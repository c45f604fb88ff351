"""Commands of the lab: simulate, trace, bench."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

import parrain
from parrain.bots import allow
from parrain.cli.options import AsJson, Edition, GameName, Options, Players
from parrain.cli.shell import FAILED, OK, Shell, comma_list, read_options, whole
from parrain.core import say
from parrain.games import game as find_game
from parrain.lab import trace as tracing
from parrain.lab.simulate import Result
from parrain.lab.simulate import simulate as run_games


def simulate(
    ctx: typer.Context,
    game: GameName,
    players: Players = None,
    games: Annotated[str, typer.Option("--games", metavar="K", help=say("How many games.").text)] = "100",
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="A,B",
            help=say("Bots for the seats in order, again from the first if they are fewer.").text,
        ),
    ] = "random",
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help=say("The same seed plays the same games.").text)
    ] = "0",
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> int:
    """Play games between bots."""
    shell: Shell = ctx.obj
    chosen = find_game(game, edition)
    seats = chosen.fewest if players is None else whole("--players", players, chosen.fewest, chosen.most)
    count = whole("--games", games, 1, 10**9)
    settled = read_options(chosen, option or [])
    allow(comma_list(bots))
    with progress(shell, count) as watch:
        result = run_games(chosen, seats, count, comma_list(bots), whole("--seed", seed), settled, watch)
    if as_json:
        shell.json(result)
    else:
        print_result(result, shell)
    return OK


@contextmanager
def progress(shell: Shell, total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on the terminal while work is under way; nothing at all where nobody looks."""
    if not shell.err.is_terminal:
        yield None
        return
    columns = (TextColumn(shell.words(say("Playing"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=shell.err, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)


def print_result(result: Result, shell: Shell) -> None:
    """A result for a person."""
    seconds = f"{result.seconds:.2f}"
    shell.tell(
        say(
            "{games} games, {decisions} decisions in {seconds} s.",
            games=result.games,
            decisions=result.decisions,
            seconds=seconds,
        )
    )
    table = Grid(box=None, pad_edge=False, header_style="bold")
    for title in (say("seat"), say("bot"), say("wins"), say("in %"), say("mean return")):
        table.add_column(shell.words(title))
    for seat, (bot, wins, worth) in enumerate(zip(result.bots, result.wins, result.returns, strict=True)):
        name = shell.words(say("Player {number}", number=seat + 1))
        table.add_row(name, bot, str(wins), f"{100 * wins / result.games:.1f}", f"{worth:+.3f}")
    shell.out.print(table)
    endings = ", ".join(f"{ending} {count}" for ending, count in result.endings.items() if count)
    shell.tell(say("Endings: {endings}.", endings=endings))


def trace(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=say("One game; all of them if not said.").text)
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Trace rules to code and tests."""
    return tracing.main(game, as_json)


def bench(ctx: typer.Context) -> int:
    """Hand over to the bench."""
    shell: Shell = ctx.obj
    script = Path(parrain.__file__).parents[2] / "bench" / "run.py"
    if not script.exists():
        shell.fail(
            say(
                "The bench does not come with the installed package:"
                " run it in a checkout of the project (bench/run.py)."
            )
        )
        return FAILED
    return subprocess.run([sys.executable, str(script), *ctx.args], check=False).returncode
