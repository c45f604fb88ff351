"""District Noir, rule by rule. Given a position, when somebody chooses, then this is the table."""

import itertools
from collections import Counter

import pytest

import parrain
from parrain.core import BadEdition, BadPosition, IllegalAction, Stream

GAME = parrain.game("district-noir")
ALL = Counter(
    {
        "5": 5,
        "6": 6,
        "7": 7,
        "8": 8,
        "+2": 4,
        "+3": 2,
        "+4": 1,
        "-1": 3,
        "-2": 4,
        "-3": 2,
        "port": 1,
        "police": 1,
        "city-hall": 1,
    }
)


def play(state, *texts):
    """Play choices by whoever's turn it is."""
    for text in texts:
        state.apply(state.current_players()[0], GAME.action_from_text(text))
    return state


def refused(state, text):
    """The rule that forbids this choice to whoever's turn it is."""
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.current_players()[0], GAME.action_from_text(text))
    return caught.value.rule


def random_game(seed, stop=lambda state: False):
    state, rng = GAME.new(seed=seed), Stream(seed)
    while not state.is_over and not stop(state):
        (player,) = state.current_players()
        choices = state.legal_actions(player)
        state.apply(player, choices[rng.below(len(choices))])
    return state


def counted(taken):
    """The scores of two columns of cards, counted at the end of the last round."""
    state = GAME.position(
        {
            "round": 4,
            "turn": 1,
            "starter": 0,
            "line": [],
            "hands": [[], ["-3"]],
            "may_take": [False, False],
            "taken": taken,
        }
    )
    return play(state, "lay -3")


@pytest.mark.example("BC1")
@pytest.mark.rule("DN 2.1", "DN 2.2", "DN 2.3", "DN 3.1", "DN 3.2", "DN 3.3")
def test_setup():
    position = GAME.new(seed=3).to_position()
    assert len(position["away"]) == 3
    assert [len(hand) for hand in position["hands"]] == [5, 5]
    assert len(position["line"]) == 2
    assert len(position["deck"]) == 30
    cards = position["away"] + position["line"] + position["deck"] + position["hands"][0] + position["hands"][1]
    assert Counter(cards) == ALL and len(cards) == 45


@pytest.mark.rule("DN 3.2", "DN 3.3")
def test_hands_are_dealt_before_the_line_and_the_first_card_turned_is_the_oldest():
    log = []
    state = GAME.new(seed=3, log=log)
    assert [event.kind for event in log] == ["deal", "deal", "line"]
    stock = [GAME.box.names[card] for card in state.stock]
    assert Counter(stock[3:8]) == Counter(state.to_position()["hands"][0])
    assert stock[13:15] == state.to_position()["line"] == log[2].data["cards"]


@pytest.mark.rule("DN 3.4")
def test_the_coin_falls_on_both_sides():
    starters = Counter(GAME.new(seed=seed).current_players()[0] for seed in range(200))
    assert 70 < starters[0] < 130 and starters[0] + starters[1] == 200


@pytest.mark.rule("DN 4.1", "DN 4.2", "DN 7.1")
def test_players_alternate_with_five_lays_and_one_take_each():
    state, rng = GAME.new(seed=9), Stream(1)
    done = [Counter(), Counter()]
    order = []
    while state.round == 1:
        (player,) = state.current_players()
        choices = state.legal_actions(player)
        action = choices[rng.below(len(choices))]
        done[player][str(action).split()[0]] += 1
        order.append(player)
        state.apply(player, action)
    assert done == [Counter(lay=5, take=1)] * 2
    assert all(first != second for first, second in itertools.pairwise(order)) and len(order) == 12


@pytest.mark.rule("DN 4.1")
def test_out_of_turn():
    state = GAME.new(seed=1)
    (player,) = state.current_players()
    with pytest.raises(IllegalAction) as caught:
        state.apply(1 - player, state.legal_actions(player)[0])
    assert caught.value.rule == "DN 4.1"


@pytest.mark.rule("DN 5.1")
def test_only_a_card_of_ones_own_hand():
    state = GAME.position(
        {"turn": 0, "line": ["8", "8"], "hands": [["5", "5", "5", "5", "5"], ["6", "6", "6", "7", "8"]]}
    )
    assert refused(state, "lay 6") == "DN 5.1"
    assert play(state, "lay 5").to_position()["line"] == ["8", "8", "5"]
    assert state.to_position()["hands"][0] == ["5", "5", "5", "5"]


