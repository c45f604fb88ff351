"""Gangster, rule by rule. Given a position, when somebody chooses, then this is the table."""

import pytest

from parrain.testing.table import events, legal, play, refusal, refused

from .shorthand import GAME, table

SEVEN = ["north-side", "the-loop", "chinatown", "little-africa", "the-valley", "back-of-the-yards", "cicero"]
FAR = {"brown": "cicero", "yellow": "cicero", "grey": "cicero", "blue": "cicero"}


# -- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA 2.2", "GA 2.4", "GA 3.1", "GA 3.2", "GA 3.3", "GA 4.1", "GA 4.2", "GA 4.3", "GA 4.4", "GA 15.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup(players):
    for seed in range(20):
        position = GAME.new(players, seed).to_position()
        colours = {2: ["grey", "blue", "yellow", "brown"], 3: ["brown", "yellow", "grey"]}
        assert list(position["cars"]) == colours.get(players, ["brown", "yellow", "grey", "blue", "green"][:players])
        assert set(position["inside"].values()) == {7}
        assert all(len(gear) == 1 for gear in position["gear"].values())
        assert len(position["port"]) == 3 and len(set(position["port"])) > 1
        districts = 9 if players == 3 else 10
        assert len(position["tiles"]) == districts == len(set(position["tiles"].values()))
        assert len(position["doubles"]) == 1
        police = 3 if players == 5 else 2
        assert position["police"] == police and len(position["deck"]) == districts - 1 + police
        opened = [squares for squares in position["squares"].values() if squares]
        assert sorted(len(squares) for squares in opened) == [1] * (2 * len(position["cars"])), (
            "never two in one district"
        )
        for colour, place in position["cars"].items():
            assert position["squares"][place] == [colour]
        assert position["influence"] == [0] * players
        equipment = (
            position["port"]
            + position["stock"]
            + position["gone"]
            + [kind for gear in position["gear"].values() for kind in gear]
        )
        assert sorted(equipment) == sorted(["bodyguard", "trunk", "engine", "bumper", "machine-gun", "door"] * 5)


# -- the course of the game --------------------------------------------------------------------------------------------


@pytest.mark.rule("GA 5.1", "GA 5.2")
def test_turns_go_round_and_a_turn_is_one_thing():
    state = table(players=4, turn=2)
    for seat in (2, 3, 0, 1, 2):
        assert state.current_players() == (seat,)
        choices = legal(state)
        assert any(choice.startswith("drive") for choice in choices) and "pass" not in choices
        play(state, sorted(choice for choice in choices if choice.startswith("unload"))[0])


@pytest.mark.rule("GA 5.1", "GA 14.1")
def test_only_the_player_to_move_moves():
    state = table(players=3, turn=1)
    forbidden = state.why_not(0, GAME.action_from_text("drive 1 west-side"))
    assert forbidden.rule == "GA 5.1" and "player 2" in str(forbidden)
    doubles = GAME.box.names[: GAME.box.doubles]
    over = table(players=3, round=3, influence=[1, 2, 3], doubles=doubles, ending="king")
    assert over.why_not(0, GAME.action_from_text("drive 1 west-side")).rule == "GA 14.1"


@pytest.mark.rule("GA 5.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_is_always_a_road(players):
    for half in (0, GAME.box.places):
        for place in range(GAME.box.places):
            if half and place == GAME.box.missing:
                continue
            for cards in range(1, 8):
                assert GAME.box.drives_from(half + place, cards, False)


@pytest.mark.rule("GA 5.3")
def test_the_port_comes_before_the_cards():
    """The last card leads to the port: equipment first, then the cards come up and the Double falls."""
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        cards={"brown": [1]},
        port=["engine", "door", "trunk"],
        deck=["cicero"],
        doubles=["the-loop"],
    )
    play(state, "drive 1 gold-coast")
    assert set(legal(state)) == {"equip engine", "equip door", "equip trunk"}
    assert state.to_position()["doubles"] == ["the-loop"]
    play(state, "equip door")
    assert [event.kind for event in state.log] == ["drive", "equip", "port", "cards-up", "double"]
    assert state.current_players() == (1,)


