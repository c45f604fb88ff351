"""High Card: everybody holds a hidden card, keeps it or swaps it for the top of the deck; the highest wins."""

from pathlib import Path

from parrain.core import Game, Modules, say

from . import board, bot, components, imagine, invariants, position, refusals, rules, state, text, view


class HighCard(Game):
    """The facts of the game and its modules."""

    id = "high-card"
    prefix = "HC"
    title = "High Card"
    fewest = 2
    most = 4
    minutes = 1
    difficulty = 1
    pitch = say("One card, one chance to swap it.")
    endings = ("shown",)
    home = Path(__file__).parent
    default_edition = "house"
    modules = Modules(components, state, view, rules, position, imagine, refusals, invariants, bot, text, board)
