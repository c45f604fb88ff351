"""What things are worth to a sensible player: tokens, places, gangsters, and who would win a fight."""

from __future__ import annotations

from math import exp
from typing import Final

from parrain.games.police_vs_gangs.actions import LIEUTENANT
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.state.pieces import Piece

# How likely a stake of 0, 1, 2, ... tokens is to win a traffic sooner or later.
SURE: Final[tuple[float, ...]] = (0.0, 0.45, 0.68, 0.82, 0.9, 0.94, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 1.0)


def prize(state: State, seat: int, t: int) -> float:
    """The points that seat would score by winning that traffic now."""
    boxes = state.box.boxes[t]
    if seat & 1:
        return float(boxes[state.level[t]] if state.holder[t] != -1 else boxes[0])
    if state.holder[t] == seat:
        return float(boxes[min(state.level[t] + 1, len(boxes) - 1)])
    return boxes[0] + 0.4  # and the next box is higher


def tokens_worth(state: State, seat: int, t: int, more: int) -> float:
    """What so many more tokens of a traffic are worth to that seat."""
    held = state.tokens[seat * state.box.traffics + t]
    return prize(state, seat, t) * (SURE[min(12, held + more)] - SURE[min(12, held)])


def smoothed(points: float, held: int, count: float) -> float:
    """The worth of an expected number of tokens, between whole numbers, to a seat that would score so many points and
    holds so many.
    """
    low = int(count)
    part = count - low
    base = SURE[min(12, held)]
    worth = points * (SURE[min(12, held + low)] - base)
    if part > 0.0:
        worth += part * (points * (SURE[min(12, held + low + 1)] - base) - worth)
    return worth


def smooth(state: State, seat: int, t: int, count: float) -> float:
    """The worth of an expected number of tokens to a seat, with what it holds."""
    return smoothed(prize(state, seat, t), state.tokens[seat * state.box.traffics + t], count)


def feeding_worth(state: State, tokens: list[int], seat: int, card: int, counts: list[float]) -> float:
    """What tokens by traffic would be worth to a seat that feeds a place alone, badges used for the best.

    `tokens` is what everybody is thought to hold.
    """
    box = state.box
    total = 0.0
    extra: list[float] = []
    for t in range(box.traffics):
        n = counts[t]
        if n <= 0.0:
            continue
        held = tokens[seat * box.traffics + t]
        if box.printed[card] >> t & 1:
            if box.demands[card * box.traffics + t] > 1:
                n += 1.0
            total += smoothed(prize(state, seat, t), held, n)
        else:
            extra.append(smoothed(prize(state, seat, t), held, n))
    extra.sort(reverse=True)
    return total + sum(extra[: box.badges[card]])


# -- places ------------------------------------------------------------------------------------------------------------


def holdings(state: State, card: int) -> list[int]:
    """How many cards of each colour each seat controls, `4 * seat + colour`, that card left out."""
    colours = state.box.colours
    counts = [0] * (4 * state.players)
    for each in state.laid:
        holder = state.owner[each]
        if holder != -1 and each != card:
            hold(counts, colours[each], holder, 1)
    return counts


def hold(counts: list[int], colours: tuple[int, int], seat: int, more: int) -> None:
    """A card of those colours comes to a seat, or goes."""
    counts[seat * 4 + colours[0]] += more
    if colours[1] != -1:
        counts[seat * 4 + colours[1]] += more


def best_district(counts: list[int], seat: int) -> int:
    """The points of a seat's best district."""
    best = 0
    for colour in range(4):
        mine = counts[seat * 4 + colour]
        if mine > best:
            alone = True
            for at in range(colour, len(counts), 4):
                if counts[at] >= mine and at != seat * 4 + colour:
                    alone = False
                    break
            if alone:
                best = mine
    return best


def place_worth(state: State, seat: int, card: int) -> float:
    """What controlling a place is worth: points at the next count, what it takes from its owner, and, to a gangster,
    later turns.
    """
    before = state.owner[card]
    colours = state.box.colours[card]
    counts = holdings(state, card)
    without = best_district(counts, seat)
    hold(counts, colours, seat, 1)
    gain = float(best_district(counts, seat) - without)
    worth = gain
    if before != -1 and before != seat and not (state.teams and before & 1 == seat & 1):
        left = best_district(counts, before)
        hold(counts, colours, seat, -1)
        hold(counts, colours, before, 1)
        worth += 0.35 * (best_district(counts, before) - left) + 0.3
    if not seat & 1:
        worth += 0.8 + 0.5 * gain
        if state.open_sides(card) <= 1:
            worth += 0.4
    return worth


