"""One server and one Chromium for all browser tests of a worker; every test gets fresh visitors."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from tests.browser import chromium  # noqa: E402

SIZES = {"phone": (390, 844), "tablet": (768, 1024), "small": (1280, 720), "desk": (1440, 900)}
ROOT = Path(__file__).parents[2]
EXPECTED = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")  # when a test cuts the line


def preferring(preferences: dict[str, str]) -> str:
    """A script that sets what a visitor prefers: nothing moves by itself, all choices are listed, and this."""
    kept = json.dumps({"pace": "none", "scenes": "none", "list": "yes", **preferences})
    return f"localStorage.setItem('preferences', {json.dumps(kept)})"


class Server:
    """A server of our own, in a process of its own, that can be killed and started again."""

    def __init__(self, folder: Path, gone_seconds: float = 3600.0) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.store = folder / "tables.db"
        self.gone_seconds = gone_seconds  # after which a bot may play for somebody
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = [str(self.port), str(self.store), str(self.gone_seconds)]
        command = [sys.executable, "-m", "tests.browser.serving", *settings]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        for _ in range(1200):
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(self.address + "/health", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not start:\n" + (self.folder / "log").read_text()[-2000:])

    def stop(self, at_once: bool = False) -> None:
        """End it, or kill it."""
        (self.process.kill if at_once else self.process.terminate)()
        self.process.wait(120)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that all tests share, at which no bot plays for somebody who is slow to come."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, to be killed, or for whoever does not wait for those who have gone."""
    running = Server(tmp_path, 1.0)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Chromium, installed if it was missing."""
    path = chromium.install()
    with playwright_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Somebody with a browser of their own: `visit("/", size="phone", dark=True, language="fr")` is their page.

    Without a path it is a page with little on it, for those who go on to a table. A service worker is for tests that
    cut the line: it would be installed anew for every visitor.

    Whatever the browser complains of (a script that fails, something the content policy refuses) fails the test.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def complain(message: Any) -> None:
        if message.type == "error" and not any(each in message.text for each in EXPECTED):
            complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def come(
        path: str = "/offline",
        size: str = "desk",
        dark: bool = False,
        language: str = "en",
        motion: str = "reduce",
        preferences: dict[str, str] | None = None,
        service_worker: bool = False,
    ) -> Any:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=language,
            reduced_motion=motion,
            base_url=server.address,
            accept_downloads=True,
            has_touch=size == "phone",
            service_workers="allow" if service_worker else "block",
        )
        context.set_default_timeout(120_000)
        context.add_init_script(preferring(preferences or {}))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", complain)
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []
