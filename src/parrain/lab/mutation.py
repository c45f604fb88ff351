"""Mutation testing: break the rules of a game one by one and see whether its tests notice.

    python -m parrain.lab.mutation district-noir --sample 100

The tests are collected once; every mutant is a fork of that process in which the code of one function was replaced, and
runs the tests that reach the changed statement, quickest first, up to the first that fails. What is executed while
modules are imported (tables, and functions that fill them) is imported anew in the fork instead.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import hashlib
import importlib.machinery
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from parrain.games import game as find_game
from parrain.lab.mutants import CAUGHT, EQUIVALENT, SURVIVED, UNREACHED, Mutant, Results, Source, Target, units
from parrain.lab.trace import tests_folder

# Of a game's folder: what draws it and what plays it says nothing about its rules.
LEFT_OUT = ("*board*", "*bot*", "*strength*", "*endgame*", "*encoding*", "*in_teams*", "*bargaining*")
# Of all games' tests: those that hold for every table. Stored games are left out: one command writes them anew.
SHARED = {"test_kit.py": ("test_check",), "test_lessons.py": ("test_lesson",), "test_secrets.py": ("test_",)}
WORDS = "check_words"  # of the kit
STORED = ("records", "playthroughs")  # a test that opens these folders replays stored games
MEMORY = 4 << 30  # bytes; a mutant that grows without end
PATIENCE = 8.0  # a test may take so many times its usual processor time, and SLACK seconds more
SLACK = 3.0
NO_TEST_FAILED, A_TEST_FAILED, BROKEN_RUNNER = 0, 1, 3


class Reach(NamedTuple):
    """Which statements the tests execute, and how long each test takes."""

    seconds: dict[str, float]
    tests: dict[str, list[str]]  # by `file:line`, quickest first
    imported: set[str]  # statements that are executed while modules are imported and tests collected

    def all_tests(self) -> list[str]:
        """Every test, quickest first."""
        return sorted(self.seconds, key=self.seconds.__getitem__)


# -- replacing code --------------------------------------------------------------------------------------


def compiled(source: Source) -> CodeType:
    """The code of a module's syntax tree as it is now."""
    return compile(source.tree, str(source.path), "exec", dont_inherit=True)


def functions_in(code: CodeType) -> list[CodeType]:
    """The functions of a module or class, those of its classes too, in the order of the source."""
    found: list[CodeType] = []
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found += [each] if each.co_flags & 2 else functions_in(each)  # CO_NEWLOCALS: not a class
    return found


