"""Languages: nothing is missing, nothing is broken, nothing in the source escapes the catalogues."""

from __future__ import annotations

import ast
import io
import subprocess
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from parrain.core import BadOption, ParrainError, say_plural, translation
from parrain.locale import LANGUAGES, SPOKEN, choose_language, render, typeset, update

DOMAINS = [(path.parts[-3], path.stem) for path in sorted(update.LOCALE.rglob("*.po"))]


@cache
def extracted() -> dict[str, Catalog]:
    """The texts of the source by domain."""
    return update.extract()


@cache
def messages(language: str, domain: str) -> list[Message]:
    """The entries of a committed .po file."""
    return [message for message in update.read_catalogue(update.po_path(language, domain), language) if message.id]


def forms(text: object) -> tuple[str, ...]:
    """A text as its forms: one, or one for each plural."""
    return tuple(str(each) for each in text) if isinstance(text, list | tuple) else (str(text),)


def braces(text: str) -> set[str]:
    """The names that fill a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def written_texts() -> list[tuple[str, str | None]]:
    """Every call in the source that says something: where it is, and its text unless that is computed."""
    files = update.sources()
    argument = {"say": 1, "say_plural": 1, **update.error_classes(files)}
    found: list[tuple[str, str | None]] = []
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in argument:
                text = node.args[argument[node.func.id] - 1]
                plain = text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else None
                found.append((f"{path.relative_to(update.PACKAGE).as_posix()}:{node.lineno}", plain))
    return found


def test_every_language_that_is_not_the_source_is_translated() -> None:
    assert set(update.TRANSLATED) | {"en"} == set(SPOKEN)
    assert {language for language, domains in update.TRANSLATED.items() if not domains} | {"en"} == set(LANGUAGES)


@pytest.mark.parametrize(("language", "domain"), [each for each in DOMAINS if each[0] in LANGUAGES])
def test_no_text_is_missing_or_fuzzy(language: str, domain: str) -> None:
    wanted = {message.id for message in extracted()[domain] if message.id}
    assert {message.id for message in messages(language, domain)} == wanted
    assert [message.id for message in messages(language, domain) if not update.is_translated(message)] == []


@pytest.mark.parametrize(("language", "domain"), [each for each in DOMAINS if each[0] not in LANGUAGES])
def test_most_texts_of_a_language_that_is_begun_are_translated(language: str, domain: str) -> None:
    """Whoever changes an English text need not know all languages: what is missing is English until somebody does."""
    done = {message.id for message in messages(language, domain) if update.is_translated(message)}
    wanted = {message.id for message in update.needed(language, domain, extracted()[domain]) if message.id}
    assert len(done & wanted) > 0.9 * len(wanted)


@pytest.mark.parametrize(("language", "domain"), DOMAINS)
def test_braces_agree_between_text_and_translation(language: str, domain: str) -> None:
    assert [
        message.id for message in messages(language, domain) if braces(str(message.id)) != braces(str(message.string))
    ] == []


@pytest.mark.parametrize(("language", "domain"), DOMAINS)
def test_the_compiled_catalogue_is_the_written_one(language: str, domain: str) -> None:
    po = update.po_path(language, domain)
    fresh = GNUTranslations(io.BytesIO(update.mo_bytes(update.read_catalogue(po, language))))
    with po.with_suffix(".mo").open("rb") as file:
        committed = GNUTranslations(file)
    assert vars(committed)["_catalog"] == vars(fresh)["_catalog"]
    assert committed.gettext(str(messages(language, domain)[0].id)) == messages(language, domain)[0].string


@pytest.mark.parametrize(("language", "domain"), DOMAINS)
def test_the_typography_is_that_of_print(language: str, domain: str) -> None:
    assert [
        form
        for message in messages(language, domain)
        for form in forms(message.string)
        if typeset(form, language) != form
    ] == []


def test_no_catalogue_is_missing_or_left_over() -> None:
    wanted = {
        update.po_path(language, domain).with_suffix(kind)
        for language, domains in update.TRANSLATED.items()
        for domain in domains or extracted()
        for kind in (".po", ".mo")
    }
    assert set(update.LOCALE.rglob("*.?o")) == wanted


def test_a_text_in_two_domains_has_one_translation() -> None:
    """All domains are looked up as one, so two translations of one text would shadow each other."""
    seen: dict[tuple[str, str], set[str]] = {}
    for language, domain in DOMAINS:
        for message in messages(language, domain):
            seen.setdefault((language, str(message.id)), set()).add(str(message.string))
    assert {text: found for text, found in seen.items() if len(found) > 1} == {}


@pytest.mark.slow
def test_every_text_of_the_source_is_extracted() -> None:
    known = {form for texts in extracted().values() for message in texts for form in forms(message.id)}
    written = written_texts()
    computed = [place for place, text in written if text is None]
    assert computed == [], "a text that is not written out cannot be translated"
    assert [(place, text) for place, text in written if text not in known] == []
    assert len(written) > 100


@pytest.mark.slow
def test_every_error_of_ours_is_looked_at() -> None:
    def below(kind: type[ParrainError]) -> set[str]:
        return {kind.__name__}.union(*(below(each) for each in kind.__subclasses__()))

    ours = {name for name in below(ParrainError) if not name.startswith("_")}
    # the web's Refused is given a Say that is extracted where it is written, not a text of its own
    assert ours - {"Refused"} <= set(update.error_classes(update.sources()))


def test_the_domain_follows_from_the_file() -> None:
    assert update.domain_of(update.PACKAGE / "games" / "district_noir" / "rules.py") == "district-noir"
    assert update.domain_of(update.PACKAGE / "games" / "__init__.py") == "parrain"
    assert update.domain_of(update.PACKAGE / "core" / "game.py") == "parrain"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small house of one file with its own catalogues."""
    source = tmp_path / "parrain"
    source.mkdir()
    (source / "here.py").write_text(
        'say("One {thing} more!")\nclass Odd(IllegalAction): ...\nOdd("X 1", "It is over.")\n'
    )
    monkeypatch.setattr(update, "PACKAGE", source)
    monkeypatch.setattr(update, "LOCALE", source / "locale")
    return source


