"""The cards that explain what lies on the table of Gangster."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parrain.core import svg
from parrain.core.parts import Card, Part, Value
from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.gangster import text
from parrain.games.gangster.board.drawing import (
    EFFECTS,
    Drawing,
    bust,
    car,
    double_disc,
    gear_tile,
    line,
    mark,
    mark_of,
    move_card,
)
from parrain.games.gangster.board.payout import open_square, payouts, ranking, with_men
from parrain.games.gangster.components import EQUIPMENT, Box
from parrain.games.gangster.text import ORDINALS
from parrain.games.gangster.view import View

GEAR_RULES = dict(zip(EQUIPMENT, ("13.1", "13.3", "13.5", "13.6", "13.8", "13.10"), strict=True))
MOST_MEN = say(
    "The clan with most men in a district takes its first payout; between equals the man on the highest square decides."
)
TURNED_UP = say("Whoever has used all movement cards turns one up: its district gets a Double; police do nothing.")
NO_TURNING = say("A car drives exactly as many streets as its card says, and never turns back.")


def card(thing: str, view: View, box: Box, names: Sequence[str], language: str) -> Card | None:
    """The card of a thing on the table, None if there is none of that name."""
    drawing = Drawing(view, box, (), names, language, False)
    kind, _, name = thing.partition(".")
    if kind == "place" and name in view.districts:
        return district(drawing, name)
    if kind == "place" and name == box.names[box.port]:
        return port(drawing)
    if kind == "man" and name in view.colours:
        return man(drawing, name)
    if kind == "car" and name in view.colours:
        return car_card(drawing, name)
    if kind == "gear" and name in EQUIPMENT:
        return equipment(drawing, name)
    if kind == "card" and name in [str(value) for value in box.cards]:
        return movement(drawing, int(name))
    found = PLAIN.get(thing)
    return found(drawing) if found else None


def picture(drawn: svg.Markup, width: float = 96, height: float = 96) -> Part:
    """The picture of a card."""
    return Part("card", width, height, drawn)


def recon(drawing: Drawing, table: str, number: int | None = None) -> str:
    """Said if a table of the edition file is our reconstruction."""
    data = drawing.box.edition.data.get(table)
    found = data[number] if number is not None and isinstance(data, list) else data
    if isinstance(found, dict) and found.get("status") == "recon":
        return drawing.words(RECONSTRUCTED[table])
    return ""


RECONSTRUCTED: dict[str, Say] = {
    "tile": say("The values and squares of this tile are our reconstruction."),
    "map": say("The streets are our reconstruction: the published map is lost to us."),
    "casino": say("Most casino cards are our reconstruction."),
}


# -- places -----------------------------------------------------------------------------------------------------------


def district(drawing: Drawing, name: str) -> Card:
    """A district: who would be paid what, and what one man more would change."""
    view, box = drawing.view, drawing.box
    at = view.districts.index(name)
    twice = name in view.doubles
    words = drawing.words
    size = box.tile_squares[view.tiles[at] - 1]
    taken = sum(1 for colour in view.squares[at] if colour)
    lines = [words(each) for each in (one_more(drawing, at), streets(drawing, name)) if each is not None]
    return Card(
        box.titles[box.number_of[name]],
        words(say("District with a Double: pays twice") if twice else say("District")),
        ledger(drawing, at),
        (Value("boss", f"{taken}/{size}", words(say("squares taken"))),),
        tuple(lines),
        "GA 9.3",
        recon(drawing, "tile", view.tiles[at] - 1),
    )


def ledger(drawing: Drawing, at: int) -> Part:
    """Rank by rank: the clan, its player, its men, what it would be paid."""
    view = drawing.view
    row, order = payouts(view, drawing.box, at), ranking(view.squares[at])
    shown = [svg.rect(0, 0, 240, 24.0 * max(len(row), len(order)) + 4, "card")]
    for rank in range(max(len(row), len(order))):
        y = 18 + rank * 24.0
        pays = row[rank].shown if rank < len(row) else "0"
        place = drawing.words(ORDINALS[rank]) if rank < len(ORDINALS) else str(rank + 1)
        shown.append(line(6, y, place, 14, "dust", room=32))
        shown.append(svg.text(234, y, pays, 17, "blood" if "?" in pays else "coal", "end", serif=True))
        if rank >= len(order):
            shown.append(svg.text(64, y, "–", 14, "dust"))
            continue
        colour = order[rank]
        men = view.squares[at].count(colour)
        if colour in drawing.mine:
            shown.insert(1, svg.rect(2, y - 16, 236, 23, mark_of(colour).paint, opacity=0.2))
        count = drawing.words(say_plural("{count} man", "{count} men", count=men))
        shown.append(mark(colour, 50, y - 5, 7))
        shown.append(line(64, y, drawing.player(colour), 14, "coal", room=64))
        shown.append(line(134, y, count, 14, "coal", room=66))
    return Part("card", 240, 24.0 * max(len(row), len(order)) + 4, svg.join(*shown))


def one_more(drawing: Drawing, at: int) -> Say | None:
    """What one man more of the viewer's clan would change here."""
    view, box = drawing.view, drawing.box
    colour = view.colour if view.colour in drawing.mine else next(iter(sorted(drawing.mine)), "")
    if not colour:
        return None
    if open_square(view, box, at, colour) < 0:
        return say("No square is open to your clan here.")
    squares, taken = with_men(view, box, at, [colour])
    now = payouts(view, box, at, squares)
    rank = ranking(squares).index(colour)
    filling: dict[str, object] = {"square": taken[0] + 1, "rank": ORDINALS[min(rank, len(ORDINALS) - 1)]}
    if rank >= len(now):
        return say("One man more, on square {square}: {rank}, and still nothing.", **filling)
    return say("One man more, on square {square}: {rank}, for {pays}.", pays=now[rank].shown, **filling)


