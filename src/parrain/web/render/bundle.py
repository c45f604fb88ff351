"""The script of a page as one file: its ES modules, each in a function of its own, and the source map back to them.

A module and all it imports are a chain of requests, and each costs a browser some milliseconds before the first board.
Lines and columns stay as they are, so that a source map says no more than where each module begins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"\./([a-z]+)\.js";', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) ([\w$]+))", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
LINES_AROUND = 2  # of each module: the head of its function, and what it hands out


def order(entry: str, sources: Mapping[str, str]) -> list[str]:
    """A module and those it needs, each after those that it imports."""
    found: list[str] = []
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in open_:
            raise ValueError(f"modules import each other: {' > '.join([*open_, name])}")
        if name not in found:
            open_.append(name)
            for _, needed in IMPORT.findall(sources[name]):
                visit(needed)
            found.append(open_.pop())

    visit(entry)
    return found


def wrapped(name: str, source: str) -> str:
    """A module as a function that hands out what it exports."""
    exported = EXPORT.findall(source)
    inside = EXPORT.sub(" " * len("export "), source.rstrip())
    inside = IMPORT.sub(lambda found: f"const {found[1]} = modules.{found[2]};" if found[1] else "", inside)
    if left := UNKNOWN.search(inside):
        raise ValueError(f"{name}.js: this cannot be bundled: {left[0]}")
    return f"modules.{name} = (() => {{\n{inside}\nreturn {{ {', '.join(exported)} }}; }})();"


def bundle(entry: str, sources: Mapping[str, str]) -> str:
    """The script of a page, from its first module; `sources` are all modules by name."""
    parts = [wrapped(name, sources[name]) for name in order(entry, sources)]
    return "\n".join(["const modules = {};", *parts, f"//# sourceMappingURL={entry}.bundle.js.map", ""])


def source_map(entry: str, sources: Mapping[str, str]) -> str:
    """Where the lines of a bundle come from, for whoever looks for a mistake in a browser."""
    sections = []
    line = 1
    for name in order(entry, sources):
        count = len(sources[name].rstrip().split("\n"))
        one = {"version": 3, "sources": [f"{name}.js"], "names": [], "mappings": "AAAA" + ";AACA" * (count - 1)}
        sections.append({"offset": {"line": line + 1, "column": 0}, "map": one})
        line += count + LINES_AROUND
    return json.dumps({"version": 3, "file": f"{entry}.bundle.js", "sections": sections})
