"""What happened in Police vs Gangs, told to those who did it and to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say, say_plural
from parrain.games.police_vs_gangs.actions import INFORMERS
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.text.names import (
    SIDE_NAMES,
    catching,
    claimed,
    listed,
    points_of,
    proposed,
    seats,
    tokens,
)

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


def card_of(event: Happened, box: Box, form: str = "place") -> Term:
    """What the place of an event is called."""
    return named(box, form, event, "card")


def _tell_start(event: Happened, mine: bool, box: Box) -> Say:
    return say("The order of the first turn: {seats}.", seats=seats(event["order"]))


def _tell_turn(event: Happened, mine: bool, box: Box) -> Say:
    return say("Turn {turn}. The order: {seats}.", turn=event["turn"], seats=seats(event["order"]))


def _tell_draw(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("You draw {place}.", place=card_of(event, box))
    return say("{seat} draws {place}.", seat=who_of(event), place=card_of(event, box))


def _tell_lay(event: Happened, mine: bool, box: Box) -> Say:
    hired = [box.name("a", name) for name in cast(Sequence[str], event["for_hire"])]
    if hired:
        return say(
            "{place} joins the city; to recruit: {gangsters}.", place=card_of(event, box, "Place"), gangsters=hired
        )
    return say("{place} joins the city.", place=card_of(event, box, "Place"))


def _tell_discard(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("You let {gangster} go.", gangster=named(box, "a", event, "character"))
    return say("{seat} lets {gangster} go.", seat=who_of(event), gangster=named(box, "a", event, "character"))


def _tell_place(event: Happened, mine: bool, box: Box) -> Say:
    side = SIDE_NAMES[str(event["side"])]
    there, at = card_of(event, box, "to"), card_of(event, box, "at")
    if mine and "character" in event:
        who = named(box, "a", event, "character")
        if event["recruit"]:
            return say("You send {gangster} {place}, {side}, to recruit.", gangster=who, place=there, side=side)
        return say("You send {gangster} {place}, {side}, to fight.", gangster=who, place=there, side=side)
    if mine:
        return say("You place {die} {place}, {side}.", die=named(box, "a", event, "die"), place=at, side=side)
    if "die" in event:
        die = named(box, "a", event, "die")
        return say("{seat} places {die} {place}, {side}.", seat=who_of(event), die=die, place=at, side=side)
    return say("{seat} sends somebody {place}, {side}.", seat=who_of(event), place=there, side=side)


def _tell_pass(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("You pass for the rest of the turn.")
    return say("{seat} passes for the rest of the turn.", seat=who_of(event))


def _tell_free(event: Happened, mine: bool, box: Box) -> Say:
    if mine:
        return say("Out of prison and back with you: {who}.", who=named(box, "a", event, "who"))
    return say("Out of prison and back with {seat}: {who}.", seat=who_of(event), who=named(box, "a", event, "who"))


def _tell_resolve(event: Happened, mine: bool, box: Box) -> Say:
    return say("Now {place} is resolved. There: {seats}.", place=card_of(event, box), seats=seats(event["seats"]))


def _tell_reveal(event: Happened, mine: bool, box: Box) -> Say:
    tiles = []
    for tile in cast(Sequence[Happened], event["tiles"]):
        who = named(box, "whose", tile, "character")
        if tile["recruit"]:
            tiles.append(say("{seat}'s {gangster} (recruits)", seat=who_of(tile), gangster=who))
        else:
            tiles.append(say("{seat}'s {gangster} (fights)", seat=who_of(tile), gangster=who))
    return say("Turned up: {tiles}.", tiles=tiles)


def _tell_talk(event: Happened, mine: bool, box: Box) -> Say:
    return say(
        "Police and gangsters meet {place}. They talk first: {seats}.",
        place=card_of(event, box, "at"),
        seats=seats(event["seats"]),
    )


def _tell_claims(event: Happened, mine: bool, box: Box) -> Say:
    told = listed(
        [
            claimed(cast(int, each["seat"]), cast(Sequence[str], each["claim"]), box)
            for each in cast(Sequence[Happened], event["claims"])
        ]
    )
    if event["accord"]:
        return say("Round {round}: {claims}. A deal is possible.", round=event["round"], claims=told)
    return say("Round {round}: {claims}. No deal.", round=event["round"], claims=told)


def _tell_proposals(event: Happened, mine: bool, box: Box) -> Say:
    told = listed([proposed(each, box) for each in cast(Sequence[Happened], event["proposals"])])
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
            return say("You recruit nobody.")
        return say("{seat} recruits nobody.", seat=who_of(event))
    if mine:
        return say("You recruit {gangster}.", gangster=named(box, "a", event, "character"))
    return say("{seat} recruits {gangster}.", seat=who_of(event), gangster=named(box, "a", event, "character"))


def _tell_fight(event: Happened, mine: bool, box: Box) -> Say:
    sums = [
        say("{seat} {strength}", seat=who_of(each), strength=each["strength"])
        for each in cast(Sequence[Happened], event["sums"])
    ]
    if event["winner"] == -1:
        return say("Among gangsters {place}: {sums}. Nobody takes it.", place=card_of(event, box, "at"), sums=sums)
    return say(
        "Among gangsters {place}: {sums}. {seat} takes it.",
        place=card_of(event, box, "at"),
        sums=sums,
        seat=who_of(event, "winner"),
    )


def _tell_badges(event: Happened, mine: bool, box: Box) -> Say:
    names = [box.name("traffic", name) for name in cast(Sequence[str], event["traffics"])]
    return say("Open demands {place}: {traffics}.", place=card_of(event, box, "at"), traffics=names)


def one_die(die: Happened, box: Box) -> Say:
    """A rolled die."""
    if die["seat"] == INFORMERS:
        return say("an informer ({face})", face=named(box, "mark", die, "face"))
    if die["die"] == "lieutenant":
        return say("{seat}'s lieutenant", seat=who_of(die))
    return say(
        "{seat}'s {die} ({face})",
        seat=who_of(die),
        die=named(box, "whose", die, "die"),
        face=named(box, "mark", die, "face"),
    )


def _tell_roll(event: Happened, mine: bool, box: Box) -> Say:
    dice = [one_die(die, box) for die in cast(Sequence[Happened], event["dice"])]
    return say("Dice {place}: {dice}.", place=card_of(event, box, "at"), dice=dice)


def _tell_reroll(event: Happened, mine: bool, box: Box) -> Say:
    if not event["die"]:
        return say("{seat} lets the dice lie.", seat=who_of(event))
    faces = {"was": named(box, "mark", event, "was"), "face": named(box, "mark", event, "face")}
    if event["owner"] in (INFORMERS, event["seat"]):
        die = named(box, "a", event, "die")
        return say("{seat} rerolls {die}: {was} becomes {face}.", seat=who_of(event), die=die, **faces)
    return say(
        "{seat} rerolls {owner}'s {die}: {was} becomes {face}.",
        seat=who_of(event),
        owner=who_of(event, "owner"),
        die=named(box, "whose", event, "die"),
        **faces,
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
            gangster=named(box, "whose", event, "character"),
            die=named(box, "a", event, "die"),
        )
    told = catching(catch_told(event, box), box, "Whose")
    if event["token"] and event["token_to"] == event["seat"]:
        return say("{arrest}. The point and the token to {seat}.", arrest=told, seat=who_of(event))
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


def settled(place: Term, how: str, powers: tuple[int, int], owner: int, got: list[Say]) -> Say:
    """The summary of a place: powers, who won, whose it is, what each got."""
    whose = say("{seat} controls it.", seat=Seat(owner)) if owner != -1 else say("Nobody controls it.")
    gains = say("Gains: {got}.", got=got) if got else say("No gains.")
    facts: dict[str, object] = {"place": place, "how": OUTCOME_WORDS[how], "owner": whose, "gains": gains}
    if powers[0] < 0:
        return say("{place}: {how}. {owner} {gains}", **facts)
    police, gangsters = powers
    return say(
        "{place}: {how} (police {police}, gangsters {gangsters}). {owner} {gains}",
        police=police,
        gangsters=gangsters,
        **facts,
    )


def gain_of(seat: int, points: int, held: Mapping[str, int], box: Box) -> Say:
    """What a player got."""
    if points and any(held.values()):
        return say("{seat} ({points}, {tokens})", seat=Seat(seat), points=points_of(points), tokens=tokens(held, box))
    what = points_of(points) if points else tokens(held, box)
    return say("{seat} ({what})", seat=Seat(seat), what=what)


def _tell_settled(event: Happened, mine: bool, box: Box) -> Say:
    got = [
        gain_of(cast(int, each["seat"]), cast(int, each["points"]), cast(Mapping[str, int], each["tokens"]), box)
        for each in cast(Sequence[Happened], event["got"])
    ]
    powers = (cast(int, event["police"]), cast(int, event["gangsters"]))
    return settled(card_of(event, box, "Place"), str(event["how"]), powers, cast(int, event["owner"]), got)


def _tell_stakes(event: Happened, mine: bool, box: Box) -> Say:
    told = [
        say("{seat} ({tokens})", seat=Seat(seat), tokens=tokens(stake, box))
        for seat, stake in enumerate(cast(Sequence[Mapping[str, int]], event["stakes"]))
    ]
    return say("The stakes: {stakes}.", stakes=told)


def _tell_traffic(event: Happened, mine: bool, box: Box) -> Say:
    ware = named(box, "Traffic", event, "traffic")
    winners = cast(Sequence[int], event["seats"])
    points = points_of(cast(int, event["points"]))
    if event["police"] and len(winners) > 1:
        return say("{traffic}: {seats} counter it, {points} each.", traffic=ware, seats=seats(winners), points=points)
    if event["police"]:
        return say("{traffic}: {seat} counters it, {points}.", traffic=ware, seat=Seat(winners[0]), points=points)
    if event["holder"] != -1:
        return say(
            "{traffic}: {seat} controls it, {points}.", traffic=ware, seat=who_of(event, "holder"), points=points
        )
    if winners:
        return say("{traffic}: a tie among gangsters, nobody controls it.", traffic=ware)
    return say("{traffic}: nobody staked, {seat} loses it.", traffic=ware, seat=who_of(event, "before"))


def _tell_colour(event: Happened, mine: bool, box: Box) -> Say:
    return say(
        "{place} counts for {colour} for {seat}.",
        place=card_of(event, box, "Place"),
        colour=named(box, "colour", event, "colour"),
        seat=who_of(event),
    )


def _tell_districts(event: Happened, mine: bool, box: Box) -> Say:
    told = [
        say_plural(
            "{seat} in {colour} ({count} place)",
            "{seat} in {colour} ({count} places)",
            seat=who_of(each),
            colour=named(box, "colour", each, "colour"),
            count=each["cards"],
        )
        for each in cast(Sequence[Happened], event["majorities"])
    ]
    if told:
        return say("Districts, each player's best counts: {majorities}.", majorities=told)
    return say("No district has a majority.")


def _tell_tie(event: Happened, mine: bool, box: Box) -> Say:
    return say("A tie at {points} points: another turn is played.", points=event["points"])


def _tell_end(event: Happened, mine: bool, box: Box) -> Say:
    scores = [
        say("{seat} {count}", seat=Seat(seat), count=points)
        for seat, points in enumerate(cast(Sequence[int], event["scores"]))
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
