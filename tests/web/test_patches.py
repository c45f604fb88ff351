"""A board told by what changed in it is the same board."""

from __future__ import annotations

import random

import pytest

import parrain
from parrain.core.svg.patches import Pieces, Stretch, compare, cut, mend


def pieces(drawing: str) -> Pieces:
    return Pieces([Stretch(drawing)])


def test_a_patch_makes_the_new_from_the_old() -> None:
    dice = random.Random(3)
    for _ in range(500):
        old = "<svg>" + "".join(f"<g>{dice.randrange(6)}</g>" for _ in range(dice.randrange(12)))
        new = "<svg>" + "".join(f"<g>{dice.randrange(8)}</g>" for _ in range(dice.randrange(12)))
        assert "".join(cut(old)) == old
        assert mend(cut(old), compare(pieces(old).marks, pieces(new))) == new
    assert compare(pieces("<svg><g>a<g>b<g>c").marks, pieces("<svg><g>a<g>x<g>b<g>c")) == [(0, 2), "<g>x", (2, 2)]
    assert compare(pieces("<svg><g>a").marks, pieces("<svg><g>a")) == [(0, 2)]


@pytest.mark.parametrize("name", sorted(parrain.all_games()))
def test_most_of_a_board_stays(name: str) -> None:
    game = parrain.game(name)
    state, dice = game.new(None, 4), random.Random(4)
    before, whole, told = game.draw(state.view(0)), 0, 0
    for _ in range(30):
        seat = state.current_players()[0]
        state.apply(seat, dice.choice(state.legal_actions(seat)))
        board = game.draw(state.view(0))
        patch = compare(pieces(before).marks, pieces(board))
        assert mend(cut(before), patch) == board
        whole += len(board)
        told += sum(len(part) if isinstance(part, str) else 8 for part in patch)
        before = board
    assert told < whole / 2, (told, whole)
