"""A sensible player of Gangster: how it rates choices, what it makes of a position, and the reasons it gives."""

from parrain.games.gangster.bot.evaluation import evaluate as evaluate
from parrain.games.gangster.bot.evaluation import turn_number as turn_number
from parrain.games.gangster.bot.rating import rate as rate
from parrain.games.gangster.bot.reasons import reason as reason
