"""The cover of the box."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.svg import Markup
from parrain.core.svg.cover import ground, name_plate


def cover(title: str) -> Markup:
    """The long table seen from its end: the guests, the glasses, and a cake one should not trust."""
    guests = [
        svg.pawn(i, x, y, high)
        for i, (x, y, high) in enumerate(
            [(48, 196, 66), (92, 158, 46), (121, 134, 34), (252, 196, 66), (208, 158, 46), (179, 134, 34)]
        )
    ]
    cloth = svg.path("M124 132H176L258 286H42Z", "ivory", "coal", 2)
    fall = svg.path("M42 286H258V312H42Z", "cream", "coal", 2)
    glasses = [
        svg.icon("glass", x, y, size, "steel")
        for x, y, size in ((92, 206, 26), (188, 200, 26), (116, 158, 17), (168, 156, 17))
    ]
    return svg.join(
        ground("blood"),
        svg.rays(150, 128, 112, 26, "ochre", 44),
        svg.circle(150, 66, 7, "gold"),
        svg.line(150, 14, 150, 60, "gold", 1.4),
        *(svg.circle(150 + dx, 74 + abs(dx) * 0.16, 4, "ivory") for dx in (-36, -18, 18, 36)),
        svg.path("M114 80Q150 68 186 80", stroke="gold", thick=1.4),
        cloth,
        *guests,
        *glasses,
        svg.icon("cake", 112, 194, 76, "mauve"),
        svg.icon("gun", 70, 248, 30, "coal"),
        svg.icon("knife", 212, 244, 26, "coal"),
        fall,
        name_plate(title, 330),
    )
