"""Every notebook of examples/notebooks runs from its first cell to its last, on smaller numbers than readers have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import parrain

pytestmark = pytest.mark.once

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"
# What is put behind the cell with the tag `parameters`.
SMALLER = {
    "play-and-look": "",
    "train-a-player": "games, measured = 20, 10",
    "who-is-favoured": "games, workers = 1, 1",
}


def read(name: str) -> Any:
    """A notebook as it is kept."""
    return nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)


def outputs(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, set[str]]:
    """What the cells of a notebook print, and the kinds of what they show."""
    notebook = read(name)
    if SMALLER[name]:
        (place,) = (at for at, cell in enumerate(notebook.cells) if "parameters" in cell.metadata.get("tags", []))
        notebook.cells.insert(place + 1, nbformat.v4.new_code_cell(SMALLER[name]))
    package = Path(parrain.__file__).resolve().parents[1]  # the kernel runs elsewhere
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")]))
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    found = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    texts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in found]
    return "\n".join(texts), {kind for output in found for kind in output.get("data", {})}


def test_every_notebook_is_run_and_kept_without_outputs() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == SMALLER.keys()
    for name in SMALLER:
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in read(name).cells), name


def test_play_and_look(monkeypatch: pytest.MonkeyPatch) -> None:
    text, kinds = outputs("play-and-look", monkeypatch)
    assert "image/svg+xml" in kinds, "boards show themselves"
    assert "Your hand: " in text and "('take', 13)" in text
    assert all(game.title in text for game in parrain.all_games().values())


def test_who_is_favoured(monkeypatch: pytest.MonkeyPatch) -> None:
    text, kinds = outputs("who-is-favoured", monkeypatch)
    assert "text/html" in kinds, "frames and the report show themselves"
    assert "as printed: the police win" in text and "house: the police win" in text


def test_train_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = outputs("train-a-player", monkeypatch)
    assert text.count("mean result") == 2, "before and after"
    assert "lay " in text
