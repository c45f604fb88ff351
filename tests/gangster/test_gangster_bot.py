"""The greedy player of Gangster: how much better than chance it is, and what it says."""

import pytest

from parrain.bots import make_bot
from parrain.core import Stream
from parrain.testing.table import play

from .shorthand import GAME, table

TWO_PLAYER_GAMES = 20
FOUR_PLAYER_GAMES = 20


def wins(players, games):
    """The share of wins of one greedy player among random ones, seats taken in turn."""
    share = 0.0
    for seed in range(games):
        state, me, rng = GAME.new(players, 500 + seed), seed % players, Stream(seed)
        seated = [make_bot("greedy:1" if seat == me else "random", GAME) for seat in range(players)]
        while not state.is_over:
            seat = state.current_players()[0]
            state.apply(seat, seated[seat].choose(state.view(seat), state.legal_actions(seat), rng))
        places = state.ranking()
        share += 1 / places.count(1) if places[me] == 1 else 0
    return share


def test_greedy_beats_random_at_two():
    assert wins(2, TWO_PLAYER_GAMES) >= 0.95 * TWO_PLAYER_GAMES


def test_greedy_takes_twice_its_share_among_three_random_players():
    assert wins(4, FOUR_PLAYER_GAMES) >= 2 * FOUR_PLAYER_GAMES / 4


def best(state):
    seat = state.current_players()[0]
    ratings = GAME.rate(state.clone(), seat, state.legal_actions(seat))
    return str(max(zip(ratings, map(str, state.legal_actions(seat)), strict=True))[1])


def test_it_takes_the_lead_where_it_pays():
    state = table(
        players=3,
        round=3,
        tiles={"greek-town": 4},
        squares={"greek-town": ["brown", "yellow"]},
        cars={"brown": "greek-town", "yellow": "greek-town", "grey": "the-valley"},
        gear={"yellow": ["bodyguard"]},
        doubles=["greek-town", "the-loop", "chinatown", "little-africa", "the-valley", "north-side", "west-side"],
    )
    assert best(state) == "unload brown"


def test_it_does_not_dither():
    state = play(table(players=2), "play grey")
    ratings = GAME.rate(state, 0, state.legal_actions(0))
    assert str(state.legal_actions(0)[ratings.index(min(ratings))]) == "back"


@pytest.mark.parametrize("players", [2, 4])
def test_it_can_say_why_and_what_it_expects(players):
    state = GAME.new(players, 3)
    rng = Stream(3)
    while not state.is_over:
        seat = state.current_players()[0]
        choices = state.legal_actions(seat)
        assert all(str(GAME.reason(state.view(seat), choice)) for choice in choices)
        promises = GAME.evaluate(state)
        assert len(promises) == players and all(-1 <= promise <= 1 for promise in promises)
        state.apply(seat, choices[rng.below(len(choices))])


def test_two_careful_players_come_to_an_end():
    """Seed 5 is one where both would load and unload for ever but for their impatience."""
    state, rng, bot = GAME.new(2, 5), Stream(5), make_bot("greedy:1", GAME)
    while not state.is_over:
        seat = state.current_players()[0]
        state.apply(seat, bot.choose(state.view(seat), state.legal_actions(seat), rng))
    assert state.ending in ("king", "shared") and state.turns < 500
