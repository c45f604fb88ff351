"""The settings of a searching bot: `search:1s`, `search:500`, `search:3000+1s+exact+turns=17+memory+x2`."""

from __future__ import annotations

import re
from typing import NamedTuple

from parrain.core import BadOption

ENDLESS = 1_000_000_000
EXACT = 60_000  # moments of an endgame that can be looked at well within a second
MOST_CORES = 64
MOST_TURNS = 200


class Plan(NamedTuple):
    """The most simulations and seconds, cores, the largest endgame to solve, memory, and how far to look.

    `turns` 0 is as far as the game says (`Tuning.horizon`).
    """

    simulations: int = ENDLESS
    seconds: float = 0.0
    cores: int = 1
    exact: int = 0
    memory: bool = False
    turns: int = 0


def read_plan(settings: str) -> Plan:
    """The parts, joined by +: 500 simulations, 1s, turns=17, x2 cores, exact or exact=200000, memory."""
    plan = Plan()
    for part in (settings or "1s").split("+"):
        if re.fullmatch(r"\d+", part) and 0 < int(part) <= 10_000_000:
            plan = plan._replace(simulations=int(part))
        elif re.fullmatch(r"\d+(\.\d+)?s", part) and 0 < float(part[:-1]) <= 3600:
            plan = plan._replace(seconds=float(part[:-1]))
        elif re.fullmatch(r"x\d+", part) and 1 <= int(part[1:]) <= MOST_CORES:
            plan = plan._replace(cores=int(part[1:]))
        elif part == "exact":
            plan = plan._replace(exact=EXACT)
        elif re.fullmatch(r"exact=\d+", part) and 0 < int(part[6:]) <= 100_000_000:
            plan = plan._replace(exact=int(part[6:]))
        elif re.fullmatch(r"turns=\d+", part) and 0 < int(part[6:]) <= MOST_TURNS:
            plan = plan._replace(turns=int(part[6:]))
        elif part == "memory":
            plan = plan._replace(memory=True)
        else:
            raise BadOption(
                "The bot “search” is told for how long (1s, 0.2s) or how often (500) to think,"
                " and after a + whether it solves endgames (exact), how far it looks ahead (turns=9),"
                " whether it remembers (memory), on how many cores (x2); not “{settings}”.",
                settings=part[:40],
            )
    if plan.simulations == ENDLESS and not plan.seconds:
        plan = plan._replace(seconds=1.0)
    return plan
