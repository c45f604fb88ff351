"""The rules of Gangs City, section by section, with the decisions G-1 to G-44 where the rulebook is silent."""

import pytest

from parrain.core import BadEdition, BadPosition, Edition, Stream
from parrain.games import game
from parrain.games.gangs_city.components import Box
from parrain.testing.table import events, legal, play, refusal, refused
from tests.bounds import check_bounds

from .gangs_city_table import GAME, all_pass, hand, owner, place, table, tile

BAR = {"bar": place((1, 0))}


# -- 2 What is in the box ----------------------------------------------------------------------------------


@pytest.mark.rule("GC 2.1")
def test_the_box():
    box = GAME.box
    assert sum(box.counts) == 55 and box.places == 15 and box.tokens == [12] * 5
    icons = [who for waiting in box.waiting for who in waiting]
    assert len(icons) == 37 and icons.count(box.showdown) == 10  # exactly what six starting gangs leave
    for who in range(box.types):
        if not box.mercenary[who]:
            assert icons.count(who) == box.counts[who] - 6 * box.start.count(who), box.names[who]


@pytest.mark.rule("GC 2.2", "GC 4.9")
def test_a_thug_never_recruits():
    state = table(BAR, hands=[["thug", "driver"], [], []])
    play(state, "0 at bar/e")
    assert "send thug recruit" not in legal(state, 0) and "send driver recruit" in legal(state, 0)
    assert refused(state, "0 send thug recruit") == "GC 4.9"


@pytest.mark.rule("GC 2.3")
def test_one_showdown_tile():
    state = table(BAR, hands=[["thug", "driver"], [], []])
    play(state, "0 at bar/e", "0 send thug fight", "0 at bar/e", "0 send showdown gun", "0 at bar/e")
    assert refused(state, "0 send showdown vest") == "GC 2.3"


@pytest.mark.rule("GC 2.6")
def test_mercenaries_house_or_plain():
    laid = [tile(0, "bar/e", "mole", "recruit"), tile(0, "bar/e", "headhunter", "recruit")]
    city = {"bar": place((1, 0), -1, "lawyer", "thug")}
    house = table(city, laid, phase="reveal")
    assert house.to_position()["phase"] == "mole"
    plain = table(city, laid, phase="reveal", options={"mercenaries": "plain"})
    assert plain.to_position()["phase"] == "recruit" and plain.to_position()["picks"] == 1
    assert house.costs[GAME.box.number_of["lawyer"]] == 4 and plain.costs[GAME.box.number_of["lawyer"]] == 3


@pytest.mark.rule("GC 2.8")
def test_what_has_run_out_is_left_out():
    state = table(
        BAR,
        phase="end-of-turn",
        won=[{"seat": 1, "place": "ghetto"}],
        out=["dealer"] * 3 + ["thug"] * 8 + GAME.box.names[7:],
    )
    play(state, "1 build bar/e")
    assert state.to_position()["city"]["ghetto"]["recruits"] == ["dealer"]


def edition_with(change):
    data = dict(GAME.edition.data)
    change(data)
    return Edition(data)


@pytest.mark.rule("GC 2.7")
def test_an_owner_can_change_any_value():
    def change(data):
        data["characters"] = [{**each, "attack": 6} if each["name"] == "thug" else each for each in data["characters"]]
        data["places"] = [{**each, "initiative": 40} if each["name"] == "bar" else each for each in data["places"]]

    box = Box(edition_with(change))
    assert box.attack[box.number_of["thug"]] == 6 and box.initiative[box.place_number["bar"]] == 40


@pytest.mark.parametrize(
    ("key", "name", "field", "value"),
    [
        ("places", "bar", "initiative", 1),
        ("characters", "thug", "attack", "strong"),
        ("characters", "thug", "traffics", {"honey": 1}),
        ("places", "bar", "recruits", {"baker": 1}),
        ("mercenaries", "spy", "ability", "wall"),
        ("characters", "thug", "name", "pile"),
        ("characters", "thug", "count", 5),
        ("mercenaries", "spy", "ability", "flying"),
        ("places", "bar", "name", "the bar"),
    ],
)
def test_a_box_that_cannot_be_played_is_refused(key, name, field, value):
    def change(data):
        data[key] = [{**each, field: value} if each["name"] == name else each for each in data[key]]

    with pytest.raises(BadEdition) as caught:
        Box(edition_with(change))
    assert str(caught.value)


# -- 3 Setting up ------------------------------------------------------------------------------------------


