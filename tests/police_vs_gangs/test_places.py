"""Placement, resolution, bargaining, dice and arrests (sections 6 to 11)."""

import pytest

from parrain.core import Ledger, Stream
from parrain.games.police_vs_gangs.actions import BADGE, HANDCUFFS
from parrain.games.police_vs_gangs.actions.claims import accepting_claim, claim_words, find_clashes, read_claim
from parrain.games.police_vs_gangs.live import clashes_of
from parrain.games.police_vs_gangs.rules.negotiation import clashes
from parrain.games.police_vs_gangs.state import (
    ACCORD,
    P_ARREST,
    P_CATCH,
    P_DOUBLE,
    P_SHARE,
    P_STAKE,
    POLICE_ALONE,
    POLICE_TIE,
    POLICE_WIN,
)
from parrain.testing.table import events, play, refused
from tests.police_vs_gangs.tables import BOX, GAME, best, card, new, start


def meeting(*pieces, players=3, place="foundry", owner=-1, **more):
    city = [card(place, 0, 0, owner=owner, **({"hire": more.pop("hire")} if "hire" in more else {}))]
    return {
        "players": players,
        "phase": "resolve",
        "order": list(range(players)),
        "city": city,
        "pieces": list(pieces),
        "options": {"rounds": 1},
    } | more


# -- 6 placement --------------------------------------------------------------------------------------------


@pytest.mark.rule("PG 6.3", "PG 6.10")
def test_what_can_be_sent():
    state = start({"players": 3, "phase": "place", "order": [0, 1, 2], "city": [card("foundry", 0, 0)]})
    assert refused(state, "0 send thug recruit") == "PG 6.10"
    assert refused(state, "0 send killer fight") == "PG 6.3"
    assert refused(state, "0 send sergeant") == "PG 6.3"
    assert refused(state, "0 at foundry north") == "PG 6.3"
    assert refused(state, "1 send sergeant") == "PG 6.3"
    assert refused(state, "0 back") == "PG 6.3"


@pytest.mark.rule("PG 16.1")
def test_a_piece_half_sent_is_nobodys_business_and_can_be_taken_back():
    state = start({"players": 3, "phase": "place", "order": [0, 1, 2], "city": [card("foundry", 0, 0)]})
    before = [state.view(seat) for seat in (1, 2, None)]
    play(state, "0 send driver recruit")
    assert [state.view(seat) for seat in (1, 2, None)] == before
    assert state.view(0).held == "driver recruit"
    play(state, "0 back")
    assert state.view(0).held == ""


@pytest.mark.rule("PG 6.5")
def test_a_place_with_four_neighbours_is_out_of_reach():
    ring = [card("villa", 0, -1), card("theatre", 1, 0), card("bank", 0, 1), card("arcade", -1, 0)]
    city = [card("foundry", 0, 0, owner=2, hire=["killer"]), *ring]
    state = start({"players": 3, "phase": "place", "order": [0, 1, 2], "city": city}, "0 send thug fight")
    assert refused(state, "0 at foundry north") == "PG 6.5"
    assert state.view(None).city[0][3:] == (2, ("killer",))


@pytest.mark.rule("PG 6.11")
def test_the_arrested_miss_one_placement():
    position = {
        "players": 3,
        "phase": "place",
        "turn": 5,
        "order": [0, 1, 2],
        "city": [card("foundry", 0, 0)],
        "hands": [["thug"], [], ["thug"]],
        "jail": ["0 killer 4", "1 lieutenant 4"],
    }
    state = start(position)
    assert "send killer fight" not in map(str, state.legal_actions(0))
    state = start(position, "0 pass", "1 pass", "2 pass")
    assert state.jail == [] and state.view(0).hand == ("thug", "killer") and state.view(1).hand.count("lieutenant") == 2


