"""Where things are measured: a compiled copy of the working source, and a throw-away environment for each peer."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
YARDSTICKS = ("src/yardsticks/goofspiel.py", "src/yardsticks/leduc.py")
PATIENCE = 1200  # seconds for an installation or a build


class Unavailable(Exception):
    """Something that cannot be had here; the text says why, and the rest goes on without it."""


def has_source() -> bool:
    """Whether this bench stands in a checkout, so that there is something to compile."""
    return (ROOT / "setup.py").exists() and (ROOT / "src" / "parrain").is_dir()


def default_cache() -> Path:
    """In a checkout its own .cache; elsewhere the user's."""
    return ROOT / ".cache" / "bench" if has_source() else Path.home() / ".cache" / "parrain" / "bench"


def source() -> Path:
    """Where to import the engine from as it stands: the working source; outside a checkout, what is installed."""
    return ROOT / "src" if has_source() else BENCH


def compiled(cache: Path) -> Path:
    """Where to import the compiled engine and yardsticks from; built when the source has changed."""
    tree = cache / "compiled"
    stamp = tree / "stamp"
    wanted = source_digest()
    if not stamp.exists() or stamp.read_text() != wanted:
        build(cache, tree)
        stamp.write_text(wanted)
    return tree / "src"


def compiled_elsewhere(bench: Path) -> str:
    """The same of another checkout, built by its own means."""
    code = "import places; print(places.compiled(places.default_cache()))"
    run([sys.executable, "-c", code], "the other tree cannot be compiled", cwd=bench)
    return str(bench.parent / ".cache" / "bench" / "compiled" / "src")


def source_digest() -> str:
    """What the compiled copy depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for path in [ROOT / "setup.py", ROOT / "pyproject.toml", *sources()]:
        digest.update(str(path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources() -> list[Path]:
    """The files of the engine and of the yardsticks."""
    found = [*(ROOT / "src").rglob("*"), *(BENCH / "yardsticks").rglob("*")]
    return sorted(path for path in found if path.is_file() and path.suffix in (".py", ".toml", ".mo", ".typed"))


def build(cache: Path, tree: Path) -> None:
    """Copy the source and compile it."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for path in sources():
        inside = path.relative_to(ROOT) if path.is_relative_to(ROOT / "src") else Path("src") / path.relative_to(BENCH)
        (tree / inside).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, tree / inside)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    wanted = {"PARRAIN_COMPILE": "1", "PARRAIN_COMPILE_ALSO": " ".join(YARDSTICKS)}
    python = sys.executable
    if not any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "cl")):
        python = environment(cache, "build", ("mypy[mypyc]", "setuptools>=77", "ziglang"))  # brings a C compiler along
        wanted |= {"CC": f"{python} -m ziglang cc", "LDSHARED": f"{python} -m ziglang cc -shared"}
    elif importlib.util.find_spec("mypyc") is None or importlib.util.find_spec("setuptools") is None:
        python = environment(cache, "build", ("mypy[mypyc]", "setuptools>=77"))
    run(
        [python, "setup.py", "-q", "build_ext", "--inplace"],
        "the engine cannot be compiled",
        cwd=tree,
        env={**os.environ, **wanted},
    )


def environment(cache: Path, name: str, packages: tuple[str, ...]) -> str:
    """The Python of a throw-away environment with these packages, of the same version as the one that runs."""
    home = cache / "environments" / f"{name}-{sys.version_info.major}.{sys.version_info.minor}"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = home / "stamp"
    if stamp.exists() and stamp.read_text() == " ".join(packages) and python.exists():
        return str(python)
    shutil.rmtree(home, ignore_errors=True)
    home.parent.mkdir(parents=True, exist_ok=True)
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    problem = f"{name} cannot be installed"
    if uv:
        run([uv, "venv", "-q", "--python", sys.executable, str(home)], problem)
        run([uv, "pip", "install", "-q", "--python", str(python), *packages], problem)
    else:
        run([sys.executable, "-m", "venv", str(home)], problem)
        run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages], problem)
    stamp.write_text(" ".join(packages))
    return str(python)


def run(command: list[str], problem: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a command to its end, or say what went wrong in a line."""
    try:
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{problem}: {error}") from None
    if done.returncode:
        last = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()][-1:]
        raise Unavailable(f"{problem}: {' '.join(last) or 'no word why'}")
