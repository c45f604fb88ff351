"""A process that measures what its environment holds, one task at a time, when it is told to.

    python worker.py KIND CORE PATH     KIND: ours, adapter, or the name of a peer; PATH: of `parrain` and `yardsticks`

It answers one line of JSON for each line on its input, so that the runner can take turns between processes.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import traceback
from importlib.metadata import PackageNotFoundError, version

import tasks as things


def load(kind: str) -> list[things.Task]:
    """The tasks of this environment."""
    if kind in ("ours", "adapter"):
        import ours

        return list(ours.tasks(adapter=kind == "adapter"))
    import peers

    return list(peers.tasks(kind))


def library_version(kind: str) -> str:
    """The version of what is measured."""
    name = "parrain" if kind in ("ours", "adapter") else kind
    try:
        return version(name)
    except PackageNotFoundError:
        import parrain

        return parrain.__version__


def pin(core: int) -> bool:
    """Stay on one core, where the system lets us."""
    if core < 0 or not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, {core})
    return True


def main() -> None:
    """Say what there is, then measure on demand until the input ends."""
    kind, core = sys.argv[1], int(sys.argv[2])
    sys.path.insert(0, sys.argv[3])  # before the directory of this file, which holds the yardsticks uncompiled
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints goes to the error output

    def answer(value: object) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    pinned = pin(core)
    try:
        found = load(kind)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        answer({"failed": f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"})
        return
    facts = {"version": library_version(kind), "python": platform.python_version(), "pinned": pinned}
    answer({**facts, "problems": things.PROBLEMS, "tasks": [task.facts() for task in found]})
    for line in sys.stdin:
        order = json.loads(line)
        try:
            answer(found[order["task"]].measure(order["seconds"]))
        except Exception as error:
            answer({"failed": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
