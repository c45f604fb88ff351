"""People for the tests: each with an identity and a socket of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

Message = dict[str, Any]


def identity(client: TestClient) -> dict[str, str]:
    """The header of a new identity."""
    client.cookies.clear()
    answer = client.post("/api/identities", json={})
    assert answer.status_code == 201, answer.text
    return {"authorization": f"Bearer {answer.json()['token']}"}


def make(client: TestClient, who: dict[str, str], game: str, seats: list[str], **more: Any) -> str:
    """A new table; a seat is `person`, `open`, or the spec of a bot."""
    kinds = [{"kind": each} if each in ("person", "open") else {"kind": "bot", "bot": each} for each in seats]
    answer = client.post("/api/tables", json={"game": game, "seats": kinds, **more}, headers=who)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


class Player:
    """One connection, and all that it was told."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.told: list[Message] = []
        self.bytes: list[str] = []
        self.shown: Message = {}

    def send(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def next(self) -> Message:
        """The next message."""
        text = self.socket.receive_text()
        self.bytes.append(text)
        message: Message = json.loads(text)
        self.told.append(message)
        if message["is"] == "shown":
            self.shown = message
        return message

    def until(self, kind: str, wanted: Callable[[Message], bool] = lambda _: True) -> Message:
        """Read on until such a message comes."""
        for _ in range(2000):
            message = self.next()
            if message["is"] == kind and wanted(message):
                return message
        raise AssertionError(f"no {kind} came")

    def answer(self, **message: Any) -> Message:
        """Send something, and read on until it is answered: by an error, or by what is not only presence or talk."""
        self.send(**message)
        return self.until_not("presence", "said")

    def until_not(self, *kinds: str) -> Message:
        while True:
            message = self.next()
            if message["is"] not in kinds:
                return message

    def sync(self) -> None:
        """Read everything that was sent before now."""
        self.send(do="ping")
        self.until("pong")

    def choose(self, action: str, **changes: Any) -> None:
        wanted = {"do": "choose", "seat": self.shown["seat"], "step": self.shown["step"], "action": action, **changes}
        self.send(**wanted)


def watch(client: TestClient, table: str, who: dict[str, str] | None = None, query: str = "pictures=none") -> WebSocketTestSession:
    """Open a socket at a table."""
    client.cookies.clear()
    return client.websocket_connect(f"/ws/{table}?{query}", headers=who or {})
