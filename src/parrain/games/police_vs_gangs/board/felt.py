"""A negotiation: the felt with a disc for each token that may come, who claims it, and what clashes.

A press on a disc claims it, a second one lets go. Columns on a wide table, lanes on a phone. The police share their
spoils on the same felt, with a plate for each that may get a thing. In rounds the felt shows the viewer's own draft and
what the others said in the round before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.cache import Cache
from parrain.core.parts import BOARD, Part
from parrain.core.say import Say, Seat, say, say_plural
from parrain.core.svg import EMPTY, GROUP_END, Markup, Point, Stretch
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.actions.claims import ALL, CATCHING, FROM, GIFTS, RANKS, REFUSAL, SAYS, SILENT, Claim
from parrain.games.police_vs_gangs.board.columns import Column, claimants, columns_of, shown_claims, words_of
from parrain.games.police_vs_gangs.board.pieces import die, faded, glowing, holder, shape, tile, token
from parrain.games.police_vs_gangs.board.raid import small_place
from parrain.games.police_vs_gangs.board.strength import brings, own_there, value_of
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.odds import fight_odds, share_odds
from parrain.games.police_vs_gangs.text.sentences import word_in
from parrain.games.police_vs_gangs.text.speech import speech

SAND: Final = 136.0  # kept free at the top right for the hourglass
CLASH: Final = "player-red"

columns_cache: Cache[Stretch] = Cache(8192)


def felt_board(table: Table) -> Part:
    """What the others say, the felt, and one's own people below it."""
    width = 390.0 if table.narrow else 960.0
    said, y = speeches(table, width)
    covering = svg.open_group("", "", (("data_covers", "claim "),))
    drawn, high = share_felt(table, width) if table.view.phase == "share" else claim_felt(table, width)
    parts: list[Markup | Stretch] = [*said, covering, svg.moved_group(0, y), *drawn, GROUP_END, GROUP_END]
    y += high + 4
    strip, more = own_people(table, width)
    parts.append(svg.group(strip, y=y))
    return Part(BOARD, width, y + more, tuple(parts), table.place(table.view.here))


# -- what the others say -----------------------------------------------------------------------------------------------


def speeches(table: Table, width: float) -> tuple[list[Stretch], float]:
    """A bubble for everybody else who is here, room for the hourglass beside them."""
    seats = [seat for seat in table.view.party if seat != table.view.seat]
    if table.narrow:
        parts, y = [], 4.0
        for seat in seats:
            words = told(table, seat)
            lines = len(svg.wrap(words, 15, width - 144, 99, True))
            parts.append(bubble(table, seat, words, (4.0, y), width - 78, 14.0 + 19 * max(2, lines)))
            y += 19.0 + 19 * max(2, lines)
        return parts, max(y, 88.0)
    per_line = max(1, min(len(seats), 2 if len(seats) < 5 else 3))
    wide = (width - SAND - 12) / per_line
    parts, y = [], 6.0
    for first in range(0, len(seats), per_line):
        row = [(seat, told(table, seat)) for seat in seats[first : first + per_line]]
        high = max([98.0 if len(seats) <= per_line else 60.0, *[needed(words, wide) for _, words in row]])
        for i, (seat, words) in enumerate(row):
            parts.append(bubble(table, seat, words, (10 + i * wide, y), wide - 8, high))
        y += high + 6
    return parts, max(y + 2, 104.0)


def needed(words: str, wide: float) -> float:
    """How high a bubble beside others must be for its words, if they take more than two lines."""
    lines = len(svg.wrap(words, 14, wide - 114, 99, True))
    return lines * 17.5 + 28 if lines > 2 else 0.0


def told(table: Table, seat: int) -> str:
    """What one says; on a phone after the name."""
    quiet = SILENT in words_of(table, seat)
    sentence = say("has said nothing yet") if quiet else speech(table.view, table.box, seat)
    if not quiet:
        words = table.words(say("“{words}”", words=table.begun(sentence)))
    else:
        words = table.words(sentence) if table.narrow else table.begun(sentence)
    return f"{table.name(seat)} {words}{kept_words(table, seat, ' ')}" if table.narrow else words


def kept_words(table: Table, seat: int, before: str) -> str:
    """How often one kept their word in this game, if it was ever tested."""
    kept, tested = word_in(table.view.claims[seat])
    told = say("word kept: {kept} of {tested}", kept=kept, tested=tested)
    return f"{before}({table.words(told)})" if tested else ""


def bubble(table: Table, seat: int, words: str, corner: Point, wide: float, high: float) -> Stretch:
    """What one says, in a sentence, and whether it has settled."""
    view = table.view
    quiet = SILENT in words_of(table, seat)
    settled = table.free_talk and seat not in view.to_move and bool(view.to_move) and not quiet
    state = say("has settled") if settled else say("is still talking")
    if not table.free_talk:
        state = say("in round {round}", round=view.round - 1)
    foot = ("" if quiet else table.words(state)) + kept_words(table, seat, "  ")
    here = tuple([name for who, where, _, name, _ in view.pieces if who == seat and where == view.here])
    return bubble_drawing(seat, table.name(seat), words, foot, settled, here, table.narrow, corner, wide, high)


