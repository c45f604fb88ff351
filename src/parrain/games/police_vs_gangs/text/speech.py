"""What people at a live table say: sentences made from their claims, from what everybody knows and sees."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.say import Say, say, say_plural
from parrain.games.police_vs_gangs.actions.claims import RANKS, REFUSAL, SILENT, read_claim, widest_value
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.odds import fight_odds
from parrain.games.police_vs_gangs.text.names import claim_parts, part_said, proposal
from parrain.games.police_vs_gangs.text.sentences import OFFER, read_sentence, said_in, sentence
from parrain.games.police_vs_gangs.view import View


def speech(view: View, box: Box, seat: int) -> Say:
    """A seat's claim as it would say it; who has settled on a clash, or refuses, says what the dice give instead."""
    words = view.claims[seat]
    if SILENT in words:
        return say("has said nothing yet")
    if view.phase == "share":
        if REFUSAL in words:
            return say("No deal. Let us roll for everything.")
        return say("{parts}.", parts=proposal(words, box))
    parts = claim_parts(words, box)
    said = [sentence(code, box) for code in said_in(words)]
    if REFUSAL in words:
        if said:
            return said[0]
        times = chances(view, box, seat)
        if not times:
            return say("No deal, whatever the dice say.")
        return say_plural(
            "No deal: the dice give it to me {count} time in 10.",
            "No deal: the dice give it to me {count} times in 10.",
            count=times,
        )
    if said and read_sentence(said_in(words)[0], box).kind == OFFER:
        return said[0]
    if said:
        return say("{parts}. {sentence}", parts=parts or say("I ask for nothing"), sentence=said[0])
    if not parts:
        return say("I ask for nothing.")
    settled = seat not in view.to_move and bool(view.to_move)
    clashing = any(seat in seats for kind, _, seats in view.clashes if kind not in (SILENT, REFUSAL))
    if settled and clashing and (times := chances(view, box, seat)):
        return say_plural(
            "I want {parts}. The dice give it to me {count} time in 10.",
            "I want {parts}. The dice give it to me {count} times in 10.",
            count=times,
            parts=parts,
        )
    if "rest" in words:
        return say("{parts}: that is mine.", parts=parts)
    if seat % 2:
        return say("{parts}, and I close my eyes.", parts=parts)
    return say("{parts}; see to the rest yourselves.", parts=parts)


def chances(view: View, box: Box, seat: int) -> int:
    """How often of ten the dice would give the place to the faction of a seat, as far as everybody knows."""
    return round(10 * fight_odds(view, box, public=True).of(seat))


def contested(view: View, box: Box, clash: tuple[str, str, Sequence[int]]) -> Say:
    """What a clash is about."""
    kind, name, seats = clash
    if kind == "place":
        return say("the place")
    if kind == "rest":
        return say("everything else")
    if kind == "badges":
        return say("too many rackets for the badges")
    if kind == REFUSAL:
        return say("a refusal")
    t = box.traffic_names.index(name)
    once = twice = 0
    for seat in seats:
        ranks = RANKS[read_claim(view.claims[seat], box.traffic_names).parts[1 + t]]
        twice |= once & ranks
        once |= ranks
    most = view.most[t]
    return part_said(1 + t, widest_value(twice & ((1 << most) - 1), most), box)
