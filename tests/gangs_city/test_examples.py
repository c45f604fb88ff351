"""The worked examples of the rulebook, GT-01 to GT-28 of the specification, with its own totals."""

import pytest

from parrain.testing.table import events, legal, play, refusal, refused

from .gangs_city_table import BLUE, GAME, VIOLET, YELLOW, all_pass, hand, owner, place, table, tile

GREEN, RED = 1, 2  # seats that play these colours in the figures


@pytest.mark.example("GT-01")
@pytest.mark.rule("GC 1.1", "GC 1.3", "GC 7.5")
def test_quarter_of_three_places():
    city = {
        "gambling-den": place((1, 0), GREEN),
        "cabaret": place((2, 0), GREEN),
        "nightclub": place((3, 0), GREEN),
        "ghetto": place((-1, 0), GREEN),
        "gun-dealer": place((0, 1), VIOLET),
    }
    state = table(city, phase="end-of-turn")
    assert state.to_position()["gained"] == [0, 2, 0]
    assert state.scores() == (0, 2, 0)


@pytest.mark.example("GT-02")
@pytest.mark.rule("GC 1.5")
def test_score_track():
    """Here a score is a number, also past 10."""
    state = table({"bar": place((1, 0))}, scores=[5, 15, 0])
    assert state.view(None).scores == state.scores() == (5, 15, 0)


@pytest.mark.example("GT-03")
@pytest.mark.rule("GC 1.4")
@pytest.mark.parametrize(("players", "target"), [(3, 26), (4, 22), (5, 18), (6, 14)])
def test_points_to_reach(players, target):
    near = {"city": {"bar": place((-1, 0), 0), "docks": place((-2, 0), 0)}, "players": players, "phase": "end-of-turn"}
    before = GAME.position({**near, "scores": [target - 2] + [0] * (players - 1)})
    assert not before.is_over and before.scores()[0] == target - 1
    reached = GAME.position({**near, "scores": [target - 1] + [0] * (players - 1)})
    assert reached.is_over and reached.ending == "target" and reached.ranking()[0] == 1


@pytest.mark.example("GT-04")
@pytest.mark.rule("GC 3.3", "GC 3.4", "GC 3.5", "GC 3.8")
@pytest.mark.parametrize(("players", "piles"), [(3, [11]), (4, [10]), (5, [5, 4]), (6, [4, 4])])
def test_starting_city(players, piles):
    state = GAME.new(players, 3)
    while state.to_position()["phase"] == "setup":
        state.apply(state.current_players()[0], state.legal_actions(state.current_players()[0])[-1])
    start = state.to_position()
    assert len(start["city"]) == players + 1
    assert [len(pile) for pile in start["piles"]] == piles
    assert all(about["owner"] == -1 for about in start["city"].values())


@pytest.mark.example("GT-05")
@pytest.mark.rule("GC 2.7", "GC 2.8")
def test_opening_the_ghetto():
    state = table({"bar": place((1, 0))}, phase="end-of-turn", won=[{"seat": 1, "place": "ghetto"}])
    play(state, "1 build bar/e")
    waiting = state.to_position()["city"]["ghetto"]["recruits"]
    assert waiting[:3] == ["thug", "dealer", "dealer"] and len(waiting) == 4
    assert GAME.box.mercenary[GAME.box.number_of[waiting[3]]]


@pytest.mark.example("GT-06")
@pytest.mark.rule("GC 4.6", "GC 4.7")
def test_figure_1_a_stack_fills_its_hex():
    # the hex east of the cabaret is also north-east of the nightclub, which is green's
    city = {"cabaret": place((1, 0)), "nightclub": place((1, 1), GREEN), "casino": place((0, -1))}
    state = table(city, first=GREEN, hands=[["thug", "thug"], ["cop", "bodyguard", "driver"], []])
    play(state, "1 at cabaret/e", "1 send cop fight")
    assert state.to_position()["laid"][0]["do"] == "fight"
    assert refused(state, "0 at nightclub/ne") == "GC 4.7"
    assert refused(state, "0 at cabaret/e") == "GC 4.7"
    assert "at nightclub/ne" not in legal(state, 0) and "at nightclub/e" in legal(state, 0)
    play(state, "0 at pile", "0 send thug fight", "1 at casino/nw", "1 send bodyguard recruit")
    assert state.to_position()["laid"][2]["do"] == "recruit"
    play(state, "0 at casino/e", "0 send thug fight")
    assert refused(state, "1 at nightclub/ne") == "GC 4.7"  # not even for its own owner
    play(state, "1 at cabaret/e", "1 send driver fight")  # but he may pile up on the same side


