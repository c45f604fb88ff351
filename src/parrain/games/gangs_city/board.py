"""A View of Gangs City drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.view import View


def draw(view: View, box: Box, names: Sequence[str] = (), language: str = "en", narrow: bool = False) -> str:
    """The table as this View shows it."""
    return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'/>"