@pytest.mark.rule("DN 4.2", "DN 5.2")
def test_a_sixth_lay_is_not_possible():
    state = GAME.position({"turn": 0, "starter": 0, "line": ["8"] * 6, "hands": [[], []], "may_take": [True, True]})
    assert refused(state, "lay 8") == "DN 5.2"
    assert [str(action) for action in state.legal_actions(0)] == ["take"]


@pytest.mark.rule("DN 6.1")
def test_a_take_from_a_line_of_six_leaves_the_oldest():
    state = GAME.position(
        {"turn": 0, "line": ["5", "6", "7", "8", "+2", "-1"], "hands": [["8"] * 5, ["7"] * 5], "round": 2}
    )
    log = state.log = []
    play(state, "take")
    assert log[0].data["cards"] == ["-1", "+2", "8", "7", "6"], "newest first"
    assert state.to_position()["line"] == ["5"]


@pytest.mark.rule("DN 6.5")
def test_what_is_taken_stays():
    state = random_game(5)
    log = []
    state = GAME.new(seed=5, log=log)
    rng = Stream(5)
    while not state.is_over:
        (player,) = state.current_players()
        before = [Counter(cards) for cards in state.to_position()["taken"]]
        choices = state.legal_actions(player)
        state.apply(player, choices[rng.below(len(choices))])
        after = [Counter(cards) for cards in state.to_position()["taken"]]
        assert all(before[seat] <= after[seat] for seat in (0, 1))


@pytest.mark.example("BC13")
@pytest.mark.rule("DN 7.2", "DN 7.3")
def test_the_second_round():
    state = GAME.new(seed=4)
    starter = state.starter
    state = random_game(4, lambda state: state.round == 2)
    position = state.to_position()
    assert position["starter"] == 1 - starter == state.current_players()[0]
    assert len(position["deck"]) == 20 and [len(hand) for hand in position["hands"]] == [5, 5]
    before = random_game(4, lambda state: state.round == 1 and state.made == 11)
    line = before.to_position()["line"]
    (player,) = before.current_players()
    before.apply(player, before.legal_actions(player)[0])
    after = before.to_position()["line"]
    assert after[: len(line)] == line or line[: len(after)] == after, "the line stays and nothing is added"


@pytest.mark.example("BC14")
@pytest.mark.rule("DN 7.1", "DN 7.4")
def test_the_end_of_round_four():
    finished = 0
    for seed in range(40):
        state = GAME.new(seed=seed)
        actions = state.playout(Stream(seed))
        if state.ending != "buildings":
            position = state.to_position()
            assert position["deck"] == [] and position["hands"] == [[], []] and actions == 48
            assert 2 <= len(position["line"]) <= 10
            finished += 1
        else:
            assert actions < 48 or state.round == 4
    assert finished > 20


@pytest.mark.rule("DN 7.1")
def test_round_four_is_played_on_after_both_takes():
    state = GAME.position(
        {"round": 4, "turn": 0, "line": ["5", "6"], "hands": [["8"], ["7"]], "may_take": [False, False]}
    )
    assert not state.is_over
    assert play(state, "lay 8", "lay 7").is_over


@pytest.mark.rule("DN 8.1")
def test_buildings_count_over_all_rounds_and_only_when_taken():
    state = GAME.position(
        {
            "round": 3,
            "turn": 0,
            "line": ["port", "5"],
            "hands": [["6"] * 5, ["7"] * 5],
            "taken": [["police", "city-hall"], []],
        }
    )
    assert not state.is_over, "a building in the line belongs to nobody"
    assert play(state, "take").ending == "buildings"
    assert state.ranking() == (1, 2)
    assert state.current_players() == () and state.legal_actions(0) == state.legal_actions(1) == ()


@pytest.mark.rule("DN 8.1")
def test_a_split_of_the_buildings_wins_nothing():
    state = GAME.position(
        {
            "round": 3,
            "turn": 0,
            "line": ["port", "5"],
            "hands": [["6"] * 5, ["7"] * 5],
            "taken": [["police"], ["city-hall"]],
        }
    )
    assert not play(state, "take").is_over


@pytest.mark.rule("DN 8.1")
def test_nothing_can_be_chosen_after_the_end():
    state = counted([["8"], []])
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, GAME.action_from_text("take"))
    assert caught.value.rule == "DN 8.1"


@pytest.mark.rule("DN 8.2", "DN 8.3")
@pytest.mark.parametrize(
    ("taken", "scores"),
    [
        ([["8"], []], (8, 0)),
        ([["5", "5"], ["5", "6"]], (5, 6)),
        ([["5", "6", "7", "8", "8"], ["5", "5", "6", "6", "7", "7", "8"]], (13, 23)),
        ([[], []], (0, 0)),
    ],
)
def test_majorities_and_sets(taken, scores):
    assert counted(taken).scores() == scores


