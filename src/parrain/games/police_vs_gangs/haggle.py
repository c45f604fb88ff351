"""How a sensible player bargains: what a deal is worth, what no deal is worth, what the others would take.

A gangster counts what he really brings; what others may expect of him is the average of what he could have brought. The gap
between the two is the bluff: he leaves to the police what he does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from parrain.core.action import Action
from parrain.games.police_vs_gangs.bargain import find_clashes
from parrain.games.police_vs_gangs.choices import CLAIM, FROM, NO_DEAL, SAY, ranks
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.worth import (
    brings,
    chance,
    feeding_worth,
    gang_power,
    guess,
    place_worth,
    police_power,
    rivals_strength,
    smooth,
)


def pool(state: State, viewer: int) -> list[float]:
    """The tokens of each traffic that fighters here are expected to bring, bonus included, if demanded."""
    box = state.cards
    counts = [0.0] * box.traffics
    for t in range(box.traffics):
        for seat in range(0, state.players, 2):
            if state.party >> seat & 1:
                counts[t] += brings(state, viewer, seat, state.here, t)
        if counts[t] > 0.3 and box.demands[state.here * box.traffics + t] > 1:
            counts[t] += 1.0
    return counts


def no_deal_worth(state: State, viewer: int, seat: int) -> float:
    """What a seat may expect if there is no accord, as the viewer sees it."""
    card = state.here
    police = state.party & 0b101010
    odds = chance(police_power(state, card), gang_power(state, viewer, card))
    if seat & 1:
        partners = bin(police).count("1")
        spoils = (place_worth(state, seat, card) + 2.0) / partners
        return odds * spoils + (1.0 - odds) * 0.55 / partners
    box = state.cards
    counts = [brings(state, viewer, seat, card, t) for t in range(box.traffics)]
    mine = sum([max(0.0, count) for count in counts])
    strength = guess(state, viewer, seat, card, box.defence if state.owner[card] == seat else box.attack)
    rival = rivals_strength(state, seat, card)
    first = 1.0 / (1.0 + exp(-(strength - rival) / 1.3)) if rival > 0.0 else 1.0
    prey = feeding_worth(state, seat, card, counts) if mine > 0.0 else 0.0
    won = first * (prey + place_worth(state, seat, card)) if strength > 0.0 else 0.0
    arrest = 0.8 * (0.9 + 0.25 * prey)  # a badge is nearly always there
    lost = 1.6 + (1.0 if state.owner[card] == seat else 0.0)
    return (1.0 - odds) * (won - arrest) - odds * lost


def richest_first(counts: list[float]) -> list[int]:
    """The traffics in the order in which badges are used for them."""
    return sorted(range(len(counts)), key=lambda t: -counts[t])


def claim_worth(state: State, seat: int, claims: list[int], counts: list[float], order: list[int], place: float) -> float:
    """What an accord on these claims gives a seat, with so many tokens to come, in this order, and the place worth that much to it."""
    box = state.cards
    width = state.width
    start = seat * width
    named = box.printed[state.here]
    rest = -1
    taken = False
    for other in range(state.players):
        if state.party >> other & 1:
            for t in range(box.traffics):
                if claims[other * width + 1 + t]:
                    named |= 1 << t
            if claims[other * width + width - 2]:
                rest = other
            taken = taken or claims[other * width] == 1
    left = box.badges[state.here] - bin(named & ~box.printed[state.here]).count("1")
    total = 0.0
    for t in order:
        if not named >> t & 1:
            if left <= 0 or counts[t] <= 0.0:
                continue
            left -= 1
        total += smooth(state, seat, t, share_of(state, claims, start, t, counts[t], rest == seat))
    mine = claims[start] == 1 or (rest == seat and not taken)
    if mine:
        total += place
    elif not seat & 1 and state.owner[state.here] == seat and (taken or rest != -1):
        total -= 1.0  # one's own place given away
    return total


def share_of(state: State, claims: list[int], start: int, t: int, count: float, rest: bool) -> float:
    """How many of the tokens of a traffic go to a seat."""
    mask = ranks(claims[start + 1 + t])
    others = 0
    for other in range(state.players):
        if state.party >> other & 1 and other * state.width != start:
            others |= ranks(claims[other * state.width + 1 + t])
    got = 0.0
    rank = 0
    while count > 0.0:
        part = min(1.0, count)
        if mask >> rank & 1 or (rest and not others >> rank & 1):
            got += part
        count -= 1.0
        rank += 1
    return got


def candidates(state: State, seat: int, counts: list[float]) -> list[list[int]]:
    """Claims worth thinking about: place or not, everything else or not, the best traffics in larger and smaller shares."""
    box = state.cards
    last = state.width - 2
    wares = [
        t
        for t in range(box.traffics)
        if (box.printed[state.here] >> t & 1 or box.badges[state.here]) and (seat & 1 == 0 or counts[t] > 0.2)
    ]
    wares.sort(key=lambda t: -smooth(state, seat, t, max(counts[t], 0.4)))
    shapes: list[list[int]] = [[0] * state.width]
    for number in range(1, min(3, len(wares)) + 1):
        for word in (1, FROM + 1, FROM + 2):
            one = [0] * state.width
            room = box.badges[state.here]
            for t in wares[:number]:
                if not box.printed[state.here] >> t & 1:
                    room -= 1
                if room >= 0:
                    one[1 + t] = word
            shapes.append(one)
    found: list[list[int]] = []
    for shape in shapes:
        for place in (0, 1):
            for rest in (0, 1):
                one = shape[:]
                one[0] = place
                one[last] = rest
                if one not in found:
                    found.append(one)
    mine = state.claims[seat * state.width : (seat + 1) * state.width]
    if not mine[-1] and mine not in found:
        found.append(mine)
    if state.round > 1:
        giving = state.yielding(seat)
        if giving and giving not in found:
            found.append(giving)
    return found


def side_of(state: State, seat: int) -> list[int]:
    """Those at the talk whose gain is mine: myself, and in teams everybody of my faction."""
    if not state.teams:
        return [seat]
    return [other for other in range(state.players) if state.party >> other & 1 and other & 1 == seat & 1]


def outside_of(state: State, viewer: int, seat: int) -> float:
    """What no deal is worth to a seat and those on its side."""
    return sum([no_deal_worth(state, viewer, other) for other in side_of(state, seat)])


def inside_of(state: State, seat: int, claims: list[int], counts: list[float], order: list[int], places: list[float]) -> float:
    """What an accord on these claims gives a seat and those on its side."""
    return sum([claim_worth(state, other, claims, counts, order, places[other]) for other in side_of(state, seat)])


def fair_split(state: State) -> list[int]:
    """The deal that everybody can work out alike from what everybody knows: each thing to whom it helps most of those who have least.

    Nobody's tokens and nobody's tiles are looked at. Empty where somebody would do better without a deal.
    """
    kept = state.tokens
    state.tokens = [0] * len(kept)  # what others hold is anybody's guess, so nobody counts on it
    split = divide(state)
    state.tokens = kept
    return split


def divide(state: State) -> list[int]:
    """Share out place and tokens so that nobody loses by it, then as evenly as can be: from one sharing to a better one, thing by thing."""
    box = state.cards
    card = state.here
    seats = [seat for seat in range(state.players) if state.party >> seat & 1]
    k = len(seats)
    counts = pool(state, -1)
    wares = [t for t in range(box.traffics) if counts[t] > 0.2 and box.printed[card] >> t & 1]
    named = [t for t in range(box.traffics) if counts[t] > 0.2 and not box.printed[card] >> t & 1]
    named.sort(key=lambda t: -counts[t] * box.boxes[t][0])
    wares += named[: box.badges[card]]
    # what each thing gives each seat: the place; then for each traffic all of it, the first token, the others
    worths = [[place_worth(state, seat, card) for seat in seats]]
    for t in wares:
        rest = max(0.0, counts[t] - 1.0)
        worths.append([smooth(state, seat, t, counts[t]) for seat in seats])
        worths.append([smooth(state, seat, t, min(1.0, counts[t])) for seat in seats])
        worths.append([smooth(state, seat, t, rest) for seat in seats])
    surplus = [-no_deal_worth(state, -1, seat) for seat in seats]
    taken = [0] * (1 + len(wares))  # by whom: the place; of a traffic i * k + j, the first to i and the others to j
    surplus[0] += sum([worths[0][0], *[worths[1 + 3 * w][0] for w in range(len(wares))]])
    improved = True
    sweeps = 0
    while improved and sweeps < 4:
        improved = False
        sweeps += 1
        for thing in range(len(taken)):
            improved = reshare(surplus, taken, worths, thing, k, thing == 0 or counts[wares[thing - 1]] < 1.6) or improved
    if min(surplus) <= 0.05:
        return []
    return written(state, seats, wares, taken, surplus)


def reshare(surplus: list[float], taken: list[int], worths: list[list[float]], thing: int, k: int, whole: bool) -> bool:
    """Give one thing to whoever makes the sharing better; whether anything changed."""
    before = taken[thing]
    give(surplus, worths, thing, before, k, -1.0)
    best = before
    most = -1e9
    for option in range(k if thing == 0 else k * k):
        if thing and whole and option // k != option % k:
            continue
        give(surplus, worths, thing, option, k, 1.0)
        value = 0.0
        for each in surplus:
            value += 4.0 * each if each < 0.0 else each / (1.0 + each)
        give(surplus, worths, thing, option, k, -1.0)
        if value > most + 1e-9 or (option == before and value > most - 1e-9):
            most = value
            best = option
    give(surplus, worths, thing, best, k, 1.0)
    taken[thing] = best
    return best != before


def give(surplus: list[float], worths: list[list[float]], thing: int, option: int, k: int, sign: float) -> None:
    """Add what a thing gives to those who get it, or take it away again."""
    if thing == 0:
        surplus[option] += sign * worths[0][option]
        return
    first, others = option // k, option % k
    if first == others:
        surplus[first] += sign * worths[3 * thing - 2][first]
        return
    surplus[first] += sign * worths[3 * thing - 1][first]
    surplus[others] += sign * worths[3 * thing][others]


def written(state: State, seats: list[int], wares: list[int], taken: list[int], surplus: list[float]) -> list[int]:
    """A sharing as everybody's claims; who has least of it also has everything else."""
    width = state.width
    k = len(seats)
    claims = [0] * (state.players * width)
    claims[seats[taken[0]] * width] = 1
    for i, t in enumerate(wares):
        first, others = seats[taken[1 + i] // k], seats[taken[1 + i] % k]
        if first == others:
            claims[first * width + 1 + t] = FROM + 1
        else:
            claims[first * width + 1 + t] = 1
            claims[others * width + 1 + t] = FROM + 2
    poorest = 0
    for place in range(k):
        if surplus[place] < surplus[poorest] - 1e-9:
            poorest = place
    claims[seats[poorest] * width + width - 2] = 1
    return claims


def target(state: State, seat: int) -> list[int]:
    """The claim to make this round; its last number says no deal."""
    box = state.cards
    width = state.width
    seats = tuple([other for other in range(state.players) if state.party >> other & 1])
    counts = pool(state, seat)
    outside = outside_of(state, seat, seat)
    last = state.round == state.rounds
    best = outside + 0.05
    chosen = [0] * (width - 1) + [1]
    claims = state.claims[:]
    shown = state.round > 1
    split = fair_split(state)
    fears = [0.0 if other == seat else no_deal_worth(state, -1, other) for other in range(state.players)]
    guesses = pool(state, -1)
    order, guessed = richest_first(counts), richest_first(guesses)
    places = [place_worth(state, other, state.here) if state.party >> other & 1 else 0.0 for other in range(state.players)]
    mine = split[seat * width : (seat + 1) * width]
    if not shown and split and inside_of(state, seat, split, counts, order, places) > outside + 0.05:
        return mine
    options = candidates(state, seat, counts)
    if split and mine not in options:
        options.append(mine)
    agreed = shown and not find_clashes(claims, seats, box.traffics, box.printed[state.here], box.badges[state.here])
    before = state.claims[seat * width : (seat + 1) * width]
    for one in options:
        claims[seat * width : (seat + 1) * width] = one
        worth = inside_of(state, seat, claims, counts, order, places)
        if worth <= outside:
            continue
        if not shown:
            odds = 1.0
        elif find_clashes(claims, seats, box.traffics, box.printed[state.here], box.badges[state.here]):
            odds = 0.06 if last else 0.35
        else:
            odds = 0.95 if agreed and one == before else 0.8
        if odds == 1.0 or odds == 0.35:
            for other in seats:
                if other not in side_of(state, seat):
                    odds *= willing(state, other, one, seat, guesses, guessed, places[other], fears[other])
        value = odds * worth + (1.0 - odds) * outside
        if value > best + 1e-9:
            best = value
            chosen = one
    if chosen[-1] and not last:
        chosen = claim_everything(state, seat)  # ask for all, refuse at the end
    return chosen


def willing(
    state: State, other: int, mine: list[int], seat: int, counts: list[float], order: list[int], place: float, outside: float
) -> float:
    """How likely another is to live with my claim: what it leaves them against what they fear or hope without a deal."""
    width = state.width
    claims = [0] * (state.players * width)
    claims[seat * width : (seat + 1) * width] = mine
    if not mine[width - 2]:
        claims[other * width + width - 2] = 1
    if not mine[0]:
        claims[other * width] = 1
    for t in range(state.cards.traffics):
        if not mine[1 + t]:
            claims[other * width + 1 + t] = FROM + 1 if state.cards.printed[state.here] >> t & 1 else 0
        elif mine[1 + t] <= FROM:
            claims[other * width + 1 + t] = FROM + mine[1 + t] + 1
        elif mine[1 + t] > FROM + 1:
            claims[other * width + 1 + t] = mine[1 + t] - FROM - 1
    several = bin(state.party).count("1") - 1
    left = claim_worth(state, other, claims, counts, order, place) / several
    edge = left - outside
    return 0.9 if edge > 1.0 else 0.7 if edge > 0.2 else 0.35 if edge > -0.5 else 0.08


def claim_everything(state: State, seat: int) -> list[int]:
    """The boldest claim: the place, all that is printed, everything else."""
    one = [0] * state.width
    one[0] = one[state.width - 2] = 1
    for t in range(state.cards.traffics):
        if state.cards.printed[state.here] >> t & 1:
            one[1 + t] = FROM + 1
    return one


def rate_talk(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """One on the way to the claim one wants to make, nothing elsewhere."""
    wanted = state.wishes[seat]
    if not wanted:  # what has been claimed does not change while all draft: thought out once a round
        wanted = target(state, seat)
        state.wishes[seat] = wanted
    start = seat * state.width
    draft = state.drafts[start : start + state.width]
    return [step_rating(action, draft, wanted, state.last_set[seat]) for action in actions]


def step_rating(action: Action, draft: list[int], wanted: list[int], after: int) -> float:
    """Whether a choice is the next step from a draft to what is wanted."""
    if wanted[-1]:
        return 1.0 if action.kind == NO_DEAL else 0.0
    open_ = [e for e in range(len(wanted) - 1) if draft[e] != wanted[e]]
    if action.kind == SAY:
        return 1.0 if not [e for e in open_ if e > after] else 0.0
    if action.kind == CLAIM and open_:
        reachable = [e for e in open_ if e > after]
        return 1.0 if reachable and action.a == reachable[0] and wanted[action.a] == action.b else 0.0
    return -1.0
