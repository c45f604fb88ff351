"""The HTML routes: who asks is looked up, the page is made by html.py, and a strict policy goes with it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from parrain.core import Game, ParrainError, render, say
from parrain.games import game as find_game
from parrain.games import kinds
from parrain.web import html

HEADERS = {
    "Content-Security-Policy": html.POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def language_of(request: Request) -> str:
    """The language of whoever reads."""
    return html.page_language(request.query_params.get("lang"), request.cookies.get(html.COOKIE), request.headers.get("accept-language", ""))


def answer(text: str, status: int = 200) -> Response:
    """A page as it goes out."""
    return Response(text, status, HEADERS, "text/html")


def missing(request: Request, error: ParrainError | None = None) -> Response:
    """There is no such page."""
    language = language_of(request)
    return answer(html.problem(language, 404, render(error.say if error else say("There is nothing here."), language)), 404)


def link_to(request: Request, table: str) -> str:
    """The whole address of a table, to be given to others."""
    return str(request.base_url).rstrip("/") + f"/t/{table}"


def named_game(request: Request) -> Game | None:
    """The game of the path, if there is one."""
    name = request.path_params["game"]
    return find_game(name) if name in kinds() else None


async def home(request: Request) -> Response:
    """GET /"""
    return answer(html.home(language_of(request)))


async def new(request: Request) -> Response:
    """GET /new/{game}"""
    game = named_game(request)
    return answer(html.new_table(language_of(request), game.id)) if game else missing(request)


async def table(request: Request) -> Response:
    """GET /t/{table}"""
    try:
        room = await request.app.state.hub.room(request.path_params["table"])
    except ParrainError as error:
        return missing(request, error)
    return answer(html.table(language_of(request), room.live.id, room.live.game, link_to(request, room.live.id)))


async def join(request: Request) -> Response:
    """GET /t/{table}/join?as=KEY: asks first; opening a link alone changes nothing"""
    key = request.query_params.get("as", "")
    if not key or len(key) > 100:
        return RedirectResponse(f"/t/{request.path_params['table']}")
    return answer(html.page("join.html", language_of(request), table=request.path_params["table"], key=key))


async def replay(request: Request) -> Response:
    """GET /replay/{table}"""
    try:
        room = await request.app.state.hub.room(request.path_params["table"])
    except ParrainError as error:
        return missing(request, error)
    return answer(html.replay(language_of(request), room.live.id, room.live.game, link_to(request, room.live.id)))


async def lesson(request: Request) -> Response:
    """GET /lesson/{game}/{id}"""
    game = named_game(request)
    if game is None or not html.known_lesson(game, request.path_params["id"]):
        return missing(request)
    return answer(html.lesson(language_of(request), game, request.path_params["id"]))


async def rules(request: Request) -> Response:
    """GET /rules/{game}"""
    game = named_game(request)
    return answer(html.rules(language_of(request), game)) if game else missing(request)


async def board_css(request: Request) -> Response:
    """GET /board.css"""
    return Response(html.board_stylesheet(), headers={"X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"}, media_type="text/css")


def page_routes() -> list[BaseRoute]:
    """Everything that is looked at."""
    return [
        Route("/", home),
        Route("/new/{game}", new),
        Route("/t/{table}", table),
        Route("/t/{table}/join", join),
        Route("/replay/{table}", replay),
        Route("/lesson/{game}/{id}", lesson),
        Route("/rules/{game}", rules),
        Route("/board.css", board_css),
        Mount("/static", StaticFiles(directory=html.HERE / "static")),
    ]
