"""A sensible player of Police vs Gangs: ratings, the value of a position, and reasons."""

from __future__ import annotations

from parrain.games.police_vs_gangs.bot.cache import Cache
from parrain.games.police_vs_gangs.bot.evaluation import evaluate
from parrain.games.police_vs_gangs.bot.rating import hides, rate
from parrain.games.police_vs_gangs.bot.reasons import reason
from parrain.games.police_vs_gangs.rules import State

__all__ = ["Cache", "evaluate", "hides", "rate", "reason", "turn_number"]


def turn_number(state: State) -> int:
    """The turn."""
    return state.turn
