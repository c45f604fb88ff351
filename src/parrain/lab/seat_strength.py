"""Strength by seat: wins of a bot among random players, beside those of a random player in the same seat.

python -m parrain.lab.seat_strength police-vs-gangs docs/seats-police-vs-gangs.md 300 greedy

A bot passes where its 95 % interval lies above that of the random player; where that one wins less than 40 %, the bot
must also win at least twice as often.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from parrain.core import Game
from parrain.core import state as engine
from parrain.games import game as find_game
from parrain.lab.faction_balance import kept
from parrain.lab.simulate import simulate
from parrain.lab.tournament import interval

RANDOM = "random"
RARE = 0.4  # below this share of the random player the bot must win twice as often
MORE = 10  # times as many games of random players alone: they are cheap

HEAD = """# {title}: every seat

{bots} in one seat, random players in all others, beside a random player in that same seat; written by
`python -m parrain.lab.seat_strength {id} {path} {games} {bots}`, {games} games a row \
({more} of random players alone), seeds from {seed},
edition {edition}, engine {engine}. A game is won by being first, alone or with others; \
in brackets Wilson's 95 % interval.
A row is passed where the intervals do not touch, and where the random player wins less than {rare:.0%} \
the bot wins at least
twice as often.

| players | seat | {bots} | random | times | passed |
|---|---|---|---|---|---|
"""


class Row(NamedTuple):
    """One seat at one number of players: wins and games of the bot and of the random player."""

    players: int
    seat: int
    wins: int
    games: int
    random_wins: int
    random_games: int

    @property
    def share(self) -> float:
        """How often the bot wins."""
        return self.wins / self.games

    @property
    def random_share(self) -> float:
        """How often the random player wins."""
        return self.random_wins / self.random_games

    @property
    def passed(self) -> bool:
        """Whether the bot is significantly better in the seat."""
        clear = interval(self.wins, self.games)[0] > interval(self.random_wins, self.random_games)[1]
        return clear and (self.random_share >= RARE or self.share >= 2 * self.random_share)


def measure(game: Game, players: int, games: int, bots: str, seed: int = 1, random_games: int = 0) -> list[Row]:
    """Every seat at that number of players."""
    many = random_games or games * MORE
    usual = simulate(game, players, many, [RANDOM], seed).wins
    found = []
    for seat in range(players):
        seated = [bots if each == seat else RANDOM for each in range(players)]
        found.append(
            Row(players, seat, simulate(game, players, games, seated, seed).wins[seat], games, usual[seat], many)
        )
    return found


def with_interval(wins: int, games: int) -> str:
    """A share with its interval."""
    low, high = interval(wins, games)
    return f"{wins / games:.1%} ({low:.1%} to {high:.1%})"


def report(game: Game, path: str, games: int, bots: str, seed: int = 1) -> str:
    """Measure, and write the page."""
    kind = "compiled" if engine.__file__.endswith((".so", ".pyd")) else "interpreted"
    text = HEAD.format(
        title=game.title,
        id=game.id,
        path=path,
        games=games,
        more=games * MORE,
        bots=bots,
        seed=seed,
        rare=RARE,
        edition=game.edition.key,
        engine=kind,
    )
    missed = 0
    for players in range(game.fewest, game.most + 1):
        for row in measure(game, players, games, bots, seed):
            times = f"{row.share / row.random_share:.1f}" if row.random_wins else "–"
            text += f"| {players} | {row.seat} | {with_interval(row.wins, row.games)} | "
            text += f"{with_interval(row.random_wins, row.random_games)} | {times} | "
            text += f"{'yes' if row.passed else 'no'} |\n"
            missed += not row.passed
    return text + f"\nRows not passed: {missed}.\n"


def main(arguments: list[str]) -> None:
    """Write the page."""
    name, path = arguments[:2]
    games = int(arguments[2]) if len(arguments) > 2 else 300
    bots = arguments[3] if len(arguments) > 3 else "greedy"
    page = Path(path)
    page.write_text(report(find_game(name), path, games, bots) + kept(page), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
