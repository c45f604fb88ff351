"""District Noir: two bosses, one line of cards, four rounds. Hidden hands, a shared line, sudden death."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Event, Game, Hidden, Modules, SearchTuning, Solution, State, View, say
from parrain.games.district_noir import (
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
from parrain.games.district_noir.bot import endgame
from parrain.games.district_noir.view import View as DistrictNoirView


class DistrictNoir(Game):
    """The facts of the game and its modules."""

    id = "district-noir"
    prefix = "DN"
    title = "District Noir"
    fewest = 2
    most = 2
    minutes = 20
    difficulty = 1
    pitch = say("Lay bait in the line, take at the right moment, and keep an eye on the three buildings.")
    tagline = say("Bait the line, take at the right moment.")
    endings = ("buildings", "points", "tie-break", "draw")
    point_sources = {"majorities": say("majorities"), "sets": say("sets"), "cards": say("alliances and betrayals")}
    home = Path(__file__).parent
    default_edition = "spiral-2022"
    # to the end of the round: only then the cards of the line belong to a player
    tuning = SearchTuning(horizon=1, rollout_sample=2, random_depth=0)
    levels = {
        "easy": "greedy",
        "normal": "search:20+0.3s",
        "hard": "search:150+0.9s",
        "expert": "search:2000+1.9s+exact=60000",
        "best": "search:30000+2.9s+exact=1000000",
    }

    learned_levels = {
        "easy": "learned:temperature=50",
        "normal": "learned:temperature=24.5",
        "hard": "learned:temperature=12.8",
        "expert": "learned:temperature=5.3",
        "best": "rollouts:2000+2s+exact=1000000",
        "adviser": "rollouts:500+0.9s+exact",
    }
    elo = {"random": 720, "easy": 865, "normal": 1000, "hard": 1140, "expert": 1285, "best": 1405}

    modules = Modules(components, state, view, rules, position, imagine, refusals, invariants, bot, text, board, cover)
    box: components.Box

    def solve(self, view: View, limit: int, seconds: float = 0.0) -> Solution | None:
        return endgame.solve(cast(DistrictNoirView, view), self.box, limit, seconds)

    def hidden(self, view: View, earlier: Sequence[View] = ()) -> Hidden | None:
        from parrain.games.district_noir import arrays  # needs numpy, which is no dependency of playing

        known = [cast(DistrictNoirView, each) for each in earlier]
        return arrays.Hidden(cast(DistrictNoirView, view), known, self.box, self.encoding(2))

    def points_by_source(self, state: State, events: Sequence[Event]) -> Mapping[str, Sequence[int]]:
        """Majorities, sets and cards (DN 8.2 to DN 8.5)."""
        table = cast(rules.State, state)
        count = {"majorities": table.majority_points, "sets": table.set_points, "cards": table.card_points}
        return {source: [points(seat) for seat in (0, 1)] for source, points in count.items()}


GAME = DistrictNoir
