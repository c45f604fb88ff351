"""Several servers on one PostgreSQL: any of them answers for any table, and a table goes on when its server is gone."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parrain.table import ownership
from parrain.table.ownership import PostgresStore
from tests.web.engines import schema
from tests.web.server import Player, Server, settings, wait_for

DN = "district-noir"


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[list[Server]]:
    """Two servers."""
    with schema(database) as url, ExitStack() as stack:
        yield [stack.enter_context(Server(settings(Path("unused"), database=url, workers=1))) for _ in range(2)]


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
    asked = httpx.post(f"http://{second.address}/api/tables/{table}/sit", json={"name": "Cy"})
    assert asked.status_code == 409 and asked.json()["code"] == "taken", "mistakes are handed back too"
    page = httpx.get(f"http://{second.address}/t/{table}", headers={"accept-encoding": "gzip"})
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
        assert httpx.get(inside, headers=headers).status_code == status
    page = httpx.get(inside, headers={"x-parrain-forwarded": f"{store.secret} {said}"})
    assert f"https://play.example.org/t/{table}" in page.text
    with pytest.raises(InvalidStatus), connect(inside.replace("http", "ws").replace("/t/", "/ws/")):
        pass
    public = {"x-parrain-forwarded": f"wrong {said}"}
    assert httpx.get(f"http://{first.address}/", headers=public).status_code == 403


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
        with shared(second).pool.connection() as base:
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
        with shared(second).pool.connection() as base:
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
    chosen = [settings(Path("unused"), database=postgres, workers=1) for _ in range(2)]
    with Server(chosen[0]) as second:
        with Server(chosen[1]) as first:
            ann = first.identity()
            table = first.make(ann, DN, ["person", "person"])
            second.get(f"/api/replays/{table}")
            assert second.hub.places
        began = time.monotonic()
        second.get(f"/api/replays/{table}")
        assert table in second.hub.rooms and time.monotonic() - began < 30


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
