"""What a sensible player of Gangster looks at: what the coming scoring day would pay, and where the next gangster pays most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.gangster.components import (
    BACK,
    BUMP,
    DRIVE,
    EMPTY,
    EQUIP,
    GUN,
    KEEP,
    LOAD,
    PLAY,
    SINK,
    UNKNOWN,
    UNLOAD,
    UNLOAD_TWO,
    Box,
)
from parrain.games.gangster.names import KIND_NAMES
from parrain.games.gangster.rules import State
from parrain.games.gangster.view import View

NEVER: Final = -1e6
SOON: Final = 0.6  # what the best next unloading is worth today
LATER: Final = 0.35  # what a standing is worth for each round after this one
BODY: Final = 0.12  # a gangster on a tile makes its clan's standing a little safer
USUAL: Final = 70  # turns of a round; beyond them it gets impatient with whatever is not driving
HURRY: Final = 0.05
SUNK: Final = 0.8  # what a gangster lost for good costs its clan
# bodyguard, trunk, engine, bumper, machine gun, door
GEAR: Final[list[float]] = [0.6, 0.4, 0.6, 0.3, 0.5, 1.0]


def prices(state: State, place: int) -> list[float]:
    """What each place in a district's order is worth to whoever holds it, this round and after."""
    city = state.city
    left = state.casino[state.drawn :]
    unknown = sum(left) / len(left) if left else 0.0
    double = 1.0
    if not state.doubles >> place & 1:
        bare = state.city.port - (1 if state.half else 0) - state.doubles.bit_count()
        double = (city.doubles - state.doubles.bit_count()) / bare if bare else 0.0
    rounds = city.rounds - state.round
    weight = 1.0 + (city.double_pays - 1) * double + LATER * rounds * (1.0 + 0.75 * (city.double_pays - 1))
    return [weight * (unknown if value == UNKNOWN else value) for value in city.tile_values[state.tiles[place]]]


def paid(state: State, place: int, values: list[float], clan_hopes: list[float]) -> None:
    """Add to each clan's hopes what this district promises it."""
    rank = 0
    for clan in state.standing(place):
        if rank < len(values):
            clan_hopes[clan] += values[rank]
            rank += 1
        clan_hopes[clan] += BODY * state.where[place * state.city.clans + clan].bit_count()


def hopes(state: State) -> list[float]:
    """What each seat has and may expect: influence, standings in every district, equipment, the dead."""
    city = state.city
    clan_hopes = [0.0] * city.clans
    if not state.is_over:
        for place in range(city.port):
            if state.tiles[place] >= 0:
                paid(state, place, prices(state, place), clan_hopes)
        for clan in state.order:
            clan_hopes[clan] -= SUNK * state.sunk[clan]
            for slot in range(2 * clan, 2 * clan + 2):
                if state.gear[slot] != EMPTY:
                    clan_hopes[clan] += GEAR[state.gear[slot]]
                if state.trunk[slot] != EMPTY:
                    clan_hopes[state.trunk[slot]] -= 0.5 * SUNK
    total = [float(points) for points in state.influence]
    for clan in state.order:
        total[state.owner[clan]] += clan_hopes[clan]
    return total


def edge(total: list[float], seat: int) -> float:
    """A seat's hopes against those of the others, the strongest of them above all."""
    best = NEVER
    others = 0.0
    for other, hope in enumerate(total):
        if other != seat:
            others += hope
            best = max(best, hope)
    return total[seat] - 0.5 * best - 0.5 * others / (len(total) - 1)


def next_gain(state: State, seat: int) -> float:
    """What the best unloading of a gangster of one's own would add, from where the cars stand now."""
    city = state.city
    best = 0.0
    for clan in state.order:
        place = state.car[clan]
        if state.owner[clan] != seat or place == city.port or not state.inside[clan]:
            continue
        square = state.open_square(place, clan)
        if square < 0:
            continue
        values = prices(state, place)
        before, after = [0.0] * city.clans, [0.0] * city.clans
        paid(state, place, values, before)
        at = place * city.clans + clan
        state.where[at] |= 1 << square
        paid(state, place, values, after)
        state.where[at] &= ~(1 << square)
        gain = 0.0
        for other in state.order:
            change = after[other] - before[other]
            gain += change if state.owner[other] == seat else -change / (state.players - 1)
        best = max(best, gain)
    return best


def worth(state: State, seat: int) -> float:
    """How the table looks to a seat."""
    total = edge(hopes(state), seat)
    return total if state.is_over else total + SOON * next_gain(state, seat)


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


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    kind = action.kind
    if kind == DRIVE:
        return drive_reason(view, box, action.b)
    if kind == BUMP:
        return say("Their place is better than yours, and they can have yours.")
    if kind in (UNLOAD, UNLOAD_TWO):
        return unload_reason(view, box, action)
    if kind == LOAD:
        return load_reason(view, box, action.a)
    if kind == GUN:
        return say("Fewer of them next door, and you need not even get out.")
    if kind == SINK:
        return say("What is sunk never comes back to outnumber you.")
    if kind == KEEP:
        return say("Whoever is in the trunk can still be of use somewhere.")
    if kind == EQUIP:
        return say("Of what lies on the quay, the {equipment} helps you most.", equipment=KIND_NAMES[action.a])
    if kind == PLAY:
        return say("This colour has the better thing to do now.")
    if kind == BACK:
        return say("On second thoughts, no.")
    return say("This one weighs most in the coming scoring.")


def drive_reason(view: View, box: Box, place: int) -> Say:
    """What the place one drives to has to offer."""
    if place == box.port:
        return say("The quay has equipment for you.")
    name, title = box.names[place], box.titles[place]
    squares = view.squares[view.districts.index(name)] if name in view.districts else ()
    if name in view.doubles:
        return say("{place} pays double this round.", place=title)
    if not any(squares):
        return say("Nobody is in {place}: the first to come is first in line.", place=title)
    return say("In {place} your next gangster changes most.", place=title)


def unload_reason(view: View, box: Box, action: Action) -> Say:
    """What one more gangster does here."""
    place = view.cars[view.colours.index(view.colour)] if view.colour in view.colours else ""
    if place not in view.districts:
        return say("One more gangster on the street.")
    title = box.titles[box.number_of[place]]
    if action.kind == UNLOAD and box.clan_names[action.a] != view.colour:
        return say("Here they do you less harm than in your trunk does good.")
    squares = view.squares[view.districts.index(place)]
    mine = squares.count(view.colour)
    most = max([squares.count(colour) for colour in view.colours if colour != view.colour])
    if mine + 1 > most >= mine:
        return say("That takes the lead in {place}.", place=title)
    if mine > most:
        return say("That makes the lead in {place} safer.", place=title)
    return say("That brings you closer in {place}, and a higher rank breaks ties.", place=title)


def load_reason(view: View, box: Box, square: int) -> Say:
    """Whom one takes along, and why."""
    place = view.cars[view.colours.index(view.colour)] if view.colour in view.colours else ""
    squares = view.squares[view.districts.index(place)] if place in view.districts else ()
    if square < len(squares) and squares[square] == view.colour:
        return say("This one is worth more somewhere else.")
    return say("One less of theirs in {place}.", place=box.titles[box.number_of[place]] if place else "")
