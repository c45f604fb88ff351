"""How strong the levels are, measured: `python -m parrain.lab.strength --write docs/strength.md` (`make strength`).

A match seats one of the stronger bot among weaker ones, seats rotated over the same deals. `--games` and `--budget`
limit its games and seconds; `--time 0.1` gives bots a tenth of their time a decision, for a first look. Results are
saved in a file beside the page after every few games, and the page says of each match how it was measured; `--more`
adds games to saved results of the same bots. `--cores` plays several games at a time.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib import import_module
from math import log10
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from parrain import all_games
from parrain.bots import ADVISER, ALL_LEVELS, makers
from parrain.bots.levels import is_level, level_spec, levels_of, plain_level
from parrain.core import Game
from parrain.core.compiling import is_compiled
from parrain.games import game as find_game
from parrain.lab.tournament import Standing, interval, tournament

SUMS = ("games", "wins", "strong_decisions", "strong_seconds", "longest", "weak_decisions", "weak_seconds")
ENOUGH = 40  # games from which a figure is reliable
GREEDY, RIVAL, EQUAL_TIME = "greedy", "openspiel:1s", "search:1s+exact"
PAGE = """# How strong the bots are

Written by `make strength` (`python -m parrain.lab.strength --write docs/strength.md`). \
One of the stronger bot among the weaker ones, seats
rotated over the same deals; a shared win counts in part. “Times its share” is 1 for equals; \
the interval is Wilson's, 95 %. A target counts
as reached when the figure is there and the whole interval lies above an equal share.

“Time” is the part of its time a decision that each bot was given: \
only rows of time 1 are of the levels as they play; the others are
a first look. Games are few where decisions are slow: look at the intervals. \
Python {python}; others may have been at work on the machine.

“Elo” is by how many points the stronger one is stronger: with 150 more one wins 70 % of games for two
(Bradley-Terry), 44 % of games for four (Plackett-Luce).

{table}

What the levels are in each game (`Game.levels`, `src/parrain/bots/levels.py`), and the adviser,
who gives hints and is no level:

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
    """The result of a match."""

    game: str
    players: int
    strong: str
    weak: str
    wanted: float
    specs: str = ""
    games: int = 0
    wins: float = 0.0
    strong_decisions: int = 0
    strong_seconds: float = 0.0
    longest: float = 0.0
    weak_decisions: int = 0
    weak_seconds: float = 0.0
    time: float = 1.0
    engine: str = "interpreted"

    def add(self, standings: Sequence[Standing], games: int) -> None:
        """Add games; the stronger bot is the first of the specs."""
        self.games += games
        for each in standings:
            if each.bot == self.specs.split(" ")[0]:
                self.wins += each.wins
                self.strong_decisions += each.decisions
                self.strong_seconds += each.mean_seconds * each.decisions
                self.longest = max(self.longest, each.longest_seconds)
            else:
                self.weak_decisions += each.decisions
                self.weak_seconds += each.mean_seconds * each.decisions

    @property
    def times_share(self) -> float:
        """How many times its share the stronger bot won."""
        return self.wins / max(1, self.games) * self.players

    @property
    def elo(self) -> float:
        """By how many Elo points the stronger bot is stronger, by the Bradley-Terry model (for many: Plackett-Luce)."""
        return elo_of_share(self.wins / max(1, self.games), self.players)

    @property
    def between(self) -> tuple[float, float]:
        """The interval of that figure."""
        low, high = interval(self.wins, self.games)
        return low * self.players, high * self.players

    @property
    def reached(self) -> bool:
        """Whether the target is reached and the difference is outside the interval."""
        return self.times_share >= self.wanted and self.between[0] > 1.0


def elo_of_share(share: float, players: int) -> float:
    """The Elo points that make one win this share against all the others, who are equally strong."""
    share = min(0.999, max(0.001, share))
    return 400 * log10(share * (players - 1) / (1 - share))


def usual_table(game: Game) -> int:
    """How many play where nothing else is said."""
    return max(game.fewest, min(4, game.most))


