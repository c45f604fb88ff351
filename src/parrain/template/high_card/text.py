"""Everything the game says."""

from collections.abc import Mapping

from parrain.core import Action, Say, Seat, say, say_plural

from .actions import SWAP
from .components import Box
from .rules import PHASES
from .view import View


def prompt(view: View, box: Box) -> Say:
    """What is asked, or whom everybody waits for."""
    if view.ending:
        return say("All cards are shown.")
    mine = view.seat == view.turn
    return PHASES[0].asks if mine else PHASES[0].waits._replace(filling={"seats": Seat(view.turn)})


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button names it."""
    return say("Swap") if action.kind == SWAP else say("Keep")


def event_text(event: Mapping[str, object], seat: int | None, box: Box) -> Say | None:
    """What happened."""
    who = Seat(int(str(event["seat"])))
    return say("{seat} swaps.", seat=who) if event["swapped"] else say("{seat} keeps.", seat=who)


def describe(view: View, box: Box) -> list[Say]:
    """The whole View in words."""
    shown = [say("{seat} holds {card}.", seat=Seat(seat), card=card or "?") for seat, card in enumerate(view.shown)]
    thrown = say_plural("{count} card thrown", "{count} cards thrown", count=len(view.thrown))
    return [*shown, say("{thrown}: {cards}.", thrown=thrown, cards=list(view.thrown)), prompt(view, box)]


def heading(view: View, box: Box) -> Say:
    """What stands above the story."""
    return say("The only round")
