"""Read TOML files written by others: of bounded length and depth, with ordinary values, each failure a sentence.

And write such values back as TOML.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parrain.core.errors import ParrainError

LONGEST = 500_000  # bytes of a file
DEEPEST = 20  # tables and lists inside one another
MOST_DOTS = 100  # in a line: a dotted key costs the parser the square of its length
LARGEST = 1 << 63  # beyond which TOML has no whole numbers
LONGEST_TEXT = 20_000


class BadToml(ParrainError):
    """A TOML file that cannot be read."""


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file; BadToml says what is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise BadToml("it cannot be opened ({error}).", error=error.strerror or str(error)) from None
    if len(data) > LONGEST:
        raise BadToml("it is longer than {most} bytes.", most=LONGEST)
    if any(line.count(b".") > MOST_DOTS for line in data.splitlines()):
        raise BadToml("a line has more than {most} dots.", most=MOST_DOTS)
    try:
        found = tomllib.loads(data.decode("utf-8").replace("\r\n", "\n"))
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:  # no UTF-8, no TOML, or a number of thousands of digits
        raise BadToml("it is not TOML: {error}", error=str(error)[:200]) from None
    check_values(found)
    return found


def too_deep() -> BadToml:
    """The error for values nested too deeply."""
    return BadToml("its values are nested more than {most} deep.", most=DEEPEST)


def check_values(data: dict[str, Any]) -> None:
    """Refuse values that no file of ours has: nested deeply, huge, or dates."""
    level: list[object] = [data]
    for _ in range(DEEPEST):
        below: list[object] = []
        for each in level:
            if isinstance(each, dict):
                below += each.values()
            elif isinstance(each, list):
                below += each
            elif isinstance(each, str):
                if len(each) > LONGEST_TEXT:
                    raise BadToml("a text has more than {most} characters.", most=LONGEST_TEXT)
            elif not isinstance(each, int | float):
                raise BadToml("dates and times mean nothing here: {value}.", value=str(each))
            elif not -LARGEST <= each < LARGEST:  # also nan and inf
                raise BadToml("a number has more than {bits} bits.", bits=64)
        if not below:
            return
        level = below
    raise too_deep()


def write_toml(data: Mapping[str, object]) -> str:
    """Tables, lists, texts, numbers and truths as TOML, in their order: values first, then the tables below."""
    return "".join(table_lines(data, ""))


def table_lines(table: Mapping[str, object], above: str) -> list[str]:
    """The lines of a table and of those below it."""
    found = [f"{key_text(key)} = {value_text(value)}\n" for key, value in table.items() if not is_table(value)]
    for key, value in table.items():
        if is_table(value):
            path = f"{above}.{key_text(key)}" if above else key_text(key)
            head = f"\n[[{path}]]\n" if isinstance(value, list) else f"\n[{path}]\n"
            for each in value if isinstance(value, list) else [value]:
                assert isinstance(each, dict)
                found += [head, *table_lines(each, path)]
    return found


def is_table(value: object) -> bool:
    """Whether a value is written as a table, or a list of tables, below the others; a value with its source is not."""
    if isinstance(value, dict):
        return "value" not in value
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def key_text(key: str) -> str:
    """A key, in quotes where it must be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def value_text(value: object) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key_text(key)} = {value_text(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
