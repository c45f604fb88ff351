"""Parrain: one table for five gangster board games.

>>> import parrain
>>> state = parrain.new("district-noir", seed=7)
>>> state.current_players()
(1,)
"""

from parrain.games import all_games, game, new, show

__all__ = ["all_games", "game", "new", "show"]
__version__ = "0.1.0"
