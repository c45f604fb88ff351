"""The compiled engine of a checkout: built in the background, once, used while it is as new as the source."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import parrain
from parrain.cli import engine as module
from parrain.cli.doctor import engine_of_checkout
from parrain.cli.engine import Engine, Progress

pytestmark = pytest.mark.once  # none of it knows which engine runs

# A setup.py that compiles nothing: it says that it was started, waits for leave if it is to, and writes a library.
SETUP = """
import os, sys, time
from pathlib import Path
with open("started", "a") as started:
    print(os.environ.get("PARRAIN_JOBS"), os.nice(0), file=started)
Path("optimize").write_text(os.environ["PARRAIN_OPTIMIZE"])
Path(os.environ["PARRAIN_PROGRESS"]).write_text("3 7")
while Path("wait").exists() and "PARRAIN_JOBS" in os.environ:
    time.sleep(0.01)
if Path("fail").exists():
    sys.exit("error: no luck")
library = Path(sys.argv[-1], "parrain", "state.so")
library.parent.mkdir(parents=True, exist_ok=True)
library.write_text("compiled")
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """A small checkout; engines started in it are our own."""
    package = tmp_path / "src" / "parrain"
    package.mkdir(parents=True)
    (package / "state.py").write_text("# as it was")
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "pyproject.toml").write_text('[build-system]\nrequires = ["mypy"]\n')
    monkeypatch.setenv("PYTHONPATH", str(Path(parrain.__file__).parents[1]))
    monkeypatch.delenv("PARRAIN_COMPILE", raising=False)
    monkeypatch.setattr(module, "can_compile", lambda: True)
    return Engine(tmp_path)


def until(condition: Callable[[], object]) -> None:
    """Wait for something that must happen."""
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def starts(checkout: Engine) -> list[str]:
    """Every start of a build, with its number of jobs and its niceness."""
    path = checkout.root / "started"
    return path.read_text().splitlines() if path.exists() else []


def ended(checkout: Engine) -> bool:
    return bool(starts(checkout)) and not checkout.is_locked()


def test_the_first_start_builds_in_the_background_and_the_next_uses_it(checkout: Engine) -> None:
    assert checkout.fresh() is None and checkout.progress() is None
    assert str(checkout.prepare()) == "A faster engine is being built in the background, for the next start."
    until(lambda: checkout.fresh())
    until(lambda: ended(checkout))
    assert starts(checkout) == ["1 19"], "one job, at the lowest priority"
    place = checkout.fresh()
    assert place is not None and not place.is_symlink(), "what runs does not change when the link moves"
    assert (place / "parrain" / "state.so").read_text() == "compiled"
    assert (place / "parrain" / "state.py").exists()
    assert checkout.prepare() is None and checkout.progress() is None


def test_two_starts_do_not_build_twice_and_the_doctor_says_how_far_it_is(checkout: Engine) -> None:
    (checkout.root / "wait").touch()
    checkout.prepare()
    until(lambda: starts(checkout))
    assert str(checkout.prepare()) == "A faster engine is being built in the background, for the next start."
    second = subprocess.run([sys.executable, "-m", "parrain.cli.engine", "background"], cwd=checkout.root)
    assert second.returncode == 0 and len(starts(checkout)) == 1
    until(lambda: checkout.progress() == Progress("building", 3, 7))
    assert str(engine_of_checkout(checkout, True).text).endswith("in the background: 3 of 7 files.")
    (checkout.root / "wait").unlink()
    until(lambda: checkout.fresh())
    assert engine_of_checkout(checkout, True).state == "fine" and len(starts(checkout)) == 1


def test_an_interrupted_build_is_begun_again(checkout: Engine) -> None:
    (checkout.root / "wait").touch()
    checkout.prepare()
    until(lambda: checkout.progress() == Progress("building", 3, 7))
    os.killpg(int(checkout.lock.read_text()), signal.SIGKILL)
    until(lambda: not checkout.is_locked())
    assert checkout.progress() == Progress("interrupted", 3, 7) and checkout.fresh() is None
    assert "interrupted" in str(engine_of_checkout(checkout, True).advice)
    (checkout.root / "wait").unlink()
    checkout.prepare()
    until(lambda: checkout.fresh())
    assert len(starts(checkout)) == 2


def test_whose_builder_is_killed_waits_for_its_compiler(checkout: Engine) -> None:
    (checkout.root / "wait").touch()
    checkout.prepare()
    until(lambda: starts(checkout))
    os.kill(int(checkout.lock.read_text()), signal.SIGKILL)
    checkout.prepare()
    assert checkout.is_locked() and len(starts(checkout)) == 1, "the compiler still works on the files"
    (checkout.root / "wait").unlink()
    until(lambda: not checkout.is_locked())


