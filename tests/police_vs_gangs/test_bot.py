"""What the greedy player must know, phase by phase."""

import pytest

from parrain.core import Stream
from parrain.games.police_vs_gangs.actions.claims import Claim, find_clashes, read_claim
from parrain.games.police_vs_gangs.bot import Cache
from parrain.games.police_vs_gangs.bot.bargaining import best_claim, seat_notes, side_worth, talk_notes
from parrain.games.police_vs_gangs.state import P_TALK
from tests.police_vs_gangs.tables import BOX, GAME, best, card, new, start


def worths(state, seat, claims):
    """What an accord on these claims, and what no deal, gives a seat that counts what it knows."""
    own = seat_notes(state, talk_notes(state, Cache()), seat)
    return side_worth(state, own, claims), own.outside


def test_a_stake_that_must_win_is_made_and_one_that_cannot_is_not():
    base = {"players": 3, "phase": "stake", "order": [0, 1, 2], "city": [card("foundry", 0, 0)]}
    assert best(start({**base, "tokens": [{"drugs": 1}, {}, {}]}), 0) == "stake drugs 1"
    assert best(start({**base, "tokens": [{"tobacco": 1}, {}, {"tobacco": 11}]}), 0) == "stake done"


def test_badges_become_what_is_really_brought():
    position = {
        "players": 3,
        "phase": "resolve",
        "order": [0, 2, 1],
        "city": [card("foundry", 0, 0)],
        "hands": [["thug"], [], ["thug"]],
    }
    state = start({**position, "pieces": ["0 driver fight foundry north"]})
    assert best(state, 0) == "badges prostitution alcohol"


def test_the_best_recruit_that_can_be_paid_is_hired():
    hire = card("pier-9", 0, 0, hire=["bodyguard", "killer"])
    position = {"players": 3, "phase": "resolve", "order": [0, 2, 1], "city": [hire], "hands": [["thug"], [], ["thug"]]}
    assert best(start({**position, "pieces": ["0 pimp recruit pier-9 north"]}), 0) == "recruit killer"
    assert best(start({**position, "pieces": ["0 driver recruit pier-9 north"]}), 0) == "recruit bodyguard"


def test_a_policeman_takes_an_arrest_and_a_free_place():
    position = {
        "players": 3,
        "phase": "place",
        "order": [1, 0, 2],
        "city": [card("foundry", 0, 0, owner=0), card("pharmacy", 1, 0, owner=0)],
    }
    assert best(start(position), 1).startswith("send")


def test_gangsters_stand_together_where_police_may_come():
    city = [card("pier-9", 0, 0), card("fish-market", 1, 0)]
    position = {
        "players": 3,
        "phase": "place",
        "order": [0, 1, 2],
        "city": city,
        "pieces": ["0 thug fight pier-9 north", "1 inspector pier-9 south"],
    }
    state = start(position, "0 send bodyguard fight")
    assert "pier-9" in best(state, 0)


def talk(pieces):
    """A negotiation of two rounds at the cold store."""
    city = [card("cold-store", 0, 0)]
    return {
        "players": 3,
        "phase": "resolve",
        "order": [0, 2, 1],
        "city": city,
        "pieces": pieces,
        "options": {"rounds": 2},
    }


@pytest.mark.rule("PG 9.7", "PG 9.9")
def test_a_gangster_who_would_lose_lives_with_little():
    pieces = [
        "0 thug fight cold-store north",
        "1 lieutenant cold-store south",
        "1 inspector cold-store south",
        "1 inspector cold-store south",
    ]
    position = talk(pieces)
    state = start(position, "0 say", "1 claim place", "1 claim drugs first 1", "1 say")
    wanted = best_claim(state, 0, Cache())
    deal, no_deal = worths(state, 0, [wanted, *state.claims[1:]])
    assert no_deal < 0 and not wanted.refused and deal > no_deal


def test_a_policeman_sure_to_win_refuses_crumbs():
    pieces = [
        "0 driver fight cold-store north",
        "1 lieutenant cold-store south",
        "1 inspector cold-store south",
        "1 inspector cold-store south",
    ]
    position = talk(pieces)
    state = start(position, "0 claim place", "0 claim rest", "0 say", "1 say")
    wanted = best_claim(state, 1, Cache())
    nothing = Claim([0] * (BOX.traffics + 2))
    crumbs, no_deal = worths(state, 1, [read_claim(["place", "rest"], BOX.traffic_names), nothing, nothing])
    assert crumbs < no_deal
    assert wanted.refused or wanted.parts[0]  # no deal, or the place after all


