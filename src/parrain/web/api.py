"""The HTTP API: tables, seats, games. Everything the pages do goes through here, replays.py, lessons.py or the socket."""

from __future__ import annotations

import io
import time
from functools import partial

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parrain.core import say
from parrain.games import all_games
from parrain.locale import render, typeset
from parrain.table.store import PERSON
from parrain.web.asking import by_method, hub_of, known, language_of, link, made, not_too_often, read, reply
from parrain.web.bodies import (
    BotLine,
    EditionLine,
    GameLine,
    Games,
    Handed,
    Identity,
    Join,
    Leave,
    LessonLine,
    NewTable,
    OptionLine,
    Sit,
    TableLine,
    Tables,
    schema,
)
from parrain.web.identity import hashed, holds, identity_of, new_secret
from parrain.web.lessons import lessons_of
from parrain.web.messages import Sitter
from parrain.web.phrases import BOTS
from parrain.web.room import Refused

MOST_LISTED = 50
HANDOVER_SECONDS = 900


async def new_table(request: Request) -> Response:
    """POST /api/tables"""
    not_too_often(request)
    wish = await read(request, NewTable)
    hash, secret = known(request)
    room = await hub_of(request).make(wish, hash)
    return reply(request, made(request, room, hash), secret, 201)


async def list_tables(request: Request) -> Response:
    """GET /api/tables"""
    hub = hub_of(request)
    hash = identity_of(request)
    mine = hub.reader.held(hash, MOST_LISTED) if hash else []
    held = [line(request, table, hash) for table in mine]
    listed = [line(request, table, hash) for table in hub.reader.listed(MOST_LISTED) if table not in mine]
    return reply(
        request, Tables([each for each in listed if each is not None], [each for each in held if each is not None])
    )


def line(request: Request, table: str, hash: str) -> TableLine | None:
    """A table in a list; one that is not in memory is not brought there for that."""
    hub = hub_of(request)
    room = hub.rooms.get(table)
    if room is not None:
        live, seats = room.live, room.presence().seats
        mine = live.mine(hash)
        turn = any(seat in live.to_move() for seat in mine)
        return TableLine(table, f"/t/{table}", live.game.id, live.game.title, live.state, seats, mine, live.sheet.listed,
                         live.sheet.created, turn)  # fmt: skip
    found = hub.reader.load(table, whole=False)
    game = all_games().get(found.sheet.game) if found is not None else None
    if found is None or game is None:  # a game that is no longer installed
        return None
    seats = [Sitter(seat, each.kind, each.name, each.bot, False, each.away) for seat, each in enumerate(found.seats)]
    mine = [seat for seat, each in enumerate(found.seats) if each.kind == PERSON and holds(hash, each.holders)]
    return TableLine(
        table,
        f"/t/{table}",
        game.id,
        game.title,
        found.sheet.state,
        seats,
        mine,
        found.sheet.listed,
        found.sheet.created,
    )


async def sit(request: Request) -> Response:
    """POST /api/tables/{table}/sit"""
    wish = await read(request, Sit)
    room = await hub_of(request).room(request.path_params["table"])
    hash, secret = known(request)
    await room.do(partial(room.sit, hash, wish.name, wish.seat))
    return reply(request, made(request, room, hash), secret)


async def leave(request: Request) -> Response:
    """POST /api/tables/{table}/leave"""
    wish = await read(request, Leave)
    room = await hub_of(request).room(request.path_params["table"])
    hash = identity_of(request)
    await room.do(partial(room.leave, hash, wish.seat))
    return reply(request, made(request, room, hash))


async def begin(request: Request) -> Response:
    """POST /api/tables/{table}/begin: bots take the open seats"""
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    hash = identity_of(request)
    await room.do(partial(room.begin, hash, hub.allowed_bot("")))
    return reply(request, made(request, room, hash))


