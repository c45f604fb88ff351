"""The store: all or nothing, many writers in one transaction, tables dropped from memory and loaded again."""

from __future__ import annotations

import gc
import io
import shutil
import sqlite3
import threading
import weakref
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import parrain
from parrain.cli import main
from parrain.core import Entry, Record
from parrain.games import game
from parrain.table import journal
from parrain.table.journal import Mirror
from parrain.table.store import (
    OVER,
    PERSON,
    PLAYING,
    BadStore,
    Batch,
    Damaged,
    Hole,
    Log,
    Seating,
    Sheet,
    SqliteLog,
    Store,
    StoredTable,
    Writer,
)
from parrain.web.live.clocks import Clocks
from parrain.web.live.game import LiveGame
from tests.web.engines import POSTGRES, SQLITE, Engine
from tests.web.server import Server, wait_for
from tests.web.settings import settings

DN = game("district-noir")
PEOPLE = [
    Seating(PERSON, "Ann", "", False, frozenset(["a" * 64, "b" * 64])),
    Seating(PERSON, "Bob", "", True, frozenset()),
]


def sheet(name: str = "one", clock: dict[str, object] | None = None) -> Sheet:
    head = Record(DN.id, DN.edition.key, 2, 7, {})
    return Sheet(name, 1.5, "\n".join(head.head()) + "\n", True, clock, "m", PLAYING)


def choice(number: int) -> Batch:
    return Batch((Entry("choose", number % 2, f"lay {number}"),), (10.5, 9.0))


def test_what_is_kept_comes_back(engine: Engine) -> None:
    log = engine.log()
    log.create(sheet(), PEOPLE, [choice(0)])
    log.append("one", 1, Batch((Entry("undo", 0, ""), Entry("undo", 0, "")), ()), PLAYING)
    log.append("one", 3, Batch((Entry("say", 1, "héhé"),), ()), OVER)
    log.close()
    again = engine.log()
    kept = again.load("one")
    assert kept is not None
    assert kept.seats == tuple(PEOPLE) and kept.sheet == sheet()._replace(state=OVER)
    assert [len(batch.entries) for batch in kept.batches] == [1, 2, 1] and kept.batches[0] == choice(0)
    assert again.load("two") is None and again.held("a" * 64, 5) == ["one"] and again.listed(5) == []
    outline = again.load("one", whole=False)
    assert outline is not None and outline.batches == () and outline.sheet.game == "district-noir"
    again.close()


def test_a_number_is_taken_once_and_a_failure_leaves_nothing(engine: Engine) -> None:
    writer = Writer(engine.log())
    writer.do(lambda log: log.create(sheet(), PEOPLE)).result()
    writer.do(lambda log: log.append("one", 0, choice(0), PLAYING)).result()

    def half(log: Log) -> None:
        log.append("one", 1, choice(1), PLAYING)
        raise ValueError("power cut")

    futures = [
        writer.do(lambda log: log.append("one", 0, choice(5), PLAYING)),
        writer.do(half),
        writer.do(lambda log: log.append("one", 1, choice(2), PLAYING)),
    ]
    for future in futures[:2]:
        with pytest.raises(BadStore):
            future.result(timeout=120)
    futures[2].result(timeout=120)
    writer.stop()
    log = engine.log()
    assert texts(log, "one") == ["lay 0", "lay 2"]
    log.close()


def test_many_tables_share_a_transaction(engine: Engine) -> None:
    writer = Writer(engine.log())
    gate = threading.Event()
    first = writer.do(lambda log: gate.wait(10))
    futures = [writer.do(lambda log, name=f"t{number}": log.create(sheet(name), PEOPLE)) for number in range(100)]
    gate.set()
    first.result(timeout=120)
    for future in futures:
        future.result(timeout=120)
    assert writer.transactions <= 3 and writer.written == 101
    writer.stop()


def test_a_file_that_is_no_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("no database at all, but long enough to be looked at as one " * 20)
    with pytest.raises(BadStore, match=r"x\.db"):
        SqliteLog(tmp_path / "x.db")


