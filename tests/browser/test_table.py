"""At one table: a rematch, somebody who goes and comes back, a clock that runs out, a board one looks at closely."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import parrain
from tests.browser.playing import (
    against_bots,
    by_list,
    come_to,
    finished,
    look,
    make,
    my_turn,
    play,
    play_on,
    spot,
    until,
)
from tests.browser.test_together import NOIR, choose, mover, sit_two
from tests.web.tables import lay


def test_a_rematch_brings_the_same_people_to_a_new_table(visit: Callable[..., Any], server: Any) -> None:
    laid = lay(server.store, "nearly-over", None)
    pages = [come_to(visit(), server, laid, seat) for seat in (0, 1)]
    link = pages[0].url
    for _ in range(3):
        choose(mover(*pages)[0])
    first, second = pages
    second.wait_for_selector("#after:not([hidden])")
    first.click("#rematch")
    first.wait_for_url(lambda url: url != link)
    second.click("#notice.question a")  # whoever is still there is told, and led there
    second.wait_for_url(first.url)
    mine, theirs = mover(*pages)
    assert look(mine)["step"] == look(theirs)["step"] == 0, "a game that begins"
    names = [page.locator("#seats .seat-name").all_inner_texts() for page in pages]
    assert names[0] == names[1] and sorted(names[0]) == ["P0", "P1"]
    choose(mine)
    nobody = visit()
    nobody.goto(link)
    nobody.wait_for_selector("#after:not([hidden])")
    assert not nobody.locator("#rematch").is_visible(), "only those who played"


def test_a_bot_plays_for_whoever_has_gone_until_they_are_back(visit: Callable[..., Any], own_server: Any) -> None:
    lana, elodie, link = sit_two(visit, own_server.address)
    if mover(lana, elodie)[0] is lana:
        choose(lana)  # now it is Élodie's turn, and she goes
    mover(lana, elodie)
    context = elodie.context
    elodie.close()
    lana.click('#seats button:has-text("Let a bot play for them")')
    my_turn(lana)
    assert "a bot plays for them" in lana.locator("#seats").inner_text()
    step = look(lana)["step"]
    choose(lana)
    my_turn(lana, step)  # the bot has answered
    back = context.new_page()
    back.goto(link)
    back.wait_for_selector("#board svg")
    lana.wait_for_function("() => !document.getElementById('seats').textContent.includes('a bot plays for them')")
    choose(lana)
    assert mover(lana, back)[0] is back, "whoever is back plays for themselves"


def test_a_clock_that_runs_out_and_coming_back(visit: Callable[..., Any]) -> None:
    lana = visit()
    seats = [{"kind": "person", "name": "Lana"}, {"kind": "open"}]
    make(lana, NOIR, seats, clock={"kind": "decision", "seconds": 15})
    elodie = visit(size="phone", language="fr")
    elodie.goto(lana.url)
    elodie.fill("#sit-name", "Élodie")
    elodie.click("#sit button")
    for page in (lana, elodie):
        page.wait_for_selector("#board svg")
    first, second = mover(lana, elodie)
    first.wait_for_selector("#ask-clock.running.short")
    assert first.locator("#ask-clock").inner_text().startswith("0:")
    second.wait_for_function("() => document.querySelector('#choices button')")  # a bot has chosen for the first
    first.click("#im-back")
    first.wait_for_selector("#im-back", state="hidden")
    choose(second)
    my_turn(first, look(first)["step"] - 1)
    choose(first)
    assert mover(first, second)[0] is second, "whoever is back plays for themselves"


@pytest.mark.parametrize("game", [NOIR, "gangs-city"])
def test_looking_closely_and_moving_the_board(visit: Callable[..., Any], game: str) -> None:
    page = visit()
    against_bots(page, game, parrain.game(game).fewest)
    seen = my_turn(page)
    width = "() => document.querySelector('#board svg').getBoundingClientRect().width"
    scrolled = (
        "() => [document.getElementById('board-view').scrollLeft, document.getElementById('board-view').scrollTop]"
    )
    whole = page.evaluate(width)
    page.keyboard.press("+")
    page.click("#zoom-in")
    assert page.evaluate(width) == pytest.approx(whole * 1.96, rel=0.02)
    middle = page.evaluate(scrolled)
    assert max(middle) > 0, "what was in the middle stays there"
    box = page.locator("#board-view").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 120, box["y"] + box["height"] / 2 - 60, steps=4)
    page.mouse.up()
    moved = page.evaluate(scrolled)
    assert moved[1] == pytest.approx(middle[1] + 60, abs=2)
    page.evaluate("() => fetch('/health').then(() => true)")  # there and back: a press would have been answered
    assert look(page)["step"] == seen["step"] and page.locator("#notice").is_hidden(), "dragging presses nothing"
    page.keyboard.press("-")
    assert page.evaluate(width) == pytest.approx(whole * 1.4, rel=0.02)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    page.wait_for_function(f"(least) => ({width})() > least", arg=whole * 1.5)
    page.focus("#board-view")
    before = page.evaluate(scrolled)[1]
    page.keyboard.press("ArrowUp")
    page.wait_for_function(f"(at) => ({scrolled})()[1] < at", arg=before)
    page.keyboard.press("=")
    assert page.evaluate(width) == pytest.approx(whole, rel=0.02)
    page.keyboard.press("+")
    page.locator("#table [data-action]").first.dispatch_event("click")
    assert my_turn(page, seen["step"])["step"] > seen["step"], "a choice can be pressed on a board seen closely"


def test_leaving_for_good_leaves_the_seat_to_a_bot(visit: Callable[..., Any]) -> None:
    lana, elodie, link = sit_two(visit)
    elodie.on("dialog", lambda dialog: dialog.accept())
    elodie.click("#open-menu")
    elodie.click("#leave")
    elodie.wait_for_url("**/")
    play(lana, 5, hands=(by_list,))
    assert "a bot plays for them" in lana.locator("#seats").inner_text()
    elodie.goto(link)
    elodie.click("#im-back")
    lana.wait_for_function("() => !document.getElementById('seats').textContent.includes('a bot plays for them')")


def middle(page: Any, selector: str) -> tuple[float, float]:
    """The middle of the first such thing on the screen."""
    page.locator(selector).first.evaluate("(thing) => thing.scrollIntoView({block: 'nearest', inline: 'nearest'})")
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# A point of what can be dragged that is on top, brought into sight where the board is larger than the screen.
GRIP = """() => {
  const grip = document.querySelector("#board [data-grip]");
  grip.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const box = grip.getBoundingClientRect();
  for (const across of [.5, .3, .7, .1, .9]) for (const down of [.5, .3, .7, .1, .9]) {
    const x = box.left + across * box.width, y = box.top + down * box.height;
    if (grip.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""


# Where a choice on the board is: its middle, and the nearest point well inside what is in sight of the board.
AIM = """(action) => {
  const box = document.querySelector(`#board [data-action="${CSS.escape(action)}"]`).getBoundingClientRect();
  const frame = document.getElementById("board-view").getBoundingClientRect();
  const at = [box.left + box.width / 2, box.top + box.height / 2], edge = 40;
  const clamp = (value, low, high) => Math.min(Math.max(value, low + edge), high - edge);
  const seen = [clamp(at[0], frame.left, frame.right), clamp(at[1], frame.top, frame.bottom)];
  return {at, seen, there: at[0] === seen[0] && at[1] === seen[1]};
}"""
NEARER = f"""([action, x, y]) => {{
  const aim = ({AIM})(action);
  return aim.there || Math.hypot(aim.at[0] - x, aim.at[1] - y) > 60;
}}"""


def pull(page: Any, start: tuple[float, float], finger: bool = False) -> Callable[..., None]:
    """Begin a drag with the mouse or a finger; what comes back moves it on, and lets go at the last place."""
    line = page.context.new_cdp_session(page) if finger else None

    def event(kind: str, x: float, y: float) -> None:
        if line is not None:
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        elif kind == "touchStart":
            page.mouse.move(x, y)
            page.mouse.down()
        elif kind == "touchMove":
            page.mouse.move(x, y, steps=3)
        else:
            page.mouse.up()

    event("touchStart", *start)

    def on(x: float, y: float, leave: bool = False) -> None:
        event("touchMove", start[0], start[1] - 20)  # up: along the hand a finger scrolls
        event("touchMove", x, y)
        if leave:
            event("touchEnd", x, y)

    return on


def test_dragging_with_the_mouse(visit: Callable[..., Any]) -> None:
    """A tile onto a side and then its order; a piece that is taken in hand first, and then laid on a side."""
    page = visit(size="small", preferences={"list": "no"})
    against_bots(page, "gangs-city", 3)
    seen = until(page, "at ")
    side = spot(page, seen["choices"][0])
    assert side is not None
    hold = pull(page, middle(page, '#part-hand [data-then="send showdown"]'))
    hold(*side)
    page.wait_for_selector("#board .drop-on", state="attached")
    hold(*side, leave=True)
    seen = my_turn(page, seen["step"])
    assert "send showdown gun" in seen["choices"], "the side is chosen, and what the tile may do there is asked"
    against_bots(page, "police-vs-gangs", 3)
    seen = until(page, "send")
    hold = pull(page, middle(page, '#part-hand [data-action^="send"]'))
    hold(*middle(page, "#stage"))
    page.wait_for_selector('#board [data-action^="at "]', state="attached")  # the piece is in the hand: sides glow
    assert page.locator(".dragged").count() == 1
    seen = look(page)
    side = spot(page, next(each for each in seen["choices"] if each.startswith("at ")))
    assert side is not None
    hold(*side, leave=True)
    assert my_turn(page, seen["step"])["step"] > seen["step"]


def test_dragging_with_a_finger(visit: Callable[..., Any]) -> None:
    """A card onto the board; a car onto a district."""
    page = visit(size="phone", preferences={"list": "no"})
    against_bots(page, NOIR, 2)
    seen = my_turn(page)
    hold = pull(page, middle(page, '#part-hand [data-action^="lay"]'), finger=True)
    hold(*middle(page, "#stage"))
    page.wait_for_selector("#stage.drop-here.drop-on")
    hold(*middle(page, "#stage"), leave=True)
    assert my_turn(page, seen["step"])["step"] > seen["step"]
    assert page.locator(".dragged").count() == 0
    against_bots(page, "gangster", 2)
    seen = until(page, "drive")
    page.keyboard.press("+")
    page.keyboard.press("+")  # a part of the city is in sight
    car = page.evaluate(GRIP)
    drives = {each: page.evaluate(AIM, each) for each in seen["choices"] if each.startswith("drive")}
    drive = next((each for each, aim in drives.items() if not aim["there"]), "")
    assert car and drive, "where it shall go is out of sight"
    hold = pull(page, car, finger=True)
    while not (aim := page.evaluate(AIM, drive))["there"]:
        hold(*aim["seen"])  # at the edge the city moves on
        page.wait_for_function(NEARER, arg=[drive, *aim["at"]])
    there = aim["at"]
    hold(*there)
    page.wait_for_selector("#board .drop-on", state="attached")
    assert page.locator("#board .preview.on").count() > 0, "where it leads is shown before one lets go"
    hold(*there, leave=True)
    assert my_turn(page, seen["step"])["step"] > seen["step"]


def test_only_what_is_final_asks_once_more(visit: Callable[..., Any]) -> None:
    page = visit(size="small", preferences={"confirming": "final"})
    against_bots(page, "gangs-city", 3)
    seen = until(page, "at ")
    page.locator('#choices [data-choice^="at "]').first.click()
    seen = my_turn(page, seen["step"])
    assert page.locator("#confirm").is_hidden(), "the first of two choices can be taken back"
    for answer in ("no", "yes"):
        page.locator('#choices [data-choice^="send"]').first.click()
        page.wait_for_selector("#confirm:not([hidden])")
        assert look(page)["step"] == seen["step"]
        page.click(f"#confirm-{answer}")
        page.wait_for_selector("#confirm", state="hidden")
    assert my_turn(page, seen["step"])["step"] > seen["step"]


TOLD = """() => ["log", "seats", "prompt", "turn-name"].map((id) => document.getElementById(id).textContent)"""
SCENE_OR_LATER = """(step) => !document.getElementById("scene").hidden
  || Number(document.getElementById("board").dataset.step) > step"""


def test_nothing_beside_a_scene_tells_how_it_ends(visit: Callable[..., Any]) -> None:
    page = visit(size="small", preferences={"scenes": "step"})
    against_bots(page, NOIR, 2)
    while True:
        step, before = my_turn(page)["step"], page.evaluate(TOLD)
        page.locator("#choices button").first.click()
        page.wait_for_function(SCENE_OR_LATER, arg=step)
        if page.locator("#scene").is_visible():
            break
    assert page.evaluate(TOLD) == before
    page.keyboard.press("Escape")
    my_turn(page, step)
    assert page.evaluate(TOLD)[0] != before[0]


def test_what_happened_just_now_is_marked_and_covers_nothing(visit: Callable[..., Any]) -> None:
    page = visit(size="small", preferences={"pace": "fast"})
    against_bots(page, NOIR, 2)
    seen = my_turn(page)
    page.locator('#choices [data-choice^="lay"]').first.click()
    my_turn(page, seen["step"])
    page.wait_for_selector("#board .recent", state="attached")  # the card that the bot laid or took
    page.wait_for_selector("#caption:not([hidden])")
    covered = page.evaluate("""() => {
      const box = document.getElementById("caption").getBoundingClientRect();
      return [...document.querySelectorAll("#board [data-action]")].filter((each) => {
        const at = each.getBoundingClientRect();
        return at.right > box.left && at.left < box.right && at.bottom > box.top && at.top < box.bottom;
      }).length;
    }""")
    assert covered == 0
    page.locator('#choices [data-choice^="lay"]').first.click()
    page.wait_for_function("() => !document.querySelector('#board .recent') || document.querySelector('.film')")


def test_a_small_map_leads_about_a_board_larger_than_the_phone(visit: Callable[..., Any]) -> None:
    page = visit(size="phone")
    play_on(page, finished("gangs-city"), 0.5)
    until(page, "at ")
    page.wait_for_selector("#minimap .map-frame", state="attached")
    assert page.locator("#minimap .map-place").count() > 2 and page.locator("#minimap .map-choice").count() > 0
    box = page.locator("#minimap").bounding_box()
    places = []
    for corner in (3, box["width"] - 3):
        page.touchscreen.tap(box["x"] + corner, box["y"] + box["height"] / 2)
        page.wait_for_timeout(0)
        places.append(page.evaluate("() => document.getElementById('board-view').scrollLeft"))
    assert places[0] < places[1]


# How many places and pieces of the board are in sight.
IN_SIGHT = """() => {
  const frame = document.getElementById("board-view").getBoundingClientRect();
  return [...document.querySelectorAll('#board [data-about^="place."], #board [data-piece]')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
  }).length;
}"""


def test_a_phone_shows_what_there_is_where_nothing_can_be_chosen(visit: Callable[..., Any]) -> None:
    page = visit(size="phone", preferences={"list": "no"})
    play_on(page, finished("police-vs-gangs", 4), 0.45)
    until(page, "at ")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.evaluate("""() => {
      const view = document.getElementById("board-view");
      for (const each of document.querySelectorAll("#board [data-action]")) each.removeAttribute("data-action");
      view.scrollTo(0, 0);  // a corner of the city without a place
    }""")
    assert page.evaluate(IN_SIGHT) == 0
    page.focus("#minimap")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => ({IN_SIGHT})() > 0")


# A socket that is not opened before the test says so.
HELD = """
const Real = WebSocket;
window.WebSocket = class {
  static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
  readyState = 0;
  constructor(url) {
    window.openLine = () => {
      const real = new Real(url);
      this.send = (message) => real.send(message);
      this.close = () => real.close();
      real.onopen = () => { this.readyState = 1; this.onopen(); };
      real.onmessage = (event) => this.onmessage(event);
      real.onclose = (event) => { this.readyState = 3; this.onclose(event); };
    };
  }
  close() { this.readyState = 3; }
};
"""


def plain_board(page: Any) -> str:
    """The board, without the mark of what has just happened, which a page that was loaded anew does not have."""
    return re.sub(r' class="(recent)?"', "", page.locator("#board").inner_html())


def test_the_board_and_the_first_choice_do_not_wait_for_the_socket(visit: Callable[..., Any]) -> None:
    page = visit()
    against_bots(page, NOIR, 2)
    seen = my_turn(page)
    shown = plain_board(page)
    page.add_init_script(HELD)
    page.reload()
    page.wait_for_selector("#choices button", state="attached")
    assert plain_board(page) == shown and look(page)["step"] == seen["step"]
    page.locator("#choices button").first.click()
    page.evaluate("() => openLine()")
    page.wait_for_function("(step) => Number(document.getElementById('board').dataset.step) > step", arg=seen["step"])
