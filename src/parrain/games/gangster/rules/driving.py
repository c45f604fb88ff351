"""Driving and bumping (GA 6, GA 13.5 to GA 13.7)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.gangster.components import BUMPER, ENGINE
from parrain.games.gangster.rules.port import arrive
from parrain.games.gangster.state import StateData


def drives(state: StateData, clan: int) -> tuple[Action, ...]:
    """Where the cards that are up lead (GA 6.1, GA 13.5)."""
    box = state.box
    engine = 1 if state.has(clan, ENGINE) else 0
    return box.drives[((state.half + state.car[clan]) * (box.all_cards + 1) + state.cards[clan]) * 2 + engine]


def drive(state: StateData, player: int, action: Action) -> None:
    """Use up a card and drive exactly that far (GA 6.1 to GA 6.4); an engine may add a step (GA 13.5)."""
    box, clan, card, place = state.box, state.clan, action.a, action.b
    start = state.car[clan]
    ends = box.destinations(state.half + start, card, state.has(clan, ENGINE))
    if not state.cards[clan] >> card & 1 or not ends >> place & 1:
        raise state.refusal(player, action)
    state.cards[clan] &= ~(1 << card)
    state.car[clan] = place
    if state.log is not None:
        state.tell("drive", {"card": box.cards[card], "from": box.names[start], "to": box.names[place]})
    arrive(state, place)


def bumps(state: StateData, clan: int) -> int:
    """The cars next door, with every card that is up, as bits of the box's deeds (GA 13.6, GA 13.7)."""
    box = state.box
    near = state.next_to(state.car[clan])
    found = 0
    for other in state.order:
        if near >> state.car[other] & 1:
            for card in range(len(box.cards)):
                if state.cards[clan] >> card & 1:
                    found |= 1 << (card * box.clans + other)
    return found


def bump(state: StateData, player: int, action: Action) -> None:
    """Use up a card and change places with a car next door (GA 13.6, GA 13.7, GA 11.6)."""
    box, clan, card, other = state.box, state.clan, action.a, action.b
    start, place = state.car[clan], state.car[other]
    ready = state.cards[clan] >> card & 1 and state.has(clan, BUMPER)
    if not ready or place < 0 or not state.next_to(start) >> place & 1:
        raise state.refusal(player, action)
    state.cards[clan] &= ~(1 << card)
    state.car[clan] = place
    state.car[other] = start
    if state.log is not None:
        moved = {"other": box.clan_names[other], "from": box.names[start], "to": box.names[place]}
        state.tell("bump", {"card": box.cards[card], **moved})
    arrive(state, place)
