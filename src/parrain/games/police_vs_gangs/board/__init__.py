"""A View of Police vs Gangs drawn as SVG: the people above, the town, the traffics below, the matter at hand
beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import TableParts, whole
from parrain.core.parts import no_card as card
from parrain.core.parts import no_pieces as pointed
from parrain.core.parts import no_scenes as scenes
from parrain.core.svg import Markup
from parrain.games.police_vs_gangs.board.desk import Desk, Flow
from parrain.games.police_vs_gangs.board.matter import matter
from parrain.games.police_vs_gangs.board.people import deck, prison, seat_box, traffic_box
from parrain.games.police_vs_gangs.board.town import town
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.text import describe
from parrain.games.police_vs_gangs.view import View

__all__ = ["card", "draw", "parts", "pointed", "scenes"]


def draw(view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool) -> str:
    """The table as this View shows it, with the actions that its seat may choose."""
    desk = Desk(view, box, actions, names, language)
    told = " ".join(desk.words(each) for each in describe(view, box))
    width, height, parts = narrow_table(desk) if narrow else wide_table(desk)
    return svg.page(width, height, *parts, title="Police vs Gangs", desc=told, language=language)


def wide_table(desk: Desk) -> tuple[float, float, list[Markup]]:
    """The table on a screen."""
    n = desk.view.players
    place = (1100 - 8 * (n - 1)) / n
    parts: list[Markup] = [seat_box(desk, seat, 50 + seat * (place + 8), 48, place, 66) for seat in range(n)]
    parts += town(desk, 50, 122, 748, 530, 128)
    for t in range(desk.box.traffics):
        parts.append(traffic_box(desk, t, 52 + t * (750 / desk.box.traffics), 656))
    parts.append(prison(desk, 100, 688, 380))
    parts.append(deck(desk, 520, 688))
    flow = Flow(desk, 824, 138, 312)
    matter(desk, flow)
    height = max(760.0, flow.y + 62)
    panel = svg.panel(810, 122, 340, height - 122 - 48)
    return 1200, height, [svg.frame(1200, height, 16, 24), panel, *parts, *flow.parts]


def narrow_table(desk: Desk) -> tuple[float, float, list[Markup]]:
    """The table on a phone held upright: people, town, what is asked, traffics."""
    n = desk.view.players
    parts: list[Markup] = []
    for seat in range(n):
        parts.append(seat_box(desk, seat, 10 + seat % 2 * 187, 10 + seat // 2 * 62, 183, 58))
    top = 10 + (n + 1) // 2 * 62 + 4
    parts += town(desk, 8, top, 374, 374, 112)
    flow = Flow(desk, 14, top + 386, 362)
    matter(desk, flow)
    flow.y += 6
    for t in range(desk.box.traffics):
        flow.parts.append(traffic_box(desk, t, 14 + t % 2 * 186, flow.y + t // 2 * 34))
    flow.y += (desk.box.traffics + 1) // 2 * 34 + 6
    flow.parts.append(prison(desk, 14, flow.y, 200))
    flow.parts.append(deck(desk, 216, flow.y))
    height = flow.y + 44
    return 390, height, [svg.frame(390, height, 4, 0), *parts, *flow.parts]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table, still as one picture."""
    return whole(draw(view, box, actions, names, language, narrow), view.scores)
