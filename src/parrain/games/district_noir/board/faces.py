"""The cards of District Noir: faces, small chips and plaques, ghosts of cards to come."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from parrain.core import svg
from parrain.core.say import Say, say, say_term
from parrain.core.svg import EMPTY, Markup
from parrain.games.district_noir.board.table import Table, signed
from parrain.games.district_noir.components import ALLIANCE, BETRAYAL, BUILDING, GANG, Box

GANGS = (("man", "blood", "hat"), ("chauffeur", "steel", "car"), ("rum", "felt", "bottle"), ("gambler", "mauve", "die"))
BUILDINGS = {"port": "anchor", "police": "badge", "city-hall": "hall"}
KINDS = (say("gang"), say("alliance"), say("betrayal"), say("building"))


def kind_word(name: str, box: Box) -> Say:
    """What stands at the foot of a card."""
    kind = box.kinds[box.number_of[name]]
    return say_term(box.edition.term("label", name)) if kind == BUILDING else KINDS[kind]


def value_of(name: str, box: Box) -> str:
    """The value as printed, nothing on a building."""
    number = box.number_of[name]
    kind = box.kinds[number]
    return "" if kind == BUILDING else signed(box.values[number], kind == ALLIANCE)


def look(name: str, box: Box) -> tuple[int, str, str, str]:
    """The kind of a card, the figure or icon on it, its colour, the icon in its corner."""
    number = box.number_of[name]
    kind = box.kinds[number]
    if kind == GANG:
        return kind, *GANGS[box.gangs.index(number) % len(GANGS)]
    if kind == BUILDING:
        return kind, BUILDINGS.get(name, "building"), "coal", ""
    return (kind, "handshake", "ochre", "") if kind == ALLIANCE else (kind, "knife", "coal", "")


def face(table: Table, name: str, width: float, height: float, worded: bool = False) -> Markup:
    """The face of a card, its top left corner at the origin."""
    box = table.box
    word = table.words(kind_word(name, box)) if worded else ""
    kind, figure, paint, corner = look(name, box)
    if kind == BUILDING:
        return building(figure, width, height, word, table.least)
    return printed(kind, figure, paint, corner, value_of(name, box), width, height, word, table.least)


@lru_cache(maxsize=512)
def printed(
    kind: int, figure: str, paint: str, corner: str, value: str, width: float, height: float, word: str, least: float
) -> Markup:
    """A gang, an alliance or a betrayal: the value, a picture, a word."""
    size = max(15.0, height * 0.23)
    top, foot = size + height * 0.05, height - (21 if word else max(3.0, height * 0.04))
    inset = max(2.0, width * 0.05)
    room, high = width - 2 * inset, foot - top
    ground = {GANG: (paint, 0.3), ALLIANCE: ("gold", 0.5), BETRAYAL: ("slate", 0.5)}[kind]
    if kind == GANG:
        side = min(room, high) * 0.98
        picture = svg.figure(figure, (width - side) / 2, foot - side, side, paint)
    else:
        side = min(room, high) * 0.7
        picture = svg.icon(figure, (width - side) / 2, (top + foot - side) / 2, side, "coal")
    sign = width * 0.2
    return svg.join(
        svg.rect(0, 0, width, height, "card", "coal", 1.6, width * 0.06),
        svg.rect(inset, top, room, high, ground[0], None, 0, 0, ground[1]),
        picture,
        svg.rect(inset, top, room, high, "none", paint, 1.2),
        svg.text(inset + 2, size * 0.98, value, size, paint, serif=True, bold=True, room=width - inset, least=least),
        svg.icon(corner, width - inset - sign - 2, size * 0.98 - sign + 2, sign, paint) if corner and word else EMPTY,
        svg.text(width / 2, height - 6.5, word, 13.5, "coal", "middle", room=width - 6, least=least),
    )


@lru_cache(maxsize=128)
def building(icon: str, width: float, height: float, word: str, least: float) -> Markup:
    """A building: brass on night."""
    middle, radius = width / 2, width * 0.36
    words = svg.wrap(word, least, width - 8, 2) if word else []
    y = height * (0.5 - 0.06 * len(words))
    rays = [
        f"M{middle:.1f} {y:.1f}L{middle + cos(a) * width * 0.46:.1f} {y - sin(a) * width * 0.52:.1f}"
        for a in (pi * i / 8 for i in range(9))
    ]
    return svg.join(
        svg.rect(0, 0, width, height, "coal", "coal", 1.6, width * 0.06),
        svg.rect(2.5, 2.5, width - 5, height - 5, "none", "gold", 1.4, width * 0.04),
        svg.path("".join(rays), stroke="ochre", thick=1),
        svg.circle(middle, y, radius, "coal", "gold", 1.4),
        svg.icon(icon, middle - radius * 0.7, y - radius * 0.7, radius * 1.4, "gold"),
        *(
            svg.text(middle, height - 8 - 14 * (len(words) - 1 - i), line, least, "ivory", "middle")
            for i, line in enumerate(words)
        ),
    )


def chip(table: Table, name: str, width: float = 24, height: float = 24) -> Markup:
    """A card as small as it can be read."""
    kind, figure, paint, _ = look(name, table.box)
    return small_chip(kind, figure, paint, value_of(name, table.box), width, height, table.least)


@lru_cache(maxsize=256)
def small_chip(kind: int, figure: str, paint: str, value: str, width: float, height: float, least: float) -> Markup:
    """A chip: a value on the colour of its kind, or the icon of a building."""
    fill, colour = {GANG: (paint, "ivory"), ALLIANCE: ("cream", "coal")}.get(kind, ("coal", "ivory"))
    inside = svg.text(width / 2, height / 2 + 5, value, 15, colour, "middle", True, True, room=width - 1, least=least)
    if kind == BUILDING:
        side = min(width, height) - 6
        inside = svg.icon(figure, (width - side) / 2, (height - side) / 2, side, "gold")
    return svg.join(svg.rect(0, 0, width, height, fill, "coal", 1, 2), inside)


def plaque(table: Table, name: str, width: float = 42, height: float = 40) -> Markup:
    """A deal or a building as a plaque: the value and, where there is room, its sign."""
    kind, figure, _, _ = look(name, table.box)
    return small_plaque(kind, figure, value_of(name, table.box), width, height)


@lru_cache(maxsize=128)
def small_plaque(kind: int, figure: str, value: str, width: float, height: float) -> Markup:
    """The drawing of a plaque."""
    fill, colour = ("cream", "coal") if kind == ALLIANCE else ("coal", "ivory")
    if kind == BUILDING:
        side = height - 10
        inside = svg.icon(figure, (width - side) / 2, 5, side, "gold")
    elif height < 36:
        size = 16 if height > 20 else 14
        inside = svg.text(width / 2, height / 2 + size * 0.35, value, size, colour, "middle", serif=True, bold=True)
    else:
        inside = svg.join(
            svg.text(4, 18, value, 16, colour, serif=True, bold=True),
            svg.icon(figure, width - 21, height - 20, 17, colour),
        )
    edge = "gold" if kind == BUILDING else "coal"
    return svg.join(svg.rect(0, 0, width, height, fill, edge, 1.5, min(4, height * 0.12)), inside)


def dashed(
    x: float,
    y: float,
    width: float,
    height: float,
    stroke: str,
    thick: float = 1.5,
    dash: str = "4 4",
    round_: float = 4,
    fill: str = "none",
) -> Markup:
    """A dashed frame: an empty place, or one that is only shown."""
    return svg.tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=round_,
        fill=fill,
        stroke=stroke,
        stroke_width=thick,
        stroke_dasharray=dash,
    )


def faint(*inside: Markup, opacity: float = 0.55) -> Markup:
    """Something out of reach."""
    return svg.tag("g", *inside, opacity=opacity)


def ghost(drawn: Markup, x: float, y: float, width: float, height: float) -> Markup:
    """A card where it would come to lie."""
    return svg.group(
        svg.rect(0, 0, width, height, "card", None, 0, 4),
        faint(drawn, opacity=0.62),
        dashed(-1.5, -1.5, width + 3, height + 3, "glow", 3, "6 3", 5),
        dashed(-1.5, -1.5, width + 3, height + 3, "ochre", 1, "6 3", 5),
        x=x,
        y=y,
    )
