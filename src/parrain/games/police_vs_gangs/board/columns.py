"""What can be claimed in a negotiation, as columns of the felt, and who claims what."""

from __future__ import annotations

from typing import NamedTuple

from parrain.core.say import say
from parrain.games.police_vs_gangs.actions.claims import RANKS, REFUSAL, SILENT, Claim, read_claim
from parrain.games.police_vs_gangs.board.table import Table


class Column(NamedTuple):
    """One thing that can be claimed: the place (part 0), a traffic, everything else (the last part)."""

    part: int
    title: str
    ranks: int  # how many tokens may come; 1 for what can only be claimed whole


def columns_of(table: Table) -> list[Column]:
    """The place, the traffics that may come, everything else."""
    view, box = table.view, table.box
    card = table.card_number(view.here)
    found = [Column(0, table.words(say("The place")), 1)]
    for t, name in enumerate(box.traffic_names):
        if box.may_demand(card, t):
            found.append(Column(1 + t, table.begun(box.name("traffic", name)), view.most[t]))
    found.append(Column(box.traffics + 1, table.words(say("Everything else")), 1))
    return found


def words_of(table: Table, seat: int) -> tuple[str, ...]:
    """What a seat claims or proposes as the viewer sees it: in rounds the viewer's own draft, the others' last word."""
    view = table.view
    if view.rounds and seat == view.seat:
        return view.draft
    return view.claims[seat] if view.round > 1 else (SILENT,)


def shown_claims(table: Table) -> dict[int, Claim]:
    """The claims on the table."""
    found: dict[int, Claim] = {}
    for seat in table.view.party:
        words = words_of(table, seat)
        if SILENT not in words and REFUSAL not in words:
            found[seat] = read_claim(words, table.box.traffic_names)
    return found


def claimants(claims: dict[int, Claim], part: int, rank: int, whole: bool) -> list[int]:
    """Who claims a token, the place or the rest."""
    return [
        seat
        for seat, claim in claims.items()
        if (claim.parts[part] if whole else RANKS[claim.parts[part]] >> (rank - 1) & 1)
    ]
