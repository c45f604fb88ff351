"""A negotiation in progress at a live table: current claims, who is ready, time left (docs/negotiation.md).

The caller passes the present time; nothing of it is stored. At the end `plans` turns the claims into ordinary actions
of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from parrain.core import Action, BadOption, Event, Game, Ledger, Move, Negotiation, Said, Sentence, Stream, View
from parrain.core.record import Entry
from parrain.table import PlannedChange, Table


class LiveTalk:
    """One negotiation. `number` tells it from the ones before at the same table; the `ledger` goes on over the game."""

    def __init__(self, game: Game, negotiation: Negotiation, number: int, seconds: float, ledger: Ledger) -> None:
        self.game = game
        self.negotiation = negotiation
        self.number = number
        self.seconds = seconds
        self.left = seconds
        self.since: float | None = None  # when its timer was last started
        self.claims: dict[int, tuple[str, ...]] = {}
        self.ready: set[int] = set()
        self.ledger = ledger
        self.said: dict[int, Said] = {}  # the last sentence of each seat
        self.all_said: list[Said] = []
        self.version = 0  # grows whenever somebody claims or says something else
        self._views: dict[int | None, View] = {}
        self._choices: dict[int, Sequence[Action]] = {}
        self._moves: dict[int, list[Move]] = {}
        self._sentences: dict[int, list[Sentence]] = {}

    # -- its timer ------------------------------------------------------------------------------------

    def run(self, now: float) -> None:
        """Start the timer."""
        if self.since is None:
            self.since = now

    def pause(self, now: float) -> None:
        """Stop the timer: nobody is at the table."""
        if self.seconds:
            self.left = self.remaining(now)
        self.since = None

    def remaining(self, now: float) -> float:
        """The seconds left; endless without a timer (`seconds` is 0)."""
        if not self.seconds:
            return inf
        return max(0.0, self.left - (now - self.since if self.since is not None else 0.0))

    # -- claims ---------------------------------------------------------------------------------------

    def claim(self, seat: int, words: Sequence[str]) -> bool:
        """Replace a seat's claim; whether it changed. Whoever it disturbs is no longer ready."""
        checked = self.negotiation.validate(seat, words)
        if self.claims.get(seat) == checked:
            return False
        before = dict(self.claims)
        self.claims[seat] = checked
        self.ready -= {seat, *self.negotiation.disturbed(seat, before, self.claims)}
        self.version += 1
        self._forget()
        return True

    def say(self, seat: int, code: str) -> None:
        """A seat says a prepared sentence and makes the claim that goes with it, or ("") says no more."""
        if not code:
            self.said.pop(seat, None)
            self._forget()
            return
        words = self.negotiation.claim_with(code)
        if words is not None:
            self.claim(seat, words)
        self.said[seat] = Said(seat, code, self.claims.get(seat, ()))
        self.all_said.append(self.said[seat])
        self.version += 1
        self._forget()

    def say_as_offered(self, seat: int, code: str, view: View) -> None:
        """The same for a person, who may say only what is offered to them."""
        if code not in [each.code for each in self.sentences(seat, view)]:
            raise BadOption("That cannot be said here: {words}.", words=repr(code)[:60])
        self.say(seat, code)

    def set_ready(self, seat: int, yes: bool = True) -> None:
        """A seat is ready, or no longer; one that has not claimed yet claims nothing, which is not silence."""
        if yes and seat not in self.claims:
            self.claim(seat, ())
        (self.ready.add if yes else self.ready.discard)(seat)
        self._forget()

    def done(self) -> bool:
        """Whether everybody is ready."""
        return self.ready.issuperset(self.negotiation.seats)

    def talking(self) -> tuple[int, ...]:
        """The seats that are not ready."""
        return tuple(seat for seat in self.negotiation.seats if seat not in self.ready)

    # -- what is seen ---------------------------------------------------------------------------------

    def view(self, seen: View) -> View:
        """A viewer's View with the current claims in it."""
        found = self._views.get(seen.seat)
        if found is None:
            found = self._views[seen.seat] = self.negotiation.view_with_claims(
                seen, self.claims, sorted(self.ready), self.said, self.ledger
            )
        return found

    def choices(self, seat: int, view: View) -> Sequence[Action]:
        """The ordinary choices of the game by which a seat can change its claim, or be ready; none for who is."""
        if seat not in self.negotiation.seats or seat in self.ready:
            return ()
        if seat not in self._choices:  # what may be chosen follows from the View alone
            self._choices[seat] = self.game.imagine(view, Stream(1)).legal_actions(seat)
        return self._choices[seat]

    def moves(self, seat: int, view: View) -> list[Move]:
        """What a seat may do in one press about the present claims."""
        if seat not in self._moves:
            self._moves[seat] = self.negotiation.moves(view, self.claims, seat in self.ready, self.said)
        return self._moves[seat]

    def sentences(self, seat: int, view: View) -> list[Sentence]:
        """The prepared sentences that a seat may say now; none once it is ready."""
        if seat in self.ready:
            return []
        if seat not in self._sentences:
            self._sentences[seat] = self.negotiation.sentences(view, self.claims)
        return self._sentences[seat]

    def _forget(self) -> None:
        self._sentences.clear()
        self._moves.clear()
        self._views.clear()
        self._choices.clear()


def plans(table: Table, negotiation: Negotiation, claims: dict[int, tuple[str, ...]]) -> list[PlannedChange]:
    """The current claims as choices in every round that is left, each with what it leads to."""
    found: list[PlannedChange] = []
    state = table.state
    going: Negotiation | None = negotiation
    while going is not None and going.topic == negotiation.topic:
        for seat in going.seats:
            for text in going.answer(state.view(seat), claims.get(seat)):
                after = state.clone()
                happened: list[Event] = []
                after.log = happened
                after.apply(seat, table.game.action_from_text(text))
                found.append(PlannedChange((Entry("choose", seat, text),), happened, after))
                state = after
        going = table.game.negotiation(state.view(None))
    return found