@pytest.mark.rule("GA 5.4")
def test_after_600_turns_the_unfinished_round_is_not_scored():
    state = table(players=3, turns=599, influence=[4, 9, 9], squares={"greek-town": ["brown", "brown"]})
    play(state, "drive 1 west-side")
    assert state.is_over and state.ending == "turn-limit"
    assert state.scores() == (4, 9, 9) and state.ranking() == (3, 1, 1)


@pytest.mark.rule("GA 5.4", "GA 9.1")
def test_a_scoring_on_the_last_turn_still_counts():
    state = table(
        players=3,
        turns=599,
        round=3,
        tiles={"greek-town": 1},
        squares={"greek-town": ["brown"]},
        cars={"brown": "greek-town"},
        cards={"brown": [1]},
        doubles=["little-italy", *SEVEN[:-1]],
        deck=["west-side"],
    )
    play(state, "drive 1 west-side")
    assert state.ending == "king" and state.scores() == (5, 0, 0)


# -- driving -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA 6.3")
def test_driving_through_the_port_has_no_effect():
    state = table(players=4, cars={**FAR, "brown": "north-side"}, trunks={"brown": ["blue"]})
    before = state.to_position()
    play(state, "drive 2 the-loop")
    after = state.to_position()
    assert after["trunks"]["brown"] == ["blue"] and after["port"] == before["port"] and state.current_players() == (1,)


@pytest.mark.rule("GA 6.4")
def test_any_number_of_cars_may_share_a_place():
    state = table(players=4, cars={**FAR, "brown": "west-side"})
    play(state, "drive 1 cicero")
    assert set(state.to_position()["cars"].values()) == {"cicero"}


@pytest.mark.rule("GA 6.5")
def test_a_used_card_stays_down():
    state = table(players=4, cars={**FAR, "brown": "west-side"}, cards={"brown": [2, 3]})
    assert refused(state, "drive 1 cicero") == "GA 6.5"


# -- unloading and loading ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GA 7.1", "GA 7.2", "GA 7.3")
def test_own_from_inside_others_from_the_trunk():
    state = table(players=4, cars={**FAR, "brown": "greek-town"}, trunks={"brown": ["blue"]}, tiles={"greek-town": 1})
    assert {"unload brown", "unload blue"} <= set(legal(state))
    assert refused(state, "unload grey") == "GA 7.3"
    play(state, "unload blue")
    position = state.to_position()
    assert (
        position["squares"]["greek-town"] == ["blue"]
        and position["trunks"]["brown"] == []
        and position["inside"]["brown"] == 9
    )


@pytest.mark.rule("GA 7.3")
def test_an_empty_car_has_nobody_to_unload():
    nine = {"west-side": ["brown"] * 9}
    state = table(players=4, cars={**FAR, "brown": "greek-town"}, squares=nine, tiles={"west-side": 1, "greek-town": 4})
    assert refused(state, "unload brown") == "GA 7.3"


@pytest.mark.rule("GA 7.1", "GA 7.4", "GA 7.5")
def test_load_any_square_while_the_trunk_has_room():
    squares = {"greek-town": ["blue", "brown", "blue", "grey"]}
    state = table(players=4, cars={**FAR, "brown": "greek-town"}, squares=squares, tiles={"greek-town": 1})
    assert {choice for choice in legal(state) if choice.startswith("load")} == {"load 1", "load 2", "load 3", "load 4"}
    assert refused(state, "load 5") == "GA 7.4" and refused(state, "load 12") == "GA 7.4"
    play(state, "load 3")
    assert state.to_position()["squares"]["greek-town"] == ["blue", "brown", "", "grey"]
    assert state.to_position()["trunks"]["brown"] == ["blue"]
    state.begin_turn(0)
    assert {choice for choice in legal(state) if choice.startswith("load")} == {"load 2"}
    assert refused(state, "load 1") == "GA 7.5"
    play(state, "load 2")
    assert state.to_position()["inside"]["brown"] == 9


