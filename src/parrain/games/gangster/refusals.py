"""Why not? Each function finds the rule of Gangster that forbids a choice, for the player who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.say import Seat
from parrain.games.gangster.components import (
    BACK,
    BUMPER,
    COLOUR,
    DOOR,
    ENGINE,
    EQUIP,
    GRAB,
    KEEP,
    MACHINE_GUN,
    PLAY,
    SINK,
    SINKING,
    SQUARE,
    TRUNK,
)
from parrain.games.gangster.names import KIND_NAMES

if TYPE_CHECKING:
    from parrain.games.gangster.rules import State


def no_turn(state: State, player: int, action: Action) -> IllegalAction:
    """Not a choice of this box, or not now, or not this player's."""
    if not state.city.owns(action):
        return IllegalAction("GA 5.2", "“{text}” is not a choice of this edition.", text=action.text)
    if state.is_over:
        return IllegalAction("GA 14.1", "The game is over.")
    return IllegalAction("GA 5.1", "It is {seat}'s turn.", seat=Seat(state.turn))


def wrong_question(state: State, action: Action) -> IllegalAction:
    """A choice that answers another question than the one asked."""
    if state.phase == SINKING:
        return IllegalAction(
            "GA 11.1", "Your car is in the Gold Coast: first decide whether to sink what is in your trunk."
        )
    if state.phase > SINKING:
        return IllegalAction("GA 11.3", "Your car is in the Gold Coast: you must take one of the pieces of equipment.")
    if action.kind == BACK:
        return IllegalAction(
            "GA 16.2", "There is nothing to take back: a step can be taken back once in a turn, right after it."
        )
    if action.kind in (SINK, KEEP):
        return IllegalAction("GA 11.1", "A trunk can be sunk only by a car that has just reached the Gold Coast.")
    if action.kind == EQUIP:
        return IllegalAction("GA 11.3", "Equipment is taken only by a car that has just reached the Gold Coast.")
    if state.phase == SQUARE:
        return IllegalAction(
            "GA 13.9", "You are aiming into {place}: choose the square.", place=state.city.titles[state.target]
        )
    if state.phase == COLOUR:
        return IllegalAction("GA 15.2", "First say which of your two colours plays.")
    if action.kind == PLAY and state.players == 2:
        return IllegalAction("GA 15.2", "You have already said which colour plays.")
    if action.kind == PLAY:
        return IllegalAction("GA 15.1", "Only with two players does a player have two colours.")
    if action.kind == GRAB:
        return IllegalAction("GA 13.9", "For the machine gun, first choose the district.")
    return IllegalAction("GA 5.2", "You must drive, or unload or load.")


def no_colour(state: State, clan: int) -> IllegalAction:
    """Not a colour of this player's."""
    if state.owner[clan] < 0:
        return IllegalAction("GA 15.1", "This colour is not in the game.")
    return IllegalAction("GA 15.2", "This colour is {seat}'s.", seat=Seat(state.owner[clan]))


def no_card(state: State, card: int) -> IllegalAction:
    """The movement card is face down."""
    return IllegalAction(
        "GA 6.5", "Your {card} is face down; it comes up again when all are used.", card=state.city.cards[card]
    )


def no_drive(state: State, card: int, place: int) -> IllegalAction:
    """The card is used up, or does not lead there."""
    city = state.city
    start = state.car[state.clan]
    if not state.cards[state.clan] >> card & 1:
        return no_card(state, card)
    if place < city.port and not state.in_play(place):
        return IllegalAction("GA 3.5", "With three players {place} does not exist.", place=city.titles[place])
    steps = city.cards[card]
    row = (state.half + start) * city.longest - 1
    for fewer in range(1, steps):
        if city.reach[row + fewer] >> place & 1:
            if (steps - fewer) % 2 == 0:
                return IllegalAction(
                    "GA 6.2",
                    "To end in {place} after {steps} streets you would have to turn back.",
                    place=city.titles[place],
                    steps=steps,
                )
            return IllegalAction(
                "GA 6.1",
                "{place} is {fewer} streets away; with this card you drive exactly {steps}.",
                place=city.titles[place],
                fewer=fewer,
                steps=steps,
            )
    if not state.has(state.clan, ENGINE) and city.reach[row + steps + city.engine_adds] >> place & 1:
        return IllegalAction(
            "GA 13.5",
            "{place} is {steps} streets away: only an engine would take you there with this card.",
            place=city.titles[place],
            steps=steps + city.engine_adds,
        )
    if place == start:
        return IllegalAction("GA 6.2", "You cannot end where you are: you would have to turn back.")
    return IllegalAction(
        "GA 6.1", "No road of exactly {steps} streets leads to {place}.", steps=steps, place=city.titles[place]
    )


