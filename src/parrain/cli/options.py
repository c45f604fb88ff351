"""The arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from parrain.core import say

GameName = Annotated[str, typer.Argument(metavar="GAME", help=say("A game by name; see `parrain games`.").text)]
AsJson = Annotated[bool, typer.Option("--json", help=say("Write JSON for a program to read.").text)]
Players = Annotated[
    str | None, typer.Option("--players", metavar="N", help=say("How many players; as few as can be if not said.").text)
]
Edition = Annotated[
    str | None,
    typer.Option(
        "--edition", metavar="E", help=say("An edition by name, or an edition file (.toml) of your own.").text
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help=say("An option of the game; may be repeated.").text),
]
