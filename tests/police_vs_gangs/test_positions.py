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
