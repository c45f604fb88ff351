"""Why an action of Police vs Gangs is not legal: the rule that forbids it and a sentence that helps."""

from __future__ import annotations

from typing import Final

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.refusals import usual_refusal
from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions.claims import BITS, highest_rank
from parrain.games.police_vs_gangs.rules import PHASES, State
from parrain.games.police_vs_gangs.rules.city import spots_to_lay
from parrain.games.police_vs_gangs.rules.negotiation import catches
from parrain.games.police_vs_gangs.rules.placing import any_spot
from parrain.games.police_vs_gangs.rules.resolving import recruit_sum
from parrain.games.police_vs_gangs.rules.scoring import card_to_colour

# The phases in which each kind of action has a meaning.
TIMES: Final[dict[int, tuple[int, ...]]] = {
    k.LAY: (s.P_LAY,),
    k.DISCARD: (s.P_DISCARD,),
    k.SEND: (s.P_PLACE,),
    k.AT: (s.P_PLACE,),
    k.PASS: (s.P_PLACE,),
    k.BACK: (s.P_PLACE, s.P_TALK, s.P_SHARE, s.P_STAKE),
    k.RESOLVE: (s.P_RESOLVE,),
    k.CLAIM: (s.P_TALK,),
    k.SAY: (s.P_TALK, s.P_SHARE),
    k.NO_DEAL: (s.P_TALK, s.P_SHARE),
    k.ACCEPT: (s.P_TALK, s.P_SHARE),
    k.ORDER: (s.P_ORDER,),
    k.RECRUIT: (s.P_RECRUIT,),
    k.BADGES: (s.P_BADGES,),
    k.REROLL: (s.P_REROLL,),
    k.DOUBLE: (s.P_DOUBLE,),
    k.ARREST: (s.P_ARREST,),
    k.CATCH: (s.P_CATCH, s.P_SHARE),
    k.SHARE: (s.P_SHARE,),
    k.STAKE: (s.P_STAKE,),
    k.COLOUR: (s.P_COLOUR,),
}


# What somebody who is not asked is told: the rule and the sentence.
WAITING: Final[dict[int, tuple[str, Say]]] = {
    s.P_LAY: ("PG 5.1", say("{seat} lays the new place.")),
    s.P_PLACE: ("PG 6.3", say("It is {seat}'s turn to place.")),
    s.P_RESOLVE: ("PG 7.1", say("{seat}, last in turn order, names the next place.")),
    s.P_TALK: ("PG 9.1", say("Only those with a piece on the place bargain.")),
    s.P_SHARE: ("PG 11.3", say("Only the police who won here share the spoils.")),
    s.P_STAKE: ("PG 12.1", say("Your stake is in; wait until all are shown.")),
    s.P_ORDER: ("PG 8.4", say("Only the tied players name an order, each once.")),
    s.P_RECRUIT: ("PG 8.3", say("{seat} recruits first.")),
    s.P_REROLL: ("PG 10.4", say("The reroll is up to {seat}, the lieutenant's owner.")),
    s.P_ARREST: ("PG 10.7", say("The arrest is up to {seat}, who has the most badges.")),
}
ANY_WAITING: Final = ("PG 4.1", say("The table is waiting for {seats}."))


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """The rule that forbids this action now."""
    if state.box.owns(action) and not state.is_over and seat not in state.current_players():
        return not_yours(state, seat)
    usual = usual_refusal(state, seat, action, "PG 4.1", "PG 14.1", "PG 4.1")
    if usual is not None:
        return usual
    if state.phase not in TIMES[action.kind]:
        row = PHASES[state.phase]
        return IllegalAction(row.rule, "{what}", what=row.asks)
    if action.kind in (k.LAY, k.DISCARD, k.SEND, k.AT, k.PASS):
        return about_placing(state, seat, action)
    if action.kind in (k.CLAIM, k.SAY, k.ACCEPT, k.SHARE, k.BACK):
        return about_talk(state, seat, action)
    if action.kind in (k.STAKE, k.COLOUR):
        return about_count(state, seat, action)
    return about_raid(state, seat, action)


