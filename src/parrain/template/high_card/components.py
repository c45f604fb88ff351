"""The box, read from an edition file: cards from 1 to `cards`."""

from parrain.core import Box as CoreBox
from parrain.core import Edition, number

from .actions import ACTIONS


class Box(CoreBox):
    """How many cards there are."""

    def __init__(self, edition: Edition) -> None:
        self.cards = number(edition.table("table"), "cards", 8, 60)
        super().__init__(edition, ACTIONS)
