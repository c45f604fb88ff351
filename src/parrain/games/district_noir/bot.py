"""What a sensible player of District Noir looks at: majorities, sets, what the line holds, the third building."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.district_noir.components import BUILDING, GANG, Box
from parrain.games.district_noir.rules import State
from parrain.games.district_noir.view import View

WIN = 100.0


def worth(state: State, seat: int) -> float:
    """Points in front of a seat less those in front of the other, with half-won gangs and buildings counted softly."""
    box = state.cards
    mine, theirs = seat * box.types, (1 - seat) * box.types
    total = 0.0
    for gang in box.gangs:
        lead = state.taken[mine + gang] - state.taken[theirs + gang]
        # a lead is surer the larger it is; the next card of a gang counts less than the first
        total += box.values[gang] * (0.0 if lead == 0 else (0.17 + 0.04 * min(abs(lead), 3)) * (1 if lead > 0 else -1))
    total += set_hope(state, mine) - set_hope(state, theirs)
    total += state.card_points(seat) - state.card_points(1 - seat)
    total += building_hope(state, seat) - building_hope(state, 1 - seat)
    return total


def set_hope(state: State, start: int) -> float:
    """Sets that are complete, and something for the one that is under way."""
    box = state.cards
    counts = [state.taken[start + gang] for gang in box.gangs]
    if not counts:
        return 0.0
    least = min(counts)
    begun = sum([1 for count in counts if count > least])
    return box.set_points * (least + 0.1 * begun * begun)


def building_hope(state: State, seat: int) -> float:
    """What one's buildings promise, as long as the other holds none that would spoil it."""
    held = state.buildings(seat)
    if not held or state.buildings(1 - seat) or state.cards.buildings_to_win > len(state.cards.buildings):
        return 0.0
    return 1.5 if held < state.cards.buildings_to_win - 1 else 7.0


def prize(state: State, seat: int) -> float:
    """What taking now would change for that seat; a win if it brings the third building."""
    if not state.line:
        return 0.0
    before = worth(state, seat)
    box = state.cards
    start = seat * box.types
    end = state.line[-box.take :]
    for card in end:
        state.taken[start + card] += 1
    after = WIN if state.buildings(seat) >= box.buildings_to_win else worth(state, seat)
    for card in end:
        state.taken[start + card] -= 1
    return after - before


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """What each choice brings me, less what it leaves the other to take."""
    return [
        rate_take(state, seat) if action.id == state.cards.types else rate_lay(state, seat, action.id)
        for action in actions
    ]


def rate_take(state: State, seat: int) -> float:
    """The prize now, against what a later take is usually worth."""
    box = state.cards
    now = prize(state, seat)
    if now >= WIN / 2:
        return now
    left = sum(state.hand[seat * box.types : (seat + 1) * box.types])
    waiting = 3.2 + 1.2 * left if len(state.line) < box.take else 3.1 + 0.55 * left
    threat = 0.0
    if state.mask[1 - seat] & box.take_bit:
        threat = max(0.0, prize(state, 1 - seat)) * 0.5
    return now - waiting + threat


def rate_lay(state: State, seat: int, card: int) -> float:
    """What the line becomes for both: mine if I can still take, theirs first if they can."""
    box = state.cards
    state.line.append(card)
    mine = prize(state, seat) if state.mask[seat] & box.take_bit else 0.0
    theirs = prize(state, 1 - seat) if state.mask[1 - seat] & box.take_bit else 0.0
    state.line.pop()
    rating = 0.6 * mine - 0.3 * max(theirs, 0.0) - 0.25 * min(theirs, 0.0)
    if theirs >= WIN / 2:
        rating -= WIN
    if not state.mask[seat] & box.take_bit and not state.mask[1 - seat] & box.take_bit and box.kinds[card] == BUILDING:
        rating -= 0.5  # nobody takes this round: keep the building out of the next round's line
    return rating


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    seat = view.seat or 0
    if action.id == box.types:
        return reason_to_take(view, box, seat)
    card = action.a
    mine, theirs = view.may_take[seat], view.may_take[1 - seat]
    threat = [name for name in view.line[-box.take :] if box.kinds[box.number_of[name]] == BUILDING]
    if theirs and threat and box.kinds[card] != BUILDING and len(view.line) >= box.take:
        return say("It pushes the line on, so that a building slips out of the other's reach.")
    if not mine and not theirs:
        return say("Nobody takes any more this round: what you lay now waits for the next one.")
    if not theirs:
        return say("The other has already taken: what you lay now, you can take yourself.")
    if box.values[card] < 0:
        return say("A betrayal spoils the line for whoever takes next.")
    if mine and len(view.line) < box.take:
        return say("The line is still short: feed it now, and take when it is worth it.")
    return say("Of what you hold, it gives the other the least.")


def reason_to_take(view: View, box: Box, seat: int) -> Say:
    """Why to take now."""
    kinds = [box.kinds[box.number_of[name]] for name in view.line[-box.take :]]
    held = [sum(1 for name in taken if box.kinds[box.number_of[name]] == BUILDING) for taken in view.taken]
    if held[seat] + kinds.count(BUILDING) >= box.buildings_to_win:
        return say("The third building is in reach: take it and win.")
    if view.hand_sizes[seat] == 0:
        return say("With an empty hand there is no choice.")
    if view.may_take[1 - seat] and held[1 - seat] + kinds.count(BUILDING) >= box.buildings_to_win:
        return say("The other could win with the buildings in the line: take them away.")
    return say(
        "The end of the line is worth having now: {gangs} gang cards among {count}.",
        gangs=kinds.count(GANG),
        count=len(kinds),
    )
