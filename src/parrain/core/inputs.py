"""Validate small values that people and files write: whole numbers, lines of text."""

from __future__ import annotations

import re

# What moves the cursor, colours a terminal, breaks a line or turns the direction of writing: C0, C1, separators, bidi.
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def whole_from_text(text: str, most: int) -> int | None:
    """The whole number from 0 to `most` that these ASCII digits write; None for anything else, however long."""
    if not text.isascii() or not text.isdecimal() or len(text.lstrip("0")) > len(str(most)):
        return None
    number = int(text.lstrip("0") or "0")
    return number if number <= most else None


def one_line(text: str) -> str:
    """The text as one line of printable characters, single spaces between words."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def visible(text: str) -> str:
    """The text without control characters (line feeds stay), safe for a terminal or a log."""
    return CONTROLS.sub(lambda found: "\n" if found[0] == "\n" else "\ufffd", text)
