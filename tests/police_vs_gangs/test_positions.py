"""Positions of Police vs Gangs that cannot be on a table are refused with a sentence."""

import re

import pytest

import parrain
from parrain.core import BadPosition
from parrain.games.police_vs_gangs.actions import COLOURS
from tests.bounds import check_bounds, why_not
from tests.police_vs_gangs.tables import BOX, GAME, card

CITY = [card("villa", 0, 0), card("bank", 1, 0)]
DETAILS = {"here": GAME.box.card_names.index("villa"), "party": 3, "round": 1, "snapshot": [-1] + [0] * 18}
TALK = {
    "phase": "talk",
    "owing": [0, 1],
    "pieces": ["0 driver fight villa north", "1 inspector villa south"],
    "resolution": DETAILS,
}


def with_details(**changed):
    """The negotiation at the villa with other details."""
    return {**TALK, "resolution": {**DETAILS, **changed}}


def test_a_negotiation_is_a_legal_position():
    assert GAME.position({"players": 3, "city": CITY, **TALK}).current_players() == (0, 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pieces": ["0 driver dance villa north"]}, "A piece is written as"),
        ({"pieces": ["0 driver fight villa north", "2 driver fight villa north"]}, "tiles of one gang"),
        ({"pieces": ["0 driver fight villa north", "1 inspector villa north"]}, "last open side"),
        ({"scores": [-1, 0, 0]}, "scores must be a whole number from 0"),
        ({"options": {"weather": "fog"}}, "has no option weather"),
        ({"options": {"rounds": True}}, "rounds is one of"),
        ({"city": [card("villa", 0, 0), card("bank", 5, 0)]}, "in one piece: bank"),
        ({"city": [card("villa", 0, 0, counts="red")]}, "counts"),
        ({"city": [card("villa", 0, 0, owner=3)]}, "owner must be a whole number from -1 to 2"),
        ({"city": [card("villa", 0, 0, hire=[0])]}, "there is no 0"),
        ({"held": 7, "owing": [0], "placer": 0}, "held must be a piece in the hand"),
        ({"placer": 4, "owing": [0]}, "placer must be a place in the turn order"),
        ({"placer": 0, "owing": [1]}, "whom the phase place asks: 0"),
        ({"jail": ["0 driver 9"]}, "arrested in turn 9"),
        ({"drawn": "bank", "city": CITY[:1], "owing": [0], "placer": 0}, "in the phase lay alone"),
        ({"phase": "resolve", "owing": [1]}, "whom the phase resolve asks"),
        ({"phase": "stake", "owing": []}, "owing must be among"),
        ({"ending": "points"}, "won by 20 points"),
        ({"ending": "deadlock"}, "without a deck"),
        ({"ending": "turn-limit"}, "The turn limit is turn"),
        ({"summaries": [[1, 2, 3]]}, "no account of a place"),
        ({"stakes": [{"drugs": 1}, {}, {}]}, "stake more tokens"),
        (with_details(dice=[9999]), "no die of this game"),
        (with_details(snapshot=[0]), "snapshot must have 19 numbers"),
        (with_details(claims=[5]), "claims must have 24 numbers"),
        (with_details(claims=[0, 99, *[0] * 22]), "cannot say"),
        (with_details(claims=[0] * 23 + [7]), "claims must have 24 numbers"),
        (with_details(purpose=7), "purpose must be a whole number from 0 to 3"),
        (with_details(party=5), "whom the phase talk asks"),
        (with_details(here=99), "here must be a whole number"),
        (with_details(here=-1), "here is the place being resolved"),
        (with_details(here=GAME.box.card_names.index("bank")), "with pieces on it"),
        (with_details(queue=[0, 0]), "each once"),
        (with_details(last_set=[0]), "last_set must have 3 numbers"),
        (with_details(round=0), "round must be 1 or more"),
        (with_details(weather=1), "there is no weather"),
    ],
)
def test_positions_that_cannot_be(change, said):
    with pytest.raises(BadPosition) as caught:
        GAME.position({"players": 3, "city": CITY, **change})
    assert said in str(caught.value)


# The account of a place with three players: facts from these numbers to those, points, tokens, then dice, claims and
# proposals with their count in front.
LEAST, MOST = (0, 1, -1, -1, -1, -1, 0), (35, 7, 99, 99, 2, 2, 31)
CODES = sorted(BOX.by_kind.catch_by_code)


def summary(facts=LEAST, claims=(), proposals=()):
    """An account of a place."""
    return [*facts, *[0] * 18, 0, len(claims), *claims, len(proposals), *proposals]


def is_read(**change):
    """Whether a position with this change is read."""
    return not said(**change)


