"""The cover of a box: the parts that all covers share, and the plain cover of a game without one of its own."""

from __future__ import annotations

from parrain.core.svg.icons import icon
from parrain.core.svg.lettering import text, width_of, wrap
from parrain.core.svg.markup import Markup, join, page
from parrain.core.svg.shapes import fan, rays, rect

WIDE, HIGH = 300.0, 380.0


def ground(paint: str, line: str = "gold") -> Markup:
    """The lid: a ground, an edge, a thin line inside."""
    return join(
        rect(0, 0, WIDE, HIGH, paint, "coal", 3, 4),
        rect(9, 9, WIDE - 18, HIGH - 18, "none", line, 1.4, 2),
        rect(13, 13, WIDE - 26, HIGH - 26, "none", line, 0.7, 1),
    )


def name_plate(title: str, y: float = 322, paint: str = "ivory", colour: str = "coal") -> Markup:
    """The name of the game on its plate, in one line or two."""
    words = title.upper()
    size = 22.0
    lines = [words] if width_of(words, size, True, spacing=4) <= 236 else wrap(words, 19, 236, 2)
    if len(lines) > 1:
        size = 19.0
    high = 24.0 + 24 * len(lines)
    top = y - high / 2
    plate = join(
        rect(22, top, WIDE - 44, high, paint, "coal", 2), rect(26, top + 4, WIDE - 52, high - 8, "none", "gold", 1)
    )
    drawn = [
        text(
            WIDE / 2,
            top + 32 + i * 25 - (2 if len(lines) > 1 else 0),
            each,
            size,
            colour,
            "middle",
            serif=True,
            spacing=size * 0.14,
            room=236,
        )
        for i, each in enumerate(lines)
    ]
    return join(plate, *drawn)


def corners(inset: float = 13, radius: float = 30, colour: str = "gold") -> Markup:
    """A fan in every corner."""
    return join(
        *(
            fan(x, y, radius, right, down, colour)
            for x, right in ((inset, 1), (WIDE - inset, -1))
            for y, down in ((inset, 1), (HIGH - inset, -1))
        )
    )


def plain_cover(title: str) -> Markup:
    """The cover of a game without one of its own."""
    return join(
        ground("felt"),
        rays(150, 250, 200, 26, "steel", 40),
        icon("hat", 90, 110, 120, "ivory"),
        corners(),
        name_plate(title),
    )


def cover_page(title: str, drawing: Markup, language: str = "en") -> str:
    """A cover as SVG."""
    return page(WIDE, HIGH, drawing, title=title, language=language)
