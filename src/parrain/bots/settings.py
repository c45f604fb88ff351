"""The settings of a searching bot: `search:1s`, `search:500`, `search:3000+1s+exact+turns=17+memory+x2`."""

from __future__ import annotations

import re
from typing import NamedTuple

from parrain.core import BadOption
from parrain.core.inputs import whole_from_text

ENDLESS = 1_000_000_000
EXACT = 60_000  # nodes of an endgame that are solved well within a second
MOST_CORES = 64
MOST_TURNS = 200
TEMPERATURE = "temperature="


class SearchSettings(NamedTuple):
    """The limits of a search (simulations, seconds, cores), and what it does beside searching."""

    simulations: int = ENDLESS
    seconds: float = 0.0
    cores: int = 1
    exact: int = 0  # nodes of the largest endgame to solve; 0: none
    memory: bool = False  # weight worlds by what the others chose
    insight: bool = False  # likely worlds, and positions appraised: `Game.likely_worlds`, `Game.appraise`
    turns: int = 0  # the horizon; 0: that of the game (`SearchTuning.horizon`)
    learned: bool = False  # priors and values by the learned network, instead of ratings, rollouts and evaluation
    weights: str = ""  # the file of that network; empty: the one that ships


def read_settings(settings: str) -> SearchSettings:
    """The parts, joined by +: 500 simulations, 1s, turns=17, x2 cores, exact or exact=200000, memory, insight."""
    found = SearchSettings()
    for part in (settings or "1s").split("+"):
        if simulations := whole_from_text(part, 10_000_000):
            found = found._replace(simulations=simulations)
        elif re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?s", part) and 0 < float(part[:-1]) <= 3600:
            found = found._replace(seconds=float(part[:-1]))
        elif part.startswith("x") and (cores := whole_from_text(part[1:], MOST_CORES)):
            found = found._replace(cores=cores)
        elif part == "exact":
            found = found._replace(exact=EXACT)
        elif part.startswith("exact=") and (nodes := whole_from_text(part[6:], 100_000_000)):
            found = found._replace(exact=nodes)
        elif part.startswith("turns=") and (turns := whole_from_text(part[6:], MOST_TURNS)):
            found = found._replace(turns=turns)
        elif part == "memory":
            found = found._replace(memory=True)
        elif part == "insight":
            found = found._replace(insight=True)
        elif part == "learned" or part.startswith("learned="):
            found = found._replace(learned=True, weights=part.removeprefix("learned").removeprefix("="))
        else:
            raise BadOption(
                "The bot “search” is told for how long (1s, 0.2s) or how often (500) to think,"
                " and after a + whether it solves endgames (exact), how far it looks ahead (turns=9),"
                " whether it remembers (memory), thinks the others sensible (insight),"
                " asks the learned network (learned), on how many cores (x2);"
                " not “{settings}”.",
                settings=part[:40],
            )
    if found.simulations == ENDLESS and not found.seconds:
        found = found._replace(seconds=1.0)
    return found


def read_temperature(settings: str) -> float | None:
    """The number of `temperature=2.5`, from 0.001 to 999; None where something else is told."""
    if not settings.startswith(TEMPERATURE):
        return None
    text = settings.removeprefix(TEMPERATURE)
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) or not float(text):
        raise BadOption("A temperature is a number from 0.001 to 999, not “{text}”.", text=text[:40])
    return float(text)
