"""Boards drawn in characters, for the terminal: a canvas, hexes, and short names for what is on them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from parrain.core.say import Say, say
from parrain.core.translation import render, render_value

Cell = tuple[int, int]
NUMBERED = say("(n) is choice n.")


class Canvas:
    """Characters at rows and columns, which may be negative."""

    def __init__(self) -> None:
        self.cells: dict[Cell, str] = {}

    def put(self, row: int, column: int, text: str) -> None:
        """Write a text from that place on."""
        for at, letter in enumerate(text):
            self.cells[(row, column + at)] = letter

    def centre(self, row: int, column: int, width: int, text: str) -> None:
        """Write a text in the middle of so many columns, cut off if it is longer."""
        text = cut(text, width)
        self.put(row, column + (width - len(text)) // 2, text)

    def line(self, start: Cell, end: Cell, dot: str) -> None:
        """Draw a straight line from one (row, column) to another."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            row = start[0] + round((end[0] - start[0]) * step / steps)
            self.cells[(row, start[1] + round((end[1] - start[1]) * step / steps))] = dot

    def lines(self) -> list[str]:
        """All of it, from the first row and column that were used."""
        if not self.cells:
            return []
        rows = [row for row, _ in self.cells]
        columns = [column for _, column in self.cells]
        return [
            "".join(self.cells.get((row, column), " ") for column in range(min(columns), max(columns) + 1)).rstrip()
            for row in range(min(rows), max(rows) + 1)
        ]


def cut(text: str, width: int) -> str:
    """A text that is at most so long."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def broken(text: str, width: int, lines: int) -> list[str]:
    """A name broken between words into at most so many lines, cut off if it does not fit."""
    found = textwrap.wrap(text, width, break_on_hyphens=False)
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return [cut(each, width) for each in found]


def abbreviated(names: Sequence[str]) -> list[str]:
    """The shortest beginning of each name that no other begins with."""
    found = []
    for name in names:
        others = [other for other in names if other != name]
        long = next(
            (size for size in range(1, len(name)) if not any(other.startswith(name[:size]) for other in others)),
            len(name),
        )
        found.append(name[:long])
    return found


def legend(told: Sequence[Say], names: Sequence[str], language: str, width: int) -> list[str]:
    """Sentences below a chart, broken into lines."""
    texts = [render(sentence, language, names) for sentence in told]
    return [line for text in texts for line in textwrap.wrap(text, width, subsequent_indent="  ")]


def keys(signs: Sequence[object], meanings: Sequence[object], names: Sequence[str], language: str) -> list[str]:
    """Signs of a chart, each with what it means, for a legend."""
    return [
        f"{render_value(sign, language)} {render_value(meaning, language, names)}"
        for sign, meaning in zip(signs, meanings, strict=True)
    ]


SLOPES = {2: ".'", 3: ".-'", 4: "_.-'"}  # a quarter of a hex's width, rising


def hexes(cells: Mapping[Cell, Sequence[str]], quarter: int, height: int = 3) -> Canvas:
    """Hexes with their points up, at (q, r): one step of r is half a hex to the right. Each has so many lines.

    A hex is four quarters wide, a quarter of 2 to 4 columns, and shares its sides with its neighbours.
    """
    canvas = Canvas()
    half, width = 2 * quarter, 4 * quarter
    for (q, r), lines in cells.items():
        left, top = q * width + r * half, r * (height + 2)
        fall(canvas, top, left + half, quarter)
        rise(canvas, top, left + half, quarter)
        fall(canvas, top + height + 2, left, quarter)
        rise(canvas, top + height + 2, left + width, quarter)
        for row in range(height):
            canvas.put(top + 2 + row, left, "|" + " " * (width - 1) + "|")
            if row < len(lines):
                canvas.centre(top + 2 + row, left + 1, width - 1, lines[row])
    return canvas


def fall(canvas: Canvas, row: int, peak: int, quarter: int) -> None:
    """A side of a hex from a peak down to the right, two rows high."""
    slope = SLOPES[quarter][::-1]
    canvas.put(row, peak, slope)
    canvas.put(row + 1, peak + quarter, slope + "_")


def rise(canvas: Canvas, row: int, peak: int, quarter: int) -> None:
    """A side of a hex from the left up to a peak, two rows high."""
    canvas.put(row, peak - quarter + 1, SLOPES[quarter])
    canvas.put(row + 1, peak - 2 * quarter, "_" + SLOPES[quarter])
