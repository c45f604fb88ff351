"""Numbers that follow from a View: what a gang would score now, and how strong it is on a place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from parrain.core.gangs import ABILITIES
from parrain.games.gangs_city.components import STEPS, Box
from parrain.games.gangs_city.state.city import quarter_points
from parrain.games.gangs_city.view import View


def quarter(owners: Mapping[tuple[int, int], int], seat: int) -> int:
    """How many places the largest quarter of a seat has, by the owner of each cell."""
    left = {cell for cell, owner in owners.items() if owner == seat}
    best = 0
    while left:
        found = [left.pop()]
        for q, r in found:
            for dq, dr in STEPS:
                if (q + dq, r + dr) in left:
                    left.discard((q + dq, r + dr))
                    found.append((q + dq, r + dr))
        best = max(best, len(found))
    return best


def owners_of(view: View) -> dict[tuple[int, int], int]:
    """Who owns the place on each cell."""
    return {(q, r): owner for _, q, r, owner, _ in view.city}


def led(view: View, box: Box, seat: int) -> list[tuple[str, int]]:
    """The traffics a seat leads, with the points of their boxes."""
    return [
        (box.traffics[kind], box.boxes[kind][level])
        for kind, (leader, level) in enumerate(view.leaders)
        if leader == seat
    ]


def gain(view: View, box: Box, seat: int) -> int:
    """What a seat would score if the points were counted now (GC 7.5)."""
    return sum(points for _, points in led(view, box, seat)) + quarter_points(quarter(owners_of(view), seat))


class Fighter(NamedTuple):
    """A tile on a place, as far as it counts there."""

    seat: int
    who: str
    do: str  # fight, recruit, gun or vest
    chief: bool = False
    dead: bool = False
    pinned: bool = False
    tile: int = 0  # its number, from 1 on


class Row(NamedTuple):
    """What one character adds to the sum of its gang."""

    fighter: Fighter
    order: str  # attack, defend or recruit
    printed: int
    chief: int
    kingpin: int
    value: int


def rows(fighters: Sequence[Fighter], seat: int, do: str, owner: int, box: Box, house: bool) -> list[Row]:
    """What every character of a gang adds on a place: values, +1 for a chief, +1 for a Kingpin (GC 6.7, GC 8.7)."""
    mine = [each for each in fighters if each.seat == seat and each.do == do]
    chief = int(any(each.chief and not each.dead for each in mine))
    kingpins = [each for each in mine if house and not each.dead and ability(each.who, box) == "kingpin"]
    order = do if do == "recruit" else "defend" if owner == seat else "attack"
    values = {"attack": box.attack, "defend": box.defence, "recruit": box.recruit}[order]
    found = []
    for each in mine:
        printed = max(values[box.number_of[each.who]], 0)
        extra = int(bool(kingpins) and each is not kingpins[0])
        counts = not each.dead and not each.pinned
        found.append(Row(each, order, printed, chief, extra, printed + chief + extra if counts else 0))
    return found


def ability(name: str, box: Box) -> str:
    """A mercenary's ability, "none" for everybody else."""
    return ABILITIES[box.crew[box.number_of[name]].ability]


def total(found: Iterable[Row]) -> int:
    """The sum of a gang."""
    return sum(row.value for row in found)
