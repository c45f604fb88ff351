"""/health for whoever keeps it running, /metrics for Prometheus."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from multiprocessing.sharedctypes import SynchronizedArray
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from parrain.table.store import BadStore
from parrain.web.http.forward import FORWARDED, Broken, NotMine, ask, wrapped
from parrain.web.http.requests import hub_of

SIBLING_SECONDS = 1.0  # for the metrics of another process


class Siblings(NamedTuple):
    """The processes that share a port: which of them this is, and where each hears the others (port 0: not yet)."""

    mine: int
    host: str
    ports: SynchronizedArray[int]


async def health(request: Request) -> Response:
    """GET /health: 200 when a write reaches the disk, else 503 and why."""
    hub = hub_of(request)
    try:
        await hub.keep(lambda log: log.probe())
        why = ""
    except BadStore as error:
        why = str(error)
    facts: dict[str, object] = {
        "ok": not why,
        "tables": len(hub.rooms),
        "sockets": sum(len(room.presence.connections) for room in hub.rooms.values()),
    }
    return JSONResponse({**facts, "why": why} if why else facts, 503 if why else 200)


async def metrics(request: Request) -> Response:
    """GET /metrics: of all processes that share the port, each under its label"""
    siblings: Siblings | None = request.app.state.siblings
    text = own_metrics(request)
    if siblings is not None and FORWARDED not in request.scope:
        ports = siblings.ports[:]
        others = [each for each, port in enumerate(ports) if port and each != siblings.mine]
        places = [f"{siblings.host}:{ports[each]}" for each in others]
        texts = await asyncio.gather(*(metrics_at(request, place) for place in places))
        text = merged({siblings.mine: text, **dict(zip(others, texts, strict=True))})
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def metrics_at(request: Request, place: str) -> str:
    """The metrics of another process; empty if it does not answer."""
    shared = hub_of(request).shared
    assert shared is not None
    try:
        async with asyncio.timeout(SIBLING_SECONDS):
            answer = await ask(place, request.scope, b"", wrapped(request.scope, shared.secret))
    except (NotMine, Broken, TimeoutError):
        return ""
    return answer.body.decode() if answer.status == 200 else ""


def merged(texts: Mapping[int, str]) -> str:
    """One text of those of several processes: samples get the label `process`, those of one metric stand together."""
    metrics: dict[str, list[str]] = {}
    for process, text in sorted(texts.items()):
        lines: list[str] = []
        for line in text.splitlines():
            if line.startswith("#"):
                lines = metrics.setdefault(line.split(" ")[2], [])
                if line not in lines:
                    lines.append(line)
            elif found := re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line):
                name, labels, value = found.groups()
                lines.append(f'{name}{{process="{process}"{"," + labels if labels else ""}}} {value}')
    return "".join(f"{line}\n" for lines in metrics.values() for line in lines)


def own_metrics(request: Request) -> str:
    """The metrics of this process."""
    hub = hub_of(request)
    now: dict[str, float] = {
        "parrain_up_seconds": time.time() - hub.begun,
        "parrain_tables": len(hub.rooms),
        "parrain_sockets": sum(len(room.presence.connections) for room in hub.rooms.values()),
        "parrain_thinkers": len(hub.pool.workers),
        "parrain_thinking_places": hub.pool.places,
        "parrain_thinking_calls": hub.pool.under_way,
    }
    totals = {
        **hub.counts,
        "thoughts": hub.pool.answered,
        "bots_replaced": hub.pool.failures,
        "writes": hub.writer.written,
        "transactions": hub.writer.transactions,
    }
    lines = [line for name, value in now.items() for line in (f"# TYPE {name} gauge", f"{name} {value:g}")]
    lines += [
        line
        for name, value in totals.items()
        for line in (f"# TYPE parrain_{name}_total counter", f"parrain_{name}_total {value}")
    ]
    histograms = (request.app.state.request_times, hub.choice_times, hub.writer.times, hub.pool.waits, hub.pool.times)
    lines += [line for each in histograms for line in each.lines()]
    return "".join(f"{line}\n" for line in lines)
