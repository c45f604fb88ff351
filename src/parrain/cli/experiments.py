"""The commands of `parrain lab`: run an experiment, report on it, compare changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from parrain.cli.contest import write
from parrain.cli.lab import progress
from parrain.cli.options import AsJson, Edition, GameName, Options, Players
from parrain.cli.shell import OK, Shell, comma_list, read_options, whole
from parrain.core import Game, say
from parrain.games import game as find_game
from parrain.lab.experiment import read_experiment, resolve
from parrain.lab.plots import page

if TYPE_CHECKING:  # what needs polars is imported when it is needed
    from parrain.lab.run import Player
    from parrain.lab.store import Results
    from parrain.lab.sweep import Comparison, Sweep

lab = typer.Typer(rich_markup_mode="rich")
MOST_WORKERS = 1024

Workers = Annotated[
    str, typer.Option("--workers", metavar="N", help=say("In how many processes of this machine to play.").text)
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help=say("Play on a Dask cluster: its scheduler, tcp://host:8786.").text
    ),
]
Games = Annotated[str, typer.Option("--games", metavar="K", help=say("How many games of each, at most.").text)]
Bots = Annotated[
    str, typer.Option("--bots", metavar="A,B", help=say("Bots for the seats in order, again from the first.").text)
]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help=say("The same seed plays the same games.").text)]
To = Annotated[
    Path | None, typer.Option("--to", metavar="FOLDER", help=say("Keep the results there, and go on with them.").text)
]
Change = Annotated[
    list[str] | None,
    typer.Option(
        "--change", metavar="PATH=2..5", help=say("A value of the edition and what it becomes; may be repeated.").text
    ),
]


@contextmanager
def players(workers: str, scheduler: str | None) -> Iterator[Player]:
    """Who plays the games: this process, several, or the workers of a cluster."""
    from parrain.lab.run import in_this_process, processes

    count = whole("--workers", workers, 1, MOST_WORKERS)
    if scheduler is not None:
        from parrain.lab.cluster import cluster

        with cluster(scheduler) as play:
            yield play
    elif count == 1:
        yield in_this_process
    else:
        with processes(count) as play:
            yield play


@lab.command("run", help=say("Play the games of an experiment; after a stop, go on where it was.").text)
def run(
    ctx: typer.Context,
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT", help=say("An experiment file (.toml).").text)],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FOLDER", help=say("Where the results go; beside the file if not said.").text),
    ] = None,
    workers: Workers = "1",
    scheduler: Scheduler = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help=say("Throw away earlier results and begin anew.").text)
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Run an experiment."""
    from parrain.lab.run import run as run_parts
    from parrain.lab.store import create

    shell: Shell = ctx.obj
    plan = read_experiment(experiment)
    with players(workers, scheduler) as play:  # before earlier results are thrown away
        results = create(to or experiment.with_suffix(".lab"), plan, fresh)
        already = sum(part.count for part in results.done())
        with progress(shell, plan.games * len(plan.variants)) as watch:
            run_parts(results, play, watch)
    if as_json:
        shell.json(summary(results))
        return OK
    if already:
        shell.tell(say("{games} games were there already.", games=already))
    tell_wins(results, shell)
    shell.tell(say("Wrote {path}.", path=str(results.folder)))
    return OK


def summary(results: Results) -> dict[str, object]:
    """The share of the win by variant and seat, with intervals, for a program to read."""
    from parrain.lab.findings import Findings

    found = []
    for number, variant in enumerate(results.experiment.variants):
        shares = [
            {"seat": seat, "share": round(of.value, 4), "low": round(of.low, 4), "high": round(of.high, 4)}
            for seat, of in Findings(results, number).shares("seat")
        ]
        found.append({"variant": variant.name, "seats": shares})
    return {"folder": str(results.folder), "games": results.experiment.games, "variants": found}


def tell_wins(results: Results, shell: Shell) -> None:
    """Say who wins."""
    from parrain.lab.findings import Findings

    for number, variant in enumerate(results.experiment.variants):
        if len(results.experiment.variants) > 1:
            shell.tell(say("{name}:", name=variant.name), "bold")
        for sentence in Findings(results, number).wins().sentences:
            shell.tell(sentence)


def common_of(
    game: str, edition: str | None, seats: str | None, games: str, seed: str, bots: str, option: list[str] | None
) -> tuple[Game, dict[str, object]]:
    """The game, and what all variants of an experiment have in common, from the command line."""
    chosen = find_game(game, edition)
    return chosen, {
        "game": chosen.id,
        "edition": edition or chosen.edition.name,
        "players": chosen.fewest if seats is None else whole("--players", seats, chosen.fewest, chosen.most),
        "games": whole("--games", games, 1, 10**9),
        "seed": whole("--seed", seed),
        "bots": comma_list(bots),
        "options": read_options(chosen, option or []),
    }


