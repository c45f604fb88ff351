"""Police vs Gangs: two unlike factions, hidden gangsters, open dice, and a deal to be struck before either is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parrain.core import Action, Edition, Event, Game, Option, Parley, Say, State, Stream, Tuning, View, say
from parrain.core.svg.cover import cover_page
from parrain.games.police_vs_gangs import board, bot, components, imagining, parley, position, promise, rules, text
from parrain.games.police_vs_gangs import cover as cover_module
from parrain.games.police_vs_gangs import view as seen


class PoliceVsGangs(Game):
    """The facts of the game, and the way to its rooms."""

    id = "police-vs-gangs"
    prefix = "PG"
    title = "Police vs Gangs"
    fewest = 3
    most = 6
    minutes = 60
    difficulty = 4
    pitch = say(
        "Gangsters hide, police roll dice, and everybody bargains first, with whatever they may or may not have brought."
    )
    endings = ("points", "extra-turn", "deadlock", "turn-limit")
    options = (
        Option("teams", (False, True), say("Police against gangsters: one score for each faction")),
        Option("rounds", (3, 1, 2, 4, 5), say("Rounds of claims in a negotiation")),
        Option(
            "handcuffs",
            ("printed", "balanced"),
            say("Handcuffs on the cards as printed, or shifted by the number of players towards even chances"),
            {"printed": say("as printed"), "balanced": say("balanced")},
        ),
    )
    extra_playthroughs: Mapping[str, tuple[int, Mapping[str, object]]] = {
        "teams-4": (4, {"teams": True}),
        "teams-5": (5, {"teams": True}),
        "balanced-4": (4, {"handcuffs": "balanced", "rounds": 2}),
    }
    home = Path(__file__).parent
    default_edition = "diptic"
    greedy_worlds = 3
    tuning = Tuning(
        horizon=1, depth=0, explore=0.5, trust=2.0
    )  # to the end of the turn: only then a placement shows what it was worth
    levels = {"hard": "search:40+0.9s", "best": "search:400+2.9s"}

    box: components.Box

    def open_box(self, edition: Edition) -> components.Box:
        return components.Box(edition)

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        return rules.State(self.box, players, seed, options, log)

    def read_position(self, data: Mapping[str, object]) -> State:
        options = self.settle_options(cast(Mapping[str, object], data.get("options", {})))
        return position.read_position(self.box, {**data, "options": options})

    def imagine(self, view: View, rng: Stream) -> State:
        return imagining.imagine(cast(seen.View, view), self.box, rng)

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
        return cover_page(self.title, cover_module.cover(self.title), language)

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

    def parley(self, view: View) -> Parley | None:
        return parley.parley_of(cast(seen.View, view), self.box)

    @property
    def sand(self) -> int:
        return self.box.sand

    def sanded(self, view: View) -> bool:
        """The sand is for bargaining alone: nobody need hurry over secret stakes."""
        return cast(seen.View, view).phase in ("talk", "share")

    def silent_answer(self, view: View, actions: Sequence[Action]) -> Action | None:
        """When the sand is out, what a seat has claimed or begun to claim stands; who said nothing says no deal (PG 9.6)."""
        told = cast(seen.View, view)
        shown = told.claims[told.seat] if told.seat is not None else ()
        stands = told.draft_from >= 0 or (bool(shown) and "no deal" not in shown)
        say_it, no_deal = self.box.table.say, self.box.table.no_deal
        if stands and say_it in actions:
            return say_it
        return no_deal if no_deal in actions else None

    def hides(self, action: Action) -> bool:
        return bot.hides(action)

    def turn_number(self, state: State) -> int:
        return cast(rules.State, state).turn

    def reason(self, view: View, action: Action) -> Say:
        return bot.reason(cast(seen.View, view), self.box, action)


GAME = PoliceVsGangs
