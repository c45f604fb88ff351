"""The table of Police vs Gangs in words, complete enough to play by ear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parrain.core.gangs import NONE
from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.police_vs_gangs.actions import BADGE, COLOURS, DICE, FACES, INFORMERS, LIEUTENANT, SIDES
from parrain.games.police_vs_gangs.actions.claims import REFUSAL, SILENT
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.state import DX, DY, OUTCOMES
from parrain.games.police_vs_gangs.state.pieces import die_from
from parrain.games.police_vs_gangs.text.events import gain_of, settled
from parrain.games.police_vs_gangs.text.names import (
    SIDE_NAMES,
    claim,
    claimed,
    points_of,
    proposal,
    seats,
    several,
    tokens,
)
from parrain.games.police_vs_gangs.text.prompts import prompt
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
    codes = numbers[at + 1 : at + 1 + numbers[at]]
    dice = tuple((die.seat, die.name(), FACES[die.face]) for die in map(die_from, codes))
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
                say("{count} × {traffic}", count=n, traffic=box.name("traffic", name))
                for name, n in zip(box.traffic_names, view.supply, strict=True)
            ],
        )
    )
    told += [
        say(
            "{traffic}: {seat} controls it, on the box of {points}.",
            traffic=box.name("Traffic", box.traffic_names[t]),
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
                prisoners=[
                    say("{seat}'s {who}", seat=Seat(seat), who=box.name("whose", name)) for seat, name, _ in view.jail
                ],
            )
        )
    told += describe_values(view, box)
    told += describe_mine(view, box)
    told += [describe_summary(summary(numbers, view.players, box), box) for numbers in view.summaries]
    if view.here:
        told += describe_place(view, box)
    told.append(prompt(view, box))
    return told


def describe_seat(view: View, box: Box, seat: int) -> Say:
    """A player: faction, points, gangsters or dice."""
    pieces = several([box.name("who", name) for name in view.roster[seat]])
    if seat % 2:
        return say(
            "{seat}, police: {points}; dice: {pieces}; in hand: {count}.",
            seat=Seat(seat),
            points=points_of(view.scores[seat]),
            pieces=pieces,
            count=view.in_hand[seat],
        )
    return say(
        "{seat}, gangster: {points}; gangsters: {pieces}; in hand: {count}.",
        seat=Seat(seat),
        points=points_of(view.scores[seat]),
        pieces=pieces,
        count=view.in_hand[seat],
    )


def demands(box: Box, card: int) -> Sequence[object] | Say:
    """What a place asks for."""
    wants = [
        say("{count} × {traffic}", count=box.demands[card * box.traffics + t], traffic=box.name("traffic", name))
        for t, name in enumerate(box.traffic_names)
        if box.demands[card * box.traffics + t]
    ]
    if box.badges[card]:
        wants.append(say_plural("{count} open demand", "{count} open demands", count=box.badges[card]))
    return several(wants)


def describe_card(view: View, box: Box, entry: tuple[str, int, int, int, tuple[str, ...]]) -> Say:
    """A place: where, whose, what it asks for, who is there."""
    name, x, y, owner, hire = entry
    card = box.card_names.index(name)
    colours = [box.name("colour", COLOURS[colour]) for colour in box.colours[card] if colour != -1]
    there = []
    for seat, where, side, piece, how in view.pieces:
        if where == name:
            shown = say("face down") if not piece else box.name("who", piece)
            if how == "recruit":
                shown = say("{who}, recruiting", who=box.name("who", piece))
            there.append(say("{side}: {seat}, {piece}", side=SIDE_NAMES[side], seat=Seat(seat), piece=shown))
    return say(
        "{place} (column {x}, row {y}), {colours}; handcuffs {cuffs}, informers {informers}; asks for {demands};"
        " to recruit: {hire}; belongs to {owner}; open: {sides}; there: {pieces}.",
        place=box.name("Place", name),
        x=x,
        y=y,
        colours=colours,
        cuffs=max(0, box.handcuffs[card] + view.handcuffs_shift),
        informers=box.informers[card],
        demands=demands(box, card),
        hire=several([box.name("a", each) for each in hire]),
        owner=seats([owner] if owner != -1 else []),
        sides=several([SIDE_NAMES[side] for side in open_sides(view)[name]]),
        pieces=several(there),
    )


def describe_mine(view: View, box: Box) -> list[Say]:
    """What only the viewer knows."""
    if view.seat is None:
        return []
    told = [say("Your hand: {pieces}.", pieces=several([box.name("who", name) for name in view.hand]))]
    held = dict(zip(box.traffic_names, view.tokens, strict=True))
    told.append(say("Your tokens: {tokens}.", tokens=tokens(held, box)))
    if view.phase in ("talk", "share") and view.seat in view.party:
        parts = claim(view.draft, box) if view.phase == "talk" else several(proposal(view.draft, box))
        told.append(say("Not yet announced: {parts}.", parts=parts))
    return told


def describe_summary(one: Summary, box: Box) -> Say:
    """A place that is done: powers, who won, what each got."""
    got = [
        gain_of(seat, one.points[seat], dict(zip(box.traffic_names, counts, strict=True)), box)
        for seat, counts in enumerate(one.tokens)
        if any(counts)
    ]
    return settled(box.name("Place", one.card), one.how, (one.police, one.gangsters), one.owner, got)


def describe_place(view: View, box: Box) -> list[Say]:
    """The place being resolved: what was said, what clashes, the dice."""
    card = box.card_names.index(view.here)
    told = [say("Being resolved: {place}.", place=box.name("place", view.here))]
    if view.phase in ("talk", "share") and view.round > 1:
        for seat in view.party:
            if SILENT in view.claims[seat]:
                continue
            if view.phase == "talk" or REFUSAL in view.claims[seat]:
                told.append(say("{claim}.", claim=claimed(seat, view.claims[seat], box)))
            else:
                told.append(say("{seat} proposes {parts}.", seat=Seat(seat), parts=proposal(view.claims[seat], box)))
    told += [clash_words(clash, card, box) for clash in view.clashes]
    if view.dice:
        dice = [
            say("an informer ({face})", face=box.name("mark", shown))
            if owner == INFORMERS
            else say(
                "{seat}'s {die} ({face})", seat=Seat(owner), die=box.name("whose", die), face=box.name("mark", shown)
            )
            for owner, die, shown in view.dice
        ]
        told.append(say("Dice: {dice}.", dice=dice))
    if view.power_police >= 0:
        told.append(
            say("Police {police}, gangsters {gangsters}.", police=view.power_police, gangsters=view.power_gangsters)
        )
    return told


def refusing(who: Sequence[int]) -> Say:
    """That these refuse."""
    seats: list[object] = [Seat(seat) for seat in who]
    return say_plural("{seats} refuses.", "{seats} refuse.", count=len(who), seats=seats)


def clash_words(clash: tuple[str, str, tuple[int, ...]], card: int, box: Box) -> Say:
    """A clash as a sentence, with its rule."""
    kind, name, who = clash
    seats: list[object] = [Seat(seat) for seat in who]
    if kind == SILENT:
        return say("Nothing heard yet from {seats}: silence is no deal (PG 9.6).", seats=seats)
    if kind == REFUSAL:
        return refusing(who)
    if kind == "place":
        return say("The place is claimed by {seats}; only one can have it (PG 9.4).", seats=seats)
    if kind == "rank":
        return say(
            "The same {traffic} tokens are claimed by {seats} (PG 9.4).", traffic=box.name("goods", name), seats=seats
        )
    if kind == "badges":
        return say_plural(
            "{count} open demand cannot be that many rackets: {seats} (PG 9.4).",
            "{count} open demands cannot be that many rackets: {seats} (PG 9.4).",
            count=box.badges[card],
            seats=seats,
        )
    return say("“Everything else” is claimed by {seats}; only one can have it (PG 9.4).", seats=seats)


def describe_values(view: View, box: Box) -> list[Say]:
    """The values of the gangsters in play, the faces of the dice, and what the markers of the traffics pay."""
    seen = {who for _, _, _, _, hire in view.city for who in hire} | {who for crew in view.roster for who in crew}
    told = [describe_character(box, c) for c, name in enumerate(box.characters) if name in seen]
    for die, name in enumerate(DICE):
        if name == DICE[LIEUTENANT]:
            told.append(say("{die}: always {face}.", die=box.name("who", name), face=box.name("face", FACES[BADGE])))
            continue
        faces = box.faces[die * 6 : die * 6 + 6]
        shown = [
            say("{face} ({count} of 6)", count=faces.count(face), face=box.name("face", FACES[face]))
            for face in sorted(set(faces))
        ]
        told.append(say("{die}: {faces}.", die=box.name("who", name), faces=shown))
    pays = [
        say("{traffic} {points}", traffic=box.name("traffic", name), points="/".join(map(str, box.boxes[t])))
        for t, name in enumerate(box.traffic_names)
    ]
    told.append(say("The boxes of the rackets: {pays}.", pays=pays))
    return told


def describe_character(box: Box, c: int) -> Say:
    """The values of a gangster, what it costs and which traffics it manages."""
    icons = dict(zip(box.traffic_names, box.icons[c * box.traffics : (c + 1) * box.traffics], strict=True))
    return say(
        "{who}: attack {attack}, defence {defence}, recruiting {recruit}; cost {cost}; manages: {traffics}.",
        who=box.name("who", box.characters[c]),
        attack=box.attack[c],
        defence=box.defence[c],
        recruit="–" if box.recruit[c] == NONE else box.recruit[c],
        cost=box.cost[c],
        traffics=tokens(icons, box),
    )
