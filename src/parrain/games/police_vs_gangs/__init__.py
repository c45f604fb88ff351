"""Police vs Gangs: two unlike factions, hidden gangsters, open dice, and a deal to be struck before either is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Action, Event, Game, Modules, Negotiation, Option, SearchTuning, State, View, say
from parrain.core.edition import Value
from parrain.games.police_vs_gangs import (
    board,
    bot,
    components,
    cover,
    imagine,
    invariants,
    live,
    position,
    refusals,
    rules,
    state,
    text,
    view,
)
from parrain.games.police_vs_gangs.view import View as Seen


class PoliceVsGangs(Game):
    """The facts of the game, and its modules."""

    id = "police-vs-gangs"
    prefix = "PG"
    title = "Police vs Gangs"
    fewest = 3
    most = 6
    minutes = 60
    difficulty = 4
    pitch = say(
        "Gangsters hide, police roll dice, and everybody bargains first, with whatever they may or may not have"
        " brought."
    )
    tagline = say("Bargain first, roll the dice after.")
    endings = ("points", "extra-turn", "deadlock", "turn-limit")
    options = (
        Option("teams", (False, True), say("Police against gangsters: one score for each faction")),
        Option("rounds", (3, 1, 2, 4, 5), say("Rounds of claims in a negotiation")),
        Option(
            "handcuffs",
            ("printed", "balanced", "house"),
            say(
                "Handcuffs on the cards as printed, or shifted by the number of players towards even chances;"
                " or as printed, with points to begin with for the weaker faction"
            ),
            {"printed": say("as printed"), "balanced": say("balanced"), "house": say("house balance")},
        ),
    )
    roles = (say("Gangster"), say("Police"))
    extra_playthroughs: Mapping[str, tuple[int, Mapping[str, object]]] = {
        "teams-4": (4, {"teams": True}),
        "teams-5": (5, {"teams": True}),
        "balanced-4": (4, {"handcuffs": "balanced", "rounds": 2}),
    }
    point_sources = {
        "start": say("points to begin with"),
        "traffics": say("rackets"),
        "districts": say("districts"),
        "arrests": say("arrests"),
    }
    home = Path(__file__).parent
    default_edition = "diptic"
    greedy_worlds = 3
    # to the end of the turn: only then a placement shows what it was worth
    tuning = SearchTuning(horizon=1, random_depth=0, exploration=0.5, prior_sharpness=2.0)
    revealing_events = ("claims", "proposals")
    levels = {
        "random+": "clumsy:80",
        "easy": "greedy:temperature=3",
        "easy+": "greedy:temperature=1.13",
        "normal": "greedy:temperature=0.658",
        "normal+": "greedy:temperature=0.405",
        "hard": "greedy:temperature=0.25",
        "hard+": "search:14+0.9s",
        "expert": "search:40+1.9s",
        "expert+": "search:120+1.9s",
        "best": "search:400+2.9s",
        "adviser": "search:40+0.9s",
    }
    elo = {  # with four at the table
        "random": 265,
        "random+": 435,
        "easy": 625,
        "easy+": 835,
        "normal": 1000,
        "normal+": 1210,
        "hard": 1410,
        "hard+": 1605,
        "expert": 1805,
        "expert+": 1960,
        "best": 2145,
    }
    modules = Modules(components, state, view, rules, position, imagine, refusals, invariants, bot, text, board, cover)

    box: components.Box

    def rate(self, state: State, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
        return bot.rate(cast(rules.State, state), seat, actions, cast(bot.Cache | None, cache))

    def new_cache(self, before: object = None) -> bot.Cache:
        return bot.Cache()

    def hides(self, action: Action) -> bool:
        return bot.hides(action)

    def negotiation(self, view: View) -> Negotiation | None:
        return live.negotiation_of(cast(Seen, view), self.box)

    def reconstructed(self) -> list[Value]:
        """Those of the place cards, and of the gangsters and traffics that come from the box of Gangs City."""
        shared = self.box.gangs_city.reconstructed() if self.box.gangs_city is not self.edition else []
        used = [value for value in shared if value.path.partition(".")[0] in ("characters", "traffics")]
        return [*self.edition.reconstructed(), *used]

    @property
    def timer_seconds(self) -> int:
        return self.box.sand

    def is_timed(self, view: View) -> bool:
        """Only bargaining is timed; secret stakes are not."""
        return cast(Seen, view).phase in ("talk", "share")

    def default_answer(self, view: View, actions: Sequence[Action]) -> Action | None:
        return live.default_answer(cast(Seen, view), self.box, actions)

    def points_by_source(self, state: State, events: Sequence[Event]) -> Mapping[str, Sequence[int]]:
        """Traffics, districts and arrests (PG 10.7, PG 12.3, PG 13.2), and what the house balance gave at the start."""
        found = {source: [0] * state.players for source in self.point_sources}
        begin = self.box.sides(state.players, state.options).start
        found["start"] = [begin[seat % 2] for seat in range(state.players)]
        for event in events:
            if event.kind == "traffic":
                for seat in cast(list[int], event.data["seats"]):
                    found["traffics"][seat] += cast(int, event.data["points"])
            elif event.kind == "districts":
                for seat, points in enumerate(cast(list[int], event.data["points"])):
                    found["districts"][seat] += points
            elif event.kind == "arrest":
                found["arrests"][cast(int, event.data["point"])] += 1
        return found


GAME = PoliceVsGangs