def test_idle_tables_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", idle_seconds=0.4)) as server:
        ann = server.identity()
        table = server.make(ann, DN.id, ["person", "person"])
        with server.watch(table, ann) as me:
            for _ in range(3):
                me.until("shown") if not me.shown else None
                seat = me.shown["to_move"][0]
                me.send(do="look", seat=seat)
                me.until("shown", lambda shown, seat=seat: shown["seat"] == seat and bool(shown["choices"]))
                me.choose(me.shown["choices"][0]["action"])
                me.until("shown")
            me.send(do="undo", seat=me.shown["seat"], step=me.shown["step"])
            me.until("shown")
            me.sync()
            server.room(table).exclusive.touched = 0.0  # long ago
            server.run(server.hub.drop_idle())
            assert table in server.hub.rooms, "somebody is looking"
            before = me.shown
        wait_for(lambda: table not in server.hub.rooms)
        with server.watch(table, ann) as me:
            me.until("shown")
            me.send(do="look", seat=before["seat"])
            after = me.until("shown", lambda shown: shown["seat"] == before["seat"])
            assert {key: after[key] for key in ("step", "text", "choices", "scores")} == {
                key: before[key] for key in ("step", "text", "choices", "scores")
            }


@pytest.mark.parametrize("kind", parrain.all_games())
def test_a_table_that_was_dropped_is_freed_without_a_garbage_collection(server: Server, kind: str) -> None:
    """A server freezes its games and collects rarely: a cycle of references would live for a long time."""
    ann = server.identity()
    known = parrain.game(kind)
    table = server.make(ann, kind, ["person"] + ["random"] * (known.fewest - 1))
    gc.disable()
    try:
        with server.watch(table, ann, "pictures=wide&patches=1") as me:
            for _ in range(6):
                me.until("shown", lambda shown: bool(shown["choices"]))
                me.choose(me.shown["choices"][0]["action"])
            me.refused(do="why", seat=0, action="nonsense")
            me.refused(do="nonsense")
        server.get(f"/api/replays/{table}")
        room, live = weakref.ref(server.room(table)), weakref.ref(server.room(table).live)

        def dropped() -> bool:
            server.room(table).exclusive.touched = -1e6  # long ago
            server.run(server.hub.drop_idle())
            return table not in server.hub.rooms

        wait_for(dropped)  # when the last choice is on the disk
        wait_for(lambda: room() is None and live() is None, 30)
    finally:
        gc.enable()


def test_clocks_go_on_from_what_was_written_last() -> None:
    state = DN.new(2, 7)
    seat = state.current_players()[0]
    action = state.legal_actions(seat)[0].text
    batch = Batch((Entry("choose", seat, action),), (41.5, 30.25))
    live = LiveGame(StoredTable(sheet(clock={"kind": "bank", "seconds": 60}), tuple(PEOPLE), (batch,)))
    assert live.clocks is not None and live.clocks.left == [41.5, 30.25] and live.standins == {1}


def test_clocks_by_decision_bank_and_sand() -> None:
    bank = Clocks({"kind": "bank", "seconds": 60}, 2)
    bank.turn([0], None, 100.0)
    assert bank.next(110.0) == 50 and bank.out(159) == [] and bank.out(160) == [0]
    bank.turn([1], 0, 110.0)
    assert bank.reading(115.0) == (50.0, 55.0)
    bank.pause(115.0)
    assert bank.reading(999.0) == (50.0, 55.0) and bank.next(999.0) is None
    decision = Clocks({"kind": "decision", "seconds": 60}, 2)
    decision.turn([0], None, 0.0)
    decision.turn([0], 0, 30.0)
    assert decision.reading(40.0)[0] == 50
    sand = Clocks({"kind": "sand", "seconds": 30}, 3)
    sand.turn([0], None, 0.0)
    assert sand.next(0.0) is None, "one alone is not timed"
    sand.turn([0, 1, 2], None, 10.0)
    assert sand.next(20.0) == 20
    sand.turn([1, 2], 0, 20.0)
    sand.turn([2], 1, 25.0)
    assert sand.next(30.0) == 10, "the last one has what is left of the same sand"
    sand.turn([0], 2, 35.0)
    assert sand.next(35.0) is None