def test_the_account_of_a_place_is_within_its_bounds():
    assert is_read(summaries=[summary()]) and is_read(summaries=[summary(MOST)])
    for number in range(7):
        for value in (LEAST[number] - 1, MOST[number] + 1):
            facts = [*LEAST[:number], value, *LEAST[number + 1 :]]
            assert not is_read(summaries=[summary(facts)]), (number, value)
    assert not is_read(summaries=[[*summary(), 0]]) and not is_read(summaries=[summary()[:-1]])
    assert not is_read(summaries=[[*summary()[:25], -1, 0, 0]])


def said_by_first(*parts):
    """What the first of three players says, the others nothing: seven parts, and 1 for a refusal."""
    return [*parts, *[0] * (24 - len(parts))]


@pytest.mark.parametrize("key", ["claims", "proposals"])
def test_what_was_said_at_a_place_can_be_said(key):
    good = {
        "claims": [(1, 12), (0, 24), (0, 0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 0, 0, 1)],
        "proposals": [(2, 2, 2, CODES[0]), (0, 0, 0, CODES[-1]), (1, 2, 0, 0)],
    }
    bad = {
        "claims": [(2,), (0, 25), (0, 0, 0, 0, 0, 25), (0, 0, 0, 0, 0, 0, 2), (-1,), (0, 0, 0, 0, 0, 0, 0, 2)],
        "proposals": [(3,), (0, 3), (0, 0, 3), (0, 0, 0, CODES[-1] + 1), (0, 0, 0, -1), (0, 0, 0, 0, 0, 0, 0, 2)],
    }
    for parts in good[key]:
        assert is_read(summaries=[summary(**{key: said_by_first(*parts)})]), parts
    for parts in bad[key]:
        assert not is_read(summaries=[summary(**{key: said_by_first(*parts)})]), parts
    assert not is_read(summaries=[summary(**{key: [0] * 23})]) and not is_read(summaries=[summary(**{key: [0] * 25})])


def test_dice_are_those_of_the_police():
    """A die is one number: whose (6: informers), of which kind, what it shows; only a sergeant has doubles."""
    four = {"players": 4, "city": CITY, **TALK, "resolution": {**DETAILS, "snapshot": [-1] + [0] * 24}}
    for seat, kind, face in [(1, 0, 0), (3, 0, 0), (3, 1, 0), (3, 1, 1), (1, 2, 1), (6, 3, 3)]:
        four["resolution"]["dice"] = [(seat * 4 + kind) * 4 + face]
        assert GAME.position(four).to_position()["resolution"]["dice"] == four["resolution"]["dice"]
    for seat, kind, face in [(0, 1, 0), (2, 1, 1), (5, 1, 0), (1, 1, 3), (1, 3, 0), (1, 3, 1), (6, 3, 2)]:
        four["resolution"]["dice"] = [(seat * 4 + kind) * 4 + face]
        with pytest.raises(BadPosition, match="no die of this game"):
            GAME.position(four)


def test_a_double_is_handcuffs_or_a_badge_in_any_box(tmp_path):
    """Also of a sergeant who has neither on a face of its own."""
    text = (GAME.home / "editions" / "diptic.toml").read_text(encoding="utf-8")
    path = tmp_path / "doubles.toml"
    path.write_text(re.sub(r"(?m)^sergeant = \[.*$", f"sergeant = {['double'] * 6}", text), encoding="utf-8")
    game = parrain.game("police-vs-gangs", path)
    for kind, face in [(1, 0), (1, 1), (1, 2), (0, 0)]:
        code = (4 + kind) * 4 + face
        position = game.position({"players": 3, "city": CITY, **with_details(dice=[code])}).to_position()
        assert position["resolution"]["dice"] == [code]
    for kind, face in [(0, 2), (2, 0), (1, 3)]:
        with pytest.raises(BadPosition, match="no die of this game"):
            game.position({"players": 3, "city": CITY, **with_details(dice=[(4 + kind) * 4 + face])})


def test_nothing_is_less_than_none():
    assert is_read(**with_details(last_set=[-1, 0, 0])) and is_read(**with_details(snapshot=[-1] + [0] * 18))
    assert not is_read(**with_details(last_set=[-2, 0, 0])) and not is_read(**with_details(snapshot=[-2] + [0] * 18))


def said(**change):
    """Why a position with this change is refused, nothing if it is read."""
    return why_not(GAME, {"players": 3, "city": CITY, **change})


def check_change(key, least, most, change):
    """The bounds of a number that is changed in a position."""
    check_bounds(GAME, key, least, most, lambda value: {"players": 3, "city": CITY, **change(value)})


