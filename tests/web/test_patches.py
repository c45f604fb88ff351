"""A board told by what changed in it is the same board."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import parrain
from parrain.core import Action, Game, View
from parrain.core.cache import clear_caches
from parrain.core.parts import Part
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


@pytest.mark.parametrize("name", sorted(parrain.all_games()))
def test_what_is_kept_shows_what_would_be_drawn_anew(name: str) -> None:
    game, dice = parrain.game(name), random.Random(7)
    looks: list[tuple[View, Sequence[Action], bool, int]] = []
    for seed in range(40 if game.most == 2 else 6):
        state = game.new(None, seed)
        for turn in range(240 if name == "police-vs-gangs" else 60):  # until somebody controls a place
            owing = state.current_players()
            if not owing:
                break
            if turn % 4 == 0:
                narrow, legal = bool(turn % 8), state.legal_actions(0)
                for table in range(2):  # two tables that differ in the names of who sits there
                    looks += [(state.view(None), (), narrow, table), (state.view(0), legal, narrow, table)]
                looks.append((state.view(1), state.legal_actions(1), narrow, 0))
            state.apply(owing[0], dice.choice(state.legal_actions(owing[0])))
    clear_caches()
    kept = [drawn(game, *look) for look in looks]  # all of them, so that each may find what another left
    for look, parts in zip(looks, kept, strict=True):
        clear_caches()
        assert [part.svg() for part in parts] == [part.svg() for part in drawn(game, *look)]
        for part in parts:
            found = part.pieces("fr", "<->")
            assert found.between(0, len(found.texts)) == part.svg("fr", "<->")
            assert list(found.marks) == [hash(each) for each in found.texts]


def drawn(game: Game, view: View, actions: Sequence[Action], narrow: bool, table: int) -> list[Part]:
    names = ["Ann", "Bob", "", "Dan", "", "Fay"] if table % 2 else ["", "Gus", "Hal", "Ivy", "Joe", ""]
    names = names[: view.players]
    return list(game.parts(view, names, "fr", narrow, actions).drawings().values())
