"""The application: routes, the guards around them, and what happens to mistakes."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from parrain.bots.fair import Visitor, visitor
from parrain.core import ParrainError, say
from parrain.core.histogram import Histogram
from parrain.locale import render
from parrain.table.admin import Ban
from parrain.table.store import MOVED, UNREACHABLE
from parrain.web.http import accounts, api, assets, courses, design, lessons, openapi, pages, replays
from parrain.web.http.bans import ban_text
from parrain.web.http.forward import FORWARDED, App, Forward, Message, Receive, Scope, Send, unwrap
from parrain.web.http.metrics import health, metrics
from parrain.web.http.requests import language_of
from parrain.web.http.schemas import Problem
from parrain.web.identity import IDENTITY, from_here, identity_of, session_of
from parrain.web.limits import Buckets, Slots, address_of
from parrain.web.live.hub import BANNED_CODE, Hub, NoTable
from parrain.web.render.assets import script_hash, theme_script
from parrain.web.render.show import error_text
from parrain.web.settings import Settings
from parrain.web.ws.messages import write
from parrain.web.ws.socket import serve

if TYPE_CHECKING:
    from parrain.web.live.services import AnyStore

log = logging.getLogger("parrain.web")

CSP = (
    f"default-src 'none'; script-src 'self' {script_hash(theme_script())}; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
NUMBER_HEADER = b"x-request-id"
NUMBER = re.compile(r"[A-Za-z0-9._-]{1,64}")
request_number: ContextVar[str] = ContextVar("request_number", default="")
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
# 400: it cannot be understood; 409: it can, but not be done (this is also what every other mistake gets)
STATUS = {
    "malformed": 400,
    "not-seated": 403,
    "not-signed-in": 403,
    "not-over": 403,
    "banned": 403,
    "not-found": 404,
    "no-table": 404,
    "closed": 410,
    "too-big": 413,
    "too-fast": 429,
    "busy": 429,
    MOVED: 503,
    UNREACHABLE: 503,
}


SOCKET_REQUESTS = 4  # of the rate limit, for opening a socket
TOO_MANY_CODE = 4429


class Guard:
    """Middleware: checks host, origin and rate of every request, and adds the security headers."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not unwrap(scope):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403})
            else:
                await problem("origin", "", 403)(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        number = name_request(scope)
        session = session_of(connection)
        if session:
            scope[IDENTITY] = await connection.app.state.hub.people.account_of(session)
        visitor.set(Visitor(address_of(connection), identity_of(connection)))
        banned = ban_of(connection)
        requests: Buckets = scope["app"].state.requests
        address = address_of(connection)
        if scope["type"] == "websocket" and (banned is not None or not self.admits(scope, requests, address)):
            await requests.hold_up(address)
            await receive()
            await send({"type": "websocket.accept"})  # only then can a browser be told why it is closed
            await send({"type": "websocket.close", "code": TOO_MANY_CODE if banned is None else BANNED_CODE})
            return
        if scope["type"] == "websocket":
            host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
            if self.called(host):
                log.info("socket", extra={"facts": {"path": scope["path"]}})
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4403})
            return
        request = Request(scope, receive)
        began = time.perf_counter()
        status = 500
        times: Histogram = scope["app"].state.request_times

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers["X-Request-Id"] = number
                if self.settings.secure:
                    headers["Strict-Transport-Security"] = "max-age=31536000"
            await send(message)

        refused = self.refused(request) or (banned and shut_out(request, banned))
        if refused is None and FORWARDED not in scope and not requests.take(address):
            refused = problem("too-fast", render(say("Too many requests; wait a moment."), language_of(request)), 429)
        if refused is not None:
            await requests.hold_up(address)
            await refused(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)
        spent = time.perf_counter() - began
        times.observe(spent, f"{status // 100}xx")
        facts = {"method": request.method, "path": request.url.path, "status": status, "ms": round(spent * 1000, 1)}
        log.info("request", extra={"facts": facts})

    def admits(self, scope: Scope, requests: Buckets, address: str) -> bool:
        """Whether an address may open a socket, which costs as much as some requests: a whole board is drawn."""
        return FORWARDED in scope or requests.take(address, SOCKET_REQUESTS)

    def called(self, host: str) -> bool:
        """Whether this is a name of ours: a page elsewhere must not reach one's own machine under a name of its own."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return not self.settings.hosts or name.strip("[]").lower() in self.settings.hosts

    def refused(self, request: Request) -> Response | None:
        """What is answered to somebody who may not ask."""
        language = language_of(request)
        if not self.called(request.headers.get("host", "")):
            return problem("host", render(say("This server is not called that."), language), 421)
        if request.method not in ("GET", "HEAD", "OPTIONS") and not from_here(request, self.settings):
            return problem("origin", render(say("This was sent by a page of another site."), language), 403)
        return None


def name_request(scope: Scope) -> str:
    """The number of a request, by which its lines in the logs of all servers are found: as it came, or a new one."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    given = next((value.decode("latin-1") for name, value in headers if name == NUMBER_HEADER), "")
    number = given if NUMBER.fullmatch(given) else secrets.token_hex(8)
    left = [each for each in headers if each[0] != NUMBER_HEADER]
    scope["headers"] = [*left, (NUMBER_HEADER, number.encode())]  # also for the server that it may be handed on to
    request_number.set(number)
    return number


