"""A negotiation between two browsers: both see the same claims, and one press makes the deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parrain.web.identity import COOKIE
from tests.web.tables import Laid, lay

ON = "() => !document.getElementById('negotiation').hidden"


def come_to(visit: Callable[..., Any], address: str, laid: Laid, seat: int, **how: Any) -> Any:
    """The person of that seat looks at the table."""
    page = visit(address + "/", **how)
    page.context.add_cookies([{"name": COOKIE, "value": laid.secrets[seat], "url": address}])
    page.goto(f"{address}/t/{laid.table}")
    page.wait_for_selector("#negotiation:not([hidden])")
    return page


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_two_browsers_strike_a_deal_while_the_sand_runs(
    visit: Callable[..., Any], patient_server: Any, size: str
) -> None:
    laid = lay(patient_server.folder / "tables.db", "talk-of-two", {"kind": "sand", "seconds": 3600}, {2: "random"})
    gangster = come_to(
        visit, patient_server.address, laid, 0, size=size, motion="no-preference" if size == "desk" else "reduce"
    )
    police = come_to(visit, patient_server.address, laid, 1, size=size, language="fr")
    for page in (gangster, police):
        assert page.locator("#choices").is_hidden(), "the panel says all that can be chosen"
        assert page.locator("#negotiation .sand-left").inner_text()
    running = gangster.evaluate(
        "() => document.getAnimations().filter((each) => each.effect.target.closest('.hourglass')).length"
    )
    assert (running > 0) is (size == "desk"), "the sand runs, and holds still for those who want it"
    gangster.locator("#negotiation button.claim").first.click()
    police.wait_for_function("() => /oui|pris/.test(document.querySelector('#negotiation tbody tr').innerText)")
    police.locator("#negotiation button.claim").first.click()
    gangster.wait_for_selector("#negotiation tr.clash")
    assert "PG 9.4" in gangster.locator("#negotiation .clashes").inner_text()
    police.locator('#negotiation [data-says="accept"]').click()
    police.wait_for_function(
        "() => document.querySelector('#negotiation .ready-mark')?.closest('thead').innerText.includes('prêt')"
    )
    gangster.wait_for_function("() => !document.querySelector('#negotiation tr.clash')")
    assert gangster.evaluate(ON), "one of two is ready: the sand still runs"
    gangster.locator('#negotiation [data-says="say"]').click()
    for page in (gangster, police):
        page.wait_for_function("() => document.getElementById('negotiation').hidden")
    gangster.wait_for_function("() => /accord|deal/i.test(document.getElementById('log').textContent)")


def test_dice_roll_and_their_sum_follows(visit: Callable[..., Any]) -> None:
    page = visit("/")
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