@lru_cache(maxsize=4096)
def bubble_drawing(
    seat: int,
    name: str,
    words: str,
    state: str,
    settled: bool,
    here: tuple[str, ...],
    narrow: bool,
    corner: Point,
    wide: float,
    high: float,
) -> Stretch:
    """The drawing of `bubble`: nothing is in it that is not named here."""
    left = 46.0 if narrow else 86.0
    foot = 0.0 if narrow or high < 80 else 18.0
    paint = svg.PLAYERS[seat].paint
    size = 15.0 if narrow or high < 80 else 16.0
    most = max(1, int((high - foot - 10) // (size * 1.25)))
    while size > 14 and len(svg.wrap(words, size, wide - left - 20, 99, True)) > most:
        size -= 1
        most = max(1, int((high - foot - 8) // (size * 1.25)))
    mark = svg.about(f"seat.{seat}", shape(seat, left / 2, 20 if narrow else 22, 17))
    parts = [
        mark,
        svg.piece(
            f"says.{seat}",
            svg.rect(left, 0, wide - left, high - foot, "card", paint if settled else "coal", 3 if settled else 2, 3),
            svg.polygon([(left + 1, 12), (left - 9, 20), (left + 1, 28)], "card"),
        ),
        svg.paragraph(left + 10, 6 + size, words, wide - left - 20, size, "coal", serif=True, most=most, leading=1.25),
    ]
    if not narrow:
        parts.append(svg.text(left / 2, 57, name, 15, "ink", "middle", serif=True, room=left - 6, least=13.0))
    if foot:
        parts.append(svg.text(left + 2, high - 3, state, 13, "smoke", room=wide - left, least=13))
        size, x = 24.0, left / 2 - len(here) * 13
        for i, who in enumerate(here[:3]):
            drawn = die(seat, who, size, marked=False) if seat % 2 else tile(seat, who, "", size)
            parts.append(svg.group(drawn, x=x + i * 26, y=64))
    return Stretch(svg.group(*parts, x=corner[0], y=corner[1]))


# -- one's own people --------------------------------------------------------------------------------------------------


def own_people(table: Table, width: float) -> tuple[Markup, float]:
    """The viewer's own people at the place: what each adds and brings."""
    view = table.view
    mine = [each for each in view.pieces if each[0] == view.seat and each[1] == view.here]
    if not mine or view.phase != "talk":
        return EMPTY, 0.0
    size = 36.0
    parts: list[Markup] = []
    x = 12.0
    if not table.narrow:
        words = table.words(say("Your people"))
        parts.append(svg.text(x, 29, words, 16, "ink", serif=True))
        x += svg.width_of(words, 16, True) + 16
    for seat, where, _, name, how in mine:
        drawn = die(seat, name, size) if seat % 2 else tile(seat, name, how, size)
        thing = f"die.{name}" if seat % 2 else f"who.{name}"
        parts.append(svg.about(thing, svg.group(drawn, x=x, y=4)))
        x += size + 14
        if seat % 2:
            continue
        owned = table.owner(where) == seat
        value = value_of(table, name, "recruit" if how == "recruit" else "defence" if owned else "attack")
        told = say("recruits {value}", value=value)
        if how == "fight":
            told = say("defends {value}", value=value) if owned else say("attacks {value}", value=value)
        if not table.narrow:
            words = table.words(told)
            parts.append(svg.text(x, 29, words, 14, "ink"))
            x += svg.width_of(words, 14) + 8
        for ware in brings(table, name, view.here) if how == "fight" else []:
            parts.append(svg.about(f"traffic.{ware}", token(ware, x, 13, 22)))
            x += 25
        x += 10
    return svg.join(*parts), 44.0


def own_counts(table: Table) -> list[int] | None:
    """How many tokens of each traffic will come, if the viewer is the only gangster here and so knows; else None."""
    view, box = table.view, table.box
    gangsters = [seat for seat in view.party if seat % 2 == 0]
    if view.seat is None or gangsters != [view.seat]:
        return None
    card = table.card_number(view.here)
    counts = [0] * box.traffics
    for name in own_there(table, view.seat, view.here, "fight"):
        for t in range(box.traffics):
            counts[t] += box.icons[table.kind_number(name) * box.traffics + t]
    return [count + (1 if count and box.demands[card * box.traffics + t] > 1 else 0) for t, count in enumerate(counts)]


# -- the felt ----------------------------------------------------------------------------------------------------------


class Felt(NamedTuple):
    """What every column is drawn from: the claims, what will come as far as the viewer knows, the badges."""

    table: Table
    claims: dict[int, Claim]
    counts: list[int] | None
    named: int  # the traffics claimed that are not printed, as bits
    badges: int
    printed: int

    def crowded(self) -> bool:
        """Whether more traffics are claimed than there are badges."""
        return self.named.bit_count() > self.badges


def felt_of(table: Table) -> Felt:
    """The felt of the place being bargained over."""
    box = table.box
    card = table.card_number(table.view.here)
    claims = shown_claims(table)
    named = 0
    for claim in claims.values():
        for t in range(box.traffics):
            if claim.parts[1 + t] and not box.printed[card] >> t & 1:
                named |= 1 << t
    return Felt(table, claims, own_counts(table), named, box.badges[card], box.printed[card])


def cloth(width: float, high: float, narrow: bool) -> Markup:
    """The green cloth with its brass line."""
    if narrow:
        return svg.join(svg.rect(0, 0, width, high, "felt"), svg.rect(0, 0, width, 2, "gold"))
    return svg.join(
        svg.rect(10, 0, width - 20, high, "felt", "coal", 3, 26),
        svg.rect(16, 6, width - 32, high - 12, "none", "gold", 1.3, 21),
    )


def claim_felt(table: Table, width: float) -> tuple[list[Markup | Stretch], float]:
    """The place, the traffics that are bought, those that need a badge, everything else."""
    felt = felt_of(table)
    place, *wares, rest = columns_of(table)
    printed = [column for column in wares if felt.printed >> (column.part - 1) & 1]
    badged = [column for column in wares if column not in printed]
    if table.narrow:
        return lanes(felt, place, rest, printed, badged, width)
    deepest = max([3, *[column.ranks for column in wares]])
    pitch = 70.0 if deepest <= 3 else max(46.0, 210.0 / deepest)
    high = 66 + deepest * pitch + 72
    edge = 112.0
    step = (width - 44 - 2 * edge) / max(1, len(wares))
    top = 14.0
    parts: list[Markup | Stretch] = [cloth(width, high, False)]
    x = 22 + edge
    for group, title, bad in (
        (printed, buying(table, step * len(printed) - 20), False),
        (badged, badge_title(felt), felt.crowded()),
    ):
        if not group:
            continue
        wide = step * len(group)
        if group is badged:
            parts.append(svg.rect(x + 2, top - 4, wide - 4, high - 22, "coal", round_=12, opacity=0.22))
        parts.append(heading(felt, title, x, top, wide, bad, badges=group is badged))
        for i, column in enumerate(group):
            parts.append(ware_column(felt, column, (x + i * step, top + 28), step, pitch, high))
        x += wide
    parts.append(svg.group(whole_column(felt, place, edge, high), x=22, y=top + 28))
    parts.append(svg.group(whole_column(felt, rest, edge, high), x=width - 22 - edge, y=top + 28))
    if felt.counts is not None and any(felt.counts[c.part - 1] < c.ranks for c in wares):
        note = table.words(say("Grey tokens: you do not bring them; only you know it."))
        parts.append(svg.paragraph(22 + edge / 2, 186, note, edge - 8, 13, "cream", "middle", most=6, leading=1.25))
    return parts, high


def buying(table: Table, room: float) -> str:
    """The heading of the traffics that are printed on the card."""
    words = table.words(say("{place} buys", place=table.box.name("Place", table.view.here)))
    return words if svg.width_of(words, 15, True) <= room else table.words(say("Printed"))


def badge_title(felt: Felt) -> str:
    """The heading of the traffics that need a badge: how many there are, and what they are claimed to be."""
    box = felt.table.box
    if felt.crowded():
        count = felt.named.bit_count()
        told = say_plural(
            "{types} rackets for {count} badge", "{types} rackets for {count} badges", count=felt.badges, types=count
        )
        return felt.table.words(told)
    names: list[object] = [box.name("traffic", name) for t, name in enumerate(box.traffic_names) if felt.named >> t & 1]
    if not names:
        return felt.table.words(
            say_plural("{count} badge: any racket", "{count} badges: any racket", count=felt.badges)
        )
    told = say_plural("{count} badge: {traffics}", "{count} badges: {traffics}", count=felt.badges, traffics=names)
    return felt.table.words(told)


def heading(felt: Felt, title: str, x: float, y: float, wide: float, bad: bool, badges: bool) -> Markup:
    """The title of a group of columns; red where too many traffics are claimed for the badges."""
    least = felt.table.least
    signs = min(felt.badges, 3) if badges else 0
    room = wide - 20 - signs * 24
    text = svg.width_of(title, 15, True)
    left = x + wide / 2 - (min(text, room) + signs * 24) / 2
    parts = [svg.line(x + 8, y + 24, x + wide - 8, y + 24, "gold", 1)]
    if bad:
        parts.append(svg.rect(left - 6, y - 1, min(text, room) + signs * 24 + 12, 23, CLASH, round_=4))
    for i in range(signs):
        parts.append(svg.about("demand", svg.figure("demand", left + i * 24, y, 21, "glow")))
    at = left + signs * 24 + min(text, room) / 2
    parts.append(svg.text(at, y + 16, title, 15, "ivory", "middle", serif=True, room=room, least=least))
    return svg.join(*parts)


def shown_of(felt: Felt, column: Column) -> tuple[object, ...]:
    """Everything that a column or lane of a traffic shows: what it is kept by."""
    table, part = felt.table, column.part
    claimed = tuple([(seat, claim.parts[part]) for seat, claim in felt.claims.items()])
    legal = tuple([each.b for each in table.of_kind(k.CLAIM) if each.a == part])
    count = -1 if felt.counts is None else felt.counts[part - 1]
    seat, out = table.view.seat, out_of_badges(felt, column)
    return table.box, table.language, table.narrow, seat, column, claimed, legal, count, out


def ware_column(felt: Felt, column: Column, corner: Point, wide: float, pitch: float, high: float) -> Stretch:
    """A traffic: a disc for each token that may come, rank 1 on top; all of it; what comes of it."""
    key = (shown_of(felt, column), corner, wide, pitch, high)
    x, y = corner
    return columns_cache.get(key, lambda: Stretch(svg.group(column_drawing(felt, column, wide, pitch, high), x=x, y=y)))


def column_drawing(felt: Felt, column: Column, wide: float, pitch: float, high: float) -> Markup:
    """The drawing of `ware_column`."""
    table = felt.table
    middle = wide / 2
    out = out_of_badges(felt, column)
    title = svg.text(middle, 19, column.title, 16, "ivory", "middle", serif=True, room=wide - 6, least=table.least)
    parts = [faded(title, opacity=0.6) if out else title]
    radius = min(30.0, pitch / 2 - 3)
    for rank in range(1, column.ranks + 1):
        parts.append(disc(felt, column, rank, middle, 28 + (rank - 0.5) * pitch, radius))
    foot = high - 42 - 30
    parts.append(all_button(felt, column, middle - 38, foot - 37, 76, 32))
    parts.append(foot_words(felt, column, middle, foot + 14, wide - 6, "middle"))
    return svg.join(*parts)


def out_of_badges(felt: Felt, column: Column) -> bool:
    """Whether a traffic would need a badge and none is left."""
    t = column.part - 1
    return not (felt.printed | felt.named) >> t & 1 and felt.named.bit_count() >= felt.badges


def my_value(felt: Felt, part: int) -> int:
    """What the viewer claims of a thing."""
    seat = felt.table.view.seat
    return felt.claims[seat].parts[part] if seat is not None and seat in felt.claims else 0


def taken_ranks(felt: Felt, part: int) -> int:
    """The ranks of a traffic that others claim, as bits."""
    taken = 0
    for seat, claim in felt.claims.items():
        taken |= RANKS[claim.parts[part]] if seat != felt.table.view.seat else 0
    return taken


def pressed(value: int, rank: int, most: int, taken: int) -> int:
    """A claim of a traffic after a press on one disc: it stays the first n or from the k-th on."""
    every = (1 << most) - 1
    ranks = RANKS[value] & every
    if ranks >> (rank - 1) & 1:  # let go of it
        below, above = rank - 1, most - rank
        if ranks == every:
            return below if below >= above else FROM + rank + 1
        if value <= FROM:
            return below
        return FROM + rank + 1 if above else 0
    if ranks:  # longer
        if value <= FROM:
            return rank
        return FROM + rank if rank > 1 else most
    if rank in (1, most):
        return 1 if rank == 1 else FROM + most
    low, high = not taken & 1, not taken >> (most - 1) & 1
    near = rank - 1 <= most - rank
    return rank if (low and (near or not high)) or (low == high and near) else FROM + rank


def claiming(felt: Felt, part: int, value: int) -> Action | None:
    """The choice that sets one part of the viewer's claim, if it is open to him."""
    return next((each for each in felt.table.of_kind(k.CLAIM) if each.a == part and each.b == value), None)


def disc(felt: Felt, column: Column, rank: int, x: float, y: float, radius: float) -> Markup:
    """A token that may come: its rank, a ring and a chip for each claimant; a red ring where two claim it."""
    table = felt.table
    name = table.box.traffic_names[column.part - 1]
    seats = claimants(felt.claims, column.part, rank, False)
    size = 2 * radius - 10
    known = felt.counts is None or rank <= felt.counts[column.part - 1]
    face = token(name, x - size / 2, y - size / 2, size)
    if not known:
        face = faded(face, opacity=0.38)
    ring = svg.circle(x, y, radius - 1, "coal", "gold", 1.5)
    if not seats:
        ring = svg.tag(
            "circle", cx=x, cy=y, r=radius - 1, fill="felt", stroke="cream", stroke_width=1.6, stroke_dasharray="4 4"
        )
    elif len(seats) == 1:
        ring = svg.join(
            svg.circle(x, y, radius + 1, "ivory"), svg.circle(x, y, radius - 2, "coal", svg.PLAYERS[seats[0]].paint, 5)
        )
    else:
        ring = svg.join(svg.circle(x, y, radius + 1, "ivory"), svg.circle(x, y, radius - 2, "coal", CLASH, 6))
    chip = radius * 0.46
    parts = [svg.about(f"traffic.{name}", ring, face)]
    if not table.narrow:
        parts.append(svg.circle(x - radius * 0.72, y - radius * 0.72, 10, "coal", "gold", 1))
        at = y - radius * 0.72 + 5
        parts.append(svg.text(x - radius * 0.72, at, str(rank), 14, "ivory", "middle", serif=True))
    for i, seat in enumerate(seats[:3]):
        side = (1, -1, 0)[i]
        parts.append(holder(seat, x + side * radius * 0.66, y + radius * (0.66 if side else 0.9), chip))
    if len(seats) > 1:
        parts.append(bolt(x + radius * 0.68, y - radius * 0.68, chip * 0.9))
    body = svg.join(*parts)
    if out_of_badges(felt, column):
        body = faded(body, opacity=0.5)
    value = pressed(my_value(felt, column.part), rank, column.ranks, taken_ranks(felt, column.part))
    action = claiming(felt, column.part, value)
    if action is None:
        return body
    halo = svg.circle(x, y, radius + 4, "none", "glow", 1.4) if known else EMPTY
    return table.choice(action, faded(halo, opacity=0.5), body)


def bolt(x: float, y: float, radius: float) -> Markup:
    """The sign of a clash."""
    return svg.join(
        svg.circle(x, y, radius, CLASH, "ivory", 1.4),
        svg.figure("clash", x - radius * 0.75, y - radius * 0.75, radius * 1.5, "ivory"),
    )


def all_button(felt: Felt, column: Column, x: float, y: float, wide: float, high: float) -> Markup:
    """All tokens of a traffic, or none."""
    table = felt.table
    every = (1 << column.ranks) - 1
    on = RANKS[my_value(felt, column.part)] & every == every
    action = claiming(felt, column.part, 0 if on else ALL)
    if action is None:
        return EMPTY
    words = table.words(say("all"))
    return table.choice(
        action,
        svg.rect(x, y, wide, high, "glow" if on else "felt", "gold", 1.6, high / 2),
        svg.text(
            x + wide / 2, y + high / 2 + 5, f"{words} ✓" if on else words, 14, "coal" if on else "ivory", "middle"
        ),
    )


def foot_words(felt: Felt, column: Column, x: float, y: float, room: float, anchor: str) -> Markup:
    """What becomes of a column as the claims stand."""
    table = felt.table
    part = column.part
    mine = RANKS[my_value(felt, part)]
    every = (1 << column.ranks) - 1
    twice = [rank for rank in range(1, column.ranks + 1) if len(claimants(felt.claims, part, rank, False)) > 1]
    if twice:
        told = say("no. {rank}: clash", rank=twice[0]) if len(twice) == 1 and not table.narrow else say("clash")
        return plate(table, told, x, y, room, anchor)
    if out_of_badges(felt, column):
        told = say("no badge left")
    elif felt.counts is not None and not felt.counts[part - 1]:
        told = say("nothing") if table.narrow else say("none will come")
    elif mine & every:
        told = say_plural("{count} for you", "{count} for you", count=(mine & every).bit_count())
        return foot_text(table, told, x, y, "glow", anchor, room)
    elif taken_ranks(felt, part) & every:
        told = say("not yours")
    else:
        told = say("up to {most}", most=column.ranks) if felt.counts is None else say("free")
    return foot_text(table, told, x, y, "cream", anchor, room)


def foot_text(table: Table, told: Say, x: float, y: float, colour: str, anchor: str, room: float) -> Markup:
    """Words below a column; in a lane without room for them the rings say it alone."""
    words, bold = table.words(told), colour == "glow"
    if table.narrow and svg.width_of(words, 14, bold=bold) > room:
        return EMPTY
    return svg.text(x, y, words, 14, colour, anchor, bold=bold, room=room, least=table.least)


def plate(table: Table, told: Say, x: float, y: float, room: float, anchor: str) -> Markup:
    """Words on red."""
    words = table.words(told)
    wide = min(room, svg.width_of(words, 14) + 14)
    left = x - wide / 2 if anchor == "middle" else x - wide if anchor == "end" else x
    return svg.join(
        svg.rect(left, y - 16, wide, 22, CLASH, round_=3),
        svg.text(left + wide / 2, y, words, 14, "ivory", "middle", room=wide - 4, least=table.least),
    )


def whole_foot(felt: Felt, column: Column) -> Say:
    """Who gets what can only be claimed whole."""
    seats = claimants(felt.claims, column.part, 1, True)
    if len(seats) > 1:
        return say("clash")
    if not seats:
        return say("free")
    return say("for you") if seats[0] == felt.table.view.seat else say("to {seat}", seat=Seat(seats[0]))


def whole_thing(felt: Felt, column: Column, size: float) -> Markup:
    """The place, or everything else: claimed whole, by a press."""
    table = felt.table
    seats = claimants(felt.claims, column.part, 1, True)
    if column.part == 0:
        drawn = small_place(table, table.view.here, size)
        edge, around = 5.0, 3.0
    else:
        drawn = svg.join(
            svg.tag(
                "rect",
                x=0,
                y=0,
                width=size,
                height=size,
                rx=12,
                fill="felt",
                stroke="cream",
                stroke_width=1.6,
                stroke_dasharray="4 4",
            ),
            svg.icon("moneybag", size * 0.25, size * 0.25, size * 0.5, "cream"),
        )
        edge, around = 12.0, 1.0
    marks = [drawn]
    if seats:
        colour = CLASH if len(seats) > 1 else svg.PLAYERS[seats[0]].paint
        marks.append(svg.rect(-around, -around, size + 2 * around, size + 2 * around, "none", colour, 5, edge))
    for i, seat in enumerate(seats[:4]):
        marks.append(holder(seat, size - i * 24, size, 13))
    if len(seats) > 1:
        marks.append(bolt(size, 0, 12))
    action = claiming(felt, column.part, 0 if my_value(felt, column.part) else 1)
    if action is None:
        return svg.join(*marks)
    return table.choice(action, faded(glowing(-3, -3, size + 6, size + 6, edge), opacity=0.7), *marks)


def whole_column(felt: Felt, column: Column, wide: float, high: float) -> Markup:
    """The place or everything else as a column."""
    table = felt.table
    size = 76.0 if column.part == 0 else 62.0
    foot = whole_foot(felt, column)
    at = high - 42 - 30 + 14
    clash = len(claimants(felt.claims, column.part, 1, True)) > 1
    return svg.join(
        svg.text(wide / 2, 19, column.title, 16, "ivory", "middle", serif=True, room=wide - 4, least=table.least),
        svg.group(whole_thing(felt, column, size), x=wide / 2 - size / 2, y=34),
        plate(table, foot, wide / 2, at, wide, "middle")
        if clash
        else svg.text(wide / 2, at, table.words(foot), 14, "cream", "middle", room=wide - 6, least=table.least),
    )


# -- lanes, on a phone -------------------------------------------------------------------------------------------------

LANE: Final = 48.0
NAME: Final = 98.0


def lanes(
    felt: Felt, place: Column, rest: Column, printed: Sequence[Column], badged: Sequence[Column], width: float
) -> tuple[list[Markup | Stretch], float]:
    """The same columns as lanes above each other."""
    parts: list[Markup | Stretch] = []
    y = 6.0
    for column, x in ((place, 8.0), (rest, width / 2 + 4)):
        parts.append(svg.group(whole_lane(felt, column, width / 2 - 14), x=x, y=y))
    y += 56
    for column in printed:
        parts.append(ware_lane(felt, column, y, width))
        y += LANE
    if badged:
        parts.append(svg.rect(0, y, width, 30 + LANE * len(badged), "coal", opacity=0.22))
        parts.append(heading(felt, badge_title(felt), 0, y + 5, width, felt.crowded(), True))
        y += 30
        for column in badged:
            parts.append(ware_lane(felt, column, y, width))
            y += LANE
    y += 4
    return [cloth(width, y, True), *parts], y


def whole_lane(felt: Felt, column: Column, wide: float) -> Markup:
    """The place or everything else in half a lane."""
    table = felt.table
    clash = len(claimants(felt.claims, column.part, 1, True)) > 1
    room = wide - 66
    foot = whole_foot(felt, column)
    return svg.join(
        svg.group(whole_thing(felt, column, 44), x=4, y=4),
        svg.text(66, 21, column.title, 16, "ivory", serif=True, room=room, least=table.least),
        plate(table, foot, 66, 43, room, "start")
        if clash
        else svg.text(66, 43, table.words(foot), 14, "cream", room=room, least=table.least),
    )


def ware_lane(felt: Felt, column: Column, y: float, width: float) -> Stretch:
    """A traffic in a lane: its name, its discs, what comes of it, all of it."""
    key = (shown_of(felt, column), y, width)
    return columns_cache.get(key, lambda: Stretch(svg.group(lane_drawing(felt, column, width), y=y)))


def lane_drawing(felt: Felt, column: Column, width: float) -> Markup:
    """The drawing of `ware_lane`."""
    table = felt.table
    button = 62.0
    free = width - NAME - button - 14
    pitch = min(50.0, free / column.ranks)
    title = svg.text(8, LANE / 2 + 5, column.title, 15, "ivory", serif=True, room=NAME - 8, least=table.least)
    parts = [faded(title, opacity=0.6) if out_of_badges(felt, column) else title]
    for rank in range(1, column.ranks + 1):
        parts.append(disc(felt, column, rank, NAME + (rank - 0.5) * pitch, LANE / 2, 23.0))
    left = free - pitch * column.ranks
    if left > 56:
        x = width - button - 12
        parts.append(foot_words(felt, column, x, LANE / 2 + 5, left - 4, "end"))
    parts.append(all_button(felt, column, width - button - 6, 2, button, 44))
    return svg.join(*parts)


# -- the police share --------------------------------------------------------------------------------------------------


def share_felt(table: Table, width: float) -> tuple[list[Markup | Stretch], float]:
    """Who gets the place, the point, the token, and whom to arrest: a plate for each, the proposers' chips on it."""
    view = table.view
    titles = [say("The place"), say("The point"), say("The token"), say("Whom to arrest")]
    found: list[tuple[str, list[tuple[str, Action | None, Markup, float]]]] = []
    for part, gift in enumerate(GIFTS if view.prize else GIFTS[:1]):
        found.append((table.words(titles[part]), [gift_plate(table, part, gift, seat) for seat in view.party]))
    if view.prize:
        found.append((table.words(titles[CATCHING]), catch_plates(table)))
    row = table.target + 10
    parts: list[Markup] = []
    if table.narrow:
        y = 8.0
        for title, options in found:
            parts.append(svg.text(10, y + 16, title, 16, "ivory", serif=True))
            if differing(table, options):
                parts.append(plate(table, say("not the same"), width - 10, y + 16, 150, "end"))
            y += 26
            x = 10.0
            for option in options:
                if x + option[3] > width - 6:
                    x, y = 10.0, y + row
                parts.append(svg.group(option_drawing(table, option), x=x, y=y))
                x += option[3] + 10
            y += row + 2
        return [cloth(width, y + 4, True), *parts], y + 4
    wide = (width - 48) / len(found)
    deepest = max(len(options) for _, options in found)
    high = max(200.0, 60 + deepest * row + 34)
    for i, (title, options) in enumerate(found):
        middle = 24 + (i + 0.5) * wide
        parts.append(svg.text(middle, 36, title, 17, "ivory", "middle", serif=True, room=wide - 8, least=table.least))
        for j, option in enumerate(options):
            parts.append(svg.group(option_drawing(table, option), x=middle - option[3] / 2, y=52 + j * row))
        if differing(table, options):
            parts.append(plate(table, say("not the same"), middle, high - 22, wide - 10, "middle"))
    return [cloth(width, high, False), *parts], high


def proposers(table: Table, words: str) -> list[int]:
    """Who proposes this."""
    return [seat for seat in table.view.party if words in words_of(table, seat)]


def differing(table: Table, options: Sequence[tuple[str, Action | None, Markup, float]]) -> bool:
    """Whether those who have spoken propose different things here."""
    return sum(1 for words, *_ in options if proposers(table, words)) > 1


def gift_plate(table: Table, part: int, gift: str, seat: int) -> tuple[str, Action | None, Markup, float]:
    """A thing for a policeman: its words, its choice, its drawing, its width."""
    action = next((each for each in table.of_kind(k.SHARE) if (each.a, each.b) == (part, seat)), None)
    high = table.target
    name = svg.text(high, high / 2 + 5, table.name(seat), 15, "coal", serif=True, room=78, least=table.least)
    return f"{gift} {seat}", action, svg.join(shape(seat, high / 2, high / 2, 13), name), high + 84


def catch_plates(table: Table) -> list[tuple[str, Action | None, Markup, float]]:
    """Whom to arrest, and what to seize from him."""
    view, box = table.view, table.box
    said = [each for seat in view.party for each in words_of(table, seat) if each.startswith("catch")]
    texts = dict.fromkeys([*[each.text for each in table.of_kind(k.CATCH)], *said])
    legal = {each.text: each for each in table.of_kind(k.CATCH)}
    high = table.target
    found: list[tuple[str, Action | None, Markup, float]] = []
    for text in sorted(texts):
        catch = box.by_text[text]
        face = tile(catch.a, box.characters[catch.b], "fight", high - 8)
        ware = token(box.traffic_names[catch.c], high + 8, 5, high - 10) if catch.c < box.traffics else EMPTY
        drawn = svg.join(svg.group(face, x=5, y=4), ware)
        found.append((text, legal.get(text), drawn, 2 * high + 8))
    return found


def option_drawing(table: Table, option: tuple[str, Action | None, Markup, float]) -> Markup:
    """A plate with the chips of those who propose it; gold for one's own."""
    words, action, drawn, wide = option
    view = table.view
    mine = view.seat is not None and words in words_of(table, view.seat)
    seats = proposers(table, words)
    edge = svg.PLAYERS[seats[0]].paint if seats else "coal"
    plated = svg.join(
        svg.rect(0, 0, wide, table.target, "glow" if mine else "card", edge, 4 if seats else 1.4, 5),
        drawn,
        *[holder(seat, wide - 4 - i * 20, table.target - 2, 11) for i, seat in enumerate(seats)],
    )
    if action is None:
        return plated
    return table.choice(action, faded(glowing(-2, -2, wide + 4, table.target + 4, 6), opacity=0.7), plated)


# -- what a deal gives, and the dice -----------------------------------------------------------------------------------


def outcomes(table: Table) -> tuple[Markup, float, float]:
    """Two lines: what is sure if it is a deal now, and what the dice would do; with their size."""
    view = table.view
    assert view.seat is not None
    width = 366.0 if table.narrow else 396.0
    if view.phase == "share":
        deal = share_line(table, width - 84)
        chance = share_odds(view, table.box).get(view.seat, 0.0)
        told = say("most badges take all: you {times} of 10", times=round(10 * chance))
    else:
        deal = deal_line(felt_of(table), width - 84)
        odds = fight_odds(view, table.box)
        mine, theirs = (odds.police, odds.gangsters) if view.seat % 2 else (odds.gangsters, odds.police)
        chance = odds.of(view.seat)
        told = say(
            "{mine} against {theirs}: won {times} of 10",
            mine=span(table, mine),
            theirs=span(table, theirs),
            times=round(10 * chance),
        )
    bar = 30.0 if table.narrow else 46.0
    return (
        svg.join(
            label(table, say("Deal"), "felt", 0),
            svg.group(deal, x=82),
            label(table, say("Dice"), "blood", 34),
            svg.rect(82, 40, bar, 14, "blood", "coal", 1),
            svg.rect(82.5, 40.5, max(0.0, (bar - 1) * chance), 13, "gold"),
            line_or_two(table, told, 82 + bar + 8, 52, width - 84 - bar - 10),
        ),
        width,
        66.0,
    )


def line_or_two(table: Table, told: Say, x: float, y: float, room: float) -> Markup:
    """A line of words, a little condensed if need be; two closer ones where they need more room."""
    words = table.words(told)
    if 0.9 * svg.width_of(words, 14) <= room:
        return svg.text(x, y, words, 14, "ink", room=room, least=14, squeeze=0.9)
    return svg.paragraph(x, y - 7, words, room, 14, "ink", most=2, leading=1.12)


def share_line(table: Table, room: float) -> Markup:
    """What the viewer would get: what all propose, or where they do not all propose the same."""
    view = table.view
    assert view.seat is not None
    heard = [words_of(table, seat) for seat in view.party]
    names = {"place": say("the place"), "point": say("the point"), "token": say("the token")}
    mine = [name for gift, name in names.items() if f"{gift} {view.seat}" in words_of(table, view.seat)]
    told: Say = say("nothing for you") if not mine else say("{parts} for you", parts=mine)
    if any(SILENT in words or REFUSAL in words for words in heard) or len({*map(proposed_in, heard)}) > 1:
        told = say("not yet: you want {parts}", parts=mine or say("nothing"))
    return line_or_two(table, told, 0, 18, room)


def proposed_in(words: Sequence[str]) -> tuple[str, ...]:
    """The parts of a proposal."""
    return tuple(each for each in words if not each.startswith(SAYS))


def label(table: Table, told: Say, paint: str, y: float) -> Markup:
    """The word at the beginning of a line."""
    return svg.join(
        svg.rect(0, y + 1, 74, 25, paint),
        svg.text(37, y + 19, table.words(told), 14, "ivory", "middle", room=70, least=table.least),
    )


def span(table: Table, values: tuple[int, int]) -> object:
    """A strength, or the least and the most it can be."""
    low, high = values
    return low if low == high else say("{low} to {high}", low=low, high=high)


def deal_line(felt: Felt, room: float) -> Markup:
    """The tokens that nobody else claims of mine, and who has the place."""
    table = felt.table
    view, box = table.view, table.box
    wares = []
    for t, name in enumerate(box.traffic_names):
        free = RANKS[my_value(felt, 1 + t)] & ~taken_ranks(felt, 1 + t)
        most = view.most[t] if felt.counts is None else min(view.most[t], felt.counts[t])
        wares += [name] * (free & ((1 << most) - 1)).bit_count()
    places = claimants(felt.claims, 0, 1, True)
    rests = claimants(felt.claims, box.traffics + 1, 1, True)
    if REFUSAL in words_of(table, view.seat or 0):
        told: Say = say("no: you refuse")
    elif places == [view.seat]:
        told = say("the place for you")
    elif len(places) == 1:
        told = say("the place to {seat}", seat=Seat(places[0]))
    elif rests == [view.seat]:
        told = say("and the rest for you")
    else:
        told = say("nothing for you yet") if not wares else say("the place to nobody yet")
    if wares and felt.counts is None:
        told = say("at most; {more}", more=told)
    step = min(25.0, (room - 146) / max(1, len(wares)))
    tokens = [token(name, i * step, 1, 24) for i, name in enumerate(wares)]
    x = step * len(wares) + (8 if wares else 0)
    return svg.join(*tokens, line_or_two(table, told, x, 18, room - x))
