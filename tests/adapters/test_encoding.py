"""A View as numbers: fixed size, within its bounds, nothing but the View; and the layout is the documented one."""

from zlib import crc32

import pytest

import parrain
from parrain.core import Stream, to_bytes
from parrain.core.encoding import HASHED, HASHED_PARTS, hashed
from parrain.games import game as open_game
from parrain.testing import CHECKS
from parrain.testing.walk import seats, walk


def named(game, players, vector):
    """The vector cut into its parts."""
    cut, start = {}, 0
    for part in game.encoding(players):
        cut[part.name] = list(vector[start : start + part.size])
        start += part.size
    assert start == len(vector)
    return cut


def test_vectors_have_one_size_and_stay_within_bounds(name, players):
    game = open_game(name)
    parts = game.encoding(players)
    assert len({part.name for part in parts}) == len(parts)
    for moment in walk(game, players, 3, every=3):
        for seat in seats(moment.state):
            cut = named(game, players, game.encode(moment.state.view(seat)))
            for part in parts:
                assert all(part.low <= value <= part.high for value in cut[part.name]), part.name


def test_vectors_show_nothing_hidden_and_tell_views_apart(name, players):
    game = open_game(name)
    vectors, views = set(), set()
    for moment in walk(game, players, 5, every=3):
        for seat in range(players):
            view = moment.state.view(seat)
            vector = tuple(game.encode(view))
            assert tuple(game.encode(game.imagine(view, Stream(moment.number)).view(seat))) == vector
            vectors.add(vector)
            views.add(to_bytes(view))
    assert 0.9 * len(views) <= len(vectors) <= len(views)


def test_district_noir_part_by_part():
    game = parrain.game("district-noir")
    state = game.position(
        {
            "round": 2,
            "turn": 1,
            "starter": 0,
            "line": ["port", "5", "5", "8"],
            "hands": [["6"], ["7", "7", "+2"]],
            "taken": [["8", "police"], ["-1"]],
            "may_take": [True, False],
        }
    )
    order = game.box.names
    mine = named(game, 2, game.encode(state.view(1)))

    def counts(*names):
        return [names.count(name) for name in order]

    assert mine["hand"] == counts("7", "7", "+2")
    assert mine["taken"] == [*counts("-1"), *counts("8", "police")]
    assert mine["line_counts"] == counts("port", "5", "5", "8")
    ends = [mine["line"][i * len(order) : (i + 1) * len(order)] for i in range(10)]
    assert ends == [counts("8"), counts("5"), counts("5"), counts("port"), *[counts()] * 6]
    assert (mine["hand_sizes"], mine["may_take"]) == ([3, 1], [0, 1])
    assert (mine["to_move"], mine["starter"], mine["round"], mine["deck"]) == ([1, 0], [0, 1], [2], [20])
    assert (mine["scores"], mine["over"], mine["winner"]) == ([-1, 8], [0], [0, 0])
    theirs, spectator = named(game, 2, game.encode(state.view(0))), named(game, 2, game.encode(state.view(None)))
    assert (theirs["hand"], theirs["to_move"], theirs["scores"]) == (counts("6"), [0, 1], [8, -1])
    assert (spectator["hand"], spectator["scores"], spectator["line"]) == (counts(), [8, -1], mine["line"])


def test_district_noir_shows_a_long_line_only_as_far_as_two_takes_reach():
    game = parrain.game("district-noir")
    line = ["5", *["8"] * 4, *["7"] * 7]
    cut = named(game, 2, game.encode(game.position({"line": line, "hands": [["6"], ["6"]]}).view(0)))
    assert sum(cut["line"]) == 10 and sum(cut["line_counts"]) == 12
    assert cut["line"][: len(game.box.names)].index(1) == game.box.names.index("7")


def test_district_noir_tells_how_it_ended():
    game = parrain.game("district-noir")
    state = game.position({"taken": [["port", "police", "city-hall"], []], "hands": [["6"], ["6"]]})
    first, second = (named(game, 2, game.encode(state.view(seat))) for seat in (0, 1))
    assert (first["over"], first["winner"], second["over"], second["winner"]) == ([1], [1, 0], [1], [0, 1])


def test_hashed_vector_is_what_the_rule_says(sealed_bids):
    state = sealed_bids.new(2, seed=3)
    state.apply(0, sealed_bids.action_from_text("colour black"))
    view = state.view(0)
    expected = [0.0] * HASHED
    values = {
        "players": 2,
        "seat": 0,
        "to_move.0": 0,
        "to_move.1": 1,
        "ending=": 1,
        "scores.0": 0,
        "scores.1": 0,
        "round": 1,
        "prize": view.prize,
        "coins.0": 6,
        "coins.1": 6,
        "winner": -1,
        "my_colour": 1,
        "my_bid": -1,
    }
    for path, value in values.items():
        expected[crc32(path.encode()) % HASHED] += value
    assert sealed_bids.encoding(2) == HASHED_PARTS
    assert list(sealed_bids.encode(view)) == expected


def test_hashed_texts_are_placed_and_counted():
    view = parrain.game("district-noir").position({"line": ["port", "5", "5"], "hands": [["6"], ["6"]]}).view(0)
    vector = hashed(view)
    for path, least in (("line.0=port", 1), ("line.2=5", 1), ("line[]=5", 2), ("hand[]=6", 1)):
        assert vector[crc32(path.encode()) % HASHED] >= least, path
    assert len(vector) == HASHED


def test_hashed_refuses_what_a_view_is_not_made_of(sealed_bids):
    view = sealed_bids.new(2, seed=3).view(0)
    view.coins = {1, 2}
    with pytest.raises(TypeError, match="coins is a set"):
        hashed(view)


LEFT_OUT = ("check_illegal", "check_broken_positions")  # a small game for the adapters: it guards nothing


@pytest.mark.parametrize(
    "check", [check for check in CHECKS if check.__name__ not in LEFT_OUT], ids=lambda check: check.__name__
)
@pytest.mark.parametrize("seated", [2, 4])
def test_the_test_game_keeps_the_contract(sealed_bids, check, seated):
    check(sealed_bids, seated)