@pytest.mark.rule("DN 8.4")
def test_a_total_may_be_negative():
    assert counted([["-1", "-2", "-2"], ["+4", "+2"]]).scores() == (-5, 6)


@pytest.mark.rule("DN 8.5")
def test_buildings_and_the_line_are_worth_nothing():
    state = GAME.position(
        {
            "round": 4,
            "turn": 1,
            "starter": 0,
            "line": ["8", "8", "+4"],
            "hands": [[], ["+3"]],
            "may_take": [False, False],
            "taken": [["port"], []],
        }
    )
    assert play(state, "lay +3").scores() == (0, 0)


@pytest.mark.rule("DN 8.6", "DN 8.7")
@pytest.mark.parametrize(
    ("taken", "ending", "places"),
    [
        ([["8"], ["7"]], "points", (1, 2)),
        ([["5"], ["7"]], "points", (2, 1)),
        ([["8"], ["6", "+2"]], "tie-break", (1, 2)),
        ([["7"], ["5", "+2"]], "tie-break", (1, 2)),
        ([["5", "+2"], ["7"]], "tie-break", (2, 1)),
        ([["6"], ["+4", "+2"]], "tie-break", (1, 2)),
        ([["5"], ["+3", "+2"]], "tie-break", (1, 2)),
        ([["8", "8", "-2"], ["8", "6"]], "tie-break", (1, 2)),
        ([["+2", "8"], ["8", "+2"]], "draw", (1, 1)),
    ],
)
def test_ties(taken, ending, places):
    state = counted(taken)
    assert (state.ending, state.ranking()) == (ending, places)
    assert state.returns() == {(1, 2): (1.0, -1.0), (2, 1): (-1.0, 1.0), (1, 1): (0.0, 0.0)}[places]


@pytest.mark.rule("DN 1.1")
def test_both_ways_to_win_occur():
    endings = Counter(random_game(seed).ending for seed in range(120))
    assert endings["buildings"] > 3 and endings["points"] > 60


@pytest.mark.rule("DN 2.4")
def test_any_building_may_be_the_third():
    for third in ("port", "police", "city-hall"):
        held = [name for name in ("port", "police", "city-hall") if name != third]
        state = GAME.position(
            {"round": 2, "turn": 1, "line": ["5", third], "hands": [["6"] * 5, ["7"] * 5], "taken": [[], held]}
        )
        assert play(state, "take").ending == "buildings"


@pytest.mark.rule("DN 3.2", "DN 3.3", "DN 4.1", "DN 5.1", "DN 6.1", "DN 7.2", "DN 8.1", "DN 8.6", "DN 9.1")
@pytest.mark.parametrize(("seed", "ending"), [(0, "points"), (5, "buildings")])
def test_the_events_tell_the_whole_game(seed, ending):
    """The cards of all hands, the line and both columns, from the events alone; a deal cannot be taken back."""
    log, rng = [], Stream(seed)
    state = GAME.new(seed=seed, log=log)
    hands, taken, line, dealt, read = [Counter(), Counter()], [Counter(), Counter()], [], 0, 0
    while True:
        for event in log[read:]:
            data = event.data
            if event.kind == "deal":
                dealt += 1
                cards = event.secret["cards"]
                assert event.audience == (data["seat"],) and data["count"] == len(cards) == 5
                assert cards == sorted(cards, key=GAME.box.names.index) and data["round"] == (dealt + 1) // 2
                hands[data["seat"]] += Counter(cards)
            elif event.kind == "line":
                assert data["starter"] == state.starter
                line += data["cards"]
            elif event.kind == "lay":
                hands[data["seat"]] -= Counter([data["card"]])
                line.append(data["card"])
            elif event.kind == "take":
                assert line[: -len(data["cards"]) - 1 : -1] == data["cards"]
                del line[-len(data["cards"]) :]
                taken[data["seat"]] += Counter(data["cards"])
        read = len(log)
        table = state.to_position()
        assert [Counter(each) for each in table["hands"]] == hands and table["line"] == line
        assert [Counter(each) for each in table["taken"]] == taken and state.reveals == dealt // 2
        if state.is_over:
            break
        (player,) = state.current_players()
        choices = state.legal_actions(player)
        wants = choices[-1] if str(choices[-1]) == "take" and set(line[-5:]) & {"port", "police", "city-hall"} else None
        state.apply(player, wants or choices[rng.below(len(choices))])
    assert state.ending == ending
    if ending == "points":
        told = {"scores": list(state.scores()), "winner": state.winner, "ending": "points"}
    else:
        told = {"seat": state.winner}
    assert (log[-1].kind, log[-1].data) == ("count" if ending == "points" else ending, told)


