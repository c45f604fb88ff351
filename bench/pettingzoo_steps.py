"""Decisions a second through PettingZoo's loop, with observation and mask: our games and PettingZoo's Connect Four.

    pip install 'parrain[pettingzoo]' 'pettingzoo[classic]'
    python bench/pettingzoo_steps.py [seconds a round]

Both run the same loop in the same process, one after the other, five rounds; CPU seconds; the median counts.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import parrain
from parrain.adapters import pettingzoo
from parrain.core import stream


def decisions_a_second(make: Callable[[], Any], seconds: float) -> float:
    """The loop of PettingZoo's documentation with a random choice from the mask."""
    env, rng, made = make(), random.Random(1), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        env.reset(seed=rng.randrange(1 << 30))
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
                made += 1
    return made / (time.process_time() - start)


def main(seconds: float) -> None:
    """Measure and print."""
    from pettingzoo.classic import connect_four_v3

    makers: dict[str, Callable[[], Any]] = {}
    makers["connect_four_v3 (env)"] = connect_four_v3.env
    makers["connect_four_v3 (raw_env)"] = connect_four_v3.raw_env
    for name, game in parrain.all_games().items():
        for players in sorted({game.fewest, game.most}):
            makers[f"{name}, {players} players"] = lambda name=name, players=players: pettingzoo.env(name, players)
    rounds = [{name: decisions_a_second(make, seconds) for name, make in makers.items()} for _ in range(5)]
    engine = "interpreted" if str(stream.__file__).endswith(".py") else "compiled"
    print(f"engine {engine}; thousands of decisions a CPU-second; ratio to connect_four_v3 (env)")
    base = statistics.median(each["connect_four_v3 (env)"] for each in rounds)
    for name in makers:
        median = statistics.median(each[name] for each in rounds)
        print(f"{name:32} {median / 1000:7.1f}  {median / base:5.2f}x")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