def matches(chosen: Sequence[Game], rival: bool) -> Iterator[Match]:
    """All matches to be measured."""
    for game in chosen:
        players = usual_table(game)
        step, over_greedy = (1.3, 1.5) if players == 2 else (1.5, 2.0)
        for weak, strong in itertools.pairwise(levels_of(game)):
            yield Match(game, players, strong, weak, step)
        yield Match(game, players, ADVISER, GREEDY, over_greedy)  # hints come from it
        if "best" in game.learned_levels:
            searching = plain_level("best", game)  # what `best` is without the network
            if players == 2:  # among several it is asked of the search with the network alone
                yield Match(game, players, "learned", searching, 1.3)
            yield Match(game, players, "best", searching, 1.5)
        if rival and game.id == "district-noir":
            yield Match(game, players, EQUAL_TIME, RIVAL, 1.5)


def paced(name: str, game: Game, time: float) -> str:
    """The spec of a level or bot with its time a decision multiplied."""
    spec = level_spec(name, game) if is_level(name) else name
    return re.sub(r"(\d+(?:\.\d+)?)s", lambda found: f"{float(found[1]) * time:.3f}s", spec) if time != 1 else spec


def rotation(game_id: str, players: int, specs: str, seed: int) -> list[Standing]:
    """One game from every seat."""
    return tournament(find_game(game_id), players, players, specs.split(" "), seed).standings


def rotations(outcome: Outcome, seeds: Iterator[int], cores: int) -> Iterator[list[Standing]]:
    """Rotations one after another, on several cores if `cores` is above 1; those begun are finished."""
    arguments = (outcome.game, outcome.players, outcome.specs)
    if cores == 1:
        for seed in seeds:
            yield rotation(*arguments, seed)
        return
    running: set[Future[list[Standing]]] = set()
    with ProcessPoolExecutor(cores, initializer=has_rival) as pool:
        running.update(pool.submit(rotation, *arguments, seed) for seed in itertools.islice(seeds, cores))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running.update(pool.submit(rotation, *arguments, seed) for seed in itertools.islice(seeds, len(done)))
            for each in done:
                yield each.result()


def fresh(match: Match, time: float) -> Outcome:
    """The outcome of a match before its first game."""
    specs = " ".join(paced(name, match.game, time) for name in (match.strong, match.weak))
    return Outcome(
        match.game.id, match.players, match.strong, match.weak, match.wanted, specs, time=time, engine=built()
    )


def play(
    outcome: Outcome, most: int, budget: float, seed: int, cores: int, keep_it: Callable[[Outcome], None]
) -> Outcome:
    """Play rotations until there are enough or time is up; report after each."""
    start = perf_counter()
    n = outcome.players

    def seeds() -> Iterator[int]:
        for begun in range(outcome.games, most, n):
            if begun and perf_counter() - start >= budget:
                return
            yield seed + begun

    for standings in rotations(outcome, seeds(), cores):
        outcome.add(standings, n)
        keep_it(outcome)
    return outcome


def saved_outcome(match: Outcome, page: Path | None) -> Outcome:
    """The saved outcome of this match by the same bots on the same engine; else the match itself."""
    for each in read_outcomes(page.with_suffix(".json")) if page else []:
        if replace(match, **{name: getattr(each, name) for name in SUMS}) == each:
            return each
    return match


def no_page(_outcome: Outcome) -> None:
    """Write nothing."""


def same_match(match: Outcome, outcomes: Sequence[Outcome]) -> Outcome | None:
    """The outcome in this run of a match between the same two bots under other names."""
    for each in outcomes:
        if (each.game, each.players, each.specs) == (match.game, match.players, match.specs):
            return replace(each, strong=match.strong, weak=match.weak, wanted=match.wanted)
    return None


def built() -> str:
    """Whether the engine is compiled."""
    return "compiled" if is_compiled() else "interpreted"


def verdict(outcome: Outcome) -> str:
    """Whether the target is reached; with few games or shortened time only provisionally."""
    reached = "yes" if outcome.reached else "not shown yet" if outcome.between[1] >= outcome.wanted else "no"
    return reached if outcome.games >= ENOUGH and outcome.time == 1 else f"first look: {reached}"


