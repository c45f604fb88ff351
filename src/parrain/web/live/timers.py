"""What happens at a table when time passes: clocks run out, and people who are gone are played for."""

from __future__ import annotations

import asyncio
import time

from parrain.table.store import OVER, PLAYING
from parrain.web.live.base import Part, RoomBase
from parrain.web.live.clocks import SAND
from parrain.web.live.notices import PresenceChanged


class Timers(Part):
    """The clocks of one room, and the timer that wakes it when the next one runs out."""

    def __init__(self, room: RoomBase) -> None:
        super().__init__(room)
        self.timer: asyncio.TimerHandle | None = None
        self.one_choice: set[int] = set()  # seats for which a bot makes a single choice

    def react(self, chose: int | None) -> None:
        """The clocks of people who owe a decision run; those of bots do not."""
        live = self.live
        if live.clocks is not None and self.room.connections:
            owing = [seat for seat in live.to_move() if not live.bot_of(seat)]
            if live.clocks.kind == SAND and (live.talk is not None or not live.game.is_timed(live.views[0])):
                owing = []  # a negotiation has its own timer, and some questions have none
            live.clocks.turn(owing, chose, time.monotonic())
        self.rearm()

    def pause(self) -> None:
        """Nobody is connected: no clock runs."""
        if self.live.clocks is not None:
            self.live.clocks.pause(time.monotonic())

    def stop(self) -> None:
        """Do not wake up any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def rearm(self) -> None:
        """Wake up when the next clock runs out, or somebody has been gone long enough."""
        self.stop()
        if not self.room.connections or self.live.state == OVER:
            return
        now = time.monotonic()
        running = self.live.clocks.next(now) if self.live.clocks is not None else None
        waits = [*self.room.presence.waits(now), *([running] if running is not None else [])]
        if waits:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(min(waits) + 0.02, self.room.exclusive.spawn, self._time_is_up)

    async def _time_is_up(self) -> None:
        """Bots play for those whose time is up or who are long gone; after a sand timer, for one answer only."""
        live = self.live
        now = time.monotonic()
        if live.state == PLAYING and live.clocks is not None:
            out = [seat for seat in live.clocks.out(now) if not live.bot_of(seat)]
            if live.clocks.kind == SAND:
                for seat in out:
                    await self._answer_for(seat)
            else:
                live.standins.update(out)
            live.standins.update(self.room.presence.long_gone(now))
        self.room.publish(PresenceChanged())
        self.room.proceed()

    async def _answer_for(self, seat: int) -> None:
        """The game says what an answer is that was not given; where it has no opinion, a bot answers this once."""
        live = self.live
        choices = live.choices(seat)
        chosen = live.game.default_answer(live.view(seat), choices) if choices else None
        if chosen is not None:
            await self.room.commit(self.room.playing().plan_choice(seat, chosen))
        elif choices:
            live.standins.add(seat)
            self.one_choice.add(seat)

    def bot_chose(self, seat: int) -> None:
        """A bot that was to make a single choice has made it."""
        if seat in self.one_choice:
            self.one_choice.discard(seat)
            self.live.standins.discard(seat)
