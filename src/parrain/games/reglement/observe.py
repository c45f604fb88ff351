"""The observation of Règlement de comptes, written from the State: the parts of FIELDS in their order."""

from __future__ import annotations

from parrain.core.compiling import Words, i64
from parrain.core.writing import ONE, add_one, bits, turned, write_head, write_rows, write_seats, write_set
from parrain.games.reglement.components import CARDS, KINDS, MEN_KINDS, RANKS
from parrain.games.reglement.state import STEPS, StateData
from parrain.games.reglement.view import open_step


def observe(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Write what `Game.encode` makes of the View of that seat."""
    at = write_table(state, seat, out, write_head(state, seat, out, at))
    at = write_gangs(state, seat, out, at)
    write_turn(state, seat, out, write_cards(state, seat, out, at))


def write_table(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """Who sits on which chair, of which rank, who sleeps, and where the cakes are."""
    players: i64 = state.players
    chairs: i64 = state.box.chairs
    ranks: i64 = at + players * chairs
    for gangster in state.who:
        if gangster >= 0:
            man: i64 = gangster
            out[at + turned(man & 7, seat, players)] = ONE  # gang_of
            out[ranks + (man >> 3 & 3)] = ONE  # rank_of
        at += players
        ranks += len(RANKS)
    write_set(state.asleep, out, ranks)
    at = ranks + chairs
    for owner, place in enumerate(state.cake):
        start: i64 = at + turned(owner, seat, players) * (chairs + 2)
        out[start + (place if place >= 0 else chairs - 1 - place)] = ONE
    return at + players * (chairs + 2)


def write_gangs(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The men who wait or live, the bank and the pills."""
    players: i64 = state.players
    at = write_rows(state.reserve, players, seat, out, at)
    at = write_seats(state.alive, seat, out, at)
    out[at] = bits(state.bank)
    out[at + 1] = bits(state.tokens)
    return at + 2


def write_cards(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """One's own hand and how many the others hold, the pile, what was played."""
    players: i64 = state.players
    for card in range(KINDS):
        out[at + card] = bits(state.hand[seat * KINDS + card])
    at = write_seats(state.size, seat, out, at + KINDS)
    pile: i64 = len(state.pile)
    out[at] = bits(pile - state.drawn)
    at = write_counts(state.discard, out, at + 1)
    at = write_counts(state.away, out, at)
    out[at] = bits(state.shuffles)
    at += 1
    for card in range(KINDS):
        out[at + card] = bits(state.fresh[card])
    return write_rows(state.played, players, seat, out, at + KINDS)


def write_counts(cards: list[int], out: Words, at: i64) -> i64:
    """How many of each kind are among these cards."""
    for card in cards:
        add_one(out, at + card)
    return at + KINDS


def write_turn(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Whose turn it is, and how far the choice of the seat to move has come, to that seat alone (RC 4.2)."""
    players: i64 = state.players
    chairs: i64 = state.box.chairs
    mine = seat == state.mover and not state.is_over
    out[at] = bits(state.turns)
    out[at + 1 + turned(state.turn, seat, players)] = ONE
    at += 1 + players
    out[at + (state.step if mine else open_step(state))] = ONE
    at += len(STEPS)
    if state.first >= 0:
        out[at + state.first] = ONE
    at += len(CARDS)
    if mine:
        if state.picked >= 0:
            out[at + state.picked] = ONE
        if state.lifted >= 0:
            out[at + MEN_KINDS + state.lifted] = ONE
        for chair in state.doses:
            out[at + MEN_KINDS + chairs + chair] = ONE
    at += MEN_KINDS + 2 * chairs
    out[at] = bits(state.clock)
    out[at + 1] = bits(state.quiet)
    if state.busy:
        out[at + 2] = ONE