def test_a_build_in_the_foreground_takes_over(checkout: Engine) -> None:
    (checkout.root / "wait").touch()
    checkout.prepare()
    until(lambda: starts(checkout))
    assert checkout.build_now() == 0 and checkout.fresh()
    assert starts(checkout) == ["1 19", f"None {os.nice(0)}"], "on all cores, at our own priority"


def test_a_build_of_an_older_source_is_not_used(checkout: Engine) -> None:
    assert checkout.build_now() == 0
    first = checkout.fresh()
    source = checkout.root / "src" / "parrain" / "state.py"
    source.write_text("# changed")
    os.utime(source, (1, 1))
    assert checkout.fresh() is None, "whatever the clock says"
    (source.parent / "new.py").touch()
    assert checkout.build_now() == 0 and checkout.fresh() != first
    assert first is not None and first.exists(), "a table that runs may still use it"
    (source.parent / "new.py").unlink()
    assert checkout.fresh() is None, "a module that is gone counts too"
    source.write_text("# as it was")
    assert checkout.build_now() == 0 and checkout.fresh() == first and len(starts(checkout)) == 2, "it was still there"


def test_the_tests_have_a_build_of_their_own(checkout: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checkout.root)
    assert module.main(["build-for-tests"]) == 0
    assert (checkout.root / "build" / "tests" / "compiled" / "parrain" / "state.so").exists()
    assert (checkout.root / "optimize").read_text() == "g" and checkout.fresh() is None, "nobody plays on it"
    assert module.main(["build"]) == 0 and checkout.fresh()
    assert (checkout.root / "optimize").read_text() == "3"


def test_a_source_that_cannot_be_compiled_is_tried_once(checkout: Engine) -> None:
    (checkout.root / "fail").touch()
    checkout.prepare()
    until(lambda: ended(checkout))
    until(lambda: checkout.progress() == Progress("failed", 3, 7))
    assert str(checkout.prepare()) == "The engine could not be compiled and runs as it is; make doctor says more."
    assert len(starts(checkout)) == 1 and "error: no luck" in checkout.log.read_text()
    assert str(checkout.log) in str(engine_of_checkout(checkout, True).advice)
    (checkout.root / "src" / "parrain" / "state.py").write_text("# mended")
    (checkout.root / "fail").unlink()
    checkout.prepare()
    until(lambda: checkout.fresh())


def test_without_a_compiler_there_is_one_sentence(checkout: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "can_compile", lambda: False)
    assert str(checkout.prepare()) == "Bots are slower without a C compiler; make doctor says what to do."
    assert not checkout.folder.exists()
    assert "build-essential" in str(engine_of_checkout(checkout, False).advice)


def test_nothing_is_built_if_that_is_not_wanted(checkout: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARRAIN_COMPILE", "0")
    assert checkout.prepare() is None and not checkout.folder.exists()


def test_mypyc_is_fetched_into_an_environment_of_its_own(checkout: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(command[3:])
        (checkout.compiler / "bin").mkdir(parents=True, exist_ok=True)
        return subprocess.CompletedProcess(command, offline)

    monkeypatch.setattr(os, "nice", lambda _: 19)
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    monkeypatch.setattr(subprocess, "run", run)
    offline = 1
    checkout.build_quietly()
    assert checkout.progress() == Progress("offline") and len(asked) == 1
    assert "could not be fetched" in str(engine_of_checkout(checkout, True).advice)
    offline = 0
    python = str(checkout.compiler / "bin" / "python")
    assert checkout.find_compiler() == checkout.find_compiler() == python
    assert asked[1][0] == "venv" and asked[2] == ["pip", "install", "--quiet", "--python", python, "mypy"]
    assert len(asked) == 3, "once"


@pytest.mark.parametrize("built", [True, False])
def test_the_command_runs_on_the_engine_that_is_there(
    built: bool, checkout: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[list[str], str]] = []
    monkeypatch.setattr(os, "execve", lambda _, arguments, env: started.append((arguments[1:], env["PYTHONPATH"])))
    monkeypatch.chdir(checkout.root)
    if built:
        assert module.main(["build"]) == 0
    module.main(["run", "doctor"])
    place = checkout.fresh() or Path(parrain.__file__).parents[1]
    assert started == [(["-m", "parrain", "doctor"], str(place))]
