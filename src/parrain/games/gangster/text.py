"""What Gangster says: prompts in two voices, choices, events, the table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say, say_plural
from parrain.games.gangster import actions as a
from parrain.games.gangster.chart import chart as chart
from parrain.games.gangster.components import EQUIPMENT, UNKNOWN, Box
from parrain.games.gangster.rules import PHASES
from parrain.games.gangster.state import PHASE_NAMES
from parrain.games.gangster.view import View

NOBODY = say("nobody")
ORDINALS = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"))


def colour(box: Box, name: str) -> Term:
    """The name of a colour."""
    return box.clan_terms[box.clan_of[name]]


def colours(box: Box, names: object) -> object:
    """Several gangsters by colour."""
    men = [say("a {colour} gangster", colour=colour(box, name)) for name in cast(Sequence[str], names)]
    return listed(men) if men else NOBODY


def kind(box: Box, name: str) -> Term:
    """The name of a piece of equipment."""
    return box.kind_terms[EQUIPMENT.index(name)]


def kinds(box: Box, names: object) -> object:
    """Several pieces of equipment."""
    return listed([kind(box, name) for name in cast(Sequence[str], names) if name])


def the_kind(box: Box, name: object) -> Term:
    """A piece of equipment with its article."""
    return box.the_kind[EQUIPMENT.index(str(name))]


def influence(points: int) -> Say:
    """A sum of influence."""
    return say_plural("{count} influence", "{count} influence", count=points)


def place(box: Box, name: object) -> str:
    """A place by its printed name, the same in every language."""
    return box.titles[box.number_of[str(name)]]


def at(box: Box, name: object) -> Term:
    """A place where somebody is or goes: in French with its preposition."""
    return box.place_terms[box.number_of[str(name)]]


def car_colour(box: Box, name: str) -> Term:
    """The colour of a car, which is feminine in French."""
    return box.car_terms[box.clan_of[name]]


def listed(parts: Sequence[object]) -> Say | list[object]:
    """Several things in a sentence, the last one after “and”."""
    if len(parts) < 2:
        return list(parts) if parts else say("nothing")
    return say("{first} and {last}", first=list(parts[:-1]), last=parts[-1])


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
        return say("The Gold Coast: do you empty your trunk? Whoever gets out stays for lunch.")
    if view.phase == "equip":
        return say("The Gold Coast: take one piece of equipment.")
    here = view.cars[view.colours.index(view.colour)]
    if here == box.names[box.port]:
        return say("Your {colour} car is at the Gold Coast: drive on.", colour=car_colour(box, view.colour))
    if view.players == 2:
        return say(
            "Your turn, {colour} clan: drive, or unload or load in {place}.",
            colour=colour(box, view.colour),
            place=at(box, here),
        )
    return say("Your turn: drive, or unload or load in {place}.", place=at(box, here))


def ending(view: View) -> Say:
    """How it ended, in one sentence."""
    kings = [seat for seat, at in enumerate(view.places) if at == 1]
    points = influence(max(view.scores))
    filling: dict[str, object] = {"points": points, "seats": listed([Seat(each) for each in kings])}
    if view.ending == "turn-limit":
        return say("The gangs drove in circles until the clock stopped. Ahead with {points}: {seats}.", **filling)
    if len(kings) > 1:
        if view.seat in kings:
            return say("{points}, and you are not alone: the victory is shared by {seats}.", **filling)
        return say("{seats} share the victory with {points}.", **filling)
    if view.seat == kings[0]:
        return say("{points}: you are the King of Chicago. Nobody laughs.", points=points)
    return say("{seat} is the King of Chicago with {points}.", seat=Seat(kings[0]), points=points)


# -- choices --------------------------------------------------------------------------------------------------


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    done = action.kind
    if done == a.DRIVE:
        return say("Drive to {place} with the {card}", place=box.place_terms[action.b], card=box.cards[action.a])
    if done == a.BUMP:
        return say("Bump the {colour} car with the {card}", colour=box.car_terms[action.b], card=box.cards[action.a])
    if done == a.UNLOAD:
        return unload_label(box.clan_names[action.a], view, box)
    if done == a.UNLOAD_TWO:
        return say("Unload two of your own")
    if done in (a.LOAD, a.GRAB):
        return load_label(action, view, box)
    if done == a.GUN:
        return say("Machine gun: load from {place}", place=box.place_terms[action.a])
    if done == a.SINK:
        return say("Empty the trunk for good")
    if done == a.KEEP:
        return say("Keep the trunk as it is")
    if done == a.EQUIP:
        return say("Take {equipment}", equipment=box.the_kind[action.a])
    if done == a.PLAY:
        return say("Play the {colour} clan", colour=box.clan_terms[action.a])
    assert done == a.BACK
    return say("Choose again")


def unload_label(name: str, view: View, box: Box) -> Say:
    """Whom to unload: one's own, or a colour from the trunk."""
    if name == view.colour:
        return say("Unload one of your own")
    return say("Unload the {colour} gangster from the trunk", colour=colour(box, name))