def not_yours(state: State, seat: int) -> IllegalAction:
    """Somebody else is to decide."""
    if not 0 <= seat < state.players:
        return IllegalAction("PG 3.1", "There is no such player at this table.")
    if state.phase == s.P_PLACE and state.passed >> seat & 1:
        return IllegalAction("PG 6.4", "You have passed: you place nothing more this turn.")
    if state.phase == s.P_TALK and state.party >> seat & 1:
        return IllegalAction("PG 9.5", "Your claim is in; wait until all are shown.")
    if state.phase == s.P_SHARE and state.party >> seat & 1:
        return IllegalAction("PG 11.3", "Your proposal is in; wait until all are shown.")
    seats: list[object] = [Seat(other) for other in state.current_players()]
    rule, told = WAITING.get(state.phase, ANY_WAITING)
    return IllegalAction(rule, "{what}", what=told._replace(filling={"seat": seats[0], "seats": seats}))


def about_placing(state: State, seat: int, action: Action) -> IllegalAction:
    """Laying a card, discarding, placing."""
    box = state.box
    if action.kind == k.LAY:
        return about_laying(state, action)
    if action.kind == k.DISCARD:
        if action.b:
            return IllegalAction(
                "PG 6.1", "You have no {name} in prison.", name=box.name("lacking", box.characters[action.a])
            )
        return IllegalAction(
            "PG 6.1", "You have no {name} in your hand.", name=box.name("lacking", box.characters[action.a])
        )
    if action.kind == k.AT:
        if state.held == -1:
            return IllegalAction("PG 6.3", "First say which piece you send.")
        return about_side(state, seat, action)
    if state.held != -1:
        return IllegalAction("PG 6.3", "You are sending a piece already: choose its side, or take it back.")
    if action.kind == k.PASS:
        return IllegalAction("PG 6.4", "You cannot pass now.")
    if (action.text in [f"send {die}" for die in k.DICE]) != (seat & 1 == 1):
        return IllegalAction("PG 6.3", "Gangsters place tiles, police place dice.")
    if not any_spot(state, seat):
        return IllegalAction("PG 6.5", "No side of the city is open to you: you can only pass.")
    if not state.hand[seat * 8 + action.a]:
        return IllegalAction(
            "PG 6.3", "You have no {name} left to place.", name=box.name("lacking", action.text.split()[1])
        )
    return IllegalAction("PG 6.10", "You cannot send {name} to recruit.", name=box.name("a", box.characters[action.a]))


def about_laying(state: State, action: Action) -> IllegalAction:
    """Why the drawn card cannot lie there."""
    box = state.box
    spot = action.a * 4 + action.b
    if action.a not in state.laid:
        return IllegalAction("PG 5.2", "{card} is not in the city.", card=box.name("Place", box.card_names[action.a]))
    if state.neighbour[spot] != -1:
        return IllegalAction("PG 5.2", "A card lies there already.")
    for good in [box.by_kind.lay[each] for each in spots_to_lay(state)]:
        if cell_of(state, good) == cell_of(state, action):
            return IllegalAction(
                "PG 5.2", "That spot is called after the oldest card beside it: “{text}”.", text=good.text
            )
    first, second = box.colours[state.drawn]
    if second != -1:
        return IllegalAction(
            "PG 5.4",
            "This card must touch {one} and {two}, by a side or a corner, where it can.",
            one=box.name("colour", k.COLOURS[first]),
            two=box.name("colour", k.COLOURS[second]),
        )
    return IllegalAction(
        "PG 5.3",
        "This card must share a side with a card of {colour}, and it can.",
        colour=box.name("colour", k.COLOURS[first]),
    )


def cell_of(state: State, action: Action) -> tuple[int, int]:
    """The column and row at a side of a card."""
    return state.x[action.a] + s.DX[action.b], state.y[action.a] + s.DY[action.b]