def functions_in_use(sources: list[Source]) -> dict[tuple[str, CodeType], list[FunctionType]]:
    """The functions of these modules, by file and code: also those in tables, properties and caches."""
    paths = {str(source.path) for source in sources}
    found: dict[tuple[str, CodeType], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename in paths:
            found.setdefault((each.__code__.co_filename, each.__code__), []).append(each)
    return found


def import_anew(target: Target, sources: list[Source]) -> None:
    """Forget what was imported from the checkout; from now on these sources are imported as their trees are now."""
    changed = {str(source.path): source for source in sources}
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        source = changed.get(loader.path)
        return original(loader, name) if source is None else compiled(source)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if path.startswith((f"{target.root}/src/", f"{target.root}/tests/")) and name != "__main__":
            del sys.modules[name]


class Marker(ast.NodeTransformer):
    """Makes every statement and lambda say that it was reached."""

    def __init__(self, name: str) -> None:
        self.name = name

    def mark(self, node: ast.stmt | ast.expr, line: int) -> ast.Call:
        call = ast.parse(f"__reached__.add({f'{self.name}:{line}'!r})", mode="eval").body
        assert isinstance(call, ast.Call)
        for each in ast.walk(call):
            ast.copy_location(each, node)
        return call

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.mark_block(node.body)
        return node

    def mark_block(self, block: list[ast.stmt]) -> None:
        """Put a mark before every statement of a block and of the blocks in it."""
        marked: list[ast.stmt] = []
        for statement in block:
            is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not is_docstring:
                marked.append(ast.copy_location(ast.Expr(self.mark(statement, statement.lineno)), statement))
            marked.append(statement)
            for field in ("body", "orelse", "finalbody"):
                if isinstance(getattr(statement, field, None), list):
                    self.mark_block(getattr(statement, field))
            for inner in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                self.mark_block(inner.body)
        block[:] = marked


# -- running tests ---------------------------------------------------------------------------------------


class Tests:
    """The tests of a game's rules, as pytest collects them."""

    def __init__(self, target: Target, loop: Callable[[list[pytest.Item]], None]) -> None:
        self.target = target
        self.loop = loop
        self.fewest = 0  # players

    def start(self) -> None:
        """Collect, then hand the tests to the loop."""
        tests = self.target.root / "tests"
        paths = [path for path in (tests / self.target.home.name, *map(tests.joinpath, SHARED)) if path.exists()]
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and some take seconds to import
        options = ["-s", "-q", "--no-header", "-pno:cacheprovider", f"--rootdir={self.target.root}"]
        ignored = [f"--ignore-glob={pattern}" for pattern in LEFT_OUT]
        code = pytest.main([*options, *ignored, *map(str, paths)], plugins=[self])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise SystemExit("the tests cannot be collected")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.fewest = min((players for item in items for players in self.players_of(item)), default=0)
        items[:] = [item for item in items if self.is_wanted(item)]

    def players_of(self, item: pytest.Item) -> list[int]:
        """At how many players a test for this game and others is played."""
        given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        players = given.get("players")
        return [players] if isinstance(players, int) and given.get("name") == self.target.name else []

    def is_wanted(self, item: pytest.Item) -> bool:
        """Whether the test is about this game's rules and replays no stored game."""
        used = item.obj.__code__.co_consts if isinstance(item, pytest.Function) else ()
        if any(folder in used for folder in STORED):
            return False
        if item.path.name not in SHARED:
            return True
        if not item.name.startswith(SHARED[item.path.name]) or not isinstance(item, pytest.Function):
            return False
        if WORDS in item.name or any(players > self.fewest + 1 for players in self.players_of(item)):
            return False  # a game's own tests are played at all numbers of players
        return any(self.target.name in (value, getattr(value, "id", None)) for value in item.callspec.params.values())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.loop(session.items)
        return True


def passes(items: list[pytest.Item], limits: dict[str, float]) -> bool:
    """Whether the tests pass, up to the first that fails; SIGPROF ends the process when one takes too long."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, PATIENCE * limits[item.nodeid] + SLACK)
        reports = runtestprotocol(item, log=False, nextitem=following)
        signal.setitimer(signal.ITIMER_PROF, 0)
        if any(report.failed for report in reports):
            return False
    return True


def in_fork(work: Callable[[], int]) -> int:
    """Start a child that is silent and bounded and exits with what the work returns; its process id."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = BROKEN_RUNNER
    try:
        errors = os.dup(2)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        code = work()
    except BaseException as error:
        os.write(errors, f"{error!r}\n".encode())
    finally:
        os._exit(code)


class Runner:
    """Runs mutants on two cores or more and keeps the results."""

    def __init__(self, results: Results, chosen: list[Mutant], jobs: int) -> None:
        self.results = results
        self.target = results.target
        self.chosen = chosen
        self.jobs = jobs
        self.functions: dict[tuple[str, CodeType], list[FunctionType]] = {}
        self.items: dict[str, pytest.Item] = {}
        self.saved = time.monotonic()
        self.stopped = ""

    def run(self) -> None:
        """Run every chosen mutant; an interruption loses nothing that is done."""
        Tests(self.target, self.loop).start()
        self.results.save()
        if self.stopped:
            raise SystemExit(self.stopped)

    def loop(self, items: list[pytest.Item]) -> None:
        """Start as many mutants as may run at once, and another when one is done."""
        self.items = {item.nodeid: item for item in items}
        running: dict[int, Mutant] = {}
        try:
            reach = self.measure_reach()
            self.functions = functions_in_use(self.results.sources)
            gc.freeze()
            waiting = list(reversed(self.chosen))
            while waiting or running:
                while waiting and len(running) < self.jobs:
                    mutant = waiting.pop()
                    place = f"{mutant.source.name}:{mutant.statement}"
                    early = place in reach.imported or not mutant.inside
                    tests = reach.all_tests() if early else reach.tests.get(place, [])
                    if tests:
                        running[self.start(mutant, tests, early, reach.seconds)] = mutant
                    else:
                        self.done(mutant, UNREACHED, len(waiting) + len(running))
                if running:
                    child, status = os.wait()
                    code = os.waitstatus_to_exitcode(status)
                    mutant = running.pop(child)
                    if code in (BROKEN_RUNNER, -signal.SIGTERM, -signal.SIGINT, -signal.SIGKILL):
                        raise SystemExit(f"the runner failed at {mutant}")
                    verdict = SURVIVED if code == NO_TEST_FAILED else CAUGHT
                    self.done(mutant, verdict, len(waiting) + len(running))
        except (KeyboardInterrupt, SystemExit) as error:  # pytest would take it for an error of its own
            self.stopped = str(error) or "stopped; the next run goes on from here"
            for child in running:
                os.kill(child, signal.SIGKILL)

    def start(self, mutant: Mutant, tests: list[str], early: bool, limits: dict[str, float]) -> int:
        """Run a mutant in a child process."""

        def changed_function() -> int:
            before = functions_in(compiled(mutant.source))
            mutant.change.put()
            for old, new in zip(before, functions_in(compiled(mutant.source)), strict=True):
                if old != new:
                    for function in self.functions[str(mutant.source.path), old]:
                        function.__code__ = new
            return NO_TEST_FAILED if passes([self.items[name] for name in tests], limits) else A_TEST_FAILED

        def changed_import() -> int:
            mutant.change.put()
            import_anew(self.target, [mutant.source])
            passed = False

            def loop(items: list[pytest.Item]) -> None:
                nonlocal passed
                by_name = {item.nodeid: item for item in items}
                passed = passes([by_name[name] for name in tests], limits)

            try:
                Tests(self.target, loop).start()
            except (SystemExit, KeyError):  # a module or a parameter of a test cannot be made any more
                return A_TEST_FAILED
            return NO_TEST_FAILED if passed else A_TEST_FAILED

        return in_fork(changed_import if early else changed_function)

    def done(self, mutant: Mutant, verdict: str, left: int) -> None:
        """Keep a result, and say it if the mutant was not caught."""
        self.results.put(mutant, verdict)
        if verdict != CAUGHT:
            print(f"{verdict}: {mutant}", flush=True)
        if time.monotonic() - self.saved > 5:
            self.results.save()
            self.saved = time.monotonic()
            print(f"{left} left, {self.results.score()}", flush=True)

    # -- reach -------------------------------------------------------------------------------------------

    def measure_reach(self) -> Reach:
        """Run every test once with marked statements, or take what was measured for the same code and tests."""
        kept = self.target.root / ".cache" / "mutants" / f"{self.target.name}.json"
        digest = self.digest()
        data = json.loads(kept.read_text()) if kept.is_file() else {}
        if data.get("digest") != digest:
            kept.parent.mkdir(parents=True, exist_ok=True)
            print(f"{len(self.items)} tests are run once to see what they reach", flush=True)
            child = in_fork(lambda: self.write_reach(kept, digest))
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != NO_TEST_FAILED:
                raise SystemExit(f"the tests must pass before anything is changed; see {kept.with_suffix('.failed')}")
            data = json.loads(kept.read_text())
        reach = Reach(data["seconds"], {}, set(data["imported"]))
        for name in reach.all_tests():
            for place in data["reached"][name]:
                reach.tests.setdefault(place, []).append(name)
        return reach

    def digest(self) -> str:
        """A fingerprint of the rules and of the tests."""
        folders = (self.target.root / "tests" / self.target.home.name, self.target.home)
        shared = [self.target.root / "tests" / name for name in SHARED]
        paths = sorted(path for folder in folders for path in folder.rglob("*.[pt][yo]*") if path.suffix != ".pyc")
        made = hashlib.sha256(Path(__file__).read_bytes())
        for path in [*paths, *(path for path in shared if path.exists())]:
            made.update(path.read_bytes())
        return made.hexdigest()

    def write_reach(self, kept: Path, digest: str) -> int:
        """In a child: import marked modules, run the tests and write down which statements each of them reaches."""
        reached: set[str] = set()
        builtins.__reached__ = reached  # type: ignore[attr-defined]
        for source in self.results.sources:
            Marker(source.name).visit(source.tree)
        import_anew(self.target, self.results.sources)
        seconds: dict[str, float] = {}
        places: dict[str, list[str]] = {}
        imported: list[str] = []
        failed: list[str] = []

        def loop(items: list[pytest.Item]) -> None:
            imported.extend(sorted(reached))
            for item, following in zip(items, [*items[1:], None], strict=True):
                reached.clear()
                start = time.process_time()
                reports = runtestprotocol(item, log=False, nextitem=following)
                seconds[item.nodeid] = round(time.process_time() - start, 3)
                places[item.nodeid] = sorted(reached)
                failed.extend(report.longreprtext for report in reports if report.failed)

        Tests(self.target, loop).start()
        kept.with_suffix(".failed").write_text("\n".join(failed))
        if failed or not seconds:
            return A_TEST_FAILED
        made = {"digest": digest, "seconds": seconds, "reached": places, "imported": imported}
        kept.write_text(json.dumps(made))
        return NO_TEST_FAILED


# -- the command -----------------------------------------------------------------------------------------


def changed_units(target: Target, sources: list[Source], revision: str) -> Iterator[tuple[str, str]]:
    """The functions that are not in that revision of the repository as they are now."""
    for source in sources:
        path = source.path.relative_to(target.root).as_posix()
        show = ["git", "-C", str(target.root), "show", f"{revision}:{path}"]
        shown = subprocess.run(show, capture_output=True, text=True, check=False)
        old = ast.dump(ast.parse("")) if shown.returncode else shown.stdout
        before = {name: ast.dump(node) for node, name in units(ast.parse(old))} if not shown.returncode else {}
        for node, name in units(source.tree):
            if before.get(name) != ast.dump(node):
                yield source.name, name


def choose(results: Results, sample: int, seed: int, again: str) -> list[Mutant]:
    """The mutants of the sample (0: all) whose result is not known, or is to be found again."""
    sampled = sorted(results.mutants, key=lambda mutant: mutant.rank(seed))[: sample or None]
    chosen = []
    for mutant in sorted(sampled, key=results.mutants.index):
        known = results.get(mutant)
        missed = known is not None and known.verdict in (SURVIVED, UNREACHED)
        if known is None or (again == "survivors" and missed) or (again == "all" and known.verdict != EQUIVALENT):
            chosen.append(mutant)
    return chosen


def run(target: Target, sample: int = 0, seed: int = 1, jobs: int = 1, changed: str = "", again: str = "") -> Results:
    """Run the mutants of a sample, or of the functions changed since a revision, and keep the results."""
    results = Results(target)
    if changed:
        wanted = set(changed_units(target, results.sources, changed))
        chosen = [each for each in choose(results, 0, seed, again) if (each.source.name, each.unit) in wanted]
    else:
        chosen = choose(results, sample, seed, again)
    print(f"{target.name}: {len(chosen)} mutants to run of {len(results.mutants)}", flush=True)
    start = time.monotonic()
    if chosen:
        Runner(results, chosen, jobs).run()
    print(f"{target.name}: {results.score()}; {time.monotonic() - start:.0f} s")
    for mutant in results.mutants:
        known = results.get(mutant)
        if known is not None and known.verdict in (SURVIVED, UNREACHED):
            print(f"  {known.verdict}: {mutant}")
    return results


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Break the rules of a game and see whether its tests notice.")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=100, help="how many mutants; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument("--changed", default="", metavar="REVISION", help="all mutants of functions changed since then")
    parser.add_argument("--again", default="", choices=["", "survivors", "all"], help="what is run though it is known")
    asked = parser.parse_args()
    game = find_game(asked.game)
    tests = tests_folder(game)
    if tests is None:
        raise SystemExit("the tests are not here: run this in a checkout")
    os.environ["PARRAIN_ENGINE"] = "interpreted"
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: what is done is saved
    target = Target(game.id, game.prefix, game.home.resolve(), tests.parent.resolve())
    run(target, asked.sample, asked.seed, asked.jobs, asked.changed, asked.again)


if __name__ == "__main__":
    main()
