"""Where the chairs stand in a drawing: round a long table, or round a horseshoe on an upright phone."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parrain.core.svg import Point
from parrain.games.reglement.components import Box


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


class Place(NamedTuple):
    """A chair: its middle, its row, and the points of what belongs to it."""

    x: float
    y: float
    row: str  # chairs of one row stand beside each other
    object: Point
    cake: Point
    number: Point
    anchor: str  # of the number
    front: Area  # the table before it


class Layout(NamedTuple):
    """The drawing's size, the table top, the places, and the sizes of what stands there."""

    width: float
    height: float
    chair: tuple[float, float]
    bust: float
    disc: float  # radius of an object
    cake: float  # radius of a cake
    text: float
    top: str  # path of the table top
    line: str  # path of the brass line on it
    places: tuple[Place, ...]


class Sides(NamedTuple):
    """The chairs by where they stand: one long side and what faces it, and the two ends."""

    one: list[int]
    other: list[int]
    near_end: list[int]
    far_end: list[int]


def sides(box: Box) -> Sides:
    """Walk the ring from an end: a long side, an end, the side that faces it, the other end."""
    n = box.chairs
    start = next((c for c in range(n) if box.opposite[c] >= 0 and box.opposite[(c - 1) % n] < 0), 0)
    one: list[int] = []
    chair = start
    while len(one) < n and box.opposite[chair] >= 0 and box.opposite[chair] not in one:
        one.append(chair)
        chair = (chair + 1) % n
    other = [box.opposite[each] for each in one]
    far_end: list[int] = []
    while len(far_end) < n and chair not in other and chair != start:
        far_end.append(chair)
        chair = (chair + 1) % n
    known = {*one, *other, *far_end}
    near_end = [(start - 1 - i) % n for i in range(n) if (start - 1 - i) % n not in known]
    return Sides(one, other, near_end, far_end)


def rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    """The path of a rectangle with round corners."""
    return (
        f"M{x + r:g} {y:g}H{x + width - r:g}Q{x + width:g} {y:g} {x + width:g} {y + r:g}V{y + height - r:g}"
        f"Q{x + width:g} {y + height:g} {x + width - r:g} {y + height:g}H{x + r:g}"
        f"Q{x:g} {y + height:g} {x:g} {y + height - r:g}V{y + r:g}Q{x:g} {y:g} {x + r:g} {y:g}Z"
    )


STEP, HIGH, LEFT, TOP, DEEP = 58.0, 60.0, 70.0, 73.0, 310.0  # chair to chair, a chair, and the long table


@lru_cache(maxsize=8)
def long_table(box: Box) -> Layout:
    """The long table lying across a screen: one side above, the other below, an end left and right."""
    shape = sides(box)
    found: dict[int, Place] = {}
    width = max(1, len(shape.one)) * STEP + 8
    right, foot = LEFT + width, TOP + DEEP
    for i, (one, other) in enumerate(zip(shape.one, shape.other, strict=True)):
        x = LEFT + 4 + STEP * (i + 0.5)
        left = x - STEP / 2
        found[one] = Place(x, 44, "one", (x, TOP + 27), (x, TOP + 66), (x, 11), "middle", Area(left, TOP + 2, STEP, 48))
        found[other] = Place(
            *(x, foot + 29, "other", (x, foot - 27), (x, foot - 66), (x, foot + 72), "middle"),
            Area(left, foot - 50, STEP, 48),
        )
    for chairs, x, inward in ((shape.near_end, LEFT - 28, 1), (shape.far_end, right + 28, -1)):
        for i, chair in enumerate(chairs):
            part = (i + 1) / (len(chairs) + 1)
            y = TOP + DEEP * (1 - part if inward > 0 else part) if len(chairs) > 1 else TOP + DEEP / 2
            edge = x + inward * 28
            front = Area(edge + 2 if inward > 0 else edge - 50, y - 29, 48, STEP)
            points = (edge + inward * 24, y), (edge + inward * 64, y), (x, y + HIGH / 2 + 13)
            found[chair] = Place(x, y, f"end {inward}", *points, "middle", front)
    return Layout(
        right + LEFT,
        foot + 75,
        (50, HIGH),
        46,
        15,
        22,
        13,
        rounded(LEFT, TOP, width, DEEP, 24),
        rounded(LEFT + 6, TOP + 6, width - 12, DEEP - 12, 19),
        tuple([found[chair] for chair in range(box.chairs)]),
    )