@pytest.mark.rule("GC 3.1", "GC 3.2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_starting_gangs(players):
    state = GAME.new(players, 1)
    now = state.to_position()
    assert now["hands"] == [["thug", "driver", "bodyguard"]] * players
    assert now["scores"] == [0] * players and len(now["mercenaries"]) == 10
    assert len({tuple(GAME.new(players, seed).to_position()["mercenaries"]) for seed in range(5)}) > 1


@pytest.mark.rule("GC 3.5", "GC 3.6")
def test_the_lowest_builds_first():
    state = GAME.new(4, 9)
    drawn = state.to_position()["drawn"]
    initiatives = [GAME.box.initiative[GAME.box.place_number[name]] for name in drawn]
    lowest = initiatives.index(min(initiatives))
    asked = []
    while state.to_position()["phase"] == "setup":
        asked.append(state.current_players()[0])
        state.apply(asked[-1], state.legal_actions(asked[-1])[0])
    assert asked == [(lowest + i) % 4 for i in range(4)]
    assert state.to_position()["first"] == lowest and state.to_position()["turn"] == 1


@pytest.mark.rule("GC 3.4")
def test_the_first_place_lies_on_any_side_of_the_pile():
    for players, sides in ((3, 6), (5, 5)):
        seen = set()
        for seed in range(60):
            (about,) = GAME.new(players, seed).to_position()["city"].values()
            seen.add(tuple(about["at"]))
        assert len(seen) == sides


@pytest.mark.rule("GC 3.7")
def test_nothing_is_surrounded_in_set_up():
    city = {
        "bar": place((1, 0)),
        "docks": place((1, -1)),
        "casino": place((0, -1)),
        "motel": place((-1, 0)),
        "prison": place((-1, 1)),
    }
    drawn = ["ghetto", "airport", "uptown", "boxing-hall", "gambling-den", "grand-hotel"]
    state = table(city, phase="setup", players=6, drawn=drawn, piles=[["station"], []])
    assert "build pile/se" not in legal(state, 0)
    assert refused(state, "0 build pile/se") == "GC 3.7"  # it would wall in the pile
    assert refused(state, "0 build airport/e") == "GC 3.7"
    for name in ("pile/se", "bar/sw"):  # two names of one hex
        error = refusal(state, f"0 build {name}")
        assert error.rule == "GC 3.7" and "would surround something" in str(error)
    error = refusal(state, "0 build bar/nw")
    assert error.rule == "GC 3.7" and "already lies" in str(error)
    play(state, "0 build docks/nw")
    # a gap between two piles and four places, each with an open side of its own
    ring = {"bar": place((1, 1)), "docks": place((-1, 1)), "casino": place((-1, 2)), "motel": place((0, 2))}
    gap = table(ring, phase="setup", players=5, drawn=["", "", "", "uptown", "airport"], first=0, mover=3)
    assert refused(gap, "3 build pile/se") == "GC 3.7" and "build pile/ne" in legal(gap, 3)
    # with one pile, the hex where a second would lie is empty: a place may have that side alone open
    around = {"bar": place((0, -1)), "docks": place((1, -2)), "casino": place((2, -2)), "motel": place((2, -1))}
    one = table(around, phase="setup", players=4, drawn=["", "", "", "uptown"], first=0, mover=3)
    assert "build pile/ne" in legal(one, 3)
    play(one, "3 build pile/ne")


# -- 4 Placement -------------------------------------------------------------------------------------------


@pytest.mark.rule("GC 4.1")
def test_who_begins():
    city = {"ghetto": place((1, 0)), "bar": place((0, 1), 2), "casino": place((-1, 0), 0)}
    state = table(city, phase="turn", turn=1, hands=[["thug"], ["thug"], ["thug"]])
    assert state.current_players() == (2,)  # the ghetto is lower, but nobody's
    assert refused(state, "2 lead 3") == "GC 4.1"
    assert refused(state, "2 at bar/e") == "GC 4.1"
    play(state, "2 lead 1")
    assert state.current_players() == (1,)
    nobody = table(BAR, phase="turn", turn=1, first=1, hands=[["thug"], ["thug"], ["thug"]])
    assert nobody.to_position()["phase"] == "place" and nobody.current_players() == (1,)


@pytest.mark.rule("GC 4.2")
def test_one_tile_at_a_time():
    state = table(BAR, first=1, hands=[["thug"], ["driver"], ["cop"]])
    assert refused(state, "0 at bar/e") == "GC 4.4"
    play(state, "1 at bar/e", "1 send driver recruit")
    assert state.current_players() == (2,)
    play(state, "2 at bar/ne", "2 send cop fight", "0 at pile")
    assert refused(state, "0 send cop fight") == "GC 4.2"
    assert [tile_[2:4] for tile_ in state.view(0).laid] == [("", ""), ("", "")]
    assert state.view(2).laid[1][2:4] == ("cop", "fight") and state.view(1).laid[0][2:4] == ("driver", "recruit")


CLOSED = {
    "bar": place((1, 0)),
    "docks": place((2, 0)),
    "casino": place((2, -1)),
    "motel": place((1, -1)),
    "cabaret": place((0, 1)),
    "prison": place((1, 1)),
}


@pytest.mark.rule("GC 4.3", "GC 4.16")
def test_whoever_can_place_must():
    state = table(BAR, hands=[["thug"], ["thug"], ["thug"]])
    assert refused(state, "0 pass") == "GC 4.16"
    # no pile is left and every hex is taken: nobody can be laid
    laid = [tile(1, f"bar/{side}", "driver", "recruit") for side in ("e", "ne", "nw", "w", "sw", "se")]
    full = table({"bar": place((1, 0))}, laid, hands=[["thug"], [], []], piles=[[]])
    assert legal(full, 0) == ["pass"]
    play(full, "0 pass")
    assert hand(full, 0) == ["thug"]


@pytest.mark.rule("GC 4.4")
def test_a_placement_can_be_taken_back_until_it_is_finished():
    state = table(BAR, hands=[["thug", "spy"], ["cop"], []], laid=[tile(1, "bar/e", "dealer", "fight")])
    fresh = state.to_position()
    play(state, "0 at bar/ne")
    assert state.view(0).half == ("at bar/ne",) and state.view(1).half == () and state.view(None).half == ()
    assert refused(state, "0 at bar/nw") == "GC 4.4"
    play(state, "0 back")
    assert state.to_position() == fresh
    assert refused(state, "0 back") == "GC 4.4"
    play(state, "0 at bar/ne", "0 send spy fight")
    assert state.view(1) == table(
        BAR, hands=[["thug", "spy"], ["cop"], []], laid=[tile(1, "bar/e", "dealer", "fight")]
    ).view(1)
    play(state, "0 back", "0 back")
    assert state.to_position() == fresh


@pytest.mark.rule("GC 4.5")
def test_sides_must_be_free():
    state = table({"bar": place((1, 0)), "docks": place((2, 0))}, hands=[["thug"], [], []])
    assert refused(state, "0 at bar/e") == "GC 4.5"  # the docks
    assert refused(state, "0 at bar/w") == "GC 4.5"  # the pile
    assert refused(state, "0 at casino/e") == "GC 4.5"  # not in the city
    play(state, "0 at bar/ne")


@pytest.mark.rule("GC 4.8")
def test_a_stack_does_one_thing():
    state = table(BAR, hands=[["thug", "driver", "cop"], [], []])
    play(state, "0 at bar/e", "0 send driver recruit", "0 at bar/e")
    assert legal(state, 0) == ["send cop recruit", "send cop recruit chief", "back"]
    assert refused(state, "0 send cop fight") == "GC 4.8"
    assert refused(state, "0 send showdown gun") == "GC 4.14"
    play(state, "0 back", "0 at bar/ne", "0 send thug fight", "0 at bar/ne")
    assert refused(state, "0 send cop recruit") == "GC 4.8"


@pytest.mark.rule("GC 4.10")
def test_only_the_owner_manages():
    state = table({"bar": place((1, 0), 1), "docks": place((-1, 0), 0)}, hands=[["driver", "thug"], [], []])
    assert refused(state, "0 at bar") == "GC 4.10"
    play(state, "0 at docks")
    assert refused(state, "0 send driver fight") == "GC 4.10"
    play(state, "0 back", "0 at bar/e")
    assert refused(state, "0 send driver manage") == "GC 4.10"


@pytest.mark.rule("GC 4.10", "GC 4.19")
def test_a_surrounded_place():
    city = {**CLOSED, "bar": place((1, 0), 0)}
    state = table(city, hands=[["driver"], ["cop"], []])
    assert [text for text in legal(state, 0) if text.startswith("at bar")] == ["at bar"]
    play(state, "0 at bar", "0 send driver manage")
    assert refused(state, "1 at bar/e") == "GC 4.19"


@pytest.mark.rule("GC 4.12")
def test_on_a_pile_everybody_attacks():
    state = table(BAR, hands=[["driver", "thug"], ["cop"], ["cop"]])
    play(state, "0 at pile")
    assert refused(state, "0 send driver recruit") == "GC 4.12"
    play(
        state,
        "0 send driver fight",
        "1 at pile",
        "1 send cop fight",
        "2 at pile",
        "2 send cop fight chief",
        "0 at pile",
        "0 send thug fight",
    )
    all_pass(state)
    assert events(state, "fight")[0]["totals"] == [5, 4, 5]
    assert events(state, "fight")[0]["winner"] == 2 and events(state, "fight")[0]["why"] == "chief"


@pytest.mark.rule("GC 4.13")
def test_one_chief_a_turn_and_never_later():
    state = table(BAR, hands=[["driver", "thug"], [], []])
    play(state, "0 at bar/e", "0 send driver recruit chief", "0 at bar/ne")
    assert refused(state, "0 send thug fight chief") == "GC 4.13"
    assert state.view(2).laid[0][4] == 1  # everybody sees the token
    assert not any("showdown" in text and "chief" in text for text in GAME.box.by_text)


@pytest.mark.rule("GC 4.14")
def test_where_a_showdown_tile_goes():
    state = table({"bar": place((1, 0), 0), "docks": place((-1, 0))}, hands=[["thug", "driver"], [], []])
    play(state, "0 at bar")
    assert refused(state, "0 send showdown gun") == "GC 4.14"  # never on a place
    play(state, "0 back", "0 at docks/w", "0 send showdown vest")  # alone, as long as somebody can follow
    assert state.to_position()["laid"][0]["do"] == "vest"
    last = table(BAR, hands=[["driver"], [], []])
    play(last, "0 at bar/e", "0 send driver recruit")
    assert legal(last, 0) == ["pass"]
    assert refused(last, "0 at bar/ne") == "GC 4.14"


@pytest.mark.rule("GC 4.15")
def test_a_showdown_tile_does_not_stay_alone():
    state = table({"bar": place((1, 0)), "docks": place((-1, 0))}, hands=[["thug", "driver"], [], []])
    play(state, "0 at docks/w", "0 send showdown gun", "0 at bar/e", "0 send thug fight")
    assert legal(state, 0) == ["at docks/w"]
    assert refused(state, "0 at bar/e") == "GC 4.15"
    assert refused(state, "0 at pile") == "GC 4.15"
    play(state, "0 at docks/w")
    assert legal(state, 0) == ["send driver fight", "send driver fight chief", "back"]
    assert refused(state, "0 send driver recruit") == "GC 4.8"


@pytest.mark.rule("GC 4.16", "GC 9.2")
def test_with_only_the_showdown_tile_one_lays_it_or_passes():
    state = table(BAR, hands=[["thug"], ["driver"], []])
    play(state, "0 at bar/e", "0 send thug fight", "1 at bar/ne", "1 send driver recruit")
    assert legal(state, 0) == ["at bar/e", "pass"]
    play(state, "0 pass")
    assert legal(state, 1) == ["pass"]  # nothing to choose, but asked all the same
    play(state, "1 pass")
    assert state.to_position()["turn"] == 2


@pytest.mark.rule("GC 4.17")
def test_no_vest_on_a_pile():
    state = table(BAR, hands=[["thug", "driver"], [], []])
    play(state, "0 at pile")
    assert "send showdown gun" in legal(state, 0)
    assert refused(state, "0 send showdown vest") == "GC 4.17"


@pytest.mark.rule("GC 4.20", "GC 6.16")
def test_a_pile_that_is_used_up():
    ring = {"docks": (2, 0), "casino": (2, -1), "motel": (1, -1), "cabaret": (0, 1), "prison": (1, 1)}
    city = {"bar": place((1, 0), 1), **{name: place(at) for name, at in ring.items()}}
    state = table(
        city,
        [tile(0, "pile", "thug")],
        hands=[["driver"], ["cop"], []],
        piles=[["airport"]],
        passed=[0, 0, 0],
        phase="reveal",
    )
    assert state.to_position()["phase"] == "open" and "build bar/w" in legal(
        state, 0
    )  # the empty hex of the pile itself
    play(state, "0 build docks/e")
    play(state, "1 lead 1")
    assert refused(state, "1 at pile") == "GC 4.20"
    assert "at bar/w" in legal(state, 1)  # no longer surrounded


# -- 5 Traffics --------------------------------------------------------------------------------------------


@pytest.mark.rule("GC 5.1")
def test_bids():
    state = table(
        BAR, phase="bid", stock=[{"drugs": 2, "tobacco": 1}, {}, {"drugs": 1}], hands=[["thug"], ["thug"], ["thug"]]
    )
    assert state.current_players() == (0, 2)
    assert refused(state, "0 bid drugs 3") == "GC 5.1"
    assert refused(state, "0 bid tobacco 1") == "GC 5.1"
    assert refused(state, "1 bid drugs 0") == "GC 5.1"
    play(state, "0 bid drugs 1")
    assert state.current_players() == (0, 2) and state.view(0).bid == (1, 0, 0, 0)
    play(state, "0 bid tobacco 1", "2 bid drugs 0")
    now = state.to_position()
    assert now["leaders"]["drugs"]["seat"] == 0 and now["leaders"]["tobacco"]["seat"] == 0
    assert now["stock"][0]["drugs"] == 1 and now["stock"][2]["drugs"] == 1  # what was bid is gone


@pytest.mark.rule("GC 5.1")
def test_a_bid_can_be_taken_back_until_the_last_one_is_in():
    stock = [{"drugs": 2, "alcohol": 1, "tobacco": 1}, {}, {"drugs": 1, "tobacco": 1}]
    state = table(BAR, phase="bid", stock=stock, hands=[["thug"]] * 3)
    fresh, seen = state.to_position(), [state.view(seat) for seat in (1, 2, None)]
    assert refused(state, "0 back") == "GC 5.1"  # nothing is bid yet
    names = [each["name"] for each in GAME.edition.data["traffics"]]
    first, second, third = [f"bid {name} 1" for name in names if name in stock[0]]
    play(state, f"0 {first}")
    assert legal(state, 0)[-1] == "back" and state.view(2) == seen[1]
    play(state, f"0 {second}")
    once = state.to_position()
    play(state, "0 back", "0 back")
    assert state.to_position() == fresh and [state.view(seat) for seat in (1, 2, None)] == seen
    play(state, f"0 {first}", f"0 {second}")
    assert state.to_position() == once
    play(state, f"0 {third}")
    assert refused(state, "0 back") == "GC 5.1" and state.current_players() == (2,)  # the others still bid
    play(state, "2 bid drugs 1", "2 bid tobacco 0")
    assert state.to_position()["leaders"]["drugs"]["seat"] == -1


@pytest.mark.rule("GC 5.1", "GC 9.1")
def test_how_far_others_are_with_their_bids_is_not_known():
    state = table(BAR, phase="bid", stock=[{"drugs": 1}, {"drugs": 1, "tobacco": 1}, {}], hands=[["thug"]] * 3)
    before = state.view(0)
    play(state, "1 bid drugs 1")
    assert state.view(0) == before
    assert legal(GAME.imagine(before, Stream(1)), 1) == ["bid drugs 0", "bid drugs 1"]


@pytest.mark.rule("GC 5.5")
def test_a_tie_takes_the_marker_from_its_holder():
    state = table(
        BAR,
        phase="bid",
        stock=[{"drugs": 1}, {"drugs": 1}, {}],
        leaders={"drugs": {"seat": 0, "box": 2}},
        hands=[["thug"]] * 3,
    )
    play(state, "0 bid drugs 1", "1 bid drugs 1")
    assert state.to_position()["leaders"]["drugs"] == {"seat": -1, "box": 0}


@pytest.mark.rule("GC 5.9")
def test_stock_runs_out_in_turn_order():
    city = {"bar": place((1, 0), 0), "casino": place((0, 1), 1), "prison": place((-1, 0), 2)}
    laid = [tile(0, "bar", "driver"), tile(1, "casino", "driver"), tile(2, "prison", "driver")]
    state = table(city, laid, phase="bid", first=1, stock=[{"alcohol": 1}, {"alcohol": 10}, {}])
    play(state, "0 bid alcohol 0", "1 bid alcohol 0")
    stock = state.to_position()["stock"]
    assert (stock[1]["alcohol"], stock[0]["alcohol"]) == (11, 1)  # one token was left, and the first player got it


# -- 6 Actions ---------------------------------------------------------------------------------------------

TWO = {"bar": place((1, 0), -1, "thug"), "docks": place((-1, 0), -1, "cop")}


@pytest.mark.rule("GC 6.1")
def test_the_first_player_names_the_order():
    laid = [tile(0, "bar/e", "driver", "recruit"), tile(1, "docks/w", "dealer", "recruit"), tile(1, "pile", "thug")]
    state = table(TWO, laid, phase="reveal", first=2)
    assert state.current_players() == (2,) and legal(state, 2) == ["resolve bar", "resolve docks", "resolve pile"]
    assert refused(state, "2 resolve casino") == "GC 6.1"
    play(state, "2 resolve docks", "1 take cop")
    assert legal(state, 2) == ["resolve bar", "resolve pile"]
    nobody = table({"bar": place((1, 0)), "docks": place((-1, 0))}, laid[:2], phase="reveal")
    assert nobody.to_position()["turn"] == 2  # nobody waits anywhere: nobody is asked


@pytest.mark.rule("GC 6.2")
def test_alone_on_a_pile():
    laid = [tile(0, "pile", "thug"), tile(0, "pile", "showdown", "gun")]
    state = table(BAR, laid, phase="reveal", hands=[["driver"], [], []])
    assert state.to_position()["phase"] == "open"


@pytest.mark.rule("GC 6.3")
def test_shots_are_named_in_turn_order_and_fall_together():
    laid = [
        tile(0, "bar/e", "cop"),
        tile(0, "bar/e", "showdown", "gun"),
        tile(1, "bar/ne", "killer"),
        tile(1, "bar/ne", "showdown", "gun"),
        tile(2, "bar/nw", "thug"),
    ]
    state = table(BAR, laid, phase="reveal", first=1)
    play(state, "1 shoot 1")
    assert legal(state, 0) == ["shoot nobody", "shoot 3", "shoot 5"]
    play(state, "0 shoot 3")
    assert sorted(state.to_position()["out"]) == ["cop", "killer"] and owner(state, "bar") == 2
    again = table(BAR, laid, phase="reveal", first=1)
    play(again, "1 shoot 5", "0 shoot 5")  # both on the same one
    assert again.to_position()["out"] == ["thug"]


@pytest.mark.rule("GC 6.3")
def test_nobody_has_to_shoot():
    laid = [tile(0, "bar/e", "cop"), tile(0, "bar/e", "showdown", "gun"), tile(1, "bar/ne", "killer")]
    state = table(BAR, laid, phase="reveal")
    play(state, "0 shoot nobody")
    assert state.to_position()["out"] == [] and owner(state, "bar") == 1


@pytest.mark.rule("GC 6.4")
def test_recruiters_are_not_shot():
    laid = [
        tile(0, "bar/e", "cop"),
        tile(0, "bar/e", "showdown", "gun"),
        tile(1, "bar/ne", "pimp", "recruit"),
        tile(2, "bar/nw", "thug"),
    ]
    state = table(BAR, laid, phase="reveal")
    assert legal(state, 0) == ["shoot nobody", "shoot 4"]
    assert refused(state, "0 shoot 3") == "GC 6.4"
    assert refused(state, "0 shoot 9") == "GC 6.3"


@pytest.mark.rule("GC 6.6")
def test_the_showdown_tile_comes_back():
    laid = [tile(0, "bar/e", "cop"), tile(0, "bar/e", "showdown", "gun")]
    state = table(BAR, laid, phase="reveal", hands=[[], ["thug"], []], options={"second_chance": False})
    play(state, "0 lead 0", "0 at bar/e", "0 send cop fight", "1 at bar/ne", "1 send thug fight", "0 at bar/e")
    assert "send showdown gun" in legal(state, 0)


@pytest.mark.rule("GC 6.8")
def test_an_undefended_place_is_taken_even_with_nothing(tmp_path):
    text = (GAME.home / "editions" / "diptic-2013.toml").read_text(encoding="utf-8")
    head, _, tail = text.partition('name = "driver"')
    path = tmp_path / "weak-driver.toml"
    path.write_text(
        f'{head}name = "driver"{tail.replace("attack = { value = 2", "attack = { value = 0", 1)}', encoding="utf-8"
    )
    laid = [tile(0, "bar/e", "driver")]
    state = game("gangs-city", path).position({"city": {"bar": place((1, 0), 1)}, "laid": laid, "phase": "reveal"})
    assert state.to_position()["city"]["bar"]["owner"] == 0


@pytest.mark.rule("GC 6.9")
def test_when_everybody_dies():
    laid = [
        tile(0, "bar/e", "cop"),
        tile(0, "bar/e", "showdown", "gun"),
        tile(1, "bar/ne", "thug"),
        tile(1, "bar/ne", "showdown", "gun"),
    ]
    both = play(table(BAR, laid, phase="reveal"), "0 shoot 3", "1 shoot 1")
    assert owner(both, "bar") == -1
    defended = play(table({"bar": place((1, 0), 1)}, laid, phase="reveal"), "0 shoot 3", "1 shoot 1")
    assert owner(defended, "bar") == 1
    lost = play(table({"bar": place((1, 0), 1)}, laid, phase="reveal"), "0 shoot 3", "1 shoot nobody")
    assert owner(lost, "bar") == 0  # all defenders dead, an attacker alive
    pile = [{**each, "at": "pile"} for each in laid]
    left = len(table(BAR).to_position()["piles"][0])
    dead = play(table(BAR, pile, phase="reveal"), "0 shoot 3", "1 shoot 1")
    assert len(dead.to_position()["piles"][0]) == left


@pytest.mark.rule("GC 6.10")
@pytest.mark.parametrize(
    ("city_owner", "chief", "first", "winner", "why"),
    [(1, 0, 0, 1, "owner"), (-1, 1, 0, 1, "chief"), (-1, None, 1, 1, "order"), (-1, None, 0, 0, "order")],
)
def test_ties_over_a_place(city_owner, chief, first, winner, why):
    # thug 3 against thug 3; as owner a killer defends with 4, against a driver and a thug with a chief:
    # 2 + 3 - 1 more would not be a tie
    if city_owner == 1:
        laid = [tile(0, "bar/e", "thug", chief=True), tile(1, "bar/ne", "dealer")]
    elif chief == 1:
        laid = [tile(0, "bar/e", "thug"), tile(1, "bar/ne", "driver", chief=True)]
    else:
        laid = [tile(0, "bar/e", "thug"), tile(1, "bar/ne", "thug")]
    state = table({"bar": place((1, 0), city_owner)}, laid, first=first, hands=[[], [], []])
    all_pass(state)
    fight = events(state, "fight")[0]
    assert fight["totals"][0] == fight["totals"][1]
    assert (fight["winner"], fight["why"]) == (winner, why)


@pytest.mark.rule("GC 6.11", "GC 7.2")
def test_won_places_stay_hidden_until_they_are_laid():
    laid = [tile(2, "pile", "thug"), tile(1, "pile-2", "thug")]
    city = {"bar": place((-1, 0))}
    state = table(city, laid, phase="reveal", players=5, piles=[["docks", "casino"], ["motel", "station"]])
    assert state.current_players() == (1,) and state.view(1).won == ((2, ""), (1, "station"))
    play(state, "1 build bar/w")
    assert state.view(0).won == ((2, "casino"), (-1, ""))
    play(state, "2 build bar/nw")
    assert owner(state, "station") == 1 and owner(state, "casino") == 2
    both = table(city, [tile(2, "pile", "thug"), tile(2, "pile-2", "thug")], phase="reveal", players=5)
    play(both, "2 build bar/w", "2 build bar/nw")
    assert list(both.owner).count(2) == 2


@pytest.mark.rule("GC 6.12")
def test_the_new_owner_wins_a_tie_in_recruiting():
    laid = [
        tile(0, "bar/e", "cop"),
        tile(0, "bar/ne", "bodyguard", "recruit"),
        tile(1, "bar/nw", "bodyguard", "recruit"),
        tile(1, "bar/sw", "driver"),
    ]
    state = table({"bar": place((1, 0), 1, "thug")}, laid, phase="reveal", first=1)
    assert owner(state, "bar") == 0 and state.current_players() == (0,)
    chief = [tile(0, "bar/ne", "cop", "recruit"), tile(1, "bar/nw", "mole", "recruit", chief=True)]
    tied = table({"bar": place((1, 0), -1, "thug")}, chief, phase="reveal", options={"mercenaries": "plain"})
    assert tied.to_position()["totals"] == [3, 3, -1] and tied.current_players() == (1,)


@pytest.mark.rule("GC 6.13")
def test_recruiting_is_free_to_decline():
    state = table({"bar": place((1, 0), -1, "thug", "killer")}, [tile(0, "bar/e", "driver", "recruit")], phase="reveal")
    assert legal(state, 0) == ["take nobody", "take thug"]
    assert refused(state, "0 take killer") == "GC 6.13"
    assert refused(state, "0 take cop") == "GC 6.13"
    play(state, "0 take nobody")
    assert hand(state, 0) == ["driver"]


SIX = ["thug", "thug", "driver", "bodyguard"]


@pytest.mark.rule("GC 6.14", "GC 7.4")
def test_six_and_no_more():
    city = {"bar": place((1, 0), -1, "killer"), "docks": place((-1, 0))}
    laid = [
        tile(0, "bar/e", "dealer", "recruit"),
        tile(0, "docks/w", "cop", "fight"),
        tile(1, "docks/nw", "thug"),
        tile(1, "docks/nw", "showdown", "gun"),
    ]
    state = table(city, laid, phase="reveal", hands=[SIX, [], []])
    play(state, "0 resolve bar", "0 take killer")
    assert state.view(1).phase == "recruit" and state.view(0).picked == "killer"
    assert legal(state, 0) == ["release thug", "release driver", "release bodyguard", "release 1", "release 2", "back"]
    assert refused(state, "0 release killer") == "GC 6.14"
    assert refused(state, "0 release 3") == "GC 6.14"
    play(state, "0 back", "0 take killer")
    on_the_city, in_hand = state.clone(), state.clone()
    play(in_hand, "0 release thug", "1 shoot nobody")
    assert in_hand.to_position()["phase"] == "return"
    assert refused(in_hand, "0 return casino") == "GC 7.4"
    play(in_hand, "0 return docks")
    assert in_hand.to_position()["city"]["docks"]["recruits"] == ["thug"] and len(hand(in_hand, 0)) == 6
    killed = play(on_the_city, "0 release 2", "1 shoot 2")
    assert killed.to_position()["out"] == ["cop"] and killed.to_position()["turn"] == 2  # nothing is put back


@pytest.mark.rule("GC 7.4")
def test_replaced_characters_without_an_open_place_leave_the_game():
    laid = [tile(0, f"bar/{side}", "driver", "recruit") for side in ("e",)]
    state = table({"bar": place((1, 0), -1, "thug")}, laid, phase="reveal", hands=[["thug"] * 4 + ["driver"], [], []])
    play(state, "0 take thug", "0 release driver")
    assert legal(state, 0) == ["return bar"]
    walled = table(
        {**CLOSED}, phase="end-of-turn", returns=[{"seat": 0, "who": "cop"}, {"seat": 1, "who": "thug"}], first=1
    )
    assert walled.current_players() == (1,) and "return bar" not in legal(walled, 1)
    assert refused(walled, "1 return bar") == "GC 7.4"


@pytest.mark.rule("GC 6.15")
def test_everybody_goes_home():
    laid = [tile(0, "bar/e", "cop"), tile(1, "docks/w", "driver", "recruit"), tile(2, "pile", "thug")]
    state = table({"bar": place((1, 0)), "docks": place((-1, 0))}, laid, phase="reveal")
    assert [hand(state, seat) for seat in range(3)] == [["cop"], ["driver"], ["thug"]]


# -- 7 End of the turn -------------------------------------------------------------------------------------


@pytest.mark.rule("GC 7.1")
def test_a_new_place_goes_anywhere_that_touches():
    state = table(BAR, phase="end-of-turn", won=[{"seat": 1, "place": "casino"}])
    assert len(legal(state, 1)) == 5 + 3  # round the pile, and what only the bar touches
    assert refused(state, "1 build docks/e") == "GC 7.1"
    assert refused(state, "1 build pile/e") == "GC 7.1"
    play(state, "1 build pile/nw")
    assert owner(state, "casino") == 1


@pytest.mark.rule("GC 7.3")
def test_a_new_place_surrounded_at_once_loses_its_characters():
    ring = {"docks": (2, 0), "gun-dealer": (2, -1), "motel": (1, -1), "cabaret": (0, 1), "prison": (1, 1)}
    city = {name: place(at) for name, at in ring.items()}
    state = table(city, phase="end-of-turn", won=[{"seat": 1, "place": "bar"}])
    play(state, "1 build pile/e")
    now = state.to_position()
    assert now["city"]["bar"] == {"at": [1, 0], "owner": 1, "recruits": []} and len(now["out"]) == 3


@pytest.mark.rule("GC 7.6")
def test_the_end_and_its_ties():
    city = {"bar": place((1, 0), 0), "docks": place((2, 0), 0), "casino": place((-1, 0), 1), "motel": place((-2, 0), 1)}
    higher = table(city, phase="end-of-turn", scores=[25, 30, 0])
    assert higher.ending == "target" and higher.ranking() == (2, 1, 3)
    more_now = table(city, phase="end-of-turn", scores=[26, 24, 0], leaders={"weapons": {"seat": 1, "box": 0}})
    assert more_now.scores() == (27, 27, 0) and more_now.ranking() == (2, 1, 3)
    by_place = table(city, phase="end-of-turn", scores=[26, 26, 0])
    assert by_place.scores()[:2] == (27, 27) and by_place.ranking() == (2, 1, 3)  # the casino is the highest of theirs
    shared = table(BAR, phase="end-of-turn", scores=[26, 26, 0])
    assert shared.ranking() == (1, 1, 3) and shared.returns() == (0.25, 0.25, -0.5)
    assert refused(shared, "0 pass") == "GC 7.6"


@pytest.mark.rule("GC 7.7")
def test_the_turn_limit():
    at = {"phase": "end-of-turn", "options": {"turn_limit": 5}, "scores": [3, 1, 2]}
    assert not table(BAR, turn=4, **at).is_over
    state = table(BAR, turn=5, **at)
    assert state.ending == "turn-limit" and state.ranking() == (1, 3, 2)


@pytest.mark.rule("GC 7.8")
def test_a_second_chance():
    state = table(BAR, phase="end-of-turn", hands=[[], ["cop"], []], first=1)
    assert [hand(state, seat) for seat in range(3)] == [["thug"], ["cop"], ["thug"]]
    scarce = table(BAR, phase="end-of-turn", hands=[[], ["cop"], []], first=1, out=["thug"] * 7)
    assert [hand(scarce, seat) for seat in range(3)] == [["driver"], ["cop"], ["thug"]]  # in turn order
    none = table(BAR, phase="end-of-turn", hands=[[], ["cop"], []], options={"second_chance": False})
    assert hand(none, 0) == [] and none.current_players() == (1,)


@pytest.mark.rule("GC 7.9")
def test_a_city_nobody_can_play_in():
    off = {"phase": "end-of-turn", "options": {"second_chance": False}}
    state = table({"bar": place((1, 0), 0)}, **off, scores=[1, 0, 4])
    assert state.ending == "no-gang-left" and state.ranking() == (2, 3, 1)
    stock = table({"bar": place((1, 0), 0)}, **off, stock=[{"drugs": 1}, {}, {}])
    assert not stock.is_over
    pays = table({"bar": place((1, 0), 0), "docks": place((2, 0), 0)}, **off)
    for points in (1, 2, 3):
        assert not pays.is_over and pays.scores() == (points, 0, 0)  # once a turn
        play(pays, "lead 2")
    points = GAME.box.boxes[GAME.box.traffics.index("drugs")][2]
    for seat, scores in enumerate([(points, 0, 0), (0, points, 0), (0, 0, points)]):
        drugs = table({"bar": place((1, 0), 0)}, **off, leaders={"drugs": {"seat": seat, "box": 2}})
        assert not drugs.is_over and drugs.scores() == scores
        play(drugs, "lead 2")  # nobody manages drugs: the marker goes back
        assert drugs.ending == "no-gang-left" and drugs.scores() == scores
    late = {"phase": "return", "returns": [{"seat": 0, "who": "thug"}], "turn": 4}
    last = table({"bar": place((1, 0), 0)}, **late, options={"second_chance": False, "turn_limit": 5})
    play(last, "return bar")
    assert last.ending == "no-gang-left"  # turn 5 begins and ends there: it is neither played nor counted
    assert [event.kind for event in last.log] == ["return", "score", "end"]


# -- 9 What is hidden --------------------------------------------------------------------------------------


@pytest.mark.rule("GC 9.1")
def test_imagined_tiles_could_have_been_laid():
    hands = [["thug", "cop"], ["driver", "bodyguard"], ["dealer"]]
    laid = [
        tile(1, "bar", "bodyguard"),
        tile(1, "bar/e", "thug", chief=True),
        tile(2, "pile", "killer"),
        tile(1, "pile", "showdown", "gun"),
    ]
    state = table({"bar": place((1, 0), 1), "docks": place((-1, 0))}, laid, hands=hands)
    view = state.view(0)
    seen = set()
    for seed in range(60):
        world = GAME.imagine(view, Stream(seed))
        world.check()
        tiles = world.to_position()["laid"]
        assert (
            tiles[0]["tile"] in ("driver", "bodyguard") and tiles[0]["do"] == "manage"
        )  # nobody else can manage the bar
        assert tiles[1]["tile"] != "showdown"  # it carries the chief token
        assert tiles[2]["tile"] in ("killer", "dealer", "showdown")
        seen.add((tiles[1]["tile"], tiles[1]["do"], tiles[3]["tile"]))
    assert len(seen) > 5


@pytest.mark.rule("GC 9.1", "GC 9.2")
def test_a_pass_is_remembered():
    laid = [tile(1, "bar/e", "thug"), tile(1, "bar/ne", "driver", "recruit")]
    state = table(BAR, laid, hands=[["thug"], [], []], passed=[-1, 2, -1])
    for seed in range(40):
        world = GAME.imagine(state.view(0), Stream(seed))
        assert (
            world.to_position()["hands"][1] == []
        )  # a character could have been laid: so it is the showdown tile he kept


def test_a_city_may_be_one_long_street():
    street = {name: place((-1 - i, 0)) for i, name in enumerate(GAME.box.place_names)}
    assert table(street, piles=[[]]).to_position()["city"][GAME.box.place_names[-1]]["at"] == [-15, 0]


@pytest.mark.parametrize(
    "change",
    [
        {"players": 7},
        {"city": {}},
        {"phase": "lunch"},
        {"hands": [["thug"] * 9, [], []]},
        {"hands": [["baker"], [], []]},
        {"nonsense": 1},
        {"laid": [tile(0, "bar", "driver")]},
        {"laid": [tile(0, "bar/w", "driver")]},
        {"laid": [tile(0, "docks/e", "driver")]},
        {"laid": [tile(0, "bar/e", "driver"), tile(1, "bar/e", "driver")]},
        {"laid": [tile(0, "bar/e", "thug", "recruit")]},
        {"scores": [1]},
        {"city": {"bar": place((0, 0))}},
        {"phase": "shoot"},
        {"stock": [{"drugs": 9}, {"drugs": 9}, {}]},
        {"leaders": {"honey": {"seat": 0}}},
        {"city": {"bar": place((1, 0), 7)}},
        {"hands": [["cop"] * 3, ["cop"] * 3, []]},
        {"mover": 5},
        {"piles": [["bar"]]},
        {"laid": [tile(0, "bar/e", "thug", chief=True), tile(0, "bar/ne", "thug", chief=True)]},
    ],
)
def test_positions_that_cannot_be(change):
    with pytest.raises(BadPosition) as caught:
        GAME.position({"city": BAR, "players": 3, **change})
    assert str(caught.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"won": [{"seat": "x"}]}, "won.seat must be a whole number"),
        ({"won": [{"seat": 0, "place": "docks", "why": 1}]}, "there is no why"),
        ({"leaders": {"drugs": 3}}, "every entry maps names to values"),
        ({"leaders": {"drugs": {"box": 2}}}, "Nobody leads drugs"),
        ({"seen": ["a"]}, "has no seen"),
        ({"laid": [{**tile(0, "bar/e", "driver"), "seen": ["a"]}]}, "laid.seen must be a whole number"),
        ({"city": {**BAR, "docks": place((9, 0))}}, "in one piece with the piles: docks"),
        ({"laid": [tile(0, "pile-2", "driver")]}, "not in the city"),
        ({"piles": [[], []]}, "list of 1"),
        ({"piles": [[]], "laid": [tile(0, "pile", "driver")]}, "not in the city"),
        ({"options": {"weather": "fog"}}, "has no option weather"),
        ({"phase": "setup"}, "drawn must name a place for everybody who still builds"),
        ({"drawn": ["docks", "", ""]}, "and for nobody else"),
        ({"half": ["at bar/e"], "phase": "bid", "stock": [{"drugs": 1}, {}, {}]}, "in the phase place alone"),
        ({"half": ["x"]}, "is no choice"),
        ({"phase": "bid"}, "somebody still has to bid"),
        ({"phase": "bid", "stock": [{"drugs": 1}, {}, {}], "bids": [{"drugs": 1}, {}, {}]}, "has not been asked"),
        ({"phase": "order"}, "several sites wait"),
        ({"phase": "return"}, "say returns"),
        ({"phase": "open", "queue": [0], "step": 0}, "won the top place"),
        ({"phase": "lead"}, "somebody owns a place"),
        ({"phase": "over", "ending": "target"}, "Nobody has"),
        ({"phase": "over", "ending": "turn-limit"}, "The turn limit is turn 60"),
        ({"phase": "over", "ending": "no-gang-left", "hands": [["thug"], [], []]}, "nobody has a character"),
        ({"scores": [0, 999, 0]}, "the game is over"),
        ({"turn": 61}, "ends after turn 60"),
        ({"todo": ["bar"]}, "todo must list"),
        ({"revealed": True}, "revealed must be true from"),
        ({"queue": [4]}, "queue must name 2 at most"),
        ({"pinned": 3}, "pinned names a tile"),
        ({"mercenaries": ["thug"]}, "no mercenary"),
        ({"laid": [{**tile(0, "bar/e", "driver"), "marks": ["dead"]}]}, "before the tiles were turned up"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_a_reason(change, said):
    with pytest.raises(BadPosition) as caught:
        GAME.position({"city": BAR, "players": 3, **change})
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [("turn", 0, 10000), ("first", 0, 2), ("mover", 0, 2), ("step", -1, 99), ("budget", -1, 9999), ("picks", 0, 9)],
)
def test_numbers_of_a_position_have_bounds(key, least, most):
    check_bounds(GAME, key, least, most, lambda value: {"players": 3, "city": BAR, key: value})


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [
        *(("scores", 0, 1 << 30), ("gained", 0, 1000), ("passed", -1, 42), ("bid_at", 0, 5)),
        *(("totals", -1, 9999), ("fought", -1, 9999)),
    ],
)
def test_numbers_of_each_seat_have_bounds(key, least, most):
    check_bounds(GAME, key, least, most, lambda value: {"players": 3, "city": BAR, key: [value, least, least]})


