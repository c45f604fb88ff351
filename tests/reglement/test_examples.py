"""The rulebook's six scenarios on our board and on others, and the exact statements T1 to T20 of the spec."""

from pathlib import Path

import pytest

from parrain.core import Stream, read_record, verify
from parrain.core.translation import render
from parrain.games.reglement.components import ALERT, CARDS, KINDS, RANKS
from parrain.games.reglement.rules.turn import income, offer_first
from parrain.testing.table import legal, play, refused

from .helpers import RC, at, edition_data, game_with, picture, renumbered


@pytest.fixture(params=["ours", "turned", "mirrored"], scope="module")
def game(request, tmp_path_factory):
    """The scenarios must hold on whatever board the file holds."""
    if request.param == "ours":
        return RC
    new_number = {"turned": lambda n: (n + 6) % 30 + 1, "mirrored": lambda n: 31 - n}[request.param]
    return game_with(renumbered(edition_data(), new_number), tmp_path_factory.mktemp("boards"))


def dead(state, game, letters):
    """The scenario chairs (of those taken in the picture) that are empty now."""
    return {letter for letter in letters if state.who[at(game, letter)] < 0}


TAKEN = "ABCDEFGHIJKMNOPQR"


@pytest.mark.example("S1")
@pytest.mark.rule("RC 5.1", "RC 5.2", "RC 5.5", "RC 6.2", "RC 6.5", "RC 8.6", "RC 8.7")
def test_s1_red(game):
    state = picture(game, "red")
    assert dead(state, game, TAKEN) == {"A"}
    assert state.cake[1] == -1
    assert state.money[1] == 2000 and state.bank == 58000
    play(state, "play pass")
    stops = {}
    for side in ("left", "right"):
        table = play(state.clone(), f"pass blue {side}")
        stops[table.cake[2]] = game.box.beside(table.cake[2]) >> at(game, "Q") & 1
    assert stops == {at(game, "R"): 0, at(game, "P"): 1}, "at R it spares Q, at P it does not"


@pytest.mark.example("S2")
@pytest.mark.rule("RC 5.2", "RC 5.3", "RC 6.1", "RC 8.5", "RC 8.11", "RC 9.1")
def test_s2_yellow(game):
    state = picture(game, "yellow")
    assert dead(state, game, TAKEN) == {"M", "N"}, "N although asleep; O is out of reach"
    assert state.tokens == 17, "the pill of N is back, E has the other"
    assert state.money[0] == 0
    play(state, "play cake", "serve J")
    blast = game.box.beside(state.cake[0])
    assert {letter for letter in TAKEN if blast >> at(game, letter) & 1} == {"I", "J", "K"}


@pytest.mark.example("S3")
@pytest.mark.rule("RC 6.1", "RC 6.3", "RC 6.4", "RC 8.9", "RC 9.2")
def test_s3_orange(game):
    state = picture(game, "orange")
    assert dead(state, game, TAKEN) == set()
    assert state.money[4] == 5000, "1000 for the Godfather, 4000 for both gaming houses; the sleeper adds nothing"
    play(state, "play boom", "blow red")
    assert dead(state, game, TAKEN) == {"A"} and state.cake[1] == -1
    assert state.asleep >> at(game, "N") & 1
    play(state, "draw")
    assert not state.asleep >> at(game, "N") & 1 and state.tokens == 17


@pytest.mark.example("S4")
@pytest.mark.rule("RC 6.4", "RC 8.1", "RC 8.2", "RC 9.1", "RC 9.2")
def test_s4_violet(game):
    state = picture(game, "violet")
    assert state.money[5] == 2000
    play(state, "play knife")
    e, victim = at(game, "E") + 1, game.box.left(1 << at(game, "E")).bit_length()
    assert refused(state, f"stab {e} {victim}") == "RC 9.1"
    play(state, "stab P O")
    assert dead(state, game, TAKEN) == {"O"} and not state.godfathers >> at(game, "O") & 1
    play(state, "draw")
    assert not state.asleep >> at(game, "E") & 1