@pytest.mark.rule("GA 7.6")
def test_in_the_port_one_drives_on():
    state = table(
        players=4,
        cars={**FAR, "brown": "gold-coast"},
        trunks={"brown": ["blue"]},
        gear={"brown": ["door", "machine-gun"]},
    )
    assert all(choice.startswith("drive") for choice in legal(state))
    for choice in ("unload brown", "unload blue", "unload two", "load 1"):
        assert refused(state, choice) == "GA 7.6"
    assert refused(state, "gun north-side") == "GA 13.8"


# -- squares and holes: the constructed cases on a tile of nine squares are lessons AH1 to AH4 -------------------------


@pytest.mark.rule("GA 8.3")
def test_the_clan_of_the_gangster_counts_not_that_of_the_car():
    squares = {"greek-town": ["brown", "", "blue", "brown", "blue", "brown", "blue", "brown", "grey"]}
    state = table(
        players=4,
        turn=3,
        cars={**FAR, "blue": "greek-town"},
        trunks={"blue": ["grey"]},
        squares=squares,
        tiles={"greek-town": 1},
    )
    assert refused(state, "unload blue") == "GA 8.3"
    play(state, "unload grey")
    assert state.to_position()["squares"]["greek-town"][1] == "grey"


@pytest.mark.rule("GA 8.3")
def test_the_lowest_hole_is_filled_first():
    squares = {"greek-town": ["brown", "", "blue", "", "blue", "brown", "blue", "brown", "grey"]}
    state = table(players=4, turn=2, cars={**FAR, "grey": "greek-town"}, squares=squares, tiles={"greek-town": 1})
    play(state, "unload grey")
    assert state.to_position()["squares"]["greek-town"][:4] == ["brown", "grey", "blue", ""]


@pytest.mark.rule("GA 8.6")
def test_a_full_tile_takes_nobody():
    squares = {"greek-town": ["brown", "grey", "blue", "grey", "blue", "brown", "blue", "brown", "grey"]}
    state = table(players=4, turn=2, cars={**FAR, "grey": "greek-town"}, squares=squares, tiles={"greek-town": 1})
    assert refused(state, "unload grey") == "GA 8.6"


# -- scoring -----------------------------------------------------------------------------------------------------------


def score(players=4, **position):
    """Brown brings scoring day from Greek Town, which gets no Double."""
    state = table(
        players=players,
        cars={"brown": "greek-town"},
        cards={"brown": [1]},
        doubles=SEVEN,
        deck=["west-side"],
        casino=[4],
        **position,
    )
    return play(state, "drive 1 west-side")


@pytest.mark.rule("GA 9.3")
def test_a_colour_alone_takes_the_first_value_even_if_it_is_the_lowest():
    assert score(tiles={"greek-town": 9}, squares={"greek-town": ["grey"]}).scores() == (0, 0, 3, 0)


@pytest.mark.rule("GA 9.4")
def test_a_double_counts_twice():
    squares = {"greek-town": ["grey"], "the-loop": ["blue"]}
    assert score(tiles={"greek-town": 1, "the-loop": 2}, squares=squares).scores() == (0, 0, 5, 12)


@pytest.mark.rule("GA 9.6")
def test_equal_numbers_by_the_best_rank():
    squares = {"greek-town": ["grey", "blue", "blue", "grey", "yellow"]}
    assert score(tiles={"greek-town": 3}, squares=squares).scores() == (0, 2, 7, 4)


@pytest.mark.rule("GA 9.1", "GA 10.4")
def test_the_round_ends_at_once_and_the_left_neighbour_begins():
    state = score(tiles={"greek-town": 1})
    assert state.round == 2 and state.current_players() == (1,) and state.starter == 1
    assert events(state, "round") == [{"round": 2, "gangsters": 6, "starter": 1}]


@pytest.mark.rule("GA 9.2")
def test_the_casino_card_is_drawn_even_when_no_tile_asks_for_it():
    state = score(tiles=dict(zip(SEVEN[:5], [1, 2, 3, 4, 5], strict=True)))
    assert state.view(None).casino == (4,) and events(state, "casino")[0]["value"] == 4
    assert 4 not in state.casino[1:]


