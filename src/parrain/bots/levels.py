"""The five levels of bots and their default specs; a game may override them (`Game.levels`).

A level is the name of a bot like any other (`--bots hard`). Each is noticeably stronger than the one before
(docs/strength.md), easy and normal answer at once, hard within a second, best within three.
"""

from __future__ import annotations

from parrain.bots.settings import read_settings
from parrain.core import BadOption, Game

LEVELS = ("random", "easy", "normal", "hard", "best")

# The default specs.
USUAL = {
    "random": "random",
    "easy": "clumsy:50",
    "normal": "greedy",
    "hard": "search:0.9s+exact",
    "best": "search:2.9s+exact=1000000",
}

ADVISER = "hard"  # the level that gives hints


def level_spec(level: str, game: Game) -> str:
    """The spec of a level in a game."""
    return game.levels.get(level, USUAL[level])


def is_quick(spec: str, game: Game) -> bool:
    """Whether a bot answers at once: it is neither a search nor an external program."""
    name = (level_spec(spec, game) if spec in USUAL else spec).partition(":")[0]
    return name in ("random", "clumsy", "greedy", "learned")


def answer_seconds(spec: str, game: Game) -> float:
    """For how long a bot that searches may think; 0 for one that answers at once, or whose time is not known."""
    name, _, settings = (level_spec(spec, game) if spec in USUAL else spec).partition(":")
    return read_settings(settings).seconds if name == "search" else 0.0


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