def test_the_tool_writes_what_the_source_says_and_waits_for_the_translator(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert update.main([]) == 1
    assert "to translate: fr/parrain: One {thing} more!" in capsys.readouterr().out
    po = house / "locale" / "fr" / "LC_MESSAGES" / "parrain.po"
    text = po.read_text("utf-8")
    assert "here.py\n" in text and "It is over." in text
    assert "POT-Creation-Date" not in text and "Babel" not in text
    text = text.replace('more!"\nmsgstr ""', 'more!"\nmsgstr "Encore {thing} !"')
    po.write_text(text.replace('over."\nmsgstr ""', 'over."\nmsgstr "C\'est fini."'), "utf-8")
    assert update.main([]) == 0
    assert "Encore {thing}\u202f!" in po.read_text("utf-8") and "C’est fini." in po.read_text("utf-8")
    assert update.main(["--check"]) == 0
    before = po.read_bytes()
    assert update.main([]) == 0 and po.read_bytes() == before


def test_a_changed_text_keeps_its_old_translation_for_the_translator_to_look_at(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    update.main([])
    po = house / "locale" / "fr" / "LC_MESSAGES" / "parrain.po"
    po.write_text(po.read_text("utf-8").replace('more!"\nmsgstr ""', 'more!"\nmsgstr "Encore {thing} !"'))
    (house / "here.py").write_text('say("One {thing} more, then!")')
    assert update.main(["--check"]) == 1
    assert "stale: locale/fr/LC_MESSAGES/parrain.po" in capsys.readouterr().out
    assert update.main([]) == 1
    assert "fuzzy" in po.read_text("utf-8") and "It is over." not in po.read_text("utf-8")
    with po.with_suffix(".mo").open("rb") as file:
        assert GNUTranslations(file).gettext("One {thing} more, then!") == "One {thing} more, then!"


def test_after_a_conflict_the_other_side_gives_what_is_missing(house: Path) -> None:
    update.main([])
    po = house / "locale" / "fr" / "LC_MESSAGES" / "parrain.po"
    untranslated = po.read_text("utf-8")
    text = untranslated.replace('more!"\nmsgstr ""', 'more!"\nmsgstr "Encore {thing} !"').replace(
        'over."\nmsgstr ""', 'over."\nmsgstr "Fini."'
    )
    po.write_text(text, "utf-8")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "theirs"]):
        subprocess.run([*git, *command], cwd=house, check=True)
    po.write_text(
        untranslated.replace('over."\nmsgstr ""', 'over."\nmsgstr "Terminé."').partition('msgid "One')[0], "utf-8"
    )
    assert update.main([]) == 1
    assert update.main(["--from", "HEAD"]) == 0
    assert (
        "Encore {thing}" in po.read_text("utf-8")
        and "Terminé." in po.read_text("utf-8")
        and "Fini." not in po.read_text("utf-8")
    )


