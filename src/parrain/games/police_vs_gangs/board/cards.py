"""What the things on the table are: values, abilities in our words, the rule, and what is our reconstruction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from parrain.core import svg
from parrain.core.parts import Card, Part, Value
from parrain.core.say import Say, Seat, say, say_plural
from parrain.core.svg import Markup
from parrain.games.police_vs_gangs.actions import COLOURS, DICE, FACES, INFORMERS
from parrain.games.police_vs_gangs.board.pieces import DISTRICTS, die, place_card, portrait, shape, tile, token
from parrain.games.police_vs_gangs.board.strength import (
    brings,
    district_points,
    held_by,
    police_range,
    power_there,
    value_of,
)
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.text.names import tokens
from parrain.games.police_vs_gangs.view import View


def card(thing: str, view: View, box: Box, names: Sequence[str], language: str) -> Card | None:
    """The card of a thing, None if there is no such thing."""
    table = Table(view, box, (), names, language, True)
    kind, _, name = thing.partition(".")
    maker = MAKERS.get(kind)
    return maker(table, name) if maker else None


def picture(wide: float, high: float, drawn: Markup, title: str) -> Part:
    """The picture of a card, with a margin."""
    return Part("card", wide + 16, high + 16, svg.group(drawn, x=8, y=8), title)


def ours(source: Mapping[str, object], keys: Sequence[str]) -> list[str]:
    """Which of these values of an edition's table are our reconstruction."""
    found = []
    for key in keys:
        value = source.get(key)
        status = value.get("status") if isinstance(value, dict) else None
        if (status or source.get("status")) == "recon":
            found.append(key)
    return found


KEY_WORDS: Final[dict[str, Say]] = {
    "attack": say("attack value"),
    "defence": say("defence value"),
    "recruit": say("recruiting value"),
    "cost": say("cost"),
    "traffics": say("rackets"),
    "colours": say("district"),
    "handcuffs": say("handcuffs"),
    "mafia": say("people to recruit"),
    "informers": say("informers"),
    "demands": say("demands"),
    "badges": say("open demands"),
}


def reconstructed(table: Table, keys: Sequence[str]) -> str:
    """That these values are ours, not the publisher's."""
    if not keys:
        return ""
    return table.words(say("Our reconstruction: {values}.", values=[KEY_WORDS[key] for key in keys]))


# -- people ------------------------------------------------------------------------------------------------------------


def gangster_card(table: Table, name: str) -> Card | None:
    """A gangster."""
    box = table.box
    if name not in box.characters:
        return None
    c = box.characters.index(name)
    title = table.begun(box.name("who", name))
    values = [
        Value("attack", str(box.attack[c]), table.words(say("attack: where the place is not yours"))),
        Value("defend", str(box.defence[c]), table.words(say("defence: where you control the place"))),
    ]
    if box.recruit[c] >= 0:
        values.append(Value("recruit", str(box.recruit[c]), table.words(say("recruiting: the cost it can meet"))))
    values.append(Value("coin", str(box.cost[c]), table.words(say("cost: what it takes to recruit this one"))))
    icons = {ware: box.icons[c * box.traffics + t] for t, ware in enumerate(box.traffic_names)}
    lines = [
        table.begun(say("Fighting, brings {tokens} where the place asks for them.", tokens=tokens(icons, box))),
        table.words(
            say("Recruits nobody: can only be sent to fight.")
            if box.recruit[c] < 0
            else say("Recruiting, takes one from the place and goes home before the fight: no tokens, no arrest.")
        ),
    ]
    source = next(each for each in box.gangs_city.tables("characters") if each.get("name") == name)
    return Card(
        title,
        table.words(say("gangster")),
        picture(96, 96, portrait(name, 96), title),
        tuple(values),
        tuple(lines),
        "PG 8.5" if box.recruit[c] >= 0 else "PG 6.10",
        reconstructed(table, ours(source, ("attack", "defence", "recruit", "cost", "traffics"))),
    )


