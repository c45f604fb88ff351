"""What positions are worth, learned from quick games: a small network that corrects the game's evaluation.

It sees what the seat to move would see, and says by how much the evaluation is wrong about each seat's chance to win
(in logarithms). The weights of a game are `worth.npz` in its package, made by `python -m parrain.training.worth`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from pathlib import Path

from parrain.bots.guided import Guide, Leaf
from parrain.bots.learned import Network, Observed, inputs_of, read_network
from parrain.core import BadOption, Game

FILE = "worth.npz"
LEAST = 1e-4  # a chance that the evaluation gives at least


class WorthGuide(Guide):
    """The game's evaluation, corrected, as the guide of a search; its priors are those of the game's ratings."""

    def __init__(self, game: Game, network: Network) -> None:
        super().__init__(has_policy=False)
        self.game = game
        self.network = network
        self.tables: dict[int, tuple[Network, Observed]] = {}  # by number of players

    def judge(self, leaves: Sequence[Leaf]) -> list[tuple[list[float], list[float]]]:
        players = leaves[0].state.players
        if players not in self.tables:
            self.tables[players] = self.network.at_table(inputs_of(self.game), players), Observed(self.game, players)
        network, observed = self.tables[players]
        corrections = network.run(observed.observe(leaves)).tolist()
        return [
            ([], corrected(self.game.evaluate(leaf.state), leaf.seat, correction))
            for leaf, correction in zip(leaves, corrections, strict=True)
        ]


def corrected(values: Sequence[float], seat: int, correction: Sequence[float]) -> list[float]:
    """The values of all seats (-1 to 1), corrected by what is said of each in turn from `seat` on."""
    players = len(values)
    powers = [
        max(LEAST, (value * (players - 1) + 1) / players) * exp(correction[(each - seat) % players])
        for each, value in enumerate(values)
    ]
    total = sum(powers)
    return [(players * power / total - 1) / (players - 1) for power in powers]


def worth_network(game: Game, file: str = "") -> Network:
    """The network that ships with a game, or that of a file; BadOption where there is none for it."""
    if not file and not (game.home / FILE).exists():
        raise BadOption("Nothing was learned of what positions of {game} are worth.", game=game.title)
    network = read_network(Path(file) if file else game.home / FILE)
    inputs = inputs_of(game)
    if network.first.shape[0] != inputs.size or network.head.shape[1] != inputs.values:
        raise BadOption("What was learned of positions is not of this edition of {game}.", game=game.title)
    return network