# -- gangsters ---------------------------------------------------------------------------------------------------------


def quality(state: State, c: int) -> float:
    """What a gangster is worth in the long run."""
    box = state.box
    icons = 0.0
    for t in range(box.traffics):
        icons += box.icons[c * box.traffics + t] * (box.boxes[t][0] + 1.0)
    return 0.35 * icons + 0.3 * box.attack[c] + 0.2 * box.defence[c] + 0.12 * max(0, box.recruit[c])


def worst_quality(state: State, seat: int) -> float:
    """The least of a gangster's tiles in hand and on the table."""
    least = 99.0
    for c in range(state.box.kinds):
        out = state.hand[seat * 8 + c]
        for piece in state.pieces:
            if piece.seat == seat and piece.kind == c:
                out += 1
        if out:
            least = min(least, quality(state, c))
    return least


def crew_size(state: State, seat: int) -> int:
    """All tiles of a gangster: hand, table, prison."""
    size = state.tiles_of(seat) + state.jailed(seat)
    for piece in state.pieces:
        if piece.seat == seat:
            size += 1
    return size


# -- fights: `pieces` are those on the table, or these and one that may come -------------------------------------------


def expected_strength(state: State, pieces: list[Piece], viewer: int, seat: int, card: int, values: list[int]) -> float:
    """What a gangster's fighters at a place add up to: exactly for oneself, else the average of what they may be."""
    total = 0.0
    if seat == viewer or (state.open and card == state.here):
        for piece in pieces:
            if piece.card == card and piece.seat == seat and not piece.recruiting:
                total += values[piece.kind]
        return total
    lying = could = 0
    for piece in pieces:
        if piece.seat == seat:
            total += values[piece.kind]
            could += 1
            if piece.card == card:
                lying += 1
    if not lying:
        return 0.0
    for c in range(state.box.kinds):
        left = state.hand[seat * 8 + c] - state.shown[seat * 8 + c]
        total += values[c] * left
        could += left
    return 0.8 * lying * total / could


def strength_at(state: State, pieces: list[Piece], viewer: int, seat: int, card: int) -> float:
    """The same by attack, or by defence where the place is the gangster's."""
    values = state.box.defence if state.owner[card] == seat else state.box.attack
    return expected_strength(state, pieces, viewer, seat, card, values)


def gang_power(state: State, pieces: list[Piece], viewer: int, card: int) -> float:
    """What the gangsters at a place are expected to bring, informers included."""
    power = state.box.informers[card] / 3.0
    for seat in range(0, state.players, 2):
        power += strength_at(state, pieces, viewer, seat, card)
    return power


def police_power(state: State, card: int, more: int = -1, times: int = 1) -> float:
    """What the police at a place are expected to roll, with more dice of a kind if said."""
    box = state.box
    rolled = box.informers[card] / 3.0
    doubled = 1.0
    for piece in state.pieces:
        if piece.card == card and piece.police:
            if piece.kind == LIEUTENANT:
                doubled = 2.0
            else:
                rolled += 0.5 if piece.kind else 2.0 / 3.0
    if more == LIEUTENANT:
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


def rivals_strength(state: State, seat: int, card: int) -> float:
    """The strongest other gangster at a place, as this imagined table has it; in teams other gangsters are no
    rivals.
    """
    best = 0.0
    if state.teams:
        return best
    for other in range(0, state.players, 2):
        if other != seat:
            best = max(best, strength_at(state, state.pieces, seat, other, card))
    return best


def brings(state: State, pieces: list[Piece], viewer: int, seat: int, card: int) -> list[float]:
    """How many tokens of each traffic a gangster's fighters at a place are expected to bring; known as for their
    strength.
    """
    box = state.box
    wares = box.traffics
    known = seat == viewer or (state.open and card == state.here)
    sums = [0.0] * wares
    lying = could = 0
    for piece in pieces:
        if piece.seat == seat and (not known or (piece.card == card and not piece.recruiting)):
            could += 1
            if piece.card == card:
                lying += 1
            carry(sums, box.icons, piece.kind * wares, 1)
    if known:
        return sums
    if not lying:
        return [0.0] * wares
    for c in range(box.kinds):
        left = state.hand[seat * 8 + c] - state.shown[seat * 8 + c]
        if left:
            could += left
            carry(sums, box.icons, c * wares, left)
    for t in range(wares):
        sums[t] = 0.8 * lying * sums[t] / could
    return sums


def carry(sums: list[float], icons: list[int], start: int, times: int) -> None:
    """Add what so many gangsters of a kind carry."""
    for t in range(len(sums)):
        if icons[start + t]:
            sums[t] += icons[start + t] * times
