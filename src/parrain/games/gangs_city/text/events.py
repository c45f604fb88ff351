"""What Gangs City says when something happens, to the one who did it and to the others; phases end with a summary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.components.names import (
    a,
    at,
    beside,
    doing,
    people,
    site,
    spot,
    the,
    title,
    tokens,
    traffic_of,
    whose,
)

Told = Mapping[str, object]


def event_text(event: Told, seat: int | None, box: Box) -> Say | None:
    """What happened, told to that seat; None for what needs no words."""
    kind = str(event["kind"])
    if kind in COMMON:
        return COMMON[kind](event, box)
    if "seat" in event and event["seat"] == seat:
        return to_me(kind, event, box)
    return to_others(kind, event, box)


def first_place(event: Told, box: Box) -> Say:
    """The place the city begins with."""
    place, where = site(box, event["place"]), beside(box, event["at"])
    return say("The city begins with {place} {where}.", place=place, where=where)


def turn(event: Told, box: Box) -> Say:
    """A turn begins."""
    return say("Turn {turn}: {seat} begins.", turn=event["turn"], seat=Seat(cast(int, event["first"])))


def opened(event: Told, box: Box) -> Say:
    """Who waits on a place that was opened."""
    waiting = people(box, cast(Sequence[str], event["who"]))
    return say("To be recruited {at}: {who}.", at=at(box, event["place"]), who=waiting)


def managed(event: Told, box: Box) -> Say:
    """What everybody managed."""
    return say("Managed in the city: {list}.", list=by_seat(cast(Sequence[Sequence[int]], event["managed"]), box))


def recruiters(event: Told, box: Box) -> Say:
    """Who recruits on a site, in which order."""
    totals = cast(Sequence[int], event["totals"])
    order = [say("{seat} {total}", seat=Seat(each), total=totals[each]) for each in cast(Sequence[int], event["order"])]
    return say("Recruiting {at}, highest first: {order}.", at=at(box, event["site"]), order=order)


def surrounded(event: Told, box: Box) -> Say:
    """Who is lost on a surrounded place."""
    lost = people(box, cast(Sequence[str], event["who"]))
    return say("Walled in on all six sides, {place} loses: {who}.", place=site(box, event["place"]), who=lost)


def end(event: Told, box: Box) -> Say:
    """Who has won."""
    first = [Seat(each) for each, place in enumerate(cast(Sequence[int], event["places"])) if place == 1]
    return say("It is over. The Parrain: {seats}.", seats=first)


def by_seat(rows: Sequence[Sequence[int]], box: Box) -> list[Say]:
    """Tokens of every seat that has any."""
    return [
        say("{seat}: {tokens}", seat=Seat(seat), tokens=tokens(box, row)) for seat, row in enumerate(rows) if any(row)
    ]


def bids(event: Told, box: Box) -> Say:
    """Who bid what."""
    rows = cast(Sequence[Sequence[int]], event["bids"])
    return say("The bids are up. {list}.", list=by_seat(rows, box))


def reveal(event: Told, box: Box) -> Say | None:
    """All tiles at once, a line for each place."""
    tiles = cast(Sequence[Mapping[str, object]], event["tiles"])
    if not tiles:
        return say("Nobody is out tonight: there is nothing to turn up.")
    places: dict[str, list[Say]] = {}
    for tile in tiles:
        told = say(
            "{seat}'s {who} ({doing})",
            seat=Seat(cast(int, tile["seat"])),
            who=whose(box, tile["who"]),
            doing=doing(tile["do"]),
        )
        places.setdefault(str(tile["spot"]).partition("/")[0], []).append(told)
    lines = [say("{place}: {list}.", place=title(box, name), list=found) for name, found in places.items()]
    shown = lines[0]
    for line in lines[1:]:
        shown = say("{before}\n{after}", before=shown, after=line)
    return say("All tiles are turned up.\n{places}", places=shown)


def traffic_told(event: Told, box: Box) -> Say:
    """Who leads a traffic now, with which totals."""
    totals = [
        say("{seat} {total}", seat=Seat(seat), total=total)
        for seat, total in enumerate(cast(Sequence[int], event["totals"]))
        if total
    ]
    leader, before = cast(int, event["leader"]), cast(int, event["before"])
    name = traffic_of(box, event["traffic"])
    if leader < 0:
        if not totals:
            return say("Nobody deals in {traffic}: {seat} loses it.", traffic=name, seat=Seat(before))
        if before < 0:
            return say("A tie over {traffic} ({totals}): nobody leads it.", traffic=name, totals=totals)
        return say("A tie over {traffic} ({totals}): {seat} loses it.", traffic=name, totals=totals, seat=Seat(before))
    filling: dict[str, object] = {
        "seat": Seat(leader),
        "traffic": name,
        "totals": totals,
        "points": say_plural("{count} point a turn", "{count} points a turn", count=event["points"]),
    }
    if leader == before:
        return say("{seat} keeps {traffic} ({totals}): {points}.", **filling)
    return say("{seat} takes over {traffic} ({totals}): {points}.", **filling)


TIES = {
    "order": say("a tie, by turn order"),
    "chief": say("a tie, decided by the chief"),
    "owner": say("a tie, kept by the owner"),
    "bomber": say("a tie, blown open by the Bomber"),
    "mayor": say("a tie, settled by the Mayor"),
}


def fight(event: Told, box: Box) -> Say:
    """Who met whom with how much, who won, and how a tie was broken."""
    winner, owner = cast(int, event["winner"]), cast(int, event["owner"])
    if winner < 0:
        return say("Nobody walks away {at}: nothing changes hands.", at=at(box, event["site"]))
    totals: object = [
        say("{seat} {total}", seat=Seat(seat), total=total)
        for seat, total in enumerate(cast(Sequence[int], event["totals"]))
        if total >= 0
    ]
    if event["why"] in TIES:
        totals = say("{totals} ({why})", totals=totals, why=TIES[str(event["why"])])
    filling = {"seat": Seat(winner), "place": title(box, event["site"]), "totals": totals}
    if event["pile"]:
        return say("{place}: {totals}. {seat} takes the top place, face down.", **filling)
    if winner == owner:
        return say("{place}: {totals}. {seat} keeps it.", **filling)
    if owner < 0:
        return say("{place}: {totals}. {seat} takes it.", **filling)
    return say("{place}: {totals}. {seat} takes it from {owner}.", owner=Seat(owner), **filling)


def score(event: Told, box: Box) -> Say:
    """What everybody scored in the turn and stands at."""
    traffics, quarters = cast(Sequence[int], event["traffics"]), cast(Sequence[int], event["quarters"])
    told = []
    for seat, total in enumerate(cast(Sequence[int], event["scores"])):
        gains = [say("rackets +{points}", points=traffics[seat])] if traffics[seat] else []
        gains += [say("quarter +{points}", points=quarters[seat])] if quarters[seat] else []
        if gains:
            told.append(say("{seat} {total} ({gains})", seat=Seat(seat), total=total, gains=gains))
        else:
            told.append(say("{seat} {total}", seat=Seat(seat), total=total))
    return say("End of turn {turn}: {scores}.", turn=event["turn"], scores=told)


COMMON: dict[str, Callable[[Told, Box], Say | None]] = {
    "first-place": first_place,
    "turn": turn,
    "open": opened,
    "bids": bids,
    "reveal": reveal,
    "managed": managed,
    "traffic": traffic_told,
    "resolve": lambda event, box: None,
    "fight": fight,
    "recruiters": recruiters,
    "surrounded": surrounded,
    "score": score,
    "end": end,
}


def to_me(kind: str, event: Told, box: Box) -> Say | None:
    """What you did, or what happened to you."""
    filling = fillings(event, box)
    if kind == "place":
        if event["who"] == "showdown":
            return say("You lay the showdown tile ({doing}): {spot}.", **filling)
        if event["chief"]:
            return say("You lay {who} as chief ({doing}): {spot}.", **filling)
        return say("You lay {who} ({doing}): {spot}.", **filling)
    if kind == "look":
        return say("Your Spy looks at {owner}'s tile {tile}: {who} ({doing}).", **filling)
    if kind == "shot":
        return (
            say("You hold your fire {at}.", **filling)
            if event["held"]
            else say("You aim at {owner}'s {whose} {at}.", **filling)
        )
    if kind == "recruit":
        if event["replaced"]:
            return say("You recruit {who} {at}, in place of {replaced}.", **filling)
        return say("You recruit {who} {at}.", **filling)
    return Say(MINE[kind].text, filling, MINE[kind].plural)


def to_others(kind: str, event: Told, box: Box) -> Say | None:
    """What somebody else did."""
    filling = fillings(event, box)
    if kind == "place":
        if event["chief"]:
            return say("{seat} lays a chief face down: {spot}.", **filling)
        return say("{seat} lays a tile face down: {spot}.", **filling)
    if kind == "shot":
        return (
            say("{seat} holds fire {at}.", **filling)
            if event["held"]
            else say("{seat} aims at {owner}'s {whose} {at}.", **filling)
        )
    if kind == "recruit":
        if event["replaced"]:
            return say("{seat} recruits {who} {at}, in place of {replaced}.", **filling)
        return say("{seat} recruits {who} {at}.", **filling)
    if kind == "killed" and event["saved"]:
        return say("{seat} sees {who} fall; the Lawyer gets that one out, back to the streets.", **filling)
    if kind == "mole" and not event["turned"]:
        return say("{seat}'s Mole keeps her order: {doing}.", **filling)
    if kind == "nobody" and event["declined"]:
        return say("{seat} takes nobody {at}.", **filling)
    return Say(OTHERS[kind].text, filling, OTHERS[kind].plural)


OTHERS = {
    "draw": say("{seat} draws {place}."),
    "build": say("{seat} builds {place} {where}."),
    "second-chance": say("{seat} has nobody left and hires {who} off the street."),
    "lead": say("{seat} says who begins: {first}."),
    "pass": say("{seat} passes."),
    "look": say("{seat}'s Spy looks at {owner}'s tile {tile}: {spot}."),
    "mole": say("{seat}'s Mole changes her mind: {doing}."),
    "showdown-back": say("{seat}'s showdown tile has nobody left to fight with {at} and comes back."),
    "stock": say_plural("{seat} gets {count} {traffic} token.", "{seat} gets {count} {traffic} tokens."),
    "killed": say("{seat} loses {who} for good."),
    "pinned": say("{seat}'s Sharpshooter pins down {owner}'s {whose}, who adds nothing this turn."),
    "nobody": say("{seat} has not enough to recruit {at}."),
    "forged": say("{seat}'s Forger brings a {traffic} token."),
    "turned": say("{seat} turns up {place}."),
    "return": say("{seat} puts {the} back {at}."),
}
MINE = {
    "draw": say("You draw {place}."),
    "build": say("You build {place} {where}."),
    "second-chance": say("You have nobody left and hire {who} off the street."),
    "lead": say("You say who begins: {first}."),
    "pass": say("You pass."),
    "mole": say("Your Mole's order: {doing}."),
    "showdown-back": say("Your showdown tile has nobody left to fight with {at} and comes back."),
    "stock": say_plural("You get {count} {traffic} token.", "You get {count} {traffic} tokens."),
    "killed": say("You lose {who}."),
    "pinned": say("Your Sharpshooter pins down {owner}'s {whose}, who adds nothing this turn."),
    "nobody": say("You take nobody {at}."),
    "forged": say("Your Forger brings a {traffic} token."),
    "turned": say("You turn up {place}."),
    "return": say("You put {the} back {at}."),
}


def fillings(event: Told, box: Box) -> dict[str, object]:
    """What an event says, in words."""
    words: dict[str, object] = {}
    for key, value in event.items():
        if key in ("seat", "owner", "first"):
            words[key] = Seat(cast(int, value))
        elif key in ("site", "place"):
            words[key] = site(box, value)
            words["at"] = at(box, value)
        elif key == "spot":
            words[key] = spot(box, value)
        elif key in ("who", "replaced"):
            words[key] = a(box, value)
            if key == "who" and isinstance(value, str):
                words["whose"], words["the"] = whose(box, value), the(box, value)
        elif key == "do":
            words["doing"] = doing(value)
        elif key == "at":
            words["where"] = beside(box, value)
        elif key == "traffic":
            words[key] = traffic_of(box, value)
        elif key in ("tile", "count"):
            words[key] = value
    return words
