"""Experiments: a small TOML file says what is played and what is recorded (docs/lab.md).

An experiment has one or more variants, which all play the same deals with the same chance for the bots, so that game
`n` of one variant can be compared with game `n` of another.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from parrain import __version__
from parrain.bots import make_bot
from parrain.bots.levels import is_quick
from parrain.core import SEEDS, BadOption, Game
from parrain.core.edition import Edition, changed
from parrain.games import game as find_game
from parrain.games import kinds

COURSE, CHOICES, POINTS, HIDDEN = "course", "choices", "points", "hidden"
QUESTIONS = (COURSE, CHOICES, POINTS, HIDDEN)
KEYS = ("game", "players", "edition", "games", "seed", "bots", "rotate", "repeats", "questions", "options", "changes")
VARIANT_KEYS = ("name", "bots", "options", "changes", "forbid")
MOST_GAMES = 10**9
PARTS = 32  # of a variant, about: for progress, and to lose little when a run is killed
MOST_GAMES_A_PART = 1000
MOST_THOUGHT_GAMES_A_PART = 4  # of bots that search: a game may take a minute
QUICK_PARTS, QUICK_GAMES = 8, 25  # of bots that answer at once: writing a part takes as long as some of their games


class BadExperiment(BadOption):
    """An experiment file that cannot be read or cannot be played."""


@dataclass(frozen=True)
class Variant:
    """One side of a comparison: its bots, options and edition; `forbid` names choices that one seat may not make."""

    name: str
    bots: tuple[str, ...]
    options: Mapping[str, object]
    edition: Mapping[str, object]  # the data of the edition file, changes applied
    changes: Mapping[str, object] = field(default_factory=dict)
    forbid: str = ""


@dataclass(frozen=True)
class Experiment:
    """What is played, resolved: nothing of it depends on files of this machine, so that any worker can play it."""

    game: str
    players: int
    games: int  # of each variant
    seed: int
    rotate: bool  # bots change seats from game to game over the same deal
    repeats: int  # how often a deal is played with other chance for the bots
    questions: tuple[str, ...]
    variants: tuple[Variant, ...]
    games_a_part: int = 1
    version: str = __version__

    @property
    def games_a_deal(self) -> int:
        """How many games in a row play the same deal."""
        return (self.players if self.rotate else 1) * self.repeats

    def to_json(self) -> str:
        """The experiment as canonical JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True, indent=1) + "\n"

    def game_of(self, variant: int) -> Game:
        """The game with the edition of a variant in its box."""
        return game_with(self.game, json.dumps(self.variants[variant].edition))

    def parts(self) -> list[Part]:
        """The experiment cut into parts: units of work of one variant each."""
        size = self.games_a_part
        return [
            Part(variant, first, min(size, self.games - first))
            for first in range(0, self.games, size)
            for variant in range(len(self.variants))
        ]


@dataclass(frozen=True)
class Part:
    """Some consecutive games of one variant."""

    variant: int
    first: int
    count: int

    @property
    def name(self) -> str:
        """The name of its files; sorted by name, parts are in order."""
        return f"{self.variant:03d}-{self.first:010d}"


@lru_cache(maxsize=64)
def game_with(name: str, edition: str) -> Game:
    """The game with an edition given as JSON."""
    return kinds()[name](Edition(json.loads(edition)))


def experiment_from_json(text: str) -> Experiment:
    """The inverse of `Experiment.to_json`."""
    data = json.loads(text)
    variants = tuple(Variant(**{**each, "bots": tuple(each["bots"])}) for each in data.pop("variants"))
    return Experiment(**{**data, "questions": tuple(data["questions"]), "variants": variants})


