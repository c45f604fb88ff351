"""How a sensible player bargains: what a deal is worth, what no deal is worth, what the others would take.

A gangster counts what he really brings; what others may expect of him is the average of what he could have brought. The
gap between the two is the bluff: he leaves to the police what he does not have.

Nothing that this rests on changes during a negotiation but the claims themselves: the rest is worked out once
(cache.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from parrain.core.action import Action
from parrain.games.police_vs_gangs.actions import ALL_GANGSTERS, ALL_POLICE, CLAIM, NO_DEAL, SAY
from parrain.games.police_vs_gangs.actions.claims import ALL, BITS, FROM, RANKS, SEATS, Claim
from parrain.games.police_vs_gangs.bot.cache import Cache, Others, Purse, SeatNotes, TalkNotes
from parrain.games.police_vs_gangs.bot.worth import (
    brings,
    chance,
    feeding_worth,
    gang_power,
    place_worth,
    police_power,
    prize,
    rivals_strength,
    smooth,
    smoothed,
    strength_at,
)
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.rules.negotiation import accepting


def pool(state: State, viewer: int) -> list[float]:
    """The tokens of each traffic that fighters here are expected to bring, bonus included, if demanded."""
    box = state.box
    wares = box.traffics
    counts = [0.0] * wares
    for seat in range(0, state.players, 2):
        if state.party >> seat & 1:
            more = brings(state, state.pieces, viewer, seat, state.here)
            for t in range(wares):
                counts[t] += more[t]
    for t in range(wares):
        if counts[t] > 0.3 and box.demands[state.here * wares + t] > 1:
            counts[t] += 1.0
    return counts


def odds_of(state: State, viewer: int) -> float:
    """How likely the police are to win the fight here, as the viewer sees it."""
    return chance(police_power(state, state.here), gang_power(state, state.pieces, viewer, state.here))


def fight_hope(state: State, tokens: list[int], viewer: int, seat: int, odds: float, place: float) -> float:
    """What a seat may expect without an accord, at those odds, as the viewer sees it: the place is worth so much to the
    seat.

    `tokens` is what everybody is thought to hold.
    """
    card = state.here
    if seat & 1:
        partners = BITS[state.party & ALL_POLICE]
        return odds * ((place + 2.0) / partners) + (1.0 - odds) * 0.55 / partners
    counts = brings(state, state.pieces, viewer, seat, card)
    mine = 0.0
    for count in counts:
        mine += max(0.0, count)
    strength = strength_at(state, state.pieces, viewer, seat, card)
    rival = rivals_strength(state, seat, card)
    first = 1.0 / (1.0 + exp(-(strength - rival) / 1.3)) if rival > 0.0 else 1.0
    prey = feeding_worth(state, tokens, seat, card, counts) if mine > 0.0 else 0.0
    won = first * (prey + place) if strength > 0.0 else 0.0
    arrest = 0.8 * (0.9 + 0.25 * prey)  # a badge is nearly always there
    lost = 1.6 + (1.0 if state.owner[card] == seat else 0.0)
    return (1.0 - odds) * (won - arrest) - odds * lost


def richest_first(counts: list[float]) -> list[int]:
    """The traffics in the order in which badges are used for them."""
    return sorted(range(len(counts)), key=lambda t: -counts[t])


# -- what is worked out once in a negotiation --------------------------------------------------------------------------


def talk_notes(state: State, cache: Cache) -> TalkNotes:
    """What everybody can work out alike about the negotiation at hand."""
    if cache.notes is not None:
        return cache.notes
    notes = TalkNotes(state.players)
    counts = pool(state, -1)
    order = richest_first(counts)
    odds = odds_of(state, -1)
    for seat in SEATS[state.party]:
        place = place_worth(state, seat, state.here)
        notes.places[seat] = place
        notes.fears[seat] = fight_hope(state, state.tokens, -1, seat, odds, place)
        notes.purses[seat] = purse_of(state, seat, counts, order, place)
    notes.split = divide(state, counts, odds, notes.places)
    cache.notes = notes
    return notes


def seat_notes(state: State, notes: TalkNotes, seat: int) -> SeatNotes:
    """What a seat works out for itself."""
    own = notes.own[seat]
    if own is None:
        counts = pool(state, seat)
        order = richest_first(counts)
        odds = odds_of(state, seat)
        outside = 0.0
        partners: list[Purse] = []
        for other in side_of(state, seat):
            outside += fight_hope(state, state.tokens, seat, other, odds, notes.places[other])
            if other != seat:
                partners.append(purse_of(state, other, counts, order, notes.places[other]))
        purse = purse_of(state, seat, counts, order, notes.places[seat])
        own = SeatNotes(purse, partners, outside, candidates(state, seat, counts))
        notes.own[seat] = own
    return own


def purse_of(state: State, seat: int, counts: list[float], order: list[int], place: float) -> Purse:
    """What tokens and place are worth to a seat, with so many tokens to come, in this order."""
    wares = state.box.traffics
    points = [prize(state, seat, t) for t in range(wares)]
    return Purse(seat, counts, order, place, points, state.tokens[seat * wares : (seat + 1) * wares])


def side_of(state: State, seat: int) -> tuple[int, ...]:
    """Those at the talk whose gain is mine: myself, and in teams everybody of my faction."""
    if not state.teams:
        return SEATS[1 << seat]
    return SEATS[state.party & (ALL_POLICE if seat & 1 else ALL_GANGSTERS)]


# -- what a deal is worth ----------------------------------------------------------------------------------------------


def others_of(state: State, claims: Sequence[Claim], seat: int) -> Others:
    """What the others claim."""
    wares = state.box.traffics
    found = Others(wares, state.box.printed[state.here])
    for other in SEATS[state.party & ~(1 << seat)]:
        parts = claims[other].parts
        for t in range(wares):
            value = parts[1 + t]
            if value:
                found.named |= 1 << t
                found.taken[t] |= RANKS[value]
        if parts[wares + 1]:
            found.rest = other
        if parts[0]:
            found.place = True
    return found


def claim_worth(state: State, purse: Purse, others: Others, claim: Claim) -> float:
    """What an accord on that claim and those of the others gives a seat."""
    return tokens_given(state, purse, others, claim) + place_given(state, purse, others, claim)


def tokens_given(state: State, purse: Purse, others: Others, claim: Claim) -> float:
    """What its tokens are worth."""
    box = state.box
    parts = claim.parts
    named = others.named
    everything = parts[box.traffics + 1] and others.rest < purse.seat
    masks: list[int] = []
    for t in range(box.traffics):
        value = parts[1 + t]
        if value:
            named |= 1 << t
        masks.append(RANKS[value] | (0xFFFF & ~others.taken[t]) if everything else RANKS[value])
    return purse.worth(named, box.badges[state.here] - BITS[named & ~box.printed[state.here]], masks)


def place_given(state: State, purse: Purse, others: Others, claim: Claim) -> float:
    """What the place is worth, or one's own place given away."""
    everything = claim.parts[state.box.traffics + 1] and others.rest < purse.seat
    if claim.parts[0] or (everything and not others.place):
        return purse.place
    given = others.place or everything or others.rest != -1
    return -1.0 if given and not purse.seat & 1 and state.owner[state.here] == purse.seat else 0.0