# -- 7 and 8 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PG 7.4", "PG 2.3")
def test_police_alone_roll_for_the_place():
    position = meeting("1 inspector foundry north", "3 lieutenant foundry north", players=4, owner=0)
    won = start(position, "3 reroll none")
    assert won.summaries[0][1] == POLICE_ALONE
    assert won.owner[won.laid[0]] == 3  # the lieutenant's badge against handcuffs
    assert won.summaries[0][4:6] == [0, 3]  # whose it was, whose it is
    tied = start({**position, "seed": 1}, "3 reroll none")
    assert tied.summaries[0][1] == POLICE_TIE
    assert tied.owner[tied.laid[0]] == 0  # a badge each: nobody takes it, the marker stays


@pytest.mark.rule("PG 8.1")
def test_only_those_with_recruiters_wait_to_recruit():
    pieces = ["0 thug fight villa north", "2 bodyguard recruit villa south", "4 pimp recruit villa east"]
    state = start(meeting(*pieces, players=5, place="villa", hire=["bodyguard", "bodyguard"]))
    assert state.current_players() == (4,) and state.to_position()["resolution"]["waiting"] == 1 << 2


@pytest.mark.rule("PG 8.4", "PG 8.3")
@pytest.mark.parametrize(
    ("first", "second", "hired"),
    [("order 2 0", "order 2 0", 2), ("order 0 2", "order 2 0", -1), ("order none", "order none", -1)],
)
def test_recruiters_that_nothing_tells_apart_name_an_order(first, second, hired):
    pieces = ["0 driver recruit villa north", "2 bodyguard recruit villa south", "4 pimp recruit villa east"]
    position = meeting(
        *pieces, players=5, place="villa", hire=["bodyguard", "bodyguard"], hands=[["thug"], [], ["thug"], [], ["thug"]]
    )
    state = start(position, "4 recruit bodyguard")  # 6 before 3 and 3
    assert set(state.current_players()) == {0, 2}
    assert "order 0 4" not in map(str, state.legal_actions(0))
    assert GAME.position(state.to_position()).to_position() == state.to_position()
    play(state, f"{0} {first}")
    play(state, f"{2} {second}")
    if hired >= 0:
        assert state.current_players() == (hired,)
        play(state, f"{hired} recruit bodyguard")
    counts = [state.view(seat).hand.count("bodyguard") for seat in (0, 2, 4)]
    assert counts == [0, 1 + (hired == 2), 1]


@pytest.mark.rule("PG 8.3")
def test_lower_on_the_track_hires_first():
    pieces = ["0 driver recruit villa north", "2 bodyguard recruit villa south"]
    position = meeting(*pieces, place="villa", hire=["bodyguard"], scores=[4, 0, 3], hands=[["thug"], [], ["thug"]])
    assert start(position).current_players() == (2,)


@pytest.mark.rule("PG 8.2")
def test_a_recruit_must_be_paid_for():
    state = start(meeting("0 driver recruit villa north", place="villa", hire=["killer", "bodyguard"]))
    assert refused(state, "0 recruit killer") == "PG 8.2"
    assert refused(state, "0 recruit cop") == "PG 8.2"


@pytest.mark.rule("PG 8.6")
def test_equal_strength_owner_then_lowest_then_nobody():
    fight = ["0 driver fight ferry north", "2 driver fight ferry south"]
    assert (
        start(meeting(*fight, place="ferry", owner=2)).owner[start(meeting(*fight, place="ferry")).laid[0]] == 2
    )  # 2 against 2: the owner
    low = start(meeting(*fight, place="ferry", scores=[5, 0, 3]))
    assert low.owner[low.laid[0]] == 2 and low.tokens[2 * 5 + 3] == 1
    tie = start(meeting(*fight, place="ferry"))
    assert tie.owner[tie.laid[0]] == -1 and sum(tie.tokens) == 0
    only = start(meeting("0 driver recruit ferry north", place="ferry", owner=2))
    assert only.owner[only.laid[0]] == 2


# -- 9 negotiation ----------------------------------------------------------------------------------------------

TRAFFICS = ["drugs", "weapons", "prostitution", "alcohol", "tobacco"]