def about_side(state: State, seat: int, action: Action) -> IllegalAction:
    """Why a piece cannot go to that side."""
    box = state.box
    spot = action.a * 4 + action.b
    if action.a not in state.laid:
        return IllegalAction("PG 6.5", "{card} is not in the city.", card=box.name("Place", box.card_names[action.a]))
    if state.open_sides(action.a) == 0:
        return IllegalAction(
            "PG 6.5",
            "{card} has cards on all sides: nobody can reach it any more.",
            card=box.name("Place", box.card_names[action.a]),
        )
    if state.neighbour[spot] != -1:
        return IllegalAction("PG 6.5", "A card lies next to that side: pieces go to open sides.")
    gang = state.side_gang[spot]
    if seat & 1:
        return IllegalAction("PG 6.6", "{seat}'s gangsters hold that side: nobody else may come.", seat=Seat(gang - 1))
    if gang:
        rule = "PG 6.8" if state.open_sides(action.a) == 1 else "PG 6.6"
        return IllegalAction(
            rule, "{seat}'s gangsters hold that side: no other gangster may come.", seat=Seat(gang - 1)
        )
    return IllegalAction("PG 6.7", "The police hold that side: no gangster may come.")


def about_talk(state: State, seat: int, action: Action) -> IllegalAction:
    """Claims and proposals."""
    if action.kind == k.BACK:
        if state.phase == s.P_PLACE:
            return IllegalAction("PG 6.3", "There is nothing to take back: you have not picked a piece.")
        if state.phase == s.P_STAKE:
            return IllegalAction("PG 12.1", "There is nothing to take back: you have staked nothing yet.")
        return IllegalAction("PG 9.2", "There is nothing to take back: your draft is as you last showed it.")
    if action.kind == k.ACCEPT:
        return about_accepting(state, seat, action)
    if action.kind == k.SHARE:
        return about_sharing(state, seat, action)
    box = state.box
    draft = state.drafts[seat].parts
    if action.a > box.traffics or action.a == 0:
        if draft[action.a] == action.b:
            return IllegalAction("PG 9.2", "Your draft says so already.")
        return IllegalAction(
            "PG 9.2", "A draft is changed in the order place, rackets, everything else: choose again to begin anew."
        )
    t = action.a - 1
    name = box.traffic_names[t]
    if not box.may_demand(state.here, t):
        return IllegalAction(
            "PG 9.3",
            "This place does not demand {traffic} and has no open demand for it.",
            traffic=box.name("traffic", name),
        )
    if draft[action.a] == action.b:
        return IllegalAction("PG 9.2", "Your draft says so already.")
    if highest_rank(action.b) > state.most[t]:
        return IllegalAction(
            "PG 9.9",
            "At most {most} tokens of {traffic} could come from here: name no higher rank.",
            most=state.most[t],
            traffic=box.name("traffic", name),
        )
    return IllegalAction(
        "PG 9.2", "A draft is changed in the order place, rackets, everything else: choose again to begin anew."
    )


def about_accepting(state: State, seat: int, action: Action) -> IllegalAction:
    """Why there is nothing to accept."""
    if state.round == 1:
        return IllegalAction("PG 9.7", "Nobody has shown anything yet: there is nothing to accept.")
    if state.phase == s.P_TALK:
        if action.a != -1:
            return IllegalAction("PG 9.7", "You can only accept what all the others claim together: “accept”.")
        return IllegalAction("PG 9.7", "The others do not agree among themselves: there is no deal to accept.")
    if action.a == -1 or action.a == seat:
        return IllegalAction("PG 11.3", "Say whose proposal you accept.")
    return IllegalAction("PG 11.3", "{seat} has proposed nothing you could accept.", seat=Seat(action.a))


def about_sharing(state: State, seat: int, action: Action) -> IllegalAction:
    """Why a proposal cannot say that."""
    if action.a > 0 and not state.prize:
        return IllegalAction("PG 10.10", "Nobody was left to arrest: there is only the place to share.")
    if not state.party >> action.b & 1:
        return IllegalAction("PG 11.3", "{seat} is not one of the police who won here.", seat=Seat(action.b))
    if state.drafts[seat].parts[action.a] == action.b:
        return IllegalAction("PG 11.3", "Your proposal says so already.")
    return IllegalAction(
        "PG 11.3", "A proposal is changed in the order place, point, token, arrest: choose again to begin anew."
    )


