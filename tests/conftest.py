"""Which tests `make quick` leaves out, and which run on one of the two engines only."""

from __future__ import annotations

from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).parent
# Single slow tests carry @pytest.mark.slow where they are written.
SLOW = (
    "adapters/*",
    "bench/*",
    "browser/*",
    "district_noir/test_endgame.py",
    "lab/test_cluster.py",
    "lab/test_report.py",
    "lab/test_run.py",
    "police_vs_gangs/test_in_teams.py",
    "*/*board*.py",
    "*/*bot*.py",
    "*/test_editions.py",
    "*/test_strength.py",
    "test_new_game.py",
    "web/*",
)
ONCE = (
    "adapters/test_docs.py",
    "bench/test_bench.py",
    "lab/test_cluster.py",
    "lab/test_course.py",
    "lab/test_fit.py",
    "lab/test_report.py",
    "lab/test_statistics.py",
    "test_chart.py",
    "test_check_board.py",
    "test_cli.py",
    "test_docs.py",
    "test_doctor.py",
    "test_examples.py",
    "test_locale.py",
    "test_mutation.py",
    "test_path.py",
    "test_svg.py",
    "test_table_files.py",
    "test_terminal.py",
    "test_tty.py",
    "*/*board*.py",
    "web/*",
)
# Of the server, whole games and what leaks out of Views are played on the compiled engine.
NOT_ONCE = ("web/test_play.py", "web/test_secrets.py", "web/test_bot_pool.py")
# Much computing and nothing that depends on the engine: on the compiled one where there is a compiler.
HEAVY = (
    "adapters/test_encoding.py",
    "adapters/test_open_spiel.py",
    "adapters/test_pettingzoo.py",
    "district_noir/test_endgame.py",
    "gangs_city/test_editions.py",
    "lab/test_run.py",
    "police_vs_gangs/test_in_teams.py",
    "police_vs_gangs/test_strength.py",
    "*/*test_*bot.py",
    "*/test_referee.py",
    "test_bots.py",
    "test_contest.py",
    "test_rollouts.py",
    "test_search.py",
    "test_secrets.py",
    "test_tournament.py",
    "web/test_secrets.py",
)


@cache
def is_slow(path: Path) -> bool:
    """Whether `make quick` leaves the test file or folder out."""
    name = path.relative_to(HOME).as_posix()
    return f"{name}/*" in SLOW or any(fnmatch(name, pattern) for pattern in SLOW)


@cache
def is_once(path: Path) -> bool:
    """Whether the test file runs on the interpreted engine only."""
    name = path.relative_to(HOME).as_posix()
    return name not in NOT_ONCE and any(fnmatch(name, pattern) for pattern in ONCE)


@cache
def is_heavy(path: Path) -> bool:
    """Whether the test file runs on the compiled engine only, where there is one."""
    name = path.relative_to(HOME).as_posix()
    return any(fnmatch(name, pattern) for pattern in HEAVY)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what is deselected as a whole: that costs more than the quick tests themselves."""
    left_out = {"not slow": is_slow, "not once": is_once, "not heavy": is_heavy}.get(config.option.markexpr)
    return True if left_out and HOME in collection_path.parents and left_out(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if is_slow(item.path):
            item.add_marker("slow")
        if is_once(item.path):
            item.add_marker("once")
        if is_heavy(item.path):
            item.add_marker("heavy")
            if item.get_closest_marker("once"):
                raise pytest.UsageError(f"{item.nodeid} is marked both once and heavy: neither engine would run it")
