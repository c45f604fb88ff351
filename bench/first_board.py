"""How soon the first board is there, and how soon a choice is answered, in a browser: `python bench/first_board.py`.

A server of its own (`parrain serve`, from `--path`), and Chromium by Playwright. For each game, every time with a new
profile, so that nothing is cached: the home page, Play, and the milliseconds from that press to the frame that shows
the board; then some choices, each from the press to the frame that shows its outcome. The network is that of one
machine: nothing is emulated. Beside the clock stands the CPU time of server, browser and this script until the board is
there (Linux): on a machine with nothing else to do the clock shows less than that, however busy this one is.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("district-noir", "gangster", "reglement-de-comptes", "gangs-city", "police-vs-gangs")
WITHIN = {"board": 300, "choice": 100}
QUIET = {"pace": "none", "scenes": "none"}  # nothing is told step by step: the outcome is there as soon as it can be
BOARD = "first board at"
# When the board was first painted, on the clock that all pages of a browser share.
WATCH = """
localStorage.setItem("preferences", PREFERENCES);
new MutationObserver((_, watching) => {
  if (!document.querySelector("#board svg")) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => console.info(BOARD, performance.timeOrigin + performance.now())));
}).observe(document, { childList: true, subtree: true });
"""
PRESS = """(game) => { const play = document.querySelector(`[data-play="${game}"]`);
  play.click(); return performance.timeOrigin + performance.now(); }"""
CHOOSE = """() => new Promise((resolve) => {
  const board = document.getElementById("board"), buttons = document.querySelectorAll("#choices button");
  if (!buttons.length) return resolve(null);
  const began = performance.now();
  new MutationObserver((_, watching) => {
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  }).observe(board, { attributes: true, attributeFilter: ["data-step"] });
  buttons[Math.floor(Math.random() * buttons.length)].click();
})"""


@contextmanager
def serving(path: Path) -> Iterator[str]:
    """A server on a free port, with the sources or the compiled engine of that folder."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from parrain.cli import main; main()", "serve", "--no-browser", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--data", folder, "--pause", "0"],
            env={**os.environ, "PYTHONPATH": str(path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
            wait_for(address)
            yield address.rstrip("/")
        finally:
            server.terminate()
            server.wait()


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    for _ in range(200):
        try:
            urllib.request.urlopen(address).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"no answer from {address}")


def cpu_milliseconds() -> float:
    """The CPU time of this process and all its descendants so far, from what the scheduler counts; 0 elsewhere."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            tasks = [int(each.read_text().split()[0]) for each in folder.glob("task/*/schedstat")]
            spent[int(folder.name)] = sum(tasks) / 1e6
        except (OSError, ValueError):  # it has ended meanwhile
            continue

    def ours(number: int) -> bool:
        while number in parents and number != os.getpid():
            number = parents[number]
        return number == os.getpid()

    return sum(each for number, each in spent.items() if ours(number))


def visit(browser: Any, address: str, game: str, choices: int) -> tuple[float, float, list[float]]:
    """One new visitor: the milliseconds from Play to the board, by the clock and of CPU, and those of the choices."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en", base_url=address)
    context.add_init_script(
        WATCH.replace("PREFERENCES", json.dumps(json.dumps(QUIET))).replace("BOARD", json.dumps(BOARD))
    )
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    before = cpu_milliseconds()
    # By a message of the page: whatever Playwright evaluates in it meanwhile costs the page 25 ms.
    with page.expect_console_message(lambda message: message.text.startswith(BOARD)) as shown:
        pressed = page.evaluate(PRESS, game)
    computed = cpu_milliseconds() - before
    board = float(shown.value.text.removeprefix(BOARD)) - pressed
    answered: list[float] = []
    for _ in range(4 * choices):
        if len(answered) == choices or not page.locator("#after").is_hidden():
            break
        page.wait_for_selector("#choices button, #after:not([hidden])", state="attached")
        took = page.evaluate(CHOOSE)
        if took is not None:
            answered.append(took)
    context.close()
    return board, computed, answered


def main() -> None:
    """Measure each game, and print a table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--path", type=Path, default=ROOT / "src", help="src, or build/compiled")
    asked.add_argument("--games", default=",".join(GAMES))
    asked.add_argument("--visits", type=int, default=7)
    asked.add_argument("--choices", type=int, default=12)
    given = asked.parse_args()
    sys.path.insert(0, str(ROOT))
    from playwright.sync_api import sync_playwright

    from tests.browser.chromium import FLAGS, find

    with serving(given.path.resolve()) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        print("| game | Play to board, median | slowest | CPU, median | a choice, median | slowest | choices |")
        print("|---|---|---|---|---|---|---|")
        for game in given.games.split(","):
            boards: list[float] = []
            computing: list[float] = []
            answers: list[float] = []
            for _ in range(given.visits):
                board, computed, answered = visit(browser, address, game, given.choices)
                boards.append(board)
                computing.append(computed)
                answers += answered
            told = [statistics.median(boards), max(boards), statistics.median(computing)]
            told += [statistics.median(answers), max(answers)]
            print(f"| {game} | " + " | ".join(f"{each:.0f} ms" for each in told) + f" | {len(answers)} |", flush=True)
        print(f"\nTo reach: {WITHIN['board']} ms for the board, {WITHIN['choice']} ms for a choice at the median.")
        browser.close()


if __name__ == "__main__":
    main()
