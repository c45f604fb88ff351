"""A board told by what changed in it: most of a drawing stays from one choice to the next.

A drawing is cut before every `<g`. A patch is a list: a text is new, a pair `[first, count]` is so many of the
reader's last pieces. Joined together they are the new drawing.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

Patch = list[str | tuple[int, int]]


def cut(board: str) -> list[str]:
    """The pieces of a drawing."""
    first, *rest = board.split("<g")
    return [first, *["<g" + each for each in rest]]


def marks(pieces: Sequence[str]) -> array[int]:
    """A hash of every piece: enough to know them again, and a hundredth of their size."""
    return array("q", [hash(piece) for piece in pieces])


def compare(old: Sequence[int], new: Sequence[str]) -> Patch:
    """How to make the new pieces from the old ones, of which the marks are known."""
    found = [hash(piece) for piece in new]
    same = 0  # at the start: most changes come late, and what is before them need not be looked up
    for before, after in zip(old, found, strict=False):
        if before != after:
            break
        same += 1
    places = {mark: place for place, mark in enumerate(old)} if same < len(new) else {}
    patch: Patch = []
    first, count = 0, same  # the run of old pieces that is being gathered
    fresh: list[str] = []
    for piece, mark in zip(new[same:], found[same:], strict=True):
        place = first + count if count and first + count < len(old) and old[first + count] == mark else places.get(mark)
        if place is None:
            if count:
                patch.append((first, count))
                count = 0
            fresh.append(piece)
            continue
        if fresh:
            patch.append("".join(fresh))
            fresh = []
        if count and place == first + count:
            count += 1
            continue
        if count:
            patch.append((first, count))
        first, count = place, 1
    if count:
        patch.append((first, count))
    if fresh:
        patch.append("".join(fresh))
    return patch


def mend(old: Sequence[str], patch: Patch) -> str:
    """The new drawing, as a reader makes it."""
    return "".join(part if isinstance(part, str) else "".join(old[part[0] : part[0] + part[1]]) for part in patch)
