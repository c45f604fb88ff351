"""A View of Police vs Gangs drawn as SVG."""
from __future__ import annotations
from collections.abc import Sequence
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View
def draw(view: View, box: Box, names: Sequence[str] = (), language: str = "en", narrow: bool = False) -> str:
    """Not drawn yet."""
    raise NotImplementedError
