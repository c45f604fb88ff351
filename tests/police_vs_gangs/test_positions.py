"""Positions of Police vs Gangs that cannot be on a table are refused with a sentence."""

import pytest

from parrain.core import BadPosition
from tests.police_vs_gangs.tables import GAME, card

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


BOX = GAME.box
# The account of a place with three players: facts from these numbers to those, points, tokens, then dice, claims and
# proposals with their count in front.
LEAST, MOST = (0, 1, -1, -1, -1, -1, 0), (35, 7, 99, 99, 2, 2, 31)
CODES = sorted(BOX.by_kind.catch_by_code)


def summary(facts=LEAST, claims=(), proposals=()):
    """An account of a place."""
    return [*facts, *[0] * 18, 0, len(claims), *claims, len(proposals), *proposals]


def is_read(**change):
    """Whether a position with this change is read."""
    try:
        return GAME.position({"players": 3, "city": CITY, **change}) is not None
    except BadPosition as error:
        assert str(error)
        return False


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


@pytest.mark.parametrize(
    ("key", "most"),
    [("start_cards", 6), ("purpose", 3), ("outcome", 7), ("power_police", 99), ("power_gangs", 99), ("feeder", 2)],
)
def test_numbers_of_a_place_have_bounds(key, most):
    least = -1 if key in ("feeder", "power_police", "power_gangs") else 0
    assert is_read(**with_details(**{key: most})) and is_read(**with_details(**{key: least}))
    assert not is_read(**with_details(**{key: most + 1})) and not is_read(**with_details(**{key: least - 1}))


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


def test_nothing_is_less_than_none():
    assert is_read(**with_details(last_set=[-1, 0, 0])) and is_read(**with_details(snapshot=[-1] + [0] * 18))
    assert not is_read(**with_details(last_set=[-2, 0, 0])) and not is_read(**with_details(snapshot=[-2] + [0] * 18))


@pytest.mark.parametrize(("key", "most"), [("waiting", 7), ("tied", 7), ("named", 31), ("deal", 1), ("open", 1)])
def test_masks_of_a_place_have_bounds(key, most):
    assert not is_read(**with_details(**{key: most + 1})) and not is_read(**with_details(**{key: -1}))
