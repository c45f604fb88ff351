"""Replays: a game step by step, from any seat once it is over; its analysis; forks; records up and down."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parrain.core import BadOption, BadRecord, Game, Record, View, read_record, say, verify
from parrain.lab.analysis import Choice
from parrain.locale import render
from parrain.table.store import OVER
from parrain.web.http.requests import (
    body,
    by_method,
    compute,
    hub_of,
    identify,
    language_of,
    limit_rate,
    link,
    made,
    number,
    pictures_of,
    read,
    reply,
)
from parrain.web.http.schemas import Analysed, Fork, Judged, Made, PointSource, Replay
from parrain.web.identity import identity_of
from parrain.web.live.analysis import Study
from parrain.web.live.game import LiveGame
from parrain.web.live.hub import known_game
from parrain.web.live.refused import Refused
from parrain.web.live.summary import colours_of
from parrain.web.render.show import names_in, rule_text, show_at
from parrain.web.ws.messages import LONGEST_ACTION, MOST_SEATS, Explained, explained

UPLOAD = 5  # new tables, as which an upload counts: a whole game is played through
MOST_LINES = 10_000
MOST_UNDOS = 500


def may_see(live: LiveGame, seat: int | None, hash: str) -> None:
    """Refuse a look from another's seat before the game is over."""
    if seat is not None and not 0 <= seat < live.players:
        raise BadOption("This table has seats 0 to {most}.", most=live.players - 1)
    if live.table is None:
        raise Refused("waiting", say("The game has not begun: seats are still open."))
    if live.state != OVER and seat is not None and seat not in live.mine(hash):
        raise Refused("not-over", say("Other seats can be looked at once the game is over."))


async def replay(request: Request) -> Response:
    """GET /api/replays/{table}"""
    room = await hub_of(request).room(request.path_params["table"])
    live = room.live
    hash = identity_of(request)
    may_see(live, None, hash)
    over = live.state == OVER
    if over and live.scores is None:
        live.scores = await compute(request, live.score_chart)
        live.sources = await compute(request, live.points_by_source)
    names = names_in(live, language_of(request))
    assert live.table is not None
    lines = [entry.line() for entry in live.table.record.entries] if over else []
    mine = live.mine(hash)
    steps = [
        (moments if over else list(range(1, len(moments) + 1))) if over or place == 0 or place - 1 in mine else []
        for place, moments in enumerate(live.seen)
    ]
    return reply(
        request,
        Replay(
            live.id,
            live.game.id,
            live.game.title,
            names,
            colours_of(live, live.view(None)),
            over,
            steps,
            (live.scores or []) if over else [],
            sources_in(live, language_of(request)) if over else [],
            lines,
        ),
    )


def sources_in(live: LiveGame, language: str) -> list[PointSource]:
    """The sources of points from which anybody has some, in the game's order."""
    found = live.sources or {}
    labels = {source: render(label, language) for source, label in live.game.point_sources.items()}
    return [PointSource(labels[source], list(found[source])) for source in labels if any(found.get(source, ()))]


async def moment_of(request: Request) -> tuple[LiveGame, int | None, int]:
    """The table, seat and moment that are asked for."""
    live = (await hub_of(request).room(request.path_params["table"])).live
    seat = number(request, "seat", MOST_SEATS - 1)
    may_see(live, seat, identity_of(request))
    step: int = request.path_params["step"]
    moments = live.seen[0 if seat is None else seat + 1]
    if request.query_params.get("by") == "moment":
        if live.state != OVER:
            raise Refused("not-over", say("Moments are shown once the game is over."))
        most, moment = live.moment, step
    else:
        most, moment = len(moments), moments[step - 1] if 0 < step <= len(moments) else 0
    if step > most:
        raise BadOption(
            "{name} is a whole number from {least} to {most}, not “{text}”.",
            name="step",
            least=0,
            most=most,
            text=str(step),
        )
    return live, seat, moment


async def replay_step(request: Request) -> Response:
    """GET /api/replays/{table}/{step}?seat=&pictures=&lang= ; with ?by=moment the step is a moment (once it is over)"""
    live, seat, moment = await moment_of(request)
    mine, pictures = live.mine(identity_of(request)), pictures_of(request)
    return reply(request, await compute(request, show_at, live, seat, mine, language_of(request), pictures, moment))


async def replay_card(request: Request) -> Response:
    """GET /api/replays/{table}/{step}/card?thing=&seat=&lang=: what a thing on the table was at that step"""
    live, seat, moment = await moment_of(request)
    language = language_of(request)
    state = await compute(request, live.state_at, moment)
    return reply(request, card_of(live.game, state.view(seat), names_in(live, language), request, language))


