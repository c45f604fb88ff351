"""Old tables that nobody touched are deleted, those in use never, and those where nothing was ever chosen sooner."""

from __future__ import annotations

import io
import sqlite3
import time
from collections.abc import Collection
from pathlib import Path

import pytest

from parrain.cli import main
from parrain.table.places import open_log
from parrain.table.store import SCHEMA, BadStore, Batch, SqliteLog, SqlLog
from parrain.web.settings import Settings
from tests.web.engines import Engine
from tests.web.server import Server
from tests.web.settings import settings
from tests.web.test_replays import DN, finished
from tests.web.test_store import PEOPLE, choice, sheet

DAY = 24 * 3600.0


PLACES = {
    "tables": "id",
    "seats": "table_id",
    "holders": "table_id",
    "entries": "table_id",
    "handovers": "table_id",
    "summaries": "table_id",
}


def aged(place: Path | str, table: str, days: float) -> None:
    """Make a table look as if nobody had touched it for so long."""
    log = open_log(str(place))
    log.run("UPDATE tables SET at=? WHERE id=?", (time.time() - days * DAY, table))
    log.close()


def left(place: Path | str, table: str) -> int:
    """In how many rows a table is found."""
    log = open_log(str(place))
    count = sum(
        log.run(f"SELECT count(*) FROM {name} WHERE {key}=?", (table,)).fetchone()[0] for name, key in PLACES.items()
    )
    log.close()
    return int(count)


def look(log: SqlLog, now: float, spared: Collection[str] = (), most: int = 100) -> tuple[list[str], list[str]]:
    """A look for what is older than a year, or a week if nobody ever chose."""
    return log.forget(now, now - 365 * DAY, now - 7 * DAY, spared, most)


def test_what_is_too_old_at_two_looks_is_deleted_and_purged_after_a_month(engine: Engine) -> None:
    path, now = engine.place, time.time()
    log = engine.log()
    for name in ("played", "unplayed", "young", "spared", "waiting"):
        log.create(sheet(name), PEOPLE, [] if name in ("unplayed", "waiting") else [choice(0)])
        log.hand_over("k" + name, name, [0], now + 900)
        log.summarize(name, 1, "{}")
    for name, days in (("played", 366), ("unplayed", 8), ("young", 300), ("spared", 400), ("waiting", 5)):
        aged(path, name, days)
    assert look(log, now) == ([], []) == look(log, now + DAY / 2), "a day has not passed"
    assert look(log, now + DAY, {"spared"}) == (["played", "unplayed"], [])
    assert log.load("played") is None and left(path, "played") > 5, "it can be brought back"
    assert set(log.held("a" * 64, 9)) == set(log.listed(9)) == {"spared", "young", "waiting"}
    log.append("young", 1, Batch(choice(1).entries, ()), "playing")  # the rest goes on as it was
    log.touch("spared")
    assert log.restore(["unplayed", "young", "nothing"]) == ["unplayed"] and log.load("unplayed") is not None
    for day in range(2, 31):
        assert look(log, now + day * DAY, {"unplayed", "waiting"}) == ([], [])
    assert look(log, now + 31 * DAY, {"unplayed", "waiting"}) == ([], ["played"]), "a month after it was deleted"
    assert left(path, "played") == 0 and left(path, "young") > 3
    aged(path, "young", 500)
    aged(path, "spared", 600)
    look(log, now + 31 * DAY, {"unplayed", "waiting"})
    assert look(log, now + 32 * DAY, {"unplayed", "waiting"}, 1) == (["spared"], []), (
        "so many at a stroke, oldest first"
    )
    log.close()


