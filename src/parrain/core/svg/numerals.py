"""Numerals drawn, not typed: half solid, half hairline, as on the posters of the thirties. They need no font."""

from __future__ import annotations

from functools import lru_cache

from parrain.core.svg.markup import Markup, group, tag

HIGH = 100.0
HAIR = 5.0

# For each sign its width, what is solid and what is hairline, in a box 100 high.
SIGNS: dict[str, tuple[float, str, str]] = {
    "0": (62, "M33 2A29 48 0 0 0 33 98Z", "M33 3.5A27 46.5 0 0 1 33 96.5"),
    "1": (38, "M14 2H32V98H14Z", "M14 4.5L3 18"),
    "2": (60, "M27 2A28 27 0 0 1 27 56Z M4 98L27 56H36L20 92H57V98Z", "M27 3.5A24 25 0 0 0 5 27"),
    "3": (
        58,
        "M26 2A25 23.5 0 0 1 26 49Z M26 47A29 25.5 0 0 1 26 98Z",
        "M26 3.5A23 22 0 0 0 6 20M26 96.5A24 23 0 0 1 4 78",
    ),
    "4": (62, "M33 2H51V98H33Z", "M33 6L5 68H60"),
    "5": (58, "M24 37A30 30.5 0 0 1 24 98Z M10 2H52V12H10Z", "M11.5 4V44Q16 38.5 25 38.5M24 96.5A24 22 0 0 1 4 80"),
    "6": (62, "M33 2A29 48 0 0 0 33 98Z", "M33 42.5A26 27 0 0 1 33 96.5M33 3.5A26 30 0 0 1 54 17"),
    "7": (56, "M36 12H54L28 98H9Z", "M4 4.5H53L51 12"),
    "8": (
        62,
        "M33 2A24 23.5 0 0 0 33 49Z M33 47A29 25.5 0 0 0 33 98Z",
        "M33 3.5A22 22 0 0 1 33 47.5A26 24.5 0 0 1 33 96.5",
    ),
    "9": (62, "M29 2A29 48 0 0 1 29 98Z", "M29 57.5A26 27 0 0 1 29 3.5M29 96.5A26 30 0 0 1 8 83"),
    "+": (56, "M23 26H33V74H23Z M4 45H52V55H4Z", ""),
    "−": (56, "M4 45H52V55H4Z", ""),
    "×": (50, "M8 32L14 26L42 68L36 74Z M36 26L42 32L14 74L8 68Z", ""),
    "/": (44, "", "M38 2L6 98"),
    ".": (22, "M5 84H17V98H5Z", ""),
    " ": (24, "", ""),
}


def signs(shown: str) -> list[str]:
    """What can be drawn of a text; a hyphen is a minus."""
    return [sign for sign in shown.replace("-", "−") if sign in SIGNS]


def numeral_width(shown: str, size: float) -> float:
    """How wide a number is at that height."""
    return sum(SIGNS[sign][0] + 4 for sign in signs(shown)) * size / HIGH


@lru_cache(maxsize=1024)
def numeral(
    x: float,
    y: float,
    shown: str | int,
    size: float,
    colour: str = "ink",
    anchor: str = "start",
    room: float | None = None,
) -> Markup:
    """A number `size` high standing on y; with `room` it is made smaller to fit."""
    drawn = str(shown)
    wide = numeral_width(drawn, size)
    if room is not None and wide > room:
        size *= room / wide
        wide = room
    left = x - (wide / 2 if anchor == "middle" else wide if anchor == "end" else 0)
    parts: list[Markup] = []
    at = 2.0
    for sign in signs(drawn):
        width, solid, hair = SIGNS[sign]
        glyph = []
        if solid:
            glyph.append(tag("path", d=solid, fill=colour))
        if hair:
            # a hairline must stay visible when the numeral is small
            glyph.append(tag("path", d=hair, fill="none", stroke=colour, stroke_width=max(HAIR, 1.2 * HIGH / size)))
        parts.append(group(*glyph, x=at))
        at += width + 4
    return group(*parts, x=left, y=y - size, scale=size / HIGH)