def side_worth(state: State, own: SeatNotes, claims: list[Claim]) -> float:
    """What an accord on these claims gives a seat and those on its side."""
    seat = own.purse.seat
    mine = claim_worth(state, own.purse, others_of(state, claims, seat), claims[seat])
    return mine + partners_worth(state, own, claims)


def partners_worth(state: State, own: SeatNotes, claims: list[Claim]) -> float:
    """What it gives the others on its side."""
    total = 0.0
    for purse in own.partners:
        total += claim_worth(state, purse, others_of(state, claims, purse.seat), claims[purse.seat])
    return total


def candidates(state: State, seat: int, counts: list[float]) -> list[Claim]:
    """Claims worth thinking about: the best traffics in larger and smaller shares, each in four ways, by place and
    everything else.
    """
    box = state.box
    rest = box.traffics + 1
    wares = [t for t in range(box.traffics) if box.may_demand(state.here, t) and (seat & 1 == 0 or counts[t] > 0.2)]
    wares.sort(key=lambda t: -smooth(state, seat, t, max(counts[t], 0.4)))
    shapes: list[list[int]] = [[0] * (rest + 1)]
    for number in range(1, min(3, len(wares)) + 1):
        for value in (1, ALL, FROM + 2):
            one = [0] * (rest + 1)
            room = box.badges[state.here]
            for t in wares[:number]:
                if not box.printed[state.here] >> t & 1:
                    room -= 1
                if room >= 0:
                    one[1 + t] = value
            if one not in shapes:
                shapes.append(one)
    found: list[Claim] = []
    for shape in shapes:
        for way in range(4):
            one = shape[:]
            one[0] = way >> 1
            one[rest] = way & 1
            found.append(Claim(one))
    return found


def options_of(state: State, notes: TalkNotes, own: SeatNotes, giving: Claim | None) -> list[Claim]:
    """These claims, what one claimed before, what one would accept, and one's part of the fair split."""
    seat = own.purse.seat
    found = own.options[:]
    before = state.claims[seat]
    if not before.refused and before not in found:
        found.append(before)
    if giving is not None and giving not in found:
        found.append(giving)
    if notes.split and notes.split[seat] not in found:
        found.append(notes.split[seat])
    return found


