"""A View of Gangster drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.parts import TableParts, whole
from parrain.core.parts import no_card as card
from parrain.core.parts import no_pieces as pointed
from parrain.core.parts import no_scenes as scenes
from parrain.games.gangster.board.page import draw
from parrain.games.gangster.components import Box
from parrain.games.gangster.view import View

__all__ = ["card", "draw", "parts", "pointed", "scenes"]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table, still as one picture."""
    return whole(draw(view, box, actions, names, language, narrow), view.scores)
