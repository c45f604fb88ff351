"""What Police vs Gangs asks: prompts in two voices, and choices as buttons would name them."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs.bargain import SILENT
from parrain.games.police_vs_gangs.choices import (
    ACCEPT,
    ARREST,
    AT,
    BACK,
    BADGES,
    CATCH,
    CLAIM,
    COLOUR,
    COLOURS,
    DICE,
    DISCARD,
    DOUBLE,
    FACES,
    LAY,
    NO_DEAL,
    ORDER,
    PASS,
    RECRUIT,
    REROLL,
    RESOLVE,
    SAY,
    SEND,
    SHARE,
    SIDES,
    STAKE,
    rank_words,
)
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.naming import (
    COLOUR_NAMES,
    SIDE_NAMES,
    a,
    catching,
    claim_part,
    face,
    place,
    proposal_part,
    seats,
    several,
    traffic,
    who,
)
from parrain.games.police_vs_gangs.reading import describe
from parrain.games.police_vs_gangs.telling import event_text
from parrain.games.police_vs_gangs.view import View

__all__ = ["action_label", "describe", "event_text", "prompt"]


def prompt(view: View, box: Box) -> Say:
    """What the seat is asked, or whom everybody is waiting for."""
    if view.ending:
        return ending(view)
    if view.seat is not None and view.seat in view.to_move:
        return prompt_mine(view, box)
    return prompt_other(view)


def ending(view: View) -> Say:
    """How it ended, in one sentence."""
    winners = [seat for seat, rank in enumerate(view.places) if rank == 1]
    best = max(view.scores)
    if view.teams and len(winners) < view.players:
        if winners[0] % 2:
            return say("The police win the city with {points} points.", points=best)
        return say("The gangsters win the city with {points} points.", points=best)
    if view.seat in winners and len(winners) == 1:
        return say("The city is yours, with {points} points.", points=best)
    if len(winners) == 1:
        return say("{seat} wins the city with {points} points.", seat=Seat(winners[0]), points=best)
    return say("{seats} share the city with {points} points.", seats=seats(winners), points=best)


def prompt_mine(view: View, box: Box) -> Say:
    """What you are asked."""
    here = place(view.here)
    phase = view.phase
    if phase == "lay":
        return say("You drew {place}: where does it lie?", place=place(view.drawn))
    if phase == "place":
        if view.held:
            return say("To which side do you send {piece}?", piece=a(view.held.split()[0]))
        if (view.seat or 0) % 2:
            return say("Your turn: place a die, or pass for good.")
        return say("Your turn: place a gangster face down, or pass for good.")
    if phase in ("talk", "share") and not view.rounds:
        return prompt_sand(view)
    if phase == "talk":
        if view.round == 1:
            return say(
                "{place}: claim what you want before anything is turned up (round {round} of {rounds}).",
                place=here,
                round=1,
                rounds=view.rounds,
            )
        if view.clashes:
            return say(
                "{place}: no accord yet. Change your claim, accept, or refuse (round {round} of {rounds}).",
                place=here,
                round=view.round,
                rounds=view.rounds,
            )
        return say(
            "{place}: nothing clashes. Stand by your claim, and it is a deal (round {round} of {rounds}).",
            place=here,
            round=view.round,
            rounds=view.rounds,
        )
    if phase == "share":
        return say(
            "{place}: propose who gets what. All the same, and it is done (round {round} of {rounds}).",
            place=here,
            round=view.round,
            rounds=view.rounds,
        )
    asked = {
        "discard": say("You have more than {count} gangsters: whom do you let go?", count=box.most_tiles),
        "resolve": say("You are last: which place is resolved next?"),
        "order": say("You are tied with the other recruiters: name an order, or none."),
        "recruit": say("Whom do you hire at {place}?", place=here),
        "badges": say("{place} is fed by you: what shall the neutral badges be?", place=here),
        "reroll": say("Your lieutenant may have one die rerolled."),
        "double": say("Your sergeant shows a double: handcuffs or a badge?"),
        "arrest": say("The gangsters were stronger, but you have the badges: whose gang do you reach into?"),
        "catch": say("The place is yours. Whom do you arrest, and what do you seize?"),
        "stake": say("Stake tokens in secret, or none."),
        "colour": say("Which colour does your card of two colours count for?"),
    }
    return asked[phase]


def prompt_sand(view: View) -> Say:
    """What you are asked while the sand runs (PG 9.6)."""
    here = place(view.here)
    if view.phase == "share":
        return say("{place}: agree who gets what before the sand is out. All the same, and it is done.", place=here)
    if view.seat is not None and SILENT in view.claims[view.seat]:
        return say("{place}: claim what you want before the sand is out. Who says nothing refuses.", place=here)
    if view.clashes:
        return say(
            "{place}: no accord yet. Change your claim, accept, or refuse; what stands when the sand is out decides.",
            place=here,
        )
    return say("{place}: nothing clashes. Say that you are ready, and it is a deal.", place=here)


def prompt_other(view: View) -> Say:
    """What another is asked."""
    here = place(view.here)
    waiting = seats(view.to_move)
    if view.phase in ("talk", "share") and not view.rounds:
        return say("The sand runs: {seats} bargain over {place}.", seats=waiting, place=here)
    seat = Seat(view.to_move[0])
    asked = {
        "lay": say("{seat} must lay {place}.", seat=seat, place=place(view.drawn)),
        "discard": say("{seat} must let a gangster go.", seat=seat),
        "place": say("{seat} must place a piece or pass.", seat=seat),
        "resolve": say("{seat} must name the next place.", seat=seat),
        "talk": say(
            "{seats} must claim at {place} (round {round} of {rounds}).",
            seats=waiting,
            place=here,
            round=view.round,
            rounds=view.rounds,
        ),
        "share": say(
            "{seats} must share the spoils of {place} (round {round} of {rounds}).",
            seats=waiting,
            place=here,
            round=view.round,
            rounds=view.rounds,
        ),
        "order": say("{seats} must name an order of recruiting.", seats=waiting),
        "recruit": say("{seat} must hire somebody at {place}, or nobody.", seat=seat, place=here),
        "badges": say("{seat} must name the neutral badges of {place}.", seat=seat, place=here),
        "reroll": say("{seat} may have one die rerolled.", seat=seat),
        "double": say("{seat} must say what the double is.", seat=seat),
        "arrest": say("{seat} may arrest somebody at {place}.", seat=seat, place=here),
        "catch": say("{seat} must name whom to arrest at {place}.", seat=seat, place=here),
        "stake": say("{seats} must stake.", seats=waiting),
        "colour": say("{seat} must give a card of two colours its colour.", seat=seat),
    }
    return asked[view.phase]


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    kind = action.kind
    if kind in (LAY, AT, RESOLVE):
        return label_place(action, box)
    if kind in (CLAIM, SAY, NO_DEAL, ACCEPT, SHARE, CATCH, BACK):
        return label_talk(action, view, box)
    if kind in (DISCARD, SEND, RECRUIT):
        return label_crew(action, view, box)
    if kind == PASS:
        return say("Pass for the rest of the turn")
    if kind == ORDER:
        if action.a == -1:
            return say("No order: then none of us recruits")
        return say(
            "In this order: {seats}", seats=seats([seat for seat in (action.a, action.b, action.c) if seat != -1])
        )
    if kind == BADGES:
        return say(
            "Badges: {traffics}",
            traffics=several([traffic(name) for t, name in enumerate(box.traffic_names) if action.a >> t & 1]),
        )
    if kind in (REROLL, DOUBLE):
        return label_dice(action)
    if kind == ARREST:
        if action.a == -1:
            return say("Let them go")
        return say("Arrest one of {seat}'s gangsters, drawn blind", seat=Seat(action.a))
    if kind == STAKE:
        return label_stake(action, view, box)
    assert kind == COLOUR
    return say(
        "{place} counts for {colour}", place=place(box.card_names[action.a]), colour=COLOUR_NAMES[COLOURS[action.b]]
    )


def label_place(action: Action, box: Box) -> Say:
    """Choices about a place or one of its sides."""
    name = place(box.card_names[action.a])
    if action.kind == RESOLVE:
        return say("Resolve {place}", place=name)
    side = SIDE_NAMES[SIDES[action.b]]
    if action.kind == LAY:
        return say("Lay it beside {place}, {side}", place=name, side=side)
    return say("{place}, {side}", place=name, side=side)


def label_crew(action: Action, view: View, box: Box) -> Say:
    """Choices about a gangster or a die."""
    if action.kind == SEND and action.b == -1:
        return say("Send {piece}", piece=a(DICE[action.a]))
    if action.a == -1:
        return say("Hire nobody")
    name = box.characters[action.a]
    if action.kind == SEND:
        if action.b:
            return say("Send {piece} to recruit", piece=a(name))
        return say("Send {piece} to fight", piece=a(name))
    if action.kind == RECRUIT:
        return say("Hire {piece} for {cost}", piece=a(name), cost=box.cost[action.a])
    if action.b:
        return say("Let {piece} go, from prison", piece=a(name))
    return say("Let {piece} go", piece=a(name))


def label_talk(action: Action, view: View, box: Box) -> Say:
    """Choices of a negotiation, and of the police's own sharing."""
    kind = action.kind
    if kind == SAY and not view.rounds:
        return say("Ready: I stand by what I claim")
    if kind == SAY:
        return say(
            "Say it: {parts}",
            parts=several([proposal_part(word) if view.phase == "share" else claim_part(word) for word in view.draft]),
        )
    if kind == NO_DEAL:
        return say("No deal")
    if kind == BACK:
        return say("Take it back")
    if kind == ACCEPT:
        if action.a == -1:
            return say("Accept: keep only what clashes with nobody")
        return say("Accept what {seat} proposes", seat=Seat(action.a))
    if kind == CATCH:
        ware = box.traffic_names[action.c] if action.c < box.traffics else "empty-handed"
        return catching(action.a, box.characters[action.b], ware)
    if kind == SHARE:
        return proposal_part(f"{('place', 'point', 'token')[action.a]} {action.b}")
    if action.a == 0:
        return say("Claim the place") if action.b else say("Give up the place")
    if action.a == box.traffics + 1:
        return say("Claim everything else") if action.b else say("Give up everything else")
    name = box.traffic_names[action.a - 1]
    if action.b == 0:
        return say("Give up {traffic}", traffic=traffic(name))
    return say("Claim {part}", part=claim_part(f"{name} {rank_words(action.b)}"))


def label_dice(action: Action) -> Say:
    """Choices about dice."""
    if action.kind == DOUBLE:
        return say("It is {face}", face=face(FACES[action.a]))
    if action.a == -1:
        return say("Reroll nothing")
    if action.a == 6:
        return say("Reroll an informer showing {face}", face=face(FACES[action.c]))
    return say(
        "Reroll {seat}'s {die} showing {face}", seat=Seat(action.a), die=who(DICE[action.b]), face=face(FACES[action.c])
    )


def label_stake(action: Action, view: View, box: Box) -> Say:
    """Choices about stakes."""
    if action.a != -1:
        return say("Stake {count} × {traffic}", count=action.b, traffic=traffic(box.traffic_names[action.a]))
    if action.b:
        return say("Stake everything")
    return say(
        "Done: stake {tokens}",
        tokens=several(
            [
                say("{count} × {traffic}", count=n, traffic=traffic(box.traffic_names[t]))
                for t, n in enumerate(view.stakes)
                if n
            ]
        ),
    )
