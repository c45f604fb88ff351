"""How fast the games are, and how fast the peers are, on one core in one run: `make bench`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parent
sys.path.insert(0, str(BENCH))

import places  # noqa: E402
import report  # noqa: E402
import starts  # noqa: E402
import targets  # noqa: E402
from peers import INSTALL  # noqa: E402
from places import Unavailable  # noqa: E402

FORMAT = 1
AGAINST = "against"  # what the workers of another tree are called
LOST = "the process ended before it answered"


class Worker:
    """A measuring process in an environment of its own."""

    def __init__(self, name: str, kind: str, python: str, path: str, core: int, bench: Path = BENCH) -> None:
        self.name = name
        command = [python, str(bench / "worker.py"), kind, str(core), path]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.facts = self.answer()
        if "failed" in self.facts:
            self.close()
            raise Unavailable(str(self.facts["failed"]))
        self.tasks: list[dict[str, Any]] = self.facts["tasks"]

    def answer(self) -> dict[str, Any]:
        """The next line it says."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"failed": LOST}
        return answer

    def measure(self, task: int, seconds: float) -> dict[str, Any]:
        """Let it run one task."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"task": task, "seconds": seconds}) + "\n")
            self.process.stdin.flush()
        except OSError:
            return {"failed": LOST}
        return self.answer()

    def close(self) -> None:
        """End its input: it stops by itself."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


def tell(text: str) -> None:
    """Progress, apart from the result."""
    print(text, file=sys.stderr, flush=True)


def start(args: argparse.Namespace) -> tuple[list[Worker], list[dict[str, str]]]:
    """Every worker that can be had, and what cannot, with the reason."""
    workers: list[Worker] = []
    problems: list[dict[str, str]] = []
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else -1

    def begin(name: str, kind: str, packages: tuple[str, ...], compiled: bool) -> None:
        tell(f"bench: {name}")
        try:
            path = str(places.compiled(args.cache) if compiled else places.source())
            python = (
                places.environment(args.cache, kind if kind in INSTALL else "pettingzoo", packages)
                if packages
                else sys.executable
            )
            workers.append(Worker(name, kind, python, path, core))
            problems.extend(workers[-1].facts["problems"])
        except Unavailable as error:
            problems.append({"what": name, "why": str(error)})

    compiled = args.compiled and places.has_source()
    if compiled:
        begin("parrain compiled", "ours", (), True)
    begin("parrain interpreted" if places.has_source() else "parrain as installed", "ours", (), False)
    for peer in args.peers:
        begin(peer, peer, INSTALL[peer], False)
    if "pettingzoo" in args.peers:
        # what is installed cannot be seen from a throw-away environment
        begin("parrain's PettingZoo adapter", "adapter", INSTALL["pettingzoo"] if places.has_source() else (), compiled)
    if args.against:
        bench = args.against.resolve() / "bench"
        other = [("interpreted", str(bench.parent / "src"))]
        if compiled:
            other.append(("compiled", places.compiled_elsewhere(bench)))
        for engine, path in other:
            tell(f"bench: {args.against} {engine}")
            workers.append(Worker(f"{AGAINST} {engine}", "ours", sys.executable, path, core, bench))
    return workers, problems