@pytest.mark.example("GT-07")
@pytest.mark.rule("GC 4.8", "GC 4.10", "GC 4.13", "GC 6.7")
def test_figure_2_the_bar():
    yellow, green = 0, 1
    state = table({"bar": place((1, 0), green)}, hands=[["killer", "cop", "thug"], ["bodyguard", "dealer", "pimp"], []])
    play(
        state,
        "0 at bar/e",
        "0 send killer fight chief",
        "1 at bar",
        "1 send bodyguard manage",
        "0 at bar/ne",
        "0 send cop fight",
    )
    play(
        state,
        "1 at bar/nw",
        "1 send dealer fight",
        "0 at bar/ne",
        "0 send thug fight",
        "1 at bar/sw",
        "1 send pimp recruit",
    )
    all_pass(state)
    fight = events(state, "fight")[0]
    assert fight["totals"] == [(7 + 1) + (4 + 1) + (3 + 1), 4, -1] == [17, 4, -1]
    assert (fight["winner"], fight["owner"], fight["why"]) == (yellow, green, "strength")
    assert owner(state, "bar") == yellow


@pytest.mark.example("GT-08")
@pytest.mark.rule("GC 4.11", "GC 2.5")
def test_who_can_manage():
    crew = ["thug", "dealer", "killer", "driver", "bodyguard", "mayor"]
    state = table({"ghetto": place((1, 0), 0)}, hands=[crew, [], []])
    play(state, "0 at ghetto")
    assert {text.split()[1] for text in legal(state, 0) if text.startswith("send")} == {"thug", "dealer", "killer"}
    assert refused(state, "0 send driver manage") == "GC 4.11"
    assert "mercenary" in str(refusal(state, "0 send mayor manage"))


@pytest.mark.example("GT-09")
@pytest.mark.rule("GC 5.4")
def test_one_pictogram_manages_one():
    state = table({"ghetto": place((1, 0), 0)}, [tile(0, "ghetto", "thug")], hands=[[], [], []])
    all_pass(state)
    assert events(state, "managed")[0]["managed"][0] == [1, 1, 0, 0, 0]  # one of two drugs, and the weapon


WAREHOUSE = {"uptown": place((1, 0), BLUE), "ghetto": place((0, 1), VIOLET), "prison": place((-1, 0), YELLOW)}
RED_SEAT = YELLOW  # the figure's red player sits in seat 1
MANAGERS = [
    tile(BLUE, "uptown", "cop"),
    tile(VIOLET, "ghetto", "dealer"),
    tile(VIOLET, "ghetto", "thug"),
    tile(RED_SEAT, "prison", "driver"),
]
STOCK = [{}, {"tobacco": 1}, {"weapons": 1, "tobacco": 2}]


def warehouse():
    state = table(WAREHOUSE, MANAGERS, phase="bid", stock=STOCK)
    state.log = []
    return state


@pytest.mark.example("GT-10")
@pytest.mark.rule("GC 5.1", "GC 5.2", "GC 5.3", "GC 9.1")
def test_figure_3_secret_bids():
    state = warehouse()
    assert state.current_players() == (1, 2)  # violet has nothing to bid
    play(state, "2 bid weapons 1", "2 bid tobacco 2")
    assert state.view(0).bids == () and state.view(1).stock[2] == (0, 1, 0, 0, 2)
    play(state, "1 bid tobacco 1")
    assert events(state, "bids")[0]["bids"] == [[0] * 5, [0, 0, 0, 0, 1], [0, 1, 0, 0, 2]]


@pytest.mark.example("GT-11")
@pytest.mark.rule("GC 5.4")
def test_figure_4_managing():
    state = play(warehouse(), "1 bid tobacco 1", "2 bid weapons 1", "2 bid tobacco 2")
    assert events(state, "managed")[0]["managed"] == [[2, 1, 0, 0, 0], [0, 0, 0, 0, 1], [0, 1, 0, 0, 0]]
    assert [hand(state, seat) for seat in range(3)] == [["thug", "dealer"], ["driver"], ["cop"]]


@pytest.mark.example("GT-12")
@pytest.mark.rule("GC 5.5", "GC 5.8", "GC 5.9", "GC 1.2")
def test_figure_5_leaders_and_stock():
    state = play(warehouse(), "1 bid tobacco 1", "2 bid weapons 1", "2 bid tobacco 2")
    now = state.to_position()
    totals = {event["traffic"]: (event["totals"], event["leader"]) for event in events(state, "traffic")}
    assert totals == {"drugs": ([2, 0, 0], VIOLET), "weapons": ([1, 0, 2], BLUE), "tobacco": ([0, 2, 2], -1)}
    assert now["stock"][VIOLET] == {"drugs": 0, "weapons": 1, "prostitution": 0, "alcohol": 0, "tobacco": 0}
    assert now["stock"][RED_SEAT]["tobacco"] == 1 and sum(now["stock"][RED_SEAT].values()) == 1
    assert sum(now["stock"][BLUE].values()) == 0
    assert now["gained"] == [3, 0, 2]