def clash(*claims, printed=0b10010, badges=2):
    read = [read_claim(claim, TRAFFICS) for claim in claims]
    return [found[0] for found in find_clashes(read, tuple(range(len(claims))), printed, badges)]


@pytest.mark.rule("PG 9.2", "PG 9.4")
@pytest.mark.parametrize(
    ("claims", "clashes"),
    [
        ([[], []], []),
        ([["drugs first 1"], ["drugs first 1"]], [2]),
        ([["alcohol first 1"], ["alcohol from 2"]], []),
        ([["alcohol first 2"], ["alcohol from 2"]], [2]),
        ([["alcohol all"], ["alcohol from 3"]], [2]),
        ([["place"], ["place"]], [1]),
        ([["rest"], ["rest", "place"]], [4]),
        ([["no deal"], []], [0]),
        ([["drugs all"], ["prostitution first 1"], ["alcohol from 2"]], [3]),
        ([["drugs all", "weapons all"], ["prostitution first 1", "tobacco all"]], []),
        ([["place", "rest"], ["drugs all", "prostitution all", "alcohol all", "place"]], [1, 3]),
    ],
)
def test_an_accord_is_exactly_when_nothing_clashes(claims, clashes):
    assert clash(*claims) == clashes


def test_claims_read_as_they_are_written():
    words = ["place", "drugs first 3", "weapons all", "tobacco from 2", "rest"]
    assert claim_words(read_claim(words, TRAFFICS), TRAFFICS) == tuple(words)
    assert claim_words(read_claim(["no deal"], TRAFFICS), TRAFFICS) == ("no deal",)
    for nonsense in ("the moon", "drugs", "drugs second 2", "drugs first 13", " ", ""):
        with pytest.raises(ValueError, match="^" + nonsense + "$"):
            read_claim([nonsense], TRAFFICS)


@pytest.mark.rule("PG 9.7")
def test_accepting_gives_way_and_never_makes_a_new_clash():
    mine, theirs = (
        ["place", "drugs all", "weapons from 2", "tobacco all", "rest"],
        ["place", "weapons first 1", "alcohol all", "prostitution all", "rest"],
    )
    claims = [read_claim(mine, TRAFFICS), read_claim(theirs, TRAFFICS)]
    left = accepting_claim(claims, 0, (0, 1), 0b10010, 2)
    assert claim_words(left, TRAFFICS) == ("weapons from 2", "tobacco all")  # both badges are the other's
    claims = [read_claim(mine, TRAFFICS), read_claim(["place"], TRAFFICS), read_claim(["place"], TRAFFICS)]
    assert accepting_claim(claims, 0, (0, 1, 2), 0b10010, 2) is None


@pytest.mark.rule("PG 9.7")
def test_both_accepting_at_once_is_an_accord():
    position = meeting("0 driver fight ferry north", "1 inspector ferry south", place="ferry", options={"rounds": 2})
    first = ["0 claim place", "0 claim alcohol all", "0 say", "1 claim place", "1 say"]
    state = start(position, *first)
    assert "accept" in map(str, state.legal_actions(0))
    state = start(position, *first, "0 accept", "1 accept")
    assert (
        state.summaries[0][1] == ACCORD and state.owner[state.laid[0]] == -1
    )  # an accord in which nobody has the place
    assert state.view(0).tokens == (0, 0, 0, 1, 0)


@pytest.mark.rule("PG 9.5")
def test_rounds_end_early_only_when_an_accord_is_repeated():
    position = meeting("0 driver fight ferry north", "1 inspector ferry south", place="ferry", options={"rounds": 3})
    once = start(position, "0 claim place", "0 say", "1 claim rest", "1 say")
    assert once.round == 2 and not clashes(once)
    twice = start(position, "0 claim place", "0 say", "1 claim rest", "1 say", "0 say", "1 say")
    assert twice.summaries[0][1] == ACCORD and twice.view(1).tokens == (0, 0, 1, 1, 0)
    broken = start(position, "0 claim place", "0 say", "1 claim place", "1 say", "0 say", "1 say")
    assert broken.round == 3  # a quarrel repeated is not the end: the last round decides


