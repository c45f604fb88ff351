"""The greedy player of Gangs City: what it must know, and that it beats chance by far."""

import pytest

from parrain.bots.greedy import Greedy
from parrain.core import Stream
from parrain.testing.bots import check_bot, check_bot_is_fair

from .gangs_city_table import GAME, place, table, tile


def best(state, seat):
    actions = state.legal_actions(seat)
    ratings = GAME.rate(state, seat, actions)
    return str(actions[ratings.index(max(ratings))])


@pytest.mark.parametrize("players", [3, 4, 6])
def test_it_wins_at_least_twice_its_share_among_random_players(players):
    wins, games = 0.0, 12
    for seed in range(games):
        state, rng, me = GAME.new(players, 700 + seed), Stream(seed), seed % players
        bot = Greedy(GAME, 1)
        while not state.is_over:
            seat = state.current_players()[0]
            actions = state.legal_actions(seat)
            state.apply(
                seat, bot.choose(state.view(seat), actions, rng) if seat == me else actions[rng.below(len(actions))]
            )
        places = state.ranking()
        wins += (places[me] == 1) / places.count(1)
    assert wins / games >= 2 / players


def test_it_chooses_what_is_legal_and_only_by_what_it_sees():
    check_bot(Greedy(GAME, 1), GAME, 3, games=1)
    check_bot_is_fair(Greedy(GAME, 1), GAME, 4, every=40)


def test_it_bids_what_wins_and_no_more():
    state = table({"bar": place((1, 0))}, phase="bid", stock=[{"drugs": 3}, {}, {}], hands=[["thug"]] * 3)
    assert best(state, 0) in ("bid drugs 1", "bid drugs 2")  # nobody else has anything


def test_it_shoots_the_strongest():
    laid = [
        tile(0, "bar/e", "killer"),
        tile(0, "bar/e", "thug"),
        tile(1, "bar/ne", "dealer"),
        tile(1, "bar/ne", "showdown", "gun"),
    ]
    state = table({"bar": place((1, 0), 1)}, laid, phase="reveal")
    assert best(state, 1) == "shoot 1"


def test_it_takes_the_best_recruit_and_releases_the_least():
    laid = [tile(0, "bar/e", "dealer", "recruit")]
    state = table(
        {"bar": place((1, 0), -1, "thug", "killer")},
        laid,
        phase="reveal",
        hands=[["thug", "thug", "cop", "cop", "pimp"], [], []],
    )
    assert best(state, 0) == "take killer"
    state.apply(0, GAME.action_from_text("take killer"))
    assert best(state, 0) == "release thug"


def test_it_builds_next_to_its_own():
    city = {"bar": place((1, 0), 1), "docks": place((2, 0), 1), "casino": place((-1, 0), 0)}
    state = table(city, phase="end-of-turn", won=[{"seat": 1, "place": "motel"}])
    chosen = best(state, 1)
    state.apply(1, GAME.action_from_text(chosen))
    assert state.to_position()["gained"][1] == 2  # a quarter of three


def test_it_manages_what_it_owns():
    state = table({"ghetto": place((1, 0), 0)}, hands=[["dealer"], [], []])
    assert best(state, 0) == "at ghetto"


def test_what_a_position_promises():
    ahead = table({"bar": place((1, 0), 0), "docks": place((2, 0), 0)}, scores=[15, 3, 3], hands=[["thug"]] * 3)
    promise = GAME.evaluate(ahead)
    assert (
        promise[0] > 0 > promise[1] == promise[2]
        and abs(sum(promise)) < 1e-9
        and all(-1 <= each <= 1 for each in promise)
    )


def test_every_choice_has_a_reason():
    state, rng = GAME.new(4, 5), Stream(5)
    for _ in range(250):
        seat = state.current_players()[0]
        actions = state.legal_actions(seat)
        assert all(str(GAME.reason(state.view(seat), action)) for action in actions)
        state.apply(seat, actions[rng.below(len(actions))])


@pytest.mark.rule("GC 6.7", "GC 6.12", "GC 4.13")
def test_a_chief_helps_those_who_do_the_same():
    view = table({"bar": place((1, 0), 0)}, hands=[["driver"], [], []]).view(0)
    said = {
        do: str(GAME.reason(view, GAME.action_from_text(f"send driver {do} chief")))
        for do in ("fight", "recruit", "manage")
    }
    assert "who fight here get +1" in said["fight"] and "who recruit here get +1" in said["recruit"]
    assert "+1" not in said["manage"]
