"""A board told by what changed in it: most of a drawing stays from one choice to the next.

A drawing is cut before every `<g`. A patch is a list: a text is new, a pair `[first, count]` is so many of the
reader's last pieces. Joined together they are the new drawing.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence

Marks = Sequence[int]  # a hash of every piece
Patch = list[str | tuple[int, int]]
CUT = "<g"
PRESSED = ' role="button"'  # where something can be pressed
split = re.compile(CUT).split  # twice as fast as str.split


def cut(board: str) -> list[str]:
    """The pieces of a drawing."""
    first, *rest = split(board)
    return [first, *[CUT + each for each in rest]]


class Stretch:
    """A stretch of a drawing, cut once for all drawings in which it comes again, and for all who see them."""

    __slots__ = ("before", "marks", "pressed", "text", "texts")

    def __init__(self, text: str) -> None:
        self.text = text
        self.pressed = PRESSED in text
        self.before, *self.texts = split(text)  # without what each of them begins with
        self.marks: Marks = array("q", map(hash, self.texts))


class Pieces:
    """A drawing in pieces, without what they begin with, and a hash of each: enough to know them again."""

    __slots__ = ("marks", "texts")

    def __init__(self, stretches: Iterable[Stretch]) -> None:
        texts: list[str] = [""]
        marks = array("q", [0])
        for each in stretches:
            if each.before:  # it goes on in the last piece
                texts[-1] += each.before
                marks[-1] = hash(texts[-1])
            texts += each.texts
            marks.extend(each.marks)
        self.texts = texts
        self.marks: Marks = marks

    def between(self, first: int, end: int) -> str:
        """Some of the pieces as they are in the drawing."""
        return (CUT if first else "") + CUT.join(self.texts[first:end])


def alike(old: Marks, new: Marks, most: int) -> int:
    """How many marks are the same from the beginning on, `most` at most: found by halves, not one by one."""
    found = 0
    while found < most:
        half = (found + most + 1) // 2
        if old[found:half] == new[found:half]:
            found = half
        else:
            most = half - 1
    return found


def compare(old: Marks, new: Pieces) -> Patch:
    """How to make a drawing from an older one, of whose pieces the marks are known."""
    marks = new.marks
    shorter = min(len(old), len(marks))
    same = alike(old, marks, shorter)  # most of a drawing is before and after what changed, and need not be looked up
    after = alike(old[::-1], marks[::-1], shorter - same)
    end, last = len(marks) - after, len(old) - after
    patch: Patch = []
    first, count, fresh = 0, same, same  # the run of old pieces that is being gathered, and where new ones began
    places = {mark: place for place, mark in enumerate(old)} if same < end else {}
    for at in range(same, end):
        place = places.get(marks[at], -1)
        if place < 0:
            if count:
                patch.append((first, count))
                count = 0
            continue
        if fresh < at:
            patch.append(new.between(fresh, at))
        fresh = at + 1
        if count and place == first + count:
            count += 1
            continue
        if count:
            patch.append((first, count))
        first, count = place, 1
    tail = len(marks) - end
    if fresh < end:
        patch.append(new.between(fresh, end))
    elif count and tail and last == first + count:
        count, tail = count + tail, 0
    if count:
        patch.append((first, count))
    if tail:
        patch.append((last, tail))
    return patch


def mend(old: Sequence[str], patch: Sequence[str | Sequence[int]]) -> str:
    """The new drawing, as a reader makes it, from a patch as it was made or as it came."""
    return "".join(part if isinstance(part, str) else "".join(old[part[0] : part[0] + part[1]]) for part in patch)
