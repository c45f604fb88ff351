"""The board keeps what every board keeps, at every number of players."""

import pytest

from parrain.testing import check_board
from tests.police_vs_gangs.tables import GAME


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_board(players):
    check_board(GAME, players, games=1, every=40 * players)
    assert GAME.draw(GAME.new(players, 1).view(None)).startswith("<svg")
