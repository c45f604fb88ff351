"""The five levels, and what each is where a game does not say otherwise (`Game.levels`).

A level is the name of a bot like any other (`--bots hard`). Each is noticeably stronger than the one before
(docs/strength.md), easy and normal answer at once, hard within a second, best within three.
"""

from __future__ import annotations

from parrain.core import BadOption, Game

LEVELS = ("random", "easy", "normal", "hard", "best")

# What a level is where a game has no settings of its own.
USUAL = {
    "random": "random",
    "easy": "clumsy:50",
    "normal": "greedy",
    "hard": "search:0.9s+exact",
    "best": "search:2.9s+exact=1000000",
}

ADVISER = "hard"  # who gives hints


def level_spec(level: str, game: Game) -> str:
    """What that level is in this game."""
    return game.levels.get(level, USUAL[level])


def is_quick(spec: str, game: Game) -> bool:
    """Whether that bot answers at once in this game, without a search and without a program of its own."""
    return (level_spec(spec, game) if spec in USUAL else spec).partition(":")[0] in ("random", "clumsy", "greedy")


def hidden_actions(game: Game) -> list[bool]:
    """Of each choice, by its number, whether the others do not see it; empty if they see all."""
    hidden = [game.hides(action) for action in game.actions]
    return hidden if True in hidden else []


def no_settings(level: str, settings: str) -> None:
    """A level cannot be told anything."""
    if settings:
        raise BadOption(
            "The level “{level}” takes no settings, but was told “{settings}”.", level=level, settings=settings[:40]
        )
