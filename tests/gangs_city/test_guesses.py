"""Tables in which everybody has played sensibly, and the better value of a position."""

from __future__ import annotations

import pytest

from parrain.bots.search import Searcher
from parrain.bots.settings import read_settings
from parrain.core import Stream

from .gangs_city_table import GAME, place, table, tile

HANDS = [["thug"], ["driver"], ["thug", "driver", "bodyguard"]]


def laid_on_the_pile():
    """Seat 1 has laid a killer face down on the pile; it could as well be his driver, or the showdown tile."""
    return table({"bar": place((1, 0), 2)}, [tile(1, "pile", "killer")], hands=HANDS)


def guesses(worlds, count):
    rng = Stream(7)
    return [worlds.draw(rng).to_position()["laid"][0]["tile"] for _ in range(count)]


def test_who_is_likely_to_lie_there_is_dealt_more_often():
    view = laid_on_the_pile().view(0)
    likely, any_of_them = guesses(GAME.likely_worlds(view), 300), guesses(GAME.worlds(view), 300)
    assert set(likely) == set(any_of_them) == {"killer", "driver", "showdown"}
    assert any_of_them.count("killer") < 130 < 170 < likely.count("killer")


@pytest.mark.parametrize("seed", range(6))
def test_likely_tables_look_the_same_and_keep_the_rules(seed):
    state = GAME.new(4, seed)
    state.playout(Stream(seed), 25 + 7 * seed)
    view = state.view(0)
    worlds, rng = GAME.likely_worlds(view), Stream(seed)
    for _ in range(20):
        world = worlds.draw(rng)
        world.check()
        assert world.view(0) == view


def test_the_same_stream_draws_the_same_tables():
    view = laid_on_the_pile().view(0)
    assert guesses(GAME.likely_worlds(view), 40) == guesses(GAME.likely_worlds(view), 40)


def test_only_a_search_with_insight_guesses():
    view = laid_on_the_pile().view(0)
    for settings, kind, insight in (("1", "Worlds", False), ("1+insight", "LikelyWorlds", True)):
        search = Searcher(GAME, read_settings(settings)).search(view, Stream(1), 0.0)
        assert type(search.source).__name__ == kind and search.insight == insight


def test_people_and_pictograms_are_worth_something():
    city = {"bar": place((1, 0), 0)}
    few, many = (table(city, hands=[hand, ["driver"], ["thug"]]) for hand in (["driver"], ["driver", "cop"]))
    nothing = table({"bar": place((1, 0))}, hands=[["driver"], ["driver"], ["thug"]])
    assert GAME.appraise(many)[0] > GAME.appraise(few)[0]
    for state in (few, many, nothing):
        assert sum(GAME.appraise(state)) == pytest.approx(0, abs=1e-9)
