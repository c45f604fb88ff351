"""How even all games are: a page of docs with a table and a plot for each, made by `parrain lab balance`.

Every game at every number of players with every bot given is one experiment in a folder of its own, so that the command
goes on where it was stopped. With a limit of minutes all of them get the same time, and the page says how many games
each has got.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from parrain.core import Game
from parrain.games import all_games
from parrain.lab.experiment import Part, resolve
from parrain.lab.findings import Findings
from parrain.lab.plots import intervals_plot
from parrain.lab.run import Player, run
from parrain.lab.statistics import Estimate, mean, share
from parrain.lab.store import Results, create

READING = "## How to read it"  # what follows it was written by hand and stays

HEAD = """# How even are the games?

Measured, not argued: the same bot in every seat, the printed rules, written by `{command}`.
Who shares the first place shares the win; in brackets the 95 % interval. A seat or faction is *favoured* (or *behind*)
where its interval, widened for the number of seats (Bonferroni), leaves out the fair share. It is about these bots and
our editions, parts of which are reconstructions: what a stronger player makes of a game may be something else.
"""

Table = tuple[int, str, Results]


def tables_of(game: Game, bots: Sequence[str], games: int, seed: int, folder: Path) -> Iterator[Table]:
    """The experiments of a game: players, bot, results."""
    for bot in bots:
        for players in range(game.fewest, game.most + 1):
            data = {"game": game.id, "players": players, "bots": [bot], "games": games, "seed": seed, "questions": []}
            name = f"{game.id}-{players}-{bot.replace(':', '-')}.lab"
            yield players, bot, create(folder / name, resolve(data))


def measure(
    tables: Sequence[Table], play: Player, minutes: float | None, watch: Callable[[int], None] | None = None
) -> None:
    """Play what is missing; with a limit of minutes each table gets the same part of what is left."""
    done = 0
    end = None if minutes is None else time.monotonic() + 60 * minutes
    for place, (_, _, results) in enumerate(tables):
        now = time.monotonic()
        until = None if end is None else now + max(0.0, end - now) / (len(tables) - place)

        def wanted(part: Part, until: float | None = until) -> bool:
            return until is None or time.monotonic() < until

        def told(count: int, before: int = done) -> None:
            if watch is not None:
                watch(before + count)

        run(results, play, told, wanted)
        done += results.experiment.games


def write_page(page: Path, pictures: Path, found: Sequence[tuple[Game, Sequence[Table]]], command: str) -> None:
    """The page and its plots; what was written by hand below the figures stays."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    kept = "\n" + text[text.index(READING) :] if READING in text else ""
    parts = [HEAD.format(command=command)]
    for game, tables in found:
        played = [(players, bot, Findings(results)) for players, bot, results in tables if len(results.games)]
        if not played:
            continue
        parts.append(f"\n## {game.title}\n\n{table_text(game, played)}")
        drawn = pictures / f"balance-{game.id}.svg"
        drawn.parent.mkdir(parents=True, exist_ok=True)
        drawn.write_text(plot(played), encoding="utf-8")
        parts.append(f"\n![Shares of the win in {game.title}]({os.path.relpath(drawn, page.parent)})\n")
    page.write_text("".join(parts) + kept, encoding="utf-8")


def table_text(game: Game, played: Sequence[tuple[int, str, Findings]]) -> str:
    """One row for each number of players and bot."""
    rows = ["| players | bot | games | wins by seat, in % | who is favoured | decisions a game | endings, in % |"]
    rows.append("|---|---|---|---|---|---|---|")
    for players, bot, findings in played:
        seats = findings.shares("seat")
        named = [(f"player {int(str(seat)) + 1}", of) for seat, of in seats]
        factions = [(str(role), of) for role, of in findings.shares("role")]
        length = mean(findings.games["decisions"].to_list())
        ended = findings.games["ending"].value_counts().sort("count", "ending", descending=[True, False])
        endings = ", ".join(f"{name} {100 * count / findings.count:.0f}" for name, count in ended.iter_rows())
        shares = ", ".join(
            percent(of) if not game.roles else f"{game.roles[at % len(game.roles)].text} {percent(of)}"
            for at, (_, of) in enumerate(named)
        )
        verdict = verdicts(named, 1 / players) + verdicts(factions, 1 / players)
        rows.append(
            f"| {players} | {bot} | {findings.count} | {shares} | {'; '.join(verdict) or 'nobody beyond chance'} | "
            f"{length.value if length else 0:.0f} | {endings} |"
        )
    return "\n".join(rows) + "\n"


def verdicts(groups: Sequence[tuple[str, Estimate]], fair: float) -> list[str]:
    """Who has more or less than a fair share, beyond chance."""
    found = []
    for name, of in groups:
        wide = share(of.value * of.size, of.size, len(groups))
        if wide.low > fair:
            found.append(f"{name} is favoured")
        elif wide.high < fair:
            found.append(f"{name} is behind")
    return found


def percent(of: Estimate) -> str:
    """A share with its interval."""
    return f"{100 * of.value:.1f} ({100 * of.low:.0f} to {100 * of.high:.0f})"


def plot(played: Sequence[tuple[int, str, Findings]]) -> str:
    """The shares of all seats as parts of a fair share, so that numbers of players can be compared."""
    rows = []
    for players, bot, findings in played:
        for seat, of in findings.shares("seat"):
            value, low, high = (part * players / 2 for part in of[:3])
            rows.append((f"{players} players, {bot}, seat {int(str(seat)) + 1}", value, low, high))
    return intervals_plot(rows, 0.5, "share of the win; 50: a fair share, 100: twice that", lambda said: said.text)


def balance(
    page: Path,
    pictures: Path,
    folder: Path,
    bots: Sequence[str],
    games: int,
    seed: int,
    minutes: float | None,
    play: Player,
    only: Sequence[str] = (),
    watch: Callable[[int], None] | None = None,
    command: str = "parrain lab balance",
) -> None:
    """Measure all games, or those named, and write the page."""
    chosen = [game for game in all_games().values() if not only or game.id in only]
    found = [(game, list(tables_of(game, bots, games, seed, folder))) for game in chosen]
    measure([table for _, tables in found for table in tables], play, minutes, watch)
    write_page(page, pictures, found, command)
