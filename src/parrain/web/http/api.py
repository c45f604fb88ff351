"""The HTTP API of tables, seats and games; see also replays.py, lessons.py and the WebSocket."""

from __future__ import annotations

import contextlib
import io
import time

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parrain.core import Game, ParrainError, say
from parrain.core.path import BASICS, EXAMPLES, PUZZLES, learning_path
from parrain.games import all_games
from parrain.locale import render, typeset
from parrain.table.store import OVER, PLAYING, WAITING
from parrain.web.http import schemas as s
from parrain.web.http.courses import course_line
from parrain.web.http.requests import by_method, hub_of, identify, language_of, limit_rate, link, made, read, reply
from parrain.web.identity import hashed, identity_of, new_secret
from parrain.web.live.hub import Hub, SeatWish
from parrain.web.live.presence import Sitter
from parrain.web.live.refused import Refused
from parrain.web.live.summary import read_summary
from parrain.web.render.phrases import BOTS

MOST_LISTED = 50
MOST_LOADED = 12  # for one list
STATES = (PLAYING, WAITING, OVER)  # in the order of a list
HANDOVER_SECONDS = 900


async def new_table(request: Request) -> Response:
    """POST /api/tables"""
    limit_rate(request)
    wish = await read(request, s.NewTable)
    hash, secret = identify(request)
    seats = [SeatWish(each.kind, each.name, each.bot) for each in wish.seats]
    clock = {"kind": wish.clock.kind, "seconds": wish.clock.seconds} if wish.clock is not None else None
    hub = hub_of(request)
    room = await hub.make(hash, wish.game, wish.edition, seats, wish.options, clock, wish.open)
    return reply(request, made(request, room, hash), secret, 201)


async def list_tables(request: Request) -> Response:
    """GET /api/tables"""
    hub = hub_of(request)
    hash = identity_of(request)
    mine = await hub.read(lambda log: log.held(hash, MOST_LISTED)) if hash else []
    held = [each for table in mine if (each := await line(request, table, hash)) is not None]
    for place, each in [(place, each) for place, each in enumerate(held) if not known(hub, each)][:MOST_LOADED]:
        with contextlib.suppress(ParrainError):  # one that can no longer be replayed
            await hub.summarize(each.table)
            held[place] = await line(request, each.table, hash) or each
    held.sort(key=lambda each: (not each.my_turn, STATES.index(each.state), -each.since))
    public = await hub.read(lambda log: log.listed(MOST_LISTED))
    listed = [await line(request, table, hash) for table in public if table not in mine]
    return reply(request, s.Tables([each for each in listed if each is not None], held))


def known(hub: Hub, each: s.TableLine) -> bool:
    """Whether the line says all it can: a server that was killed has stored no summaries of what it had in memory."""
    return each.table in hub.rooms or each.state == WAITING or bool(each.colours)


async def line(request: Request, table: str, hash: str) -> s.TableLine | None:
    """A table in a list; one that is not in memory is not loaded for that."""
    hub = hub_of(request)
    room = hub.rooms.get(table)
    if room is not None:
        live = room.live
        game, sheet, seats = live.game, live.sheet._replace(state=live.state), room.presence.sitters()
        mine, summary = live.mine(hash), await hub.summary(live)
    else:
        found, data = await hub.read(lambda log: (log.load(table, whole=False), log.summary(table)))
        if found is None or found.sheet.game not in all_games():  # a game that is no longer installed
            return None
        game, sheet = all_games()[found.sheet.game], found.sheet
        seats = [Sitter(seat, *each[:3], False, each.away) for seat, each in enumerate(found.seats)]
        mine = [seat for seat, each in enumerate(found.seats) if each.held_by(hash)]
        summary = read_summary(data)
    told = s.TableLine(
        table, f"/t/{table}", game.id, game.title, sheet.state, seats, mine, sheet.listed, sheet.created, sheet.created
    )
    if summary is not None:
        told.since, told.to_move, told.places, told.colours = (
            summary.since,
            summary.to_move,
            summary.places,
            summary.colours,
        )
        told.my_turn = any(seat in summary.owing and not seats[seat].standin for seat in mine)
    return told


async def sit(request: Request) -> Response:
    """POST /api/tables/{table}/sit"""
    wish = await read(request, s.Sit)
    room = await hub_of(request).room(request.path_params["table"])
    hash, secret = identify(request)
    await room.seats.sit(hash, wish.name, wish.seat)
    return reply(request, made(request, room, hash), secret)


