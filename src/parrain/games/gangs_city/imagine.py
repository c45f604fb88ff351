"""The tables that a View could have come from: face-down tiles, bids and piles, dealt as rules and View allow."""

from __future__ import annotations

from parrain.core.fields import read_view
from parrain.core.stream import BLANK, Stream
from parrain.core.worlds import Worlds as CoreWorlds
from parrain.games.gangs_city.actions import FIGHT, GUN, MANAGE, RECRUIT, VEST
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.rules import State
from parrain.games.gangs_city.rules.derived import derive, derive_hand, derive_tile
from parrain.games.gangs_city.rules.placement import where
from parrain.games.gangs_city.state import BIDDING, CHIEF, FIELDS, PLACING, SPY, StateData
from parrain.games.gangs_city.view import View


class HiddenTile:
    """A face-down tile: the types that may fight (or manage) and recruit on its spot, the showdown sides it may be."""

    def __init__(self, state: StateData, i: int) -> None:
        box = state.box
        seat, spot = state.laid_seat[i], state.laid_spot[i]
        self.tile = i
        self.fighting = box.attackers
        self.recruiting = 0
        self.doing = FIGHT
        self.showdown = not state.laid_mark[i] & CHIEF and state.laid_look[i] < 0
        self.vest = spot < box.on_place
        self.spying = state.laid_look[i] >= 0
        self.stack: list[int] = []  # the other tiles of its stack, which do the same
        if box.on_place <= spot < box.on_pile:
            self.fighting, self.doing, self.showdown = box.managers[spot - box.on_place], MANAGE, False
        elif spot < box.on_place:
            if state.owner[spot // 6] == seat:
                self.fighting = box.defenders
            self.recruiting = box.recruiters
            self.stack = [j for j in range(len(state.laid_seat)) if state.laid_spot[j] == spot and j != i]


class HiddenSeat:
    """A seat with face-down tiles: these, all its tiles, the types it has, and whether its showdown tile is hidden.

    `need` is the last of the face-down tiles that can be the showdown tile, where one must be: everybody is laid, so
    it lies with a character (GC 4.15). It is past the last tile where none must be.
    """

    def __init__(self, state: StateData, seat: int) -> None:
        box = state.box
        self.seat = seat
        self.start = seat * box.types
        self.all = [i for i in range(len(state.laid_seat)) if state.laid_seat[i] == seat]
        self.tiles = [HiddenTile(state, i) for i in self.all if state.laid_what[i] < 0]
        self.types = [who for who in range(box.types) if state.hand[self.start + who]]
        self.showdown = box.showdown not in [state.laid_what[i] for i in self.all]
        self.need = len(self.tiles)
        if sum([state.hand[self.start + who] for who in self.types]) < len(self.tiles):
            for at, tile in enumerate(self.tiles):
                spot = state.laid_spot[tile.tile]
                if [state.laid_spot[i] for i in self.all].count(spot) == 1:
                    tile.showdown = False
                if tile.showdown:
                    self.need = at
        if any(tile.spying for tile in self.tiles):
            for tile in self.tiles:
                if not tile.spying:
                    tile.fighting &= ~(1 << state.has[SPY])
                    tile.recruiting &= ~(1 << state.has[SPY])


class Worlds(CoreWorlds[State]):
    """All tables behind one View (GC 9.1)."""

    def __init__(self, view: View, box: Box) -> None:
        state = State(box, view.players, BLANK, view.options)
        state.blank()
        read_view(state, FIELDS, view)
        state.mover = view.to_move[0] if view.to_move else view.first
        state.ending = view.ending
        state.is_over = view.ending != ""
        state.reveals = view.reveals
        state.score = list(view.scores)
        self.open = state
        self.hidden: list[HiddenSeat] = []
        self.bids: list[int] = []  # where in the list of bids those are that nobody has seen
        self.read_hands(view)
        self.read_bids(view)
        self.read_rest(view)
        state.survey()
        derive(state)
        state.gang = [len(roster) for roster in view.rosters]
        for each in self.hidden:  # left to every draw
            state.showdown[each.seat] = 1
            state.alone[each.seat] = -1
            state.crowd[each.seat * 2] = state.crowd[each.seat * 2 + 1] = 0

    def read_hands(self, view: View) -> None:
        """Hands, as rosters less the tiles that are known; a hidden tile's character is still in the hand."""
        state = self.open
        box = state.box
        count = len(state.laid_seat)
        state.seen = [0] * count
        for i in range(count):
            if state.laid_look[i] >= 0:
                state.seen[state.laid_look[i]] |= 1 << state.laid_seat[i]
        for seat in range(view.players):
            for name in view.hand if seat == view.seat else view.rosters[seat]:
                state.hand[seat * box.types + box.number_of[name]] += 1
        for i in range(count):
            if state.laid_what[i] >= 0 and state.laid_seat[i] != view.seat and state.in_gang(i):
                state.hand[state.laid_seat[i] * box.types + state.laid_what[i]] -= 1
        if not view.revealed:
            seats = {state.laid_seat[i] for i in range(count) if state.laid_what[i] < 0}
            self.hidden = [HiddenSeat(state, seat) for seat in sorted(seats)]

    def read_bids(self, view: View) -> None:
        """Open bids and one's own; those who have bid have bid anything their stock allows, the others nothing yet."""
        state = self.open
        kinds = state.box.kinds
        if view.revealed:
            state.bid = [count for row in view.bids for count in row]
        if state.phase != BIDDING:
            return
        for seat in range(view.players):
            start = seat * kinds
            held = [kind for kind in range(kinds) if state.stock[start + kind]]
            if seat == view.seat:
                state.bid_at[seat] = view.asked
                state.bid[start : start + len(view.bid)] = list(view.bid)
            elif seat in view.to_move:
                state.bid_at[seat] = held[0]
            else:
                state.bid_at[seat] = kinds
                self.bids += [start + kind for kind in held]

    def read_rest(self, view: View) -> None:
        """Places nobody has seen make up the piles, mercenaries nobody has seen theirs; the rest is the supply."""
        state = self.open
        box = state.box
        left = [box.counts[who] - state.out[who] for who in range(box.types)]
        for roster in view.rosters:
            for name in roster:
                left[box.number_of[name]] -= 1
        for waiting in state.recruits:
            for who in waiting:
                left[who] -= 1
        for who in state.ret_what:
            left[who] -= 1
        self.mercs = [who for who in box.mercenaries if left[who]]
        state.merc_left = len(self.mercs)
        state.supply = [0 if box.mercenary[who] else left[who] for who in range(box.types)]
        for pile in range(len(view.piles)):
            state.left[pile] = view.piles[pile][2]
        used = {*state.drawn, *state.won_place}
        self.unseen = [place for place in range(box.places) if state.cell[place] < 0 and place not in used]
        self.won = [p for p in range(len(view.piles)) if state.won_seat[p] >= 0 and state.won_place[p] < 0]

    def deal(self, state: State, rng: Stream) -> None:
        """Deal piles, bids and face-down tiles."""
        state.mercs = self.mercs[:]
        rng.shuffle(state.mercs)
        unseen = self.unseen[:]
        rng.shuffle(unseen)
        for pile in self.won:
            state.won_place[pile] = unseen.pop()
        first = state.left[0]
        state.deck = [unseen[:first], unseen[first : first + state.left[1]]]
        for place in self.bids:
            state.bid[place] = rng.below(state.stock[place] + 1)
        for hidden in self.hidden:
            self.deal_seat(state, hidden, rng)
            derive_hand(state, hidden.seat)
            for i in hidden.all:
                derive_tile(state, i)

    def deal_seat(self, state: State, hidden: HiddenSeat, rng: Stream) -> None:
        """Deal a seat's face-down tiles from its roster; the truth is one such deal, so there always is one."""
        kept = hidden.showdown and hidden.need == len(hidden.tiles) and state.passed[hidden.seat] >= 0
        if kept and self.deal_from(state, hidden, 0, False, rng):  # most likely, after a pass: try that first
            return
        if not self.deal_from(state, hidden, 0, hidden.showdown, rng):
            raise ValueError("no deal of the face-down tiles agrees with what was seen")

    def deal_from(self, state: State, hidden: HiddenSeat, at: int, showdown: bool, rng: Stream) -> bool:
        """Deal the tiles from that one on; `showdown` while the showdown tile may be among them."""
        if at == len(hidden.tiles):
            return self.could_be(state, hidden)
        if showdown and at > hidden.need:
            return False
        tile = hidden.tiles[at]
        i = tile.tile
        for choice in self.in_order(candidates(state, hidden, tile, showdown), i, rng):
            what = choice >> 3
            state.laid_what[i], state.laid_do[i] = what, choice & 7
            if what == state.box.showdown:
                if self.deal_from(state, hidden, at + 1, False, rng):
                    return True
                continue
            state.hand[hidden.start + what] -= 1
            if self.deal_from(state, hidden, at + 1, showdown, rng):
                return True
            state.hand[hidden.start + what] += 1
        state.laid_what[i] = state.laid_do[i] = -1
        return False

    def in_order(self, choices: list[int], tile: int, rng: Stream) -> list[int]:
        """What a tile may be, in the order in which it is tried: all are as likely (but bot/guesses.py)."""
        rng.shuffle(choices)
        return choices

    def could_be(self, state: State, hidden: HiddenSeat) -> bool:
        """Whether a deal agrees with a lone showdown tile being joinable, and with a pass (GC 4.15, GC 4.16)."""
        box = state.box
        able = 0
        for who in hidden.types:
            if state.hand[hidden.start + who]:
                able |= 1 << who
        for i in hidden.all:
            if state.laid_what[i] == box.showdown:
                spot = state.laid_spot[i]
                own = spot < box.on_place and state.owner[spot // 6] == hidden.seat
                joined = [j for j in hidden.all if j != i and state.laid_spot[j] == spot]
                if not joined and not able & (box.defenders if own else box.attackers):
                    return False
        return state.passed[hidden.seat] < 0 or able == 0 or self.had_to_pass(state, hidden.seat)

    def had_to_pass(self, state: State, seat: int) -> bool:
        """Whether, when the seat passed, none of the characters left in its hand could be laid (GC 4.16)."""
        then = state.clone()
        count = state.passed[seat]
        then.laid_seat, then.laid_what, then.laid_spot = (
            state.laid_seat[:count],
            state.laid_what[:count],
            state.laid_spot[:count],
        )
        then.laid_do, then.laid_mark = state.laid_do[:count], state.laid_mark[:count]
        then.phase = PLACING
        then.mover = seat
        derive(then)
        return where(then, seat)[-1] is state.box.pass_action


def candidates(state: State, hidden: HiddenSeat, tile: HiddenTile, showdown: bool) -> list[int]:
    """What a face-down tile may be and do, as `what << 3 | do`, a type as often as it is held (GC 4.8 to GC 4.14)."""
    fighting, recruiting = tile.fighting, tile.recruiting
    showdown = showdown and tile.showdown
    for j in tile.stack:
        if state.laid_do[j] == RECRUIT:
            fighting, showdown = 0, False
        elif state.laid_do[j] >= 0:
            recruiting = 0
    found: list[int] = []
    for who in hidden.types:
        if tile.spying and who != state.has[SPY]:
            continue
        for _ in range(state.hand[hidden.start + who]):
            if fighting >> who & 1:
                found.append(who << 3 | tile.doing)
            if recruiting >> who & 1:
                found.append(who << 3 | RECRUIT)
    if showdown:
        found.append(state.box.showdown << 3 | GUN)
        if tile.vest:
            found.append(state.box.showdown << 3 | VEST)
    return found
