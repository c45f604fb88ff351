"""Run the server: one process, a SQLite file, bots in processes beside it."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from parrain.core import ParrainError
from parrain.table.store import BadStore, Store
from parrain.web.connections import Connections, raise_file_limit
from parrain.web.http.app import JsonLines, create_app
from parrain.web.render.html import warm
from parrain.web.settings import LOOPBACK, Settings


class CannotServe(ParrainError):
    """A server that cannot be started there."""


def keep_logs(level: str) -> None:
    """One JSON line for each event, on standard error; addresses without their queries, and no secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("parrain", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen on; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = None
    try:
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, UnicodeError) as error:  # a name can be too long to be looked up
        if listener is not None:
            listener.close()
        why = getattr(error, "strerror", "") or str(error)
        raise CannotServe("Cannot listen at {host}:{port}: {error}", host=host, port=port, error=why) from None
    return listener


def configure(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    trusted = frozenset([*LOOPBACK, *(each.strip() for each in proxies.split(","))])
    connections = app.state.connections = Connections(settings, raise_file_limit(), trusted)
    return uvicorn.Config(
        app,
        http=connections.protocol(),
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=proxies,
        ws_max_size=4 * settings.longest_message,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        ws_per_message_deflate=False,  # patches are shorter than compressed boards, and cost less
    )


def run(
    settings: Settings, host: str, port: int, level: str = "warning", ready: Callable[[str], None] | None = None
) -> None:
    """Serve until told to stop (SIGINT, SIGTERM): then finish what was begun, write it, and go."""
    listener = listen(host, port)
    try:
        store = Store(settings.data, settings.mirror)
    except BadStore:
        listener.close()
        raise
    real = listener.getsockname()[1]
    if host in LOOPBACK and not settings.hosts:
        settings.hosts = LOOPBACK  # a page elsewhere must not reach this machine under a name of its own
    keep_logs(level)
    server = uvicorn.Server(configure(create_app(settings, store), settings))
    gc.freeze()  # the games stay; and tables live long, so that looking through all of them for rubbish may be rare
    gc.set_threshold(20_000, 50, 100)
    sys.setswitchinterval(0.001)  # messages need not wait long for a thread that computes (live/heavy.py)
    threading.Thread(target=warm, daemon=True).start()
    if ready is not None:
        shown = f"[{host}]" if ":" in host else host
        threading.Thread(target=tell_when_up, args=(server, f"http://{shown}:{real}/", ready), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises them once more when it has shut down in good order
        signal.signal(number, lambda *_: None)
    server.run(sockets=[listener])


def tell_when_up(server: uvicorn.Server, address: str, ready: Callable[[str], None]) -> None:
    """Wait for the server, then say where it is."""
    for _ in range(600):
        if server.started:
            ready(address)
            return
        time.sleep(0.05)


def open_browser(address: str) -> None:
    """Show the table in the browser, if there is a screen to show it on."""
    if sys.platform not in ("linux", "linux2") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
