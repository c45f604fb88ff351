"""A negotiation: who claims what, as tokens on the felt; what one may still say stands beside each token."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import BOARD, Part
from parrain.core.say import Say, Seat, say
from parrain.core.svg import Markup
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.actions.claims import ALL, FROM, RANKS, REFUSAL, SILENT, Claim, read_claim
from parrain.games.police_vs_gangs.board.pieces import glowing, holder, place_card, shape, token
from parrain.games.police_vs_gangs.board.raid import small_place
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.text.describe import clash_words
from parrain.games.police_vs_gangs.text.names import claimed


class Column:
    """One thing that can be claimed: the place (part 0), a traffic, everything else (the last part)."""

    def __init__(self, part: int, title: str, ranks: int, note: str = "") -> None:
        self.part = part
        self.title = title
        self.ranks = ranks  # how many tokens may come; 1 for what can only be claimed whole
        self.note = note


def talk_board(table: Table) -> Part:
    """What everybody has said, then the felt with a column for each thing."""
    view = table.view
    width = 390.0 if table.narrow else 960.0
    spoken, y = speeches(table, width)
    parts = [spoken]
    card = table.card_number(view.here)
    for clash in view.clashes:
        told = table.begun(clash_words(clash, card, table.box))
        lines = svg.wrap(told, 14, width - 44, 3)
        parts.append(svg.figure("clash", 10, y + 1, 20, "oxblood"))
        parts.append(svg.paragraph(36, y + 16, told, width - 44, 14, "oxblood", most=3))
        y += 6 + 19 * len(lines)
    felt, high = felt_drawing(table, width)
    parts.append(svg.group(felt, y=y + 6))
    return Part(BOARD, width, y + high + 10, svg.join(*parts), table.place(view.here))


# -- what was said -----------------------------------------------------------------------------------------------------


def speeches(table: Table, width: float) -> tuple[Markup, float]:
    """A bubble for everybody who is here."""
    party = table.view.party
    per_line = 1 if table.narrow else max(1, min(len(party), 3))
    wide = (width - 8 * (per_line + 1)) / per_line
    high = 62.0 if table.narrow else 76.0
    parts = []
    for i, seat in enumerate(party):
        x, y = 8 + i % per_line * (wide + 8), 6 + i // per_line * (high + 8)
        parts.append(svg.group(bubble(table, seat, wide, high), x=x, y=y))
    return svg.join(*parts), 6 + -(-len(party) // per_line) * (high + 8)


def bubble(table: Table, seat: int, wide: float, high: float) -> Markup:
    """What one seat claims, in a sentence."""
    view = table.view
    mine = seat == view.seat
    words = view.claims[seat]
    if mine and (view.draft or view.draft_from >= 0):
        told: Say = claimed(seat, view.draft, table.box)
    elif view.round < 2 or SILENT in words:
        told = say("{seat} has said nothing yet", seat=Seat(seat))
    else:
        told = claimed(seat, words, table.box)
    edge = svg.PLAYERS[seat].paint
    return svg.join(
        svg.rect(54, 0, wide - 54, high, "card", edge, 3 if mine else 2, 3),
        svg.about(f"seat.{seat}", shape(seat, 24, 22, 16)),
        svg.text(24, high - 8, table.name(seat), 14, "ink", "middle", serif=True, room=52, least=table.least),
        svg.paragraph(64, 21, table.begun(told), wide - 74, 14, "coal", most=3, leading=1.28),
    )


# -- the felt ----------------------------------------------------------------------------------------------------------


def columns_of(table: Table) -> list[Column]:
    """The place, the traffics that may come, everything else."""
    view, box = table.view, table.box
    card = table.card_number(view.here)
    found = [Column(0, table.words(say("The place")), 1)]
    for t, name in enumerate(box.traffic_names):
        if box.may_demand(card, t):
            printed = box.printed[card] >> t & 1
            note = "" if printed else table.words(say("if an open demand is used"))
            found.append(Column(1 + t, table.begun(box.name("traffic", name)), view.most[t], note))
    found.append(Column(box.traffics + 1, table.words(say("Everything else")), 1))
    return found


def felt_drawing(table: Table, width: float) -> tuple[Markup, float]:
    """The columns, in bands where they do not fit beside each other."""
    columns = columns_of(table)
    per_band = 2 if table.narrow else len(columns)
    inner = width - 12
    parts: list[Markup] = []
    y = 8.0
    for start in range(0, len(columns), per_band):
        band = columns[start : start + per_band]
        first = 0.0 if table.narrow else 216.0  # the place lies there as its card
        wide = (inner - first) / (per_band if table.narrow else len(band) - 1)
        deepest = 0.0
        x = 6.0
        for column in band:
            step = first if first and column.part == 0 else wide
            drawn, high = column_drawing(table, column, step)
            parts.append(svg.group(drawn, x=x, y=y))
            deepest = max(deepest, high)
            x += step
        y += deepest + 8
    felt = svg.join(
        svg.rect(2, 0, width - 4, y, "felt", "coal", 2.5, 14), svg.rect(6, 4, width - 12, y - 8, "none", "gold", 1, 11)
    )
    return svg.join(felt, *parts), y


def column_drawing(table: Table, column: Column, wide: float) -> tuple[Markup, float]:
    """A column: its name, a disc for each token with those who claim it, and what one may say."""
    middle = wide / 2
    row = table.target + 14
    parts = [svg.text(middle, 20, column.title, 15, "ivory", "middle", serif=True, room=wide - 6, least=table.least)]
    y = 30.0
    if column.note:
        parts.append(svg.text(middle, 37, column.note, 14, "cream", "middle", room=wide - 6, least=table.least))
        y = 44.0
    legal = {action.b: action for action in table.of_kind(k.CLAIM) if action.a == column.part}
    whole = column.part in (0, table.box.traffics + 1)
    claims = shown_claims(table)
    if whole:
        seats = claimants(claims, column.part, 1, True)
        parts.append(whole_thing(table, column, seats, legal.get(1) or legal.get(0), wide, y))
        high = 124.0 if column.part == 0 and not table.narrow else table.target + 10
        return svg.join(*parts), y + high + 22
    for rank in range(1, column.ranks + 1):
        parts.append(rank_row(table, column, rank, claims, legal, (wide, y, row)))
        y += row
    if 0 in legal:
        parts.append(chip(table, legal[0], middle - 40, y + 6, 80, table.words(say("none"))))
        y += table.target + 14
    return svg.join(*parts), y + 4


def shown_claims(table: Table) -> dict[int, Claim]:
    """The claims on the table: those shown, and the viewer's own draft."""
    view = table.view
    found: dict[int, Claim] = {}
    for seat in view.party:
        words = view.claims[seat]
        if seat == view.seat and view.rounds:
            words = view.draft
        elif view.round < 2:
            continue
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


