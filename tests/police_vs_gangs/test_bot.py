"""What the greedy player must know, phase by phase."""

import pytest

from parrain.core import Stream
from parrain.games.police_vs_gangs.bargain import read_claim
from parrain.games.police_vs_gangs.haggle import claim_worth, no_deal_worth, pool, target


def card(name, x, y, **more):
    return {"card": name, "at": [x, y], **more}


def best(police, state, seat):
    """What the rating likes best on this very table."""
    actions = state.legal_actions(seat)
    ratings = police.rate(state, seat, actions)
    return str(actions[ratings.index(max(ratings))])


def test_a_stake_that_must_win_is_made_and_one_that_cannot_is_not(police, play):
    base = {"players": 3, "phase": "stake", "order": [0, 1, 2], "city": [card("foundry", 0, 0)]}
    assert best(police, play({**base, "tokens": [{"drugs": 1}, {}, {}]}), 0) == "stake drugs 1"
    assert best(police, play({**base, "tokens": [{"tobacco": 1}, {}, {"tobacco": 11}]}), 0) == "stake done"


def test_badges_become_what_is_really_brought(police, play):
    position = {"players": 3, "phase": "resolve", "order": [0, 2, 1], "city": [card("foundry", 0, 0)], "hands": [["thug"], [], ["thug"]]}
    state = play({**position, "pieces": ["0 driver fight foundry north"]})
    assert best(police, state, 0) == "badges prostitution alcohol"


def test_the_best_recruit_that_can_be_paid_is_hired(police, play):
    hire = card("pier-9", 0, 0, hire=["bodyguard", "killer"])
    position = {"players": 3, "phase": "resolve", "order": [0, 2, 1], "city": [hire], "hands": [["thug"], [], ["thug"]]}
    assert best(police, play({**position, "pieces": ["0 pimp recruit pier-9 north"]}), 0) == "recruit killer"
    assert best(police, play({**position, "pieces": ["0 driver recruit pier-9 north"]}), 0) == "recruit bodyguard"


def test_a_policeman_takes_an_arrest_and_a_free_place(police, play):
    position = {
        "players": 3,
        "phase": "place",
        "order": [1, 0, 2],
        "city": [card("foundry", 0, 0, owner=0), card("pharmacy", 1, 0, owner=0)],
    }
    assert best(police, play(position), 1).startswith("send")


def test_gangsters_stand_together_where_police_may_come(police, play):
    city = [card("pier-9", 0, 0), card("fish-market", 3, 0)]
    position = {
        "players": 3,
        "phase": "place",
        "order": [0, 1, 2],
        "city": city,
        "pieces": ["0 thug fight pier-9 north", "1 inspector pier-9 south"],
    }
    state = play(position, (0, "send bodyguard fight"))
    assert "pier-9" in best(police, state, 0)


def talk(pieces, claims, rounds=2, **more):
    position = {
        "players": 3,
        "phase": "resolve",
        "order": [0, 2, 1],
        "city": [card("cold-store", 0, 0)],
        "pieces": pieces,
        "options": {"rounds": rounds},
    }
    return {**position, **more}, claims


@pytest.mark.rule("PG 9.7", "PG 9.9")
def test_a_gangster_who_would_lose_lives_with_little(police, play):
    pieces = [
        "0 thug fight cold-store north",
        "1 lieutenant cold-store south",
        "1 inspector cold-store south",
        "1 inspector cold-store south",
    ]
    position, _ = talk(pieces, [])
    state = play(position, (0, "say"), (1, "claim place"), (1, "claim drugs first 1"), (1, "say"))
    assert no_deal_worth(state, 0, 0) < 0
    wanted = target(state, 0)
    claims = state.claims[:]
    claims[: state.width] = wanted
    assert not wanted[-1] and claim_worth(state, 0, 0, claims, pool(state, 0)) > no_deal_worth(state, 0, 0)


def test_a_policeman_sure_to_win_refuses_crumbs(police, play):
    pieces = [
        "0 driver fight cold-store north",
        "1 lieutenant cold-store south",
        "1 inspector cold-store south",
        "1 inspector cold-store south",
    ]
    position, _ = talk(pieces, [])
    state = play(position, (0, "claim place"), (0, "claim rest"), (0, "say"), (1, "say"))
    wanted = target(state, 1)
    crumbs = [*read_claim(["place", "rest"], police.box.traffic_names), *([0] * state.width), *([0] * state.width)]
    assert claim_worth(state, 1, 1, crumbs, pool(state, 1)) < no_deal_worth(state, 1, 1)
    assert wanted[-1] or wanted[0]  # no deal, or the place after all


@pytest.mark.parametrize("players", [3, 6])
def test_every_choice_has_a_rating_and_a_reason_and_every_table_a_promise(police, players):
    state = police.new(players, 5)
    rng = Stream(8)
    while not state.is_over:
        for seat in state.current_players()[:1]:
            actions = state.legal_actions(seat)
            world = police.imagine(state.view(seat), rng)
            ratings = police.rate(world, seat, actions)
            assert len(ratings) == len(actions)
            assert all(str(police.reason(state.view(seat), action)) for action in actions[:5])
            promises = police.evaluate(world)
            assert len(promises) == players and all(-1 <= each <= 1 for each in promises)
            state.apply(seat, actions[ratings.index(max(ratings))])
    assert state.turn < 60
