"""The addresses of scripts, styles and icons (see render/assets.py), and what makes the pages an installable app."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from parrain.core import say
from parrain.locale import render
from parrain.web.http.requests import language_of
from parrain.web.render.assets import address, assets, script_of, version

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
OFFLINE = ("board.css", "parrain.css", script_of("parrain"), "icon.svg")  # what the offline page needs


async def asset(request: Request) -> Response:
    """GET /static/{version}/{name}, /static/{name}, /board.css"""
    found = assets().get(request.path_params.get("name", "board.css"))
    if found is None:
        raise HTTPException(404)
    keeping = FOR_EVER if request.path_params.get("version") == version() else ASK_AGAIN
    headers = {"Cache-Control": keeping, "ETag": f"W/{found.tag}"}  # weak: it may be sent compressed
    if found.tag in [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers.update({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
        return Response(found.packed, media_type=found.kind, headers=headers)
    return Response(found.data, media_type=found.kind, headers=headers)


async def service_worker(request: Request) -> Response:
    """GET /sw.js: with the version and the addresses that its offline page needs"""
    needed = '", "'.join(address(name) for name in OFFLINE)
    script = assets()["sw.js"].data.decode().replace('"VERSION"', f'"{version()}"').replace('"ASSETS"', f'"{needed}"')
    return Response(script, media_type="text/javascript", headers={"Cache-Control": ASK_AGAIN})


async def manifest(request: Request) -> Response:
    """GET /manifest.webmanifest: what an installed app is called and looks like"""
    language = language_of(request)
    about = {
        "name": "Parrain",
        "short_name": "Parrain",
        "description": render(say("One table for five gangster games"), language),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#15120f",
        "theme_color": "#15120f",
        "icons": [
            {"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": address("icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": address("icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": address("icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return JSONResponse(about, media_type="application/manifest+json", headers={"Cache-Control": ASK_AGAIN})


async def favicon(request: Request) -> Response:
    """GET /favicon.ico"""
    return RedirectResponse(address("icon.svg"))


ROUTES = [
    Route("/static/{version}/{name}", asset),
    Route("/static/{name}", asset),
    Route("/board.css", asset),
    Route("/favicon.ico", favicon),
    Route("/sw.js", service_worker),
    Route("/manifest.webmanifest", manifest),
]
