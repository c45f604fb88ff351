"""A negotiation between two browsers: claims change while the sand runs, both see the same, and one press makes the deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser.playing import TimedOut, look, make

ON = "() => !document.getElementById('parley').hidden"


def best(seen: dict[str, Any], target: list[str], placed: bool) -> str:
    """A choice that brings both to the same place: one piece each to the first place that was chosen, then pass."""
    choices: list[str] = seen["choices"]
    at = [each for each in choices if each.startswith("at ")]
    if at:
        if not target:
            target.append(at[0].split()[1])
        return next((each for each in at if each.split()[1] == target[0]), at[0])
    wanted = (
        ()
        if placed
        else ("send bodyguard fight", "send driver fight", "send thug fight", "send inspector", "send sergeant")
    )
    return next((each for each in choices for name in (*wanted, "pass") if each == name), choices[0])


def among_themselves(pages: list[Any]) -> bool:
    """Whether these two negotiate, and nobody else; a talk of others is left as it stands, and ends."""
    for page in pages:
        page.wait_for_function(ON)
    if all(
        page.locator("#parley thead th.my").count() and page.locator("#parley thead th").count() == 4 for page in pages
    ):
        return True
    for page in pages:
        if page.locator('#parley [data-says="say"]').count():
            page.locator('#parley [data-says="say"]').click()
    for page in pages:
        page.wait_for_function("() => document.getElementById('parley').hidden")
    return False


def bring_together(pages: list[Any]) -> None:
    """Play until the two negotiate."""
    target: list[str] = []
    placed = [False, False]
    for _ in range(4_000):
        for which, page in enumerate(pages):
            if page.evaluate(ON):
                if among_themselves(pages):
                    return
                target.clear()
                placed = [False, False]
                continue
            seen = look(page)
            if not seen["choices"]:
                continue
            text = best(seen, target, placed[which])
            placed[which] = text.startswith("at ") or (placed[which] and not text.startswith("stake"))
            if text.startswith("stake"):  # they did not meet: next turn
                target.clear()
            try:
                page.locator(f'#choices [data-choice="{text}"]').click(timeout=3_000)
            except TimedOut:  # where several decide at once, what one may choose can change under one's hand
                assert look(page)["step"] > seen["step"] or page.evaluate(ON)
            page.wait_for_function(
                "(step) => Number(document.getElementById('board').dataset.step) > step || !document.getElementById('parley').hidden",
                arg=seen["step"],
            )
        pages[0].wait_for_timeout(20)
    raise AssertionError("they never meet")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_two_browsers_strike_a_deal_while_the_sand_runs(visit: Callable[..., Any], size: str) -> None:
    gangster = visit("/", size=size, motion="no-preference" if size == "desk" else "reduce")
    seats = [{"kind": "person", "name": "Lana"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    table = make(gangster, "police-vs-gangs", seats, clock={"kind": "sand", "seconds": 120})
    police = visit(f"/t/{table}", size=size, language="fr")
    police.locator("#sit-name").fill("Otto")
    police.locator("#sit button").click()
    bring_together([gangster, police])
    for page in (gangster, police):
        page.wait_for_selector("#parley:not([hidden])")
        assert page.locator("#choices-box").is_hidden(), "the panel says all that can be chosen"
        assert page.locator("#parley .sand-left").inner_text()
    running = gangster.evaluate(
        "() => document.getAnimations().filter((each) => each.effect.target.closest('.hourglass')).length"
    )
    assert (running > 0) is (size == "desk"), "the sand runs, and holds still for those who want it"
    gangster.locator("#parley button.claim").first.click()
    police.wait_for_function("() => /oui|pris/.test(document.querySelector('#parley tbody tr').innerText)")
    police.locator("#parley button.claim").first.click()
    gangster.wait_for_selector("#parley tr.clash")
    assert "PG 9.4" in gangster.locator("#parley .clashes").inner_text()
    police.locator('#parley [data-says="accept"]').click()
    police.wait_for_function(
        "() => document.querySelector('#parley .ready-mark')?.closest('thead').innerText.includes('prêt')"
    )
    gangster.wait_for_function("() => !document.querySelector('#parley tr.clash')")
    assert gangster.evaluate(ON), "one of two is ready: the sand still runs"
    gangster.locator('#parley [data-says="say"]').click()
    for page in (gangster, police):
        page.wait_for_function("() => document.getElementById('parley').hidden")
    gangster.wait_for_function("() => /accord|deal/i.test(document.getElementById('log').textContent)")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_dice_roll_and_their_sum_follows_unless_one_wants_no_motion(visit: Callable[..., Any], motion: str) -> None:
    page = visit("/", motion=motion)
    moving = page.evaluate(
        """async () => {
          const { showBoard } = await import("/static/board.js");
          const host = document.createElement("div");
          document.body.append(host);
          const box = '<rect width="18" height="18"/></g>';
          const die = (face, n) => `<g data-piece="roll.x.${n}" data-kind="rolled ${face}">` + box;
          const draw = (faces, late) => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40">' + faces.map(die).join("") +
            (late ? '<g data-piece="sum.x" data-kind="late">' + box : "") + "</svg>";
          const counts = [], last = ["badge", "handcuffs"];
          for (const [faces, late] of [[[], false], [["badge", "badge"], true], [last, true], [last, true]]) {
            showBoard(host, draw(faces, late));
            counts.push(host.getAnimations({ subtree: true }).length);
          }
          return counts;
        }"""
    )
    assert moving == ([0, 3, 2, 0] if motion == "no-preference" else [0, 0, 0, 0])
