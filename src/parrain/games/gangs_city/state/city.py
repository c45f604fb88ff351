"""The map: neighbours, free hexes, quarters. Worked out anew whenever the city changes, then only read."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.compiling import i64
from parrain.core.writing import Kept
from parrain.games.gangs_city.components import Box


class City:
    """The map as tables. A hex is an empty cell that borders a place, numbered in the order of places and sides.

    `near` is the site on each side of each site, -1 for none; `hex_of` the hex that a side borders; `hexes` the sides
    (spots) of each hex, `sides` the choices for all of them, hex by hex, and `starts` where those of each hex begin;
    `builds` is one choice for every cell a place can go to.
    `seen_borders` is what `borders` has worked out, empty before.
    """

    __slots__ = ("build_cells", "builds", "hex_of", "hexes", "near", "seen_borders", "sides", "starts")

    def __init__(self, box: Box, cell: list[int], left: list[int]) -> None:
        sites: dict[int, int] = {}
        for p in range(box.places):
            if cell[p] >= 0:
                sites[cell[p]] = p
        order = []
        for i in range(2):
            if left[i] > 0:
                sites[box.pile_cells[i]] = box.places + i
                order.append(box.places + i)
        order += [p for p in range(box.places) if cell[p] >= 0]
        self.near = [-1] * (6 * (box.places + 2))
        self.hex_of = [-1] * (6 * box.places)
        self.hexes: list[list[int]] = []
        self.sides: list[Action] = []
        self.starts: list[int] = []
        self.builds: list[Action] = []
        self.build_cells: list[int] = []
        self.seen_borders: list[int] = []
        numbers: dict[int, int] = {}
        for site in order:
            here = cell[site] if site < box.places else box.pile_cells[site - box.places]
            for d in range(6):
                there = here + box.steps[d]
                other = sites.get(there, -1)
                self.near[site * 6 + d] = other
                if other >= 0:
                    continue
                if there not in self.build_cells:
                    self.build_cells.append(there)
                    self.builds.append(box.build_actions[site * 6 + d])
                if site < box.places:
                    self.add_side(numbers, there, site * 6 + d)
        for spots in self.hexes:
            self.starts.append(len(self.sides))
            self.sides += [box.at_actions[spot] for spot in spots]
        self.starts.append(len(self.sides))

    def add_side(self, numbers: dict[int, int], there: int, spot: int) -> None:
        """A side of a place borders a hex."""
        h = numbers.get(there, -1)
        if h < 0:
            h = len(self.hexes)
            numbers[there] = h
            self.hexes.append([])
        self.hexes[h].append(spot)
        self.hex_of[spot] = h

    def borders(self, box: Box, cell: list[int]) -> list[int]:
        """A number (see `border`) for each side of a place with a site, used up or not, beside it; kept once asked."""
        if not self.seen_borders:
            for place in range(box.places):
                if cell[place] >= 0:
                    for d in range(6):
                        there = cell[place] + box.steps[d]
                        beside = self.near[place * 6 + d]
                        if beside < 0 and there in box.pile_cells:
                            beside = box.places + box.pile_cells.index(there)
                        if beside >= 0:
                            self.seen_borders.append(border(place, d, beside))
        return self.seen_borders

    def open_sides(self, site: int) -> int:
        """How many of the six sides of a place or pile border nothing."""
        count = 0
        for d in range(6):
            if self.near[site * 6 + d] < 0:
                count += 1
        return count

    def surrounded(self, place: int) -> bool:
        """Whether all six sides of a place touch places or piles (GC 4.19)."""
        return self.open_sides(place) == 0

    def quarter(self, owner: list[int], seat: int) -> int:
        """How many places the largest quarter of a seat has (GC 1.3)."""
        best = 0
        done = [False] * len(owner)
        for start in range(len(owner)):
            if owner[start] != seat or done[start]:
                continue
            done[start] = True
            found = [start]
            at = 0
            while at < len(found):
                place = found[at]
                at += 1
                for d in range(6):
                    other = self.near[place * 6 + d]
                    if 0 <= other < len(owner) and owner[other] == seat and not done[other]:
                        done[other] = True
                        found.append(other)
            best = max(best, len(found))
        return best


class SeenPlaces(Kept):
    """What observations show of the places to every seat alike, as long as map, owners and recruits are these.

    `decision` is where in an observation the part about the decision begins.
    """

    __slots__ = ("city", "decision", "owner", "recruits")

    def __init__(self, size: i64, city: City, owner: list[int], recruits: list[tuple[int, ...]]) -> None:
        super().__init__(size)
        self.city = city
        self.owner = owner
        self.recruits = recruits
        self.decision: i64 = 0


def border(place: int, side: int, site: int) -> int:
    """A side of a place and the site beside it as one number."""
    return place << 20 | side << 16 | site


def quarter_points(size: int) -> int:
    """What a quarter of that many places is worth (GC 1.3)."""
    return size - 1 if size > 1 else 0


def may_build_at_setup(box: Box, city: City, there: int, cell: list[int], left: list[int]) -> bool:
    """Whether a place laid there during set-up leaves every place and pile an open side, itself too (GC 3.7)."""
    own = 0
    for d in range(6):
        beside = there + box.steps[d]
        site = -1
        for p in range(box.places):
            if cell[p] == beside:
                site = p
        for i in range(2):
            if left[i] > 0 and box.pile_cells[i] == beside:
                site = box.places + i
        if site < 0:
            own += 1
        elif city.open_sides(site) == 1:
            return False
    return own > 0