def about_raid(state: State, seat: int, action: Action) -> IllegalAction:
    """Resolving a place."""
    box = state.box
    if action.kind == k.RESOLVE:
        return IllegalAction(
            "PG 7.1", "{card} has no pieces left to resolve.", card=box.name("Place", box.card_names[action.a])
        )
    if action.kind == k.ORDER:
        return IllegalAction("PG 8.4", "An order must name exactly the tied players.")
    if action.kind == k.RECRUIT:
        name = box.name("who", box.characters[action.a])
        if action.a not in state.recruits[2 * state.here : 2 * state.here + 2]:
            return IllegalAction(
                "PG 8.2", "There is no {name} to recruit here.", name=box.name("lacking", box.characters[action.a])
            )
        return IllegalAction(
            "PG 8.2",
            "The {name} costs {cost}; your recruiters here bring {total}.",
            name=name,
            cost=box.cost[action.a],
            total=recruit_sum(state, seat),
        )
    if action.kind == k.BADGES:
        return about_badges(state, action)
    if action.kind == k.REROLL:
        if action.a == k.INFORMERS:
            return IllegalAction("PG 10.4", "No informer here shows {face}.", face=box.name("face", k.FACES[action.c]))
        return IllegalAction(
            "PG 10.4",
            "{seat} has no {die} here showing {face}.",
            seat=Seat(action.a),
            die=box.name("lacking", k.DICE[action.b]),
            face=box.name("face", k.FACES[action.c]),
        )
    if action.kind == k.ARREST:
        return IllegalAction("PG 10.7", "{seat} has no fighting gangster here.", seat=Seat(action.a))
    return about_catching(state, action)


def about_badges(state: State, action: Action) -> IllegalAction:
    """Why the badges cannot be that."""
    box = state.box
    if action.a & box.printed[state.here]:
        return IllegalAction("PG 8.9", "An open demand cannot be a racket that the card prints.")
    if action.a & state.named:
        return IllegalAction("PG 9.11", "What the deal named stays as it is.")
    left = box.badges[state.here] - BITS[state.named]
    if BITS[action.a] != left:
        return IllegalAction("PG 8.9", "Name {count} different rackets, one for each badge.", count=left)
    return IllegalAction("PG 9.11", "Under a deal the badges must be rackets that gangsters here can feed.")


def about_catching(state: State, action: Action) -> IllegalAction:
    """Why that tile or traffic cannot be taken."""
    box = state.box
    if not state.prize:
        return IllegalAction("PG 10.10", "Nobody is left to arrest here.")
    named = [box.by_kind.catch_by_code[code] for code in catches(state)]
    if not any(each.a == action.a and each.b == action.b for each in named):
        return IllegalAction(
            "PG 11.2",
            "{seat} has no fighting {name} here.",
            seat=Seat(action.a),
            name=box.name("lacking", box.characters[action.b]),
        )
    if action.c < box.traffics and not box.icons[action.b * box.traffics + action.c]:
        return IllegalAction(
            "PG 11.2",
            "The {name} does not show {traffic}.",
            name=box.name("who", box.characters[action.b]),
            traffic=box.name("traffic", box.traffic_names[action.c]),
        )
    if action.c < box.traffics and not state.supply[action.c]:
        return IllegalAction(
            "PG 2.7", "The supply has no {traffic} left.", traffic=box.name("traffic", box.traffic_names[action.c])
        )
    if action.c == box.traffics:
        return IllegalAction("PG 11.2", "The supply still has a racket shown on that tile: name it.")
    return IllegalAction(
        "PG 11.3", "A proposal is changed in the order place, point, token, arrest; this one says so already."
    )


def about_count(state: State, seat: int, action: Action) -> IllegalAction:
    """Stakes and colours."""
    box = state.box
    if action.kind == k.COLOUR:
        if state.owner[action.a] != seat:
            return IllegalAction(
                "PG 13.1", "You do not control {card}.", card=box.name("Place", box.card_names[action.a])
            )
        return IllegalAction(
            "PG 13.1", "One card at a time: now {card}.", card=box.name("Place", box.card_names[card_to_colour(state)])
        )
    if action.a == -1:
        return IllegalAction("PG 12.1", "You have no tokens to stake.")
    held = state.tokens[seat * box.traffics + action.a]
    if action.b > held:
        return IllegalAction(
            "PG 12.1",
            "You hold {count} tokens of {traffic}.",
            count=held,
            traffic=box.name("traffic", box.traffic_names[action.a]),
        )
    return IllegalAction("PG 12.1", "A stake is built in the order of the rackets: choose again to begin anew.")
