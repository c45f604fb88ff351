"""How a test sits at a table in the browser: makes one, looks, chooses by hand or by keys."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import parrain
from parrain.core import Record, Stream
from parrain.web.identity import COOKIE
from tests.web.tables import Laid

Watch = Callable[[int], None]
TimedOut = pytest.importorskip("playwright.sync_api").TimeoutError
LOOK = """() => ({
  step: Number(document.getElementById("board").dataset.step ?? -1),
  over: !document.getElementById("after").hidden,
  choices: [...document.querySelectorAll("#choices button")].map((each) => each.dataset.choice),
  lit: [...document.querySelectorAll("#table [data-action], #acts [data-choice], #negotiation [data-says]")].map(
    (each) => each.dataset.action ?? each.dataset.choice ?? each.dataset.says),
  covers: [...document.querySelectorAll("#table [data-covers]")].map((each) => each.dataset.covers),
  curtain: document.getElementById("curtain").open,
})"""
MINE_OR_OVER = """(step) => {
  const board = document.getElementById("board");
  if (!document.getElementById("after").hidden || document.getElementById("curtain").open) return true;
  return Number(board.dataset.step ?? -1) > step && document.querySelector("#choices button") !== null;
}"""

# A table asks for another drawing where the window is narrow.
REDRAWN = """() => {
  const drawing = document.querySelector("#board svg");
  const wanted = matchMedia("(max-width: 56.19em)").matches ? "narrow" : "wide";
  return !drawing || document.body.dataset.pictures === wanted;
}"""

# Where a choice is to be pressed: a point of it that is on top, scrolled into sight; and whatever of the page
# lies over any choice that is in sight.
SPOT = """(action) => {
  const all = [...document.querySelectorAll("#table [data-action], #acts [data-choice]")];
  const target = all.find((each) => (each.dataset.action ?? each.dataset.choice) === action);
  target?.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
  const over = new Set(), found = {there: false, x: 0, y: 0};
  for (const each of all) {
    const box = each.getBoundingClientRect(), drawing = each.closest("svg") ?? each;
    const seen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
    for (let out = each.parentElement; out; out = out.parentElement) {
      if (getComputedStyle(out).overflowX === "visible") continue;
      const frame = out.getBoundingClientRect();
      seen.left = Math.max(seen.left, frame.left); seen.right = Math.min(seen.right, frame.left + out.clientWidth);
      seen.top = Math.max(seen.top, frame.top); seen.bottom = Math.min(seen.bottom, frame.top + out.clientHeight);
    }
    for (const across of [.5, .15, .85]) for (const down of [.5, .15, .85]) {
      const x = box.left + across * box.width, y = box.top + down * box.height;
      if (x <= seen.left || x >= seen.right || y <= seen.top || y >= seen.bottom) continue;
      const top = document.elementFromPoint(x, y);
      if (each.contains(top)) { if (each === target && !found.there) Object.assign(found, {there: true, x, y}); }
      else if (top && !drawing.contains(top) && !top.contains(drawing) && !top.closest(".zoom")) {  // which scrolls
        const name = `${top.tagName}#${top.id}.${top.getAttribute("class")} ${top.textContent.trim().slice(0, 60)}`;
        over.add(`${name} over ${each.dataset.action ?? each.dataset.choice}`);
      }
    }
  }
  if (target && !found.there) over.add(`nothing of ${action} is on top`);
  return {...found, over: [...over]};
}"""

# What is wider than the window, and what is wider than its own box and cut off there.
CUT_OFF = """() => {
  const found = [];
  const wide = document.documentElement.clientWidth;
  const whole = document.documentElement.scrollWidth;
  if (whole > wide) found.push(`the page is ${whole} wide`);
  for (const each of document.querySelectorAll("body *")) {
    if (each.closest("svg, .unseen, .skip, .choices-box:not(.open), script, template, [hidden]")) continue;
    if (!each.checkVisibility()) continue;
    if (each.closest("#board-view > *, .hand-view > *")) continue;  // these scroll
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    const name = `${each.tagName}#${each.id}.${each.className} ${each.textContent.trim().slice(0, 30)}`;
    if (box.width && (box.right > wide + 1 || box.left < -1)) found.push(name + " is outside");
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(each.tagName);
    const clips = style.overflowX !== "visible" && style.overflowX !== "auto" && !field;
    if (clips && each.scrollWidth > each.clientWidth + 1) found.push(name + " is cut off");
    const pressed = /^(BUTTON|A)$/.test(each.tagName) && style.display !== "inline";
    if (pressed && each.scrollWidth > each.clientWidth + 1) found.push(name + " overflows");
  }
  for (const svg of document.querySelectorAll("#board svg")) {
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (box.right > frame.right + 1 || box.left < frame.left - 1) found.push("on the board: " + text.textContent);
    }
  }
  return found;
}"""


def few(game: str) -> int:
    """A table for three where the game allows: then most choices are made by bots."""
    known = parrain.game(game)
    return min(max(known.fewest, 3), known.most)


# Options that make a game short, for those that have them.
SHORT: dict[str, dict[str, Any]] = {"gangs-city": {"turn_limit": 5}, "police-vs-gangs": {"rounds": 1}}


def make(page: Any, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """A new table over the API, with this visitor's identity; the page goes there."""
    wish = {"game": game, "seats": seats, **more}
    made = page.evaluate(
        """async (wish) => (await fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify(wish)})).json()""",
        wish,
    )
    assert "table" in made, made
    page.goto(made["link"])
    return str(made["table"])


