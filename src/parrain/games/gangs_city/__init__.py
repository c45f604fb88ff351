"""Gangs City: gangs, traffics and gunfights in a hex city that grows. Hidden plans, secret bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Action, Edition, Event, Game, Option, Say, State, Stream, Tuning, View, say
from parrain.core.encoding import Part
from parrain.core.svg.cover import cover_page
from parrain.games.gangs_city import board, bot, components, cover, encoding, position, promise, rules, text
from parrain.games.gangs_city import imagine as dreams
from parrain.games.gangs_city import view as seen
from parrain.games.gangs_city.words import advice


class GangsCity(Game):
    """The facts of the game, and the way to its rooms."""

    id = "gangs-city"
    prefix = "GC"
    title = "Gangs City"
    fewest = 3
    most = 6
    minutes = 90
    difficulty = 4
    pitch = say("Send your people out face down, bid your stock in secret, and see whose plan is left standing.")
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
    home = Path(__file__).parent
    default_edition = "diptic-2013"
    tuning = Tuning(
        horizon=1, depth=0, explore=0.5, trust=2.0
    )  # to the end of the turn: only then a placement shows what it was worth
    levels = {"hard": "search:80+0.9s", "best": "search:800+2.9s"}

    box: components.Box

    def open_box(self, edition: Edition) -> components.Box:
        return components.Box(edition)

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        return rules.State(self.box, players, seed, options, log)

    def read_position(self, data: Mapping[str, object]) -> State:
        return position.read_position(self.box, data)

    def imagine(self, view: View, rng: Stream) -> State:
        return dreams.imagine(cast(seen.View, view), self.box, rng)

    def view_from_data(self, data: Mapping[str, object]) -> View:
        return seen.view_from_data(data)

    def encoding(self, players: int) -> tuple[Part, ...]:
        return encoding.parts(self.box, players)

    def encode(self, view: View) -> Sequence[float]:
        return encoding.encode(cast(seen.View, view), self.box)

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
        return cover_page(self.title, cover.cover(self.title), language)

    def prompt(self, view: View) -> Say:
        return text.prompt(cast(seen.View, view), self.box)

    def action_label(self, action: Action, view: View) -> Say:
        return text.action_label(action, cast(seen.View, view), self.box)

    def event_text(self, event: Mapping[str, object], seat: int | None) -> Say | None:
        return text.event_text(event, seat)

    def describe(self, view: View) -> list[Say]:
        return text.describe(cast(seen.View, view), self.box)

    def rate(self, state: State, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
        return bot.rate(cast(rules.State, state), seat, actions)

    def evaluate(self, state: State) -> list[float]:
        return promise.evaluate(cast(rules.State, state))

    def hides(self, action: Action) -> bool:
        return bot.hides(action)

    def turn_number(self, state: State) -> int:
        return cast(rules.State, state).turn

    def reason(self, view: View, action: Action) -> Say:
        return advice.reason(cast(seen.View, view), self.box, action)


GAME = GangsCity
