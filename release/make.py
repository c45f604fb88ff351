"""Build and check what is published (`make wheels`), and write the changelog's entry of a version (`make release`).

The version is `__version__` of src/parrain/__init__.py, and nowhere else.

    python release/make.py                  the source, the compiled wheel and the pure one, into dist/, each checked
    python release/make.py --pure           without the compiled wheel
    python release/make.py --version 0.2.0  all of it as a new version, with its entry in the changelog
    python release/make.py --notes 0.2.0    print the entry of a version
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
VERSION_FILE = HOME / "src" / "parrain" / "__init__.py"
CHANGELOG = HOME / "CHANGELOG.md"
DIST = HOME / "dist"
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


def numbers(version: str) -> tuple[int, ...]:
    """A version of three numbers, to compare."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"A version is three numbers, as in 0.2.0, not {version!r}: make release VERSION=0.2.0")
    return tuple(map(int, version.split(".")))


def with_entry(changelog: str, version: str, day: str) -> str:
    """The changelog in which what was unreleased is the entry of a version; as it was if it has that entry."""
    if f"\n## {version} (" in changelog:
        return changelog
    entry = re.search(r"^## Unreleased\n(.*?)(?=^## )", changelog, re.DOTALL | re.MULTILINE)
    if entry is None or not entry[1].strip():
        sys.exit("CHANGELOG.md says nothing under “Unreleased”: what has changed?")
    return changelog.replace("## Unreleased\n", f"## Unreleased\n\n## {version} ({day})\n", 1)


def notes(changelog: str, version: str) -> str:
    """The entry of a version."""
    entry = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE)
    if entry is None:
        sys.exit(f"CHANGELOG.md has no entry for {version}.")
    return entry[1].strip()


def name_version(version: str) -> None:
    """Set the version and write its entry; again for the same version changes nothing."""
    source = VERSION_FILE.read_text("utf-8")
    found = VERSION.search(source)
    assert found is not None
    if numbers(version) < numbers(found[1]):
        sys.exit(f"{version} is older than {found[1]}.")
    changelog = with_entry(CHANGELOG.read_text("utf-8"), version, datetime.date.today().isoformat())
    VERSION_FILE.write_text(VERSION.sub(f'__version__ = "{version}"', source), "utf-8")
    CHANGELOG.write_text(changelog, "utf-8")


def run(*command: str | Path, **environment: str) -> None:
    """Run a command at the root of the checkout, with the programs of this environment, and stop if it fails."""
    print("+", *command, flush=True)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    settings = {**os.environ, "PATH": path, **environment}
    done = subprocess.run([str(word) for word in command], cwd=HOME, env=settings)
    if done.returncode:
        sys.exit(done.returncode)


def build(python: str, compiled: bool) -> None:
    """The source distribution, and from it the compiled wheel and the pure one."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(python, "-m", "build", *([] if compiled else ["--sdist"]), PARRAIN_COMPILE="1")
    (source,) = DIST.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(source, folder, filter="data")
        (unpacked,) = Path(folder).iterdir()
        run(python, "-m", "build", "--wheel", "--outdir", DIST, unpacked, PARRAIN_COMPILE="0")


def repair(python: str) -> None:
    """On Linux, give the compiled wheel the name of the oldest systems that it runs on."""
    if sys.platform == "linux":
        for wheel in DIST.glob("*-linux_*.whl"):
            run(python, "-m", "auditwheel", "repair", "--wheel-dir", DIST, wheel)
            wheel.unlink()


def check(python: str) -> None:
    """All of it is well formed, and works in an empty environment; the source where there is no compiler, too."""
    built = sorted(DIST.iterdir())
    run(python, "-m", "twine", "check", "--strict", *built)
    for package in built:
        compiled = package.suffix == ".whl" and not package.name.endswith("-none-any.whl")
        with tempfile.TemporaryDirectory() as folder:
            run(python, "-m", "venv", folder)
            inside = Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
            # where the source is installed no compiler can be found, so that it must do without
            hidden = {} if package.suffix == ".whl" else {"PATH": str(inside.parent)}
            run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package, **hidden)
            run(inside, HOME / "release" / "check.py", "compiled" if compiled else "interpreted")


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pure", action="store_true")
    parser.add_argument("--version")
    parser.add_argument("--notes")
    wanted = parser.parse_args()
    if wanted.notes:
        print(notes(CHANGELOG.read_text("utf-8"), wanted.notes))
        return
    if wanted.version:
        name_version(wanted.version)
    build(sys.executable, not wanted.pure)
    repair(sys.executable)
    check(sys.executable)
    print("\n".join(["ready in dist/:", *sorted(path.name for path in DIST.iterdir())]))
    if wanted.version:
        print(f"Left to do: commit, `git tag v{wanted.version}`, push the tag (the forge then builds all wheels).")


if __name__ == "__main__":
    main()
