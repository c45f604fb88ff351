"""Open to all: axe-core finds nothing serious and nothing is cut off, at any size, light and language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import parrain
from tests.browser.conftest import SIZES
from tests.browser.playing import CUT_OFF, REDRAWN, against_bots, by_list, make, my_turn, play

axe_package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
AXE = (Path(axe_package.__file__).parent / "axe.min.js").read_text("utf-8")
NOIR = "district-noir"
GAMES = list(parrain.all_games())
COLOURS = ("color-contrast", "link-in-text-block")  # all that the dark can change
READ_ELSEWHERE = ("home", "my turn")  # by axe-core, with more on them: test_home.py, test_legible.py

# What axe-core is sure of, and text in the very colour of its ground, of which it is not.
FOUND = """async ([part, options]) => {
  const all = await axe.run(part || document, options);
  const unseen = all.incomplete.map((each) => (
    {...each, nodes: each.nodes.filter((node) => node.any.some((one) => one.data?.messageKey === "equalRatio"))}
  ));
  return [...all.violations, ...unseen];
}"""


def violations(page: Any, only: Sequence[str] = (), part: str = "") -> list[str]:
    """What axe-core calls serious or critical; of all its rules or only of some, of the page or a part of it."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate("(source) => { (0, eval)(source); }", AXE)
    options = {"resultTypes": ["violations", "incomplete"], **({"runOnly": list(only)} if only else {})}
    found = page.evaluate(FOUND, [part, options])
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def states(visit: Callable[..., Any], **how: Any) -> Iterator[tuple[str, Any, str]]:
    """Every page, and the table in its several states; where only a part is new, that part."""
    page = visit("/", **how)
    yield "home", page, ""
    for name, path in (
        ("new", f"/new/{GAMES[-1]}"),
        ("rules", f"/rules/{NOIR}"),
        ("in short", f"/rules/{NOIR}/short"),
        ("pieces", "/rules/reglement-de-comptes/pieces"),
        ("the box", "/rules/reglement-de-comptes/box"),
    ):
        page.goto(path)
        yield name, page, ""
    page.goto(f"/lesson/{NOIR}/BE1")
    page.wait_for_selector("#next:not([hidden])")
    page.click("#next")
    page.wait_for_selector("#choices button")
    yield "lesson", page, ""
    page.goto("/learn/gangs-city?chapter=2")
    page.wait_for_selector("body:not(.undecided):not(.film) #board[data-step]")
    yield "course", page, ""
    make(
        page,
        NOIR,
        [{"kind": "person", "name": "Marguerite-Antoinette Lo"}, {"kind": "open"}],
        clock={"kind": "bank", "seconds": 600},
    )
    page.wait_for_selector("#sit:not([hidden])")
    yield "waiting", page, ""
    make(page, NOIR, [{"kind": "person", "name": "Marguerite-Antoinette Lo"}, {"kind": "person", "name": "Élodie"}])
    page.wait_for_selector("#curtain[open]")
    yield "curtain", page, "#curtain"
    against_bots(page, NOIR, 2, clock={"kind": "decision", "seconds": 600})
    my_turn(page)
    yield "my turn", page, ""
    page.click("#open-menu")
    page.click("#words-box summary")
    yield "menu", page, "#menu"
    page.click("#open-preferences")
    yield "preferences", page, "#preferences"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "help", page, "#help"
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    yield "rules panel", page, "#rules"
    page.keyboard.press("Escape")
    play(page, hands=(by_list,))
    page.wait_for_selector("#chart svg")
    yield "over", page, ""
    page.click('#after a[href^="/replay/"]')
    page.wait_for_selector("#chart svg")
    yield "replay", page, ""


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_is_cut_off_at_any_size_or_closed_to_anybody(visit: Callable[..., Any], language: str) -> None:
    """Every page at every size; axe-core reads it once, in light and dark."""
    found = []
    for name, page, part in states(visit, language=language):
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(REDRAWN)
            found += [f"{name}, {size}: {each}" for each in page.evaluate(CUT_OFF)]
        if language == "en" and name not in READ_ELSEWHERE:
            found += [f"{name}: {each}" for each in violations(page, part=part)]
            page.emulate_media(color_scheme="dark")
            found += [f"{name}, dark: {each}" for each in violations(page, COLOURS, part)]
            page.emulate_media(color_scheme="light")
    assert found == []
