"""What Gangster says: prompts in two voices, choices, events, the table in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say
from parrain.games.gangster import actions as a
from parrain.games.gangster.chart import chart as chart
from parrain.games.gangster.components import EQUIPMENT, UNKNOWN, Box
from parrain.games.gangster.rules import PHASES
from parrain.games.gangster.state import PHASE_NAMES
from parrain.games.gangster.view import View

NOBODY = say("nobody")


def colour(box: Box, name: str) -> Term:
    """The name of a colour."""
    return box.clan_terms[box.clan_of[name]]


def colours(box: Box, names: object) -> Say | list[Term]:
    """Several gangsters by colour."""
    return [colour(box, name) for name in cast(list[str], names)] or NOBODY


def kind(box: Box, name: str) -> Term:
    """The name of a piece of equipment."""
    return box.kind_terms[EQUIPMENT.index(name)]


def kinds(box: Box, names: object) -> Say | list[Term]:
    """Several pieces of equipment."""
    return [kind(box, name) for name in cast(list[str], names) if name] or say("nothing")


def place(box: Box, name: object) -> str:
    """A place by its printed name, the same in every language."""
    return box.titles[box.number_of[str(name)]]


# -- prompts --------------------------------------------------------------------------------------------------


def prompt(view: View, box: Box) -> Say:
    """What the seat is asked, or whom everybody is waiting for."""
    if view.ending:
        return ending(view)
    turn = view.to_move[0]
    if view.seat == turn:
        return question(view, box)
    return PHASES[PHASE_NAMES.index(view.phase)].waits._replace(filling={"seat": Seat(turn)})


def question(view: View, box: Box) -> Say:
    """What the player to move is asked."""
    if view.phase == "colour":
        return say("Your turn: which of your colours plays?")
    if view.phase == "square":
        return say("The machine gun points into {place}: which square?", place=place(box, view.target))
    if view.phase == "sink":
        return say("The Gold Coast. Does your trunk go for a swim?")
    if view.phase == "equip":
        return say("The Gold Coast: take one piece of equipment.")
    mine = colour(box, view.colour)
    if view.cars[view.colours.index(view.colour)] == box.names[box.port]:
        return say("Your {colour} car is at the Gold Coast: drive on.", colour=mine)
    return say("Your turn with {colour}: drive, or unload or load.", colour=mine)


def ending(view: View) -> Say:
    """How it ended, in one sentence."""
    kings = [seat for seat, at in enumerate(view.places) if at == 1]
    points = max(view.scores)
    filling: dict[str, object] = {"points": points, "seats": [Seat(each) for each in kings]}
    if view.ending == "turn-limit":
        return say("The gangs drove in circles until the clock stopped. Ahead with {points}: {seats}.", **filling)
    if len(kings) > 1:
        if view.seat in kings:
            return say("{points} influence, and you are not alone: the victory is shared by {seats}.", **filling)
        return say("{seats} share the victory with {points} influence.", **filling)
    if view.seat == kings[0]:
        return say("{points} influence: you are the King of Chicago. Nobody laughs.", points=points)
    return say("{seat} is the King of Chicago with {points} influence.", seat=Seat(kings[0]), points=points)


# -- choices --------------------------------------------------------------------------------------------------


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    done = action.kind
    if done == a.DRIVE:
        return say("Drive to {place} with the {card}", place=box.titles[action.b], card=box.cards[action.a])
    if done == a.BUMP:
        return say("Bump the {colour} car with the {card}", colour=box.clan_terms[action.b], card=box.cards[action.a])
    if done == a.UNLOAD:
        return unload_label(box.clan_names[action.a], view, box)
    if done == a.UNLOAD_TWO:
        return say("Unload two of your own")
    if done in (a.LOAD, a.GRAB):
        return load_label(action, view, box)
    if done == a.GUN:
        return say("Machine gun: load from {place}", place=box.titles[action.a])
    if done == a.SINK:
        return say("Sink the trunk")
    if done == a.KEEP:
        return say("Keep the trunk as it is")
    if done == a.EQUIP:
        return say("Take the {equipment}", equipment=box.kind_terms[action.a])
    if done == a.PLAY:
        return say("Play {colour}", colour=box.clan_terms[action.a])
    assert done == a.BACK
    return say("Back")


def unload_label(name: str, view: View, box: Box) -> Say:
    """Whom to unload: one's own, or a colour from the trunk."""
    if name == view.colour:
        return say("Unload one of your own ({colour})", colour=colour(box, name))
    return say("Unload {colour} from the trunk", colour=colour(box, name))


def load_label(action: Action, view: View, box: Box) -> Say:
    """Whom to load, and from which square."""
    at = view.target if action.kind == a.GRAB else view.cars[view.colours.index(view.colour)] if view.colour else ""
    squares = view.squares[view.districts.index(at)] if at in view.districts else ()
    name = squares[action.a] if action.a < len(squares) else ""
    if not name:
        return say("Load from square {square}", square=action.a + 1)
    return say("Load {colour} from square {square}", colour=colour(box, name), square=action.a + 1)


