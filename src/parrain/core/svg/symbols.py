"""The symbols of figures.svg by name: people and signs, each drawn once."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

SYMBOL = re.compile(r'<symbol id="fig-([\w-]+)".*?</symbol>')
USED = re.compile(r'href="#fig-([\w-]+)"')


@lru_cache(maxsize=1)
def symbols() -> dict[str, str]:
    """Every symbol by name."""
    text = (Path(__file__).parent / "figures.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in SYMBOL.finditer(text)}


def used_symbols(drawing: str) -> str:
    """The definitions of the symbols that a drawing uses, for a file of its own."""
    found = dict.fromkeys(USED.findall(drawing))
    return f"<defs>{''.join(symbols()[name] for name in found)}</defs>" if found else ""
