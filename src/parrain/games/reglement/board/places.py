"""Where the chairs stand in a drawing: two long sides and two ends, lying or upright."""

from __future__ import annotations

from typing import NamedTuple

from parrain.games.reglement.components import Box


class Place(NamedTuple):
    """The middle of a chair, and the direction from it to the table."""

    x: float
    y: float
    inx: float
    iny: float

    def towards(self, distance: float) -> tuple[float, float]:
        """The point that far in front of the chair (behind it, if negative)."""
        return self.x + self.inx * distance, self.y + self.iny * distance


class Hall(NamedTuple):
    """The table top and the sizes of what stands round it."""

    left: float
    top: float
    width: float
    height: float
    chair: float
    token: float
    icon: float
    cake: float
    near: float  # how far from the chair's middle its object lies
    far: float  # and a cake


WIDE = Hall(116, 240, 968, 216, 46, 17, 26, 32, 54, 90)
NARROW = Hall(78, 258, 234, 512, 34, 13, 21, 25, 41, 71)


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


def places(box: Box, hall: Hall, upright: bool) -> list[Place]:
    """The place of every chair; upright, the table is turned by a quarter so that the ring still runs clockwise."""
    found = [Place(0, 0, 0, 0)] * box.chairs
    shape = sides(box)
    reach = hall.chair / 2 + 7
    across, along = (hall.height, hall.width) if upright else (hall.width, hall.height)
    step = across / max(1, len(shape.one))
    for i, (one, other) in enumerate(zip(shape.one, shape.other, strict=True)):
        at = (hall.top if upright else hall.left) + (i + 0.5) * step
        if upright:
            found[one] = Place(hall.left + hall.width + reach, at, -1, 0)
            found[other] = Place(hall.left - reach, at, 1, 0)
        else:
            found[one] = Place(at, hall.top - reach, 0, 1)
            found[other] = Place(at, hall.top + hall.height + reach, 0, -1)
    for chairs, far in ((shape.far_end, True), (shape.near_end, False)):
        for i, chair in enumerate(chairs):
            share = along * (i + 1) / (len(chairs) + 1)
            if upright:
                edge = hall.top + hall.height + reach if far else hall.top - reach
                found[chair] = Place(hall.left + hall.width - share, edge, 0, -1 if far else 1)
            else:
                edge = hall.left + hall.width + reach if far else hall.left - reach
                found[chair] = Place(edge, hall.top + share, -1 if far else 1, 0)
    return found
