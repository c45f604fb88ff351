"""The other pages: lessons, replays, rules, why not, hints, a record that goes out and comes in again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import parrain
from parrain.locale import typeset
from tests.browser.playing import against_bots, by_list, few, look, my_turn, play

NOIR = "district-noir"


@pytest.mark.parametrize("game", list(parrain.all_games()))
def test_a_lesson_is_learned(visit: Callable[..., Any], game: str) -> None:
    page = visit("/")
    if page.locator(f'a[href^="/lesson/{game}/"]').count() == 0:
        pytest.skip(f"{game} has no lessons yet")
    page.click(f'a[href^="/lesson/{game}/"]')
    page.locator("#board [data-about]").first.wait_for(state="attached")
    page.locator("#table svg [data-about]").first.hover(force=True)
    page.wait_for_selector("#card:not([hidden]) h3")
    learn(page)
    assert page.locator("#done").is_visible()
    assert page.locator("#lesson-rules li").count() > 0


def press(button: Any) -> None:
    """By the mouse."""
    button.click()


def learn(page: Any, hand: Callable[[Any], None] = press) -> None:
    """Do a lesson to its end, answers given by that hand."""
    page.wait_for_selector("#board svg")
    for _ in range(40):
        page.wait_for_selector("#next:not([hidden]), #task-box:not([hidden]), #done:not([hidden])")
        if page.locator("#done").is_visible():
            break
        before = page.get_attribute("#board", "data-step")
        if page.locator("#next").is_visible():
            page.click("#next")
        else:
            answer(page, before, hand)
        page.wait_for_function("(before) => document.getElementById('board').dataset.step !== before", arg=before)


def answer(page: Any, step: str | None, hand: Callable[[Any], None]) -> None:
    """Try every choice until one is right; a wrong one is told why."""
    for at in range(page.locator("#choices button").count()):
        page.evaluate("() => { document.getElementById('answer').className = 'answer'; }")
        hand(page.locator("#choices button").nth(at))
        page.wait_for_selector("#answer.right, #answer.wrong")
        if page.locator("#answer.right").count():
            return
        assert page.locator("#answer").inner_text() != ""
    raise AssertionError(f"no choice of step {step} is right")


def test_a_replay_a_record_and_playing_on(visit: Callable[..., Any], tmp_path: Path) -> None:
    page = visit()
    table = against_bots(page, NOIR, 2)
    play(page, hands=(by_list,))
    with page.expect_download() as loading:
        page.click('#after a[href^="/record/"]')
    record = tmp_path / "game.record"
    loading.value.save_as(record)
    stranger = visit("/")
    stranger.set_input_files("#upload", record)
    stranger.wait_for_url("**/replay/*")
    stranger.wait_for_selector("#board svg")
    assert table not in stranger.url
    last = int(stranger.get_attribute("#slider", "max") or 0)
    assert last > 5
    stranger.click("#last")
    stranger.wait_for_selector(f'#board[data-step="{last}"]')
    stranger.keyboard.press("Home")
    stranger.wait_for_selector('#board[data-step="0"]')
    stranger.wait_for_selector("#chart .line")
    assert stranger.locator("#chart .line").count() == 2
    stranger.select_option("#viewer", "1")
    stranger.wait_for_function("() => /Your hand/.test(document.getElementById('in-words').textContent)")
    stranger.focus("#slider")
    stranger.keyboard.press("ArrowRight")
    stranger.wait_for_selector('#board[data-step="1"]')
    stranger.locator("#part-hand [data-about]").first.hover()
    stranger.wait_for_selector("#card:not([hidden]) h3")  # things explain themselves in a replay too
    stranger.click("#auto")
    stranger.wait_for_selector('#board[data-step="3"]')
    stranger.click("#auto")
    stranger.click("#play-on")
    stranger.wait_for_url("**/t/*")
    assert my_turn(stranger)["choices"]


def test_every_line_of_the_story_leads_to_its_moment(visit: Callable[..., Any]) -> None:
    page = visit()
    against_bots(page, NOIR, 2)
    my_turn(page)
    first = page.locator("#part-hand").inner_html()
    play(page, 2, hands=(by_list,))
    my_turn(page)
    now = page.locator("#part-hand").inner_html()
    line = page.locator("#log .story-line").nth(1)  # the deal
    told = line.inner_text()
    line.click()
    page.wait_for_selector("#past:not([hidden])")
    assert page.locator("#past-words").inner_text() == told.strip()
    assert page.locator("#part-hand [data-piece]").count() == first.count("data-piece"), "the hand as it was"
    page.click("#past-back")
    page.wait_for_selector("#past", state="hidden")
    assert page.locator("#part-hand").inner_html().count("data-piece") == now.count("data-piece")


@pytest.mark.parametrize("game", list(parrain.all_games()))
def test_why_not_says_the_rule_and_leads_to_it(visit: Callable[..., Any], game: str) -> None:
    page = visit()
    against_bots(page, game, few(game))
    seen = my_turn(page)
    for count in range(60):
        if page.locator("#table [data-touch]").count() or seen["over"]:
            break
        take = [i for i, each in enumerate(seen["choices"]) if each == "take"]  # in District Noir that ends the wait
        page.locator("#choices button").nth(take[0] if take else count % len(seen["choices"])).click()
        seen = my_turn(page, seen["step"])
    assert page.locator("#table [data-touch]").count(), "nothing at this table can be asked about"
    page.locator("#table [data-touch]").first.dispatch_event("click")
    page.wait_for_selector("#notice.warning:not([hidden]) a")
    rule = page.locator("#notice a").inner_text().split("rule ")[1]
    assert rule in parrain.game(game).rulebook().rules and parrain.game(game).rulebook().rules[rule].text[
        "en"
    ] in text_of(page, "#notice")
    page.click("#notice a")
    assert page.locator("#rules .led-to").get_attribute("data-rule") == rule
    assert page.locator("#rules .led-to").is_visible()
    page.fill("#rules [data-search]", "zzz")
    assert page.locator("#rules [data-rule]:visible").count() == 0
    page.keyboard.press("Escape")  # empties the search
    page.keyboard.press("Escape")
    assert not page.locator("#rules").is_visible()
    assert look(page)["step"] == seen["step"], "asking changes nothing"


def text_of(page: Any, selector: str) -> str:
    """What an element says, spaces as one."""
    return " ".join(str(page.locator(selector).text_content()).split())


def test_a_hint_and_taking_back(visit: Callable[..., Any]) -> None:
    page = visit()
    against_bots(page, NOIR, 2, bot="normal")
    seen = my_turn(page)
    page.keyboard.press("h")
    page.wait_for_selector("#notice.hint button.solid")
    page.click("#notice.hint button.solid")
    assert my_turn(page, seen["step"])["step"] > seen["step"]


def test_the_rules_are_read(visit: Callable[..., Any]) -> None:
    rules = parrain.game("gangs-city").rulebook().rules
    page = visit("/rules/gangs-city", language="fr")
    page.click('[data-contents] a[href="#section-6"]')
    page.wait_for_selector('[data-contents] a[href="#section-6"][aria-current]')
    page.wait_for_selector('[data-turn="6"].here')
    line = page.locator('[data-rule="GC 6.3"]')
    assert not line.locator(".rule-source").is_visible()
    line.locator("[data-source]").click()
    assert line.locator(".rule-source").is_visible()
    assert " ".join(typeset(rules["GC 6.3"].source["fr"], "fr").split()) in text_of(page, '[data-rule="GC 6.3"]')
    page.fill("[data-search]", "big calibre kill")  # in the other language
    assert line.is_visible() and not page.locator("#turn").is_visible()
    page.fill("[data-search]", "")
    page.click("[data-all-sources]")
    assert page.locator(".rule-source:visible").count() == len(rules)
    page.locator(".example img").first.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.example img').naturalWidth > 0")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("[data-contents]:not([open])")
    page.click("[data-contents] summary")
    page.click('[data-contents] a[href="#section-9"]')
    page.wait_for_function("() => document.getElementById('section-9').getBoundingClientRect().top < innerHeight / 2")
    assert not page.locator("[data-contents] nav").is_visible()


def test_what_is_not_there_is_said_on_a_page(visit: Callable[..., Any], server: Any) -> None:
    page = visit()
    answered = page.context.request.get(server.address + "/t/nothing", headers={"accept": "text/html"})
    assert answered.status == 404 and "<h1>" in answered.text()


def test_a_finished_game_is_analysed_and_leads_to_where_it_turned(visit: Callable[..., Any]) -> None:
    page = visit(language="fr")
    table = against_bots(page, NOIR, 2, bot="normal")
    assert page.evaluate("(path) => fetch(path).then((answer) => answer.status)", f"/api/replays/{table}") == 200
    play(page, hands=(by_list,))
    page.click("#after #analyse")
    page.wait_for_selector("#analysis-chart svg .line", timeout=600_000)
    assert 0 < page.locator("#after #turning a").count() <= 3, "the end says where it turned"
    page.locator("#after #turning a").first.click()
    page.wait_for_url(f"**/replay/{table}?seat=*&step=*")
    page.wait_for_selector("#analysis-chart svg .line")
    assert page.locator("#analysis-chart .line").count() == 2
    assert not page.locator("#analyse").is_visible() and page.locator("#analysis-told").inner_text() in (
        "",
        "Aucun choix n’a coûté cher.",
    )
    assert page.locator("#turning a").count() > 0, "whoever plays at random gives something away"
    for at in range(page.locator("#turning a").count()):
        told = page.locator("#turning a").nth(at).inner_text()
        moment = int(told.split(",")[0].split()[1])
        page.locator("#turning a").nth(at).click()
        page.wait_for_selector(f'#board[data-step="{moment - 1}"]')  # in this game everybody sees every choice
        assert page.locator("#prompt").inner_text().startswith("À vous"), "seen by whoever chose"
    page.reload()
    page.wait_for_selector("#analysis-chart svg .line")  # it is remembered