@pytest.mark.example("S5")
@pytest.mark.rule("RC 5.2", "RC 6.2", "RC 8.3", "RC 8.4")
def test_s5_blue(game):
    state = picture(game, "blue")
    assert dead(state, game, TAKEN) == {"P", "Q"}, "the Godfather at O survives the cake"
    assert state.money[2] == 1000
    play(state, "play bang", "shoot F")
    assert dead(state, game, TAKEN) == {"P", "Q", "O"}


@pytest.mark.example("S6")
@pytest.mark.rule("RC 6.1", "RC 6.2", "RC 8.17")
def test_s6_green(game):
    state = picture(game, "green")
    assert state.money[3] == 1000
    play(state, "play move", "lift H", "sit L")
    assert state.who[at(game, "H")] < 0 and state.who[at(game, "L")] & 31 == 3
    assert income(state, 3) == 2000, "if nothing else changes: Godfather and bar"


# -- T1 to T20 -------------------------------------------------------------------------------------


@pytest.mark.example("T1")
@pytest.mark.rule("RC 2.1", "RC 1.4")
@pytest.mark.parametrize(
    ("players", "gang"), [(3, [1, 2, 2, 5]), (4, [1, 1, 2, 3]), (5, [1, 1, 1, 3]), (6, [1, 1, 1, 2])]
)
def test_t1_gangs(players, gang):
    state = RC.new(players, 1)
    for seat in range(players):
        men = [who for who in state.who if who >= 0 and who & 7 == seat]
        assert [sum(1 for who in men if who >> 3 & 3 == rank) for rank in range(len(RANKS))] == gang
        assert state.alive[seat] == sum(gang)


@pytest.mark.example("T2")
@pytest.mark.rule("RC 2.2")
def test_t2_bank():
    for players, bank in ((3, 120000), (4, 90000), (5, 70000), (6, 60000)):
        state = RC.new(players, 1)
        assert state.bank + sum(state.money) == bank == RC.box.bank[players - 3]


@pytest.mark.example("T3")
@pytest.mark.rule("RC 1.5", "RC 2.3")
def test_t3_deck():
    counts = dict(zip(CARDS, RC.box.counts, strict=True))
    assert counts == {"cocktail": 6, "boom": 4, "cake": 8, "move": 16, "bang": 9, "knife": 9, "pass": 6, "alert": 2}
    for players, pile in ((3, 45), (4, 40), (5, 35), (6, 30)):
        view = RC.new(players, 3).view(None)
        assert view.hand_sizes == (5,) * players and view.pile == pile


@pytest.mark.example("T4")
@pytest.mark.rule("RC 7.1", "RC 7.5", "RC 7.6")
@pytest.mark.parametrize(
    "choices",
    [
        ["play boom", "blow red", "draw"],
        ["play boom", "blow red", "play move", "lift O", "sit L"],
        ["discard knife"],
        ["play move", "lift O", "sit L", "draw"],
    ],
)
def test_t4_hand_is_five_again(choices):
    state = picture(RC, "orange")
    play(state, *choices[:-1])
    assert state.turn == 4
    play(state, choices[-1])
    assert state.turn == 5 and state.size == [5] * 6


@pytest.mark.example("T5")
@pytest.mark.rule("RC 7.2", "RC 7.3")
def test_t5_second_card():
    state = play(picture(RC, "orange"), "play move", "lift O", "sit L")
    assert refused(state, "play boom") == "RC 7.3"
    state = play(picture(RC, "orange"), "play boom", "blow red")
    assert refused(state, "play bang") == "RC 7.2"
    assert legal(state) == ["play move", "draw"]


def bar_table(**more):
    """Red to play a Cocktail: glasses at 7, 8, 12, 14; knives and others elsewhere."""
    data = {
        "players": 3,
        "turn": "red",
        "chairs": {
            7: "yellow heavy",
            8: "blue heavy asleep",
            12: "red heavy",
            9: "blue blade",
            14: "yellow godfather asleep",
            1: "red blade",
        },
        "hands": {"red": ["cocktail", "cocktail", "move", "knife", "alert"]},
    }
    return RC.position({**data, **more})


