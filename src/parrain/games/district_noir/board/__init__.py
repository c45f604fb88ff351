"""A View of District Noir as parts: the duel of columns above the line, the hand, the panels, the unseen cards."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import BOARD, Part, TableParts
from parrain.core.say import say
from parrain.games.district_noir.board import duel, line
from parrain.games.district_noir.board.cards import card
from parrain.games.district_noir.board.hand import hand
from parrain.games.district_noir.board.panels import panels, status, unseen
from parrain.games.district_noir.board.scenes import pointed, scenes
from parrain.games.district_noir.board.table import Table
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.view import View

__all__ = ["card", "parts", "pointed", "scenes"]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """Everything this View shows."""
    table = Table(view, box, actions, names, language, narrow)
    held = hand(table)
    shown = (board(table), *([held] if held is not None else []), unseen(table))
    return TableParts(status(table), panels(table), shown)


def board(table: Table) -> Part:
    """The columns of both players, and the line below them."""
    title = table.words(say("The columns and the line"))
    if table.narrow:
        top = duel.STRIP + sum([duel.ROWS.get(each, duel.ROW) for each in (*table.box.gangs, *duel.ROWS)])
        drawn = (*duel.narrow_duel(table), *line.line(table, top, 390))
        return Part(BOARD, 390, top + line.NARROW_HEIGHT, drawn, title)
    width = duel.width_of(table)
    ground = svg.rect(0, duel.WIDE_HEIGHT, width, line.WIDE_HEIGHT, "ground")
    drawn = (ground, *duel.wide_duel(table), *line.line(table, duel.WIDE_HEIGHT, width))
    return Part(BOARD, width, duel.WIDE_HEIGHT + line.WIDE_HEIGHT, drawn, title)
