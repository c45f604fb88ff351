"""Components: cards, players' tokens, dice, hexagons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from parrain.core.svg.icons import icon
from parrain.core.svg.lettering import LEAST, text, wrap
from parrain.core.svg.markup import EMPTY, Markup, group, join
from parrain.core.svg.numerals import numeral
from parrain.core.svg.shapes import Point, circle, diamond, path, polygon, rect


class Colour(NamedTuple):
    """A player's colour: never alone, always with a shape."""

    name: str
    paint: str
    shape: str
    text: str


PLAYERS = (
    Colour("yellow", "player-yellow", "circle", "coal"),
    Colour("red", "player-red", "diamond", "ivory"),
    Colour("blue", "player-blue", "square", "ivory"),
    Colour("green", "player-green", "triangle", "ivory"),
    Colour("orange", "player-orange", "hexagon", "coal"),
    Colour("purple", "player-purple", "shield", "ivory"),
    # two that Gangster needs; their shapes are those of red and orange, which it has not
    Colour("brown", "brown", "hexagon", "ivory"),
    Colour("grey", "slate", "diamond", "ivory"),
)


@lru_cache(maxsize=4096)
def outline(
    shape: str, x: float, y: float, radius: float, fill: str, stroke: str | None = "ink", thick: float = 2
) -> Markup:
    """One of the six shapes, about as large as a disc of that radius."""
    r = radius
    if shape == "circle":
        return circle(x, y, r, fill, stroke, thick)
    if shape == "diamond":
        return polygon(
            [(x, y - r * 1.16), (x + r * 1.16, y), (x, y + r * 1.16), (x - r * 1.16, y)], fill, stroke, thick
        )
    if shape == "square":
        return rect(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, fill, stroke, thick)
    if shape == "triangle":
        return polygon([(x, y - r * 1.15), (x + r * 1.2, y + r * 0.9), (x - r * 1.2, y + r * 0.9)], fill, stroke, thick)
    if shape == "hexagon":
        return polygon(hex_corners(x, y, r * 1.1), fill, stroke, thick)
    if shape == "shield":
        a = r * 0.95
        left = f"q0 {a:.1f} {-a:.1f} {a * 1.3:.1f}q{-a:.1f} {-a * 0.3:.1f} {-a:.1f} {-a * 1.3:.1f}z"
        return path(f"M{x - a:.1f} {y - a:.1f}h{2 * a:.1f}v{a * 0.9:.1f}{left}", fill, stroke, thick)
    raise ValueError(f"there is no shape {shape!r}; there are: {', '.join(colour.shape for colour in PLAYERS)}")


def token(
    player: int, x: float, y: float, radius: float = 18, letter: str = "", active: bool = False, title: str = ""
) -> Markup:
    """A player's token, centred on x, y; a brass ring around the one whose turn it is. An initial is that of a name in
    the reader's language."""
    colour = PLAYERS[player]
    shown = letter[:2]
    down = {"triangle": 0.3, "shield": -0.05}.get(colour.shape, 0.0) * radius
    size = radius * (0.85 if colour.shape == "triangle" else 1.0) * (0.75 if len(shown) > 1 else 1.0)
    if LEAST <= radius < LEAST / 0.85:
        size = max(size, LEAST)  # a letter smaller than that would be left out
    return group(
        circle(x, y, radius * 1.38, "none", "brass", radius * 0.2) if active else EMPTY,
        outline(colour.shape, x, y, radius, colour.paint, "ink", max(1.2, radius * 0.1)),
        text(x, y + size * 0.36 + down, shown, size, colour.text, "middle", serif=True) if shown else EMPTY,
        title=title,
    )