def measure(workers: list[Worker], rounds: int, seconds: float, problems: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Every task once a round, like beside like, forward and backward in turn; then the medians."""
    order = [(worker, number) for worker in workers for number in range(len(worker.tasks))]
    order.sort(key=lambda each: str(each[0].tasks[each[1]]["metric"]))
    found: dict[tuple[str, int], list[dict[str, float]]] = {(worker.name, number): [] for worker, number in order}
    broken: set[tuple[str, int]] = set()
    for turn in range(rounds):
        tell(f"bench: round {turn + 1} of {rounds}, {len(order)} tasks")
        for worker, number in order if turn % 2 == 0 else order[::-1]:
            key = (worker.name, number)
            answer = {} if key in broken else worker.measure(number, seconds)
            if "failed" in answer:
                broken.add(key)
                task = worker.tasks[number]
                problems.append(
                    {"what": f"{task['library']}: {task['game']}, {task['metric']}", "why": str(answer["failed"])}
                )
            elif answer:
                found[key].append(answer)
    results = []
    for worker in workers:
        for number, task in enumerate(worker.tasks):
            if (worker.name, number) not in broken:
                results.append({**task, "worker": worker.name, **medians(found[worker.name, number])})
    return results


def medians(measured: list[dict[str, float]]) -> dict[str, float]:
    """The middle of the rounds, and how far they were apart."""
    rates = sorted(each["rate"] for each in measured)
    return {
        "per_second": round(statistics.median(rates), 1),
        "lowest": round(rates[0], 1),
        "highest": round(rates[-1], 1),
        "steps_per_second": round(statistics.median(each["steps"] for each in measured), 1),
        "games_per_second": round(statistics.median(each["games"] for each in measured), 1),
    }


def processor() -> str:
    """What the system calls its processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def whole_run(args: argparse.Namespace) -> dict[str, Any]:
    """Set everything up, measure, compare."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    workers, problems = start(args)
    try:
        results = measure(workers, args.rounds, args.seconds, problems)
    finally:
        for worker in workers:
            worker.close()
    workers_of = [row.pop("worker") for row in results]
    other = [row for row, name in zip(results, workers_of, strict=True) if name.startswith(AGAINST)]
    results = [row for row, name in zip(results, workers_of, strict=True) if not name.startswith(AGAINST)]
    return {
        "format": FORMAT,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "processor": processor(),
            "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.machine()}",
            "python": platform.python_version(),
            "pinned": all(worker.facts["pinned"] for worker in workers),
            "load": load,
        },
        "rounds": args.rounds,
        "seconds": args.seconds,
        "libraries": {worker.name: worker.facts["version"] for worker in workers},
        "problems": problems,
        "results": results,
        "against": other,
        "starts": starts.measure(places.source(), args.rounds),
        "targets": list(targets.judged(results)),
    }


def read_args(words: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few short rounds: a first look, not a measurement")
    parser.add_argument(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="the figures for machines (docs/speed.md names the keys), to the screen or into a file",
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="TREE",
        help="measure another checkout of this project in the same run, and print each row's ratio to its row",
    )
    parser.add_argument("--rounds", type=int, help="rounds to take the median of")
    parser.add_argument("--seconds", type=float, help="CPU time of one task in one round")
    parser.add_argument(
        "--peers",
        default=",".join(INSTALL),
        help=f"which of {', '.join(INSTALL)} to install and measure; none for none",
    )
    parser.add_argument(
        "--no-compiled", dest="compiled", action="store_false", help="only the interpreted engine, nothing is built"
    )
    parser.add_argument(
        "--cache", type=Path, default=places.default_cache(), help="where builds and throw-away environments go"
    )
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="also write the tables into this page, between its marks"
    )
    args = parser.parse_args(words)
    args.rounds = args.rounds or (3 if args.quick else 7)
    args.seconds = args.seconds or (0.02 if args.quick else 0.25)
    args.peers = [] if args.peers == "none" else args.peers.split(",")
    for peer in args.peers:
        if peer not in INSTALL:
            parser.error(f"there is no peer {peer}; there are: {', '.join(INSTALL)}, none")
    args.cache = args.cache.resolve()
    return args


def main(words: list[str] | None = None) -> None:
    """Measure and show."""
    args = read_args(words)
    run = whole_run(args)
    text = json.dumps(run, indent=1) + "\n"
    if args.json not in (None, "-"):
        Path(args.json).write_text(text, encoding="utf-8")
    print(text if args.json == "-" else report.render(run), end="")
    if args.against:
        print(report.changes(run["against"], run["results"]), end="", file=sys.stderr if args.json == "-" else None)
    if args.write:
        args.write.write_text(report.put_into(args.write.read_text(encoding="utf-8"), run), encoding="utf-8")


if __name__ == "__main__":
    main()
