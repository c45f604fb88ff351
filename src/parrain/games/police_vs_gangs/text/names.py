"""Words of several sentences: sides, lists, tokens, and claims from their parts; components are named by the
edition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs.actions.claims import (
    ALL,
    CATCHING,
    FROM,
    REFUSAL,
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
    ware = box.name("traffic", box.traffic_names[part - 1])
    if value == ALL:
        return say("all {traffic}", traffic=ware)
    if value > FROM:
        return say("{traffic} from no. {rank} on", traffic=ware, rank=highest_rank(value))
    if value == 1:
        return say("the first {traffic}", traffic=ware)
    return say("the first {count} {traffic}", count=value, traffic=ware)


def claim_parts(words: Sequence[str], box: Box) -> list[Say]:
    """The parts of a claim in words."""
    refused = (REFUSAL, SILENT)
    return [NO_DEAL if each in refused else part_said(*read_part(each, box.traffic_names), box) for each in words]


def claim(words: Sequence[str], box: Box) -> list[Say] | Say:
    """A whole claim in words."""
    return claim_parts(words, box) or say("nothing at all")


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
    return [NO_DEAL if each == REFUSAL else gift_said(*read_gift(each, box.by_text), box) for each in words]


def catching(catch: Action, box: Box) -> Say:
    """Whom to catch and what for."""
    character = box.name("who", box.characters[catch.b])
    if catch.c == box.traffics:
        return say("{seat}'s {character} to prison", seat=Seat(catch.a), character=character)
    return say(
        "{seat}'s {character} to prison, {traffic} seized",
        seat=Seat(catch.a),
        character=character,
        traffic=box.name("traffic", box.traffic_names[catch.c]),
    )