def against_bots(page: Any, game: str, players: int, bot: str = "random", **more: Any) -> str:
    """A new table with one person and bots."""
    return make(
        page,
        game,
        [{"kind": "person", "name": "Lana"}, *({"kind": "bot", "bot": bot} for _ in range(players - 1))],
        **more,
    )


def look(page: Any) -> dict[str, Any]:
    """What the page shows now."""
    seen: dict[str, Any] = page.evaluate(LOOK)
    return seen


def my_turn(page: Any, after: int = -1) -> dict[str, Any]:
    """Wait until something can be chosen after that step, or the game is over."""
    while True:
        page.wait_for_function(MINE_OR_OVER, arg=after)
        seen = look(page)
        if seen["choices"] or seen["over"]:
            return seen  # where several decide at once, the table may have moved on between waiting and looking


def by_list(page: Any, seen: dict[str, Any], at: int) -> None:
    """Press a button of the list."""
    button = page.locator(f'#choices [data-choice="{seen["choices"][at]}"]')
    if button.count():  # where several decide at once, what one may choose can change under one's hand
        button.click()


def spot(page: Any, action: str) -> tuple[float, float] | None:
    """Where on the screen a choice can be pressed; None if it is gone. Whatever lies over a choice fails the test."""
    found = page.evaluate(SPOT, action)
    assert found["over"] == [], f"over what one may press: {found['over']}"
    return (found["x"], found["y"]) if found["there"] else None


def by_mouse(page: Any, seen: dict[str, Any], at: int) -> None:
    """Move the mouse to the choice on the board, in the hand or below, and press there."""
    place = spot(page, seen["choices"][at])
    if place is not None:
        page.mouse.move(*place)
        page.mouse.click(*place)


def by_touch(page: Any, seen: dict[str, Any], at: int) -> None:
    """Tap on the choice with a finger."""
    place = spot(page, seen["choices"][at])
    if place is not None:
        page.touchscreen.tap(*place)


def by_keys(page: Any, seen: dict[str, Any], at: int) -> None:
    """Type the number of the choice."""
    for digit in str(at + 1):
        page.keyboard.press(digit)
    if (at + 1) * 10 <= len(seen["choices"]):  # a longer number is possible: Enter says that this is all
        page.keyboard.press("Enter")


