"""Builds the wheel; where C can be compiled (and PARRAIN_COMPILE is not 0) the engine is compiled by mypyc.

PARRAIN_COMPILE=1 fails where it cannot be; PARRAIN_JOBS is how many compilers run at once (one per core without it);
PARRAIN_OPTIMIZE is their level of optimization (3 without it; g is for tests: in half the time, and what is seldom
called not at all); PARRAIN_PROGRESS names a file that says how far the build is.
"""

import hashlib
import os
import shutil
import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer_group

# The modules that are compiled, by name: of the core, of the bots, of every game (each a module or a package with all
# its files): the engine, and what draws and words a table for everybody who looks at it. Everything else stays
# interpreted: what reads files, or talks to people.
CORE = (
    "action batch box data edition encoding evaluation event fields gangs observation phase refusals state stream view"
    " worlds writing"
)
BOTS = "greedy guided tree"
GAMES = "components actions state view rules refusals imagine invariants position observe bot"
DRAWN = "cache parts svg translation", "board text"  # of the core, of every game
SELDOM = ("actions", "components", "edition", "fields", "invariants", "observe", "position", "refusals")
LIBRARY = "parrain_engine"
OPTIMIZE = os.environ.get("PARRAIN_OPTIMIZE", "3")
FOR_TESTS = "g"
# Functions call each other from file to file directly, not through the table of a shared library: a tenth faster.
INTERNAL = ["-fvisibility=hidden", "-fno-semantic-interposition"]


def files(home: Path, names: str) -> list[Path]:
    """The files of the modules and packages of these names."""
    return [path for name in names.split() for path in (home / f"{name}.py", *(home / name).rglob("*.py"))]


def engine() -> list[str]:
    """The files that are compiled, and any a bench adds to the same build."""
    root = Path("src/parrain")
    found = files(root / "core", f"{CORE} {DRAWN[0]}") + files(root / "bots", BOTS)
    for game in (root / "games").glob("*/"):
        found += files(game, f"{GAMES} {DRAWN[1]}")
    extra = os.environ.get("PARRAIN_COMPILE_ALSO", "").split()
    return sorted({str(path) for path in found if path.exists()}) + extra


def names_of(source: str) -> list[str]:
    """What a C file was made of: core, bots or games, then the module, or the game and its module."""
    return Path(source).stem.split("___")[1:]


def is_drawn(source: str) -> bool:
    """Whether a C file was made of what draws and words a table."""
    return any(name in drawn.split() for name, drawn in zip(names_of(source)[1:3], DRAWN, strict=False))


def level_of(source: str) -> list[str]:
    """The option for the optimization of a C file, by the module or package it was made of.

    What draws gains by being compiled at all, and little by more; what is seldom called need not be fast in tests.
    """
    if OPTIMIZE == FOR_TESTS:
        return ["-O0"] if is_drawn(source) or any(name in SELDOM for name in names_of(source)) else []
    return ["-O1"] if is_drawn(source) else []


def place_of(source: str) -> int:
    """Where its code lies in the library: what all games call side by side, then the games, then what draws."""
    return 2 if is_drawn(source) else 1 if names_of(source)[:1] == ["games"] else 0


def wanted() -> bool:
    """Whether the engine is to be compiled: in a build (not in an editable installation), where that is possible."""
    building = any(word in sys.argv for word in ("bdist_wheel", "build_ext", "install", "build"))
    choice = os.environ.get("PARRAIN_COMPILE", "auto")
    return building and (choice == "1" or (choice == "auto" and can_compile()))


def can_compile() -> bool:
    """Whether there are a C compiler and the headers of this Python."""
    headers = Path(sysconfig.get_paths()["include"], "Python.h").exists()
    return headers and any(map(shutil.which, ("cc", "gcc", "clang", "cl")))


class Progress:
    """How many C files are compiled, written into the file that PARRAIN_PROGRESS names."""

    def __init__(self, total: int) -> None:
        self.done, self.total = 0, total
        self.path = os.environ.get("PARRAIN_PROGRESS")
        self.lock = threading.Lock()

    def advance(self) -> None:
        """Count one more."""
        with self.lock:
            self.done += 1
            if self.path:
                Path(self.path).write_text(f"{self.done} {self.total}")


