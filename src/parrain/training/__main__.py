"""Train without the command line's packages: `python -m parrain.training GAME FOLDER --minutes 8`."""

from __future__ import annotations

import argparse
from pathlib import Path

from parrain.games import game as find_game
from parrain.training.ppo import Settings
from parrain.training.run import Limit, Point, Run


def main() -> None:
    """Parse the arguments and train."""
    usual = Settings()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--decisions", type=float, default=0.0)
    parser.add_argument("--games", type=int, default=usual.games)
    parser.add_argument("--width", type=int, default=usual.width)
    parser.add_argument("--layers", type=int, default=usual.layers)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=usual.rates[0])
    parser.add_argument("--last-rate", type=float, default=usual.rates[1])
    parser.add_argument("--entropy", type=float, default=usual.entropies[0])
    parser.add_argument("--last-entropy", type=float, default=usual.entropies[1])
    parser.add_argument("--actors", type=int, default=2, help="processes that play a game without batched engine")
    parser.add_argument("--batch", type=int, default=usual.batch)
    parser.add_argument("--minibatches", type=int, default=usual.minibatches)
    parser.add_argument("--players", type=int, nargs="*", default=(), help="at tables for several, in turn")
    parser.add_argument("--steps", type=int, default=usual.steps, help="decisions in every game of an iteration")
    parser.add_argument("--block", type=float, default=10.0, help="seconds between two points of the curve, about")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--rival", type=Path, nargs="*", default=(), help="weights to learn to play against")
    parser.add_argument("--league", type=float, default=usual.league, help="the share of the games against them")
    parser.add_argument("--magnet", type=float, default=usual.magnet, help="what it costs to differ from the magnet")
    parser.add_argument("--renewed", type=int, default=usual.renewed, help="blocks after which the magnet is renewed")
    parser.add_argument("--memory", action="store_true", help="the network sees what was chosen since the deal")
    parser.add_argument("--resume", action="store_true")
    wanted = parser.parse_args()
    settings = usual._replace(
        games=wanted.games,
        width=wanted.width,
        layers=wanted.layers,
        rates=(wanted.rate, wanted.last_rate),
        entropies=(wanted.entropy, wanted.last_entropy),
        actors=wanted.actors,
        batch=wanted.batch,
        minibatches=wanted.minibatches,
        players=tuple(wanted.players),
        steps=wanted.steps,
        league=wanted.league,
        magnet=wanted.magnet,
        renewed=wanted.renewed,
        memory=wanted.memory,
    )
    limit = Limit(int(wanted.decisions), 60 * wanted.minutes)
    game = find_game(wanted.game)
    run = Run(game, wanted.folder, settings, limit, wanted.seed, wanted.start, wanted.rival, wanted.block)
    if wanted.resume:
        run.resume()

    def report(point: Point, progress: float) -> None:
        decisions, seconds = run.curve[-2][:2] if len(run.curve) > 1 else (0, 0.0)
        speed = (point.decisions - decisions) / (point.seconds - seconds) / 1e6
        print(
            f"{progress:6.1%} {point.decisions / 1e6:9.1f}M {point.seconds:7.1f}s {speed:7.3f}M/s"
            f" entropy {point.entropy:.3f} critic {point.critic_error:.3f} value {point.value_error:.3f}"
            f" move {point.policy_move:.4f} first {point.against_first:.3f} half {point.against_half:.3f}",
            flush=True,
        )

    run.train(report)


if __name__ == "__main__":
    main()
