"""Bot."""
from __future__ import annotations
from collections.abc import Sequence
from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.view import View
def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]: return [0.0 for _ in actions]
def evaluate(state: State) -> list[float]: return list(state.returns())
def reason(view: View, box: Box, action: Action) -> Say: return say("because")