@pytest.mark.example("T6")
@pytest.mark.rule("RC 8.10", "RC 8.11")
def test_t6_cocktail():
    state = play(bar_table(), "play cocktail")
    assert refused(state, "drug 9") == "RC 8.10"
    assert refused(state, "drug 12") == "RC 8.10"
    assert refused(state, "pour") == "RC 8.10"
    play(state, "drug 8")
    assert refused(state, "drug 8") == "RC 8.11"
    play(state, "drug 7", "pour")
    assert state.who[7] < 0, "the second dose kills"
    assert state.who[6] >= 0 and state.asleep >> 6 & 1
    assert state.tokens == 16, "14 and 7 sleep"


@pytest.mark.example("T7")
@pytest.mark.rule("RC 6.1", "RC 6.3", "RC 6.5", "RC 9.1")
@pytest.mark.parametrize(
    ("chairs", "income"),
    [
        ({1: "red godfather asleep"}, 0),
        ({1: "red godfather"}, 1000),
        ({2: "red heavy asleep", 6: "red heavy"}, 1000),
        ({2: "red heavy", 6: "red heavy"}, 2000),
        ({4: "red heavy", 21: "red heavy asleep"}, 1000),
        ({4: "red heavy", 21: "red heavy"}, 4000),
    ],
)
def test_t7_sleepers_earn_nothing(chairs, income):
    state = RC.position({"players": 3, "turn": "red", "chairs": {**chairs, 28: "blue heavy", 29: "yellow heavy"}})
    assert state.money[1] == income


@pytest.mark.example("T8")
@pytest.mark.rule("RC 1.3", "RC 8.3")
def test_t8_shooter_on_x():
    chairs = {15: "red shooter", 30: "blue heavy", 5: "yellow heavy", 9: "red shooter", 21: "blue blade"}
    state = RC.position({"players": 3, "turn": "red", "chairs": chairs, "hands": {"red": ["bang"] * 5}})
    play(state, "play bang")
    assert legal(state) == ["shoot 9", "back"]
    assert refused(state, "shoot 15") == "RC 1.3"


@pytest.mark.example("T9")
@pytest.mark.rule("RC 1.6", "RC 8.5")
def test_t9_one_cake_a_chair():
    state = play(picture(RC, "yellow"), "play cake")
    assert refused(state, "serve A") == "RC 1.6"
    assert refused(state, "serve Q") == "RC 1.6"


@pytest.mark.example("T10")
@pytest.mark.rule("RC 8.13", "RC 8.14", "RC 8.15", "RC 8.16")
def test_t10_alert():
    state = bar_table(cakes={"blue": 8, "yellow": 3})
    state.check()
    play(state, "play alert")
    order = []
    rng = Stream(5)
    while state.step in (0, 1):
        seat = state.current_players()[0]
        choice = state.legal_actions(seat)[rng.below(len(state.legal_actions(seat)))]
        if str(choice).startswith("sit"):
            order.append(seat)
        state.apply(seat, choice)
        state.check()
        assert not state.is_over
    assert order == [1, 0, 2, 1, 0, 2], "the player of the card, then counter-clockwise"
    assert sum(1 for who in state.who if who >= 0) == 6 and state.alive == [2, 2, 2]
    assert state.cake == [2, -1, 7], "cakes stay"
    assert bin(state.asleep).count("1") == 2, "sleepers sleep on"
    assert state.away == [ALERT] and ALERT not in state.discard
    assert legal(state) == ["play move", "draw"]


@pytest.mark.example("T11")
@pytest.mark.rule("RC 6.6", "RC 11.2", "RC 1.7")
def test_t11_last_note():
    chairs = {4: "red godfather", 21: "red heavy", 9: "blue heavy", 1: "yellow heavy"}
    state = RC.position({"players": 3, "turn": "red", "chairs": chairs, "money": [60000, 0, 57000]})
    assert income(state, 1) == 5000 and state.bank == 0
    assert state.scores() == (60000, 3000, 57000)
    assert (state.is_over, state.ending, state.ranking()) == (True, "bank", (1, 3, 2))