@pytest.mark.rule("PG 9.5", "PG 16.1")
def test_nobody_sees_a_claim_before_all_are_in():
    position = meeting("0 driver fight ferry north", "1 inspector ferry south", place="ferry", options={"rounds": 3})
    state = start(position, "0 claim place")
    other = start(position, "0 claim alcohol all")
    assert state.view(1) == other.view(1) and state.view(None) == other.view(None)
    play(state, "0 say")
    play(other, "0 say")
    assert state.view(1) == other.view(1)


@pytest.mark.rule("PG 9.2")
def test_a_draft_goes_in_order_and_can_be_begun_again():
    position = meeting("0 driver fight ferry north", "1 inspector ferry south", place="ferry", options={"rounds": 3})
    state = start(position, "0 claim alcohol all")
    assert refused(state, "0 claim place") == "PG 9.2"
    assert refused(state, "0 claim drugs all") == "PG 9.3"
    assert refused(state, "0 accept") == "PG 9.7"
    assert refused(state, "2 say") == "PG 9.1"
    play(state, "0 back")
    assert state.view(0).draft == ()


@pytest.mark.rule("PG 9.6")
def test_what_stands_when_the_sand_is_out_is_said_in_every_round():
    position = meeting("0 driver fight ferry north", "1 inspector ferry south", place="ferry", options={"rounds": 3})
    state = start(position, "0 claim place")  # half a draft left lying
    talk = GAME.negotiation(state.view(None))
    standing = {0: ["alcohol from 2", "rest"], 1: ["place", "alcohol first 1"]}
    assert clashes_of(BOX, "ferry", standing) == []
    assert clashes_of(BOX, "ferry", {0: ["place"], 1: ["place"]}) == [("place", "", (0, 1))]
    for _ in range(2):
        for seat in (0, 1):
            for text in talk.answer(state.view(seat), standing[seat]):
                play(state, f"{seat} {text}")
    assert (
        state.summaries[0][1] == ACCORD and state.owner[state.laid[0]] == 1
    )  # repeated once, so two rounds were enough
    silent = start(position)
    for _ in range(3):
        for seat in (0, 1):
            for text in talk.answer(silent.view(seat), standing[0] if seat == 0 else None):
                play(silent, f"{seat} {text}")
    assert not silent.deal and silent.terms[1].refused


@pytest.mark.rule("PG 9.11", "PG 9.10")
def test_badges_left_open_by_a_deal_must_be_fed_if_they_can():
    pieces = ["0 driver fight foundry north", "0 cop fight foundry north", "1 inspector foundry south"]
    state = start(meeting(*pieces), "0 claim prostitution all", "0 say", "1 claim rest", "1 say")
    assert state.current_players() == (0,)
    assert sorted(map(str, state.legal_actions(0))) == ["badges alcohol", "badges drugs"]
    assert refused(state, "0 badges prostitution") == "PG 9.11"
    assert refused(state, "0 badges tobacco") == "PG 8.9"
    # with one gangster who brings only one free traffic there is nothing to choose: tribute cannot be dodged
    auto = start(meeting("0 thug fight foundry north", "1 inspector foundry south"), "0 say", "1 claim rest", "1 say")
    assert auto.view(1).tokens == (1, 1, 0, 0, 0) and auto.owner[auto.laid[0]] == 1


@pytest.mark.rule("PG 8.9", "PG 9.11")
def test_badges_that_nobody_feeds_are_traffics_that_the_card_does_not_print():
    pieces = ["0 thug fight mermaid north", "1 inspector mermaid south"]
    state = start(meeting(*pieces, place="mermaid"), "0 say", "1 claim rest", "1 say")
    assert events(state, "badges") == [{"seat": 0, "card": "mermaid", "traffics": ["weapons", "alcohol", "tobacco"]}]


