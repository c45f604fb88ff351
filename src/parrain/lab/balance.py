"""How even Police vs Gangs is: who wins among greedy players, by faction and number of players, with the handcuffs printed and balanced.

python -m parrain.lab.balance docs/balance-police-vs-gangs.md 150 greedy:1
"""

from __future__ import annotations

import sys
from pathlib import Path

from parrain.core import Game
from parrain.games import game as find_game
from parrain.lab.simulate import simulate
from parrain.lab.tournament import interval

FACTIONS = ("gang", "police")

HEAD = """# Police vs Gangs: how even is it?

Measured, not argued: greedy players in every seat ({bots}), {games} games in each row, seeds from {seed}; written by
`python -m parrain.lab.balance docs/balance-police-vs-gangs.md {games} {bots}` with the edition {edition}. The place cards of that edition
are a reconstruction, so these figures are about our deck. "Even" is what the police would win if every player had the same chance;
in brackets the 95 % interval.

The option `handcuffs` is `printed` by default. `balanced` adds to the handcuffs of every card (never below none) the number in the
column "shift", which the edition file holds in its table `[balance]`.

| players | handcuffs | shift | games won by police | even | by each seat | decisions a game |
|---|---|---|---|---|---|---|
"""

TEAMS = """
## In teams

| players | handcuffs | games won by the police |
|---|---|---|
"""


def row(game: Game, players: int, games: int, bots: str, seed: int, options: dict[str, object]) -> tuple[float, list[int], int]:
    """The share of games that the police win, the wins of each seat, decisions a game."""
    result = simulate(game, players, games, [bots] * players, seed, options)
    police = sum(result.wins[1::2])
    total = max(1, sum(result.wins))
    return police / total, result.wins, result.decisions // games


def report(game: Game, games: int, bots: str = "greedy:1", seed: int = 1) -> str:
    """The page, measured anew."""
    text = HEAD.format(bots=bots, games=games, seed=seed, edition=game.edition.key)
    shifts: list[int] = game.box.shift  # type: ignore[attr-defined]
    for players in range(game.fewest, game.most + 1):
        for handcuffs in ("printed", "balanced"):
            share, wins, decisions = row(game, players, games, bots, seed, {"handcuffs": handcuffs})
            low, high = interval(share * games, games)
            shift = shifts[players] if handcuffs == "balanced" else 0
            text += f"| {players} | {handcuffs} | {shift:+d} | {share:.1%} ({low:.1%} to {high:.1%}) | {players // 2 / players:.1%} | "
            text += f"{', '.join(f'{FACTIONS[seat % 2]} {count}' for seat, count in enumerate(wins))} | {decisions} |\n"
    text += TEAMS
    for players in range(game.fewest, game.most + 1):
        for handcuffs in ("printed", "balanced"):
            result = simulate(game, players, games, [bots] * players, seed, {"handcuffs": handcuffs, "teams": True})
            low, high = interval(result.wins[1], games)
            text += f"| {players} | {handcuffs} | {result.wins[1] / games:.1%} ({low:.1%} to {high:.1%}) |\n"
    return text


def main(arguments: list[str]) -> None:
    """Write the page."""
    games = int(arguments[1]) if len(arguments) > 1 else 150
    bots = arguments[2] if len(arguments) > 2 else "greedy:1"
    Path(arguments[0]).write_text(report(find_game("police-vs-gangs"), games, bots), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
