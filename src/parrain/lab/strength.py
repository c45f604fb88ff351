"""How strong the levels are, measured: `python -m parrain.lab.strength --write docs/strength.md` (`make strength`).

Every match is one of the stronger bot among the weaker ones, at equal seats over the same deals. `--games` and `--budget`
say how many games and how many seconds a match may take; `--time 0.1` gives bots a tenth of their time a decision, for a first
look. Results are kept in a file beside the page, match by match, and the page says of each how it was measured.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from parrain import games
from parrain.bots import LEVELS, makers
from parrain.bots.levels import level_spec
from parrain.core import Game
from parrain.core import state as engine
from parrain.lab.tournament import interval, tournament

ENOUGH = 100  # games from which a figure is more than a first look
GREEDY, RIVAL, EQUAL_TIME = "greedy", "openspiel:1s", "search:1s+exact"
PAGE = """# How strong the bots are

Written by `make strength` (`python -m parrain.lab.strength --write docs/strength.md`). One of the stronger bot among the weaker ones, seats
rotated over the same deals; a shared win counts in part. “Times its share” is 1 for equals; the interval is Wilson's, 95 %. A target counts
as reached when the figure is there and the whole interval lies above an equal share.

“Time” is the part of its time a decision that each bot was given: only rows of time 1 are of the levels as they play; the others are
a first look. Games are few where decisions are slow: look at the intervals. Python {python}; others may have been at work on the machine.

{table}

What the levels are in each game (`Game.levels`, `src/parrain/bots/levels.py`):