def test_a_position_says_nothing_of_players_and_options_and_there_is_one_phase():
    state = GAME.new(seed=1)
    assert not {"players", "options"} & set(state.to_position()) and state.phase_row().name == "turn"


def test_without_gangs_there_are_no_sets(tmp_path):
    game = parrain.game("district-noir", changed_edition(tmp_path, lambda text: text.replace('"gang"', '"alliance"')))
    assert game.new(seed=1).scores() == (0, 0)


def test_a_position_is_in_the_first_round_unless_it_says_otherwise():
    position = GAME.position({"line": ["8", "8"], "hands": [["5"] * 5, ["6"] * 5]}).to_position()
    assert position["round"] == 1 and len(position["deck"]) == 30


@pytest.mark.rule("DN 9.1")
def test_a_view_shows_the_table_and_ones_own_hand_alone():
    state = GAME.new(seed=8)
    position = state.to_position()
    mine, theirs, nobody = state.view(0), state.view(1), state.view(None)
    assert list(mine.hand) == position["hands"][0] and list(theirs.hand) == position["hands"][1] and nobody.hand == ()
    assert mine.line == theirs.line == nobody.line == tuple(position["line"])
    assert (mine.deck, mine.away, mine.hand_sizes) == (30, 3, (5, 5))


@pytest.mark.rule("DN 9.1")
def test_every_hand_can_be_imagined():
    """In the last round 56 hands are possible, and imagining finds them all."""
    state = random_game(12, lambda state: state.round == 4)
    rng = Stream(1)
    unseen = state.to_position()["hands"][1] + state.to_position()["away"]
    assert len(unseen) == 8
    hands = {tuple(GAME.imagine(state.view(0), rng).to_position()["hands"][1]) for _ in range(2000)}
    from itertools import combinations

    assert len(hands) == len({tuple(sorted(hand)) for hand in combinations(unseen, 5)})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"hands": [["9"], []]}, "there is no 9"),
        ({"taken": [["+4", "+4"], []]}, "only 1 cards +4"),
        ({"hands": [["5"] * 6, []]}, "only 5 cards 5"),
        ({"hands": [["8"] * 6, ["7"]]}, "at most 5"),
        ({"hands": [["8"] * 5, ["7"]]}, "cannot be"),
        ({"round": 5}, "from 1 to 4"),
        ({"turn": -1}, "turn must be"),
        ({"starter": -1}, "starter must be"),
        ({"may_take": [1, 2]}, "true or false"),
        ({"hands": [[], []], "may_take": [False, False]}, "Nobody has an action left"),
        ({"game": "chess"}, "This position is of chess"),
        ({"edition": "other"}, "edition other"),
        ({"cards": 3}, "has no cards"),
    ],
)
def test_impossible_positions(data, said):
    with pytest.raises(BadPosition) as caught:
        GAME.position(data)
    assert said in str(caught.value)


def changed_edition(tmp_path, change):
    text = (GAME.home / "editions" / "spiral-2022.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(change(text), encoding="utf-8")
    return path


def test_an_edition_of_ones_own(tmp_path):
    """A fourth +4 for the -3s: another box, the same rules."""
    path = changed_edition(
        tmp_path,
        lambda text: text.replace("value = 4\ncount = 1", "value = 4\ncount = 3").replace(
            "value = -3\ncount = 2", "value = -3\ncount = 0"
        ),
    )
    game = parrain.game("district-noir", path)
    assert game.edition.key != GAME.edition.key
    state = game.new(seed=1)
    state.playout(Stream(1))
    state.check()
    assert state.is_over


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("count = 8", "count = 9", "do not come out even"),
        ('kind = "gang"', 'kind = "gnag"', "one of gang"),
        ("take = 5", "take = 40", "nothing to do"),
        ("hand = 5", 'hand = "five"', "hand must be a whole number"),
        ('name = "port"', 'name = "the port"', "small letters"),
        ('game = "district-noir"', 'game = "chess"', "for chess"),
        ('status = "text"', 'status = "true"', "must say where it comes from"),
        ("[[cards]]", "[[cards]", "cannot be read"),
    ],
)
def test_an_edition_that_cannot_be_played(tmp_path, old, new, said):
    with pytest.raises(BadEdition) as caught:
        parrain.game("district-noir", changed_edition(tmp_path, lambda text: text.replace(old, new, 1)))
    assert said in str(caught.value)
