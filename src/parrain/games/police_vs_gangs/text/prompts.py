"""What Police vs Gangs asks: prompts in two voices, and choices as buttons would name them."""

from __future__ import annotations

from typing import Final

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.actions.claims import REFUSAL, SILENT
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.rules import PHASES
from parrain.games.police_vs_gangs.state import PHASE_NAMES
from parrain.games.police_vs_gangs.text.names import SIDE_NAMES, catching, part_said, points_of, seats, several, tokens
from parrain.games.police_vs_gangs.text.speech import contested
from parrain.games.police_vs_gangs.view import View

GIVE: Final = (say("The place to {seat}"), say("The point to {seat}"), say("The token to {seat}"))
BESIDE: Final[dict[str, Say]] = {
    "north": say("North of {place}"),
    "east": say("East of {place}"),
    "south": say("South of {place}"),
    "west": say("West of {place}"),
}


def prompt(view: View, box: Box) -> Say:
    """What the seat is asked, or whom everybody is waiting for."""
    if view.ending:
        return ending(view)
    if view.seat is not None and view.seat in view.to_move:
        return prompt_mine(view, box)
    return prompt_other(view, box)


def ending(view: View) -> Say:
    """How it ended, in one sentence."""
    winners = [seat for seat, rank in enumerate(view.places) if rank == 1]
    best = points_of(max(view.scores))
    if view.teams and len(winners) < view.players:
        if winners[0] % 2:
            return say("The police win the city with {points}.", points=best)
        return say("The gangsters win the city with {points}.", points=best)
    if view.seat in winners and len(winners) == 1:
        return say("The city is yours, with {points}.", points=best)
    if len(winners) == 1:
        return say("{seat} wins the city with {points}.", seat=Seat(winners[0]), points=best)
    return say("{seats} share the city with {points}.", seats=seats(winners), points=best)


def prompt_mine(view: View, box: Box) -> Say:
    """What you are asked."""
    here = box.name("Place", view.here)
    phase = view.phase
    if phase == "lay":
        return say("You drew {place}: where do you lay it?", place=box.name("place", view.drawn))
    if phase == "place":
        if view.held:
            return say("Where does {piece} go? Choose a glowing side.", piece=box.name("the", view.held.split()[0]))
        if (view.seat or 0) % 2:
            return say("Your turn: which die do you place?")
        return say("Your turn: whom do you place, face down?")
    if phase in ("talk", "share") and not view.rounds:
        return prompt_sand(view, box)
    now: dict[str, object] = {"place": here, "round": view.round, "rounds": view.rounds}
    if phase == "talk":
        if view.round == 1:
            return say("{place}: claim what you want before anything is turned up (round {round} of {rounds}).", **now)
        if view.clashes:
            return say("{place}: no deal yet. Change your claim, accept, or refuse (round {round} of {rounds}).", **now)
        return say(
            "{place}: nothing clashes. Announce the same again, and it is a deal (round {round} of {rounds}).", **now
        )
    if phase == "share":
        return say("{place}: propose a split. If all propose the same, it is done (round {round} of {rounds}).", **now)
    asked = {
        "discard": say("You have more than {count} gangsters: whom do you let go?", count=box.most_tiles),
        "resolve": say("You are last: which place is resolved next?"),
        "order": say("You are tied with the other recruiters: name an order, or none."),
        "recruit": say("Whom do you recruit {place}?", place=box.name("at", view.here)),
        "badges": say("{place}: you supply it. Which rackets do its open demands stand for?", place=here),
        "reroll": say("Your lieutenant: reroll one die?"),
        "double": say("Your sergeant shows a double: handcuffs or a badge?"),
        "arrest": say("The gangsters won, but you may arrest one of them: from which gang?"),
        "catch": say("The place is yours. Whom do you arrest, and what do you seize?"),
        "stake": say("Stake tokens in secret, or none."),
        "colour": say("Which colour does your card of two colours count for?"),
    }
    return asked[phase]


def prompt_sand(view: View, box: Box) -> Say:
    """What you are asked while the sand runs (PG 9.6)."""
    here = box.name("Place", view.here)
    if view.phase == "share":
        return say("{place}: press who gets what. When all propose the same, it is done.", place=here)
    if view.seat is not None and SILENT in view.claims[view.seat]:
        return say("{place}: press what you want. Who says nothing refuses.", place=here)
    quiet = [Seat(seat) for kind, _, who in view.clashes if kind == SILENT for seat in who]
    found = [clash for clash in view.clashes if clash[0] != SILENT]
    if len(found) == 1:
        kind, _, who = found[0]
        wanting: list[object] = [Seat(seat) for seat in who]
        if kind == REFUSAL:
            return say_plural(
                "{seats} refuses: the dice decide.", "{seats} refuse: the dice decide.", count=len(who), seats=wanting
            )
        return say("One clash: {thing} ({seats}).", thing=contested(view, box, found[0]), seats=wanting)
    if found:
        things: list[object] = [contested(view, box, clash) for clash in found]
        return say("{count} clashes: {things}.", count=len(found), things=things)
    if quiet:
        return say("{place}: nothing clashes, but {seats} has not spoken yet.", place=here, seats=quiet)
    return say("{place}: nothing clashes. Hold, and it is a deal.", place=here)


