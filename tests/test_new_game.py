"""`parrain new-game` writes a game that passes its own tests, is found by its entry point and can be traced."""

import subprocess
import sys
from pathlib import Path

import pytest

import parrain
from parrain.cli.new_game import write_game
from parrain.core import BadOption, translation
from parrain.lab.trace import trace
from parrain.locale import update

TEMPLATE = Path(parrain.__file__).parent / "template"


def test_a_new_game_passes_its_own_tests(tmp_path: Path) -> None:
    folder = write_game("Blind Alley", tmp_path / "game")
    assert (folder / "blind_alley" / "rules.py").is_file()
    assert not [
        path
        for path in folder.rglob("*.*")
        if "high" in path.read_text("utf-8").lower().replace("highest", "").replace("higher", "")
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "31 passed" in done.stdout


def test_a_new_game_is_played_traced_and_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_game("dusty-road", tmp_path / "game")
    monkeypatch.syspath_prepend(str(folder))
    from importlib import import_module

    game = import_module("dusty_road").DustyRoad()
    assert (game.id, game.title, game.prefix) == ("dusty-road", "Dusty Road", "DR")
    assert trace(game).without_code == [] and trace(game).tests.keys() == {"DR 1.2"}
    assert update.main(["--package", str(folder / "dusty_road")]) == 1  # a translator is wanted
    po = folder / "dusty_road" / "locale" / "fr" / "LC_MESSAGES" / "dusty-road.po"
    po.write_text(
        po.read_text("utf-8").replace('"Keep or swap?"\nmsgstr ""', '"Keep or swap?"\nmsgstr "Gardez-vous ?"')
    )
    update.main(["--package", str(folder / "dusty_road")])
    monkeypatch.setattr(translation, "LOCALES", list(translation.LOCALES))
    translation.add_locale(folder / "dusty_road" / "locale")
    state = game.new(2, seed=1)
    assert translation.render(game.prompt(state.view(0)), "fr") == "Gardez-vous\u202f?"
    translation.catalogue.cache_clear()


def test_the_template_is_small() -> None:
    lines = [
        line
        for path in TEMPLATE.rglob("*.py")
        if path.parent != TEMPLATE
        for line in path.read_text("utf-8").splitlines()
        if line.strip()
    ]
    assert len(lines) < 250


@pytest.mark.parametrize("name", ["", "5 cards", "日本", "a\nb"])
def test_a_name_that_no_package_can_have_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="begins with a letter"):
        write_game(name, tmp_path / "game")


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    with pytest.raises(BadOption, match="not empty"):
        write_game("Blind Alley", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
