"""Whole games of every kind in a real browser, by mouse, by keys, by touch."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest

import parrain
from tests.browser.conftest import SIZES
from tests.browser.playing import (
    CUT_OFF,
    REDRAWN,
    SHORT,
    against_bots,
    by_arrows,
    by_enter,
    by_keys,
    by_touch,
    few,
    finished,
    look,
    my_turn,
    play,
    play_on,
)

GAMES = list(parrain.all_games())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse_on_the_board(visit: Callable[..., Any], game: str) -> None:
    """To the end by pressing what glows; now and then window, light and language change, and nothing is cut off."""
    page = visit(size="small", preferences={"list": "no"})
    against_bots(page, game, few(game), options=SHORT.get(game, {}))
    looks = itertools.cycle(itertools.product(("fr", "en"), ("light", "dark"), SIZES.items()))
    found: list[str] = []

    def glance(count: int) -> None:
        if count % 12:
            return
        language, scheme, (size, (width, height)) = next(looks)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        if page.locator("html").get_attribute("lang") != language:
            page.click("#open-menu")
            page.click(f"[data-language={language}]")
            page.wait_for_selector(f"html[lang={language}]")
            my_turn(page)
        page.wait_for_function(REDRAWN)
        found.extend(f"{size} {scheme} {language}, choice {count}: {each}" for each in page.evaluate(CUT_OFF))

    made = play(page, watch=glance)
    assert made > 3
    assert look(page)["choices"] == []
    assert page.locator("#places li").count() == few(game)
    page.wait_for_selector("#chart svg .line")
    check_end(page, game)
    assert page.locator("#prompt").inner_text() != ""
    for again in range(len(SIZES)):
        glance(again * 12)
    assert found == []


END = """() => [...document.querySelectorAll("#places li")].map((line) => ({
  score: line.querySelector(".seat-score").textContent,
  sources: [...line.querySelectorAll(".place-sources b")].map((each) => each.textContent),
  colour: line.querySelector(".place-bar").dataset.colour,
}))"""


def check_end(page: Any, game: str) -> None:
    """The parts of every score add up to it, and the chart has the colours of the seats."""

    def number(text: str) -> int:
        return int(re.sub(r"[^0-9-]", "", text.replace("−", "-")))

    lines = page.evaluate(END)
    marks = page.locator("#chart svg .mark").evaluate_all("(all) => all.map((each) => each.classList[1])")
    assert {f"colour-{line['colour']}" for line in lines} == set(marks)
    for line in lines:
        if line["sources"]:  # none where all points are of one kind
            assert sum(number(each) for each in line["sources"]) == number(line["score"])
    assert bool(lines[0]["sources"]) or game in ("reglement-de-comptes", "gangs-city", "police-vs-gangs")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_alone_on_a_phone_in_french(visit: Callable[..., Any], game: str) -> None:
    """From the table to the rematch without a mouse: choices by board and arrows, by list and arrows, by number."""
    page = visit(size="phone", language="fr", dark=True)
    against_bots(page, game, few(game), options=SHORT.get(game, {}))
    made = play(page, hands=(by_enter, by_arrows, by_keys))
    assert look(page)["over"] and made > 3
    table = page.url
    for _ in range(60):  # Tab leads there, Enter presses
        if page.evaluate("() => document.activeElement.id") == "rematch":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != table)
    assert my_turn(page)["choices"]


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game_by_touch_on_a_phone(visit: Callable[..., Any], game: str) -> None:
    """The busiest table there is, played on from its last moments with a finger alone, to the rematch."""
    page = visit(size="phone", preferences={"list": "no"})
    play_on(page, finished(game), 0.85)
    assert play(page, hands=(by_touch,)) > 1
    table = page.url
    page.locator("#rematch").tap()
    page.wait_for_url(lambda url: url != table)
    assert my_turn(page)["choices"]


def test_play_now_is_one_click(visit: Callable[..., Any]) -> None:
    page = visit("/")
    page.locator("[data-play]").first.click()
    page.wait_for_url("**/t/*")
    assert my_turn(page)["choices"]
    page.goto("/")
    page.wait_for_selector("#mine li a")
    assert page.locator("#mine li a").count() == 1


def test_pieces_move_and_hold_still_for_those_who_want_it(visit: Callable[..., Any]) -> None:
    moving = "() => document.getAnimations().filter((each) => each.effect.target.dataset.piece).length"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page = visit(motion=motion)
        against_bots(page, GAMES[0], 2)
        seen = my_turn(page)
        lay = next(i for i, each in enumerate(seen["choices"]) if each.startswith("lay"))
        page.evaluate(
            "() => { window.most = 0; const count = " + moving + ";"
            " const watch = new MutationObserver(() => { window.most = Math.max(window.most, count()); });"
            " watch.observe(document.getElementById('board'), {childList: true}); }"
        )
        page.locator("#choices button").nth(lay).click()
        my_turn(page, seen["step"])
        assert (page.evaluate("() => window.most") > 0) is moves
