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
split = re.compile(CUT).split  # twice as fast as str.split


def cut(board: str) -> list[str]:
    """The pieces of a drawing."""
    first, *rest = split(board)
    return [first, *[CUT + each for each in rest]]


class Stretch:
    """A stretch of a drawing, cut once for all drawings in which it comes again, and for all who see them."""

    __slots__ = ("before", "marks", "text", "texts")

    def __init__(self, text: str) -> None:
        self.text = text
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


def compare(old: Marks, new: Pieces) -> Patch:
    """How to make a drawing from an older one, of whose pieces the marks are known."""
    marks, before = new.marks, len(old)
    end = len(marks)
    same = 0  # most of a drawing is before and after what changed, and need not be looked up
    while same < end and same < before and old[same] == marks[same]:
        same += 1
    last = before
    while end > same and last > same and old[last - 1] == marks[end - 1]:
        end, last = end - 1, last - 1
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
