"""Fit the evaluation of a game (its weights) to who won: `python -m parrain.lab.fit gangs-city --games 250`.

Bots play against themselves, and every turn gives a position. The floats of the evaluation module are weights of a
linear evaluation, and the winner is modelled as a softmax over the seats' evaluations. Features are found by finite
differences, so the evaluation is not described twice. One game in five is held out to measure how well the old and the
new weights predict. The result is only printed: write it into the evaluation by hand and measure it (`make strength`),
because predicting better is not yet playing better.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from parrain import all_games
from parrain.bots import make_bot
from parrain.bots.seeds import stream_for
from parrain.core import Game, State
from parrain.core.compiling import is_compiled

BOTS = ("greedy:1", "clumsy:10")
STEP = 0.01
APART = 5  # one game in so many is held out
PULL = 1.0  # ridge penalty towards the present weights: one that rarely matters must not run away
RARE = 0.01  # a weight whose feature is smaller on average is left as it is
LEAST = 1e-9
Weight = tuple[str, int]  # the name of a float and -1, or of a list and an index


@dataclass
class Positions:
    """The data: log shares by position and seat, their derivatives by weight, who won, and the game's number."""

    log_shares: Any
    features: Any
    won: Any
    game: Any


def played(game: Game, players: int, number: int, seed: int) -> tuple[list[State], list[float]]:
    """The State at the start of every turn of one game, and each seat's share of the win."""
    bots = [make_bot(BOTS[(seat + number) % len(BOTS)], game) for seat in range(players)]
    streams = [stream_for(seed, "fit", number, seat) for seat in range(players)]
    state = game.new(players, stream_for(seed, "deal", number).seed())
    kept: list[State] = []
    turn = game.turn_number(state)
    while not state.is_over:
        for seat in state.current_players():
            choices = state.legal_actions(seat)
            if choices:
                state.apply(seat, bots[seat].choose(state.view(seat), choices, streams[seat]))
        if not state.is_over and game.turn_number(state) != turn:
            turn = game.turn_number(state)
            kept.append(state.clone())
    places = state.ranking()
    return kept, [(place == 1) / places.count(1) for place in places]


def weights_of(module: ModuleType) -> Iterator[Weight]:
    """Every annotated float of the module, alone or in a list."""
    for name in module.__annotations__:
        value = getattr(module, name)
        if isinstance(value, float):
            yield name, -1
        elif isinstance(value, list):
            for place in range(len(value)):
                yield name, place


def value_of(module: ModuleType, weight: Weight) -> float:
    """The value of a weight."""
    name, place = weight
    value: Any = getattr(module, name)
    return float(value if place < 0 else value[place])


def set_value(module: ModuleType, weight: Weight, value: float) -> None:
    """Set a weight."""
    name, place = weight
    if place < 0:
        setattr(module, name, value)
    else:
        getattr(module, name)[place] = value


def log_shares(game: Game, states: Sequence[State]) -> Any:
    """By position and seat, the logarithm of the expected share of the win."""
    n = states[0].players
    return np.array(
        [[math.log(max(LEAST, (value * (n - 1) + 1) / n)) for value in game.evaluate(state)] for state in states]
    )


def feature(game: Game, module: ModuleType, weight: Weight, states: Sequence[State], before: Any) -> Any:
    """The feature of a weight by finite differences, centred over the seats."""
    old = value_of(module, weight)
    set_value(module, weight, old + STEP)
    found = (log_shares(game, states) - before) / STEP
    set_value(module, weight, old)
    return found - found.mean(axis=1, keepdims=True)


def collect(game: Game, module: ModuleType, players: int, count: int, seed: int) -> tuple[list[Weight], Positions]:
    """Play games, and compute the features of all weights in their positions."""
    states: list[State] = []
    won: list[list[float]] = []
    numbers: list[int] = []
    for number in range(count):
        kept, shares = played(game, players, number, seed)
        states += kept
        won += [shares] * len(kept)
        numbers += [number] * len(kept)
    before = log_shares(game, states)
    weights = list(weights_of(module))
    features = [feature(game, module, weight, states, before) for weight in weights]
    return weights, Positions(before, np.array(features), np.array(won), np.array(numbers))


