"""District Noir: two bosses, one line of cards, four rounds. Hidden hands, a shared line, sudden death."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Action, Edition, Event, Game, Part, Say, Solved, State, Stream, Tuning, View, say
from parrain.core.svg.cover import cover_page
from parrain.games.district_noir import (
    _cover,
    board,
    bot,
    components,
    encoding,
    endgame,
    position,
    promise,
    rules,
    text,
)
from parrain.games.district_noir import view as seen


class DistrictNoir(Game):
    """The facts of the game, and the way to its rooms."""

    id = "district-noir"
    prefix = "DN"
    title = "District Noir"
    fewest = 2
    most = 2
    minutes = 20
    difficulty = 1
    pitch = say("Lay bait in the line, take at the right moment, and keep an eye on the three buildings.")
    endings = ("buildings", "points", "tie-break", "draw")
    home = Path(__file__).parent
    default_edition = "spiral-2022"
    tuning = Tuning(horizon=1, glance=2, depth=0)  # to the end of the round: what lies in the line is somebody's then
    levels = {
        "easy": "greedy",
        "normal": "search:20+0.3s",
        "hard": "search:150+0.9s",
        "best": "search:30000+2.9s+exact=1000000",
    }

    box: components.Box

    def open_box(self, edition: Edition) -> components.Box:
        return components.Box(edition)

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        return rules.State(self.box, players, seed, options, log)

    def read_position(self, data: Mapping[str, object]) -> State:
        return position.read_position(self.box, data)

    def imagine(self, view: View, rng: Stream) -> State:
        return seen.imagine(cast(seen.View, view), self.box, rng)

    def view_from_data(self, data: Mapping[str, object]) -> View:
        return seen.view_from_data(data)

    def draw(
        self,
        view: View,
        names: Sequence[str] = (),
        language: str = "en",
        narrow: bool = False,
        actions: Sequence[Action] | None = None,
    ) -> str:
        return board.draw(cast(seen.View, view), self.box, names, language, narrow)

    def cover(self, language: str = "en") -> str:
        return cover_page(self.title, _cover.cover(self.title), language)

    def prompt(self, view: View) -> Say:
        return text.prompt(cast(seen.View, view))

    def action_label(self, action: Action, view: View) -> Say:
        return text.action_label(action, cast(seen.View, view), self.box)

    def event_text(self, event: Mapping[str, object], seat: int | None) -> Say | None:
        return text.event_text(event, seat)

    def describe(self, view: View) -> list[Say]:
        return text.describe(cast(seen.View, view))

    def rate(self, state: State, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
        return bot.rate(cast(rules.State, state), seat, actions)

    def evaluate(self, state: State) -> list[float]:
        return promise.evaluate(cast(rules.State, state))

    def turn_number(self, state: State) -> int:
        return cast(rules.State, state).round

    def reason(self, view: View, action: Action) -> Say:
        return bot.reason(cast(seen.View, view), self.box, action)

    def solve(self, view: View, limit: int, seconds: float = 0.0) -> Solved | None:
        return endgame.solve(cast(seen.View, view), self.box, limit, seconds)

    def encoding(self, players: int) -> tuple[Part, ...]:
        return encoding.parts(self.box)

    def encode(self, view: View) -> Sequence[float]:
        return encoding.encode(cast(seen.View, view), self.box)


GAME = DistrictNoir
