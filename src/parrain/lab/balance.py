"""Balance of Police vs Gangs: wins of greedy players by faction and number of players, for both sets of handcuffs.

python -m parrain.lab.balance docs/balance-police-vs-gangs.md 150 greedy:1
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from parrain.bots import make_bot
from parrain.bots.seeds import seed_from
from parrain.core import Event, Game
from parrain.games import game as find_game
from parrain.lab.simulate import play as play_one
from parrain.lab.tournament import interval

FACTIONS = ("gang", "police")
HANDCUFFS = ("printed", "balanced")
READING = "## How to read it"

HEAD = """# Police vs Gangs: how even is it?

Measured, not argued: greedy players in every seat ({bots}), {games} games in each row, seeds from {seed}; written by
`python -m parrain.lab.balance docs/balance-police-vs-gangs.md {games} {bots}` with the edition {edition}. \
The place cards of that edition
are a reconstruction, so these figures are about our deck and our bots. \
"Even" is what the police would win if every player had the same
chance; in brackets the 95 % interval. "Accords" is how many of the negotiations ended in a deal.

The option `handcuffs` is `printed` by default. `balanced` adds to the handcuffs of every card (never below none) \
the number in the
column "shift", which the edition file holds in its table `[balance]`, for teams apart.

| players | handcuffs | shift | games won by police | even | by each seat | accords | decisions a game |
|---|---|---|---|---|---|---|---|
"""

TEAMS = """
## In teams

One score for each faction: even is 50 %.

| players | handcuffs | shift | games won by the police | accords |
|---|---|---|---|---|
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


def report(game: Game, games: int, bots: str = "greedy:1", seed: int = 1) -> str:
    """Measure, and write the page."""
    text = HEAD.format(bots=bots, games=games, seed=seed, edition=game.edition.key)
    shifts: list[int] = game.box.shift  # type: ignore[attr-defined]
    for players in range(game.fewest, game.most + 1):
        for handcuffs in HANDCUFFS if shifts[players] else HANDCUFFS[:1]:
            row = play(game, players, games, bots, seed, {"handcuffs": handcuffs})
            share = sum(row.wins[1::2]) / max(1, sum(row.wins))
            low, high = interval(share * games, games)
            shift = shifts[players] if handcuffs == "balanced" else 0
            text += f"| {players} | {handcuffs} | {shift:+d} | "
            text += f"{share:.1%} ({low:.1%} to {high:.1%}) | {players // 2 / players:.1%} | "
            text += f"{', '.join(f'{FACTIONS[seat % 2]} {count}' for seat, count in enumerate(row.wins))} | "
            text += f"{row.accords / max(1, row.talks):.0%} | {row.decisions // games} |\n"
    text += TEAMS
    shifts = game.box.shift_teams  # type: ignore[attr-defined]
    for players in range(game.fewest, game.most + 1):
        for handcuffs in HANDCUFFS if shifts[players] else HANDCUFFS[:1]:
            row = play(game, players, games, bots, seed, {"handcuffs": handcuffs, "teams": True})
            low, high = interval(row.wins[1], games)
            shift = shifts[players] if handcuffs == "balanced" else 0
            text += f"| {players} | {handcuffs} | {shift:+d} | {row.wins[1] / games:.1%} ({low:.1%} to {high:.1%}) | "
            text += f"{row.accords / max(1, row.talks):.0%} |\n"
    return text


def kept(page: Path) -> str:
    """The text below the figures of an existing page, written by hand; it is preserved."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return "\n" + text[text.index(READING) :] if READING in text else ""


def main(arguments: list[str]) -> None:
    """Write the page."""
    games = int(arguments[1]) if len(arguments) > 1 else 150
    bots = arguments[2] if len(arguments) > 2 else "greedy:1"
    page = Path(arguments[0])
    page.write_text(report(find_game("police-vs-gangs"), games, bots) + kept(page), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
