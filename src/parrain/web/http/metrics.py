"""/health for whoever keeps it running, /metrics for Prometheus."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from parrain.table.store import BadStore
from parrain.web.http.requests import hub_of


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
    """GET /metrics"""
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
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
