"""The checks that every game passes, and the rules of this one."""

from collections.abc import Callable

import pytest
from high_card import HighCard

from parrain.testing import CHECKS
from parrain.testing.boards import check_board
from parrain.testing.table import play, refused, table

GAME = HighCard()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("check", [*CHECKS, check_board], ids=lambda check: check.__name__)
def test_the_contract(check: Callable[..., None], players: int) -> None:
    check(GAME, players)


@pytest.mark.rule("HC 1.2")
def test_a_card_is_swapped_for_the_top_of_the_deck_and_the_highest_wins() -> None:
    state = table(GAME, players=2, hand=[3, 7], deck=[1, 2, 4, 5, 6, 8, 9, 10, 11, 12])
    assert refused(state, "1 keep") == "HC 1.2"
    play(state, "0 swap", "1 keep")
    assert (state.scores(), state.ranking(), state.to_position()["thrown"]) == ((12, 7), (1, 2), [3])