def problem(code: str, text: str, status: int) -> Response:
    """An error as JSON."""
    return Response(
        write(Problem(code, text)), status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )


def ban_of(connection: HTTPConnection) -> Ban | None:
    """The ban of a visitor; what a page needs to be legible is for everybody."""
    if connection.client is None or connection.url.path.startswith(("/static/", "/board.css")):
        return None
    hub: Hub = connection.app.state.hub
    return hub.bans.of(connection.client.host)


def shut_out(request: Request, ban: Ban) -> Response:
    """What a banned visitor is told."""
    text = render(ban_text(ban), language_of(request))
    return pages.problem(request, text, 403) if wants_page(request) else problem("banned", text, 403)


def wants_page(request: Request) -> bool:
    """Whether a person is looking, rather than a program."""
    return not request.url.path.startswith(("/api/", "/record/")) and "text/html" in request.headers.get("accept", "")


async def on_mistake(request: Request, error: Exception) -> Response:
    """Something the caller did wrong, in their language."""
    assert isinstance(error, ParrainError)
    code = getattr(error, "code", "no-table" if isinstance(error, NoTable) else "cannot")
    status = STATUS.get(code, 409)
    text = error_text(error, language_of(request))
    if wants_page(request):
        return pages.problem(request, text, status)
    return problem(code, text, status)


async def on_http_error(request: Request, error: Exception) -> Response:
    """No such address, or not this way."""
    assert isinstance(error, HTTPException)
    missing = (
        say("There is nothing at this address.") if error.status_code == 404 else say("This address is not for that.")
    )
    text = render(missing, language_of(request))
    if wants_page(request):
        return pages.problem(request, text, error.status_code)
    answer = problem("not-found" if error.status_code == 404 else "not-allowed", text, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def on_crash(request: Request, error: Exception) -> Response:
    """A mistake of ours."""
    log.error("crash", exc_info=error, extra={"facts": {"path": request.url.path}})
    return problem(
        "crash", render(say("Something went wrong here; it has been written down."), language_of(request)), 500
    )


def create_app(settings: Settings | None = None, store: AnyStore | None = None) -> Starlette:
    """The application, with its own tables; the store is opened when it starts, unless one is given."""
    chosen = settings or Settings()

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        hub = Hub(chosen, store)
        app.state.hub = hub
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    app = Starlette(
        routes=[
            *pages.ROUTES,
            *api.ROUTES,
            *accounts.ROUTES,
            *replays.ROUTES,
            *lessons.ROUTES,
            *courses.ROUTES,
            *design.ROUTES,
            *openapi.ROUTES,
            *assets.ROUTES,
            Route("/health", health),
            Route("/metrics", metrics),
            WebSocketRoute("/ws/{table}", serve),
        ],
        middleware=[
            Middleware(Guard, settings=chosen),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4),  # a board waits for it
            Middleware(Forward, settings=chosen),
        ],
        exception_handlers={ParrainError: on_mistake, HTTPException: on_http_error, Exception: on_crash},
        lifespan=life,
    )
    app.state.request_times = Histogram(
        "parrain_request_seconds", "Seconds until a request was answered, by its status", "code"
    )
    app.state.siblings = None
    app.state.requests = Buckets(*chosen.requests)
    app.state.makings = Buckets(*chosen.makings)
    app.state.messages = Buckets(*chosen.messages_each)
    app.state.sockets = Slots(chosen.most_sockets_each, chosen.most_sockets)
    return app


class JsonLines(logging.Formatter):
    """A line of JSON for each event; what must stay secret is never put in."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if number := request_number.get():
            line["request"] = number
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)  # ASCII alone: nothing that was sent can break a line or steer a terminal