def rank_row(
    table: Table,
    column: Column,
    rank: int,
    claims: dict[int, Claim],
    legal: dict[int, Action],
    where: tuple[float, float, float],
) -> Markup:
    """A token that may come: its rank, who claims it; left “the first n”, right “from here on”."""
    wide, y, row = where
    seats = claimants(claims, column.part, rank, False)
    size = table.target - 2
    middle = wide / 2
    parts = [disc(table, table.box.traffic_names[column.part - 1], rank, seats, middle, y + row / 2)]
    edge = min(46.0, (wide - size) / 2 - 10)
    gap = min(14.0, wide / 2 - size / 2 - edge - 2)
    at = y + (row - table.target) / 2
    first, after = legal.get(rank), legal.get(FROM + rank)
    if first is not None:
        words = "1" if rank == 1 else f"1–{rank}"
        parts.append(chip(table, first, middle - size / 2 - gap - edge, at, edge, words))
    if after is not None:
        words = table.words(say("all")) if FROM + rank == ALL else f"{rank}+"
        parts.append(chip(table, after, middle + size / 2 + gap, at, edge, words))
    return svg.join(*parts)


def disc(table: Table, name: str, rank: int, seats: list[int], x: float, y: float) -> Markup:
    """A token to come, with its rank and the shape of each who claims it; a red ring where two do."""
    radius = table.target / 2 - 1
    parts = [
        svg.about(
            f"traffic.{name}", svg.circle(x, y, radius + 1.5, "cream"), token(name, x - radius, y - radius, 2 * radius)
        )
    ]
    if len(seats) > 1:
        parts.append(svg.circle(x, y, radius + 3, "none", "player-red", 4))
    if not seats:
        parts.append(svg.circle(x - radius + 2, y - radius + 5, 9, "coal", "gold", 1))
        parts.append(svg.text(x - radius + 2, y - radius + 10, str(rank), 14, "ivory", "middle"))
    return svg.join(*parts, claim_marks(seats, x + (radius - 4 if len(seats) == 1 else 0), y + radius - 5))


def claim_marks(seats: list[int], x: float, y: float) -> Markup:
    """The shapes of those who claim a thing, side by side."""
    return svg.join(*(holder(seat, x + (i - (len(seats) - 1) / 2) * 21, y, 11) for i, seat in enumerate(seats)))


def whole_thing(table: Table, column: Column, seats: list[int], action: Action | None, wide: float, y: float) -> Markup:
    """The place or everything else: claimed whole, or not."""
    middle = wide / 2
    if column.part == 0 and not table.narrow:
        width, height = 186.0, 124.0
        drawn = place_card(table, table.view.here, width)
    else:
        width = height = table.target + 10
        drawn = (
            small_place(table, table.view.here, width)
            if column.part == 0
            else svg.join(
                svg.rect(0, 0, width, height, "card", "coal", 1.4, 6),
                svg.icon("moneybag", width / 2 - 15, height / 2 - 15, 30, "coal"),
            )
        )
    left = middle - width / 2
    drawn = svg.group(drawn, x=left, y=y + 4)
    marks = svg.join(
        svg.rect(left - 3, y + 1, width + 6, height + 6, "none", "player-red", 4, 6) if len(seats) > 1 else svg.EMPTY,
        claim_marks(seats, middle, y + height + 4),
    )
    if action is None:
        return svg.join(drawn, marks)
    about = f"place.{table.view.here}" if column.part == 0 else ""
    return table.choice(action, glowing(left - 1, y + 3, width + 2, height + 2, 6), drawn, marks, about=about)


def chip(table: Table, action: Action, x: float, y: float, wide: float, words: str) -> Markup:
    """A small button on the felt."""
    high = table.target
    return table.choice(
        action,
        glowing(x, y, wide, high, 6, "card"),
        svg.text(x + wide / 2, y + high / 2 + 5, words, 15, "coal", "middle", room=wide - 2, least=table.least),
    )
