"""The HTML pages. They carry words and addresses; what happens at a table comes over the socket."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.templating import Jinja2Templates

from parrain.core import BadOption
from parrain.core.say import say
from parrain.core.svg.palette import stylesheet
from parrain.games import game as find_game
from parrain.games import games, kinds
from parrain.locale import render, typeset
from parrain.web.asking import LANGUAGE_COOKIE, hub_of, language_of, link
from parrain.web.identity import identity_of
from parrain.web.lessons import find, lessons_of

HERE = Path(__file__).parent
pages = Jinja2Templates(HERE / "templates")


def words(text: str, language: str, **filling: object) -> str:
    """A sentence of a page in the reader's language: `{{ say("…") }}` in a template."""
    return typeset(render(say(text, **filling), language), language)


def page(request: Request, template: str, **facts: object) -> Response:
    """A page in the reader's language; asked for one with ?lang=, it is remembered."""
    language = language_of(request)

    def speak(text: str, **filling: object) -> str:
        return words(text, language, **filling)

    response = pages.TemplateResponse(request, template, {"lang": language, "say": speak, **facts})
    if request.query_params.get("lang"):
        secure = hub_of(request).settings.secure
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=365 * 24 * 3600, samesite="lax", secure=secure)
    response.headers["Cache-Control"] = "no-store"
    return response


async def home(request: Request) -> Response:
    """GET /"""
    return page(request, "home.html", games=games(), bots=hub_of(request).settings.bots, lessons={id: lessons_of(game) for id, game in games().items()})


async def table(request: Request) -> Response:
    """GET /t/{table}"""
    room = await hub_of(request).room(request.path_params["table"])
    address = link(request, f"/t/{room.live.id}")
    return page(request, "table.html", table=room.live.id, game=room.live.game, link=address, mine=room.live.mine(identity_of(request)))


async def join(request: Request) -> Response:
    """GET /t/{table}/join?as=KEY: asks before it takes the seats, so that a preview of the link uses nothing up"""
    room = await hub_of(request).room(request.path_params["table"])
    return page(request, "join.html", table=room.live.id, game=room.live.game, key=request.query_params.get("as", "")[:100])


async def replay(request: Request) -> Response:
    """GET /replay/{table}"""
    room = await hub_of(request).room(request.path_params["table"])
    return page(request, "replay.html", table=room.live.id, game=room.live.game, link=link(request, f"/replay/{room.live.id}"))


async def lesson(request: Request) -> Response:
    """GET /lesson/{game}/{id}"""
    game, found, _ = find(request)
    return page(request, "lesson.html", game=game, lesson=found, lessons=lessons_of(game))


async def rules(request: Request) -> Response:
    """GET /rules/{game}"""
    name = request.path_params["game"]
    if name not in kinds():
        raise BadOption("There is no game {name}; there are: {known}.", name=name[:40], known=", ".join(kinds()))
    game = find_game(name)
    return page(request, "rules.html", game=game, book=game.rulebook(), reconstructed=game.edition.reconstructed(), typeset=typeset)


async def boards_css(request: Request) -> Response:
    """GET /boards.css: the colours of the drawings"""
    return Response(stylesheet(), media_type="text/css", headers={"Cache-Control": "public, max-age=3600"})


async def favicon(request: Request) -> Response:
    """GET /favicon.ico"""
    return RedirectResponse("/static/favicon.svg")


ROUTES = [
    Route("/", home),
    Route("/t/{table}", table),
    Route("/t/{table}/join", join),
    Route("/replay/{table}", replay),
    Route("/lesson/{game}/{id}", lesson),
    Route("/rules/{game}", rules),
    Route("/boards.css", boards_css),
    Route("/favicon.ico", favicon),
]
