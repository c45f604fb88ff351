"""The value of a position of Gangster to each seat; the weights are fitted to 250 games of greedy and clumsy bots."""

from __future__ import annotations

from typing import Final

from parrain.core.evaluation import expected_returns
from parrain.games.gangster.bot.rating import casino_mean, double_chance, next_gain
from parrain.games.gangster.components import EMPTY, UNKNOWN
from parrain.games.gangster.state import StateData

# By the round from the last one backwards: a point one has, a point that today's standings would pay, and one that
# later rounds would.
HAS: Final[list[float]] = [0.14, 0.083, 0.06]
TODAY: Final[list[float]] = [0.093, 0.046, 0.015]
LATER: Final[list[float]] = [0.0, 0.03, 0.018]
SOON: Final[list[float]] = [0.05, 0.03, 0.015]  # what the next unloading would bring
INSIDE: Final = 0.12  # a gangster in the car
SUNK: Final = -0.15
# bodyguard, trunk, engine, bumper, machine gun, door
GEAR: Final[list[float]] = [0.2, 0.3, 0.22, 0.32, 0.42, 0.0]


def evaluate(state: StateData) -> list[float]:
    """The value of the position for each seat."""
    if state.is_over:
        return list(state.returns())
    box = state.box
    rounds = box.rounds - state.round
    stage = min(rounds, 2)
    by_clan = [0.0] * box.clans
    unknown = casino_mean(state)
    chance = double_chance(state)
    for place in box.districts[state.players]:
        double = 1.0 if state.doubles >> place & 1 else chance
        weight = TODAY[stage] * (1.0 + (box.double_pays - 1) * double) + LATER[stage] * rounds
        values = box.tile_values[state.tiles[place]]
        order = state.standing(place)
        for rank in range(min(len(order), len(values))):
            by_clan[order[rank]] += weight * (unknown if values[rank] == UNKNOWN else values[rank])
    total = [HAS[stage] * state.influence[seat] + SOON[stage] * next_gain(state, seat) for seat in range(state.players)]
    for clan in state.order:
        worth = by_clan[clan] + SUNK * state.sunk[clan] + INSIDE * state.inside[clan]
        for slot in range(2 * clan, 2 * clan + 2):
            if state.gear[slot] != EMPTY:
                worth += GEAR[state.gear[slot]]
        total[state.owner[clan]] += worth
    return expected_returns(total)
