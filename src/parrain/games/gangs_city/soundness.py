"""What must hold at any moment, and what follows from the tiles on the city: shared by positions, imagination and tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.games.gangs_city.components import FIGHT, RECRUIT, VEST
from parrain.games.gangs_city.marks import (
    BIDDING,
    CHIEF,
    DEAD,
    FORGER,
    FORGING,
    HOME,
    LEADING,
    MOLE_,
    OPENING,
    ORDERING,
    PINNING,
    PLACING,
    RECRUITING,
    RELEASING,
    REPLACED,
    RETURNING,
    SETUP,
    SHARPSHOOTER,
    SHOOTING,
    TURNING,
)  # fmt: skip

if TYPE_CHECKING:
    from parrain.games.gangs_city.rules import State


def recount(state: State) -> None:
    """Work out what follows from hands, tiles and phase: masks, gangs, stacks, chiefs, who owes a decision."""
    box = state.table
    n = state.players
    state.survey()
    state.mask, state.inhand, state.gang = [0] * n, [0] * n, [0] * n
    for seat in range(n):
        for who in range(box.types):
            count = state.hand[seat * box.types + who]
            state.inhand[seat] += count
            if count:
                state.mask[seat] |= 1 << who
        state.gang[seat] = state.inhand[seat]
    state.showdown, state.chief, state.placed = [1] * n, [0] * n, [0] * n
    state.alone, state.crowd = [-1] * n, [0] * (2 * n)
    state.stack = [-1] * len(state.city.hexes) if state.phase == PLACING else []
    for i in range(len(state.laid_seat)):
        recount_tile(state, i)
    state.here = []
    if state.site >= 0:
        state.here = [
            i
            for i in range(len(state.laid_seat))
            if box.site_of[state.laid_spot[i]] == state.site and not state.laid_mark[i] & HOME
        ]
    state.owing = owing_of(state)


def recount_tile(state: State, i: int) -> None:
    """What follows from one tile on the city."""
    box = state.table
    seat, what, spot, mark = state.laid_seat[i], state.laid_what[i], state.laid_spot[i], state.laid_mark[i]
    state.placed[seat] += 1
    if mark & CHIEF:
        state.chief[seat] = 1
    if what == box.showdown:
        if not mark & HOME:
            state.showdown[seat] = 0
    elif not mark & (DEAD | HOME | REPLACED):
        state.gang[seat] += 1
    if state.phase != PLACING:
        return
    if spot < box.on_place and state.city.hex_of[spot] >= 0:
        state.stack[state.city.hex_of[spot]] = spot << 4 | (8 if state.laid_do[i] == RECRUIT else 0) | seat
    elif spot >= box.on_pile and what != box.showdown:
        state.crowd[seat * 2 + spot - box.on_pile] += 1
    if what == box.showdown:
        others = [
            j
            for j in range(len(state.laid_seat))
            if j != i and state.laid_seat[j] == seat and state.laid_spot[j] == spot
        ]
        if not others:
            state.alone[seat] = spot


def owing_of(state: State) -> tuple[int, ...]:
    """Who owes a decision, from the phase and what stands in line."""
    phase = state.phase
    seats = state.seats
    if phase in (SETUP, PLACING):
        return seats[state.mover]
    if phase == LEADING:
        return seats[state.lowest_owner()]
    if phase == BIDDING:
        return tuple([seat for seat in range(state.players) if state.bid_at[seat] < state.table.kinds])
    if phase == ORDERING:
        return seats[state.first]
    if phase in (SHOOTING, RECRUITING, RELEASING):
        return seats[state.queue[state.step]]
    if phase == OPENING:
        return seats[state.won_seat[state.queue[state.step]]]
    if phase == RETURNING:
        return seats[state.ret_seat[0]]
    ability = MOLE_ if phase == TURNING else SHARPSHOOTER if phase == PINNING else FORGER
    if phase in (TURNING, PINNING, FORGING):
        return seats[state.laid_seat[state.laid_what.index(state.has[ability])]]
    return ()


def check(state: State) -> None:
    """All 55 characters, all places and all tokens are somewhere, once (GC 2.1); hands, gangs and stacks agree."""
    check_characters(state)
    check_places(state)
    check_gangs(state)
    check_tiles(state)
    box = state.table
    for kind in range(box.kinds):
        assert 0 <= state.tokens_left(kind) <= box.tokens[kind], "stock tokens are conserved"
        for seat in range(state.players):
            place = seat * box.kinds + kind
            assert state.stock[place] >= 0 and (state.revealed or state.bid[place] <= state.stock[place])
    assert state.is_over == (len(state.owing) == 0)
    assert state.owing == owing_of(state) or state.is_over


def check_characters(state: State) -> None:
    """Every character tile is in one place."""
    box = state.table
    for who in range(box.types):
        count = state.supply[who] + state.out[who] + state.mercs[: state.merc_left].count(who)
        for seat in range(state.players):
            count += state.hand[seat * box.types + who]
        for waiting in state.recruits:
            count += waiting.count(who)
        for i in range(len(state.laid_what)):
            if state.laid_what[i] == who and not state.laid_mark[i] & (DEAD | HOME):
                count += 1
        for at in range(len(state.ret_what)):
            if state.ret_what[at] == who and state.ret_tile[at] < 0:
                count += 1
        assert count == box.counts[who], f"{box.names[who]}: {count} of {box.counts[who]}"


def check_places(state: State) -> None:
    """No place is twice; no two things share a cell; surrounded places are empty of characters."""
    box = state.table
    seen = [place for place in range(box.places) if state.cell[place] >= 0]
    seen += [place for place in state.drawn + state.won_place if place >= 0]
    for pile in range(2):
        seen += state.deck[pile][: state.left[pile]]
    assert len(seen) == len(set(seen)), "a place is there twice"
    cells = [state.cell[place] for place in range(box.places) if state.cell[place] >= 0]
    cells += [box.pile_cells[pile] for pile in range(2) if state.left[pile] > 0]
    assert len(cells) == len(set(cells)), "two places, or a place and a pile, share a hex"
    for place in range(box.places):
        assert state.cell[place] >= 0 or (state.owner[place] < 0 and not state.recruits[place])


def check_gangs(state: State) -> None:
    """Hands, masks and gangs agree; nobody has more than six."""
    box = state.table
    for seat in range(state.players):
        hand = state.hand[seat * box.types : (seat + 1) * box.types]
        assert min(hand) >= 0 and sum(hand) == state.inhand[seat]
        for who in range(box.types):
            assert (state.mask[seat] >> who & 1 == 1) == (hand[who] > 0)
        alive = 0
        for i in range(len(state.laid_seat)):
            if (
                state.laid_seat[i] == seat
                and state.laid_what[i] != box.showdown
                and not state.laid_mark[i] & (DEAD | HOME | REPLACED)
            ):
                alive += 1
        assert state.gang[seat] == state.inhand[seat] + alive <= box.most, "a gang has too many characters"
        marked = [i for i in range(len(state.laid_seat)) if state.laid_seat[i] == seat and state.laid_mark[i] & CHIEF]
        assert len(marked) <= 1 and (state.chief[seat] == 1) == (len(marked) == 1)


def check_tiles(state: State) -> None:
    """Tiles on the city lie where and as the rules allow (GC 4.7 to GC 4.11); one showdown tile a gang, never a chief."""
    box = state.table
    for i in range(len(state.laid_seat)):
        seat, what, spot, do = state.laid_seat[i], state.laid_what[i], state.laid_spot[i], state.laid_do[i]
        if what == box.showdown:
            assert do > 2 and not state.laid_mark[i] & CHIEF and not box.on_place <= spot < box.on_pile
            assert (
                len(
                    [
                        j
                        for j in range(len(state.laid_seat))
                        if state.laid_what[j] == what and state.laid_seat[j] == seat
                    ]
                )
                == 1
            )
        elif not state.revealed:
            values = box.recruit if do == RECRUIT else box.attack
            if spot < box.on_place and do == FIGHT and state.owner[spot // 6] == seat:
                values = box.defence
            assert values[what] >= 0 or box.on_place <= spot < box.on_pile
        if state.revealed or spot >= box.on_place:
            continue
        h = state.city.hex_of[spot]
        for j in range(i):
            if state.laid_spot[j] < box.on_place and state.city.hex_of[state.laid_spot[j]] == h:
                assert state.laid_spot[j] == spot and state.laid_seat[j] == seat, "one stack on a hex"
                assert (state.laid_do[j] == RECRUIT) == (do == RECRUIT), "one action in a stack"
    assert VEST == 4
