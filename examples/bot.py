"""A bot in Python, for every game: it imagines the hidden, plays on at random after each choice, and takes the best.

    python examples/bot.py district-noir

To seat it by name (`--bots dreamer`), a package of yours names `make_dreamer` as an entry point: docs/bots.md.
"""

import sys
from collections.abc import Sequence

import parrain
from parrain.bots import Bot, make_bot
from parrain.core import Action, Game, Stream, View


class Dreamer:
    """Chooses what was worth most in a number of imagined games."""

    def __init__(self, game: Game, dreams: int = 8) -> None:
        self.game, self.dreams = game, dreams

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        """`view` is all that our seat may know; `imagine` deals what is hidden, so that it could be the real table."""
        assert view.seat is not None
        worth = dict.fromkeys(actions, 0.0)
        for _ in range(self.dreams):
            world = self.game.imagine(view, rng)
            for action in actions:
                end = world.clone()
                end.apply(view.seat, action)
                end.playout(rng)
                worth[action] += end.returns()[view.seat]
        return max(actions, key=worth.__getitem__)


def make_dreamer(game: Game, settings: str) -> Bot:
    """What the entry point names; `settings` is what stands after the colon of a spec (`dreamer:30`)."""
    return Dreamer(game, int(settings or 8))


def play(game: Game, bots: Sequence[Bot], seed: int) -> list[float]:
    """One game; what it was worth to each, from -1 to 1."""
    state, rng = game.new(len(bots), seed), Stream(seed)
    while not state.is_over:
        seat = state.current_players()[0]  # where several choose at once, one after the other will do
        state.apply(seat, bots[seat].choose(state.view(seat), state.legal_actions(seat), rng))
    return list(state.returns())


if __name__ == "__main__":
    chosen = parrain.game(sys.argv[1] if len(sys.argv) > 1 else "district-noir")
    seated = [make_dreamer(chosen, ""), *[make_bot("random", chosen)] * (chosen.fewest - 1)]
    won = sum(play(chosen, seated, seed)[0] > 0 for seed in range(20))
    print(f"{chosen.title}: the dreamer won {won} of 20 games against random players")