@pytest.mark.rule("PG 8.8", "PG 9.10")
def test_under_a_deal_all_gangsters_feed_and_the_bonus_comes_once_and_last():
    pieces = ["0 thug fight cold-store north", "2 thug fight cold-store east", "1 inspector cold-store south"]
    claims = ["0 claim drugs first 2", "0 say", "2 say", "1 claim drugs from 3", "1 say"]
    state = start(meeting(*pieces, place="cold-store"), *claims)
    assert [state.view(seat).tokens[0] for seat in (0, 1, 2)] == [2, 1, 0]


@pytest.mark.rule("PG 2.7")
def test_a_short_supply_pays_the_first_ranks():
    tokens = [{}, {}, {"drugs": 11}]
    claims = ["0 claim drugs from 2", "0 say", "1 claim drugs first 1", "1 say"]
    state = start(
        meeting("0 dealer fight cold-store north", "1 inspector cold-store south", place="cold-store", tokens=tokens),
        *claims,
    )
    assert [state.view(seat).tokens[0] for seat in (0, 1)] == [0, 1]


# -- 10 and 11 -----------------------------------------------------------------------------------------------------

REFUSED = ["0 no deal", "1 say"]


@pytest.mark.rule("PG 10.5")
def test_a_double_is_what_its_owner_says():
    position = meeting("0 bodyguard fight ferry north", "1 sergeant ferry south", place="ferry", owner=0)
    state = start(position, *REFUSED)
    assert state.phase == P_DOUBLE
    assert sorted(map(str, state.legal_actions(1))) == ["double badge", "double handcuffs"]
    strong = state.clone()
    play(strong, "1 double handcuffs")
    weak = state.clone()
    play(weak, "1 double badge")
    informer = state.dice[0].face
    assert strong.summaries[-1:] == [] or strong.summaries[-1][2] >= 4
    assert weak.power_police == 3 + (informer == HANDCUFFS) and weak.phase == P_ARREST


@pytest.mark.rule("PG 10.10")
def test_without_fighters_the_police_take_the_place_and_nothing_else():
    position = meeting("0 driver recruit villa north", "1 inspector villa south", place="villa", owner=2)
    state = start(position, *REFUSED)
    assert state.owner[state.laid[0]] == 1 and state.scores() == (0, 0, 0) and state.jail == []
    # informers of the mafia stronger than the police: nothing happens
    weak = meeting(
        "0 driver recruit customs-shed north", "1 inspector customs-shed south", place="customs-shed", owner=2
    )
    assert start(weak, *REFUSED).owner.count(1) == 1


@pytest.mark.rule("PG 11.2")
def test_one_policeman_names_whom_to_catch():
    pieces = [
        "0 thug fight bank north",
        "0 driver fight bank north",
        "1 lieutenant bank south",
        "1 inspector bank south",
        "1 inspector bank south",
    ]
    choices = [*REFUSED, "1 reroll none"]
    state = start(meeting(*pieces, place="bank", tokens=[{"weapons": 12}, {}, {}]), *choices)
    assert state.phase == P_CATCH
    assert sorted(map(str, state.legal_actions(1))) == [
        "catch 0 driver alcohol",
        "catch 0 driver prostitution",
        "catch 0 driver tobacco",
        "catch 0 thug drugs",
    ]
    assert refused(state, "1 catch 0 thug weapons") == "PG 2.7"
    assert refused(state, "1 catch 0 thug alcohol") == "PG 11.2"
    assert refused(state, "1 catch 2 thug drugs") == "PG 11.2"
    play(state, "1 catch 0 thug drugs")
    assert state.scores() == (0, 1, 0) and state.view(1).tokens[0] == 1 and state.view(None).jail == ((0, "thug", 1),)


@pytest.mark.rule("PG 11.4", "PG 11.5")
def test_police_who_cannot_agree_roll_for_everything():
    pieces = ["0 thug fight bank north", "1 inspector bank south", "3 lieutenant bank east"]
    choices = ["0 no deal", "1 say", "3 say", "3 reroll none", "1 say", "3 say", "3 reroll none"]
    won = start(meeting(*pieces, players=4, place="bank", seed=1), *choices)
    assert won.phase == P_CATCH and won.current_players() == (3,) and won.owner[won.laid[0]] == 3
    tied = start(meeting(*pieces, players=4, place="bank", owner=0), *choices)
    assert tied.phase == P_STAKE and tied.summaries[0][1] == POLICE_WIN
    assert tied.owner[tied.laid[0]] == -1 and tied.jail == [] and tied.scores() == (0, 0, 0, 0)


