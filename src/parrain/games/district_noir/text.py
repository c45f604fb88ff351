"""What District Noir says: prompts in two voices, choices, events, the table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say, say_term
from parrain.games.district_noir.actions import TAKE
from parrain.games.district_noir.components import ALLIANCE, BETRAYAL, BUILDING, Box
from parrain.games.district_noir.rules import PHASES
from parrain.games.district_noir.view import View


def card(name: str, box: Box) -> Say:
    """A card in a sentence."""
    return several(name, 1, box)


def several(name: str, count: int, box: Box) -> Say:
    """Equal cards in a sentence."""
    kind = box.kinds[box.number_of[name]]
    if kind == BUILDING:
        building = box.edition.term("the", name)
        return say_term(building) if count == 1 else say("{count} × {card}", count=count, card=building)
    points = "−" + name[1:] if name[0] == "-" else name
    if kind == ALLIANCE:
        if count == 1:
            return say("alliance {points}", points=points)
        return say("{count} × alliance {points}", count=count, points=points)
    if kind == BETRAYAL:
        if count == 1:
            return say("betrayal {points}", points=points)
        return say("{count} × betrayal {points}", count=count, points=points)
    return say("gang {value}", value=name) if count == 1 else say("{count} × gang {value}", count=count, value=name)


def cards(names: object, box: Box) -> Say | list[Say]:
    """Several cards in a sentence, in order."""
    return [card(name, box) for name in cast(list[str], names)] or say("nothing")


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
        return say("A draw at {points} points: the District belongs to nobody.", points=view.scores[0])
    winner = Seat(view.winner)
    mine = view.seat == view.winner
    if view.ending == "buildings":
        if mine:
            return say("You hold the three buildings: the city is yours.")
        return say("{seat} holds the three buildings and wins at once.", seat=winner)
    points, other = view.scores[view.winner], view.scores[1 - view.winner]
    if view.ending == "tie-break":
        if mine:
            return say("{points} points each; the stronger gangs decide, and they are with you.", points=points)
        return say("{points} points each; the stronger gangs decide for {seat}.", points=points, seat=winner)
    if mine:
        return say("You win the District, {points} to {other}.", points=points, other=other)
    return say("{seat} wins the District, {points} to {other}.", seat=winner, points=points, other=other)


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    if action.kind == TAKE:
        return say("Take {count} from the line", count=min(box.take, len(view.line)))
    return say("Lay {card}", card=card(box.names[action.a], box))


def event_text(event: Mapping[str, object], seat: int | None, box: Box) -> Say | None:
    """What happened, told to that seat."""
    kind = event["kind"]
    if kind == "line":
        return say("The line begins with {cards}.", cards=cards(event["cards"], box))
    if kind == "count":
        first, second = cast(list[int], event["scores"])
        return say("The count: {first} to {second}.", first=first, second=second)
    who = cast(int, event["seat"])
    told = Seat(who)
    mine = who == seat
    if kind == "deal":
        if "cards" in event:
            return say("Round {round}: you are dealt {cards}.", round=event["round"], cards=cards(event["cards"], box))
        return say(
            "Round {round}: {seat} is dealt {count} cards.", round=event["round"], seat=told, count=event["count"]
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
            "Round {round} of {rounds}; {deck} cards in the deck, {away} put away unseen.",
            round=view.round,
            rounds=view.rounds,
            deck=view.deck,
            away=view.away,
        ),
        say("The line, oldest first: {cards}.", cards=cards(view.line, box)),
    ]
    for seat in (0, 1):
        if seat == view.seat:
            told.append(say("Your hand: {cards}.", cards=pile(view.hand, box)))
            told.append(
                say(
                    "You have taken: {cards}; {points} points so far.",
                    cards=pile(view.taken[seat], box),
                    points=view.scores[seat],
                )
            )
        else:
            told.append(say("{seat} has {count} cards in hand.", seat=Seat(seat), count=view.hand_sizes[seat]))
            told.append(
                say(
                    "{seat} has taken: {cards}; {points} points so far.",
                    seat=Seat(seat),
                    cards=pile(view.taken[seat], box),
                    points=view.scores[seat],
                )
            )
        if not view.ending:
            if seat == view.seat:
                told.append(
                    say("You may still take this round.")
                    if view.may_take[seat]
                    else say("You have already taken this round.")
                )
            elif view.may_take[seat]:
                told.append(say("{seat} may still take this round.", seat=Seat(seat)))
            else:
                told.append(say("{seat} has already taken this round.", seat=Seat(seat)))
    told.append(prompt(view, box))
    return told


def heading(view: View, box: Box) -> Say:
    """The round, above what happens in it."""
    return say("Round {round}", round=view.round)
