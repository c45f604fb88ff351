"""The table as data: its fields declared once, a blank table, a copy."""

from parrain.core import StateOf
from parrain.core.fields import HIDDEN, Field, Fields, Int, ListOf, PerSeat, Shown

from .components import Box


class StateData(StateOf[Box]):
    """`hand` is each seat's card, `deck` the unseen rest (its top is last), `thrown` what was swapped away, face up."""

    __slots__ = ("deck", "hand", "thrown", "turn")

    def blank(self) -> None:
        self.turn, self.hand, self.thrown = 0, [0] * self.players, list[int]()
        self.deck = list(range(1, self.box.cards + 1))

    def copy_to(self, copy: "StateData") -> None:
        """Copy everything."""
        self.copy_base(copy)
        copy.turn, copy.hand, copy.deck, copy.thrown = self.turn, self.hand[:], self.deck[:], self.thrown[:]

    def fields(self) -> Fields:
        return FIELDS


FIELDS: Fields = (
    Field("turn", Int(0, 4)),
    Field("hand", PerSeat(Int(1, "cards")), view=HIDDEN),
    Shown("shown", PerSeat(Int(0, "cards"))),
    Field("thrown", ListOf(Int(1, "cards"), most=4)),
    Field("deck", ListOf(Int(1, "cards")), view=HIDDEN),
)
