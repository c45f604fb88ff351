"""What every thing on the table is: the info cards."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg
from parrain.core.parts import Card, Part, Value
from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.district_noir import text
from parrain.games.district_noir.board.faces import face, kind_word
from parrain.games.district_noir.board.line import wins_at_once
from parrain.games.district_noir.board.table import Outcome, Table, signed
from parrain.games.district_noir.components import ALLIANCE, BUILDING, GANG, Box
from parrain.games.district_noir.view import View


def card(thing: str, view: View, box: Box, names: Sequence[str], language: str) -> Card | None:
    """The info card of a thing, None if there is no such thing."""
    table = Table(view, box, (), names, language, False)
    kind, _, name = thing.partition(".")
    if kind in ("card", "newest") and name in box.number_of:
        return of_card(table, name, kind == "newest")
    make = THINGS.get(thing)
    return make(table) if make is not None else None


def of_card(table: Table, name: str, newest: bool) -> Card:
    """A card of the game: its value, how many there are, what it does, how it stands."""
    box = table.box
    number = box.number_of[name]
    kind = box.kinds[number]
    lines, rule = RULES[kind](table, number)
    values = [Value("cards", str(box.counts[number]), table.words(say("in the game")))]
    if kind == GANG:
        values.insert(0, Value("crown", signed(box.values[number]), table.words(say("points for the majority"))))
    elif kind != BUILDING:
        sign = "handshake" if kind == ALLIANCE else "knife"
        values.insert(0, Value(sign, signed(box.values[number], True), table.words(say("points"))))
    if newest:
        lines.append(say("It is the newest card of the line."))
    ours = say("Our reconstruction: the published card may differ.")
    status = box.edition.tables("cards")[number].get("status")
    return Card(
        title=table.words(text.card_title(name, box)),
        kind=table.words(kind_word(name, box) if kind != BUILDING else say("building")),
        picture=Part("card", 64, 88, svg.group(face(table, name, 60, 84), x=2, y=2)),
        values=tuple(values),
        lines=tuple(table.words(each) for each in lines),
        rule=rule,
        reconstructed=table.words(ours) if status == "recon" else "",
    )


def gang_lines(table: Table, number: int) -> tuple[list[Say], str]:
    """A gang: the majority, and who has it."""
    box = table.box
    value = signed(box.values[number])
    lines = [
        say("Whoever has taken more of them scores {value} points; in a tie nobody does.", value=value),
        say("One card of each gang is a set: {points} points.", points=box.set_points),
    ]
    first, second = (table.counts[seat][number] for seat in (0, 1))
    lines.append(
        say("{first} has {count}, {second} {other}.", first=Seat(0), count=first, second=Seat(1), other=second)
    )
    return lines, "DN 8.2"


def deal_lines(table: Table, number: int) -> tuple[list[Say], str]:
    """An alliance or a betrayal."""
    points = table.box.values[number]
    if points < 0:
        told = say_plural("Costs its taker {count} point.", "Costs its taker {count} points.", count=-points)
    else:
        told = say_plural("Brings its taker {count} point.", "Brings its taker {count} points.", count=points)
    return [told], "DN 8.4"


def building_lines(table: Table, number: int) -> tuple[list[Say], str]:
    """A building: sudden death, and where it is."""
    box = table.box
    lines = [say("No points; but whoever has taken {count} buildings wins at once.", count=box.buildings_to_win)]
    if number >= 0:
        lines.append(where(table, number))
    for seat in (0, 1):
        has = sum([table.counts[seat][each] for each in box.buildings])
        if has:
            lines.append(
                say_plural(
                    "{seat} has taken {count} building.",
                    "{seat} has taken {count} buildings.",
                    seat=Seat(seat),
                    count=has,
                )
            )
    return lines, "DN 8.1"


def where(table: Table, building: int) -> Say:
    """Where a building is, as far as the reader knows."""
    name = table.box.names[building]
    for seat in (0, 1):
        if table.counts[seat][building]:
            return say("{seat} has taken it.", seat=Seat(seat))
    if name in table.view.line:
        return say("It lies in the line.")
    return say("It is in your hand.") if name in table.view.hand else say("Nobody has seen it yet.")


RULES = (gang_lines, deal_lines, deal_lines, building_lines)


def take(table: Table) -> Card:
    """The take: what it brings now, and why."""
    view, box = table.view, table.box
    lines = [say("Once a round you take the newest {count} cards of the line.", count=box.take)]
    values: list[Value] = []
    if view.seat is not None and view.seat == table.turn and view.may_take[view.seat] and view.line:
        outcome = table.outcome(box.take_action)
        assert outcome is not None
        lines += reasons(table, outcome)
        for seat in (table.below, table.above):
            before, after = table.scores[seat].total, outcome.scores[seat].total
            values.append(Value("crown", f"{signed(before)} → {signed(after)}", table.name(seat)))
    return Card(
        title=table.words(say("The take")),
        values=tuple(values),
        lines=tuple(table.words(each) for each in lines),
        rule="DN 6.1",
    )


def reasons(table: Table, outcome: Outcome) -> list[Say]:
    """Why a take changes the scores."""
    box, me, other = table.box, outcome.taker, 1 - outcome.taker
    if outcome.wins:
        return [wins_at_once(table, me)]
    lines: list[Say] = []
    for gang in box.gangs:
        before, after = table.lead(gang), table.lead(gang, outcome.counts)
        if before == after:
            continue
        gangs, points = text.gangs(box.names[gang]), box.values[gang]
        if after == me:
            lines.append(say("{gangs}: you lead, +{points}.", gangs=gangs, points=points))
        elif before == other:
            lines.append(say("{gangs}: a tie, {seat} loses {points}.", gangs=gangs, seat=Seat(other), points=points))
    sets = outcome.scores[me].sets - table.scores[me].sets
    if sets:
        lines.append(say("Sets: {points}.", points=signed(sets, True)))
    deals = outcome.scores[me].deals - table.scores[me].deals
    if deals:
        lines.append(say("Alliances and betrayals: {points}.", points=signed(deals, True)))
    return lines or [say("It changes no score.")]


def majorities(table: Table) -> Card:
    """The first part of a score."""
    told = say("For each gang, whoever has taken more of its cards scores its value; in a tie nobody does.")
    return Card(title=table.words(say("Majorities of gangs")), lines=(table.words(told),), rule="DN 8.2")


def sets(table: Table) -> Card:
    """The second part of a score."""
    points = table.box.set_points
    return Card(
        title=table.words(say("Sets")),
        values=(Value("cards", signed(points, True), table.words(say("points a set"))),),
        lines=(table.words(say("One card of each gang is a set. Sets count even where the majority is lost.")),),
        rule="DN 8.3",
    )


def deals(table: Table) -> Card:
    """The third part of a score."""
    return Card(
        title=table.words(say("Alliances and betrayals")),
        lines=(table.words(say("Alliances bring what they show, betrayals cost it; a score may fall below zero.")),),
        rule="DN 8.4",
    )


def buildings(table: Table) -> Card:
    """Sudden death."""
    lines, rule = building_lines(table, -1)
    return Card(title=table.words(say("Buildings")), lines=tuple(table.words(each) for each in lines), rule=rule)


def deck(table: Table) -> Card:
    """The cards to come."""
    view = table.view
    left = view.rounds - view.round
    told = say_plural("{count} more round is dealt from it.", "{count} more rounds are dealt from it.", count=left)
    if not left:
        told = say("It is empty: this is the last round.")
    return Card(
        title=table.words(say("The deck")),
        values=(Value("cards", str(view.deck), table.words(say("cards"))),),
        lines=(table.words(told),),
        rule="DN 7.2",
    )


def away(table: Table) -> Card:
    """The cards put away at the start."""
    return Card(
        title=table.words(say("Put away")),
        values=(Value("hidden", str(table.view.away), table.words(say("cards"))),),
        lines=(table.words(say("Put away face down before the game; nobody ever sees them.")),),
        rule="DN 3.1",
    )


def hidden_hand(table: Table) -> Card:
    """The cards in a hand."""
    return Card(
        title=table.words(say("Cards in hand")),
        lines=(table.words(say("Each round everybody lays {count} cards and takes once.", count=table.box.hand)),),
        rule="DN 4.2",
    )


THINGS = {
    "take": take,
    "majorities": majorities,
    "sets": sets,
    "deals": deals,
    "buildings": buildings,
    "deck": deck,
    "away": away,
    "hand": hidden_hand,
}