def test_numbers_in_lists_have_bounds():
    for key, least, most in (("queue", 0, 5), ("shots", 0, 42)):
        check_bounds(GAME, key, least, most, lambda value, key=key: {"players": 3, "city": BAR, key: [value]})
    for key in ("stock", "bids", "managed"):
        check_bounds(
            GAME, f"{key}.drugs", 0, 999, lambda value, key=key: {"city": BAR, key: [{"drugs": value}, {}, {}]}
        )
    for key, least, most in (("seat", -1, 2), ("box", 0, 2)):
        check_bounds(
            GAME,
            f"leaders.drugs.{key}",
            least,
            most,
            lambda value, key=key: {"city": BAR, "leaders": {"drugs": {key: value}}},
        )


# -- what order and supply decide ----------------------------------------------------------------------------


@pytest.mark.rule("GC 4.16", "GC 9.1")
def test_who_passed_had_to():
    """Every side is taken and no pile is left: a thug in hand can join no recruiter, but he could join a fighter."""
    others = [tile(1 + i % 2, f"bar/{side}", "thug") for i, side in enumerate(("ne", "nw", "w", "sw", "se"))]
    laid = [tile(0, "bar/e", "driver", "recruit"), *others]
    state = table(BAR, laid, hands=[["thug"], ["cop"], ["cop"]], passed=[6, -1, -1], mover=1, piles=[[]])
    for seed in range(12):
        imagined = GAME.imagine(state.view(1), Stream(seed)).to_position()
        assert (imagined["laid"][0]["tile"], imagined["laid"][0]["do"]) == ("driver", "recruit")
        assert imagined["hands"][0] == ["thug"]