def prompt_other(view: View, box: Box) -> Say:
    """What another is asked."""
    waiting = seats(view.to_move)
    if view.phase in ("talk", "share") and not view.rounds:
        if view.seat in view.party:
            return say("You have settled. Still talking: {seats}.", seats=waiting)
        return say("{seats} bargain {place}.", seats=waiting, place=box.name("at", view.here))
    waits = PHASES[PHASE_NAMES.index(view.phase)].waits
    where = box.name("at", view.here) if view.here else box.name("place", view.drawn)
    seat = Seat(view.to_move[0])
    filling = {"seat": seat, "seats": waiting, "place": where, "round": view.round, "rounds": view.rounds}
    return waits._replace(filling=filling)


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    kind = action.kind
    if kind in (k.LAY, k.AT, k.RESOLVE):
        return label_place(action, box)
    if kind in (k.CLAIM, k.SAY, k.NO_DEAL, k.ACCEPT, k.SHARE, k.CATCH, k.BACK):
        return label_talk(action, view, box)
    if kind in (k.DISCARD, k.SEND, k.RECRUIT):
        return label_crew(action, view, box)
    if kind == k.PASS:
        return say("Pass this turn")
    if kind == k.ORDER:
        if action.a == -1:
            return say("No order: then none of you recruits")
        return say(
            "In this order: {seats}", seats=seats([seat for seat in (action.a, action.b, action.c) if seat != -1])
        )
    if kind == k.BADGES:
        return say(
            "Open demands: {traffics}",
            traffics=several(
                [box.name("traffic", name) for t, name in enumerate(box.traffic_names) if action.a >> t & 1]
            ),
        )
    if kind in (k.REROLL, k.DOUBLE):
        return label_dice(action, box)
    if kind == k.ARREST:
        if action.a == -1:
            return say("Let them go")
        return say("Arrest one of {seat}'s gangsters, drawn blind", seat=Seat(action.a))
    if kind == k.STAKE:
        return label_stake(action, view, box)
    assert kind == k.COLOUR
    return say(
        "{place} counts for {colour}",
        place=box.name("Place", box.card_names[action.a]),
        colour=box.name("colour", k.COLOURS[action.b]),
    )


def label_place(action: Action, box: Box) -> Say:
    """Choices about a place or one of its sides."""
    card = box.card_names[action.a]
    if action.kind == k.RESOLVE:
        return say("Resolve {place}", place=box.name("place", card))
    side = k.SIDES[action.b]
    if action.kind == k.LAY:
        return BESIDE[side]._replace(filling={"place": box.name("beside", card)})
    return say("{place}, {side}", place=box.name("Place", card), side=SIDE_NAMES[side])


def label_crew(action: Action, view: View, box: Box) -> Say:
    """Choices about a gangster or a die."""
    if action.kind == k.SEND and action.b == -1:
        return say("Send {piece}", piece=box.name("a", k.DICE[action.a]))
    if action.a == -1:
        return say("Recruit nobody")
    name = box.characters[action.a]
    if action.kind == k.SEND:
        if action.b:
            return say("Send {piece} to recruit", piece=box.name("a", name))
        return say("Send {piece} to fight", piece=box.name("a", name))
    if action.kind == k.RECRUIT:
        return say("Recruit {piece} (cost {cost})", piece=box.name("the", name), cost=box.cost[action.a])
    if action.b:
        return say("Let {piece} go, from prison", piece=box.name("a", name))
    return say("Let {piece} go", piece=box.name("a", name))


def label_talk(action: Action, view: View, box: Box) -> Say:
    """Choices of a negotiation, and of the police's own sharing."""
    kind = action.kind
    if kind == k.SAY and not view.rounds:
        return say("Hold to these claims")
    if kind == k.SAY:
        if view.phase == "share":
            return say("Propose this split")
        if not view.draft:
            return say("Announce: claim nothing")
        return say_plural("Announce this claim", "Announce these {count} claims", count=len(view.draft))
    if kind == k.NO_DEAL:
        return say("No deal")
    if kind == k.BACK:
        return say("Choose again")
    if kind == k.ACCEPT:
        if action.a == -1:
            return say("Accept (drop what others also claim)")
        return say("Accept what {seat} proposes", seat=Seat(action.a))
    if kind == k.CATCH:
        return catching(action, box, "Whose")
    if kind == k.SHARE:
        return GIVE[action.a]._replace(filling={"seat": Seat(action.b)})
    if action.a == 0:
        return say("Claim the place") if action.b else say("Give up the place")
    if action.a == box.traffics + 1:
        return say("Claim everything else") if action.b else say("Give up everything else")
    name = box.traffic_names[action.a - 1]
    if action.b == 0:
        return say("Give up {traffic}", traffic=box.name("giving up", name))
    return say("Claim {part}", part=part_said(action.a, action.b, box))


def label_dice(action: Action, box: Box) -> Say:
    """Choices about dice."""
    if action.kind == k.DOUBLE:
        return say("Count it as {face}", face=box.name("face", k.FACES[action.a]))
    if action.a == -1:
        return say("Reroll nothing")
    if action.a == k.INFORMERS:
        return say("Reroll an informer ({face})", face=box.name("mark", k.FACES[action.c]))
    return say(
        "Reroll {seat}'s {die} ({face})",
        seat=Seat(action.a),
        die=box.name("whose", k.DICE[action.b]),
        face=box.name("mark", k.FACES[action.c]),
    )


def label_stake(action: Action, view: View, box: Box) -> Say:
    """Choices about stakes."""
    if action.a != -1:
        return say(
            "Stake {count} × {traffic}", count=action.b, traffic=box.name("traffic", box.traffic_names[action.a])
        )
    if action.b:
        return say("Stake everything")
    if not any(view.stakes):
        return say("Stake nothing")
    staked = dict(zip(box.traffic_names, view.stakes, strict=False))
    return say("Stake {tokens}", tokens=tokens(staked, box))