@pytest.mark.example("T12")
@pytest.mark.rule("RC 11.1")
def test_t12_last_player():
    chairs = {1: "red blade", 2: "blue heavy"}
    hands = {"red": ["knife"] * 5}
    state = RC.position(
        {
            "players": 3,
            "turn": "red",
            "chairs": chairs,
            "money": [70000, 0, 0],
            "out": {"yellow": [3, 1]},
            "hands": hands,
        }
    )
    play(state, "play knife", "stab 1 2")
    assert (state.is_over, state.ending, state.bank) == (True, "alone", 0)
    assert state.scores() == (70000, 50000, 0) and state.ranking() == (1, 2, 3)


@pytest.mark.example("T13")
@pytest.mark.rule("RC 11.3")
def test_t13_all_in_one_blast():
    chairs = {1: "red blade", 2: "blue heavy", 30: "yellow heavy"}
    state = RC.position(
        {"players": 3, "turn": "red", "chairs": chairs, "cakes": {"red": 1}, "money": [10000, 20000, 0]}
    )
    assert (state.is_over, state.ending, state.bank) == (True, "blast", 90000)
    assert state.scores() == (10000, 20000, 0) and state.ranking() == (2, 1, 3)


@pytest.mark.example("T14")
@pytest.mark.rule("RC 10.2", "RC 8.6", "RC 8.9")
def test_t14_cake_of_a_dead_player():
    chairs = {1: "red blade", 5: "blue heavy", 10: "green heavy", 11: "blue heavy"}
    data = {
        "players": 4,
        "turn": "red",
        "chairs": chairs,
        "cakes": {"yellow": 10},
        "out": {"yellow": [1, 1]},
        "hands": {"red": ["boom", "pass", "knife", "knife", "knife"]},
    }
    table = RC.position(data)
    for _ in range(7):
        play(table, next(text for text in legal(table) if text.startswith("discard")))
        assert table.turn != 0 and table.cake[0] == 9, "no turn, no explosion"
    state = play(RC.position(data), "play pass", "pass yellow left")
    assert state.cake[0] == 10
    state = play(RC.position(data), "play boom", "blow yellow")
    assert state.who[9] < 0 and state.who[10] < 0 and state.cake[0] == -2


@pytest.mark.example("T15")
@pytest.mark.rule("RC 12.1", "RC 12.2", "RC 12.3")
@pytest.mark.parametrize(
    ("money", "out", "chairs", "places"),
    [
        ([5000, 1000, 2000], {"yellow": [3, 1]}, {1: "red heavy", 5: "blue heavy"}, (1, 3, 2)),
        ([2000, 2000, 1000], {"yellow": [3, 1]}, {1: "red heavy", 5: "blue heavy"}, (2, 1, 3)),
        ([2000, 2000, 1000, 0], {"yellow": [3, 1], "red": [5, 1]}, {5: "blue heavy", 6: "green heavy"}, (2, 1, 3, 4)),
        ([2000, 2000, 1000, 0], {"yellow": [5, 2], "red": [5, 1]}, {5: "blue heavy", 6: "green heavy"}, (1, 2, 3, 4)),
        ([2000, 2000, 1000, 0], {"yellow": [5, 2], "red": [5, 2]}, {5: "blue heavy", 6: "green heavy"}, (1, 1, 3, 4)),
        ([2000, 2000, 2000], {"yellow": [9, 9]}, {1: "red heavy", 5: "blue heavy", 6: "blue heavy"}, (3, 2, 1)),
    ],
)
def test_t15_places(money, out, chairs, places):
    state = RC.position(
        {"players": len(money), "turn": "blue", "chairs": chairs, "money": money, "out": out, "ending": "stalled"}
    )
    assert state.ranking() == places


@pytest.mark.rule("RC 12.2", "RC 12.3")
@pytest.mark.parametrize(
    ("out", "why"),
    [
        ({"yellow": [3, 1], "red": [5, 1]}, "As rich as Ada: whoever stayed longer at the table comes first."),
        ({"yellow": [5, 2], "red": [5, 1]}, "As rich as Ben: whoever had more men just before comes first."),
        ({"blue": [5, 2]}, "As rich as Ben: whoever has more men left comes first."),
        ({"yellow": [5, 2], "red": [5, 2]}, "Ada and Ben share the first place"),
    ],
)
def test_the_end_says_what_decided_a_tie(out, why):
    men = {1: "yellow heavy", 2: "yellow heavy", 3: "red heavy", 4: "blue heavy", 6: "green heavy"}
    chairs = {chair: man for chair, man in men.items() if man.split()[0] not in out}
    data = {"players": 4, "turn": "green", "chairs": chairs, "money": [2000, 2000, 1000, 0], "out": out}
    state = RC.position({**data, "ending": "stalled"})
    assert why in render(RC.prompt(state.view(None)), "en", ("Ada", "Ben", "Cleo", "Dan"))