def table(outcomes: Sequence[Outcome]) -> str:
    """The table of the page."""
    lines = [
        "| game | players | stronger | weaker | games | times its share | 95 % interval | Elo | wanted | reached"
        " | ms a decision (longest) | ms, weaker | time | engine |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for each in outcomes:
        low, high = each.between
        mean = 1000 * each.strong_seconds / max(1, each.strong_decisions)
        weak = 1000 * each.weak_seconds / max(1, each.weak_decisions)
        lines.append(
            f"| {each.game} | {each.players} | {each.strong} | {each.weak} | {each.games} | {each.times_share:.2f}"
            f" | {low:.2f} – {high:.2f} | {each.elo:+.0f} | {each.wanted:g} | {verdict(each)}"
            f" | {mean:.1f} ({1000 * each.longest:.0f}) | {weak:.1f} | {each.time:g} | {each.engine} |"
        )
    return "\n".join(lines)


def levels_table(chosen: Sequence[Game]) -> str:
    """What each level is, and who gives hints."""
    columns: dict[str, dict[str, str]] = {}
    for game in chosen:
        plain = {level: plain_level(level, game) for level in (*levels_of(game), ADVISER)}
        columns[game.id] = {**plain, **game.learned_levels}
        if game.learned_levels:
            columns[f"{game.id} without numpy"] = plain
    lines = ["| level | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for level in (*ALL_LEVELS, ADVISER):
        specs = [each.get(level, "") for each in columns.values()]
        lines.append(f"| {level} | " + " | ".join(f"`{spec}`" if spec else "" for spec in specs) + " |")
    return "\n".join(lines)


def has_rival() -> bool:
    """Whether OpenSpiel is installed, so that its search can play."""
    try:
        makers()["openspiel"] = import_module("parrain.adapters.rival").make_rival
    except ImportError:
        return False
    return True


def read_outcomes(path: Path) -> list[Outcome]:
    """The saved results."""
    return [Outcome(**each) for each in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def keep(page: Path, new: Outcome) -> None:
    """Save a result instead of an older one of the same match and engine, and write the page."""
    path = page.with_suffix(".json")
    found = {
        (each.game, each.players, each.strong, each.weak, each.engine): each for each in [*read_outcomes(path), new]
    }
    order = list(all_games())
    kept = sorted(found.values(), key=lambda each: order.index(each.game) if each.game in order else len(order))
    path.write_text(json.dumps([asdict(each) for each in kept], indent=1) + "\n", encoding="utf-8")
    text = PAGE.format(
        table=table(kept), levels=levels_table(list(all_games().values())), python=platform.python_version()
    )
    page.write_text(text, encoding="utf-8")


def main(words: Sequence[str] | None = None) -> None:
    """Measure, print, write the page."""
    parser = argparse.ArgumentParser(prog="strength", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games a match")
    parser.add_argument(
        "--budget", type=float, default=3600.0, help="seconds a match; one game from every seat is always played"
    )
    parser.add_argument(
        "--time", type=float, default=1.0, help="the part of its time a decision that each bot is given"
    )
    parser.add_argument("--only", default="", help="games by name, with commas between; all if not said")
    parser.add_argument("--bots", default="", help="only matches whose stronger bot is one of these")
    parser.add_argument("--match", nargs=2, metavar="BOT", help="one of the first among the second, instead of levels")
    parser.add_argument("--players", type=int, nargs="*", default=(), help="at the tables of --match; four if not said")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cores", type=int, default=1, help="games at a time")
    parser.add_argument(
        "--more", action="store_true", help="add to the games that are kept beside the page, if the bots are the same"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="write the page, and keep the results beside it as .json"
    )
    args = parser.parse_args(words)
    chosen = [game for game in all_games().values() if not args.only or game.id in args.only.split(",")]
    outcomes: list[Outcome] = []
    known = dict(makers())
    wanted = matches(chosen, has_rival())
    if args.match:
        strong, weak = args.match
        wanted = (Match(game, n, strong, weak, 1.0) for game in chosen for n in args.players or [usual_table(game)])
    for match in wanted:
        if args.bots and match.strong not in args.bots.split(","):
            continue
        write: Callable[[Outcome], None] = partial(keep, args.write) if args.write else no_page
        outcome = fresh(match, args.time)
        same = same_match(outcome, outcomes)  # greedy, and a level that is greedy: the same bots over the same deals
        if same is None:
            same = play(
                saved_outcome(outcome, args.write if args.more else None),
                args.games,
                args.budget,
                args.seed,
                args.cores,
                write,
            )
        outcomes.append(same)
        write(same)
        if not args.json:
            print(table(outcomes[-1:]).splitlines()[-1], flush=True)
    makers().clear()
    makers().update(known)
    if args.json:
        print(
            json.dumps(
                [{**asdict(each), "times_share": each.times_share, "reached": each.reached} for each in outcomes],
                indent=1,
            )
        )


if __name__ == "__main__":
    main()
