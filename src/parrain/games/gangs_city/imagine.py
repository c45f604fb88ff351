"""A whole table that a View could have come from: face-down tiles, bids and piles dealt as the rules and what was seen allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.core.stream import Stream
from parrain.games.gangs_city.components import FIGHT, GUN, MANAGE, RECRUIT, VEST, Box
from parrain.games.gangs_city.marks import BIDDING, CHIEF, DEAD, HOME, PHASES, PLACING, REPLACED, SPY
from parrain.games.gangs_city.placement import where
from parrain.games.gangs_city.soundness import recount
from parrain.games.gangs_city.table import DOES
from parrain.games.gangs_city.view import View

if TYPE_CHECKING:
    from parrain.games.gangs_city.rules import State


def imagine(view: View, box: Box, rng: Stream) -> State:
    """Fill in what the View does not show (GC 9.1)."""
    from parrain.games.gangs_city.rules import State

    state = State(box, view.players, -1, view.options)
    state.read_options()
    state.reseed(rng.seed())
    state.blank_table()
    read_open(state, view)
    read_city(state, view)
    read_line(state, view)
    read_tiles(state, view)
    deal_rest(state, view, rng)
    imagine_bids(state, view, rng)
    state.survey()
    if not state.revealed:
        for seat in range(view.players):
            if seat != view.seat:
                imagine_seat(state, view, seat, rng)
    recount(state)
    return state


def read_open(state: State, view: View) -> None:
    """What lies open: turn, scores, markers, stocks."""
    box = state.table
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.first = view.first
    state.mover = view.to_move[0] if view.to_move else view.first
    state.ending = view.ending
    state.is_over = view.ending != ""
    state.reveals = view.reveals
    state.revealed = view.revealed
    state.score = list(view.scores)
    state.gained = list(view.gained)
    state.passed = list(view.passed)
    state.stock = [count for row in view.stock for count in row]
    state.managed = [count for row in view.managed for count in row]
    state.leader = [seat for seat, _ in view.leaders]
    state.level = [level for _, level in view.leaders]
    for name in view.out:
        state.out[box.number_of[name]] += 1
    for seat, who, tile in view.returns:
        state.ret_seat.append(seat)
        state.ret_what.append(box.number_of[who])
        state.ret_tile.append(tile - 1)


def read_city(state: State, view: View) -> None:
    """The map with owners and recruits, and what was drawn or won."""
    box = state.table
    for name, q, r, owner, waiting in view.city:
        place = box.place_number[name]
        state.cell[place] = box.cell(q, r)
        state.owner[place] = owner
        state.recruits[place] = tuple([box.number_of[who] for who in waiting])
    state.drawn = [box.place_number[name] if name else -1 for name in view.drawn]
    for pile, (seat, name) in enumerate(view.won):
        state.won_seat[pile] = seat
        state.won_place[pile] = box.place_number[name] if name else -1


def read_line(state: State, view: View) -> None:
    """What is under way, as far as this seat knows."""
    box = state.table
    if view.half:
        state.half_spot = box.action_from_text(view.half[0]).a
    if len(view.half) > 1:
        state.half_what = box.action_from_text(view.half[1]).id
    state.site = box.site_names.index(view.site) if view.site else -1
    for name in view.todo:
        state.todo |= 1 << box.site_names.index(name)
    state.queue, state.step = list(view.queue), view.step
    state.shots, state.pinned = [shot - 1 for shot in view.shots], view.pinned - 1
    state.totals, state.fought = list(view.totals), list(view.fought)
    state.budget, state.picks = view.budget, view.picks
    state.picked = box.number_of[view.picked] if view.picked else -1
    state.newcomer = box.number_of[view.newcomer] if view.newcomer else -1


def read_tiles(state: State, view: View) -> None:
    """The tiles on the city, -1 for what is hidden; hands as rosters less the tiles that are known to be out of them."""
    box = state.table
    mine = -1 if view.seat is None else view.seat
    for seat, spot, what, do, mark, look in view.laid:
        state.laid_seat.append(seat)
        state.laid_spot.append(box.spot_number[spot])
        state.laid_what.append(-1 if not what else box.showdown if what == "showdown" else box.number_of[what])
        state.laid_do.append(DOES.index(do) if do else -1)
        state.laid_mark.append(mark)
        state.laid_look.append(look - 1)
        state.seen.append(0)
    for i in range(len(state.laid_seat)):
        look = state.laid_look[i]
        if look >= 0:
            state.seen[look] |= 1 << state.laid_seat[i]
    for seat in range(view.players):
        for name in view.hand if seat == mine else view.rosters[seat]:
            state.hand[seat * box.types + box.number_of[name]] += 1
    for i in range(len(state.laid_seat)):
        who = state.laid_what[i]
        if 0 <= who < box.showdown and state.laid_seat[i] != mine and not state.laid_mark[i] & (DEAD | HOME | REPLACED):
            state.hand[state.laid_seat[i] * box.types + who] -= 1


def deal_rest(state: State, view: View, rng: Stream) -> None:
    """Places nobody has seen make up the piles, mercenaries nobody has seen theirs; the other characters are the supply."""
    box = state.table
    left = box.counts[:]
    for who in range(box.types):
        left[who] -= state.out[who]
    for roster in view.rosters:
        for name in roster:
            left[box.number_of[name]] -= 1
    for waiting in state.recruits:
        for who in waiting:
            left[who] -= 1
    for who in state.ret_what:
        left[who] -= 1
    state.mercs = [who for who in box.mercenaries if left[who]]
    rng.shuffle(state.mercs)
    state.merc_left = len(state.mercs)
    state.supply = [0 if box.mercenary[who] else left[who] for who in range(box.types)]
    unseen = [
        place
        for place in range(box.places)
        if state.cell[place] < 0 and place not in state.drawn and place not in state.won_place
    ]
    rng.shuffle(unseen)
    for pile in range(len(view.piles)):
        if state.won_seat[pile] >= 0 and state.won_place[pile] < 0:
            state.won_place[pile] = unseen.pop()
    for pile, (_, _, count) in enumerate(view.piles):
        state.deck[pile] = unseen[:count]
        state.left[pile] = count
        unseen = unseen[count:]


def imagine_bids(state: State, view: View, rng: Stream) -> None:
    """Bids of those who have bid are any that their stock allows; those who have not have chosen nothing yet."""
    box = state.table
    kinds = box.kinds
    if view.revealed:
        state.bid = [count for row in view.bids for count in row]
    if state.phase != BIDDING:
        return
    for seat in range(view.players):
        start = seat * kinds
        held = [k for k in range(kinds) if state.stock[start + k]]
        if seat == view.seat:
            state.bid_at[seat] = view.asked
            state.bid[start : start + len(view.bid)] = list(view.bid)
        elif seat in view.to_move:
            state.bid_at[seat] = held[0]
        else:
            state.bid_at[seat] = kinds
            for k in held:
                state.bid[start + k] = rng.below(state.stock[start + k] + 1)


def imagine_seat(state: State, view: View, seat: int, rng: Stream) -> None:
    """Deal a seat's face-down tiles from its roster; the truth is one such deal, so there always is one."""
    tiles = [i for i in range(len(state.laid_seat)) if state.laid_seat[i] == seat and state.laid_what[i] < 0]
    shown = [
        i
        for i in range(len(state.laid_seat))
        if state.laid_seat[i] == seat and state.laid_what[i] == state.table.showdown
    ]
    # whoever passed has most likely kept the showdown tile: try that first
    if view.passed[seat] >= 0 and not shown and deal_tiles(state, seat, tiles, 0, False, rng):
        return
    if not deal_tiles(state, seat, tiles, 0, not shown, rng):
        raise ValueError("no deal of the face-down tiles agrees with what was seen")


