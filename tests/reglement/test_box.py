"""Editions and positions of Règlement de comptes: what is wrong is said, and what is ours is marked as such."""

import pytest

from parrain.core import BadEdition, BadPosition, UnknownAction
from parrain.testing.table import play

from .helpers import RC, edition_data, game_with, picture


def test_every_value_has_a_source_and_the_board_says_what_is_ours():
    ours = {value.path for value in RC.edition.reconstructed()}
    assert {
        "letters.A",
        "chairs.0.object.icon",
        "chairs.14.x",
        "chairs.29.opposite",
        "seatings.6.violet.heavy",
        "stall.quiet",
    } <= ours
    fixed = {
        value.path: value.status
        for value in RC.edition.values()
        if value.path.startswith("chairs.") and value.path.endswith("icon")
    }
    assert [int(path.split(".")[1]) + 1 for path, status in fixed.items() if status == "text"] == [
        2,
        4,
        6,
        9,
        10,
        17,
        21,
        22,
        25,
    ]
    assert [int(path.split(".")[1]) + 1 for path, status in fixed.items() if status == "deduced"] == [7, 20]
    assert not ours & {"bank.3", "deck.knife.count", "sizes.6.shooter", "income.monopoly", "deck.alert.count"}


def change(path, value):
    """The edition file with one value changed."""
    data = edition_data()
    node = data
    *way, last = path
    for step in way:
        node = node[step]
    if value is None:
        del node[last]
    else:
        node[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("table", "hand"), 0, "hand must be"),
        (("table", "hand"), 10, "more than 60 cards"),
        (("income", "till"), "two", "till must be"),
        (("deck", "knife", "count"), -1, "count must be"),
        (("deck", "boom"), None, "say boom"),
        (("bank", "4"), None, "4 must be"),
        (("gangs", "names"), ["a", "b"], "6 different"),
        (("gangs", "names", 0), "Yellow", "small letters"),
        (("sizes", "3", "godfather"), 2, "one Godfather"),
        (("sizes", "3", "heavy"), 9, "must sit on 30 chairs"),
        (("chairs", 3, "number"), 7, "listed by number"),
        (("chairs", 3, "left"), 7, "numbered clockwise"),
        (("chairs", 3, "opposite"), 7, "other way round"),
        (("chairs", 3, "x"), True, "x = true"),
        (("chairs", 3, "object", "icon"), "harp", "not harp"),
        (("chairs", 3, "object", "icon"), "bar", "exactly two"),
        (("chairs", 1, "object", "icon"), "glass", "exactly one chair with the till"),
        (("seatings", "4", "red", "heavy"), [3, 12], "3 chairs for rank heavy"),
        (("seatings", "4", "red", "heavy"), [3, 12, 2], "is taken"),
        (("letters", "A"), 2, "two letters"),
        (("letters", "AB"), 2, "capital letters"),
    ],
)
def test_bad_editions(path, value, said, tmp_path):
    with pytest.raises(BadEdition, match=said):
        game_with(change(path, value), tmp_path)


def test_a_table_has_no_more_chairs_than_bots_can_see_at_once(tmp_path):
    data = change(("table", "hand"), 5)
    data["chairs"] = data["chairs"] * 3
    with pytest.raises(BadEdition, match="at most 60 chairs, not 90"):
        game_with(data, tmp_path)


def test_an_edition_with_another_deck_plays(tmp_path):
    data = change(("deck", "cake", "count"), 30)
    data["table"]["hand"] = 7
    game = game_with(data, tmp_path)
    state = game.new(6, 3)
    assert state.size == [7] * 6
    while not state.is_over:
        seat = state.current_players()[0]
        state.apply(seat, state.legal_actions(seat)[0])
        state.check()