class CompileEngine(build_ext):
    """Compiles the engine to one library, on all cores, when one of its modules has changed since the last build."""

    def run(self) -> None:
        digest = hashlib.sha256(f"{sys.version} {OPTIMIZE}".encode())
        for path in (__file__, *engine()):
            digest.update(path.encode() + Path(path).read_bytes())
        stamp = Path(self.build_temp, f"{LIBRARY}.sha256")
        library = Path(self.get_ext_fullpath(f"{LIBRARY}__mypyc"))
        if library.exists() and stamp.exists() and stamp.read_text() == digest.hexdigest():
            return
        self.remove_libraries()
        try:
            self.generate()
            super().run()
        except (Exception, SystemExit) as error:
            if os.environ.get("PARRAIN_COMPILE") == "1":
                raise
            self.remove_libraries()
            self.extensions = []
            print(f"parrain: the engine stays interpreted ({error})", file=sys.stderr)
            return
        stamp.write_text(digest.hexdigest())

    def remove_libraries(self) -> None:
        """Remove those of an earlier build: one whose module is gone or interpreted now would still be imported."""
        for pattern in ("*.so", "*.pyd"):
            for old in Path("src" if self.inplace else self.build_lib).rglob(pattern):
                old.unlink()

    def generate(self) -> None:
        """Translate the modules to C, one file each so that several compilers can work at once.

        Of modules that are not compiled no errors are shown: some import packages that a build does not have.
        """
        from mypyc.build import mypycify

        options = ["--strict", "--follow-imports=silent"]
        self.distribution.ext_modules = mypycify(
            [*options, *engine()],
            opt_level=OPTIMIZE,
            debug_level="0",
            group_name=LIBRARY,
            multi_file=True,
            target_dir=self.build_temp,
        )
        for extension in self.distribution.ext_modules:
            extension.sources.sort(key=place_of)
            if os.name == "posix":
                quiet = ["-Wno-maybe-uninitialized"] if OPTIMIZE == FOR_TESTS else []  # guesses, so little is looked at
                extension.extra_compile_args = [*extension.extra_compile_args, *INTERNAL, *quiet]
        self.swig_opts = None  # as it was before the options were finalized the first time
        self.finalize_options()

    def build_extensions(self) -> None:
        """Build all libraries at once; a C file that has not changed is not compiled again.

        Every object file is written elsewhere and then moved to its place: one cut short by an interrupted build
        would be taken for a finished one.
        """
        import mypyc

        compile_files = self.compiler.compile
        progress = Progress(sum(len(extension.sources) for extension in self.extensions))
        self.parallel = int(os.environ.get("PARRAIN_JOBS") or os.cpu_count() or 1)
        with ThreadPoolExecutor(self.parallel) as pool:

            def compile_each(sources: list[str], output_dir: str, depends: list[str], **how: Any) -> list[str]:
                def compile_one(source: str) -> str:
                    (built,) = self.compiler.object_filenames([source], output_dir=output_dir)
                    if newer_group([source, __file__, mypyc.__file__, *depends], built):
                        partial = os.path.join(output_dir, "partial")  # noqa: PTH118
                        options = {**how, "extra_postargs": [*how["extra_postargs"], *level_of(source)]}
                        (written,) = compile_files([source], output_dir=partial, depends=depends, **options)
                        Path(built).parent.mkdir(parents=True, exist_ok=True)
                        Path(written).replace(built)
                    progress.advance()
                    return built

                return list(pool.map(compile_one, sources))

            self.compiler.compile = compile_each
            super().build_extensions()


def plugin(version: str) -> type:
    """The plugin of mypy that pyproject.toml names."""
    from mypy.plugin import Plugin

    class WithoutGeneric(Plugin):
        """Takes Generic from the bases of a compiled class that has a `__class_getitem__` of its own.

        A class that inherits from Generic has a `__dict__` in mypyc, and with one Python 3.11 looks up every method
        that interpreted code calls anew.
        """

        def get_class_decorator_hook(self, fullname: str) -> Any:
            return remove_generic if fullname == "mypy_extensions.mypyc_attr" else None

    def remove_generic(context: Any) -> None:
        if "__class_getitem__" in context.cls.info.names:
            context.cls.removed_base_type_exprs.clear()

    return WithoutGeneric


if __name__ == "__main__":
    setup(
        cmdclass={"build_ext": CompileEngine},
        ext_modules=[Extension(f"{LIBRARY}__mypyc", sources=[])] if wanted() else [],
    )
