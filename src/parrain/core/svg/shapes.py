"""Plain shapes, frames and ornaments: the page, its title, panels, badges, progress, arrows."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, hypot, pi, sin

from parrain.core.svg.icons import icon
from parrain.core.svg.lettering import text, width_of
from parrain.core.svg.markup import EMPTY, Markup, group, join, number, tag

Point = tuple[float, float]
KEPT = 8192  # drawings of each shape: most of a board is the same after a choice


@lru_cache(maxsize=KEPT)
def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "none",
    stroke: str | None = None,
    thick: float = 1.4,
    round_: float = 0,
    opacity: float | None = None,
    css: str = "",
) -> Markup:
    """A rectangle, with round corners if asked."""
    return tag(
        "rect",
        x=x,
        y=y,
        width=max(width, 0.0),
        height=max(height, 0.0),
        rx=round_ or None,
        fill=fill,
        stroke=stroke,
        stroke_width=thick if stroke else None,
        opacity=opacity,
        css=css,
    )


@lru_cache(maxsize=KEPT)
def circle(
    x: float, y: float, radius: float, fill: str = "none", stroke: str | None = None, thick: float = 1.4
) -> Markup:
    """A disc or a ring."""
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=thick if stroke else None)


@lru_cache(maxsize=KEPT)
def line(
    x1: float, y1: float, x2: float, y2: float, stroke: str = "ink", thick: float = 1.4, dash: str | None = None
) -> Markup:
    """A straight line."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=thick, stroke_dasharray=dash)


@lru_cache(maxsize=KEPT)
def path(d: str, fill: str = "none", stroke: str | None = None, thick: float = 1.4, dash: str | None = None) -> Markup:
    """Any path."""
    return tag("path", d=d, fill=fill, stroke=stroke, stroke_width=thick if stroke else None, stroke_dasharray=dash)


def polygon(points: list[Point], fill: str = "none", stroke: str | None = None, thick: float = 1.4) -> Markup:
    """A closed shape through these points."""
    shown = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return tag("polygon", points=shown, fill=fill, stroke=stroke, stroke_width=thick if stroke else None)


def diamond(x: float, y: float, radius: float, fill: str = "oxblood", stroke: str | None = None) -> Markup:
    """A small lozenge, centred on x, y."""
    return polygon([(x, y - radius), (x + radius * 1.15, y), (x, y + radius), (x - radius * 1.15, y)], fill, stroke)


def fan(x: float, y: float, radius: float, right: int, down: int, colour: str = "brass") -> Markup:
    """The corner ornament: six rays and an arc, opening to the right (1) or left (-1), down (1) or up (-1)."""
    here = f"M{number(x)} {number(y)}"
    turns = [(right * cos(i * pi / 10), down * sin(i * pi / 10)) for i in range(6)]
    rays = "".join(f"{here}L{number(x + radius * a)} {number(y + radius * b)}" for a, b in turns)
    bow = radius * 0.72
    sweep = 1 if right == down else 0
    start, end = f"{number(x + right * bow)} {number(y)}", f"{number(x)} {number(y + down * bow)}"
    arc = f"M{start}A{number(bow)} {number(bow)} 0 0 {sweep} {end}"
    return path(rays + arc, stroke=colour, thick=1.2)


def steps(x: float, y: float, width: float, height: float, notch: float) -> str:
    """The path of a box whose corners are cut in two steps, as on a cinema front."""
    a = notch
    b, c = number(notch / 2), number(-notch / 2)
    return (
        f"M{number(x + a)} {number(y)}H{number(x + width - a)}v{b}h{b}v{b}h{b}V{number(y + height - a)}h{c}v{b}h{c}v{b}"
        f"H{number(x + a)}v{c}h{c}v{c}h{c}V{number(y + a)}h{b}v{c}h{b}Z"
    )


