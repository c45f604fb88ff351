"""The opponents of a course: quick bots with a seed, so that the same choices always get the same answers."""

from __future__ import annotations

from parrain.bots.driver import Question, think
from parrain.bots.levels import plain_level
from parrain.bots.seeds import seed_from
from parrain.core import Action, Game, State
from parrain.core.coach import Chooser


def opponents(game: Game) -> Chooser:
    """A chooser for the free play of a course."""

    def choose(level: str, state: State, seat: int, seed: int) -> Action:
        spec = plain_level(level, game)  # the same answers with and without numpy
        question = Question(spec, game, state.view(seat), state.legal_actions(seat), seed_from(seed, "course", seat))
        return think(question).action

    return choose
