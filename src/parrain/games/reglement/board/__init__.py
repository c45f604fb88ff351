"""A View of Règlement de comptes drawn: the long table, the players' panels, one's own hand, scenes and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parrain.core.action import Action
from parrain.core.parts import Card, Scene, TableParts
from parrain.games.reglement.board import cards, hand, panels, table
from parrain.games.reglement.board import scenes as told
from parrain.games.reglement.board.context import Context
from parrain.games.reglement.components import Box
from parrain.games.reglement.view import View


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


def scenes(
    events: Sequence[Mapping[str, object]],
    view: View,
    box: Box,
    names: Sequence[str],
    language: str,
    narrow: bool,
    earlier: Sequence[Mapping[str, object]] = (),
) -> list[Scene]:
    """What of these events is told as scenes."""
    return told.scenes(Context(view, box, (), names, language, narrow), events)


def pointed(event: Mapping[str, object], box: Box) -> tuple[str, ...]:
    """The chairs and things that an event is about."""
    return told.pointed(event, box.chairs)