async def leave(request: Request) -> Response:
    """POST /api/tables/{table}/leave"""
    wish = await read(request, s.Leave)
    room = await hub_of(request).room(request.path_params["table"])
    hash = identity_of(request)
    await room.seats.leave(hash, wish.seat)
    return reply(request, made(request, room, hash))


async def rename(request: Request) -> Response:
    """POST /api/tables/{table}/rename"""
    wish = await read(request, s.Rename)
    room = await hub_of(request).room(request.path_params["table"])
    hash = identity_of(request)
    await room.seats.rename(hash, wish.name, wish.seat)
    return reply(request, made(request, room, hash))


async def begin(request: Request) -> Response:
    """POST /api/tables/{table}/begin: bots take the open seats"""
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    hash = identity_of(request)
    await room.seats.begin(hash, hub.allowed_bot(room.live.game, ""))
    return reply(request, made(request, room, hash))


async def handover(request: Request) -> Response:
    """POST /api/tables/{table}/handover: a link that brings my seats to another device"""
    limit_rate(request)
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    mine = room.live.mine(identity_of(request))
    if not mine:
        raise Refused("not-seated", say("You do not sit there."))
    key = new_secret()
    until = time.time() + HANDOVER_SECONDS
    await hub.keep(lambda log: log.hand_over(hashed(key), room.live.id, mine, until))
    address = link(request, f"/t/{room.live.id}/join?as={key}")
    return reply(request, s.Handed(address, qr(address), HANDOVER_SECONDS))


async def join(request: Request) -> Response:
    """POST /api/tables/{table}/join: take over the seats of another device"""
    wish = await read(request, s.Join)
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    found = await hub.keep(lambda log: log.take_over(hashed(wish.key), time.time()))
    if found is None or found[0] != room.live.id:
        raise Refused("bad-key", say("This link has been used already, or is too old: ask for a new one."))
    hash, secret = identify(request)
    await room.seats.join(hash, found[1])
    return reply(request, made(request, room, hash), secret)


async def rematch(request: Request) -> Response:
    """POST /api/tables/{table}/rematch: a new table like this one; whoever played is invited to the same seat"""
    limit_rate(request)
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
    limit_rate(request)
    secret = new_secret()
    return reply(request, s.Identity(secret), status=201)


async def list_games(request: Request) -> Response:
    """GET /api/games"""
    language = language_of(request)
    hub = hub_of(request)
    bots = [s.BotLine(spec, render(BOTS[spec], language) if spec in BOTS else spec) for spec in hub.settings.bots]
    games = [game_line(game, language, hub.allowed_bots(game)) for game in all_games().values()]
    return reply(request, s.Games(games, bots))


def game_line(game: Game, language: str, bots: list[str]) -> s.GameLine:
    """A game in the list."""
    return s.GameLine(
        id=game.id,
        title=game.title,
        pitch=render(game.pitch, language),
        fewest=game.fewest,
        most=game.most,
        minutes=game.minutes,
        difficulty=game.difficulty,
        sand=game.timer_seconds,
        roles=[render(each, language) for each in game.roles],
        options=[s.OptionLine(each.name, render(each.text, language), list(each.choices)) for each in game.options],
        editions=[
            s.EditionLine(name, game.edition.title[language] if name == game.default_edition else name)
            for name in game.editions()
        ],
        lessons=[
            s.LessonLine(unit.stage, unit.id, typeset(unit.title[language], language))
            for unit in learning_path(game)
            if unit.stage in (BASICS, EXAMPLES, PUZZLES)
        ],
        course=course_line(game, language),
        bots=bots,
    )


async def all_messages(request: Request) -> Response:
    """GET /schema.json"""
    return Response(msgspec.json.encode(s.schema()), media_type="application/schema+json")


ROUTES = [
    Route("/api/tables", by_method(GET=list_tables, POST=new_table), methods=["GET", "POST"]),
    Route("/api/tables/{table}/sit", sit, methods=["POST"]),
    Route("/api/tables/{table}/leave", leave, methods=["POST"]),
    Route("/api/tables/{table}/rename", rename, methods=["POST"]),
    Route("/api/tables/{table}/begin", begin, methods=["POST"]),
    Route("/api/tables/{table}/handover", handover, methods=["POST"]),
    Route("/api/tables/{table}/join", join, methods=["POST"]),
    Route("/api/tables/{table}/rematch", rematch, methods=["POST"]),
    Route("/api/tables/{table}/qr.svg", invite, methods=["GET"]),
    Route("/api/identities", new_identity, methods=["POST"]),
    Route("/api/games", list_games, methods=["GET"]),
    Route("/schema.json", all_messages, methods=["GET"]),
]