CHAIRS = {"1": "red heavy", "5": "blue heavy", "9": "yellow heavy"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"nonsense": 1}, "has no nonsense"),
        ({"players": 7}, "players must be"),
        ({"chairs": {"31": "red heavy"}}, "no chair 31"),
        ({"chairs": {"Z": "red heavy"}}, "no chair Z"),
        ({"chairs": {"1": "pink heavy"}}, "not pink"),
        ({"chairs": {"1": "red baker"}}, "red baker"),
        ({"chairs": {"1": "red heavy 1", "2": "red heavy 1"}}, "two chairs"),
        ({"chairs": {"28": "red heavy", "A": "red heavy"}}, "Two gangsters"),
        ({"chairs": []}, "must be a mapping"),
        ({"chairs": CHAIRS, "cakes": {"red": 3, "blue": 3}}, "Two cakes"),
        ({"chairs": CHAIRS, "money": [1, 2]}, "list of 3"),
        ({"chairs": CHAIRS, "money": [0, 0, 0], "bank": 5000}, "together have"),
        ({"chairs": CHAIRS, "money": [200000, 0, 0]}, "began with"),
        ({"chairs": CHAIRS, "hands": {"red": ["knife"] * 6}}, "cannot hold 6"),
        ({"chairs": CHAIRS, "hands": {"red": ["boom"] * 5}}, "not so many"),
        ({"chairs": CHAIRS, "hands": {"red": ["ace"]}}, "there is no ace"),
        ({"chairs": CHAIRS, "pile": ["knife"]}, "nowhere"),
        ({"chairs": CHAIRS, "turn": "green"}, "not green"),
        ({"chairs": {"1": "red heavy", "5": "blue heavy"}, "turn": "yellow"}, "no man left"),
        ({"chairs": CHAIRS, "out": {"red": [1, 1]}}, "is not out"),
        ({"chairs": CHAIRS, "step": "third"}, "there is no third"),
        ({"chairs": CHAIRS, "step": "second"}, "say which"),
        ({"chairs": CHAIRS, "step": "picking"}, "no man who waits"),
        ({"chairs": CHAIRS, "step": "boom", "hands": {"yellow": ["boom"]}}, "cannot be in play"),
        ({"chairs": CHAIRS, "step": "landing", "lifted": 2, "hands": {"yellow": ["move"]}}, "on the move"),
        ({"chairs": CHAIRS, "ending": "boredom"}, "not by boredom"),
        ({"chairs": CHAIRS, "random": [1, 2]}, "list of 4"),
        ({"chairs": CHAIRS, "deeds": [["dance", 1, 2]]}, "A deed is one of"),
        ({"chairs": CHAIRS, "deeds": [["death", 1, "nobody"]]}, "red heavy 2"),
        ({"chairs": CHAIRS, "options": {"seating": "sofa"}}, "one of preset, free"),
        ({"chairs": {**CHAIRS, **{str(n): f"red heavy {n} asleep" for n in range(10, 30)}}}, "only 18 pills"),
        ({"chairs": CHAIRS, "options": {"youngest": 5}, "players": 3}, "players 1 to 3, not 5"),
        ({"chairs": CHAIRS, "options": {"alert_once": 1}}, "alert_once is one of"),
        ({"chairs": {**CHAIRS, "10": "red godfather", "11": "red godfather"}}, "1 of the rank godfather at most"),
        ({"chairs": {**CHAIRS, **{str(n): "red shooter" for n in range(10, 16)}}}, "rank shooter at most, not 6"),
        ({"chairs": CHAIRS, "bank": 0, "money": [120000, 0, 0], "step": "first"}, "The bank is empty"),
        ({"chairs": CHAIRS, "money": [True, 0, 0]}, "not True"),
        ({"chairs": CHAIRS, "cakes": {"yellow": 3}, "step": "first"}, "it explodes first"),
        ({"chairs": CHAIRS, "cakes": {"yellow": True}}, "no chair True"),
        ({"chairs": CHAIRS, "step": "first", "first": "knife"}, "no card has been played yet"),
        ({"chairs": {**CHAIRS, "10": "red heavy fat"}}, "A gangster is written"),
        ({"chairs": {**CHAIRS, "10": "red heavy 2 2"}}, "A gangster is written"),
        ({"chairs": CHAIRS, "out": {"yellow": [0, 3]}}, "out must be a whole number from 1"),
        ({"chairs": CHAIRS, "out": {"yellow": [3, 0]}}, "out must be a whole number from 1"),
        ({"chairs": CHAIRS, "out": {"yellow": [1 << 30, 1]}}, "out must be a whole number from 1"),
        ({"chairs": CHAIRS, "out": {"yellow": [1, 1 << 30]}}, "out must be a whole number from 1"),
        ({"chairs": CHAIRS, "step": "first", "doses": [1]}, "Doses are poured at the step"),
        ({"chairs": CHAIRS, "step": "first", "picked": "godfather"}, "Somebody is picked at the step"),
        (
            {
                "chairs": {**CHAIRS, "7": "blue heavy"},
                "step": "cocktail",
                "hands": {"yellow": ["cocktail"]},
                "doses": [2],
            },
            "Chair 2 cannot get a pill",
        ),
        ({"chairs": CHAIRS, "ending": "bank"}, "when the bank is empty"),
        ({"chairs": CHAIRS, "ending": "alone"}, "when one gang is left"),
        ({"chairs": CHAIRS, "ending": "blast"}, "when no gang is left"),
        ({"chairs": {"1": "red heavy"}, "ending": "stalled"}, "while several gangs are left"),
        ({"chairs": CHAIRS, "deeds": [["pay", "red", "much"]]}, "pay must be a whole number"),
    ],
)
def test_bad_positions(data, said):
    with pytest.raises(BadPosition, match=said):
        RC.position(data)


def test_a_position_without_words_is_the_preset_table():
    state = RC.position({"players": 4, "seed": 5})
    assert state.who == RC.box.seatings[1] and state.size == [5] * 4 and state.money == [2000, 0, 0, 0]
    state.check()


def test_half_chosen_positions_come_back():
    for texts in (["play cake"], ["play move", "lift O"], ["play boom"]):
        state = play(picture(RC, "orange"), *texts)
        again = RC.position(state.to_position())
        assert again.to_position() == state.to_position() and again.legal_actions(4) == state.legal_actions(4)


def test_letters_of_the_scenarios_are_understood():
    assert str(RC.action_from_text("stab P O")) == "stab 22 21"
    with pytest.raises(UnknownAction, match="did you mean"):
        RC.action_from_text("stab P R")
