"""A View of Gangster drawn as SVG."""

from parrain.games.gangster.board.page import draw

__all__ = ["draw"]
