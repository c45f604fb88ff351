"""The course of a turn: blast, income, cards, waking (sections 4, 6, 7 and 9)."""

from __future__ import annotations

from typing import Final

from parrain.core.event import Event
from parrain.games.reglement.components import ALERT, CARDS, KINDS, MOVE
from parrain.games.reglement.rules.deaths import explode, finish
from parrain.games.reglement.rules.hands import draw_up, spend
from parrain.games.reglement.rules.menu import aims, alert
from parrain.games.reglement.rules.seating import offer_chair
from parrain.games.reglement.state import AIM, FIRST, LANDING, PAID, SECOND, StateData

DRAW_BIT: Final = 1 << (2 * KINDS)  # in the mask of a choice of cards: after those to play and those to discard

# -- 4 The turn ------------------------------------------------------------------------------------


def begin_turn(state: StateData, seat: int) -> None:
    """The four steps of a turn; after the first two a player has cards to choose (RC 4.1)."""
    state.turn = seat
    state.mover = seat
    state.turns += 1
    state.first = -1
    state.busy = False
    state.last = state.deeds
    state.deeds = []
    if state.log is not None:
        state.log.append(Event("turn", {"seat": seat, "number": state.turns}))
    if state.cake[seat] >= 0:
        explode(state, seat, seat)  # nobody is asked (RC 5.1)
    if not state.is_over and state.alive[seat]:
        collect(state, seat)
    if not state.is_over:
        if state.alive[seat]:
            offer_first(state)
        else:
            next_turn(state)  # blown up by one's own cake: the turn stops (RC 10.3)


def next_turn(state: StateData) -> None:
    """The next player clockwise who is still in (RC 4.1); a game in which nothing happens any more ends (RC 11.4)."""
    state.quiet = 0 if state.busy else state.quiet + 1
    if state.quiet >= state.box.quiet * state.living() or state.turns >= state.box.longest:
        finish(state, "stalled", -1)
        return
    seat = (state.turn + 1) % state.players
    while not state.alive[seat]:
        seat = (seat + 1) % state.players
    begin_turn(state, seat)


# -- 6 Step 2: income ------------------------------------------------------------------------------


def income(state: StateData, seat: int) -> int:
    """What is due to a seat (RC 6.1 to RC 6.5).

    Godfather, businesses, monopolies, all doubled by the till; sleepers bring nothing (RC 9.1).
    """
    box = state.box
    awake = state.men[seat] & ~state.asleep
    due = box.pay_godfather if awake & state.godfathers else 0
    for chairs in box.businesses:
        mine = awake & chairs
        if mine == chairs:
            due += box.pay_monopoly
        elif mine:
            due += box.pay_business
    return due * box.till_factor if awake & box.till else due


def collect(state: StateData, seat: int) -> None:
    """The bank pays what is due or what it has (RC 6.6, RC 1.7); its last note ends the game (RC 11.2)."""
    due = income(state, seat)
    paid = min(due, state.bank)
    state.bank -= paid
    state.money[seat] += paid
    if paid:
        state.busy = True
        state.deeds += [PAID, seat, paid]
    if state.log is not None:
        state.log.append(Event("income", {"seat": seat, "due": due, "paid": paid, "bank": state.bank}))
    if not state.bank:
        finish(state, "bank", seat, paid)


# -- 7 Step 3: the cards ---------------------------------------------------------------------------


def offer_first(state: StateData) -> None:
    """One card to play, if it does something, or one to discard (RC 7.1, RC 7.4, RC 7.6)."""
    held = state.held[state.turn]
    plays = 0
    for card in range(KINDS):
        if held >> card & 1 and (card == ALERT or aims(state, card)):
            plays |= 1 << card
    state.mover = state.turn
    state.step = FIRST
    state.mask = plays | held << KINDS


def offer_second(state: StateData) -> None:
    """A Move, or draw: whoever has no Move says so too, so that nobody learns from it (RC 7.2, RC 8.16, RC 13.4)."""
    state.mover = state.turn
    state.step = SECOND
    state.mask = DRAW_BIT
    if state.held[state.turn] >> MOVE & 1 and aims(state, MOVE):
        state.mask |= 1 << MOVE


def offer_cards(state: StateData) -> None:
    """The choice of a card, the first or the second of the turn."""
    if state.first < 0:
        offer_first(state)
    else:
        offer_second(state)


def play(state: StateData, card: int) -> None:
    """A card is chosen; what it is to do comes next (RC 4.2); after an Alert! its player seats first (RC 8.13)."""
    if card == ALERT:
        alert(state)
        state.first = ALERT
        offer_chair(state, state.turn)
    else:
        state.step = AIM + card
        state.mask = aims(state, card)


def lift(state: StateData, chair: int) -> None:
    """This man will move; to any chair without a gangster (RC 8.17)."""
    state.lifted = chair
    state.step = LANDING
    state.mask = state.free()


def card_in_play(state: StateData) -> int:
    """The card whose effect is being chosen."""
    return MOVE if state.step == LANDING else state.step - AIM


def after_card(state: StateData) -> None:
    """After a first card a Move may follow, after a second the turn goes on (RC 7.2, RC 7.3).

    Whoever is out draws nothing: the turn stops (RC 10.3).
    """
    if state.is_over:
        return
    if not state.alive[state.turn]:
        next_turn(state)
    elif state.first < 0:
        state.first = card_in_play(state)
        offer_second(state)
    else:
        end_turn(state)


def discard_one(state: StateData, card: int) -> None:
    """Discard one, draw one, instead of playing (RC 7.6); an Alert! too is an ordinary discard (RC 8.15)."""
    spend(state, card)
    if state.log is not None:
        state.log.append(Event("discard", {"seat": state.turn, "card": CARDS[card]}))
    end_turn(state)


# -- 9 Step 4: waking ------------------------------------------------------------------------------


def end_turn(state: StateData) -> None:
    """Draw, wake one's sleepers, and it is the next player's turn (RC 7.5, RC 9.2, RC 4.1)."""
    draw_up(state, state.turn)
    sleepers = state.asleep & state.men[state.turn]
    if sleepers:
        chairs = [chair for chair in range(state.box.chairs) if sleepers >> chair & 1]
        state.asleep &= ~sleepers
        state.tokens += len(chairs)
        if state.log is not None:
            state.log.append(Event("wake", {"seat": state.turn, "chairs": [chair + 1 for chair in chairs]}))
    next_turn(state)
