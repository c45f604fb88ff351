from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from parrain.core import translation
from parrain.core.say import Say, Seat, say
from parrain.core.translation import render


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small French catalogue in two domains; `both` is in each, with different words."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    domains = {
        "district-noir": {"{seat} lays {card}.": "{seat} pose {card}.", "both": "du jeu", "bad {a}": "mal {b}"},
        "parrain": {"Player {number}": "Joueur {number}", "nothing": "rien", "both": "de la maison"},
    }
    for domain, entries in domains.items():
        catalog = Catalog(locale="fr")
        for key, value in entries.items():
            catalog.add(key, value)
        with (folder / f"{domain}.mo").open("wb") as file:
            write_mo(file, catalog)
    monkeypatch.setattr(translation, "LOCALES", [tmp_path])
    translation.forget_catalogues()
    yield tmp_path
    translation.forget_catalogues()


def test_english_is_the_text_itself_with_its_braces_filled() -> None:
    assert render(say("The count: {first} to {second}.", first=8, second=-3), "en") == "The count: 8 to −3."


def test_a_seat_is_a_name_or_player_and_number() -> None:
    told = say("{seat} lays {card}.", seat=Seat(1), card=say("gang {value}", value=7))
    assert render(told, "en", ["Lana", "Elodie"]) == "Elodie lays gang 7."
    assert render(told, "en", ["Lana", ""]) == "Player 2 lays gang 7."
    assert render(told, "en") == "Player 2 lays gang 7."


def test_french_comes_from_all_domains(french: Path) -> None:
    told = say("{seat} lays {card}.", seat=Seat(0), card=say("gang {value}", value=7))
    assert render(told, "fr") == "Joueur 1 pose gang 7."
    assert render(told, "fr", ["Lana"]) == "Lana pose gang 7."
    assert render(say("nothing"), "fr") == "rien"
    assert render(say("both"), "fr") == "de la maison", "the domain parrain is asked first"


def test_lists_are_joined_whatever_is_in_them(french: Path) -> None:
    told = Say("{what}", {"what": [say("nothing"), Seat(0), 3, [say("nothing")]]})
    assert render(told, "fr", ["Lana"]) == "rien, Lana, 3, rien"


def test_what_no_catalogue_knows_is_said_in_english(french: Path) -> None:
    assert render(say("never {heard}", heard=say("nothing")), "fr") == "never rien"


@pytest.mark.parametrize("language", ["de", "", "../../fr", "zz-ZZ"])
def test_an_unknown_language_falls_back_to_english(french: Path, language: str) -> None:
    assert render(say("nothing"), language) == "nothing"


@pytest.mark.parametrize("language", ["fr", "fr-CA", "fr_FR", "FR"])
def test_a_region_is_no_other_language(french: Path, language: str) -> None:
    assert render(say("nothing"), language) == "rien"


def test_a_translation_with_another_brace_does_not_break_the_table(french: Path) -> None:
    assert render(say("bad {a}", a=1), "fr") == "bad 1"


def test_an_empty_text_stays_empty(french: Path) -> None:
    assert render(say(""), "fr") == "", "gettext keeps the head of the file under the empty key"


def test_braces_in_a_name_are_a_name() -> None:
    assert render(say("{seat}", seat=Seat(0)), "en", ["{seat.__class__}"]) == "{seat.__class__}"
