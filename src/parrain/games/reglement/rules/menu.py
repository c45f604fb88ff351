"""The menu: what each of the eight cards could do now, and what it does (section 8)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.reglement.actions import BLOW, POUR, SERVE, SHOOT, SHOVE, SIT
from parrain.games.reglement.components import (
    ALERT,
    BANG,
    BOOM,
    CAKE,
    COCKTAIL,
    KNIFE,
    MEN_KINDS,
    MOVE,
    PASS,
    RANKS,
    gang_of,
    rank_of,
)
from parrain.games.reglement.rules.deaths import explode, kill
from parrain.games.reglement.rules.hands import spend
from parrain.games.reglement.state import ALERTED, DOSE, MOVED, PASSED, SERVED, SHOT, STAB, StateData


def aims(state: StateData, card: int) -> int:
    """What a card could do now, one bit for each choice; nothing, and it cannot be played (RC 7.4)."""
    if card == KNIFE:
        return stabs(state)
    if card == BANG:
        return shots(state)
    if card == CAKE:
        return state.box.all & ~state.cakes
    if card == PASS:
        return passes(state)
    if card == BOOM:
        return cakes_of_others(state)
    if card == COCKTAIL:
        return drinks(state)
    if card == MOVE and state.free():
        return state.men[state.turn] & ~state.asleep
    return 0


def use_card(state: StateData, action: Action) -> None:
    """The card does what the last part of the choice says."""
    kind = action.kind
    if kind == SIT:
        move(state, action.a)
    elif kind == SERVE:
        serve(state, action.a)
    elif kind == SHOOT:
        strike(state, "shot", BANG, SHOT, action.a, action.b)
    elif kind == SHOVE:
        pass_cake(state, action.a, action.b)
    elif kind == BLOW:
        blow_up(state, action.a)
    elif kind == POUR:
        pour(state)
    else:
        strike(state, "stab", KNIFE, STAB, action.a, action.b)


# -- Knife and Bang! -------------------------------------------------------------------------------


def opponents(state: StateData) -> int:
    """The chairs with a man of somebody else."""
    return state.taken() & ~state.men[state.turn]


def stabs(state: StateData) -> int:
    """Awake Blades and men at a knife beside an opponent (RC 8.1, RC 8.2).

    The low bits are for an opponent to the left, the high bits for one to the right.
    """
    box = state.box
    killers = state.men[state.turn] & ~state.asleep & (state.blades | box.knives)
    others = opponents(state)
    return killers & box.right(others) | (killers & box.left(others)) << box.chairs


def shots(state: StateData) -> int:
    """Awake Shooters and men at a revolver who face an opponent; nobody faces an X chair (RC 8.3, RC 8.4, RC 1.3)."""
    facing = 0
    for seat in range(state.players):
        if seat != state.turn:
            facing |= state.across[seat]
    return state.men[state.turn] & ~state.asleep & (state.shooters | state.box.revolvers) & facing


def strike(state: StateData, name: str, card: int, deed: int, killer: int, victim: int) -> None:
    """One man kills one man, beside him (Knife, RC 8.1, RC 8.2) or opposite (Bang!, RC 8.3, RC 8.4)."""
    spend(state, card)
    state.deeds += [deed, killer, victim]
    if state.log is not None:
        data: dict[str, object] = {"seat": state.turn, "from": killer + 1, "chair": victim + 1}
        data["by"] = RANKS[rank_of(state.who[killer])]
        data.update(state.box.man_data(state.who[victim]))
        state.log.append(Event(name, data))
    kill(state, [victim])


# -- cakes -----------------------------------------------------------------------------------------


def serve(state: StateData, chair: int) -> None:
    """Order a cake: one's own, at any chair without one (RC 8.5, RC 1.6)."""
    spend(state, CAKE)
    state.cake[state.turn] = chair
    state.cakes |= 1 << chair
    state.deeds += [SERVED, chair, state.turn]
    if state.log is not None:
        state.log.append(Event("serve", {"seat": state.turn, "chair": chair + 1}))


