"""Strengths, as far as a View knows them: what a piece would add somewhere, and what the districts would score."""

from __future__ import annotations

from parrain.games.police_vs_gangs.actions import COLOURS
from parrain.games.police_vs_gangs.board.table import Table


def own_there(table: Table, seat: int, card: str, how: str) -> list[str]:
    """The known gangsters of a seat at a place who fight or recruit there."""
    return [name for who, where, _, name, does in table.view.pieces if (who, where, does) == (seat, card, how) and name]


def value_of(table: Table, character: str, how: str) -> int:
    """A gangster's attack, defence or recruiting value."""
    values = {"attack": table.box.attack, "defence": table.box.defence, "recruit": table.box.recruit}[how]
    return max(0, values[table.kind_number(character)])


def power_there(table: Table, seat: int, card: str, character: str) -> int:
    """The fighting strength of a seat at a place with one gangster more: he defends what he controls (PG 8.5)."""
    how = "defence" if table.owner(card) == seat else "attack"
    return sum(value_of(table, name, how) for name in [*own_there(table, seat, card, "fight"), character])


def held_by(table: Table, seat: int, card: str, how: str, character: str) -> int:
    """The recruiting sum of a seat at a place with one gangster more (PG 8.2)."""
    return sum(value_of(table, name, how) for name in [*own_there(table, seat, card, how), character])


def brings(table: Table, character: str, card: str) -> list[str]:
    """The traffics on a gangster that a place may take, one for each sign."""
    box = table.box
    c, number = table.kind_number(character), table.card_number(card)
    return [
        name
        for t, name in enumerate(box.traffic_names)
        if box.may_demand(number, t)
        for _ in range(box.icons[c * box.traffics + t])
    ]


def police_range(table: Table, card: str, more: str = "") -> tuple[int, int]:
    """The least and the most power of the police at a place, with one die more (PG 10.2)."""
    number = table.card_number(card)
    dice = [name for seat, where, _, name, _ in table.view.pieces if where == card and seat % 2]
    dice += [more] if more else []
    rolled = sum(1 for name in dice if name != "lieutenant") + table.box.informers[number]
    least = table.handcuffs(number)
    return least, least + rolled * (2 if "lieutenant" in dice else 1)


def district_points(table: Table) -> list[int]:
    """What the districts would score now: each player's best majority (PG 13.2, PG 13.3).

    A card of two colours not yet named counts for the colour of which its holder has more.
    """
    view, box = table.view, table.box
    named = dict(view.colours)
    counts = [[0] * len(COLOURS) for _ in range(view.players)]
    both: list[tuple[int, int, int]] = []
    for card, _, _, owner, _ in view.city:
        if owner == -1:
            continue
        first, second = box.colours[table.card_number(card)]
        if second == -1 or card in named:
            counts[owner][first if second == -1 else COLOURS.index(named[card])] += 1
        else:
            both.append((owner, first, second))
    for owner, first, second in both:
        mine = counts[owner]
        mine[second if mine[second] > mine[first] else first] += 1
    best = [0] * view.players
    for colour in range(len(COLOURS)):
        held = [counts[seat][colour] for seat in range(view.players)]
        most = max(held)
        if most and held.count(most) == 1:
            seat = held.index(most)
            best[seat] = max(best[seat], most)
    return best


def doubled(dice: list[tuple[int, str, str]]) -> int:
    """By how much a lieutenant multiplies the handcuffs of the dice (PG 10.2)."""
    return 2 if any(kind == "lieutenant" for _, kind, _ in dice) else 1