def hidden_card(table: Table, name: str) -> Card | None:
    """A tile face down."""
    if not name.isdecimal() or int(name) >= table.view.players:
        return None
    seat = int(name)
    title = table.words(say("Face down"))
    jailed = [who for owner, who, _ in table.view.jail if owner == seat]
    known = [*table.view.back[seat], *jailed]
    could = list(table.view.roster[seat])
    for each in known:
        if each in could:
            could.remove(each)
    people = [table.box.name("who", each) for each in dict.fromkeys(could)]
    return Card(
        title,
        table.words(say("gangster of {seat}", seat=Seat(seat))),
        picture(64, 64, tile(seat, "", "", 64), title),
        (),
        (
            table.words(say("It may be: {people}.", people=people)),
            table.words(say("It fights or recruits: it is turned up when its place is resolved.")),
        ),
        "PG 7.2",
    )


DIE_LINES: Final[dict[str, tuple[Say, str]]] = {
    "inspector": (say("Rolled in a raid: each pair of handcuffs is one point of police power."), "PG 2.2"),
    "sergeant": (say("His double is handcuffs or a badge, as you say once all dice are seen."), "PG 10.5"),
    "lieutenant": (
        say(
            "Not rolled: worth one badge, doubles the handcuffs of all dice at his place and lets one die be rerolled."
        ),
        "PG 2.3",
    ),
    "informer": (
        say("Rolled where police and gangsters fight: helps the police, the mafia, or keeps out of it (a badge)."),
        "PG 2.4",
    ),
}


def die_card(table: Table, name: str) -> Card | None:
    """A die of the police, or an informer's."""
    if name not in DIE_LINES:
        return None
    box = table.box
    title = table.begun(box.name("who", name))
    kind = 3 if name == "informer" else DICE.index(name)
    faces = [FACES[face] for face in box.faces[kind * 6 : kind * 6 + 6]]
    marks = {"handcuffs": "handcuffs", "badge": "badge", "double": "link", "mafia": "hat"}
    values = []
    if name != "lieutenant":
        for face in dict.fromkeys(sorted(faces, key=FACES.index)):
            odds = table.words(say("{face}, {count} faces of 6", face=box.name("face", face), count=faces.count(face)))
            values.append(Value(marks[face], str(faces.count(face)), odds))
    owner = INFORMERS if name == "informer" else 1
    line, rule = DIE_LINES[name]
    lines = [table.words(line)]
    if name not in ("informer", "lieutenant"):
        lines.append(table.words(say("Most badges: the right to arrest when the gangsters win.")))
    return Card(
        title,
        table.words(say("die of the police") if name != "informer" else say("die of nobody")),
        picture(72, 72, die(owner, name, 72, marked=False), title),
        tuple(values),
        tuple(lines),
        rule,
    )


def seat_card(table: Table, name: str) -> Card | None:
    """A player."""
    view = table.view
    if not name.isdecimal() or int(name) >= view.players:
        return None
    seat = int(name)
    gain = district_points(table)[seat]
    places = [table.box.name("place", entry[0]) for entry in view.city if entry[3] == seat]
    lines = [table.words(say("Controls: {places}.", places=places) if places else say("Controls no place."))]
    if seat % 2:
        lines.append(table.words(say("Police: open dice, points for arrests, countered rackets and districts.")))
    else:
        lines.append(table.words(say("Gangster: hidden tiles, points for rackets and districts.")))
    jailed = [table.box.name("who", who) for owner, who, _ in view.jail if owner == seat]
    if jailed:
        lines.append(table.words(say("In prison: {people}.", people=jailed)))
    return Card(
        table.name(seat),
        table.words(say("policeman") if seat % 2 else say("gangster")),
        picture(44, 44, shape(seat, 22, 22, 18), table.name(seat)),
        (
            Value("star", str(view.scores[seat]), table.words(say("points"))),
            Value("quarter", f"+{gain}", table.words(say("if the districts were counted now"))),
        ),
        tuple(lines),
        "PG 13.3",
    )


