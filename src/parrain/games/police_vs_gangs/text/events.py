"""What happened in Police vs Gangs, told to those who did it and to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say
from parrain.games.police_vs_gangs.actions import INFORMERS
from parrain.games.police_vs_gangs.actions.claims import GIFTS
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.text.names import SIDE_NAMES, catching, claim, proposal, seats, several, tokens

Happened = Mapping[str, object]


def event_text(event: Happened, seat: int | None, box: Box) -> Say | None:
    """What happened, told to that seat."""
    teller = TELLERS.get(str(event["kind"]))
    return teller(event, event.get("seat") == seat and seat is not None, box) if teller else None


def who_of(event: Happened, key: str = "seat") -> Seat:
    """The player an event is about."""
    return Seat(cast(int, event[key]))


def named(box: Box, form: str, event: Happened, key: str) -> Term:
    """What the component that an event names is called."""
    return box.name(form, str(event[key]))


def card_of(event: Happened, box: Box) -> Term:
    """What the place of an event is called."""
    return named(box, "place", event, "card")


def _tell_start(event: Happened, mine: bool, box: Box) -> Say:
    return say("The order of the first turn: {seats}.", seats=seats(event["order"]))


def _tell_turn(event: Happened, mine: bool, box: Box) -> Say:
    return say("Turn {turn}. The order: {seats}.", turn=event["turn"], seats=seats(event["order"]))


def _tell_draw(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("You draw {place}.", place=card_of(event, box))
    return say("{seat} draws {place}.", seat=who_of(event), place=card_of(event, box))


def _tell_lay(event: Happened, mine: bool, box: Box) -> Say:
    hired = [box.name("a", name) for name in cast(list[str], event["for_hire"])]
    if hired:
        return say("{place} joins the city; for hire: {gangsters}.", place=card_of(event, box), gangsters=hired)
    return say("{place} joins the city.", place=card_of(event, box))


def _tell_discard(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("You let {gangster} go.", gangster=named(box, "a", event, "character"))
    return say("{seat} lets {gangster} go.", seat=who_of(event), gangster=named(box, "a", event, "character"))


def _tell_place(event: Happened, mine: bool, box: Box) -> Say:
    where, side = card_of(event, box), SIDE_NAMES[str(event["side"])]
    if mine and "character" in event:
        if event["recruit"]:
            return say(
                "You send {gangster} to recruit: {place}, {side}.",
                gangster=named(box, "a", event, "character"),
                place=where,
                side=side,
            )
        return say(
            "You send {gangster} to fight: {place}, {side}.",
            gangster=named(box, "a", event, "character"),
            place=where,
            side=side,
        )
    if mine:
        return say("You place {die}: {place}, {side}.", die=named(box, "a", event, "die"), place=where, side=side)
    if "die" in event:
        return say(
            "{seat} places {die}: {place}, {side}.",
            seat=who_of(event),
            die=named(box, "a", event, "die"),
            place=where,
            side=side,
        )
    return say("{seat} sends somebody: {place}, {side}.", seat=who_of(event), place=where, side=side)


def _tell_pass(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("You pass for the rest of the turn.")
    return say("{seat} passes for the rest of the turn.", seat=who_of(event))


def _tell_free(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("Out of prison and back with you: {who}.", who=named(box, "a", event, "who"))
    return say("Out of prison and back with {seat}: {who}.", seat=who_of(event), who=named(box, "a", event, "who"))


def _tell_resolve(event: Happened, mine: bool, box: Box) -> Say:
    return say("{place} is resolved. There: {seats}.", place=card_of(event, box), seats=seats(event["seats"]))


def _tell_reveal(event: Happened, mine: bool, box: Box) -> Say:
    tiles = []
    for tile in cast(list[Happened], event["tiles"]):
        if tile["recruit"]:
            tiles.append(
                say("{seat}: {gangster}, recruiting", seat=who_of(tile), gangster=named(box, "who", tile, "character"))
            )
        else:
            tiles.append(
                say("{seat}: {gangster}, fighting", seat=who_of(tile), gangster=named(box, "who", tile, "character"))
            )
    return say("Turned up: {tiles}.", tiles=tiles)


def _tell_talk(event: Happened, mine: bool, box: Box) -> Say:
    return say(
        "At {place} police and gangsters meet. They talk first: {seats}.",
        place=card_of(event, box),
        seats=seats(event["seats"]),
    )


def _tell_claims(event: Happened, mine: bool, box: Box) -> Say:
    told = [
        say("{seat} claims {parts}", seat=who_of(each), parts=claim(cast(list[str], each["claim"]), box))
        for each in cast(list[Happened], event["claims"])
    ]
    if event["accord"]:
        return say("Round {round}: {claims}. Nothing clashes.", round=event["round"], claims=told)
    return say("Round {round}: {claims}. No accord.", round=event["round"], claims=told)


def _tell_proposals(event: Happened, mine: bool, box: Box) -> Say:
    told = []
    for each in cast(list[Happened], event["proposals"]):
        if each.get("no_deal"):
            told.append(say("{seat} refuses", seat=who_of(each)))
            continue
        words = [f"{gift} {each[gift]}" for gift in GIFTS if gift in each]
        if "catch" in each:
            words.append(str(each["catch"]))
        told.append(say("{seat} proposes {parts}", seat=who_of(each), parts=proposal(words, box)))
    if event["accord"]:
        return say("Round {round}: {proposals}. They agree.", round=event["round"], proposals=told)
    return say("Round {round}: {proposals}. They do not agree.", round=event["round"], proposals=told)


def _tell_order(event: Happened, mine: bool, box: Box) -> Say:
    if event["agreed"]:
        return say("The tied recruiters agree on an order: {seats}.", seats=seats(event["order"]))
    return say(
        "The tied recruiters do not agree on an order; none of them recruits: {seats}.", seats=seats(event["seats"])
    )


def _tell_recruit(event: Happened, mine: bool, box: Box) -> Say:
    if not event["character"]:
        if mine:
            return say("You hire nobody.")
        return say("{seat} hires nobody.", seat=who_of(event))
    if mine:
        return say("You hire {gangster}.", gangster=named(box, "a", event, "character"))
    return say("{seat} hires {gangster}.", seat=who_of(event), gangster=named(box, "a", event, "character"))


def _tell_fight(event: Happened, mine: bool, box: Box) -> Say:
    sums = [
        say("{seat}: {strength}", seat=who_of(each), strength=each["strength"])
        for each in cast(list[Happened], event["sums"])
    ]
    if event["winner"] == -1:
        return say("Among gangsters at {place}: {sums}. Nobody takes it.", place=card_of(event, box), sums=sums)
    return say(
        "Among gangsters at {place}: {sums}. {seat} takes it.",
        place=card_of(event, box),
        sums=sums,
        seat=who_of(event, "winner"),
    )


def _tell_badges(event: Happened, mine: bool, box: Box) -> Say:
    names = [box.name("traffic", name) for name in cast(list[str], event["traffics"])]
    return say("The neutral badges of {place} are {traffics}.", place=card_of(event, box), traffics=names)


def one_die(die: Happened, box: Box) -> Say:
    """A rolled die."""
    if die["seat"] == INFORMERS:
        return say("an informer: {face}", face=named(box, "face", die, "face"))
    if die["die"] == "lieutenant":
        return say("{seat}'s lieutenant", seat=who_of(die))
    return say(
        "{seat}'s {die}: {face}",
        seat=who_of(die),
        die=named(box, "who", die, "die"),
        face=named(box, "face", die, "face"),
    )


def _tell_roll(event: Happened, mine: bool, box: Box) -> Say:
    return say(
        "The dice at {place}: {dice}.",
        place=card_of(event, box),
        dice=[one_die(die, box) for die in cast(list[Happened], event["dice"])],
    )


def _tell_reroll(event: Happened, mine: bool, box: Box) -> Say:
    if not event["die"]:
        return say("{seat} lets the dice lie.", seat=who_of(event))
    if event["owner"] == INFORMERS:
        return say(
            "{seat} has an informer rerolled: {was}, now {face}.",
            seat=who_of(event),
            was=named(box, "face", event, "was"),
            face=named(box, "face", event, "face"),
        )
    return say(
        "{seat} has {owner}'s {die} rerolled: {was}, now {face}.",
        seat=who_of(event),
        owner=who_of(event, "owner"),
        die=named(box, "who", event, "die"),
        was=named(box, "face", event, "was"),
        face=named(box, "face", event, "face"),
    )


def _tell_double(event: Happened, mine: bool, box: Box) -> Say:
    return say("{seat}'s sergeant counts as {face}.", seat=who_of(event), face=named(box, "face", event, "face"))


def _tell_powers(event: Happened, mine: bool, box: Box) -> Say:
    if cast(int, event["police"]) < cast(int, event["gangsters"]):
        return say(
            "Police {police}, gangsters {gangsters}: the gangsters are stronger.",
            police=event["police"],
            gangsters=event["gangsters"],
        )
    return say(
        "Police {police}, gangsters {gangsters}: the police win.", police=event["police"], gangsters=event["gangsters"]
    )


def catch_told(event: Happened, box: Box) -> Action:
    """The action of catching a tile that an arrest tells of."""
    ware = event["token"] or "empty-handed"
    return box.by_text[f"catch {event['from']} {event['character']} {ware}"]


def _tell_arrest(event: Happened, mine: bool, box: Box) -> Say:
    if event["die"]:
        return say(
            "{seat} arrests {owner}'s {gangster} for a point; {die} goes to prison too.",
            seat=who_of(event),
            owner=who_of(event, "from"),
            gangster=named(box, "who", event, "character"),
            die=named(box, "a", event, "die"),
        )
    told = catching(catch_told(event, box), box)
    if event["token"]:
        return say(
            "{arrest}. The point to {seat}, the token to {other}.",
            arrest=told,
            seat=who_of(event),
            other=who_of(event, "token_to"),
        )
    return say("{arrest}. The point to {seat}.", arrest=told, seat=who_of(event))


def _tell_let_go(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("You arrest nobody.")
    return say("{seat} arrests nobody.", seat=who_of(event))


OUTCOME_WORDS: Final[dict[str, Say]] = {
    "police alone": say("the police came alone"),
    "police tie": say("the police could not settle it"),
    "gangsters alone": say("gangsters among themselves"),
    "accord": say("a deal"),
    "gangsters win": say("the gangsters won"),
    "police win": say("the police won"),
    "nobody": say("nobody won"),
}


def _tell_settled(event: Happened, mine: bool, box: Box) -> Say:
    """The summary of a place: powers, who won, what each got."""
    got = []
    for each in cast(list[Happened], event["got"]):
        if each["points"]:
            got.append(
                say(
                    "{seat} {points} point and {tokens}",
                    seat=who_of(each),
                    points=each["points"],
                    tokens=tokens(cast(dict[str, int], each["tokens"]), box),
                )
            )
        else:
            got.append(
                say("{seat} {tokens}", seat=who_of(each), tokens=tokens(cast(dict[str, int], each["tokens"]), box))
            )
    how, where = OUTCOME_WORDS[str(event["how"])], card_of(event, box)
    owner: object = seats([event["owner"]] if event["owner"] != -1 else [])
    if cast(int, event["police"]) >= 0:
        return say(
            "{place}: {how}, {police} to {gangsters}. It belongs to {owner}. Gains: {got}.",
            place=where,
            how=how,
            police=event["police"],
            gangsters=event["gangsters"],
            owner=owner,
            got=several(got),
        )
    return say(
        "{place}: {how}. It belongs to {owner}. Gains: {got}.", place=where, how=how, owner=owner, got=several(got)
    )


def _tell_stakes(event: Happened, mine: bool, box: Box) -> Say:
    told = [
        say("{seat} {tokens}", seat=Seat(seat), tokens=tokens(stake, box))
        for seat, stake in enumerate(cast(list[dict[str, int]], event["stakes"]))
    ]
    return say("The stakes: {stakes}.", stakes=told)


def _tell_traffic(event: Happened, mine: bool, box: Box) -> Say:
    ware = named(box, "traffic", event, "traffic")
    winners = cast(list[int], event["seats"])
    if event["police"]:
        return say(
            "{traffic}: countered by {seats}, {points} points each.",
            traffic=ware,
            seats=seats(winners),
            points=event["points"],
        )
    if event["holder"] != -1:
        return say(
            "{traffic}: {seat} runs it, {points} points.",
            traffic=ware,
            seat=who_of(event, "holder"),
            points=event["points"],
        )
    if winners:
        return say("{traffic}: a tie among gangsters, nobody runs it.", traffic=ware)
    return say("{traffic}: nobody staked, {seat} loses it.", traffic=ware, seat=who_of(event, "before"))


def _tell_colour(event: Happened, mine: bool, box: Box) -> Say:
    return say(
        "{place} counts for {colour} for {seat}.",
        place=card_of(event, box),
        colour=named(box, "colour", event, "colour"),
        seat=who_of(event),
    )


def _tell_districts(event: Happened, mine: bool, box: Box) -> Say:
    told = [
        say(
            "{colour}: {seat} with {cards}",
            colour=named(box, "colour", each, "colour"),
            seat=who_of(each),
            cards=each["cards"],
        )
        for each in cast(list[Happened], event["majorities"])
    ]
    if told:
        return say("Districts, each player's best counts: {majorities}.", majorities=told)
    return say("No district has a majority.")


def _tell_tie(event: Happened, mine: bool, box: Box) -> Say:
    return say("A tie at {points} points: another turn is played.", points=event["points"])


def _tell_end(event: Happened, mine: bool, box: Box) -> Say:
    scores = [
        say("{seat}: {points}", seat=Seat(seat), points=points)
        for seat, points in enumerate(cast(list[int], event["scores"]))
    ]
    return say("The game is over. {scores}.", scores=scores)


TELLERS: Final[dict[str, Callable[[Happened, bool, Box], Say]]] = {
    "start": _tell_start,
    "turn": _tell_turn,
    "draw": _tell_draw,
    "lay": _tell_lay,
    "discard": _tell_discard,
    "place": _tell_place,
    "pass": _tell_pass,
    "free": _tell_free,
    "resolve": _tell_resolve,
    "reveal": _tell_reveal,
    "talk": _tell_talk,
    "claims": _tell_claims,
    "proposals": _tell_proposals,
    "order": _tell_order,
    "recruit": _tell_recruit,
    "fight": _tell_fight,
    "badges": _tell_badges,
    "roll": _tell_roll,
    "reroll": _tell_reroll,
    "double": _tell_double,
    "powers": _tell_powers,
    "arrest": _tell_arrest,
    "let go": _tell_let_go,
    "settled": _tell_settled,
    "stakes": _tell_stakes,
    "traffic": _tell_traffic,
    "colour": _tell_colour,
    "districts": _tell_districts,
    "tie": _tell_tie,
    "end": _tell_end,
}