@pytest.mark.rule("GA 9.7")
def test_passengers_and_the_sunk_do_not_count():
    assert score(trunks={"yellow": ["blue"]}, sunk={"grey": 3}).scores() == (0, 0, 0, 0)


@pytest.mark.rule("GA 1.1", "GA 14.1", "GA 14.2")
def test_after_the_third_scoring_day_most_influence_wins_or_is_shared():
    state = score(round=3, influence=[1, 7, 12, 3], tiles={"greek-town": 1}, squares={"greek-town": ["yellow"]})
    assert state.is_over and state.ending == "shared"
    assert state.scores() == (1, 12, 12, 3) and state.ranking() == (4, 1, 1, 3)
    alone = score(round=3, influence=[1, 8, 12, 3], tiles={"greek-town": 1}, squares={"greek-town": ["yellow"]})
    assert alone.ending == "king" and alone.ranking() == (4, 1, 2, 3)
    assert alone.returns()[1] == 1.0


# -- the port ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA 11.1", "GA 11.2", "GA 13.3")
def test_sinking_takes_the_whole_trunk_for_good():
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        trunks={"brown": ["blue", "grey"]},
        gear={"brown": ["trunk"]},
        port=["door", "engine", "trunk"],
    )
    play(state, "drive 1 gold-coast")
    assert (
        set(legal(state)) == {"sink", "keep"}
        and refused(state, "equip door") == "GA 11.1"
        and refused(state, "drive 1 the-loop") == "GA 11.1"
    )
    play(state, "sink")
    position = state.to_position()
    assert position["sunk"] == {"brown": 0, "yellow": 0, "grey": 1, "blue": 1} and position["trunks"]["brown"] == []
    assert set(legal(state)) == {"equip door", "equip engine"} and refused(state, "equip trunk") == "GA 12.2"
    assert refused(state, "equip bumper") == "GA 11.3"


@pytest.mark.rule("GA 11.1", "GA 11.3", "GA 12.1", "GA 13.4")
def test_a_trunk_pushed_out_with_two_aboard_stays_shut_until_it_is_empty():
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        trunks={"brown": ["blue", "grey"]},
        gear={"brown": ["door", "trunk"]},
        port=["engine", "door", "trunk"],
        squares={"the-loop": ["yellow"]},
        stock=["bumper"],
    )
    play(state, "drive 1 gold-coast", "keep")
    position = state.to_position()
    assert position["gear"]["brown"] == ["engine", "door"], "the one kind it does not own was taken without asking"
    assert (
        position["trunks"]["brown"] == ["blue", "grey"]
        and position["gone"] == ["trunk"]
        and position["port"] == ["bumper", "door", "trunk"]
    )
    state.begin_turn(0)
    play(state, "drive 2 chinatown")
    state.begin_turn(0)
    state.car[0] = GAME.box.number_of["the-loop"]
    assert refused(state, "load 1") == "GA 13.4"
    play(state, "unload blue")
    state.begin_turn(0)
    assert refused(state, "load 1") == "GA 7.5" and state.to_position()["trunks"]["brown"] == ["grey"]
    play(state, "unload grey")
    state.begin_turn(0)
    assert "load 1" in legal(state)


@pytest.mark.rule("GA 11.3", "GA 12.2")
def test_one_kind_to_take_is_taken_without_asking():
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        gear={"brown": ["door"]},
        port=["engine", "door", "engine"],
        stock=["trunk"],
    )
    play(state, "drive 1 gold-coast")
    assert state.current_players() == (1,) and state.to_position()["gear"]["brown"] == ["engine", "door"]
    assert events(state, "equip") == [{"seat": 0, "colour": "brown", "equipment": "engine", "lost": ""}]
    assert state.to_position()["port"] == ["trunk", "door", "engine"]


@pytest.mark.rule("GA 12.3")
def test_nothing_new_changes_nothing():
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        gear={"brown": ["door", "engine"]},
        port=["engine", "door", "engine"],
    )
    play(state, "drive 1 gold-coast")
    assert state.to_position()["gear"]["brown"] == ["door", "engine"] and state.current_players() == (1,)
    assert len(events(state, "nothing-new")) == 1


