"""Règlement de comptes rule by rule, where the scenarios do not reach."""

import pytest

from parrain.core import BadOption, Stream
from parrain.games.reglement.components import CARDS, ICONS, KINDS
from parrain.games.reglement.rules.deaths import kill
from parrain.games.reglement.rules.turn import income
from parrain.testing.table import legal, play, refusal, refused
from parrain.testing.walk import walk

from .helpers import RC, picture


def table(chairs, turn="red", players=3, **more):
    """A short position."""
    return RC.position({"players": players, "turn": turn, "chairs": chairs, **more})


# -- 1 to 3 ----------------------------------------------------------------------------------------


@pytest.mark.rule("RC 1.1", "RC 1.3")
def test_the_ring_and_the_ends():
    box = RC.box
    assert box.chairs == 30
    for chair in range(30):
        bit = 1 << chair
        assert box.left(bit) == 1 << (chair + 1) % 30 and box.right(bit) == 1 << (chair - 1) % 30
        across = box.opposite[chair]
        assert across == (-1 if chair in (14, 29) else 28 - chair)
    assert box.beside(29) == 1 << 28 | 1 << 29 | 1


@pytest.mark.rule("RC 1.2")
def test_one_object_a_chair():
    counted = {icon: RC.box.icons.count(number) for number, icon in enumerate(ICONS)}
    assert counted == {
        "none": 2,
        "revolver": 7,
        "knife": 5,
        "glass": 9,
        "till": 1,
        "bar": 2,
        "restaurant": 2,
        "gaming": 2,
    }


@pytest.mark.rule("RC 2.3", "RC 13.1")
def test_setup_order_and_first_hands():
    log = []
    RC.new(4, 9, log, seating="free")
    assert [event.kind for event in log[:4]] == ["draw"] * 4
    assert all("cards" in event.seen_by(event.data["seat"]) and "cards" not in event.seen_by(None) for event in log[:4])


@pytest.mark.rule("RC 3.1")
@pytest.mark.parametrize(
    ("players", "incomes"),
    [
        (3, [3000, 4000, 4000]),
        (4, [2000, 3000, 3000, 3000]),
        (5, [2000, 2000, 2000, 3000, 3000]),
        (6, [2000, 2000, 2000, 2000, 2000, 3000]),
    ],
)
def test_preset_seatings(players, incomes):
    """The reconstruction's promises: opening incomes, nobody beside or opposite his own colour, no Shooter on X."""
    state = RC.new(players, 1)
    assert [income(state, seat) for seat in range(players)] == incomes
    for seat in range(players):
        men = state.men[seat]
        assert not men & RC.box.left(men) and not men & state.across[seat]
    assert not state.shooters & (1 << 14 | 1 << 29)


@pytest.mark.rule("RC 3.2", "RC 3.3")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_free_seating(players):
    state = RC.new(players, 4, seating="free", youngest=2)
    order = []
    rng = Stream(8)
    while not state.turns:
        seat = state.current_players()[0]
        choices = state.legal_actions(seat)
        choice = choices[rng.below(len(choices))]
        if str(choice).startswith("sit"):
            order.append(seat)
        state.apply(seat, choice)
    men = state.box.sizes[players - 3]
    assert order == [(1 - turn) % players for turn in range(players * sum(men))], "the youngest, then counter-clockwise"
    assert state.turn == order[-1] == 2 % players, "the last to place begins: the youngest's left-hand neighbour"


@pytest.mark.rule("RC 3.2")
def test_free_seating_refusals():
    state = RC.new(3, 4, seating="free", youngest=1)
    assert refused(state, "play knife") == "RC 3.2"
    assert refused(state, "sit 4") == "RC 3.2"
    play(state, "pick heavy")
    assert refused(state, "pick blade") == "RC 4.2"
    play(state, "sit 4", "pick godfather")
    assert refused(state, "sit 4") == "RC 1.4"
    assert state.mover == 2
    assert refused(state, "pick shooter") == "RC 4.2"
    play(state, "back", "pick blade", "sit 5")
    assert refused(state, "pick blade asleep") == "RC 3.2"


@pytest.mark.rule("RC 3.2")
def test_the_youngest_must_be_at_the_table():
    with pytest.raises(BadOption):
        RC.new(3, 1, youngest=4)
    drawn = {RC.new(6, seed, seating="free").mover for seed in range(60)}
    assert drawn == set(range(6))


