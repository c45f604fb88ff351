"""What whoever runs a server does from the command line while it runs: list, close, export, ban; on both engines."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from parrain.cli import main
from parrain.core import BadOption
from parrain.table import admin
from parrain.web.live.bans import Bans
from tests.web.engines import SQLITE, Engine
from tests.web.server import Player, Server, wait_for
from tests.web.settings import settings

DN = "district-noir"


@pytest.fixture
def served(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on each engine, whose store the commands find by themselves."""
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")
    monkeypatch.setenv("PARRAIN_HOME", str(tmp_path))
    chosen = settings(tmp_path / "tables.db")
    if engine.kind != SQLITE:
        monkeypatch.setenv("DATABASE_URL", engine.place)
        chosen.database = engine.place
    else:
        monkeypatch.delenv("DATABASE_URL", raising=False)
    with Server(chosen) as server:
        yield server


def run(*arguments: str, code: int = 0) -> str:
    out, err = io.StringIO(), io.StringIO()
    assert main(["admin", *arguments], out, err) == code, out.getvalue() + err.getvalue()
    return out.getvalue() + err.getvalue()


def closing_code(player: Player) -> int:
    """Read until the server hangs up."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            player.next()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_tables_are_listed_closed_and_exported_while_a_server_runs(served: Server) -> None:
    ann = served.identity()
    table, other = served.make(ann, DN, ["person", "random"]), served.make(ann, DN, ["person", "open"], open=True)
    listed = json.loads(run("tables", "--json"))
    assert {each["table"] for each in listed} == {table, other}
    assert [each["table"] for each in json.loads(run("tables", "--json", "--state", "waiting"))] == [other]
    assert json.loads(run("tables", "--json", "--older", "1")) == []
    assert table in run("tables") and "2 of 2 tables." in run("tables") and "1 of 2" in run("tables", "--most", "1")
    assert "state: playing" in run("show", table) and "seed" not in run("show", table)
    record = run("export", table)
    assert record.startswith("parrain record") and f"game {DN}" in record and "seal " in record
    assert "not begun" in run("export", other, code=2)

    with served.watch(table, ann) as me:
        me.until("shown")
        assert "closed" in run("close", table, "--reason", "Spam,\x1b[31m really")
        assert closing_code(me) in (4410, 1012)
    with served.watch(table, ann) as me:
        assert closing_code(me) == 4410
    wait_for(lambda: table not in served.hub.rooms)
    answer = served.http.get(f"/t/{table}", headers={"accept": "text/html", "accept-language": "fr", **ann})
    assert answer.status_code == 410 and "Spam, [31m really" in answer.text and "fermée" in answer.text
    assert served.get(f"/api/replays/{table}", ann, 410)["code"] == "closed"
    assert [each["table"] for each in served.get("/api/tables", ann)["mine"]] == [other]
    assert run("export", table).startswith(record.partition("---")[0]), "whoever runs the server can still look at it"
    assert "closed because: Spam" in run("show", table)
    run("reopen", table)
    assert "not closed" in run("reopen", table, code=2)
    with served.watch(table, ann) as me:
        assert me.until("shown")["mine"] == [0]
    for wrong in (("close", "none", "--reason", "x"), ("show", "none"), ("export", "none")):
        assert "no table none" in run(*wrong, code=2)
    assert "1 to 200" in run("close", other, "--reason", "x" * 201, code=2)
    assert "--state is one of" in run("tables", "--state", "lost", code=2)


def test_a_banned_address_is_told_so_and_others_are_not(served: Server) -> None:
    eve, ann = {"x-forwarded-for": "203.0.113.7"}, {"x-forwarded-for": "198.51.100.9"}
    table = served.make({**served.identity(), **eve}, DN, ["person", "random"])
    with served.watch(table, eve) as there, served.watch(table, ann) as spectator:
        there.until("shown")
        run("ban", "203.0.113.0/24", "--reason", "Insults", "--for", "12h")
        assert closing_code(there) == 4403, "who is there is shown out"
        page = served.http.get("/", headers={**eve, "accept": "text/html", "accept-language": "fr"})
        assert (
            page.status_code == 403 and "Insults" in page.text and "UTC" in page.text and '<html lang="fr"' in page.text
        )
        assert served.http.get("/board.css", headers=eve).status_code == 200, "the page that says so is legible"
        assert served.post("/api/identities", {}, eve, 403)["code"] == "banned"
        with served.watch(table, eve) as again:
            assert closing_code(again) == 4403
        assert served.http.get("/", headers=ann).status_code == 200
        spectator.sync()
    assert "203.0.113.0/24" in run("bans") and json.loads(run("bans", "--json"))[0]["reason"] == "Insults"
    assert "for ever" in run("ban", "2001:db8::1", "--reason", "x", "--for", "ever")
    assert "2001:db8::/64  for ever" in run("bans")
    run("unban", "203.0.113.0/24")
    wait_for(lambda: served.http.get("/", headers=eve).status_code == 200)
    assert "not banned" in run("unban", "203.0.113.0/24", code=2)
    for wrong in ("127.0.0.1", "0.0.0.0/0", "::/0", "nonsense", "203.0.113.7/99"):
        assert run("ban", wrong, "--reason", "x", code=2)
    assert "written 12h" in run("ban", "203.0.113.7", "--reason", "x", "--for", "soon", code=2)


def test_a_ban_ends_and_meets_every_way_to_write_an_address() -> None:
    bans = Bans()
    assert bans.of("203.0.113.7") is None
    bans.replace([admin.Ban("203.0.113.7/32", "x", 0.0, None), admin.Ban("2001:db8::/64", "y", 0.0, 1.0)])
    assert bans.of("203.0.113.7") is not None and bans.of("::ffff:203.0.113.7") is not None
    assert bans.of("203.0.113.8") is None and bans.of("2001:db8::5") is None, "another, and one whose time is over"
    assert bans.of("unix") is None and bans.of("") is None
    with pytest.raises(BadOption):
        admin.read_network("::1")
