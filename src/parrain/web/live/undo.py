"""Taking back a choice, and the vote of those who must agree."""

from __future__ import annotations

from typing import NamedTuple

from parrain.core import Say, Seat, say
from parrain.table import CannotUndo
from parrain.web.live.base import Part, RoomBase
from parrain.web.live.exclusive import exclusively
from parrain.web.live.notices import UndoAsked, UndoSettled
from parrain.web.live.refused import Refused


class Vote(NamedTuple):
    """A wish to take back a choice, made at a moment, that the seats in `asked` must agree to."""

    by: int
    moment: int
    asked: frozenset[int]
    agreed: frozenset[int]


class Undo(Part):
    """The undo votes of one room, one at a time."""

    def __init__(self, room: RoomBase) -> None:
        super().__init__(room)
        self.vote: Vote | None = None

    async def ask(self, seat: int) -> None:
        """Take back a choice, or ask those who must agree."""
        table = self.room.playing()
        try:
            terms = table.undo_terms(seat)
        except CannotUndo as error:
            raise Refused("cannot-undo", error.say) from None
        asked = frozenset(other for other in terms.consents if not self.room.live.bot_of(other))
        if not asked:
            await self.room.commit(table.plan_undo(seat, terms.consents))
            return
        self.vote = Vote(seat, self.room.live.moment, asked, frozenset())
        self.room.publish(UndoAsked(seat, asked))

    @exclusively
    async def consent(self, seat: int, yes: bool) -> None:
        """One of those who are asked agrees, or does not."""
        table = self.room.playing()
        vote = self.vote
        if vote is None or seat not in vote.asked:
            raise Refused("no-question", say("Nobody asks you anything now."))
        if not yes:
            self._settle(False, say("{seat} does not agree.", seat=Seat(seat)))
            return
        self.vote = vote._replace(agreed=vote.agreed | {seat})
        if self.vote.agreed >= vote.asked:
            plan = table.plan_undo(vote.by, tuple(range(self.room.live.players)))
            self._settle(True, say("All agree."))
            await self.room.commit(plan)

    def react(self, chose: int | None) -> None:
        """A vote about a table that has changed since is over."""
        if self.vote is not None and self.vote.moment != self.room.live.moment:
            self._settle(False, say("The table has moved on."))

    def _settle(self, agreed: bool, reason: Say) -> None:
        vote, self.vote = self.vote, None
        if vote is not None:
            self.room.publish(UndoSettled(vote.by, agreed, reason))