@pytest.mark.rule("GA 11.4", "GA 12.3")
def test_an_empty_stock_leaves_gaps_and_an_empty_port_gives_nothing():
    gone = ["bodyguard"] * 5 + ["trunk"] * 5 + ["engine"] * 4 + ["bumper"] * 5 + ["machine-gun"] * 5 + ["door"] * 5
    state = table(
        players=4, cars={**FAR, "brown": "north-side", "yellow": "north-side"}, port=["", "engine", ""], gone=gone
    )
    play(state, "drive 1 gold-coast")
    assert state.to_position()["gear"]["brown"] == ["engine"] and state.to_position()["port"] == ["", "", ""]
    play(state, "drive 1 gold-coast")
    assert state.to_position()["gear"]["yellow"] == [] and state.current_players() == (2,)


@pytest.mark.rule("GA 11.5")
def test_three_of_a_kind_go_to_the_box_as_often_as_needed():
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        port=["engine", "door", "door"],
        gear={"brown": ["door"]},
        stock=["door", "trunk", "trunk", "trunk", "bumper", "door", "bumper"],
    )
    play(state, "drive 1 gold-coast")
    assert [each["equipment"] for each in events(state, "three-equal")] == ["door", "trunk"]
    assert state.to_position()["port"] == ["bumper", "door", "bumper"]
    assert state.to_position()["gone"] == ["trunk"] * 3 + ["door"] * 3


@pytest.mark.rule("GA 11.5", "GA 11.4")
def test_three_of_a_kind_with_a_short_stock():
    gone = ["bodyguard"] * 5 + ["trunk"] * 5 + ["engine"] * 3 + ["bumper"] * 5 + ["machine-gun"] * 5 + ["door"] * 1
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        port=["engine", "door", "door"],
        gone=gone,
        gear={"brown": ["door"]},
        stock=["door", "engine"],
    )
    play(state, "drive 1 gold-coast")
    assert state.to_position()["port"] == ["engine", "", ""]


@pytest.mark.rule("GA 12.1")
def test_new_equipment_pushes_from_the_left():
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        gear={"brown": ["door", "engine"]},
        port=["bumper", "trunk", "trunk"],
    )
    play(state, "drive 1 gold-coast", "equip trunk")
    assert state.to_position()["gear"]["brown"] == ["trunk", "door"] and events(state, "equip")[0]["lost"] == "engine"


@pytest.mark.rule("GA 12.4")
def test_equipment_counts_from_the_moment_it_is_taken():
    state = table(
        players=4,
        cars={**FAR, "brown": "north-side"},
        trunks={"brown": ["blue"]},
        port=["trunk", "bumper", "door"],
        squares={"greek-town": ["grey"]},
    )
    play(state, "drive 1 gold-coast", "keep", "equip trunk")
    state.begin_turn(0)
    play(state, "drive 2 greek-town")
    state.begin_turn(0)
    assert "load 1" in legal(state), "the larger trunk takes a second one"
    early = table(players=4, cars={**FAR, "brown": "north-side"}, port=["bumper", "trunk", "door"])
    play(early, "drive 1 gold-coast", "equip bumper")
    assert early.current_players() == (1,), "the turn is over: the bumper waits"


# -- the six kinds -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA 13.1")
def test_the_bodyguard_protects_where_the_car_stands():
    squares = {"greek-town": ["blue", "grey"], "west-side": ["blue"]}
    state = table(
        players=4,
        cars={**FAR, "brown": "greek-town", "blue": "greek-town"},
        gear={"blue": ["bodyguard"]},
        squares=squares,
    )
    assert refused(state, "load 1") == "GA 13.1" and "load 2" in legal(state)
    state.begin_turn(3)
    assert {"load 1", "load 2"} <= set(legal(state)), "it binds its owner in nothing"
    away = table(players=4, cars={**FAR, "brown": "greek-town"}, gear={"blue": ["bodyguard"]}, squares=squares)
    assert "load 1" in legal(away)


