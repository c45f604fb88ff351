"""Several people: two browsers and a spectator, a reload, a lost connection, one screen for two, a seat taken along."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.browser.playing import against_bots, look, make, my_turn

NOIR = "district-noir"


def sit_two(visit: Callable[..., Any], address: str = "") -> tuple[Any, Any, str]:
    """Lana makes a table by the form, Élodie comes by the link."""
    lana = visit(f"{address}/new/{NOIR}")
    lana.fill("[name=name-0]", "Lana")
    lana.select_option("[name=kind-1]", "open")
    lana.click("form button.solid")
    lana.wait_for_selector("#waiting-box svg.qr")
    link = lana.input_value("#link")
    elodie = visit()
    elodie.goto(link)
    elodie.wait_for_selector("#sit:not([hidden])")
    elodie.fill("#sit-name", "Élodie <b>")
    elodie.click("#sit button")
    for page in (lana, elodie):
        page.wait_for_selector("#board svg")
    return lana, elodie, link


def mover(*pages: Any) -> tuple[Any, Any]:
    """Who is to move, and who is not."""
    for _ in range(2_400):
        choosing = [page for page in pages if look(page)["choices"]]
        if len(choosing) == 1:
            return choosing[0], next(page for page in pages if page is not choosing[0])
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def choose(page: Any) -> None:
    """The first of the list, and wait until it has happened."""
    step = look(page)["step"]
    page.locator("#choices button").first.click()
    page.wait_for_function("(step) => Number(document.getElementById('board').dataset.step) > step", arg=step)


def test_two_browsers_and_a_spectator(visit: Callable[..., Any]) -> None:
    lana, elodie, link = sit_two(visit)
    nobody = visit()
    nobody.goto(link)
    nobody.wait_for_selector("#board svg")
    for _ in range(3):
        first, second = mover(lana, elodie)
        assert look(second)["choices"] == [] and look(second)["lit"] == [] and look(nobody)["lit"] == []
        choose(first)
    assert "Élodie <b>" in nobody.locator("#seats").inner_text()
    lana.click("#open-menu")
    lana.fill("#chat-form [name=words]", "<img src=x onerror=alert(1)>")
    lana.click("#chat-form button")
    elodie.wait_for_function("() => document.getElementById('menu-new').textContent === '1'")  # one line unread
    elodie.click("#open-menu")
    assert elodie.inner_text("#menu-new") == "" and elodie.locator("#open-talk").is_hidden()
    assert "<img src=x onerror=alert(1)>" in elodie.locator("#talk").inner_text()
    lana.check("#open-talk")  # whoever made the table lets those who watch talk
    nobody.wait_for_selector("#chat-form:not([hidden])", state="attached")
    nobody.click("#open-menu")
    nobody.fill("#chat-form [name=name]", "Zoé")
    nobody.fill("#chat-form [name=words]", "bien joué")
    nobody.click("#chat-form button")
    lana.wait_for_function("() => /Zoé.*bien joué/.test(document.getElementById('talk').textContent)")
    elodie.fill("#my-name", "Élodie")
    elodie.click("#rename button")
    lana.wait_for_function("() => !document.getElementById('seats').textContent.includes('<b>')")
    elodie.check("#mute")
    assert not elodie.locator("#talk").is_visible()


def test_taking_back_with_consent(visit: Callable[..., Any]) -> None:
    lana, elodie, _ = sit_two(visit)
    first, second = mover(lana, elodie)
    choose(first)
    mover(lana, elodie)
    choose(second)
    mover(lana, elodie)
    step = look(first)["step"]
    first.click("#undo")  # another has chosen since: they are asked
    second.wait_for_selector("#notice.question:not([hidden])")
    assert look(first)["step"] == step
    second.locator("#notice button", has_text="Yes").click()
    first.wait_for_function("(step) => Number(document.getElementById('board').dataset.step) > step", arg=step)
    assert mover(lana, elodie)[0] is first


def test_a_reload_and_another_language_in_the_middle(visit: Callable[..., Any]) -> None:
    page = visit()
    against_bots(page, NOIR, 2)
    seen = my_turn(page)
    page.locator("#choices button").first.click()
    seen = my_turn(page, seen["step"])
    page.reload()
    assert my_turn(page) == seen
    page.click("#open-menu")
    page.click("[data-language=fr]")
    page.wait_for_selector("html[lang=fr]")
    again = my_turn(page)
    assert again == seen
    assert re.search("À vous|main est vide", page.locator("#prompt").inner_text())
    assert page.locator("#log li").count() > 2


def test_a_lost_connection_comes_back_by_itself(visit: Callable[..., Any]) -> None:
    page = visit(service_worker=True)
    against_bots(page, NOIR, 2)
    seen = my_turn(page)
    for _ in range(3):
        page.context.set_offline(True)
        page.wait_for_function("() => document.getElementById('status').textContent !== ''")
        page.context.set_offline(False)
        page.wait_for_function("() => document.getElementById('status').textContent === ''")
    page.locator("#choices button").first.click()
    assert my_turn(page, seen["step"])["step"] > seen["step"]


def test_a_server_that_was_killed_goes_on_where_it_was(visit: Callable[..., Any], own_server: Any) -> None:
    page = visit(own_server.address + "/offline")
    against_bots(page, NOIR, 2)
    seen = my_turn(page)
    page.locator("#choices button").first.click()
    seen = my_turn(page, seen["step"])
    own_server.stop(at_once=True)
    page.wait_for_function("() => document.getElementById('status').textContent !== ''")
    own_server.start()
    page.wait_for_function("() => document.getElementById('status').textContent === ''")
    assert my_turn(page) == seen
    page.locator("#choices button").first.click()
    assert my_turn(page, seen["step"])["step"] > seen["step"]


def test_two_people_at_one_screen(visit: Callable[..., Any]) -> None:
    page = visit()
    make(page, NOIR, [{"kind": "person", "name": "Lana"}, {"kind": "person", "name": "Élodie"}])
    shown = []
    for _ in range(4):
        page.wait_for_selector("#curtain[open]")
        hidden = page.evaluate("() => document.querySelectorAll('#table [data-action], #choices button').length")
        assert hidden == 0, "nothing to choose, nobody's hand, while the curtain is down"
        page.wait_for_function("() => !document.querySelector('#in-words').textContent.includes('Your hand')")
        shown.append(page.locator("#curtain-who").inner_text())
        page.click("#curtain-go")
        seen = my_turn(page)
        page.locator("#choices button").first.click()
        page.wait_for_function("(step) => document.getElementById('curtain').open", arg=seen["step"])
    assert {"Lana" in each for each in shown} == {True, False}


def test_a_seat_goes_to_another_device(visit: Callable[..., Any]) -> None:
    page = visit()
    against_bots(page, NOIR, 2)
    seen = my_turn(page)
    page.click("#open-menu")
    page.click("#device")
    page.wait_for_selector("#device-qr svg")
    phone = visit(size="phone")
    phone.goto(page.input_value("#device-link"))
    phone.click("#take")
    phone.wait_for_selector("#board svg")
    assert sorted(my_turn(phone)["choices"]) == sorted(seen["choices"])


def test_where_nothing_is_hidden_no_curtain_falls(visit: Callable[..., Any]) -> None:
    page = visit()
    make(page, "gangster", [{"kind": "person", "name": "Lana"}, {"kind": "person", "name": "Élodie"}])
    moved = set()
    for _ in range(16):
        seen = my_turn(page)
        assert not seen["curtain"]
        moved.add(page.locator("#seats .moving .seat-name").inner_text())
        page.locator("#choices button").first.click()
        page.wait_for_function(
            "(step) => Number(document.getElementById('board').dataset.step) > step", arg=seen["step"]
        )
    assert moved == {"Lana", "Élodie"}, "the board turns to whoever is to move"
