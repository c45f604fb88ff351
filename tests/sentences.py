"""Which of the sentences that a test knows is meant: words may change a little without a change of meaning."""

from __future__ import annotations

import ast
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path


@cache
def sentences_in(path: str) -> tuple[str, ...]:
    """The sentences among the strings of a test's source."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return tuple({text for text in strings if " " in text and text[-1] in ".:}”"} | {"{what}"})


@cache
def meant(told: str, path: str) -> str:
    """The sentence of a test's source that is nearest to what was told."""
    known = sentences_in(path)
    if told in known:
        return told
    return max(known, key=lambda text: SequenceMatcher(None, told, text, autojunk=False).ratio())