def next_guest(state: StateData, owner: int, side: int) -> int:
    """The first chair with a gangster to that side of a cake; the cake's own chair if there is no other (RC 8.7)."""
    start = state.cake[owner]
    n = state.box.chairs
    stride = n - 1 if side else 1
    chair = (start + stride) % n
    while chair != start and state.who[chair] < 0:
        chair = (chair + stride) % n
    return chair


def passes(state: StateData) -> int:
    """Cakes of the others, in or out, that can go left (even bits) or right (odd bits) (RC 8.6 to RC 8.8)."""
    found = 0
    for owner in range(state.players):
        if owner != state.turn and state.cake[owner] >= 0:
            for side in range(2):
                if not state.cakes >> next_guest(state, owner, side) & 1:  # its own chair has a cake: itself
                    found |= 1 << (2 * owner + side)
    return found


def pass_cake(state: StateData, owner: int, side: int) -> None:
    """Pass the cake to the next guest on that side, awake or not (RC 8.6, RC 8.7, RC 9.1)."""
    start, chair = state.cake[owner], next_guest(state, owner, side)
    spend(state, PASS)
    state.cake[owner] = chair
    state.cakes = state.cakes & ~(1 << start) | 1 << chair
    state.deeds += [PASSED, start, chair]
    if state.log is not None:
        data = {"seat": state.turn, "gang": state.box.gangs[owner], "from": start + 1, "chair": chair + 1}
        state.log.append(Event("pass", data))


def cakes_of_others(state: StateData) -> int:
    """The owners of cakes on the table, in or out, but for whose turn it is (RC 8.9)."""
    found = 0
    for owner in range(state.players):
        if owner != state.turn and state.cake[owner] >= 0:
            found |= 1 << owner
    return found


def blow_up(state: StateData, owner: int) -> None:
    """Boom!: a cake of somebody else explodes now (RC 8.9)."""
    spend(state, BOOM)
    explode(state, owner, state.turn)


# -- Cocktail, Alert!, Move ------------------------------------------------------------------------


def drinks(state: StateData) -> int:
    """Opponents at a glass who have no pill of this card yet, as long as pills are left (RC 8.10 to RC 8.12)."""
    if len(state.doses) >= min(state.box.doses, state.tokens):
        return 0
    chairs = opponents(state) & state.box.glasses
    for chair in state.doses:
        chairs &= ~(1 << chair)
    return chairs


def pour(state: StateData) -> None:
    """Cocktail: who was awake falls asleep (RC 8.10); those who were asleep die at one moment (RC 8.11, RC 12.4)."""
    spend(state, COCKTAIL)
    doses, state.doses = state.doses, []
    deadly: list[int] = []
    for chair in doses:
        state.deeds += [DOSE, chair, state.turn]
        if state.asleep >> chair & 1:
            deadly.append(chair)
        else:
            state.asleep |= 1 << chair
            state.tokens -= 1
    if state.log is not None:
        data = {"seat": state.turn, "chairs": [chair + 1 for chair in doses], "deadly": [chair + 1 for chair in deadly]}
        state.log.append(Event("cocktail", data))
    if deadly:
        kill(state, deadly)


def alert(state: StateData) -> None:
    """Alert!: everybody up, asleep or not; cakes stay (RC 8.13 to RC 8.15)."""
    spend(state, ALERT)
    if state.options["alert_once"]:
        state.away.append(state.discard.pop())
    state.deeds += [ALERTED, state.turn, 0]
    if state.log is not None:
        state.log.append(Event("alert", {"seat": state.turn}))
    for chair in range(state.box.chairs):
        if state.who[chair] >= 0:
            asleep = state.asleep >> chair & 1
            gangster = state.unseat_man(chair)
            state.reserve[gang_of(gangster) * MEN_KINDS + rank_of(gangster) + len(RANKS) * asleep] += 1


def move(state: StateData, chair: int) -> None:
    """Move: the man chosen goes to a free chair; a second Move may be for the same man (RC 8.17, RC 8.18)."""
    start, state.lifted = state.lifted, -1
    spend(state, MOVE)
    gangster = state.unseat_man(start)
    state.seat_man(chair, gangster, False)
    state.deeds += [MOVED, start, chair]
    if state.log is not None:
        data = {"seat": state.turn, "from": start + 1, "chair": chair + 1, **state.box.man_data(gangster)}
        state.log.append(Event("move", data))
