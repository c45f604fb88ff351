"""Resolving the places: recruits, fights among gangsters, feeding, deals carried out (sections 7, 8 and 9.10)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions import ALL_GANGSTERS, ALL_POLICE, subsets
from parrain.games.police_vs_gangs.actions.claims import BITS, RANKS, SEATS, Claim, numbers_of
from parrain.games.police_vs_gangs.rules.negotiation import begin_talk
from parrain.games.police_vs_gangs.state import StateData
from parrain.games.police_vs_gangs.state.pieces import Piece

# -- 7 which place -----------------------------------------------------------------------------------------------------


def places_left(state: StateData) -> int:
    """The places with pieces on them, as bits (PG 7.1)."""
    mask = 0
    for piece in state.pieces:
        mask |= 1 << piece.card
    return mask


def resolve_next(state: StateData) -> None:
    """The last player names the next place; the only one left needs no naming (PG 7.1)."""
    mask = places_left(state)
    if not mask:
        state.go_to(s.P_STAKE)
    elif mask & (mask - 1):
        state.ask(s.P_RESOLVE, state.last_player())
    else:
        begin_place(state, mask.bit_length() - 1)


def places(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every place with pieces on it."""
    mask = places_left(state)
    return tuple([state.box.by_kind.resolve[card] for card in state.laid if mask >> card & 1])


def apply_resolve(state: StateData, seat: int, action: Action) -> None:
    """That place is resolved now."""
    begin_place(state, action.a)


def begin_place(state: StateData, card: int) -> None:
    """Who is there decides what happens: police alone, gangsters alone, or both (PG 7.2)."""
    state.here = card
    party = state.present(card)
    state.snapshot = [state.owner[card], *state.score, *state.tokens]
    if state.log is not None:
        state.tell("resolve", {"card": state.box.card_names[card], "seats": list(SEATS[party])})
    police = party & ALL_POLICE
    if not police:
        state.go_to(s.P_RECRUIT)
    elif party & ALL_GANGSTERS:
        begin_talk(state, party)
    elif police & (police - 1):
        state.purpose = s.ALONE
        state.go_to(s.P_REROLL)
    else:
        state.owner[card] = police.bit_length() - 1
        finish_place(state, s.POLICE_ALONE)


def turn_up(state: StateData) -> None:
    """The tiles of this place are turned up (PG 7.2)."""
    state.open = True
    state.reveals += 1
    if state.log is not None:
        box = state.box
        tiles = [
            {"seat": piece.seat, "character": box.characters[piece.kind], "recruit": piece.recruiting}
            for piece in state.pieces_here()
            if not piece.police
        ]
        state.tell("reveal", {"card": box.card_names[state.here], "tiles": tiles})


def finish_place(state: StateData, how: int) -> None:
    """Pieces go home; what happened here is kept as a summary for the turn (PG 8.5, PG 11.1)."""
    kept: list[Piece] = []
    for piece in state.pieces:
        if piece.card == state.here:
            send_home(state, piece)
        else:
            kept.append(piece)
    state.pieces = kept
    for spot in range(4 * state.here, 4 * state.here + 4):
        state.side_gang[spot] = 0
        state.side_police[spot] = 0
    now = [state.owner[state.here], *state.score, *state.tokens]
    gains = [now[i] - state.snapshot[i] for i in range(1, len(now))]
    facts = [state.here, how, state.power_police, state.power_gangs, state.snapshot[0], now[0], state.named]
    dice = [die.code() for die in state.dice]
    terms = numbers_of(state.terms)
    offers = numbers_of(state.offers)
    state.summaries.append([*facts, *gains, len(dice), *dice, len(terms), *terms, len(offers), *offers])
    if state.log is not None:
        tell_settled(state, how, gains)
    state.leave_place()
    state.go_to(s.P_RESOLVE)


def send_home(state: StateData, piece: Piece) -> None:
    """A piece goes back to its owner's hand; a gangster's tile has been seen."""
    at = piece.seat * 8 + piece.kind
    state.hand[at] += 1
    if not piece.police:
        state.shown[at] += 1


