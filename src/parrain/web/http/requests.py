"""Helpers for requests: body, identity, language, query, and the reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

import msgspec
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from parrain.core import Game, say
from parrain.core.inputs import whole_from_text
from parrain.core.translation import LANGUAGES, known_language
from parrain.games import game as find_game
from parrain.games import kinds
from parrain.web.http.schemas import Made
from parrain.web.identity import hashed, identity_of, new_secret, remember
from parrain.web.limits import address_of
from parrain.web.live.hub import Hub
from parrain.web.live.refused import Refused
from parrain.web.live.room import Room
from parrain.web.render.show import NARROW, NONE, WIDE
from parrain.web.ws.messages import write

LANGUAGE_COOKIE = "lang"
HEAVY_REQUESTS = 3  # of the rate limit, for what takes a while, beside the request itself

T = TypeVar("T")
P = ParamSpec("P")
Endpoint = Callable[[Request], Awaitable[Response]]


class NumberInPath(Convertor[int]):
    """A whole number in an address; one of thousands of digits is no address of ours."""

    regex = "[0-9]{1,7}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", NumberInPath())


def hub_of(request: Request) -> Hub:
    """The tables of this server."""
    hub: Hub = request.app.state.hub
    return hub


async def compute(request: Request, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function that takes a while in a thread, when it is this visitor's turn; it counts as some requests."""
    address = address_of(request)
    if not request.app.state.requests.take(address, HEAVY_REQUESTS):
        await request.app.state.requests.hold_up(address)
        raise Refused("too-fast", say("Too many requests; wait a moment."))
    return await hub_of(request).heavy.run(function, *args, **kwargs)


async def read(request: Request, kind: type[T]) -> T:
    """What was sent, as it should be; an empty body is an empty object."""
    if request.headers.get("content-type", "application/json").partition(";")[0].strip() != "application/json":
        raise Refused("malformed", say("Send JSON (Content-Type: application/json)."))
    data = await body(request, hub_of(request).settings.longest_body)
    try:
        return msgspec.convert(whole(msgspec.json.decode(data or b"{}")), kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", say("This message cannot be understood: {error}", error=str(error)[:200])) from None


def whole(value: object) -> object:
    """The value with 2.0 for 2 written as 2: to JSON they are the same number."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, dict):
        return {key: whole(each) for key, each in value.items()}
    if isinstance(value, list):
        return [whole(each) for each in value]
    return value


def by_method(**answers: Endpoint) -> Endpoint:
    """One address with an answer for each method."""

    async def either(request: Request) -> Response:
        return await answers["GET" if request.method == "HEAD" else request.method](request)

    either.by_method = answers  # type: ignore[attr-defined]
    return either


async def body(request: Request, most: int) -> bytes:
    """The body of a request, if it is not too long."""
    parts: list[bytes] = []
    length = 0
    try:
        async for part in request.stream():
            length += len(part)
            if length > most:
                raise Refused("too-big", say("That is too long: at most {most} bytes.", most=most))
            parts.append(part)
    except ClientDisconnect:
        raise Refused("malformed", say("The body of this request is cut short.")) from None
    return b"".join(parts)


def limit_rate(request: Request, count: int = 1) -> None:
    """Refuse an address that creates too many things at once; `count` for what costs as much as some."""
    if not request.app.state.makings.take(address_of(request), count):
        raise Refused("too-fast", say("Too many requests; wait a moment."))


def identify(request: Request) -> tuple[str, str]:
    """Who is asking (the hash), and a new secret to give them if they had none."""
    hash = identity_of(request)
    if hash:
        return hash, ""
    secret = new_secret()
    return hashed(secret), secret


def reply(request: Request, message: msgspec.Struct, secret: str = "", status: int = 200) -> Response:
    """An answer, with a new identity if there is one."""
    response = Response(write(message), status, media_type="application/json", headers={"Cache-Control": "no-store"})
    if secret:
        remember(response, secret, hub_of(request).settings)
    return response


def link(request: Request, path: str) -> str:
    """A whole address that can be given to others."""
    return str(request.base_url).rstrip("/") + path


def made(request: Request, room: Room, hash: str) -> Made:
    """Where a table is."""
    return Made(room.live.id, link(request, f"/t/{room.live.id}"), room.live.mine(hash))


def game_named(request: Request) -> Game:
    """The game in the address."""
    name = request.path_params["game"]
    if name not in kinds():
        raise Refused(
            "not-found", say("There is no game {name}; there are: {known}.", name=name[:40], known=", ".join(kinds()))
        )
    return find_game(name)


def number(request: Request, name: str, most: int) -> int | None:
    """A whole number of the query; None if it is not there."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    found = whole_from_text(text, most)
    if found is None:
        reason = say(
            "{name} is a whole number from {least} to {most}, not “{text}”.",
            name=name,
            least=0,
            most=most,
            text=text[:40],
        )
        raise Refused("malformed", reason)
    return found


def pictures_of(request: Request) -> str:
    """How boards are to be drawn."""
    return {NONE: NONE, NARROW: NARROW}.get(request.query_params.get("pictures", WIDE), WIDE)


def language_of(connection: HTTPConnection) -> str:
    """The language asked for, else the one remembered, else what the browser prefers, else English."""
    for wanted in (connection.query_params.get("lang", ""), connection.cookies.get(LANGUAGE_COOKIE, "")):
        if wanted:
            return known_language(wanted[:20])
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        short = part.split(";")[0].strip().split("-")[0].lower()
        if short in LANGUAGES:
            return short
    return "en"
