"""What a sensible player of Règlement de comptes looks at: who earns what, who is in danger, which cake goes off next, who is richest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.compiling import i64
from parrain.core.say import Say, Seat, say
from parrain.games.reglement.components import (
    ALERT,
    BACK,
    BAR,
    BLOW,
    CAKE,
    COCKTAIL,
    DISCARD,
    DRAW,
    DRUG,
    FIRST,
    GAMING,
    GLASS,
    GODFATHER,
    KNIFE,
    LANDING,
    LIFT,
    MOVE,
    PASS,
    PICK,
    PLAY,
    POUR,
    RESTAURANT,
    SERVE,
    SHOOT,
    SHOVE,
    SIT,
    STAB_LEFT,
    STAB_RIGHT,
    TILL,
    Box,
)  # fmt: skip
from parrain.games.reglement.rules import State
from parrain.games.reglement.view import View

NEVER: Final = -1e9
BLAST_SOON: Final = 0.93  # how likely a cake is to kill that goes off before one's next turn,
BLAST_LATE: Final = 0.55  # after it,
BLAST_LEFT: Final = 0.08  # by a Boom! only
MISSED: Final = 0.92  # how likely a man is to live with one blade or gun on him,
MISSED_PRIZED: Final = 0.83  # and one worth killing
DOSE_RISK: Final = 0.05
MAN_WORTH: Final = 500.0
MOST_ROUNDS: Final = 7.0
KEEP: Final[tuple[float, ...]] = (
    350.0,
    350.0,
    300.0,
    150.0,
    250.0,
    250.0,
    100.0,
    200.0,
)  # what a card is worth in the hand (CARDS)
AIMS: Final[tuple[int, ...]] = (STAB_LEFT, SHOOT, SERVE, SHOVE, BLOW, DRUG)


def blast_survived(state: State, chair: int, seat: int) -> float:
    """How likely the man of that seat on that chair is to survive the cakes beside him until his gang's next income."""
    players = state.players
    lives = 1.0
    theirs = (seat - state.turn - 1) % players
    for owner in range(players):
        place = state.cake[owner]
        if place >= 0 and state.kit.reach[place] >> chair & 1:
            when = (owner - state.turn - 1) % players
            risk = BLAST_SOON if when <= theirs else BLAST_LATE
            lives *= 1.0 - (risk if state.alive[owner] else BLAST_LEFT)
    return lives


def prospects(state: State, seat: int) -> tuple[float, float, float]:
    """What a seat can expect to earn in a round, how many of its men will live until its next income, and how many there are.

    Machine words and local numbers throughout: a search asks this some hundred times a simulation.
    """
    box = state.kit
    mine: i64 = state.men[seat]
    others: i64 = box.all & ~mine & ~state.asleep & state.taken()
    blades: i64 = (state.blades | box.knives) & others
    guns: i64 = (state.shooters | box.revolvers) & others
    stabbed_left: i64 = box.left(blades)
    stabbed_right: i64 = box.right(blades)
    prized: i64 = state.godfathers | box.prized
    asleep: i64 = state.asleep
    blasts: i64 = state.cakes
    blasts |= box.left(state.cakes) | box.right(state.cakes)
    boss = bars = restaurants = games = till = men = count = 0.0
    bit: i64 = 1
    chair: i64 = 0
    while bit <= mine:
        if mine & bit:
            lives = 1.0
            missed = MISSED_PRIZED if prized & bit else MISSED
            if blasts & bit:
                lives = blast_survived(state, chair, seat)
            if stabbed_left & bit:
                lives *= missed
            if stabbed_right & bit:
                lives *= missed
            if guns:
                facing: i64 = box.opposite[chair]
                if facing >= 0 and guns >> facing & 1:
                    lives *= missed
            men += lives
            count += 1.0
            icon = box.icons[chair]
            if asleep & bit:
                lives *= 0.55  # he misses the next payment
            elif icon == GLASS:
                lives *= 1.0 - DOSE_RISK
            if state.who[chair] >> 3 & 3 == GODFATHER:
                boss += box.pay_godfather * lives
            if icon == BAR:
                bars = with_business(box, bars, lives)
            elif icon == RESTAURANT:
                restaurants = with_business(box, restaurants, lives)
            elif icon == GAMING:
                games = with_business(box, games, lives)
            elif icon == TILL:
                till = lives * (box.till_factor - 1)
        bit <<= 1
        chair += 1
    return (boss + bars + restaurants + games) * (1.0 + till), men, count


def with_business(box: Box, before: float, lives: float) -> float:
    """What a kind of business brings with one chair more: a second one of the kind adds what the monopoly adds."""
    return (
        before
        + box.pay_business * lives
        + (box.pay_monopoly - 2 * box.pay_business) * lives * before / max(box.pay_business, 1)
    )


def rounds_left(state: State, flow: float) -> float:
    """How many rounds the bank will still pay, if all earn that much in each."""
    return min(state.bank / max(flow, 1500.0), MOST_ROUNDS)


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


# -- choices ---------------------------------------------------------------------------------------------------------


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """How the table looks after each choice; what a card could do decides whether to play it."""
    now = outlook(state, seat)
    spare = state.clone()  # where men are moved to and fro
    move = 0.0
    if state.step == FIRST and state.held[seat] >> MOVE & 1:
        move = max(0.0, best_move(spare, seat) - now - KEEP[MOVE])
    return [rate_one(state, spare, seat, action, now, move) for action in actions]


