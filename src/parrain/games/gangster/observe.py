"""The observation of Gangster, written from the State: the parts of FIELDS in their order."""

from __future__ import annotations

from parrain.core.compiling import Words, i64
from parrain.core.writing import ONE, add_one, bits, turned, write_head, write_set
from parrain.games.gangster.components import EMPTY, KINDS, POLICE
from parrain.games.gangster.state import PHASE_NAMES, StateData
from parrain.games.gangster.view import progress


def observe(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Write what `Game.encode` makes of the View of that seat."""
    at = write_turn(state, seat, out, write_head(state, seat, out, at))
    at = write_city(state, seat, out, at)
    write_supplies(state, out, write_clans(state, seat, out, at))


def write_turn(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The moment, and how far a choice has come."""
    box, players = state.box, state.players
    out[at] = bits(state.round)
    out[at + 1 + turned(state.starter, seat, players)] = ONE
    at += 1 + players
    out[at] = bits(state.turns)
    at += 1
    clans: i64 = len(state.order)
    phases: i64 = len(PHASE_NAMES)
    if not state.is_over:
        phase, clan, target, back = progress(state, seat)
        out[at + phase] = ONE
        if clan >= 0:
            out[at + phases + box.near[players][seat][clan]] = ONE
        if target >= 0:
            out[at + phases + clans + target] = ONE
        if back:
            out[at + phases + clans + box.port] = ONE
    return at + phases + clans + box.port + 1


def write_city(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The tiles, who stands on their squares, and the Doubles."""
    box = state.box
    near = box.near[state.players][seat]
    tile_bits = box.tile_bits
    width: i64 = box.most_values + 1
    for tile in state.tiles:
        if tile != EMPTY:
            first: i64 = tile * width
            for number in range(width):
                out[at + number] = tile_bits[first + number]
        at += width
    clans: i64 = len(state.order)
    stride: i64 = box.clans
    clan: i64 = 0
    width = box.most_squares * clans
    for held in state.where:
        if held:
            squares: i64 = held
            square: i64 = at + near[clan]
            while squares:
                if squares & 1:
                    out[square] = ONE
                squares >>= 1
                square += clans
        clan += 1
        if clan == stride:
            clan = 0
            at += width
    write_set(state.doubles, out, at)
    return at + box.port


def write_clans(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The decks of districts and police, and what every clan has."""
    box = state.box
    near = box.near[state.players][seat]
    left: i64 = len(state.deck)
    police: i64 = 0
    for card in range(state.deck_at, len(state.deck)):
        if state.deck[card] == POLICE:
            police += 1
    out[at] = bits(left - state.deck_at)
    out[at + 1] = bits(police)
    at += 2
    clans: i64 = len(state.order)
    inside: i64 = at + clans * box.places
    trunks: i64 = inside + clans
    gear: i64 = trunks + 2 * clans * clans
    cards: i64 = gear + 2 * clans * KINDS
    up: i64 = len(box.cards)
    sunk: i64 = cards + clans * up
    for clan in state.order:
        own: i64 = near[clan]
        out[at + own * box.places + state.car[clan] % box.places] = ONE
        out[inside + own] = bits(state.inside[clan])
        slot: i64 = trunks + 2 * own * clans
        for place in range(2 * clan, 2 * clan + 2):
            captive = state.trunk[place]
            if captive != EMPTY:
                out[slot + near[captive]] = ONE
                slot += clans
        slot = gear + 2 * own * KINDS
        for place in range(2 * clan, 2 * clan + 2):
            kind = state.gear[place]
            if kind != EMPTY:
                out[slot + kind] = ONE
                slot += KINDS
        write_set(state.cards[clan], out, cards + own * up)
        out[sunk + own] = bits(state.sunk[clan])
    return sunk + clans


def write_supplies(state: StateData, out: Words, at: i64) -> None:
    """The equipment in the port and to come, and the casino cards that are known."""
    for kind in state.port:
        if kind != EMPTY:
            out[at + kind] = ONE
        at += KINDS
    for place in range(state.stock_at, len(state.stock)):
        add_one(out, at + state.stock[place])
    at += KINDS
    for place in range(state.drawn):
        out[at + place] = bits(state.casino[place])
