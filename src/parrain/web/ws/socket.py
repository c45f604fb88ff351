"""One connection: reads messages, calls the room, and sends what the room tells in the reader's language."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from parrain.core import IllegalAction, ParrainError, Say, Seat, UnknownAction, say
from parrain.core.svg.patches import Marks
from parrain.core.translation import known_language, render
from parrain.table.store import MOVED, UNREACHABLE
from parrain.web.identity import from_here, identity_of
from parrain.web.limits import Bucket, Slots, address_of
from parrain.web.live import notices as n
from parrain.web.live.hub import CLOSED_CODE, Closed, Hub, NoTable
from parrain.web.live.refused import Refused
from parrain.web.live.room import COMING_BACK, Room
from parrain.web.render.negotiation import Bargained, bargained
from parrain.web.render.show import (
    NARROW,
    NONE,
    WIDE,
    Shown,
    description_of,
    error_text,
    names_in,
    questions_of,
    rule_text,
    show,
)
from parrain.web.ws import messages as m
from parrain.web.ws.first import presence_of, sent_with

log = logging.getLogger("parrain.socket")

MOST_WAITING = 200  # messages for somebody who does not read
MOST_TOO_FAST = 100
TALK_MESSAGES = 6  # of the rate limit of an address, for a line of talk
SEND_SECONDS = 30.0


class Socket:
    """A person or a program at one table."""

    def __init__(
        self,
        wire: WebSocket,
        room: Room,
        identity: str,
        language: str,
        pictures: str,
        patches: bool = False,
        described: bool = True,
        first: str = "",
    ) -> None:
        self.wire = wire
        self.room = room
        self.live = room.live
        self.identity = identity
        self.host = wire.client.host if wire.client else ""
        self.address = address_of(wire)
        self.language = language
        self.pictures = pictures
        self.patches = patches
        self.described = described
        self.sent_marks: dict[str, Marks] = {}  # of the drawings it was sent last, by name
        self.mine: tuple[int, ...] = ()
        self.looking: int | None = None
        self.outbox: deque[m.FromServer] = deque()
        self.due: set[str] = set()
        self.wake = asyncio.Event()
        self.sent_events = 0
        self.sent_said = -1  # the number of the last line sent; -1: not even that there is none
        self.bucket = Bucket(*room.services.settings.messages)
        self.too_fast = 0
        self.hints: set[asyncio.Task[None]] = set()
        self.refresh()
        if patches and not described:
            self.go_on_from(first)

    # -- what the room tells --------------------------------------------------------------------------

    def notice(self, notice: n.Notice) -> None:
        """Send what happened, now or when the connection is free."""
        NOTICES[type(notice)](self, notice)

    def changed(self, notice: n.Changed) -> None:
        """The table looks different to some viewers."""
        if self.looking in notice.viewers:
            self.mark("shown")

    def undo_asked(self, notice: n.UndoAsked) -> None:
        """Somebody asks to take back a choice."""
        text = self.words(say("{seat} asks to take back a choice. Do you agree?", seat=Seat(notice.by)))
        seats = [each for each in self.mine if each in notice.asked]
        self.send(m.Asked("undo", notice.by, self.names()[notice.by], text, seats))

    def undo_settled(self, notice: n.UndoSettled) -> None:
        """That question is settled."""
        self.send(m.Answered("undo", notice.by, notice.agreed, self.words(notice.reason)))

    def rematch_ready(self, notice: n.RematchReady) -> None:
        """There is another table to go to."""
        text = self.words(say("A new game has been laid out."))
        self.send(m.Moved(notice.table, f"/t/{notice.table}", text))

    def refresh(self) -> None:
        """Find out which seats are mine; whoever holds one alone looks from there."""
        mine = tuple(self.live.mine(self.identity))
        if mine != self.mine or self.looking not in (None, *mine):
            self.mine = mine
            self.turn_to(mine[0] if len(mine) == 1 else None)
        self.mark("shown", "said")

    def go_on_from(self, key: str) -> None:
        """Send nothing again that the page of this socket was sent already."""
        live = self.live
        sent = sent_with(key, live, self.identity, self.language, self.pictures)
        if sent is None:
            return
        if sent.version == live.version and live.clocks is None:  # clocks go on as soon as somebody is here
            self.due.discard("shown")
        if sent.events:
            self.sent_events, self.sent_marks = sent.events, sent.marks

    def turn_to(self, seat: int | None) -> None:
        """Look from another seat: the log is sent from the beginning."""
        self.looking = seat
        self.sent_events = 0
        self.sent_marks = {}
        self.mark("shown")
        if self.live.talk is not None:
            self.mark("bargained")

    def names(self) -> list[str]:
        """The names at the table in the reader's language."""
        return names_in(self.live, self.language)

    def words(self, text: Say) -> str:
        """A sentence in the reader's language."""
        return render(text, self.language, self.names())

    # -- sending --------------------------------------------------------------------------------------

    def mark(self, *kinds: str) -> None:
        """Messages of these kinds are due; if the connection is slow, several changes become one."""
        self.due.update(kinds)
        self.wake.set()

    def send(self, message: m.FromServer) -> None:
        """Send a message after what is due."""
        if len(self.outbox) < MOST_WAITING:
            self.outbox.append(message)
        self.wake.set()

    async def run_out(self) -> None:
        """Send what is due, as fast as the other side reads."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.due or self.outbox:
                for kind in self.order():
                    if kind in self.due:
                        self.due.discard(kind)
                        message = COMPOSERS[kind](self)
                        if message is not None:
                            await self._send(message)
                while self.outbox and not self.due:  # an answer never overtakes what it is about
                    await self._send(self.outbox.popleft())

    def order(self) -> tuple[str, ...]:
        """What is sent first: a negotiation that begins, so that nobody takes it for a turn; else the table."""
        if self.live.talk is not None and self.sent_events:
            return ("presence", "bargained", "shown", "said")
        return ("presence", "shown", "bargained", "said")

    async def _send(self, message: m.FromServer) -> None:
        task = asyncio.current_task()
        assert task is not None
        timer = asyncio.get_running_loop().call_later(SEND_SECONDS, task.cancel)  # lighter than asyncio.timeout
        try:
            await self.wire.send_text(m.write(message).decode())
        finally:
            timer.cancel()

    def presence(self) -> m.Presence:
        """Who is here."""
        return presence_of(self.room, self.identity)

    def shown(self) -> Shown | m.Waiting:
        """The table as it is now."""
        live = self.live
        if live.table is None:
            open_seats = live.open_seats()
            prompt = self.words(say("Waiting for players: {count} seats are open.", count=len(open_seats)))
            is_maker = live.is_host(self.identity)
            game, mine = live.game, list(self.mine)
            return m.Waiting(
                live.id, game.id, game.title, self.language, prompt, mine, self.names(), open_seats, is_maker
            )
        since, self.sent_events = self.sent_events, len(live.table.events)
        last = self.sent_marks if self.patches else None
        return show(live, self.looking, list(self.mine), self.language, self.pictures, since, self.described, last)

    def bargained(self) -> Bargained:
        """How the negotiation stands."""
        return bargained(self.live, self.looking, self.room.negotiation.number, self.language)

    def said(self) -> m.Talked | None:
        """What was said since the last time."""
        lines = [line for line in self.live.said if line.number > self.sent_said]
        fresh = self.sent_said < 0
        if not lines and not fresh:
            return None
        self.sent_said = lines[-1].number if lines else max(0, self.sent_said)
        return m.Talked(lines, fresh)

    async def hang_up(self, code: int = 1000) -> None:
        """End the connection from our side."""
        if self.wire.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self.wire.close(code)

    # -- receiving ------------------------------------------------------------------------------------

    async def run_in(self) -> None:
        """Read messages until the other side hangs up; whatever is wrong with one is answered, and changes nothing."""
        while True:
            received = await self.wire.receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or b""
            self.room.services.count("messages")
            if not self.bucket.take() or not self.wire.app.state.messages.take(self.address):
                self.too_fast += 1
                self.refuse("too-fast", self.words(say("Too many messages; wait a moment.")))
                if self.too_fast > MOST_TOO_FAST:
                    await self.hang_up(1008)
                    return
                await self.wire.app.state.messages.hold_up(self.address)
                continue
            await self.take(data)

    async def take(self, data: str | bytes) -> None:
        """Do what one message says."""
        longest = self.room.services.settings.longest_message
        try:
            if len(data) > longest:
                raise Refused("too-big", say("A message has at most {most} characters.", most=longest))
            message = m.read_message(data)
            await HANDLERS[type(message)](self, message)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            text = say("This message cannot be understood: {error}", error=str(error)[:200])
            self.refuse("malformed", self.words(text))
        except ParrainError as error:
            self.refuse_for(error)

    def refuse_for(self, error: ParrainError) -> None:
        """Say why something was not done."""
        codes = {IllegalAction: "illegal", UnknownAction: "unknown-action"}
        code = error.code if isinstance(error, Refused) else codes.get(type(error), "cannot")
        rule = error.rule if isinstance(error, Refused | IllegalAction) else ""
        rule_words = rule_text(self.live.game, rule, self.language) if rule else ""
        self.refuse(code, error_text(error, self.language, self.names()), rule, rule_words)

    def refuse(self, code: str, text: str, rule: str = "", rule_words: str = "") -> None:
        """Say that something was not done."""
        self.room.services.count("errors")
        self.send(m.Error(code, text, rule, rule_words))

    def seated(self, seat: int | None = None) -> int:
        """The seat, if it is mine; my first one if none is named."""
        if not self.mine or (seat is not None and seat not in self.mine):
            raise Refused("not-seated", say("You do not sit there."))
        return self.mine[0] if seat is None else seat

    def facing(self, seat: int) -> int:
        """The seat, if it is mine and the one I look from: at a shared screen nobody asks for what another knows."""
        self.seated(seat)
        if self.looking != seat:
            raise Refused("look-first", say("Switch to this seat first."))
        return seat

    # -- one method for each message ------------------------------------------------------------------

    async def ping(self, message: m.Ping) -> None:
        self.send(m.Pong(self.live.step(self.looking)))

    async def look(self, message: m.Look) -> None:
        """Look from another seat of mine, or draw the board in another shape."""
        if message.seat is not None:
            self.seated(message.seat)
        self.pictures = message.pictures or self.pictures
        self.turn_to(message.seat)

    async def change_language(self, message: m.Language) -> None:
        """Send everything again in another language."""
        self.language = known_language(message.lang)
        self.turn_to(self.looking)

    async def choose(self, message: m.Choose) -> None:
        began = time.monotonic()
        await self.room.choose(self.facing(message.seat), message.step, message.action)
        self.room.services.choice_times.observe(time.monotonic() - began)

    async def undo(self, message: m.Undo) -> None:
        await self.room.undo(self.facing(message.seat), message.step)

    async def consent(self, message: m.Consent) -> None:
        await self.room.undo_vote.consent(self.seated(message.seat), message.yes)

    async def talk(self, message: m.Talk) -> None:
        """Say something; spectators where the host allows it. It counts as some messages: it is sent to everybody."""
        if not self.wire.app.state.messages.take(self.address, TALK_MESSAGES - 1):
            raise Refused("too-fast", say("Too many messages; wait a moment."))
        if self.mine or message.seat is not None:
            await self.room.say(self.seated(message.seat), message.words)
        else:
            self.room.say_from_outside(message.name, message.words)

    async def open_talk(self, message: m.OpenTalk) -> None:
        self.room.open_talk(self.identity, message.yes)

    async def claim(self, message: m.Claim) -> None:
        await self.room.negotiation.claim(self.facing(message.seat), message.number, message.words)

    async def accept(self, message: m.Accept) -> None:
        await self.room.negotiation.accept(self.facing(message.seat), message.number, message.of)

    async def speak(self, message: m.Speak) -> None:
        await self.room.negotiation.say(self.facing(message.seat), message.number, message.code)

    async def ready(self, message: m.Ready) -> None:
        await self.room.negotiation.ready(self.facing(message.seat), message.number, message.yes)

    async def stand_in(self, message: m.StandIn) -> None:
        self.seated()
        await self.room.seats.stand_in(message.seat)

    async def come_back(self, message: m.Back) -> None:
        await self.room.seats.come_back(self.seated(message.seat))

    async def why(self, message: m.Why) -> None:
        action, forbidden = self.room.why_not(self.facing(message.seat), message.action)
        if forbidden is None:
            text = self.words(say("Nothing forbids it."))
            self.send(m.Forbidden(message.seat, action.text, True, "", text, ""))
            return
        text = error_text(forbidden, self.language, self.names())
        rule_words = rule_text(self.live.game, forbidden.rule, self.language)
        self.send(m.Forbidden(message.seat, action.text, False, forbidden.rule, text, rule_words))

    async def weigh(self, message: m.Weigh) -> None:
        """Whether a choice would be final, as far as whoever asks may know."""
        self.send(m.Weighed(message.action, *self.room.weigh(self.facing(message.seat), message.action)))

    async def explain(self, message: m.Explain) -> None:
        """What a thing on the table is, as far as whoever asks may know."""
        live = self.live
        if live.table is None:
            return
        found = live.game.card(message.thing, live.view(self.looking), self.names(), self.language)
        if found is not None:
            self.send(m.explained(message.thing, found, rule_text(live.game, found.rule, self.language), self.language))

    async def describe(self, message: m.Describe) -> None:
        """The table in words, for a page that shows them only when somebody wants to read them."""
        live = self.live
        if live.table is not None:
            text, facts = (description_of(live, seat, self.language) for seat in (self.looking, None))
            self.send(m.Described(self.looking, live.step(self.looking), text, facts))

    async def hint(self, message: m.Hint) -> None:
        """Have a hint thought about without waiting for it; one at a time."""
        seat = self.facing(message.seat)
        if self.hints:
            raise Refused("busy", say("I am still thinking about it."))

        async def run() -> None:
            try:
                hint = await self.room.bots.hint(seat)
            except ParrainError as error:
                self.refuse_for(error)
                return
            if hint is not None and self.looking == seat:
                label = self.words(self.live.game.action_label(hint.action, hint.view))
                self.send(m.Hinted(seat, hint.step, hint.action.text, label, self.words(hint.reason)))

        task = asyncio.create_task(run())
        self.hints.add(task)
        task.add_done_callback(self.hints.discard)

    async def coach(self, message: m.Coach) -> None:
        """Have the choices evaluated without waiting for it; what comes too late is dropped."""
        seat = self.facing(message.seat)
        talk = self.live.talk
        if talk is not None and seat in talk.negotiation.seats:
            counsel = talk.negotiation.counsel(self.live.views[seat + 1], talk.claims)
            watch = [self.words(each) for each in counsel.watch]
            warnings = {does: self.words(each) for does, each in counsel.warnings.items()}
            about = self.words(talk.negotiation.help)
            self.send(m.Coached(seat, self.live.step(seat), counsel.rule, about, watch, {}, "", warnings))
            return

        async def run() -> None:
            try:
                advice = await self.room.bots.advise(seat)
            except ParrainError as error:
                self.refuse_for(error)
                return
            if advice is not None and self.looking == seat:
                game, values = self.live.game, {action.text: value for action, value in advice.values}
                best = self.words(game.action_label(advice.values[0][0], advice.view)) if values else ""
                about = rule_text(game, advice.rule, self.language)
                watch = questions_of(game, self.language)
                self.send(m.Coached(seat, advice.step, advice.rule, about, watch, values, best))

        if not self.hints:  # a search at a time; the page asks again at the next choice
            task = asyncio.create_task(run())
            self.hints.add(task)
            task.add_done_callback(self.hints.discard)


NOTICES: dict[type, Callable[[Socket, Any], None]] = {
    n.Changed: Socket.changed,
    n.SeatsChanged: lambda socket, _: socket.refresh(),
    n.PresenceChanged: lambda socket, _: socket.mark("presence"),
    n.ChatChanged: lambda socket, _: socket.mark("said"),
    n.TalkChanged: lambda socket, _: socket.mark("shown", "bargained"),
    n.UndoAsked: Socket.undo_asked,
    n.UndoSettled: Socket.undo_settled,
    n.RematchReady: Socket.rematch_ready,
}
COMPOSERS: dict[str, Callable[[Socket], m.FromServer | None]] = {
    "presence": Socket.presence,
    "shown": Socket.shown,
    "bargained": Socket.bargained,
    "said": Socket.said,
}
HANDLERS: dict[type, Callable[[Socket, Any], Awaitable[None]]] = {
    m.Choose: Socket.choose,
    m.Undo: Socket.undo,
    m.Consent: Socket.consent,
    m.Talk: Socket.talk,
    m.OpenTalk: Socket.open_talk,
    m.Claim: Socket.claim,
    m.Accept: Socket.accept,
    m.Speak: Socket.speak,
    m.Ready: Socket.ready,
    m.Coach: Socket.coach,
    m.Hint: Socket.hint,
    m.Why: Socket.why,
    m.Weigh: Socket.weigh,
    m.Explain: Socket.explain,
    m.Describe: Socket.describe,
    m.Look: Socket.look,
    m.Language: Socket.change_language,
    m.StandIn: Socket.stand_in,
    m.Back: Socket.come_back,
    m.Ping: Socket.ping,
}


async def serve(wire: WebSocket) -> None:
    """/ws/{table}: look at a table, and play if a seat of it is yours."""
    hub: Hub = wire.app.state.hub
    sockets: Slots = wire.app.state.sockets
    address = address_of(wire)
    if not from_here(wire, hub.settings):
        await wire.close(4403, "origin")
        return
    if not sockets.take(address):  # counted from here on, also while the table is loaded
        await wire.accept()  # only then can a browser be told why it is closed
        await wire.close(4429, "too many")
        return
    try:
        await wire.accept()
        await look(wire, hub)
    finally:
        sockets.release(address)


async def look(wire: WebSocket, hub: Hub) -> None:
    """Find the table, and talk until either side hangs up."""
    try:
        room = await hub.room(wire.path_params["table"])
    except ParrainError as error:
        if isinstance(error, (NoTable, Closed)):
            code = 4404 if isinstance(error, NoTable) else CLOSED_CODE
        else:
            passing = getattr(error, "code", "") in (MOVED, UNREACHABLE)  # somebody else has it, or will
            code = COMING_BACK if passing else 4409
        await wire.close(code)
        return
    query = wire.query_params
    pictures = {"0": NONE, NONE: NONE, NARROW: NARROW}.get(query.get("pictures", WIDE), WIDE)
    language = known_language(query.get("lang", "en"))
    patches, described = query.get("patches") == "1", query.get("words") != "0"
    first = query.get("first", "")
    socket = Socket(wire, room, identity_of(wire), language, pictures, patches, described, first)
    room.enter(socket)
    try:
        await talk_both_ways(socket)
    finally:
        room.exit(socket)


async def talk_both_ways(socket: Socket) -> None:
    """Send and receive until either ends."""
    tasks = [asyncio.create_task(socket.run_out()), asyncio.create_task(socket.run_in())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = None if task.cancelled() else task.exception()
            if error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError)):
                log.error("a socket failed", exc_info=error, extra={"facts": {"table": socket.live.id}})
    finally:
        for task in (*tasks, *socket.hints):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await socket.hang_up()