def no_bump(state: State, card: int, other: int) -> IllegalAction:
    """No bumper, no card, no car next door."""
    if not state.has(state.clan, BUMPER):
        return IllegalAction("GA 13.6", "You have no bumper.")
    if not state.cards[state.clan] >> card & 1:
        return no_card(state, card)
    if other == state.clan:
        return IllegalAction("GA 13.6", "Your car cannot bump itself.")
    if state.car[other] < 0:
        return IllegalAction("GA 2.2", "This colour is not in the game.")
    return IllegalAction(
        "GA 13.7", "That car is not one street away: it is in {place}.", place=state.city.titles[state.car[other]]
    )


def in_port() -> IllegalAction:
    """Nothing but driving in the port."""
    return IllegalAction("GA 7.6", "In the Gold Coast nobody gets in or out: drive on.")


def no_unload(state: State, passenger: int) -> IllegalAction:
    """In the port, nobody aboard, or no square."""
    clan = state.clan
    place = state.car[clan]
    if place == state.city.port:
        return in_port()
    if not state.carries(clan, passenger):
        if passenger == clan:
            return IllegalAction("GA 7.3", "Your car is empty: none of your own gangsters is inside.")
        return IllegalAction("GA 7.3", "There is no gangster of that colour in your trunk.")
    return no_square(state, place)


def no_square(state: State, place: int) -> IllegalAction:
    """The tile is full, or its holes are closed to this colour."""
    title = state.city.titles[place]
    if state.occupied(place) == (1 << state.size[place]) - 1:
        return IllegalAction("GA 8.6", "All squares of {place} are taken.", place=title)
    return IllegalAction(
        "GA 8.3", "The holes of {place} are closed to this colour: another clan holds the last square.", place=title
    )


def no_unload_two(state: State) -> IllegalAction:
    """No door, in the port, fewer than two inside, or not two squares."""
    clan = state.clan
    place = state.car[clan]
    if not state.has(clan, DOOR):
        return IllegalAction("GA 13.10", "Without the door you unload one gangster in a turn.")
    if place == state.city.port:
        return in_port()
    if state.inside[clan] < 2:
        return IllegalAction("GA 13.10", "You have fewer than two of your own gangsters inside.")
    if state.open_square(place, clan) < 0:
        return no_square(state, place)
    return IllegalAction(
        "GA 13.10", "Only one of the two would find a square in {place}.", place=state.city.titles[place]
    )


def no_load(state: State, place: int, square: int, gun: bool) -> IllegalAction:
    """In the port, an empty square, one's own at gunpoint, a bodyguard, or a full trunk."""
    clan = state.clan
    city = state.city
    if place == city.port:
        return in_port()
    if square >= state.size[place]:
        return IllegalAction(
            "GA 7.4", "{place} has only {squares} squares.", place=city.titles[place], squares=state.size[place]
        )
    taken = state.on_square(place, square)
    if taken < 0:
        return IllegalAction(
            "GA 7.4", "Square {square} of {place} is empty.", square=square + 1, place=city.titles[place]
        )
    if gun and taken == clan:
        return IllegalAction("GA 13.8", "The machine gun takes other colours only.")
    if state.guarded(place, taken, gun):
        if gun:
            return IllegalAction("GA 13.2", "A bodyguard watches over this gangster, against machine guns too.")
        return IllegalAction("GA 13.1", "A bodyguard watches over this gangster: its colour's car is here.")
    return full_trunk(state)


def full_trunk(state: State) -> IllegalAction:
    """No room for another colour."""
    if state.trunk[2 * state.clan + 1] >= 0 and state.city.trunk_places < 2 and not state.has(state.clan, TRUNK):
        return IllegalAction(
            "GA 13.4", "You lost your large trunk with two aboard: empty it before you load another colour."
        )
    return IllegalAction("GA 7.5", "Your trunk is full.")


def no_gun(state: State, place: int) -> IllegalAction:
    """No machine gun, in the port, no room, not next door, or nobody there to load."""
    clan = state.clan
    city = state.city
    if not state.has(clan, MACHINE_GUN):
        return IllegalAction("GA 13.8", "You have no machine gun.")
    if state.car[clan] == city.port:
        return IllegalAction("GA 13.8", "No machine guns in the Gold Coast: people are eating.")
    if not state.has_room(clan):
        return full_trunk(state)
    if place == city.port or not state.next_to(state.car[clan]) >> place & 1:
        return IllegalAction("GA 13.8", "{place} is not a district next door.", place=city.titles[place])
    for other in state.order:
        if other != clan and state.where[place * city.clans + other] and state.guarded(place, other, True):
            return IllegalAction(
                "GA 13.2", "In {place} a bodyguard watches over all you could load.", place=city.titles[place]
            )
    return IllegalAction("GA 13.8", "There is nobody of another colour in {place}.", place=city.titles[place])


def no_equipment(state: State, kind: int) -> IllegalAction:
    """Not in the port, or already owned."""
    if kind not in state.port:
        return IllegalAction("GA 11.3", "The {equipment} is not in the port.", equipment=KIND_NAMES[kind])
    return IllegalAction(
        "GA 12.2", "You already own the {equipment}: two of a kind are not allowed.", equipment=KIND_NAMES[kind]
    )
