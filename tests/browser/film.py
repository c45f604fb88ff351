"""The moving picture of the README, a game from its first choice to its last: `python -m tests.browser.film FILE`."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import parrain
from parrain.bots import make_bot
from parrain.core import Record, Stream
from tests.browser import chromium
from tests.browser.conftest import Server, preferring
from tests.browser.playing import my_turn, play_on

GAME, PLAYERS, SEED, SEAT = "gangs-city", 4, 7, 1  # the seat that wins
PARTS = (0.0, 0.06, 0.13, 0.2, 0.28, 0.36, 0.45, 0.55, 0.65, 0.75, 0.86, 0.97)  # of the game that have been played
SHOWN, SIZE = (1280, 720), (1000, 562)
HOME, MOMENT = 1800, 850  # milliseconds that a frame is shown
LARGEST = 1_500_000


def bots_game() -> str:
    """The record of a game between bots."""
    game = parrain.game(GAME)
    state, bot, rng = game.new(PLAYERS, SEED), make_bot("greedy:1", game), Stream(SEED)
    record = Record(game.id, game.edition.key, PLAYERS, SEED, {})
    while not state.is_over:
        seat = state.current_players()[0]
        action = bot.choose(state.view(seat), state.legal_actions(seat), rng)
        state.apply(seat, action)
        record.choose(seat, action.text)
    return record.to_text(game)


def frame(page: Page) -> Image.Image:
    """What the page shows, in the size of the film."""
    page.wait_for_load_state("networkidle")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium.install(), args=list(chromium.FLAGS))
        try:
            context = browser.new_context(
                viewport={"width": SHOWN[0], "height": SHOWN[1]},
                base_url=server.address,
                locale="en",
                reduced_motion="reduce",
            )
            context.add_init_script(preferring({"list": "no"}))
            page = context.new_page()
            page.goto("/")
            frames = [frame(page)]
            record = bots_game()
            for part in PARTS:
                play_on(page, record, part, SEAT)
                my_turn(page)
                frames.append(frame(page))
        finally:
            browser.close()
            server.stop()
    film = Path(sys.argv[1])
    durations = [HOME, *[MOMENT] * (len(PARTS) - 1), HOME]
    frames[0].save(film, save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=55, method=6)
    assert film.stat().st_size < LARGEST, f"{film.stat().st_size} bytes are too many for a README"


if __name__ == "__main__":
    main()
