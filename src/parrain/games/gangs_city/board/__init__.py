"""The table of Gangs City: the city, the gangs, the hand, the traffics, what is offered, and scenes."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.parts import Status, TableParts, race
from parrain.core.say import say
from parrain.games.gangs_city.board.cards import card
from parrain.games.gangs_city.board.city import City
from parrain.games.gangs_city.board.context import Context
from parrain.games.gangs_city.board.hand import hand
from parrain.games.gangs_city.board.offer import offer
from parrain.games.gangs_city.board.panels import panels, tracks
from parrain.games.gangs_city.board.scenes import pointed, scenes
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.text.prompts import PHASE_TITLES, phase_of
from parrain.games.gangs_city.view import View

__all__ = ["card", "parts", "pointed", "scenes"]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table as this View shows it."""
    context = Context(view, box, actions, names, language, narrow)
    drawn = [City(context).part(), hand(context), offer(context), tracks(context)]
    return TableParts(status(context), panels(context), tuple(each for each in drawn if each is not None))


def status(context: Context) -> Status:
    """The turn, its phases, and the race to the target."""
    view = context.view
    target = context.box.targets[view.players]
    goal = context.words(say("First to {points}", points=target))
    return Status(
        context.words(say("Turn {turn}", turn=view.turn) if view.turn else say("Set-up")),
        tuple(context.words(each) for each in PHASE_TITLES),
        phase_of(view.phase),
        goal,
        race(view.scores, range(view.players), target, 316 if context.narrow else 300, goal),
    )
