"""Negotiation at a live table: claims are public and may change until the timer ends.

Nothing of it is in the engine or the record. A game that bargains makes a Negotiation of its View (`Game.negotiation`);
the table keeps the current claims, and `answer` turns them into actions at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parrain.core.action import Action
from parrain.core.say import Say
from parrain.core.view import View

Claims = Mapping[int, tuple[str, ...]]  # by seat, in words of the game; a seat without an entry has claimed nothing


class Clash(NamedTuple):
    """A conflict between the claims of some seats, and the rule it breaks; `item` is the index in `items`, or -1."""

    text: Say
    rule: str
    seats: tuple[int, ...]
    item: int = -1


class Item(NamedTuple):
    """Something bargained over, what each seat claims of it, and what is still free."""

    name: Say
    note: Say
    claims: tuple[Say, ...]  # in the order of `Negotiation.seats`; an empty text for a seat that claims nothing
    free: Say


class Move(NamedTuple):
    """What a seat may do about the claims in one press, with its consequence.

    `does` is `hold` (stand by one's claim), `accept`, `counter` (claim `words`), `refuse` or `reopen`.
    """

    does: str
    label: Say
    note: Say
    words: tuple[str, ...] = ()


class Negotiation:
    """The rules of one negotiation; `topic` identifies it: another topic is another negotiation."""

    topic: str
    title: Say
    help: Say  # what it is about, for beginners
    seats: tuple[int, ...]
    view: View  # that of a spectator

    def validate(self, seat: int, words: Sequence[str]) -> tuple[str, ...]:
        """The claim in canonical order; IllegalAction or BadOption for what cannot be claimed."""
        raise NotImplementedError

    def clashes(self, claims: Claims) -> list[Clash]:
        """The conflicts that prevent an agreement; empty if there is one."""
        raise NotImplementedError

    def accepting(self, seat: int, claims: Claims, of: int | None = None) -> tuple[str, ...] | None:
        """The claim by which a seat accepts all others (or that of seat `of`); None if there is nothing to accept."""
        raise NotImplementedError

    def disturbed(self, seat: int, before: Claims, after: Claims) -> set[int]:
        """The other seats that must look again at what they settled for, now that this seat has changed its claim."""
        return set(self.seats) - {seat}

    def moves(self, view: View, claims: Claims, ready: bool) -> list[Move]:
        """What the View's seat may do in one press, the first recommended; `ready` is whether it has settled."""
        return []

    def describe(self, words: Sequence[str]) -> Say:
        """A claim as a sentence."""
        raise NotImplementedError

    def items(self, claims: Claims) -> list[Item]:
        """Everything bargained over."""
        raise NotImplementedError

    def item_of(self, action: Action) -> int:
        """The index of the item that an action claims or gives up; -1 for every other action."""
        raise NotImplementedError

    def view_with_claims(self, view: View, claims: Claims, ready: Sequence[int]) -> View:
        """A viewer's View with the current claims in it, to be drawn and described."""
        raise NotImplementedError

    def view_for_bot(self, view: View, claims: Claims, last: bool) -> View:
        """A seat's View for a bot, as if the current claims had been shown in the round before."""
        raise NotImplementedError

    def draft_of(self, view: View) -> tuple[str, ...]:
        """The claim that the View's seat is drafting."""
        raise NotImplementedError

    def after_choice(self, seat: int, action: Action, claims: Claims) -> tuple[tuple[str, ...], bool]:
        """A seat's claim after an ordinary action of the game, and whether the seat is ready now."""
        raise NotImplementedError

    def answer(self, view: View, words: Sequence[str] | None) -> list[str]:
        """The texts of the actions by which the View's seat makes this claim in the present round; None: no claim."""
        raise NotImplementedError
