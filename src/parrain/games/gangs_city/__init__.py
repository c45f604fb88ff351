"""Gangs City: gangs, traffics and gunfights in a hex city that grows. Hidden plans, secret bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from parrain.core import Action, Event, Game, Option, SearchTuning, State, View, say
from parrain.core.modules import Modules
from parrain.core.worlds import Worlds
from parrain.games.gangs_city import (
    board,
    bot,
    components,
    cover,
    imagine,
    invariants,
    position,
    refusals,
    rules,
    state,
    text,
)
from parrain.games.gangs_city import view as game_view


class GangsCity(Game):
    """The facts of the game, and its modules."""

    id = "gangs-city"
    prefix = "GC"
    title = "Gangs City"
    fewest = 3
    most = 6
    minutes = 90
    difficulty = 4
    pitch = say("Send your people out face down, bid your stock in secret, and see whose plan is left standing.")
    tagline = say("Send people out face down, bid in secret.")
    endings = ("target", "turn-limit", "no-gang-left")
    options = (
        Option(
            "mercenaries",
            ("house", "plain"),
            say("Mercenaries with the abilities of the house set, or by their numbers alone."),
            {"house": say("the house set"), "plain": say("by their numbers")},
        ),
        Option(
            "second_chance",
            (True, False),
            say("A gang without characters takes one from the supply when a turn begins."),
        ),
        Option("turn_limit", (60, 5, 10, 20, 30, 100), say("The game ends after so many turns at the latest.")),
    )
    extra_playthroughs = {
        "plain-mercenaries": (4, {"mercenaries": "plain"}),
        "no-second-chance": (3, {"second_chance": False}),
    }
    point_sources = {"traffics": say("rackets"), "quarters": say("quarters")}
    home = Path(__file__).parent
    default_edition = "diptic-2013"
    # to the end of the turn: only then a placement shows what it was worth
    tuning = SearchTuning(horizon=1, random_depth=0, exploration=0.5, prior_sharpness=2.0)
    levels = {
        "random+": "clumsy:90",
        "easy": "greedy:temperature=1.88",
        "easy+": "greedy:temperature=0.96",
        "normal": "greedy:temperature=0.64",
        "normal+": "greedy:temperature=0.41",
        "hard": "greedy:temperature=0.22",
        "hard+": "search:24+0.9s",
        "expert": "search:85+1.9s",
        "expert+": "search:325+1.9s",
        "best": "search:2400+2.9s+insight",
        "adviser": "search:80+0.9s",
    }
    elo = {  # with four at the table; best is further above expert+ than the others are apart (docs/learning.md)
        "random": 210,
        "random+": 425,
        "easy": 645,
        "easy+": 830,
        "normal": 1000,
        "normal+": 1180,
        "hard": 1335,
        "hard+": 1500,
        "expert": 1750,
        "expert+": 1960,
    }

    modules = Modules(
        components, state, game_view, rules, position, imagine, refusals, invariants, bot, text, board, cover
    )

    def rate(self, state: State, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
        return bot.rate(cast(rules.State, state), seat, actions, cast(bot.Cache | None, cache))

    def new_cache(self, before: object = None) -> bot.Cache:
        return bot.next_cache(cast(bot.Cache | None, before))

    def likely_worlds(self, view: View) -> Worlds[Any]:
        return bot.LikelyWorlds(cast(game_view.View, view), cast(components.Box, self.box))

    def appraise(self, state: State) -> list[float]:
        return bot.appraise(cast(rules.State, state))

    def hides(self, action: Action) -> bool:
        return bot.hides(action)

    def points_by_source(self, state: State, events: Sequence[Event]) -> Mapping[str, Sequence[int]]:
        """Traffics and quarters of all turns (GC 1.1)."""
        found = {source: [0] * state.players for source in self.point_sources}
        for event in events:
            if event.kind == "score":
                for source, total in found.items():
                    for seat, points in enumerate(cast(list[int], event.data[source])):
                        total[seat] += points
        return found


GAME = GangsCity
