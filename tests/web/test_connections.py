"""Connections that keep the server waiting: each phase of a request has a time limit, and nobody is shut out."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from parrain.web import connections
from parrain.web.connections import Connections
from parrain.web.settings import Settings
from tests.web.server import Server, wait_for
from tests.web.settings import settings

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"
WHOLE = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"


def opened(server: Server, data: bytes, stack: ExitStack) -> socket.socket:
    """A connection that has sent this."""
    host, _, port = server.address.partition(":")
    line = stack.enter_context(socket.create_connection((host, int(port)), timeout=60))
    line.sendall(data)
    return line


@pytest.mark.parametrize(
    ("first", "data"),
    [(True, b""), (True, HALF), (True, POST + b"{"), (False, HALF), (False, POST + b"{")],
    ids=["nothing", "head", "body", "second head", "second body"],
)
def test_a_request_that_does_not_come_to_its_end_is_closed(tmp_path: Path, first: bool, data: bytes) -> None:
    with Server(settings(tmp_path / "x.db")) as server, ExitStack() as stack:
        seconds = server.app.state.connections.seconds
        if first:
            seconds.update(head=0.0, body=0.0)
        line = opened(server, b"" if first else WHOLE, stack)
        if not first:
            assert line.recv(65_536).startswith(b"HTTP/1.1 200")
            seconds.update(head=0.0, body=0.0)
        line.sendall(data)
        assert line.recv(65_536).startswith(b"HTTP/1.1 408")
        assert not line.recv(100)


def test_a_head_without_end_is_refused(server: Server) -> None:
    with ExitStack() as stack:
        line = opened(server, HALF + b"y" * 70_000, stack)
        assert b" 431 " in line.recv(1000)


def test_who_waits_longest_makes_room(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", most_connections=8)) as server, ExitStack() as stack:
        server.http.close()  # counts too
        open_now = server.uvicorn.server_state.connections
        halves = []
        for number in range(8):
            halves.append(opened(server, HALF, stack))
            wait_for(lambda number=number: len(open_now) == number + 1)
        for old in halves[:3]:
            line = opened(server, WHOLE, stack)
            assert line.recv(1000).startswith(b"HTTP/1.1 200")
            assert b" 408 " in old.recv(1000)
            line.close()
            wait_for(lambda: len(open_now) == 7)
            halves.append(opened(server, HALF, stack))
            wait_for(lambda: len(open_now) == 8)


def test_an_address_has_so_many_connections_and_a_proxy_more(tmp_path: Path) -> None:
    kept = Connections(Settings(most_connections_each=2), 1000, frozenset(["127.0.0.1"]))
    assert [kept.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert kept.take("192.0.2.2") and all(kept.take("127.0.0.1") for _ in range(9))
    kept.release("192.0.2.1")
    assert kept.take("192.0.2.1")
    assert kept.take("2001:db8::1") and kept.take("2001:db8::2") and not kept.take("2001:db8::3")
    assert Connections(Settings(), 1024).most == 896, "some open files are left for the rest of the server"


def test_what_connections_leave_behind_is_freed_after_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(connections, "TIDY_AFTER", 3)
    monkeypatch.setattr("gc.collect", lambda: looked.append(1))
    kept = Connections(Settings(), 1000)
    counts = []
    for _ in range(7):
        kept.take("192.0.2.1")
        counts.append(len(looked))
    assert counts == [0, 0, 1, 1, 1, 2, 2]