def test_a_split_is_worked_out_alike_by_all_who_know_the_same():
    """What somebody really brings, or holds, changes nothing of it: so two greedy players meet at the same deal."""
    pieces = [
        "0 driver fight ferry north",
        "0 bodyguard fight ferry north",
        "1 inspector ferry south",
        "1 inspector ferry south",
    ]
    position = {
        "players": 3,
        "phase": "resolve",
        "order": [0, 2, 1],
        "city": [card("ferry", 0, 0)],
        "options": {"rounds": 3},
    }
    state = start({**position, "pieces": pieces, "tokens": [{"alcohol": 2}, {"drugs": 3}, {}]})
    worlds = [GAME.imagine(state.view(seat), Stream(seed)) for seat in (0, 1) for seed in range(4)]
    splits = [talk_notes(world, Cache()).split for world in worlds]
    assert splits[0] and all(each == splits[0] for each in splits)
    assert not find_clashes(splits[0], (0, 1), BOX.printed[state.here], BOX.badges[state.here])


def test_who_is_last_resolves_what_serves_them_first():
    city = [card("pier-9", 0, 0), card("fish-market", 1, 0)]
    pieces = ["0 thug fight pier-9 north", "1 inspector pier-9 west", "2 thug fight fish-market north"]
    position = {"players": 3, "phase": "resolve", "city": city, "pieces": pieces}
    assert best(start({**position, "order": [0, 2, 1]}), 1) == "resolve fish-market", (
        "see the tiles there before the talk"
    )
    assert best(start({**position, "order": [1, 2, 0]}), 0) == "resolve pier-9", "talk while the others know little"


@pytest.mark.rule("PG 16.1")
def test_imagining_remembers_every_token_that_was_seen():
    """Nobody sees what another holds, but who gains and who stakes what is seen: a careful player knows it all."""
    state = new(4, 11)
    rng = Stream(3)
    turns = set()
    while not state.is_over:
        seat = state.current_players()[0]
        actions = state.legal_actions(seat)
        state.apply(seat, actions[rng.below(len(actions))])
        if state.turn > 2 and any(state.tokens):
            turns.add(state.turn)
            assert GAME.imagine(state.view(1), rng).tokens == state.tokens
    assert len(turns) > 1
    unseen = {
        "players": 3,
        "phase": "place",
        "order": [0, 1, 2],
        "city": [card("foundry", 0, 0)],
        "gained": [{}, {}, {}],
    }
    one, two = ({**unseen, "tokens": [{"drugs": 2}, {}, {}]}, {**unseen, "tokens": [{}, {}, {"drugs": 2}]})
    assert GAME.position(one).view(1) == GAME.position(two).view(1), "what nobody saw is hidden"


@pytest.mark.parametrize("players", [3, 6])
def test_every_choice_has_a_rating_and_a_reason_and_every_table_a_promise(players):
    state = new(players, 5)
    rng = Stream(8)
    while not state.is_over:
        for seat in state.current_players()[:1]:
            actions = state.legal_actions(seat)
            world = GAME.imagine(state.view(seat), rng)
            ratings = GAME.rate(world, seat, actions)
            assert len(ratings) == len(actions)
            assert all(str(GAME.reason(state.view(seat), action)) for action in actions[:5])
            promises = GAME.evaluate(world)
            assert len(promises) == players and all(-1 <= each <= 1 for each in promises)
            state.apply(seat, actions[ratings.index(max(ratings))])
    assert state.turn < 60


@pytest.mark.parametrize("options", [{}, {"teams": True}], ids=["alone", "teams"])
def test_a_cache_changes_no_rating(options):
    """Whoever begins to think in the middle of a negotiation wants the same as one who has kept notes."""
    state = new(4, 3, **options)
    rng = Stream(2)
    cache = GAME.new_cache()
    talks = 0
    while not state.is_over and state.turn < 8:
        for seat in state.current_players():
            actions = state.legal_actions(seat)
            if not actions:
                continue
            ratings = GAME.rate(state, seat, actions, cache)
            assert GAME.rate(state, seat, actions) == ratings
            talks += state.phase == P_TALK and state.round > 1
            wild = rng.below(6) == 0
            state.apply(seat, actions[rng.below(len(actions)) if wild else ratings.index(max(ratings))])
    assert talks > 10
