"""Experiment files: what they may say, what they mean, and what is refused."""

from pathlib import Path

import pytest

import parrain
from parrain.core import BadEdition, BadOption, ParrainError
from parrain.core.edition import changed
from parrain.lab.experiment import experiment_from_json, forbidden_actions, read_experiment, resolve

NOIR = {"game": "district-noir", "bots": ["random"], "games": 4}


def test_an_experiment_file_is_resolved(tmp_path: Path):
    path = tmp_path / "killer.toml"
    path.write_text(
        'game = "gangs-city"\nplayers = 4\ngames = 20\nseed = 7\nbots = ["greedy:1", "random"]\n'
        '[options]\nmercenaries = "plain"\n'
        "[[variants]]\n"
        '[[variants]]\nname = "cheap"\nchanges.characters.killer.cost = 2\n'
        '[[variants]]\nforbid = "take killer"\n'
    )
    found = read_experiment(path)
    assert (found.players, found.games, found.seed, found.rotate) == (4, 20, 7, True)
    assert [variant.name for variant in found.variants] == ["base", "cheap", "without take killer"]
    costs = [found.game_of(number).box.cost for number in (0, 1)]  # type: ignore[attr-defined]
    killer = found.game_of(0).box.names.index("killer")  # type: ignore[attr-defined]
    assert costs[0][killer] != 2 and costs[1][killer] == 2
    assert found.variants[1].options["mercenaries"] == "plain"
    assert experiment_from_json(found.to_json()) == found


def test_the_parts_cover_every_game_once():
    found = resolve({**NOIR, "games": 1003, "variants": [{}, {"changes": {"table.hand": 4}}]})
    games = [(part.variant, part.first + number) for part in found.parts() for number in range(part.count)]
    assert sorted(games) == [(variant, number) for variant in (0, 1) for number in range(1003)]
    assert len({part.name for part in found.parts()}) == len(found.parts()) <= 2 * 33


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({}, "must say game"),
        ({"game": "chess"}, "There is no game chess"),
        ({"game": "district-noir", "hands": 5}, "not hands"),
        ({"game": "district-noir", "players": 3}, "players must be a whole number from 2 to 2"),
        ({"game": "district-noir", "games": 0}, "games must be"),
        ({"game": "district-noir", "bots": ["random"] * 3}, "1 to 2 bots"),
        ({"game": "district-noir", "bots": ["genius"]}, "There is no bot"),
        ({"game": "district-noir", "questions": ["why"]}, "Questions are"),
        ({"game": "district-noir", "changes": {"table.fingers": 4}}, "instead of “fingers” there are hand, line"),
        ({"game": "district-noir", "changes": {"cards.9.count": 4}}, "instead of “9” there are 5, 6, 7"),
        ({"game": "district-noir", "changes": {"table.hand": 50}}, "hand must be"),
        ({"game": "district-noir", "options": {"speed": 1}}, "no option speed"),
        ({"game": "district-noir", "variants": [{"forbid": "sell"}]}, "begin with lay, take"),
        ({"game": "district-noir", "variants": [{"name": "a"}, {"name": "a"}]}, "name of its own"),
        ({"game": "district-noir", "variants": []}, "[[variants]]"),
        ({"game": "district-noir", "edition": 3}, "edition must be a text"),
        ({"game": "district-noir", "rotate": 3}, "rotate is true or false"),
    ],
)
def test_what_cannot_be_played_is_refused(data: dict[str, object], error: str):
    with pytest.raises(ParrainError) as refused:
        resolve(data)
    assert error in str(refused.value)


def test_a_file_that_is_not_there_or_not_toml(tmp_path: Path):
    for text in (None, "game ="):
        if text is not None:
            (tmp_path / "x.toml").write_text(text)
        with pytest.raises(BadOption):
            read_experiment(tmp_path / "x.toml")


def test_a_changed_edition_is_another_edition():
    edition = parrain.game("gangs-city").edition
    new = changed(edition, {"characters.killer.cost": 4, "traffics.drugs.boxes.0": 9})
    assert new.key != edition.key and new.name == edition.name
    killer = next(each for each in new.tables("characters") if each["name"] == "killer")
    assert killer["cost"] == {"value": 4, "source": "changed for an experiment", "status": "house"}
    assert new.tables("traffics")[0]["boxes"] == [9, 4, 5]
    assert edition.tables("traffics")[0]["boxes"] == [3, 4, 5]
    with pytest.raises(BadEdition, match="several values"):
        changed(edition, {"traffics.drugs.boxes": 3})


def test_forbidden_choices_are_named_by_their_first_words():
    game = parrain.game("gangs-city")
    texts = {action.text for action in game.actions if action.id in forbidden_actions(game, "send killer")}
    assert texts == {
        f"send killer {how}" for order in ("fight", "recruit", "manage") for how in (order, f"{order} chief")
    }
    assert {game.actions[each].text for each in forbidden_actions(game, "take k*")} == {"take killer", "take kingpin"}
