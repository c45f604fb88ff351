"""Actions: created once with the box, and shared by reference."""

from __future__ import annotations

from parrain.core.compiling import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """One action: its index in the box's table, its canonical text, and what it is about.

    `kind` tells the verbs of one game apart; `a`, `b`, `c` are what the verb is about (a card, a
    street, a seat), -1 where there is nothing. Two actions are the same if they are the same object.
    """

    __slots__ = ("a", "b", "c", "id", "kind", "text")

    def __init__(self, id: int, text: str, kind: int, a: int = -1, b: int = -1, c: int = -1) -> None:
        self.id = id
        self.text = text
        self.kind = kind
        self.a = a
        self.b = b
        self.c = c

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self
