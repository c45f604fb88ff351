"""What is compared with what, and how much faster we mean to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

COMPILED, INTERPRETED = "parrain compiled", "parrain interpreted"


class Key(NamedTuple):
    """What a figure is of."""

    library: str
    game: str
    metric: str = "loop"

    def __str__(self) -> str:
        what = {"loop": "", "one stream": ", all games from one stream"}.get(self.metric, f", {self.metric}")
        return f"{self.library}: {self.game}{what}"


class Target(NamedTuple):
    """Ours should be at least so many times theirs."""

    ours: Key
    theirs: Key
    least: float


LEDUC = Key("open_spiel", "leduc_poker")
HEARTS = Key("open_spiel", "hearts")
CATAN = Key("catanatron", "catan")
PYTHON_SEARCH = Key("open_spiel Python ISMCTS", "gin_rummy", "search")
NATIVE_SEARCH = Key("open_spiel C++ ISMCTS", "gin_rummy", "search")
CONNECT_FOUR = Key("pettingzoo", "connect_four")
GAMES = ("district-noir", "gangster", "reglement", "gangs-city", "police-vs-gangs")

TARGETS = (
    Target(Key(COMPILED, "leduc"), LEDUC, 2),
    Target(Key(COMPILED, "goofspiel-random"), Key("open_spiel", "goofspiel, random"), 2),
    Target(Key(COMPILED, "goofspiel-descending"), Key("open_spiel", "goofspiel, descending"), 2),
    Target(Key(INTERPRETED, "leduc"), LEDUC, 1),
    Target(Key(INTERPRETED, "leduc", "one stream"), LEDUC, 1),
    Target(Key(INTERPRETED, "leduc"), Key("open_spiel", "python_kuhn_poker"), 5),
    Target(Key(INTERPRETED, "leduc"), Key("open_spiel", "python_liars_poker"), 5),
    Target(Key(INTERPRETED, "leduc"), Key("open_spiel", "python_tic_tac_toe"), 5),
    Target(Key(INTERPRETED, "leduc"), Key("open_spiel", "python_block_dominoes"), 5),
    Target(Key(COMPILED, "district-noir"), HEARTS, 2.5),
    Target(Key(COMPILED, "district-noir"), Key("pettingzoo", "leduc_holdem"), 40),
    Target(Key(COMPILED, "district-noir", "clone"), HEARTS._replace(metric="clone"), 1.5),
    Target(Key(COMPILED, "district-noir", "playout"), Key(COMPILED, "district-noir"), 2),
    Target(Key(COMPILED, "gangster"), Key("open_spiel", "backgammon"), 3),
    Target(Key(COMPILED, "gangster"), CATAN, 5),
    Target(Key(COMPILED, "gangster", "clone"), HEARTS._replace(metric="clone"), 0.7),
    Target(Key(COMPILED, "reglement"), Key("open_spiel", "gin_rummy"), 4),
    Target(Key(COMPILED, "reglement"), CATAN, 5),
    Target(Key(COMPILED, "gangs-city"), CATAN, 5),
    Target(Key(COMPILED, "gangs-city"), Key("open_spiel", "battleship"), 3),
    Target(Key(COMPILED, "police-vs-gangs"), CATAN, 4),
    Target(Key(COMPILED, "district-noir", "search"), PYTHON_SEARCH, 10),
    Target(Key(COMPILED, "district-noir", "search"), NATIVE_SEARCH, 1),
    Target(Key(COMPILED, "gangster", "search"), PYTHON_SEARCH, 2),
    Target(Key(COMPILED, "reglement", "search"), PYTHON_SEARCH, 2),
    Target(Key(COMPILED, "gangs-city", "search"), PYTHON_SEARCH, 2),
    Target(Key(COMPILED, "police-vs-gangs", "search"), PYTHON_SEARCH, 2),
    *(Target(Key(COMPILED, game, "adapter"), CONNECT_FOUR, 1) for game in GAMES),
    *(Target(Key(COMPILED, game, "vector"), Key(COMPILED, game, "adapter"), 10) for game in GAMES),
)

Result = dict[str, object]


def index(results: Iterable[Result]) -> dict[Key, Result]:
    """The results by what they are of."""
    return {Key(str(each["library"]), str(each["game"]), str(each["metric"])): each for each in results}


def find(found: dict[Key, Result], key: Key) -> Result | None:
    """The result of that key; a game of ours is found by the beginning of its name."""
    if key in found or not key.library.startswith("parrain"):
        return found.get(key)
    for other, result in found.items():
        if other.library == key.library and other.metric == key.metric and other.game.startswith(key.game + "-"):
            return result
    return None


def number(result: Result, name: str) -> float:
    """A figure of a result."""
    value = result[name]
    assert isinstance(value, (int, float))
    return float(value)


def compare(ours: Result, theirs: Result) -> tuple[float, float]:
    """How many times theirs ours is, and the same with their chance steps counted as if they were decisions."""
    rate = number(ours, "per_second")
    return rate / number(theirs, "per_second"), rate / number(theirs, "steps_per_second")


def judged(results: Iterable[Result]) -> Iterator[Result]:
    """Every target whose two sides were measured in this run."""
    found = index(results)
    for target in TARGETS:
        ours, theirs = find(found, target.ours), find(found, target.theirs)
        if ours and theirs:
            ratio, with_chance = compare(ours, theirs)
            yield {
                "ours": str(target.ours),
                "theirs": str(target.theirs),
                "wanted": target.least,
                "ratio": round(ratio, 4),
                "ratio_with_chance": round(with_chance, 4),
                "reached": ratio >= target.least,
            }
