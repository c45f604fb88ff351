"""A View as numbers for learning code: the named parts of a vector, and the layout of games that declare none.

A game may declare its own layout (`Game.encoding`, `Game.encode`). One that does not is hashed: the View
is taken apart into (path, value) pairs, and the CRC-32 of a path's UTF-8 text modulo HASHED says where in
the vector its value is added.

    a number or a truth     its value at  `path`                       scores.1
    a text                  1 at          `path=text`                  line.0=port
    a text in a list        also 1 at     `path of the list[]=text`    line[]=port   (so: how many)
    None                    nothing

A path is the names of fields, the places in lists (from 0) and the keys of mappings, joined by dots.
What never changes during a game (game, edition, options) is left out. Two paths may share a place; the
size is fixed, the order follows from the hash, and nothing but the View goes in.
"""

from __future__ import annotations

import dataclasses
from array import array
from typing import NamedTuple
from zlib import crc32

from parrain.core.view import View

HASHED = 2048
CONSTANT = ("game", "edition", "options")


class Part(NamedTuple):
    """A named stretch of the vector: how many numbers, and between what bounds each of them lies."""

    name: str
    size: int
    low: float
    high: float


HASHED_PARTS = (Part("hashed", HASHED, float("-inf"), float("inf")),)


def hashed(view: View) -> array[float]:
    """Any View as HASHED numbers, in an array that numpy reads at once."""
    vector = array("f", bytes(4 * HASHED))
    for field in dataclasses.fields(view):
        if field.name not in CONSTANT:
            _add(vector, field.name, getattr(view, field.name))
    return vector


def place(path: str) -> int:
    """Where in a hashed vector the value of that path is added."""
    return crc32(path.encode()) % HASHED


def _add(vector: array[float], path: str, value: object) -> None:
    if value is None:
        return
    if isinstance(value, str):
        vector[place(f"{path}={value}")] += 1.0
    elif isinstance(value, (int, float)):
        vector[place(path)] += value
    elif isinstance(value, (list, tuple)):
        for i, each in enumerate(value):
            _add(vector, f"{path}.{i}", each)
            if isinstance(each, str):
                vector[place(f"{path}[]={each}")] += 1.0
    elif isinstance(value, dict):
        for key, each in value.items():
            _add(vector, f"{path}.{key}", each)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            _add(vector, f"{path}.{field.name}", getattr(value, field.name))
    else:
        raise TypeError(
            f"{path} is a {type(value).__name__}: a View is made of numbers, texts, lists, mappings and dataclasses"
        )