def card_of(game: Game, view: View, names: Sequence[str], request: Request, language: str) -> Explained:
    """The info card of the thing that is asked for."""
    thing = request.query_params.get("thing", "")[:LONGEST_ACTION]
    card = game.card(thing, view, names, language)
    return explained(thing, card, rule_text(game, card.rule, language) if card is not None else "", language)


async def finished(request: Request) -> LiveGame:
    """The table, if it is over: what is found out about a running game would help somebody in it."""
    live = (await hub_of(request).room(request.path_params["table"])).live
    if live.state != OVER:
        raise Refused("not-over", say("A game can be analysed once it is over."))
    return live


def analysed(live: LiveGame, study: Study | None, language: str) -> Analysed:
    """An analysis in the reader's language."""
    if study is None:
        return Analysed(live.id, "none", 0, len(live.standing_at(live.moment)), [], [], [])
    names = names_in(live, language)

    def line(each: Choice) -> Judged:
        return Judged(
            moment=study.moments[each.number - 1],
            seat=each.seat,
            action=each.action,
            label=render(each.label, language, names),
            expected=each.expected,
            best=each.best,
            best_label=render(each.best_label, language, names),
            best_expected=each.best_expected,
        )

    choices = [line(each) for each in study.found.choices]
    turning = [study.moments[number - 1] for number in study.found.turning_points]
    return Analysed(live.id, study.state, study.done, len(study.moments), choices, turning, study.found.shares)


async def analysis(request: Request) -> Response:
    """GET /api/replays/{table}/analysis: how far it has come, and what was found"""
    live = await finished(request)
    return reply(request, analysed(live, hub_of(request).analyst.look(live.id), language_of(request)))


async def analyse(request: Request) -> Response:
    """POST /api/replays/{table}/analysis: have every choice judged; look again until it is done"""
    limit_rate(request)
    live = await finished(request)
    return reply(request, analysed(live, hub_of(request).analyst.begin(live), language_of(request)))


async def fork(request: Request) -> Response:
    """POST /api/tables/{table}/fork: play on from a moment"""
    limit_rate(request)
    wish = await read(request, Fork)
    hub = hub_of(request)
    room = await hub.room(request.path_params["table"])
    hash, secret = identify(request)
    new = await hub.fork(room, wish.moment, wish.seat, wish.name, wish.bot, hash)
    return reply(request, made(request, new, hash), secret, 201)


async def upload(request: Request) -> Response:
    """POST /api/replays: a record file, to be looked at; it is read, verified and kept"""
    limit_rate(request, UPLOAD)
    hub = hub_of(request)
    data = await body(request, hub.settings.longest_upload)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("malformed", say("A record is a text (UTF-8).")) from None
    room = await hub.upload(await compute(request, checked, text), identity_of(request))
    return reply(request, Made(room.live.id, link(request, f"/replay/{room.live.id}"), []), status=201)


def checked(text: str) -> Record:
    """A record that is whole and leads where it says, and not one that takes for ever to play."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES or sum(line.startswith("undo ") for line in lines) > MOST_UNDOS:
        raise BadRecord(
            "This record is too long to be shown here: at most {lines} lines, {undos} of them taking back.",
            lines=MOST_LINES,
            undos=MOST_UNDOS,
        )
    record = read_record(text)
    verify(record, text, known_game(record.game, record.edition.partition("@")[0]))
    return record


async def download(request: Request) -> Response:
    """GET /record/{table}: the sealed record; it holds the seed, so only once the game is over"""
    room = await hub_of(request).room(request.path_params["table"])
    if room.live.state != OVER:
        raise Refused("not-over", say("The record is available once the game is over."))
    text = await compute(request, room.live.record_text)
    name = f"{room.live.game.id}-{room.live.id}.record"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})


ROUTES = [
    Route("/api/tables/{table}/fork", fork, methods=["POST"]),
    Route("/api/replays", upload, methods=["POST"]),
    Route("/api/replays/{table}", replay, methods=["GET"]),
    Route("/api/replays/{table}/analysis", by_method(GET=analysis, POST=analyse), methods=["GET", "POST"]),
    Route("/api/replays/{table}/{step:number}", replay_step, methods=["GET"]),
    Route("/api/replays/{table}/{step:number}/card", replay_card, methods=["GET"]),
    Route("/record/{table}", download, methods=["GET"]),
]