@pytest.mark.rule("PG 11.3")
def test_accepting_a_proposal_is_one_choice():
    pieces = ["0 thug fight bank north", "1 inspector bank south", "3 lieutenant bank east"]
    choices = [
        "0 no deal",
        "1 say",
        "3 say",
        "0 no deal",
        "1 say",
        "3 say",
        "3 reroll none",
        "1 give point 3",
        "1 say",
        "3 say",
        "1 say",
    ]
    state = start(meeting(*pieces, players=4, place="bank", options={"rounds": 2}), *choices)
    assert state.phase == P_SHARE
    play(state, "3 accept 1")
    assert state.owner[state.laid[0]] == 1 and state.scores() == (0, 0, 0, 1) and sum(state.view(1).tokens) == 1


@pytest.mark.rule("PG 10.4")
def test_only_the_lieutenants_owner_rerolls_and_only_what_lies_there():
    pieces = ["0 thug fight foundry north", "1 inspector foundry south", "3 lieutenant foundry east"]
    state = start(meeting(*pieces, players=4), "0 no deal", "1 say", "3 say")
    assert state.current_players() == (3,)
    assert refused(state, "1 reroll none") == "PG 10.4"
    assert refused(state, "3 reroll 3 sergeant double") == "PG 10.4"
    assert any(text.startswith("reroll informer") for text in map(str, state.legal_actions(3)))


@pytest.mark.rule("PG 2.3", "PG 10.2")
def test_a_second_lieutenant_doubles_nothing_more():
    pieces = ["0 thug fight bank north", "1 lieutenant bank south", "1 lieutenant bank south", "1 inspector bank south"]
    state = start(meeting(*pieces, place="bank", seed=2), *REFUSED, "1 reroll none")
    assert [die.face for die in state.dice][:2] == [BADGE, HANDCUFFS]
    assert state.power_police == 3 + 1 * 2


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_refusal_along_random_games_names_its_rule(players):
    rules = GAME.rulebook().rules
    rng = Stream(players)
    state = new(players, 77 + players)
    named = set()
    while not state.is_over:
        seat = state.current_players()[0]
        legal = state.legal_actions(seat)
        for _ in range(3):
            action = GAME.actions[rng.below(len(GAME.actions))]
            why = None if action in legal else state.why_not(seat, action)
            if why is not None:
                named.add(why.rule)
        state.apply(seat, legal[rng.below(len(legal))])
    assert len(named) > 12 and named <= set(rules)


@pytest.mark.rule("PG 9.6")
def test_what_a_silent_seat_says_in_a_timed_round():
    """Where rounds are timed: what a seat has claimed or begun to claim stands, and silence is no deal."""
    position = meeting("0 driver fight ferry north", "1 inspector ferry south", place="ferry", options={"rounds": 3})

    def silent(state, seat):
        return str(GAME.default_answer(state.view(seat), state.legal_actions(seat)))

    state = start(position, "0 claim place")
    assert silent(state, 0) == "say" and silent(state, 1) == "no deal"
    shown = start(position, "0 claim place", "0 say", "1 no deal")
    assert silent(shown, 0) == "say", "what was shown in the round before stands"
    assert silent(shown, 1) == "no deal", "and so does a refusal"
    resolving = start({"players": 3, "phase": "place", "order": [0, 1, 2], "city": [card("foundry", 0, 0)]})
    assert GAME.default_answer(resolving.view(0), resolving.legal_actions(0)) is None, (
        "elsewhere a bot answers this once"
    )
    assert not GAME.is_timed(resolving.view(0)) and GAME.is_timed(state.view(0)), "the sand is for bargaining alone"


