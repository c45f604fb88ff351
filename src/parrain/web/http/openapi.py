"""The HTTP API as OpenAPI 3.1, made from the routes and the messages: /openapi.json, for tools that read it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import parrain
from parrain.web.http import api, courses, design, lessons, replays
from parrain.web.http import schemas as b
from parrain.web.render.show import Shown
from parrain.web.ws.messages import MOST_SEATS, Explained

PICTURES = {"type": "string", "description": "wide, narrow or none; wide for anything else"}
LANGUAGES = {"type": "string", "description": "fr or en; en for anything else"}
SEAT = {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1}
TABLE = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"}
STEP = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
PARAMETERS: dict[str, dict[str, Any]] = {
    "table": TABLE,
    "step": STEP,
    "chapter": {"type": "integer", "minimum": 1, "maximum": 99},
    "game": {"type": "string", "pattern": "^[a-z-]{1,40}$"},
    "id": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,40}$"},
}

# The body (a schema, "text" for a record, None for nothing), the response, its status, the query parameters.
Shape = tuple[Any, Any, int, dict[str, dict[str, Any]]]
SHAPES: dict[Callable[..., Any], Shape] = {
    api.new_table: (b.NewTable, b.Made, 201, {}),
    api.list_tables: (None, b.Tables, 200, {"lang": LANGUAGES}),
    api.sit: (b.Sit, b.Made, 200, {}),
    api.leave: (b.Leave, b.Made, 200, {}),
    api.rename: (b.Rename, b.Made, 200, {}),
    api.begin: (None, b.Made, 200, {}),
    api.handover: (None, b.Handed, 200, {}),
    api.join: (b.Join, b.Made, 200, {}),
    api.rematch: (None, b.Made, 201, {}),
    api.invite: (None, "image/svg+xml", 200, {}),
    api.new_identity: (None, b.Identity, 201, {}),
    api.list_games: (None, b.Games, 200, {"lang": LANGUAGES}),
    api.all_messages: (None, "application/schema+json", 200, {}),
    replays.fork: (b.Fork, b.Made, 201, {}),
    replays.upload: ("text", b.Made, 201, {}),
    replays.replay: (None, b.Replay, 200, {"lang": LANGUAGES}),
    replays.replay_step: (
        None,
        Shown,
        200,
        {"seat": SEAT, "pictures": PICTURES, "lang": LANGUAGES, "by": {"type": "string"}},
    ),
    replays.replay_card: (None, Explained, 200, {"thing": {"type": "string"}, "seat": SEAT, "lang": LANGUAGES}),
    replays.analysis: (None, b.Analysed, 200, {"lang": LANGUAGES}),
    replays.analyse: (None, b.Analysed, 200, {"lang": LANGUAGES}),
    replays.download: (None, "text/plain", 200, {}),
    lessons.show_step: (None, b.LessonStep, 200, {"pictures": PICTURES, "lang": LANGUAGES}),
    lessons.lesson_card: (None, Explained, 200, {"thing": {"type": "string"}, "lang": LANGUAGES}),
    lessons.try_answer: (b.LessonTry, b.LessonAnswer, 200, {"lang": LANGUAGES}),
    courses.show_course: (None, b.CourseShown, 200, {"lang": LANGUAGES}),
    courses.try_choice: (b.CourseTry, b.CourseTable, 200, {"pictures": PICTURES, "lang": LANGUAGES}),
    courses.explain: (b.CourseThing, Explained, 200, {"lang": LANGUAGES}),
    design.try_changes: (b.DesignTry, b.Compared, 200, {"lang": LANGUAGES}),
    design.make_edition: (b.DesignChanges, b.EditionMade, 201, {}),
}
MISTAKES = {
    400: "cannot be understood",
    403: "not for you",
    404: "there is no such thing",
    410: "closed by those who run the server",
    409: "understood, but cannot be done",
    413: "too long",
    429: "too fast",
}


def refer(kind: type) -> dict[str, str]:
    """A message by its name."""
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def methods(route: Route) -> list[tuple[str, Callable[..., Any]]]:
    """The methods of an address, each with what answers it."""
    several: dict[str, Callable[..., Any]] = getattr(route.endpoint, "by_method", {})
    return list(several.items()) or [(each, route.endpoint) for each in sorted(route.methods or ()) if each != "HEAD"]


def operation(path: str, endpoint: Callable[..., Any], shape: Shape) -> dict[str, Any]:
    """One method of one address."""
    body, answer, status, query = shape
    about = " ".join((endpoint.__doc__ or "").split())
    names = re.findall(r"{(\w+)(?::\w+)?}", path)
    content = {"application/json": {"schema": refer(answer)}} if isinstance(answer, type) else {answer: {}}
    problem = {"application/json": {"schema": refer(b.Problem)}}
    found: dict[str, Any] = {
        "operationId": endpoint.__name__,
        "summary": about.partition(": ")[2] or about,
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in names),
            *({"name": name, "in": "query", "schema": schema} for name, schema in query.items()),
        ],
        "responses": {
            str(status): {"description": "done", "content": content},
            **{str(code): {"description": why, "content": problem} for code, why in MISTAKES.items()},
        },
    }
    if isinstance(body, type):
        needed = any(field.required for field in msgspec.structs.fields(body))
        found["requestBody"] = {"required": needed, "content": {"application/json": {"schema": refer(body)}}}
    elif body is not None:
        found["requestBody"] = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
    return found


def describe() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for route in (*api.ROUTES, *replays.ROUTES, *lessons.ROUTES, *courses.ROUTES):
        for method, endpoint in methods(route):
            paths.setdefault(re.sub(r":\w+}", "}", route.path), {})[method.lower()] = operation(
                route.path, endpoint, SHAPES[endpoint]
            )
    _, components = msgspec.json.schema_components(
        [*b.REQUESTS, *b.ANSWERS, Shown, Explained], ref_template="#/components/schemas/{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Parrain",
            "version": parrain.__version__,
            "description": "docs/api.md; for the socket see /schema.json",
        },
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"identity": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"identity": []}],
    }


async def document(request: Request) -> Response:
    """GET /openapi.json"""
    return Response(msgspec.json.encode(describe()), media_type="application/json")


ROUTES = [Route("/openapi.json", document, methods=["GET"])]
