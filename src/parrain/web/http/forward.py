"""Requests and sockets for a table that another server owns: handed on to it, over an address that only servers use.

Where several servers share a database, a visitor may reach any of them. What is handed on carries a secret from the
database, and who the visitor is; it is not handed on again. A server that has died is waited for until its lease has
run out, and then its table is taken over, so that a visitor notices no more than a delay.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple, TypeVar

from parrain.core import ParrainError
from parrain.table.store import BadStore
from parrain.web.live.hub import Elsewhere, Hub
from parrain.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
T = TypeVar("T")

TABLE = re.compile(r"/(?:api/tables|api/replays|t|replay|record|ws)/([^/]{1,40})(?:/|$)")
HEADER = b"x-parrain-forwarded"
FORWARDED = "parrain.forwarded"  # in the scope of what another server has handed on
NOT_MINE = 421  # Misdirected Request: the answer of a server that does not own the table (any more)
NOT_MINE_CODE = 4421  # the same for a socket
COMING_BACK = 1012  # to a socket: come back, the table goes on
PATIENCE = 8.0  # seconds, for somebody to own the table
PAUSE = 0.2
CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 15.0
PING_SECONDS = 5.0  # between servers, so that one that hangs is noticed
CHUNK = 65_536
SAFE = ("GET", "HEAD")  # methods that change nothing, and may be repeated
OWN_HEADERS = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"accept-encoding", b"content-length"}


class NotMine(Exception):
    """The other server does not own the table, or is not there: nothing was done."""


class Broken(Exception):
    """The other server, or its lease, has gone in the middle: nobody knows whether it was done."""


class VisitorGone(Exception):
    """The visitor has left before the socket was accepted."""


class Answer(NamedTuple):
    """The answer of another server."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def unwrap(scope: Scope) -> bool:
    """Put the visitor for whom another server asks into the scope; False for somebody who only claims to be one."""
    shared = scope["app"].state.hub.shared
    if shared is None:
        return True
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    said = next((value for name, value in headers if name == HEADER), None)
    if said is None:
        return bool((scope.get("server") or ("", 0))[1] != shared.port)  # that address is for servers
    secret, _, rest = said.decode("latin-1").partition(" ")
    if not hmac.compare_digest(secret, shared.secret):
        return False
    client, scheme, host = rest.split(" ", 2)
    scope["client"] = (client, 0)
    scope["scheme"] = scheme
    left = [each for each in headers if each[0] not in (HEADER, b"host")]
    scope["headers"] = [(b"host", host.encode("latin-1")), *left]
    scope[FORWARDED] = True
    return True


def wrapped(scope: Scope, secret: str) -> str:
    """Who the visitor is, for the server that owns the table."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
    client = (scope.get("client") or ("-", 0))[0] or "-"
    return f"{secret} {client} {scope['scheme']} {host}"


def target_of(scope: Scope) -> str:
    """The path and the query, as they came."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string", b"")
    return (path + (b"?" + query if query else b"")).decode("latin-1")


