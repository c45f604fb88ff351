"""The hexes of the board without what lies on them: where they are, dashed edges, hatching."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from parrain.core import svg
from parrain.core.svg import Markup, Point
from parrain.games.gangs_city.actions import SIDES
from parrain.games.gangs_city.board.context import beside

Cell = tuple[int, int]


class Grid(NamedTuple):
    """Pointy hexes of that radius; cell 0, 0 has its middle at x, y; the board is as large as width and height."""

    radius: float
    x: float
    y: float
    width: float
    height: float

    @property
    def apothem(self) -> float:
        """How far a side is from the middle."""
        return self.radius * sqrt(3) / 2

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        x, y = svg.hex_centre(cell[0], cell[1], self.radius, flat=False)
        return round(self.x + x, 1), round(self.y + y, 1)


@lru_cache(maxsize=256)
def dashed(grid: Grid, cells: tuple[Cell, ...]) -> Markup:
    """The edges of the empty hexes around these cells."""
    empty = {beside(cell, side) for cell in cells for side in SIDES} - set(cells)
    shown: list[str] = []
    done: set[tuple[Point, Point]] = set()
    for cell in sorted(empty):
        corners = [(round(x, 1), round(y, 1)) for x, y in svg.hex_corners(*grid.centre(cell), grid.radius, False)]
        for i, start in enumerate(corners):
            end = corners[(i + 1) % 6]
            edge = (min(start, end), max(start, end))
            if edge not in done:
                done.add(edge)
                shown += clipped(grid, *edge)
    return svg.path("".join(shown), stroke="ash", thick=1.2, dash="4 5")


@lru_cache(maxsize=4096)
def hatching(grid: Grid, cell: Cell, colour: str, thick: float) -> Markup:
    """Slanting lines across a hex."""
    x, y = grid.centre(cell)
    shown: list[str] = []
    for i in range(-5, 6):
        offset = i * grid.radius * 0.26
        ends = cut(offset, grid.apothem * 0.93)
        if ends:
            shown += clipped(grid, (x + ends[0], y + ends[0] + offset), (x + ends[1], y + ends[1] + offset))
    return svg.path("".join(shown), stroke=colour, thick=thick)


def cut(offset: float, apothem: float) -> Point | None:
    """Where the line y = x + offset enters and leaves a pointy hex around the origin, as x."""
    low, high = -10.0 * apothem, 10.0 * apothem
    for nx, ny in ((1.0, 0.0), (0.5, sqrt(3) / 2), (0.5, -sqrt(3) / 2)):
        slope, at = nx + ny, ny * offset  # |slope * x + at| <= apothem
        ends = sorted(((-apothem - at) / slope, (apothem - at) / slope))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


def clipped(grid: Grid, start: Point, end: Point) -> list[str]:
    """A line as far as it is on the board, so that the board can be a part of a larger picture."""
    low, high = 0.0, 1.0
    for at, to, most in ((start[0], end[0], grid.width), (start[1], end[1], grid.height)):
        move = to - at
        if move == 0:
            if not 0 <= at <= most:
                return []
            continue
        ends = sorted((-at / move, (most - at) / move))
        low, high = max(low, ends[0]), min(high, ends[1])
    if low >= high:
        return []
    dx, dy = end[0] - start[0], end[1] - start[1]
    ax, ay, bx, by = start[0] + dx * low, start[1] + dy * low, start[0] + dx * high, start[1] + dy * high
    return [f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"]