def streets(drawing: Drawing, name: str) -> Say:
    """Where the streets of a place lead."""
    box = drawing.box
    return say("Streets to {streets}.", streets=text.listed(text.streets_from(drawing.view, box, box.number_of[name])))


def port(drawing: Drawing) -> Card:
    """The Gold Coast."""
    view, box, words = drawing.view, drawing.box, drawing.words
    shown = [svg.icon("anchor", 8, 8, 80, "steel")]
    lines = (
        say("A car that ends its drive here may put whoever is in its trunk ashore for good, and takes one equipment."),
        say("Nobody is loaded or unloaded here."),
        streets(drawing, box.names[box.port]),
    )
    gone = sum(view.sunk)
    return Card(
        box.titles[box.port],
        words(say("Port")),
        picture(svg.join(svg.rect(0, 0, 96, 96, "card"), *shown)),
        (
            Value("boss", str(gone), words(say("at lunch for good"))),
            Value("cards", str(sum(view.stock)), words(say("equipment to come"))),
        ),
        tuple(words(each) for each in lines),
        "GA 11.1",
        recon(drawing, "map"),
    )


# -- people, cars -----------------------------------------------------------------------------------------------------


def man(drawing: Drawing, colour: str) -> Card:
    """A gangster of a clan: how many are where."""
    view, box, words = drawing.view, drawing.box, drawing.words
    at = view.colours.index(colour)
    standing = sum(squares.count(colour) for squares in view.squares)
    captive = sum(trunk.count(colour) for trunk in view.trunks)
    return Card(
        words(say("{colour} gangster", colour=text.colour(box, colour))).capitalize(),
        drawing.player(colour),
        picture(svg.join(svg.rect(0, 0, 96, 96, "card"), bust(colour, 8, 6, 80))),
        (
            Value("house", str(standing), words(say("in the districts"))),
            Value("car", str(view.inside[at]), words(say("in the car"))),
            Value("lock", str(captive), words(say("in others' trunks"))),
            Value("anchor", str(view.sunk[at]), words(say("at lunch for good"))),
        ),
        (words(MOST_MEN),),
        "GA 9.6",
    )


def car_card(drawing: Drawing, colour: str) -> Card:
    """A clan's car: where it is, who is in it, how it may drive."""
    view, box, words = drawing.view, drawing.box, drawing.words
    at = view.colours.index(colour)
    up = [str(value) for value in view.cards[at]]
    where = say("It is in {place}.", place=text.at(box, view.cars[at]))
    trunk = say("In the trunk: {colours}.", colours=text.colours(box, view.trunks[at]))
    gear = say("Equipment: {equipment}.", equipment=text.kinds(box, view.gear[at]))
    return Card(
        words(say("{colour} car", colour=text.car_colour(box, colour))).capitalize(),
        drawing.player(colour),
        picture(svg.join(svg.rect(0, 0, 120, 72, "card"), car(colour, 8, 9, 104)), 120, 72),
        (
            Value("cards", ", ".join(up) or "–", words(say("movement cards up"))),
            Value("boss", str(view.inside[at]), words(say("men inside"))),
        ),
        (words(where), words(trunk), words(gear)),
        "GA 7.2",
    )


