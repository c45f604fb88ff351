"""Shorthands of these tests: the game, cards of a city, positions to play from, and who likes what best."""

from __future__ import annotations

from collections.abc import Mapping

import parrain
from parrain.games.police_vs_gangs import PoliceVsGangs
from parrain.games.police_vs_gangs.rules import State
from parrain.testing import table as testing

Position = dict[str, object]

GAME = parrain.game("police-vs-gangs")
assert isinstance(GAME, PoliceVsGangs)
BOX = GAME.box


def card(name: str, x: int, y: int, **more: object) -> Position:
    """A card of a city."""
    return {"card": name, "at": [x, y], **more}


def start(position: Mapping[str, object], *choices: str) -> State:
    """Lay out a position and play choices, each a seat and its text."""
    state = testing.table(GAME, **position)
    assert isinstance(state, State)
    return testing.play(state, *choices)


def new(players: int, seed: int, **options: object) -> State:
    """A new game."""
    state = GAME.new(players, seed, None, **options)
    assert isinstance(state, State)
    return state


def best(state: State, seat: int) -> str:
    """What the rating likes best on this very table."""
    actions = state.legal_actions(seat)
    ratings = GAME.rate(state, seat, actions)
    return str(actions[ratings.index(max(ratings))])
