"""The addresses of the HTML pages; what they say is in html.py, what happens at a table comes over the socket."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from parrain.core import svg
from parrain.web.http.courses import course_shown
from parrain.web.http.lessons import find
from parrain.web.http.requests import LANGUAGE_COOKIE, compute, game_named, hub_of, language_of, link, pictures_of
from parrain.web.identity import identity_of
from parrain.web.render import html
from parrain.web.render.rules import draw_example
from parrain.web.render.show import NARROW, WIDE
from parrain.web.ws.first import first_messages

YEAR = 365 * 24 * 3600


def answer(request: Request, text: str, status: int = 200) -> Response:
    """A page; a language that was asked for with ?lang= is remembered."""
    headers = {"Cache-Control": "no-store", "Content-Language": language_of(request)}
    response = HTMLResponse(text, status, headers=headers)
    if request.query_params.get("lang"):
        secure = hub_of(request).settings.secure
        response.set_cookie(LANGUAGE_COOKIE, language_of(request), max_age=YEAR, samesite="lax", secure=secure)
    return response


async def home(request: Request) -> Response:
    """GET /"""
    return answer(request, html.home(language_of(request), hub_of(request).settings.bots))


async def new(request: Request) -> Response:
    """GET /new/{game}"""
    edition = request.query_params.get("edition", "")[:40]
    return answer(request, html.new_table(language_of(request), game_named(request).id, edition))


async def table(request: Request) -> Response:
    """GET /t/{table}"""
    room = await hub_of(request).room(request.path_params["table"])
    live, language = room.live, language_of(request)
    pictures = NARROW if "Mobi" in request.headers.get("user-agent", "") else WIDE  # a guess; the page knows better
    first = first_messages(room, identity_of(request), language, pictures)
    return answer(request, html.table(language, live.id, live.game, link(request, f"/t/{live.id}"), first))


async def table_rules(request: Request) -> Response:
    """GET /t/{table}/rules: what its panel of rules shows, by the edition of this table"""
    live = (await hub_of(request).room(request.path_params["table"])).live
    return answer(request, html.rules_text(language_of(request), live.game))


async def join(request: Request) -> Response:
    """GET /t/{table}/join?as=KEY: asks before it takes the seats, so that a preview of the link uses nothing up"""
    live = (await hub_of(request).room(request.path_params["table"])).live
    key = request.query_params.get("as", "")[:100]
    return answer(request, html.page("join.html", language_of(request), table=live.id, game=live.game, key=key))


async def replay(request: Request) -> Response:
    """GET /replay/{table}"""
    live = (await hub_of(request).room(request.path_params["table"])).live
    return answer(request, html.replay(language_of(request), live.id, live.game, link(request, f"/replay/{live.id}")))


async def lesson(request: Request) -> Response:
    """GET /lesson/{game}/{id}"""
    game, found, _ = find(request)
    return answer(request, html.lesson(language_of(request), game, found.id))


async def learn(request: Request) -> Response:
    """GET /learn/{game}"""
    game, language = game_named(request), language_of(request)
    course = course_shown(game, language)
    return answer(
        request,
        html.learn(
            language,
            game,
            course,
            [(each.title, each.goes_on, [(line.title, line.rule) for line in each.read]) for each in course.chapters],
        ),
    )


ABOUT = {
    "": html.rules_page,
    "short": html.short_page,
    "pieces": html.pieces_page,
    "box": html.box_page,
    "design": html.design_page,
}


async def rules(request: Request) -> Response:
    """GET /rules/{game}, and below it /short, /pieces, /box, /design: the pages about a game"""
    made = ABOUT.get(request.path_params.get("page", ""))
    if made is None:
        raise HTTPException(404)
    return answer(request, await compute(request, made, language_of(request), game_named(request)))


async def example(request: Request) -> Response:
    """GET /rules/{game}/{lesson}/{moment}.svg?lang=&pictures=: a drawing of a worked example"""
    game, language = game_named(request), language_of(request)
    lesson, moment = request.path_params["lesson"], request.path_params["moment"]
    narrow = pictures_of(request) == NARROW
    drawn = await compute(request, draw_example, game.id, lesson, moment, language, narrow)
    if drawn is None:
        raise HTTPException(404)
    file = svg.as_file(drawn.svg(language), styled=False)  # the content policy would refuse a stylesheet inside
    return Response(file, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


async def account(request: Request) -> Response:
    """GET /account"""
    return answer(request, html.page("account.html", language_of(request)))


async def offline(request: Request) -> Response:
    """GET /offline: what the service worker shows when the server cannot be reached"""
    return HTMLResponse(html.page("offline.html", language_of(request)), headers={"Cache-Control": "no-cache"})


def problem(request: Request, text: str, status: int) -> Response:
    """A page that says what is wrong."""
    return answer(request, html.problem(language_of(request), status, text), status)


ROUTES = [
    Route("/", home),
    Route("/new/{game}", new),
    Route("/t/{table}", table),
    Route("/t/{table}/rules", table_rules),
    Route("/t/{table}/join", join),
    Route("/replay/{table}", replay),
    Route("/lesson/{game}/{id}", lesson),
    Route("/learn/{game}", learn),
    Route("/rules/{game}", rules),
    Route("/rules/{game}/{page}", rules),
    Route("/rules/{game}/{lesson}/{moment}.svg", example),
    Route("/account", account),
    Route("/offline", offline),
]