# -- cards, equipment, markers ----------------------------------------------------------------------------------------


def equipment(drawing: Drawing, kind: str) -> Card:
    """A piece of equipment."""
    view = drawing.view
    owners = [
        say("{seat} has one.", seat=Seat(seat))
        for seat, gear in zip(view.owners, view.gear, strict=True)
        if kind in gear
    ]
    left = view.stock[EQUIPMENT.index(kind)]
    return Card(
        drawing.term(text.kind(drawing.box, kind)),
        drawing.words(say("Equipment")),
        picture(gear_tile(kind, 96)),
        (Value("cards", str(left), drawing.words(say("still in the stock"))),),
        (drawing.words(EFFECTS[kind]), *(drawing.words(each) for each in owners)),
        f"GA {GEAR_RULES[kind]}",
    )


def movement(drawing: Drawing, value: int) -> Card:
    """A movement card."""
    drives = say_plural(
        "Drive exactly one street.", "Drive exactly {count} streets, without turning back.", count=value
    )
    back = say("A used card comes up again when all are used; then a district card is turned up.")
    return Card(
        drawing.words(say("Movement card {value}", value=value)),
        drawing.words(say("Movement card")),
        picture(move_card(value, True, 70, 96), 70, 96),
        (),
        (drawing.words(drives), drawing.words(back)),
        "GA 6.1",
    )


def double(drawing: Drawing) -> Card:
    """A Double."""
    view, box, words = drawing.view, drawing.box, drawing.words
    lying = [box.titles[box.number_of[name]] for name in view.doubles]
    return Card(
        words(say("Double")),
        words(say("{count} of {all}", count=len(lying), all=box.doubles)),
        picture(svg.join(svg.rect(0, 0, 96, 96, "card"), double_disc(48, 48, 38))),
        (),
        (
            words(say("The district pays twice on the next pay day; the last Double brings it at once.")),
            words(say("This round: {places}.", places=text.listed(lying))),
        ),
        "GA 9.4",
    )


def deck(drawing: Drawing) -> Card:
    """The district cards."""
    view, words = drawing.view, drawing.words
    return Card(
        words(say("District cards")),
        words(say("Deck")),
        picture(svg.back(70, 96, ""), 70, 96),
        (
            Value("cards", str(view.deck), words(say("to come"))),
            Value("cop", str(view.police), words(say("police cards"))),
        ),
        (words(TURNED_UP),),
        "GA 6.6",
    )


def casino(drawing: Drawing) -> Card:
    """The casino cards."""
    view, box, words = drawing.view, drawing.box, drawing.words
    left = list(box.casino)
    for value in view.casino:
        left.remove(value)
    return Card(
        words(say("Casino cards")),
        words(say("Deck")),
        picture(svg.back(70, 96, "?"), 70, 96),
        (),
        (
            words(say("On pay day one is drawn: it is the value of every “?” that day, and leaves the game.")),
            words(say("Still in the deck: {values}.", values=text.listed([str(value) for value in sorted(left)]))),
        ),
        "GA 9.2",
        recon(drawing, "casino"),
    )


def trunk(drawing: Drawing) -> Card:
    """A trunk."""
    words = drawing.words
    return Card(
        words(say("Trunk")),
        words(say("Part of a car")),
        picture(svg.join(svg.rect(0, 0, 96, 96, "card"), svg.icon("lock", 14, 14, 68, "coal"))),
        (),
        (words(say("Men of other clans ride here. There is room for one, with the large trunk for two.")),),
        "GA 7.5",
    )


def city_map(drawing: Drawing) -> Card:
    """The map."""
    words = drawing.words
    return Card("Chicago", words(say("Map")), None, (), (words(NO_TURNING),), "GA 2.1", recon(drawing, "map"))


PLAIN: dict[str, Callable[[Drawing], Card]] = {
    "double": double,
    "deck": deck,
    "casino": casino,
    "trunk": trunk,
    "map": city_map,
}