# -- 10.10 only the place to share ---------------------------------------------------------------------------------


def only_the_place(police=(1, 3), rounds=1, **more):
    """Police who share nothing but the Villa: gangster 0 has sent only a recruiter there, and nobody is for hire."""
    sides = {1: "south", 3: "east", 5: "west"}
    pieces = ["0 driver recruit villa north", *[f"{seat} inspector villa {sides[seat]}" for seat in police]]
    options = {"rounds": rounds, **more.pop("options", {})}
    position = meeting(*pieces, players=max(4, police[-1] + 1), place="villa", options=options, **more)
    return start(position, *["0 no deal", *[f"{seat} say" for seat in police]] * rounds)


def dice_rolled(state):
    return [each["for"] for each in events(state, "roll")]


@pytest.mark.rule("PG 10.10", "PG 11.3")
@pytest.mark.parametrize("police", [(1, 3), (1, 3, 5), (3, 5)])
def test_police_who_propose_the_same_place_agree(police):
    to = police[0]
    state = only_the_place(police, scores=[9] * max(4, police[-1] + 1))
    assert state.phase == P_SHARE and not state.prize
    play(state, f"{to} say", *[text for seat in police[1:] for text in (f"{seat} give place {to}", f"{seat} say")])
    assert state.owner[state.laid[0]] == to and set(state.scores()) == {9} and state.jail == []
    assert dice_rolled(state) == ["fight"] and events(state, "proposals")[0]["accord"]


@pytest.mark.rule("PG 10.10", "PG 11.4")
def test_police_who_propose_different_places_roll():
    state = only_the_place(seed=1)
    play(state, "1 say", "3 say")
    assert dice_rolled(state) == ["fight", "share"] and not events(state, "proposals")[0]["accord"]
    state = only_the_place((1, 3, 5))
    play(state, "1 say", "3 give place 1", "3 say", "5 no deal")
    assert dice_rolled(state) == ["fight", "share"], "one of three refuses"


@pytest.mark.rule("PG 10.10")
def test_where_only_the_place_is_shared_nothing_else_can_be_proposed():
    state = only_the_place()
    assert sorted(map(str, state.legal_actions(3))) == ["give place 1", "no deal", "say"]
    assert refused(state, "3 give point 1") == refused(state, "3 catch 0 driver alcohol") == "PG 10.10"
    assert state.view(3).draft == ("place 3",)


@pytest.mark.rule("PG 11.2", "PG 11.3", "PG 2.7")
def test_a_proposal_says_whom_to_arrest_only_once():
    pieces = ["0 driver fight villa north", *["1 inspector villa south", "3 inspector villa east"] * 2]
    state = start(meeting(*pieces, players=4, place="villa"), "0 no deal", "1 say", "3 say")
    assert state.view(1).draft[-1] == "catch 0 driver prostitution"
    assert refused(state, "1 catch 0 driver prostitution") == "PG 11.3", "the supply has some: it says so already"
    assert refused(state, "1 catch 0 driver drugs") == refused(state, "1 catch 0 driver empty-handed") == "PG 11.2"


@pytest.mark.rule("PG 9.5", "PG 11.3")
def test_a_place_proposed_alike_twice_is_settled_before_the_last_round():
    """Also where the second time it was proposed by accepting: it is the same proposal."""
    for again in ("3 say", "3 accept 1"):
        state = only_the_place(rounds=3)
        play(state, "1 say", "3 give place 1", "3 say")
        assert state.phase == P_SHARE and state.round == 2
        play(state, "1 say", again)
        assert state.owner[state.laid[0]] == 1 and dice_rolled(state) == ["fight"], again


@pytest.mark.rule("PG 9.5", "PG 11.3")
def test_who_has_refused_may_agree_in_the_next_round():
    state = only_the_place(rounds=2)
    play(state, "1 no deal", "3 say", "1 give place 3", "1 say", "3 say")
    assert state.owner[state.laid[0]] == 3 and dice_rolled(state) == ["fight"]


