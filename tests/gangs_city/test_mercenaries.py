"""The ten mercenaries of the house set, one by one."""

import re

import pytest

from parrain.core import Stream
from parrain.games import game
from parrain.testing.table import events, legal, play, refused

from .gangs_city_table import GAME, all_pass, hand, owner, place, table, tile

BAR = {"bar": place((1, 0))}
MINE = {"bar": place((1, 0), 1)}


@pytest.mark.rule("GC 8.1")
def test_an_ability_dies_with_its_owner():
    laid = [
        tile(0, "bar/e", "mayor"),
        tile(0, "bar/e", "thug"),
        tile(1, "bar/ne", "driver"),
        tile(1, "bar/ne", "showdown", "gun"),
        tile(2, "bar/nw", "thug"),
    ]
    alive = play(table(BAR, laid, phase="reveal", first=2), "1 shoot nobody")
    assert owner(alive, "bar") == 0  # 4 against 3
    shot = play(table(BAR, laid, phase="reveal", first=2), "1 shoot 1")
    assert owner(shot, "bar") == 2  # 3 against 3: without the Mayor the earlier in turn order


@pytest.mark.rule("GC 8.2")
def test_the_bomber_wins_ties_against_the_owner():
    laid = [tile(0, "bar/e", "bomber"), tile(1, "bar/ne", "bodyguard")]
    state = all_pass(table(MINE, laid, hands=[[], [], []]))
    assert events(state, "fight")[0]["totals"] == [5, 5, -1] and events(state, "fight")[0]["why"] == "bomber"
    assert owner(state, "bar") == 0
    plain = table(MINE, laid, phase="reveal", options={"mercenaries": "plain"})
    assert owner(plain, "bar") == 1
    at_home = [tile(0, "bar/e", "thug"), tile(1, "bar/ne", "bomber"), tile(1, "bar/ne", "thug")]
    state = all_pass(table(MINE, at_home, hands=[[], [], []]))
    assert events(state, "fight")[0]["totals"] == [3, 3, -1] and events(state, "fight")[0]["why"] == "owner"


@pytest.mark.rule("GC 8.3")
def test_the_wall_is_not_shot():
    laid = [
        tile(0, "bar/e", "cop"),
        tile(0, "bar/e", "showdown", "gun"),
        tile(1, "bar/ne", "wall"),
        tile(1, "bar/ne", "thug"),
    ]
    state = table(MINE, laid, phase="reveal")
    assert legal(state, 0) == ["shoot nobody", "shoot 4"]
    assert refused(state, "0 shoot 3") == "GC 8.3"


@pytest.mark.rule("GC 8.4")
def test_the_headhunter_takes_two():
    city = {"bar": place((1, 0), -1, "thug", "driver", "killer")}
    laid = [tile(0, "bar/e", "headhunter", "recruit"), tile(0, "bar/e", "driver", "recruit")]
    state = table(city, laid, phase="reveal")
    assert state.to_position()["budget"] == 6
    play(state, "0 take killer")
    assert legal(state, 0) == ["take nobody", "take thug"]  # 6 - 5 is enough for a thug
    play(state, "0 take thug")
    assert hand(state, 0) == ["thug", "driver", "killer", "headhunter"]
    full = table(city, laid, phase="reveal", hands=[["cop", "cop", "dealer"], [], []])
    play(full, "0 take thug", "0 take driver")
    assert refused(full, "0 release thug") == "GC 6.14"  # only just recruited
    play(full, "0 release cop")
    assert full.to_position()["returns"] == [{"seat": 0, "who": "cop"}]


@pytest.mark.rule("GC 8.5")
def test_the_spy_looks():
    laid = [
        tile(1, "bar/e", "thug"),
        tile(1, "bar/e", "showdown", "vest"),
        tile(2, "pile", "thug"),
        tile(0, "bar/sw", "thug"),
    ]
    state = table(MINE | {"docks": place((-1, 0))}, laid, hands=[["spy", "cop"], ["driver"], ["cop"]])
    before = state.reveals
    play(state, "0 at bar/ne", "0 send spy recruit")
    assert legal(state, 0) == ["look nowhere", "look 1", "look 2", "back"]
    assert refused(state, "0 look 3") == "GC 8.5"
    assert refused(state, "0 at bar/ne") == "GC 8.5"
    first = play(state.clone(), "0 look 1")
    assert first.view(0).laid[0][2:4] == ("thug", "fight") and first.view(2).laid[0][2:4] == ("", "")
    assert first.reveals == before + 1
    state.log = []
    play(state, "0 look 2")
    assert state.view(0).laid[1][2:4] == ("showdown", "vest") and state.view(2).laid[1][2:4] == ("", "")
    assert state.reveals == before + 1
    looked = events(state, "look")[0]
    assert looked == {"seat": 0, "tile": 2, "owner": 1, "spot": "bar/e"}  # everybody sees that, and where
    for seed in range(20):
        mine = GAME.imagine(state.view(0), Stream(seed)).to_position()["laid"]
        assert mine[1]["tile"] == "showdown" and mine[0]["do"] == "fight"  # its company fights, then
        theirs = GAME.imagine(state.view(2), Stream(seed)).to_position()["laid"]
        assert theirs[4]["tile"] == "spy"  # who looks is the Spy
    elsewhere = table(BAR, [], hands=[["spy"], ["thug"], []])
    play(elsewhere, "0 at bar/e", "0 send spy fight")
    assert elsewhere.current_players() == (1,)  # nothing to look at, nothing asked


