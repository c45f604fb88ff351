"""A phase of a turn as one row of the table PHASES in a game's rules: its choices, what they do, what is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from parrain.core.action import Action
from parrain.core.compiling import mypyc_attr
from parrain.core.say import Say

S = TypeVar("S")


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S]):
    """One phase: its name in positions and Views, its rule, and the functions that play it.

    `legal(state, seat)` are the choices; `apply(state, seat, action)` carries one out, or raises `state.refusal(...)`
    before anything has changed. `asks` is the refusal of a choice of another phase, `waits` the prompt of those who
    wait for {seats}.
    """

    __slots__ = ("apply", "asks", "legal", "name", "rule", "waits")

    def __init__(
        self,
        name: str,
        rule: str,
        legal: Callable[[S, int], tuple[Action, ...]],
        apply: Callable[[S, int, Action], None],
        asks: Say,
        waits: Say,
    ) -> None:
        self.name = name
        self.rule = rule
        self.legal = legal
        self.apply = apply
        self.asks = asks
        self.waits = waits
