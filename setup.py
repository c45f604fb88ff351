"""Builds the wheel; with a C compiler at hand (and PARRAIN_COMPILE not 0) the engine is compiled by mypyc."""

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup

# Interpreted on purpose: the shim that compiled code imports, and what draws or words rather than plays.
INTERPRETED = {
    *(
        "__init__.py",
        "compiling.py",
        "errors.py",
        "game.py",
        "lesson.py",
        "parley.py",
        "picture.py",
        "record.py",
        "rulebook.py",
    ),
    *("say.py", "solved.py", "svg.py", "words.py", "board.py", "text.py", "_cover.py"),
}


def engine() -> list[str]:
    """The files of the engine that mypyc compiles, and any a bench adds to the same build."""
    root = Path("src/parrain")
    found = [*root.glob("core/*.py"), *root.glob("games/*/*.py"), root / "bots/tree.py"]
    extra = os.environ.get("PARRAIN_COMPILE_ALSO", "").split()
    return sorted(str(path) for path in found if path.name not in INTERPRETED) + extra


def extensions() -> list:
    """The compiled modules, or none where they are not wanted or cannot be built."""
    wanted = os.environ.get("PARRAIN_COMPILE", "auto")
    building = any(word in sys.argv for word in ("bdist_wheel", "build_ext", "install", "build"))
    if wanted == "0" or not building or (wanted == "auto" and not shutil.which("cc") and not shutil.which("cl")):
        return []
    try:
        from mypyc.build import mypycify

        return mypycify(["--strict", *engine()], opt_level="3", debug_level="0", group_name="parrain_engine")
    except Exception as error:
        if wanted == "1":
            raise
        print(f"parrain: the engine stays interpreted ({error})", file=sys.stderr)
        return []


modules = extensions()
for module in modules:
    module.optional = os.environ.get("PARRAIN_COMPILE") != "1"
setup(ext_modules=modules)
