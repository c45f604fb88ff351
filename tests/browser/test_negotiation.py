"""A negotiation between browsers: claims by pressing discs on the felt, and one press makes the deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.playing import come_to
from tests.web.tables import Laid, lay

SAND = {"kind": "sand", "seconds": 3600}  # nobody here is so slow that it runs out


def talking(visit: Callable[..., Any], server: Any, laid: Laid, seat: int, **how: Any) -> Any:
    """The person of that seat looks at the talk."""
    page = come_to(visit(**how), server, laid, seat)
    page.wait_for_selector("#negotiation:not([hidden])")
    return page


def press(page: Any, claim: str) -> None:
    """Press a disc, a plate or a button of the felt."""
    page.locator(f'#board [data-action="{claim}"]').click()


def offers(page: Any, claim: str) -> None:
    """Wait until the felt offers this."""
    page.wait_for_selector(f'#board [data-action="{claim}"]', state="attached")


def chips(page: Any, words: str) -> int:
    """How many speak these words on the stage."""
    return int(page.evaluate("(words) => document.querySelector('#board').textContent.split(words).length - 1", words))


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_two_browsers_strike_a_deal_by_pressing_discs(visit: Callable[..., Any], server: Any, size: str) -> None:
    laid = lay(server.store, "talk-of-two", SAND, {2: "random"})
    gangster = talking(visit, server, laid, 0, size=size, motion="no-preference" if size == "desk" else "reduce")
    police = talking(visit, server, laid, 1, size=size, language="fr")
    for page in (gangster, police):
        assert page.locator("#choices").is_hidden() and page.locator("#acts").is_hidden(), "the felt says it all"
        assert page.locator(".sand-left b").inner_text().isdigit()
    running = gangster.evaluate(
        "() => document.getAnimations().filter((each) => each.effect.target.closest('.hourglass')).length"
    )
    assert (running > 0) is (size == "desk"), "the sand runs, and holds still for those who want it"
    press(gangster, "claim weapons first 1")
    offers(gangster, "claim weapons none")  # a second press lets go of it
    press(gangster, "claim weapons none")
    offers(gangster, "claim weapons first 1")
    press(gangster, "claim weapons all")
    offers(gangster, "claim weapons from 2")
    press(gangster, "claim place")
    offers(gangster, "claim no place")
    police.wait_for_function("() => /le lieu.*armes.*arrangez/i.test(document.querySelector('#board').textContent)")
    if size == "phone":
        gangster.click("#speak")
    gangster.locator('#dock [data-says="next 1"]').click()
    gangster.wait_for_selector('#dock [data-says="next 1"][aria-pressed="true"]', state="attached")
    police.wait_for_function("() => /le prochain lieu/.test(document.querySelector('#board').textContent)")
    press(police, "claim place")
    offers(police, "claim no place")
    police.wait_for_function("() => /^Un seul conflit.*le lieu/.test(document.querySelector('#prompt').innerText)")
    accept = police.locator('#negotiation [data-says="accept"]')
    assert accept.inner_text().split("\n") == ["Accepter", "vous laissez le lieu et n’aurez rien"], "it says so"
    gangster.wait_for_selector('#negotiation [data-says="accept"]')
    press(police, "claim rest")
    offers(police, "claim no rest")
    police.wait_for_function(
        "() => document.querySelector('[data-says=accept] small').innerText === 'vous laissez le lieu'"
    )
    accept.click()
    police.wait_for_selector('#negotiation [data-says="reopen"]')
    gangster.wait_for_function("() => !document.querySelector('#negotiation [data-says=accept]')")
    assert gangster.locator("#negotiation").is_visible(), "one of two has settled: they still talk"
    hold = gangster.locator('#negotiation [data-says="hold"]')
    assert hold.inner_text().startswith("Hold: it is a deal")
    hold.click()
    for page in (gangster, police):
        page.wait_for_function("() => document.getElementById('negotiation').hidden")
        assert page.locator("#sand-box").is_hidden()
    police.wait_for_function("() => /accord/i.test(document.getElementById('log').textContent)")


def look_behind(page: Any) -> None:
    """Look at the city while the others talk, and come back to the felt."""
    assert chips(page, "Tout le reste") == 1
    toggle = page.locator(".see-behind:visible")
    assert toggle.count() == 1 and toggle.inner_text() == "La ville"
    toggle.click()
    page.wait_for_function("() => document.querySelectorAll('#board [data-about^=\"place.\"]').length > 3")
    assert not page.locator("#board [data-action]").count() and page.locator(".sand-left b").is_visible()
    assert page.locator('#negotiation [data-says="refuse"]').is_visible(), "one can still answer"
    page.locator(".see-behind:visible").click()
    offers(page, "claim place")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_city_stays_in_sight_and_nothing_is_below_the_fold(
    visit: Callable[..., Any], server: Any, size: str
) -> None:
    laid = lay(server.store, "talk-of-two", SAND, {2: "random"})
    gangster = talking(visit, server, laid, 0, size=size, language="fr")
    look_behind(gangster)
    police = talking(visit, server, laid, 1, size=size, language="fr")
    police.set_viewport_size({"width": 1280, "height": 720} if size == "desk" else {"width": 390, "height": 844})
    press(gangster, "claim place")
    press(police, "claim place")
    police.wait_for_selector('#negotiation [data-says="accept"]')
    assert police.evaluate("() => document.querySelector('#board-view').scrollHeight <= innerHeight")
    boxes = police.evaluate(
        "() => [...document.querySelectorAll('#negotiation button')].map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert boxes and all(box["bottom"] <= (720 if size == "desk" else 844) and box["height"] >= 44 for box in boxes)
    small = police.evaluate(
        """() => [...document.querySelectorAll('#board [data-action]')].map((each) => each.getBoundingClientRect())
          .filter((box) => Math.min(box.width, box.height) < (innerWidth < 500 ? 43.5 : 30)).length"""
    )
    assert small == 0, "every disc can be hit"
    if size == "phone":
        police.click("#speak")
        boxes = police.evaluate(
            "() => [...document.querySelectorAll('.sentence')].map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) > 3 and all(
            box["left"] >= 0 and box["right"] <= 390 and box["bottom"] <= 844 and box["height"] >= 44 for box in boxes
        )
        assert police.locator("#board-view").bounding_box()["height"] > 300, "the felt stays in sight"
        police.locator(".sentence").first.click()
        police.wait_for_selector('.sentence[aria-pressed="true"]', state="attached")
        assert police.locator("#negotiation").is_visible(), "and the moves are back"


def test_the_coach_warns_before_a_deal_worse_than_the_dice(visit: Callable[..., Any], server: Any) -> None:
    laid = lay(server.store, "talk-of-two", SAND, {2: "random"})
    gangster = talking(visit, server, laid, 0)
    police = talking(visit, server, laid, 1, language="fr", preferences={"coach": "yes"})
    police.wait_for_function("() => /9 fois sur 10/.test(document.getElementById('coach-watch').textContent)")
    press(gangster, "claim place")
    press(gangster, "claim rest")
    police.wait_for_function("() => /presque rien/.test(document.getElementById('coach-watch').textContent)")
    police.locator('#negotiation [data-says="accept"]').click()
    police.wait_for_selector("#notice >> text=Attention : les dés vous promettent environ 2 points de plus")
    assert police.locator('#negotiation [data-says="reopen"]').count() == 0, "nothing was settled yet"
    police.locator("#notice button", has_text="Le faire quand même").click()
    police.wait_for_selector('#negotiation [data-says="reopen"]')


def test_police_share_on_the_same_felt(visit: Callable[..., Any], server: Any) -> None:
    laid = lay(server.store, "police-share", SAND, {0: "random", 2: "random"})
    one = talking(visit, server, laid, 1, language="fr")
    other = talking(visit, server, laid, 3, language="fr")
    press(one, "give place 3")
    other.wait_for_function("() => /«\\s*Le lieu pour P3/.test(document.querySelector('#board').textContent)")
    other.locator('#negotiation [data-says="accept"]').click()
    hold = one.locator('#negotiation [data-says="hold"]')
    one.wait_for_function("() => /marché conclu/.test(document.querySelector('#negotiation').innerText)")
    hold.click()
    one.wait_for_function("() => document.getElementById('negotiation').hidden")


def test_a_new_table_offers_the_sand_in_sizes_and_none(visit: Callable[..., Any]) -> None:
    page = visit("/new/police-vs-gangs", language="fr")
    kinds = page.evaluate("() => [...document.querySelector('#clock').options].map((each) => each.value)")
    assert kinds[-4:] == ["sand-30", "sand-60", "sand-120", "free"]
    assert page.locator("#clock").input_value() == "sand-30"
    for kind, told in (("sand-120", {"kind": "sand", "seconds": 120}), ("free", {"kind": "free"})):
        page.goto("/new/police-vs-gangs")
        page.locator('[name="name-0"]').fill("Lana")
        page.locator("#clock").select_option(kind)
        assert page.locator("#seconds").is_hidden()
        with page.expect_request(lambda sent: "/api/tables" in sent.url and sent.method == "POST") as sent:
            page.locator("#new .form-do button").click()
        assert sent.value.post_data_json["clock"] == told
        page.wait_for_url("**/t/*")


def test_dice_roll_and_their_sum_follows(visit: Callable[..., Any]) -> None:
    page = visit()
    moving = page.evaluate(
        """async () => {
          const { parseSvg, roll } = await import("/static/board.js");
          const host = document.createElement("div");
          document.body.append(host);
          const box = '<rect width="18" height="18"/></g>';
          const die = (face, n) => `<g data-piece="roll.x.${n}" data-kind="rolled ${face}">` + box;
          const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40">';
          const draw = (faces, late) => svg + faces.map(die).join("") +
            (late ? '<g data-piece="sum.x" data-kind="late">' + box : "") + "</svg>";
          const pieces = () => [...host.querySelectorAll("[data-piece]")];
          const counts = [], last = ["badge", "handcuffs"];
          for (const [faces, late] of [[[], false], [["badge", "badge"], true], [last, true], [last, true]]) {
            const before = new Map(pieces().map((each) => [each.dataset.piece, { kind: each.dataset.kind }]));
            host.replaceChildren(parseSvg(draw(faces, late)));
            roll(before, pieces());
            counts.push(host.getAnimations({ subtree: true }).length);
          }
          return counts;
        }"""
    )
    assert moving == [0, 3, 2, 0]
