"""Runs the negotiations of a room: start, timer, claims of people and bots, end.

A table whose clock is a sand timer negotiates live (docs/negotiation.md); any other plays the rounds of the game.
Claims are broadcast and not stored; at the end they are stored as actions, in one write.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

from parrain.bots.driver import Question
from parrain.bots.seeds import seed_from
from parrain.core import Action, BotTurn, Negotiation, Stream, View, say
from parrain.table.store import PLAYING
from parrain.web.live.base import Part, RoomBase
from parrain.web.live.clocks import FREE, SAND
from parrain.web.live.exclusive import exclusively
from parrain.web.live.notices import TalkChanged
from parrain.web.live.refused import Refused
from parrain.web.live.talk import LiveTalk, plans

log = logging.getLogger("parrain.negotiation")
MOST_DRAFTS = 6  # of a bot in one negotiation
FINAL_SHARE = 0.2  # of the time is left when bots say what they will settle for
LONGEST_DRAFT = 24
RETRY_SECONDS = 1.0


class NegotiationRunner(Part):
    """The negotiations of one room, one at a time."""

    def __init__(self, room: RoomBase) -> None:
        super().__init__(room)
        self.number = 0
        self.timer: asyncio.TimerHandle | None = None
        self.speaker: asyncio.Task[None] | None = None
        self.drafts: dict[int, int] = {}  # how often each bot has spoken in this one
        self.final: set[int] = set()  # bots that have made their last offer to what people claim now
        self.ending = False  # so little time is left that bots say what they will settle for

    # -- its beginning and end ------------------------------------------------------------------------

    def react(self, chose: int | None) -> None:
        """The table has changed: a negotiation may have begun, or be over."""
        self._follow()
        self.run()

    def _follow(self) -> None:
        live = self.live
        negotiation = self._negotiation()
        if negotiation is None and live.talk is None:
            return
        if negotiation is not None and live.talk is not None and live.talk.negotiation.topic == negotiation.topic:
            return
        self._stop_timer()
        live.talk = None
        if negotiation is not None and live.clocks is not None:
            self.number += 1
            live.talk = LiveTalk(live.game, negotiation, self.number, live.clocks.seconds, live.ledger)
            self.drafts, self.final, self.ending = {}, set(), False
        self._publish()

    def _negotiation(self) -> Negotiation | None:
        """The game's negotiation, if people take part in it and the table has a sand timer."""
        live = self.live
        if live.state != PLAYING or live.clocks is None or live.clocks.kind not in (SAND, FREE):
            return None
        negotiation = live.game.negotiation(live.views[0])
        if negotiation is None:
            return None
        going_on = live.talk is not None and live.talk.negotiation.topic == negotiation.topic
        if going_on or any(not live.bot_of(seat) for seat in negotiation.seats):
            return negotiation
        return None  # bots among themselves play the rounds

    def run(self) -> None:
        """Somebody is connected: the timer runs, and bots speak."""
        talk = self.live.talk
        if talk is None or not self.room.connections:
            return
        now = time.monotonic()
        talk.run(now)
        left = talk.remaining(now)
        until_final = left - FINAL_SHARE * talk.seconds
        self._stop_timer()
        if talk.seconds:
            wait = left if self.ending or until_final <= 0 else until_final
            self._wake_in(max(0.0, wait) + 0.01)
        self._drive()

    def pause(self) -> None:
        """Nobody is connected any more."""
        self._stop_timer()
        if self.live.talk is not None:
            self.live.talk.pause(time.monotonic())

    def stop(self) -> None:
        """End whatever goes on by itself."""
        self.pause()
        if self.speaker is not None:
            self.speaker.cancel()

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _wake_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(seconds, self.room.exclusive.spawn, self._time_is_up)

    async def _time_is_up(self) -> None:
        """Little time is left, or none: then the current claims decide."""
        talk = self.live.talk
        if talk is None or talk.since is None:
            return
        if talk.remaining(time.monotonic()) > 0 and not talk.done():
            self.ending = True
            self._ask_final(talk)
            self.run()
        else:
            await self._decide(talk)

    async def _decide(self, talk: LiveTalk) -> None:
        """Turn the current claims into game actions, store them in one write, apply them."""
        self._stop_timer()
        decided = plans(self.room.playing(), talk.negotiation, talk.claims)
        events = [event for plan in decided for event in plan.happened]
        try:
            await self.room.commit(*decided)
            talk.negotiation.judge(talk.all_said, talk.claims, events, talk.ledger)
        except Exception:  # it could not be stored: nothing has happened, and it is tried again
            if self.live.talk is talk:
                self._wake_in(RETRY_SECONDS)
            raise

    # -- what people claim ----------------------------------------------------------------------------

    def _current(self, seat: int, number: int | None = None) -> LiveTalk:
        """The negotiation that a seat takes part in; with a number, only that one."""
        self.room.playing()
        self.live.standins.discard(seat)
        talk = self.live.talk
        if talk is None or seat not in talk.negotiation.seats:
            raise Refused("no-talk", say("You are in no negotiation now."))
        if number is not None and number != talk.number:
            raise Refused("out-of-date", say("That negotiation is over; this is another one."))
        return talk

    @exclusively
    async def claim(self, seat: int, number: int, words: Sequence[str]) -> None:
        """A person claims something else."""
        talk = self._current(seat, number)
        if talk.claim(seat, words):
            self._bots_reconsider(talk)
        await self._claimed(talk)

    @exclusively
    async def accept(self, seat: int, number: int, of: int | None) -> None:
        """A person gives way to the others (or to one of them), and is ready."""
        talk = self._current(seat, number)
        words = talk.negotiation.accepting(seat, talk.claims, of)
        if words is None:
            raise Refused(
                "nothing",
                say("There is nothing to accept: the others do not agree among themselves, or have not all spoken."),
            )
        talk.claim(seat, words)
        talk.set_ready(seat)
        await self._claimed(talk)

    @exclusively
    async def say(self, seat: int, number: int, code: str) -> None:
        """A person says a prepared sentence."""
        talk = self._current(seat, number)
        talk.say_as_offered(seat, code, self.live.views[seat + 1])
        self._bots_reconsider(talk)
        await self._claimed(talk)

    @exclusively
    async def ready(self, seat: int, number: int, yes: bool) -> None:
        """A person is ready, or no longer."""
        talk = self._current(seat, number)
        talk.set_ready(seat, yes)
        await self._claimed(talk)

    async def choose(self, seat: int, action: Action) -> None:
        """A person changes one thing of their claim by an ordinary choice of the game, or is ready."""
        talk = self._current(seat)
        words, ready = talk.negotiation.after_choice(seat, action, talk.claims)
        if talk.claim(seat, words) and not ready:
            self._bots_reconsider(talk)
        if ready:
            talk.set_ready(seat)
        await self._claimed(talk)

    def _bots_reconsider(self, talk: LiveTalk) -> None:
        """A person claims something else: bots look again, whether it disturbs what they claim or not."""
        self.final.clear()
        for seat in talk.negotiation.seats:
            if self.live.bot_of(seat):
                talk.set_ready(seat, False)

    async def _claimed(self, talk: LiveTalk) -> None:
        """After a claim: bots answer, and where all are ready it is decided."""
        if self._people_ready(talk) and talk.negotiation.clashes(talk.claims):
            self._ask_final(talk)
        if talk.done():
            await self._decide(talk)
            return
        self._publish()
        self._drive()

    def _people_ready(self, talk: LiveTalk) -> bool:
        return all(seat in talk.ready or self.live.bot_of(seat) for seat in talk.negotiation.seats)

    def _ask_final(self, talk: LiveTalk) -> None:
        """Every bot that has not done so says what it will settle for."""
        for seat in talk.negotiation.seats:
            if self.live.bot_of(seat) and seat not in self.final and self.drafts.get(seat, 0) < MOST_DRAFTS:
                talk.set_ready(seat, False)

    def _publish(self) -> None:
        self.live.touch()
        self.room.publish(TalkChanged())

    # -- what bots claim ------------------------------------------------------------------------------

    def _drive(self) -> None:
        """Let the bots speak, if one of them has something to say and somebody is connected."""
        if (self.speaker is None or self.speaker.done()) and self.room.connections and self._bots():
            self.speaker = asyncio.create_task(self._speak())

    def _bots(self) -> list[int]:
        talk = self.live.talk
        return [seat for seat in talk.talking() if self.live.bot_of(seat)] if talk is not None else []

    async def _speak(self) -> None:
        try:
            while self.room.connections and self._bots():
                if self.room.services.settings.pause:
                    await asyncio.sleep(self.room.services.settings.pause)
                bots = self._bots()
                if self.live.talk is not None and bots:
                    await self._bot_claims(self.live.talk, min(bots, key=lambda seat: (self.drafts.get(seat, 0), seat)))
        except Exception:  # the current claims decide when the time is up, whatever a bot does
            log.exception("a bot could not negotiate", extra={"facts": {"table": self.live.id}})

    async def _bot_claims(self, talk: LiveTalk, seat: int) -> None:
        """One bot looks at the claims, changes its own or not, and is ready."""
        silent, version = self.drafts.get(seat, 0) >= MOST_DRAFTS, talk.version
        last = self.ending or self._people_ready(talk)
        turn = BotTurn(())
        if not silent:
            self.drafts[seat] = self.drafts.get(seat, 0) + 1
            turn = await self._turn(talk, seat, last) or BotTurn(await self._draft(talk, seat, last))

        async def claim() -> None:
            if self.live.talk is not talk or not self.live.bot_of(seat) or (talk.version != version and not silent):
                return  # others have spoken meanwhile: it looks again
            if not silent:
                talk.claim(seat, turn.words)
                if turn.code != (talk.said[seat].code if seat in talk.said else ""):
                    talk.say(seat, turn.code)
                if last:
                    self.final.add(seat)
            talk.set_ready(seat)
            await self._claimed(talk)

        await self.room.exclusive.run(claim)

    async def _turn(self, talk: LiveTalk, seat: int, last: bool) -> BotTurn | None:
        """What a bot that bargains by itself claims and says; thought out in a thread, of what stands now."""
        live = self.live
        view, claims, said = live.views[seat + 1], dict(talk.claims), dict(talk.said)
        rng = Stream(seed_from(live.head.seed, "bargain", seat, 100 * live.moment + self.drafts[seat]))
        bot = live.bot_of(seat) or "greedy"
        return await asyncio.to_thread(talk.negotiation.bot_turn, view, claims, said, talk.ledger, bot, last, rng)

    async def _draft(self, talk: LiveTalk, seat: int, last: bool) -> tuple[str, ...]:
        """What the bot would claim: asked step by step, as in a round of the game, about an imagined table."""
        live = self.live
        view: View = talk.negotiation.view_for_bot(live.views[seat + 1], talk.claims, last)
        state = live.game.imagine(view, Stream(1))
        claims = dict(talk.claims)
        for step in range(LONGEST_DRAFT):
            claims[seat] = talk.negotiation.draft_of(view)
            seed = seed_from(live.head.seed, "parley", seat, 1000 * live.moment + 100 * self.drafts[seat] + step)
            asked = Question(live.bot_of(seat) or "greedy", live.game, view, state.legal_actions(seat), seed)
            action = (await self.room.services.pool.choose(asked, self.room.rank)).action
            words, done = talk.negotiation.after_choice(seat, action, claims)
            if done:
                return words
            state.apply(seat, action)
            view = state.view(seat)
        return claims[seat]
