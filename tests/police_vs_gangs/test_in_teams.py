"""The generic kit once more, on a table where teams are the rule, claims are short and handcuffs shifted."""

import pytest

from parrain.core import Option, say
from parrain.games.police_vs_gangs import PoliceVsGangs
from parrain.testing import CHECKS


class InTeams(PoliceVsGangs):
    options = (
        Option("teams", (True, False), say("teams")),
        Option("rounds", (2, 3), say("rounds")),
        Option("handcuffs", ("balanced", "printed"), say("handcuffs")),
    )


GAME = InTeams()


@pytest.mark.rule("PG 15.1", "PG 15.3", "PG 14.4")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("players", [4, 5])
def test_check(check, players):
    check(GAME, players)
    assert GAME.settle_options({})["teams"] is True
