"""A View of Règlement de comptes drawn as SVG: the long table from above, the players' plates, one's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import TableParts, whole
from parrain.core.parts import no_card as card
from parrain.core.parts import no_pieces as pointed
from parrain.core.parts import no_scenes as scenes
from parrain.core.say import say
from parrain.core.svg import Markup
from parrain.games.reglement import text
from parrain.games.reglement.board import felt, hands
from parrain.games.reglement.board.desk import Desk
from parrain.games.reglement.components import Box
from parrain.games.reglement.view import View

__all__ = ["card", "draw", "parts", "pointed", "scenes"]

TITLE = "Règlement de comptes"


def draw(view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool) -> str:
    """The table as this View shows it; what may be chosen can be pressed."""
    desk = Desk(view, box, actions, names, language, narrow)
    told = " ".join(desk.words(each) for each in text.describe(view, box))
    if narrow:
        return svg.page(390, 1030, *narrow_table(desk), title=TITLE, desc=told, language=language)
    return svg.page(1200, 760, *wide_table(desk), title=TITLE, desc=told, language=language)


def the_table(desk: Desk) -> list[Markup]:
    """The table and all on it, from the felt up."""
    return [
        felt.table_top(desk),
        felt.middle(desk),
        felt.chairs(desk),
        felt.deeds(desk),
        felt.cakes(desk),
        felt.daggers(desk),
    ]


def wide_table(desk: Desk) -> list[Markup]:
    """On a screen: plates above, the table in the middle, the hand below."""
    seated = desk.view.seat is not None
    parts = [svg.frame(1200, 760), svg.title(600, 76, TITLE, 26, 520), hands.plates(desk), *the_table(desk)]
    if seated:
        parts.append(hands.hand(desk, 96, 550, 88, 124, 10, 20, 24))
    left = 640.0 if seated else 66.0
    parts += [hands.prompt(desk, left, 570, 1138 - left, 20, "start"), hands.buttons(desk, left, 606, 240, 36)]
    parts.append(ours(desk, 1100, 710, 12))
    return parts


def narrow_table(desk: Desk) -> list[Markup]:
    """On a phone held upright: plates, the question, the table standing on its end, the hand."""
    parts = [svg.frame(390, 1030, 4, 0), svg.title(195, 26, TITLE, 14, 250, rule=False), hands.plates(desk)]
    parts += [hands.prompt(desk, 195, 187, 350, 14, "middle"), *the_table(desk)]
    if desk.view.seat is not None:
        parts.append(hands.hand(desk, 12, 822, 72, 102, 1.5, 14, 26))
    parts.append(hands.buttons(desk, 12, 932 if desk.view.step == "picking" else 962, 179, 32))
    return parts


def ours(desk: Desk, x: float, y: float, size: float) -> Markup:
    """A word that the board is a reconstruction, where the edition says so."""
    if not any(value.path.startswith("chairs") for value in desk.box.edition.reconstructed()):
        return svg.EMPTY
    words = say("Chairs and seatings: our reconstruction")
    return svg.text(x, y, desk.words(words), size, "smoke", "end", room=420)


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table, still as one picture."""
    return whole(draw(view, box, actions, names, language, narrow), view.scores)
