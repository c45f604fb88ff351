"""The table of District Noir as data: its fields, a blank table, a copy."""

from __future__ import annotations

from typing import Final

from parrain.core.compiling import mypyc_attr
from parrain.core.fields import (
    HIDDEN,
    Bool,
    Computed,
    Counts,
    Field,
    Fields,
    Int,
    NameList,
    PerSeat,
    Rows,
    SeatNumber,
    Shown,
)
from parrain.core.state import StateOf
from parrain.games.district_noir.components import Box


@mypyc_attr(allow_interpreted_subclasses=True)
class StateData(StateOf[Box]):
    """Where every card is.

    `stock` is the shuffled deck with the cards put away in front; it never changes, so clones share
    it, and `drawn` says how far it is used up. `hand` and `taken` count cards by type, seat 0 first.
    A seat's `mask` has the bit of every card it holds and the take bit while it may still take.
    """

    __slots__ = (
        "away",
        "drawn",
        "hand",
        "line",
        "made",
        "mask",
        "round",
        "starter",
        "stock",
        "taken",
        "turn",
        "winner",
    )

    stock: list[int]
    away: int
    drawn: int
    hand: list[int]
    taken: list[int]
    line: list[int]
    mask: list[int]
    round: int
    made: int  # actions in this round
    starter: int
    turn: int
    winner: int

    def fields(self) -> Fields:
        return FIELDS

    def to_position(self) -> dict[str, object]:
        """A position has no players and no options here: there are always two, and none."""
        data = super().to_position()
        del data["players"], data["options"]
        return data

    def blank(self) -> None:
        """No card anywhere, the first round."""
        types = self.box.types
        self.stock = []
        self.away = self.drawn = self.made = self.starter = self.turn = 0
        self.round = 1
        self.hand = [0] * (2 * types)
        self.taken = [0] * (2 * types)
        self.line = []
        self.mask = [self.box.take_bit, self.box.take_bit]
        self.winner = -1

    def copy_to(self, copy: StateData) -> None:
        """Copy everything; the stock never changes and is shared."""
        self.copy_base(copy)
        copy.stock = self.stock
        copy.away = self.away
        copy.drawn = self.drawn
        copy.hand = self.hand[:]
        copy.taken = self.taken[:]
        copy.line = self.line[:]
        copy.mask = self.mask[:]
        copy.round = self.round
        copy.made = self.made
        copy.starter = self.starter
        copy.turn = self.turn
        copy.winner = self.winner

    def hold(self, seat: int, may_take: bool) -> None:
        """Work out the mask of a seat from its hand."""
        box = self.box
        mask = box.take_bit if may_take else 0
        for card in range(box.types):
            if self.hand[seat * box.types + card]:
                mask |= 1 << card
        self.mask[seat] = mask


def names_of(state: StateData, cards: list[int]) -> list[str]:
    """Cards by name."""
    names = state.box.names
    return [names[card] for card in cards]


FIELDS: Final[Fields] = (
    Field("round", Int(1, "rounds")),
    Field("starter", SeatNumber(always=True)),
    Field("turn", SeatNumber(always=True), view=HIDDEN),
    Field("line", NameList("names", "reach")),
    Shown("line", Counts("names", "most"), "line_counts"),
    Field("hands", Rows(Counts("names", "most")), attr="hand", view=HIDDEN),
    Shown("hand", Counts("names", "most")),
    Shown("hand_sizes", PerSeat(Int(0, "hand"))),
    Field("taken", Rows(Counts("names", "most"))),
    Computed("may_take", lambda state: [bool(mask & state.box.take_bit) for mask in state.mask]),
    Shown("may_take", PerSeat(Bool())),
    Computed("deck", lambda state: names_of(state, state.stock[state.drawn :])),
    Shown("deck", Int(0, "size")),
    Computed("away", lambda state: names_of(state, state.stock[: state.away])),
    Field("winner", SeatNumber()),
)
