"""A View drawn as parts, with the kit of docs/boards.md; choices that are not drawn become buttons."""

from collections.abc import Sequence

from parrain.core import Action, svg
from parrain.core.parts import BOARD, Panel, Part, Status, TableParts
from parrain.core.parts import no_card as card
from parrain.core.parts import no_pieces as pointed
from parrain.core.parts import no_scenes as scenes

from .components import Box
from .view import View

__all__ = ["card", "parts", "pointed", "scenes"]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """Cards in a row."""
    drawn = [svg.rect(0, 0, 390, 180, "felt")]
    for seat, held in enumerate(view.shown):
        face = svg.card(64, 90, str(held), "hat", "blood", "") if held else svg.back(64, 90, "H")
        drawn.append(svg.piece(f"card.{seat}", face, kind=str(held or "?"), x=50 + 72 * seat, y=45))
    panels = tuple(Panel((seat,), str(score)) for seat, score in enumerate(view.scores))
    return TableParts(Status(""), panels, (Part(BOARD, 390, 180, svg.join(*drawn), "High Card"),))