@pytest.mark.parametrize(("key", "least", "most"), [("turn", 0, 60), ("placer", -1, 5), ("held", -1, 99)])
def test_numbers_of_the_table_have_bounds(key, least, most):
    check_change(key, least, most, lambda value: {key: value})


@pytest.mark.parametrize(("key", "most"), [("passed", 2), ("owing", 2), ("scores", 1 << 30)])
def test_lists_of_numbers_have_bounds(key, most):
    rest = [0, 0] if key == "scores" else []
    check_change(key, 0, most, lambda value: {key: [value, *rest]})


@pytest.mark.parametrize("key", ["tokens", "gained", "stakes", "staked"])
def test_there_are_twelve_tokens_of_a_racket(key):
    for seat in range(3):
        check_change(
            f"{key}.tobacco",
            0,
            12,
            lambda value, seat=seat: {key: [{"tobacco": value} if other == seat else {} for other in range(3)]},
        )
    assert "there is no milk" in said(**{key: [{"milk": 1}, {}, {}]})


def bounds_of_a_place(players, rounds):
    """The least and the most of every number of the place being resolved."""
    masks = dict.fromkeys(["party", "waiting", "tied"], (0, 2**players - 1))
    flags = ["placed", "scored", "extra", "open", "deal", "rerolled", "prize"]
    return {
        **dict.fromkeys(flags, (0, 1)),
        **masks,
        "start_cards": (0, 6),
        "here": (-1, 35),
        "feeder": (-1, players - 1),
        "round": (0, rounds),
        "named": (0, 31),
        "purpose": (0, 3),
        "outcome": (0, 7),
        "power_police": (-1, 99),
        "power_gangs": (-1, 99),
    }


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (6, 3)])
def test_numbers_of_a_place_have_bounds(players, rounds):
    found = bounds_of_a_place(players, rounds)
    lists = {"queue", "snapshot", "last_set", "claims", "drafts", "terms", "offers", "dice"}
    table = {"players": players, "options": {"rounds": rounds}, "city": CITY, "phase": "stake"}
    assert {*found} == {*GAME.position(table).to_position()["resolution"]} - lists
    for key, (least, most) in found.items():
        check_change(key, least, most, lambda value, key=key: {**table, "resolution": {key: value}})


@pytest.mark.parametrize("key", ["queue", "snapshot", "last_set", "claims", "drafts", "terms", "offers", "dice"])
def test_lists_of_a_place_have_bounds(key):
    check_change(key, -1, 1 << 30, lambda value: {"resolution": {key: [value]}})
    assert f"{key} must be a list" in said(resolution={key: 3})


@pytest.mark.parametrize("key", ["open", "deal", "rerolled", "prize"])
def test_yes_and_no_of_a_place_stay_what_they_are(key):
    for value in (0, 1):
        state = GAME.position({"players": 3, "city": CITY, **with_details(**{key: value})})
        assert getattr(state, key) is (value == 1)


@pytest.mark.parametrize(
    ("resolution", "why"),
    [(3, "resolution must be a mapping"), ([], "resolution must be a mapping"), ({"x": 1}, "there is no x")],
)
def test_a_place_is_a_mapping(resolution, why):
    assert why in said(resolution=resolution)


def test_cards_lie_within_sixty_steps():
    for at in ([60, 60], [-60, -60], [60, -60]):
        assert not said(city=[card("villa", *at)])
        assert GAME.position({"players": 3, "city": [card("villa", *at)]}).to_position()["city"][0]["at"] == at
    for at in ([61, 0], [0, 61], [-61, 0], [0, -61]):
        assert "at must be a whole number from -60 to 60" in said(city=[card("villa", *at)])


@pytest.mark.parametrize(
    ("city", "why"),
    [
        (3, "city must be a list"),
        ([], "at least one place"),
        (["villa"], "a list of mappings"),
        ([{"card": "villa"}], "at must be a list"),
        ([{"card": "villa", "at": [0]}], "at must be a list of 2"),
        ([{"card": "palace", "at": [0, 0]}], "there is no palace"),
        ([{"at": [0, 0]}], "there is no None"),
        ([card("villa", 0, 0, weather="fog")], "there is no weather"),
        ([card("villa", 0, 0), card("villa", 1, 0)], "villa lies twice"),
        ([card("villa", 0, 0), card("bank", 0, 0)], "bank lies twice, on another card"),
        ([card("villa", 0, 0, owner=-2)], "owner must be a whole number from -1 to 2"),
        ([card("villa", 0, 0, hire="pimp")], "hire must be a list"),
        ([card("villa", 0, 0, hire=["pimp"] * 3)], "at most two gangsters"),
        ([card("villa", 0, 0, hire=["chief"])], "there is no chief"),
        ([card("villa", 0, 0, counts="pink")], "there is no pink"),
        ([card("villa", 0, 0), card("bank", 2, 0), card("theatre", 3, 0)], "in one piece: bank, theatre"),
    ],
)
def test_cities_that_cannot_be(city, why):
    assert why in said(city=city)


