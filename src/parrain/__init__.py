"""Parrain: one table for five gangster board games.

>>> import parrain
>>> state = parrain.new("district-noir", seed=7)
>>> state.current_players()
(1,)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parrain.games import all_games, game, new, show

__all__ = ["all_games", "game", "new", "show"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import the games when one of these is first used: what only asks for the version need not wait for them."""
    if name not in (*__all__, "games"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    games = import_module("parrain.games")
    globals().update({each: getattr(games, each) for each in __all__})
    return globals()[name]
