"""One connection: what it may look at, what it sends, and what it has been told so far."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from parrain.core import IllegalAction, ParrainError, UnknownAction, say
from parrain.core.words import known_language
from parrain.locale import render
from parrain.web.hub import Hub, NoTable
from parrain.web.identity import from_here, identity_of
from parrain.web.limits import Bucket, address_of
from parrain.web.messages import (
    Accept,
    Back,
    Choose,
    Claim,
    Consent,
    Error,
    Forbidden,
    FromServer,
    Hint,
    Language,
    Look,
    Ping,
    Pong,
    Ready,
    Shown,
    StandIn,
    Talk,
    Talked,
    Undo,
    Why,
    read_message,
    write,
)
from parrain.web.parleys import NotNow
from parrain.web.room import Refused, Room
from parrain.web.show import NONE, WIDE, drawn, rule_text, show, why_not, words

log = logging.getLogger("parrain.socket")

MOST_WAITING = 200  # messages for somebody who does not read
MOST_TOO_FAST = 100
SEND_SECONDS = 30.0


class Socket:
    """A person or a program at one table."""

    def __init__(
        self, wire: WebSocket, room: Room, hash: str, language: str, pictures: str, patches: bool = False
    ) -> None:
        self.wire = wire
        self.room = room
        self.hash = hash
        self.language = language
        self.pictures = pictures
        self.patches = patches
        self.board: list[str] = []  # the pieces of the last board it was sent
        self.mine: tuple[int, ...] = ()
        self.looking: int | None = None
        self.outbox: deque[FromServer] = deque()
        self.due: set[str] = set()
        self.wake = asyncio.Event()
        self.sent_events = 0
        self.sent_said = 0
        self.bucket = Bucket(*room.hub.settings.messages)
        self.too_fast = 0
        self.hints: set[asyncio.Task[None]] = set()
        self.refresh()

    # -- sending --------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Look again which seats are mine; whoever holds one alone looks from there."""
        mine = tuple(self.room.live.mine(self.hash))
        if mine != self.mine or self.looking not in (None, *mine):
            self.mine = mine
            self.turn_to(mine[0] if len(mine) == 1 else None)
        self.mark("shown")
        self.mark("said")

    def turn_to(self, seat: int | None) -> None:
        """Look from another seat: the log is told from the beginning."""
        self.looking = seat
        self.sent_events = 0
        self.board = []
        self.mark("shown")
        if self.room.live.held is not None:
            self.mark("bargained")

    def mark(self, what: str) -> None:
        """Something is to be shown anew; if the connection is slow, several changes become one."""
        self.due.add(what)
        self.wake.set()

    def send(self, message: FromServer) -> None:
        """Say something to this one."""
        if len(self.outbox) < MOST_WAITING:
            self.outbox.append(message)
        self.wake.set()

    async def run_out(self) -> None:
        """Send what is due, as fast as the other side reads."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.due or self.outbox:
                for what in self.order():
                    if what in self.due:
                        self.due.discard(what)
                        message = self.compose(what)
                        if message is not None:
                            await self._send(message)
                while self.outbox and not self.due:  # an answer never overtakes what it is about
                    await self._send(self.outbox.popleft())

    def order(self) -> tuple[str, ...]:
        """What is told first: of a talk that begins the talk, so that nobody takes it for a turn; else the table as it is."""
        if self.room.live.held is not None and self.sent_events:
            return ("presence", "bargained", "shown", "said")
        return ("presence", "shown", "bargained", "said")

    async def _send(self, message: FromServer) -> None:
        await asyncio.wait_for(self.wire.send_text(write(message).decode()), SEND_SECONDS)

    def compose(self, what: str) -> FromServer | None:
        """The message as it should read now."""
        live = self.room.live
        if what == "presence":
            return self.room.presence()
        if what == "shown":
            if live.table is None:
                return self.room.waiting(self)
            since, self.sent_events = self.sent_events, len(live.table.events)
            shown = show(live, self.looking, list(self.mine), self.language, self.pictures, since)
            return self.patched(shown) if self.patches and shown.board else shown
        if what == "bargained":
            return self.room.parleys.told(self)
        lines = [line for line in live.said if line.number > self.sent_said]
        fresh = self.sent_said == 0
        if not lines and not fresh:
            return None
        self.sent_said = lines[-1].number if lines else 0
        return Talked(lines, fresh)

    def patched(self, shown: Shown) -> Shown:
        """The same with what changed on the board instead of all of it."""
        seen = drawn(self.room.live, self.looking, shown.names, self.language, self.pictures)
        last, self.board = self.board, seen.pieces()
        if last:
            shown.board, shown.patch = "", seen.patch(last)
        return shown

    async def hang_up(self, code: int = 1000) -> None:
        """End the connection from our side."""
        if self.wire.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self.wire.close(code)

    # -- receiving ------------------------------------------------------------------------------------

    async def run_in(self) -> None:
        """Take messages until the other side hangs up; whatever is wrong with one is answered, and changes nothing."""
        while True:
            received = await self.wire.receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or b""
            self.room.hub.count("messages")
            if not self.bucket.take():
                self.too_fast += 1
                self.refuse("too-fast", render(say("Too many messages; wait a moment."), self.language))
                if self.too_fast > MOST_TOO_FAST:
                    await self.hang_up(1008)
                    return
                continue
            await self.take(data)

    async def take(self, data: str | bytes) -> None:
        """Do what one message says."""
        names = self.room.live.names(self.language)
        try:
            if len(data) > self.room.hub.settings.longest_message:
                raise Refused(
                    "too-big",
                    say("A message has at most {most} characters.", most=self.room.hub.settings.longest_message),
                )
            message = read_message(data)
            await self.handle(message)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            told = say("This message cannot be understood: {error}", error=str(error)[:200])
            self.refuse("malformed", render(told, self.language))
        except Refused as error:
            text = rule_text(self.room.live.game, error.rule, self.language) if error.rule else ""
            self.refuse(error.code, words(error, self.language, names), error.rule, text)
        except NotNow as error:
            self.refuse(error.code, render(error.told, self.language, names))
        except IllegalAction as error:
            text = rule_text(self.room.live.game, error.rule, self.language)
            self.refuse("illegal", words(error, self.language, names), error.rule, text)
        except UnknownAction as error:
            self.refuse("unknown-action", words(error, self.language, names))
        except ParrainError as error:
            self.refuse("cannot", words(error, self.language, names))

    def refuse(self, code: str, text: str, rule: str = "", rule_words: str = "") -> None:
        """Say that something was not done."""
        self.room.hub.count("errors")
        self.send(Error(code, text, rule, rule_words))

    async def handle(self, message: object) -> None:
        """Hand a message to what it asks for."""
        if isinstance(message, Ping):
            self.send(Pong(self.room.live.step(self.looking)))
        elif isinstance(message, Look):
            self.look(message)
        elif isinstance(message, Language):
            self.language = known_language(message.lang)
            self.turn_to(self.looking)
        elif isinstance(message, StandIn):
            self.seated()
            await self.room.do(partial(self.room.stand_in, message.seat))
        elif isinstance(message, Talk):
            await self.room.do(partial(self.talk, message))
        elif isinstance(message, Consent):
            self.seated(message.seat)
            await self.room.do(partial(self.room.consent, message.seat, message.yes))
        elif isinstance(message, Back):
            self.seated(message.seat)
            await self.room.do(partial(self.room.come_back, message.seat))
        elif isinstance(message, Hint):
            self.facing(message.seat)
            self.think(partial(self.room.hint, self, message.seat))
        elif isinstance(message, Why):
            self.facing(message.seat)
            self.why(message)
        elif isinstance(message, Undo):
            await self.room.do(partial(self.undo, message))
        elif isinstance(message, Choose):
            await self.room.do(partial(self.choose, message))
        elif isinstance(message, Claim | Accept | Ready):
            await self.room.do(partial(self.bargain, message))

    def seated(self, seat: int | None = None) -> int:
        """The seat, if it is mine; my first one if none is named."""
        if not self.mine or (seat is not None and seat not in self.mine):
            raise Refused("not-seated", say("You do not sit there."))
        return self.mine[0] if seat is None else seat

    def facing(self, seat: int) -> None:
        """That seat must be mine, and the one I look from: at a shared screen nobody asks for what another knows."""
        self.seated(seat)
        if self.looking != seat:
            raise Refused("look-first", say("Look from this seat first."))

    def look(self, message: Look) -> None:
        """Look from another seat of mine, or draw the board in another shape."""
        if message.seat is not None:
            self.seated(message.seat)
        self.pictures = message.pictures or self.pictures
        self.turn_to(message.seat)

    def think(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Have something thought about without waiting for it; one thing at a time."""
        if self.hints:
            raise Refused("busy", say("I am still thinking about it."))

        async def run() -> None:
            try:
                await deed()
            except ParrainError as error:
                self.refuse(getattr(error, "code", "cannot"), words(error, self.language))

        task = asyncio.create_task(run())
        self.hints.add(task)
        task.add_done_callback(self.hints.discard)

    def why(self, message: Why) -> None:
        """Say which rule forbids something."""
        live = self.room.live
        self.room.playing()
        action = live.game.action_from_text(message.action)
        view = live.view(message.seat)
        names = live.names(self.language)
        forbidden = None if action in live.choices(message.seat) else why_not(live.game, view, action)
        if forbidden is None:
            told = render(say("Nothing forbids it."), self.language)
            self.send(Forbidden(message.seat, action.text, True, "", told, ""))
            return
        text = rule_text(live.game, forbidden.rule, self.language)
        self.send(
            Forbidden(message.seat, action.text, False, forbidden.rule, words(forbidden, self.language, names), text)
        )

    def current(self, seat: int, step: int, since: int | None = None) -> None:
        """What was decided must have been decided at the table as it is now; a choice, since the seat was offered it (several may
        owe an answer at once, and one who answers must not undo the thinking of another)."""
        self.facing(seat)
        self.room.playing()
        now = self.room.live.step(seat)
        if not (now if since is None else since) <= step <= now:
            raise Refused(
                "out-of-date", say("The table has moved on: this was step {step}, now it is {now}.", step=step, now=now)
            )

    async def choose(self, message: Choose) -> None:
        """Choose."""
        self.facing(message.seat)
        live = self.room.live
        self.current(message.seat, message.step, live.since[message.seat])
        table = self.room.playing()
        action = live.game.action_from_text(message.action)
        if action not in live.choices(message.seat):
            forbidden = why_not(live.game, live.view(message.seat), action)
            if forbidden is not None:
                raise Refused("illegal", forbidden.say, forbidden.rule)
            raise Refused("illegal", say("This cannot be chosen now."))
        live.standins.discard(message.seat)
        if live.held is not None:
            await self.room.parleys.choose(message.seat, action)
            return
        await self.room.commit(table.plan_choice(message.seat, action))

    async def bargain(self, message: Claim | Accept | Ready) -> None:
        """Say something in a negotiation."""
        self.facing(message.seat)
        self.room.playing()
        parleys = self.room.parleys
        self.room.live.standins.discard(message.seat)
        if isinstance(message, Claim):
            await parleys.claim(message.seat, message.number, message.words)
        elif isinstance(message, Accept):
            await parleys.accept(message.seat, message.number, message.of)
        else:
            await parleys.ready(message.seat, message.number, message.yes)

    async def undo(self, message: Undo) -> None:
        """Take back."""
        self.current(message.seat, message.step)
        self.room.not_too_long()
        await self.room.undo(message.seat)

    async def talk(self, message: Talk) -> None:
        """Say something; spectators watch as nobody, and are silent."""
        seat = self.seated(message.seat)
        if self.room.live.table is None:
            raise Refused("waiting", say("The game has not begun: seats are still open."))
        self.room.not_too_long()
        await self.room.commit(self.room.live.table.plan_say(seat, message.words))