# -- the fair split ----------------------------------------------------------------------------------------------------


def divide(state: State, counts: list[float], odds: float, places: list[float]) -> list[Claim]:
    """The deal that everybody can work out alike: nobody loses by it, then it is as even as can be, thing by thing.

    Nobody's tokens and nobody's tiles are looked at. Empty where somebody would do better without a deal.
    """
    box = state.box
    card = state.here
    seats = SEATS[state.party]
    k = len(seats)
    wares = [t for t in range(box.traffics) if counts[t] > 0.2 and box.printed[card] >> t & 1]
    named = [t for t in range(box.traffics) if counts[t] > 0.2 and not box.printed[card] >> t & 1]
    named.sort(key=lambda t: -counts[t] * box.boxes[t][0])
    wares += named[: box.badges[card]]
    unknown = [0] * len(state.tokens)  # what others hold is anybody's guess, so nobody counts on it
    # what each thing gives each seat: the place; then for each traffic all of it, the first token, the others
    worths = [[places[seat] for seat in seats]]
    for t in wares:
        rest = max(0.0, counts[t] - 1.0)
        for count in (counts[t], min(1.0, counts[t]), rest):
            worths.append([smoothed(prize(state, seat, t), 0, count) for seat in seats])
    surplus = [-fight_hope(state, unknown, -1, seat, odds, places[seat]) for seat in seats]
    taken = [0] * (1 + len(wares))  # by whom: the place; of a traffic i * k + j, the first to i and the others to j
    surplus[0] += sum([worths[0][0], *[worths[1 + 3 * w][0] for w in range(len(wares))]])
    improved = True
    sweeps = 0
    while improved and sweeps < 4:
        improved = False
        sweeps += 1
        for thing in range(len(taken)):
            improved = (
                reshare(surplus, taken, worths, thing, k, thing == 0 or counts[wares[thing - 1]] < 1.6) or improved
            )
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