# -- 4 and 5 ---------------------------------------------------------------------------------------


@pytest.mark.rule("RC 4.1")
def test_only_who_has_the_turn():
    state = RC.new(3, 1)
    choice = state.legal_actions(0)[0]
    assert state.why_not(1, choice).rule == "RC 4.1"
    assert state.why_not(0, choice) is None


@pytest.mark.rule("RC 4.2")
def test_half_a_choice_is_nobodys_business():
    state = picture(RC, "green")
    before = [state.view(seat) for seat in (0, None)]
    play(state, "play move")
    assert state.view(3).step == "move" and state.view(0) == before[0]
    play(state, "lift H")
    assert state.view(3).lifted == 11 and state.view(None) == before[1]
    play(state, "back")
    assert state.view(3).step == "move"
    play(state, "back")
    assert state.view(3).step == "first"
    assert refused(state, "back") == "RC 4.2"
    assert refused(state, "lift H") == "RC 4.2"
    assert refused(state, "sit L") == "RC 8.17"


@pytest.mark.rule("RC 5.3")
def test_a_blast_goes_round_the_end_and_stops_at_empty_chairs():
    state = table(
        {30: "blue heavy", 1: "yellow heavy", 3: "blue blade", 28: "yellow blade", 10: "red heavy"}, cakes={"red": 30}
    )
    assert [chair + 1 for chair, who in enumerate(state.who) if who >= 0] == [3, 10, 28]


@pytest.mark.rule("RC 5.2", "RC 5.4", "RC 5.5")
def test_no_chain_reaction_and_own_men_die():
    state = table(
        {5: "red heavy", 6: "blue heavy", 7: "yellow heavy", 8: "blue blade", 10: "red blade"},
        cakes={"red": 5, "blue": 6},
    )
    assert state.who[4] < 0 and state.who[5] < 0 and state.who[6] >= 0 and state.who[7] >= 0
    assert state.cake == [-1, -1, 5], "the blue cake beside it stands; the red one is back with its owner"


@pytest.mark.rule("RC 10.1", "RC 10.3", "RC 5.5", "RC 10.2")
def test_blown_up_by_ones_own_cake():
    chairs = {5: "red heavy", 15: "blue heavy", 25: "yellow heavy"}
    state = table(chairs, cakes={"red": 6}, hands={"red": ["boom", "move"]}, money=[0, 3000, 0])
    assert state.out_at[1] == 1 and state.turn == 2 and state.cake[1] == -2
    assert state.size[1] == 0 and state.discard == [CARDS.index("boom"), CARDS.index("move")]
    assert state.money[1] == 3000, "money stays, income does not come"
    play(state, next(text for text in legal(state) if text.startswith("discard")))
    assert state.turn == 0, "no more turns for red"


@pytest.mark.rule("RC 10.3")
def test_boom_on_oneself_stops_the_turn():
    hands = {"red": ["boom", "move", "move", "move", "move"]}
    state = table({5: "red heavy", 15: "blue heavy", 25: "yellow heavy"}, cakes={"blue": 6}, hands=hands)
    play(state, "play boom", "blow blue")
    assert state.out_at[1] and state.turn == 2 and state.size[1] == 0
    assert sorted(state.discard) == sorted(CARDS.index(card) for card in hands["red"])


# -- 6 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RC 6.5", "RC 6.3", "RC 6.1")
def test_the_largest_income():
    men = {
        2: "red heavy",
        4: "red heavy",
        21: "red heavy",
        6: "red heavy",
        17: "red heavy",
        10: "red godfather",
        25: "red blade",
    }
    state = table({**men, 1: "blue heavy", 30: "yellow heavy"})
    assert state.money[1] == 26000


@pytest.mark.rule("RC 11.2")
def test_paid_exactly_is_the_end_too():
    state = table({4: "red godfather", 1: "blue heavy", 30: "yellow heavy"}, money=[118000, 0, 0])
    assert (state.ending, state.bank, state.money[1]) == ("bank", 0, 2000)
    assert state.legal_actions(1) == () and state.why_not(1, RC.action_from_text("draw")).rule == "RC 11.2"


# -- 7 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RC 7.1")
def test_no_empty_pass():
    state = RC.new(3, 1)
    assert refused(state, "draw") == "RC 7.1"


