"""Whole games of every kind in a real browser, by list, board and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parrain
from browser.playing import SHORT, against_bots, by_keys, few, look, my_turn, play

GAMES = list(parrain.games())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots(visit: Callable[..., Any], game: str) -> None:
    page = visit("/")
    against_bots(page, game, few(game), options=SHORT.get(game, {}))
    made = play(page)
    assert made > 3
    assert look(page)["choices"] == []
    assert page.locator("#places li").count() == few(game)
    page.wait_for_selector("#chart svg .line")
    assert page.locator("#prompt").inner_text() != ""


@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard_alone_on_a_phone_in_french(visit: Callable[..., Any], game: str) -> None:
    """The board is reached with B, left by arrows, pressed by Enter; the rest by numbers. For most games the first choices do."""
    page = visit("/", size="phone", language="fr", dark=True)
    against_bots(page, game, few(game), options=SHORT.get(game, {}))

    def by_enter(page: Any, seen: dict[str, Any], at: int) -> None:
        page.keyboard.press("b")
        for way in ("ArrowRight", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(way)
        # an arrow may have led to something that is not allowed; only a choice is pressed
        if page.evaluate("() => Boolean(document.activeElement.dataset.action)"):
            page.keyboard.press("Enter")
        else:
            by_keys(page, seen, at)

    def by_arrows(page: Any, seen: dict[str, Any], at: int) -> None:
        page.keyboard.press("c")
        for _ in range(at):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")

    most = 10_000 if game == GAMES[0] else 9
    made = play(page, most, hands=(by_enter, by_arrows, by_keys))
    assert look(page)["over"] if game == GAMES[0] else made == 9 or look(page)["over"]


def test_play_now_is_one_click(visit: Callable[..., Any]) -> None:
    page = visit("/")
    page.locator("[data-play]").first.click()
    page.wait_for_url("**/t/*")
    assert my_turn(page)["choices"]
    page.goto("/")
    assert page.locator("#mine li a").count() == 1


def test_pieces_move_and_hold_still_for_those_who_want_it(visit: Callable[..., Any]) -> None:
    moving = "() => document.getAnimations().filter((each) => each.effect.target.dataset.piece).length"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page = visit("/", motion=motion)
        against_bots(page, GAMES[0], 2)
        seen = my_turn(page)
        lay = next(i for i, each in enumerate(seen["choices"]) if each.startswith("lay"))
        page.evaluate("() => { window.most = 0; new MutationObserver(() => { window.most = Math.max(window.most, (" + moving + ")()); })"
                      ".observe(document.getElementById('board'), {childList: true}); }")  # fmt: skip
        page.locator("#choices button").nth(lay).click()
        my_turn(page, seen["step"])
        assert (page.evaluate("() => window.most") > 0) is moves
