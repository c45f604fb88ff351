"""Which rules have code, which have tests, how strong the tests are, and what is missing.

A rule has code when a docstring, comment or text of its game's package names its number (`DN 6.3`; a
range is written `DN 8.2 to DN 8.5`), unless in a function that nobody calls or in the docstring of a module; a rule for
play with the box alone needs none (`box_only` in the rulebook). It has a test when a test carries
`@pytest.mark.rule("DN 6.3")` or a lesson lists it. The strength of its tests is how many mutants of its code they
caught in the last `make mutants` (docs/mutants); a rule whose code could be broken unnoticed is unprotected.
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from parrain.core import Game, read_lesson
from parrain.games import all_games
from parrain.games import game as find_game
from parrain.lab.mutants import Results, Target, numbers_in


class Trace(NamedTuple):
    """The state of one game's rules."""

    game: str
    rules: list[str]
    code: dict[str, list[str]]
    tests: dict[str, list[str]]
    mutants: dict[str, tuple[int, int]]  # how many of its code there were, how many of them were caught
    score: str
    box_only: list[str]

    @property
    def without_code(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.code and rule not in self.box_only]

    @property
    def without_tests(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.tests]

    @property
    def unknown(self) -> list[str]:
        """Numbers that code or tests name and the rulebook does not have."""
        return sorted({*self.code, *self.tests} - set(self.rules))

    @property
    def unprotected(self) -> list[str]:
        """Rules whose code can be broken without a test that fails."""
        return [rule for rule, (tried, caught) in self.mutants.items() if caught < tried]

    @property
    def complete(self) -> bool:
        return not (self.without_code or self.without_tests or self.unknown)

    def to_data(self) -> dict[str, object]:
        return {
            "game": self.game,
            "rules": len(self.rules),
            "with_code": len(self.rules) - len(self.without_code) - len(self.box_only),
            "with_tests": len(self.rules) - len(self.without_tests),
            "without_code": self.without_code,
            "without_tests": self.without_tests,
            "box_only": self.box_only,
            "unknown": self.unknown,
            "unprotected": self.unprotected,
            "mutants": {rule: {"tried": tried, "caught": caught} for rule, (tried, caught) in self.mutants.items()},
            "code": self.code,
            "tests": self.tests,
        }


def code_of(game: Game) -> dict[str, list[str]]:
    """The files and lines of the game's package that name each rule."""
    found: dict[str, list[str]] = {}
    used = uses_in(game)
    for path in sorted(game.home.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        dead = {line for function in uncalled(tree, used) for line in lines_of(function)}
        if ast.get_docstring(tree) is not None:
            dead.update(lines_of(tree.body[0]))
        for line, words in enumerate(text.splitlines(), 1):
            for number in numbers_in(words, game.prefix) if line not in dead else ():
                found.setdefault(number, []).append(f"{path.relative_to(game.home.parent).as_posix()}:{line}")
    return found


def uses_in(game: Game) -> Counter[str]:
    """How often each name is used in the game's package and in those that every game shares."""
    shared = Path(__file__).parents[1]
    paths = {path for path in shared.rglob("*.py") if "games" not in path.parts} | set(game.home.rglob("*.py"))
    return sum(map(names_in, paths), Counter())


@lru_cache(maxsize=2000)
def names_in(path: Path) -> Counter[str]:
    """How often each name is used in a file; read once for all games."""
    return Counter(names_used(ast.parse(path.read_text(encoding="utf-8"))))


def names_used(tree: ast.AST) -> Iterable[str]:
    """The names that are read in a tree, under the names that they were imported by."""
    renamed = {
        alias.asname: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield renamed.get(node.id, node.id)
        elif isinstance(node, ast.Attribute):
            yield node.attr


def uncalled(tree: ast.Module, used: Counter[str]) -> Iterable[ast.FunctionDef]:
    """The functions whose name is used nowhere but in themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not (node.name.startswith("__") and node.name.endswith("__")):
            own = sum(name == node.name for name in names_used(node))
            if used[node.name] <= own:
                yield node


def lines_of(statement: ast.stmt) -> range:
    """The lines that a statement takes up."""
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


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
    folder = tests or tests_folder(game)
    mutants: dict[str, tuple[int, int]] = {}
    score = ""
    if folder is not None:
        results = Results(Target(game.id, game.prefix, game.home, folder.parent))
        mutants, score = results.by_rule(), results.score() if results.of else ""
    rules = game.rulebook().rules
    box_only = [number for number, rule in rules.items() if rule.box_only]
    return Trace(game.id, list(rules), code_of(game), tests_of(game, folder), mutants, score, box_only)


def show(found: Trace) -> None:
    """Print the trace of a game."""
    rules = len(found.rules)
    coded, tested = rules - len(found.without_code) - len(found.box_only), rules - len(found.without_tests)
    print(f"{found.game}: {rules} rules, {coded} with code, {tested} with tests")
    if found.score:
        print(f"  mutants: {found.score}")
    weak = [(rule, *found.mutants[rule]) for rule in found.unprotected]
    for title, missing in (
        ("no code", found.without_code),
        ("no code, for play with the box alone", found.box_only),
        ("no test", found.without_tests),
        ("no such rule", found.unknown),
        ("unprotected (mutants of its code caught)", [f"{rule} ({caught} of {tried})" for rule, tried, caught in weak]),
    ):
        if missing:
            print(f"  {title}: {', '.join(missing)}")


def main(name: str | None = None, as_json: bool = False) -> int:
    """Print the trace of one game or all; 1 when something is missing."""
    chosen = [find_game(name)] if name else list(all_games().values())
    traces = [trace(game) for game in chosen]
    if as_json:
        print(json.dumps([each.to_data() for each in traces], indent=2))
    for each in [] if as_json else traces:
        show(each)
    if tests_folder(chosen[0]) is None:
        print("(the tests are not here: run this in a checkout to trace them)")
    return 0 if all(each.complete for each in traces) else 1
