"""The cards that explain things on the table: characters, the showdown tile, places, traffics, gangs, laid tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from parrain.core import svg
from parrain.core.edition import Edition
from parrain.core.parts import Card, Part, Value
from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.gangs_city.board import sums
from parrain.games.gangs_city.board.city import pile_face, place_face, tile_face
from parrain.games.gangs_city.board.context import ORDERS, Context, bust, shape, traffic_sign
from parrain.games.gangs_city.components import PILES, Box, names
from parrain.games.gangs_city.state import CHIEF, DEAD
from parrain.games.gangs_city.state.city import quarter_points
from parrain.games.gangs_city.text.describe import tiles_at
from parrain.games.gangs_city.view import View

# What each mercenary can do, and the rule that says it.
ABILITIES: dict[str, tuple[Say, str]] = {
    "bomber": (say("When he attacks, his gang wins ties, even against the owner."), "GC 8.2"),
    "wall": (say("No big calibre can shoot the Wall."), "GC 8.3"),
    "headhunter": (
        say("When he recruits, his gang may take two characters; their costs together may not exceed its total."),
        "GC 8.4",
    ),
    "spy": (
        say("When she is laid, her owner may look at one face-down tile of an opponent at the same place or pile."),
        "GC 8.5",
    ),
    "lawyer": (
        say("Others of his gang who are shot at the same place do not die: they go back to the city."),
        "GC 8.6",
    ),
    "kingpin": (say("Everybody else of his gang with the same order at this place gets +1."), "GC 8.7"),
    "sharpshooter": (say("When he fights: after the shots, the weakest opposing fighter adds nothing."), "GC 8.8"),
    "forger": (say("When his place is resolved, his owner takes a stock token of one of its rackets."), "GC 8.9"),
    "mole": (say("When all tiles are turned up, her owner may change her order."), "GC 8.10"),
    "mayor": (say("His gang wins every tie at this place, fighting and recruiting."), "GC 8.11"),
}


def card(thing: str, view: View, box: Box, players: Sequence[str], language: str) -> Card | None:
    """The card of a thing, None for what is unknown."""
    context = Context(view, box, (), players, language, False)
    kind, _, name = thing.partition(".")
    if kind == "character" and name in box.number_of:
        return character(context, name)
    if thing == "character.showdown":
        return showdown(context)
    if kind == "place" and name in PILES:
        return pile(context, name)
    if kind == "place" and name in box.place_number:
        return place(context, name)
    if kind == "traffic" and name in box.traffics:
        return traffic(context, name)
    if kind == "gang" and name.isdecimal() and int(name) < view.players:
        return gang(context, int(name))
    if kind == "tile" and name.isdecimal() and 1 <= int(name) <= len(view.laid):
        return tile(context, int(name) - 1)
    return None


def character(context: Context, name: str) -> Card:
    """A character: its values, what it runs, what it can do."""
    box = context.box
    who = box.number_of[name]
    values = [order_value(context, name, order) for order in ("attack", "defend", "recruit")]
    values.append(Value("coin", str(context.cost(name)), context.words(say("cost"))))
    lines = []
    rule = "GC 2.2"
    ability = sums.ability(name, box)
    if box.mercenary[who]:
        told, rule = ABILITIES.get(ability, (say("Counts by the numbers alone."), "GC 2.6"))
        if not context.house():
            told, rule = say("At this table mercenaries count by their numbers alone."), "GC 2.6"
        lines.append(context.words(told))
    runs = list(dict.fromkeys(context.traffics_of(name)))
    if runs:
        counted = names.tokens(box, [context.traffics_of(name).count(each) for each in box.traffics])
        lines.append(context.words(say("On a place of yours it can run: {traffics}.", traffics=counted)))
    else:
        lines.append(context.words(say("Runs no racket.")))
    places = [names.site(box, at) for at, _, _, _, waiting in context.view.city if name in waiting]
    if places:
        lines.append(context.words(say("To be recruited now: {places}.", places=places)))
    kind = say("Mercenary") if box.mercenary[who] else say("Character")
    return Card(
        context.who(name),
        context.words(kind),
        Part("picture", 64, 64, svg.portrait(bust(name), 1, 1, 62)),
        tuple(values),
        tuple(lines),
        rule,
        reconstruction(context, name),
    )


def order_value(context: Context, name: str, order: str) -> Value:
    """A printed value with its sign."""
    value = context.value(name, order)
    return Value(ORDERS[order][0], str(value) if value >= 0 else "–", context.words(names.doing(order)))


def showdown(context: Context) -> Card:
    """The showdown tile."""
    lines = (
        say("Lay it where your people fight; it is no character and comes back every turn."),
        say("Big calibre: kill one opposing fighter there before strengths are counted."),
        say("Vest: nobody of your gang can be shot at that place."),
    )
    return Card(
        context.who("showdown"),
        context.words(say("Every gang has one")),
        Part("picture", 64, 64, svg.portrait("showdown", 1, 1, 62)),
        lines=tuple(context.words(each) for each in lines),
        rule="GC 4.14",
    )


def place(context: Context, name: str) -> Card:
    """A place: initiative, traffics, owner, who may be recruited, what lies there."""
    box = context.box
    number = box.place_number[name]
    traffics = context.traffics_of(name)
    owner = context.owners.get(name, -1)
    waiting = next((waiting for at, _, _, _, waiting in context.view.city if at == name), ())
    values = [Value("star", str(box.initiative[number]), context.words(say("initiative")))]
    values += [
        Value(each, str(traffics.count(each)), context.words(names.traffic(box, each)))
        for each in dict.fromkeys(traffics)
    ]
    lines = [say("Nobody owns it.") if owner < 0 else say("Owner: {seat}.", seat=Seat(owner))]
    if waiting:
        lines.append(say("To be recruited: {who}.", who=names.people(box, waiting)))
    lines += tiles_at(context.view, box, name)
    lines.append(say("Places of one owner that touch form a quarter: its places less one are points every turn."))
    picture = svg.group(
        place_face(context.place(name), box.initiative[number], tuple(traffics), owner, 80.0, 13.0, False), x=72, y=82
    )
    return Card(
        context.place(name),
        context.words(say("Place")),
        Part("picture", 144, 164, picture),
        tuple(values),
        tuple(context.words(each) for each in lines),
        "GC 2.7",
        reconstruction(context, name),
    )


def pile(context: Context, name: str) -> Card | None:
    """A pile of the centre."""
    index = PILES.index(name)
    if index >= len(context.view.piles):
        return None
    left = context.view.piles[index][2]
    lines = [
        say_plural("{count} place face down.", "{count} places face down.", count=left),
        say("Anybody may attack here; the strongest gang wins the top place and builds it at the end of the turn."),
        *tiles_at(context.view, context.box, name),
    ]
    return Card(
        context.place(name),
        context.words(say("Places to win")),
        Part("picture", 150, 170, svg.group(pile_face(context.place(name), left, 80.0, 13.0), x=72, y=82)),
        lines=tuple(context.words(each) for each in lines),
        rule="GC 4.12",
    )


def traffic(context: Context, name: str) -> Card:
    """A traffic: its boxes, its leader, its tokens."""
    box, view = context.box, context.view
    kind = box.traffics.index(name)
    leader, level = view.leaders[kind]
    boxes = box.boxes[kind]
    held = sum(row[kind] for row in view.stock)
    lines = [
        say("Nobody leads it.")
        if leader < 0
        else say_plural(
            "{seat} leads it: {count} point a turn.",
            "{seat} leads it: {count} points a turn.",
            seat=Seat(leader),
            count=boxes[level],
        ),
        say("Whoever alone manages and bids the most leads it; who keeps it moves one box to the right."),
        say("Stock tokens: {held} with the gangs, {left} in the supply.", held=held, left=box.tokens[kind] - held),
    ]
    values = [
        Value(name, str(points), context.words(say("in the lead now") if here else say("points")))
        for i, points in enumerate(boxes)
        for here in (leader >= 0 and i == level,)
    ]
    return Card(
        context.capital(names.traffic(box, name)),
        context.words(say("Racket")),
        Part("picture", 64, 64, traffic_sign(name, 32, 32, 60)),
        tuple(values),
        tuple(context.words(each) for each in lines),
        "GC 5.5",
    )


def gang(context: Context, seat: int) -> Card:
    """A gang: its score and what it is made of, its people, its stock."""
    view, box = context.view, context.box
    led = sums.led(view, box, seat)
    size = sums.quarter(sums.owners_of(view), seat)
    values = [
        Value("laurel", str(view.scores[seat]), context.words(say("score"))),
        Value("notes", f"+{sum(points for _, points in led)}", context.words(say("rackets"))),
        Value("quarter", f"+{quarter_points(size)}", context.words(say("quarter"))),
        Value("hidden", str(view.hand_sizes[seat]), context.words(say("tiles in hand"))),
    ]
    lines = [
        say("People: {who}.", who=names.people(box, view.rosters[seat])),
        say("Leads: {traffics}.", traffics=names.listed([names.traffic(box, name) for name, _ in led])),
        say("Largest quarter: {count}.", count=size),
        say("Stock: {tokens}.", tokens=names.tokens(box, view.stock[seat])),
    ]
    return Card(
        context.player(seat),
        context.words(say("Gang")),
        Part("picture", 64, 64, shape(seat, 32, 32, 24)),
        tuple(values),
        tuple(context.words(each) for each in lines),
        "GC 1.1",
    )


def tile(context: Context, i: int) -> Card:
    """A tile on the city, as far as this View knows it."""
    view = context.view
    seat, where, what, do, mark, _ = view.laid[i]
    order = context.order_on(do, where, seat) if what else ""
    face = tile_face(seat, what, order, bool(mark & CHIEF), bool(mark & DEAD), 56.0)
    picture = Part("picture", 80, 80, svg.group(face, x=14, y=16))
    lines = [say("{seat}, {spot}", seat=Seat(seat), spot=names.spot(context.box, where))]
    if mark & CHIEF:
        lines.append(say("The chief is here: everybody of the gang with the same order at this place gets +1."))
    if mark & DEAD:
        lines.append(say("Shot: counts no more."))
    told = [context.words(each) for each in lines]
    if not what:
        told.append(context.words(say("Nobody else knows who it is until all tiles are turned up.")))
        return Card(context.words(say("Face-down tile")), "", picture, (), tuple(told), "GC 9.1")
    doing = context.capital(names.doing(order))
    if what == "showdown":
        return Card(context.who(what), doing, picture, (), (*told, *showdown(context).lines), "GC 4.14")
    about = character(context, what)
    return Card(about.title, doing, picture, about.values, (*told, *about.lines), about.rule, about.reconstructed)


# -- where a value comes from ----------------------------------------------------------------------------------

FIELDS = {
    "attack": say("attack"),
    "defence": say("defence"),
    "recruit": say("recruiting"),
    "cost": say("cost"),
    "traffics": say("rackets"),
    "initiative": say("initiative"),
    "recruits": say("characters"),
}


@lru_cache(maxsize=8)
def reconstructed_fields(edition: Edition) -> dict[str, list[str]]:
    """By character or place, the fields whose values are our reconstruction."""
    found: dict[str, list[str]] = {}
    for value in edition.reconstructed():
        _, name, field, *_ = [*value.path.split("."), "", ""]
        if field in FIELDS:
            fields = found.setdefault(name, [])
            if field not in fields:
                fields.append(field)
    return found


def reconstruction(context: Context, name: str) -> str:
    """What of a character or a place is our reconstruction, in a sentence; empty if nothing is."""
    fields = reconstructed_fields(context.box.edition).get(name, [])
    if not fields:
        return ""
    return context.words(
        say("Our reconstruction, not the publisher's: {fields}.", fields=[FIELDS[field] for field in fields])
    )
