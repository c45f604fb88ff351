"""The last round of District Noir, solved exactly.

What "exactly" means. A View of the last round leaves the other's hand open: at most 56 hands, each as likely as
the cards that nobody has seen make it. That is a game of its own: chance deals one of those hands, then both play
on, the seat of the View knowing its own hand and what lies open, the other knowing all that and what it was dealt.
It adds up to nothing, so it has one value: what the seat can be sure of on average against every reply, which is
also the most that anybody can reach against the best reply. `solve` finds it, and a (mixed) strategy for each side,
by counterfactual regret minimisation (CFR+) over the whole tree, and proves how near it came: `low` is what its
strategy gets against the best reply to it, `high` what the best reply to the other side's strategy gets. The value
lies between the two; no player of any kind does better than `high` against the strategy found for the other side.

The tree ends where both have taken, because what is laid after that changes nothing. Before it is solved it is
folded: where the other can only choose between known results it takes the worst for us with every hand, and where
one of our choices is at least as good as all others with every hand it is chosen. Neither changes the value.
"""

from __future__ import annotations

import time
from math import comb
from typing import Final

from parrain.core.action import Action
from parrain.core.solution import Solution
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.imagine import Worlds
from parrain.games.district_noir.view import View

NEAR: Final = 0.001  # how near `low` and `high` must come, of results from -1 to 1
MOST_ROUNDS: Final = 1000
LOOK_EVERY: Final = 10  # rounds of CFR+ between two looks at how near they are
TOO_LARGE: Final = -1


class Spot:
    """A moment of the tree, known to both: who chooses, between what, and with which hands the other may be here.

    A leaf has `worth`, what it is worth to us with each hand of `hands`. Regrets and sums are by choice; for the other
    by hand and choice. `keep` says, for each choice of the other, the places in `hands` that can make it.
    """

    __slots__ = ("choices", "hands", "keep", "kids", "mine", "regrets", "sums", "worth")

    def __init__(self, mine: bool, hands: list[int]) -> None:
        self.mine = mine
        self.hands = hands
        self.choices: list[int] = []
        self.kids: list[Spot] = []
        self.keep: list[list[int]] = []
        self.worth: list[float] = []
        self.regrets: list[float] = []
        self.sums: list[float] = []