@pytest.mark.rule("GC 8.6")
def test_the_lawyer_gets_them_out():
    laid = [
        tile(0, "bar/e", "cop"),
        tile(0, "bar/ne", "lawyer", "recruit"),
        tile(1, "bar/nw", "thug"),
        tile(1, "bar/nw", "showdown", "gun"),
    ]
    state = play(table(BAR, laid, phase="reveal"), "1 shoot 1")
    assert state.to_position()["out"] == [] and state.to_position()["phase"] == "return"
    play(state, "0 return bar")
    assert state.to_position()["city"]["bar"]["recruits"] == ["cop"] and hand(state, 0) == ["lawyer"]
    both = [*laid, tile(2, "bar/sw", "thug"), tile(2, "bar/sw", "showdown", "gun")]
    both[1] = tile(0, "bar/ne", "lawyer", "fight")
    state = play(table(BAR, both, phase="reveal"), "1 shoot 1", "2 shoot 2")
    assert state.to_position()["out"] == ["lawyer"] and state.to_position()["returns"][0]["who"] == "cop"


@pytest.mark.rule("GC 6.14", "GC 8.6")
@pytest.mark.parametrize(
    ("lawyer", "returns", "out"), [("lawyer", [{"seat": 0, "who": "cop"}], []), ("pimp", [], ["cop"])]
)
def test_one_who_was_replaced_is_shot(lawyer, returns, out):
    """Whom the Lawyer gets out still waits to be put back, once; without him nobody does."""
    laid = [
        tile(0, "bar/e", "cop"),
        tile(0, "bar/ne", lawyer, "recruit"),
        tile(1, "bar/nw", "thug"),
        tile(1, "bar/nw", "showdown", "gun"),
    ]
    data = table({"bar": place((1, 0), -1, "thug")}, laid, phase="reveal").to_position()
    data["laid"][0]["marks"] = ["replaced"]
    data["returns"] = [{"seat": 0, "who": "cop", "tile": 1}]
    state = play(GAME.position(data), "1 shoot 1")
    assert state.to_position()["phase"] == "recruit"
    assert state.to_position()["returns"] == returns and state.to_position()["out"] == out
    play(state, "0 take nobody")
    assert state.to_position()["hands"][0] == [lawyer]


@pytest.mark.rule("GC 8.7")
def test_the_kingpin_and_a_chief():
    laid = [
        tile(0, "bar/e", "kingpin"),
        tile(0, "bar/e", "thug"),
        tile(0, "bar/ne", "cop", chief=True),
        tile(1, "bar/nw", "thug"),
    ]
    state = all_pass(table(BAR, laid, hands=[[], [], []]))
    assert events(state, "fight")[0]["totals"][0] == (3 + 1) + (3 + 2) + (4 + 2)
    recruiting = [
        tile(0, "bar/e", "kingpin", "recruit"),
        tile(0, "bar/e", "driver", "recruit"),
        tile(0, "bar/ne", "thug"),
    ]
    state = table({"bar": place((1, 0), -1, "killer")}, recruiting, phase="reveal")
    assert state.to_position()["totals"][0] == 3 + (3 + 1)
    tie = [tile(0, "bar/e", "kingpin"), tile(1, "bar/ne", "thug")]
    state = all_pass(table(BAR, tie, hands=[[], [], []], first=1))
    assert events(state, "fight")[0]["why"] == "order"  # he is no chief


@pytest.mark.rule("GC 8.8")
def test_the_sharpshooter_pins_the_weakest():
    laid = [
        tile(0, "bar/e", "sharpshooter"),
        tile(1, "bar/ne", "driver", chief=True),
        tile(1, "bar/ne", "thug"),
        tile(2, "bar/nw", "bodyguard"),
    ]
    state = table(BAR, laid, phase="reveal")
    assert legal(state, 0) == ["pin 2", "pin 4"]  # a driver and a bodyguard both attack with 2, bonuses aside
    assert refused(state, "0 pin 3") == "GC 8.8"
    state.log = []
    play(state, "0 pin 2")
    assert events(state, "fight")[0]["totals"] == [4, 0 + (3 + 1), 2]
    assert events(state, "fight")[0]["winner"] == 1  # the pinned chief still decides the tie
    alone = all_pass(table(BAR, [laid[0], tile(1, "bar/ne", "killer")], hands=[[], [], []]))
    assert events(alone, "fight")[0]["totals"] == [4, 0, -1] and events(alone, "pinned")[0]["tile"] == 2


