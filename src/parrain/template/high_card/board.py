"""A View drawn as SVG, with the kit of docs/boards.md."""

from collections.abc import Sequence

from parrain.core import Action, svg, translation

from . import text
from .components import Box
from .view import View


def draw(view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool) -> str:
    """Cards in a row, the choices below."""
    wide = 390 if narrow else 1200
    sentences = [translation.render(each, language, names) for each in text.describe(view, box)]
    parts = [svg.frame(wide, 420), svg.text(wide / 2, 320, sentences[-1], 18, "ink", "middle", room=wide - 100)]
    for seat, card in enumerate(view.shown):
        face = svg.card(64, 90, str(card), "hat", "blood", "") if card else svg.back(64, 90, "H")
        parts.append(svg.piece(f"card.{seat}", face, kind=str(card or "?"), x=60 + 72 * seat, y=120))
    for place, action in enumerate(actions):
        label = translation.render(text.action_label(action, view, box), language, names)
        plate = svg.button(60 + 140 * place, 230, 120, 44, label)
        parts.append(svg.choice(action.text, plate, title=label))
    return svg.page(wide, 420, *parts, title="High Card", desc=" ".join(sentences), language=language)