@pytest.mark.example("GT-13")
@pytest.mark.rule("GC 5.6", "GC 2.4")
def test_alcohol_for_four_turns():
    state = table({"bar": place((1, 0), 0)}, hands=[["bodyguard"], [], []], turn=1, options={"second_chance": False})
    scored = []
    for turn in range(4):
        if turn:
            play(state, "0 lead 0")
        play(state, "0 at bar", "0 send bodyguard manage", "0 pass")
        scored.append(state.to_position()["gained"][0])
    assert scored == [1 + 1, 2 + 2, 3 + 3, 3 + 3]  # alcohol and tobacco climb together


@pytest.mark.example("GT-14")
@pytest.mark.rule("GC 5.6")
@pytest.mark.parametrize("box", [1, 2])
def test_a_traffic_taken_over_starts_left(box):
    state = table(
        {"bar": place((1, 0), 1)}, [tile(1, "bar", "bodyguard")], leaders={"alcohol": {"seat": 0, "box": box}}
    )
    all_pass(state)
    assert state.to_position()["leaders"]["alcohol"] == {"seat": 1, "box": 0}


@pytest.mark.example("GT-15")
@pytest.mark.rule("GC 5.7")
def test_a_traffic_needs_care():
    state = table({"bar": place((1, 0), 0)}, [tile(0, "bar/e", "thug")], leaders={"alcohol": {"seat": 0, "box": 2}})
    all_pass(state)
    assert state.to_position()["leaders"]["alcohol"] == {"seat": -1, "box": 0}


@pytest.mark.example("GT-16")
@pytest.mark.rule("GC 5.9")
def test_stock_for_who_did_not_win():
    city = {
        "bar": place((1, 0), 0),
        "casino": place((0, 1), 0),
        "cabaret": place((-1, 0), 1),
        "grand-hotel": place((0, -1), 1),
    }
    laid = [tile(0, "bar", "bodyguard"), tile(0, "casino", "driver"), tile(1, "cabaret", "driver")]
    state = table(city, laid, phase="bid", stock=[{}, {"alcohol": 2}, {}])
    state = play(state, "1 bid alcohol 2")
    stock = state.to_position()["stock"]
    assert stock[0]["alcohol"] == 2  # he managed two and lost to 1 + 2
    assert stock[1]["alcohol"] == 0 and state.to_position()["leaders"]["alcohol"]["seat"] == 1


DEN = {"gambling-den": place((1, 0), GREEN)}
ATTACK = [
    tile(VIOLET, "gambling-den/e", "killer", "fight"),
    tile(VIOLET, "gambling-den/ne", "cop", "fight", chief=True),
    tile(VIOLET, "gambling-den/ne", "thug", "fight"),
]
DEFENCE = [
    tile(GREEN, "gambling-den/nw", "dealer", "fight"),
    tile(GREEN, "gambling-den/nw", "showdown", "gun"),
    tile(GREEN, "gambling-den/sw", "pimp", "recruit"),
]


@pytest.mark.example("GT-17")
@pytest.mark.rule("GC 6.2", "GC 6.3", "GC 6.4", "GC 6.5")
def test_figure_6_the_big_calibre():
    state = table(DEN, ATTACK + DEFENCE, phase="reveal")
    assert state.current_players() == (GREEN,)
    assert legal(state, GREEN) == ["shoot nobody", "shoot 1", "shoot 2", "shoot 3"]
    assert refused(state, "1 shoot 6") == "GC 6.3"  # one's own
    play(state, "1 shoot 1")
    assert state.to_position()["out"] == ["killer"]


@pytest.mark.example("GT-18")
@pytest.mark.rule("GC 6.7", "GC 6.8", "GC 6.15")
def test_figure_7_the_gunfight():
    state = table(DEN, ATTACK + DEFENCE, phase="reveal")
    state.log = []
    play(state, "1 shoot 1")
    fight = events(state, "fight")[0]
    assert fight["totals"] == [(4 + 1) + (3 + 1), 4, -1] == [9, 4, -1] and fight["winner"] == VIOLET
    assert owner(state, "gambling-den") == VIOLET
    assert hand(state, VIOLET) == ["thug", "cop"] and hand(state, GREEN) == ["dealer", "pimp"]


@pytest.mark.example("GT-19")
@pytest.mark.rule("GC 6.4")
def test_a_vest_on_another_side_protects_all():
    vest = [tile(VIOLET, "gambling-den/se", "driver", "fight"), tile(VIOLET, "gambling-den/se", "showdown", "vest")]
    state = table(DEN, ATTACK + DEFENCE + vest, phase="reveal")
    assert state.to_position()["phase"] != "shoot" and state.to_position()["out"] == []
    assert owner(state, "gambling-den") == VIOLET


