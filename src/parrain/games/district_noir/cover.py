"""The cover of the box."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.svg import Markup
from parrain.core.svg.cover import ground, name_plate


def lamp(x: float, y: float, reach: float, paint: str = "ochre", opacity: float = 0.5) -> Markup:
    """The light that falls from a street lamp."""
    return svg.tag(
        "path", d=f"M{x} {y}L{x - reach * 0.55} {y + reach}H{x + reach * 0.55}Z", fill=paint, opacity=opacity
    )


def cover(title: str) -> Markup:
    """A line of cards under a street lamp, the city behind it."""
    cards = [
        ("8", "hat", "blood"),
        ("7", "car", "steel"),
        ("−3", "knife", "coal"),
        ("6", "bottle", "felt"),
        ("", "badge", "coal"),
    ]
    fan = [
        svg.group(
            svg.card(74, 104, value, symbol, paint, dark=not value),
            x=32 + i * 42.0,
            y=178 - (2 - abs(i - 2)) * 9.0,
            turn=(i - 2) * 5.0,
        )
        for i, (value, symbol, paint) in enumerate(cards)
    ]
    return svg.join(
        ground("coal"),
        lamp(150, 40, 236, "ochre", 0.55),
        lamp(150, 40, 236, "gold", 0.18),
        svg.skyline(14, 262, 272, 200, "steel", 11),
        svg.skyline(14, 262, 272, 128, "slate", 5),
        svg.rect(14, 262, 272, 104, "felt"),
        svg.line(14, 262, 286, 262, "gold", 1.2),
        svg.line(150, 14, 150, 34, "gold", 2),
        svg.path("M134 44Q150 26 166 44Z", "gold", "coal", 1),
        *fan,
        name_plate(title),
    )
