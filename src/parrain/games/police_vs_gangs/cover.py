"""The cover of the box."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.svg import Markup
from parrain.core.svg.cover import HIGH, WIDE, ground, name_plate


def cover(title: str) -> Markup:
    """The badge and the hat, the dice between them."""
    halves = svg.join(svg.path("M14.5 14.5H285.5L14.5 300Z", "steel"), svg.path("M285.5 14.5V365.5H14.5V300Z", "blood"))
    stripe = svg.line(14, 300, 286, 14, "gold", 3)
    dice = [
        svg.group(svg.die(0, 0, 46, face, paint, colour), x=x, y=y, turn=turn)
        for face, paint, colour, x, y, turn in (
            ("handcuffs", "ivory", "coal", 96, 150, -14),
            (5, "ivory", "coal", 150, 118, 9),
            ("gun", "coal", "gold", 158, 178, 22),
        )
    ]
    return svg.join(
        ground("coal"),
        halves,
        stripe,
        svg.icon("badge", 30, 32, 104, "gold"),
        svg.icon("hat", 166, 196, 108, "coal"),
        svg.icon("handcuffs", 36, 204, 60, "ivory"),
        svg.icon("notes", 214, 44, 54, "ivory"),
        *dice,
        svg.rect(9, 9, WIDE - 18, HIGH - 18, "none", "gold", 1.4, 2),
        name_plate(title),
    )