def tell_settled(state: StateData, how: int, gains: list[int]) -> None:
    """Log powers, who won, what each got."""
    box = state.box
    n, wares = state.players, box.traffics
    got = []
    for seat in range(n):
        start = n + seat * wares
        tokens = {name: gains[start + t] for t, name in enumerate(box.traffic_names) if gains[start + t]}
        points = 0 if state.teams and seat > 1 else gains[seat]
        if tokens or points:
            got.append({"seat": seat, "tokens": tokens, "points": points})
    data: dict[str, object] = {
        "card": box.card_names[state.here],
        "how": s.OUTCOMES[how],
        "police": state.power_police,
        "gangsters": state.power_gangs,
        "owner": state.owner[state.here],
        "got": got,
        "teams": state.teams,
    }
    state.tell("settled", data)


# -- 8.1 recruits ------------------------------------------------------------------------------------------------------


def begin_recruits(state: StateData) -> None:
    """The tiles are turned up; everybody with recruiting tiles here may hire (PG 8.1, PG 9.10, PG 10.1)."""
    turn_up(state)
    state.waiting = 0
    for piece in state.pieces:
        if piece.card == state.here and piece.recruiting:
            state.waiting |= 1 << piece.seat
    state.queue = []
    next_recruit(state)


def recruit_sum(state: StateData, seat: int) -> int:
    """The recruiting values a seat has on this place (PG 8.2)."""
    total = 0
    for piece in state.pieces:
        if piece.card == state.here and piece.recruiting and piece.seat == seat:
            total += state.box.recruit[piece.kind]
    return total


def affordable(state: StateData, seat: int) -> list[int]:
    """Who of those for hire here that seat can pay (PG 8.2)."""
    total = recruit_sum(state, seat)
    found: list[int] = []
    for i in (2 * state.here, 2 * state.here + 1):
        c = state.recruits[i]
        if c != -1 and state.box.cost[c] <= total and c not in found:
            found.append(c)
    return found


def next_recruit(state: StateData) -> None:
    """The highest sum chooses first; ties by control, then by score, then by an order they all name (PG 8.3,
    PG 8.4).
    """
    while state.queue or state.waiting:
        if state.queue:
            if affordable(state, state.queue[0]):
                state.ask(s.P_RECRUIT, state.queue[0])
                return
            del state.queue[0]
            continue
        group = first_recruiters(state)
        state.waiting &= ~group
        first = group.bit_length() - 1
        if group & (group - 1) == 0:
            state.queue = [first]
        elif affordable(state, first):
            state.phase = s.P_ORDER
            state.owing = state.tied = group
            state.drafts = [Claim([0] * (state.box.traffics + 2))] * state.players
            return
    recruiters_home(state)
    after_recruits(state)


def standing(state: StateData, seat: int, strength: int) -> int:
    """A sum by which seats go in order: strength, then control of the place, then the lower score (PG 8.3, PG 8.6)."""
    return (strength * 2 + (state.owner[state.here] == seat)) * 1000 + 999 - min(999, state.points(seat))


def first_recruiters(state: StateData) -> int:
    """Who is next to hire: one seat, or several that nothing tells apart (PG 8.3)."""
    best = -1
    group = 0
    for seat in SEATS[state.waiting]:
        key = standing(state, seat, recruit_sum(state, seat))
        if key > best:
            best = key
            group = 1 << seat
        elif key == best:
            group |= 1 << seat
    return group