def standings(rows: Sequence[tuple[Sequence[int], str, bool]], room: float, size: float = 16) -> Markup:
    """The players' shapes and scores in one row, 24 high, on the dark bar of a phone; those who lead are lit."""
    step = room / len(rows)
    shown = []
    for i, (colours, score, leads) in enumerate(rows):
        x = i * step + 10
        for colour in colours:
            shown.append(outline(PLAYERS[colour].shape, x, 12, 7.5, PLAYERS[colour].paint, "cream", 1))
            x += 17
        paint = "glow" if leads else "cream"
        shown.append(text(x - 5, 17.5, score, size, paint, serif=True, room=(i + 1) * step - x + 4, least=14))
    return join(*shown)


def pawn(player: int, x: float, y: float, height: float = 40, symbol: str = "", title: str = "") -> Markup:
    """A gangster in a player's colour, standing on x, y; the player's shape on his coat, or an icon."""
    colour = PLAYERS[player]
    parts = (
        "M0 -28Q9 -28 10.5 -19L14 0H-14L-10.5 -19Q-9 -28 0 -28Z",  # the coat
        "M-6 -37H6V-32A6 6 0 0 1 -6 -32Z",  # the head
        "M-6.5 -37.5Q-6.5 -46 -2.5 -46L0 -44.5L2.5 -46"  # the hat
        "Q6.5 -46 6.5 -37.5L12 -36.5Q12.5 -34 10 -34H-10Q-12.5 -34 -12 -36.5Z",
    )
    mark = icon(symbol, -7, -20, 14, colour.text) if symbol else outline(colour.shape, 0, -12, 5.5, colour.text, None)
    return group(*(path(d, colour.paint, "ink", 1.6) for d in parts), mark, x=x, y=y, scale=height / 46, title=title)


@lru_cache(maxsize=1024)
def card(
    width: float, height: float, value: str, symbol: str, paint: str, label: str = "", dark: bool = False
) -> Markup:
    """The face of a card, its top left corner at the origin: a numeral, a band with an icon, a word if there is room.

    `dark` prints it on coal with a brass edge, for special cards. Without a value the icon is in its place, so that the
    card can be recognised when others lie over it.
    """
    ground, mark = ("coal", "gold") if dark else ("ivory", paint)
    inset = max(2.5, width * 0.05)
    words = wrap(label.upper(), LEAST, width - 3 * inset, 2) if width >= 72 else []
    foot = height - inset - (4 + 13 * len(words) if words else width * 0.04)
    top = height * 0.36
    size = min((foot - top) * 0.84, width * 0.66)
    sign = width * 0.17
    return join(
        rect(0, 0, width, height, ground, "gold" if dark else "coal", max(1.2, width * 0.016), width * 0.06),
        rect(inset, inset, width - 2 * inset, height - 2 * inset, "none", mark, max(0.7, width * 0.009), width * 0.03),
        rect(inset, top, width - 2 * inset, foot - top, paint, "gold" if dark else None, 0.8),
        icon(symbol, (width - size) / 2, (top + foot - size) / 2, size, "gold" if dark else "ivory"),
        numeral(inset * 1.9, top - height * 0.055, value, height * 0.225, mark, room=width * 0.6)
        if value
        else icon(symbol, inset * 1.7, top - height * 0.26, height * 0.22, mark),
        icon(symbol, width - inset * 1.9 - sign, top - height * 0.055 - sign, sign, mark)
        if value and width >= 72
        else EMPTY,
        *(
            text(width / 2, foot + 13 * (i + 1) - 1, line, LEAST, "gold" if dark else "coal", "middle")
            for i, line in enumerate(words)
        ),
    )


@lru_cache(maxsize=1024)
def back(width: float, height: float, letter: str = "P") -> Markup:
    """The back of a card: chevrons in brass on coal, a monogram in the middle."""
    m = width * 0.07
    rise = (width - 2 * m) * 0.34
    gap = max(4.0, height * 0.075)
    d = []
    foot = m + gap * 0.6
    while foot - rise < height - m - gap * 0.4:
        d.append(chevron(width, height, m, foot, rise))
        foot += gap
    radius = width * 0.2
    return join(
        rect(0, 0, width, height, "coal", "ivory", max(1.2, width * 0.016), width * 0.06),
        path("".join(d), stroke="gold", thick=max(0.6, width * 0.007)),
        rect(m, m, width - 2 * m, height - 2 * m, "none", "gold", max(0.7, width * 0.009), width * 0.03),
        circle(width / 2, height / 2, radius, "coal", "gold", max(1.0, width * 0.014)),
        text(width / 2, height / 2 + radius * 0.38, letter, radius * 1.1, "gold", "middle", serif=True)
        if radius >= 10
        else diamond(width / 2, height / 2, radius * 0.5, "gold"),
    )