def by_enter(page: Any, seen: dict[str, Any], at: int) -> None:
    """To the board with B, about it by arrows, pressed by Enter."""
    page.keyboard.press("b")
    for way in ("ArrowRight", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(way)
    # an arrow may have led to something that is not allowed; only a choice is pressed
    if page.evaluate("() => Boolean(document.activeElement.dataset.action)"):
        page.keyboard.press("Enter")
    else:
        by_keys(page, seen, at)


def by_arrows(page: Any, seen: dict[str, Any], at: int) -> None:
    """To the list with C, down or up by arrows, pressed by Enter."""
    page.keyboard.press("c")
    count = len(seen["choices"])
    for _ in range(min(at, count - at)):
        page.keyboard.press("ArrowDown" if at <= count - at else "ArrowUp")
    page.keyboard.press("Enter")


def play(
    page: Any, most: int = 5_000, seed: int = 1, hands: tuple[Any, ...] = (by_mouse,), watch: Watch | None = None
) -> int:
    """Choose at random to the end or so many times, with one hand after the other; how many choices were made."""
    luck = random.Random(seed)
    seen = my_turn(page)
    for count in range(most):
        if seen["over"]:
            return count
        hand = hands[count % len(hands)]
        rest = sorted(set(seen["choices"]) - set(seen["lit"]))
        assert sorted([*seen["lit"], *rest]) == sorted(seen["choices"]), "the table offers nothing else"
        assert all(each.startswith(tuple(seen["covers"])) for each in rest), f"on the table too: {rest}"
        offered = {**seen, "choices": seen["lit"]} if hand in (by_mouse, by_touch) else seen
        try:
            hand(page, offered, luck.randrange(len(offered["choices"])))
        except TimedOut:  # where several decide at once, what one may choose can change under one's hand
            assert look(page)["step"] > seen["step"]
        seen = my_turn(page, seen["step"])
        if watch is not None:
            watch(count)
    return most


def finished(game: str, players: int = 0) -> str:
    """The record of a long game, with as many players as can be if not said."""
    known = parrain.game(game)
    players = players or known.most
    state = known.new(players, 3)
    record = Record(known.id, known.edition.key, players, 3, {})
    rng = Stream(3)
    while not state.is_over:
        for seat in state.current_players():
            legal = state.legal_actions(seat)
            if legal:
                action = legal[rng.below(len(legal))]
                record.choose(seat, action.text)
                state.apply(seat, action)
    return record.to_text(known)


def come_to(page: Any, server: Any, laid: Laid, seat: int) -> Any:
    """The person of that seat comes to a table that was laid into the server's store."""
    page.context.add_cookies([{"name": COOKIE, "value": laid.secrets[seat], "url": server.address}])
    page.goto(f"/t/{laid.table}")
    page.wait_for_selector("#board svg")
    return page


def upload(page: Any, record: str) -> str:
    """A record sent to the server; the table it becomes."""
    made = page.evaluate(
        """async (text) => (await fetch("/api/replays", {method: "POST", body: text,
        headers: {"Content-Type": "text/plain"}})).json()""",
        record,
    )
    return str(made["table"])


def play_on(page: Any, record: str, part: float, seat: int = 0) -> None:
    """Sit down at a game that has gone so far; bots play for the others."""
    table = upload(page, record)
    story = page.evaluate("async (table) => (await fetch('/api/replays/' + table)).json()", table)
    moment = int(part * (len(story["scores"]) - 1))
    made = page.evaluate(
        """async ([table, wish]) => (await fetch(`/api/tables/${table}/fork`, {method: "POST",
        headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)})).json()""",
        [table, {"moment": moment, "seat": seat, "name": "Lana", "bot": "random"}],
    )
    assert "link" in made, made
    page.goto(made["link"])


def until(page: Any, verb: str) -> dict[str, Any]:
    """Choose the first that is offered until one may choose this."""
    seen = my_turn(page)
    while not any(each.startswith(verb) for each in seen["choices"]):
        page.locator("#choices button").first.dispatch_event("click")
        page.wait_for_function(
            """(step) => {
              document.querySelector("#confirm:not([hidden]) #confirm-yes")?.click();
              return Number(document.getElementById("board").dataset.step) > step;
            }""",
            arg=seen["step"],
        )
        seen = my_turn(page, seen["step"])
    return seen
