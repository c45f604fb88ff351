"""What things are worth to a sensible player: tokens, places, gangsters, and who would win a fight."""

from __future__ import annotations

from math import exp

from parrain.games.police_vs_gangs.notes import SURE, smoothed
from parrain.games.police_vs_gangs.rules import State


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


def holdings(state: State, card: int) -> list[int]:
    """How many cards of each colour each seat controls, `4 * seat + colour`, that card left out."""
    box = state.cards
    counts = [0] * (4 * state.players)
    for each in state.laid:
        holder = state.owner[each]
        if holder != -1 and each != card:
            hold(counts, box.colours[each], holder, 1)
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
    """What controlling a place is worth: points at the next count, what it takes from its owner, and, to a gangster, later turns."""
    before = state.owner[card]
    colours = state.cards.colours[card]
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
    if not lying:
        return 0.0
    for c in range(state.cards.kinds):
        left = state.hand[seat * 8 + c] - state.shown[seat * 8 + c]
        total += values[c] * left
        could += left
    return 0.8 * lying * total / could


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


def brings(state: State, viewer: int, seat: int, card: int) -> list[float]:
    """How many tokens of each traffic a gangster's fighters at a place are expected to bring if it is demanded; known as in `guess`."""
    box = state.cards
    wares = box.traffics
    known = seat == viewer or (state.open and card == state.here)
    sums = [0.0] * wares
    lying = could = 0
    for code in state.pieces:
        if code >> 4 & 7 == seat and (not known or (code >> 9 == card and not code & 1)):
            could += 1
            if code >> 9 == card:
                lying += 1
            carry(sums, box.icons, (code >> 1 & 7) * wares, 1)
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
    return smoothed(prize(state, seat, t), state.tokens[seat * state.cards.traffics + t], count)


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
