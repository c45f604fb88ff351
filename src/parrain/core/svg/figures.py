"""People and signs, used by name; what is `currentColor` in one (coat and hat) takes the paint it is used with.

A page that shows drawings carries `sprite()`; a drawing as a file of its own carries the symbols it uses.
"""

from __future__ import annotations

from functools import lru_cache

from parrain.core.svg.icons import ICONS, SQUARE
from parrain.core.svg.markup import Markup, tag
from parrain.core.svg.palette import PALETTE
from parrain.core.svg.symbols import symbols

BESIDE_NAMES = ("check", "house", "laurel")  # icons that the page too needs by name: panels show them


@lru_cache(maxsize=4096)
def figure(
    name: str, x: float, y: float, size: float, paint: str = "coal", height: float = 0, opacity: float = 1
) -> Markup:
    """The figure of that name in a square (or a box of that height), its top left corner at x, y."""
    if name not in symbols():
        raise ValueError(f"there is no figure {name!r}; there are: {', '.join(symbols())}")
    return tag(
        "use",
        href=f"#fig-{name}",
        x=x,
        y=y,
        width=size,
        height=height or size,
        color=PALETTE[paint][0],
        opacity=None if opacity == 1 else opacity,
    )


@lru_cache(maxsize=4096)
def portrait(
    name: str, x: float, y: float, size: float, edge: str = "coal", thick: float = 1.5, opacity: float = 1
) -> Markup:
    """A figure in a frame."""
    frame = tag("rect", x=x, y=y, width=size, height=size, fill="none", stroke=edge, stroke_width=thick)
    return Markup(figure(name, x, y, size, opacity=opacity) + frame)


@lru_cache(maxsize=1)
def sprite() -> Markup:
    """All figures, for a page whose drawings use them, and the icons that stand beside players' names."""
    icons = [
        f'<symbol id="fig-{name}" viewBox="0 0 {SQUARE:.0f} {SQUARE:.0f}">'
        f'<path d="{ICONS[name]}" fill="currentColor" fill-rule="evenodd"/></symbol>'
        for name in BESIDE_NAMES
    ]
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="sprite" aria-hidden="true"><defs>'
        + "".join([*symbols().values(), *icons])
        + "</defs></svg>"
    )
