"""What is published: the source distribution and the pure wheel hold the whole package; the changelog; the workflow."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import parrain

pytestmark = pytest.mark.once

HOME = Path(__file__).parents[1]
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))
MAKE = runpy.run_path(str(HOME / "release" / "make.py"))
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### For players\n- More light.\n\n## 0.1.0\n\nFive games.\n"


def package_files() -> set[str]:
    """Every file of the package, by its path in it."""
    package = HOME / "src" / "parrain"
    found = (path.relative_to(package.parent) for path in package.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the pure wheel and the source distribution are, built as on a machine without a compiler."""
    copy = tmp_path_factory.mktemp("source")
    shutil.copytree(HOME / "src" / "parrain", copy / "src" / "parrain", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy2(HOME / name, copy)
    script = "from setuptools import build_meta as b; b.build_sdist('dist'); b.build_wheel('dist')"
    environment = {**os.environ, "PATH": ""}
    subprocess.run([sys.executable, "-c", script], cwd=copy, env=environment, check=True, capture_output=True)
    return copy / "dist"


def test_the_pure_wheel_holds_the_whole_package_and_fits_everywhere(built: Path) -> None:
    wheel = built / f"parrain-{parrain.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as found:
        names = {name for name in found.namelist() if ".dist-info/" not in name}
        metadata = found.read(f"parrain-{parrain.__version__}.dist-info/METADATA").decode()
    assert names == package_files()
    assert f"\nVersion: {parrain.__version__}\n" in metadata and "\nRequires-Python: >=3.11\n" in metadata


def test_the_source_distribution_holds_all_that_a_build_needs(built: Path) -> None:
    with tarfile.open(built / f"parrain-{parrain.__version__}.tar.gz") as found:
        names = {name.partition("/")[2] for name in found.getnames()}
    assert {f"src/{name}" for name in package_files()} <= names
    assert {"setup.py", "pyproject.toml", "LICENSE", "README.md"} <= names


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"] and "version" not in PROJECT["project"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "parrain.__version__"}
    for path in [HOME / "setup.py", HOME / "docs" / "conf.py", *(HOME / "release").glob("*.py")]:
        assert f'"{parrain.__version__}"' not in path.read_text("utf-8"), path


def test_a_release_writes_its_entry_once() -> None:
    written = MAKE["with_entry"](CHANGELOG, "0.2.0", "2026-11-16")
    assert written.startswith(
        "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-16)\n\n### For players\n- More light.\n"
    )
    assert MAKE["with_entry"](written, "0.2.0", "2026-11-17") == written, "made again after a check has failed"
    assert MAKE["notes"](written, "0.2.0") == "### For players\n- More light."
    assert MAKE["notes"](written, "0.1.0") == "Five games."
    with pytest.raises(SystemExit, match="what has changed"):
        MAKE["with_entry"](written, "0.3.0", "2026-11-17")
    with pytest.raises(SystemExit, match="no entry"):
        MAKE["notes"](written, "0.3.0")


@pytest.mark.parametrize("version", ["1", "0.2", "0.2.0rc1", "v0.2.0", "next"])
def test_a_version_is_three_numbers(version: str) -> None:
    with pytest.raises(SystemExit, match="three numbers"):
        MAKE["numbers"](version)


# -- the forge ------------------------------------------------------------------------------------------


def workflow() -> Any:
    """The workflow that builds the wheels."""
    return yaml.safe_load((HOME / ".github" / "workflows" / "wheels.yml").read_text("utf-8"))


def test_wheels_are_built_for_every_system_and_python() -> None:
    systems = workflow()["jobs"]["compiled"]["strategy"]["matrix"]["system"]
    assert {system.partition("-")[0] for system in systems} == {"ubuntu", "macos", "windows"}
    assert PROJECT["tool"]["cibuildwheel"]["build"].split() == [f"cp3{minor}-*" for minor in (11, 12, 13, 14)]
    assert PROJECT["tool"]["cibuildwheel"]["environment"] == {"PARRAIN_COMPILE": "1"}


def test_the_workflow_names_only_what_is_there() -> None:
    jobs = workflow()["jobs"]
    steps = [step for job in jobs.values() for step in job["steps"]]
    assert all(need in jobs for job in jobs.values() for need in job.get("needs", []))
    assert all(("uses" in step) != ("run" in step) for step in steps)
    commands = "\n".join(step.get("run", "") for step in steps) + PROJECT["tool"]["cibuildwheel"]["test-command"]
    for path in re.findall(r"[\w{}/.]+\.py", commands):
        assert (HOME / path.removeprefix("{project}/")).is_file(), path
    for group in re.findall(r"--group (\w+)", commands):
        assert PROJECT["dependency-groups"][group]
    for option in re.findall(r"release/make\.py (--\w+)", commands):
        assert f'"{option}"' in (HOME / "release" / "make.py").read_text("utf-8")
