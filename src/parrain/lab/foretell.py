"""How well the learned network foretells what a bot chooses in District Noir: the likelihood of its choices.

    python -m parrain.lab.foretell search:1000 --games 24

The belief of `rollouts` rests on it: where the network foretells worse than plain chance, what the other chose leads to
the wrong hands.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import log

from parrain.bots import make_bot
from parrain.bots.learned import Learned, learned_network
from parrain.bots.rollouts import CAUTION
from parrain.core import Stream
from parrain.games import game as find_game

TEMPERATURES = (1.0, 2.0, 4.0, 8.0, 12.0, 16.0)


def main(words: Sequence[str] | None = None) -> None:
    """Let the bot play the network, and print the mean log-likelihood of its choices by temperature."""
    parser = argparse.ArgumentParser(prog="foretell", description=__doc__.partition("\n")[0])
    parser.add_argument("bot", help="a spec")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    game = find_game("district-noir")
    network = learned_network(game)
    players = [Learned(game, network, temperature) for temperature in TEMPERATURES]
    bot = make_bot(args.bot, game)
    logs = [0.0] * len(players)
    plain, choices, foretold = 0.0, 0, 0
    for number in range(args.games):
        state, rng = game.new(seed=args.seed + number), Stream(number)
        while not state.is_over:
            seat = state.current_players()[0]
            view, actions = state.view(seat), state.legal_actions(seat)
            if seat != number % 2:
                state.apply(seat, players[0].choose(view, actions, rng))
                continue
            chosen = bot.choose(view, actions, rng)
            if len(actions) > 1:
                place = actions.index(chosen)
                chances = [player.judge(view, actions)[0] for player in players]
                for each in range(len(players)):
                    logs[each] += log((1 - CAUTION) * chances[each][place] + CAUTION / len(actions))
                plain -= log(len(actions))
                choices += 1
                foretold += max(chances[0]) == chances[0][place]
            state.apply(seat, chosen)
    print(
        f"{choices} choices, {100 * foretold / choices:.0f} % foretold; log-likelihood of chance {plain / choices:.3f}"
    )
    for temperature, total in zip(TEMPERATURES, logs, strict=True):
        print(f"temperature {temperature:g}: {total / choices:.3f}")


if __name__ == "__main__":
    main()