CELL, BEND, ARM = 48.0, 40.0, 94.0  # of the horseshoe: a chair, the bend above, how wide the table is
OUTER, INNER = 50.0, 144.0  # where its left arm begins and ends; the right one is its mirror image
PHONE = 390.0


@lru_cache(maxsize=8)
def horseshoe(box: Box) -> Layout:
    """The same table bent for a phone: half of each side in each arm, so that who faces whom still does."""
    shape = sides(box)
    half = (len(shape.one) + 1) // 2
    foot = BEND + half * CELL
    found: dict[int, Place] = {}
    for i, (one, other) in enumerate(zip(shape.one, shape.other, strict=True)):
        mirrored = i >= half
        y = BEND + CELL * ((i - half if mirrored else half - 1 - i) + 0.5)
        arm = "right" if mirrored else "left"
        found[one] = arm_place(f"{arm} outer", mirrored, y, 26, OUTER + 15, OUTER + 27, OUTER + 30, -4, OUTER)
        found[other] = arm_place(
            *(f"{arm} inner", mirrored, y, INNER + 24, INNER - 15, INNER - 27, INNER - 30, 15), OUTER + ARM / 2
        )
    several = max(len(shape.near_end), len(shape.far_end)) > 1
    for chairs, mirrored in ((shape.near_end, False), (shape.far_end, True)):
        for i, chair in enumerate(chairs):
            found[chair] = foot_place(i, len(chairs), mirrored, foot + 26)
    notch = PHONE - INNER
    return Layout(
        PHONE,
        foot + 52 + (14 if several else 0),
        (46, 46),
        40,
        12,
        17,
        14,
        f"M{OUTER:g} {foot + 1:g}V34Q{OUTER:g} 4 80 4H310Q340 4 340 34V{foot + 1:g}H{notch:g}V{BEND - 2:g}H{INNER:g}"
        f"V{foot + 1:g}Z",
        f"M{OUTER + 4:g} {foot - 3:g}V34Q{OUTER + 4:g} 8 80 8H310Q336 8 336 34V{foot - 3:g}H{notch + 4:g}"
        f"V{BEND - 6:g}H{INNER - 4:g}V{foot - 3:g}Z",
        tuple([found[chair] for chair in range(box.chairs)]),
    )


def arm_place(
    row: str, mirrored: bool, y: float, x: float, thing: float, cake: float, number: float, drop: float, front: float
) -> Place:
    """A chair at an arm of the horseshoe, given for the left arm."""
    outer = row.endswith("outer")
    anchor = "start" if outer != mirrored else "end"
    if mirrored:
        x, thing, cake, number, front = PHONE - x, PHONE - thing, PHONE - cake, PHONE - number, PHONE - front - ARM / 2
    area = Area(front, y - CELL / 2, ARM / 2, CELL)
    return Place(x, y, row, (thing, y), (cake, y), (number, y + drop), anchor, area)


def foot_place(i: int, count: int, mirrored: bool, y: float) -> Place:
    """A chair below an arm of the horseshoe."""
    x = OUTER + ARM / 2 + (i - (count - 1) / 2) * CELL
    side = 1 if count > 1 and i == count - 1 else -1
    cake = x + side * 46
    number, anchor = ((x + 27, y + 4), "start") if count == 1 else ((x, y + 37), "middle")
    cross = (x + 36, y - 14) if count == 1 else (x, y - 32)
    if mirrored:
        x, cake, number, cross = PHONE - x, PHONE - cake, (PHONE - number[0], number[1]), (PHONE - cross[0], cross[1])
        anchor = "end" if anchor == "start" else anchor
    return Place(x, y, "foot", cross, (cake, y), number, anchor, Area(cake - 22, y - 22, 44, 44))
