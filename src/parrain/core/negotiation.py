"""Negotiation at a live table: claims are public and may change until the timer ends.

Nothing of it is in the engine or the record. A game that bargains makes a Negotiation of its View (`Game.negotiation`);
the table keeps the current claims and what was said with them, and `answer` turns the claims into actions at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.core.say import Say
from parrain.core.stream import Stream
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


class Counsel(NamedTuple):
    """What a coach says about a negotiation: its rule, what to watch for, warnings by what a Move `does`."""

    rule: str = ""
    watch: tuple[Say, ...] = ()
    warnings: Mapping[str, Say] = MappingProxyType({})


class Sentence(NamedTuple):
    """A prepared sentence that a seat may say: its code in words of the game, a short label, the sentence itself."""

    code: str
    label: Say
    text: Say


class Said(NamedTuple):
    """A prepared sentence that was said, with what its speaker claimed then."""

    seat: int
    code: str
    claimed: tuple[str, ...]


class BotTurn(NamedTuple):
    """What a bot does when it looks at a negotiation: its claim, and the code of its sentence ("" for none)."""

    words: tuple[str, ...]
    code: str = ""


class Ledger:
    """How often each seat of a game has kept its word: promises, threats and statements whose truth is known by now.

    `pending` has the promises still to be kept, as (by, to). It lives as long as the table is in memory.
    """

    def __init__(self) -> None:
        self.kept: Counter[int] = Counter()
        self.broken: Counter[int] = Counter()
        self.pending: list[tuple[int, int]] = []

    def note(self, seat: int, kept: bool) -> None:
        """A seat has kept its word, or broken it."""
        (self.kept if kept else self.broken)[seat] += 1

    def trust(self, seat: int) -> float:
        """How likely a seat is to keep its word: 0.6 for who has not been tested."""
        return (self.kept[seat] + 1.2) / (self.kept[seat] + self.broken[seat] + 2.0)


SaidBy = Mapping[int, Said]  # the last sentence of each seat in this negotiation


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

    def moves(self, view: View, claims: Claims, ready: bool, said: SaidBy) -> list[Move]:
        """What the View's seat may do in one press, the first recommended; `ready` is whether it has settled."""
        return []

    def counsel(self, view: View, claims: Claims) -> Counsel:
        """What a coach tells the View's seat about the present claims."""
        return Counsel()

    def sentences(self, view: View, claims: Claims) -> list[Sentence]:
        """The prepared sentences that the View's seat may say now."""
        return []

    def claim_with(self, code: str) -> tuple[str, ...] | None:
        """The claim that goes with a prepared sentence; None if it leaves the speaker's claim as it is."""
        return None

    def bot_turn(
        self, view: View, claims: Claims, said: SaidBy, ledger: Ledger, bot: str, last: bool, rng: Stream
    ) -> BotTurn | None:
        """What a bot of that name does for the View's seat; None: it is asked for ordinary actions instead."""
        return None

    def judge(self, said: Sequence[Said], claims: Claims, events: Sequence[Event], ledger: Ledger) -> None:
        """Note who has kept their word, once the claims have decided and these events followed."""

    def describe(self, words: Sequence[str]) -> Say:
        """A claim as a sentence."""
        raise NotImplementedError

    def items(self, claims: Claims) -> list[Item]:
        """Everything bargained over."""
        raise NotImplementedError

    def item_of(self, action: Action) -> int:
        """The index of the item that an action claims or gives up; -1 for every other action."""
        raise NotImplementedError

    def view_with_claims(self, view: View, claims: Claims, ready: Sequence[int], said: SaidBy, ledger: Ledger) -> View:
        """A viewer's View with the current claims and sentences in it, to be drawn and described."""
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
