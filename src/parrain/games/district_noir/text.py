"""What District Noir says: prompts in two voices, choices, events, the table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say, say_plural, say_term
from parrain.games.district_noir.actions import TAKE
from parrain.games.district_noir.components import ALLIANCE, BETRAYAL, BUILDING, Box
from parrain.games.district_noir.rules import PHASES
from parrain.games.district_noir.view import View


def card(name: str, box: Box) -> Say:
    """A card in a sentence."""
    kind = box.kinds[box.number_of[name]]
    if kind == BUILDING:
        return say_term(box.edition.term("the", name))
    if kind == ALLIANCE:
        return say("an alliance {points}", points=printed(name))
    return say("a betrayal {points}", points=printed(name)) if kind == BETRAYAL else say("a gang {value}", value=name)


def printed(name: str) -> str:
    """The name of a card as it is printed."""
    return "−" + name[1:] if name[0] == "-" else name


def several(name: str, count: int, box: Box) -> Say:
    """Equal cards of a list."""
    kind = box.kinds[box.number_of[name]]
    if kind == BUILDING:
        building = box.edition.term("the", name)
        return say_term(building) if count == 1 else say("{count} × {card}", count=count, card=building)
    if kind == ALLIANCE:
        told = say("alliance {points}", points=printed(name))
    elif kind == BETRAYAL:
        told = say("betrayal {points}", points=printed(name))
    else:
        told = say("gang {value}", value=name)
    return told if count == 1 else say("{count} × {card}", count=count, card=told)


def card_title(name: str, box: Box) -> Say:
    """A card as a heading names it."""
    kind = box.kinds[box.number_of[name]]
    if kind == BUILDING:
        return say_term(box.edition.term("label", name))
    if kind == ALLIANCE:
        return say("Alliance {points}", points=printed(name))
    return say("Betrayal {points}", points=printed(name)) if kind == BETRAYAL else say("Gang {value}", value=name)


def gangs(name: str) -> Say:
    """The cards of a gang in a sentence."""
    return say("{value}s", value=name)


def put_away(count: int) -> Say:
    """The cards put away at the start."""
    return say_plural("{count} card put away face down", "{count} cards put away face down", count=count)


def cards(names: object, box: Box, listed: bool = False) -> Say | list[Say]:
    """Several cards in order, in a sentence or in a list."""
    found = cast(Sequence[str], names)
    told = [several(name, 1, box) if listed else card(name, box) for name in found]
    if len(told) > 1 and not listed:
        return say("{first} and {last}", first=told[:-1], last=told[-1])
    return told or say("nothing")


def pile(names: Sequence[str], box: Box) -> Say | list[Say]:
    """Cards whose order says nothing, equal ones counted."""
    return [several(name, names.count(name), box) for name in dict.fromkeys(names)] or say("nothing")


def prompt(view: View, box: Box) -> Say:
    """What the seat is asked, or whom everybody is waiting for."""
    if view.ending:
        return ending(view)
    turn = view.to_move[0]
    seat = Seat(turn)
    if view.seat == turn:
        if not view.hand_sizes[turn]:
            return say("Your hand is empty: take from the line.")
        if not view.may_take[turn] or not view.line:
            return say("Your turn: lay a card.")
        return PHASES[0].asks
    if not view.hand_sizes[turn]:
        return say("{seat} must take from the line.", seat=seat)
    if not view.may_take[turn] or not view.line:
        return say("{seat} must lay a card.", seat=seat)
    return PHASES[0].waits._replace(filling={"seat": seat})


def ending(view: View) -> Say:
    """How it ended, in one sentence."""
    if view.ending == "draw":
        return say_plural(
            "A draw at {count} point: the District belongs to nobody.",
            "A draw at {count} points: the District belongs to nobody.",
            count=view.scores[0],
        )
    winner = Seat(view.winner)
    mine = view.seat == view.winner
    if view.ending == "buildings":
        if mine:
            return say("You hold the three buildings: the city is yours.")
        return say("{seat} holds the three buildings and wins at once.", seat=winner)
    points, other = view.scores[view.winner], view.scores[1 - view.winner]
    if view.ending == "tie-break":
        if mine:
            return say_plural(
                "{count} point each; the stronger gangs decide, and they are with you.",
                "{count} points each; the stronger gangs decide, and they are with you.",
                count=points,
            )
        return say_plural(
            "{count} point each; the stronger gangs decide for {seat}.",
            "{count} points each; the stronger gangs decide for {seat}.",
            count=points,
            seat=winner,
        )
    if mine:
        return say("You win the District, {points} to {other}.", points=points, other=other)
    return say("{seat} wins the District, {points} to {other}.", seat=winner, points=points, other=other)


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    if action.kind == TAKE:
        return say_plural(
            "Take {count} card from the line", "Take {count} cards from the line", count=min(box.take, len(view.line))
        )
    return say("Lay {card}", card=card(box.names[action.a], box))


def event_text(event: Mapping[str, object], seat: int | None, box: Box) -> Say | None:
    """What happened, told to that seat."""
    kind = event["kind"]
    if kind == "line":
        return say("The line begins with {cards}.", cards=cards(event["cards"], box))
    if kind == "count":
        first, second = cast(Sequence[int], event["scores"])
        return say("The count: {first} to {second}.", first=first, second=second)
    who = cast(int, event["seat"])
    told = Seat(who)
    mine = who == seat
    if kind == "deal":
        if "cards" in event:
            return say("Round {round}: you are dealt {cards}.", round=event["round"], cards=cards(event["cards"], box))
        return say_plural(
            "Round {round}: {seat} is dealt {count} card.",
            "Round {round}: {seat} is dealt {count} cards.",
            round=event["round"],
            seat=told,
            count=event["count"],
        )
    if kind == "lay":
        if mine:
            return say("You lay {card}.", card=card(str(event["card"]), box))
        return say("{seat} lays {card}.", seat=told, card=card(str(event["card"]), box))
    if kind == "take":
        if mine:
            return say("You take {cards}.", cards=cards(event["cards"], box))
        return say("{seat} takes {cards}.", seat=told, cards=cards(event["cards"], box))
    if mine:
        return say("You have all three buildings!")
    return say("{seat} has all three buildings!", seat=told)


def describe(view: View, box: Box) -> list[Say]:
    """The whole table in words."""
    told = [
        say(
            "Round {round} of {rounds}; {deck}, {away}.",
            round=view.round,
            rounds=view.rounds,
            deck=say_plural("{count} card in the deck", "{count} cards in the deck", count=view.deck),
            away=put_away(view.away),
        ),
        say("The line, oldest first: {cards}.", cards=cards(view.line, box, listed=True)),
    ]
    for seat in (0, 1):
        told += describe_seat(view, box, seat)
    told.append(prompt(view, box))
    return told


def describe_seat(view: View, box: Box, seat: int) -> list[Say]:
    """A player's hand, cards and take in words."""
    who, mine = Seat(seat), seat == view.seat
    taken, points, held = pile(view.taken[seat], box), view.scores[seat], view.hand_sizes[seat]
    if mine:
        told = [
            say("Your hand: {cards}.", cards=pile(view.hand, box)),
            say_plural(
                "You have taken: {cards}; {count} point so far.",
                "You have taken: {cards}; {count} points so far.",
                cards=taken,
                count=points,
            ),
        ]
    else:
        hand = say("{seat} has no card left in hand.", seat=who)
        if held:
            hand = say_plural(
                "{seat} has {count} card in hand.", "{seat} has {count} cards in hand.", seat=who, count=held
            )
        told = [
            hand,
            say_plural(
                "{seat} has taken: {cards}; {count} point so far.",
                "{seat} has taken: {cards}; {count} points so far.",
                seat=who,
                cards=taken,
                count=points,
            ),
        ]
    if view.ending:
        return told
    if view.may_take[seat]:
        still = say("You may still take this round.") if mine else say("{seat} may still take this round.", seat=who)
    elif mine:
        still = say("You have already taken this round.")
    else:
        still = say("{seat} has already taken this round.", seat=who)
    return [*told, still]


def heading(view: View, box: Box) -> Say:
    """The round, above what happens in it."""
    return say("Round {round}", round=view.round)
