"""Tables of Gangs City for the tests: positions in a few words, and choices by their texts."""

import pytest

from parrain.core import IllegalAction
from parrain.games import game

GAME = game("gangs-city")
VIOLET, YELLOW, BLUE = 0, 1, 2


def place(at, owner=-1, *recruits):
    return {"at": list(at), "owner": owner, "recruits": list(recruits)}


def tile(seat, at, what, do=None, chief=False):
    about = {"seat": seat, "at": at, "tile": what, "chief": chief}
    return about | ({"do": do} if do else {})


def table(city, laid=(), **more):
    more.setdefault("players", 3)
    return GAME.position({"city": city, "laid": list(laid), **more})


def play(state, *choices):
    """Each choice is `seat text`."""
    for choice in choices:
        seat, _, text = choice.partition(" ")
        state.apply(int(seat), GAME.action_from_text(text))
    state.check()
    return state


def refused(state, choice, rule):
    seat, _, text = choice.partition(" ")
    before = state.to_position()
    with pytest.raises(IllegalAction) as caught:
        state.apply(int(seat), GAME.action_from_text(text))
    assert caught.value.rule == rule, caught.value
    assert state.to_position() == before
    return caught.value


def legal(state, seat):
    return [str(action) for action in state.legal_actions(seat)]


def all_pass(state):
    """Everybody keeps the showdown tile: the placing is over, and what follows is logged."""
    state.log = []
    while state.to_position()["phase"] == "place":
        play(state, f"{state.current_players()[0]} pass")
    return state


def told(state, kind):
    return [event.data for event in state.log if event.kind == kind]


def owner(state, name):
    return state.to_position()["city"][name]["owner"]


def hand(state, seat):
    return state.to_position()["hands"][seat]