@pytest.mark.rule("GA 13.2", "GA 13.8")
def test_the_bodyguard_and_the_machine_gun():
    position = {
        "players": 4,
        "cars": {**FAR, "brown": "west-side", "blue": "greek-town"},
        "gear": {"blue": ["bodyguard"], "brown": ["machine-gun"]},
        "squares": {"greek-town": ["blue"]},
    }
    assert refused(table(**position), "gun greek-town") == "GA 13.2"
    state = play(table(**position, options={"guard_stops_gun": False}), "gun greek-town", "grab 1")
    assert state.to_position()["trunks"]["brown"] == ["blue"]
    position["squares"] = {"greek-town": ["blue", "grey", "brown"]}
    mixed = play(table(**position), "gun greek-town")
    assert set(legal(mixed)) == {"grab 2", "back"}
    assert (
        refused(mixed, "grab 1") == "GA 13.2"
        and refused(mixed, "grab 3") == "GA 13.8"
        and refused(mixed, "grab 4") == "GA 7.4"
    )


@pytest.mark.rule("GA 13.3")
def test_the_trunk_takes_two_of_any_other_colours():
    squares = {"greek-town": ["blue", "grey", "blue"]}
    state = table(players=4, cars={**FAR, "brown": "greek-town"}, gear={"brown": ["trunk"]}, squares=squares)
    play(state, "load 1")
    state.begin_turn(0)
    play(state, "load 2")
    state.begin_turn(0)
    assert state.to_position()["trunks"]["brown"] == ["blue", "grey"] and refused(state, "load 3") == "GA 7.5"
    play(state, "unload grey")
    assert state.to_position()["trunks"]["brown"] == ["blue"], "one in a turn"
    assert state.current_players() == (1,)


@pytest.mark.rule("GA 13.5")
def test_the_engine_is_a_choice_not_a_duty():
    state = table(players=4, cars={**FAR, "brown": "greek-town"}, gear={"brown": ["engine"]}, cards={"brown": [1]})
    drives = {choice for choice in legal(state) if choice.startswith("drive")}
    assert {"drive 1 west-side", "drive 1 north-side", "drive 1 gold-coast", "drive 1 chinatown"} <= drives and len(
        drives
    ) == 8
    without = table(players=4, cars={**FAR, "brown": "greek-town"}, cards={"brown": [1]})
    assert refused(without, "drive 1 gold-coast") == "GA 13.5"


@pytest.mark.rule("GA 13.6", "GA 13.7", "GA 6.5")
def test_the_bumper_swaps_with_a_car_next_door_for_any_card():
    state = table(
        players=4,
        cars={**FAR, "brown": "greek-town", "blue": "west-side", "grey": "greek-town"},
        gear={"brown": ["bumper", "engine"]},
        cards={"brown": [2]},
        deck=["cicero"],
    )
    assert {choice for choice in legal(state) if choice.startswith("bump")} == {"bump 2 blue"}
    assert (
        refused(state, "bump 3 blue") == "GA 6.5"
        and refused(state, "bump 2 yellow") == "GA 13.7"
        and refused(state, "bump 2 grey") == "GA 13.7"
    )
    assert refused(state, "bump 2 brown") == "GA 13.6" and refused(state, "bump 2 green") == "GA 2.2"
    play(state, "bump 2 blue")
    position = state.to_position()
    assert position["cars"]["brown"] == "west-side" and position["cars"]["blue"] == "greek-town"
    assert position["cards"]["brown"] == [1, 2, 3] and position["doubles"] == ["cicero"], (
        "the third card: cards up, a Double"
    )
    assert refused(table(players=4, cars={**FAR, "brown": "west-side"}), "bump 1 blue") == "GA 13.6"


@pytest.mark.rule("GA 11.6")
def test_bumping_into_the_port_reaches_it_being_bumped_there_does_not():
    cars = {**FAR, "brown": "north-side", "blue": "gold-coast"}
    state = table(
        players=4, cars=cars, gear={"brown": ["bumper"]}, trunks={"brown": ["grey"]}, port=["door", "trunk", "engine"]
    )
    play(state, "bump 1 blue")
    assert set(legal(state)) == {"sink", "keep"}
    other = table(
        players=4,
        turn=3,
        cars=cars,
        gear={"blue": ["bumper"]},
        trunks={"brown": ["grey"]},
        port=["door", "trunk", "engine"],
    )
    play(other, "bump 1 brown")
    assert other.to_position()["cars"]["brown"] == "gold-coast" and other.to_position()["trunks"]["brown"] == ["grey"]
    assert other.current_players() == (0,) and other.to_position()["gear"]["brown"] == []


