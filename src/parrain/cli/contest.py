"""Commands that judge play: tournament, analyse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from parrain.bots import allow
from parrain.cli.lab import progress
from parrain.cli.options import AsJson, Edition, GameName, Options, Players
from parrain.cli.shell import OK, Shell, comma_list, open_record, read_options, whole
from parrain.core import BadOption, Record, Say, Seat, say
from parrain.core.translation import render_value
from parrain.games import game as find_game
from parrain.lab.analysis import SIMULATIONS, Analysis, Choice
from parrain.lab.analysis import analyse as look_again
from parrain.lab.plots import tournament_page
from parrain.lab.tournament import Tournament
from parrain.lab.tournament import tournament as hold
from parrain.table.files import cannot_write

WIDE = 12  # signs of the chart


# -- tournament ----------------------------------------------------------------------------------------


def tournament(
    ctx: typer.Context,
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", metavar="A,B,…", help=say("The bots; with fewer than seats the last one fills up.").text
        ),
    ] = "normal,easy",
    games: Annotated[str, typer.Option("--games", metavar="K", help=say("How many games.").text)] = "100",
    players: Players = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help=say("The same seed plays the same games.").text)
    ] = "0",
    edition: Edition = None,
    option: Options = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help=say("Write a report with plots to this file.").text)
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Hold a tournament."""
    shell: Shell = ctx.obj
    chosen = find_game(game, edition)
    seats = chosen.fewest if players is None else whole("--players", players, chosen.fewest, chosen.most)
    count = whole("--games", games, 1, 10**9)
    names = comma_list(bots)
    allow(names)
    if html is not None and not html.parent.is_dir():
        raise BadOption("There is no folder {path} to write the report to.", path=str(html.parent))
    with progress(shell, count) as watch:
        result = hold(chosen, seats, count, names, whole("--seed", seed), read_options(chosen, option or []), watch)
    heads, rows = standings(result, shell)
    if html is not None:
        write(
            html,
            tournament_page(result, f"{chosen.title}: {', '.join(names)}", heads, rows, shell.words, shell.language),
        )
    if as_json:
        shell.json(result)
        return OK
    shell.tell(
        say(
            "{games} games of {players} players in {seconds} s.",
            games=result.games,
            players=result.players,
            seconds=f"{result.seconds:.1f}",
        )
    )
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        grid.add_column(head)
    for row in rows:
        grid.add_row(*(Text(each) for each in row))
    shell.out.print(grid)
    if html is not None:
        shell.tell(say("Wrote {path}.", path=str(html)))
    return OK


def standings(result: Tournament, shell: Shell) -> tuple[list[str], list[list[str]]]:
    """The table of a tournament, in the reader's language."""
    heads = (
        say("bot"),
        say("seats"),
        say("wins in %"),
        say("95 % interval"),
        say("times its share"),
        say("rating"),
        say("ms a decision"),
    )
    rows = []
    for each in result.standings:
        rating = "–" if each.rating is None or each.unsure is None else f"{each.rating:.1f} ± {2 * each.unsure:.1f}"
        rows.append(
            [
                each.bot,
                str(each.seats),
                f"{100 * each.share:.1f}",
                f"{100 * each.low:.1f} – {100 * each.high:.1f}",
                f"{each.times_due:.2f}",
                rating,
                f"{1000 * each.mean_seconds:.1f}",
            ]
        )
    return [shell.words(head) for head in heads], rows


def write(path: Path, text: str) -> None:
    """Write a file, or say why not."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise cannot_write(path, error) from None


# -- analyse -------------------------------------------------------------------------------------------


def analyse(
    ctx: typer.Context,
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", help=say("A record, or the file of a game still being played.").text)
    ],
    simulations: Annotated[
        str,
        typer.Option("--simulations", metavar="K", help=say("How often each choice is simulated; more is surer.").text),
    ] = str(SIMULATIONS),
    edition: Edition = None,
    as_json: AsJson = False,
) -> int:
    """Analyse a record."""
    shell: Shell = ctx.obj
    found, game, _torn = open_record(record, edition)
    often = whole("--simulations", simulations, 2, 10**7)
    with progress(shell, len(found.standing())) as watch:
        analysis = look_again(game, found, often, watch)
    if as_json:
        shell.json(as_data(analysis, shell))
    else:
        print_analysis(analysis, found, shell)
    return OK


def as_data(analysis: Analysis, shell: Shell) -> dict[str, object]:
    """An analysis for a program to read."""
    data = dict(vars(analysis))
    data["choices"] = [
        {
            **vars(each),
            "label": shell.words(each.label),
            "best_label": shell.words(each.best_label),
            "lost": round(each.lost, 4),
        }
        for each in analysis.choices
    ]
    return data


def print_analysis(analysis: Analysis, record: Record, shell: Shell) -> None:
    """The chart, a line for each choice, then the turning points."""
    names = [record.names.get(seat, "") for seat in range(record.players)]
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for head in (say("choice"), say("player"), say("chose"), say("expected"), say("better")):
        grid.add_column(shell.words(head), no_wrap=head.text == "expected")
    for each in analysis.choices:
        full = round(WIDE * each.expected)
        style = "red" if each.number in analysis.turning_points else ""
        bar = Text("█" * full + "·" * (WIDE - full) + f" {100 * each.expected:3.0f} %", style, no_wrap=True)
        better = f"{shell.words(each.best_label, names)} (+{100 * each.lost:.0f} %)" if each.lost >= 0.01 else ""
        who = render_value(Seat(each.seat), shell.language, names)
        grid.add_row(str(each.number), Text(who), Text(shell.words(each.label, names)), bar, Text(better))
    shell.out.print(grid)
    points = [each for number in analysis.turning_points for each in analysis.choices if each.number == number]
    shell.tell(say("Turning points:") if points else say("No choice gave much away."), "bold")
    for each in points:
        shell.tell(turning_point(each), names=names)


def turning_point(choice: Choice) -> Say:
    """What was given away, and what was better."""
    return say(
        "Choice {number}, {seat}: “{label}”, {expected}% to win; “{best}”, {best_expected}%.",
        number=choice.number,
        seat=Seat(choice.seat),
        label=choice.label,
        expected=round(100 * choice.expected),
        best=choice.best_label,
        best_expected=round(100 * choice.best_expected),
    )