@pytest.mark.rule("RC 7.8", "RC 7.6")
def test_cards_of_ones_own_hand():
    state = table({1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}, hands={"red": ["move"] * 5})
    assert refused(state, "play alert") == "RC 7.8"
    assert refused(state, "discard alert") == "RC 7.8"
    play(state, "play move", "lift 1", "sit 2")
    assert refused(state, "discard move") == "RC 7.6"


@pytest.mark.rule("RC 7.5")
def test_new_cards_wait():
    state = table(
        {1: "red heavy", 5: "blue heavy", 9: "yellow heavy"},
        hands={"red": ["move", "knife", "knife", "knife", "knife"]},
    )
    play(state, "play move", "lift 1", "sit 2")
    assert state.size[1] == 4 and legal(state) == ["draw"], "drawn only after the last play"


@pytest.mark.rule("RC 7.7", "RC 13.3")
def test_the_pile_runs_out():
    hands = {"yellow": ["knife"] * 5, "red": ["move", "move", "bang", "bang", "bang"], "blue": ["cake"] * 5}
    left = [card for card in CARDS for _ in range(RC.box.counts[CARDS.index(card)])]
    for card in [card for hand in hands.values() for card in hand]:
        left.remove(card)
    chairs = {1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}
    state = table(chairs, hands=hands, pile=[left.pop()], discard=left)
    play(state, "play move", "lift 1", "sit 2", "play move", "lift 2", "sit 3")
    assert state.shuffles == 1 and state.discard == []
    assert sum(state.fresh) == len(left) + 2 == len(state.pile), "the cards just played are among them"
    assert state.fresh[CARDS.index("move")] == left.count("move") + 2 and state.size[1] == 5
    state.check()
    view = state.view(0)
    assert view.fresh == tuple(state.fresh) and view.kept == tuple(state.hand[:KINDS])


@pytest.mark.rule("RC 7.7")
def test_the_pile_is_shuffled_as_its_last_card_is_drawn():
    hands = {"yellow": ["knife"] * 5, "red": ["boom", "bang", "bang", "bang", "bang"], "blue": ["cake"] * 5}
    left = [card for card in CARDS for _ in range(RC.box.counts[CARDS.index(card)])]
    for card in [card for hand in hands.values() for card in hand]:
        left.remove(card)
    state = table({1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}, hands=hands, pile=[left.pop()], discard=left)
    play(state, "discard boom")
    assert (state.shuffles, state.drawn, len(state.pile)) == (1, 0, len(left) + 1)


@pytest.mark.rule("RC 13.4", "RC 7.1")
def test_drawing_is_said_aloud():
    chairs = {1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}
    views = []
    for rest in ("move", "knife"):
        state = table(chairs, hands={"red": ["cake", rest, "bang", "bang", "bang"]})
        play(state, "play cake", "serve 20")
        assert state.current_players() == (1,) and "draw" in legal(state)
        views.append(state.view(2).step)
    assert views == ["second", "second"]


# -- 8 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RC 8.1", "RC 8.2")
def test_who_may_stab_whom():
    chairs = {
        1: "red heavy",
        2: "blue heavy",
        3: "red heavy",
        4: "red blade",
        5: "yellow heavy",
        20: "red blade",
        22: "blue blade",
    }
    state = play(table(chairs, hands={"red": ["knife"] * 5}), "play knife")
    assert legal(state) == ["stab 4 5", "stab 3 2", "back"]
    assert refused(state, "stab 1 2") == "RC 8.1"
    assert refused(state, "stab 2 1") == "RC 8.1"
    assert refused(state, "stab 4 3") == "RC 8.2"
    assert refused(state, "stab 20 21") == "RC 8.2"
    play(state, "stab 3 2")
    assert state.who[1] < 0 and state.alive[2] == 1


@pytest.mark.rule("RC 8.3", "RC 8.4")
def test_who_may_shoot_whom():
    chairs = {
        1: "red heavy",
        29: "blue heavy",
        8: "red shooter",
        22: "yellow heavy",
        5: "red blade",
        25: "red heavy",
        3: "red shooter",
        14: "red heavy",
        16: "blue heavy",
    }
    state = play(table(chairs, hands={"red": ["bang"] * 5}), "play bang")
    assert legal(state) == ["shoot 1", "shoot 8", "back"]
    assert refused(state, "shoot 14") == "RC 8.3"
    assert refused(state, "shoot 5") == "RC 8.4"
    assert refused(state, "shoot 3") == "RC 8.4"
    play(state, "shoot 8")
    assert state.who[21] < 0 and state.alive[0] == 0


