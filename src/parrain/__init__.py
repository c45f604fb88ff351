"""Parrain: one table for five gangster board games.

>>> import parrain
>>> state = parrain.new("district-noir", seed=7)
>>> state.current_players()
(1,)
"""

from parrain.games import game, games, new, show

__all__ = ["game", "games", "new", "show"]
__version__ = "0.1.0"
