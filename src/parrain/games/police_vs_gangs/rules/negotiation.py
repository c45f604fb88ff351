"""Negotiation: claims where police and gangsters meet (section 9), proposals among police who have won (11.3).

Both run by one protocol (docs/negotiation.md): everybody at the table drafts at once, step by step and unseen; `say`
hands the draft in; when all are in they are published, and the next round begins from what was published.
"""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs.actions import ACCEPT, BACK, CATCH, CLAIM, NO_DEAL, SHARE
from parrain.games.police_vs_gangs.actions.claims import (
    CATCHING,
    FROM,
    MOST_RANK,
    SEATS,
    Claim,
    accepting_claim,
    catch_code,
    claim_words,
    find_clashes,
)
from parrain.games.police_vs_gangs.state import P_CATCH, P_RECRUIT, P_REROLL, P_SHARE, P_TALK, SHARING, StateData

# -- what both have in common ------------------------------------------------------------------------------------------


def open_round(state: StateData) -> None:
    """Everybody drafts, starting from what they last showed (PG 9.5)."""
    state.owing = state.party
    state.drafts = [claim.unrefused() for claim in state.claims]
    for seat in range(state.players):
        state.last_set[seat] = -1


def change_draft(state: StateData, seat: int, part: int, value: int) -> None:
    """One part of a draft is set."""
    state.drafts[seat] = state.drafts[seat].changed(part, value)
    state.last_set[seat] = part


def take_back(state: StateData, seat: int) -> None:
    """Begin the draft again from what was last shown."""
    state.drafts[seat] = state.claims[seat].unrefused()
    state.last_set[seat] = -1


def hand_in(state: StateData, seat: int) -> bool:
    """A draft is final; whether it was the last one missing."""
    state.last_set[seat] = -1
    state.owing &= ~(1 << seat)
    return not state.owing


def publish(state: StateData) -> bool:
    """All drafts are shown; whether everybody repeated the round before unchanged (PG 9.5)."""
    repeated = state.round > 1 and state.drafts == state.claims
    state.claims = state.drafts[:]
    return repeated


# -- 9 negotiation -----------------------------------------------------------------------------------------------------


def begin_talk(state: StateData, party: int) -> None:
    """Everybody with a piece here bargains, tiles still face down (PG 9.1)."""
    box = state.box
    state.phase = P_TALK
    state.party = party
    state.round = 1
    state.claims = [Claim([0] * (box.traffics + 2))] * state.players
    open_round(state)
    measure_most(state)
    if state.log is not None:
        name = box.card_names[state.here]
        data = {"card": name, "seats": list(SEATS[party]), "rounds": state.rounds, "sand": box.sand}
        state.tell("talk", data)


def measure_most(state: StateData) -> None:
    """The highest rank worth naming of each traffic: what the known gangsters of those here could bring (PG 9.9)."""
    box = state.box
    wares = box.traffics
    for t in range(wares):
        state.most[t] = 1 if box.demands[state.here * wares + t] > 1 else 0
    for seat in range(0, state.players, 2):
        if state.party >> seat & 1:
            measure_seat(state, seat)
    for t in range(wares):
        state.most[t] = min(MOST_RANK, max(2, state.most[t]))


def measure_seat(state: StateData, seat: int) -> None:
    """Add the most that the tiles this gangster could have laid here might bring."""
    box = state.box
    lying = 0
    could = [state.hand[seat * 8 + c] - state.shown[seat * 8 + c] for c in range(8)]
    for piece in state.pieces:
        if piece.seat == seat:
            could[piece.kind] += 1
            if piece.card == state.here:
                lying += 1
    kinds = [c for c in range(box.kinds) if could[c]]
    for t in range(box.traffics):
        left = lying
        for size in range(box.most_icons, 0, -1):
            for c in kinds:
                if left and box.icons[c * box.traffics + t] == size:
                    used = min(left, could[c])
                    state.most[t] += used * size
                    left -= used