{levels}
"""


class Match(NamedTuple):
    """A stronger bot against a weaker one, and how many times its share it should win."""

    game: Game
    players: int
    strong: str
    weak: str
    wanted: float


@dataclass
class Outcome:
    """What came of a match."""

    game: str
    players: int
    strong: str
    weak: str
    wanted: float
    games: int
    times_share: float
    low: float
    high: float
    strong_ms: float
    longest_ms: float
    weak_ms: float
    time: float = 1.0
    engine: str = "interpreted"

    @property
    def reached(self) -> bool:
        """Whether the target is reached and the difference is outside the interval."""
        return self.times_share >= self.wanted and self.low > 1.0


def matches(chosen: Sequence[Game], rival: bool) -> Iterator[Match]:
    """All that is to be measured."""
    for game in chosen:
        players = max(game.fewest, min(4, game.most))
        step, over_greedy = (1.3, 1.5) if players == 2 else (1.5, 2.0)
        for weak, strong in itertools.pairwise(LEVELS):
            yield Match(game, players, strong, weak, step)
        yield Match(game, players, "hard", GREEDY, over_greedy)
        if rival and game.id == "district-noir":
            yield Match(game, players, EQUAL_TIME, RIVAL, 1.5)


def paced(name: str, game: Game, time: float) -> str:
    """The spec of a level or bot with its time a decision multiplied."""
    spec = level_spec(name, game) if name in LEVELS else name
    return re.sub(r"(\d+(?:\.\d+)?)s", lambda found: f"{float(found[1]) * time:.3f}s", spec) if time != 1 else spec


def play(match: Match, most: int, budget: float, seed: int, time: float) -> Outcome:
    """Rotation after rotation, until enough are played or time is up."""
    start = perf_counter()
    strong, weak = paced(match.strong, match.game, time), paced(match.weak, match.game, time)
    played, wins = 0, 0.0
    times = [0.0, 0.0, 0.0]
    decisions = [0, 0]
    while played < most and (not played or perf_counter() - start < budget):
        found = tournament(match.game, match.players, match.players, [strong, weak], seed + played)
        played += match.players
        for each in found.standings:
            side = 0 if each.bot == strong else 1
            times[side] += each.mean_seconds * each.decisions
            decisions[side] += each.decisions
            if side == 0:
                wins += each.wins
                times[2] = max(times[2], each.longest_seconds)
    low, high = interval(wins, played)
    n = match.players
    means = [1000 * times[side] / max(1, decisions[side]) for side in (0, 1)]
    return Outcome(
        match.game.id, n, match.strong, match.weak, match.wanted, played, round(wins / played * n, 3),
        round(low * n, 3), round(high * n, 3), round(means[0], 2), round(1000 * times[2], 1), round(means[1], 2), time, built(),
    )  # fmt: skip


def as_measured(match: Match, outcomes: Sequence[Outcome]) -> Outcome | None:
    """What a match of the same two bots under other names came to in this run."""
    game = match.game
    specs = (paced(match.strong, game, 1), paced(match.weak, game, 1))
    for each in outcomes:
        if (each.game, each.players) == (game.id, match.players) and (paced(each.strong, game, 1), paced(each.weak, game, 1)) == specs:
            return replace(each, strong=match.strong, weak=match.weak, wanted=match.wanted)
    return None


def built() -> str:
    """Whether the engine is compiled."""
    return "interpreted" if (engine.__file__ or "").endswith(".py") else "compiled"


def verdict(outcome: Outcome) -> str:
    """Whether the target is reached; few games, or bots in a hurry, show nothing for good."""
    reached = "yes" if outcome.reached else "not shown yet" if outcome.high >= outcome.wanted else "no"
    return reached if outcome.games >= ENOUGH and outcome.time == 1 else f"first look: {reached}"


def table(outcomes: Sequence[Outcome]) -> str:
    """The table of the page."""
    lines = [
        "| game | players | stronger | weaker | games | times its share | 95 % interval | wanted | reached"
        " | ms a decision (longest) | ms, weaker | time | engine |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for each in outcomes:
        lines.append(
            f"| {each.game} | {each.players} | {each.strong} | {each.weak} | {each.games} | {each.times_share:.2f}"
            f" | {each.low:.2f} – {each.high:.2f} | {each.wanted:g} | {verdict(each)}"
            f" | {each.strong_ms:g} ({each.longest_ms:g}) | {each.weak_ms:g} | {each.time:g} | {each.engine} |"
        )
    return "\n".join(lines)


def levels_table(chosen: Sequence[Game]) -> str:
    """What each level is."""
    lines = ["| game | " + " | ".join(LEVELS) + " |", "|---" * (len(LEVELS) + 1) + "|"]
    for game in chosen:
        lines.append(f"| {game.id} | " + " | ".join(f"`{level_spec(level, game)}`" for level in LEVELS) + " |")
    return "\n".join(lines)


def has_rival() -> bool:
    """Whether OpenSpiel is installed; then its search can be seated."""
    try:
        makers()["openspiel"] = import_module("parrain.adapters.rival").make_rival
    except ImportError:
        return False
    return True


def keep(path: Path, new: Sequence[Outcome]) -> list[Outcome]:
    """The results of the file with these in place of older ones of the same matches, in the order of the matches."""
    old = [Outcome(**each) for each in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []
    found = {(each.game, each.players, each.strong, each.weak): each for each in [*old, *new]}
    order = list(games())
    kept = sorted(found.values(), key=lambda each: order.index(each.game) if each.game in order else len(order))
    path.write_text(json.dumps([asdict(each) for each in kept], indent=1) + "\n", encoding="utf-8")
    return kept


def main(words: Sequence[str] | None = None) -> None:
    """Measure, print, write the page."""
    parser = argparse.ArgumentParser(prog="strength", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games a match")
    parser.add_argument("--budget", type=float, default=3600.0, help="seconds a match; one game from every seat is always played")
    parser.add_argument("--time", type=float, default=1.0, help="the part of its time a decision that each bot is given")
    parser.add_argument("--only", default="", help="games by name, with commas between; all if not said")
    parser.add_argument("--bots", default="", help="only matches whose stronger bot is one of these")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page, and keep the results beside it as .json")
    args = parser.parse_args(words)
    chosen = [game for game in games().values() if not args.only or game.id in args.only.split(",")]
    outcomes: list[Outcome] = []
    known = dict(makers())
    for match in matches(chosen, has_rival()):
        if args.bots and match.strong not in args.bots.split(","):
            continue
        same = as_measured(match, outcomes)  # greedy, and a level that is greedy: the same bots over the same deals
        outcomes.append(same or play(match, args.games, args.budget, args.seed, args.time))
        if args.write:
            kept = keep(args.write.with_suffix(".json"), outcomes[-1:])
            page = PAGE.format(table=table(kept), levels=levels_table(list(games().values())), python=platform.python_version())
            args.write.write_text(page, encoding="utf-8")
        if not args.json:
            print(table(outcomes[-1:]).splitlines()[-1], flush=True)
    makers().clear()
    makers().update(known)
    if args.json:
        print(json.dumps([{**asdict(each), "reached": each.reached} for each in outcomes], indent=1))


if __name__ == "__main__":
    main()
