"""The suite runs on the build that it says it runs on, and nothing is left out for want of a package."""

import importlib
import os

import pytest

from parrain.core import state, stream
from parrain.games.district_noir import rules

PACKAGES = [
    "axe_playwright_python",
    "ipykernel",
    "matplotlib",
    "nbclient",
    "openskill",
    "pettingzoo",
    "playwright",
    "pyspiel",
    "resvg_py",
]

pytestmark = pytest.mark.skipif("PARRAIN_ENGINE" not in os.environ, reason="run by hand, not by make test")


def test_which_engine_runs():
    wanted = os.environ["PARRAIN_ENGINE"]
    for module in (state, stream, rules):
        assert str(module.__file__).endswith(".py") == (wanted == "interpreted"), module.__file__


@pytest.mark.parametrize("package", PACKAGES)
def test_no_test_is_skipped_for_want_of_a_package(package):
    """Some tests skip themselves without these; `make test` has installed them all."""
    importlib.import_module(package)
