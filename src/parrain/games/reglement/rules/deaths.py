"""Blasts and every other death (section 5), players who go out (section 10), the end (section 11)."""

from __future__ import annotations

from parrain.core.event import Event
from parrain.games.reglement.components import CARDS, KINDS, gang_of
from parrain.games.reglement.state import BLAST, DEATH, GONE, OFF, StateData


def explode(state: StateData, owner: int, by: int) -> None:
    """A cake explodes: its own chair and the two beside it, no other cake (RC 5.2, RC 5.3, RC 5.4).

    It leaves the table first and goes back to its owner, if he is still in (RC 5.5).
    """
    box = state.box
    chair = state.cake[owner]
    state.cakes &= ~(1 << chair)
    state.cake[owner] = GONE if state.out_at[owner] else OFF
    state.deeds += [BLAST, chair, owner]
    if state.log is not None:
        state.log.append(Event("blast", {"seat": by, "owner": owner, "gang": box.gangs[owner], "chair": chair + 1}))
    n = box.chairs
    kill(state, [place for place in ((chair + n - 1) % n, chair, (chair + 1) % n) if state.who[place] >= 0])


def kill(state: StateData, chairs: list[int]) -> None:
    """The men on these chairs die at one and the same moment (RC 12.4); then it shows who is out, and who is left."""
    state.clock += 1
    lost = [0] * state.players
    for chair in chairs:
        if state.asleep >> chair & 1:
            state.tokens += 1  # the pill goes back, whatever killed him (RC 8.11)
        gangster = state.unseat_man(chair)
        gang = gang_of(gangster)
        lost[gang] += 1
        state.alive[gang] -= 1
        state.busy = True
        state.deeds += [DEATH, chair, gangster]
        if state.log is not None:
            state.log.append(Event("death", {"seat": gang, "chair": chair + 1, **state.box.man_data(gangster)}))
    for gang in range(state.players):
        if lost[gang] and not state.alive[gang]:
            go_out(state, gang, lost[gang])
    end_if_one_is_left(state)


def go_out(state: StateData, gang: int, men: int) -> None:
    """The last man is dead: the hand goes to the discards, the money stays (RC 10.1).

    A cake on the table stays there; one in front of him leaves the game (RC 10.2).
    """
    state.out_at[gang] = state.clock
    state.out_men[gang] = men
    left: list[int] = []
    for card in range(KINDS):
        place = gang * KINDS + card
        for _ in range(state.hand[place]):
            left.append(card)
            state.played[place] += 1
        state.hand[place] = 0
    state.discard += left
    state.held[gang] = 0
    state.size[gang] = 0
    if state.cake[gang] == OFF:
        state.cake[gang] = GONE
    if state.log is not None:
        cards = [CARDS[card] for card in left]
        state.log.append(Event("out", {"seat": gang, "cards": cards, "money": state.money[gang]}))


def end_if_one_is_left(state: StateData) -> None:
    """One player left takes the bank (RC 11.1); nobody left, and it is nobody's (RC 11.3)."""
    left = state.living()
    if left == 0:
        finish(state, "blast", -1)
    elif left == 1:
        for seat in range(state.players):
            if state.alive[seat]:
                amount = state.bank
                state.money[seat] += amount
                state.bank = 0
                finish(state, "alone", seat, amount)


def finish(state: StateData, ending: str, seat: int, amount: int = 0) -> None:
    """It is over, in one of four ways (RC 11.1 to RC 11.4)."""
    state.is_over = True
    state.ending = ending
    if state.log is not None:
        state.log.append(Event("end", {"ending": ending, "seat": seat, "amount": amount, "left": state.bank}))