async def handover(request: Request) -> Response:
    """POST /api/tables/{table}/handover: a link that brings my seats to another device"""
    not_too_often(request)
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    mine = room.live.mine(identity_of(request))
    if not mine:
        raise Refused("not-seated", say("You do not sit there."))
    key = new_secret()
    until = time.time() + HANDOVER_SECONDS
    await hub.keep(lambda log: log.hand_over(hashed(key), room.live.id, mine, until))
    address = link(request, f"/t/{room.live.id}/join?as={key}")
    return reply(request, Handed(address, qr(address), HANDOVER_SECONDS))


async def join(request: Request) -> Response:
    """POST /api/tables/{table}/join: take over the seats of another device"""
    wish = await read(request, Join)
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    found = await hub.keep(lambda log: log.take_over(hashed(wish.key), time.time()))
    if found is None or found[0] != room.live.id:
        raise Refused("bad-key", say("This link has been used already, or is too old: ask for a new one."))
    hash, secret = known(request)
    await room.do(partial(room.join, hash, found[1]))
    return reply(request, made(request, room, hash), secret)


async def rematch(request: Request) -> Response:
    """POST /api/tables/{table}/rematch: a new table like this one; whoever played is invited to the same seat"""
    not_too_often(request)
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    hash = identity_of(request)
    if not room.live.mine(hash):
        raise Refused("not-seated", say("You do not sit there."))
    new = await hub.rematch(room, hash)
    return reply(request, made(request, new, hash), status=201)


async def invite(request: Request) -> Response:
    """GET /api/tables/{table}/qr.svg: the link to the table as a QR code"""
    room = await hub_of(request).room(request.path_params["table"])
    return Response(qr(link(request, f"/t/{room.live.id}")), media_type="image/svg+xml")


def qr(address: str) -> str:
    """An address as a QR code, in presentation attributes alone."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True, dark="#15120f", light="#f2e8d3"
    )
    return out.getvalue().decode()


async def new_identity(request: Request) -> Response:
    """POST /api/identities: an identity for a program"""
    not_too_often(request)
    secret = new_secret()
    return reply(request, Identity(secret), status=201)


async def list_games(request: Request) -> Response:
    """GET /api/games"""
    language = language_of(request)
    found = [
        GameLine(
            game.id, game.title, render(game.pitch, language), game.fewest, game.most, game.minutes, game.difficulty, game.sand,
            [OptionLine(option.name, render(option.text, language), list(option.choices)) for option in game.options],
            [EditionLine(name, game.edition.title[language] if name == game.default_edition else name) for name in game.editions()],
            [LessonLine(lesson.id, typeset(lesson.title[language], language)) for lesson in lessons_of(game).values()],
        )
        for game in all_games().values()
    ]  # fmt: skip
    bots = [
        BotLine(spec, render(BOTS[spec], language) if spec in BOTS else spec) for spec in hub_of(request).settings.bots
    ]
    return reply(request, Games(found, bots))


async def all_messages(request: Request) -> Response:
    """GET /schema.json"""
    return Response(msgspec.json.encode(schema()), media_type="application/schema+json")


ROUTES = [
    Route("/api/tables", by_method(GET=list_tables, POST=new_table), methods=["GET", "POST"]),
    Route("/api/tables/{table}/sit", sit, methods=["POST"]),
    Route("/api/tables/{table}/leave", leave, methods=["POST"]),
    Route("/api/tables/{table}/begin", begin, methods=["POST"]),
    Route("/api/tables/{table}/handover", handover, methods=["POST"]),
    Route("/api/tables/{table}/join", join, methods=["POST"]),
    Route("/api/tables/{table}/rematch", rematch, methods=["POST"]),
    Route("/api/tables/{table}/qr.svg", invite, methods=["GET"]),
    Route("/api/identities", new_identity, methods=["POST"]),
    Route("/api/games", list_games, methods=["GET"]),
    Route("/schema.json", all_messages, methods=["GET"]),
]
