"""Puzzles: every one reads, its solution is legal, and the stored values name it as the one clear best choice."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, cast

import pytest

import parrain
from parrain.core import Game, read_lesson, run_lesson
from parrain.core.lesson import table_after, worse_choice
from parrain.core.path import PUZZLES, learning_path
from parrain.lab import puzzles

GAMES = parrain.all_games()
FILES = [
    pytest.param(game, path, id=f"{game.id}-{path.stem}") for game in GAMES.values() for path in game.puzzle_files()
]


@pytest.mark.parametrize(("game", "path"), FILES)
def test_the_stored_check_of_a_puzzle_holds(game: Game, path: Path) -> None:
    puzzle = read_lesson(path)
    run_lesson(puzzle, game)
    [step] = puzzle.steps
    state = table_after(puzzle, game, 0)
    legal = state.legal_actions(step.seat)
    assert sorted(puzzle.values) == sorted(str(each) for each in legal)
    best, second = sorted(puzzle.values.values(), reverse=True)[:2]
    assert puzzle.values[step.play] == best and best - second >= puzzles.CLEAR - 0.001
    check = cast(dict[str, Any], puzzle.data["check"])
    assert check["method"] == "exact" or check["simulations"] >= 2 * puzzles.LONG
    for text in (puzzle.title, puzzle.intro, step.task, step.say):
        assert text["en"] and text["fr"] and text["en"] != text["fr"]
    assert "%" in worse_choice(puzzle, str(legal[0])).text


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_puzzles_have_ids_of_their_own(game: Game) -> None:
    ids = [unit.id for unit in learning_path(game)]
    assert len(ids) == len(set(ids))
    assert sum(unit.stage == PUZZLES for unit in learning_path(game)) == len(game.puzzle_files())
    assert 4 <= len(game.puzzle_files()) <= 8


def test_a_puzzle_is_found_solved_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["district-noir"]
    monkeypatch.setattr(puzzles, "SHORT", 1)  # no searching: the endgame is solved
    found = next(each for each in puzzles.find_puzzles(game, time.monotonic() + 600, 5) if each.method == "exact")
    path = tmp_path / "01.toml"
    path.write_text(puzzles.puzzle_file(game, found, 1), encoding="utf-8")
    puzzle = read_lesson(path)
    run_lesson(puzzle, game)
    assert puzzle.id == "P1" and puzzle.values[puzzle.steps[0].play] == pytest.approx(found.values[0][1], abs=0.001)
    assert found.gap >= puzzles.CLEAR
