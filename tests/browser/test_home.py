"""The home page: play at once against whom one likes, my tables, lessons done, my name, a cut line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import parrain
from tests.browser.playing import CUT_OFF, make, my_turn
from tests.browser.test_pages import learn

NOIR, POLICE = "district-noir", "police-vs-gangs"
GAMES = list(parrain.all_games())

# Texts and targets that are too small for the window.
TOO_SMALL = """(least) => {
  const found = [], shown = (each) => each.checkVisibility() && !each.closest("[hidden], .unseen, .skip, script, svg");
  for (const each of [...document.querySelectorAll("body *")].filter(shown)) {
    const words = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const size = parseFloat(getComputedStyle(each).fontSize), box = each.getBoundingClientRect();
    const name = `${each.tagName}.${each.className} ${each.textContent.trim().slice(0, 30)}`;
    if (words && size < least.text - 0.01) found.push(`${size} px: ${name}`);
    const pressed = each.matches("a, button, input, select, summary") && box.width;
    if (pressed && Math.min(box.width, box.height) < least.target - 0.5)
      found.push(`${Math.round(box.width)}x${Math.round(box.height)}: ${name}`);
  }
  return found;
}"""
TABLES = "() => fetch('/api/tables').then((answer) => answer.json())"


def small(page: Any, phone: bool) -> list[str]:
    found: list[str] = page.evaluate(TOO_SMALL, {"text": 14, "target": 44} if phone else {"text": 13, "target": 32})
    return found


def card(page: Any, game: str) -> Any:
    return page.locator(f'.game[data-game="{game}"]')


def with_tables(visit: Callable[..., Any], **how: Any) -> Any:
    """The home page of somebody with three tables, one of them theirs to move at, while two wait for somebody."""
    other = visit()
    make(other, NOIR, [{"kind": "person", "name": "Marguerite"}, {"kind": "open"}], open=True)
    make(other, "gangster", [{"kind": "person", "name": "Marguerite"}, {"kind": "open"}, {"kind": "open"}], open=True)
    page = visit(**how)
    make(page, "gangs-city", [{"kind": "person", "name": "Lana"}, {"kind": "open"}, {"kind": "open"}])
    make(page, NOIR, [{"kind": "person", "name": "Lana"}, {"kind": "person", "name": "Élodie"}])
    make(page, "gangster", [{"kind": "person", "name": "Lana"}, *[{"kind": "bot", "bot": "random"}] * 2])
    page.goto("/")
    page.wait_for_selector("#mine li .thumb")
    return page


@pytest.mark.parametrize("language", ["fr", "en"])
def test_all_games_are_on_the_first_screen_and_nothing_is_too_small(visit: Callable[..., Any], language: str) -> None:
    page = with_tables(visit, language=language)
    page.set_viewport_size({"width": 1280, "height": 720})
    boxes = [page.locator("[data-play]").nth(at).bounding_box() for at in range(len(GAMES))]
    assert len(boxes) == page.locator("[data-play]").count()
    assert all(box["y"] + box["height"] <= 720 and box["height"] >= 44 for box in boxes)
    assert len({round(box["width"]) for box in boxes}) == 1
    found = []
    for width, height in ((1280, 720), (1920, 1080), (768, 1024), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {each}" for each in [*small(page, width < 700), *page.evaluate(CUT_OFF)]]
        card(page, POLICE).locator("[data-vs]").click()
        found += [f"{width}, open: {each}" for each in [*small(page, width < 700), *page.evaluate(CUT_OFF)]]
        page.keyboard.press("Escape")
        assert not card(page, POLICE).locator(".against").is_visible()
    assert found == []


def test_axe_finds_nothing_serious_on_the_home_page(visit: Callable[..., Any]) -> None:
    open_to_all = pytest.importorskip("tests.browser.test_open_to_all")
    found = []
    for size, dark in (("desk", False), ("phone", True)):
        page = with_tables(visit, size=size, dark=dark)
        found += [f"{size}: {each}" for each in open_to_all.violations(page)]
        for opener, opened in (
            ("#me", "#me-form"),
            (f'.game[data-game="{POLICE}"] [data-vs]', f"#against-{POLICE}"),
            ("#open-preferences", "#preferences"),
        ):
            page.click(opener)
            found += [f"{size} {opened}: {each}" for each in open_to_all.violations(page, part=opened)]
            page.keyboard.press("Escape")
    page.goto(f"/new/{POLICE}")
    found += [f"phone new: {each}" for each in open_to_all.violations(page)]
    assert found == []


def test_against_whom_is_chosen_on_the_card_and_remembered(visit: Callable[..., Any]) -> None:
    page = visit("/")
    here = card(page, "gangster")
    here.locator("[data-vs]").click()
    for _ in range(9):
        if here.locator('[data-step="1"]').is_enabled():
            here.locator('[data-step="1"]').click()
    here.locator("[data-set-level]").select_option("easy")
    most = parrain.game("gangster").most - 1
    page.reload()
    assert here.locator(".vs-words").inner_text().split() == [str(most), "bots", "beginners"]
    assert here.locator(".men svg:visible").count() == most
    here.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    seats = page.evaluate(TABLES)["mine"][0]["seats"]
    assert [each["kind"] for each in seats] == ["person"] + ["bot"] * most
    assert {each["bot"] for each in seats[1:]} == {"easy"}
    assert my_turn(page)["choices"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_level_fits_beside_as_many_opponents_as_can_be(visit: Callable[..., Any], language: str) -> None:
    page = visit("/", size="phone", language=language)
    here = card(page, "gangs-city")
    here.locator("[data-vs]").click()
    while here.locator('[data-step="1"]').is_enabled():
        here.locator('[data-step="1"]').click()
    for level in here.locator("option").evaluate_all("(all) => all.map((each) => each.value)"):
        here.locator("[data-set-level]").select_option(level)
        assert [each for each in page.evaluate(CUT_OFF) if ".vs" in each] == []
        wide = here.locator(".vs-words").evaluate("(each) => [each.scrollWidth, each.clientWidth]")
        assert wide[0] <= wide[1], level


def test_a_faction_is_chosen_on_the_card_and_on_the_form(visit: Callable[..., Any]) -> None:
    page = visit("/", language="fr")
    here = card(page, POLICE)
    here.locator("[data-vs]").click()
    here.get_by_role("button", name="Police", exact=True).click()
    here.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    assert page.evaluate(TABLES)["mine"][0]["mine"] == [1]
    page.goto(f"/new/{POLICE}")
    assert page.input_value("#place") == "1" and page.locator("[data-seat='1'] .role").inner_text() == "Police"
    page.select_option("#players", "4")
    page.select_option("#place", "2")
    assert [page.input_value(f"[name=kind-{seat}]") for seat in range(4)] == ["bot", "bot", "person", "bot"]
    page.click("form#new button.solid")
    page.wait_for_url("**/t/*")
    assert [2] in [each["mine"] for each in page.evaluate(TABLES)["mine"]]


def test_an_invitation_waits_for_as_many_as_were_chosen(visit: Callable[..., Any]) -> None:
    page = visit("/")
    here = card(page, "gangs-city")
    here.locator("[data-vs]").click()
    here.locator("[data-invite]").click()
    page.wait_for_selector("#waiting-box svg.qr")
    seats = page.evaluate(TABLES)["mine"][0]["seats"]
    assert [each["kind"] for each in seats] == ["person", "open", "open"]


def test_my_tables_say_whose_turn_it_is_and_mine_comes_first(visit: Callable[..., Any]) -> None:
    page = with_tables(visit)
    lines = page.locator("#mine li")
    first = lines.first.inner_text()
    assert "Your turn" in first and lines.first.locator("a.solid").count() == 1
    texts = " ".join(lines.all_inner_texts())
    assert "2 free seats" in texts and "District Noir" in texts
    assert page.locator("#mine li .who .token svg").count() > 0
    assert page.title().startswith("●")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#banner").is_visible() and "Your turn" in page.locator("#banner b").first.inner_text()


def test_one_sits_down_from_the_home_page(visit: Callable[..., Any]) -> None:
    host = visit()
    table = make(host, NOIR, [{"kind": "person", "name": "Marguerite"}, {"kind": "open"}], open=True)
    guest = visit("/")
    guest.click("#me")
    guest.fill("#my-name", "Zazie")
    guest.keyboard.press("Enter")
    assert guest.locator("#me-name").inner_text() == "Zazie"
    guest.reload()
    assert guest.locator("#me-name").inner_text() == "Zazie"
    guest.wait_for_selector("#open li button")
    guest.locator("#open li", has_text="Marguerite").first.locator("button").click()
    guest.wait_for_url("**/t/*")
    assert [each["seats"][1]["name"] for each in guest.evaluate(TABLES)["mine"]] == ["Zazie"]
    guest.goto("/")
    guest.click("text=I have an invitation link")
    guest.fill("#given-link", f"https://example.org/t/{table}")
    guest.keyboard.press("Enter")
    guest.wait_for_url(f"**/t/{table}")


def test_the_learning_path_says_what_is_done_and_what_comes_next(visit: Callable[..., Any]) -> None:
    page = visit("/")
    path = json.loads(page.locator("#paths").text_content())[NOIR]
    chapters = [title for stage, _, title in path if stage == "course"]
    lessons = [(lesson, title) for stage, lesson, title in path if stage == "basics"]
    assert chapters[0] in page.locator("#next-lesson").inner_text()
    assert page.get_attribute("#next-lesson p + a", "href") == f"/learn/{NOIR}?chapter=1"
    page.evaluate(
        "([game, count]) => localStorage.setItem('courses',"
        " JSON.stringify({ [game]: { done: Array.from({ length: count }, (_, i) => i + 1) } }))",
        [NOIR, len(chapters)],
    )
    page.reload()
    assert lessons[0][1] in page.locator("#next-lesson").inner_text()
    page.click("#next-lesson p + a")
    learn(page, lambda button: button.dispatch_event("click"))
    page.goto("/")
    assert page.locator(f'[data-path="{NOIR}"] [data-done]').inner_text() == str(len(chapters) + 1)
    assert page.get_attribute("#next-lesson p + a", "href") == f"/lesson/{NOIR}/{lessons[1][0]}"
    assert page.locator("#stages .done").count() == 1 and f"1/{len(lessons)}" in page.locator("#stages").inner_text()
    page.click('[data-path="gangster"] button')
    assert page.get_attribute("#next-lesson p + a", "href") == "/learn/gangster?chapter=1"
    page.click("#stages button")  # a first game of one's own
    page.wait_for_url("**/t/*")


def test_preferences_are_changed_on_the_home_page(visit: Callable[..., Any]) -> None:
    page = visit("/")
    page.click("#open-preferences")
    page.select_option("#theme", "dark")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    page.click("#preferences [data-language=fr]")
    page.wait_for_selector("html[lang=fr]")
    page.click("#open-preferences")
    page.click("#preferences [data-close]")
    assert not page.locator("#preferences").is_visible()


def test_a_cut_line_is_said_in_ones_language_and_nothing_is_stale(visit: Callable[..., Any]) -> None:
    page = visit("/", service_worker=True)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto("/?lang=fr")
    page.wait_for_function("async () => Boolean(await caches.match('/offline/language'))")
    page.context.set_offline(True)
    page.goto("/rules/gangster")
    assert page.locator("h1").inner_text() == "La ligne est coupée"
    assert page.evaluate("() => getComputedStyle(document.querySelector('.sheet')).borderStyle") != "none"
    page.context.set_offline(False)
    page.click("text=Réessayer")
    page.wait_for_selector("[data-rule]")
    assert page.url.endswith("/rules/gangster")