class Endgame:
    """The game that a View of the last round leaves, and its solution. `size` is the number of spots, or TOO_LARGE."""

    __slots__ = (
        "box",
        "chances",
        "end",
        "fold",
        "hands",
        "held",
        "high",
        "limit",
        "line",
        "low",
        "may",
        "root",
        "rounds",
        "seat",
        "size",
        "taken",
    )

    def __init__(self, view: View, box: Box, limit: int, seconds: float = 0.0, fold: bool = True) -> None:
        self.box = box
        self.seat = -1 if view.seat is None else view.seat
        self.limit = limit
        self.end = time.perf_counter() + seconds if seconds > 0.0 else 0.0
        self.fold = fold
        self.size = 0
        self.rounds = 0
        self.low = -1.0
        self.high = 1.0
        worlds = Worlds(view, box)
        world = worlds.open
        types = box.types
        self.line = world.line
        self.taken = world.taken
        self.may = [view.may_take[self.seat], view.may_take[1 - self.seat]]
        self.held = world.hand[self.seat * types : (self.seat + 1) * types]
        self.hands: list[list[int]] = []
        self.chances: list[float] = []
        pool = [worlds.unseen.count(card) for card in range(types)]
        self.deal(pool, view.hand_sizes[1 - self.seat], 0, [0] * types, 1.0)
        total = sum(self.chances)
        self.chances = [chance / total for chance in self.chances]
        self.root = self.grow(self.seat == view.to_move[0], list(range(len(self.hands))))

    # -- the tree ----------------------------------------------------------------------------------------

    def deal(self, pool: list[int], left: int, card: int, hand: list[int], ways: float) -> None:
        """Every hand the other may hold, and in how many ways it can have been dealt."""
        if left == 0:
            self.hands.append(hand[:])
            self.chances.append(ways)
            return
        if card == len(pool):
            return
        for count in range(min(left, pool[card]) + 1):
            hand[card] = count
            self.deal(pool, left - count, card + 1, hand, ways * comb(pool[card], count))
        hand[card] = 0

    def grow(self, mine: bool, hands: list[int]) -> Spot:
        """The tree from here on; `hands` are those with which the other may have come here, less what it has laid."""
        spot = Spot(mine, hands)
        if self.size == TOO_LARGE:
            return spot
        self.size += 1
        first = self.size
        if self.size > self.limit or (self.end > 0.0 and self.size % 256 == 0 and time.perf_counter() > self.end):
            self.size = TOO_LARGE
            return spot
        if not self.may[0] and not self.may[1]:
            spot.worth = [self.result()] * len(hands)
            return spot
        if mine:
            self.grow_mine(spot)
        else:
            self.grow_theirs(spot)
        if self.fold and first > 1 and self.size != TOO_LARGE:  # the root stays, to choose from
            fold(spot)
        return spot

    def grow_mine(self, spot: Spot) -> None:
        """Our choices: the take, then each kind of card we hold; none after one that wins with every hand."""
        if self.may[0] and self.line:
            self.add(spot, self.box.types, self.take(0, spot.hands))
            if self.wins(spot):
                return
        for card in range(self.box.types):
            if self.held[card]:
                self.held[card] -= 1
                self.line.append(card)
                self.add(spot, card, self.grow(False, spot.hands))
                self.line.pop()
                self.held[card] += 1
                if self.wins(spot):
                    return

    def wins(self, spot: Spot) -> bool:
        """Whether the last choice wins with every hand: then the others need not be looked at."""
        worth = spot.kids[-1].worth
        return self.fold and len(worth) > 0 and min(worth) == 1.0

    def grow_theirs(self, spot: Spot) -> None:
        """The other's choices: the take, then each kind of card of any hand it may hold.

        A hand that wins for sure by one of them need not look at the rest: nothing it does can be better.
        """
        looking = list(range(len(spot.hands)))
        if self.may[1] and self.line:
            spot.keep.append(looking)
            self.add(spot, self.box.types, self.take(1, spot.hands))
            looking = self.undecided(spot, looking)
        for card in range(self.box.types):
            places = [place for place in looking if self.hands[spot.hands[place]][card]]
            if places:
                able = [spot.hands[place] for place in places]
                for hand in able:
                    self.hands[hand][card] -= 1
                self.line.append(card)
                spot.keep.append(places)
                self.add(spot, card, self.grow(True, able))
                self.line.pop()
                for hand in able:
                    self.hands[hand][card] += 1
                looking = self.undecided(spot, looking)

    def undecided(self, spot: Spot, looking: list[int]) -> list[int]:
        """The hands that the last choice does not win with for sure."""
        worth = spot.kids[-1].worth
        if not self.fold or not worth:
            return looking
        keep = spot.keep[-1]
        won = [keep[place] for place in range(len(keep)) if worth[place] == -1.0]
        return [place for place in looking if place not in won] if won else looking

    def add(self, spot: Spot, choice: int, kid: Spot) -> None:
        """One more choice."""
        spot.choices.append(choice)
        spot.kids.append(kid)
        for _ in range(1 if spot.mine else len(spot.hands)):
            spot.regrets.append(0.0)
            spot.sums.append(0.0)

    def take(self, who: int, hands: list[int]) -> Spot:
        """We (0) or the other (1) take the end of the line; the third building wins (DN 6.1, DN 8.1)."""
        box = self.box
        seat = self.seat if who == 0 else 1 - self.seat
        cut = max(0, len(self.line) - box.take)
        got = self.line[cut:]
        del self.line[cut:]
        self.may[who] = False
        for card in got:
            self.taken[seat * box.types + card] += 1
        if sum([self.taken[seat * box.types + card] for card in box.buildings]) >= box.buildings_to_win:
            spot = Spot(who == 1, hands)
            spot.worth = [1.0 if who == 0 else -1.0] * len(hands)
        else:
            spot = self.grow(who == 1, hands)
        for card in got:
            self.taken[seat * box.types + card] -= 1
        self.may[who] = True
        self.line.extend(got)
        return spot

    def result(self) -> float:
        """What the cards taken come to for us: 1, 0 or -1 (DN 8.2 to DN 8.7)."""
        mine, theirs = self.points(self.seat), self.points(1 - self.seat)
        if mine == theirs:
            for gang in self.box.gangs:
                mine = self.taken[self.seat * self.box.types + gang]
                theirs = self.taken[(1 - self.seat) * self.box.types + gang]
                if mine != theirs:
                    break
        return 1.0 if mine > theirs else -1.0 if theirs > mine else 0.0

    def points(self, seat: int) -> int:
        """Majorities, sets, alliances and betrayals (DN 8.2 to DN 8.5)."""
        box = self.box
        mine, theirs = seat * box.types, (1 - seat) * box.types
        total = 0
        sets = 99
        for gang in box.gangs:
            count = self.taken[mine + gang]
            if count > self.taken[theirs + gang]:
                total += box.values[gang]
            sets = min(sets, count)
        if box.gangs:
            total += sets * box.set_points
        for card in box.alliances_and_betrayals:
            total += self.taken[mine + card] * box.values[card]
        return total

    # -- the solution ------------------------------------------------------------------------------------

    def solve(self, most: int) -> None:
        """CFR+ until `low` and `high` are as near as they need to be, for so many rounds, or until time is up."""
        if self.size == TOO_LARGE:
            return
        reach = self.chances[:]
        self.measure()
        while self.high - self.low > NEAR and self.rounds < most:
            self.rounds += 1
            descend(self.root, 1.0, reach, True, self.rounds)
            descend(self.root, 1.0, reach, False, self.rounds)
            if self.rounds % LOOK_EVERY == 0:
                self.measure()
                if self.end > 0.0 and time.perf_counter() >= self.end:
                    break

    def measure(self) -> None:
        """How far the two strategies are from the value: each against the best reply to it."""
        worst = worst_case(self.root)
        low = 0.0
        for place in range(len(worst)):
            low += self.chances[place] * worst[place]
        self.low = low
        self.high = best_case(self.root, self.chances)

    def actions(self) -> list[tuple[Action, float, float]]:
        """Our choices at the root: how often to make each, and what it is worth against the best reply."""
        if self.root.worth:
            return []
        often = shares(self.root.sums, 0, len(self.root.kids))
        found: list[tuple[Action, float, float]] = []
        for place in range(len(self.root.kids)):
            worst = worst_case(self.root.kids[place])
            value = 0.0
            for hand in range(len(worst)):
                value += self.chances[hand] * worst[hand]
            found.append((self.box.actions[self.root.choices[place]], often[place], value))
        return found


