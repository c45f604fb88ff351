"""A View of Gangster as the parts of its table, the cards that explain them, and its scenes."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.parts import TableParts
from parrain.games.gangster.board.cards import card
from parrain.games.gangster.board.city import board
from parrain.games.gangster.board.drawing import Drawing
from parrain.games.gangster.board.hand import hand, offer
from parrain.games.gangster.board.panels import panels, status, tracks
from parrain.games.gangster.board.scenes import pointed, scenes
from parrain.games.gangster.components import Box
from parrain.games.gangster.view import View

__all__ = ["card", "parts", "pointed", "scenes"]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table: the map, the viewer's hand, the equipment offered, the panels, the bar."""
    drawing = Drawing(view, box, actions, names, language, narrow)
    shown = (board(drawing), hand(drawing), tracks(drawing), offer(drawing))
    return TableParts(status(drawing), panels(drawing), tuple(each for each in shown if each is not None))
