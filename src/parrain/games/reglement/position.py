"""What of a position cannot be declared as fields: the cards left over, defaults, and where the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.errors import BadPosition, require
from parrain.games.reglement.components import ALERT, CARDS, FEWEST, KINDS
from parrain.games.reglement.rules import State
from parrain.games.reglement.rules.deaths import end_if_one_is_left
from parrain.games.reglement.rules.phases import check_youngest, resume
from parrain.games.reglement.rules.turn import begin_turn
from parrain.games.reglement.state import AIM, BEGIN, FIRST, GONE, OFF, STEPS

KEYS: Final[tuple[str, ...]] = ()


def finish_position(state: State, data: Mapping[str, object]) -> None:
    """Fill in what a position leaves out, check that it agrees with itself, and go on from its step."""
    check_youngest(state)
    state.derive_table()
    if state.tokens < 0:
        sleepers = state.box.tokens - state.tokens
        raise BadPosition(
            "{count} gangsters sleep, but there are only {tokens} pills.", count=sleepers, tokens=state.box.tokens
        )
    fill_bank(state, "bank" in data)
    fill_out(state)
    deal_rest(state, data)
    if "clock" not in data:
        state.clock = max(state.out_at)
    if "turns" not in data and state.step != BEGIN:
        state.turns = 1
    if "mover" not in data:
        state.mover = state.turn
    enter_step(state)


def count_players(gangs: list[str], data: Mapping[str, object]) -> int:
    """How many play, where a position does not say: as many as the last gang at the table makes it."""
    seen = FEWEST
    chairs = data.get("chairs")
    for text in chairs.values() if isinstance(chairs, Mapping) else ():
        gang = str(text).split(" ")[0]
        if gang in gangs:
            seen = max(seen, gangs.index(gang) + 1)
    return seen


def fill_bank(state: State, given: bool) -> None:
    """The bank has what the players have not."""
    whole = state.box.bank[state.players - FEWEST]
    paid = sum(state.money)
    if paid > whole:
        raise BadPosition("The players have {sum} together; the bank began with {bank}.", sum=paid, bank=whole)
    if not given:
        state.bank = whole - paid
    if state.bank + paid != whole:
        raise BadPosition("Bank and players together have {whole}, not {sum}.", whole=whole, sum=state.bank + paid)


def fill_out(state: State) -> None:
    """Whoever has no man is out, by default since the first moment, with one man; his cake leaves the game with him."""
    for seat in range(state.players):
        if state.alive[seat]:
            if state.out_at[seat]:
                raise BadPosition("{gang} has men at the table and is not out.", gang=state.box.gangs[seat])
            continue
        if not state.out_at[seat]:
            state.out_at[seat] = state.out_men[seat] = 1
        if state.cake[seat] == OFF:
            state.cake[seat] = GONE


def deal_rest(state: State, data: Mapping[str, object]) -> None:
    """Deal the hands that are not given from the cards left over; what remains is the pile, unless it is given."""
    box = state.box
    rest = cards_left_over(state)
    state.shuffle(rest)
    hands = data.get("hands", {})
    assert isinstance(hands, Mapping)
    for seat in range(state.players):
        if state.alive[seat] and box.gangs[seat] not in hands:
            for _ in range(min(box.hand, len(rest))):
                state.hand[seat * KINDS + rest.pop()] += 1
        state.derive_hand(seat)
        if state.size[seat] > box.hand or (state.size[seat] and not state.alive[seat]):
            raise BadPosition("{gang} cannot hold {count} cards.", gang=box.gangs[seat], count=state.size[seat])
    if "pile" not in data:
        state.pile = rest
    elif rest:
        raise BadPosition(
            "{count} cards are nowhere: in no hand, not in the pile, not discarded, not away.", count=len(rest)
        )
    if not state.pile:
        raise BadPosition("The pile is never empty: the discards are shuffled as soon as its last card is drawn.")


def cards_left_over(state: State) -> list[int]:
    """The cards of the deck that a position does not mention, in the order of the deck."""
    rest: list[int] = []
    for card in range(KINDS):
        held = sum([state.hand[seat * KINDS + card] for seat in range(state.players)])
        seen = held + state.pile.count(card) + state.discard.count(card) + state.away.count(card)
        if seen > state.box.counts[card]:
            raise BadPosition("There are not so many cards {name}.", name=CARDS[card])
        rest += [card] * (state.box.counts[card] - seen)
    return rest


def enter_step(state: State) -> None:
    """Go on from the step of a position: a turn begins, or its choices are offered."""
    begins = state.step == BEGIN
    if begins:
        state.step = FIRST
    if state.ending:
        return
    require(state.bank > 0, "The bank is empty: its last note has ended the game.")
    if state.living() < 2:
        end_if_one_is_left(state)
    elif not state.alive[state.turn]:
        raise BadPosition("It cannot be the turn of {gang}, who has no man left.", gang=state.box.gangs[state.turn])
    elif begins:
        resume(state)
        begin_turn(state, state.turn)
    elif state.step == AIM + ALERT:
        raise BadPosition("step is one of begin, {steps}, not {step}.", steps=", ".join(STEPS), step=CARDS[ALERT])
    else:
        resume(state)
