"""Gangster: two to five gangs, one car each, ten districts of Chicago, three scoring days."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Event, Game, Modules, Option, SearchTuning, State, say
from parrain.games.gangster import (
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
    view,
)


class Gangster(Game):
    """The facts of the game and its modules."""

    id = "gangster"
    prefix = "GA"
    title = "Gangster"
    fewest = 2
    most = 5
    minutes = 90
    difficulty = 3
    pitch = say("Drive your people into the districts, and other people's out to the lake. Chicago pays on three days.")
    tagline = say("Hold the districts: Chicago pays three times.")
    endings = ("king", "shared", "turn-limit")
    options = (
        Option("any_clan", (False, True), say("Anybody may fill holes once the last square is taken")),
        Option("guard_stops_gun", (True, False), say("A bodyguard protects against machine guns too")),
    )
    extra_playthroughs = {"any-clan": (4, {"any_clan": True, "guard_stops_gun": False})}
    point_sources = {"districts": say("districts"), "doubles": say("districts with a Double")}
    home = Path(__file__).parent
    default_edition = "amigo-2007"
    progress = ("phase", "colour", "target", "back")
    greedy_worlds = 3  # only the order of decks is hidden
    # two turns of everybody and the next: a drive pays a turn later
    tuning = SearchTuning(horizon=9, rollout_sample=4, random_depth=0, exploration=0.5, prior_sharpness=2.0)
    levels = {
        "random+": "clumsy:88",
        "easy": "greedy:temperature=1.29",
        "easy+": "greedy:temperature=0.79",
        "normal": "greedy:temperature=0.525",
        "normal+": "greedy:temperature=0.4",
        "hard": "greedy:temperature=0.305",
        "hard+": "greedy:temperature=0.22",
        "expert": "search:12+1.9s",
        "expert+": "search:60+0.9s",
        "best": "search:1500+2.9s",
        "adviser": "search:60+0.9s",
    }
    elo = {  # with four at the table
        "random": 445,
        "random+": 590,
        "easy": 715,
        "easy+": 855,
        "normal": 1000,
        "normal+": 1130,
        "hard": 1255,
        "hard+": 1435,
        "expert": 1580,
        "expert+": 1720,
        "best": 1865,
    }
    learned_temperature = 0.2
    seat_axes = {"squares": "last", "trunks": "both"}
    modules = Modules(components, state, view, rules, position, imagine, refusals, invariants, bot, text, board, cover)

    def turned_names(self, players: int, seat: int) -> Mapping[str, str]:
        """The colours, counted from the seat's own."""
        box = cast(components.Box, self.box)
        first, near = box.near[players][0], box.near[players][seat]
        return {box.clan_names[clan]: box.clan_names[first.index(near[clan])] for clan in box.order[players]}

    def read_position(self, data: Mapping[str, object]) -> State:
        """A position that does not say so is of four players."""
        return super().read_position({"players": 4, **data})

    def points_by_source(self, state: State, events: Sequence[Event]) -> Mapping[str, Sequence[int]]:
        """Districts, and those that pay twice (GA 9.3 to GA 9.7)."""
        table = cast(rules.State, state)
        found = {source: [0] * state.players for source in self.point_sources}
        for event in events:
            if event.kind == "score":
                for clan, points in cast(list[tuple[str, int]], event.data["paid"]):
                    seat = table.owner[table.box.clan_names.index(clan)]
                    found["doubles" if event.data["double"] else "districts"][seat] += points
        return found


GAME = Gangster
