"""At one table: a rematch, somebody who goes and comes back, a clock that runs out, a board one looks at closely."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parrain
from browser.playing import against_bots, by_list, look, make, my_turn, play
from browser.test_together import NOIR, choose, mover, sit_two


def test_a_rematch_brings_the_same_people_to_a_new_table(visit: Callable[..., Any]) -> None:
    lana, elodie, link = sit_two(visit)
    for _ in range(5_000):
        if look(lana)["over"]:
            break
        for page in (lana, elodie):
            if look(page)["choices"]:
                choose(page)
        lana.wait_for_timeout(20)
    elodie.wait_for_selector("#after:not([hidden])")
    lana.click("#rematch")
    lana.wait_for_url(lambda url: url != link)
    elodie.click("#notice.question a")  # whoever is still there is told, and led there
    elodie.wait_for_url(lana.url)
    first, second = mover(lana, elodie)
    assert look(first)["step"] == look(second)["step"] == 0, "a game that begins"
    names = lana.locator("#seats .seat-name").all_inner_texts()
    assert names == elodie.locator("#seats .seat-name").all_inner_texts() and sorted(names) == ["Lana", "Élodie <b>"]
    choose(first)
    nobody = visit("/")
    nobody.goto(link)
    nobody.wait_for_selector("#after:not([hidden])")
    assert not nobody.locator("#rematch").is_visible(), "only those who played"


def test_a_bot_plays_for_whoever_has_gone_until_they_are_back(visit: Callable[..., Any]) -> None:
    lana, elodie, link = sit_two(visit)
    if mover(lana, elodie)[0] is lana:
        choose(lana)  # now it is Élodie's turn, and she goes
    mover(lana, elodie)
    context = elodie.context
    elodie.close()
    lana.click('#seats button:has-text("Let a bot play for them")')
    my_turn(lana)
    assert "a bot plays for them" in lana.locator("#seats").inner_text()
    step = look(lana)["step"]
    choose(lana)
    my_turn(lana, step)  # the bot has answered
    back = context.new_page()
    back.goto(link)
    back.wait_for_selector("#board svg")
    lana.wait_for_function("() => !document.getElementById('seats').textContent.includes('a bot plays for them')")
    choose(lana)
    assert mover(lana, back)[0] is back, "whoever is back plays for themselves"


def test_a_clock_that_runs_out_and_coming_back(visit: Callable[..., Any]) -> None:
    lana = visit("/")
    seats = [{"kind": "person", "name": "Lana"}, {"kind": "open"}]
    make(lana, NOIR, seats, clock={"kind": "decision", "seconds": 15})
    elodie = visit("/", size="phone", language="fr")
    elodie.goto(lana.url)
    elodie.fill("#sit-name", "Élodie")
    elodie.click("#sit button")
    for page in (lana, elodie):
        page.wait_for_selector("#board svg")
    first, second = mover(lana, elodie)
    first.wait_for_selector("#ask-clock.running.short")
    assert first.locator("#ask-clock").inner_text().startswith("0:")
    second.wait_for_function("() => document.querySelector('#choices button')")  # a bot has chosen for the first
    first.click("#im-back")
    first.wait_for_selector("#im-back", state="hidden")
    choose(second)
    my_turn(first, look(first)["step"] - 1)
    choose(first)
    assert mover(first, second)[0] is second, "whoever is back plays for themselves"


@pytest.mark.parametrize("game", [NOIR, "gangs-city"])
def test_looking_closely_and_moving_the_board(visit: Callable[..., Any], game: str) -> None:
    page = visit("/")
    against_bots(page, game, parrain.game(game).fewest)
    seen = my_turn(page)
    width = "() => document.querySelector('#board svg').getBoundingClientRect().width"
    scrolled = (
        "() => [document.getElementById('board-view').scrollLeft, document.getElementById('board-view').scrollTop]"
    )
    whole = page.evaluate(width)
    page.keyboard.press("+")
    page.click("#zoom-in")
    assert page.evaluate(width) == pytest.approx(whole * 1.96, rel=0.02)
    middle = page.evaluate(scrolled)
    assert max(middle) > 0, "what was in the middle stays there"
    box = page.locator("#board-view").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 120, box["y"] + box["height"] / 2 - 60, steps=4)
    page.mouse.up()
    moved = page.evaluate(scrolled)
    assert moved[1] == pytest.approx(middle[1] + 60, abs=2)
    page.evaluate("() => fetch('/health').then(() => true)")  # there and back: a press would have been answered
    assert look(page)["step"] == seen["step"] and page.locator("#notice").is_hidden(), "dragging presses nothing"
    page.keyboard.press("-")
    assert page.evaluate(width) == pytest.approx(whole * 1.4, rel=0.02)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    page.wait_for_function(f"(least) => ({width})() > least", arg=whole * 1.5)
    page.focus("#board-view")
    before = page.evaluate(scrolled)[1]
    page.keyboard.press("ArrowUp")
    page.wait_for_function(f"(at) => ({scrolled})()[1] < at", arg=before)
    page.keyboard.press("=")
    assert page.evaluate(width) == pytest.approx(whole, rel=0.02)
    page.keyboard.press("+")
    page.locator("#table [data-action]").first.dispatch_event("click")
    assert my_turn(page, seen["step"])["step"] > seen["step"], "a choice can be pressed on a board seen closely"


def test_leaving_for_good_leaves_the_seat_to_a_bot(visit: Callable[..., Any]) -> None:
    lana, elodie, link = sit_two(visit)
    elodie.on("dialog", lambda dialog: dialog.accept())
    elodie.click("#open-menu")
    elodie.click("#leave")
    elodie.wait_for_url("**/")
    play(lana, 5, hands=(by_list,))
    assert "a bot plays for them" in lana.locator("#seats").inner_text()
    elodie.goto(link)
    elodie.click("#im-back")
    lana.wait_for_function("() => !document.getElementById('seats').textContent.includes('a bot plays for them')")
