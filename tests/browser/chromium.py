"""Finds a Chromium for the tests, and installs one if there is none: `python tests/browser/chromium.py`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# The first is Chromium without its windows: a sixth less computing for the same pages.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# As root without a screen, and calling nobody.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def own() -> str | None:
    """The browser that Playwright downloads for itself, where that works."""
    from playwright.sync_api import sync_playwright

    try:
        with sync_playwright() as playwright:
            path = playwright.chromium.executable_path
    except Exception:
        return None
    return path if Path(path).exists() else None


def find() -> str | None:
    """The Chromium of this machine: $CHROMIUM, one on the path, or Playwright's own."""
    named = os.environ.get("CHROMIUM", "")
    if named:
        return named if Path(named).exists() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None) or own()


def attempts() -> list[list[str]]:
    """How one may be had here, the system's package first."""
    apt = shutil.which("apt-get")
    found: list[list[str]] = []
    if apt and os.geteuid() == 0:
        shell, whole = ([apt, "install", "-y", "--no-install-recommends", name] for name in NAMES[:2])
        found += [shell, [apt, "update"], shell, whole]
    return [*found, [sys.executable, "-m", "playwright", "install", "chromium"]]


def install() -> str:
    """A Chromium, installed if need be; several who ask at once wait for the first."""
    with (Path(tempfile.gettempdir()) / f"parrain-chromium-{os.getuid()}.lock").open("w") as lock:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)
        path = find()
        told = []
        for command in [] if path else attempts():
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            told.append(f"{' '.join(command)}: {done.returncode} {done.stderr[-300:]}")
            path = find()
            if path:
                break
    if not path:
        raise SystemExit(
            "There is no Chromium here, and none could be installed; say where one is by CHROMIUM=…\n" + "\n".join(told)
        )
    return path


if __name__ == "__main__":
    print(install())
