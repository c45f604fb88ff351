"""`parrain tournament` and `parrain analyse`: what they say, to people and programs, in both languages."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import parrain
from parrain.cli import contest, main
from parrain.core import read_record
from parrain.lab import plots, strength
from parrain.lab.analysis import analyse
from parrain.lab.ratings import Ratings
from parrain.lab.tournament import lineups, tournament

RECORD = Path(__file__).parent / "district_noir" / "records" / "points.record"
NOIR = parrain.game("district-noir")


def run(*words):
    out, err = io.StringIO(), io.StringIO()
    return main(list(words), out, err), out.getvalue(), err.getvalue()


def test_a_tournament_for_a_program():
    code, out, _err = run("tournament", "district-noir", "--bots", "greedy,random", "--games", "20", "--json")
    found = json.loads(out)
    assert code == 0 and found["games"] == 20
    first, second = found["standings"]
    assert (
        first["bot"] == "greedy"
        and first["low"] < first["share"] < 1.0001
        and first["share"] + second["share"] == pytest.approx(1)
    )


def test_a_tournament_for_people_in_french():
    code, out, _err = run("tournament", "district-noir", "--bots", "greedy,random", "--games", "4", "--language", "fr")
    assert code == 0 and "intervalle" in out and "parties à 2 joueurs" in out


def test_a_tournament_with_more_bots_than_seats():
    assert lineups(["a", "b", "c"], 2) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert lineups(["a", "b"], 4) == [["a", "b", "b", "b"]]
    result = tournament(NOIR, 2, 12, ["greedy", "clumsy", "random"], 1)
    assert [each.seats for each in result.standings] == [8, 8, 8]
    assert sum(each.wins for each in result.standings) == 12


@pytest.mark.parametrize(
    "words",
    [
        ("--bots", "greedy"),
        ("--bots", "greedy,greedy"),
        ("--bots", "greedy,nobody"),
        ("--games", "0"),
        ("--html", "/no/such/folder/x.html"),
    ],
)
def test_a_tournament_that_cannot_be_held(words):
    code, out, err = run("tournament", "district-noir", *words)
    assert code == 2 and err and not out


@pytest.mark.slow
def test_the_report_stands_alone(tmp_path):
    pytest.importorskip("matplotlib")
    page = tmp_path / "report.html"
    words = ["--bots", "greedy,random", "--games", "4", "--html", str(page), "--language", "fr"]
    code, _out, _err = run("tournament", "district-noir", *words)
    text = page.read_text(encoding="utf-8")
    assert code == 0 and text.count("<svg") == 2 and "fois sa part" in text
    assert "<script" not in text and "src=" not in text


def test_ratings_put_the_stronger_first():
    pytest.importorskip("openskill")
    ratings = Ratings(["a", "b"])
    for _ in range(10):
        ratings.add(["a", "b", "b"], [1, 2, 3])
    first, second = ratings.of("a"), ratings.of("b")
    assert first and second and first[0] > second[0]


def test_no_plots_without_matplotlib(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(plots.NoPlots, match=r"parrain\[lab\]"):
        plots.figure(1, 1)


@pytest.mark.slow
def test_an_analysis_finds_what_was_given_away_and_the_same_again(monkeypatch):
    found = analyse(NOIR, read_record(RECORD.read_text(encoding="utf-8")), 3)
    assert found.over and sum(found.shares) == pytest.approx(1)
    assert found.choices and all(0 <= each.expected <= each.best_expected + 1e-9 <= 1 + 2e-9 for each in found.choices)
    lost = {each.number: each.lost for each in found.choices}
    assert [lost[number] for number in found.turning_points] == sorted(
        (lost[number] for number in found.turning_points), reverse=True
    )
    code, out, _err = run("analyse", str(RECORD), "--simulations", "3", "--json")
    again = json.loads(out)["choices"]
    assert code == 0 and {"number", "seat", "action", "expected", "best", "lost"} <= set(again[0])
    said = ("number", "seat", "action", "expected", "best", "best_expected")
    assert [[each[key] for key in said] for each in again] == [
        [vars(each)[key] for key in said] for each in found.choices
    ]
    monkeypatch.setattr(contest, "look_again", lambda *_: found)
    code, out, _err = run("analyse", str(RECORD), "--language", "fr")
    assert code == 0 and "█" in out and ("Tournants" in out or "Aucun choix" in out)


def test_a_record_that_cannot_be_analysed():
    code, _out, err = run("analyse", "/no/such.record")
    assert code == 2 and "cannot be read" in err


def test_the_strength_page_is_written_match_by_match(tmp_path, capsys):
    page = tmp_path / "strength.md"
    words = ["--only", "district-noir", "--games", "2", "--bots", "easy", "--time", "0.5", "--write", str(page)]
    strength.main(words)
    strength.main([*words, "--seed", "5"])
    text = page.read_text(encoding="utf-8")
    assert text.count("| district-noir | 2 | easy | random | 2 |") == 1
    between = parrain.game("gangster").levels["easy+"]
    assert f"| easy+ |  |  | `{between}` |" in text, "District Noir has no half-steps"
    [first] = json.loads(page.with_suffix(".json").read_text())
    strength.main([*words, "--seed", "5", "--games", "8", "--cores", "2", "--more"])
    assert page.read_text(encoding="utf-8").count("| district-noir | 2 | easy | random | 8 |") == 1
    [second] = json.loads(page.with_suffix(".json").read_text())
    assert (
        second["games"] == 8
        and second["wins"] >= first["wins"]
        and second["strong_decisions"] > first["strong_decisions"] > 0
    )
    strength.main([*words, "--time", "0.4", "--more"])  # not the same bots: nothing is added
    assert json.loads(page.with_suffix(".json").read_text())[0]["games"] == 2
    best = NOIR.learned_levels["best"]
    assert strength.paced("best", NOIR, 0.1) == best.replace("2s", "0.200s") != best
