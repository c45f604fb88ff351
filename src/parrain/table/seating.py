"""Seats of a new table: people by name, bots by spec."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parrain.bots import bot_names, is_bot
from parrain.core import BadOption, Game
from parrain.core.inputs import one_line
from parrain.core.record import LONGEST_NAME

PERSON = "me"
DEFAULT_BOTS = ("normal",)
# What bots are called at a table: short, the same in both languages, and no French article or “de” changes before them.
NICKNAMES = ("Bruno", "Lola", "Marcel", "Nora", "Victor", "Zoé", "Simone", "Raoul")


class Chair(NamedTuple):
    """One seat: a name (empty for “Player 2”), and the spec of the bot that sits there, empty for a person."""

    name: str
    bot: str


def clean_name(name: str) -> str:
    """Validate a name: one line, not too long."""
    words = one_line(name)
    if not words or len(words) > LONGEST_NAME:
        raise BadOption("A name has 1 to {most} characters; “{name}” does not fit.", most=LONGEST_NAME, name=name[:40])
    return words


def read_chair(text: str, game: Game) -> Chair:
    """`me` is a person, `me=NAME` a person with a name, anything else the spec of a bot of the game."""
    who, equals, name = text.partition("=")
    if who == PERSON:
        return Chair(clean_name(name) if equals else "", "")
    if not is_bot(text, game):
        raise BadOption(
            "“{text}” is neither a bot nor a person: write {me}, {me}=NAME, or one of {bots}.",
            text=text[:40],
            me=PERSON,
            bots=", ".join(bot_names(game)),
        )
    return Chair("", text)


def seat_players(game: Game, players: int | None, seats: Sequence[str], bots: Sequence[str]) -> list[Chair]:
    """The chairs of a table: those named first, then the bots in turn."""
    named = [read_chair(text, game) for text in seats]
    fillers = [read_chair(text, game) for text in bots or DEFAULT_BOTS]
    if any(not chair.bot for chair in fillers):
        raise BadOption("--bots seats bots alone; people are seated by --seat.")
    count = players if players is not None else max(game.fewest, len(named))
    if not game.fewest <= count <= game.most:
        raise BadOption(
            "{game} is for {fewest} to {most} players, not {players}.",
            game=game.title,
            fewest=game.fewest,
            most=game.most,
            players=count,
        )
    if len(named) > count:
        raise BadOption("{seats} seats were named, but there are {players} players.", seats=len(named), players=count)
    while len(named) < count:
        named.append(fillers[(len(named) - len(seats)) % len(fillers)])
    return name_bots(named)


def name_bots(chairs: Sequence[Chair]) -> list[Chair]:
    """The chairs with a name of its own for every bot."""
    taken = {chair.name for chair in chairs if chair.name}
    if len(taken) < sum(bool(chair.name) for chair in chairs):
        raise BadOption("Two people at the table have the same name.")
    free = [name for name in NICKNAMES if name not in taken]
    return [Chair(chair.name or (free.pop(0) if chair.bot else ""), chair.bot) for chair in chairs]