def deal_tiles(state: State, seat: int, tiles: list[int], at: int, showdown: bool, rng: Stream) -> bool:
    """Deal the tiles from that one on; `showdown` while the showdown tile may be among them."""
    box = state.table
    if at == len(tiles):
        return could_be(state, seat)
    i = tiles[at]
    choices = candidates(state, seat, i, showdown)
    rng.shuffle(choices)
    for choice in choices:
        what, do = choice >> 3, choice & 7
        state.laid_what[i], state.laid_do[i] = what, do
        if what != box.showdown:
            state.hand[seat * box.types + what] -= 1
        if deal_tiles(state, seat, tiles, at + 1, showdown and what != box.showdown, rng):
            return True
        if what != box.showdown:
            state.hand[seat * box.types + what] += 1
    state.laid_what[i] = state.laid_do[i] = -1
    return False


def candidates(state: State, seat: int, i: int, showdown: bool) -> list[int]:
    """What a face-down tile may be and do, as `what << 3 | do`, a character as often as the seat has it (GC 4.8 to GC 4.14)."""
    box = state.table
    spot = state.laid_spot[i]
    fighting = box.attackers
    recruiting = 0
    doing = FIGHT
    if box.on_place <= spot < box.on_pile:
        fighting, doing, showdown = box.managers[spot - box.on_place], MANAGE, False
    elif spot < box.on_place:
        if state.owner[spot // 6] == seat:
            fighting = box.defenders
        recruiting = box.recruiters
        for j in range(len(state.laid_seat)):
            if state.laid_spot[j] == spot and state.laid_do[j] >= 0 and j != i:
                if state.laid_do[j] == RECRUIT:
                    fighting, showdown = 0, False
                else:
                    recruiting = 0
    found: list[int] = []
    for who in range(box.types):
        if state.laid_look[i] >= 0 and who != state.has[SPY]:
            continue
        for _ in range(state.hand[seat * box.types + who]):
            if fighting >> who & 1:
                found.append(who << 3 | doing)
            if recruiting >> who & 1:
                found.append(who << 3 | RECRUIT)
    if showdown and not state.laid_mark[i] & CHIEF and state.laid_look[i] < 0:
        found.append(box.showdown << 3 | GUN)
        if spot < box.on_place:
            found.append(box.showdown << 3 | VEST)
    return found


def could_be(state: State, seat: int) -> bool:
    """Whether a finished deal agrees with a lone showdown tile being joinable, and with a pass (GC 4.15, GC 4.16)."""
    box = state.table
    mine = [i for i in range(len(state.laid_seat)) if state.laid_seat[i] == seat]
    able = 0
    left = 0
    for who in range(box.types):
        if state.hand[seat * box.types + who]:
            able |= 1 << who
            left += state.hand[seat * box.types + who]
    for i in mine:
        if state.laid_what[i] == box.showdown:
            spot = state.laid_spot[i]
            together = [j for j in mine if j != i and state.laid_spot[j] == spot]
            fighters = box.defenders if spot < box.on_place and state.owner[spot // 6] == seat else box.attackers
            if not together and not able & fighters:
                return False
    if state.passed[seat] >= 0 and left:
        return had_to_pass(state, seat)
    return True


def had_to_pass(state: State, seat: int) -> bool:
    """Whether, when the seat passed, none of the characters left in its hand could be laid (GC 4.16)."""
    then = state.clone()
    then.city = state.city
    count = state.passed[seat]
    then.laid_seat, then.laid_what, then.laid_spot = (
        state.laid_seat[:count],
        state.laid_what[:count],
        state.laid_spot[:count],
    )
    then.laid_do, then.laid_mark, then.laid_look = (
        state.laid_do[:count],
        state.laid_mark[:count],
        state.laid_look[:count],
    )
    then.phase = PLACING
    then.mover = seat
    recount(then)
    return where(then, seat)[-1] is state.table.pass_action
