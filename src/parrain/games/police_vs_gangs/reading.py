"""The table of Police vs Gangs in words, complete enough to play by ear."""

from __future__ import annotations

from typing import NamedTuple

from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs.bargain import SILENT
from parrain.games.police_vs_gangs.choices import COLOURS, DICE, FACES, SIDES
from parrain.games.police_vs_gangs.city import DX, DY
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.naming import (
    COLOUR_NAMES,
    SIDE_NAMES,
    a,
    claim,
    face,
    place,
    proposal_part,
    seats,
    several,
    traffic,
    who,
)
from parrain.games.police_vs_gangs.sand import clash_words
from parrain.games.police_vs_gangs.table import OUTCOMES
from parrain.games.police_vs_gangs.telling import OUTCOME_WORDS
from parrain.games.police_vs_gangs.view import View


class Summary(NamedTuple):
    """What happened at a place this turn."""

    card: str
    how: str
    police: int
    gangsters: int
    before: int
    owner: int
    points: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]
    dice: tuple[tuple[int, str, str], ...]


def summary(numbers: tuple[int, ...], players: int, box: Box) -> Summary:
    """A summary out of its numbers."""
    card, how, police, gangsters, before, owner, _ = numbers[:7]
    points = numbers[7 : 7 + players]
    at = 7 + players
    tokens = tuple(numbers[at + seat * box.traffics : at + (seat + 1) * box.traffics] for seat in range(players))
    at += players * box.traffics
    dice = tuple(
        (die >> 4, "informer" if die >> 4 == 6 else DICE[die >> 2 & 3], FACES[die & 3])
        for die in numbers[at + 1 : at + 1 + numbers[at]]
    )
    return Summary(box.card_names[card], OUTCOMES[how], police, gangsters, before, owner, points, tokens, dice)


def open_sides(view: View) -> dict[str, list[str]]:
    """The sides of each card without a neighbour."""
    cells = {(x, y) for _, x, y, _, _ in view.city}
    return {
        name: [side for s, side in enumerate(SIDES) if (x + DX[s], y + DY[s]) not in cells]
        for name, x, y, _, _ in view.city
    }


def describe(view: View, box: Box) -> list[Say]:
    """The whole table in words."""
    from parrain.games.police_vs_gangs.text import prompt

    told = [
        say(
            "Turn {turn}. The order: {seats}. Cards in the deck: {deck}; tiles in the bag: {bag}.",
            turn=view.turn,
            seats=seats(view.order),
            deck=view.deck,
            bag=view.bag,
        )
    ]
    told += [describe_seat(view, box, seat) for seat in range(view.players)]
    told += [describe_card(view, box, card) for card in view.city]
    told.append(
        say(
            "Tokens left: {tokens}.",
            tokens=[
                say("{count} × {traffic}", count=n, traffic=traffic(box.traffic_names[t]))
                for t, n in enumerate(view.supply)
            ],
        )
    )
    told += [
        say(
            "{traffic} is run by {seat}, on the box of {points}.",
            traffic=traffic(box.traffic_names[t]),
            seat=Seat(holder),
            points=box.boxes[t][level],
        )
        for t, (holder, level) in enumerate(view.markers)
        if holder != -1
    ]
    if view.jail:
        told.append(
            say(
                "In prison: {prisoners}.",
                prisoners=[say("{seat}'s {who}", seat=Seat(seat), who=who(name)) for seat, name, _ in view.jail],
            )
        )
    told += describe_mine(view, box)
    told += [describe_summary(summary(numbers, view.players, box), box) for numbers in view.summaries]
    if view.here:
        told += describe_place(view, box)
    told.append(prompt(view, box))
    return told


def describe_seat(view: View, box: Box, seat: int) -> Say:
    """A player: faction, points, gangsters or dice."""
    pieces = several([who(name) for name in view.roster[seat]])
    if seat % 2:
        return say(
            "{seat}, police: {points} points; dice: {pieces}; in hand: {count}.",
            seat=Seat(seat),
            points=view.scores[seat],
            pieces=pieces,
            count=view.in_hand[seat],
        )
    return say(
        "{seat}, gangster: {points} points; gangsters: {pieces}; in hand: {count}.",
        seat=Seat(seat),
        points=view.scores[seat],
        pieces=pieces,
        count=view.in_hand[seat],
    )


def demands(box: Box, card: int) -> list[Say] | Say:
    """What a place asks for."""
    wants = [
        say("{count} × {traffic}", count=box.demands[card * box.traffics + t], traffic=traffic(name))
        for t, name in enumerate(box.traffic_names)
        if box.demands[card * box.traffics + t]
    ]
    if box.badges[card]:
        wants.append(say("{count} × neutral badge", count=box.badges[card]))
    return several(wants)


