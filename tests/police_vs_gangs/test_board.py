"""The board keeps what every board keeps, at every number of players."""

import pytest

from parrain.testing import check_board


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_board(police, players):
    check_board(police, players, games=1, every=40 * players)
    assert police.draw(police.new(players, 1).view(None)).startswith("<svg")
