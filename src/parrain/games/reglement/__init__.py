"""Règlement de comptes: thirty chairs round one table, hands of cards, and fewer guests with every course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Event, Game, Option, SearchTuning, State, View, say
from parrain.core.modules import Modules
from parrain.games.reglement import (
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
from parrain.games.reglement.view import View as Seen


class Reglement(Game):
    """The facts of the game, and its modules."""

    id = "reglement-de-comptes"
    prefix = "RC"
    title = "Règlement de comptes"
    fewest = 3
    most = 6
    minutes = 45
    difficulty = 2
    pitch = say("Dinner for thirty. Mind the cake, the drinks and the neighbours, and leave with the money.")
    tagline = say("Dinner for thirty. Mind the cake.")
    endings = ("alone", "bank", "blast", "stalled")
    options = (
        Option(
            "seating",
            ("preset", "free"),
            say("How the gangsters take their places: as the diagram shows, or freely, one by one."),
            {"preset": say("as the diagram shows"), "free": say("freely")},
        ),
        Option(
            "youngest",
            ("draw", 1, 2, 3, 4, 5, 6),
            say("Who is the youngest and seats the first gangster: drawn, or player 1 to 6."),
            {"draw": say("drawn")},
        ),
        Option("alert_once", (True, False), say("Whether an Alert! that was played leaves the game.")),
    )
    extra_playthroughs: Mapping[str, tuple[int, Mapping[str, object]]] = {
        f"{players}-players-free": (players, {"seating": "free"}) for players in (3, 4, 5, 6)
    }
    point_sources = {"income": say("income"), "bank": say("the bank of the last one left")}
    home = Path(__file__).parent
    default_edition = "parker-1999"
    greedy_worlds = 1  # its rating looks at the open table and at its own hand alone
    # the horizon is about a turn of everybody: what one earns comes at its start
    tuning = SearchTuning(horizon=4, rollout_sample=4, random_depth=0, exploration=0.5, prior_sharpness=2.0)
    levels = {"hard": "search:80+0.9s", "expert": "search:250+1.9s", "best": "search:800+2.9s"}
    learned_levels = {
        "easy": "learned:temperature=6.7",
        "normal": "learned:temperature=2.75",
        "hard": "learned:temperature=1.1",
        "expert": "search:90+1.9s+learned",
        "best": "search:6000+2.9s+learned",
    }
    learned_temperature = 0.05
    elo = {"random": 560, "easy": 770, "normal": 1000, "hard": 1210, "expert": 1425}  # with four at the table
    seat_axes = {"owners": "last"}

    modules = Modules(components, state, view, rules, position, imagine, refusals, invariants, bot, text, board, cover)

    box: components.Box

    def turned_names(self, players: int, seat: int) -> Mapping[str, str]:
        """The gangs, counted from the seat's own."""
        gangs = self.box.gangs
        return {gangs[each]: gangs[(each - seat) % players] for each in range(players)}

    def read_position(self, data: Mapping[str, object]) -> State:
        if "players" not in data:
            data = {**data, "players": position.count_players(self.box.gangs, data)}
        return super().read_position(data)

    def is_eliminated(self, view: View, seat: int) -> bool:
        """Whether that seat's last man is dead (RC 10.1)."""
        return cast(Seen, view).alive[seat] == 0

    def points_by_source(self, state: State, events: Sequence[Event]) -> Mapping[str, Sequence[int]]:
        """Income, and what was left in the bank (RC 11.1)."""
        found = {source: [0] * state.players for source in self.point_sources}
        for event in events:
            if event.kind == "income":
                found["income"][cast(int, event.data["seat"])] += cast(int, event.data["paid"])
            elif event.kind == "end" and event.data["ending"] == "alone":
                found["bank"][cast(int, event.data["seat"])] += cast(int, event.data["amount"])
        return found


GAME = Reglement
