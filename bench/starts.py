"""How long it takes to start: milliseconds of CPU time of whole processes. Alone: `python bench/starts.py`."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

COMMAND = ("-c", "from parrain.cli import main; main()")
# What is started, and how many milliseconds it may take.
STARTS: dict[str, tuple[tuple[str, ...], int | None]] = {
    "python alone": (("-c", "pass"), None),
    "import parrain": (("-c", "import parrain"), 60),
    "parrain --version": ((*COMMAND, "--version"), None),
    "parrain --help": ((*COMMAND, "--help"), 300),
    "a first game dealt": (("-c", "import parrain; parrain.new('district-noir', seed=7)"), None),
}


def cpu_milliseconds(arguments: Sequence[str], environment: dict[str, str]) -> float:
    """The CPU time of a Python process from its start to its end."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def measure(path: Path, rounds: int) -> list[dict[str, Any]]:
    """The median of each start over some rounds, with warm bytecode; nothing where the system does not tell."""
    if find_spec("resource") is None:
        return []
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        found: dict[str, list[float]] = {what: [] for what in STARTS}
        for turn in range(rounds + 1):
            for what, (arguments, _) in STARTS.items():
                spent = cpu_milliseconds(arguments, environment)
                if turn:  # the first writes the bytecode
                    found[what].append(spent)
    return [
        {"what": what, "milliseconds": round(statistics.median(found[what])), "at_most": most}
        for what, (_, most) in STARTS.items()
    ]


if __name__ == "__main__":
    import report

    starts = measure(Path(__file__).resolve().parents[1] / "src", int(sys.argv[1]) if len(sys.argv) > 1 else 11)
    print(report.table(report.START_HEAD, report.starts({"starts": starts}), markdown=True))