def read_experiment(path: Path) -> Experiment:
    """Read an experiment file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadExperiment("There is no experiment file {path}.", path=str(path)) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadExperiment(
            "The experiment file {path} cannot be read: {error}", path=str(path), error=str(error)
        ) from None
    return resolve(data, path.parent)


def resolve(data: Mapping[str, object], folder: Path = Path()) -> Experiment:
    """Validate an experiment and fill in what it does not say; edition files are relative to the folder."""
    known(data, (*KEYS, "variants"))
    name = data.get("game")
    if not isinstance(name, str):
        raise BadExperiment("The experiment must say game = …, one of {games}.", games=", ".join(kinds()))
    edition = data.get("edition")
    if edition is not None and not isinstance(edition, str):
        raise BadExperiment("{key} must be a text, not {value}.", key="edition", value=repr(edition)[:60])
    game = find_game(name, folder / edition if edition and edition.endswith(".toml") else edition)
    players = number(data, "players", game.fewest, game.fewest, game.most)
    rows = data.get("variants", [{}])
    if not isinstance(rows, list) or not rows or not all(isinstance(each, dict) for each in rows):
        raise BadExperiment("Variants are written as tables [[variants]].")
    variants = [variant(game, players, data, row, place) for place, row in enumerate(rows)]
    if len({each.name for each in variants}) < len(variants):
        raise BadExperiment("Every variant needs a name of its own.")
    questions = names(data, "questions", QUESTIONS)
    if not set(questions) <= set(QUESTIONS):
        raise BadExperiment("Questions are {known}, not {given}.", known=list(QUESTIONS), given=list(questions))
    games = number(data, "games", 100, 1, MOST_GAMES)
    size = games // PARTS
    if all(is_quick(bot, game) for each in variants for bot in each.bots):
        size = max(size, min(QUICK_GAMES, games // QUICK_PARTS))
    else:
        size = min(size, MOST_THOUGHT_GAMES_A_PART)
    rotate = data.get("rotate", any(len(set(each.bots)) > 1 for each in variants))
    if not isinstance(rotate, bool):
        raise BadExperiment("{key} is true or false, not {value}.", key="rotate", value=repr(rotate)[:60])
    return Experiment(
        game.id,
        players,
        games,
        number(data, "seed", 0, 0, SEEDS - 1),
        rotate,
        number(data, "repeats", 1, 1, 1000),
        tuple(each for each in QUESTIONS if each in questions),
        tuple(variants),
        max(1, min(MOST_GAMES_A_PART, size)),
    )


def variant(game: Game, players: int, common: Mapping[str, object], own: Mapping[str, object], place: int) -> Variant:
    """A variant: what the experiment says for all, and what it says itself."""
    known(own, VARIANT_KEYS)
    bots = names({**common, **own}, "bots", ("normal",))
    if not 1 <= len(bots) <= players:
        raise BadExperiment(
            "{players} players need from 1 to {players} bots, not {bots}.", players=players, bots=len(bots)
        )
    for each in bots:
        make_bot(each, game)
    own_changes = flat(table(own, "changes"))
    changes = {**flat(table(common, "changes")), **own_changes}
    options = game.settle_options({**table(common, "options"), **table(own, "options")})
    edition = changed(game.edition, changes)
    forbid = own.get("forbid", "")
    if not isinstance(forbid, str):
        raise BadExperiment("{key} must be a text, not {value}.", key="forbid", value=repr(forbid)[:60])
    found = game_with(game.id, json.dumps(edition.data))
    found.new(players, 0, None, **options)
    if forbid:
        forbidden_actions(found, forbid)
    name = own.get("name") or described(own_changes, table(own, "options"), own.get("bots"), forbid, place)
    return Variant(str(name), tuple(bots), options, edition.data, changes, forbid)


def described(
    changes: Mapping[str, object], options: Mapping[str, object], bots: object, forbid: str, place: int
) -> str:
    """The name of a variant that has none of its own."""
    said = [f"{key} = {value}" for key, value in {**changes, **options}.items()]
    if isinstance(bots, Sequence):
        said.append(" ".join(map(str, bots)))
    if forbid:
        said.append(f"without {forbid}")
    return ", ".join(said) or ("base" if not place else f"variant {place + 1}")


def forbidden_actions(game: Game, pattern: str) -> frozenset[int]:
    """The ids of the actions whose text begins with these words; `*` stands for any letters."""
    wanted = " ".join(pattern.split())
    found = frozenset(
        action.id
        for action in game.actions
        if fnmatchcase(action.text, wanted) or fnmatchcase(action.text, f"{wanted} *")
    )
    if not found:
        verbs = dict.fromkeys(action.text.split()[0] for action in game.actions)
        raise BadExperiment(
            "No choice of {game} begins with “{pattern}”; choices begin with {verbs}.",
            game=game.title,
            pattern=pattern,
            verbs=", ".join(verbs),
        )
    return found


# -- values of a file ------------------------------------------------------------------------------------------


def known(data: Mapping[str, object], keys: Sequence[str]) -> None:
    """Refuse keys that mean nothing."""
    for key in data:
        if key not in keys:
            raise BadExperiment("An experiment knows {keys}, not {key}.", keys=", ".join(keys), key=key)


def number(data: Mapping[str, object], key: str, default: int, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadExperiment(
            "{key} must be a whole number from {least} to {most}, not {value}.",
            key=key,
            least=least,
            most=most,
            value=repr(value)[:60],
        )
    return value


def names(data: Mapping[str, object], key: str, default: Sequence[str]) -> list[str]:
    """A list of texts."""
    value = data.get(key, list(default))
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadExperiment("{key} must be a list of texts, not {value}.", key=key, value=repr(value)[:60])
    return value


def table(data: Mapping[str, object], key: str) -> dict[str, object]:
    """A table of values."""
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise BadExperiment("{key} must be a table, not {value}.", key=key, value=repr(value)[:60])
    return value


def flat(changes: Mapping[str, object], above: str = "") -> dict[str, object]:
    """Nested tables as one with dotted keys: TOML reads `characters.killer.cost = 4` as three tables."""
    found: dict[str, object] = {}
    for key, value in changes.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
    return found
