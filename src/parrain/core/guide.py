"""What the pages about a game's rules show beside the rules: `guide.toml` in the game's package, in both languages.

    again = { en = "…", fr = "…" }        what is written on the way back of the diagram of a turn

    [[example]]                           a lesson drawn as a worked example
    lesson = "GT-07"
    section = 6
    scene = -1                            which of its scenes is shown after it, the last (-1) if not said; "none"

    [[turn]]                              a box of that diagram
    title = { en = "Placement", fr = "Placement" }
    icon = "cards"
    section = 4
    phases = ["lead", "place"]            of the table PHASES: each stands in one box
    steps = [{ en = "…", fr = "…" }]

    [[aid]]                               a block of the player aid
    title = { en = "…", fr = "…" }
    lines = [{ sign = "attack", en = "…", fr = "…" }]

    [[pieces]]                            pieces that explain themselves: names of info cards
    title = { en = "…", fr = "…" }
    things = ["character.thug"]

    [[word]]                              an entry of the glossary; `sign` is an icon or a figure
    sign = "quarter"
    rule = "1.3"
    term = { en = "quarter", fr = "quartier" }
    means = { en = "…", fr = "…" }

    [[box]]                               what is from the box (`book`), found elsewhere or deduced (`found`), or `ours`
    kind = "ours"
    lines = [{ en = "…", fr = "…" }]

A game without the file has none of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from parrain.core.rulebook import BOOK, OURS, both
from parrain.core.say import Words, say

BOX_KINDS = {BOOK: say("From the box"), "found": say("Found elsewhere, or deduced"), OURS: say("Ours")}


class Line(NamedTuple):
    """A sentence, and the sign before it ("" for none)."""

    sign: str
    words: Words


class Example(NamedTuple):
    """A lesson drawn as a worked example in a section; `scene` is the index of the scene shown after it."""

    lesson: str
    section: int
    scene: int | None


class Step(NamedTuple):
    """A box in the diagram of a turn."""

    title: Words
    icon: str
    section: int
    phases: tuple[str, ...]
    steps: tuple[Words, ...]


class Block(NamedTuple):
    """Lines under a title."""

    title: Words
    lines: tuple[Line, ...]


class Pieces(NamedTuple):
    """Things with an info card, under a title."""

    title: Words
    things: tuple[str, ...]


class Term(NamedTuple):
    """A word of the game; `rule` is the number of a rule without the prefix."""

    sign: str
    rule: str
    term: Words
    means: Words


class Guide(NamedTuple):
    """A guide file, parsed."""

    again: Words = both("")
    examples: tuple[Example, ...] = ()
    turn: tuple[Step, ...] = ()
    aid: tuple[Block, ...] = ()
    pieces: tuple[Pieces, ...] = ()
    words: tuple[Term, ...] = ()
    box: Mapping[str, tuple[Line, ...]] = {}


@lru_cache(maxsize=32)
def read_guide(path: Path) -> Guide:
    """Read a guide file; an empty guide where there is none."""
    if not path.exists():
        return Guide()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Guide(
        both(data["again"]),
        tuple(
            Example(each["lesson"], each["section"], None if each.get("scene") == "none" else each.get("scene", -1))
            for each in data["example"]
        ),
        tuple(
            Step(
                both(each["title"]),
                each["icon"],
                each["section"],
                tuple(each["phases"]),
                tuple(map(both, each["steps"])),
            )
            for each in data["turn"]
        ),
        tuple(Block(both(each["title"]), lines(each)) for each in data["aid"]),
        tuple(Pieces(both(each["title"]), tuple(each["things"])) for each in data["pieces"]),
        tuple(
            Term(each.get("sign", ""), each.get("rule", ""), both(each["term"]), both(each["means"]))
            for each in data["word"]
        ),
        {each["kind"]: lines(each) for each in data["box"]},
    )


def lines(block: Mapping[str, Any]) -> tuple[Line, ...]:
    """The lines of a block."""
    return tuple(Line(each.get("sign", ""), both(each)) for each in block["lines"])
