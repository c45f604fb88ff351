"""Several servers on one PostgreSQL: any of them answers for any table, and a table goes on when its server is gone."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parrain.core.histogram import Histogram
from parrain.table import ownership
from parrain.table.ownership import Claim, PostgresStore
from parrain.table.postgres import hang_up
from parrain.web.http import forward
from parrain.web.http.app import JsonLines
from parrain.web.http.metrics import merged
from parrain.web.live.hub import Elsewhere
from tests.web.engines import schema
from tests.web.server import Player, Server, wait_for
from tests.web.settings import settings

DN = "district-noir"


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[list[Server]]:
    """Two servers."""
    with schema(database) as url, ExitStack() as stack:
        yield [stack.enter_context(Server(settings(Path("unused"), database=url))) for _ in range(2)]


def shared(server: Server) -> PostgresStore:
    store = server.hub.shared
    assert store is not None
    return store


def choose(me: Player) -> int:
    """Choose something, in whatever seat is to move; the step at which."""
    seat = me.shown["to_move"][0]
    if me.shown["seat"] != seat:
        me.send(do="look", seat=seat)
        me.until("shown", lambda shown: shown["seat"] == seat and bool(shown["choices"]))
    step: int = me.shown["step"]
    me.choose(me.shown["choices"][0]["action"])
    return step


def move(me: Player) -> None:
    """Choose something, and wait until it is shown."""
    step = choose(me)
    me.until("shown", lambda shown: shown["step"] > step)


def test_any_server_answers_for_any_table(pair: list[Server]) -> None:
    first, second = pair
    ann, bob = first.identity(), second.identity()
    table = first.make(ann, DN, ["person", "open"], open=True)
    assert second.post(f"/api/tables/{table}/sit", {"name": "Bob"}, bob)["mine"] == [1]
    assert table in first.hub.rooms and table not in second.hub.rooms
    asked = httpx.post(f"http://{second.address}/api/tables/{table}/sit", json={"name": "Cy"}, timeout=120)
    assert asked.status_code == 409 and asked.json()["code"] == "taken", "mistakes are handed back too"
    page = httpx.get(f"http://{second.address}/t/{table}", headers={"accept-encoding": "gzip"}, timeout=120)
    assert page.status_code == 200 and second.address in page.text and first.address not in page.text
    assert page.headers["content-encoding"] == "gzip" and "content-security-policy" in page.headers
    with first.watch(table, ann) as here, second.watch(table, bob) as there:
        here.until("shown")
        there.until("shown")
        both = {0: here, 1: there}
        for _ in range(4):
            for player in both.values():
                player.sync()
            seat = here.shown["to_move"][0]
            step = both[1 - seat].shown["step"]
            both[seat].choose(both[seat].shown["choices"][0]["action"])
            both[1 - seat].until("shown", lambda shown, step=step: shown["step"] > step)
        assert there.refused(do="nonsense")["code"] == "malformed"
        lines = [server.get("/api/tables", ann)["mine"][0] for server in pair]
        assert lines[0]["to_move"] == lines[1]["to_move"] and lines[1]["colours"] == lines[0]["colours"] != []
    assert second.get(f"/api/replays/{table}")["table"] == table
    second.get("/api/replays/nothing", status=404)
    with pytest.raises(ConnectionClosed) as closed, second.watch("nothing") as nobody:
        nobody.next()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


def test_only_servers_may_ask_for_others(pair: list[Server]) -> None:
    first = pair[0]
    store = shared(first)
    table = first.make(first.identity(), DN, ["person", "person"])
    inside = f"http://127.0.0.1:{store.port}/t/{table}"
    said = "203.0.113.9 https play.example.org"
    for secret, status in (("", 403), ("wrong ", 403), (store.secret + " ", 200)):
        headers = {"x-parrain-forwarded": secret + said} if secret else {}
        assert httpx.get(inside, headers=headers, timeout=120).status_code == status
    page = httpx.get(inside, headers={"x-parrain-forwarded": f"{store.secret} {said}"}, timeout=120)
    assert f"https://play.example.org/t/{table}" in page.text
    with pytest.raises(InvalidStatus), connect(inside.replace("http", "ws").replace("/t/", "/ws/")):
        pass
    public = {"x-parrain-forwarded": f"wrong {said}"}
    assert httpx.get(f"http://{first.address}/", headers=public, timeout=120).status_code == 403


def test_a_table_that_nobody_holds_moves_to_who_needs_it(pair: list[Server]) -> None:
    first, second = pair
    ann = first.identity()
    table = first.make(ann, DN, ["person", "person"])
    second.get(f"/api/replays/{table}")
    assert second.hub.places[table] == shared(first).lease.address
    first.room(table).exclusive.touched = -1e6
    first.run(first.hub.drop_idle())
    second.hub.places.clear()
    second.get(f"/api/replays/{table}")
    assert table in second.hub.rooms
    first.get(f"/api/replays/{table}")
    assert table not in first.hub.rooms and first.hub.places[table] == shared(second).lease.address


def test_a_server_that_was_thought_dead_cannot_write(pair: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = pair
    ann = first.identity()
    table = first.make(ann, DN, ["person", "person"])
    with first.watch(table, ann) as me:
        me.until("shown")
        move(me)
        room = first.room(table)
        monkeypatch.setattr(first.hub, "taken", lambda table: None)  # it hears nothing of it
        with psycopg.connect(shared(second).url, autocommit=True) as base:
            base.execute("UPDATE servers SET until=clock_timestamp() WHERE address=%s", (shared(first).lease.address,))
        claim = shared(second).claim(table)
        assert claim is not None and claim.fence == room.fence + 1 and not claim.address
        step = choose(me)
        told = me.until("error")
        assert told["code"] == "cannot" and "Another server" in told["text"] and me.shown["step"] == step
    kept = shared(second).reader.load(table)
    assert kept is not None and len(kept.batches) == 1
    monkeypatch.undo()


def test_when_a_table_is_taken_its_sockets_come_back_to_the_new_owner(pair: list[Server]) -> None:
    first, second = pair
    ann = first.identity()
    table = first.make(ann, DN, ["person", "person"])
    with first.watch(table, ann) as me:
        me.until("shown")
        move(me)
        lease = shared(first).lease
        with psycopg.connect(shared(second).url, autocommit=True) as base:
            base.execute("UPDATE servers SET until=clock_timestamp() WHERE id=%s", (lease.id,))
        old = lease.id
        assert second.get(f"/api/replays/{table}")["table"] == table
        assert table in second.hub.rooms
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(50):
                me.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    wait_for(lambda: lease.owner not in ("", old))
    with first.watch(table, ann) as me:
        me.until("shown")
        move(me)
        assert table not in first.hub.rooms, "the socket is handed on"
    kept = shared(second).reader.load(table)
    assert kept is not None and len(kept.batches) == 2


def test_a_server_that_stops_leaves_its_tables_at_once(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership, "LEASE_SECONDS", 60.0)
    chosen = [settings(Path("unused"), database=postgres) for _ in range(2)]
    with Server(chosen[0]) as second:
        with Server(chosen[1]) as first:
            ann = first.identity()
            table = first.make(ann, DN, ["person", "person"])
            second.get(f"/api/replays/{table}")
            assert second.hub.places
        began = time.monotonic()
        second.get(f"/api/replays/{table}")
        assert table in second.hub.rooms and time.monotonic() - began < 30


def test_a_server_whose_session_has_ended_is_not_waited_for(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database ends the session of a process that dies; one that only lost its connection gives its tables up."""
    monkeypatch.setattr(ownership, "LEASE_SECONDS", 600.0)
    chosen = [settings(Path("unused"), database=postgres) for _ in range(2)]
    with Server(chosen[0]) as first, Server(chosen[1]) as second:
        table = first.make(first.identity(), DN, ["person", "person"])
        lease, claim = shared(first).lease, shared(second).claim
        old, fence = lease.id, first.room(table).fence
        assert claim(table) == Claim(0, lease.address)
        assert lease.base is not None
        hang_up(lease.base)
        wait_for(lambda: claim(table) != Claim(0, lease.address))
        assert claim(table) == Claim(fence + 2, ""), "taken long before the lease has run out"
        wait_for(lambda: lease.owner not in ("", old) and table not in first.hub.rooms)


