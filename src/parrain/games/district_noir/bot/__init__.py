"""What a sensible player of District Noir looks at."""

from parrain.games.district_noir.bot.evaluation import evaluate
from parrain.games.district_noir.bot.rating import rate
from parrain.games.district_noir.bot.reasons import reason
from parrain.games.district_noir.rules import State

__all__ = ["evaluate", "rate", "reason", "turn_number"]


def turn_number(state: State) -> int:
    """A search looks to the end of the round."""
    return state.round