def claims(state: StateData, seat: int) -> tuple[Action, ...]:
    """Hand in, change a later part of the draft, accept, refuse (PG 9.2); nothing else can be said (PG 9.8).

    The first and the last both end the draft.
    """
    box = state.box
    by_kind = box.by_kind
    draft = state.drafts[seat].parts
    after = state.last_set[seat]
    rest = box.traffics + 1
    found: list[Action] = [by_kind.say]
    if after < 0:
        found.append(by_kind.claim[0][1 - draft[0]])
    for t in range(box.traffics):
        if after < 1 + t and (box.printed[state.here] >> t & 1 or box.badges[state.here]):
            now = draft[1 + t]
            values = by_kind.claim[1 + t]
            most = state.most[t]
            for value in range(most + 1):
                if value != now:
                    found.append(values[value])
            for value in range(FROM + 1, FROM + most + 1):
                if value != now:
                    found.append(values[value])
    if after < rest:
        found.append(by_kind.claim[rest][1 - draft[rest]])
    if after >= 0:
        found.append(by_kind.back)
    if state.round > 1 and others_agree(state, seat):
        found.append(by_kind.accept)
    found.append(by_kind.no_deal)
    return tuple(found)


def others_agree(state: StateData, seat: int) -> bool:
    """Whether all others are at one, so that there is something to accept (PG 9.7)."""
    box = state.box
    others = SEATS[state.party & ~(1 << seat)]
    return not find_clashes(state.claims, others, box.printed[state.here], box.badges[state.here])


def accepting(state: StateData, seat: int) -> Claim | None:
    """The claim that accepting would make; None where there is nothing to accept (PG 9.7)."""
    box = state.box
    return accepting_claim(state.claims, seat, SEATS[state.party], box.printed[state.here], box.badges[state.here])


def apply_claim(state: StateData, seat: int, action: Action) -> None:
    """One step of a draft, or its end."""
    if action.kind == CLAIM:
        change_draft(state, seat, action.a, action.b)
        return
    if action.kind == BACK:
        take_back(state, seat)
        return
    if action.kind == NO_DEAL:
        state.drafts[seat] = Claim([0] * (state.box.traffics + 2), True)
    elif action.kind == ACCEPT:
        given = accepting(state, seat)
        assert given is not None
        state.drafts[seat] = given
    if hand_in(state, seat):
        close_round(state)


def clashes(state: StateData) -> list[tuple[int, int, int]]:
    """Why the claims shown are no accord; empty if they are one (PG 9.4)."""
    box = state.box
    return find_clashes(state.claims, SEATS[state.party], box.printed[state.here], box.badges[state.here])


def close_round(state: StateData) -> None:
    """Claims are shown together; the last round decides, or an accord that all have repeated (PG 9.5)."""
    repeated = publish(state)
    accord = not clashes(state)
    if state.log is not None:
        tell_claims(state, accord)
    if state.round == state.rounds or (accord and repeated):
        state.deal = accord
        state.terms = state.claims  # the next claims are another list
        state.go_to(P_RECRUIT)
    else:
        state.round += 1
        open_round(state)


def tell_claims(state: StateData, accord: bool) -> None:
    """Log what everybody claims."""
    names = state.box.traffic_names
    told = [{"seat": seat, "claim": list(claim_words(state.claims[seat], names))} for seat in SEATS[state.party]]
    name = state.box.card_names[state.here]
    last = state.round == state.rounds
    state.tell("claims", {"card": name, "round": state.round, "last": last, "claims": told, "accord": accord})


# -- 11.3 the police share ---------------------------------------------------------------------------------------------


def begin_sharing(state: StateData, party: int, prize: bool) -> None:
    """Several police propose who gets what; with a prize also point, token and whom to arrest (PG 11.3)."""
    state.phase = P_SHARE
    state.party = party
    state.round = 1
    state.prize = prize
    state.claims = [Claim([0] * (state.box.traffics + 2))] * state.players
    for seat in SEATS[party]:
        state.claims[seat] = first_proposal(state, seat)
    open_round(state)