def cross_entropy(total: Any, won: Any) -> Any:
    """By position, the cross entropy of the winner under the softmax of `total`."""
    total = total - total.max(axis=1, keepdims=True)
    return -(won * (total - np.log(np.exp(total).sum(axis=1, keepdims=True)))).sum(axis=1)


def loss(seen: Positions, which: Any, shift: Any) -> float:
    """The mean cross entropy with the weights changed by `shift`."""
    return float(
        cross_entropy(
            seen.log_shares[which] + np.tensordot(shift, seen.features[:, which], axes=1), seen.won[which]
        ).mean()
    )


def fitted(seen: Positions, which: Any, rounds: int = 20) -> Any:
    """The change of each weight: Newton's method with a line search, every game weighing the same."""
    base, features, won = seen.log_shares[which], seen.features[:, which], seen.won[which]
    games_left, position_of = np.unique(seen.game[which], return_inverse=True)
    each = (1.0 / np.bincount(position_of))[position_of] * (len(position_of) / len(games_left))
    scale = np.maximum(RARE, np.sqrt((features**2).mean(axis=(1, 2))))
    features = features / scale[:, None, None]

    def height(shift: Any) -> float:
        return float(
            (each * cross_entropy(base + np.tensordot(shift, features, axes=1), won)).sum()
            + PULL / 2 * (shift**2).sum()
        )

    shift = np.zeros(len(scale))
    for _ in range(rounds):
        total = base + np.tensordot(shift, features, axes=1)
        shares = np.exp(total - total.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        slope = np.einsum("kps,ps,p->k", features, shares - won, each) + PULL * shift
        centred = features - (features * shares).sum(axis=2, keepdims=True)
        bend = np.einsum("kps,lps,ps,p->kl", centred, features, shares, each) + PULL * np.eye(len(scale))
        step = np.linalg.solve(bend, slope)
        while np.abs(step).max() > LEAST and height(shift - step) > height(shift):
            step = step / 2
        shift = shift - step
    return shift / scale


def evaluation_module(game: Game) -> ModuleType:
    """The module whose weights are fitted: the one in which the game's `evaluate` is written."""
    home = type(game) if game.modules is None else game.modules.bot
    return import_module(home.evaluate.__module__)


def main(words: Sequence[str] | None = None) -> int:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(
        prog="fit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(all_games()))
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--players", type=int, default=0, help="4, or as many as the game takes, if not said")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(words)
    game = all_games()[args.game]
    module = evaluation_module(game)
    if is_compiled():
        print("Compiled weights cannot be changed: fit with the engine interpreted.", file=sys.stderr)
        return 2
    players = args.players or max(game.fewest, min(4, game.most))
    found, seen = collect(game, module, players, args.games, args.seed)
    apart = seen.game % APART == APART - 1
    shift = fitted(seen, ~apart)
    weights = [
        {
            "weight": name if place < 0 else f"{name}[{place}]",
            "now": round(value_of(module, (name, place)), 4),
            "fitted": round(value_of(module, (name, place)) + float(by), 4),
        }
        for (name, place), by in zip(found, shift, strict=True)
    ]
    none, all_new = np.zeros(len(found)), shift
    result = {
        "game": game.id,
        "players": players,
        "games": args.games,
        "positions": len(seen.game),
        "weights": weights,
        "surprise": {
            "knowing nothing": round(math.log(players), 4),
            "now": round(loss(seen, apart, none), 4),
            "fitted": round(loss(seen, apart, all_new), 4),
        },
    }
    if args.json:
        print(json.dumps(result, indent=1))
        return 0
    for each in weights:
        print(f"{each['weight']:16} {each['now']:10.4f} -> {each['fitted']:10.4f}")
    print(f"surprise at {int(apart.sum())} positions of games apart: {result['surprise']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