@pytest.mark.rule("RC 8.5")
def test_a_cake_at_an_empty_chair():
    state = play(
        table({1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}, hands={"red": ["cake"] * 5}),
        "play cake",
        "serve 15",
    )
    assert state.cake[1] == 14 and state.who[14] < 0


@pytest.mark.rule("RC 8.7", "RC 8.8", "RC 9.1")
def test_where_a_passed_cake_stops():
    chairs = {1: "red heavy", 5: "blue heavy", 9: "yellow heavy asleep", 20: "yellow blade"}
    state = table(chairs, hands={"red": ["pass"] * 5}, cakes={"blue": 5, "yellow": 1})
    play(state, "play pass")
    assert legal(state) == ["pass yellow right", "pass blue left", "back"]
    assert refused(state, "pass blue right") == "RC 8.8"
    assert refused(state, "pass red left") == "RC 8.6"
    assert refused(state, "pass green left") == "RC 8.6"
    assert refused(state, "pass yellow left") == "RC 8.8"
    play(state, "pass blue left")
    assert state.cake[2] == 8, "past empty chairs, to the sleeper"


@pytest.mark.rule("RC 8.7")
def test_both_ways_may_end_at_the_same_chair():
    state = table(
        {1: "red heavy", 5: "blue heavy", 15: "yellow heavy"}, hands={"red": ["pass"] * 5}, cakes={"blue": 15}
    )
    kill(state, [4])
    play(state, "play pass")
    for side in ("left", "right"):
        assert play(state.clone(), f"pass blue {side}").cake[2] == 0


@pytest.mark.rule("RC 7.4", "RC 8.8")
def test_a_cake_that_can_go_nowhere():
    chairs = {1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}
    state = table(chairs, hands={"red": ["pass"] * 5}, cakes={"blue": 1, "yellow": 5})
    assert "wherever" not in str(refusal(state, "play boom"))
    assert "play pass" in legal(state)
    full = table(
        {**chairs, 20: "green heavy"},
        players=4,
        hands={"red": ["pass"] * 5},
        cakes={"blue": 1, "yellow": 5, "green": 20},
    )
    play(full, "play pass")
    assert legal(full) == ["pass yellow left", "pass green right", "back"]


@pytest.mark.rule("RC 8.9")
def test_boom_refusals():
    state = play(
        table({1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}, hands={"red": ["boom"] * 4}, cakes={"blue": 1}),
        "play boom",
    )
    assert refused(state, "blow red") == "RC 8.9"
    assert refused(state, "blow yellow") == "RC 8.9"
    assert refused(state, "blow violet") == "RC 8.9"
    assert legal(state) == ["blow blue", "back"]


@pytest.mark.rule("RC 8.10", "RC 8.12")
def test_three_glasses_at_most():
    chairs = {7: "blue heavy", 8: "blue heavy", 12: "yellow heavy", 14: "yellow heavy", 1: "red heavy"}
    state = play(
        table(chairs, hands={"red": ["cocktail"] * 5}),
        "play cocktail",
        "drug 7",
        "drug 14",
        "back",
        "drug 8",
        "drug 12",
    )
    assert state.step == 3 and bin(state.asleep).count("1") == 3, "with the third glass the round is served"
    assert state.tokens == 15
    state.check()


@pytest.mark.rule("RC 8.15")
def test_a_discarded_alert_stays_in_the_game():
    chairs = {1: "red heavy", 5: "blue heavy", 9: "yellow heavy"}
    hands = {"red": ["alert", "knife", "knife", "knife", "knife"]}
    state = play(table(chairs, hands=hands), "discard alert")
    assert state.away == [] and state.discard == [CARDS.index("alert")]
    kept = play(table(chairs, hands=hands, options={"alert_once": False}), "play alert")
    assert kept.away == [] and kept.discard == [CARDS.index("alert")]


