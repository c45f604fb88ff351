"""Prepared sentences of a live negotiation: promises, threats, statements, counter-offers, reasons to refuse.

A sentence is written as a code of a few words, which people's browsers send and bots read:

    next 3                        the next place where we meet is yours, if you leave me this one (a promise to seat 3)
    bring drugs                   my people bring drugs (a statement, true or a bluff)
    dice                          then the dice decide (a threat)
    offer 1 | weapons all | place   I take the weapons, you the place (a counter-offer to seat 1)
    no little, no place, no dice, no word   why somebody refuses
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs.actions.claims import ALL, SAYS, WORD, read_claim, read_part
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.text.names import claim, part_said

NEXT, BRING, DICE, OFFER, NO = "next", "bring", "dice", "offer", "no"
REASONS: Final[dict[str, Say]] = {
    "little": say("No: you leave me less than the dice would."),
    "place": say("No: without the place it is worth nothing to me."),
    "dice": say("No: I like my chances with the dice."),
    "word": say("No: your word has been broken before."),
}


class Spoken(NamedTuple):
    """A sentence read from its code: its kind, whom it is said to (-1 for all), the traffic or reason, and the claims
    of a counter-offer.
    """

    kind: str
    to: int = -1
    thing: str = ""
    mine: tuple[str, ...] = ()
    yours: tuple[str, ...] = ()


def read_sentence(code: str, box: Box) -> Spoken:
    """A sentence from its code; ValueError for what is none."""
    head, *claims = [part.strip() for part in code.split("|")]
    kind, _, rest = head.partition(" ")
    if kind == NEXT and not claims:
        return Spoken(NEXT, int(rest))
    if kind == BRING and rest in box.traffic_names and not claims:
        return Spoken(BRING, thing=rest)
    if head == DICE and not claims:
        return Spoken(DICE)
    if kind == NO and rest in REASONS and not claims:
        return Spoken(NO, thing=rest)
    if kind == OFFER and len(claims) == 2:
        mine, yours = [tuple(each.split(", ")) if each else () for each in claims]
        read_claim((*mine, *yours), box.traffic_names)
        return Spoken(OFFER, int(rest), mine=mine, yours=yours)
    raise ValueError(code)


def said_in(words: Sequence[str]) -> list[str]:
    """The codes of the sentences that stand behind a claim in the View of a live table."""
    found = [each.removeprefix(SAYS) for each in words if each.startswith(SAYS)]
    return [each for each in found if not each.startswith(WORD)]


def word_in(words: Sequence[str]) -> tuple[int, int]:
    """How often a seat kept its word, of so many times, as the View of a live table says."""
    for each in words:
        if each.startswith(SAYS + WORD):
            kept, tested = each.split()[2:]
            return int(kept), int(tested)
    return 0, 0


def offer_code(to: int, mine: Sequence[str], yours: Sequence[str]) -> str:
    """The code of a counter-offer."""
    return f"{OFFER} {to} | {', '.join(mine)} | {', '.join(yours)}"


def sentence(code: str, box: Box) -> Say:
    """A prepared sentence as its speaker says it."""
    spoken = read_sentence(code, box)
    if spoken.kind == NEXT:
        return say("{seat}, leave me this, and the next place where we meet is yours.", seat=Seat(spoken.to))
    if spoken.kind == BRING:
        return say("My people bring {traffic}.", traffic=box.name("traffic", spoken.thing))
    if spoken.kind == DICE:
        return say("Leave it to me, or the dice decide.")
    if spoken.kind == OFFER:
        return say(
            "{seat}, you {yours}; I {mine}.",
            seat=Seat(spoken.to),
            yours=claim(spoken.yours, box),
            mine=claim(spoken.mine, box),
        )
    return REASONS[spoken.thing]


def button(code: str, box: Box) -> Say:
    """The short label of the same sentence."""
    spoken = read_sentence(code, box)
    if spoken.kind == NEXT:
        return say("Promise {seat} the next place", seat=Seat(spoken.to))
    if spoken.kind == BRING:
        return say("“I bring {traffic}”", traffic=box.name("traffic", spoken.thing))
    if spoken.kind == DICE:
        return say("Threaten with the dice")
    yours, mine = short(spoken.yours, box), short(spoken.mine, box)
    return say("{seat} {yours}, I {mine}", seat=Seat(spoken.to), yours=yours, mine=mine)


def short(words: Sequence[str], box: Box) -> list[object]:
    """A claim in few words: a traffic by its name alone where all of it is claimed."""
    found: list[object] = []
    for each in words:
        part, value = read_part(each, box.traffic_names)
        whole = value == ALL and 0 < part <= box.traffics
        found.append(box.name("traffic", box.traffic_names[part - 1]) if whole else part_said(part, value, box))
    return found
