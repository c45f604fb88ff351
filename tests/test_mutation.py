"""Mutation testing on a small package: what its tests miss is found and named, and a run goes on where it stopped."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import parrain
from parrain.lab.mutants import CAUGHT, EQUIVALENT, SURVIVED, UNREACHED, Results, Target
from parrain.lab.mutation import choose
from parrain.lab.trace import Trace, names_used, show, trace, uncalled

RULES = '''"""The rules of a tiny game."""

START = 3


def total(dice):
    """The sum of the dice, doubled from ten on (TI 1.1)."""
    found = sum(dice)
    if found >= 10:
        found = found * 2
    return found


def countdown(left):
    """Count down to nothing (TI 1.2)."""
    while left > 0:
        left -= 1
    return left


def unused(left):
    """Nobody calls this (TI 1.3)."""
    return left + 1


def first():
    return START


TABLE = [first(), 0]
'''
TESTS = """
from tiny import rules

def test_total():
    assert rules.total([1, 2]) == 3 and rules.total([6, 5]) == 22

def test_countdown():
    assert rules.countdown(3) == 0

def test_table():
    assert rules.TABLE == [3, 0]
"""
SCRIPT = """
import sys
from pathlib import Path
from parrain.lab import mutation
from parrain.lab.mutants import Target
mutation.SLACK = 0.2  # these tests take no time
root = Path(sys.argv[1])
mutation.run(Target("tiny", "TI", root / "src" / "tiny", root), sample=int(sys.argv[2]))
"""


@pytest.fixture
def target(tmp_path: Path) -> Target:
    for name, text in {
        "pyproject.toml": "",
        "src/tiny/__init__.py": "",
        "src/tiny/rules.py": RULES,
        "tests/tiny/test_rules.py": TESTS,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Target("tiny", "TI", tmp_path / "src" / "tiny", tmp_path)


def mutate(target: Target, sample: int = 0) -> str:
    """Run the mutants in another process, as `make mutants` does; what it prints."""
    source = Path(parrain.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{target.root / 'src'}"}
    command = [sys.executable, "-c", SCRIPT, str(target.root), str(sample)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=target.root, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.once
@pytest.mark.slow
def test_what_survives_is_named_and_a_run_goes_on(target: Target) -> None:
    assert "3 mutants to run" in mutate(target, sample=3)
    assert len(Results(target).of) == 3
    said = mutate(target)
    kept = Results(target)
    left = len(kept.mutants) - 3
    assert f"{left} mutants to run of {len(kept.mutants)}" in said
    verdicts = {mutant.text: kept.of[mutant.key].verdict for mutant in kept.mutants}
    missed = {text: verdict for text, verdict in verdicts.items() if verdict != CAUGHT}
    assert missed == {
        "found >= 10 -> found > 10": SURVIVED,
        "found >= 10 -> found >= 11": SURVIVED,
        "found >= 10 -> found >= 9": SURVIVED,
        "left + 1 -> left - 1": UNREACHED,
        "left + 1 -> left + 2": UNREACHED,
        "left + 1 -> left + 0": UNREACHED,
        "return left + 1 -> return None": UNREACHED,
    }
    assert verdicts["left -= 1 -> nothing"] == CAUGHT  # it never ends
    assert (
        verdicts["START = 3 -> START = 4"] == verdicts["return START -> return None"] == CAUGHT
    )  # executed while it is imported
    assert "survived: rules.py:9 total: found >= 10 -> found > 10 (TI 1.1)" in said
    tried, caught = kept.by_rule()["TI 1.1"]
    assert tried - caught == 3 < caught and kept.by_rule()["TI 1.3"] == (4, 0)
    assert choose(kept, sample=0, seed=1, again="") == []
    assert len(choose(kept, sample=0, seed=1, again="survivors")) == len(missed)


def test_a_reason_is_kept_until_the_function_changes(target: Target) -> None:
    results = Results(target)
    for mutant in results.mutants:
        results.put(mutant, SURVIVED)
    results.save()
    text = target.results.read_text(encoding="utf-8")
    target.results.write_text(text.replace('"survived"', '"equivalent", reason = "as good"'), encoding="utf-8")
    kept = Results(target)
    assert {(result.verdict, result.reason) for result in kept.of.values()} == {(EQUIVALENT, "as good")}
    kept.save()
    assert "as good" in target.results.read_text(encoding="utf-8") and "0 of 0 caught" in kept.score()
    rules = target.home / "rules.py"
    rules.write_text(RULES.replace("found * 2", "found * 3").replace("Count down", "Down we go"), encoding="utf-8")
    again = Results(target)
    assert again.changed == ["rules.py total"] and {unit for _, unit, _ in again.of} >= {"countdown", "START"}
    assert again.mutants[0].rank(1) == kept.mutants[0].rank(1) != kept.mutants[0].rank(2)


def test_what_only_learners_see_is_not_changed(target: Target) -> None:
    fields = """
