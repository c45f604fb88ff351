"""The figures of a run as tables for people: plain text, or Markdown for docs/speed.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from targets import COMPILED, Key, compare, index, number

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
WITHIN = 0.95  # of an other run
INNER = ("playout", "clone", "view", "imagine", "search", "adapter", "vector", "one stream")

START_HEAD = ("", "milliseconds", "at most", "")

Run = dict[str, Any]


def thousands(value: float | None) -> str:
    """A rate in thousands, three digits of it."""
    if not value:
        return "-"
    value /= 1000
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def times(ratio: float) -> str:
    """A ratio."""
    return f"{ratio:,.0f}x" if ratio >= 20 else f"{ratio:.1f}x" if ratio >= 3 else f"{ratio:.2f}x"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], markdown: bool) -> str:
    """A table; the first column to the left, numbers to the right."""
    lines = [list(head), *[list(row) for row in rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    shown = [
        [cell.ljust(widths[i]) if i == 0 else cell.rjust(widths[i]) for i, cell in enumerate(line)] for line in lines
    ]
    if not markdown:
        return "\n".join("  ".join(line).rstrip() for line in shown)
    ruler = ["-" * width if i == 0 else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    return "\n".join("| " + " | ".join(line) + " |" for line in [shown[0], ruler, *shown[1:]])


def loops(run: Run) -> list[list[str]]:
    """Random play: decisions, the same with chance steps, whole games."""
    rows = []
    for each in run["results"]:
        if each["metric"] == "loop":
            chance = each["steps_per_second"] if each["steps_per_second"] > each["per_second"] * 1.001 else None
            rate = each["per_second"]
            rows.append(
                [
                    f"{each['library']}: {each['game']}",
                    str(each["players"]),
                    thousands(rate),
                    thousands(chance),
                    f"{each['games_per_second']:,.0f}",
                ]
            )
    return rows


def inner(run: Run) -> list[list[str]]:
    """What else each game does, thousands of times per CPU-second."""
    found = index(run["results"])
    rows = []
    for library, game in dict.fromkeys((key.library, key.game) for key in found):
        cells = [found.get(Key(library, game, metric)) for metric in INNER]
        if any(cells):
            rows.append(
                [f"{library}: {game}", *[thousands(number(cell, "per_second") if cell else None) for cell in cells]]
            )
    return rows


def ratios(run: Run, metric: str) -> tuple[list[str], list[list[str]]]:
    """Our compiled games against every peer; after the stroke, with the peer's chance steps counted as decisions.

    Steps through our PettingZoo adapter are compared with steps through PettingZoo's own environments.
    """
    found = index(run["results"])
    ours = [key for key in found if key.library == COMPILED and key.metric == metric]
    ours = ours or [key for key in found if key.library.startswith("parrain") and key.metric == metric]
    theirs = ("loop", "pettingzoo") if metric == "adapter" else (metric, "")
    rows = []
    for peer in found if ours else ():
        if peer.metric == theirs[0] and peer.library.startswith(theirs[1]) and not peer.library.startswith("parrain"):
            cells = []
            for key in ours:
                plain, chance = compare(found[key], found[peer])
                cells.append(
                    times(plain)
                    if plain - chance < 0.01 * plain or metric != "loop"
                    else f"{times(plain)} / {times(chance)}"
                )
            rows.append([f"{peer.library}: {peer.game}", *cells])
    return [f"{metric}: ours against", *[key.game for key in ours]], rows


def verdicts(run: Run) -> list[list[str]]:
    """Each target and whether it was reached."""
    rows = []
    for each in run["targets"]:
        verdict = "reached" if each["reached"] else "NOT reached"
        rows.append([each["ours"], each["theirs"], f"{each['wanted']:g}x", times(each["ratio"]), verdict])
    return rows


def starts(run: Run) -> list[list[str]]:
    """How long each start took, and how long it may."""
    rows = []
    for each in run["starts"]:
        most = each["at_most"]
        verdict = "" if most is None else "reached" if each["milliseconds"] <= most else "NOT reached"
        rows.append([each["what"], str(each["milliseconds"]), "-" if most is None else str(most), verdict])
    return rows


def heading(run: Run) -> str:
    """Where and how it was measured."""
    machine = run["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in run["libraries"].items())
    pinned = (
        "pinned to one core" if machine["pinned"] else "not pinned: this system does not let a process stay on one core"
    )
    return (
        f"{run['date']}, {machine['processor']}, {machine['system']}, Python {machine['python']}, {pinned}.\n"
        f"Medians of {run['rounds']} interleaved rounds of about {run['seconds']:g} s of CPU time for each figure; "
        f"load of the machine at the start {machine['load']}.\n"
        f"{versions}."
    )


def render(run: Run, markdown: bool = False) -> str:
    """The whole report."""
    title = "### {}" if markdown else "{}"
    parts = [heading(run)]

    def section(name: str, head: Sequence[str], rows: list[list[str]]) -> None:
        if rows:
            parts.append(title.format(name) + "\n\n" + table(head, rows, markdown))

    unit = "thousands per CPU-second"
    section(
        f"Random play from a plain loop, {unit}",
        ["", "players", "decisions", "with chance", "whole games/s"],
        loops(run),
    )
    section(f"The rest, {unit}", ["", *INNER], inner(run))
    for metric in ("loop", "clone", "adapter"):
        head, rows = ratios(run, metric)
        section(f"Ratios, {metric}", head, rows)
    section("Starting, CPU time of a whole process, interpreted", START_HEAD, starts(run))
    section("Targets", ["ours", "theirs", "wanted", "measured", ""], verdicts(run))
    if run["problems"]:
        parts.append(
            title.format("Not measured")
            + "\n\n"
            + "\n".join(f"- {each['what']}: {each['why']}" for each in run["problems"])
        )
    return "\n\n".join(parts) + "\n"


def put_into(page: str, run: Run) -> str:
    """A page of docs with the measured part between its two marks replaced."""
    before, mark, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not mark or not end:
        raise SystemExit(f"the page has no lines {BEGIN} and {END} to write between")
    return f"{before}{BEGIN}\n\n{render(run, markdown=True)}\n{END}{after}"


def changes(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> str:
    """Each row's ratio to that of the other tree, the slowest first; `!` marks those more than 5 % slower."""
    other = {row_name(row): row["per_second"] for row in before}
    rows = {row_name(row): row["per_second"] for row in now}
    ratios = sorted((rate / other[name], name) for name, rate in rows.items() if other.get(name))
    lines = [f"{ratio:6.3f} {'!' if ratio < WITHIN else ' '} {name}" for ratio, name in ratios]
    lines += [f"   new   {name}" for name in sorted(rows.keys() - other.keys())]
    lines += [f"  gone ! {name}" for name in sorted(other.keys() - rows.keys())]
    slower = sum(ratio < WITHIN for ratio, _ in ratios)
    lines.append(f"{len(ratios)} rows compared, {slower} more than {1 - WITHIN:.0%} slower")
    return "\n".join(lines) + "\n"


def row_name(row: dict[str, Any]) -> str:
    """What a row measures."""
    return f"{row['library']}: {row['game']} with {row['players']}, {row['metric']}"
