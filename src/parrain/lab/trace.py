"""Which rules have code, which have tests, and what is missing.

A rule has code when a docstring, comment or text of its game's package names its number (`DN 6.3`; a
range is written `DN 8.2 to DN 8.5`). It has a test when a test carries `@pytest.mark.rule("DN 6.3")` or a
lesson lists it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from parrain.core import Game, read_lesson
from parrain.games import all_games
from parrain.games import game as find_game


class Trace(NamedTuple):
    """The state of one game's rules."""

    game: str
    rules: list[str]
    code: dict[str, list[str]]
    tests: dict[str, list[str]]

    @property
    def without_code(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.code]

    @property
    def without_tests(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.tests]

    @property
    def unknown(self) -> list[str]:
        """Numbers that code or tests name and the rulebook does not have."""
        return sorted({*self.code, *self.tests} - set(self.rules))

    @property
    def complete(self) -> bool:
        return not (self.without_code or self.without_tests or self.unknown)

    def to_data(self) -> dict[str, object]:
        return {
            "game": self.game,
            "rules": len(self.rules),
            "with_code": len(self.rules) - len(self.without_code),
            "with_tests": len(self.rules) - len(self.without_tests),
            "without_code": self.without_code,
            "without_tests": self.without_tests,
            "unknown": self.unknown,
            "code": self.code,
            "tests": self.tests,
        }


def numbers_in(text: str, prefix: str) -> Iterable[str]:
    """Every rule number a text names, ranges filled in."""
    for match in re.finditer(rf"\b{prefix} (\d+)\.(\d+)(?: to {prefix} (\d+)\.(\d+))?", text):
        section, first, end_section, last = match.groups()
        if last is None:
            yield f"{prefix} {section}.{first}"
        elif section == end_section:
            yield from (f"{prefix} {section}.{number}" for number in range(int(first), int(last) + 1))
        else:
            raise ValueError(f"a range of rules stays within a section: {match.group(0)}")


def code_of(game: Game) -> dict[str, list[str]]:
    """The files and lines of the game's package that name each rule."""
    found: dict[str, list[str]] = {}
    for path in sorted(game.home.rglob("*.py")):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for number in numbers_in(text, game.prefix):
                found.setdefault(number, []).append(f"{path.relative_to(game.home.parent).as_posix()}:{line}")
    return found


def tests_of(game: Game, tests: Path | None) -> dict[str, list[str]]:
    """The tests and lessons of each rule."""
    found: dict[str, list[str]] = {}
    for path in game.lesson_files():
        lesson = read_lesson(path)
        for number in lesson.rules:
            found.setdefault(number, []).append(f"lesson {lesson.id}")
    for path in sorted(tests.rglob("test_*.py")) if tests else []:
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test"):
                for number in marks_of(function, game.prefix):
                    found.setdefault(number, []).append(f"{path.name}::{function.name}")
    return found


def marks_of(function: ast.FunctionDef, prefix: str) -> Iterable[str]:
    """The numbers in the rule marks of a test, also of its parameters."""
    for decorator in function.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    yield from numbers_in(ast.literal_eval(argument), prefix)


def tests_folder(game: Game) -> Path | None:
    """The tests beside the game's package, or those of the checkout this code runs from or in."""
    for root in (game.home.parent, Path(__file__).parents[3], Path.cwd()):
        if (root / "tests").is_dir() and (root / "pyproject.toml").is_file():
            return root / "tests"
    return None


def trace(game: Game, tests: Path | None = None) -> Trace:
    """Trace one game."""
    return Trace(game.id, list(game.rulebook().rules), code_of(game), tests_of(game, tests or tests_folder(game)))


def main(name: str | None = None, as_json: bool = False) -> int:
    """Print the trace of one game or all; 1 when something is missing."""
    chosen = [find_game(name)] if name else list(all_games().values())
    traces = [trace(game) for game in chosen]
    if as_json:
        print(json.dumps([each.to_data() for each in traces], indent=2))
    for each in [] if as_json else traces:
        rules = len(each.rules)
        coded, tested = rules - len(each.without_code), rules - len(each.without_tests)
        print(f"{each.game}: {rules} rules, {coded} with code, {tested} with tests")
        for title, missing in (
            ("no code", each.without_code),
            ("no test", each.without_tests),
            ("no such rule", each.unknown),
        ):
            if missing:
                print(f"  {title}: {', '.join(missing)}")
    if tests_folder(chosen[0]) is None:
        print("(the tests are not here: run this in a checkout to trace them)")
    return 0 if all(each.complete for each in traces) else 1
