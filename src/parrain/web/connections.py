"""Limits of TCP connections that uvicorn does not have: how long a head, a body and an answer may take, and how many.

uvicorn closes a connection that is idle after an answer (`timeout_keep_alive`), and nothing else: a thousand half
requests would use up all open files. Here every phase of a request has a time limit; when there is no room for
another connection, the one that has kept the server waiting longest makes room.
"""

from __future__ import annotations

import asyncio
import gc
import time
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parrain.web.limits import Slots, network_of
from parrain.web.settings import LOOPBACK, Settings

try:
    import resource
except ImportError:  # Windows: no such limit
    resource = None  # type: ignore[assignment]

HEAD, BODY, ANSWER, IDLE = "head", "body", "answer", "idle"  # the phases of a request
LONGEST_HEAD = 65_536  # bytes
MOST_FILES = 65_536
RESERVED_FILES = 128  # for the store, the bots, and whoever asks how it is
TIDY_AFTER = 5_000  # connections, each of which leaves something that holds itself (see also `Hub._tidy`)
SWEEP_SECONDS = 1.0
TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connections:
    """The connections of one server that are in the middle of a request, and since when."""

    def __init__(self, settings: Settings, files: int, trusted: frozenset[str] = frozenset(LOOPBACK)) -> None:
        self.seconds = {HEAD: settings.head_seconds, BODY: settings.body_seconds, ANSWER: settings.answer_seconds}
        self.most = max(8, min(settings.most_connections, files - RESERVED_FILES))
        self.trusted = trusted  # proxies, for whose visitors the connections of one address are many
        self.slots = Slots(settings.most_connections_each, MOST_FILES)
        self.until: dict[TimedProtocol, float] = {}  # when the phase of each is over, the oldest first
        self.sweeper: asyncio.TimerHandle | None = None
        self.internal = 0  # the port for other servers of ours, for which no address has a limit
        self.begun = 0  # connections, since what they left was looked for

    def protocol(self) -> type[asyncio.Protocol]:
        """The class of connections for uvicorn, with these limits."""
        return cast(type[asyncio.Protocol], partial(TimedProtocol, self))

    def take(self, address: str) -> bool:
        """Whether that address may have another connection."""
        self.begun += 1
        if self.begun >= TIDY_AFTER:
            self.begun = 0
            gc.collect()
        return address in self.trusted or "*" in self.trusted or self.slots.take(network_of(address))

    def release(self, address: str) -> None:
        """A connection of that address has gone."""
        if address not in self.trusted and "*" not in self.trusted:
            self.slots.release(network_of(address))

    def make_room(self, count: int) -> bool:
        """Whether there is room for so many connections, after one that has only begun a request was closed."""
        if count <= self.most:
            return True
        oldest = next((each for each in self.until if each.phase in (HEAD, BODY)), None)
        if oldest is None:
            return False
        oldest.give_up()
        return True

    def follow(self, connection: TimedProtocol, phase: str) -> None:
        """A connection is in that phase now; its time begins if it was in another."""
        self.until.pop(connection, None)
        if phase in self.seconds:
            self.until[connection] = time.monotonic() + self.seconds[phase]
            if self.sweeper is None:
                self.sweeper = connection.loop.call_later(SWEEP_SECONDS, self._sweep, connection.loop)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Every so often, close what has taken too long."""
        now = time.monotonic()
        for connection in [each for each, until in self.until.items() if until <= now]:
            connection.give_up()
        self.sweeper = loop.call_later(SWEEP_SECONDS, self._sweep, loop) if self.until else None


class TimedProtocol(HttpToolsProtocol):
    """An HTTP connection with a limit for the time of each phase and for the length of a head."""

    def __init__(self, kept: Connections, **more: Any) -> None:
        super().__init__(**more)
        self.kept = kept
        self.phase = IDLE
        self.address = ""
        self.counted = False
        self.head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        internal = self.server is not None and self.server[1] == self.kept.internal != 0
        self.address = LOOPBACK[0] if internal else self.client[0] if self.client else ""
        self.counted = self.kept.take(self.address)
        if not self.counted or not self.kept.make_room(len(self.connections)):
            transport.abort()
            return
        self._enter(HEAD)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look(HEAD)
        if self.phase == HEAD:
            self.head_bytes += len(data)
            if self.head_bytes > LONGEST_HEAD:
                self.transport.write(TOO_LARGE)
                self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look(IDLE)

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self._leave()  # the socket counts from now on, see ws/socket.py
        super().handle_websocket_upgrade(*event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def give_up(self) -> None:
        """Close a connection that takes too long, or that makes room for another."""
        if self.phase in (HEAD, BODY) and (self.cycle is None or self.phase == HEAD or not self.cycle.response_started):
            self.transport.write(TIMED_OUT)
            self.transport.close()
            self._leave()
        else:
            self.transport.abort()

    def _look(self, between: str) -> None:
        """Find out the phase; `between` is the one of a connection whose last answer is complete."""
        if not self.counted:
            return
        if self.cycle is None:
            self._enter(HEAD)
        elif self.cycle.response_complete:
            self._enter(between)
        else:
            self._enter(BODY if self.cycle.more_body else ANSWER)

    def _enter(self, phase: str) -> None:
        if phase != self.phase:
            self.phase = phase
            self.head_bytes = 0
            self.kept.follow(self, phase)

    def _leave(self) -> None:
        self._enter(IDLE)
        if self.counted:
            self.counted = False
            self.kept.release(self.address)


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows; what it is then."""
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft
