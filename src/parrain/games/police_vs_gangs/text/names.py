"""Words of several sentences: sides, lists, tokens, and claims from their parts; components are named by the
edition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.police_vs_gangs.actions.claims import (
    ALL,
    CATCHING,
    FROM,
    GIFTS,
    REFUSAL,
    SAYS,
    SILENT,
    highest_rank,
    read_gift,
    read_part,
)
from parrain.games.police_vs_gangs.components import Box

SIDE_NAMES: Final[dict[str, Say]] = {
    "north": say("north side"),
    "east": say("east side"),
    "south": say("south side"),
    "west": say("west side"),
}
NO_DEAL: Final = say("no deal")


def several(names: Sequence[object]) -> Sequence[object] | Say:
    """A list, or that there is nothing."""
    return names or say("nothing")


def seats(numbers: object) -> list[Seat] | Say:
    """Players by name, or nobody."""
    found = [Seat(int(number)) for number in numbers] if isinstance(numbers, (list, tuple)) else []
    return found or say("nobody")


def tokens(counts: Mapping[str, int], box: Box) -> Sequence[object] | Say:
    """Tokens by traffic."""
    told = [
        say("{count} × {traffic}", count=count, traffic=box.name("traffic", name))
        for name, count in counts.items()
        if count
    ]
    return several(told)


def part_said(part: int, value: int, box: Box) -> Say:
    """One part of a claim."""
    if part == 0:
        return say("the place")
    if part > box.traffics:
        return say("everything else")
    ware = box.name("goods", box.traffic_names[part - 1])
    if value == ALL:
        return say("all {traffic} tokens", traffic=ware)
    if value > FROM:
        return say("{traffic} tokens from no. {rank} on", traffic=ware, rank=highest_rank(value))
    return say_plural("the first {traffic} token", "the first {count} {traffic} tokens", count=value, traffic=ware)


def claim_parts(words: Sequence[str], box: Box) -> list[Say]:
    """The parts of a claim in words."""
    refused = (REFUSAL, SILENT)
    return [
        NO_DEAL if each in refused else part_said(*read_part(each, box.traffic_names), box)
        for each in words
        if not each.startswith(SAYS)
    ]


def claim(words: Sequence[str], box: Box) -> list[Say] | Say:
    """A whole claim in words."""
    return claim_parts(words, box) or say("nothing at all")


def claimed(seat: int, words: Sequence[str], box: Box) -> Say:
    """What a seat claims, without a full stop."""
    if REFUSAL in words or SILENT in words:
        return say("{seat} refuses", seat=Seat(seat))
    if not claim_parts(words, box):
        return say("{seat} claims nothing", seat=Seat(seat))
    return say("{seat} claims {parts}", seat=Seat(seat), parts=claim_parts(words, box))


def proposed(data: Mapping[str, object], box: Box) -> Say:
    """What a policeman proposes, as events tell it, without a full stop."""
    seat = Seat(int(str(data["seat"])))
    if data.get("no_deal"):
        return say("{seat} refuses", seat=seat)
    words = [f"{gift} {data[gift]}" for gift in GIFTS if gift in data]
    if "catch" in data:
        words.append(str(data["catch"]))
    return say("{seat} proposes {parts}", seat=seat, parts=proposal(words, box))


def listed(told: Sequence[Say]) -> Say:
    """Sentences one after the other, parted by semicolons: each may hold a list."""
    if len(told) == 1:
        return told[0]
    return say("{first}; {rest}", first=told[0], rest=listed(told[1:])) if told else say("nothing")


def points_of(points: int) -> Say:
    """So many points."""
    return say_plural("{count} point", "{count} points", count=points)


def gift_said(part: int, value: int, box: Box) -> Say:
    """One part of a policeman's proposal."""
    if part == 0:
        return say("the place to {seat}", seat=Seat(value))
    if part == 1:
        return say("the point to {seat}", seat=Seat(value))
    if part < CATCHING:
        return say("the token to {seat}", seat=Seat(value))
    return catching(box.by_kind.catch_by_code[value], box)


def proposal(words: Sequence[str], box: Box) -> list[Say]:
    """A whole proposal in words."""
    return [
        NO_DEAL if each == REFUSAL else gift_said(*read_gift(each, box.by_text), box)
        for each in words
        if not each.startswith(SAYS)
    ]


def catching(catch: Action, box: Box, form: str = "whose") -> Say:
    """Whom to catch and what for; the form `Whose` for a sentence of its own."""
    character = box.name(form, box.characters[catch.b])
    if catch.c == box.traffics:
        return say("{seat}'s {character} to prison", seat=Seat(catch.a), character=character)
    return say(
        "{seat}'s {character} to prison, a {traffic} token seized",
        seat=Seat(catch.a),
        character=character,
        traffic=box.name("goods", box.traffic_names[catch.c]),
    )
