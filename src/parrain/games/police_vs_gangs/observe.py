"""The observation of Police vs Gangs, written from the State: the parts of FIELDS in their order."""

from __future__ import annotations

from parrain.core.compiling import Words, i64
from parrain.core.writing import (
    ONE,
    add_one,
    bits,
    turned,
    write_head,
    write_members,
    write_numbers,
    write_order,
    write_rows,
    write_set,
)
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions import DICE, FACES, INFORMERS
from parrain.games.police_vs_gangs.actions.claims import CATCHING, FROM, Claim, highest_rank
from parrain.games.police_vs_gangs.state import StateData
from parrain.games.police_vs_gangs.view import holds_piece, is_drafting, is_known, may_draft, proposers, shown_claimants


def observe(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Write what `Game.encode` makes of the View of that seat."""
    at = write_turn(state, seat, out, write_head(state, seat, out, at))
    at = write_city(state, seat, out, at)
    at = write_crews(state, seat, out, at)
    at = write_pieces(state, seat, out, at)
    at = write_tokens(state, seat, out, at)
    at = write_place(state, seat, out, at)
    at = write_talk(state, seat, out, at)
    write_outcome(state, seat, out, at)


def write_turn(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The moment, the order of the turn, what the options say."""
    players: i64 = state.players
    out[at] = bits(state.turn)
    out[at + 1 + state.phase] = ONE
    at = write_members(state.passed, players, seat, out, at + 1 + len(s.PHASE_NAMES))
    at = write_order(state.order, players, seat, out, at)
    out[at] = bits(state.placer)
    if state.teams:
        out[at + 1] = ONE
    out[at + 2] = bits(state.rounds)
    out[at + 3] = bits(state.cuffs_shift)
    return at + 4


def write_city(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The cards on the table, the card drawn, deck, bag and discarded gangsters."""
    box = state.box
    players: i64 = state.players
    cards: i64 = box.card_count
    width: i64 = 3 + players + box.kinds
    colours: i64 = at + cards * width
    for card in state.laid:
        place: i64 = at + card * width
        out[place] = ONE
        out[place + 1] = bits(state.x[card])
        out[place + 2] = bits(state.y[card])
        owner = state.owner[card]
        if owner != -1:
            out[place + 3 + turned(owner, seat, players)] = ONE
        for hire in range(2 * card, 2 * card + 2):
            character = state.recruits[hire]
            if character != -1:
                add_one(out, place + 3 + players + character)
        colour = state.colour_of[card]
        if colour != -1:
            out[colours + card] = bits(1 + box.colours[card].index(colour))
    at = colours + cards
    if state.drawn != -1:
        out[at + state.drawn] = ONE
    at += cards
    out[at] = bits(len(state.deck))
    out[at + 1] = bits(len(state.bag))
    at += 2
    for character in state.discard:
        add_one(out, at + character)
    return at + box.kinds


def write_crews(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """One's own hand, the size of every hand, all that each seat has, and what is known to be back in hand."""
    players: i64 = state.players
    own: i64 = at
    sizes: i64 = at + 8
    place: i64 = turned(0, seat, players) * 8
    size: i64 = 0
    at += 8 + players
    for count in state.hand:
        if count:
            out[at + place] = bits(count)
            if place < 8:  # one's own
                out[own + place] = bits(count)
            size += count
        place += 1
        if place & 7 == 0:
            out[sizes + (place >> 3) - 1] = bits(size)
            size = 0
            if place == players * 8:
                place = 0
    for piece in state.pieces:
        add_one(out, at + turned(piece.seat, seat, players) * 8 + piece.kind)
    for prisoner in state.jail:
        add_one(out, at + turned(prisoner.seat, seat, players) * 8 + prisoner.kind)
    return write_rows(state.shown, players, seat, out, at + players * 8)


def write_pieces(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The pieces on the table, as far as this seat knows them, the prisoners, and the piece that it has picked."""
    box = state.box
    players: i64 = state.players
    for piece in state.pieces:
        owner: i64 = piece.seat
        place: i64 = at + (piece.card * players + turned(owner, seat, players)) * 14
        add_one(out, place + 10 + (piece.spot & 3))
        if is_known(state, piece, seat):
            add_one(out, place + piece.kind)
            if piece.recruiting:
                add_one(out, place + 9)
        else:
            add_one(out, place + 8)
    at += box.card_count * players * 14
    for prisoner in state.jail:
        owner = prisoner.seat
        place = at + turned(owner, seat, players) * 16 + 2 * prisoner.kind
        add_one(out, place)
        since = bits(prisoner.turn)
        if since > out[place + 1]:  # of several the last arrest
            out[place + 1] = since
    at += players * 16
    if holds_piece(state, seat):
        kind = state.held >> 1
        out[at + (box.kinds + kind if seat & 1 else kind)] = ONE
        if not seat & 1 and state.held & 1:
            out[at + box.kinds + len(DICE)] = ONE
    return at + box.kinds + len(DICE) + 1


def write_tokens(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """Tokens of this seat and what others were seen to get, the supply, the markers, the stakes."""
    players: i64 = state.players
    wares: i64 = state.box.traffics
    at = write_part(state.tokens, seat, wares, out, at)
    at = write_rows(state.gained, players, seat, out, at)
    at = write_numbers(state.supply, out, at)
    for traffic in range(state.box.traffics):
        holder = state.holder[traffic]
        if holder != -1:
            out[at + turned(holder, seat, players)] = ONE
            out[at + players] = bits(state.level[traffic] + 1)
        at += players + 1
    if state.phase == s.P_STAKE:
        write_part(state.stakes, seat, wares, out, at)
    return write_rows(state.staked, players, seat, out, at + wares)


def write_part(values: list[int], seat: int, width: i64, out: Words, at: i64) -> i64:
    """The row of one seat out of a flat list."""
    for place in range(width):
        value = values[seat * width + place]
        if value:
            out[at + place] = bits(value)
    return at + width


def write_place(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """The place being resolved, and who negotiates there."""
    players: i64 = state.players
    if state.here != -1:
        out[at + state.here] = ONE
    at += state.box.card_count
    if state.open:
        out[at] = ONE
    if state.deal:
        out[at + 1] = ONE
    write_set(state.named, out, at + 2)
    at = write_members(state.party, players, seat, out, at + 2 + state.box.traffics)
    out[at] = bits(state.round)
    return at + 1


def write_talk(state: StateData, seat: int, out: Words, at: i64) -> i64:
    """What each seat claims or proposes, what stood in the end, and this seat's own draft."""
    box = state.box
    players = state.players
    width: i64 = 4 + 2 * box.traffics + 4 * players + box.kinds + box.traffics + 1
    sharing = state.phase == s.P_SHARE
    shown = shown_claimants(state)
    stood = proposers(state)
    row: i64 = 0
    for other in range(players):
        row = turned(other, seat, players) * width
        if shown >> other & 1:
            write_claim(state, state.claims[other], sharing, seat, out, at + row)
        if state.terms:
            write_claim(state, state.terms[other], False, seat, out, at + players * width + row)
        if stood >> other & 1:
            write_claim(state, state.offers[other], True, seat, out, at + 2 * players * width + row)
    at += 3 * players * width
    if state.phase == s.P_ORDER:
        if state.drafts[seat].parts[0]:
            out[at] = ONE
    elif may_draft(state, seat):
        write_claim(state, state.drafts[seat], sharing, seat, out, at)
    at += width
    out[at] = bits(state.last_set[seat] if is_drafting(state, seat) else -1)
    at += 1
    if state.phase == s.P_TALK:
        write_numbers(state.most, out, at)
    return at + box.traffics


def write_claim(state: StateData, claim: Claim, proposal: bool, seat: int, out: Words, at: i64) -> None:
    """A claim or proposal."""
    traffics: i64 = state.box.traffics
    parts = claim.parts
    if claim.refused:
        out[at] = ONE
        out[at + 1] = ONE
    elif proposal:
        write_proposal(state, parts, seat, out, at)
    else:
        for part in range(traffics + 2):
            value: i64 = parts[part]
            if value:
                out[at] = ONE
                if part == 0:
                    out[at + 2] = ONE
                elif part > traffics:
                    out[at + 3] = ONE
                else:
                    place: i64 = at + 2 + 2 * part
                    out[place] = ONE if value <= FROM else bits(highest_rank(value))
                    out[place + 1] = bits(value if value <= FROM else 99)


def write_proposal(state: StateData, parts: list[int], seat: int, out: Words, at: i64) -> None:
    """What each seat is to get, and whom to catch; without a prize there is only the place to share."""
    box = state.box
    players: i64 = state.players
    out[at] = ONE
    at += 4 + 2 * box.traffics
    for part in range(CATCHING if state.prize else 1):
        out[at + part * players + turned(parts[part], seat, players)] = ONE
    if state.prize:
        catch = box.by_kind.catch_by_code[parts[CATCHING]]
        out[at + CATCHING * players + turned(catch.a, seat, players)] = ONE
        out[at + 4 * players + catch.b] = ONE
        out[at + 4 * players + box.kinds + catch.c] = ONE


def write_outcome(state: StateData, seat: int, out: Words, at: i64) -> None:
    """Ties, recruiting, the dice and the powers."""
    players: i64 = state.players
    at = write_members(state.tied, players, seat, out, at)
    at = write_order(state.queue, players, seat, out, at)
    at = write_members(state.waiting, players, seat, out, at)
    if state.feeder >= 0:
        out[at + turned(state.feeder, seat, players)] = ONE
    at += players
    out[at] = bits(state.outcome)
    if state.prize:
        out[at + 1] = ONE
    at += 2
    faces: i64 = len(FACES)
    kinds: i64 = len(DICE)
    for die in state.dice:
        row: i64 = players * kinds
        if die.seat != INFORMERS:
            row = turned(die.seat, seat, players) * kinds + die.kind
        add_one(out, at + row * faces + die.face)
    at += (players * kinds + 1) * faces
    if state.purpose:
        out[at + state.purpose] = ONE
    at += len(s.PURPOSES)
    if state.rerolled:
        out[at] = ONE
    out[at + 1] = bits(state.power_police)
    out[at + 2] = bits(state.power_gangs)
    at += 3
    for flag in (state.placed, state.scored, state.extra, state.start_cards):
        out[at] = bits(flag)
        at += 1