def fold(spot: Spot) -> None:
    """Make a leaf of a spot whose choices are all leaves, where that does not change the value."""
    for kid in spot.kids:
        if not kid.worth:
            return
    if not spot.mine:
        worth = [2.0] * len(spot.hands)
        for number in range(len(spot.kids)):
            values = spot.kids[number].worth
            keep = spot.keep[number]
            for place in range(len(keep)):
                worth[keep[place]] = min(worth[keep[place]], values[place])
        spot.worth = worth
        return
    for kid in spot.kids:
        best = True
        for other in spot.kids:
            for place in range(len(spot.hands)):
                if other.worth[place] > kid.worth[place]:
                    best = False
                    break
            if not best:
                break
        if best:
            spot.worth = kid.worth
            return


def shares(weights: list[float], start: int, count: int) -> list[float]:
    """Weights as parts of one; all equal where there are none."""
    total = 0.0
    for place in range(start, start + count):
        total += max(0.0, weights[place])
    if total <= 0.0:
        return [1.0 / count] * count
    return [max(0.0, weights[place]) / total for place in range(start, start + count)]


def theirs(spot: Spot, weights: list[float]) -> list[float]:
    """The other's parts by choice and hand; a hand that cannot make a choice never does."""
    wide = len(spot.hands)
    many = len(spot.kids)
    totals = [0.0] * wide
    able = [0] * wide
    for number in range(many):
        for place in spot.keep[number]:
            able[place] += 1
            totals[place] += weights[number * wide + place]
    parts = [0.0] * (wide * many)
    for number in range(many):
        for place in spot.keep[number]:
            total = totals[place]
            parts[number * wide + place] = weights[number * wide + place] / total if total > 0.0 else 1.0 / able[place]
    return parts


