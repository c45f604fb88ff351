"""Why not: for every choice that is not legal, the rule that forbids it and a sentence that helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.say import Seat
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
    FROM,
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
    STAKE,
)
from parrain.games.police_vs_gangs.naming import COLOUR_NAMES, face, place, traffic, who
from parrain.games.police_vs_gangs.table import (
    P_ARREST,
    P_BADGES,
    P_CATCH,
    P_COLOUR,
    P_DISCARD,
    P_DOUBLE,
    P_LAY,
    P_ORDER,
    P_PLACE,
    P_RECRUIT,
    P_REROLL,
    P_RESOLVE,
    P_SHARE,
    P_STAKE,
    P_TALK,
)

if TYPE_CHECKING:
    from parrain.games.police_vs_gangs.rules import State

# The phases in which each verb has a meaning.
TIMES: dict[int, tuple[int, ...]] = {
    LAY: (P_LAY,),
    DISCARD: (P_DISCARD,),
    SEND: (P_PLACE,),
    AT: (P_PLACE,),
    PASS: (P_PLACE,),
    BACK: (P_PLACE, P_TALK, P_SHARE, P_STAKE),
    RESOLVE: (P_RESOLVE,),
    CLAIM: (P_TALK,),
    SAY: (P_TALK, P_SHARE),
    NO_DEAL: (P_TALK, P_SHARE),
    ACCEPT: (P_TALK, P_SHARE),
    ORDER: (P_ORDER,),
    RECRUIT: (P_RECRUIT,),
    BADGES: (P_BADGES,),
    REROLL: (P_REROLL,),
    DOUBLE: (P_DOUBLE,),
    ARREST: (P_ARREST,),
    CATCH: (P_CATCH, P_SHARE),
    SHARE: (P_SHARE,),
    STAKE: (P_STAKE,),
    COLOUR: (P_COLOUR,),
}


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """The rule that forbids this choice now."""
    if not state.cards.owns(action):
        return IllegalAction("PG 4.1", "“{text}” is not a choice of this edition.", text=action.text)
    if state.is_over:
        return IllegalAction("PG 14.1", "The game is over.")
    if not 0 <= seat < state.players:
        return IllegalAction("PG 3.1", "There is no such player at this table.")
    if not state.owing >> seat & 1:
        return not_yours(state, seat)
    if state.phase not in TIMES[action.kind]:
        return not_now(state)
    if action.kind in (LAY, DISCARD, SEND, AT, PASS):
        return about_placing(state, seat, action)
    if action.kind in (CLAIM, SAY, ACCEPT, SHARE, BACK):
        return about_talk(state, seat, action)
    if action.kind in (STAKE, COLOUR):
        return about_count(state, seat, action)
    return about_raid(state, seat, action)


def not_yours(state: State, seat: int) -> IllegalAction:
    """Somebody else is to decide."""
    waiting: list[object] = [Seat(other) for other in state.current_players()]
    if state.phase == P_PLACE:
        if state.passed >> seat & 1:
            return IllegalAction("PG 6.4", "You have passed: you place nothing more this turn.")
        return IllegalAction("PG 6.3", "It is {seat}'s turn to place.", seat=waiting[0])
    if state.phase == P_LAY:
        return IllegalAction("PG 5.1", "{seat} lays the new place.", seat=waiting[0])
    if state.phase == P_RESOLVE:
        return IllegalAction("PG 7.1", "{seat}, last in turn order, names the next place.", seat=waiting[0])
    if state.phase == P_TALK:
        if state.party >> seat & 1:
            return IllegalAction("PG 9.5", "Your claim is in; wait until all are shown.")
        return IllegalAction("PG 9.1", "Only those with a piece on the place bargain.")
    if state.phase == P_SHARE:
        if state.party >> seat & 1:
            return IllegalAction("PG 11.3", "Your proposal is in; wait until all are shown.")
        return IllegalAction("PG 11.3", "Only the police who won here share the spoils.")
    if state.phase == P_STAKE:
        return IllegalAction("PG 12.1", "Your stake is in; wait until all are shown.")
    if state.phase == P_ORDER:
        return IllegalAction("PG 8.4", "Only the tied players name an order, each once.")
    if state.phase == P_RECRUIT:
        return IllegalAction("PG 8.3", "{seat} hires first.", seat=waiting[0])
    if state.phase == P_REROLL:
        return IllegalAction("PG 10.4", "The reroll is up to {seat}, the lieutenant's owner.", seat=waiting[0])
    if state.phase == P_ARREST:
        return IllegalAction("PG 10.7", "{seat} has the most badges: only they may arrest.", seat=waiting[0])
    return IllegalAction("PG 4.1", "The table is waiting for {seats}.", seats=waiting)


def not_now(state: State) -> IllegalAction:
    """That is chosen at another time; what is chosen now."""
    now = {
        P_LAY: IllegalAction("PG 5.1", "Now the new place must be laid."),
        P_DISCARD: IllegalAction("PG 6.1", "You have more than four gangsters: discard one."),
        P_PLACE: IllegalAction("PG 6.3", "Now pieces are placed: send one to a side, or pass."),
        P_RESOLVE: IllegalAction("PG 7.1", "Now name the next place to resolve."),
        P_TALK: IllegalAction(
            "PG 9.2", "Now is the time to claim: the place, tokens to come, everything else, or no deal."
        ),
        P_ORDER: IllegalAction("PG 8.4", "Name an order for the tied recruiters, or none."),
        P_RECRUIT: IllegalAction("PG 8.2", "Now hire a gangster of this place, or none."),
        P_BADGES: IllegalAction("PG 8.9", "Now say which traffics the neutral badges are."),
        P_REROLL: IllegalAction("PG 10.4", "Now choose a die to reroll, or none."),
        P_DOUBLE: IllegalAction("PG 10.5", "Say what the sergeant's double is: handcuffs or a badge."),
        P_ARREST: IllegalAction("PG 10.7", "Now arrest one of the gangsters here, or let them go."),
        P_SHARE: IllegalAction("PG 11.3", "Now propose who gets what, or refuse."),
        P_CATCH: IllegalAction("PG 11.2", "Name the gangster to arrest and a traffic on the tile."),
        P_STAKE: IllegalAction("PG 12.1", "Now stake tokens, or none."),
        P_COLOUR: IllegalAction("PG 13.1", "Say which colour your card of two colours counts for."),
    }
    return now[state.phase]


def about_placing(state: State, seat: int, action: Action) -> IllegalAction:
    """Laying a card, discarding, placing."""
    box = state.cards
    if action.kind == LAY:
        return about_laying(state, action)
    if action.kind == DISCARD:
        if action.b:
            return IllegalAction("PG 6.1", "You have no {name} in prison.", name=who(box.characters[action.a]))
        return IllegalAction("PG 6.1", "You have no {name} in your hand.", name=who(box.characters[action.a]))
    if action.kind == AT:
        if state.held == -1:
            return IllegalAction("PG 6.3", "First say which piece you send.")
        return about_side(state, seat, action)
    if state.held != -1:
        return IllegalAction("PG 6.3", "You are sending a piece already: choose its side, or take it back.")
    if action.kind == PASS:
        return IllegalAction("PG 6.4", "You cannot pass now.")
    if (action.text in [f"send {die}" for die in DICE]) != (seat & 1 == 1):
        return IllegalAction("PG 6.3", "Gangsters place tiles, police place dice.")
    if not state.any_spot(seat):
        return IllegalAction("PG 6.5", "No side of the city is open to you: you can only pass.")
    if not state.hand[seat * 8 + action.a]:
        return IllegalAction("PG 6.3", "You have no {name} left to place.", name=who(action.text.split()[1]))
    return IllegalAction("PG 6.10", "A {name} cannot recruit.", name=who(box.characters[action.a]))


def about_laying(state: State, action: Action) -> IllegalAction:
    """Why the drawn card cannot lie there."""
    box = state.cards
    spot = action.a * 4 + action.b
    if action.a not in state.laid:
        return IllegalAction("PG 5.2", "{card} is not in the city.", card=place(box.card_names[action.a]))
    if state.neighbour[spot] != -1:
        return IllegalAction("PG 5.2", "A card lies there already.")
    x, y = state.x[action.a], state.y[action.a]
    for good in state.spots_to_lay():
        card, side = good >> 2, good & 3
        same_x = state.x[card] + (side == 1) - (side == 3) == x + (action.b == 1) - (action.b == 3)
        same_y = state.y[card] + (side == 2) - (side == 0) == y + (action.b == 2) - (action.b == 0)
        if same_x and same_y:
            return IllegalAction(
                "PG 5.2",
                "That spot is called after the oldest card beside it: “{text}”.",
                text=box.table.lay[good].text,
            )
    first, second = box.colours[state.drawn]
    if second != -1:
        return IllegalAction(
            "PG 5.4",
            "This card must touch {one} and {two}, by a side or a corner, where it can.",
            one=COLOUR_NAMES[COLOURS[first]],
            two=COLOUR_NAMES[COLOURS[second]],
        )
    return IllegalAction(
        "PG 5.3",
        "This card must share a side with a card of {colour}, and it can.",
        colour=COLOUR_NAMES[COLOURS[first]],
    )


def about_side(state: State, seat: int, action: Action) -> IllegalAction:
    """Why a piece cannot go to that side."""
    box = state.cards
    spot = action.a * 4 + action.b
    if action.a not in state.laid:
        return IllegalAction("PG 6.5", "{card} is not in the city.", card=place(box.card_names[action.a]))
    if state.open_sides(action.a) == 0:
        return IllegalAction(
            "PG 6.5",
            "{card} has cards on all sides: nobody can reach it any more.",
            card=place(box.card_names[action.a]),
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
    if action.kind == BACK:
        if state.phase == P_PLACE:
            return IllegalAction("PG 6.3", "There is nothing to take back: you have not picked a piece.")
        if state.phase == P_STAKE:
            return IllegalAction("PG 12.1", "There is nothing to take back: you have staked nothing yet.")
        return IllegalAction("PG 9.2", "There is nothing to take back: your draft is as you last showed it.")
    if action.kind == ACCEPT:
        return about_accepting(state, seat, action)
    if action.kind == SHARE:
        return about_sharing(state, seat, action)
    box = state.cards
    start = seat * state.width
    if action.a > box.traffics or action.a == 0:
        if state.drafts[start + action.a] == action.b:
            return IllegalAction("PG 9.2", "Your draft says so already.")
        return IllegalAction(
            "PG 9.2", "A draft is changed in the order place, traffics, everything else: take it back to begin again."
        )
    t = action.a - 1
    name = box.traffic_names[t]
    if not box.printed[state.here] >> t & 1 and not box.badges[state.here]:
        return IllegalAction(
            "PG 9.3",
            "This place does not demand {traffic} and has no neutral badge that could become it.",
            traffic=traffic(name),
        )
    if state.drafts[start + action.a] == action.b:
        return IllegalAction("PG 9.2", "Your draft says so already.")
    if (action.b if action.b <= FROM else action.b - FROM) > state.most[t]:
        return IllegalAction(
            "PG 9.9",
            "At most {most} tokens of {traffic} could come from here: name no higher rank.",
            most=state.most[t],
            traffic=traffic(name),
        )
    return IllegalAction(
        "PG 9.2", "A draft is changed in the order place, traffics, everything else: take it back to begin again."
    )


def about_accepting(state: State, seat: int, action: Action) -> IllegalAction:
    """Why there is nothing to accept."""
    if state.round == 1:
        return IllegalAction("PG 9.7", "Nobody has shown anything yet: there is nothing to accept.")
    if state.phase == P_TALK:
        if action.a != -1:
            return IllegalAction("PG 9.7", "Here one accepts what all the others claim together: “accept”.")
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
    if state.drafts[seat * state.width + action.a] == action.b:
        return IllegalAction("PG 11.3", "Your proposal says so already.")
    return IllegalAction(
        "PG 11.3", "A proposal is changed in the order place, point, token, arrest: take it back to begin again."
    )


def about_raid(state: State, seat: int, action: Action) -> IllegalAction:
    """Resolving a place."""
    box = state.cards
    if action.kind == RESOLVE:
        return IllegalAction("PG 7.1", "{card} has no pieces left to resolve.", card=place(box.card_names[action.a]))
    if action.kind == ORDER:
        return IllegalAction("PG 8.4", "An order must name exactly the tied players.")
    if action.kind == RECRUIT:
        name = who(box.characters[action.a])
        if action.a not in state.recruits[2 * state.here : 2 * state.here + 2]:
            return IllegalAction("PG 8.2", "There is no {name} for hire here.", name=name)
        return IllegalAction(
            "PG 8.2",
            "The {name} costs {cost}; your recruiters here bring {total}.",
            name=name,
            cost=box.cost[action.a],
            total=state.recruit_sum(seat),
        )
    if action.kind == BADGES:
        return about_badges(state, action)
    if action.kind == REROLL:
        if action.a == 6:
            return IllegalAction("PG 10.4", "No informer here shows {face}.", face=face(FACES[action.c]))
        return IllegalAction(
            "PG 10.4",
            "{seat} has no {die} here showing {face}.",
            seat=Seat(action.a),
            die=who(DICE[action.b]),
            face=face(FACES[action.c]),
        )
    if action.kind == ARREST:
        return IllegalAction("PG 10.7", "{seat} has no fighting gangster here.", seat=Seat(action.a))
    return about_catching(state, action)


def about_badges(state: State, action: Action) -> IllegalAction:
    """Why the badges cannot be that."""
    box = state.cards
    if action.a & box.printed[state.here]:
        return IllegalAction("PG 8.9", "A neutral badge cannot be a traffic that the card prints.")
    if action.a & state.named:
        return IllegalAction("PG 9.11", "What the deal named stays as it is.")
    left = box.badges[state.here] - bin(state.named).count("1")
    if bin(action.a).count("1") != left:
        return IllegalAction("PG 8.9", "Name {count} different traffics, one for each badge.", count=left)
    return IllegalAction("PG 9.11", "Under a deal the badges must be traffics that gangsters here can feed.")


def about_catching(state: State, action: Action) -> IllegalAction:
    """Why that tile or traffic cannot be taken."""
    box = state.cards
    if not state.prize:
        return IllegalAction("PG 10.10", "Nobody is left to arrest here.")
    codes = [code for code in state.catches() if code >> 3 == action.a * 8 + action.b]
    if not codes:
        return IllegalAction(
            "PG 11.2", "{seat} has no fighting {name} here.", seat=Seat(action.a), name=who(box.characters[action.b])
        )
    if action.c < box.traffics and not box.icons[action.b * box.traffics + action.c]:
        return IllegalAction(
            "PG 11.2",
            "The {name} does not show {traffic}.",
            name=who(box.characters[action.b]),
            traffic=traffic(box.traffic_names[action.c]),
        )
    if action.c < box.traffics and not state.supply[action.c]:
        return IllegalAction(
            "PG 2.7", "The supply has no {traffic} left.", traffic=traffic(box.traffic_names[action.c])
        )
    if action.c == box.traffics:
        return IllegalAction("PG 11.2", "The supply still has a traffic shown on that tile: name it.")
    return IllegalAction(
        "PG 11.3", "A proposal is changed in the order place, point, token, arrest; this one says so already."
    )


def about_count(state: State, seat: int, action: Action) -> IllegalAction:
    """Stakes and colours."""
    box = state.cards
    if action.kind == COLOUR:
        if state.owner[action.a] != seat:
            return IllegalAction("PG 13.1", "You do not control {card}.", card=place(box.card_names[action.a]))
        return IllegalAction(
            "PG 13.1", "One card at a time: now {card}.", card=place(box.card_names[state.card_to_colour()])
        )
    if action.a == -1:
        return IllegalAction("PG 12.1", "You have no tokens to stake.")
    held = state.tokens[seat * box.traffics + action.a]
    if action.b > held:
        return IllegalAction(
            "PG 12.1", "You hold {count} tokens of {traffic}.", count=held, traffic=traffic(box.traffic_names[action.a])
        )
    return IllegalAction("PG 12.1", "A stake is built in the order of the traffics: take it back to begin again.")
