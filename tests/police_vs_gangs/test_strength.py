"""Greedy players in every seat, and how they deal; `lab.seat_strength` and `lab.faction_balance` measure more."""

import pytest

from parrain.bots import make_bot
from parrain.lab.faction_balance import line, measure, play, read_results, read_setting, write_page
from parrain.lab.seat_strength import Row
from parrain.lab.seat_strength import measure as measure_seats
from parrain.lab.simulate import play as play_one
from tests.police_vs_gangs.tables import GAME


@pytest.mark.parametrize(("players", "games"), [(3, 8), (4, 8), (5, 5), (6, 5)])
def test_a_greedy_player_wins_clearly_more_than_a_random_one_in_the_same_seat(players, games):
    """Few games, but the intervals must not touch; docs/seats-police-vs-gangs.md has many."""
    for row in measure_seats(GAME, players, games, "greedy:1", seed=5, random_games=100):
        assert row.passed, (row, row.share, row.random_share)


def test_the_measure_can_fail():
    assert Row(3, 0, 8, 8, 40, 100).passed
    assert not Row(3, 0, 4, 8, 40, 100).passed, "the intervals touch"
    assert not Row(3, 0, 190, 300, 1140, 3000).passed, "clear, but not twice 38 %"
    assert Row(3, 0, 190, 300, 1260, 3000).passed, "from 40 % on clear is enough"


def test_greedy_players_deal_where_they_gain(tmp_path):
    """And what is measured in two runs is what one run would have measured."""
    lines = tmp_path / "settings"
    lines.write_text("3 3 greedy:1\n")
    for _ in range(2):
        measure(tmp_path / "results", lines, jobs=1, minutes=10)
    (setting, found), *more = read_results(tmp_path / "results").items()
    assert not more and found.games == 6 and sum(found.wins) >= 6
    assert found.talks >= 25 and 0.1 <= found.accords / found.talks <= 0.6
    total = play(setting, 0)
    for number in range(1, 6):
        total += play(setting, number)
    assert total == found
    write_page(tmp_path / "results", tmp_path / "page.md")
    assert line(setting, found, "printed") in (tmp_path / "page.md").read_text()


def test_levers_of_ones_own_are_played_and_unknown_ones_refused():
    setting, games = read_setting("teams-4 7 random police=3 dice=9,9,9", GAME.box)
    assert games == 7 and setting.option(GAME.box) == "tried"
    house, _ = read_setting("teams-4 7 random house", GAME.box)
    assert house.option(GAME.box) == "house"
    with pytest.raises(SystemExit, match="no such lever: guns"):
        read_setting("4 7 random guns=3", GAME.box)


def test_team_mates_do_not_quarrel_over_the_spoils():
    """In teams the police's proposals are accepted as soon as they have been seen."""
    log = []
    state = GAME.new(6, 4, log, teams=True)
    play_one(state, [make_bot("greedy:1", GAME)] * 6, ["greedy:1"] * 6, 4, 0)
    proposals = [event.data for event in log if event.kind == "proposals"]
    assert proposals and all(each["accord"] for each in proposals if each["round"] == 3)
