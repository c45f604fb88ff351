"""Negotiation at a live table: claims are public and may change until the timer ends.

Nothing of it is in the engine or the record. A game that bargains makes a Parley of its View (`Game.parley`); the table
keeps the current claims, and `answer` turns them into actions at the end. A claim is a tuple of words of the game; a
seat without an entry has claimed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parrain.core.action import Action
from parrain.core.say import Say
from parrain.core.view import View

Standing = Mapping[int, tuple[str, ...]]


class Clash(NamedTuple):
    """Why what stands is no accord, by which rule, between whom; `thing` is the row of the panel it is about, or -1."""

    text: Say
    rule: str
    seats: tuple[int, ...]
    thing: int = -1


class Thing(NamedTuple):
    """Something bargained over, what each seat claims of it, and what is still free."""

    name: Say
    note: Say
    claims: tuple[Say, ...]  # in the order of `Parley.seats`; an empty text for a silent seat
    free: Say


class Parley:
    """One negotiation. `topic` names it: where the topic is another one, it is another negotiation."""

    topic: str
    title: Say
    help: Say  # what it is about, for who has never done it
    seats: tuple[int, ...]
    view: View  # as everybody may know it

    def check(self, seat: int, words: Sequence[str]) -> tuple[str, ...]:
        """The claim in its usual order; IllegalAction or BadOption for what cannot be claimed."""
        raise NotImplementedError

    def clashes(self, standing: Standing) -> list[Clash]:
        """Why what stands is no accord; empty if it is one."""
        raise NotImplementedError

    def accepting(self, seat: int, standing: Standing, of: int | None = None) -> tuple[str, ...] | None:
        """The claim by which a seat accepts all others (or that of seat `of`); None if there is nothing to accept."""
        raise NotImplementedError

    def tell(self, words: Sequence[str]) -> Say:
        """A claim in words for people."""
        raise NotImplementedError

    def things(self, standing: Standing) -> list[Thing]:
        """All that is bargained over, and how it stands."""
        raise NotImplementedError

    def thing_of(self, action: Action) -> int:
        """The number of the thing that a choice claims or gives up; -1 for every other choice."""
        raise NotImplementedError

    def heard(self, view: View, standing: Standing, ready: Sequence[int]) -> View:
        """A viewer's View with what stands in it, to be drawn and told."""
        raise NotImplementedError

    def asked(self, view: View, standing: Standing, last: bool) -> View:
        """A seat's View as a bot is asked: as if what stands had been shown in a round before."""
        raise NotImplementedError

    def drafted(self, view: View) -> tuple[str, ...]:
        """What the View's seat would claim if it handed in its draft now."""
        raise NotImplementedError

    def chosen(self, seat: int, action: Action, standing: Standing) -> tuple[tuple[str, ...], bool]:
        """A seat's claim after an ordinary choice of the game, and whether it stands by it now."""
        raise NotImplementedError

    def answer(self, view: View, words: Sequence[str] | None) -> list[str]:
        """The choices by which the View's seat says this in the present round; None is silence."""
        raise NotImplementedError