@pytest.mark.rule("GA 13.8", "GA 13.9", "GA 16.2")
def test_the_machine_gun_loads_from_next_door_in_two_steps():
    squares = {"west-side": ["blue", "brown", "blue"], "little-italy": ["brown"], "the-loop": ["blue"]}
    state = table(players=4, cars={**FAR, "brown": "greek-town"}, gear={"brown": ["machine-gun"]}, squares=squares)
    assert {choice for choice in legal(state) if choice.startswith("gun")} == {"gun west-side"}
    assert [refused(state, f"gun {place}") for place in ("little-italy", "the-loop", "gold-coast")] == ["GA 13.8"] * 3
    assert refused(state, "grab 1") == "GA 13.9"
    others = [state.view(seat) for seat in (1, 2, 3, None)]
    play(state, "gun west-side")
    assert set(legal(state)) == {"grab 1", "grab 3", "back"} and refused(state, "drive 1 west-side") == "GA 13.9"
    assert [state.view(seat) for seat in (1, 2, 3, None)] == others and state.log == [], (
        "half chosen is nobody else's business"
    )
    play(state, "back")
    assert "gun west-side" in legal(state) and refused(state, "back") == "GA 16.2"
    play(state, "gun west-side")
    assert "back" not in legal(state), "once in a turn"
    play(state, "grab 3")
    assert state.to_position()["squares"]["west-side"] == ["blue", "brown"] and state.to_position()["trunks"][
        "brown"
    ] == ["blue"]
    full = table(
        players=4,
        cars={**FAR, "brown": "greek-town"},
        gear={"brown": ["machine-gun"]},
        squares=squares,
        trunks={"brown": ["grey"]},
    )
    assert refused(full, "gun west-side") == "GA 7.5"
    assert refused(table(players=4, cars={**FAR, "brown": "greek-town"}, squares=squares), "gun west-side") == "GA 13.8"


@pytest.mark.rule("GA 13.10")
def test_the_door_lets_two_out():
    state = table(
        players=4,
        cars={**FAR, "brown": "greek-town"},
        gear={"brown": ["door"]},
        trunks={"brown": ["blue"]},
        tiles={"greek-town": 1},
    )
    play(state, "unload two")
    assert (
        state.to_position()["squares"]["greek-town"] == ["brown", "brown"]
        and state.to_position()["inside"]["brown"] == 7
    )
    assert state.current_players() == (1,), "and nothing on top of it"
    assert refused(table(players=4), "unload two") == "GA 13.10"


@pytest.mark.rule("GA 13.10", "GA 8.3")
def test_the_second_through_the_door_is_judged_after_the_first():
    hole = ["blue", "", "blue", "grey", "blue", "grey", "blue", "grey"]
    position = {
        "players": 4,
        "cars": {**FAR, "brown": "greek-town"},
        "gear": {"brown": ["door"]},
        "tiles": {"greek-town": 1},
    }
    state = table(**position, squares={"greek-town": hole})
    play(state, "unload two")
    assert state.to_position()["squares"]["greek-town"] == ["blue", "brown", *hole[2:], "brown"], (
        "the first opens the hole for the second"
    )
    full = table(**position, squares={"greek-town": ["blue", "grey", *hole[2:]]})
    assert refused(full, "unload two") == "GA 13.10" and "unload brown" in legal(full)
    closed = table(**position, squares={"greek-town": [*hole, "blue"]})
    assert refused(closed, "unload two") == "GA 8.3"
    lonely = table(**{**position, "tiles": {"greek-town": 1, "west-side": 2}}, squares={"west-side": ["brown"] * 8})
    assert refused(lonely, "unload two") == "GA 13.10" and "unload brown" in legal(lonely)