@pytest.mark.parametrize(
    ("trouble", "cure", "said"),
    [("query_only=1", "query_only=0", "readonly"), ("max_page_count=1", "max_page_count=100000", "full")],
)
def test_health_says_when_nothing_can_be_kept(
    trouble: str, cure: str, said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Server(settings(tmp_path / "x.db")) as server:

        def set_to(pragma: str) -> None:
            server.hub.writer.log.base.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]

        set_to(trouble)
        told = [server.get("/health", status=503) for _ in range(2)]
        assert not told[0]["ok"] and said in told[0]["why"]
        logged = [record for record in caplog.records if record.name == "parrain.store"]
        assert [record.getMessage() for record in logged] == ["writes fail"], "once, not at every look"
        assert said in logged[0].__dict__["facts"]["why"]
        set_to(cure)
        assert server.get("/health") == {"ok": True, "tables": 0, "sockets": 0}
        assert caplog.records[-1].getMessage() == "writes succeed again"


def test_a_store_belongs_to_one_server_at_a_time(tmp_path: Path) -> None:
    first = Store(tmp_path / "x.db")
    with pytest.raises(BadStore, match=r"Another server is using .*x\.db"):
        Store(tmp_path / "x.db")
    first.close()
    Store(tmp_path / "x.db").close()


