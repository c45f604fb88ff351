"""Greedy players in every seat, and how they deal with each other; `lab.seat_strength`, `lab.balance` measure more."""

import pytest

from parrain.bots import make_bot
from parrain.lab.balance import play
from parrain.lab.seat_strength import Row, measure
from parrain.lab.simulate import play as play_one
from tests.police_vs_gangs.tables import GAME


@pytest.mark.parametrize(("players", "games"), [(3, 8), (4, 8), (5, 5), (6, 5)])
def test_a_greedy_player_wins_clearly_more_than_a_random_one_in_the_same_seat(players, games):
    """Few games, but the intervals must not touch; docs/seats-police-vs-gangs.md has many."""
    for row in measure(GAME, players, games, "greedy:1", seed=5, random_games=100):
        assert row.passed, (row, row.share, row.random_share)


def test_the_measure_can_fail():
    assert Row(3, 0, 8, 8, 40, 100).passed
    assert not Row(3, 0, 4, 8, 40, 100).passed, "the intervals touch"
    assert not Row(3, 0, 190, 300, 1140, 3000).passed, "clear, but not twice 38 %"
    assert Row(3, 0, 190, 300, 1260, 3000).passed, "from 40 % on clear is enough"


def test_greedy_players_deal_where_they_gain():
    row = play(GAME, 3, 6, "greedy:1", 3, {})
    assert row.talks >= 25 and 0.1 <= row.accords / row.talks <= 0.6


def test_team_mates_do_not_quarrel_over_the_spoils():
    """In teams the police's proposals are accepted as soon as they have been seen."""
    log = []
    state = GAME.new(6, 4, log, teams=True)
    play_one(state, [make_bot("greedy:1", GAME)] * 6, ["greedy:1"] * 6, 4, 0)
    proposals = [event.data for event in log if event.kind == "proposals"]
    assert proposals and all(each["accord"] for each in proposals if each["round"] == 3)