FIELDS = (Field("turn", Int(0, 9)), Shown("deck", Int(0, 60)), Field("", Int(-1, 99), attr="power"))
LISTS = (Field("out", Counts("names", 99)), Field("line", NameList("names", most=5)), Field("queue", ListOf(SEAT, 3)))
PAIRS = list(zip(A, B, strict=True))


class Deck:
    high = 60

    def read(self, value):
        return value + 1

    def observe(self, value):
        return value + 1
"""
    (target.home / "state.py").write_text(fields, encoding="utf-8")
    found = [mutant.text for mutant in Results(target).mutants if mutant.source.name == "state.py"]
    assert [text for text in found if "Int(" in text or "Field(" in text] == [
        f"Int(0, 9) -> Int({bounds})" for bounds in ("1, 9", "-1, 9", "0, 10", "0, 8")
    ]
    assert [text for text in found if "Int(" not in text] == [
        "zip(A, B, strict=True) -> zip(B, A, strict=True)",
        "return value + 1 -> return None",
        *(f"value + 1 -> value {change}" for change in ("- 1", "+ 2", "+ 0")),
    ]


def test_a_rule_in_a_function_that_nobody_calls_has_no_code(target: Target) -> None:
    used = Counter(names_used(ast.parse(RULES)))
    assert [function.name for function in uncalled(ast.parse(RULES), used)] == ["total", "countdown", "unused"]
    used += Counter(names_used(ast.parse("from tiny.rules import total as sum_of\nsum_of([countdown(2)])")))
    assert [function.name for function in uncalled(ast.parse(RULES), used)] == ["unused"]


def test_a_rule_for_play_with_the_box_alone_has_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    found = Trace("tiny", ["TI 1.1", "TI 1.2"], {"TI 1.1": ["rules.py:4"]}, {}, {}, "", ["TI 1.2"])
    assert found.without_code == [] and found.to_data()["with_code"] == 1
    show(found)
    assert "tiny: 2 rules, 1 with code" in (told := capsys.readouterr().out)
    assert "no code, for play with the box alone: TI 1.2" in told


def test_a_rule_whose_code_can_be_broken_is_unprotected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = parrain.game("district-noir")
    (tmp_path / "tests").mkdir()
    results = Results(Target(game.id, game.prefix, game.home, tmp_path))
    for mutant in results.mutants:
        if "DN 8.3" in mutant.rules:
            results.put(mutant, SURVIVED if "min(" in mutant.text else CAUGHT)
    results.save()
    found = trace(game, tmp_path / "tests")
    assert "DN 8.3" in found.unprotected and "DN 6.1" not in found.unprotected
    tried, caught = found.mutants["DN 8.3"]
    assert 0 < caught < tried
    show(found)
    assert f"DN 8.3 ({caught} of {tried})" in capsys.readouterr().out
