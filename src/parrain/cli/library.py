"""Commands that look at what is there: the games, their rules, records, lessons."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from parrain.cli.options import AsJson, Edition, GameName
from parrain.cli.shell import OK, Shell, open_record, read_text, whole
from parrain.core import (
    SEEDS,
    BadOption,
    BadRecord,
    Event,
    Game,
    Record,
    Say,
    Seat,
    State,
    is_sealed,
    read_lesson,
    run_lesson,
    say,
)
from parrain.core.guide import BOX_KINDS
from parrain.core.picture import png as png_of
from parrain.core.rulebook import BOOK, MARKS, OURS
from parrain.core.svg import as_file
from parrain.games import all_games
from parrain.games import game as find_game
from parrain.locale import typeset
from parrain.table.files import cannot_write

MARKED = say("◇ settled here, or ours: ask for the rule by its number to read why; “box” says what is from the box.")


# -- games ---------------------------------------------------------------------------------------------


def facts(game: Game, shell: Shell) -> dict[str, object]:
    """What a program wants to know of a game."""
    return {
        "id": game.id,
        "title": game.title,
        "pitch": shell.words(game.pitch),
        "players": [game.fewest, game.most],
        "minutes": game.minutes,
        "difficulty": game.difficulty,
        "endings": list(game.endings),
        "editions": game.editions(),
        "default_edition": game.default_edition,
        "options": [
            {"name": each.name, "choices": list(each.choices), "text": shell.words(each.text)} for each in game.options
        ],
    }


def games(ctx: typer.Context, as_json: AsJson = False) -> int:
    """List the games."""
    shell: Shell = ctx.obj
    if as_json:
        shell.json([facts(game, shell) for game in all_games().values()])
        return OK
    for game in all_games().values():
        shell.write(Text.assemble((game.title, "bold"), ("  " + game.id, "dim")))
        shell.tell(game.pitch)
        shell.tell(players_and_minutes(game))
        shell.tell(say("Editions: {editions}.", editions=", ".join(game.editions())))
        for option in game.options:
            shell.tell(
                say(
                    "Option {name}={choices}: {text}",
                    name=option.name,
                    choices="|".join(map(str, option.choices)),
                    text=option.text,
                )
            )
        shell.out.print()
    return OK


def players_and_minutes(game: Game) -> Say:
    """For how many, and how long."""
    if game.fewest == game.most:
        return say("{players} players, some {minutes} minutes.", players=game.most, minutes=game.minutes)
    return say(
        "{fewest} to {most} players, some {minutes} minutes.", fewest=game.fewest, most=game.most, minutes=game.minutes
    )


# -- rules ---------------------------------------------------------------------------------------------


def rules(
    ctx: typer.Context,
    game: GameName,
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="NUMBER",
            help=say("A rule such as 6.3, a section such as 6, or “box”: what is from the box and what is ours.").text,
        ),
    ] = None,
) -> int:
    """Print the rules."""
    shell: Shell = ctx.obj
    print_rules(find_game(game), number or "", shell)
    return OK


def print_rules(game: Game, wanted: str, shell: Shell) -> None:
    """Print all rules, a section, one rule, or what is from the box."""
    if wanted.strip().lower() in ("box", "boite", "boîte"):
        print_box(game, shell)
        return
    book = game.rulebook()
    number = wanted.strip().removeprefix(game.prefix).strip().rstrip(".")
    chosen = [
        rule
        for rule in book.rules.values()
        if not number or f"{game.prefix} {number}" == rule.number or str(rule.section) == number
    ]
    if not chosen:
        known = ", ".join(rule.removeprefix(game.prefix).strip() for rule in book.rules)
        raise BadOption(
            "{game} has no rule {number}; it has: {known}.", game=game.title, number=number[:20], known=known
        )
    section, one = 0, f"{game.prefix} {number}" in book.rules
    for rule in chosen:
        if rule.section != section and not one:
            section = rule.section
            title = typeset(book.sections[section][shell.language], shell.language)
            shell.write(Text(f"\n{section}. {title}" if not number else f"{section}. {title}", "bold"))
        mark = "" if rule.status == BOOK else f" {MARKS[rule.status]}"
        words = typeset(rule.text[shell.language], shell.language)
        shell.write(Text.assemble((rule.number, "bold"), " ", words, (mark, "dim")))
        if one and mark:
            source = typeset(rule.source[shell.language], shell.language)
            told = source if rule.status == OURS else shell.words(say("Rulebook of the box: {source}.", source=source))
            shell.write(Text(f"{mark.strip()} {told}", "dim"))
    if not one and any(rule.status != BOOK for rule in chosen):
        shell.write(Text(shell.words(MARKED), "dim"))


def print_box(game: Game, shell: Shell) -> None:
    """Print what is from the box and what is ours."""
    for kind, title in BOX_KINDS.items():
        lines = game.guide().box.get(kind, ())
        if lines:
            shell.write(Text(shell.words(title), "bold"))
        for line in lines:
            shell.write(Text(f"{'◇' if kind == OURS else '◆'} {typeset(line.words[shell.language], shell.language)}"))


# -- replay --------------------------------------------------------------------------------------------


def replay(
    ctx: typer.Context,
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", help=say("A record, or the file of a game still being played.").text)
    ],
    step: Annotated[
        str | None,
        typer.Option("--step", metavar="K", help=say("The table after K choices; all of them if not said.").text),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="S", help=say("What player S (1, 2, …) saw; a spectator if not said.").text),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="F", help=say("Write the picture as SVG to this file instead.").text)
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="F", help=say("Write the picture as PNG to this file instead.").text)
    ] = None,
    edition: Edition = None,
) -> int:
    """Show a record."""
    shell: Shell = ctx.obj
    found, game, torn = open_record(record, edition)
    if torn:
        shell.fail(say("The last line was torn while it was written, and does not count: “{line}”", line=torn[:60]))
    count = len(found.standing())
    upto = count if step is None else whole("--step", step, 0, count)
    viewer = None if seat is None else whole("--seat", seat, 1, found.players) - 1
    log: list[Event] = []
    state = found.replay(game, upto, log)
    names = [found.names.get(each, "") for each in range(found.players)]
    if svg is not None or png is not None:
        draw(game, state, viewer, names, shell, svg, png)
        return OK
    show(game, found, state, log, viewer, names, shell)
    return OK


def draw(
    game: Game, state: State, seat: int | None, names: list[str], shell: Shell, svg: Path | None, png: Path | None
) -> None:
    """Write the picture that this seat sees."""
    picture = game.draw(state.view(seat), names, shell.language)
    for path in (svg, png):
        if path is None:
            continue
        try:
            path.write_bytes(as_file(picture).encode() if path is svg else png_of(picture))
        except OSError as error:
            raise cannot_write(path, error) from None
        shell.tell(say("Wrote {path}.", path=str(path)))


def show(
    game: Game, record: Record, state: State, log: list[Event], seat: int | None, names: list[str], shell: Shell
) -> None:
    """Tell the game so far, then the table."""
    shell.write(Text.assemble((game.title, "bold"), ("  " + game.edition.title[shell.language], "dim")))
    shell.tell(
        say(
            "Seed {seed}; at the table: {names}.",
            seed=record.seed % SEEDS,
            names=[Seat(each) for each in range(record.players)],
        ),
        names=names,
    )
    for event in log:
        seen = event.seen_by(seat)
        sentence = None if seen is None else game.event_text(seen, seat)
        if sentence is not None:
            shell.tell(sentence, "dim", names)
    shell.out.print()
    for sentence in game.describe(state.view(seat)):
        shell.tell(sentence, names=names)


def verify(
    ctx: typer.Context,
    record: Annotated[Path, typer.Argument(metavar="RECORD", help=say("The record of a finished game.").text)],
    commitment: Annotated[
        str | None, typer.Option("--commitment", metavar="C", help=say("What the table showed before the game.").text)
    ] = None,
    edition: Edition = None,
) -> int:
    """Check a record, and that it was dealt as its table had sealed it."""
    shell: Shell = ctx.obj
    if not is_sealed(read_text(record)):
        raise BadRecord("This record is cut short: its last line should be its seal.")
    found, _, _ = open_record(record, edition)
    shell.tell(say("The record is whole: its {count} choices lead where it says.", count=len(found.standing())))
    shell.tell(say("Sealed before the game: {commitment}", commitment=found.commitment()))
    if commitment is not None and commitment.strip().lower() != found.commitment():
        raise BadRecord("The table showed {commitment}: another deal than this one.", commitment=commitment[:80])
    if not found.is_keyed:
        shell.tell(
            say("Its chance came from the fast stream, which can be predicted by whoever has seen enough of it.")
        )
    return OK


# -- lessons -------------------------------------------------------------------------------------------


lesson = typer.Typer(rich_markup_mode="rich")
lesson.callback()(lambda: None)


@lesson.command("run", help=say("Play lesson files and check all they expect; 1 if one fails.").text)
def lesson_run(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=say("Lesson files (.toml).").text)],
) -> int:
    """Run lessons; the first expectation that fails ends it."""
    shell: Shell = ctx.obj
    for path in files:
        found = read_lesson(path)
        run_lesson(found, find_game(found.game))
        shell.tell(say("{id}: {title} – as expected.", id=found.id, title=found.title[shell.language]))
    return OK
