"""The cover of the box."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.svg import Markup
from parrain.core.svg.cover import ground, name_plate


def cover(title: str) -> Markup:
    """A car that crosses the city at night."""
    windows = [
        svg.rect(x, y, 5, 8, "gold", opacity=0.9 if (x * 7 + y * 3) % 5 < 2 else 0.25)
        for x in range(34, 270, 15)
        for y in range(136, 222, 18)
        if (x * 13 + y * 5) % 7 < 3
    ]
    beam = svg.tag("path", d="M224 226L285 206V256Z", fill="gold", opacity=0.55)
    return svg.join(
        ground("steel"),
        svg.circle(222, 76, 34, "ivory"),
        svg.circle(236, 68, 30, "steel"),
        svg.skyline(14, 250, 272, 210, "slate", 23),
        svg.skyline(14, 250, 272, 150, "coal", 3),
        *windows,
        svg.rect(14, 244, 272, 122, "coal"),
        *(svg.rect(24 + i * 56.0, 276, 30, 4, "gold") for i in range(5)),
        beam,
        svg.icon("car", 76, 150, 150, "blood"),
        name_plate(title),
    )
