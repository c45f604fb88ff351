"""What things are worth to a sensible player: tokens, places, gangsters, and who would win a fight."""

from __future__ import annotations

from math import exp
from typing import Final

from parrain.games.police_vs_gangs.rules import State

# How likely a stake of 0, 1, 2, ... tokens is to win a traffic sooner or later.
SURE: Final = (0.0, 0.45, 0.68, 0.82, 0.9, 0.94, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 1.0)


def prize(state: State, seat: int, t: int) -> float:
    """The points that seat would score by winning that traffic now."""
    boxes = state.cards.boxes[t]
    if seat & 1:
        return float(boxes[state.level[t]] if state.holder[t] != -1 else boxes[0])
    if state.holder[t] == seat:
        return float(boxes[min(state.level[t] + 1, len(boxes) - 1)])
    return boxes[0] + 0.4  # and the next box is higher


def tokens_worth(state: State, seat: int, t: int, more: int) -> float:
    """What so many more tokens of a traffic are worth to that seat."""
    held = state.tokens[seat * state.cards.traffics + t]
    return prize(state, seat, t) * (SURE[min(12, held + more)] - SURE[min(12, held)])


def best_district(state: State, seat: int, card: int, owner: int) -> int:
    """The points of a seat's best district if that card belonged to that owner (-2: as it is)."""
    box = state.cards
    counts = [0] * (4 * state.players)
    for each in state.laid:
        holder = owner if each == card and owner != -2 else state.owner[each]
        if holder != -1:
            first, second = box.colours[each]
            counts[holder * 4 + first] += 1
            if second != -1:
                counts[holder * 4 + second] += 1
    best = 0
    for colour in range(4):
        mine = counts[seat * 4 + colour]
        if mine > best:
            alone = True
            for other in range(state.players):
                if other != seat and counts[other * 4 + colour] >= mine:
                    alone = False
            if alone:
                best = mine
    return best


def place_worth(state: State, seat: int, card: int) -> float:
    """What controlling a place is worth: points at the next count, what it takes from its owner, and, to a gangster, later turns."""
    before = state.owner[card]
    gain = float(best_district(state, seat, card, seat) - best_district(state, seat, card, -1))
    worth = gain
    if before not in (-1, seat) and not (state.teams and before & 1 == seat & 1):
        loss = best_district(state, before, card, before) - best_district(state, before, card, seat)
        worth += 0.35 * loss + 0.3
    if not seat & 1:
        worth += 0.8 + 0.5 * gain
        if state.open_sides(card) <= 1:
            worth += 0.4
    return worth


def quality(state: State, c: int) -> float:
    """What a gangster is worth in the long run."""
    box = state.cards
    icons = 0.0
    for t in range(box.traffics):
        icons += box.icons[c * box.traffics + t] * (box.boxes[t][0] + 1.0)
    return 0.35 * icons + 0.3 * box.attack[c] + 0.2 * box.defence[c] + 0.12 * max(0, box.recruit[c])


def worst_quality(state: State, seat: int) -> float:
    """The least of a gangster's tiles in hand and on the table."""
    least = 99.0
    for c in range(state.cards.kinds):
        out = state.hand[seat * 8 + c]
        for code in state.pieces:
            if code >> 4 & 7 == seat and code >> 1 & 7 == c:
                out += 1
        if out:
            least = min(least, quality(state, c))
    return least


def crew_size(state: State, seat: int) -> int:
    """All tiles of a gangster: hand, table, prison."""
    size = state.tiles_of(seat) + state.jailed(seat)
    for code in state.pieces:
        if code >> 4 & 7 == seat:
            size += 1
    return size


def guess(state: State, viewer: int, seat: int, card: int, values: list[int]) -> float:
    """What a gangster's fighters at a place add up to: exactly for oneself, else the average of what they may be."""
    total = 0.0
    if seat == viewer or (state.open and card == state.here):
        for code in state.pieces:
            if code >> 9 == card and code >> 4 & 7 == seat and not code & 1:
                total += values[code >> 1 & 7]
        return total
    lying = could = 0
    for code in state.pieces:
        if code >> 4 & 7 == seat:
            total += values[code >> 1 & 7]
            could += 1
            if code >> 9 == card:
                lying += 1
    for c in range(state.cards.kinds):
        left = state.hand[seat * 8 + c] - state.shown[seat * 8 + c]
        total += values[c] * left
        could += left
    return 0.8 * lying * total / could if could else 0.0


def gang_power(state: State, viewer: int, card: int) -> float:
    """What the gangsters at a place are expected to bring, informers included."""
    box = state.cards
    power = box.informers[card] / 3.0
    for seat in range(0, state.players, 2):
        power += guess(state, viewer, seat, card, box.defence if state.owner[card] == seat else box.attack)
    return power


def police_power(state: State, card: int, more: int = -1, times: int = 1) -> float:
    """What the police at a place are expected to roll, with more dice of a kind if said."""
    box = state.cards
    rolled = box.informers[card] / 3.0
    doubled = 1.0
    for code in state.pieces:
        if code >> 9 == card and code >> 4 & 1:
            kind = code >> 1 & 7
            if kind == 2:
                doubled = 2.0
            else:
                rolled += 0.5 if kind else 2.0 / 3.0
    if more == 2:
        doubled = 2.0
    elif more >= 0:
        rolled += times * (0.5 if more else 2.0 / 3.0)
    if doubled > 1.0 and rolled:
        rolled += 0.25  # the reroll
    return max(0, box.handcuffs[card] + state.cuffs_shift) + doubled * rolled


def chance(police: float, gangsters: float) -> float:
    """How likely the police win; fitted to some twelve hundred fights between greedy players."""
    edge = (police - gangsters) / 0.75
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, edge))))


def brings(state: State, viewer: int, seat: int, card: int, t: int) -> float:
    """How many tokens of a traffic a gangster's fighters at a place are expected to bring if it is demanded."""
    box = state.cards
    return guess(state, viewer, seat, card, [box.icons[c * box.traffics + t] for c in range(box.kinds)])


def feeding_worth(state: State, seat: int, card: int, counts: list[float]) -> float:
    """What tokens by traffic would be worth to a seat that feeds a place alone, badges used for the best."""
    box = state.cards
    total = 0.0
    extra: list[float] = []
    for t in range(box.traffics):
        n = counts[t]
        if n <= 0.0:
            continue
        if box.printed[card] >> t & 1:
            if box.demands[card * box.traffics + t] > 1:
                n += 1.0
            total += smooth(state, seat, t, n)
        else:
            extra.append(smooth(state, seat, t, n))
    extra.sort(reverse=True)
    return total + sum(extra[: box.badges[card]])


def smooth(state: State, seat: int, t: int, count: float) -> float:
    """The worth of an expected number of tokens, between whole numbers."""
    low = int(count)
    part = count - low
    worth = tokens_worth(state, seat, t, low)
    if part > 0.0:
        worth += part * (tokens_worth(state, seat, t, low + 1) - worth)
    return worth


def rivals_strength(state: State, seat: int, card: int) -> float:
    """The strongest other gangster at a place, as this imagined table has it; in teams other gangsters are no rivals."""
    box = state.cards
    best = 0.0
    if state.teams:
        return best
    for other in range(0, state.players, 2):
        if other != seat:
            best = max(best, guess(state, seat, other, card, box.defence if state.owner[card] == other else box.attack))
    return best
