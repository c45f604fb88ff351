"""`parrain play`: who sits where, and off to the terminal table."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from parrain.bots import allow
from parrain.cli.options import Edition, Options, Players
from parrain.cli.shell import OK, Shell, comma_list, game_of, read_options, whole
from parrain.cli.terminal import Quit, Terminal, split_command
from parrain.core import BadOption, Game, Say, say
from parrain.core.inputs import whole_from_text
from parrain.games import all_games
from parrain.games import game as find_game
from parrain.table import LocalBots, Table, TableFile, seat_players
from parrain.table.files import SUFFIX


def play(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=say("A game by name; not needed with --resume.").text)
    ] = None,
    players: Players = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="WHO,WHO",
            help=say("Who sits where, in order: me, me=NAME, or a bot. You alone if not said.").text,
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option("--bots", metavar="A,B", help=say("Bots for the seats that are left; normal if not said.").text),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="S", help=say("The same seed deals the same game.").text)
    ] = None,
    edition: Edition = None,
    option: Options = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="F", help=say("Keep the game in this file; in your data folder if not said.").text
        ),
    ] = None,
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm", help=say("Wait before the bots answer, so that a choice can still be taken back.").text
        ),
    ] = False,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="F", help=say("Go on with the game in this file.").text)
    ] = None,
) -> int:
    """Play."""
    shell: Shell = ctx.obj
    if resume is not None:
        if any(each is not None for each in (players, seat, bots, seed, file)) or option:
            raise BadOption("A resumed game keeps its players, bots, seed and options: give --resume without them.")
        return resume_table(shell, resume, game, edition, confirm)
    if game is None:
        return ask_and_play(shell)
    chosen = find_game(game, edition)
    count = None if players is None else whole("--players", players, chosen.fewest, chosen.most)
    allow([*comma_list(seat), *comma_list(bots)])
    chairs = seat_players(chosen, count, comma_list(seat) or ["me"], comma_list(bots))
    table = Table.begin(
        chosen, chairs, None if seed is None else whole("--seed", seed), read_options(chosen, option or [])
    )
    return begin(shell, table, file, confirm)


def begin(shell: Shell, table: Table, path: Path | None = None, confirm: bool = False) -> int:
    """Keep a new table in a file, and play it."""
    bots = LocalBots(table)  # one that cannot be made leaves no file behind
    file = TableFile.create(path or free_path(table.game.id), table.record)
    table.store = file
    return Terminal(bots, file, shell, confirm).run()


def resume_table(shell: Shell, path: Path, name: str | None, edition: str | None, confirm: bool = False) -> int:
    """Go on with a game."""
    file, record, torn = TableFile.open(path)
    if name is not None and find_game(name).id != record.game:
        file.close()
        raise BadOption("The game in {path} is {game}, not {name}.", path=str(path), game=record.game, name=name)
    table = Table(game_of(record, edition), record, file)
    if torn:
        shell.tell(
            say("The last line was torn while it was written, and does not count: “{line}”", line=torn[:60]), "yellow"
        )
    return Terminal(LocalBots(table), file, shell, confirm).run()


def ask_and_play(shell: Shell) -> int:
    """Ask which game and with how many, and play it against bots."""
    found = list(all_games().values())
    shell.tell(say("Which game?"), "bold")
    for number, each in enumerate(found, 1):
        shell.tell(say("{number}. {title}: {pitch}", number=number, title=each.title, pitch=each.pitch))
    try:
        game = ask_game(shell, found)
        players = ask_players(shell, game)
    except (Quit, EOFError, KeyboardInterrupt):
        shell.out.print()
        return OK
    return begin(shell, Table.begin(game, seat_players(game, players, ["me"], [])))


def ask(shell: Shell, answers: Say) -> str:
    """One line from the keyboard; help says what can be typed, and quit leaves."""
    while True:
        typed = shell.read("> ").strip()
        command, _ = split_command(typed)
        if command == "quit":
            raise Quit
        if command != "help":
            return typed
        shell.tell(answers)


def ask_game(shell: Shell, found: list[Game]) -> Game:
    """A game by its number or its name."""
    while True:
        typed = ask(shell, say("Type the number of a game, or the beginning of its name; quit leaves.")).lower()
        if numbered := whole_from_text(typed, len(found)):
            return found[numbered - 1]
        begun = [
            game for game in found if typed and (game.id.startswith(typed) or game.title.lower().startswith(typed))
        ]
        if len(begun) == 1:
            return begun[0]
        shell.fail(say("Write a number from 1 to {most}, or the name of a game.", most=len(found)))


def ask_players(shell: Shell, game: Game) -> int:
    """How many players, where there is a choice."""
    if game.fewest == game.most:
        return game.most
    while True:
        shell.tell(say("How many players, from {fewest} to {most}?", fewest=game.fewest, most=game.most), "bold")
        typed = ask(shell, say("Type how many play, you among them; bots take the other seats. quit leaves."))
        try:
            return whole(shell.words(say("The number of players")), typed, game.fewest, game.most)
        except BadOption as error:
            shell.fail(error.say)


def data_folder() -> Path:
    """Where games are kept if nobody says where: PARRAIN_HOME, else the data folder of this system."""
    if os.environ.get("PARRAIN_HOME"):
        return Path(os.environ["PARRAIN_HOME"]).expanduser()
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "parrain"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "parrain"


def free_path(game: str) -> Path:
    """A name for a new game that no other has."""
    first = data_folder() / "games" / f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}{SUFFIX}"
    path, number = first, 1
    while path.exists() or path.with_suffix(".record").exists():
        number += 1
        path = first.with_name(f"{first.stem}-{number}{SUFFIX}")
    return path
