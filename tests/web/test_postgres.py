"""The store in PostgreSQL: migrations, copies to and from SQLite, commits whose answer was lost, owners of tables."""

from __future__ import annotations

import io
import sqlite3
from collections import Counter
from pathlib import Path

import psycopg
import pytest

from parrain.cli import main
from parrain.core import Entry
from parrain.table import accounts
from parrain.table import postgres as p
from parrain.table.copying import COPIED, copy, measure
from parrain.table.places import open_log
from parrain.table.store import OVER, PLAYING, BadStore, Batch, SqliteLog, Writer
from tests.web.test_store import PEOPLE, choice, sheet, texts, written


def run(*arguments: str) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    return main(list(arguments), out, err), out.getvalue() + err.getvalue()


def test_migrations_are_numbered_and_a_server_does_not_run_on_an_older_version(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")
    monkeypatch.setenv("DATABASE_URL", postgres)
    assert run("db", "migrate")[1].endswith(f"version 0 before, {len(p.MIGRATIONS)} now.\n")
    now = len(p.MIGRATIONS)
    assert f"version {now} before" in run("db", "migrate", postgres)[1]
    monkeypatch.setattr(p, "MIGRATIONS", (*p.MIGRATIONS, "CREATE TABLE more (id INTEGER)"))
    with pytest.raises(BadStore, match="older version: run `parrain db migrate`"):
        open_log(postgres)
    broken = (*p.MIGRATIONS, "CREATE TABLE even_more (id INTEGER); SELECT nonsense")
    monkeypatch.setattr(p, "MIGRATIONS", broken)
    with pytest.raises(BadStore, match="nonsense"):
        p.migrate(postgres)
    monkeypatch.setattr(p, "MIGRATIONS", broken[: now + 1])
    assert p.migrate(postgres) == (now, now + 1), "nothing of the broken one was left"
    monkeypatch.setattr(p, "MIGRATIONS", broken[:now])
    for opening in (open_log, p.migrate):
        with pytest.raises(BadStore, match="newer"):
            opening(postgres)


def test_both_engines_have_the_same_columns(postgres: str) -> None:
    log, file = p.open_log(postgres), SqliteLog(":memory:")
    for table, (columns, _) in COPIED.items():
        in_file = [row[1] for row in file.run(f"PRAGMA table_info({table})")]
        assert ", ".join(in_file) == columns
        assert log.run(f"SELECT {columns} FROM {table}").fetchall() == []
    log.close()


def fill_accounts(log: SqliteLog) -> None:
    """Two accounts with everything that can be stored about one."""
    for id, name in (("a" * 64, "Zoé 🎲"), ("b" * 64, 'B "%s" ?')):
        accounts.create(log, id, name)
        accounts.change(log, id, name, history=True)
        for number in range(3):
            accounts.sign_in(log, id, f"device {number} of {name}")
            accounts.add_key(log, f"link {number} of {name}", id, accounts.LINK, 1e12 + number / 3)
            accounts.add_passkey(log, accounts.Passkey(f"{name} {number}", id, "a key", 2**32 - number, 1e9))
        accounts.add_key(log, f"kept link of {name}", id, accounts.KEPT_LINK, None)
        for table, mu, sigma in (("one", 25.0 / 3, 0.1 + 0.2), ("two", None, None)):
            result = accounts.Result(table, "district-noir", 1e9 / 7, 1, 2, 1, "easy", mu, sigma)
            accounts.add_result(log, id, result)


def test_a_store_is_copied_both_ways_byte_for_byte(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")
    monkeypatch.setattr("parrain.table.copying.AT_ONCE", 4)  # several pages
    first = SqliteLog(tmp_path / "a.db")
    for number, name in enumerate(("one", "two", "Zoé", "-_x")):
        first.create(sheet(name, {"kind": "bank", "seconds": 60.5}), PEOPLE, [choice(each) for each in range(number)])
        first.append(name, number, Batch((Entry("say", 1, 'hé "hé" \\ % ? : 🎲'),), (0.1 + 0.2, 1e-9)), OVER)
    first.hand_over("k", "one", [0, 1], 1e12)
    first.summarize("two", 2, '{"a": 1}')
    first.forget(1e9, 5e8, 6e8, (), 10)
    fill_accounts(first)
    first.close()
    code, told = run("db", "copy", str(tmp_path / "a.db"), postgres)
    assert code == 0 and "4 tables, 10 lines" in told
    code, told_back = run("db", "copy", postgres, str(tmp_path / "b.db"))
    assert code == 0 and told_back == told
    dumps = [sorted(sqlite3.connect(tmp_path / name).iterdump()) for name in ("a.db", "b.db")]
    kept = [[line for line in dump if '"changes"' not in line and '"probes"' not in line] for dump in dumps]
    assert kept[0] == kept[1] and sum('INTO "entries"' in line for line in kept[0]) == 10
    rows = Counter(line.split('"')[1] for line in kept[0] if line.startswith("INSERT"))
    of_people = {name: rows[name] for name in ("accounts", "devices", "account_keys", "passkeys", "results")}
    assert of_people == {"accounts": 2, "devices": 6, "account_keys": 8, "passkeys": 6, "results": 4}
    code, told = run("db", "copy", str(tmp_path / "a.db"), postgres)
    assert code == 2 and "not empty" in told
    assert run("db", "copy", str(tmp_path / "none.db"), postgres)[0] == 2
    target = SqliteLog(":memory:")
    log = p.open_log(postgres)
    log.run("UPDATE entries SET text='changed' WHERE table_id='one'")
    copy(log, target)
    assert measure(target) == measure(log)
    log.close()


def test_a_commit_whose_answer_was_lost_is_repeated_once_and_changes_nothing(postgres: str) -> None:
    log = p.open_log(postgres)
    writer = Writer(log)
    written(writer, "one", lines=2)
    commit = log.commit

    def lose_the_answer() -> None:
        log.commit = commit  # type: ignore[method-assign]
        commit()
        p.hang_up(log.base)
        log.base.execute("SELECT 1")

    log.commit = lose_the_answer  # type: ignore[method-assign]
    writer.do(lambda log: log.append("one", 2, choice(2), PLAYING)).result(60)
    assert texts(log, "one") == ["lay 0", "lay 1", "lay 2"]
    with pytest.raises(BadStore, match="taken"):
        writer.do(lambda log: log.append("one", 2, choice(9), PLAYING)).result(60)

    def lose_before() -> None:
        log.commit = commit  # type: ignore[method-assign]
        p.hang_up(log.base)
        commit()

    log.commit = lose_before  # type: ignore[method-assign]
    writer.do(lambda log: log.append("one", 3, choice(3), PLAYING)).result(60)
    assert texts(log, "one")[3:] == ["lay 3"] and log.holes() == []
    writer.stop()


def test_a_database_that_cannot_be_reached_is_named_without_its_password() -> None:
    with pytest.raises(BadStore) as caught:
        open_log("postgresql://ann:secret@127.0.0.1:9/tables")
    assert "postgresql://127.0.0.1:9/tables" in str(caught.value) and "secret" not in str(caught.value)


def test_a_change_with_an_old_fence_changes_nothing(postgres: str) -> None:
    log = p.open_log(postgres)
    log.owner = "a"
    writer = Writer(log)
    writer.do(lambda log: log.create(sheet(), PEOPLE)).result(60)
    writer.do(lambda log: log.append("one", 0, choice(0), PLAYING, 1)).result(60)
    with psycopg.connect(postgres, autocommit=True) as base:
        base.execute("UPDATE tables SET owner='b', fence=2")
    for job in (
        lambda log: log.append("one", 1, choice(1), PLAYING, 1),
        lambda log: log.append("one", 0, choice(0), PLAYING, 1),  # also what was committed before
        lambda log: log.seat("one", PEOPLE, OVER, 1),
    ):
        with pytest.raises(p.Fenced):
            writer.do(job).result(60)
    assert texts(log, "one") == ["lay 0"]
    writer.stop()
