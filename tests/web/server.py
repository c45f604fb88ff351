"""A server for the tests, and people for it: each with an identity and a socket of their own."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from parrain.core.svg.patches import cut, mend
from parrain.web.http.app import create_app
from parrain.web.live.hub import Hub
from parrain.web.live.room import Room
from parrain.web.serve import configure, open_store
from parrain.web.settings import Settings

T = TypeVar("T")
Message = dict[str, Any]
Who = dict[str, str]


def wait_for(condition: Callable[[], object], seconds: float = 120) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happens"
        time.sleep(0.01)


class Server:
    """uvicorn in a thread."""

    def __init__(self, chosen: Settings) -> None:
        store, internal = open_store(chosen) if chosen.database else (None, [])
        self.app = create_app(chosen, store)
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        config = configure(self.app, chosen)
        sockets = [self.listener, *internal]
        if internal:
            self.app.state.connections.internal = internal[0].getsockname()[1]
        config.timeout_graceful_shutdown = 2
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": sockets}, daemon=True)
        self.http = httpx.Client(base_url=f"http://{self.address}", timeout=120)

    def __enter__(self) -> Server:
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self.uvicorn.should_exit = True
        self.thread.join(timeout=120)

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    def room(self, table: str) -> Room:
        return self.hub.rooms[table]

    def call_soon(self, function: Callable[[], object]) -> None:
        """Call a function in the server's own loop."""
        self.uvicorn.servers[0].get_loop().call_soon_threadsafe(function)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.uvicorn.servers[0].get_loop()).result(timeout=120)

    def identity(self) -> Who:
        """The header of a new identity."""
        return {"authorization": f"Bearer {self.post('/api/identities', {}, {}, 201)['token']}"}

    def post(self, path: str, body: object, who: Who | None = None, status: int = 200) -> Message:
        """Send JSON; the answer must have that status."""
        self.http.cookies.clear()
        answer = self.http.post(path, json=body, headers=who or {})
        assert answer.status_code == status, (answer.status_code, answer.text)
        found: Message = answer.json()
        return found

    def get(self, path: str, who: Who | None = None, status: int = 200) -> Message:
        self.http.cookies.clear()
        answer = self.http.get(path, headers=who or {})
        assert answer.status_code == status, (answer.status_code, answer.text)
        found: Message = answer.json()
        return found

    def make(self, who: Who, game: str, seats: list[str], **more: Any) -> str:
        """A new table; a seat is `person`, `open`, or the spec of a bot."""
        kinds = [{"kind": each} if each in ("person", "open") else {"kind": "bot", "bot": each} for each in seats]
        return str(self.post("/api/tables", {"game": game, "seats": kinds, **more}, who, 201)["table"])

    def watch(self, table: str, who: Who | None = None, query: str = "pictures=none", **more: Any) -> Player:
        """Open a socket at a table."""
        address = f"ws://{self.address}/ws/{table}?{query}"
        more = {"open_timeout": 120, "ping_timeout": 120} | more  # a busy machine answers late
        return Player(connect(address, additional_headers=who or {}, max_size=None, compression=None, **more))


class Player:
    """One connection, and all that it was told."""

    line: ClientConnection

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self.opening = opening
        self.told: list[Message] = []
        self.shown: Message = {}
        self.drawings: dict[str, str] = {}

    def __enter__(self) -> Player:
        self.line = self.opening.__enter__()
        return self

    def __exit__(self, *what: Any) -> None:
        self.opening.__exit__(*what)

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def next(self, seconds: float = 120) -> Message:
        """The next message."""
        message: Message = json.loads(self.line.recv(timeout=seconds))
        self.told.append(message)
        if message["is"] == "shown":
            drawings = {} if message["fresh"] else dict(self.drawings)
            for name, part in message["parts"].items():
                if part is None:
                    del drawings[name]
                else:
                    drawings[name] = part if isinstance(part, str) else mend(cut(drawings[name]), part)
            message["parts"] = self.drawings = drawings
            self.shown = message
        return message

    def until(self, kind: str, wanted: Callable[[Message], bool] = lambda _: True) -> Message:
        """Read on until such a message comes."""
        for _ in range(5000):
            message = self.next()
            if message["is"] == kind and wanted(message):
                return message
        raise AssertionError(f"no {kind} came")

    def sync(self) -> None:
        """Read everything that was sent before now."""
        self.send(do="ping")
        self.until("pong")

    def choose(self, action: str, **changes: Any) -> None:
        self.send(
            **{"do": "choose", "seat": self.shown["seat"], "step": self.shown["step"], "action": action, **changes}
        )

    def refused(self, **message: Any) -> Message:
        """Send something that must be answered by an error."""
        self.send(**message)
        return self.until("error")
