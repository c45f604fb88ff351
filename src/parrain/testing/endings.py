"""Every way a game can end needs a finished game that ended so: a sealed record, or a lesson."""

from __future__ import annotations

import json
from pathlib import Path

from parrain.core import Game, Record, State, read_lesson, read_record, run_lesson, to_bytes, verify
from parrain.testing.walk import walk


def check_endings(game: Game, folder: Path) -> None:
    """The records of a folder replay and, with the lessons, show every ending of the game."""
    shown: dict[str, str] = {}
    for path in sorted(folder.glob("*.record")):
        text = path.read_text(encoding="utf-8")
        state = verify(read_record(text), text, game)
        assert state.is_over, f"{path.name} is not finished"
        assert path.name.startswith(state.ending), f"{path.name} ends by {state.ending}"
        shown[state.ending] = path.name
        check_reads_back(game, state)
    for path in game.lesson_files():
        state = run_lesson(read_lesson(path), game)
        if state.is_over:
            check_reads_back(game, state)
            shown.setdefault(state.ending, path.name)
    missing = [ending for ending in game.endings if ending not in shown]
    assert not missing, f"no fixture shows how {game.id} ends by {', '.join(missing)}"


def check_reads_back(game: Game, state: State) -> None:
    """The position of a finished game is read as the same table."""
    mapping = state.to_position()
    again = game.position(json.loads(json.dumps(mapping)))
    assert to_bytes(again.to_position()) == to_bytes(mapping), f"an ending by {state.ending} reads back differently"


def find_ending(game: Game, ending: str, players: int, seeds: range) -> Record | None:
    """A random game with that ending, as a record; for making fixtures."""
    for seed in seeds:
        record = Record(game.id, game.edition.key, players, seed, game.settle_options({}))
        state: State | None = None
        for moment in walk(game, players, seed):
            state = moment.state
            if moment.player >= 0:
                record.choose(moment.player, str(moment.action))
        if state is not None and state.ending == ending:
            return record
    return None
