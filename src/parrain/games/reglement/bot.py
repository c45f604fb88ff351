"""What a sensible player of Règlement de comptes looks at: who earns what, who is in danger, which cake goes off next, who is richest."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
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
    GLASS,
    KNIFE,
    LANDING,
    LIFT,
    MOVE,
    PASS,
    PICK,
    PLAY,
    POUR,
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

NEVER = -1e9
BLAST_SOON, BLAST_LATE, BLAST_LEFT = 0.93, 0.55, 0.08  # a cake that goes off before one's next turn, after it, by a Boom! only
ATTACK, ATTACK_PRIZED, DOSE_RISK = 0.08, 0.17, 0.05
MAN_WORTH = 500.0
KEEP = (350.0, 350.0, 300.0, 150.0, 250.0, 250.0, 100.0, 200.0)  # what a card is worth in the hand, in the order of CARDS


def dangers(state: State) -> list[float]:
    """For each chair, how likely its gangster is to live until his gang's next income."""
    box = state.kit
    n, players = box.chairs, state.players
    safe = [1.0] * n
    for owner in range(players):
        place = state.cake[owner]
        if place >= 0:
            when = (owner - state.turn - 1) % players
            for chair in (place, (place + 1) % n, (place + n - 1) % n):
                who = state.who[chair]
                if who >= 0:
                    theirs = ((who & 7) - state.turn - 1) % players
                    risk = BLAST_SOON if when <= theirs else BLAST_LATE
                    safe[chair] *= 1.0 - (risk if state.alive[owner] else BLAST_LEFT)
    awake = ~state.asleep
    prized = state.godfathers | box.businesses[0] | box.businesses[1] | box.businesses[2] | box.till
    for chair in range(n):
        who = state.who[chair]
        if who < 0 or not awake >> chair & 1:
            continue
        bit = 1 << chair
        gang = who & 7
        if (state.blades | box.knives) & bit:
            attack(state, safe, gang, (chair + 1) % n, prized)
            attack(state, safe, gang, (chair + n - 1) % n, prized)
        if (state.shooters | box.revolvers) & bit and box.opposite[chair] >= 0:
            attack(state, safe, gang, box.opposite[chair], prized)
    return safe


def attack(state: State, safe: list[float], gang: int, victim: int, prized: int) -> None:
    """That gang has a blade or a gun on that chair."""
    who = state.who[victim]
    if who >= 0 and who & 7 != gang:
        safe[victim] *= 1.0 - (ATTACK_PRIZED if prized >> victim & 1 else ATTACK)


def hopes(state: State) -> list[float]:
    """What each seat can expect to leave with: its money, its share of what the bank will still pay, its men."""
    box = state.kit
    players = state.players
    safe = dangers(state)
    earns = [0.0] * (players * 5)  # the Godfather, three kinds of business, the till
    men = [0.0] * players
    for chair in range(box.chairs):
        who = state.who[chair]
        if who < 0:
            continue
        gang = who & 7
        lives = safe[chair]
        icon = box.icons[chair]
        men[gang] += lives
        if state.asleep >> chair & 1:
            lives *= 0.55  # he misses the next payment
        elif icon == GLASS:
            lives *= 1.0 - DOSE_RISK
        if who >> 3 & 3 == 0:
            earns[gang * 5] += box.pay_godfather * lives
        if icon >= BAR:
            at = gang * 5 + 1 + icon - BAR
            other = earns[at]
            alone = box.pay_business * lives
            # a second chair of the kind adds what the monopoly adds
            extra = (box.pay_monopoly - 2 * box.pay_business) * lives * other / max(box.pay_business, 1)
            earns[at] = other + alone + extra
        elif icon == TILL:
            earns[gang * 5 + 4] = lives * (box.till_factor - 1)
    flow = [0.0] * players
    for seat in range(players):
        start = seat * 5
        flow[seat] = (earns[start] + earns[start + 1] + earns[start + 2] + earns[start + 3]) * (1.0 + earns[start + 4])
    rounds = min(state.bank / max(sum(flow), 1500.0), 7.0)
    return [state.money[seat] + flow[seat] * rounds + MAN_WORTH * men[seat] for seat in range(players)]


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
    move = 0.0
    if state.step == FIRST and state.held[seat] >> MOVE & 1:
        move = max(0.0, best_move(state, seat) - now - KEEP[MOVE])
    return [rate_one(state, seat, action, now, move) for action in actions]


def rate_one(state: State, seat: int, action: Action, now: float, move: float) -> float:
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
            return best_move(state, seat) - KEEP[MOVE] if state.step != FIRST else now + move
        return best_aim(state, seat, card) - KEEP[card] + move
    if kind == LIFT:
        return best_landing(state, seat, action.a)
    if kind == PICK:
        return best_chair(state, seat, action.a + 4 * action.b)
    if kind == SIT and state.step != LANDING:
        return seated(state, seat, state.picked, action.a)
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


AIMS = (STAB_LEFT, SHOOT, SERVE, SHOVE, BLOW, DRUG)


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


def best_landing(state: State, seat: int, start: int) -> float:
    """The best chair that the man on this one could go to."""
    table = state.clone()
    who = table.unseat_man(start)
    best = NEVER
    free = state.free()
    for chair in range(state.kit.chairs):
        if free >> chair & 1:
            table.seat_man(chair, who, False)
            best = max(best, outlook(table, seat))
            table.unseat_man(chair)
    return best


def best_move(state: State, seat: int) -> float:
    """The best that a Move could do."""
    men = state.men[seat] & ~state.asleep
    best = NEVER
    for chair in range(state.kit.chairs):
        if men >> chair & 1:
            best = max(best, best_landing(state, seat, chair))
    return best


def seated(state: State, seat: int, kind: int, chair: int) -> float:
    """The outlook with that man on that chair."""
    table = state.clone()
    table.seat_man(chair, table.next_of(seat, kind & 3), kind >= 4)
    return outlook(table, seat)


def best_chair(state: State, seat: int, kind: int) -> float:
    """The best chair for that kind of man."""
    best = NEVER
    free = state.free()
    for chair in range(state.kit.chairs):
        if free >> chair & 1:
            best = max(best, seated(state, seat, kind, chair))
    return best


def unsettled(state: State, seat: int) -> float:
    """An Alert!: everybody earns by the number of his men, as nobody knows who will sit where."""
    box = state.kit
    hope = [0.0] * state.players
    everybody = max(1, sum(state.alive))
    rounds = min(state.bank / 12000.0, 6.0)
    for other in range(state.players):
        boss = box.pay_godfather if state.men[other] & state.godfathers else 0
        hope[other] = state.money[other] + rounds * (boss + 9000.0 * state.alive[other] / everybody) + MAN_WORTH * state.alive[other] * 0.8
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
