"""The greedy player of District Noir plays sensibly: it knows majorities, sets and the building threat."""

import pytest

import parrain
from parrain.bots import make_bot
from parrain.core import Stream

GAME = parrain.game("district-noir")
BUILDINGS = ["port", "police", "city-hall"]


def chosen(data, seat):
    """What the greedy bot chooses in a position, as text."""
    state = GAME.position(data)
    assert state.current_players() == (seat,)
    return str(make_bot("greedy", GAME).choose(state.view(seat), state.legal_actions(seat), Stream(1)))


@pytest.mark.parametrize("third", BUILDINGS)
def test_it_takes_the_third_building(third):
    held = [name for name in BUILDINGS if name != third]
    data = {
        "round": 3,
        "turn": 0,
        "line": [third, "-3", "-3", "-2", "-2"],
        "hands": [["8"] * 5, ["7"] * 5],
        "taken": [held, []],
    }
    assert chosen(data, 0) == "take"


def test_it_does_not_hand_over_the_third_building():
    data = {
        "round": 3,
        "turn": 0,
        "line": ["5"],
        "hands": [["port", "8", "8", "7", "6"], ["7"] * 5],
        "taken": [[], ["police", "city-hall"]],
    }
    assert chosen(data, 0) != "lay port"


def test_it_takes_away_what_the_other_would_win_with():
    data = {
        "round": 3,
        "turn": 0,
        "line": ["port", "-3"],
        "hands": [["8", "8", "8", "7", "6"], ["7"] * 5],
        "taken": [[], ["police", "city-hall"]],
    }
    assert chosen(data, 0) == "take"


def test_it_takes_four_gangs_rather_than_wait():
    data = {
        "round": 4,
        "turn": 0,
        "starter": 0,
        "line": ["5", "6", "7", "8", "+4"],
        "hands": [["-1"], ["-2"]],
        "may_take": [True, True],
    }
    assert chosen(data, 0) == "take"


def test_it_beats_random_play():
    greedy, other = make_bot("greedy", GAME), make_bot("random", GAME)
    won = 0
    for number in range(100):
        seat, rng = number % 2, Stream(number)
        state = GAME.new(seed=number // 2)
        while not state.is_over:
            (player,) = state.current_players()
            bot = greedy if player == seat else other
            state.apply(player, bot.choose(state.view(player), state.legal_actions(player), rng))
        won += state.returns()[seat] > 0
    assert won >= 85, f"{won} of 100"


def test_every_choice_has_a_reason():
    state, rng, told = GAME.new(seed=2), Stream(2), set()
    while not state.is_over:
        (player,) = state.current_players()
        choices = state.legal_actions(player)
        told |= {GAME.reason(state.view(player), action).text for action in choices}
        state.apply(player, choices[rng.below(len(choices))])
    assert len(told) >= 6