def load_label(action: Action, view: View, box: Box) -> Say:
    """Whom to load, and from which square."""
    at = view.target if action.kind == a.GRAB else view.cars[view.colours.index(view.colour)] if view.colour else ""
    squares = view.squares[view.districts.index(at)] if at in view.districts else ()
    name = squares[action.a] if action.a < len(squares) else ""
    if not name:
        return say("Load from square {square}", square=action.a + 1)
    return say("Load the {colour} gangster from square {square}", colour=colour(box, name), square=action.a + 1)


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
            "A Double for {place}: {count} of {all}.",
            place=place(box, event["district"]),
            count=event["count"],
            all=box.doubles,
        )
    if what == "three-equal":
        return say(
            "Three times {equipment} in the port: all three go back to the box.",
            equipment=the_kind(box, event["equipment"]),
        )
    if what == "port":
        return say("On the quay: {equipment}.", equipment=kinds(box, event["equipment"]))
    if what == "score":
        return score_text(event, box)
    if what == "influence":
        scores = cast(Sequence[int], event["scores"])
        told = [say("{seat} {points}", seat=Seat(number), points=points) for number, points in enumerate(scores)]
        return say(
            "After the {round} pay day: {scores}.", round=ORDINALS[(cast(int, event["round"]) - 1) % 5], scores=told
        )
    if what == "round":
        return say(
            "Round {round}: {gangsters} for everybody; {seat} begins.",
            round=event["round"],
            gangsters=say_plural("{count} new gangster", "{count} new gangsters", count=event["gangsters"]),
            seat=Seat(cast(int, event["starter"])),
        )
    if event["ending"] == "turn-limit":
        return say("Too many turns: the game is broken off.")
    return say("The last pay day is over.")


def score_text(event: Mapping[str, object], box: Box) -> Say:
    """A district pays."""
    paid = cast(Sequence[Sequence[object]], event["paid"])
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
            "{seat} opens with the {colour} clan in {places}, and has {equipment}.",
            seat=who,
            colour=car,
            places=listed([at(box, each) for each in cast(Sequence[str], event["districts"])]),
            equipment=box.a_kind[EQUIPMENT.index(str(event["equipment"]))],
        )
    if what == "cards-up":
        if mine:
            return say("Your {colour} cards are up again.", colour=car)
        return say("The {colour} cards of {seat} are up again.", colour=car, seat=who)
    if what == "police":
        return say("Police. They saw nothing.")
    assert what == "casino"
    if mine:
        return say("Pay day! You draw {value} at the casino: every “?” is worth {value}.", value=event["value"])
    return say(
        "Pay day! {seat} draws {value} at the casino: every “?” is worth {value}.", seat=who, value=event["value"]
    )


def move_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """A car has moved."""
    filling: dict[str, object] = {
        "seat": Seat(cast(int, event["seat"])),
        "colour": car_colour(box, str(event["colour"])),
        "place": at(box, event["to"]),
        "card": event["card"],
    }
    if event["kind"] == "drive":
        if mine:
            return say("You drive the {colour} car to {place} ({card}).", **filling)
        return say("{seat} drives the {colour} car to {place} ({card}).", **filling)
    filling["other"] = car_colour(box, str(event["other"]))
    filling["back"] = at(box, event["from"])
    if mine:
        return say("Your {colour} car bumps the {other} one: you are in {place}, it is in {back} ({card}).", **filling)
    return say(
        "{seat}'s {colour} car bumps the {other} one: it is in {place}, the other in {back} ({card}).", **filling
    )


