"""The pages about a game: every rule has its place, every link leads somewhere, every example is drawn."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from importlib import import_module

import pytest
from starlette.routing import Match

import parrain
from parrain.core import svg
from parrain.core.rulebook import BOOK
from parrain.core.svg.symbols import symbols
from parrain.locale import typeset
from parrain.web.http import pages
from parrain.web.render import rules
from tests.web.server import Server

GAMES = parrain.all_games()
PAGES = ("", "/short", "/pieces", "/box")
# What a reader cannot follow: numbers of decisions, a specification, keys of the edition file.
UNKNOWN = re.compile(r"\b[ABGPR]-\d+\b|\bA\d{1,2}\b|\bspec\b|\brecon\b|`")


class Found(HTMLParser):
    """The ids, links, pictures and words of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.words: list[str] = []
        self.silent = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.ids += [told["id"] or ""] if "id" in told else []
        self.links += [told["href"] or ""] if tag == "a" else []
        self.pictures += [told.get("srcset") or told.get("src") or ""] if tag in ("img", "source") else []
        self.silent += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_the_pages_of_a_game(server: Server, name: str, language: str) -> None:
    game = GAMES[name]
    found = {page: Found(server.http.get(f"/rules/{name}{page}?lang={language}").text) for page in PAGES}
    ids = {page: set(each.ids) for page, each in found.items()}
    book = game.rulebook()
    assert {rules.anchor(rule) for rule in book.rules} <= ids[""], "every rule has its place"
    assert {f"section-{number}" for number in book.sections} | {"turn"} <= ids[""]
    assert {f"#section-{number}" for number in book.sections} <= set(found[""].links), "the contents name every section"
    for page, each in found.items():
        assert len(ids[page]) == len(each.ids), f"an id twice in {page}"
        assert {f"/rules/{name}{other}" for other in PAGES} <= set(each.links)
        for link in each.links:
            path, _, place = link.partition("#")
            assert not place or place in (ids[path.removeprefix(f"/rules/{name}")] if path else ids[page]), link
            assert not path or leads_somewhere(path), link
        assert not UNKNOWN.search(" ".join(each.words)), page


def leads_somewhere(path: str) -> bool:
    """Whether a page stands at an address; a lesson must exist."""
    _, kind, game, *rest = [*path.split("/"), ""]
    if kind == "lesson":
        return rules.find_lesson(game, rest[0]) is not None
    scope = {"type": "http", "path": path, "method": "GET"}
    return any(route.matches(scope)[0] is Match.FULL for route in pages.ROUTES)


@pytest.mark.parametrize("name", GAMES)
def test_every_example_is_drawn(server: Server, name: str) -> None:
    pictures = Found(server.http.get(f"/rules/{name}?lang=fr").text).pictures
    assert len(pictures) >= 2 * len(GAMES[name].guide().examples) > 0, "wide and narrow"
    for address in pictures:
        answered = server.http.get(address)
        assert answered.status_code == 200 and answered.headers["content-type"] == "image/svg+xml", address
        assert "<style" not in answered.text and "<script" not in answered.text
        used = set(re.findall(r'href="#fig-([\w-]+)"', answered.text))
        assert used == set(re.findall(r'id="fig-([\w-]+)"', answered.text)), "a drawing brings its figures along"
    assert server.http.get(f"/rules/{name}/none/before.svg").status_code == 404
    assert server.http.get(f"/rules/{name}/{GAMES[name].guide().examples[0].lesson}/never.svg").status_code == 404
    assert server.http.get(f"/rules/{name}/nowhere").status_code == 404


def test_the_panel_of_a_table_has_every_rule(server: Server) -> None:
    table = server.make(server.identity(), "gangster", ["person", "random"])
    book = GAMES["gangster"].rulebook()
    for language in ("en", "fr"):
        text = server.http.get(f"/t/{table}/rules?lang={language}").text
        assert re.findall('data-rule="([^"]+)"', text) == list(book.rules), "in their order, each once"
        assert all(f". {typeset(title[language], language)}<" in unescape(text) for title in book.sections.values())
        assert "<html" not in text and leads_somewhere("/rules/gangster") and 'href="/rules/gangster"' in text
    assert server.http.get("/t/none/rules").status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_a_guide_knows_its_game(name: str) -> None:
    game, guide, book = GAMES[name], GAMES[name].guide(), GAMES[name].rulebook()
    phases = [phase.name for phase in import_module(f"{type(game).__module__}.rules").PHASES]
    assert sorted(phase for box in guide.turn for phase in box.phases) == sorted(phases), "each phase in one box"
    assert all(box.section in book.sections for box in guide.turn)
    assert all(f"{game.prefix} {word.rule}" in book.rules for word in guide.words)
    signs = [box.icon for box in guide.turn] + [line.sign for block in guide.aid for line in block.lines]
    assert {*signs, *(word.sign for word in guide.words)} - {""} <= {*svg.ICONS, *symbols()}
    assert {each.lesson for each in guide.examples} <= {lesson.id for lesson in rules.lessons_of(name)}
    for language in ("en", "fr"):
        groups = rules.pieces(name, language)
        assert [len(group.things) for group in groups] == [len(group.things) for group in guide.pieces]
        assert all(thing.picture or thing.title == "Chicago" for group in groups for thing in group.things)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_ours_is_marked(server: Server, name: str) -> None:
    game = GAMES[name]
    page = server.http.get(f"/rules/{name}/box?lang=en").text
    ours = [rule for rule in game.rulebook().rules.values() if rule.status != BOOK]
    assert all(rule.source["en"] != rule.source["fr"] for rule in game.rulebook().rules.values() if rule in ours)
    assert set(game.guide().box) == {"book", "found", "ours"}
    assert bool(rules.reconstructed(game, "en")) == bool(game.edition.reconstructed()) == ("Piece by piece" in page)


def test_a_game_without_a_guide_has_its_rules_all_the_same() -> None:
    from parrain.core.guide import Guide, read_guide

    assert read_guide(GAMES["district-noir"].home / "none.toml") == Guide()
