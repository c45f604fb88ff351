"""Règlement de comptes: thirty chairs round one table, hands of cards, and fewer guests with every course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Action, BadOption, Edition, Event, Game, Option, Part, Say, State, Stream, Tuning, View, say
from parrain.core.svg.cover import cover_page
from parrain.games.reglement import board, bot, components, cover, encoding, position, promise, rules, text
from parrain.games.reglement import view as seen


class Reglement(Game):
    """The facts of the game, and the way to its rooms."""

    id = "reglement-de-comptes"
    prefix = "RC"
    title = "Règlement de comptes"
    fewest = 3
    most = 6
    minutes = 45
    difficulty = 2
    pitch = say("Dinner for thirty. Mind the cake, the drinks and the neighbours, and leave with the money.")
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
    home = Path(__file__).parent
    default_edition = "parker-1999"
    greedy_worlds = 1  # its rating looks at the open table and at its own hand alone
    tuning = Tuning(
        horizon=4, glance=4, depth=0, explore=0.5, trust=2.0
    )  # a turn of everybody: what one earns comes at its start
    levels = {"hard": "search:80+0.9s", "best": "search:800+2.9s"}

    box: components.Box

    def open_box(self, edition: Edition) -> components.Box:
        return components.Box(edition)

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        youngest = options["youngest"]
        if isinstance(youngest, int) and youngest > players:
            raise BadOption(
                "The youngest is one of players 1 to {players}, not {youngest}.", players=players, youngest=youngest
            )
        return rules.State(self.box, players, seed, options, log)

    def read_position(self, data: Mapping[str, object]) -> State:
        options = data.get("options", {})
        if isinstance(options, dict):
            self.settle_options(options)
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
        return text.event_text(event, seat)

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


GAME = Reglement
