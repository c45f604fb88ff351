"""Run the server: one process and a SQLite file, or several on PostgreSQL; bots in processes beside them."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette

from parrain.core import ParrainError
from parrain.table.places import need_postgres, open_log
from parrain.table.store import BadStore, Store
from parrain.web.connections import Connections, raise_file_limit
from parrain.web.http.app import JsonLines, create_app
from parrain.web.http.metrics import Siblings
from parrain.web.render.html import warm
from parrain.web.settings import LOOPBACK, Settings

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from parrain.table.ownership import PostgresStore

RESTART_SECONDS = 0.2


class CannotServe(ParrainError):
    """A server that cannot be started there."""


def keep_logs(level: str) -> None:
    """One JSON line for each event, on standard error; addresses without their queries, and no secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("parrain", "psycopg", "uvicorn"):
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
    if host in LOOPBACK and not settings.hosts:
        settings.hosts = LOOPBACK  # a page elsewhere must not reach this machine under a name of its own
    serve_on(listener, settings, level, address_of(host, listener), ready)


def address_of(host: str, listener: socket.socket) -> str:
    """The address of a server, for people."""
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"


def open_store(settings: Settings) -> tuple[Store | PostgresStore, list[socket.socket]]:
    """The store of a server, and the socket on which it hears other servers, if it shares the store with them."""
    if not settings.database:
        return Store(settings.data, settings.mirror), []
    need_postgres()
    from parrain.table.ownership import PostgresStore

    internal = listen(settings.internal, 0)
    try:
        port = internal.getsockname()[1]
        host = f"[{settings.internal}]" if ":" in settings.internal else settings.internal
        return PostgresStore(settings.database, f"{host}:{port}"), [internal]
    except BadStore:
        internal.close()
        raise


def serve_on(
    listener: socket.socket,
    settings: Settings,
    level: str,
    address: str,
    ready: Callable[[str], None] | None = None,
    siblings: Siblings | None = None,
) -> None:
    """Serve what comes in on a socket, beside `siblings` if it is one of several processes."""
    try:
        store, internal = open_store(settings)
    except (BadStore, CannotServe):
        listener.close()
        raise
    keep_logs(level)
    app = create_app(settings, store)
    server = uvicorn.Server(configure(app, settings))
    if internal:
        app.state.connections.internal = internal[0].getsockname()[1]
    if siblings is not None:
        siblings.ports[siblings.mine] = app.state.connections.internal
        app.state.siblings = siblings
    gc.freeze()  # the games stay
    gc.disable()  # the hub looks for rubbish (`Hub._tidy`): by itself Python did for an eighth of the time
    sys.setswitchinterval(0.001)  # messages need not wait long for a thread that computes (live/heavy.py)
    threading.Thread(target=warm, daemon=True).start()
    if ready is not None:
        threading.Thread(target=tell_when_up, args=(server, address, ready), daemon=True).start()

    def stop(*_: object) -> None:
        """Stop a server that is still starting: while it serves, uvicorn has handlers of its own."""
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    server.run(sockets=[listener, *internal])


def run_processes(
    settings: Settings, host: str, port: int, count: int, level: str, ready: Callable[[str], None] | None = None
) -> None:
    """Serve with several processes on one port, which share a database; one that dies is replaced.

    They share the listening socket, so that a connection that a dying process has not taken is taken by another.
    """
    listener = listen(host, port)
    try:
        open_log(settings.database).close()  # what is wrong with it is said once
    except BadStore:
        listener.close()
        raise
    if host in LOOPBACK and not settings.hosts:
        settings.hosts = LOOPBACK
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    context = multiprocessing.get_context("spawn")
    up, ports = context.Event(), context.Array("i", count)
    address = address_of(host, listener)

    def start(place: int) -> SpawnProcess:
        ports[place] = 0
        siblings = Siblings(place, settings.internal, ports)
        process = context.Process(target=serve_child, args=(listener, settings, level, address, up, siblings))
        process.start()
        return process

    children = [start(place) for place in range(count)]
    told = False
    while not stopping.is_set():
        if ready is not None and not told and up.is_set():
            told = True
            ready(address)
        if not wait([each.sentinel for each in children], timeout=RESTART_SECONDS):
            continue
        stopping.wait(RESTART_SECONDS)  # one that cannot start is not started too often
        for place, child in enumerate(children):
            if not stopping.is_set() and not child.is_alive():
                logging.getLogger("parrain.web").error("a process died", extra={"facts": {"code": child.exitcode}})
                children[place] = start(place)
    for child in children:
        child.terminate()
    for child in children:
        child.join()
    listener.close()


def serve_child(
    listener: socket.socket, settings: Settings, level: str, address: str, up: Event, siblings: Siblings
) -> None:
    """One of several processes: serve as long as the one that started it lives."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    serve_on(listener, settings, level, address, lambda _: up.set(), siblings)


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
