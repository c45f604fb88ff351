"""Everybody can read every text and hit every target, at every width, at the fullest tables there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parrain
from tests.browser.playing import CUT_OFF, REDRAWN, against_bots, by_list, finished, my_turn, play, upload
from tests.browser.test_open_to_all import violations

GAMES = list(parrain.all_games())
WIDTHS = {"phone": (390, 844), "tablet": (768, 1024), "small": (1280, 720), "desk": (1440, 900), "wide": (1920, 1080)}
SIDEWAYS = {"sideways": (844, 390), "enlarged": (640, 360)}  # a phone, a page at twice its size

# Texts below the least size and targets below the least side, of what can be seen.
SMALL = """([text, target]) => {
  const found = [];
  const seen = (each) => {
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    return box.width > 1 && box.height > 1 && style.visibility !== "hidden" && each.checkVisibility();
  };
  const away = "title, desc, script, style, .unseen, .skip, [hidden], dialog:not([open]), .preview:not(.on)";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent.trim(), place = node.parentElement;
    if (!words || place.closest(away) || !seen(place)) continue;
    let size = parseFloat(getComputedStyle(place).fontSize);
    const matrix = place.namespaceURI.includes("svg") && place.getScreenCTM?.();
    if (matrix) size *= Math.hypot(matrix.a, matrix.b);
    if (size < text - .05) found.push(`text of ${size.toFixed(1)}: ${words.slice(0, 30)}`);
  }
  for (const each of document.querySelectorAll("[data-action], button, a.button, select, summary")) {
    if (each.closest(away) || !seen(each)) continue;
    const box = each.getBoundingClientRect(), least = Math.min(box.width, box.height);
    const name = each.dataset.action || each.textContent.trim();
    if (least < target - .6) found.push(`target of ${least.toFixed(0)}: ${name.slice(0, 30)}`);
  }
  return [...new Set(found)];
}"""


# What stands on each other in the bar.
OVERLAPS = """() => {
  const shown = [...document.querySelectorAll(".bar > :is(a, p, button), .phases li, #goal-words, #part-goal svg")]
    .filter((each) => each.checkVisibility() && each.textContent.trim());
  const boxes = shown.map((each) => each.getBoundingClientRect());
  return shown.flatMap((each, i) => shown.slice(i + 1).filter((_, j) => {
    const [one, two] = [boxes[i], boxes[i + 1 + j]];
    return Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
      && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
  }).map((other) => `${each.textContent.trim().slice(0, 20)} and ${other.textContent.trim().slice(0, 20)}`));
}"""


def resize(page: Any, size: str) -> None:
    """Make the window that large, and wait for the drawing that belongs to it."""
    width, height = {**WIDTHS, **SIDEWAYS}[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(REDRAWN)


def least(size: str) -> list[int]:
    """The least size of a text and the least side of a target, in pixels."""
    return [14, 44] if size in ("phone", "tablet", *SIDEWAYS) else [13, 32]


def small(page: Any, size: str) -> list[str]:
    """What is too small on this page at that size of the window."""
    resize(page, size)
    found = page.evaluate(SMALL, least(size))
    return [f"{size}: {each}" for each in found]


@pytest.mark.parametrize("game", GAMES)
def test_a_live_table_is_legible_whole_and_open_to_all(visit: Callable[..., Any], game: str) -> None:
    """At three moments nothing is too small or cut off at any width; axe-core reads the last, wide and narrow."""
    page = visit(language="fr")
    against_bots(page, game, parrain.game(game).most)
    found: list[str] = []
    for _ in range(3):
        my_turn(page)
        for size in WIDTHS:
            found += [*small(page, size), *(f"{size}: {each}" for each in page.evaluate(CUT_OFF))]
        play(page, 2, hands=(by_list,))
    my_turn(page)
    for size, (_, height) in SIDEWAYS.items():
        found += [*small(page, size), *(f"{size}: {each}" for each in page.evaluate(CUT_OFF))]
        assert page.locator("#stage").bounding_box()["height"] > 0.7 * height, f"{size}: the board beside the hand"
    for size, scheme in (("desk", "light"), ("phone", "dark")):
        page.emulate_media(color_scheme=scheme)
        resize(page, size)
        found += [f"{size} {scheme}: {each}" for each in violations(page)]
    page.click("#open-menu")
    page.click("[data-language=en]")
    page.wait_for_selector("html[lang=en]")
    my_turn(page)
    for size in WIDTHS:
        resize(page, size)
        found += [f"{size}, English: {each}" for each in page.evaluate(CUT_OFF)]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_too_small_at_the_fullest_table(visit: Callable[..., Any], game: str) -> None:
    page = visit(language="fr")
    table = upload(page, finished(game))
    found: list[str] = []
    story = page.evaluate("async (table) => (await fetch('/api/replays/' + table)).json()", table)
    last = len(story["moments"][1])
    for step in (last // 2, last - 1, last):
        page.goto(f"/replay/{table}?seat=0&step={step}")
        page.wait_for_selector(f'#board[data-step="{step}"] svg')
        for size in WIDTHS:
            found += [f"step {step}, {each}" for each in small(page, size)]
            found += [f"step {step}, {size}: {each}" for each in page.evaluate(OVERLAPS)]
    assert found == []


@pytest.mark.parametrize(
    "path", [*(f"/learn/{game}" for game in GAMES), "/lesson/police-vs-gangs/PG-bluff", "/lesson/gangs-city/GT-06"]
)
def test_courses_and_lessons_are_legible(visit: Callable[..., Any], path: str) -> None:
    page = visit(path, size="small")
    page.wait_for_selector("body:not(.undecided):not(.film) #board svg")
    assert [each for size in ("small", "phone") for each in small(page, size)] == []


PAUSED = """() => {  // as soon as the film begins, however slow the machine is
  new MutationObserver((_, watching) => {
    if (!document.body.classList.contains("film")) return;
    watching.disconnect();
    document.querySelector("#film-pause").click();
  }).observe(document.body, { attributes: true });
}"""


@pytest.mark.parametrize("size", ["phone", "small"])
def test_the_caption_of_what_others_do_can_be_read_and_its_buttons_hit(visit: Callable[..., Any], size: str) -> None:
    page = visit("/learn/district-noir?chapter=2", size=size, preferences={"pace": "slow"})
    page.wait_for_selector("#coach-show")
    page.evaluate(PAUSED)
    page.click("#coach-show")
    page.wait_for_selector("body.film #film-pause[aria-pressed=true]")
    assert page.evaluate(SMALL, least(size)) == []


def test_larger_text_makes_a_larger_board(visit: Callable[..., Any]) -> None:
    page = visit()
    against_bots(page, "gangs-city", 6)
    my_turn(page)
    width = "() => document.querySelector('#board svg').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    page.wait_for_function(f"(before) => ({width})() > before * 1.2", arg=before)
