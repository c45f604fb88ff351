"""The guests: a bust in the gang's paint with the gang's shape on the chest, and the chair under it."""

from __future__ import annotations

from functools import lru_cache

from parrain.core import svg
from parrain.core.svg import EMPTY, Markup

# Where the gang's shape is on a bust of 48 units, and its radius.
CHEST = {"godfather": (24, 44, 4.6), "shooter": (34, 42.5, 5), "blade": (35, 43, 5), "heavy": (24, 43, 5.4)}
SQUARE = 48.0


@lru_cache(maxsize=512)
def bust(rank: str, seat: int, size: float, opacity: float = 1) -> Markup:
    """A gangster, his top left corner at the origin."""
    colour = svg.PLAYERS[seat]
    x, y, radius = CHEST[rank]
    shape = svg.outline(colour.shape, x, y, radius, "ivory", "coal", 1.2)
    return svg.join(svg.figure(rank, 0, 0, size, colour.paint, opacity=opacity), svg.group(shape, scale=size / SQUARE))


@lru_cache(maxsize=256)
def sleeps(x: float, y: float, radius: float) -> Markup:
    """The sign of a sleeper, centred on x, y."""
    size = radius * 1.3
    return svg.join(
        svg.circle(x, y, radius, "steel", "ivory", 1.5), svg.icon("sleep", x - size / 2, y - size / 2, size, "ivory")
    )


@lru_cache(maxsize=64)
def chair_path(width: float, height: float, more: float = 0) -> str:
    """The outline of a chair round the origin, larger by `more` on every side."""
    w, h = width / 2 + more, height / 2 + more
    bow = h * 0.55
    return f"M{-w:g} {h:g}V{bow - h:g}Q{-w:g} {-h:g} 0 {-h:g}Q{w:g} {-h:g} {w:g} {bow - h:g}V{h:g}Z"


@lru_cache(maxsize=64)
def chair(width: float, height: float, glows: bool = False, empty: bool = False) -> Markup:
    """A chair round the origin; one that may be chosen glows, an empty one has a stroke on it."""
    shape = chair_path(width, height)
    return svg.join(
        svg.tag("path", d=chair_path(width, height, 5), fill="glow", opacity=0.6) if glows else EMPTY,
        svg.path(shape, "card", "glow" if glows else "coal", 3.5 if glows else 1.4),
        svg.path(shape, "none", "coal", 1) if glows else EMPTY,
        svg.path(chair_path(width, height, -5), "none", "gold", 0.9) if height > 50 else EMPTY,
        svg.line(-10, 4, 10, 4, "slate", 2) if empty else EMPTY,
    )
