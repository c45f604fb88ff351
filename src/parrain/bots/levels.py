"""The levels of bots and their default specs; a game may override them (`Game.levels`, `Game.learned_levels`).

A level is the name of a bot like any other (`--bots hard`). Each is noticeably stronger than the one before
(docs/strength.md); up to normal they answer at once, hard within a second, expert within two, best within three.
Where six levels would lie far apart, a game has half-steps between them, named by a plus (`easy+`).
"""

from __future__ import annotations

from functools import lru_cache

from parrain.bots.learned import can_play
from parrain.bots.settings import read_settings
from parrain.core import BadOption, Game

LEVELS = ("random", "easy", "normal", "hard", "expert", "best")
HALF_STEPS = tuple(f"{level}+" for level in LEVELS[:-1])  # each above the level it is named after
ALL_LEVELS = tuple(name for level in LEVELS for name in (level, f"{level}+") if name in (*LEVELS, *HALF_STEPS))
ADVISER = "adviser"  # gives hints and is no level to play against; as `hard` where a game says nothing else

# The default specs.
USUAL = {
    "random": "random",
    "easy": "clumsy:50",
    "normal": "greedy",
    "hard": "search:0.9s+exact",
    "expert": "search:1.9s+exact",
    "best": "search:2.9s+exact=1000000",
}


def levels_of(game: Game) -> tuple[str, ...]:
    """The names of the levels of a game, the weakest first; half-steps where the game has them."""
    return tuple(level for level in ALL_LEVELS if level in USUAL or level in game.levels)


def level_spec(level: str, game: Game) -> str:
    """The spec of a level in a game: by its learned network where that can play, else without."""
    if level in game.learned_levels and can_play(game):
        return game.learned_levels[level]
    return plain_level(level, game)


def plain_level(level: str, game: Game) -> str:
    """The spec of a level without a learned network."""
    if level == ADVISER and level not in game.levels:
        level = "hard"
    if level not in game.levels and level not in USUAL:
        raise BadOption(
            "There is no bot “{name}”; there are: {known}.", name=level[:40], known=", ".join(levels_of(game))
        )
    return game.levels.get(level) or USUAL[level]


def elo_of(game: Game) -> dict[str, int]:
    """The measured strength of its levels, if they are those that were measured."""
    return dict(game.elo) if not game.learned_levels or can_play(game) else {}


def is_level(spec: str) -> bool:
    """Whether a spec is a level, or the adviser; not every game has the half-steps."""
    return spec in ALL_LEVELS or spec == ADVISER


@lru_cache(maxsize=256)
def is_quick(spec: str, game: Game) -> bool:
    """Whether a bot answers at once: it is neither a search nor an external program."""
    name = (level_spec(spec, game) if is_level(spec) else spec).partition(":")[0]
    return name in ("random", "clumsy", "greedy", "learned")


def looks_back(spec: str, game: Game) -> bool:
    """Whether a bot wants the Views that its seat was shown before the one of its decision."""
    name = (level_spec(spec, game) if is_level(spec) else spec).partition(":")[0]
    return name == "rollouts"


def answer_seconds(spec: str, game: Game) -> float:
    """For how long a bot that searches may think; 0 for one that answers at once, or whose time is not known."""
    name, _, settings = (level_spec(spec, game) if is_level(spec) else spec).partition(":")
    return read_settings(settings).seconds if name in ("search", "rollouts") else 0.0


def hidden_actions(game: Game) -> list[bool]:
    """By action id, whether the other seats do not see the action; empty if they see all."""
    hidden = [game.hides(action) for action in game.actions]
    return hidden if True in hidden else []


def no_settings(level: str, settings: str) -> None:
    """Refuse settings of a level."""
    if settings:
        raise BadOption(
            "The level “{level}” takes no settings, but was told “{settings}”.", level=level, settings=settings[:40]
        )