# -- places and what they show -----------------------------------------------------------------------------------------


def place_info(table: Table, name: str) -> Card | None:
    """A place: what it asks for, the law there, and what one's own people would do."""
    box, view = table.box, table.view
    if name not in box.card_names:
        return None
    number = table.card_number(name)
    title = table.begun(box.name("place", name))
    colours = [box.name("colour", COLOURS[colour]) for colour in box.colours[number] if colour != -1]
    owner = table.owner(name)
    values = [
        Value(
            ware if ware in svg.symbols() else "chip",
            "",
            table.words(
                say("{traffic}: a token for each sign, and one more", traffic=box.name("traffic", ware))
                if box.demands[number * box.traffics + t] > 1
                else say("{traffic}: a token for each sign", traffic=box.name("traffic", ware))
            ),
        )
        for t, ware in enumerate(box.traffic_names)
        if box.demands[number * box.traffics + t]
    ]
    if box.badges[number]:
        open_demands = say_plural(
            "open demand: any other racket", "open demands: any other rackets", count=box.badges[number]
        )
        values.append(Value("demand", str(box.badges[number]), table.words(open_demands)))
    values.append(Value("handcuffs", str(table.handcuffs(number)), table.words(say("handcuffs, whatever happens"))))
    if box.informers[number]:
        informers = say_plural("informer, for either side", "informers, for either side", count=box.informers[number])
        values.append(Value("eye", str(box.informers[number]), table.words(informers)))
    source = box.edition.tables("cards")[number]
    keys = ("colours", "handcuffs", "mafia", "informers", "demands", "badges")
    held = table.words(say("{seat} controls it.", seat=Seat(owner)) if owner != -1 else say("Nobody controls it."))
    in_city = any(entry[0] == name for entry in view.city)
    return Card(
        title,
        ", ".join(table.words(colour) for colour in colours),
        picture(204, 136, place_card(table, name, plain=True), title),
        tuple(values),
        (held, *law_lines(table, name), *own_lines(table, name)) if in_city else (),
        "PG 2.5",
        reconstructed(table, ours(source, keys)),
    )


def law_lines(table: Table, name: str) -> list[str]:
    """The range of police power at a place with police."""
    if not any(where == name and seat % 2 for seat, where, _, _, _ in table.view.pieces):
        return []
    low, high = police_range(table, name)
    return [table.words(say("Police power here: {low} to {high}.", low=low, high=high))]


def own_lines(table: Table, name: str) -> list[str]:
    """What the viewer's piece in hand would do at a place: its strength, its tokens, whom it could recruit."""
    view, box = table.view, table.box
    if view.seat is None or view.phase != "place":
        return []
    held = view.held.split()[0] if view.held else ""
    if not held or view.seat % 2:
        if not held:
            return []
        low, high = police_range(table, name, held)
        return [table.begun(say("With {piece} more: {low} to {high}.", piece=box.name("a", held), low=low, high=high))]
    strength = power_there(table, view.seat, name, held)
    told = say("Your {who} fighting: {strength}.", who=box.name("who", held), strength=strength)
    wares = brings(table, held, name)
    if wares:
        signs = {ware: wares.count(ware) for ware in dict.fromkeys(wares)}
        told = say(
            "Your {who} fighting: {strength}, and could bring {tokens}.",
            who=box.name("who", held),
            strength=strength,
            tokens=tokens(signs, box),
        )
    lines = [table.words(told)]
    hire = next((entry[4] for entry in view.city if entry[0] == name), ())
    if value_of(table, held, "recruit") and hire:
        points = held_by(table, view.seat, name, "recruit", held)
        enough = [box.name("who", each) for each in hire if box.cost[table.kind_number(each)] <= points]
        recruiting = (
            say("Recruiting with {points}: enough for {people}.", points=points, people=enough)
            if enough
            else say("Recruiting with {points}: not enough here.", points=points)
        )
        lines.append(table.words(recruiting))
    return lines


