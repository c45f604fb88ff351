"""Balance of Police vs Gangs: wins by faction and number of players, printed, with shifted handcuffs, by house balance.

python -m parrain.lab.balance docs/balance-police-vs-gangs.md 150 greedy:1 250   write the page, house rows of 250 games
python -m parrain.lab.balance try 3 100 greedy:1 handcuffs=-1 gangsters=4     one row with levers of your own
python -m parrain.lab.balance try teams-6 20 hard handcuffs=printed
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from parrain.bots import make_bot
from parrain.bots.seeds import seed_from
from parrain.core import Event, Game
from parrain.games import game as find_game
from parrain.games.police_vs_gangs.components import Box, Sides
from parrain.lab.simulate import play as play_one
from parrain.lab.tournament import interval

FACTIONS = ("gang", "police")
WAYS = ("printed", "balanced", "house")
READING = "## How to read it"
TRY = "try"

HEAD = """# Police vs Gangs: how even is it?

Measured, not argued: {bots} in every seat, seeds from {seed}; written by
`python -m parrain.lab.balance docs/balance-police-vs-gangs.md {games} {bots} {house}` with the edition {edition}. \
The place cards of that edition
are a reconstruction, so these figures are about our deck and our bots. \
"Even" is what the police would win if every player had the same
chance; in brackets the 95 % interval. "Accords" is how many of the negotiations ended in a deal.

The option `handcuffs` is `printed` by default. `balanced` adds to the handcuffs of every card (never below none) \
a number that the edition
file holds in its table `[balance]`, for teams apart. `house` is our house balance, over several levers \
(`house.toml` beside the rules of the
game): handcuffs, and points with which a faction begins, which is the same as fewer points to win. \
Both options are ours and off by default.

| players | option | games | handcuffs | gangsters begin with | police begin with | games won by police | even | \
by each seat | accords | decisions a game |
|---|---|---|---|---|---|---|---|---|---|---|
"""

TEAMS = """
## In teams

One score for each faction: even is 50 %.

| players | option | games | handcuffs | gangsters begin with | police begin with | games won by the police | \
even | accords |
|---|---|---|---|---|---|---|---|---|
"""


class Row(NamedTuple):
    """The result of some games: wins by seat, negotiations, how many of them ended in an accord, decisions."""

    wins: list[int]
    talks: int
    accords: int
    decisions: int


def play(game: Game, players: int, games: int, bots: str, seed: int, options: dict[str, object]) -> Row:
    """Play the same games as `simulate`, with a log of events."""
    wins, talks, accords, decisions = [0] * players, 0, 0, 0
    seated = [make_bot(bots, game) for _ in range(players)]
    for number in range(games):
        log: list[Event] = []
        state = game.new(players, seed_from(seed, "game", number), log, **options)
        decisions += play_one(state, seated, [bots] * players, seed, number)
        for seat, place in enumerate(state.ranking()):
            wins[seat] += place == 1
        agreed = False
        for event in log:
            if event.kind in ("talk", "end"):
                accords += agreed
                agreed = False
            talks += event.kind == "talk"
            if event.kind == "claims":
                agreed = bool(event.data["accord"])
    return Row(wins, talks, accords, decisions)


def share(row: Row, games: int, teams: bool) -> str:
    """The share of the police with its interval."""
    won = row.wins[1] / games if teams else sum(row.wins[1::2]) / max(1, sum(row.wins))
    low, high = interval(won * games, games)
    return f"{won:.1%} ({low:.1%} to {high:.1%})"


def line(game: Game, players: int, games: int, bots: str, seed: int, way: str, teams: bool) -> str:
    """One row of the table."""
    box = box_of(game)
    options: dict[str, object] = {"handcuffs": way, "teams": teams}
    sides = box.sides(players, options)
    row = play(game, players, games, bots, seed, options)
    even = 0.5 if teams else players // 2 / players
    text = f"| {players} | {way} | {games} | {sides.shift:+d} | {sides.start[0]} | {sides.start[1]} | "
    text += f"{share(row, games, teams)} | {even:.1%} | "
    if not teams:
        text += f"{', '.join(f'{FACTIONS[seat % 2]} {count}' for seat, count in enumerate(row.wins))} | "
    text += f"{row.accords / max(1, row.talks):.0%} |"
    return text + ("\n" if teams else f" {row.decisions // games} |\n")


def box_of(game: Game) -> Box:
    """The box of the game, which this module knows."""
    assert isinstance(game.box, Box)
    return game.box


def report(game: Game, games: int, bots: str, house: int, seed: int = 1) -> str:
    """Measure, and write the page; `house` is how many games a row of the house balance has."""
    text = HEAD.format(bots=bots, games=games, house=house, seed=seed, edition=game.edition.key)
    for teams in (False, True):
        text += TEAMS if teams else ""
        for players in range(game.fewest, game.most + 1):
            for way in WAYS:
                options = {"handcuffs": way, "teams": teams}
                if way != "balanced" or box_of(game).sides(players, options).shift:
                    text += line(game, players, house if way == "house" else games, bots, seed, way, teams)
    return text


def attempt(game: Game, table: str, games: int, bots: str, levers: list[str]) -> str:
    """One row with levers instead of those of `house.toml`."""
    teams, players = table.startswith("teams-"), int(table[-1])
    if levers == ["handcuffs=printed"]:
        return line(game, players, games, bots, 1, "printed", teams)
    box = box_of(game)
    given = {name: value for name, _, value in (each.partition("=") for each in levers)}
    dice = [int(each) for each in given["dice"].split(",")] if "dice" in given else box.dice_of[players]
    start = [int(given.get("gangsters", "0")), int(given.get("police", "0"))]
    box.house[players + 7 * teams] = Sides(int(given.get("handcuffs", "0")), start, dice)
    return line(game, players, games, bots, 1, "house", teams)


def kept(page: Path) -> str:
    """The text below the figures of an existing page, written by hand; it is preserved."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return "\n" + text[text.index(READING) :] if READING in text else ""


def main(arguments: list[str]) -> None:
    """Write the page, or try levers."""
    game = find_game("police-vs-gangs")
    if arguments[0] == TRY:
        _, table, games, bots, *levers = arguments
        print(levers, attempt(game, table, int(games), bots, levers), end="", flush=True)
        return
    page = Path(arguments[0])
    games, bots, house = [*arguments[1:], *["150", "greedy:1", "250"][len(arguments) - 1 :]]
    page.write_text(report(game, int(games), bots, int(house)) + kept(page), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