class Forward:
    """Middleware: what is about a table of another server is handed on."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = TABLE.match(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if found is None:
            await self.app(scope, receive, send)
            return
        hub: Hub = scope["app"].state.hub
        if hub.shared is None:
            await self.app(scope, receive, send)
        elif FORWARDED in scope:
            await self.answer_server(scope, receive, send, hub, found.group(1))
        elif scope["type"] == "http":
            await self.hand_on(scope, receive, send, hub, found.group(1))
        else:
            await self.hand_on_socket(scope, receive, send, hub, found.group(1))

    async def answer_server(self, scope: Scope, receive: Receive, send: Send, hub: Hub, table: str) -> None:
        """Answer another server, if the table is ours."""
        try:
            hub.places.pop(table, None)
            await hub.room(table)
        except (Elsewhere, BadStore):
            if scope["type"] == "http":
                await send({"type": "http.response.start", "status": NOT_MINE, "headers": [(b"content-length", b"0")]})
                await send({"type": "http.response.body", "body": b""})
            else:
                with contextlib.suppress(VisitorGone):
                    await accept(receive, send, {"type": "websocket.close", "code": NOT_MINE_CODE})
            return
        except ParrainError:
            pass  # the application says what is wrong
        await self.app(scope, receive, send)

    async def hand_on(self, scope: Scope, receive: Receive, send: Send, hub: Hub, table: str) -> None:
        """Answer a request, wherever the table is."""
        deadline, failed = time.monotonic() + PATIENCE, ""
        body: bytes | None = None
        while place := await place_of(hub, table):
            if body is None:
                body = await read_body(receive, self.settings.longest_upload)
            try:
                hub.count("handed_on")
                asking = ask(place, scope, body, wrapped(scope, secret_of(hub)))
                answer = await while_there(hub, place, asking)
            except (NotMine, Broken) as error:
                hub.places.pop(table, None)
                again = isinstance(error, NotMine) or scope["method"] in SAFE
                if again and time.monotonic() < deadline:
                    failed = await pause_before(place, failed)
                    continue
                answer = Answer(503, [(b"retry-after", b"1")], b"")
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await send({"type": "http.response.body", "body": answer.body})
            return
        await self.app(scope, receive if body is None else once(body, receive), send)

    async def hand_on_socket(self, scope: Scope, receive: Receive, send: Send, hub: Hub, table: str) -> None:
        """Connect a socket, wherever the table is."""
        deadline, failed = time.monotonic() + PATIENCE, ""
        while place := await place_of(hub, table):
            try:
                hub.count("handed_on")
                await connect_both(hub, place, scope, receive, send)
                return
            except VisitorGone:
                return
            except (NotMine, Broken):
                hub.places.pop(table, None)
            if time.monotonic() > deadline:
                with contextlib.suppress(VisitorGone):
                    await accept(receive, send, {"type": "websocket.close", "code": COMING_BACK})
                return
            failed = await pause_before(place, failed)
        await self.app(scope, receive, send)


async def place_of(hub: Hub, table: str) -> str:
    """Where the table is; "" if it is here, or the application shall say what is wrong."""
    try:
        return await hub.where(table)
    except ParrainError:
        return ""


async def pause_before(place: str, failed: str) -> str:
    """Wait before a server is tried again that has `failed` already; the server that has failed now."""
    await asyncio.sleep(PAUSE if place == failed else 0)
    return place


async def while_there(hub: Hub, place: str, work: Awaitable[T]) -> T:
    """Wait for another server as long as it has its lease; Broken once that has run out, without waiting longer."""
    task, departed = asyncio.ensure_future(work), asyncio.create_task(hub.departure(place).wait())
    try:
        await asyncio.wait((task, departed), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Broken
    finally:
        await cancel(task, departed)


async def cancel(*tasks: asyncio.Future[Any]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def secret_of(hub: Hub) -> str:
    """The secret by which servers know each other."""
    assert hub.shared is not None
    return hub.shared.secret


async def read_body(receive: Receive, most: int) -> bytes:
    """The body of a request; what is too long is cut, and refused where it is read."""
    parts: list[bytes] = []
    more = True
    while more and sum(map(len, parts)) <= most:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def once(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, for the application."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return left.pop() if left else await receive()

    return again


async def ask(place: str, scope: Scope, body: bytes, visitor: str) -> Answer:
    """Send a request to another server; NotMine if it was not done, Broken if it may have been."""
    import h11

    host, _, port = place.rpartition(":")
    line = h11.Connection(h11.CLIENT)
    headers = [(name, value) for name, value in scope["headers"] if name not in OWN_HEADERS and name != b"host"]
    headers += [
        (b"host", place.encode()),
        (HEADER, visitor.encode("latin-1")),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    request = h11.Request(method=scope["method"], target=target_of(scope), headers=headers)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, TimeoutError) as error:
        raise NotMine from error
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            for event in (request, h11.Data(data=body), h11.EndOfMessage()):
                writer.write(line.send(event) or b"")
            await writer.drain()
            return await read_answer(reader, line)
    except (OSError, EOFError, TimeoutError) as error:
        raise Broken from error
    finally:
        writer.close()


async def read_answer(reader: asyncio.StreamReader, line: Any) -> Answer:
    """Read an answer to its end."""
    import h11

    status, headers, parts = 502, list[tuple[bytes, bytes]](), list[bytes]()
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            try:
                line.receive_data(await reader.read(CHUNK))
            except h11.RemoteProtocolError as error:
                raise EOFError from error
        elif isinstance(event, h11.Response):
            status = event.status_code
            headers = [(name, value) for name, value in event.headers if name not in OWN_HEADERS]
        elif isinstance(event, h11.Data):
            parts.append(bytes(event.data))
        elif isinstance(event, h11.EndOfMessage):
            if status == NOT_MINE:
                raise NotMine
            body = b"".join(parts)
            return Answer(status, [*headers, (b"content-length", str(len(body)).encode())], body)
        elif isinstance(event, h11.ConnectionClosed):
            raise EOFError


async def connect_both(hub: Hub, place: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Connect a socket with the one of another server until either ends; NotMine if that does not own the table."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

    kept = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in scope["headers"]
        if name in (b"cookie", b"authorization", b"origin", b"user-agent", b"sec-fetch-site", b"x-request-id")
    ]
    opening = connect(
        f"ws://{place}{target_of(scope)}",
        additional_headers=[*kept, (HEADER.decode(), wrapped(scope, secret_of(hub)))],
        user_agent_header=None,
        compression=None,
        max_size=None,
        open_timeout=2 * CONNECT_SECONDS,
        ping_interval=PING_SECONDS,
        ping_timeout=PING_SECONDS,
        close_timeout=1,
        proxy=None,
    )
    try:
        other = await opening
    except (OSError, TimeoutError, EOFError, InvalidHandshake, ConnectionClosed) as error:
        raise NotMine from error
    try:
        first = await while_there(hub, place, first_message(other))
        if first is None:
            await accept(receive, send, {"type": "websocket.close", "code": close_code(other)})
            return
        await accept(receive, send, {"type": "websocket.send", "text": first})
        incoming = asyncio.create_task(pass_in(receive, other))
        outgoing = asyncio.create_task(pass_out(other, send))
        departed = asyncio.create_task(hub.departure(place).wait())
        await asyncio.wait((incoming, outgoing, departed), return_when=asyncio.FIRST_COMPLETED)
        gone = incoming.done()
        await cancel(incoming, outgoing, departed)
        if not gone:
            with contextlib.suppress(OSError, RuntimeError):
                await send({"type": "websocket.close", "code": close_code(other)})
    finally:
        with contextlib.suppress(Exception):
            await other.close()


async def accept(receive: Receive, send: Send, first: Message) -> None:
    """Accept a visitor's socket and send it its first message, or that it is closed; VisitorGone if it has left."""
    try:
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        await send(first)
    except (OSError, RuntimeError) as error:  # which of them depends on how far its connection has been taken down
        while (await receive())["type"] != "websocket.disconnect":
            pass
        raise VisitorGone from error


async def first_message(other: Any) -> str | None:
    """The first message of a server that owns the table; None if it has closed the socket for good."""
    from websockets.exceptions import ConnectionClosed

    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return str(await other.recv())
    except TimeoutError:
        raise NotMine from None
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd is not None else COMING_BACK
        if code in (NOT_MINE_CODE, COMING_BACK):
            raise NotMine from None
        return None


def close_code(other: Any) -> int:
    """How the other server has closed a socket: as it said, or it is gone and the visitor shall come back."""
    code: int | None = other.close_code
    return code if code is not None and code not in (1005, 1006, NOT_MINE_CODE) else COMING_BACK


async def pass_in(receive: Receive, other: Any) -> None:
    """Hand on what a visitor sends."""
    while (message := await receive())["type"] == "websocket.receive":
        data = message.get("text")
        await other.send(data if data is not None else message.get("bytes") or b"")


async def pass_out(other: Any, send: Send) -> None:
    """Hand on what the other server sends."""
    async for data in other:
        await send({"type": "websocket.send", "text": data if isinstance(data, str) else data.decode()})
