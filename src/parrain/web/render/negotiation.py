"""A negotiation in progress in the reader's language."""

from __future__ import annotations

import time

from msgspec import Struct

from parrain.core import Say
from parrain.core.translation import render
from parrain.web.live.game import LiveGame
from parrain.web.render.show import Choice, names_in, words_of


class Claimed(Struct):
    """What a seat claims: `words` of the game (null: nothing yet), `told` in a sentence, `ready` if it stands by it."""

    seat: int
    words: list[str] | None
    told: str
    ready: bool


class ThingLine(Struct):
    """Something bargained over: name, note, each seat's claim (in the order of `seats`), what is free, my options."""

    name: str
    note: str
    claims: list[str]
    free: str
    clash: bool
    options: list[Choice]


class ClashLine(Struct):
    """Why what stands is no accord, by which rule, between which seats."""

    text: str
    rule: str
    seats: list[int]


class MoveLine(Struct):
    """What I may do in one press: `hold`, `accept`, `counter` (claim `words`), `refuse`, `reopen`; its consequence."""

    does: str
    label: str
    note: str
    words: list[str]


class SentenceLine(Struct):
    """A prepared sentence that I may say in one press: its `code`, a short label, the sentence, whether I said it."""

    code: str
    label: str
    text: str
    said: bool


class Bargained(Struct, tag_field="is", tag="bargained"):
    """How a negotiation stands while the sand runs (`on`), or that it is over; everybody gets the same claims.

    `left` of `seconds` of sand as this is sent; 0 of 0 where no timer runs. `accord`: all have spoken and nothing
    clashes. `accept`: what `accept` would claim for the seat I look from, in a sentence; "" where there is nothing to
    accept. `options`: my choices that are about no single thing. `moves`: what I may do about all claims in one press,
    the best first. `sentences`: what I may say besides; what the others said is on the board.
    """

    number: int
    on: bool
    title: str
    help: str
    seconds: float
    left: float
    seats: list[Claimed]
    things: list[ThingLine]
    clashes: list[ClashLine]
    accord: bool
    accept: str
    options: list[Choice]
    moves: list[MoveLine]
    sentences: list[SentenceLine]


def bargained(live: LiveGame, seat: int | None, number: int, language: str) -> Bargained:
    """How the negotiation stands, or that the one of that number is over; only the options are the reader's own."""
    talk = live.talk
    if talk is None:
        return Bargained(number, False, "", "", 0.0, 0.0, [], [], [], False, "", [], [], [])
    names = names_in(live, language)
    negotiation, claims = talk.negotiation, talk.claims

    def words(text: Say) -> str:
        return render(text, language, names) if text.text else ""

    clashes = negotiation.clashes(claims)
    clashing = {clash.item for clash in clashes}
    options: dict[int, list[Choice]] = {}
    for choice in words_of(live, seat, language).choices:
        item = negotiation.item_of(live.game.action_from_text(choice.action))
        options.setdefault(item, []).append(choice)
    giving = negotiation.accepting(seat, claims) if seat is not None and seat in negotiation.seats else None
    spoken = talk.said[seat].code if seat is not None and seat in talk.said else ""
    return Bargained(
        number=talk.number,
        on=True,
        title=words(negotiation.title),
        help=words(negotiation.help),
        seconds=talk.seconds,
        left=round(talk.remaining(time.monotonic()), 2) if talk.seconds else 0.0,
        seats=[
            Claimed(each, list(claims[each]), words(negotiation.describe(claims[each])), each in talk.ready)
            if each in claims
            else Claimed(each, None, "", each in talk.ready)
            for each in negotiation.seats
        ],
        things=[
            ThingLine(
                words(item.name),
                words(item.note),
                [words(each) for each in item.claims],
                words(item.free),
                at in clashing,
                options.get(at, []),
            )
            for at, item in enumerate(negotiation.items(claims))
        ],
        clashes=[ClashLine(words(clash.text), clash.rule, list(clash.seats)) for clash in clashes],
        accord=not clashes,
        accept=words(negotiation.describe(giving)) if giving is not None else "",
        options=options.get(-1, []),
        moves=[
            MoveLine(each.does, words(each.label), words(each.note), list(each.words))
            for each in (talk.moves(seat, live.views[seat + 1]) if seat is not None else [])
        ],
        sentences=[
            SentenceLine(each.code, words(each.label), words(each.text), spoken == each.code)
            for each in (talk.sentences(seat, live.views[seat + 1]) if seat is not None else [])
        ],
    )
