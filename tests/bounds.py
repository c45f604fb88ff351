"""The bounds of a number in a position: what is within is read, what is beyond is refused by these very bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parrain.core import BadPosition, Game

Position = Mapping[str, object]


def why_not(game: Game, position: Position) -> str:
    """Why a position is refused, nothing if it is read."""
    try:
        game.position(position)
    except BadPosition as error:
        return str(error)
    return ""


def check_bounds(game: Game, key: str, least: int, most: int, position: Callable[[object], Position]) -> None:
    """The least and the most are read, or refused for another reason; one less, one more and no number are refused."""
    for good in (least, most):
        assert "whole number" not in why_not(game, position(good)), (key, good)
    for bad in (least - 1, most + 1, str(least), True, None):
        bounds = f"{key} must be a whole number from {least} to {most}, not {bad!r}"
        assert bounds in why_not(game, position(bad)), (key, bad)
