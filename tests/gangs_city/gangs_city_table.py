"""Shorthands for tests of Gangs City: positions in a few words."""

from parrain.games import game
from parrain.testing.table import play
from parrain.testing.table import table as lay_out

GAME = game("gangs-city")
VIOLET, YELLOW, BLUE = 0, 1, 2


def place(at, owner=-1, *recruits):
    return {"at": list(at), "owner": owner, "recruits": list(recruits)}


def tile(seat, at, what, do=None, chief=False):
    about = {"seat": seat, "at": at, "tile": what, "chief": chief}
    return about | ({"do": do} if do else {})


def table(city, laid=(), **more):
    return lay_out(GAME, **{"players": 3, **more}, city=city, laid=list(laid))


def all_pass(state):
    """Everybody keeps the showdown tile: the placing is over, and what follows is logged."""
    state.log = []
    while state.to_position()["phase"] == "place":
        play(state, "pass")
    return state


def owner(state, name):
    return state.to_position()["city"][name]["owner"]


def hand(state, seat):
    return state.to_position()["hands"][seat]