def test_a_table_that_is_taken_while_it_is_loaded_is_not_served_from_here(
    pair: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    table = first.make(first.identity(), DN, ["person", "person"])
    first.hub.rooms.pop(table)
    loading, taken = threading.Event(), threading.Event()
    load = first.hub.heavy.run

    async def slow(function: Any, *args: Any) -> Any:
        found = await load(function, *args)
        loading.set()
        await asyncio.to_thread(taken.wait)
        return found

    monkeypatch.setattr(first.hub.heavy, "run", slow)
    asked = asyncio.run_coroutine_threadsafe(first.hub.room(table), first.uvicorn.servers[0].get_loop())
    assert loading.wait(120)
    with psycopg.connect(shared(second).url, autocommit=True) as base:
        base.execute("UPDATE tables SET owner=NULL WHERE id=%s", (table,))
    assert second.get(f"/api/replays/{table}")["table"] == table
    wait_for(lambda: table in first.hub.outdated)
    taken.set()
    with pytest.raises(Elsewhere):
        asked.result(timeout=120)
    assert table not in first.hub.rooms and not first.hub.outdated
    monkeypatch.undo()


class Silent:
    """A server with a lease that accepts connections and never answers, like a process that is stopped."""

    def __init__(self, url: str) -> None:
        self.base = psycopg.connect(url, autocommit=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"

    def own(self, table: str) -> None:
        self.base.execute("INSERT INTO servers VALUES ('silent', %s, 'infinity')", (self.address,))
        self.base.execute("UPDATE tables SET owner='silent', fence=fence+1 WHERE id=%s", (table,))

    def die(self) -> None:
        """Its lease runs out; its connections stay."""
        self.base.execute("UPDATE servers SET until=clock_timestamp() WHERE id='silent'")

    def close(self) -> None:
        self.base.execute("DELETE FROM servers WHERE id='silent'")
        self.base.close()
        self.listener.close()


@pytest.fixture
def silent(pair: list[Server]) -> Iterator[Silent]:
    found = Silent(shared(pair[0]).url)
    yield found
    found.close()


def test_nobody_waits_for_a_server_whose_lease_has_run_out(
    pair: list[Server], silent: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = pair[0]
    monkeypatch.setattr(forward, "ANSWER_SECONDS", 3600.0)
    tables = [first.make(first.identity(), DN, ["person", "person"]) for _ in range(2)]
    for table in tables:
        first.hub.rooms.pop(table)
    silent.own(tables[0])
    silent.base.execute("UPDATE tables SET owner='silent', fence=fence+1 WHERE id=%s", (tables[1],))
    wait_for(lambda: silent.address in shared(first).lease.alive)
    with ThreadPoolExecutor(2) as threads:
        page = threads.submit(httpx.get, f"http://{first.address}/t/{tables[0]}", timeout=120)
        sitting = threads.submit(
            httpx.post, f"http://{first.address}/api/tables/{tables[1]}/sit", json={"name": "Cy"}, timeout=120
        )
        kept = [silent.listener.accept()[0] for _ in range(2)]
        silent.die()
        assert page.result().status_code == 200, "what changes nothing is asked anew"
        assert sitting.result().status_code == 503, "what may have been done is not"
    assert tables[0] in first.hub.rooms and tables[1] not in first.hub.places
    for line in kept:
        line.close()


def test_a_visitor_who_leaves_before_the_socket_is_accepted(
    pair: list[Server], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = pair
    table = first.make(first.identity(), DN, ["person", "person"])
    asked, left = threading.Event(), threading.Event()
    first_message = forward.first_message

    async def late(other: Any) -> str | None:
        found = await first_message(other)
        asked.set()
        await asyncio.to_thread(left.wait)
        return found

    monkeypatch.setattr(forward, "first_message", late)
    host, _, port = second.address.partition(":")
    with socket.create_connection((host, int(port))) as visitor:
        visitor.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: {second.address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert asked.wait(120)
    left.set()
    wait_for(lambda: not first.room(table).connections)
    second.get("/health")
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


@pytest.mark.slow
@pytest.mark.once
def test_processes_share_a_port_and_one_that_dies_is_replaced(postgres: str) -> None:
    command = [sys.executable, "-m", "parrain", "--language", "en", "serve", "--processes", "2", "--port", "0"]
    environment = {**os.environ, "DATABASE_URL": postgres}
    with subprocess.Popen(
        [*command, "--no-browser", "--workers", "1", "--log", "error"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found is not None
            with httpx.Client(base_url=found.group(), timeout=120) as browser:
                with psycopg.connect(postgres, autocommit=True) as base:
                    alive = "SELECT id FROM servers WHERE until>clock_timestamp() ORDER BY id"
                    wait_for(lambda: len(base.execute(alive).fetchall()) == 2)
                    before = base.execute(alive).fetchall()
                    wait_for(lambda: browser.get("/metrics").text.count("parrain_up_seconds{process=") == 2)
                    wish = {"game": DN, "seats": [{"kind": "person"}] * 2}
                    tables = [browser.post("/api/tables", json=wish).json()["table"] for _ in range(4)]
                    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
                    serving = [
                        child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
                    ]
                    os.kill(int(serving[0]), signal.SIGKILL)
                    wait_for(lambda: len(base.execute(alive).fetchall()) == 2 != len({*before, *base.execute(alive)}))
                for table in tables:
                    wait_for(lambda table=table: answers(browser, f"/api/replays/{table}"))
        finally:
            process.terminate()
        assert process.wait(timeout=120) == 0


def answers(browser: httpx.Client, path: str) -> bool:
    """Whether a server answers; a connection that had been accepted by one that died is broken."""
    try:
        return browser.get(path).status_code == 200
    except httpx.TransportError:
        return False


def test_the_metrics_of_several_processes_are_one_text() -> None:
    times = Histogram("parrain_x_seconds", "X", "code")
    times.observe(0.2, "2xx")
    own = "\n".join(["# TYPE parrain_tables gauge", "parrain_tables 3", *times.lines()])
    text = merged({1: own, 0: own.replace("tables 3", "tables 5"), 2: ""})
    lines = text.splitlines()
    assert lines[:3] == [
        "# TYPE parrain_tables gauge",
        'parrain_tables{process="0"} 5',
        'parrain_tables{process="1"} 3',
    ]
    assert 'parrain_x_seconds_bucket{process="1",code="2xx",le="0.25"} 1' in lines
    assert text.count("# TYPE") == 2 and text.count("# HELP") == 1


def test_a_request_keeps_its_number_from_server_to_server(pair: list[Server], caplog: pytest.LogCaptureFixture) -> None:
    first, second = pair
    table = first.make(first.identity(), DN, ["person", "person"])
    caplog.set_level("INFO", "parrain.web")
    logged: list[tuple[str, str]] = []

    class Numbers(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = json.loads(JsonLines().format(record))
            logged.append((line["what"], line.get("request", "")))

    handler = Numbers()
    logging.getLogger("parrain.web").addHandler(handler)
    try:
        asked = httpx.get(f"http://{second.address}/t/{table}", headers={"x-request-id": "abc.1"}, timeout=120)
        assert asked.headers["x-request-id"] == "abc.1"
        wait_for(lambda: logged.count(("request", "abc.1")) == 2)  # both servers have logged it
        strange = httpx.get(f"http://{second.address}/health", headers={"x-request-id": "a b"}, timeout=120)
        assert re.fullmatch("[0-9a-f]{16}", strange.headers["x-request-id"])
        with second.watch(table) as me:
            me.until("shown")
        numbers = [number for what, number in logged if what == "socket"]
        assert len(numbers) == 2 and len(set(numbers)) == 1 and numbers[0]
    finally:
        logging.getLogger("parrain.web").removeHandler(handler)