def descend(spot: Spot, mine: float, reach: list[float], ours: bool, weight: int) -> list[float]:
    """One pass of CFR+ that improves our side or the other's; what the spot is worth to us with each hand.

    `mine` is how likely our own choices lead here, `reach` how likely chance and the other's do, by hand.
    """
    if spot.worth:
        return spot.worth
    wide = len(spot.hands)
    values = [0.0] * wide
    many = len(spot.kids)
    if spot.mine:
        often = shares(spot.regrets, 0, many)
        brought: list[list[float]] = []
        for number in range(many):
            part = often[number]
            worth = descend(spot.kids[number], mine * part, reach, ours, weight)
            brought.append(worth)
            for place in range(wide):
                values[place] += part * worth[place]
        if ours:
            for number in range(many):
                worth = brought[number]
                gain = 0.0
                for place in range(wide):
                    gain += reach[place] * (worth[place] - values[place])
                spot.regrets[number] = max(0.0, spot.regrets[number] + gain)
                spot.sums[number] += weight * mine * often[number]
        return values
    return descend_theirs(spot, mine, reach, ours, weight)


def descend_theirs(spot: Spot, mine: float, reach: list[float], ours: bool, weight: int) -> list[float]:
    """The same where the other chooses, knowing its hand."""
    wide = len(spot.hands)
    values = [0.0] * wide
    parts = theirs(spot, spot.regrets)
    brought: list[list[float]] = []
    for number in range(len(spot.kids)):
        keep = spot.keep[number]
        start = number * wide
        on = [reach[place] * parts[start + place] for place in keep]
        worth = descend(spot.kids[number], mine, on, ours, weight)
        brought.append(worth)
        for index in range(len(keep)):
            place = keep[index]
            values[place] += parts[start + place] * worth[index]
    if not ours:
        for number in range(len(spot.kids)):
            keep = spot.keep[number]
            start = number * wide
            worth = brought[number]
            for index in range(len(keep)):
                place = keep[index]
                spot.regrets[start + place] = max(
                    0.0, spot.regrets[start + place] + mine * (values[place] - worth[index])
                )
                spot.sums[start + place] += weight * reach[place] * parts[start + place]
    return values


def worst_case(spot: Spot) -> list[float]:
    """What our strategy gets with each hand against the best reply to it."""
    if spot.worth:
        return spot.worth
    wide = len(spot.hands)
    if spot.mine:
        often = shares(spot.sums, 0, len(spot.kids))
        values = [0.0] * wide
        for number in range(len(spot.kids)):
            worth = worst_case(spot.kids[number])
            for place in range(wide):
                values[place] += often[number] * worth[place]
        return values
    values = [2.0] * wide
    for number in range(len(spot.kids)):
        worth = worst_case(spot.kids[number])
        keep = spot.keep[number]
        for index in range(len(keep)):
            values[keep[index]] = min(values[keep[index]], worth[index])
    return values


def best_case(spot: Spot, reach: list[float]) -> float:
    """What the best reply to the other side's strategy gets, each hand weighed by `reach`."""
    if spot.worth:
        total = 0.0
        for place in range(len(reach)):
            total += reach[place] * spot.worth[place]
        return total
    if spot.mine:
        return max([best_case(kid, reach) for kid in spot.kids])
    wide = len(spot.hands)
    parts = theirs(spot, spot.sums)
    total = 0.0
    for number in range(len(spot.kids)):
        start = number * wide
        total += best_case(spot.kids[number], [reach[place] * parts[start + place] for place in spot.keep[number]])
    return total


def solve(view: View, box: Box, limit: int, seconds: float) -> Solution | None:
    """The View solved, if it is one of the last round with the seat to choose, and small enough."""
    if view.deck or view.ending or view.seat is None or view.to_move != (view.seat,):
        return None
    endgame = Endgame(view, box, limit, seconds)
    if endgame.size == TOO_LARGE:
        return None
    endgame.solve(MOST_ROUNDS)
    return Solution(endgame.low, endgame.high, tuple(endgame.actions()))
