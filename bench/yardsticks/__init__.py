"""Two games that others have too, written on our contract: the same rules on both sides of the scale."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from parrain.core import Box, Edition, Event, Game, State, say
from yardsticks import goofspiel, leduc


class Yardstick(Game):
    """A game without an edition file, drawings or bots: only what the engine needs."""

    home = Path(__file__).parent
    default_edition = "openspiel"
    minutes = 5
    difficulty = 1

    def __init__(self) -> None:
        title = {"en": self.title, "fr": self.title}
        self.edition = Edition({"edition": self.default_edition, "game": self.id, "title": title})
        self.box = self.open_box(self.edition)
        self.actions = self.box.actions


class Leduc(Yardstick):
    """Leduc poker as OpenSpiel's `leduc_poker` plays it."""

    id = "leduc"
    prefix = "L"
    title = "Leduc poker"
    fewest = 2
    most = 2
    pitch = say("Six cards, two rounds of betting.")
    endings = ("fold", "showdown")
    box: leduc.Box

    def open_box(self, edition: Edition) -> Box:
        return leduc.Box(edition)

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        return leduc.State(self.box, players, seed, options, log)


class Goofspiel(Yardstick):
    """OpenSpiel's `goofspiel(imp_info=True,players=4,num_cards=13)`, prizes in random or descending order."""

    prefix = "G"
    title = "Goofspiel"
    fewest = 4
    most = 4
    pitch = say("Everybody bids at once for the same prizes.")
    endings = ("points", "draw")
    box: goofspiel.Box

    def __init__(self, order: str = "random") -> None:
        self.id = f"goofspiel-{order}"
        super().__init__()

    def open_box(self, edition: Edition) -> Box:
        return goofspiel.Box(edition, self.id.endswith("random"))

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        return goofspiel.State(self.box, players, seed, options, log)


def yardsticks() -> dict[str, Game]:
    """Every yardstick by name."""
    found: list[Game] = [Leduc(), Goofspiel("random"), Goofspiel("descending")]
    return {game.id: game for game in found}
