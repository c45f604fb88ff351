"""Guided first games: every course in both languages, at two sizes, by pressing what glows; mistakes; coming back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import parrain
from parrain.core import read_course
from parrain.locale import typeset
from tests.browser.conftest import SIZES
from tests.browser.playing import against_bots, my_turn
from tests.torture import TORTURE

GAMES = [name for name, game in parrain.all_games().items() if game.course_file()]
WALKS = [(language, size) for language in ("en", "fr") for size in ("small", "phone")]
GLOW = "#board .glowing, #part-hand .glowing, #part-offer .glowing, #acts .glowing"
FREE = "#board [data-action], #part-hand [data-action], #part-offer [data-action], #acts button"
READY = "body:not(.undecided):not(.film) #board[data-step]"

FOCUS = """what => {
  const seen = id => { const each = document.getElementById(id); return each.checkVisibility(); };
  const told = document.getElementById("board").dataset.told;
  if (seen("coach-on") || seen("coach-play")) return { told, done: true, over: seen("coach-again") };
  const target = document.querySelector(seen("coach-ask") ? what.free : what.glow);
  const box = target?.getBoundingClientRect();
  target?.focus();
  return { told, done: false, free: seen("coach-ask"), task: seen("coach-task"), wide: box?.width ?? 0 };
}"""
TOLD = """told => document.getElementById("board").dataset.told !== told
  && !document.body.classList.contains("undecided") && !document.body.classList.contains("film")"""


def open_course(visit: Callable[..., Any], game: str, language: str, size: str, chapter: int = 0) -> Any:
    page = visit(f"/learn/{game}" + (f"?chapter={chapter}" if chapter else ""), size=size, language=language)
    page.wait_for_selector(READY)
    return page


def press(page: Any, what: str) -> None:
    """Press the first of these by key, wherever it is drawn, and wait for the answer."""
    target = page.locator(what).first
    before = page.locator("#board").get_attribute("data-told")
    target.focus()
    page.keyboard.press("Enter")
    answered(page, before)


def answered(page: Any, before: str | None) -> None:
    page.wait_for_function(TOLD, arg=before)


def go_on(page: Any) -> None:
    before = page.locator("#board").get_attribute("data-told")
    page.click("#coach-on")
    answered(page, before)


def walk_chapter(page: Any) -> int:
    """Press what glows until the chapter is over; in free play the first choice. How often something was pressed."""
    for pressed in range(120):
        seen = page.evaluate(FOCUS, {"glow": GLOW, "free": FREE})
        if seen["done"] and seen["over"]:
            return pressed
        if seen["done"]:
            page.click("#coach-on")
        else:
            assert seen["task"] and seen["wide"] > 0, seen
            page.keyboard.press("Enter")
        answered(page, seen["told"])
    raise AssertionError("the chapter does not come to its end")


@pytest.mark.parametrize("game", GAMES)
def test_a_course_is_walked_through_by_pressing_what_glows(visit: Callable[..., Any], game: str) -> None:
    """The chapters take turns with the languages and the sizes, so that every course is seen in all of them.

    In `make torture` the whole course is walked in each language at each size.
    """
    page = visit("/offline")
    course = read_course(parrain.game(game).course_file() or Path())
    count = len(course.chapters)
    walks = [[WALKS[(chapter + GAMES.index(game)) % len(WALKS)] for chapter in range(1, count + 1)]]
    if TORTURE:
        walks = [[walk] * count for walk in WALKS]
    for walk in walks:
        page.goto("/offline")
        page.evaluate("() => localStorage.removeItem('courses')")  # nothing walked yet
        for chapter, (language, size) in enumerate(walk, 1):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"/learn/{game}?chapter={chapter}&lang={language}")
            page.wait_for_selector(READY)
            title = page.locator("#coach-title").inner_text()
            assert title == typeset(course.chapters[chapter - 1].title[language], language)
            assert walk_chapter(page) > 0
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("#coach-play").is_visible()
        assert page.evaluate(f"JSON.parse(localStorage.courses)['{game}'].done.length") == count
    page.reload()  # who comes back at the end of a chapter is led on
    page.wait_for_selector(READY)
    assert walk_chapter(page) == 0


def test_a_wrong_choice_is_answered_kindly_with_its_reason_and_rule(visit: Callable[..., Any]) -> None:
    page = open_course(visit, "gangs-city", "en", "small", 2)
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
    page = visit("/learn/district-noir?chapter=2", size="small", preferences={"pace": "slow"})
    page.wait_for_selector(READY)
    page.click("#coach-show")
    page.wait_for_selector("body.film #caption:not([hidden])")
    assert "Élodie waits" in page.locator("#caption").inner_text()
    page.click("#film-skip")
    page.wait_for_selector("#coach-on:not([hidden])")


def test_a_coach_at_the_table_warns_before_a_blunder(visit: Callable[..., Any]) -> None:
    page = visit(preferences={"coach": "yes"})

    def pass_on(route: Any) -> None:
        """Let the search find one choice winning and all others losing, whatever it found."""
        server = route.connect_to_server()

        def told(message: str) -> None:
            data = json.loads(message)
            if data.get("is") == "coached":
                first, *others = sorted(data["values"])
                data["values"] = {first: 0.9, **dict.fromkeys(others, 0.1)}
            route.send(json.dumps(data))

        server.on_message(told)

    page.route_web_socket("**/ws/**", pass_on)
    against_bots(page, "district-noir", 2)
    my_turn(page)
    page.wait_for_selector("#coach-box:not([hidden]) #coach-watch li")
    assert page.locator("#coach-watch li").count() == 3 and page.locator("#coach-about").inner_text()
    step = page.locator("#board").get_attribute("data-step")
    worst = sorted(page.eval_on_selector_all("#choices [data-choice]", "all => all.map(each => each.dataset.choice)"))
    page.locator(f'#choices [data-choice="{worst[-1]}"]').dispatch_event("click")
    page.wait_for_selector("#notice:not([hidden])")
    assert "10%" in page.locator("#notice").inner_text() and "90%" in page.locator("#notice").inner_text()
    assert page.locator("#board").get_attribute("data-step") == step
    page.click("#notice >> text=Do it anyway")
    page.wait_for_function("step => document.getElementById('board').dataset.step !== step", arg=step)
