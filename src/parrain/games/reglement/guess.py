"""Hands and pile as they might be, to somebody who remembers every card shown (RC 13.3).

Until the first shuffle every unseen card may be anywhere. At a shuffle everybody sees what goes into the new pile;
so the cards unseen then were in hands. Of what a seat has shown since, each card was either in its hand then or drawn
from the pile: a split that fits all seats and all kinds of card at once is a small flow problem. In which turn each
card was shown is not used: a world may be imagined in which a card was played a turn before it could have been drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.core.stream import Stream
from parrain.games.reglement.components import CARDS, KINDS

if TYPE_CHECKING:
    from parrain.games.reglement.rules import State
    from parrain.games.reglement.view import View


def guess_cards(view: View, state: State, rng: Stream) -> None:
    """Fill the hands and the pile of an imagined State."""
    me = -1 if view.seat is None else view.seat
    unseen = state.kit.counts[:]
    state.discard = [CARDS.index(name) for name in view.discard]
    state.away = [CARDS.index(name) for name in view.away]
    own = [0] * KINDS
    for name in view.hand:
        own[CARDS.index(name)] += 1
    for card in state.discard:
        unseen[card] -= 1
    for card in state.away:
        unseen[card] -= 1
    for card in range(KINDS):
        unseen[card] -= own[card]
    state.shuffles = view.shuffles
    state.fresh = list(view.fresh)
    state.played = [count for seat in view.played for count in seat]
    state.size = list(view.hand_sizes)
    if me >= 0:
        state.hand[me * KINDS : (me + 1) * KINDS] = own
        state.kept[me * KINDS : (me + 1) * KINDS] = list(view.kept)
    if view.shuffles:
        deal_remembered(view, state, unseen, me, rng)
    else:
        rest = spread(unseen)
        rng.shuffle(rest)
        for seat in range(view.players):
            if seat != me:
                deal(state.hand, seat, rest, view.hand_sizes[seat])
        state.pile = rest
    for seat in range(view.players):
        for card in range(KINDS):
            if state.hand[seat * KINDS + card]:
                state.held[seat] |= 1 << card


def spread(counts: list[int]) -> list[int]:
    """Counted cards as a list."""
    return [card for card in range(KINDS) for _ in range(counts[card])]


def deal(hand: list[int], seat: int, rest: list[int], count: int) -> None:
    """So many cards from a list to a seat."""
    for _ in range(count):
        hand[seat * KINDS + rest.pop()] += 1


def deal_remembered(view: View, state: State, unseen: list[int], me: int, rng: Stream) -> None:
    """Old cards, in hands since before the shuffle, and new ones, from the pile, each to where they can be."""
    others = [seat for seat in range(view.players) if seat != me]
    old, new = [0] * KINDS, list(view.fresh)
    for card in range(KINDS):
        if me >= 0:
            new[card] -= state.hand[me * KINDS + card] + view.played[me][card] - view.kept[card]  # what I drew since
        old[card] = unseen[card] - new[card]
        for seat in others:
            old[card] += view.played[seat][card]
    from_old = split(view, others, old, new, rng)
    for i, seat in enumerate(others):
        for card in range(KINDS):
            was_old = from_old[i * KINDS + card]
            state.kept[seat * KINDS + card] = was_old
            old[card] -= was_old
            new[card] -= view.played[seat][card] - was_old
    old_cards, new_cards = spread(old), spread(new)
    rng.shuffle(old_cards)
    rng.shuffle(new_cards)
    for seat in others:
        still_old = view.kept_sizes[seat] - sum(state.kept[seat * KINDS : (seat + 1) * KINDS])
        before = state.hand[:]
        deal(state.hand, seat, old_cards, still_old)
        for card in range(KINDS):
            place = seat * KINDS + card
            state.kept[place] += state.hand[place] - before[place]
        deal(state.hand, seat, new_cards, view.hand_sizes[seat] - still_old)
    state.pile = new_cards


def split(view: View, others: list[int], old: list[int], new: list[int], rng: Stream) -> list[int]:
    """How many of the cards each seat has shown were old, by seat and card.

    A seat had `kept_sizes` old cards and drew the rest; of each card there are so many old and so many new. What must
    be old at least is a flow from seats to cards; then more is made old at random where there is room.
    """
    n = len(others)
    room = [view.played[seat][card] for seat in others for card in range(KINDS)]
    rows = [0] * n
    least_rows, most_rows = [0] * n, [0] * n
    columns = [0] * KINDS
    least_columns = [0] * KINDS
    for i, seat in enumerate(others):
        shown = sum(view.played[seat])
        drew = view.hand_sizes[seat] + shown - view.kept_sizes[seat]
        least_rows[i] = max(0, shown - drew)
        most_rows[i] = min(shown, view.kept_sizes[seat])
    for card in range(KINDS):
        shown = sum([room[i * KINDS + card] for i in range(n)])
        least_columns[card] = max(0, shown - new[card])
    flow = [0] * (n * KINDS)
    for card in range(KINDS):
        while columns[card] < least_columns[card]:
            if not push(card, flow, room, rows, most_rows, n, [False] * KINDS, rng):
                break
            columns[card] += 1
    for i in range(n):
        while rows[i] < least_rows[i]:
            if not pull(i, flow, room, columns, old, rows, least_rows, [False] * n, rng):
                break
            rows[i] += 1
    add_at_random(flow, room, rows, most_rows, columns, old, rng)
    return flow


def push(
    card: int, flow: list[int], room: list[int], rows: list[int], most: list[int], n: int, seen: list[bool], rng: Stream
) -> bool:
    """One more old card of that kind, from a seat with room for it; a full seat gives up another kind if that finds room."""
    seen[card] = True
    start = rng.below(n)
    for step in range(n):
        i = (start + step) % n
        if flow[i * KINDS + card] < room[i * KINDS + card] and rows[i] < most[i]:
            flow[i * KINDS + card] += 1
            rows[i] += 1
            return True
    for i in range(n):
        if flow[i * KINDS + card] < room[i * KINDS + card]:
            for other in range(KINDS):
                if not seen[other] and flow[i * KINDS + other]:
                    flow[i * KINDS + other] -= 1
                    flow[i * KINDS + card] += 1
                    if push(other, flow, room, rows, most, n, seen, rng):
                        return True
                    flow[i * KINDS + other] += 1
                    flow[i * KINDS + card] -= 1
    return False


def pull(
    i: int, flow: list[int], room: list[int], columns: list[int], most: list[int],
    rows: list[int], least: list[int], seen: list[bool], rng: Stream,
) -> bool:  # fmt: skip
    """One more old card of that seat, of a kind with one left; of a used-up kind, from a seat that can spare it or finds another."""
    seen[i] = True
    start = rng.below(KINDS)
    for step in range(KINDS):
        card = (start + step) % KINDS
        if flow[i * KINDS + card] < room[i * KINDS + card] and columns[card] < most[card]:
            flow[i * KINDS + card] += 1
            columns[card] += 1
            return True
    for card in range(KINDS):
        if flow[i * KINDS + card] < room[i * KINDS + card]:
            for other in range(len(rows)):
                if not seen[other] and flow[other * KINDS + card]:
                    flow[other * KINDS + card] -= 1
                    flow[i * KINDS + card] += 1
                    if rows[other] > least[other]:
                        rows[other] -= 1
                        return True
                    if pull(other, flow, room, columns, most, rows, least, seen, rng):
                        return True
                    flow[other * KINDS + card] += 1
                    flow[i * KINDS + card] -= 1
    return False


def add_at_random(
    flow: list[int],
    room: list[int],
    rows: list[int],
    most_rows: list[int],
    columns: list[int],
    most_columns: list[int],
    rng: Stream,
) -> None:
    """Whether a card shown was old or new is open where both fit: toss for each."""
    for place in range(len(flow)):
        i, card = place // KINDS, place % KINDS
        for _ in range(room[place] - flow[place]):
            if rows[i] < most_rows[i] and columns[card] < most_columns[card] and rng.below(2):
                flow[place] += 1
                rows[i] += 1
                columns[card] += 1
