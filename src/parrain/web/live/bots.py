"""The bots of a room: they play in turn while somebody is connected, and give hints."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import NamedTuple

from parrain.bots import ADVISER
from parrain.bots.levels import answer_seconds
from parrain.bots.pool import WorkerFailed
from parrain.core import Action, Say, State, View, say
from parrain.table import PlannedChange
from parrain.table.store import PLAYING
from parrain.web.live.base import Part, RoomBase
from parrain.web.live.refused import Refused
from parrain.web.live.timers import Timers

log = logging.getLogger("parrain.room")
MOST_FAILURES = 3
MOST_TOGETHER = 12  # choices in one write
ANSWER_MARGIN = 0.2  # seconds for the way of a question to a worker and back
COACH_SECONDS = 0.6  # of a search for the coach


class Hint(NamedTuple):
    """What a sensible player would choose at that step, and why."""

    step: int
    view: View
    action: Action
    reason: Say


class Advice(NamedTuple):
    """What a choice is about (the rule of its phase), and what each choice is worth, best first."""

    step: int
    view: View
    rule: str
    values: list[tuple[Action, float]]


def phase_rule(state: State) -> str:
    """The rule of the phase that is being played; "" for a game without phases."""
    try:
        return state.phase_row().rule
    except NotImplementedError:
        return ""


async def sleep_until(moment: float) -> None:
    """Wait until that time (of the monotonic clock)."""
    await asyncio.sleep(max(0.0, moment - time.monotonic()))


class Bots(Part):
    """The bots of one room."""

    def __init__(self, room: RoomBase, timers: Timers) -> None:
        super().__init__(room)
        self.timers = timers
        self.driver: asyncio.Task[None] | None = None

    def react(self, chose: int | None) -> None:
        """Let the bots play, if it is their turn and somebody is looking; in a negotiation they speak instead."""
        idle = self.driver is None or self.driver.done()
        if idle and self.live.talk is None and self.room.connections and self._owing():
            self.driver = asyncio.create_task(self._drive())

    def stop(self) -> None:
        """Let them play no more: what waits for its turn to think is dropped."""
        if self.driver is not None:
            self.driver.cancel()
            self.driver = None

    def _owing(self) -> list[int]:
        return [seat for seat in self.live.to_move() if self.live.bot_of(seat)]

    async def _drive(self) -> None:
        failures = 0
        while self.room.connections and failures < MOST_FAILURES:
            seats = self._owing()
            if not seats or self.live.talk is not None:
                return
            try:
                await asyncio.gather(*(self._play(seat) for seat in seats))
                failures = 0
            except Exception:  # never stuck: it is tried again, and at worst a person's next choice begins it anew
                failures += 1
                facts = {"table": self.live.id, "game": self.live.game.id}
                log.exception("a bot's turn failed", extra={"facts": facts})
                await asyncio.sleep(0.5)

    async def _play(self, seat: int) -> None:
        live = self.live
        step, bot = live.step(seat), live.bot_of(seat)
        if not live.choices(seat):
            return
        due = time.monotonic() + self._answer_time(seat, bot)
        thought = await self.room.services.pool.choose(live.question(seat, bot), self.room.rank)
        await sleep_until(due)

        async def play() -> None:
            unchanged = live.state == PLAYING and live.talk is None and live.step(seat) == step
            if unchanged and live.bot_of(seat) and seat in live.to_move():
                await self.room.commit(*self.with_answers(self.room.playing().plan_choice(seat, thought.action)))
                self.timers.bot_chose(seat)

        await self.room.exclusive.run(play)

    def with_answers(self, plan: PlannedChange) -> list[PlannedChange]:
        """A planned choice, and what bots answer to it at once where nobody wants a pause: stored in one write.

        Where a clock runs, or a negotiation may begin, they answer one after the other.
        """
        live, services, plans = self.live, self.room.services, [plan]
        if services.settings.pause or live.clocks is not None or not self.room.connections:
            return plans
        table = self.room.playing()
        while len(plans) < MOST_TOGETHER and (state := plans[-1].after) is not None:
            owing = state.current_players()
            if not self.room.are_quick_bots(owing):
                break
            try:
                answer = services.pool.at_once(table.question(owing[0], live.bot_of(owing[0]), planned=plans))
            except WorkerFailed:  # tried again when it is asked alone
                break
            if answer is None:
                break
            plans.append(table.plan_choice(owing[0], answer.action, state))
        return plans

    def _answer_time(self, seat: int, bot: str) -> float:
        """After how many seconds an answer is shown: those of the pause between choices, so that people can follow.

        A bot that has only one choice, or sees the end, is done early, and whoever timed it would learn that. Where its
        seat knows something that the others do not, its answer always takes the time for which it may think.
        """
        pause, thinking = self.room.services.settings.pause, answer_seconds(bot, self.live.game)
        if not thinking or not self.room.playing().hides(seat):
            return pause
        return max(pause, thinking + ANSWER_MARGIN)

    async def advise(self, seat: int) -> Advice | None:
        """What the choices of a seat are worth; None if the table has changed meanwhile."""
        live = self.live
        if not live.choices(seat):
            raise Refused("nothing", say("There is nothing to choose now."))
        step, question = live.step(seat), live.question(seat, ADVISER, "coach")
        values = await self.room.services.pool.evaluate(question, COACH_SECONDS)
        if live.step(seat) != step:
            return None
        return Advice(step, question.view, phase_rule(self.room.begun().state), values)

    async def hint(self, seat: int) -> Hint | None:
        """What a sensible player would choose; None if the table has changed meanwhile."""
        live = self.live
        if not live.choices(seat):
            raise Refused("nothing", say("There is nothing to choose now."))
        step, question = live.step(seat), live.question(seat, ADVISER, "hint")
        thought = await self.room.services.pool.choose(question)
        if live.step(seat) != step:
            return None
        reason = thought.reason or live.game.reason(question.view, thought.action)
        return Hint(step, question.view, thought.action, reason)