def gangster_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """A gangster got out or in."""
    filling: dict[str, object] = {
        "seat": Seat(cast(int, event["seat"])),
        "colour": colour(box, str(event["gangster"])),
        "place": at(box, event["district"]),
        "square": event["square"],
    }
    if event["kind"] == "unload":
        if mine:
            return say("You put a {colour} gangster on square {square} in {place}.", **filling)
        return say("{seat} puts a {colour} gangster on square {square} in {place}.", **filling)
    if event["gangster"] == event["colour"]:
        if mine:
            return say("You call a {colour} gangster back into the car from square {square} in {place}.", **filling)
        return say("{seat} calls a {colour} gangster back into the car from square {square} in {place}.", **filling)
    if mine:
        return say("You stuff a {colour} gangster from square {square} in {place} into your trunk.", **filling)
    return say("{seat} stuffs a {colour} gangster from square {square} in {place} into the trunk.", **filling)


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
    got = box.a_kind[EQUIPMENT.index(str(event["equipment"]))]
    if not event["lost"]:
        if mine:
            return say("You take {equipment}.", equipment=got)
        return say("{seat} takes {equipment}.", seat=who, equipment=got)
    lost = the_kind(box, event["lost"])
    if mine:
        return say("You take {equipment} and lose {lost}.", equipment=got, lost=lost)
    return say("{seat} takes {equipment} and loses {lost}.", seat=who, equipment=got, lost=lost)


# -- the table in words ---------------------------------------------------------------------------------------


def describe(view: View, box: Box) -> list[Say]:
    """The whole table in words."""
    told = [
        say(
            "Round {round} of {rounds}; {doubles}; {deck}, {police}.",
            round=view.round,
            rounds=view.rounds,
            doubles=say_plural(
                "{count} Double of {all} is out",
                "{count} Doubles of {all} are out",
                count=len(view.doubles),
                all=box.doubles,
            ),
            deck=say_plural("{count} district card to come", "{count} district cards to come", count=view.deck),
            police=say_plural("{count} of them police", "{count} of them police", count=view.police),
        )
    ]
    told += [describe_district(view, box, at) for at in range(len(view.districts))]
    told.append(describe_port(view, box))
    told += [describe_car(view, box, at) for at in range(len(view.colours))]
    for seat in range(view.players):
        if seat == view.seat:
            told.append(say("You have {points}.", points=influence(view.scores[seat])))
        else:
            told.append(say("{seat} has {points}.", seat=Seat(seat), points=influence(view.scores[seat])))
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
        "streets": listed(streets_from(view, box, number)),
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
        streets=listed(streets_from(view, box, box.port)),
    )


def describe_car(view: View, box: Box, at: int) -> Say:
    """A car: where, who is in it, what it has."""
    filling: dict[str, object] = {
        "seat": Seat(view.owners[at]),
        "colour": car_colour(box, view.colours[at]),
        "place": box.place_terms[box.number_of[view.cars[at]]],
        "cards": listed([str(value) for value in view.cards[at]]),
        "inside": view.inside[at],
        "trunk": colours(box, view.trunks[at]),
        "equipment": kinds(box, view.gear[at]),
    }
    if view.owners[at] == view.seat:
        return say(
            "Your {colour} car is in {place}; cards up: {cards}; inside: {inside}; in the trunk: {trunk}; "
            "equipment: {equipment}.",
            **filling,
        )
    return say(
        "{seat}, {colour} car in {place}; cards up: {cards}; inside: {inside}; in the trunk: {trunk}; "
        "equipment: {equipment}.",
        **filling,
    )


def heading(view: View, box: Box) -> Say:
    """The turn and whose it is, above what happens in it."""
    if not view.to_move:
        return say("The end")
    return say(
        "Round {round} · Turn {turn} · {seat}", round=view.round, turn=view.turns + 1, seat=Seat(view.to_move[0])
    )
