"""The addresses of scripts, styles and the icon; what they hold is in render/assets.py."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from parrain.web.render.assets import address, assets, version

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


async def asset(request: Request) -> Response:
    """GET /static/{version}/{name}, /static/{name}, /board.css"""
    found = assets().get(request.path_params.get("name", "board.css"))
    if found is None:
        raise HTTPException(404)
    keeping = FOR_EVER if request.path_params.get("version") == version() else ASK_AGAIN
    headers = {"Cache-Control": keeping, "ETag": f"W/{found.tag}"}  # weak: it may be sent compressed
    if found.tag in [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(found.data, media_type=found.kind, headers=headers)


async def favicon(request: Request) -> Response:
    """GET /favicon.ico"""
    return RedirectResponse(address("icon.svg"))


ROUTES = [
    Route("/static/{version}/{name}", asset),
    Route("/static/{name}", asset),
    Route("/board.css", asset),
    Route("/favicon.ico", favicon),
]
