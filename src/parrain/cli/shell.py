"""What every command needs: the reader's language, a place to write, and what a person's words for values mean."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from rich.console import Console
from rich.text import Text

from parrain.core import (
    SEEDS,
    BadOption,
    BadRecord,
    Game,
    Record,
    Say,
    is_sealed,
    read_record,
    read_unfinished,
    to_data,
    verify,
)
from parrain.core.inputs import visible, whole_from_text
from parrain.locale import render

OK, FAILED, MISTAKE, STOPPED = 0, 1, 2, 130


class Shell:
    """Who reads, and where: `out` for what was asked, `err` for mistakes and progress."""

    def __init__(
        self, language: str, out: IO[str] | None = None, err: IO[str] | None = None, color: bool | None = None
    ) -> None:
        self.language = language
        self.out = Console(file=out, highlight=False, force_terminal=color)
        self.err = Console(file=err, stderr=err is None, highlight=False)

    def words(self, sentence: Say, names: Sequence[str] = ()) -> str:
        """A sentence in the reader's language; what it quotes cannot steer the terminal."""
        return visible(render(sentence, self.language, names))

    def tell(self, sentence: Say, style: str = "", names: Sequence[str] = ()) -> None:
        """Write a sentence."""
        self.write(Text(self.words(sentence, names), style))

    def write(self, text: Text) -> None:
        """Write a text; broken into lines only where there is an edge to break at."""
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def read(self, prompt: str) -> str:
        """Ask for a line; EOFError when there are no more."""
        if sys.stdin.isatty():
            return input(prompt)
        self.out.file.write(prompt)
        line = sys.stdin.readline()
        self.out.file.write("\n")
        if not line:
            raise EOFError
        return line

    def json(self, value: object) -> None:
        """Write data as JSON."""
        self.out.file.write(json.dumps(to_data(value), ensure_ascii=False, indent=2) + "\n")

    def fail(self, sentence: Say, rule: str = "") -> None:
        """Write what was wrong."""
        self.err.print(
            Text(self.words(sentence) + (f" ({rule})" if rule else ""), "red"), soft_wrap=not self.err.is_terminal
        )


def whole(name: str, text: str, least: int = 0, most: int = SEEDS - 1) -> int:
    """The number that a person wrote for an option."""
    number = whole_from_text(text.strip(), most)
    if number is None or number < least:
        raise BadOption(
            "{name} is a whole number from {least} to {most}, not “{text}”.",
            name=name,
            least=least,
            most=most,
            text=text[:40],
        )
    return number


def read_options(game: Game, pairs: Sequence[str]) -> dict[str, object]:
    """`--option name=value` as the game's own values; what does not fit is left for the game to name."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadOption("An option is written name=value, not “{pair}”.", pair=pair[:60])
        choices = next((option.choices for option in game.options if option.name == name), ())
        options[name] = next((choice for choice in choices if str(choice).lower() == text.lower()), text)
    game.settle_options(options)
    return options


def comma_list(text: str | None) -> list[str]:
    """`a,b,c` as its parts."""
    return [part.strip() for part in text.split(",")] if text and text.strip() else []


def read_text(path: Path) -> str:
    """What a file says."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        from parrain.table.files import cannot_read

        raise cannot_read(path, error) from None
    except UnicodeDecodeError:
        raise BadRecord("The file {path} is not a text.", path=str(path)) from None


def open_record(path: Path, edition: str | None = None) -> tuple[Record, Game, str]:
    """A record, whole or of a game still being played, with its game; also its last line if that is torn."""
    text = read_text(path)
    torn = ""
    if is_sealed(text):
        record = read_record(text)
    else:
        record, torn = read_unfinished(text)
    game = game_of(record, edition)
    if is_sealed(text):
        verify(record, text, game)
    return record, game, torn


def game_of(record: Record, edition: str | None) -> Game:
    """The game that a record was played with; an edition of one's own must be named."""
    from parrain.games import game as find_game

    if edition is not None:
        return find_game(record.game, edition)
    name = record.edition.partition("@")[0]
    game = find_game(record.game)
    if name in game.editions():
        return find_game(record.game, name)
    raise BadOption(
        "This game was played with the edition {name}, which does not come with {game}: give its file with --edition.",
        name=name,
        game=game.title,
    )