def test_a_folder_holds_the_file_of_a_server(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.path == tmp_path / "tables.db" and store.path.exists()
    store.close()


@pytest.mark.parametrize("trouble", ["in use", "no database", "below a file", "no such host", "a long host"])
def test_a_failure_to_start_is_one_sentence(trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")
    path, host, used = tmp_path / "x.db", "127.0.0.1", None
    if trouble == "in use":
        used = Store(path)
    elif trouble == "no database":
        path.write_text("no database at all, but long enough to be looked at as one " * 20)
    elif trouble == "below a file":
        path.write_text("")
        path = path / "y.db"
    else:
        host = {"no such host": "203.0.113.1", "a long host": "x" * 300}[trouble]
    out, err = io.StringIO(), io.StringIO()
    assert main(["serve", "--no-browser", "--host", host, "--port", "0", "--data", str(path)], out, err) == 2
    assert len(err.getvalue().strip().splitlines()) == 1 and "Traceback" not in err.getvalue()
    if used is not None:
        used.close()


# -- what is missing is said ---------------------------------------------------------------------------------


def written(writer: Writer, *names: str, lines: int = 3) -> None:
    """Tables with so many lines each."""
    for name in names:
        writer.do(lambda log, name=name: log.create(sheet(name), PEOPLE, [choice(0)])).result(60)
        for number in range(1, lines):
            writer.do(lambda log, name=name, number=number: log.append(name, number, choice(number), PLAYING)).result(
                60
            )


def texts(log: Log, name: str) -> list[str]:
    kept = log.load(name)
    assert kept is not None
    return [batch.entries[0].text for batch in kept.batches]


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM entries WHERE table_id='one' AND number=1",
        "UPDATE entries SET text='lay 9' WHERE table_id='one' AND number=1",
        "UPDATE entries SET sum='' WHERE table_id='one' AND number=1",
        "UPDATE entries SET clock='[99, 99]' WHERE table_id='one' AND number=1",
        "UPDATE entries SET number=number+1 WHERE table_id='one' AND number=2; "
        "UPDATE entries SET number=2 WHERE table_id='one' AND number=1",
    ],
)
def test_a_table_with_a_hole_is_not_served_as_whole(engine: Engine, harm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(engine.log())
    written(writer, "one", "two")
    writer.stop()
    engine.execute(*harm.split("; "))
    log = engine.log()
    with pytest.raises(Damaged, match="first 1 lines"):
        log.load("one")
    assert log.load("one", whole=False) is not None and texts(log, "two") == ["lay 0", "lay 1", "lay 2"]
    assert [hole[:2] for hole in log.holes()] == [("one", 1)]
    if engine.kind == POSTGRES:
        monkeypatch.setenv("DATABASE_URL", engine.place)
    data = ["--data", engine.place] if engine.kind == SQLITE else []
    out, err = io.StringIO(), io.StringIO()
    assert main(["repair", *data], out, err) == 1 and "one: " in out.getvalue()
    assert main(["repair", "--accept", *data], out, err) == 0
    assert texts(log, "one") == ["lay 0"] and log.holes() == []
    assert main(["repair", *data], out, err) == 0
    log.append("one", 1, choice(7), PLAYING)
    assert texts(log, "one") == ["lay 0", "lay 7"]
    log.close()


def lose_the_log(tmp_path: Path, mirror: Path | None = None) -> Path:
    """A store whose write-ahead log was deleted with lines that had been acknowledged."""
    store = Store(tmp_path / "x.db", mirror)
    written(store.writer, "one", "two")
    store.close()
    store = Store(tmp_path / "x.db", mirror)
    written(store.writer, "three", lines=1)
    for number in (3, 4):
        store.writer.do(lambda log, number=number: log.append("one", number, choice(number), PLAYING)).result(60)
    lost = tmp_path / "lost"
    lost.mkdir()
    for ending in ("", ".journal"):
        shutil.copy(f"{tmp_path / 'x.db'}{ending}", lost)
    store.close()
    return lost / "x.db"


def test_a_start_says_which_lines_are_missing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = lose_the_log(tmp_path)
    with Server(settings(path)) as server:
        assert server.hub.store.lost == [Hole("three", 0, 1), Hole("one", 3, 2)]
        said = [record.__dict__["facts"] for record in caplog.records if "missing" in record.getMessage()]
        assert {"table": "one", "first": 3, "lines": 2} in said
        assert "first 3 lines" in server.get("/api/replays/one", status=409)["text"]
        with pytest.raises(ConnectionClosed) as closed, server.watch("one") as me:
            me.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4409
        assert texts(server.hub.reader, "two") == ["lay 0", "lay 1", "lay 2"]
    store = Store(path)
    assert store.lost == [], "it is said once"
    with pytest.raises(Damaged):
        store.reader.load("one")
    store.close()
    assert main(["repair", "one", "--accept", "--data", str(path)], io.StringIO(), io.StringIO()) == 0
    log = SqliteLog(path)
    assert texts(log, "one") == ["lay 0", "lay 1", "lay 2"]
    log.close()


def test_a_mirror_brings_back_what_is_missing(tmp_path: Path) -> None:
    path = lose_the_log(tmp_path, tmp_path / "mirror")
    store = Store(path, tmp_path / "mirror")
    assert store.lost == [] and store.recovered == 3
    assert texts(store.reader, "one") == [f"lay {number}" for number in range(5)]
    assert texts(store.reader, "three") == ["lay 0"]
    store.writer.do(lambda log: log.append("one", 5, choice(5), PLAYING)).result(60)
    store.close()
    with (tmp_path / "mirror" / "changes.log").open("a") as torn:
        torn.write('[9, "ab')
    path.unlink()  # the whole disk is gone
    store = Store(path, tmp_path / "mirror")
    assert texts(store.reader, "one") == [f"lay {number}" for number in range(6)] and store.lost == []
    store.close()


def test_what_was_not_committed_is_not_in_the_mirror(tmp_path: Path) -> None:
    store = Store(tmp_path / "x.db", tmp_path / "mirror")
    written(store.writer, "one")
    log = store.writer.log
    assert isinstance(log, SqliteLog)
    before = (tmp_path / "mirror" / "changes.log").read_bytes()
    log.begin()
    log.append("one", 3, choice(3), PLAYING)
    log.base.execute("ROLLBACK")  # under its feet: the commit fails
    with pytest.raises(sqlite3.OperationalError):
        log.commit()
    assert (tmp_path / "mirror" / "changes.log").read_bytes() == before
    store.writer.do(lambda log: log.append("one", 3, choice(4), PLAYING)).result(60)
    assert [change.number for change in store_mirror(tmp_path).changes()] == [0, 1, 2, 3, 4]
    store.close()


def store_mirror(tmp_path: Path) -> Mirror:
    return Mirror(tmp_path / "mirror")


def test_a_journal_that_could_not_be_opened_is_written_as_soon_as_it_can(tmp_path: Path) -> None:
    kept = journal.Journal(tmp_path / "later" / "x.journal")
    kept.begin(0, "none")
    (tmp_path / "later").mkdir()
    for number in (1, 2):
        kept.after([journal.Change(number, "sum", "table", 0, 1, "{}")])
    kept.close()
    assert [line.split()[0] for line in kept.path.read_text().splitlines()] == ["0", "1", "2"]


def test_a_long_journal_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "KEPT_LINES", 3)
    store = Store(tmp_path / "x.db")
    written(store.writer, "one", lines=12)
    lines = (tmp_path / "x.db.journal").read_text().splitlines()
    assert len(lines) <= 6 and lines[-1].startswith("12 ") and lines[-1].endswith(" one 11 1")
    store.close()