@lru_cache(maxsize=64)
def frame(width: float, height: float, margin: float = 24, corner: float = 46, behind: Markup = EMPTY) -> Markup:
    """The page: night around, a sheet of paper, two rules, a fan in every corner; `behind` is drawn first."""
    a, b = margin + 10 * min(1, margin / 24), margin + 18 * min(1, margin / 24)
    corners = [
        fan(x, y, corner, right, down)
        for x, right in ((b, 1), (width - b, -1))
        for y, down in ((b, 1), (height - b, -1))
    ]
    return join(
        rect(0, 0, width, height, "night"),
        rect(margin, margin, width - 2 * margin, height - 2 * margin, "paper"),
        behind,
        rect(a, a, width - 2 * a, height - 2 * a, "none", "ink", 2),
        rect(b, b, width - 2 * b, height - 2 * b, "none", "ink", 0.8),
        *(corners if corner else []),
    )


@lru_cache(maxsize=64)
def skyline(x: float, y: float, width: float, height: float, colour: str = "vellum", seed: int = 7) -> Markup:
    """Roofs of a city standing on y, for the background; the same seed gives the same city."""
    d = [f"M{number(x)} {number(y)}"]
    at, word = 0.0, seed
    while at < width - 1:
        word = (word * 1103515245 + 12345) & 0x7FFFFFFF
        wide = min(18.0 + (word >> 12) % 34, width - at)
        tall = height * (0.34 + (word >> 18) % 36 / 100)
        side, rise = number(wide / 6), height * 0.11
        if (word >> 7) % 5 < 2:  # a tower in three steps with a mast
            mast, half = number(height - tall - 2 * rise), number(wide / 6 - 1)
            up, down = f"h{side}v{number(-rise)}", f"v{number(rise)}h{side}"
            d.append(f"V{number(y - tall)}{up}{up}h{half}v-{mast}h2v{mast}h{half}{down}{down}")
        elif (word >> 7) % 5 == 2:  # a pitched roof
            d.append(f"V{number(y - tall)}l{number(wide / 2)} -{side}l{number(wide / 2)} {side}")
        else:
            d.append(f"V{number(y - tall * 0.8)}h{number(wide)}")
        at += wide
    return path("".join(d) + f"V{number(y)}Z", colour)


def rays(x: float, y: float, radius: float, count: int = 24, colour: str = "vellum", inner: float = 0) -> Markup:
    """A rising sun: wedges above y, for the background."""
    d = []
    for i in range(count):
        a, b = pi * (i + 0.25) / count, pi * (i + 0.75) / count
        d.append(
            f"M{number(x - cos(a) * inner)} {number(y - sin(a) * inner)}"
            f"L{number(x - cos(a) * radius)} {number(y - sin(a) * radius)}"
            f"L{number(x - cos(b) * radius)} {number(y - sin(b) * radius)}"
            f"L{number(x - cos(b) * inner)} {number(y - sin(b) * inner)}Z"
        )
    return path("".join(d), colour)


def title(x: float, y: float, words: str, size: float = 30, room: float = 440, rule: bool = True) -> Markup:
    """A title in spaced capitals, centred, with a brass rule and a lozenge below."""
    below = y + size * 0.42
    half = room / 2
    ruled = join(
        line(x - half, below, x - 12, below, "brass", 1.6),
        line(x + 12, below, x + half, below, "brass", 1.6),
        diamond(x, below, 5),
    )
    return join(
        text(x, y, words.upper(), size, anchor="middle", serif=True, spacing=size * 0.24, room=room),
        ruled if rule else EMPTY,
    )


@lru_cache(maxsize=64)
def panel(
    x: float, y: float, width: float, height: float, heading: str = "", fill: str = "vellum", notch: float = 8
) -> Markup:
    """A box with stepped corners and a brass line inside; a heading sits in its upper edge."""
    outer = path(steps(x, y, width, height, notch), fill, "ink", 1.4)
    inner = path(steps(x + 4, y + 4, width - 8, height - 8, notch), "none", "brass", 0.8)
    if not heading:
        return join(outer, inner)
    size = 13.0
    wide = min(width - 40, width_of(heading.upper(), size, True, spacing=2) + 20)
    plate = rect(x + (width - wide) / 2, y - 9, wide, 18, "paper", "ink", 1.2)
    words = text(x + width / 2, y + 4.5, heading.upper(), size, anchor="middle", serif=True, spacing=2, room=wide - 12)
    return join(outer, inner, plate, words)


