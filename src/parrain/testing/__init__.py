"""The kit: checks that hold for every game on the contract, ours or yours::

    from parrain.testing import CHECKS
    import pytest

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_my_game(check, players):
        check(MyGame(), players)

Each check plays its own random games and asserts; none knows anything of the game. `check_bot` does the
same for a player, `check_board` for its drawings (docs/boards.md). `playthrough` writes a whole game as text, for a
golden file; `parrain.testing.table` has helpers for tests of positions.
"""

from parrain.testing.boards import check_board, check_drawing
from parrain.testing.bots import check_bot, check_bot_is_fair, check_cache
from parrain.testing.broken import check_broken_positions
from parrain.testing.checks import (
    CHECKS,
    check_actions,
    check_clone,
    check_hidden,
    check_illegal,
    check_imagine,
    check_play,
    check_position,
    check_record,
    check_seed,
    check_seen,
    check_simultaneous,
    check_views_as_data,
    check_words,
)
from parrain.testing.endings import check_endings
from parrain.testing.playthroughs import playthrough

__all__ = [
    "CHECKS",
    "check_actions",
    "check_board",
    "check_bot",
    "check_bot_is_fair",
    "check_broken_positions",
    "check_cache",
    "check_clone",
    "check_drawing",
    "check_endings",
    "check_hidden",
    "check_illegal",
    "check_imagine",
    "check_play",
    "check_position",
    "check_record",
    "check_seed",
    "check_seen",
    "check_simultaneous",
    "check_views_as_data",
    "check_words",
    "playthrough",
]