def rate_one(state: State, spare: State, seat: int, action: Action, now: float, move: float) -> float:
    """One choice; `move` is what a Move could gain as a second card."""
    kind = action.kind
    if kind == BACK:
        return NEVER
    if kind == DRAW:
        return now
    if kind == DISCARD:
        return now - KEEP[action.a] - 400.0
    if kind == PLAY:
        card = action.a
        if card == MOVE:
            return best_move(spare, seat) - KEEP[MOVE] if state.step != FIRST else now + move
        return best_aim(state, seat, card) - KEEP[card] + move
    if kind == LIFT:
        return best_landing(spare, seat, action.a)
    if kind == PICK:
        return best_chair(spare, seat, action.a + 4 * action.b)
    if kind == SIT and state.step != LANDING:
        return seated(spare, seat, state.picked, 1 << action.a)
    return after(state, seat, action)


def after(state: State, seat: int, action: Action) -> float:
    """The outlook once a card has done this, before anything else happens."""
    table = state.clone()
    kind = action.kind
    if kind in (STAB_LEFT, STAB_RIGHT):
        table.stab(action.a, action.b)
    elif kind == SHOOT:
        table.shoot(action.a, action.b)
    elif kind == SERVE:
        table.serve(action.a)
    elif kind == SHOVE:
        table.shove(action.a, action.b)
    elif kind == BLOW:
        table.blow(action.a)
    elif kind == SIT:
        table.land(table.lifted, action.a)
    else:
        if kind == DRUG:
            table.doses.append(action.a)
        table.pour()
    return outlook(table, seat)


def best_aim(state: State, seat: int, card: int) -> float:
    """The best that a card could do."""
    if card == ALERT:
        return unsettled(state, seat)
    if card == COCKTAIL:
        return best_round(state, seat)
    best = NEVER
    for action in state.kit.choices(AIMS[card], state.aims(card)):
        best = max(best, after(state, seat, action))
    return best


def best_round(state: State, seat: int) -> float:
    """A Cocktail, one glass after the other, as long as each makes it better."""
    table = state.clone()
    best = NEVER
    while True:
        found, chair = best, -1
        for action in table.kit.choices(DRUG, table.drinks()):
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
    for chair in range(spare.kit.chairs):
        if men >> chair & 1:
            best = max(best, best_landing(spare, seat, chair))
    return best


def seated(spare: State, seat: int, kind: int, chairs: int) -> float:
    """The best outlook with that kind of man on one of these chairs."""
    return best_of(spare, seat, spare.next_of(seat, kind & 3), kind >= 4, chairs)


def best_chair(spare: State, seat: int, kind: int) -> float:
    """The best chair for that kind of man."""
    return seated(spare, seat, kind, spare.free())


def unsettled(state: State, seat: int) -> float:
    """An Alert!: everybody earns by the number of his men, as nobody knows who will sit where."""
    box = state.kit
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


# -- why -------------------------------------------------------------------------------------------------------------


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    kind = action.kind
    if kind == BACK:
        return say("On second thoughts, something else looks better.")
    if kind == DRAW:
        return say("No move would make the table safer or richer.")
    if kind == DISCARD:
        return say("None of the cards helps more than a fresh one.")
    if kind == PLAY:
        return card_reason(action.a)
    if kind in (PICK, SIT, LIFT):
        return seat_reason(view, box, action)
    return attack_reason(view, box, action)


def card_reason(card: int) -> Say:
    """Why this card."""
    if card == MOVE:
        return say("Somebody sits where he should not, or a better chair is free.")
    if card == ALERT:
        return say("The present seating favours others: time to shake the table.")
    if card == CAKE:
        return say("A cake among the right guests pays next turn.")
    if card == PASS:
        return say("That cake would do more good elsewhere.")
    if card == COCKTAIL:
        return say("Sleepers earn nothing and hit nobody.")
    if card == KNIFE:
        return say("There is somebody within arm's reach whom nobody will miss.")
    return say("It hits others harder than it hits us.")


def seat_reason(view: View, box: Box, action: Action) -> Say:
    """Why this man, or this chair."""
    if action.kind == PICK:
        return say("He is worth most on the chairs that are left.")
    if action.kind == LIFT:
        return say("He is in danger, or he earns nothing where he is.")
    if any((chairs | box.till) >> action.a & 1 for chairs in box.businesses):
        return say("This chair earns money.")
    return say("It is a quiet chair with a good view.")


def attack_reason(view: View, box: Box, action: Action) -> Say:
    """Why this victim, cake or glass."""
    kind = action.kind
    victim = action.b if kind in (STAB_LEFT, STAB_RIGHT, SHOOT) else action.a
    if kind in (STAB_LEFT, STAB_RIGHT, SHOOT, DRUG) and view.owners[victim] >= 0:
        owner = view.owners[victim]
        if view.scores[owner] == max(view.scores) and view.scores[owner]:
            return say("{seat} is the richest: that is where it hurts most.", seat=Seat(owner))
        if view.ranks[victim] == "godfather":
            return say("A Godfather is worth a thousand a turn to {seat}.", seat=Seat(owner))
        return say("It costs {seat} income, men or nerve.", seat=Seat(owner))
    if kind == SERVE:
        return say("Most guests in reach of this cake are not ours.")
    if kind == POUR:
        return say("Enough glasses: serve them.")
    if kind == SHOVE:
        return say("It leaves our men and finds others.")
    return say("Its guests are mostly not ours.")