@pytest.mark.rule("PG 9.6", "PG 11.3")
@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("teams", [False, True])
def test_the_live_talk_over_a_place_alone_can_agree(rounds, teams):
    state = only_the_place((1, 3, 5), rounds, options={"teams": teams})
    sharing = GAME.negotiation(state.view(None))
    claims = {1: sharing.validate(1, []), 3: sharing.validate(3, ["place 1"])}
    assert claims == {1: ("place 1",), 3: ("place 1",)} and sharing.clashes(claims), "one has not spoken"
    assert sharing.accepting(5, claims) == sharing.accepting(5, claims, 3) == ("place 1",)
    claims[5] = sharing.accepting(5, claims)
    assert sharing.clashes(claims) == []
    while state.phase == P_SHARE:
        for seat in (1, 3, 5):
            play(state, *[f"{seat} {text}" for text in sharing.answer(state.view(seat), claims[seat])])
    assert state.owner[state.laid[0]] == 1 and dice_rolled(state) == ["fight"]


@pytest.mark.rule("PG 11.3", "PG 16.2")
def test_an_imagined_table_shares_a_place_alone_as_the_real_one_does():
    """Whatever the viewer, from every moment of the sharing: the words say all there is of a proposal."""
    choices = ["1 give place 3", "1 say", "3 say", "5 give place 3", "5 say", "1 no deal", "3 say", "5 accept 3"]
    for told in range(len(choices) + 1):
        state = only_the_place((1, 3, 5), 3)
        play(state, *choices[:told])
        assert state.phase == P_SHARE
        again = GAME.position(state.to_position())
        assert again.claims == state.claims and again.drafts == state.drafts
        for seat in (None, 1, 3, 5):
            imagined = GAME.imagine(state.view(seat), Stream(1))
            imagined.check()
            assert imagined.claims == state.claims
            assert seat is None or imagined.legal_actions(seat) == state.legal_actions(seat)


@pytest.mark.rule("PG 11.3")
def test_a_position_from_before_has_only_the_place_in_its_proposals():
    """Proposals once kept the proposer's own seat for a point and a token that nobody could win."""
    state = only_the_place()
    play(state, "1 say", "3 give place 1")
    position = state.to_position()
    width = BOX.traffics + 3
    for key in ("claims", "drafts"):
        for seat in (1, 3):
            position["resolution"][key][seat * width + 1 : seat * width + 3] = [seat, seat]
    old = start(position, "3 say")
    assert old.owner[old.laid[0]] == 1 and dice_rolled(old) == []


@pytest.mark.rule("PG 11.3", "PG 15.1")
def test_bots_of_one_team_agree_on_a_place_alone():
    state = only_the_place((1, 3, 5), 3, options={"teams": True})
    while state.phase == P_SHARE:
        seat = state.current_players()[0]
        play(state, f"{seat} {best(state, seat)}")
    assert state.owner[state.laid[0]] == 1 and dice_rolled(state) == ["fight"]


@pytest.mark.rule("PG 9.6", "PG 11.3")
def test_bots_at_a_live_talk_over_a_place_alone_know_what_was_proposed():
    state = only_the_place((1, 3, 5), options={"teams": True})
    sharing = GAME.negotiation(state.view(None))
    claims = {1: ("place 1",)}
    asked = sharing.view_for_bot(state.view(3), claims, True)
    drawn = sharing.view_with_claims(state.view(3), claims, (), {}, Ledger())
    assert asked.claims[5] == ("place 5",) and drawn.claims[5] == ("silent",)
    for seen, others in ((asked, ["accept 1", "accept 5"]), (drawn, ["accept 1"])):
        imagined = GAME.imagine(seen, Stream(1))
        wanted = ["say", "give place 1", "give place 5", *others, "no deal"]
        assert list(map(str, imagined.legal_actions(3))) == wanted and best(imagined, 3) == "accept 1"
    action = GAME.action_from_text("accept 1")
    assert sharing.after_choice(3, action, claims) == (("place 1",), True)
