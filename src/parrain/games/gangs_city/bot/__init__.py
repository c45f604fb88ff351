"""What a sensible player of Gangs City does: ratings, evaluation, reasons."""

from parrain.core.action import Action
from parrain.games.gangs_city.actions import BID, SEND, SHOWDOWN
from parrain.games.gangs_city.bot.appraisal import appraise as appraise
from parrain.games.gangs_city.bot.evaluation import evaluate as evaluate
from parrain.games.gangs_city.bot.guesses import LikelyWorlds as LikelyWorlds
from parrain.games.gangs_city.bot.outlook import Cache as Cache
from parrain.games.gangs_city.bot.outlook import next_cache as next_cache
from parrain.games.gangs_city.bot.rating import rate as rate
from parrain.games.gangs_city.bot.reasons import reason as reason
from parrain.games.gangs_city.rules import State


def turn_number(state: State) -> int:
    """The number of the turn."""
    return state.turn


def hides(action: Action) -> bool:
    """Whether the other seats do not see the choice: a tile is laid face down, a bid is secret."""
    return action.kind in (SEND, SHOWDOWN, BID)