def test_a_clock_that_is_years_ahead_deletes_nothing_at_once(engine: Engine) -> None:
    log, now = engine.log(), time.time()
    log.create(sheet("one"), PEOPLE, [choice(0)])
    log.touch("one")
    assert look(log, now) == ([], [])
    ahead = now + 730 * DAY
    for hours in range(20):
        assert look(log, ahead + hours * 3600) == ([], [])
    assert look(log, now + DAY) == ([], []), "the clock is right again"
    assert look(log, ahead) == ([], []) == look(log, ahead + DAY / 2), "and wrong once more: counted from the beginning"
    assert look(log, ahead + 2 * DAY) == (["one"], [])
    assert look(log, ahead + 3 * 730 * DAY) == ([], []), "nor is it purged at once"
    assert log.restore() == ["one"] and log.load("one") is not None
    log.close()


def test_an_old_file_is_brought_to_the_present_version(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    base = sqlite3.connect(path)
    base.executescript(SCHEMA)  # as it was before versions were counted
    base.execute("INSERT INTO tables VALUES ('one', 1.5, ?, 1, 'null', 'm', 'playing', ?)", (sheet().head, time.time()))
    base.execute("INSERT INTO seats VALUES ('one', 0, 'person', 'Ann', '', 0)")
    base.execute("INSERT INTO entries VALUES ('one', 0, 0, 'choose', 0, 'lay 0', 1.0, '[]')")
    base.commit()
    base.close()
    log = SqliteLog(path)
    kept = log.load("one")
    assert kept is not None and kept.batches[0].entries[0].text == "lay 0" and log.listed(5) == ["one"]
    log.base.execute("PRAGMA user_version=99")
    log.close()
    with pytest.raises(BadStore, match="newer"):
        SqliteLog(path)


def test_a_server_deletes_old_tables_but_none_in_use(tmp_path: Path) -> None:
    path, now = tmp_path / "x.db", time.time()
    with Server(settings(path, keep_days=0)) as server:
        ann = server.identity()
        old, used, replayed = (finished(server, ann) for _ in range(3))
        waiting = server.make(ann, DN, ["person", "open"])
    for table, days in ((old, 31), (used, 31), (replayed, 31), (waiting, 8)):
        aged(path, table, days)
    with Server(settings(path, keep_days=0)) as server:  # for ever
        server.get(f"/api/replays/{replayed}")  # looked at: touched
        assert len(server.get("/api/tables", ann)["mine"]) == 4
    aged(path, old, 31)
    with Server(settings(path, keep_days=0)) as server, server.watch(used, ann) as me:
        me.until("shown")
        aged(path, used, 31)
        server.hub.settings.keep_days = 30
        assert server.run(server.hub.forget(now)) == 0
        assert server.run(server.hub.forget(now + DAY)) == 2, "those that nobody looked at"
        assert {each["table"] for each in server.get("/api/tables", ann)["mine"]} == {used, replayed}
        server.get(f"/api/replays/{old}", status=404)
        assert server.get(f"/api/replays/{used}")["over"]
        out, err = io.StringIO(), io.StringIO()
        assert main(["undelete", old, "--data", str(path)], out, err) == 0 and old in out.getvalue()
        assert server.get(f"/api/replays/{old}")["over"]
        assert main(["undelete", old, "--data", str(path)], out, err) == 2 and old in err.getvalue()
        assert main(["undelete", "--data", str(path)], out, err) == 0 and waiting in out.getvalue()
    assert main(["undelete", "--data", str(tmp_path / "no.db")], out, err) == 2


def test_the_option_says_how_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    served: list[Settings] = []
    monkeypatch.setattr("parrain.web.serve.run", lambda chosen, *_: served.append(chosen))
    data = ["--data", str(tmp_path / "x.db"), "--no-browser"]
    for arguments in ([], ["--keep-days", "0"], ["--keep-days", "40"]):
        assert main(["serve", *data, *arguments], io.StringIO(), io.StringIO()) == 0
    assert [each.keep_days for each in served] == [365, 0, 40]
    told = io.StringIO()
    assert main(["serve", *data, "--keep-days", "soon"], io.StringIO(), told) == 2 and "--keep-days" in told.getvalue()
