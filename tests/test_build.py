"""The suite runs on the build that it says it runs on."""

import os

import pytest

from parrain.core import state, stream
from parrain.games.district_noir import rules


@pytest.mark.skipif("PARRAIN_ENGINE" not in os.environ, reason="run by hand, not by make test")
def test_which_engine_runs():
    wanted = os.environ["PARRAIN_ENGINE"]
    for module in (state, stream, rules):
        assert module.__file__.endswith(".py") == (wanted == "interpreted"), module.__file__