def describe_card(view: View, box: Box, entry: tuple[str, int, int, int, tuple[str, ...]]) -> Say:
    """A place: where, whose, what it asks for, who is there."""
    name, x, y, owner, hire = entry
    card = box.card_names.index(name)
    colours = [COLOUR_NAMES[COLOURS[colour]] for colour in box.colours[card] if colour != -1]
    there = []
    for seat, where, side, piece, how in view.pieces:
        if where == name:
            shown = say("face down") if not piece else who(piece)
            if how == "recruit":
                shown = say("{who}, recruiting", who=who(piece))
            there.append(say("{side}: {seat}, {piece}", side=SIDE_NAMES[side], seat=Seat(seat), piece=shown))
    return say(
        "{place} (column {x}, row {y}), {colours}; handcuffs {cuffs}, informers {informers}; asks for {demands}; for hire: {hire}; "
        "belongs to {owner}; open: {sides}; there: {pieces}.",
        place=place(name),
        x=x,
        y=y,
        colours=colours,
        cuffs=max(0, box.handcuffs[card] + view.handcuffs_shift),
        informers=box.informers[card],
        demands=demands(box, card),
        hire=several([a(each) for each in hire]),
        owner=seats([owner] if owner != -1 else []),
        sides=several([SIDE_NAMES[side] for side in open_sides(view)[name]]),
        pieces=several(there),
    )


def describe_mine(view: View, box: Box) -> list[Say]:
    """What only the viewer knows."""
    if view.seat is None:
        return []
    told = [say("Your hand: {pieces}.", pieces=several([who(name) for name in view.hand]))]
    told.append(
        say(
            "Your tokens: {tokens}.",
            tokens=several(
                [
                    say("{count} × {traffic}", count=n, traffic=traffic(box.traffic_names[t]))
                    for t, n in enumerate(view.tokens)
                    if n
                ]
            ),
        )
    )
    if view.phase in ("talk", "share") and view.seat in view.party:
        parts: object = (
            claim(view.draft) if view.phase == "talk" else several([proposal_part(word) for word in view.draft])
        )
        told.append(say("Your draft: {parts}.", parts=parts))
    return told


def describe_summary(one: Summary, box: Box) -> Say:
    """A place that is done: powers, who won, what each got."""
    got = []
    for seat, counts in enumerate(one.tokens):
        wares = [
            say("{count} × {traffic}", count=n, traffic=traffic(box.traffic_names[t]))
            for t, n in enumerate(counts)
            if n
        ]
        if wares:
            got.append(say("{seat} {tokens}", seat=Seat(seat), tokens=wares))
    how, owner = OUTCOME_WORDS[one.how], seats([one.owner] if one.owner != -1 else [])
    if one.police >= 0:
        return say(
            "{place}: {how}, {police} to {gangsters}. It belongs to {owner}. Gains: {got}.",
            place=place(one.card),
            how=how,
            police=one.police,
            gangsters=one.gangsters,
            owner=owner,
            got=several(got),
        )
    return say(
        "{place}: {how}. It belongs to {owner}. Gains: {got}.",
        place=place(one.card),
        how=how,
        owner=owner,
        got=several(got),
    )


def describe_place(view: View, box: Box) -> list[Say]:
    """The place being resolved: what was said, what clashes, the dice."""
    card = box.card_names.index(view.here)
    told = [say("Being resolved: {place}.", place=place(view.here))]
    if view.phase in ("talk", "share") and view.round > 1:
        for seat in view.party:
            if SILENT in view.claims[seat]:
                continue
            if view.phase == "talk":
                told.append(say("{seat} claims {parts}.", seat=Seat(seat), parts=claim(view.claims[seat])))
            else:
                told.append(
                    say(
                        "{seat} proposes {parts}.",
                        seat=Seat(seat),
                        parts=[proposal_part(word) for word in view.claims[seat]],
                    )
                )
    told += [clash_words(clash, box.badges[card], traffic(clash[1])) for clash in view.clashes]
    if view.dice:
        dice = [
            say("an informer: {face}", face=face(shown))
            if owner == 6
            else say("{seat}'s {die}: {face}", seat=Seat(owner), die=who(die), face=face(shown))
            for owner, die, shown in view.dice
        ]
        told.append(say("Dice: {dice}.", dice=dice))
    if view.power_police >= 0:
        told.append(
            say("Police {police}, gangsters {gangsters}.", police=view.power_police, gangsters=view.power_gangsters)
        )
    return told