@lab.command(
    "sweep", help=say("Change a value of the edition, or forbid a choice, and say what that makes of the game.").text
)
def sweep(
    ctx: typer.Context,
    game: GameName,
    change: Change = None,
    forbid: Annotated[
        list[str] | None,
        typer.Option(
            "--forbid",
            metavar="CHOICE",
            help=say("A choice that one seat may not make, by its first words; may be repeated.").text,
        ),
    ] = None,
    games: Games = "1000",
    seats: Players = None,
    bots: Bots = "normal",
    seed: Seed = "0",
    edition: Edition = None,
    option: Options = None,
    margin: Annotated[
        str, typer.Option("--margin", metavar="PERCENT", help=say("A smaller difference does not matter.").text)
    ] = "2",
    workers: Workers = "1",
    scheduler: Scheduler = None,
    to: To = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help=say("Write a report with plots to this file.").text)
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Compare variants with the base."""
    from parrain.lab.store import create
    from parrain.lab.sweep import Sweep, comparison_html, method, sentences, sweep_data

    shell: Shell = ctx.obj
    chosen, common = common_of(game, edition, seats, games, seed, bots, option)
    matters = whole("--margin", margin, 0, 100) / 100
    plan = resolve(sweep_data(chosen, common, change or [], forbid or []))
    with TemporaryDirectory() as nowhere:
        compared = Sweep(create(to or Path(nowhere), plan), matters)
        with progress(shell, plan.games * len(plan.variants)) as watch, players(workers, scheduler) as play:
            compared.run(play, watch)
        if html is not None:
            title = shell.words(say("{game}: what changes", game=chosen.title))
            write(html, page(title, [comparison_html(compared, shell.words)], shell.language))
        said = sentences(compared)
    if as_json:
        shell.json([sweep_row(each, compared) for each in compared.comparisons])
        return OK
    shell.tell(method(compared))
    for sentence in said:
        shell.tell(sentence)
    if html is not None:
        shell.tell(say("Wrote {path}.", path=str(html)))
    return OK


def sweep_row(each: Comparison, compared: Sweep) -> dict[str, object]:
    """A comparison for a program to read."""
    return {
        "variant": compared.experiment.variants[each.variant].name,
        "measure": each.measure.kind,
        "about": each.measure.about,
        "games": each.games,
        "base": round(each.base, 6),
        "value": round(each.value, 6),
        "difference": round(each.test.mean, 6),
        "low": round(each.low, 6),
        "high": round(each.high, 6),
        "p": each.test.p_value,
        "p_adjusted": each.adjusted,
        "differs": each.differs,
        "sure": each.sure,
    }


@lab.command("even", help=say("Search for values of the edition that make seats or factions even.").text)
def even(
    ctx: typer.Context,
    game: GameName,
    change: Change = None,
    games: Games = "400",
    seats: Players = None,
    bots: Bots = "normal",
    seed: Seed = "0",
    edition: Edition = None,
    option: Options = None,
    workers: Workers = "1",
    scheduler: Scheduler = None,
    to: To = None,
) -> int:
    """Search for even values."""
    from parrain.lab.even import Even, even_data, even_sentences
    from parrain.lab.store import create

    shell: Shell = ctx.obj
    chosen, common = common_of(game, edition, seats, games, seed, bots, option)
    plan = resolve(even_data(chosen, common, change or []))
    with TemporaryDirectory() as nowhere:
        search = Even(create(to or Path(nowhere), plan))
        with progress(shell, search.most_games()) as watch, players(workers, scheduler) as play:
            search.run(play, watch)
        for sentence in even_sentences(search):
            shell.tell(sentence)
    return OK


@lab.command("balance", help=say("Measure how even all games are at every number of players, and write a page.").text)
def balance(
    ctx: typer.Context,
    to_page: Annotated[Path, typer.Argument(metavar="PAGE", help=say("The page to write (.md).").text)],
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B", help=say("Each in turn has all seats.").text)
    ] = "normal",
    games: Games = "400",
    seed: Seed = "0",
    minutes: Annotated[
        str | None,
        typer.Option("--minutes", metavar="M", help=say("Stop after so long, with as many games as there are.").text),
    ] = None,
    only: Annotated[
        str, typer.Option("--only", metavar="A,B", help=say("These games; all of them if not said.").text)
    ] = "",
    workers: Workers = "1",
    scheduler: Scheduler = None,
    to: To = None,
) -> int:
    """Measure all games and write the page."""
    from parrain.lab import balance_page

    shell: Shell = ctx.obj
    chosen = [find_game(name).id for name in comma_list(only)] if only else []
    count = whole("--games", games, 1, 10**9)
    limit = None if minutes is None else whole("--minutes", minutes, 0, 10**6)
    said = f"parrain lab balance {to_page} --bots {bots} --games {games}"
    said += "" if minutes is None else f" --minutes {minutes}"
    with TemporaryDirectory() as nowhere, players(workers, scheduler) as play:
        balance_page.balance(
            to_page,
            to_page.parent / "pictures",
            to or Path(nowhere),
            comma_list(bots),
            count,
            whole("--seed", seed),
            limit,
            play,
            chosen,
            None,
            said,
        )
    shell.tell(say("Wrote {path}.", path=str(to_page)))
    return OK


@lab.command("report", help=say("Write a page with plots about the results of an experiment.").text)
def report(
    ctx: typer.Context,
    results: Annotated[
        Path, typer.Argument(metavar="RESULTS", help=say("The folder of the results, or the experiment file.").text)
    ],
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help=say("Where the page goes; into the folder if not said.").text),
    ] = None,
) -> int:
    """Write a report."""
    from parrain.lab.report import report_page
    from parrain.lab.store import open_results

    shell: Shell = ctx.obj
    found = open_results(results.with_suffix(".lab") if results.suffix == ".toml" else results)
    path = html or found.folder / "report.html"
    write(path, report_page(found, shell.words, shell.language))
    shell.tell(say("Wrote {path}.", path=str(path)))
    return OK
