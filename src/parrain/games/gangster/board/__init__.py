"""Drawings of Gangster."""

from parrain.games.gangster.board.page import draw as draw
