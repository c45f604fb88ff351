"""Why a choice of Gangster is not legal: the rule that forbids it, in words for the player who asks."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.refusals import usual_refusal
from parrain.core.say import Seat, say, say_plural
from parrain.games.gangster import actions as a
from parrain.games.gangster.components import BUMPER, DOOR, ENGINE, MACHINE_GUN, TRUNK
from parrain.games.gangster.rules import PHASES
from parrain.games.gangster.rules.loading import carries, guarded, has_room
from parrain.games.gangster.state import ACT, CHOOSING, COLOUR, SINKING, SQUARE, StateData


def refusal(state: StateData, player: int, action: Action) -> IllegalAction:
    """The rule that forbids this choice now."""
    usual = usual_refusal(state, player, action, "GA 5.2", "GA 14.1", "GA 5.1", say("It is {seat}'s turn."))
    if usual is not None:
        return usual
    kind, phase = action.kind, state.phase
    if phase == COLOUR and kind == a.PLAY:
        return no_colour(state, action.a)
    if phase == SQUARE and kind == a.GRAB:
        return no_load(state, state.target, action.a, True)
    if phase == CHOOSING and kind == a.EQUIP:
        return no_equipment(state, action.a)
    if phase == ACT:
        if kind == a.DRIVE:
            return no_drive(state, action.a, action.b)
        if kind == a.BUMP:
            return no_bump(state, action.a, action.b)
        if kind == a.UNLOAD:
            return no_unload(state, action.a)
        if kind == a.UNLOAD_TWO:
            return no_unload_two(state)
        if kind == a.LOAD:
            return no_load(state, state.car[state.clan], action.a, False)
        if kind == a.GUN:
            return no_gun(state, action.a)
    return wrong_phase(state, action)


def wrong_phase(state: StateData, action: Action) -> IllegalAction:
    """A choice that belongs to another phase."""
    kind, phase = action.kind, state.phase
    if phase < SINKING:
        if kind == a.BACK:
            return IllegalAction(
                "GA 16.2", "There is nothing to take back: a step can be taken back once in a turn, right after it."
            )
        if kind in (a.SINK, a.KEEP):
            return IllegalAction(
                "GA 11.1", "A trunk is emptied for good only by a car that has just reached the Gold Coast."
            )
        if kind == a.EQUIP:
            return IllegalAction("GA 11.3", "Equipment is taken only by a car that has just reached the Gold Coast.")
    if phase == ACT and kind == a.PLAY:
        if state.players == 2:
            return IllegalAction("GA 15.2", "You have already said which colour plays.")
        return IllegalAction("GA 15.1", "Only with two players does a player have two colours.")
    if phase == ACT and kind == a.GRAB:
        return IllegalAction("GA 13.9", "For the machine gun, first choose the district.")
    row = PHASES[phase]
    filling = {"place": state.box.titles[state.target]} if phase == SQUARE else {}
    return IllegalAction(row.rule, "{what}", what=row.asks._replace(filling=filling))


def no_colour(state: StateData, clan: int) -> IllegalAction:
    """Not a colour of this player's."""
    if state.owner[clan] < 0:
        return IllegalAction("GA 15.1", "This colour is not in the game.")
    return IllegalAction("GA 15.2", "This colour is {seat}'s.", seat=Seat(state.owner[clan]))


def no_card(state: StateData, card: int) -> IllegalAction:
    """The movement card is face down."""
    return IllegalAction(
        "GA 6.5", "Your card {card} is face down; it comes up again when all are used.", card=state.box.cards[card]
    )


def no_drive(state: StateData, card: int, place: int) -> IllegalAction:
    """The card is used up, or does not lead there."""
    box = state.box
    start = state.car[state.clan]
    if not state.cards[state.clan] >> card & 1:
        return no_card(state, card)
    title = box.titles[place]
    if place < box.port and not state.in_play(place):
        return IllegalAction("GA 3.5", "With three players {place} does not exist.", place=title)
    steps = box.cards[card]
    row = (state.half + start) * box.longest - 1
    further = steps + box.engine_adds
    engine = not state.has(state.clan, ENGINE) and box.reach[row + further] >> place & 1
    if place == start:
        if engine:
            return IllegalAction("GA 13.5", "You cannot end where you are: only an engine would take you once round.")
        return IllegalAction("GA 6.2", "You cannot end where you are: you would have to turn back.")
    for fewer in range(1, steps):
        if box.reach[row + fewer] >> place & 1:
            away = say_plural("{count} street", "{count} streets", count=fewer)
            exact = say_plural("{count} street", "{count} streets", count=steps)
            filling = {"place": title, "fewer": away, "steps": exact}
            if (steps - fewer) % 2 == 0:
                return IllegalAction(
                    "GA 6.2",
                    "To end in {place} after {steps} you would have to turn back.",
                    place=box.place_terms[place],
                    steps=exact,
                )
            return IllegalAction(
                "GA 6.1", "{place} is {fewer} away; with this card you drive exactly {steps}.", **filling
            )
    if engine:
        return IllegalAction(
            "GA 13.5",
            "{place} is {steps} away: only an engine would take you there with this card.",
            place=title,
            steps=say_plural("{count} street", "{count} streets", count=further),
        )
    return IllegalAction(
        "GA 6.1",
        "No road of exactly {steps} leads to {place}.",
        steps=say_plural("{count} street", "{count} streets", count=steps),
        place=box.place_terms[place],
    )


