"""Text that fits: widths are estimated from the widest usual system fonts, so that no other font clips."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from math import floor

from parrain.core.svg.markup import EMPTY, Markup, escape, join, tag, tooltip
from parrain.core.svg.palette import SERIF

# Width in hundredths of the font size: the advance of DejaVu Sans and DejaVu Serif, rounded up.
SANS_WIDTHS = {
    28: "'ijlıł",
    32: " ,.IJ·‘’\u00a0\u202f",
    36: "/:;\\f|",
    40: "()-[]t¡²³¹",
    44: "!r",
    48: '"',
    52: "*_`§°–“”",
    56: "?LcszŁ",
    60: "FkvxyÞ",
    64: "$0123456789EPSTYabdeghnopqu{}«»øß£€•",
    68: "K",
    72: "ABCRVXZ",
    76: "HNU",
    80: "&DGOQØ",
    84: "#+<=>^w~−×÷±→",
    88: "M",
    96: "%★",
    100: "@Wmæ—…",
    108: "œŒÆ",
}
SERIF_WIDTHS = {
    28: "'",
    32: " ,.ijlıł·‘’\u00a0\u202f",
    36: "-/:;\\|",
    40: "()I[]f¡²³¹",
    44: "!Jt",
    48: '"r',
    52: "*_`s§°–“”",
    56: "?z",
    60: "acevxy",
    64: "$0123456789ko{}«»ø£€•",
    68: "LPTYbdghnpquŁÞß",
    72: "FSXZ",
    76: "ABEKRV",
    80: "CG",
    84: "#+<=>DOQ^~−×÷±→Ø",
    88: "HNUw",
    92: "&",
    96: "%m★",
    100: "@œæ—…Æ",
    104: "MW",
    116: "Œ",
}
BOLD = 1.2
LEAST = 11.0
LONGEST = 1000


def by_letter(widths: dict[int, str]) -> dict[str, float]:
    """The table turned round: the width of each letter in ems."""
    return {letter: width / 100 for width, letters in widths.items() for letter in letters}


TABLES = (by_letter(SANS_WIDTHS), by_letter(SERIF_WIDTHS))


def one_line(words: str, longest: int = LONGEST) -> str:
    """Collapse white space (but not fixed spaces) and cut after `longest` letters."""
    return re.sub(r"[ \t\r\n]+", " ", words[:longest]).strip(" ")


@lru_cache(maxsize=4096)
def letter_ems(letter: str, serif: bool) -> float:
    """The width of a letter in ems; with an accent it is as wide as without."""
    table = TABLES[serif]
    known = table.get(letter)
    if known is None:
        known = table.get(unicodedata.normalize("NFD", letter)[0])
    if known is None:
        wide = unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0x1F000
        known = 0.0 if unicodedata.combining(letter) else 1.3 if wide else 1.0
    return known


@lru_cache(maxsize=16384)
def ems(words: str, serif: bool) -> float:
    """The width of a text in ems."""
    return sum([letter_ems(letter, serif) for letter in words])


def width_of(words: str, size: float, serif: bool = False, bold: bool = False, spacing: float = 0) -> float:
    """How wide a text will be, at most."""
    return ems(words, serif) * size * (BOLD if bold else 1) + spacing * len(words)


def shorten(words: str, size: float, room: float, serif: bool = False, bold: bool = False, spacing: float = 0) -> str:
    """As much of the text as there is room for, with an ellipsis where it was cut."""
    if width_of(words, size, serif, bold, spacing) <= room:
        return words
    left = room - width_of("…", size, serif, bold, spacing)
    kept = 0
    for letter in words:
        left -= width_of(letter, size, serif, bold, spacing)
        if left < 0:
            break
        kept += 1
    return words[:kept].rstrip() + "…" if kept else ""


@lru_cache(maxsize=4096)
def text(
    x: float,
    y: float,
    words: str,
    size: float = 14,
    colour: str = "ink",
    anchor: str = "start",
    serif: bool = False,
    bold: bool = False,
    spacing: float = 0,
    room: float | None = None,
    least: float = LEAST,
    squeeze: float = 1,
) -> Markup:
    """A line of text, baseline at y; with `room` it shrinks down to `least`, then is cut, whole in a tooltip.

    Before it is cut its letters are condensed, down to `squeeze` of their width.
    """
    shown = whole = one_line(words)
    length = None
    if room is not None:
        wide = width_of(shown, size, serif, bold, spacing)
        if wide > room:
            smaller = max(min(least, size), floor(size * room / wide * 100) / 100)
            spacing *= smaller / size
            size = smaller
        length = room if room < width_of(shown, size, serif, bold, spacing) <= room / squeeze else None
        shown = shown if length else shorten(shown, size, room, serif, bold, spacing)
    if not shown:
        return EMPTY
    if spacing and anchor == "middle":
        x += spacing / 2  # the gap after the last letter counts too
    return tag(
        "text",
        tooltip(whole if shown != whole else ""),
        escape(shown),
        fill=colour,
        x=x,
        y=y,
        font_size=size,
        font_family=SERIF if serif else None,
        font_weight="bold" if bold else None,
        text_anchor=anchor if anchor != "start" else None,
        letter_spacing=spacing or None,
        textLength=length,
        lengthAdjust="spacingAndGlyphs" if length else None,
    )


@lru_cache(maxsize=4096)
def wrap(words: str, size: float, room: float, most: int = 99, serif: bool = False) -> tuple[str, ...]:
    """The text in lines that fit; what is beyond the last line is cut with an ellipsis."""
    lines: list[str] = []
    line = ""
    used, space = 0.0, ems(" ", serif)
    for word in one_line(words, 20 * LONGEST).split(" "):
        long = ems(word, serif)
        if line and (used + space + long) * size > room:
            lines.append(line)
            line, used = word, long
        elif line:
            line, used = f"{line} {word}", used + space + long
        else:
            line, used = word, long
    if line:
        lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple([shorten(each, size, room, serif) for each in lines])


@lru_cache(maxsize=4096)
def paragraph(
    x: float,
    y: float,
    words: str,
    room: float,
    size: float = 14,
    colour: str = "ink",
    anchor: str = "start",
    serif: bool = False,
    most: int = 99,
    leading: float = 1.35,
) -> Markup:
    """Text over several lines, the first baseline at y."""
    lines = wrap(words, size, room, most, serif)
    return join(*(text(x, y + i * size * leading, line, size, colour, anchor, serif) for i, line in enumerate(lines)))
