"""A board told by what changed in it: most of a drawing stays from one choice to the next.

A drawing is cut before every `<g`. A patch is a list: a text is new, a pair `[first, count]` is so many of the
reader's last pieces. Joined together they are the new drawing.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

Marks = Sequence[int]  # a hash of every piece
Patch = list[str | tuple[int, int]]
CUT = "<g"
split = re.compile(CUT).split  # twice as fast as str.split


def cut(board: str) -> list[str]:
    """The pieces of a drawing."""
    first, *rest = split(board)
    return [first, *[CUT + each for each in rest]]


class Pieces:
    """A drawing in pieces, without what they begin with, and a hash of each: enough to know them again."""

    __slots__ = ("marks", "texts")

    def __init__(self, board: str) -> None:
        self.texts: list[str] = split(board)
        self.marks: Marks = array("q", map(hash, self.texts))

    def between(self, first: int, end: int) -> str:
        """Some of the pieces as they are in the drawing."""
        return (CUT if first else "") + CUT.join(self.texts[first:end])


def compare(old: Marks, new: Pieces) -> Patch:
    """How to make a drawing from an older one, of whose pieces the marks are known."""
    marks = new.marks
    same = first_difference(old, marks)
    tail = first_difference(old[:same:-1], marks[:same:-1])  # most of a drawing is before and after what changed
    patch: Patch = [(0, same)] if same else []
    end = len(marks) - tail
    fresh = same  # where those began that are new
    places = {mark: place for place, mark in enumerate(old)} if same < end else {}
    for at in range(same, end):
        place = places.get(marks[at])
        if place is not None:
            if fresh < at:
                patch.append(new.between(fresh, at))
            add(patch, place, 1)
            fresh = at + 1
    if fresh < end:
        patch.append(new.between(fresh, end))
    if tail:
        add(patch, len(old) - tail, tail)
    return patch


def first_difference(one: Marks, other: Marks) -> int:
    """How many are the same at the start."""
    same = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        same += 1
    return same


def add(patch: Patch, place: int, count: int) -> None:
    """Add old pieces, to those before them if they follow."""
    before = patch[-1] if patch else ""
    if isinstance(before, tuple) and before[0] + before[1] == place:
        patch[-1] = (before[0], before[1] + count)
    else:
        patch.append((place, count))


def mend(old: Sequence[str], patch: Patch) -> str:
    """The new drawing, as a reader makes it."""
    return "".join(part if isinstance(part, str) else "".join(old[part[0] : part[0] + part[1]]) for part in patch)