def traffic_card(table: Table, name: str) -> Card | None:
    """A traffic: its boxes, who runs it, the tokens left."""
    box, view = table.box, table.view
    if name not in box.traffic_names:
        return None
    t = box.traffic_names.index(name)
    title = table.begun(box.name("traffic", name))
    runner, level = view.markers[t]
    values = [
        Value("quarter", " · ".join(map(str, box.boxes[t])), table.words(say("points, box by box"))),
        Value("chip", str(view.supply[t]), table.words(say("tokens left"))),
    ]
    if view.tokens:
        values.append(Value("hand", str(view.tokens[t]), table.words(say("yours"))))
    told = say("Nobody controls it.")
    if runner != -1:
        told = say("{seat} controls it, on the box of {points}.", seat=Seat(runner), points=box.boxes[t][level])
    return Card(
        title,
        table.words(say("racket")),
        picture(56, 56, token(name, 0, 0, 56), title),
        tuple(values),
        (
            table.words(told),
            table.words(
                say("At the count the highest stake takes it: a gangster moves up a box, a policeman breaks it up.")
            ),
        ),
        "PG 12.4",
    )


def demand_card(table: Table, name: str) -> Card | None:
    """An open demand."""
    if name:
        return None
    title = table.words(say("Open demand"))
    return Card(
        title,
        table.words(say("on a place card")),
        picture(48, 48, svg.figure("demand", 0, 0, 48, "ochre"), title),
        (),
        (table.words(say("It becomes any racket not printed on the card: by the deal, else as the winner says.")),),
        "PG 8.9",
    )


def handcuffs_card(table: Table, name: str) -> Card | None:
    """The handcuffs of a place."""
    if name:
        return None
    title = table.begun(table.box.name("face", "handcuffs"))
    return Card(
        title,
        table.words(say("on a place card")),
        picture(48, 48, svg.icon("handcuffs", 0, 0, 48, "steel"), title),
        (),
        (
            table.words(
                say("Police power that is always there, added to what the dice show; a lieutenant does not double it.")
            ),
        ),
        "PG 10.2",
    )


def district_card(table: Table, name: str) -> Card | None:
    """A district: who controls how many of its places."""
    box, view = table.box, table.view
    if name not in DISTRICTS:
        return None
    colour = COLOURS.index(name)
    title = table.begun(box.name("colour", name))
    paint, mark = DISTRICTS[name]
    counts: dict[int, int] = {}
    for entry in view.city:
        if entry[3] != -1 and colour in box.colours[table.card_number(entry[0])]:
            counts[entry[3]] = counts.get(entry[3], 0) + 1
    held = [say("{seat} {count}", seat=Seat(seat), count=count) for seat, count in sorted(counts.items())]
    plate = svg.join(svg.rect(0, 0, 64, 44, paint, "coal", 1.6, 4), svg.icon(mark, 18, 8, 28, "ivory"))
    return Card(
        title,
        table.words(say("district")),
        picture(64, 44, plate, title),
        (),
        (
            table.words(
                say("Places controlled: {counts}.", counts=held) if held else say("Nobody controls a place of it.")
            ),
            table.words(
                say("At the count, more of its places than anybody else: a point for each; your best district counts.")
            ),
        ),
        "PG 13.2",
    )


MAKERS: Final[dict[str, Callable[[Table, str], Card | None]]] = {
    "who": gangster_card,
    "hidden": hidden_card,
    "die": die_card,
    "seat": seat_card,
    "place": place_info,
    "traffic": traffic_card,
    "demand": demand_card,
    "handcuffs": handcuffs_card,
    "district": district_card,
}
