"""What the districts would pay now, and to whom: read off a View."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from parrain.games.gangster.components import UNKNOWN, Box
from parrain.games.gangster.state import next_square
from parrain.games.gangster.view import View


class Payout(NamedTuple):
    """A value of a point tile: how much, how often, and which clan would take it (empty: nobody)."""

    value: int
    times: int
    colour: str

    @property
    def points(self) -> int:
        """What is known of it: a “?” counts nothing before the casino card."""
        return 0 if self.value == UNKNOWN else self.value * self.times

    @property
    def shown(self) -> str:
        """As a card shows it: doubled values doubled, a doubled “?” twice."""
        return "?" * min(self.times, 3) if self.value == UNKNOWN else str(self.points)


@lru_cache(maxsize=4096)
def ranking(squares: tuple[str, ...]) -> tuple[str, ...]:
    """The clans on these squares in the order in which they are paid (GA 9.3, GA 9.6)."""
    last = {colour: square for square, colour in enumerate(squares) if colour}
    return tuple(sorted(last, key=lambda colour: (squares.count(colour), last[colour]), reverse=True))


def payouts(view: View, box: Box, at: int, squares: tuple[str, ...] | None = None) -> list[Payout]:
    """What a district pays, first place first; with other squares: what it would pay then."""
    order = ranking(view.squares[at] if squares is None else squares)
    times = box.double_pays if view.districts[at] in view.doubles else 1
    values = box.tile_values[view.tiles[at] - 1]
    return [Payout(value, times, order[rank] if rank < len(order) else "") for rank, value in enumerate(values)]


def gains(view: View, box: Box) -> list[tuple[int, int]]:
    """For each seat: the points it would get today, and how many casino cards on top."""
    known, unknown = [0] * view.players, [0] * view.players
    for at in range(len(view.districts)):
        for each in payouts(view, box, at):
            if each.colour:
                seat = view.owners[view.colours.index(each.colour)]
                known[seat] += each.points
                unknown[seat] += each.times if each.value == UNKNOWN else 0
    return list(zip(known, unknown, strict=True))


def open_square(view: View, box: Box, at: int, colour: str, squares: tuple[str, ...] | None = None) -> int:
    """The square that a clan's next gangster takes in a district, or -1 (GA 8.1 to GA 8.6)."""
    shown = view.squares[at] if squares is None else squares
    taken = sum(1 << square for square, each in enumerate(shown) if each)
    mine = sum(1 << square for square, each in enumerate(shown) if each == colour)
    return next_square(taken, mine, box.tile_squares[view.tiles[at] - 1], view.options["any_clan"] is True)


def with_men(view: View, box: Box, at: int, colours: Sequence[str]) -> tuple[tuple[str, ...], list[int]]:
    """The squares of a district after these gangsters have got out one by one, and which squares they took."""
    squares, taken = list(view.squares[at]), []
    for colour in colours:
        square = open_square(view, box, at, colour, tuple(squares))
        if square < 0:
            break
        squares += [""] * (square + 1 - len(squares))
        squares[square] = colour
        taken.append(square)
    return tuple(squares), taken
