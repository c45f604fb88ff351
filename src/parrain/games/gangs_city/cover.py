"""The cover of the box."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.svg import Markup
from parrain.core.svg.cover import ground, name_plate


def cover(title: str) -> Markup:
    """A city of hexagons that grows."""
    tiles = []
    marks = {
        (0, 0): ("chip", "blood"),
        (1, 0): ("bottle", "felt"),
        (0, 1): ("gun", "coal"),
        (-1, 1): ("syringe", "steel"),
        (-1, 0): ("lips", "blood"),
        (0, -1): ("dollar", "ochre"),
        (1, -1): ("cigarette", "mauve"),
    }
    for q in range(-3, 4):
        for r in range(-4, 5):
            x, y = svg.hex_centre(q, r, 46)
            px, py = 150 + x, 158 + y
            if not (30 < px < 270 and 50 < py < 300):
                continue
            if (q, r) in marks:
                symbol, paint = marks[q, r]
                tiles.append(svg.polygon(svg.hex_corners(px, py, 45), "ivory", "coal", 2))
                tiles.append(svg.polygon(svg.hex_corners(px, py, 40), "none", "gold", 1))
                tiles.append(svg.seal(symbol, px, py, 21, paint))
            else:
                tiles.append(svg.polygon(svg.hex_corners(px, py, 44), "none", "gold", 0.7))
    people = [svg.pawn(1, 150, 152, 44), svg.pawn(2, 219, 196, 44), svg.pawn(4, 82, 118, 44)]
    return svg.join(ground("mauve"), *tiles, *people, name_plate(title))