def orders(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every order of the tied players, or none (PG 8.4)."""
    by_kind = state.box.by_kind
    found = [by_kind.order_none]
    for seats, action in by_kind.order.items():
        mask = 0
        for each in seats:
            mask |= 1 << each
        if mask == state.tied:
            found.append(action)
    return tuple(found)


def apply_order(state: StateData, seat: int, action: Action) -> None:
    """An order is named in secret; all the same, and they choose in it (PG 8.4)."""
    state.drafts[seat] = state.drafts[seat].changed(0, action.id)
    state.owing &= ~(1 << seat)
    if state.owing:
        return
    named = [state.drafts[each].parts[0] for each in SEATS[state.tied]]
    agreed = named.count(named[0]) == len(named) and named[0] != state.box.by_kind.order_none.id
    if agreed:
        state.queue = [each for each in (action.a, action.b, action.c) if each != -1]
    if state.log is not None:
        state.tell("order", {"seats": list(SEATS[state.tied]), "order": state.queue[:], "agreed": agreed})
    state.tied = 0
    next_recruit(state)


def recruits(state: StateData, seat: int) -> tuple[Action, ...]:
    """Anybody who can be paid, or nobody."""
    by_kind = state.box.by_kind
    return (*[by_kind.recruit[c] for c in affordable(state, seat)], by_kind.recruit_none)


def apply_recruit(state: StateData, seat: int, action: Action) -> None:
    """A tile for hire joins the hand, one for each player (PG 8.2)."""
    box = state.box
    if action.a != -1:
        at = 2 * state.here if state.recruits[2 * state.here] == action.a else 2 * state.here + 1
        state.recruits[at] = -1
        state.hand[seat * 8 + action.a] += 1
        state.shown[seat * 8 + action.a] += 1
    if state.log is not None:
        name = box.characters[action.a] if action.a != -1 else ""
        state.tell("recruit", {"seat": seat, "character": name, "card": box.card_names[state.here]})
    del state.queue[0]
    next_recruit(state)


def recruiters_home(state: StateData) -> None:
    """Recruiting tiles go home at once (PG 8.1)."""
    kept: list[Piece] = []
    for piece in state.pieces:
        if piece.card == state.here and piece.recruiting:
            send_home(state, piece)
        else:
            kept.append(piece)
    state.pieces = kept


def after_recruits(state: StateData) -> None:
    """An accord is carried out, dice are rolled, or the gangsters fight (PG 9.10, PG 10.1, PG 8.5)."""
    if state.deal:
        begin_deal(state)
    elif state.present(state.here) & ALL_POLICE:
        state.purpose = s.FIGHT
        state.go_to(s.P_REROLL)
    else:
        gang_fight(state, s.GANGSTERS_ALONE)


# -- 8.5 the fight among gangsters -------------------------------------------------------------------------------------


def strength_of(state: StateData, seat: int) -> int:
    """Attack of a seat's fighting tiles here, or defence if the place is his (PG 8.5, PG 10.3)."""
    values = state.box.defence if state.owner[state.here] == seat else state.box.attack
    total = 0
    for piece in state.pieces:
        if piece.card == state.here and not piece.recruiting and piece.seat == seat:
            total += values[piece.kind]
    return total


def gang_fight(state: StateData, how: int) -> None:
    """The strongest takes the place; ties go to its owner, then to the lowest on the track, else to nobody
    (PG 8.5, PG 8.6).
    """
    best = -1
    winner = -1
    fighting = SEATS[state.fighters()]
    for seat in fighting:
        key = standing(state, seat, strength_of(state, seat))
        if key > best:
            best = key
            winner = seat
        elif key == best:
            winner = -1
    if state.log is not None and fighting:
        sums = [{"seat": seat, "strength": strength_of(state, seat)} for seat in fighting]
        state.tell("fight", {"card": state.box.card_names[state.here], "sums": sums, "winner": winner})
    if winner == -1:
        finish_place(state, how if how == s.GANGSTERS_WIN else s.NOBODY_WINS)
        return
    state.owner[state.here] = winner
    state.feeder = winner
    state.party = 1 << winner
    begin_badges(state, how)


# -- 8.7 feeding the demands -------------------------------------------------------------------------------------------


def begin_badges(state: StateData, how: int) -> None:
    """The winner names the neutral badges, unless there is nothing to choose (PG 8.9)."""
    state.outcome = how
    options = badge_options(state)
    if len(options) == 1:
        name_badges(state, options[0])
    else:
        state.ask(s.P_BADGES, state.feeder)


def badge_options(state: StateData) -> list[int]:
    """What the badges still open may become; under a deal what can be fed comes first (PG 8.9, PG 9.11)."""
    box = state.box
    left = box.badges[state.here] - BITS[state.named]
    free = ((1 << box.traffics) - 1) & ~box.printed[state.here] & ~state.named
    if left <= 0:
        return [0]
    if not state.deal:
        return subsets(free, left)
    fed = free & feedable(state)
    if BITS[fed] > left:
        return subsets(fed, left)
    return [fed | subsets(free & ~fed, left - BITS[fed])[0]]  # what cannot be fed makes no difference


def feedable(state: StateData) -> int:
    """The traffics that fighting tiles here bring, as bits."""
    box = state.box
    mask = 0
    for piece in state.pieces:
        if piece.card == state.here and not piece.recruiting and not piece.police:
            for t in range(box.traffics):
                if box.icons[piece.kind * box.traffics + t]:
                    mask |= 1 << t
    return mask


def badges(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every set of traffics that the badges may become."""
    return tuple([state.box.by_kind.badges[mask] for mask in badge_options(state)])


def apply_badges(state: StateData, seat: int, action: Action) -> None:
    """The badges become these traffics."""
    name_badges(state, action.a)


def name_badges(state: StateData, mask: int) -> None:
    """The badges are these traffics; now the demands are fed."""
    box = state.box
    state.named |= mask
    if state.log is not None and mask:
        names = [name for t, name in enumerate(box.traffic_names) if mask >> t & 1]
        state.tell("badges", {"seat": state.feeder, "card": box.card_names[state.here], "traffics": names})
    if state.deal:
        hand_out(state)
        return
    for t in range(box.traffics):  # the winner feeds every demand with all he has there (PG 8.7)
        give(state, state.feeder, t, brought(state, t))
    finish_place(state, state.outcome)


def brought(state: StateData, t: int) -> int:
    """How many tokens of a traffic the fighting tiles of the feeding players bring here, bonus included (PG 8.7,
    PG 8.8).
    """
    box = state.box
    if not (box.printed[state.here] | state.named) >> t & 1:
        return 0
    count = 0
    for piece in state.pieces:
        if piece.card == state.here and not piece.recruiting and not piece.police and state.party >> piece.seat & 1:
            count += box.icons[piece.kind * box.traffics + t]
    if count and box.demands[state.here * box.traffics + t] > 1:
        count += 1
    return min(count, state.supply[t])


def give(state: StateData, seat: int, t: int, count: int) -> None:
    """Tokens from the supply, never more than there are (PG 2.7)."""
    count = min(count, state.supply[t])
    state.supply[t] -= count
    state.tokens[seat * state.box.traffics + t] += count
    state.gained[seat * state.box.traffics + t] += count


# -- 9.10 an accord is carried out -------------------------------------------------------------------------------------


def begin_deal(state: StateData) -> None:
    """Badges named in the deal stand; the rest is named by who feeds, then all is shared out (PG 9.3, PG 9.11)."""
    box = state.box
    for seat in SEATS[state.party]:
        for t in range(box.traffics):
            if state.terms[seat].parts[1 + t] and not box.printed[state.here] >> t & 1:
                state.named |= 1 << t
    fighting = state.fighters()
    if not fighting:
        hand_out(state)
        return
    state.feeder = state.lowest(fighting)
    begin_badges(state, s.ACCORD)


def hand_out(state: StateData) -> None:
    """Each token goes to who claimed its rank, else to “everything else”, else back; the place likewise (PG 9.12)."""
    box = state.box
    party = SEATS[state.party]
    rest = -1
    claimed = False
    for seat in party:
        parts = state.terms[seat].parts
        if parts[0]:
            state.owner[state.here] = seat
            claimed = True
        if parts[box.traffics + 1]:
            rest = seat
    if rest != -1 and not claimed:
        state.owner[state.here] = rest
    for t in range(box.traffics):
        for rank in range(brought(state, t)):
            taker = rest
            for seat in party:
                if RANKS[state.terms[seat].parts[1 + t]] >> rank & 1:
                    taker = seat
            if taker != -1:
                give(state, taker, t, 1)
    finish_place(state, s.ACCORD)
