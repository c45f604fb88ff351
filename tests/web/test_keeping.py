"""Old tables that nobody touched are deleted, those in use never, and those where nothing was ever chosen sooner."""

from __future__ import annotations

import io
import sqlite3
import time
from pathlib import Path

import pytest

from parrain.cli import main
from parrain.table.store import Batch, SqliteLog
from parrain.web.settings import Settings
from tests.web.server import Server, settings
from tests.web.test_replays import DN, finished
from tests.web.test_store import PEOPLE, choice, sheet

DAY = 24 * 3600.0


def aged(path: Path, table: str, days: float) -> None:
    """Make a table look as if nobody had touched it for so long."""
    with sqlite3.connect(path, timeout=120) as base:
        base.execute("UPDATE tables SET at=? WHERE id=?", (time.time() - days * DAY, table))
    base.close()


def left(path: Path, table: str) -> int:
    """In how many rows a table is found."""
    base = sqlite3.connect(path)
    places = {
        "tables": "id",
        "seats": "table_id",
        "holders": "table_id",
        "entries": "table_id",
        "handovers": "table_id",
        "summaries": "table_id",
    }
    count = sum(
        base.execute(f"SELECT count(*) FROM {name} WHERE {key}=?", (table,)).fetchone()[0]
        for name, key in places.items()
    )
    base.close()
    return int(count)


def test_what_is_too_old_goes_whole_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    log = SqliteLog(path)
    for name in ("played", "unplayed", "young", "spared", "waiting"):
        log.create(sheet(name), PEOPLE, [] if name in ("unplayed", "waiting") else [choice(0)])
        log.hand_over("k" + name, name, [0], time.time() + 900)
        log.summarize(name, 1, "{}")
    for name, days in (("played", 366), ("unplayed", 8), ("young", 300), ("spared", 400), ("waiting", 6)):
        aged(path, name, days)
    now = time.time()
    assert log.forget(now - 365 * DAY, now - 7 * DAY, {"spared"}, 100) == ["played", "unplayed"]
    assert left(path, "played") == left(path, "unplayed") == 0
    assert all(left(path, name) > 3 for name in ("young", "spared", "waiting"))
    log.append("young", 1, Batch(choice(1).entries, ()), "playing")  # the rest goes on as it was
    log.touch("spared")
    assert log.forget(now - 365 * DAY, now - 7 * DAY, (), 100) == []
    aged(path, "young", 500)
    aged(path, "spared", 600)
    assert log.forget(now - 365 * DAY, now - 7 * DAY, (), 1) == ["spared"], "so many at a stroke, the oldest first"
    log.close()


def test_a_server_deletes_old_tables_but_none_in_use(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", keep_days=30)) as server:
        ann = server.identity()
        old, used, replayed = (finished(server, ann) for _ in range(3))
        waiting = server.make(ann, DN, ["person", "open"])
    for table, days in ((old, 31), (used, 31), (replayed, 31), (waiting, 8)):
        aged(tmp_path / "x.db", table, days)
    with Server(settings(tmp_path / "x.db", keep_days=0)) as server:  # for ever
        server.get(f"/api/replays/{replayed}")  # looked at: touched
        assert len(server.get("/api/tables", ann)["mine"]) == 4
    with Server(settings(tmp_path / "x.db", keep_days=3650)) as server, server.watch(used, ann) as me:
        me.until("shown")
        aged(tmp_path / "x.db", used, 31)
        server.hub.settings.keep_days = 30
        assert server.run(server.hub.forget(time.time())) == 1, (
            "the one that nobody looked at (that nobody ever played at went at the start)"
        )
        assert {each["table"] for each in server.get("/api/tables", ann)["mine"]} == {used, replayed}
        server.get(f"/api/replays/{old}", status=404)
        assert server.get(f"/api/replays/{used}")["over"]


def test_the_option_says_how_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    served: list[Settings] = []
    monkeypatch.setattr("parrain.web.serve.run", lambda chosen, *_: served.append(chosen))
    data = ["--data", str(tmp_path / "x.db"), "--no-browser"]
    for arguments in ([], ["--keep-days", "0"], ["--keep-days", "40"]):
        assert main(["serve", *data, *arguments], io.StringIO(), io.StringIO()) == 0
    assert [each.keep_days for each in served] == [365, 0, 40]
    told = io.StringIO()
    assert main(["serve", *data, "--keep-days", "soon"], io.StringIO(), told) == 2 and "--keep-days" in told.getvalue()