# -- events ---------------------------------------------------------------------------------------------------


def event_text(event: Mapping[str, object], seat: int | None, box: Box) -> Say | None:
    """What happened, told to that seat."""
    if "seat" in event:
        return deed_text(event, event["seat"] == seat, box)
    what = event["kind"]
    if what == "setup":
        return say("A fresh city, clean hands. {seat} begins.", seat=Seat(cast(int, event["starter"])))
    if what == "double":
        return say(
            "A Double for {place}: that makes {count}.", place=place(box, event["district"]), count=event["count"]
        )
    if what == "three-equal":
        return say(
            "Three times the {equipment} in the port: back to the box.", equipment=kind(box, str(event["equipment"]))
        )
    if what == "port":
        return say("On the quay: {equipment}.", equipment=kinds(box, event["equipment"]))
    if what == "score":
        return score_text(event, box)
    if what == "influence":
        scores = cast(list[int], event["scores"])
        told = [say("{seat} {points}", seat=Seat(number), points=points) for number, points in enumerate(scores)]
        return say("After scoring day {round}: {scores}.", round=event["round"], scores=told)
    if what == "round":
        return say(
            "Round {round}: {gangsters} new gangsters for everybody; {seat} begins.",
            round=event["round"],
            gangsters=event["gangsters"],
            seat=Seat(cast(int, event["starter"])),
        )
    if event["ending"] == "turn-limit":
        return say("Too many turns: the game is broken off.")
    return say("The third scoring day is over.")


def score_text(event: Mapping[str, object], box: Box) -> Say:
    """A district pays."""
    paid = cast(list[list[object]], event["paid"])
    told = [say("{colour} {points}", colour=colour(box, str(name)), points=points) for name, points in paid]
    if event["double"]:
        return say("{place} pays double: {paid}.", place=place(box, event["district"]), paid=told)
    return say("{place} pays: {paid}.", place=place(box, event["district"]), paid=told)


def deed_text(event: Mapping[str, object], mine: bool, box: Box) -> Say | None:
    """What a player did, to that player and to the others."""
    what = event["kind"]
    who = Seat(cast(int, event["seat"]))
    car = colour(box, str(event["colour"]))
    if what in ("drive", "bump"):
        return move_text(event, mine, box)
    if what in ("unload", "load"):
        return gangster_text(event, mine, box)
    if what in ("sink", "keep", "equip", "nothing-new"):
        return port_text(event, mine, box)
    if what == "open":
        return say(
            "{seat} opens with {colour} in {places}, and has a {equipment}.",
            seat=who,
            colour=car,
            places=[place(box, each) for each in cast(list[str], event["districts"])],
            equipment=kind(box, str(event["equipment"])),
        )
    if what == "cards-up":
        if mine:
            return say("Your {colour} cards are up again.", colour=car)
        return say("The {colour} cards of {seat} are up again.", colour=car, seat=who)
    if what == "police":
        return say("Police. They saw nothing.")
    assert what == "casino"
    if mine:
        return say("Scoring day! You draw {value} at the casino: so much is every “?”.", value=event["value"])
    return say("Scoring day! {seat} draws {value} at the casino: so much is every “?”.", seat=who, value=event["value"])


def move_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """A car has moved."""
    filling: dict[str, object] = {
        "seat": Seat(cast(int, event["seat"])),
        "colour": colour(box, str(event["colour"])),
        "place": place(box, event["to"]),
        "card": event["card"],
    }
    if event["kind"] == "drive":
        if mine:
            return say("You drive the {colour} car to {place} ({card}).", **filling)
        return say("{seat} drives the {colour} car to {place} ({card}).", **filling)
    filling["other"] = colour(box, str(event["other"]))
    filling["back"] = place(box, event["from"])
    if mine:
        return say("You bump your {colour} car into {place}; {other} finds itself in {back}.", **filling)
    return say("{seat} bumps the {colour} car into {place}; {other} finds itself in {back}.", **filling)


def gangster_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """A gangster got out or in."""
    filling: dict[str, object] = {
        "seat": Seat(cast(int, event["seat"])),
        "colour": colour(box, str(event["gangster"])),
        "place": place(box, event["district"]),
        "square": event["square"],
    }
    if event["kind"] == "unload":
        if mine:
            return say("You put {colour} on square {square} of {place}.", **filling)
        return say("{seat} puts {colour} on square {square} of {place}.", **filling)
    if event["gangster"] == event["colour"]:
        if mine:
            return say("You call {colour} back into the car from square {square} of {place}.", **filling)
        return say("{seat} calls {colour} back into the car from square {square} of {place}.", **filling)
    if mine:
        return say("You stuff {colour} from square {square} of {place} into your trunk.", **filling)
    return say("{seat} stuffs {colour} from square {square} of {place} into the trunk.", **filling)