@pytest.mark.example("T15")
@pytest.mark.rule("RC 12.1", "RC 10.1")
def test_t15_a_winner_who_was_already_out():
    text = (Path(__file__).parent / "records" / "bank-winner-out.record").read_text(encoding="utf-8")
    state = verify(read_record(text), text, RC)
    winner = state.ranking().index(1)
    assert state.alive[winner] == 0 and state.living() >= 2
    assert state.money[winner] == max(state.money) and state.money.count(max(state.money)) == 1


@pytest.mark.example("T16")
@pytest.mark.rule("RC 2.4", "RC 3.1", "RC 4.1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_t16_order_of_play(players):
    assert RC.box.gangs == ["yellow", "red", "blue", "green", "orange", "violet"]
    state = RC.new(players, 5)
    order = []
    for _ in range(players + 1):
        order.append(state.current_players()[0])
        play(state, next(text for text in legal(state) if text.startswith("discard")))
    assert order == [*range(players), 0]


@pytest.mark.example("T17")
@pytest.mark.rule("RC 7.4", "RC 7.6")
def test_t17_cards_with_nothing_to_do():
    chairs = {1: "red heavy", 10: "blue heavy", 13: "yellow heavy"}
    hands = {"red": ["boom", "pass", "cocktail", "knife", "bang"]}
    state = RC.position({"players": 3, "turn": "red", "chairs": chairs, "hands": hands})
    for card in hands["red"]:
        assert refused(state, f"play {card}") == "RC 7.4"
    assert legal(state) == [f"discard {card}" for card in CARDS if card in hands["red"]]
    full = RC.new(6, 2)
    full.hand[:KINDS] = [0] * (KINDS - 1) + [5]
    full.held[0] = 1 << (KINDS - 1)
    offer_first(full)
    assert refused(full, "play move") == "RC 7.4"
    assert legal(full) == ["discard move"]


@pytest.mark.example("T18")
@pytest.mark.rule("RC 12.4", "RC 8.11")
def test_t18_one_cocktail_one_moment():
    chairs = {7: "yellow heavy asleep", 8: "blue heavy asleep", 12: "green heavy", 1: "red heavy"}
    state = RC.position({"players": 4, "turn": "red", "chairs": chairs, "hands": {"red": ["cocktail"] * 5}})
    play(state, "play cocktail", "drug 7", "drug 8", "pour")
    assert state.out_at[0] == state.out_at[2] > 0 and state.alive == [0, 1, 0, 1]


@pytest.mark.example("T19")
@pytest.mark.rule("RC 11.4")
def test_t19_stalled():
    chairs = {1: "red heavy", 10: "blue heavy", 9: "blue blade"}
    hands = {"red": ["boom"] * 4 + ["pass"]}
    data = {"players": 3, "turn": "red", "chairs": chairs, "money": [4000, 7000, 7000], "hands": hands, "quiet": 99}
    state = RC.position(data)
    play(state, "discard boom")
    assert (state.is_over, state.ending, state.bank) == (True, "stalled", 102000)
    assert state.ranking() == (3, 2, 1), "level on money, blue has more men"
    again = play(RC.position({**data, "quiet": 98}), "discard boom")
    assert not again.is_over and again.quiet == 99


@pytest.mark.example("T20")
@pytest.mark.rule("RC 13.1", "RC 13.2", "RC 13.3")
def test_t20_spectator():
    state = bar_table()
    play(state, "discard alert")
    view = state.view(None)
    assert view.discard == ("alert",) and view.hand == () and view.pile == 44
    other = state.clone()
    other.pile = [*other.pile[: other.drawn], *other.pile[other.drawn :][::-1]]
    assert other.view(None) == view and other.view(2) == state.view(2), "the order of the pile is nowhere in a View"
    assert view.scores == tuple(state.money)
