"""/health for whoever keeps it running, /metrics for Prometheus."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from parrain.web.http.requests import hub_of


async def health(request: Request) -> Response:
    """GET /health: 200 when choices can be kept."""
    hub = hub_of(request)
    try:
        await hub.keep(lambda log: None)
        kept = True
    except Exception:  # whatever it is, nothing can be kept
        kept = False
    facts = {
        "ok": kept,
        "tables": len(hub.rooms),
        "sockets": sum(len(room.presence.connections) for room in hub.rooms.values()),
    }
    return JSONResponse(facts, 200 if kept else 503)


async def metrics(request: Request) -> Response:
    """GET /metrics"""
    hub = hub_of(request)
    now: dict[str, float] = {
        "parrain_up_seconds": time.time() - hub.begun,
        "parrain_tables": len(hub.rooms),
        "parrain_sockets": sum(len(room.presence.connections) for room in hub.rooms.values()),
        "parrain_thinkers": len(hub.pool.workers),
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
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
