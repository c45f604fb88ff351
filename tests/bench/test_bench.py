"""The bench says what it promises to say. Nothing here is timed."""

import argparse
import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import places
import pytest
import report
import run
import targets
import tasks
from places import Unavailable

BENCH = Path(run.__file__).parent
SPEED = BENCH.parent / "docs" / "speed.md"


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    """A quick run of the interpreted engine alone, made once for all processes that test."""
    folder = tmp_path_factory.getbasetemp()
    kept = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "figures.json"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_text(measured(), encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))


def measured():
    """What a quick run prints."""
    quick = ["--quick", "--json", "--peers", "none", "--no-compiled", "--rounds", "1", "--seconds", "0.001"]
    few = {**os.environ, "PARRAIN_BENCH_SIMULATIONS": "10"}
    done = subprocess.run(
        [sys.executable, str(BENCH / "run.py"), *quick], capture_output=True, text=True, timeout=900, env=few
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def keys(value):
    """Every name in a nest of mappings."""
    if isinstance(value, dict):
        return set(value).union(*[keys(each) for name, each in value.items() if name != "libraries"])
    return set().union(*[keys(each) for each in value]) if isinstance(value, list) else set()


def test_json_has_the_documented_keys(figures):
    page = SPEED.read_text(encoding="utf-8")
    assert sorted(key for key in keys(figures) if f"`{key}`" not in page) == []
    assert set(figures) == {
        "format",
        "date",
        "machine",
        "rounds",
        "seconds",
        "libraries",
        "problems",
        "results",
        "against",
        "starts",
        "targets",
    }
    assert figures["problems"] == []


def test_starts_are_measured_and_judged(figures):
    assert {each["what"]: each["at_most"] for each in figures["starts"]}.items() >= {
        ("import parrain", 60),
        ("parrain --help", 300),
    }
    assert all(each["milliseconds"] > 0 for each in figures["starts"])
    rows = report.starts(
        {
            "starts": [
                {"what": "a", "milliseconds": 61, "at_most": 60},
                {"what": "b", "milliseconds": 9, "at_most": None},
            ]
        }
    )
    assert rows == [["a", "61", "60", "NOT reached"], ["b", "9", "-", ""]]


def test_every_game_is_measured(figures):
    import parrain

    for name in [*parrain.all_games(), "leduc", "goofspiel-random", "goofspiel-descending"]:
        measured = {each["metric"]: each for each in figures["results"] if each["game"] == name}
        assert set(measured) >= {"loop", "playout", "clone", "view"}
        assert ("imagine" in measured) == (name in parrain.all_games())
        assert all(each["lowest"] <= each["per_second"] <= each["highest"] for each in measured.values())
        assert measured["loop"]["games_per_second"] > 0


def result(library, game, rate, steps=None, metric="loop"):
    return {
        "library": library,
        "game": game,
        "players": 2,
        "metric": metric,
        "per_second": rate,
        "lowest": rate,
        "highest": rate,
        "steps_per_second": steps or rate,
        "games_per_second": 1.0,
    }


def test_targets_are_judged_by_decisions():
    results = [
        result("parrain compiled", "district-noir", 1000.0),
        result("parrain compiled", "reglement-de-comptes", 500.0),
        result("open_spiel", "hearts", 401.0, 800.0),
        result("open_spiel", "gin_rummy", 100.0),
    ]
    noir, reglement = targets.judged(results)
    assert (noir["wanted"], noir["ratio"], noir["ratio_with_chance"], noir["reached"]) == (2.5, 2.4938, 1.25, False)
    assert (reglement["wanted"], reglement["ratio"], reglement["reached"]) == (4, 5.0, True)


def test_a_peer_that_fails_does_not_lose_the_rest(monkeypatch, tmp_path):
    def offline(cache, name, packages):
        raise Unavailable(f"{name} cannot be installed: no network")

    monkeypatch.setattr(places, "environment", offline)
    args = argparse.Namespace(compiled=False, peers=["rlcard", "catanatron"], cache=tmp_path, against=None)
    workers, problems = run.start(args)
    for worker in workers:
        worker.close()
    assert [worker.name for worker in workers] == ["parrain interpreted"]
    assert [each["what"] for each in problems] == ["rlcard", "catanatron"]
    assert "no network" in problems[0]["why"]


def test_a_library_that_cannot_be_loaded_says_so():
    with pytest.raises(Unavailable, match="KeyError: 'no-such-library'"):
        run.Worker("nothing", "no-such-library", sys.executable, str(BENCH), -1)


def test_a_game_that_cannot_be_set_up_does_not_lose_the_others(monkeypatch):
    monkeypatch.setattr(tasks, "PROBLEMS", [])

    def broken():
        yield tasks.Task("a library", "a game", 2, "loop", lambda amount: tasks.Done(amount))
        raise NotImplementedError("no view yet")

    assert tasks.attempt("a library: a game", broken()) == []
    assert tasks.PROBLEMS == [{"what": "a library: a game", "why": "NotImplementedError: no view yet"}]


def test_a_task_settles_on_an_amount_and_counts_chance_apart():
    done = []

    def busy(amount):
        sum(range(amount * 1000))
        done.append(amount)
        return tasks.Done(amount, 3 * amount, 1)

    task = tasks.Task("a library", "a game", 2, "loop", busy)
    measured = task.measure(0.01)
    assert task.amount >= 1 and done[-1] == task.amount
    assert measured["steps"] == pytest.approx(3 * measured["rate"])


class Flaky:
    """A worker whose second task breaks."""

    name = "flaky"
    tasks = [{"library": "flaky", "game": game, "players": 2, "metric": "loop"} for game in ("one", "two")]

    def measure(self, task, seconds):
        return {"failed": "broke"} if task else {"rate": 3.0, "steps": 6.0, "games": 1.0}


def test_a_task_that_breaks_is_left_out_and_named():
    problems = []
    results = run.measure([Flaky()], 3, 0.01, problems)
    assert [each["game"] for each in results] == ["one"]
    assert results[0]["per_second"] == 3.0 and results[0]["steps_per_second"] == 6.0
    assert problems == [{"what": "flaky: two, loop", "why": "broke"}]


def test_report_shows_ratios_with_and_without_chance(figures):
    both = {
        **figures,
        "results": [
            result("parrain compiled", "leduc", 600000.0),
            result("open_spiel", "leduc_poker", 200000.0, 400000.0),
        ],
    }
    both["targets"] = list(targets.judged(both["results"]))
    text = report.render(both)
    assert "3.0x / 1.50x" in text and "reached" in text
    page = report.put_into(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", both)
    assert (
        page.startswith("before\n")
        and page.endswith("after\n")
        and "old" not in page
        and "| open_spiel: leduc_poker" in page
    )
    with pytest.raises(SystemExit):
        report.put_into("no marks", both)


def test_unknown_peers_are_refused(capsys):
    with pytest.raises(SystemExit):
        run.read_args(["--peers", "chess"])
    assert "open_spiel" in capsys.readouterr().err


def test_a_run_is_compared_with_an_earlier_one():
    before = [result("parrain", "chess", 100.0), result("parrain", "go", 100.0), result("parrain", "nim", 1.0)]
    now = [result("parrain", "chess", 94.0), result("parrain", "go", 96.0), result("parrain", "draughts", 1.0)]
    assert report.changes(before, now).splitlines() == [
        " 0.940 ! parrain: chess with 2, loop",
        " 0.960   parrain: go with 2, loop",
        "   new   parrain: draughts with 2, loop",
        "  gone ! parrain: nim with 2, loop",
        "2 rows compared, 1 more than 5% slower",
    ]