def no_bump(state: StateData, card: int, other: int) -> IllegalAction:
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
        "GA 13.7", "That car is not one street away: it is in {place}.", place=state.box.place_terms[state.car[other]]
    )


def in_port() -> IllegalAction:
    """Nothing but driving in the port."""
    return IllegalAction("GA 7.6", "In the Gold Coast nobody gets in or out: drive on.")


def no_unload(state: StateData, passenger: int) -> IllegalAction:
    """In the port, nobody aboard, or no square."""
    clan = state.clan
    place = state.car[clan]
    if place == state.box.port:
        return in_port()
    if not carries(state, clan, passenger):
        if passenger == clan:
            return IllegalAction("GA 7.3", "Your car is empty: none of your own gangsters is inside.")
        return IllegalAction("GA 7.3", "There is no gangster of that colour in your trunk.")
    return no_square(state, place)


def no_square(state: StateData, place: int) -> IllegalAction:
    """The tile is full, or its holes are closed to this colour."""
    title = state.box.titles[place]
    if state.occupied(place) == (1 << state.size[place]) - 1:
        return IllegalAction("GA 8.6", "All squares of {place} are taken.", place=title)
    return IllegalAction(
        "GA 8.3", "The holes of {place} are closed to this colour: another clan holds the last square.", place=title
    )


def no_unload_two(state: StateData) -> IllegalAction:
    """No door, in the port, fewer than two inside, or not two squares."""
    clan = state.clan
    place = state.car[clan]
    if not state.has(clan, DOOR):
        return IllegalAction("GA 13.10", "Without the door you unload one gangster in a turn.")
    if place == state.box.port:
        return in_port()
    if state.inside[clan] < 2:
        return IllegalAction("GA 13.10", "You have fewer than two of your own gangsters inside.")
    if state.open_square(place, clan) < 0:
        return no_square(state, place)
    return IllegalAction(
        "GA 13.10", "Only one of the two would find a square in {place}.", place=state.box.place_terms[place]
    )


def no_load(state: StateData, place: int, square: int, gun: bool) -> IllegalAction:
    """In the port, an empty square, one's own at gunpoint, a bodyguard, or a full trunk."""
    clan = state.clan
    box = state.box
    if place == box.port:
        return in_port()
    if square >= state.size[place]:
        return IllegalAction(
            "GA 7.4", "{place} has only {squares} squares.", place=box.titles[place], squares=state.size[place]
        )
    taken = state.on_square(place, square)
    if taken < 0:
        return IllegalAction(
            "GA 7.4", "Square {square} of {place} is empty.", square=square + 1, place=box.titles[place]
        )
    if gun and taken == clan:
        return IllegalAction("GA 13.8", "The machine gun takes other colours only.")
    if guarded(state, place, taken, gun):
        if gun:
            return IllegalAction("GA 13.2", "A bodyguard watches over this gangster, against machine guns too.")
        return IllegalAction("GA 13.1", "A bodyguard watches over this gangster: its colour's car is here.")
    return full_trunk(state)


def full_trunk(state: StateData) -> IllegalAction:
    """No room for another colour."""
    if state.trunk[2 * state.clan + 1] >= 0 and state.box.trunk_places < 2 and not state.has(state.clan, TRUNK):
        return IllegalAction(
            "GA 13.4", "You lost your large trunk with two aboard: empty it before you load another colour."
        )
    return IllegalAction("GA 7.5", "Your trunk is full.")


def no_gun(state: StateData, place: int) -> IllegalAction:
    """No machine gun, in the port, no room, not next door, or nobody there to load."""
    clan = state.clan
    box = state.box
    if not state.has(clan, MACHINE_GUN):
        return IllegalAction("GA 13.8", "You have no machine gun.")
    if state.car[clan] == box.port:
        return IllegalAction("GA 13.8", "No machine guns in the Gold Coast: people are eating.")
    if not has_room(state, clan):
        return full_trunk(state)
    if place == box.port or not state.next_to(state.car[clan]) >> place & 1:
        return IllegalAction("GA 13.8", "{place} is not a district next door.", place=box.titles[place])
    for other in state.order:
        if other != clan and state.where[place * box.clans + other] and guarded(state, place, other, True):
            return IllegalAction(
                "GA 13.2", "A bodyguard watches over all you could load in {place}.", place=box.place_terms[place]
            )
    return IllegalAction("GA 13.8", "There is nobody of another colour in {place}.", place=box.place_terms[place])


def no_equipment(state: StateData, kind: int) -> IllegalAction:
    """Not in the port, or already owned."""
    if kind not in state.port:
        return IllegalAction("GA 11.3", "The port does not have {equipment}.", equipment=state.box.the_kind[kind])
    return IllegalAction(
        "GA 12.2", "You already own {equipment}: two of a kind are not allowed.", equipment=state.box.a_kind[kind]
    )