async def serve(wire: WebSocket) -> None:
    """/ws/{table}: look at a table, and play if a seat of it is yours."""
    hub: Hub = wire.app.state.hub
    settings = hub.settings
    address = address_of(wire)
    open_here: dict[str, int] = wire.app.state.open_sockets
    if not from_here(wire, settings):
        await wire.close(4403, "origin")
        return
    await wire.accept()  # only now can a browser be told why it is closed
    if open_here.get(address, 0) >= settings.most_sockets_each or sum(open_here.values()) >= settings.most_sockets:
        await wire.close(4429, "too many")
        return
    try:
        room = await hub.room(wire.path_params["table"])
    except ParrainError as error:
        await wire.close(4404 if isinstance(error, NoTable) else 4409)
        return
    open_here[address] = open_here.get(address, 0) + 1
    pictures = wire.query_params.get("pictures", WIDE)
    pictures = {"1": WIDE, "0": NONE, "": WIDE}.get(pictures, pictures)
    socket = Socket(wire, room, identity_of(wire), known_language(wire.query_params.get("lang", "en")),
                    pictures if pictures in ("wide", "narrow", "none") else WIDE,
                    wire.query_params.get("patches") == "1")  # fmt: skip
    room.enter(socket)
    try:
        await talk_both_ways(socket)
    finally:
        open_here[address] -= 1
        if not open_here[address]:
            del open_here[address]
        room.exit(socket)


async def talk_both_ways(socket: Socket) -> None:
    """Send and receive until either ends."""
    tasks = [asyncio.create_task(socket.run_out()), asyncio.create_task(socket.run_in())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = task.exception()
            if error is not None and not isinstance(error, (WebSocketDisconnect, TimeoutError, RuntimeError)):
                log.error("a socket failed", exc_info=error, extra={"facts": {"table": socket.room.live.id}})
    finally:
        for task in (*tasks, *socket.hints):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await socket.hang_up()
