"""Which tests `make quick` leaves out, and which run once because the compiled engine cannot change their result."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

# Single slow tests carry @pytest.mark.slow where they are written.
SLOW = (
    "adapters/*",
    "bench/*",
    "browser/*",
    "district_noir/test_endgame.py",
    "police_vs_gangs/test_in_teams.py",
    "*/*board*.py",
    "*/*bot*.py",
    "*/test_editions.py",
    "*/test_strength.py",
    "test_new_game.py",
    "web/*",
)
# Of the server, whole games and what leaks out of Views are played on the compiled engine too.
ONCE = (
    "adapters/test_docs.py",
    "bench/test_bench.py",
    "test_check_board.py",
    "test_cli.py",
    "test_contest.py",
    "test_locale.py",
    "test_svg.py",
    "test_terminal.py",
    "test_tty.py",
    "test_words.py",
    "*/*board*.py",
    "web/*",
)
TWICE = ("web/test_play.py", "web/test_secrets.py", "web/test_bot_pool.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    home = Path(__file__).parent
    for item in items:
        path = item.path.relative_to(home).as_posix()
        if any(fnmatch(path, pattern) for pattern in SLOW):
            item.add_marker("slow")
        if path not in TWICE and any(fnmatch(path, pattern) for pattern in ONCE):
            item.add_marker("once")