def badge(
    x: float,
    y: float,
    words: str,
    size: float = 12,
    fill: str = "ink",
    colour: str = "paper",
    symbol: str = "",
    anchor: str = "start",
    room: float | None = None,
    stroke: str | None = None,
) -> Markup:
    """A small plate with a word in it, and an icon before if asked; y is the middle of its height."""
    high = size * 1.7
    pad = size * 0.6
    sign = size * 1.25 if symbol else 0.0
    gap = size * 0.35 if symbol and words else 0.0
    inside = width_of(words, size)
    if room is not None:
        inside = min(inside, room - 2 * pad - sign - gap)
    wide = inside + 2 * pad + sign + gap
    left = x - (wide / 2 if anchor == "middle" else wide if anchor == "end" else 0)
    return join(
        rect(left, y - high / 2, wide, high, fill, stroke, 1.4, 2),
        icon(symbol, left + pad, y - sign / 2, sign, colour) if symbol else EMPTY,
        text(left + pad + sign + gap, y + size * 0.36, words, size, colour, room=inside + 0.01),
    )


def badge_width(words: str, size: float = 12, symbol: str = "") -> float:
    """How wide such a badge is."""
    return width_of(words, size) + size * (1.2 + (1.25 if symbol else 0) + (0.35 if symbol and words else 0))


def progress(x: float, y: float, done: int, of: int, radius: float = 5, gap: float = 6) -> Markup:
    """Lozenges in a row: those behind us are full, the one we are in is red, those to come are empty."""
    step = radius * 2.3 + gap
    shapes = []
    for i in range(of):
        fill = "ink" if i < done - 1 else "oxblood" if i == done - 1 else "paper"
        shapes.append(diamond(x + radius * 1.15 + i * step, y, radius, fill, "ink"))
    return join(*shapes)


def progress_width(of: int, radius: float = 5, gap: float = 6) -> float:
    """How wide such a row is."""
    return of * (radius * 2.3 + gap) - gap


def arrow(
    x1: float, y1: float, x2: float, y2: float, colour: str = "oxblood", thick: float = 3, bend: float = 0
) -> Markup:
    """An arrow from one point to another; `bend` bows it to its left by that many pixels."""
    long = hypot(x2 - x1, y2 - y1) or 1.0
    head = thick * 3.2
    nx, ny = (y2 - y1) / long, -(x2 - x1) / long
    cx, cy = (x1 + x2) / 2 + nx * bend * 2, (y1 + y2) / 2 + ny * bend * 2
    angle = atan2(y2 - cy, x2 - cx)
    ex, ey = x2 - cos(angle) * head * 0.8, y2 - sin(angle) * head * 0.8
    bow = f"M{number(x1)} {number(y1)}Q{number(cx)} {number(cy)} {number(ex)} {number(ey)}"
    shaft = path(bow, stroke=colour, thick=thick)
    tip = group(polygon([(0, 0), (-head, -head * 0.55), (-head, head * 0.55)], colour), x=x2, y=y2, turn=degrees(angle))
    return join(shaft, tip)


def button(
    x: float, y: float, width: float, height: float, words: str, size: float = 15, look: str = "solid", symbol: str = ""
) -> Markup:
    """The plate of a button (`solid`, `open`, or `brass` on a coloured ground); wrap it in `choice` to make it work."""
    fill, colour, edge = {
        "solid": ("ink", "paper", "brass"),
        "open": ("paper", "ink", "brass"),
        "brass": ("gold", "coal", "coal"),
    }[look]
    sign = size * 1.3 if symbol else 0.0
    room = width - 16 - (sign + 6 if symbol else 0)
    wide = min(width_of(words, size), room)
    left = x + (width - wide - (sign + 6 if symbol else 0)) / 2
    return join(
        rect(x, y, width, height, fill, "coal" if look == "brass" else "ink", 2, 2),
        rect(x + 3, y + 3, width - 6, height - 6, "none", edge, 0.8, 1),
        icon(symbol, left, y + (height - sign) / 2, sign, colour) if symbol else EMPTY,
        text(left + (sign + 6 if symbol else 0), y + height / 2 + size * 0.36, words, size, colour, room=wide + 0.01),
    )
