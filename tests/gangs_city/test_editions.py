"""An owner of the box writes other values into an edition file, and plays."""

import re
from pathlib import Path

from parrain.games import game
from parrain.testing import check_imagine, check_play, check_position
from parrain.testing.boards import check_board

from .gangs_city_table import GAME


def strange(tmp_path: Path) -> Path:
    """A box unlike ours: missing actions, other names, fewer places and tokens, two piles for three, 2 mercenaries."""
    text = (GAME.home / "editions" / "diptic-2013.toml").read_text(encoding="utf-8")
    text = text.replace('edition = "diptic-2013"', 'edition = "mine"')
    head, *mercenaries = re.split(r"(?=\[\[mercenaries\]\])", text)
    _, places = re.split(r"(?=# The fifteen places)", mercenaries[-1])
    text = head + mercenaries[3] + mercenaries[5].replace('"kingpin"', '"cousin"', 1) + places
    cut = re.split(r"(?=\[\[places\]\])", text)
    text = "".join([part for part in cut if 'name = "ghetto"' not in part and 'name = "motel"' not in part])
    driver = text.index('name = "driver"')
    text = text[:driver] + re.sub(r"attack = \{.*?\}", 'attack = "none"', text[driver:], count=1)
    text = re.sub(r"defence = \{ value = 2, source = \"our", 'defence = { value = "none", source = "our', text, count=1)
    text = (
        text.replace("tokens = 12", "tokens = 3")
        .replace("most_characters = 6", "most_characters = 4")
        .replace("3 = 1\n4 = 1", "3 = 2\n4 = 1")
    )
    text = text.replace("boxes = [3, 4, 5]", "boxes = [7]").replace('name = "casino"', 'name = "palace"')
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('status = "text"', 'status = "house"'), encoding="utf-8")
    return path


def test_a_box_of_ones_own_can_be_played(tmp_path):
    mine = game("gangs-city", strange(tmp_path))
    assert (mine.box.places, mine.box.most, mine.box.tokens[0], mine.box.boxes[0]) == (13, 4, 3, [7])
    assert mine.box.attack[mine.box.number_of["driver"]] == -1 and mine.box.defence[mine.box.number_of["thug"]] == -1
    check_play(mine, 6, games=1)
    check_position(mine, 3)
    check_imagine(mine, 3)
    check_board(mine, 3, games=1, every=200)


def test_every_value_says_where_it_comes_from():
    values = list(GAME.edition.values())
    assert len(values) > 200 and all(value.source and value.status for value in values)
    ours = {value.path.split(".")[0] for value in GAME.edition.reconstructed()}
    assert ours == {"second_chance", "characters", "mercenaries", "places"}
    fixed = {value.path: value.value for value in values if value.status == "text"}
    assert fixed["characters.killer.attack"] == 7 and fixed["targets.4"] == 22
