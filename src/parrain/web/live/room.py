"""What people do at one table: every operation is validated, stored on the disk, and only then published."""

from __future__ import annotations

import asyncio
import time

from parrain.core import Action, IllegalAction, say
from parrain.table.seating import clean_name
from parrain.table.table import clean_words
from parrain.web.live.base import RoomBase
from parrain.web.live.bots import Bots
from parrain.web.live.exclusive import exclusively
from parrain.web.live.game import LiveGame, Weight, weigh, why_not
from parrain.web.live.negotiation import NegotiationRunner
from parrain.web.live.notices import ChatChanged, Connection, PresenceChanged
from parrain.web.live.refused import Refused
from parrain.web.live.seats import Seats
from parrain.web.live.services import Services
from parrain.web.live.timers import Timers
from parrain.web.live.undo import Undo

COMING_BACK = 1012  # to a socket: come back, the table goes on


class Room(RoomBase):
    """A live game with its seats, clocks, bots, votes and negotiations."""

    def __init__(self, live: LiveGame, services: Services, fence: int = 0) -> None:
        super().__init__(live, services, fence)
        self.seats = Seats(self)
        self.timers = Timers(self)
        self.bots = Bots(self, self.timers)
        self.negotiation = NegotiationRunner(self)
        self.undo_vote = Undo(self)
        self.rematch_id = ""
        self.reactions = [self.undo_vote.react, self.negotiation.react, self.timers.react, self.bots.react]

    # -- what people do -------------------------------------------------------------------------------

    @exclusively
    async def choose(self, seat: int, step: int, text: str) -> None:
        """A seat chooses, at the step that it was shown last."""
        live = self.live
        # several may owe an answer at once, and one who answers must not undo the thinking of another
        self._check_step(seat, step, live.since[seat])
        action = self.playing().meant(seat, text)
        if action not in live.choices(seat):
            forbidden = why_not(live.game, live.view(seat), action)
            if forbidden is not None:
                raise Refused("illegal", forbidden.say, forbidden.rule)
            raise Refused("illegal", say("This cannot be chosen now."))
        live.standins.discard(seat)
        if live.talk is not None:
            await self.negotiation.choose(seat, action)
        else:
            await self.commit(*self.bots.with_answers(self.playing().plan_choice(seat, action)))

    @exclusively
    async def undo(self, seat: int, step: int) -> None:
        """A seat takes back its last choice, or asks those who must agree."""
        self._check_step(seat, step, self.live.step(seat))
        self.check_length()
        await self.undo_vote.ask(seat)

    @exclusively
    async def say(self, seat: int, words: str) -> None:
        """A seat says something to the whole table."""
        table = self.begun()
        self.check_length()
        await self.commit(table.plan_say(seat, words))

    def say_from_outside(self, name: str, words: str) -> None:
        """A spectator says something, where the host allows it; it is not stored."""
        if not self.live.open_talk:
            raise Refused("not-seated", say("Only those who sit at the table talk here."))
        self.live.add_said(None, clean_name(name), clean_words(words))
        self.publish(ChatChanged())

    def open_talk(self, identity: str, allowed: bool) -> None:
        """The host lets spectators talk, or no longer."""
        if not self.live.is_host(identity):
            raise Refused("not-host", say("Only whoever made the table decides that."))
        self.live.open_talk = allowed
        self.publish(PresenceChanged())

    def why_not(self, seat: int, text: str) -> tuple[Action, IllegalAction | None]:
        """The action of that text, and what forbids it to that seat now."""
        live = self.live
        action = self.playing().meant(seat, text)
        return action, None if action in live.choices(seat) else why_not(live.game, live.view(seat), action)

    def weigh(self, seat: int, text: str) -> Weight:
        """Whether a legal choice would be final."""
        self.playing()
        action = self.live.game.action_from_text(text)
        if action not in self.live.choices(seat):
            raise Refused("illegal", say("This cannot be chosen now."))
        return weigh(self.live.game, self.live.view(seat), action)

    def _check_step(self, seat: int, step: int, since: int) -> None:
        """Refuse what was decided before that step, or at one that has not come."""
        self.playing()
        now = self.live.step(seat)
        if not since <= step <= now:
            raise Refused(
                "out-of-date",
                say("The table has moved on since (step {step}, now {now}): look again.", step=step, now=now),
            )

    # -- connections ----------------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        """Somebody looks at the table from now on."""
        self.presence.add(connection)
        self.publish(PresenceChanged())
        self.proceed()

    def exit(self, connection: Connection) -> None:
        """Somebody has gone."""
        self.presence.remove(connection)
        self.exclusive.touched = time.monotonic()
        self.publish(PresenceChanged())
        if not self.connections:
            self.timers.pause()
            self.negotiation.pause()
            self.bots.stop()
        self.timers.rearm()

    async def close(self) -> None:
        """Finish what was begun, stop what would go on by itself, and disconnect everybody."""
        self._stop()
        await self.exclusive.finish(10)
        await self._disconnect()

    async def abandon(self, code: int = COMING_BACK) -> None:
        """Stop at once: the table is somebody else's now, must be loaded anew, or is closed."""
        self._stop()
        await self._disconnect(code)

    def _stop(self) -> None:
        self.timers.stop()
        self.negotiation.stop()
        self.bots.stop()

    async def _disconnect(self, code: int = COMING_BACK) -> None:
        """Disconnect everybody, who come back by themselves."""
        await asyncio.gather(*(connection.hang_up(code) for connection in list(self.presence.connections)))
