"""Gangster: two to five gangs, one car each, ten districts of Chicago, three scoring days."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Action, Edition, Event, Game, Option, Part, Say, State, Stream, Tuning, View, say
from parrain.core.svg.cover import cover_page
from parrain.games.gangster import board, bot, components, cover, encoding, position, promise, rules, text
from parrain.games.gangster import view as seen


class Gangster(Game):
    """The facts of the game, and the way to its rooms."""

    id = "gangster"
    prefix = "GA"
    title = "Gangster"
    fewest = 2
    most = 5
    minutes = 90
    difficulty = 3
    pitch = say("Drive your people into the districts, and other people's out to the lake. Chicago pays on three days.")
    endings = ("king", "shared", "turn-limit")
    options = (
        Option("any_clan", (False, True), say("Holes are open to all while anybody holds a tile's last square")),
        Option("guard_stops_gun", (True, False), say("A bodyguard protects against machine guns too")),
    )
    extra_playthroughs = {"any-clan": (4, {"any_clan": True, "guard_stops_gun": False})}
    home = Path(__file__).parent
    default_edition = "amigo-2007"
    progress = ("phase", "colour", "target", "back")
    greedy_worlds = 3  # only the order of decks is hidden
    tuning = Tuning(
        horizon=9, glance=4, depth=0, explore=0.5, trust=2.0
    )  # two turns of everybody and the next: a drive pays a turn later
    levels = {"hard": "search:60+0.9s", "best": "search:1500+2.9s"}

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
        return cover_page(self.title, cover.cover(self.title), language)

    def prompt(self, view: View) -> Say:
        return text.prompt(cast(seen.View, view), self.box)

    def action_label(self, action: Action, view: View) -> Say:
        return text.action_label(action, cast(seen.View, view), self.box)

    def event_text(self, event: Mapping[str, object], seat: int | None) -> Say | None:
        return text.event_text(event, seat, self.box)

    def describe(self, view: View) -> list[Say]:
        return text.describe(cast(seen.View, view), self.box)

    def rate(self, state: State, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
        return bot.rate(cast(rules.State, state), seat, actions)

    def evaluate(self, state: State) -> list[float]:
        return promise.evaluate(cast(rules.State, state))

    def turn_number(self, state: State) -> int:
        return cast(rules.State, state).turns

    def reason(self, view: View, action: Action) -> Say:
        return bot.reason(cast(seen.View, view), self.box, action)

    def encoding(self, players: int) -> tuple[Part, ...]:
        return encoding.parts(self.box, players)

    def encode(self, view: View) -> Sequence[float]:
        return encoding.encode(cast(seen.View, view), self.box)


GAME = Gangster
