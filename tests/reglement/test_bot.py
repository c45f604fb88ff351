"""The greedy player of Règlement de comptes protects what earns, sees the next blast, and hits the richest."""

import pytest

from parrain.bots import make_bot
from parrain.core import Stream
from parrain.testing import check_bot, check_bot_is_fair

from .helpers import RC

GREEDY = make_bot("greedy", RC)


def turn_of(data, seat):
    """What the greedy bot does with its whole turn, as texts."""
    state = RC.position(data)
    made = []
    while not state.is_over and state.current_players() == (seat,):
        action = GREEDY.choose(state.view(seat), state.legal_actions(seat), Stream(1))
        made.append(str(action))
        state.apply(seat, action)
    return made, state


def test_it_moves_its_godfather_out_of_the_next_blast():
    data = {
        "players": 3,
        "turn": "red",
        "cakes": {"blue": 20},
        "chairs": {
            20: "red godfather",
            3: "red heavy",
            9: "yellow heavy",
            26: "blue heavy",
            27: "blue godfather",
            12: "yellow godfather",
        },
        "hands": {"red": ["move", "boom", "knife", "cocktail", "bang"]},
    }
    made, state = turn_of(data, 1)
    assert "lift 20" in made
    assert not state.godfathers & state.men[1] & RC.box.beside(19)


def test_it_passes_a_cake_to_the_others():
    data = {
        "players": 3,
        "turn": "red",
        "cakes": {"blue": 6},
        "chairs": {
            6: "red godfather",
            5: "red heavy",
            12: "yellow godfather",
            13: "yellow heavy",
            26: "blue heavy",
            27: "blue godfather",
        },
        "hands": {"red": ["pass", "alert", "cocktail", "bang", "bang"]},
    }
    made, state = turn_of(data, 1)
    assert made[:2] == ["play pass", "pass blue left"] and state.alive[1] == 2


def test_it_does_not_serve_a_cake_to_itself():
    data = {
        "players": 3,
        "turn": "red",
        "chairs": {
            1: "red godfather",
            2: "red heavy",
            3: "red blade",
            12: "yellow godfather",
            13: "yellow heavy",
            14: "blue heavy",
            27: "blue godfather",
        },
        "hands": {"red": ["cake"] * 5},
    }
    made, _ = turn_of(data, 1)
    assert made[:2] == ["play cake", "serve 13"]


@pytest.mark.parametrize(
    ("money", "victim"), [([30000, 5000, 1000], "stab 13 12"), ([1000, 5000, 30000], "stab 13 14")]
)
def test_it_hits_the_richest(money, victim):
    data = {
        "players": 3,
        "turn": "red",
        "money": money,
        "chairs": {
            13: "red blade",
            12: "yellow heavy",
            14: "blue heavy",
            20: "yellow godfather",
            27: "blue godfather",
            2: "red godfather",
        },
        "hands": {"red": ["knife"] * 5},
    }
    made, _ = turn_of(data, 1)
    assert victim in made


def test_it_prefers_the_godfather_who_owns_a_business():
    data = {
        "players": 3,
        "turn": "red",
        "chairs": {
            22: "red blade",
            21: "yellow godfather",
            23: "yellow heavy",
            27: "blue godfather",
            2: "red godfather",
            4: "yellow heavy",
        },
        "hands": {"red": ["knife"] * 5},
    }
    made, _ = turn_of(data, 1)
    assert "stab 22 21" in made


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("seating", ["preset", "free"])
def test_it_wins_at_least_twice_its_share_among_random_players(players, seating):
    games, won = 6 * players, 0.0
    for number in range(games):
        seat, rng = number % players, Stream(number)
        state = RC.new(players, number, seating=seating)
        while not state.is_over:
            (player,) = state.current_players()
            choices = state.legal_actions(player)
            state.apply(
                player,
                GREEDY.choose(state.view(player), choices, rng) if player == seat else choices[rng.below(len(choices))],
            )
        places = state.ranking()
        won += (places[seat] == 1) / places.count(1)
    assert won >= 2 * games / players, f"{won} of {games}"


def test_it_is_legal_and_fair():
    check_bot(GREEDY, RC, 4, 1)
    check_bot_is_fair(GREEDY, RC, 5)


def test_what_it_promises():
    for seed in range(3):
        state = RC.new(4, seed)
        while not state.is_over:
            promise = RC.evaluate(state)
            assert len(promise) == 4 and all(-1 <= each <= 1 for each in promise)
            state.playout(Stream(seed), 9)
        assert RC.evaluate(state) == list(state.returns())


def test_every_choice_has_a_reason():
    state, rng, told = RC.new(5, 2), Stream(2), set()
    while not state.is_over:
        (player,) = state.current_players()
        view, choices = state.view(player), state.legal_actions(player)
        told |= {str(RC.reason(view, action)) for action in choices}
        state.apply(player, choices[rng.below(len(choices))])
    assert len(told) > 15 and "" not in told
