"""Tournaments: equal seats, fair shares, honest intervals."""

import pytest

import parrain
from parrain.core import BadOption
from parrain.lab.tournament import interval, tournament

GAME = parrain.game("district-noir")


@pytest.mark.slow
def test_seats_rotate_and_shares_add_up():
    result = tournament(GAME, 2, 40, ["greedy", "random"], seed=3)
    by_name = {standing.bot: standing for standing in result.standings}
    assert by_name["greedy"].seats == by_name["random"].seats == 40
    assert by_name["greedy"].wins + by_name["random"].wins == 40
    assert result.standings[0].bot == "greedy" and by_name["greedy"].low > 0.5
    assert by_name["greedy"].times_due == pytest.approx(by_name["greedy"].wins / 20)


def test_the_same_tournament_twice():
    first, second = (tournament(GAME, 2, 10, ["greedy", "random"], seed=5) for _ in range(2))
    assert [(each.bot, each.wins) for each in first.standings] == [(each.bot, each.wins) for each in second.standings]


def test_the_interval_is_wilsons():
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(0, 10)[0] == 0.0 and interval(10, 10)[1] == 1.0


def test_one_bot_is_no_tournament():
    with pytest.raises(BadOption):
        tournament(GAME, 2, 10, ["greedy"])