# -- two players -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA 15.1", "GA 15.2", "GA 16.2")
def test_two_players_choose_the_colour_first():
    state = table(players=2, turn=0)
    assert set(legal(state)) == {"play grey", "play yellow"}
    assert (
        refused(state, "play blue") == "GA 15.2"
        and refused(state, "play green") == "GA 15.1"
        and refused(state, "drive 1 west-side") == "GA 15.2"
    )
    others = [state.view(seat) for seat in (1, None)]
    play(state, "play grey")
    assert [state.view(seat) for seat in (1, None)] == others
    assert state.view(0).colour == "grey" and "back" in legal(state) and refused(state, "play yellow") == "GA 15.2"
    play(state, "back", "play yellow")
    assert "back" not in legal(state) and refused(state, "back") == "GA 16.2"
    assert refused(table(players=3), "play brown") == "GA 15.1"


@pytest.mark.rule("GA 15.3")
def test_the_other_colour_of_a_player_is_another_colour():
    squares = {"greek-town": ["yellow"]}
    cars = {"grey": "greek-town", "yellow": "greek-town", "blue": "cicero", "brown": "cicero"}
    state = table(players=2, cars=cars, squares=squares)
    play(state, "play grey", "load 1")
    assert state.to_position()["trunks"]["grey"] == ["yellow"]
    guarded = play(table(players=2, cars=cars, squares=squares, gear={"yellow": ["bodyguard"]}), "play grey")
    assert refused(guarded, "load 1") == "GA 13.1"
    bumper = play(table(players=2, cars={**cars, "yellow": "west-side"}, gear={"grey": ["bumper"]}), "play grey")
    assert "bump 1 yellow" in legal(bumper)


# -- what is hidden ----------------------------------------------------------------------------------------------------


def test_nobody_is_told_how_far_away_they_are_from_where_they_stand():
    state = table(players=4, cars={"brown": "greek-town", "yellow": "west-side", "grey": "the-loop", "blue": "cicero"})
    for choice, rule in (("drive 3 greek-town", "GA 13.5"), ("drive 2 greek-town", "GA 6.2")):
        why = refusal(state, choice)
        assert why.rule == rule and "where you are" in str(why)


# -- slots, cards and who draws ------------------------------------------------------------------------------------


@pytest.mark.rule("GA 12.1", "GA 12.2")
def test_new_equipment_comes_in_on_the_left():
    position = {"cars": {"brown": "north-side"}, "cards": {"brown": [1, 2]}, "port": ["engine", "trunk", "trunk"]}
    one = table(players=4, gear={"brown": ["door"]}, **position)
    play(one, "drive 1 gold-coast", "equip engine")
    assert one.to_position()["gear"]["brown"] == ["engine", "door"]
    two = table(players=4, gear={"brown": ["door", "bumper"]}, **position)
    play(two, "drive 1 gold-coast", "equip trunk")
    assert two.to_position()["gear"]["brown"] == ["trunk", "door"] and "bumper" in two.to_position()["gone"]


@pytest.mark.rule("GA 9.2", "GA 15.5")
@pytest.mark.parametrize("seat", [0, 2, 3])
def test_who_places_the_last_double_draws_the_casino_card(seat):
    colour = GAME.box.clan_names[seat]
    doubles = [name for name in GAME.box.names[:8] if name != "cicero"][:7]
    state = table(players=4, turn=seat, doubles=doubles, deck=["cicero"], cards={colour: [1]}, casino=[4])
    play(state, next(choice for choice in legal(state) if choice.startswith("drive 1 ") and "gold" not in choice))
    (casino,) = events(state, "casino")
    assert (casino["seat"], casino["colour"], casino["value"]) == (seat, colour, 4)
    assert state.current_players() == ((seat + 1) % 4,)


@pytest.mark.rule("GA 6.5", "GA 15.3")
def test_with_two_players_only_the_colour_that_played_turns_its_cards_up():
    cards = {"grey": [1], "yellow": [2], "blue": [3], "brown": [1]}
    state = table(players=2, turn=0, phase="act", colour="grey", cars={"grey": "west-side"}, cards=cards)
    play(state, "drive 1 cicero")
    assert state.to_position()["cards"] == {**cards, "grey": [1, 2, 3]}