@pytest.mark.rule("GC 3.7")
@pytest.mark.parametrize("middle", ["ghetto", "prison", "uptown"])
def test_setup_surrounds_no_place(middle):
    """The pile is west of it; the last free side, east, stays free."""
    ring = zip(("bar", "docks", "station", "motel"), ((2, -1), (1, -1), (0, 1), (1, 1)), strict=True)
    city = {middle: place((1, 0)), **{name: place(at) for name, at in ring}}
    state = table(city, phase="setup", drawn=["casino", "", ""], first=1, mover=0)
    builds = legal(state, 0)
    assert builds and f"build {middle}/e" not in builds
    assert refused(state, f"0 build {middle}/e") == "GC 3.7"


@pytest.mark.rule("GC 4.2", "GC 4.16")
def test_who_passed_before_any_tile_lay_is_not_asked_again():
    state = table(BAR, hands=[["thug"], ["thug"], ["thug"]], passed=[0, -1, -1], mover=1)
    play(state, "1 at bar/e", "1 send thug fight", "2 at bar/ne", "2 send thug fight")
    assert state.current_players() == (1,)


@pytest.mark.rule("GC 5.8")
def test_a_losing_bid_is_lost():
    stock = [{"drugs": 3}, {"drugs": 3}, {}]
    state = table(BAR, phase="reveal", stock=stock, bids=[{"drugs": 2}, {"drugs": 1}, {}], hands=[["thug"], [], []])
    assert [seat["drugs"] for seat in state.to_position()["stock"]] == [1, 2, 0]
    assert state.to_position()["leaders"]["drugs"]["seat"] == 0


@pytest.mark.rule("GC 6.12")
def test_tied_recruiters_choose_in_turn_order():
    laid = [
        tile(0, "bar/e", "driver", "recruit"),
        tile(1, "bar/ne", "driver", "recruit"),
        tile(2, "bar/nw", "driver", "recruit"),
    ]
    for first in range(3):
        state = table({"bar": place((1, 0), -1, "driver", "thug")}, laid, phase="reveal", first=first)
        assert state.to_position()["queue"] == [(first + i) % 3 for i in range(3)]
        assert state.current_players() == (first,)


@pytest.mark.rule("GC 7.1", "GC 7.2")
def test_new_places_are_built_in_turn_order():
    won = [{"seat": 1, "place": "docks"}, {"seat": 4, "place": "casino"}]
    hands = [["thug"]] * 6
    for first, order in ((0, [1, 4]), (2, [4, 1]), (5, [1, 4])):
        state = table({"bar": place((1, -1))}, players=6, phase="end-of-turn", won=won, first=first, hands=hands)
        built = []
        while state.view(None).phase == "open":
            built.append(state.current_players()[0])
            play(state, legal(state)[0])
        assert built == order
