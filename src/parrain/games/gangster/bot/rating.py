"""How good each choice of Gangster looks: what the coming scoring day would pay, where the next gangster pays most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action
from parrain.games.gangster.actions import BACK, BUMP, DRIVE
from parrain.games.gangster.components import EMPTY, UNKNOWN
from parrain.games.gangster.rules import State
from parrain.games.gangster.state import StateData, in_rank

NEVER: Final = -1e6
SOON: Final = 0.6  # what the best next unloading is worth today
LATER: Final = 0.35  # what a standing is worth for each round after this one
BODY: Final = 0.12  # a gangster on a tile makes its clan's standing a little safer
USUAL: Final = 70  # turns of a round; beyond them it gets impatient with whatever is not driving
HURRY: Final = 0.05
SUNK: Final = 0.8  # what a gangster lost for good costs its clan
# bodyguard, trunk, engine, bumper, machine gun, door
GEAR: Final[list[float]] = [0.6, 0.4, 0.6, 0.3, 0.5, 1.0]


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """How the table looks after each choice; a first step is as good as the best that can follow it."""
    return [rate_one(state, seat, action) for action in actions]


def rate_one(state: State, seat: int, action: Action) -> float:
    """How the table looks after this choice."""
    if action.kind == BACK:
        return NEVER
    after = state.clone()
    after.apply(seat, action)
    if after.is_over or after.turn != seat or after.turns != state.turns:
        # without this two careful players load and unload for ever
        late = 0 if action.kind in (DRIVE, BUMP) else max(0, state.turns - USUAL * state.round)
        return worth(after, seat) - HURRY * late
    best = NEVER
    for following in after.legal_actions(seat):
        best = max(best, rate_one(after, seat, following))
    return best


def worth(state: StateData, seat: int) -> float:
    """How the table looks to a seat."""
    total = edge(hopes(state), seat)
    return total if state.is_over else total + SOON * next_gain(state, seat)


def edge(total: list[float], seat: int) -> float:
    """A seat's hopes against those of the others, the strongest of them above all."""
    best = NEVER
    others = 0.0
    for other, hope in enumerate(total):
        if other != seat:
            others += hope
            best = max(best, hope)
    return total[seat] - 0.5 * best - 0.5 * others / (len(total) - 1)


def hopes(state: StateData) -> list[float]:
    """What each seat has and may expect: influence, standings in every district, equipment, the dead."""
    box = state.box
    by_clan = [0.0] * box.clans
    if not state.is_over:
        unknown, chance = casino_mean(state), double_chance(state)
        for place in box.districts[state.players]:
            add_pay(by_clan, prices(state, place, unknown, chance), state.where, place * box.clans, state.order)
        for clan in state.order:
            by_clan[clan] -= SUNK * state.sunk[clan]
            for slot in range(2 * clan, 2 * clan + 2):
                if state.gear[slot] != EMPTY:
                    by_clan[clan] += GEAR[state.gear[slot]]
                if state.trunk[slot] != EMPTY:
                    by_clan[state.trunk[slot]] -= 0.5 * SUNK
    total = [float(points) for points in state.influence]
    for clan in state.order:
        total[state.owner[clan]] += by_clan[clan]
    return total


def prices(state: StateData, place: int, unknown: float, chance: float) -> list[float]:
    """What each place in a district's order is worth to whoever holds it, this round and after."""
    box = state.box
    rounds = box.rounds - state.round
    double = 1.0 if state.doubles >> place & 1 else chance
    weight = 1.0 + (box.double_pays - 1) * double + LATER * rounds * (1.0 + 0.75 * (box.double_pays - 1))
    return [weight * (unknown if value == UNKNOWN else value) for value in box.tile_values[state.tiles[place]]]


def casino_mean(state: StateData) -> float:
    """What the next casino card is worth on average."""
    left = state.casino[state.drawn :]
    return sum(left) / len(left) if left else 0.0


def double_chance(state: StateData) -> float:
    """How likely a district without a Double still gets one this round."""
    doubles = state.doubles.bit_count()
    bare = len(state.box.districts[state.players]) - doubles
    return (state.box.doubles - doubles) / bare if bare else 0.0


def add_pay(by_clan: list[float], values: list[float], where: list[int], first: int, order: list[int]) -> None:
    """Add to each clan what a district promises it."""
    rank = 0
    for clan in in_rank(where, first, order):
        if rank < len(values):
            by_clan[clan] += values[rank]
            rank += 1
        by_clan[clan] += BODY * where[first + clan].bit_count()


def next_gain(state: StateData, seat: int) -> float:
    """What the best unloading of a gangster of one's own would add, from where the cars stand now."""
    box = state.box
    best = 0.0
    for clan in state.order:
        place = state.car[clan]
        if state.owner[clan] != seat or place == box.port or not state.inside[clan]:
            continue
        square = state.open_square(place, clan)
        if square < 0:
            continue
        values = prices(state, place, casino_mean(state), double_chance(state))
        here = state.where[place * box.clans : (place + 1) * box.clans]
        before, after = [0.0] * box.clans, [0.0] * box.clans
        add_pay(before, values, here, 0, state.order)
        here[clan] |= 1 << square
        add_pay(after, values, here, 0, state.order)
        gain = 0.0
        for other in state.order:
            change = after[other] - before[other]
            gain += change if state.owner[other] == seat else -change / (state.players - 1)
        best = max(best, gain)
    return best
