"""Guided first games: every course in both languages, at two sizes, by pressing what glows; mistakes; coming back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parrain

GAMES = [name for name, game in parrain.all_games().items() if game.course_file()]
SLOW = pytest.mark.slow
WALKS = [
    ("en", "laptop"),
    ("fr", "phone"),
    pytest.param("fr", "laptop", marks=SLOW),
    pytest.param("en", "phone", marks=SLOW),
]
GLOW = "#board .glowing, #part-hand .glowing, #part-offer .glowing, #acts .glowing"
FREE = "#board [data-action], #part-hand [data-action], #part-offer [data-action], #acts button"
READY = "body:not(.undecided):not(.film) #board[data-step]"


def open_course(visit: Callable[..., Any], game: str, language: str, size: str, chapter: int = 0) -> Any:
    page = visit(f"/learn/{game}" + (f"?chapter={chapter}" if chapter else ""), size=size, language=language)
    page.wait_for_selector(READY)
    return page


def press(page: Any, what: str) -> None:
    """Press the first of these by key, wherever it is drawn, and wait for the answer."""
    target = page.locator(what).first
    box = target.bounding_box()
    assert box is not None and box["width"] > 0
    before = page.locator("#board").get_attribute("data-told")
    target.focus()
    page.keyboard.press("Enter")
    answered(page, before)


def answered(page: Any, before: str | None) -> None:
    page.wait_for_selector(f'#board:not([data-told="{before}"])')
    page.wait_for_selector(READY)


def go_on(page: Any) -> None:
    before = page.locator("#board").get_attribute("data-told")
    page.click("#coach-on")
    answered(page, before)


@pytest.mark.parametrize(("lang", "size"), WALKS)
@pytest.mark.parametrize("game", GAMES)
def test_a_course_is_walked_through_by_pressing_what_glows(
    visit: Callable[..., Any], game: str, lang: str, size: str
) -> None:
    page = open_course(visit, game, lang, size)
    pressed = 0
    for _ in range(150):
        if page.locator("#coach-play").is_visible():
            break
        if page.locator("#coach-on").is_visible():
            go_on(page)
            continue
        assert page.locator("#coach-task").is_visible()
        free = page.locator("#coach-ask").is_visible()
        press(page, FREE if free else GLOW)
        pressed += 1
    assert page.locator("#coach-play").is_visible() and pressed > 12
    done = page.locator(".chapters li").count()
    assert page.evaluate(f"JSON.parse(localStorage.courses)['{game}'].done.length") == done
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_wrong_choice_is_answered_kindly_with_its_reason_and_rule(visit: Callable[..., Any]) -> None:
    page = open_course(visit, "gangs-city", "en", "laptop", 2)
    before = page.locator("#board").get_attribute("data-told")
    page.locator('#board [data-touch="at casino"], #board [data-touch="at bar"]').first.dispatch_event("click")
    answered(page, before)
    assert page.locator("#coach").get_attribute("data-kind") == "forbidden"
    page.click("#coach-why")
    assert "GC 4.10" in page.locator("#coach-rule").inner_text()
    press(page, '#board [data-action="at casino/nw"]')
    assert "smells of powder" in page.locator("#coach-words").inner_text()
    assert page.locator("#coach-task").is_visible() and page.locator("#board .glowing").count() == 1
    page.locator('#part-hand [data-about="character.showdown"]').first.dispatch_event("click")
    assert "chapter 6" in page.locator("#coach-words").inner_text()
    before = page.locator("#board").get_attribute("data-told")
    page.click("#coach-show")
    answered(page, before)
    press(page, "#acts button:not(.glowing)")  # back
    assert page.locator('#board [data-action="at bar/e"].glowing').count() == 1


def test_one_comes_back_to_where_one_left(visit: Callable[..., Any]) -> None:
    page = open_course(visit, "district-noir", "fr", "phone", 2)
    press(page, GLOW)
    go_on(page)
    task = page.locator("#coach-task").inner_text()
    page.goto("/")
    page.goto("/learn/district-noir")
    page.wait_for_selector(READY)
    assert page.locator("#coach-task").inner_text() == task


def test_what_others_do_is_shown_as_a_film(visit: Callable[..., Any]) -> None:
    page = visit("/learn/district-noir?chapter=2", size="laptop", preferences={"pace": "slow"})
    page.wait_for_selector(READY)
    page.click("#coach-show")
    page.wait_for_selector("body.film #caption:not([hidden])")
    assert "Élodie waits" in page.locator("#caption").inner_text()
    page.click("#film-skip")
    page.wait_for_selector("#coach-on:not([hidden])")