def test_a_text_that_moves_to_another_file_keeps_its_translation(house: Path) -> None:
    update.main([])
    po = house / "locale" / "fr" / "LC_MESSAGES" / "parrain.po"
    po.write_text(po.read_text("utf-8").replace('over."\nmsgstr ""', 'over."\nmsgstr "Fini."'), "utf-8")
    (house / "games" / "other").mkdir(parents=True)
    (house / "games" / "other" / "text.py").write_text('say("It is over.")')
    (house / "here.py").write_text("")
    assert update.main([]) == 0
    assert "Fini." in po.with_name("other.po").read_text("utf-8") and not po.exists()


def test_a_mistake_is_told_in_french() -> None:
    with pytest.raises(BadOption) as mistake:
        choose_language("it", {})
    assert render(mistake.value.say, "fr") == "La table parle fr, en, de, pas «\u00a0it\u00a0»."
    assert render(mistake.value.say, "en") == "The table speaks fr, en, de, not “it”."


@pytest.mark.parametrize(
    ("wanted", "environ", "spoken"),
    [
        ("fr", {"LANG": "en_US.UTF-8"}, "fr"),
        ("fr_CA", {}, "fr"),
        (None, {"PARRAIN_LANGUAGE": "fr", "LANG": "en_US.UTF-8"}, "fr"),
        (None, {"LANG": "fr_FR.UTF-8"}, "fr"),
        (None, {"LC_ALL": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"LANGUAGE": "fr:en"}, "fr"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "de_DE"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_else_that_of_the_environment(
    wanted: str | None, environ: dict[str, str], spoken: str
) -> None:
    assert choose_language(wanted, environ) == spoken


@pytest.mark.parametrize(
    ("plain", "printed"),
    [
        ("Vraiment ?", "Vraiment\u202f?"),
        ("Non ! Si ; peut-être : « oui ».", "Non\u202f! Si\u202f; peut-être\u00a0: «\u00a0oui\u00a0»."),
        ("l'alliance, d'{name}, 'code'", "l’alliance, d’{name}, 'code'"),
        ("http://exemple", "http://exemple"),
        ("de 120 000 $ à {sum} $, place 12 34", "de 120\u202f000\u00a0$ à {sum}\u00a0$, place 12 34"),
    ],
)
def test_french_is_typeset(plain: str, printed: str) -> None:
    assert typeset(plain, "fr") == printed
    assert typeset(printed, "fr") == printed
    assert typeset(plain, "en") == plain


def test_the_table_finds_the_catalogues() -> None:
    assert translation.LOCALES[0] == update.LOCALE
    assert translation.translate("The line is empty.", "fr") == "La file est vide."


def test_plural_forms_follow_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "my_game"
    package.mkdir()
    (package / "text.py").write_text('say_plural("{count} card left", "{count} cards left", count=n)\n')
    assert update.main(["--package", str(package)]) == 1
    po = package / "locale" / "fr" / "LC_MESSAGES" / "my-game.po"
    text = po.read_text("utf-8")
    text = text.replace('msgstr[0] ""', 'msgstr[0] "{count} carte restante"')
    po.write_text(text.replace('msgstr[1] ""', 'msgstr[1] "{count} cartes restantes"'), "utf-8")
    assert update.main(["--package", str(package)]) == 0
    monkeypatch.setattr(translation, "LOCALES", list(translation.LOCALES))
    translation.add_locale(package / "locale")
    try:
        said = [
            [render(say_plural("{count} card left", "{count} cards left", count=count), each) for count in (0, 1, 2)]
            for each in ("en", "fr")
        ]
    finally:
        translation.catalogue.cache_clear()
    assert said == [
        ["0 cards left", "1 card left", "2 cards left"],
        ["0 carte restante", "1 carte restante", "2 cartes restantes"],
    ]
