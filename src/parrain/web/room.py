"""What people do at one table: each deed is checked, kept on the disk, and only then told to everybody.

One deed at a time: a lock holds from the check to the telling. A deed goes on when whoever began it hangs up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from parrain import core
from parrain.bots import ADVISER
from parrain.bots.luck import seed_from
from parrain.core import BadOption, Say, Seat, say
from parrain.locale import render
from parrain.table import CannotUndo, Plan, Table
from parrain.table.seats import clean_name
from parrain.table.store import BOT, OPEN, OVER, PERSON, PLAYING, WAITING, Batch, Log, Seating
from parrain.web.clocks import SAND
from parrain.web.live import Live
from parrain.web.messages import Answered, Asked, Hinted, Presence, Sitter, Waiting
from parrain.web.parleys import Parleys
from parrain.web.thinking import QUICK

if TYPE_CHECKING:
    from parrain.web.hub import Hub
    from parrain.web.sockets import Socket

log = logging.getLogger("parrain.room")
T = TypeVar("T")
MOST_FAILURES = 3
AT_ONCE = 0.25  # seconds that a board waits for a bot that answers at once
MOST_ENTRIES = 20_000


class Refused(core.ParrainError):  # by its long name: its first argument is no text for translators
    """Something that cannot be done, with a code for programs."""

    def __init__(self, code: str, told: Say, rule: str = "") -> None:
        self.code = code
        self.rule = rule
        super().__init__(told.text, **dict(told.filling))


def append_all(log: Log, table: str, first: int, batches: Sequence[Batch], state: str) -> None:
    """Add what happened one after the other, all or nothing."""
    for batch in batches:
        log.append(table, first, batch, state)
        first += len(batch.entries)


class Question(NamedTuple):
    """A wish to take back a choice that others must agree to."""

    by: int
    asked: frozenset[int]
    agreed: frozenset[int]


class Room:
    """A live table with the sockets that look at it."""

    def __init__(self, live: Live, hub: Hub) -> None:
        self.live = live
        self.hub = hub
        self.sockets: set[Socket] = set()
        self.lock = asyncio.Lock()
        self.question: Question | None = None
        self.gone: dict[int, float] = {}  # since when a person is not here
        self.touched = time.monotonic()
        self.driver: asyncio.Task[None] | None = None
        self.deeds: set[asyncio.Task[object]] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.behind: set[int | None] = set()  # viewers who have not been shown the last change
        self.soon: asyncio.TimerHandle | None = None
        self.failures = 0
        self.again = ""  # the table of the rematch
        self.once: set[int] = set()  # seats for which a bot makes one choice only
        self.parleys = Parleys(self)

    # -- deeds ----------------------------------------------------------------------------------------

    async def do(self, deed: Callable[[], Awaitable[T]]) -> T:
        """Do something at the table, alone; it is finished even if whoever asked has hung up."""

        async def alone() -> T:
            async with self.lock:
                self.touched = time.monotonic()
                return await deed()

        task = asyncio.create_task(alone())
        self.deeds.add(task)
        task.add_done_callback(self.deeds.discard)
        return await asyncio.shield(task)

    async def commit(self, *plans: Plan) -> None:
        """Keep it (all of it in one write), let it happen, tell those who see something of it, and let the bots go on."""
        live = self.live
        assert live.table is not None
        over = plans[-1].after.is_over if plans[-1].after is not None else live.state == OVER
        first, batches, state = (
            len(live.table.record.entries),
            [live.batch(plan) for plan in plans],
            OVER if over else PLAYING,
        )
        await self.hub.keep(lambda log: append_all(log, live.id, first, batches, state))
        changed = {viewer for plan in plans for viewer in live.settle(plan)}
        entry = plans[0].entries[0]
        if entry.what == "say":
            for socket in self.sockets:
                socket.mark("said")
            return
        self.hub.count("choices" if entry.what == "choose" else "undos")
        if self.question is not None:
            self.settle_question(False, say("The table has moved on."))
        self.parleys.follow()
        self.wind(entry.seat)
        self.behind.update(self.live.viewers() if over else changed)
        self.drive()
        if self.answering and not over:
            self.soon = self.soon or asyncio.get_running_loop().call_later(AT_ONCE, self.tell_changes)
        else:
            self.tell_changes()

    @property
    def answering(self) -> bool:
        """Whether all who are to move are bots that answer at once: then what they choose is shown together with what they answer."""
        owing = self.live.to_move()
        free = not self.hub.settings.pause
        return free and bool(owing) and all(self.live.bot_of(seat) in QUICK for seat in owing)

    def tell_changes(self) -> None:
        """Show the table to those who have not seen it as it is."""
        if self.soon is not None:
            self.soon.cancel()
            self.soon = None
        for socket in self.sockets:
            if socket.looking in self.behind:
                socket.mark("shown")
        self.behind.clear()

    def playing(self) -> Table:
        """The table, if it is being played at."""
        if self.live.table is None:
            raise Refused("waiting", say("The game has not begun: seats are still open."))
        if self.live.state == OVER:
            raise Refused("over", say("The game is over."))
        return self.live.table

    def not_too_long(self) -> None:
        """There is an end to talking and taking back: what is kept of one table is bounded."""
        if self.live.table is not None and len(self.live.table.record.entries) >= MOST_ENTRIES:
            raise Refused("too-long", say("Too much has happened at this table: it can only be played to its end."))

    async def close(self) -> None:
        """Nobody is here any more: finish what was begun, stop what would go on."""
        if self.timer is not None:
            self.timer.cancel()
        self.parleys.sleep()
        for task in (self.driver, self.parleys.speaker):
            if task is not None:
                task.cancel()
        if self.deeds:
            await asyncio.wait(set(self.deeds), timeout=10)
        for socket in list(self.sockets):
            await socket.hang_up(1012)

    # -- taking back ----------------------------------------------------------------------------------

    async def undo(self, seat: int) -> None:
        """Take back a choice, or ask those who must agree."""
        table = self.playing()
        try:
            terms = table.undo_terms(seat)
        except CannotUndo as error:
            raise Refused("cannot-undo", error.say) from None
        ask = frozenset(other for other in terms.consents if not self.live.bot_of(other))
        if not ask:
            await self.commit(table.plan_undo(seat, terms.consents))
            return
        self.question = Question(seat, ask, frozenset())
        for socket in self.sockets:
            told = say("{seat} asks to take back a choice. Do you agree?", seat=Seat(seat))
            seats = [each for each in socket.mine if each in ask]
            name = self.live.names(socket.language)[seat]
            socket.send(
                Asked("undo", seat, name, render(told, socket.language, self.live.names(socket.language)), seats)
            )

    async def consent(self, seat: int, yes: bool) -> None:
        """Somebody answers the question."""
        table = self.playing()
        question = self.question
        if question is None or seat not in question.asked:
            raise Refused("no-question", say("Nobody asks you anything now."))
        if not yes:
            self.settle_question(False, say("{seat} does not agree.", seat=Seat(seat)))
            return
        self.question = question._replace(agreed=question.agreed | {seat})
        if self.question.agreed >= question.asked:
            plan = table.plan_undo(question.by, tuple(range(self.live.players)))
            self.settle_question(True, say("All agree."))
            await self.commit(plan)

    def settle_question(self, yes: bool, told: Say) -> None:
        """Tell everybody what became of the question."""
        question, self.question = self.question, None
        if question is not None:
            for socket in self.sockets:
                names = self.live.names(socket.language)
                socket.send(Answered("undo", question.by, yes, render(told, socket.language, names)))

    # -- seats ----------------------------------------------------------------------------------------

    async def sit(self, hash: str, name: str, seat: int | None) -> None:
        """Take an open seat, or come back to one that was left."""
        live = self.live
        mine = live.mine(hash)
        if seat in mine or (seat is None and mine and not live.open_seats()):
            await self.come_back(seat if seat is not None else mine[0])
            return
        seats = live.open_seats()
        if not seats:
            raise Refused("taken", say("There is no open seat at this table; you can watch."))
        chosen = seats[0] if seat is None else seat
        if chosen not in seats:
            raise Refused("taken", say("This seat is taken; open seats: {seats}.", seats=[each + 1 for each in seats]))
        given = clean_name(name)
        if any(each.name == given for each in live.seats):
            raise BadOption("Two people at the table have the same name.")
        await self.reseat({chosen: Seating(PERSON, given, "", False, frozenset([hash]))})

    async def leave(self, hash: str, seat: int | None) -> None:
        """Give up seats: before the game they are open again, after that a bot plays on."""
        mine = self.live.mine(hash)
        leaving = mine if seat is None else [seat]
        if not leaving or any(each not in mine for each in leaving):
            raise Refused("not-seated", say("You do not sit there."))
        if self.live.state == OVER:
            raise Refused("over", say("The game is over."))
        waiting = self.live.state == WAITING
        gone = Seating(OPEN, "", "", False, frozenset())
        await self.reseat({each: gone if waiting else self.live.seats[each]._replace(away=True) for each in leaving})

    async def begin(self, hash: str, bot: str) -> None:
        """Do not wait any longer: bots take the open seats."""
        if hash != self.live.sheet.maker and not self.live.mine(hash):
            raise Refused("not-seated", say("Only those who sit at the table can begin."))
        if self.live.state != WAITING:
            raise Refused("begun", say("The game has begun already."))
        taken = {each.name for each in self.live.seats}
        changes = {}
        for seat in self.live.open_seats():
            name = f"Bot {seat + 1}" if f"Bot {seat + 1}" not in taken else f"{bot} {seat + 1}"
            taken.add(name)
            changes[seat] = Seating(BOT, name, bot, False, frozenset())
        await self.reseat(changes)

    async def join(self, hash: str, seats: Iterable[int]) -> None:
        """Another device of the same person may use these seats too."""
        held = self.live.seats
        await self.reseat(
            {
                seat: held[seat]._replace(holders=held[seat].holders | {hash})
                for seat in seats
                if held[seat].kind == PERSON
            }
        )

    async def come_back(self, seat: int) -> None:
        """A person plays again for themselves."""
        if self.live.seats[seat].away:
            await self.reseat({seat: self.live.seats[seat]._replace(away=False)})
        if seat in self.live.standins:
            self.live.standins.discard(seat)
            self.wind(seat)
        self.tell_presence()

    async def stand_in(self, seat: int) -> None:
        """A bot plays for somebody who is gone, because the others ask."""
        self.playing()
        if seat >= self.live.players or self.live.bot_of(seat) or seat not in self.gone:
            raise Refused("not-gone", say("Nobody is missing there."))
        left = self.hub.settings.gone_seconds - (time.monotonic() - self.gone[seat])
        if left > 0:
            raise Refused("not-gone", say("Wait {seconds} seconds more.", seconds=int(left) + 1))
        self.live.standins.add(seat)
        self.tell_presence()
        self.drive()

    async def reseat(self, changes: dict[int, Seating]) -> None:
        """Keep who sits where now; when the last open seat is taken, the game begins."""
        live = self.live
        seats = [changes.get(seat, each) for seat, each in enumerate(live.seats)]
        begins = live.state == WAITING and all(each.kind != OPEN for each in seats)
        state = PLAYING if begins else live.state
        await self.hub.keep(lambda log: log.seat(live.id, seats, state))
        live.seats = seats
        live.drawn.clear()
        live.standins = (live.standins - set(changes)) | {seat for seat in changes if seats[seat].away}
        if begins:
            live.begin()
            self.parleys.follow()
            self.wind(None)
        for socket in self.sockets:
            socket.refresh()
        self.tell_presence()
        self.drive()

    # -- who is here ----------------------------------------------------------------------------------

    def enter(self, socket: Socket) -> None:
        """Somebody looks at the table from now on."""
        if not self.sockets:
            now = time.monotonic()
            here = set(socket.mine)
            self.gone = {
                seat: now for seat, each in enumerate(self.live.seats) if each.kind == PERSON and seat not in here
            }
        self.sockets.add(socket)
        self.missing()
        self.tell_presence()
        self.parleys.follow()
        self.parleys.wake()
        self.wind(None)
        self.drive()

    def exit(self, socket: Socket) -> None:
        """Somebody has gone."""
        self.sockets.discard(socket)
        self.touched = time.monotonic()
        self.missing()
        self.tell_presence()
        if not self.sockets and self.live.clocks is not None:
            self.live.clocks.pause(time.monotonic())
            self.parleys.sleep()
        self.rearm()

    def missing(self) -> None:
        """Who is not here, and since when; whoever is here again plays for themselves."""
        here = {seat for socket in self.sockets for seat in socket.mine}
        now = time.monotonic()
        for seat, each in enumerate(self.live.seats):
            if each.kind == PERSON and seat not in here:
                self.gone.setdefault(seat, now)
            elif seat in self.gone:
                del self.gone[seat]
                if not each.away:
                    self.live.standins.discard(seat)

    def tell_presence(self) -> None:
        """Everybody hears who is here."""
        for socket in self.sockets:
            socket.mark("presence")

    def presence(self) -> Presence:
        """Who sits where and who is here."""
        now = time.monotonic()
        watching = sum(not socket.mine for socket in self.sockets)
        return Presence([self._sitter(seat, each, now) for seat, each in enumerate(self.live.seats)], watching)

    def _sitter(self, seat: int, each: Seating, now: float) -> Sitter:
        gone = round(now - self.gone[seat], 1) if seat in self.gone and each.kind == PERSON else None
        here = each.kind == PERSON and any(seat in socket.mine for socket in self.sockets)
        reminded = gone is not None and gone >= self.hub.settings.remind_seconds
        return Sitter(
            seat, each.kind, each.name, each.bot, here, seat in self.live.standins, None if here else gone, reminded
        )

    def waiting(self, socket: Socket) -> Waiting:
        """What is shown before the game begins."""
        live = self.live
        names = live.names(socket.language)
        told = say("Waiting for players: {count} seats are open.", count=len(live.open_seats()))
        return Waiting(live.id, live.game.id, live.game.title, socket.language, render(told, socket.language, names), list(socket.mine),
                       names, live.open_seats(), socket.hash == live.sheet.maker != "")  # fmt: skip

    # -- time -----------------------------------------------------------------------------------------

    def wind(self, chose: int | None) -> None:
        """The clocks of those who owe a decision run; those of bots do not."""
        if self.live.clocks is not None and self.sockets:
            owing = [seat for seat in self.live.to_move() if not self.live.bot_of(seat)]
            if self.live.clocks.kind == SAND and (
                self.live.held is not None or not self.live.game.sanded(self.live.views[0])
            ):
                owing = []  # a negotiation has its own sand, and some questions have none
            self.live.clocks.turn(owing, chose, time.monotonic())
        self.rearm()

    def rearm(self) -> None:
        """Wake up when the next clock runs out, or somebody has been gone long enough."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if not self.sockets or self.live.state == OVER:
            return
        now = time.monotonic()
        waits = [] if self.live.clocks is None else [self.live.clocks.next(now)]
        for since in self.gone.values():
            for limit in (self.hub.settings.remind_seconds, self.hub.settings.gone_seconds):
                if now - since < limit:
                    waits.append(limit - (now - since))
        soonest = min((each for each in waits if each is not None), default=None)
        if soonest is not None:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(soonest + 0.02, lambda: self.spawn(self.do(self._time_is_up)))

    def spawn(self, work: Awaitable[object]) -> None:
        """Do something without waiting for it."""
        task: asyncio.Task[object] = asyncio.ensure_future(work)
        self.deeds.add(task)
        task.add_done_callback(self.deeds.discard)

    async def _time_is_up(self) -> None:
        """Those whose time is up, or who have been gone too long, are played for; where a sand timer ran out, what stands decides."""
        live = self.live
        now = time.monotonic()
        if live.state == PLAYING and live.clocks is not None:
            out = [seat for seat in live.clocks.out(now) if not live.bot_of(seat)]
            if live.clocks.kind == SAND:
                for seat in out:
                    await self._what_stands(seat)
            else:
                live.standins.update(out)
            live.standins.update(
                seat for seat, since in self.gone.items() if now - since >= self.hub.settings.gone_seconds
            )
        self.tell_presence()
        self.wind(None)
        self.drive()

    async def _what_stands(self, seat: int) -> None:
        """The game says what an answer is that was not given; where it has no opinion, a bot answers this once."""
        live = self.live
        choices = live.choices(seat)
        chosen = live.game.silent_answer(live.view(seat), choices) if choices else None
        if chosen is not None:
            await self.commit(self.playing().plan_choice(seat, chosen))
        elif choices:
            live.standins.add(seat)
            self.once.add(seat)

    # -- bots -----------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let the bots play, if it is their turn and somebody is looking; in a negotiation they speak instead."""
        if self.live.held is not None:
            self.parleys.drive()
            return
        if (
            (self.driver is None or self.driver.done())
            and self.sockets
            and any(self.live.bot_of(seat) for seat in self.live.to_move())
        ):
            self.driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        live = self.live
        while self.sockets and self.failures < MOST_FAILURES:
            if self.hub.settings.pause:
                await asyncio.sleep(self.hub.settings.pause)
            seats = [seat for seat in live.to_move() if live.bot_of(seat)]
            if not seats or live.held is not None:
                return
            try:
                await asyncio.gather(*(self._play_bot(seat) for seat in seats))
                self.failures = 0
            except Exception:  # never stuck: it is tried again, and at worst a person's next deed begins it anew
                self.failures += 1
                log.exception("a bot's turn failed", extra={"facts": {"table": live.id, "game": live.game.id}})
                await asyncio.sleep(0.5)
        self.failures = 0

    async def _play_bot(self, seat: int) -> None:
        live = self.live
        step, bot, choices = live.step(seat), live.bot_of(seat), live.choices(seat)
        if not choices:
            return
        thought = await self.hub.thinkers.choose(bot, live.game, live.view(seat), choices, self._luck("bot", seat))

        async def play() -> None:
            if (
                live.state == PLAYING
                and live.held is None
                and live.step(seat) == step
                and live.bot_of(seat)
                and seat in live.to_move()
            ):
                await self.commit(self.playing().plan_choice(seat, thought.action))
                if seat in self.once:
                    self.once.discard(seat)
                    live.standins.discard(seat)

        await self.do(play)

    def _luck(self, purpose: str, seat: int) -> int:
        """A seed that is the same at the same moment of the same game, so that undoing gives a bot no second throw."""
        return seed_from(self.live.head.seed, purpose, seat, len(self.playing().record.standing()))

    async def hint(self, socket: Socket, seat: int) -> None:
        """Think about a hint, and send it if the table is still the same then."""
        live = self.live
        choices = live.choices(seat)
        if not choices:
            raise Refused("nothing", say("There is nothing to choose now."))
        step, view = live.step(seat), live.view(seat)
        thought = await self.hub.thinkers.choose(ADVISER, live.game, view, choices, self._luck("hint", seat), why=True)
        if live.step(seat) != step or socket.looking != seat:
            return
        action = live.game.action_from_text(thought.action)
        names = live.names(socket.language)
        told = thought.reason or live.game.reason(view, action)
        label = render(live.game.action_label(action, view), socket.language, names)
        socket.send(Hinted(seat, step, action.text, label, render(told, socket.language, names)))