def first_proposal(state: StateData, seat: int, refused: bool = False) -> Claim:
    """What a policeman's draft begins with: everything to himself; the place alone where it is all there is to share
    (PG 10.10), so that equal proposals are equal in every part.
    """
    parts = [0] * (state.box.traffics + 2)
    parts[0] = seat
    if state.prize:
        parts[1] = parts[2] = seat
        parts[CATCHING] = catches(state)[0]
    return Claim(parts, refused)


def catches(state: StateData) -> list[int]:
    """Every fighting tile here with every traffic on it that the supply still has, as codes of catches (PG 11.2)."""
    box = state.box
    found: list[int] = []
    for piece in state.pieces:
        if piece.card != state.here or piece.recruiting or piece.police:
            continue
        icons = piece.kind * box.traffics
        wares = [t for t in range(box.traffics) if box.icons[icons + t] and state.supply[t]]
        for t in wares or [box.traffics]:
            code = (piece.seat * 8 + piece.kind) * 8 + t
            if code not in found:
                found.append(code)
    found.sort()
    return found


def proposals(state: StateData, seat: int) -> tuple[Action, ...]:
    """Hand in, change a later part of the proposal, accept another's, refuse (PG 11.3)."""
    by_kind = state.box.by_kind
    draft = state.drafts[seat].parts
    after = state.last_set[seat]
    found: list[Action] = [by_kind.say]
    for part in range(after + 1, CATCHING if state.prize else 1):
        for other in SEATS[state.party]:
            if draft[part] != other:
                found.append(by_kind.share[part * 6 + other])
    if state.prize and after < CATCHING:
        for code in catches(state):
            if code != draft[CATCHING]:
                found.append(by_kind.catch_by_code[code])
    if after >= 0:
        found.append(by_kind.back)
    if state.round > 1:
        for other in SEATS[state.party]:
            if other != seat and not state.claims[other].refused:
                found.append(by_kind.accept_of[other])
    found.append(by_kind.no_deal)
    return tuple(found)


def apply_proposal(state: StateData, seat: int, action: Action) -> None:
    """One step of a proposal, or its end."""
    if action.kind == SHARE:
        change_draft(state, seat, action.a, action.b)
        return
    if action.kind == CATCH:
        change_draft(state, seat, CATCHING, catch_code(action))
        return
    if action.kind == BACK:
        take_back(state, seat)
        return
    if action.kind == NO_DEAL:
        state.drafts[seat] = first_proposal(state, seat, True)
    elif action.kind == ACCEPT:
        state.drafts[seat] = state.claims[action.a]
    if hand_in(state, seat):
        close_sharing(state)


def close_sharing(state: StateData) -> None:
    """Proposals are shown together; an accord is when all are equal (PG 11.3)."""
    repeated = publish(state)
    seats = SEATS[state.party]
    first = state.claims[seats[0]]
    accord = not first.refused and state.claims.count(first) == len(seats)
    if state.log is not None:
        told = [proposal_data(state, seat) for seat in seats]
        state.tell("proposals", {"round": state.round, "accord": accord, "proposals": told})
    if state.round != state.rounds and not (accord and repeated):
        state.round += 1
        open_round(state)
        return
    state.offers = state.claims
    if accord:
        state.go_to(P_CATCH)
    else:
        state.purpose = SHARING
        state.go_to(P_REROLL)


def proposal_data(state: StateData, seat: int) -> dict[str, object]:
    """A proposal as events tell it."""
    claim = state.claims[seat]
    place, point, token, code = claim.parts[:4]
    if claim.refused:
        return {"seat": seat, "no_deal": True}
    if not state.prize:
        return {"seat": seat, "place": place}
    catch = state.box.by_kind.catch_by_code[code].text
    return {"seat": seat, "place": place, "point": point, "token": token, "catch": catch}
