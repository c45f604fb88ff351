"""The compiled engine of a checkout: built beside the source, if need be in the background, used while it is as new.

`make play` starts the table at once and builds what is missing for the next start; `make compiled` builds it now.
A build is a folder of its own that holds the whole package, and `build/compiled` is a link to the newest.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from parrain.core import Say, say

NICE = 19  # the lowest priority: whoever plays goes first
KEPT = 2  # complete builds that are left on the disk: a table that still runs may use the one before

BUILDING, INTERRUPTED, FAILED, OFFLINE = "building", "interrupted", "failed", "offline"


class Progress(NamedTuple):
    """How a build in the background went so far: its state, and how many of its files are compiled."""

    state: str
    done: int = 0
    total: int = 0


class Engine:
    """The builds of one checkout: that which people play on, or that of the tests, optimized less, in half the time."""

    def __init__(self, root: Path, for_tests: bool = False) -> None:
        self.root = root
        self.for_tests = for_tests
        self.folder = root / "build" / "tests" if for_tests else root / "build"
        self.compiled = self.folder / "compiled"
        self.libraries = self.folder / "libraries"  # the compiled modules, kept from build to build
        self.log = self.folder / "engine.log"
        self.status = self.folder / "engine.json"
        self.counted = self.folder / "engine.progress"
        self.lock = self.folder / "engine.lock"
        self.compiler = root / ".cache" / "compiler"  # an environment for mypyc, where this one has none

    # -- what there is -------------------------------------------------------------------------------------

    def digest(self) -> str:
        """What a build depends on: every file of the package, how it is built, and for which Python."""
        found = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
        package = self.root / "src" / "parrain"
        for path in (self.root / "setup.py", *sorted(package.rglob("*"))):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(str(path.relative_to(self.root)).encode() + b"\0" + path.read_bytes())
        return found.hexdigest()[:16]

    def fresh(self) -> Path | None:
        """The folder of the build that was made from this very source; None if there is none."""
        with contextlib.suppress(OSError):
            if (self.compiled / ".built").read_text() == self.digest():
                return self.compiled.resolve()
        return None

    def progress(self) -> Progress | None:
        """How far a build in the background is, or how it ended; None if none was begun since the last complete one."""
        try:
            status = json.loads(self.status.read_text())
        except (OSError, ValueError):
            return None
        done, total = 0, 0
        with contextlib.suppress(OSError, ValueError):
            done, total = map(int, self.counted.read_text().split())
        if status["state"] != BUILDING:
            return Progress(status["state"], done, total)
        return Progress(BUILDING if self.is_locked() else INTERRUPTED, done, total)

    def is_locked(self) -> bool:
        """Whether a build is going on."""
        with contextlib.suppress(OSError), self.lock.open() as held:
            try:
                fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def has_failed(self) -> bool:
        """Whether this very source could not be compiled: trying again by itself would only warm the room."""
        with contextlib.suppress(OSError, ValueError):
            status = json.loads(self.status.read_text())
            return bool(status["state"] == FAILED and status["digest"] == self.digest())
        return False

    # -- building ------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def locked(self, background: bool) -> Iterator[int | None]:
        """Hold the lock of all builds, which ends with the last process that has it; None if another one has.

        The lock's file says which process may be stopped by whoever cannot wait: one in the background.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.lock.open("a") as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | (fcntl.LOCK_NB if background else 0))
            except BlockingIOError:
                yield None
                return
            self.lock.write_text(str(os.getpid()) if background else "")
            yield held.fileno()

    def build_now(self) -> int:
        """Build on all cores; one that goes on in the background is stopped, and what it has compiled is used."""
        if self.is_locked():
            with contextlib.suppress(OSError, ValueError):
                os.killpg(int(self.lock.read_text()), signal.SIGTERM)
        with self.locked(background=False) as lock:
            code = self.build(sys.executable, lock, jobs=None)
            if code == 0:
                self.status.unlink(missing_ok=True)
            return code

    def build_quietly(self) -> None:
        """Build on one core at the lowest priority, unless somebody else does; what becomes of it is in the status."""
        with contextlib.suppress(OSError):
            os.nice(NICE)
        with self.locked(background=True) as lock:
            if lock is None or self.fresh() or self.has_failed():
                return
            digest = self.digest()
            self.counted.unlink(missing_ok=True)
            self.note(BUILDING, digest)
            python = self.find_compiler()
            if python is None:
                self.note(OFFLINE, digest)
            elif self.build(python, lock, jobs=1):
                self.note(FAILED, digest)
            else:
                self.status.unlink(missing_ok=True)

    def note(self, state: str, digest: str) -> None:
        """Write the status, whole or not at all."""
        text = json.dumps({"state": state, "digest": digest})
        partial = self.status.with_suffix(".partial")
        partial.write_text(text)
        partial.replace(self.status)

    def find_compiler(self) -> str | None:
        """A Python that has mypyc: this one, or that of an environment made for it; None if it cannot be fetched."""
        if find_spec("mypyc") and find_spec("setuptools"):
            return sys.executable
        wanted = tomllib.loads((self.root / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
        python, made = self.compiler / "bin" / "python", self.compiler / ".made"
        marks = json.dumps([sys.version, wanted])
        if made.exists() and made.read_text() == marks:
            return str(python)
        uv = [sys.executable, "-m", "uv"]
        for command in (
            [*uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(self.compiler)],
            [*uv, "pip", "install", "--quiet", "--python", str(python), *wanted],
        ):
            if subprocess.run(command).returncode:
                return None
        made.write_text(marks)
        return str(python)

    def build(self, python: str, lock: int | None, jobs: int | None) -> int:
        """Compile what has changed, and put a complete package beside it; the link moves when all is there.

        The compiler has the lock too: if this process is killed, nobody else begins before it has ended.
        """
        digest = self.digest()
        place = self.folder / f"compiled-{digest}"
        if not (place / ".built").exists():
            settings = {
                "PARRAIN_COMPILE": "1",
                "PARRAIN_PROGRESS": str(self.counted),
                "PARRAIN_OPTIMIZE": "g" if self.for_tests else "3",
                "MYPY_CACHE_DIR": str(self.folder / "mypy"),  # so that a check of types may run beside it
            }
            if jobs is not None:
                settings["PARRAIN_JOBS"] = str(jobs)
            command = [python, "setup.py", "-q", "build_ext", "--build-temp", str(self.folder / "objects")]
            command += ["--build-lib", str(self.libraries)]
            held = [] if lock is None else [lock]
            code = subprocess.run(command, cwd=self.root, env={**os.environ, **settings}, pass_fds=held).returncode
            if code:
                return code
            if self.digest() != digest:  # the source has changed meanwhile
                return self.build(python, lock, jobs)
            self.assemble(place)
        (place / ".built").write_text(digest)
        self.point_to(place)
        return 0

    def assemble(self, place: Path) -> None:
        """The package with its compiled modules, in a folder that is complete or not there."""
        partial = place.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(
            self.root / "src" / "parrain", partial / "parrain", ignore=shutil.ignore_patterns("__pycache__")
        )
        for library in self.libraries.rglob("*.so"):
            target = partial / library.relative_to(self.libraries)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(library, target)
        partial.replace(place)

    def point_to(self, place: Path) -> None:
        """Move the link to a complete build, and delete those before the last."""
        if self.compiled.is_dir() and not self.compiled.is_symlink():
            shutil.rmtree(self.compiled)
        link = self.folder / "compiled.partial"
        link.unlink(missing_ok=True)
        link.symlink_to(place.name)
        link.replace(self.compiled)
        builds = sorted(self.folder.glob("compiled-*/.built"), key=lambda path: path.stat().st_mtime)
        for old in builds[:-KEPT]:
            shutil.rmtree(old.parent, ignore_errors=True)

    # -- starting ------------------------------------------------------------------------------------------

    def prepare(self) -> Say | None:
        """Begin to build in the background if that is wanted and possible; what is to be said about it, if anything."""
        if self.fresh() or os.environ.get("PARRAIN_COMPILE") == "0":
            return None
        if not can_compile():
            return say("Bots are slower without a C compiler; make doctor says what to do.")
        if self.has_failed():
            return say("The engine could not be compiled and runs as it is; make doctor says more.")
        self.folder.mkdir(exist_ok=True)
        if not self.is_locked():
            with self.log.open("w") as log:
                subprocess.Popen(
                    [sys.executable, "-m", "parrain.cli.engine", "background"],
                    cwd=self.root,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        return say("A faster engine is being built in the background, for the next start.")

    def start(self, arguments: Sequence[str]) -> None:
        """Become `parrain` with these arguments, on the compiled engine if it is as new as the source."""
        environment = dict(os.environ)
        place = self.fresh()
        if place is not None:
            environment["PYTHONPATH"] = str(place)
        os.execve(sys.executable, [sys.executable, "-m", "parrain", *arguments], environment)


def can_compile() -> bool:
    """Whether there are a C compiler and the headers of this Python."""
    headers = Path(sysconfig.get_paths()["include"], "Python.h").exists()
    return headers and any(map(shutil.which, ("cc", "gcc", "clang")))


def main(arguments: Sequence[str]) -> int:
    """`play` starts the table, `run ...` any command, `build` and `build-for-tests` build now; in a checkout's root."""
    what, *rest = arguments
    engine = Engine(Path.cwd(), for_tests=what == "build-for-tests")
    if what in ("build", "build-for-tests"):
        return engine.build_now()
    if what == "background":
        engine.build_quietly()
        return 0
    if what == "play":
        sentence = engine.prepare()
        if sentence is not None:
            from parrain.cli.shell import Shell
            from parrain.locale import choose_language

            Shell(choose_language(None, os.environ)).tell(sentence, "dim")
    sys.stdout.flush()
    engine.start(rest)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