@pytest.mark.example("GT-20")
@pytest.mark.rule("GC 6.5", "GC 6.7")
def test_a_dead_chief_gives_nothing():
    state = table(DEN, ATTACK + DEFENCE, phase="reveal")
    state.log = []
    play(state, "1 shoot 2")
    assert events(state, "fight")[0]["totals"] == [7 + 3, 4, -1]


HOTEL = {"grand-hotel": place((1, 0), GREEN, "killer", "driver")}
RECRUITERS = [
    tile(GREEN, "grand-hotel/e", "bodyguard", "recruit"),
    tile(RED, "grand-hotel/ne", "cop", "recruit"),
    tile(VIOLET, "grand-hotel/nw", "dealer", "recruit", chief=True),
    tile(VIOLET, "grand-hotel/nw", "headhunter", "recruit"),
]


def hotel():
    # played plain, so that the mercenary of the figure is nothing but a 3
    return table(HOTEL, RECRUITERS, phase="reveal", options={"mercenaries": "plain"})


@pytest.mark.example("GT-21")
@pytest.mark.rule("GC 6.12", "GC 6.13")
def test_figure_8_recruiting():
    state = hotel()
    assert state.to_position()["totals"] == [(5 + 1) + (3 + 1), 3, 3] == [10, 3, 3]
    assert state.to_position()["queue"] == [VIOLET, GREEN, RED]
    play(state, "0 take killer")
    assert state.current_players() == (GREEN,)  # one each, and green is the owner
    assert refused(state, "0 take driver") == "GC 6.13"
    play(state, "1 take driver")
    assert "killer" in hand(state, VIOLET) and "driver" in hand(state, GREEN) and hand(state, RED) == ["cop"]


@pytest.mark.example("GT-22")
@pytest.mark.rule("GC 6.13")
def test_figure_8_a_dirty_trick():
    state = hotel()
    play(state, "0 take driver")
    assert state.to_position()["turn"] == 2  # nobody else could pay for the killer
    assert hand(state, GREEN) == ["bodyguard"] and hand(state, RED) == ["cop"]
    assert state.to_position()["city"]["grand-hotel"]["recruits"] == ["killer"]


@pytest.mark.example("GT-23")
@pytest.mark.example("GT-24")
@pytest.mark.example("GT-25")
@pytest.mark.example("GT-26")
@pytest.mark.rule("GC 4.18", "GC 4.14")
def test_a_showdown_tile_cannot_be_misplaced():
    """The rulebook's table for a misplaced showdown tile has nothing to say here: such a placement is refused."""
    city = {"bar": place((1, 0), VIOLET), "docks": place((-1, 0))}
    laid = [tile(VIOLET, "docks/w", "driver", "recruit")]
    state = table(city, laid, hands=[["driver", "thug"], [], []])
    for spot in ("docks/w", "bar"):  # among recruiters, on a place itself
        play(state, f"0 at {spot}")
        assert refused(state, "0 send showdown gun") == "GC 4.14"
        play(state, "0 back")
    state = table(city, laid)
    assert legal(state, VIOLET) == ["pass"]  # nobody is left to fight beside it


@pytest.mark.example("GT-27")
@pytest.mark.rule("GC 4.17", "GC 6.11", "GC 7.1", "GC 4.12")
def test_two_gangs_on_a_pile():
    laid = [tile(0, "pile", "thug"), tile(0, "pile", "showdown", "vest"), tile(1, "pile", "cop")]
    state = table({"bar": place((1, 0))}, laid, phase="reveal", piles=[["docks", "casino"]])
    assert state.to_position()["phase"] == "shoot"  # the blue side counts as a big calibre here
    play(state, "0 shoot 3")
    assert state.to_position()["won"] == [{"seat": 0, "place": "casino"}] and state.view(0).won == ((0, "casino"),)
    play(state, "0 build pile/w")
    assert owner(state, "casino") == 0 and state.to_position()["piles"] == [["docks"]]


@pytest.mark.example("GT-28")
@pytest.mark.rule("GC 7.3", "GC 4.19")
def test_a_sixth_neighbour():
    ring = {"docks": (2, 0), "casino": (2, -1), "motel": (1, -1), "cabaret": (0, 1), "prison": (1, 1)}
    city = {"bar": place((1, 0), 0, "bodyguard", "driver"), **{name: place(at) for name, at in ring.items()}}
    state = table(
        {name: about for name, about in city.items() if name != "prison"},
        phase="end-of-turn",
        won=[{"seat": 1, "place": "prison"}],
    )
    play(state, "1 build bar/se")
    now = state.to_position()
    assert (
        now["city"]["bar"]["recruits"] == []
        and now["out"] == ["driver", "bodyguard"]
        and now["city"]["bar"]["owner"] == 0
    )
