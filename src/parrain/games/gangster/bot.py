"""x"""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.gangster.components import Box
from parrain.games.gangster.rules import State
from parrain.games.gangster.view import View


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    return [0.0 for _ in actions]


def evaluate(state: State) -> list[float]:
    return [0.0] * state.players


def reason(view: View, box: Box, action: Action) -> Say:
    return say("x")
