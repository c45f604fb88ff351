"""The host of a room's negotiations: begins one when the game does, lets people and bots speak, and ends it when the sand is out.

A table whose clock is a sand timer holds them (docs/negotiation.md); any other plays the rounds of the game. What is said is told to
everybody at once and kept nowhere; what stands at the end is kept as choices, in one write, before anybody is told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parrain.bots.luck import seed_from
from parrain.core import Action, Parley, Say, Stream, View, say
from parrain.locale import render
from parrain.table.store import PLAYING
from parrain.web.clocks import SAND
from parrain.web.held import Held, plans
from parrain.web.messages import Bargained, Choice, Claimed, ClashLine, ThingLine

if TYPE_CHECKING:
    from parrain.web.room import Room
    from parrain.web.sockets import Socket

log = logging.getLogger("parrain.parleys")
MOST_TIMES = 6  # a bot speaks in one negotiation
LAST_WORDS = 0.2  # of the sand is left when bots say what they will settle for
LONGEST_DRAFT = 24
RETRY_SECONDS = 1.0


class NotNow(Exception):
    """Something said in a negotiation that is not going on; room.py makes a refusal of it."""

    def __init__(self, code: str, told: Say) -> None:
        self.code = code
        self.told = told
        super().__init__(code)


class Parleys:
    """The negotiations of one room, one at a time."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.number = 0
        self.timer: asyncio.TimerHandle | None = None
        self.speaker: asyncio.Task[None] | None = None
        self.spoke: dict[int, int] = {}  # how often each bot has spoken in this one
        self.final: set[int] = set()  # bots that have said their last word on what people claim now
        self.ending = False  # so little sand is left that bots say what they will settle for

    @property
    def held(self) -> Held | None:
        return self.room.live.held

    # -- its beginning and end ------------------------------------------------------------------------

    def follow(self) -> None:
        """The table has changed: a negotiation may have begun, or be over."""
        live = self.room.live
        parley = self._parley()
        if parley is not None and self.held is not None and self.held.parley.topic == parley.topic:
            return
        if parley is None and self.held is None:
            return
        self._stop()
        live.held = None
        if parley is not None and live.clocks is not None:
            self.number += 1
            live.held = Held(live.game, parley, self.number, live.clocks.seconds)
            self.spoke, self.final, self.ending = {}, set(), False
            self.wake()
        self._tell()

    def _parley(self) -> Parley | None:
        """What the game bargains over now, if people take part in it and the table has sand."""
        live = self.room.live
        if live.state != PLAYING or live.clocks is None or live.clocks.kind != SAND:
            return None
        parley = live.game.parley(live.views[0])
        going_on = self.held is not None and parley is not None and self.held.parley.topic == parley.topic
        if parley is None or not (going_on or any(not live.bot_of(seat) for seat in parley.seats)):
            return None  # bots among themselves need no sand
        return parley

    def wake(self) -> None:
        """Somebody is at the table: the sand runs, and bots speak."""
        held = self.held
        if held is None or not self.room.sockets:
            return
        now = time.monotonic()
        held.run(now)
        left = held.remaining(now)
        soon = left - LAST_WORDS * held.seconds
        if self.timer is not None:
            self.timer.cancel()
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(max(0.0, left if self.ending or soon <= 0 else soon) + 0.01, self._rings)
        self.drive()

    def sleep(self) -> None:
        """Nobody is at the table any more."""
        if self.held is not None:
            self._stop()
            self.held.rest(time.monotonic())

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _rings(self) -> None:
        self.room.spawn(self.room.do(self._time))

    async def _time(self) -> None:
        """The sand is nearly out, or out: then what stands decides."""
        held = self.held
        if held is None or held.since is None:
            return
        if held.remaining(time.monotonic()) > 0 and not held.done():
            self.ending = True
            self._last_words(held)
            self.wake()
        else:
            await self._decide(held)

    async def _decide(self, held: Held) -> None:
        """What stands is said in every round left, kept in one write, and happens."""
        self._stop()
        try:
            await self.room.commit(*plans(self.room.playing(), held.parley, held.standing))
        except Exception:  # it could not be kept: nothing has happened, and it is tried again
            if self.held is held:
                self.timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._rings)
            raise

    # -- what people say ------------------------------------------------------------------------------

    def going(self, seat: int, number: int | None = None) -> Held:
        """The negotiation that a seat takes part in; with a number, only that one."""
        held = self.held
        if held is None or seat not in held.parley.seats:
            raise NotNow("no-talk", say("You are in no negotiation now."))
        if number is not None and number != held.number:
            raise NotNow("out-of-date", say("That negotiation is over; this is another one."))
        return held

    async def claim(self, seat: int, number: int, words: Sequence[str]) -> None:
        """A person claims something else."""
        held = self.going(seat, number)
        if held.claim(seat, words):
            self.final.clear()
        await self._said(held)

    async def accept(self, seat: int, number: int, of: int | None) -> None:
        """A person gives way to the others, and stands by it."""
        held = self.going(seat, number)
        words = held.parley.accepting(seat, held.standing, of)
        if words is None:
            raise NotNow(
                "nothing",
                say("There is nothing to accept: the others do not agree among themselves, or have not all spoken."),
            )
        held.claim(seat, words)
        held.stand_by(seat)
        await self._said(held)

    async def ready(self, seat: int, number: int, yes: bool) -> None:
        """A person stands by their claim, or no longer."""
        held = self.going(seat, number)
        held.stand_by(seat, yes)
        await self._said(held)

    async def choose(self, seat: int, action: Action) -> None:
        """A person changes one thing of their claim by an ordinary choice of the game, or stands by it."""
        held = self.going(seat)
        words, ready = held.parley.chosen(seat, action, held.standing)
        if held.claim(seat, words) and not ready:
            self.final.clear()
        if ready:
            held.stand_by(seat)
        await self._said(held)

    async def _said(self, held: Held) -> None:
        """Something was said: bots answer, and where all stand by what they claim it is decided."""
        if self._people_ready(held) and held.parley.clashes(held.standing):
            self._last_words(held)
        if held.done():
            await self._decide(held)
            return
        self._tell()
        self.drive()

    def _people_ready(self, held: Held) -> bool:
        return all(seat in held.ready or self.room.live.bot_of(seat) for seat in held.parley.seats)

    def _last_words(self, held: Held) -> None:
        """Every bot that has not done so says what it will settle for."""
        for seat in held.parley.seats:
            if self.room.live.bot_of(seat) and seat not in self.final and self.spoke.get(seat, 0) < MOST_TIMES:
                held.stand_by(seat, False)

    def _tell(self) -> None:
        self.room.live.drawn.clear()
        for socket in self.room.sockets:
            socket.mark("shown")
            socket.mark("bargained")

    # -- what bots say --------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let the bots speak, if one of them has something to say and somebody hears it."""
        if (self.speaker is None or self.speaker.done()) and self.room.sockets and self._bots():
            self.speaker = asyncio.create_task(self._speak())

    def _bots(self) -> list[int]:
        return [seat for seat in self.held.talking() if self.room.live.bot_of(seat)] if self.held is not None else []

    async def _speak(self) -> None:
        try:
            while self.room.sockets and self._bots():
                if self.room.hub.settings.pause:
                    await asyncio.sleep(self.room.hub.settings.pause)
                bots = self._bots()
                if self.held is not None and bots:
                    await self._bot_speaks(self.held, min(bots, key=lambda seat: (self.spoke.get(seat, 0), seat)))
        except Exception:  # what stands decides when the sand is out, whatever a bot does
            log.exception("a bot could not bargain", extra={"facts": {"table": self.room.live.id}})

    async def _bot_speaks(self, held: Held, seat: int) -> None:
        """One bot looks at what stands, claims something else or not, and stands by it."""
        live = self.room.live
        silent, version = self.spoke.get(seat, 0) >= MOST_TIMES, held.version
        last = self.ending or self._people_ready(held)
        words: Sequence[str] = ()
        if not silent:
            self.spoke[seat] = self.spoke.get(seat, 0) + 1
            words = await self._draft(held, seat, last)

        async def speak() -> None:
            if self.held is not held or not live.bot_of(seat) or (held.version != version and not silent):
                return  # others have spoken meanwhile: it looks again
            if not silent:
                held.claim(seat, words)
                if last:
                    self.final.add(seat)
            held.stand_by(seat)
            await self._said(held)

        await self.room.do(speak)

    async def _draft(self, held: Held, seat: int, last: bool) -> tuple[str, ...]:
        """What the bot would claim: asked step by step, as in a round of the game, about an imagined table of what it sees."""
        live = self.room.live
        view: View = held.parley.asked(live.views[seat + 1], held.standing, last)
        state = live.game.imagine(view, Stream(1))
        standing = dict(held.standing)
        for step in range(LONGEST_DRAFT):
            standing[seat] = held.parley.drafted(view)
            seed = seed_from(live.head.seed, "parley", seat, 1000 * live.moment + 100 * self.spoke[seat] + step)
            thought = await self.room.hub.thinkers.choose(
                live.bot_of(seat) or "greedy", live.game, view, state.legal_actions(seat), seed
            )
            action = live.game.action_from_text(thought.action)
            words, done = held.parley.chosen(seat, action, standing)
            if done:
                return words
            state.apply(seat, action)
            view = state.view(seat)
        return standing[seat]

    # -- what everybody hears -------------------------------------------------------------------------

    def told(self, socket: Socket) -> Bargained:
        """How it stands, in the reader's language; only what may be chosen is the reader's own."""
        held, live, language = self.held, self.room.live, socket.language
        if held is None:
            return Bargained(self.number, False, "", "", 0.0, 0.0, [], [], [], False, "", [])
        names = live.names(language)
        parley, standing, mine = held.parley, held.standing, socket.looking

        def words(told: Say) -> str:
            return render(told, language, names) if told.text else ""

        clashes = parley.clashes(standing)
        options: dict[int, list[Choice]] = {}
        if mine is not None:
            view = live.view(mine)
            for action in held.choices(mine, view):
                options.setdefault(parley.thing_of(action), []).append(
                    Choice(action.text, words(live.game.action_label(action, view)))
                )
        giving = parley.accepting(mine, standing) if mine is not None and mine in parley.seats else None
        said = {seat: words(parley.tell(each)) for seat, each in standing.items()}
        clashing = {clash.thing for clash in clashes}
        return Bargained(
            held.number, True, words(parley.title), words(parley.help), held.seconds, round(held.remaining(time.monotonic()), 2),
            [Claimed(seat, list(standing[seat]) if seat in said else None, said.get(seat, ""), seat in held.ready)
             for seat in parley.seats],
            [ThingLine(words(thing.name), words(thing.note), [words(each) for each in thing.claims], words(thing.free), at in clashing,
                       options.get(at, [])) for at, thing in enumerate(parley.things(standing))],
            [ClashLine(words(clash.text), clash.rule, list(clash.seats)) for clash in clashes],
            not clashes,
            words(parley.tell(giving)) if giving is not None else "",
            options.get(-1, []),
        )  # fmt: skip
