"""What a position of Gangster promises each seat: weights fitted to who won 250 games of greedy and clumsy players."""

from __future__ import annotations

from typing import Final

from parrain.core.promise import promises
from parrain.games.gangster.bot import next_gain
from parrain.games.gangster.components import EMPTY, UNKNOWN
from parrain.games.gangster.rules import State

# By the round from the last one backwards: a point one has, a point that today's standings would pay, and one that later rounds would.
HAS: Final[list[float]] = [0.14, 0.083, 0.06]
TODAY: Final[list[float]] = [0.093, 0.046, 0.015]
LATER: Final[list[float]] = [0.0, 0.03, 0.018]
SOON: Final[list[float]] = [0.05, 0.03, 0.015]  # what the next unloading would bring
INSIDE: Final = 0.12  # a gangster in the car
SUNK: Final = -0.15
# bodyguard, trunk, engine, bumper, machine gun, door
GEAR: Final[list[float]] = [0.2, 0.3, 0.22, 0.32, 0.42, 0.0]


def evaluate(state: State) -> list[float]:
    """What the position promises each seat."""
    if state.is_over:
        return list(state.returns())
    city = state.city
    rounds = city.rounds - state.round
    place = min(rounds, 2)
    clans = [0.0] * city.clans
    left = state.casino[state.drawn :]
    unknown = sum(left) / len(left) if left else 0.0
    bare = city.port - (1 if state.half else 0) - state.doubles.bit_count()
    chance = (city.doubles - state.doubles.bit_count()) / bare if bare else 0.0
    for tile in range(city.port):
        if state.tiles[tile] < 0:
            continue
        double = 1.0 if state.doubles >> tile & 1 else chance
        weight = TODAY[place] * (1.0 + (city.double_pays - 1) * double) + LATER[place] * rounds
        values = city.tile_values[state.tiles[tile]]
        order = state.standing(tile)
        for rank in range(min(len(order), len(values))):
            clans[order[rank]] += weight * (unknown if values[rank] == UNKNOWN else values[rank])
    total = [HAS[place] * state.influence[seat] + SOON[place] * next_gain(state, seat) for seat in range(state.players)]
    for clan in state.order:
        worth = clans[clan] + SUNK * state.sunk[clan] + INSIDE * state.inside[clan]
        for slot in range(2 * clan, 2 * clan + 2):
            if state.gear[slot] != EMPTY:
                worth += GEAR[state.gear[slot]]
        total[state.owner[clan]] += worth
    return promises(total)
