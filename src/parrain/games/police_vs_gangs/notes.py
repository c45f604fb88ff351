"""Scrap paper for bargaining bots: what a seat has worked out about the talk at hand (haggle.py fills it in)."""

from __future__ import annotations

from typing import Final

# How likely a stake of 0, 1, 2, ... tokens is to win a traffic sooner or later.
SURE: Final[tuple[float, ...]] = (0.0, 0.45, 0.68, 0.82, 0.9, 0.94, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 1.0)


def smoothed(points: float, held: int, count: float) -> float:
    """The worth of an expected number of tokens, between whole numbers, to who would score so many points and holds so many tokens."""
    low = int(count)
    part = count - low
    base = SURE[min(12, held)]
    worth = points * (SURE[min(12, held + low)] - base)
    if part > 0.0:
        worth += part * (points * (SURE[min(12, held + low + 1)] - base) - worth)
    return worth


def shared(mask: int, count: float) -> float:
    """How many of so many tokens to come have the ranks of a mask."""
    got = 0.0
    while count > 0.0 and mask:
        if mask & 1:
            got += min(1.0, count)
        count -= 1.0
        mask >>= 1
    return got


class Purse:
    """What the tokens to come, and the place, are worth to one seat; `order` is that in which badges are used for traffics."""

    __slots__ = ("counts", "held", "order", "place", "points", "seat")

    def __init__(
        self, seat: int, counts: list[float], order: list[int], place: float, points: list[float], held: list[int]
    ) -> None:
        self.seat = seat
        self.counts = counts
        self.order = order
        self.place = place
        self.points = points
        self.held = held

    def worth(self, named: int, badges: int, masks: list[int]) -> float:
        """What these ranks of each traffic are worth, if those traffics are named and so many badges are left."""
        total = 0.0
        for t in self.order:
            count = self.counts[t]
            if not named >> t & 1:
                if badges <= 0 or count <= 0.0:
                    continue
                badges -= 1
            if masks[t]:
                total += smoothed(self.points[t], self.held[t], shared(masks[t], count))
        return total


class Others:
    """What the others claim, from one seat's side: ranks of each traffic, traffics demanded, everything else (by whom), the place."""

    __slots__ = ("named", "place", "rest", "taken")

    def __init__(self, wares: int, printed: int) -> None:
        self.taken = [0] * wares
        self.named = printed
        self.rest = -1
        self.place = False


class Mind:
    """What one seat knows of its own: its purse and those of its side, what no deal is worth, claims to think about.

    `consent` says of each of these claims how likely the others are to live with it, -1 where that was not yet asked.
    """

    __slots__ = ("consent", "options", "outside", "partners", "purse")

    def __init__(self, purse: Purse, partners: list[Purse], outside: float, options: list[list[int]]) -> None:
        self.purse = purse
        self.partners = partners
        self.outside = outside
        self.options = options
        self.consent = [-1.0] * len(options)


class Notes:
    """One talk: what everybody can work out alike (by seat, what each fears and gains), and the mind of each who has thought."""

    __slots__ = ("fears", "minds", "places", "purses", "split")

    def __init__(self, players: int) -> None:
        self.split: list[int] = []
        self.places = [0.0] * players
        self.fears = [0.0] * players
        self.purses: list[Purse | None] = [None] * players
        self.minds: list[Mind | None] = [None] * players
