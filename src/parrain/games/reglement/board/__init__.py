"""A View of Règlement de comptes drawn: the long table, the players' panels, one's own hand, scenes and cards."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.parts import Card, TableParts
from parrain.games.reglement.board import cards, hand, panels, table
from parrain.games.reglement.board.context import Context
from parrain.games.reglement.board.scenes import pointed, scenes
from parrain.games.reglement.components import Box
from parrain.games.reglement.view import View

__all__ = ["card", "parts", "pointed", "scenes"]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """Everything a seat sees of the table; what may be chosen can be pressed."""
    ctx = Context(view, box, actions, names, language, narrow)
    drawn = (table.board(ctx), hand.offer(ctx), hand.hand(ctx))
    return TableParts(panels.status(ctx), panels.panels(ctx), tuple([part for part in drawn if part is not None]))


def card(thing: str, view: View, box: Box, names: Sequence[str], language: str) -> Card | None:
    """The card that explains a thing on the table."""
    return cards.card(Context(view, box, (), names, language, False), thing)