@pytest.mark.parametrize("beside", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_cards_beside_each_other_are_a_city(beside):
    assert not said(city=[card("villa", 5, 5), card("bank", 5 + beside[0], 5 + beside[1])])
    assert said(city=[card("villa", 5, 5), card("bank", 5 + 2 * beside[0], 5 + 2 * beside[1])])
    assert said(city=[card("villa", 5, 5), card("bank", 6, 6)])


@pytest.mark.parametrize("hire", [["pimp", "cop"], ["", "cop"], ["pimp", ""]])
def test_who_is_for_hire_and_who_controls_a_card_is_written_as_it_was_read(hire):
    city = [card("villa", 0, 0), card("bank", 1, 0, hire=hire, owner=2)]
    told = GAME.position({"players": 3, "city": city}).to_position()["city"]
    assert told == [card("villa", 0, 0), {**city[1]}]


def test_the_colour_of_a_card_is_written_as_it_was_read():
    both = [k for k in range(BOX.card_count) if BOX.colours[k][1] != -1]
    for k in both:
        for colour in BOX.colours[k]:
            other = next(each for each in both if each != k)
            city = [
                card(BOX.card_names[k], 0, 0, owner=0, counts=COLOURS[colour]),
                card(BOX.card_names[other], 1, 0, owner=1),
            ]
            told = GAME.position({"players": 3, "phase": "colour", "owing": [1], "city": city}).to_position()
            assert told["city"] == city


JAIL = ["0 driver 1", "1 lieutenant 0", "2 bodyguard 1"]


def test_prisoners_are_written_as_they_were_read():
    assert GAME.position({"players": 3, "city": CITY, "jail": JAIL}).to_position()["jail"] == JAIL


@pytest.mark.parametrize(
    "prisoner",
    [
        "",
        "0",
        "0 driver",
        "driver 0 1",
        "x driver 1",
        "-1 driver 1",
        "3 driver 1",
        "0 driver x",
        "0 driver -1",
        "0 driver 1 1",
    ],
)
def test_prisoners_that_cannot_be_read(prisoner):
    assert "A prisoner is written as" in said(jail=[prisoner])


def test_prisoners_have_names():
    assert "there is no inspector" in said(jail=["0 inspector 1"])
    assert "there is no driver" in said(jail=["1 driver 1"])
    assert "jail must be a list" in said(jail=3)


def test_tiles_known_to_be_in_hand_are_written_as_they_were_read():
    shown = [["driver"], ["inspector", "lieutenant"], ["thug", "bodyguard"]]
    assert GAME.position({"players": 3, "city": CITY, "shown": shown}).to_position()["shown"] == shown
    for wrong, why in (
        ([[], []], "shown must be a list of 3"),
        ([[], [], "thug"], "shown must be a list"),
        ([[], ["thug"], []], "there is no thug"),
        ([["inspector"], [], []], "there is no inspector"),
        ([["driver", "driver"], [], []], "tiles in hand"),
    ):
        assert why in said(shown=wrong)


def test_markers_are_written_as_they_were_read():
    markers = {"drugs": [0, 2], "tobacco": [2, 0]}
    assert GAME.position({"players": 3, "city": CITY, "markers": markers}).to_position()["markers"] == markers


@pytest.mark.parametrize(
    ("marker", "why"),
    [
        (3, "must be a list"),
        ([0], "must be a list of 2"),
        ([1, 0], "belongs to a gangster"),
        ([3, 0], "belongs to a gangster"),
        ([4, 0], "belongs to a gangster"),
        ([0, 3], "stands on box 0 to 2"),
        ([-1, 0], "markers must be a whole number from 0 to 99"),
        ([0, -1], "markers must be a whole number from 0 to 99"),
        ([100, 0], "markers must be a whole number from 0 to 99"),
        ([99, 0], "belongs to a gangster"),
    ],
)
def test_markers_that_cannot_be(marker, why):
    for traffic in ("drugs", "tobacco"):
        assert why in said(markers={traffic: marker})


def test_markers_are_those_of_the_rackets():
    assert "there is no milk" in said(markers={"milk": [0, 0]})
    assert "markers must be a mapping" in said(markers=[])


def test_the_game_begins_with_turn_one_and_placement():
    told = GAME.position({"players": 3, "city": CITY}).to_position()
    assert (told["turn"], told["phase"], told["owing"], told["placer"]) == (1, "place", [0], 0)