@pytest.mark.rule("GC 8.9")
def test_the_forger_brings_a_token():
    state = table(BAR, [tile(0, "bar/e", "forger")], phase="reveal")
    assert legal(state, 0) == ["forge alcohol", "forge tobacco"]
    assert refused(state, "0 forge drugs") == "GC 8.9"
    play(state, "0 forge tobacco")
    assert state.to_position()["stock"][0]["tobacco"] == 1
    only = table({"motel": place((1, 0))}, [tile(0, "motel/e", "forger")], phase="reveal")
    assert only.to_position()["stock"][0]["prostitution"] == 1
    none = table(
        {"motel": place((1, 0))}, [tile(0, "motel/e", "forger")], phase="reveal", stock=[{}, {"prostitution": 12}, {}]
    )
    assert none.to_position()["stock"][0]["prostitution"] == 0
    pile = table(BAR, [tile(0, "pile", "forger")], phase="reveal")
    assert pile.to_position()["phase"] == "open" and not any(pile.stock)


@pytest.mark.rule("GC 8.10")
def test_the_mole_changes_sides():
    city = {"bar": place((1, 0), -1, "thug")}
    laid = [tile(0, "bar/e", "mole", chief=True), tile(0, "bar/e", "showdown", "gun"), tile(1, "bar/ne", "driver")]
    state = table(city, laid, phase="reveal")
    assert legal(state, 0) == ["mole fight", "mole recruit"]
    state.log = []
    play(state, "0 mole recruit")
    assert events(state, "showdown-back") == [{"seat": 0, "place": "bar"}] and owner(state, "bar") == 1
    assert state.to_position()["budget"] == 3  # 2, and the chief goes with her
    stays = play(table(city, laid, phase="reveal"), "0 mole fight")
    assert stays.to_position()["phase"] == "shoot"
    piled = [tile(0, "bar/e", "mole", "recruit"), tile(0, "bar/e", "driver", "recruit"), tile(1, "bar/ne", "thug")]
    turned = play(table(city, piled, phase="reveal"), "0 mole fight")
    assert turned.to_position()["fought"] == [2, 3, -1] and turned.to_position()["totals"] == [3, -1, -1]
    on_pile = table(city, [tile(0, "pile", "mole")], phase="reveal")
    assert on_pile.to_position()["phase"] != "mole"


def without(folder, name, action):
    """A box in which that mercenary's tile lacks an action."""
    text = (GAME.home / "editions" / "diptic-2013.toml").read_text(encoding="utf-8")
    head, line, rest = text.partition(f'name = "{name}"')
    path = folder / f"{name}.toml"
    path.write_text(
        head + line + re.sub(rf"(?m)^{action} = .*$", f'{action} = "none"', rest, count=1), encoding="utf-8"
    )
    return game("gangs-city", path)


@pytest.mark.rule("GC 2.2", "GC 4.5")
def test_who_can_only_defend_goes_to_ones_own_places(tmp_path):
    city = {"bar": place((1, 0), 1), "docks": place((-1, 0), 0)}
    other = without(tmp_path, "wall", "attack")
    state = other.position({"city": city, "hands": [["wall"], ["thug"], []], "options": {"mercenaries": "plain"}})
    assert legal(state, 0) and all(text.startswith("at docks/") for text in legal(state, 0))


@pytest.mark.rule("GC 8.10")
def test_a_mole_who_cannot_defend_recruits_at_home(tmp_path):
    other = without(tmp_path, "mole", "defence")
    for holder, choices in ((0, ["mole recruit"]), (1, ["mole fight", "mole recruit"])):
        laid = [tile(0, "bar/e", "mole", "recruit"), tile(1, "bar/ne", "thug")]
        city = {"bar": place((1, 0), holder, "thug")}
        assert legal(other.position({"city": city, "laid": laid, "phase": "reveal"}), 0) == choices


@pytest.mark.rule("GC 8.11")
def test_the_mayor_settles_ties():
    laid = [
        tile(0, "bar/e", "thug"),
        tile(0, "bar/ne", "mayor", "recruit"),
        tile(1, "bar/nw", "thug", chief=False),
        tile(2, "bar/sw", "cop", "recruit"),
    ]
    state = all_pass(table({"bar": place((1, 0), -1, "thug")}, laid, hands=[[], [], []], first=1))
    assert events(state, "fight")[0]["why"] == "mayor" and owner(state, "bar") == 0
    ties = [tile(0, "bar/e", "mayor", "recruit"), tile(1, "bar/ne", "forger", "recruit")]
    state = table({"bar": place((1, 0), 1, "thug")}, ties, phase="reveal", first=1)
    assert state.to_position()["totals"] == [4, 4, -1] and state.current_players() == (0,)  # even before the owner
    bomber = [tile(0, "bar/e", "bomber"), tile(1, "bar/ne", "mayor"), tile(1, "bar/ne", "cop", chief=False)]
    state = all_pass(table(BAR, bomber, hands=[[], [], []]))
    assert (
        events(state, "fight")[0]["totals"] == [5, 5, -1] and events(state, "fight")[0]["winner"] == 1
    )  # and before the Bomber
