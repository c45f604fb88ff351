"""How good each choice looks to a sensible player: who earns, who is in danger, which cake goes off, who is rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action
from parrain.games.reglement import actions as act
from parrain.games.reglement.bot.prospects import prospects, rounds_left
from parrain.games.reglement.components import ALERT, COCKTAIL, MOVE, RANKS
from parrain.games.reglement.rules import State
from parrain.games.reglement.rules.menu import aims, drinks, pour, use_card
from parrain.games.reglement.state import FIRST, LANDING

NEVER: Final = -1e9
MAN_WORTH: Final = 500.0
KEEP: Final[tuple[float, ...]] = (350.0, 350.0, 300.0, 150.0, 250.0, 250.0, 100.0, 200.0)  # a card in the hand (CARDS)
AIMS: Final[tuple[int, ...]] = (
    act.STAB_LEFT,
    act.SHOOT,
    act.SERVE,
    act.SHOVE,
    act.BLOW,
    act.DRUG,
)  # the choices of what a card does (CARDS)


def hopes(state: State) -> list[float]:
    """What each seat can expect to leave with: its money, its share of what the bank will still pay, its men."""
    players = state.players
    flows = [0.0] * players
    hope = [0.0] * players
    total = 0.0
    for seat in range(players):
        flow, men, _ = prospects(state, seat)
        total += flow
        flows[seat] = flow
        hope[seat] = state.money[seat] + MAN_WORTH * men
    rounds = rounds_left(state, total)
    for seat in range(players):
        hope[seat] += flows[seat] * rounds
    return hope


def outlook(state: State, seat: int) -> float:
    """How a seat stands: its own hopes less those of the others, the richest most of all."""
    if state.is_over:
        return 100000.0 * state.returns()[seat]
    hope = hopes(state)
    mine = hope[seat]
    best, rest = 0.0, 0.0
    for other in range(state.players):
        if other != seat:
            rest += hope[other]
            best = max(best, hope[other])
    gone = 0.0 if state.alive[seat] else 6000.0
    return mine - 0.6 * best - 0.4 * rest / (state.players - 1) - gone


# -- choices ---------------------------------------------------------------------------------------


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """How the table looks after each choice; what a card could do decides whether to play it."""
    now = outlook(state, seat)
    spare = state.clone()  # a copy on which men are tried out on other chairs
    move = 0.0
    if state.step == FIRST and state.held[seat] >> MOVE & 1:
        move = max(0.0, best_move(spare, seat) - now - KEEP[MOVE])
    return [rate_one(state, spare, seat, action, now, move) for action in actions]


def rate_one(state: State, spare: State, seat: int, action: Action, now: float, move: float) -> float:
    """One choice; `move` is what a Move could gain as a second card."""
    kind = action.kind
    if kind == act.BACK:
        return NEVER
    if kind == act.DRAW:
        return now
    if kind == act.DISCARD:
        return now - KEEP[action.a] - 400.0
    if kind == act.PLAY:
        card = action.a
        if card == MOVE:
            return best_move(spare, seat) - KEEP[MOVE] if state.step != FIRST else now + move
        return best_aim(state, seat, card) - KEEP[card] + move
    if kind == act.LIFT:
        return best_landing(spare, seat, action.a)
    if kind == act.PICK:
        return best_chair(spare, seat, action.a + len(RANKS) * action.b)
    if kind == act.SIT and state.step != LANDING:
        return seated(spare, seat, state.picked, 1 << action.a)
    return after(state, seat, action)


def after(state: State, seat: int, action: Action) -> float:
    """The outlook once a card has done this, before anything else happens."""
    table = state.clone()
    if action.kind == act.DRUG:
        table.doses.append(action.a)
        pour(table)
    else:
        use_card(table, action)
    return outlook(table, seat)


def best_aim(state: State, seat: int, card: int) -> float:
    """The best that a card could do."""
    if card == ALERT:
        return unsettled(state, seat)
    if card == COCKTAIL:
        return best_round(state, seat)
    best = NEVER
    for action in state.box.choices(AIMS[card], aims(state, card)):
        best = max(best, after(state, seat, action))
    return best


def best_round(state: State, seat: int) -> float:
    """A Cocktail, one glass after the other, as long as each makes it better."""
    table = state.clone()
    best = NEVER
    while True:
        found, chair = best, -1
        for action in table.box.choices(act.DRUG, drinks(table)):
            value = after(table, seat, action)
            if value > found:
                found, chair = value, action.a
        if chair < 0:
            return best
        best = found
        table.doses.append(chair)


def best_of(spare: State, seat: int, who: int, asleep: bool, chairs: int) -> float:
    """The best outlook with that man on one of these free chairs; afterwards he is gone again."""
    best = NEVER
    chair = 0
    while chairs:
        if chairs & 1:
            spare.seat_man(chair, who, asleep)
            best = max(best, outlook(spare, seat))
            spare.unseat_man(chair)
        chairs >>= 1
        chair += 1
    return best


def best_landing(spare: State, seat: int, start: int) -> float:
    """The best chair that the man on this one, who is awake, could go to."""
    free = spare.free()
    who = spare.unseat_man(start)
    best = best_of(spare, seat, who, False, free)
    spare.seat_man(start, who, False)
    return best


def best_move(spare: State, seat: int) -> float:
    """The best that a Move could do."""
    men = spare.men[seat] & ~spare.asleep
    best = NEVER
    for chair in range(spare.box.chairs):
        if men >> chair & 1:
            best = max(best, best_landing(spare, seat, chair))
    return best


def seated(spare: State, seat: int, kind: int, chairs: int) -> float:
    """The best outlook with that kind of man on one of these chairs."""
    return best_of(spare, seat, spare.next_of(seat, kind % len(RANKS)), kind >= len(RANKS), chairs)


def best_chair(spare: State, seat: int, kind: int) -> float:
    """The best chair for that kind of man."""
    return seated(spare, seat, kind, spare.free())


def unsettled(state: State, seat: int) -> float:
    """An Alert!: everybody earns by the number of his men, as nobody knows who will sit where."""
    box = state.box
    hope = [0.0] * state.players
    everybody = max(1, sum(state.alive))
    rounds = min(state.bank / 12000.0, 6.0)
    for other in range(state.players):
        boss = box.pay_godfather if state.men[other] & state.godfathers else 0
        hope[other] = (
            state.money[other]
            + rounds * (boss + 9000.0 * state.alive[other] / everybody)
            + MAN_WORTH * state.alive[other] * 0.8
        )
    others = [hope[other] for other in range(state.players) if other != seat]
    return hope[seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)