def port_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """What happened at the Gold Coast."""
    what, who = event["kind"], Seat(cast(int, event["seat"]))
    if what == "sink":
        if mine:
            return say("You invite {colours} to a Sicilian lunch. They stay.", colours=colours(box, event["gangsters"]))
        return say(
            "{seat} invites {colours} to a Sicilian lunch. They stay.",
            seat=who,
            colours=colours(box, event["gangsters"]),
        )
    if what == "keep":
        return say("You keep your trunk shut.") if mine else say("{seat} keeps the trunk shut.", seat=who)
    if what == "nothing-new":
        return say("Nothing new for you on the quay.") if mine else say("Nothing new for {seat} on the quay.", seat=who)
    got = kind(box, str(event["equipment"]))
    if not event["lost"]:
        if mine:
            return say("You take the {equipment}.", equipment=got)
        return say("{seat} takes the {equipment}.", seat=who, equipment=got)
    lost = kind(box, str(event["lost"]))
    if mine:
        return say("You take the {equipment} and lose the {lost}.", equipment=got, lost=lost)
    return say("{seat} takes the {equipment} and loses the {lost}.", seat=who, equipment=got, lost=lost)


# -- the table in words ---------------------------------------------------------------------------------------


def describe(view: View, box: Box) -> list[Say]:
    """The whole table in words."""
    told = [
        say(
            "Round {round} of {rounds}; {doubles} Doubles of {all} lie, {deck} district cards to come, "
            "{police} of them police.",
            round=view.round,
            rounds=view.rounds,
            doubles=len(view.doubles),
            all=box.doubles,
            deck=view.deck,
            police=view.police,
        )
    ]
    told += [describe_district(view, box, at) for at in range(len(view.districts))]
    told.append(describe_port(view, box))
    told += [describe_car(view, box, at) for at in range(len(view.colours))]
    for seat in range(view.players):
        if seat == view.seat:
            told.append(say("You have {points} influence.", points=view.scores[seat]))
        else:
            told.append(say("{seat} has {points} influence.", seat=Seat(seat), points=view.scores[seat]))
    if view.casino:
        told.append(say("Casino cards drawn so far: {cards}.", cards=list(view.casino)))
    told.append(prompt(view, box))
    return told


def streets_from(view: View, box: Box, number: int) -> list[str]:
    """The titles of the places one street away."""
    near = box.adjacent[(box.places if view.players == 3 else 0) + number]
    return [box.titles[each] for each in range(box.places) if near >> each & 1]


def describe_district(view: View, box: Box, at: int) -> Say:
    """A district: its tile, who stands where, where its streets lead."""
    number = box.number_of[view.districts[at]]
    tile = view.tiles[at] - 1
    who = [
        say("{square} {colour}", square=square + 1, colour=colour(box, name))
        for square, name in enumerate(view.squares[at])
        if name
    ]
    filling: dict[str, object] = {
        "place": box.titles[number],
        "values": ["?" if value == UNKNOWN else value for value in box.tile_values[tile]],
        "squares": box.tile_squares[tile],
        "who": who or NOBODY,
        "streets": streets_from(view, box, number),
    }
    if view.districts[at] in view.doubles:
        return say("{place}, Double: pays {values}; {squares} squares; there: {who}. Streets to {streets}.", **filling)
    return say("{place}: pays {values}; {squares} squares; there: {who}. Streets to {streets}.", **filling)


def describe_port(view: View, box: Box) -> Say:
    """The Gold Coast: what lies open, who was sunk."""
    sunk = [
        say("{count} {colour}", count=count, colour=colour(box, view.colours[at]))
        for at, count in enumerate(view.sunk)
        if count
    ]
    return say(
        "{place}: {equipment} on the quay, {stock} more to come; at lunch: {sunk}. Streets to {streets}.",
        place=box.titles[box.port],
        equipment=kinds(box, view.port),
        stock=sum(view.stock),
        sunk=sunk or NOBODY,
        streets=streets_from(view, box, box.port),
    )


def describe_car(view: View, box: Box, at: int) -> Say:
    """A car: where, who is in it, what it has."""
    filling: dict[str, object] = {
        "seat": Seat(view.owners[at]),
        "colour": colour(box, view.colours[at]),
        "place": place(box, view.cars[at]),
        "cards": list(view.cards[at]),
        "inside": view.inside[at],
        "trunk": colours(box, view.trunks[at]),
        "equipment": kinds(box, view.gear[at]),
    }
    if view.owners[at] == view.seat:
        return say(
            "Your {colour} car is in {place}: cards {cards} up, {inside} inside, in the trunk {trunk}, "
            "equipment {equipment}.",
            **filling,
        )
    return say(
        "{seat}, {colour} car in {place}: cards {cards} up, {inside} inside, in the trunk {trunk}, "
        "equipment {equipment}.",
        **filling,
    )
