"""The choices of Gangs City: their kinds, and the table of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action

AT: Final = 0
SEND: Final = 1
SHOWDOWN: Final = 2
LOOK: Final = 3
BACK: Final = 4
PASS: Final = 5
BUILD: Final = 6
LEAD: Final = 7
BID: Final = 8
MOLE: Final = 9
RESOLVE: Final = 10
SHOOT: Final = 11
PIN: Final = 12
TAKE: Final = 13
RELEASE: Final = 14
RETURN: Final = 15
FORGE: Final = 16
KINDS: Final = 17

ORDERS: Final = ("fight", "recruit", "manage", "gun", "vest")
FIGHT: Final = 0
RECRUIT: Final = 1
MANAGE: Final = 2
GUN: Final = 3  # the two sides of a showdown tile, where a character fights, recruits or manages
VEST: Final = 4

SIDES: Final = ("e", "ne", "nw", "w", "sw", "se")
MOST_PLAYERS: Final = 6


def make_actions(
    characters: Sequence[str],
    spots: Sequence[str],
    sites: Sequence[str],
    places: Sequence[str],
    traffics: Sequence[str],
    tokens: Sequence[int],
    tiles: int,
) -> tuple[Action, ...]:
    """Every choice of the game, from the names of the components and the number of tiles that can lie on the city."""
    made: list[tuple[str, int, int, int, int]] = [(f"at {name}", AT, spot, -1, -1) for spot, name in enumerate(spots)]
    for who, name in enumerate(characters):
        for do in (FIGHT, RECRUIT, MANAGE):
            made.append((f"send {name} {ORDERS[do]}", SEND, who, do, 0))
            made.append((f"send {name} {ORDERS[do]} chief", SEND, who, do, 1))
    made += [("send showdown gun", SHOWDOWN, GUN, -1, -1), ("send showdown vest", SHOWDOWN, VEST, -1, -1)]
    made += [("look nowhere", LOOK, -1, -1, -1)] + [(f"look {i + 1}", LOOK, i, -1, -1) for i in range(tiles)]
    made += [("back", BACK, -1, -1, -1), ("pass", PASS, -1, -1, -1)]
    for site, name in enumerate(sites):
        made += [(f"build {name}/{side}", BUILD, site, d, -1) for d, side in enumerate(SIDES)]
    made += [(f"lead {seat}", LEAD, seat, -1, -1) for seat in range(MOST_PLAYERS)]
    for kind, name in enumerate(traffics):
        made += [(f"bid {name} {count}", BID, kind, count, -1) for count in range(tokens[kind] + 1)]
    made += [("mole fight", MOLE, FIGHT, -1, -1), ("mole recruit", MOLE, RECRUIT, -1, -1)]
    made += [(f"resolve {name}", RESOLVE, site, -1, -1) for site, name in enumerate(sites)]
    made += [("shoot nobody", SHOOT, -1, -1, -1)] + [(f"shoot {i + 1}", SHOOT, i, -1, -1) for i in range(tiles)]
    made += [(f"pin {i + 1}", PIN, i, -1, -1) for i in range(tiles)]
    made += [("take nobody", TAKE, -1, -1, -1)]
    made += [(f"take {name}", TAKE, who, -1, -1) for who, name in enumerate(characters)]
    made += [(f"release {name}", RELEASE, who, -1, -1) for who, name in enumerate(characters)]
    made += [(f"release {i + 1}", RELEASE, -1, i, -1) for i in range(tiles)]
    made += [(f"return {name}", RETURN, place, -1, -1) for place, name in enumerate(places)]
    made += [(f"forge {name}", FORGE, kind, -1, -1) for kind, name in enumerate(traffics)]
    return tuple([Action(i, text, kind, a, b, c) for i, (text, kind, a, b, c) in enumerate(made)])


def by_kind(actions: Sequence[Action]) -> list[list[Action]]:
    """The choices of each kind, in the order of the table."""
    found: list[list[Action]] = [[] for _ in range(KINDS)]
    for action in actions:
        found[action.kind].append(action)
    return found