def written(
    state: State, seats: tuple[int, ...], wares: list[int], taken: list[int], surplus: list[float]
) -> list[Claim]:
    """A sharing as everybody's claims; who has least of it also has everything else."""
    k = len(seats)
    rest = state.box.traffics + 1
    claims = [[0] * (rest + 1) for _ in range(state.players)]
    claims[seats[taken[0]]][0] = 1
    for i, t in enumerate(wares):
        first, others = seats[taken[1 + i] // k], seats[taken[1 + i] % k]
        if first == others:
            claims[first][1 + t] = ALL
        else:
            claims[first][1 + t] = 1
            claims[others][1 + t] = FROM + 2
    poorest = 0
    for place in range(k):
        if surplus[place] < surplus[poorest] - 1e-9:
            poorest = place
    claims[seats[poorest]][rest] = 1
    return [Claim(parts) for parts in claims]


# -- the claim to make -------------------------------------------------------------------------------------------------


def wanted_claim(state: State, seat: int, cache: Cache) -> Claim:
    """The claim to make this round."""
    cache.turn_to(state)
    known = cache.wanted[seat]
    if known is not None:  # what has been claimed does not change while all draft: thought out once a round
        return known
    found = best_claim(state, seat, cache)
    cache.wanted[seat] = found
    return found


def best_claim(state: State, seat: int, cache: Cache) -> Claim:
    """The fair split at first, then whatever looks best; in the last round perhaps a refusal."""
    notes = talk_notes(state, cache)
    own = seat_notes(state, notes, seat)
    if state.round <= 1 and notes.split and side_worth(state, own, notes.split) > own.outside + 0.05:
        return notes.split[seat]
    giving = accepting(state, seat) if state.round > 1 else None
    options = options_of(state, notes, own, giving)
    chosen = best_option(state, notes, own, options, giving is not None)
    if chosen != -1:
        return options[chosen]
    if state.round == state.rounds:
        return Claim([0] * (state.box.traffics + 2), True)
    return claim_everything(state)  # ask for all, refuse at the end


def best_option(state: State, notes: TalkNotes, own: SeatNotes, options: list[Claim], settled: bool) -> int:
    """The claim that promises most, or -1 for no deal; `settled` is whether the others are at one."""
    purse = own.purse
    outside = own.outside
    claims = state.claims[:]
    others = others_of(state, claims, purse.seat)
    parts: list[float] = []  # what the tokens of each are worth
    best = outside + 0.05
    chosen = -1
    for number in range(len(options)):
        one = options[number]
        twin = number & 2 and number < len(own.options)  # the same but for the place
        parts.append(parts[number - 2] if twin else tokens_given(state, purse, others, one))
        worth = parts[number] + place_given(state, purse, others, one)
        if own.partners:
            claims[purse.seat] = one
            worth += partners_worth(state, own, claims)
        if worth <= best:
            continue  # an accord is more than it can hope for
        odds = accord_odds(state, others, purse.seat, one, settled)
        if odds == 1.0 or odds == 0.35:
            if outside + 0.9 * odds * (worth - outside) <= best:
                continue  # nobody is surer to consent
            odds *= consent(state, notes, own, number, one)
        value = odds * worth + (1.0 - odds) * outside
        if value > best + 1e-9:
            best = value
            chosen = number
    return chosen


def accord_odds(state: State, others: Others, seat: int, claim: Claim, settled: bool) -> float:
    """How likely a claim is to end in an accord by what the others have claimed: 1 while nobody has claimed
    anything.
    """
    if state.round <= 1:
        return 1.0
    if not settled or clashes_with(state, others, claim):
        return 0.06 if state.round == state.rounds else 0.35
    return 0.95 if claim == state.claims[seat] else 0.8  # a claim repeated as it stands


def clashes_with(state: State, others: Others, claim: Claim) -> bool:
    """Whether a claim clashes with those of others who are at one themselves (PG 9.4)."""
    box = state.box
    if (claim.parts[0] and others.place) or (claim.parts[box.traffics + 1] and others.rest != -1):
        return True
    named = others.named
    for t in range(box.traffics):
        value = claim.parts[1 + t]
        if value:
            if RANKS[value] & others.taken[t]:
                return True
            named |= 1 << t
    return BITS[named & ~box.printed[state.here]] > box.badges[state.here]


def consent(state: State, notes: TalkNotes, own: SeatNotes, number: int, claim: Claim) -> float:
    """How likely all who are not on a seat's side are to live with its claim."""
    if number < len(own.consent) and own.consent[number] >= 0.0:
        return own.consent[number]
    odds = 1.0
    side = side_of(state, own.purse.seat)
    for other in SEATS[state.party]:
        purse = notes.purses[other]
        if purse is not None and other not in side:
            odds *= willing(state, purse, notes.fears[other], claim)
    if number < len(own.consent):
        own.consent[number] = odds
    return odds


def willing(state: State, purse: Purse, fear: float, claim: Claim) -> float:
    """How likely another is to live with a claim: what it leaves them against what they fear or hope without a deal."""
    edge = left_worth(state, purse, claim) / (BITS[state.party] - 1) - fear
    return 0.9 if edge > 1.0 else 0.7 if edge > 0.2 else 0.35 if edge > -0.5 else 0.08


def left_worth(state: State, purse: Purse, claim: Claim) -> float:
    """What a claim leaves to all others, if one had it: the other ranks of what is demanded, and of everything if it
    leaves the rest.
    """
    box = state.box
    named = box.printed[state.here]
    masks: list[int] = []
    for t in range(box.traffics):
        value = claim.parts[1 + t]
        if value:
            named |= 1 << t
        masks.append(0xFFFF & ~RANKS[value] if named >> t & 1 or not claim.parts[box.traffics + 1] else 0)
    total = purse.worth(named, box.badges[state.here] - BITS[named & ~box.printed[state.here]], masks)
    if not claim.parts[0]:
        return total + purse.place
    return total - 1.0 if not purse.seat & 1 and state.owner[state.here] == purse.seat else total


def claim_everything(state: State) -> Claim:
    """The boldest claim: the place, all that is printed, everything else."""
    box = state.box
    printed = [ALL if box.printed[state.here] >> t & 1 else 0 for t in range(box.traffics)]
    return Claim([1, *printed, 1])


def rate_talk(state: State, seat: int, actions: Sequence[Action], cache: Cache) -> list[float]:
    """One on the way to the claim one wants to make, nothing elsewhere."""
    wanted = wanted_claim(state, seat, cache)
    if wanted.refused:
        return [1.0 if action.kind == NO_DEAL else 0.0 for action in actions]
    parts = wanted.parts
    draft = state.drafts[seat].parts
    step = -1  # the next part of the draft to change
    idle = -1.0  # a part that needs no change, when others do
    for part in range(len(parts)):
        if draft[part] != parts[part]:
            idle = 0.0
            if part > state.last_set[seat]:
                step = part
                break
    ratings: list[float] = []
    for action in actions:
        if action.kind == SAY:
            ratings.append(1.0 if step == -1 else 0.0)
        elif action.kind == CLAIM:
            ratings.append(1.0 if action.a == step and parts[step] == action.b else idle)
        else:
            ratings.append(-1.0)
    return ratings
