"""Where the places of Chicago stand: a grid of four by three (turned a quarter on a phone), and the streets between."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from parrain.core import svg
from parrain.games.gangster.board.drawing import Frame
from parrain.games.gangster.components import Box

# Column and row of each place of our map; another edition's places take the nearest free cell of its poster.
GRID: dict[str, tuple[int, int]] = {
    "greek-town": (1, 0),
    "north-side": (2, 0),
    "gold-coast": (3, 0),
    "west-side": (0, 1),
    "the-valley": (1, 1),
    "little-italy": (2, 1),
    "chinatown": (3, 1),
    "cicero": (0, 2),
    "back-of-the-yards": (1, 2),
    "little-africa": (2, 2),
    "the-loop": (3, 2),
}
ACROSS, SEAT, HEAD = 6, 32.0, 49.0  # seats in a row, how large one is, and what stands above them
Points = tuple[svg.Point, ...]


class Layout(NamedTuple):
    """The size of the map, the frame of each place, and the way of each street in both directions."""

    width: float
    height: float
    frames: dict[int, Frame]
    streets: dict[tuple[int, int], Points]


@lru_cache(maxsize=32)
def cells(box: Box) -> dict[int, tuple[int, int]]:
    """The cell of every place."""
    found = {place: GRID[name] for place, name in enumerate(box.names) if name in GRID}
    for place in range(box.places):
        if place not in found:
            x, y = box.poster[place][0] / 25, box.poster[place][1] / 34
            free = [(column, row) for column in range(box.places) for row in range(3)]
            free = [each for each in free if each not in found.values()]
            found[place] = min(
                free, key=lambda each: (max(each[0] - 3, 0), hypot(each[0] + 0.5 - x, each[1] + 0.5 - y))
            )
    return found


@lru_cache(maxsize=512)
def layout(box: Box, districts: tuple[str, ...], tiles: tuple[int, ...], narrow: bool) -> Layout:
    """The map for these districts with these tiles."""
    numbers = {box.number_of[name]: tile for name, tile in zip(districts, tiles, strict=True)}
    spots = {place: cell for place, cell in cells(box).items() if place in numbers or place == box.port}
    columns = max(4, 1 + max(column for column, _ in spots.values()))
    if narrow:  # east is up
        spots = {place: (row, columns - 1 - column) for place, (column, row) in spots.items()}
        wide, gap, left, top, between, foot = 116.0, 13.0, 6.0, 27.0, 22.0, 18.0
        heights = dict.fromkeys(spots, 86.0)
        columns = 3
    else:
        wide, gap, left, top, between, foot = ACROSS * SEAT + 12, 34.0, 12.0, 28.0, 28.0, 28.0
        heights = {place: card_height(box.tile_squares[tile - 1]) for place, tile in numbers.items()}
        heights[box.port] = card_height(2 * ACROSS)
    tops, y = [], top
    for row in range(1 + max(row for _, row in spots.values())):
        tops.append(y)
        y += max([heights[place] for place, spot in spots.items() if spot[1] == row] or [60.0]) + between
    frames = {
        place: Frame(left + spot[0] * (wide + gap), tops[spot[1]], wide, heights[place])
        for place, spot in spots.items()
    }
    streets: dict[tuple[int, int], Points] = {}
    for one, other in box.streets:
        if one in frames and other in frames:
            way = street(frames[one], frames[other], [f for p, f in frames.items() if p not in (one, other)], between)
            streets[one, other], streets[other, one] = way, way[::-1]
    right = 10.0 if narrow else 30.0
    return Layout(left + columns * (wide + gap) - gap + right, y - between + foot, frames, streets)


def card_height(squares: int) -> float:
    """How high the card of a district with so many squares is."""
    return HEAD + -(-squares // ACROSS) * SEAT + 4


def street(start: Frame, end: Frame, others: list[Frame], between: float) -> Points:
    """The way of a street: straight if nothing stands in its way, else along the gaps between the places."""
    (x1, y1), (x2, y2) = start.middle, end.middle
    if start.y == end.y:  # the same row: cards may differ in height
        y1 = y2 = start.y + min(start.height, end.height) / 2
    if not any(crosses(x1, y1, x2, y2, each) for each in others):
        return ((x1, y1), (x2, y2))
    if start.y == end.y:
        first_row = all(each.y >= start.y for each in others)
        foot = start.y + max(each.height for each in (start, end, *others) if each.y == start.y)
        y = start.y - between / 2 if first_row else foot + between / 2
        return ((x1, y1), (x1, y), (x2, y), (x2, y2))
    if start.x == end.x:
        x = start.x + start.width + (6 if start.width < 150 else 15)
        return ((x1, y1), (x, y1), (x, y2), (x2, y2))
    x = end.x - 7 if x1 < x2 else end.x + end.width + 7
    foot = start.y + max(each.height for each in (start, *others) if each.y == start.y)
    y = foot + between / 2 if y1 < y2 else start.y - between / 2
    return ((x1, y1), (x1, y), (x, y), (x, y2), (x2, y2))


def crosses(x1: float, y1: float, x2: float, y2: float, frame: Frame) -> bool:
    """Whether a straight line meets a frame."""
    for i in range(1, 40):
        x, y = x1 + (x2 - x1) * i / 40, y1 + (y2 - y1) * i / 40
        if frame.x - 4 < x < frame.x + frame.width + 4 and frame.y - 4 < y < frame.y + frame.height + 4:
            return True
    return False


def path_of(points: Points) -> str:
    """A way as the data of an SVG path."""
    return "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in points)


@lru_cache(maxsize=1024)
def visible_middle(points: Points, frames: tuple[Frame, ...]) -> svg.Point:
    """The middle of what of a way is not under one of these frames."""
    spots = []
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(2, int(hypot(x2 - x1, y2 - y1) / 4))
        spots += [(x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps) for i in range(steps + 1)]
    shown = [(x, y) for x, y in spots if not any(f.x < x < f.x + f.width and f.y < y < f.y + f.height for f in frames)]
    found = shown or spots
    return found[len(found) // 2]


@lru_cache(maxsize=4096)
def route(box: Box, three: bool, start: int, end: int, steps: int) -> tuple[int, ...]:
    """The places on a way of so many streets without turning back, from start to end; empty if there is none."""
    half = box.places if three else 0

    def walk(way: tuple[int, ...]) -> tuple[int, ...]:
        if len(way) == steps + 1:
            return way if way[-1] == end else ()
        for place in range(box.places):
            if box.adjacent[half + way[-1]] >> place & 1 and (len(way) < 2 or place != way[-2]):
                found = walk((*way, place))
                if found:
                    return found
        return ()

    return walk((start,))
