"""Screenshots of a table of each game at three sizes for the docs: `python -m tests.browser.pictures FOLDER`."""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import parrain
from tests.browser import chromium
from tests.browser.conftest import Server, preferring
from tests.browser.playing import finished, play_on, until

SIZES = {"small": (1280, 720), "phone": (390, 844), "wide": (1920, 1080)}
PLAYERS = 4
PART = 0.45  # of the game that has been played
MOMENTS = {  # what its player may choose then
    "district-noir": "take",
    "gangster": "drive",
    "reglement-de-comptes": "play",
    "gangs-city": "at ",
    "police-vs-gangs": "at ",
}


def take(browser: Browser, address: str, game: str, size: str, folder: Path) -> None:
    """One picture, as small a file as still looks well."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=address, locale="en", reduced_motion="reduce"
    )
    context.add_init_script(preferring({"list": "no"}))
    page = context.new_page()
    page.goto("/")
    known = parrain.game(game)
    play_on(page, finished(game, min(PLAYERS, known.most)), PART)
    until(page, MOMENTS[game])
    page.wait_for_load_state("networkidle")
    line = context.new_cdp_session(page)
    shot = line.send("Page.captureScreenshot", {"format": "webp", "quality": 68})
    (folder / f"table-{game}-{size}.webp").write_bytes(base64.b64decode(shot["data"]))
    context.close()


def main() -> None:
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium.install(), args=list(chromium.FLAGS))
        try:
            for game in sys.argv[2:] or parrain.all_games():
                for size in SIZES:
                    take(browser, server.address, game, size, folder)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
