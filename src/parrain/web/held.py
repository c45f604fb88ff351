"""A negotiation held at a live table while the sand runs: what stands, who is ready, how much sand is left (docs/negotiation.md).

It knows no clock but the one it is told, no socket and no disk; nothing of it is kept. What it does to the table at the end are
plain choices of the game, made by `plans`.
"""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import Action, Event, Game, Parley, Stream, View
from parrain.core.record import Entry
from parrain.table import Plan, Table


class Held:
    """One negotiation. `number` tells it from the ones before at the same table."""

    def __init__(self, game: Game, parley: Parley, number: int, seconds: float) -> None:
        self.game = game
        self.parley = parley
        self.number = number
        self.seconds = seconds
        self.left = seconds
        self.since: float | None = None  # when the sand was last set running
        self.standing: dict[int, tuple[str, ...]] = {}
        self.ready: set[int] = set()
        self.version = 0  # grows whenever somebody says something else
        self._views: dict[int | None, View] = {}
        self._choices: dict[int, Sequence[Action]] = {}

    # -- the sand -------------------------------------------------------------------------------------

    def run(self, now: float) -> None:
        """The sand runs."""
        if self.since is None:
            self.since = now

    def rest(self, now: float) -> None:
        """Nobody is at the table: the sand rests."""
        self.left, self.since = self.remaining(now), None

    def remaining(self, now: float) -> float:
        """The seconds left."""
        return max(0.0, self.left - (now - self.since if self.since is not None else 0.0))

    # -- what is said ---------------------------------------------------------------------------------

    def claim(self, seat: int, words: Sequence[str]) -> bool:
        """A seat claims something else; whether anything changed. Who was ready must look again, unless this only gives way to them."""
        checked = self.parley.check(seat, words)
        if self.standing.get(seat) == checked:
            return False
        gives_way = checked == self.parley.accepting(seat, self.standing)
        self.standing[seat] = checked
        self.ready = self.ready - {seat} if gives_way else set()
        self.version += 1
        self._forget()
        return True

    def stand_by(self, seat: int, yes: bool = True) -> None:
        """A seat stands by what it claims; who has said nothing claims nothing, which is not silence."""
        if yes and seat not in self.standing:
            self.claim(seat, ())
        (self.ready.add if yes else self.ready.discard)(seat)
        self._forget()

    def done(self) -> bool:
        """Whether everybody stands by what they claim."""
        return self.ready.issuperset(self.parley.seats)

    def talking(self) -> tuple[int, ...]:
        """Those who may still say something else."""
        return tuple(seat for seat in self.parley.seats if seat not in self.ready)

    # -- what is seen ---------------------------------------------------------------------------------

    def view(self, seen: View) -> View:
        """A viewer's View with what stands in it."""
        found = self._views.get(seen.seat)
        if found is None:
            found = self._views[seen.seat] = self.parley.heard(seen, self.standing, sorted(self.ready))
        return found

    def choices(self, seat: int, heard: View) -> Sequence[Action]:
        """The ordinary choices of the game by which a seat can change its claim, or stand by it; none for who is ready."""
        if seat not in self.parley.seats or seat in self.ready:
            return ()
        if seat not in self._choices:  # what may be chosen follows from the View alone
            self._choices[seat] = self.game.imagine(heard, Stream(1)).legal_actions(seat)
        return self._choices[seat]

    def _forget(self) -> None:
        self._views.clear()
        self._choices.clear()


def plans(table: Table, parley: Parley, standing: dict[int, tuple[str, ...]]) -> list[Plan]:
    """What stands, said in every round that is left: each choice with what it leads to, one after the other."""
    found: list[Plan] = []
    state = table.state
    going: Parley | None = parley
    while going is not None and going.topic == parley.topic:
        for seat in going.seats:
            for text in going.answer(state.view(seat), standing.get(seat)):
                after = state.clone()
                happened: list[Event] = []
                after.log = happened
                after.apply(seat, table.game.action_from_text(text))
                found.append(Plan((Entry("choose", seat, text),), happened, after))
                state = after
        going = table.game.parley(state.view(None))
    return found
