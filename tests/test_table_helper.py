"""The helpers that tests of positions share (parrain.testing.table)."""

import pytest

import parrain
from parrain.testing.table import events, legal, play, refusal, refused, table

GAME = parrain.game("district-noir")


def test_choices_are_played_by_the_seat_to_move_or_by_the_seat_named() -> None:
    state = table(GAME, turn=1, hands=[["5", "6"], ["7", "8"]])
    play(state, "lay 7", "0 lay 6")
    assert [event["card"] for event in events(state, "lay")] == ["7", "6"]
    assert legal(state) == legal(state, 1) and "lay 8" in legal(state) and legal(state, 0) == []


def test_a_refused_choice_names_its_rule() -> None:
    state = table(GAME, turn=1, hands=[["5", "6"], ["7", "8"]])
    assert refused(state, "0 lay 5").startswith("DN ") and refused(state, "lay 5") == refusal(state, "1 lay 5").rule
    with pytest.raises(AssertionError, match="is legal"):
        refused(state, "lay 7")