@pytest.mark.rule("RC 8.13")
def test_nothing_else_during_an_alert():
    state = play(
        table({1: "red heavy", 2: "red blade", 5: "blue heavy", 9: "yellow heavy"}, hands={"red": ["alert"]}),
        "play alert",
    )
    assert refused(state, "draw") == "RC 8.13"
    assert refused(state, "sit 3") == "RC 8.13"
    assert refused(state, "pick shooter") == "RC 8.13"
    assert state.why_not(2, RC.action_from_text("sit 3")).rule == "RC 8.13"
    assert state.view(0).step == "picking" and state.view(0).reserve[1] == ("blade", "heavy")
    play(state, "pick heavy")
    assert state.view(0).step == "picking" and state.view(1).picked == "heavy"
    play(state, "sit 15")
    assert state.mover == 0 and state.step == 1, "one kind of man left: no need to ask which"
    assert refused(state, "back") == "RC 4.2"
    play(state, "sit 30", "sit 7", "sit 8")
    assert state.mover == 1 and legal(state) == ["draw"]


@pytest.mark.rule("RC 8.18", "RC 8.17")
def test_two_moves_of_one_man():
    chairs = {1: "red godfather", 2: "red heavy asleep", 5: "blue heavy", 9: "yellow heavy"}
    state = play(table(chairs, hands={"red": ["move"] * 5}, cakes={"blue": 20}), "play move")
    assert refused(state, "lift 2") == "RC 9.1"
    assert refused(state, "lift 3") == "RC 8.17"
    play(state, "lift 1")
    assert refused(state, "sit 5") == "RC 1.4"
    assert refused(state, "lift 1") == "RC 8.17"
    play(state, "sit 20", "play move", "lift 20", "sit 1")
    assert state.who[0] & 31 == 1 and state.turn == 2


# -- 9 to 13 ---------------------------------------------------------------------------------------


@pytest.mark.rule("RC 9.2")
def test_waking_is_at_the_end_of_ones_own_turn():
    state = table(
        {7: "red godfather asleep", 8: "blue heavy asleep", 9: "yellow heavy"}, hands={"red": ["boom"] * 4 + ["bang"]}
    )
    assert state.money[1] == 0
    play(state, "discard boom")
    assert not state.asleep >> 6 & 1 and state.asleep >> 7 & 1 and state.tokens == 17


@pytest.mark.rule("RC 12.4", "RC 12.2")
def test_step_one_and_step_three_are_two_moments():
    chairs = {5: "blue heavy", 20: "yellow heavy", 10: "red blade", 11: "green heavy", 25: "red heavy"}
    state = table(chairs, players=4, cakes={"red": 5}, hands={"red": ["knife"] * 5})
    play(state, "play knife", "stab 10 11")
    assert state.out_at[2] == 1 and state.out_at[3] == 2
    assert state.standing(3) > state.standing(2)


@pytest.mark.rule("RC 11.4")
def test_a_thousand_turns_are_enough():
    state = table({1: "red heavy", 5: "blue heavy", 9: "yellow godfather"}, hands={"red": ["boom"] * 4}, turns=999)
    assert state.turns == 1000
    play(state, "discard boom")
    assert state.ending == "stalled"


@pytest.mark.rule("RC 2.2", "RC 1.5", "RC 1.4", "RC 13.1")
@pytest.mark.parametrize("seating", ["preset", "free"])
def test_money_cards_and_men_are_conserved(seating):
    for players in (3, 6):
        for moment in walk(RC, players, 12, {"seating": seating}):
            moment.state.check()
        assert moment.state.is_over


@pytest.mark.rule("RC 12.3", "RC 10.1")
def test_who_goes_out_with_several_men_at_once_is_remembered_with_them():
    chairs = {5: "red heavy", 6: "red heavy", 7: "yellow heavy", 15: "yellow heavy", 20: "blue heavy"}
    state = table(chairs, turn="blue", cakes={"blue": 6})
    assert state.to_position()["out"] == {"red": [1, 2]} and state.alive == [1, 0, 1]


@pytest.mark.rule("RC 4.2")
def test_whatever_is_not_offered_is_refused_by_a_rule_and_whatever_is_offered_works():
    rules = RC.rulebook().rules
    named = set()
    for players, seed in ((3, 77), (6, 78), (3, 79), (4, 80), (6, 81)):
        for moment in walk(RC, players, seed, {"seating": "free"}, every=3):
            state = moment.state
            if moment.player < 0:
                continue
            legal = state.legal_actions(moment.player)
            for action in RC.actions:
                why = state.why_not(moment.player, action)
                assert (why is None) == (action in legal), str(action)
                if why is not None:
                    assert why.rule in rules
                    named.add(why.rule)
    assert len(named) >= 15, sorted(named)