def chevron(width: float, height: float, margin: float, foot: float, rise: float) -> str:
    """One chevron with its feet at that height, cut where it would leave the card: so no clip path, no id."""
    middle = width / 2
    slope = rise / (middle - margin)
    low, high = height - margin, margin
    shown = ""
    for side in (-1, 1):
        # along the leg from the foot (outside) to the tip (middle), the height falls by `slope` for every pixel
        start = 0.0 if foot <= low else (foot - low) / slope
        stop = middle - margin if foot - rise >= high else (foot - high) / slope
        if start < stop:
            outside = middle + side * (middle - margin)
            shown += f"M{outside - side * start:.1f} {foot - slope * start:.1f}"
            shown += f"L{outside - side * stop:.1f} {foot - slope * stop:.1f}"
    return shown


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(
    x: float, y: float, size: float, face: int | str, paint: str = "ivory", colour: str = "coal", title: str = ""
) -> Markup:
    """A die, its top left corner at x, y; the face is a number of pips, the name of an icon, or empty."""
    marks: list[Markup] = []
    if isinstance(face, int):
        marks = [
            circle(size / 2 + px * size * 0.26, size / 2 + py * size * 0.26, size * 0.085, colour)
            for px, py in PIPS[face]
        ]
    elif face:
        marks = [icon(face, size * 0.19, size * 0.19, size * 0.62, colour)]
    return group(
        rect(0, 0, size, size, paint, "coal", max(1.2, size * 0.04), size * 0.16),
        rect(size * 0.08, size * 0.08, size * 0.84, size * 0.84, "none", "gold", 0.8, size * 0.11),
        *marks,
        x=x,
        y=y,
        title=title,
    )


def hex_corners(x: float, y: float, radius: float, flat: bool = True) -> list[Point]:
    """The six corners of a hexagon, clockwise; `flat` has a flat top, else it stands on a point."""
    turn = 0.0 if flat else pi / 6
    return [(x + radius * cos(turn + i * pi / 3), y + radius * sin(turn + i * pi / 3)) for i in range(6)]


def hex_centre(q: int, r: int, radius: float, flat: bool = True) -> Point:
    """Where the hexagon of axial coordinates q, r has its middle, when 0, 0 is at the origin."""
    if flat:
        return radius * 1.5 * q, radius * sqrt(3) * (r + q / 2)
    return radius * sqrt(3) * (q + r / 2), radius * 1.5 * r


@lru_cache(maxsize=1024)
def hexagon(
    x: float,
    y: float,
    radius: float,
    name: str = "",
    fill: str = "vellum",
    flat: bool = True,
    dashed: bool = False,
    rule: str = "brass",
) -> Markup:
    """A tile: a hexagon with a thin line inside and its name near the top; `dashed` for an empty place."""
    if dashed:
        corners = hex_corners(x, y, radius * 0.96, flat)
        d = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in corners) + "Z"
        return path(d, "none", "ash", 1.4, "6 5")
    high = y - radius * (0.49 if flat else 0.45)
    size = max(11.0, radius * 0.17)
    return join(
        polygon(hex_corners(x, y, radius * 0.985, flat), fill, "ink", max(1.4, radius * 0.022)),
        polygon(hex_corners(x, y, radius * 0.915, flat), "none", rule, 1),
        text(x, high, name.upper(), size, anchor="middle", serif=True, spacing=size * 0.12, room=radius * 1.08),
    )
