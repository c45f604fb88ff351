"""The messages of the WebSocket, tagged by `do` from the client and by `is` from the server.

`step` is a number of the reader's own: how many changes this seat (or a spectator) has been able to see, counting
choices and what was taken back; it only grows. A choice names the step it was made at, so that one made
at an older board, or sent twice, is refused. What others choose in secret does not move it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from parrain.core.parts import Card, Part, sign
from parrain.core.record import LONGEST_NAME, LONGEST_WORDS
from parrain.web.live.game import Said
from parrain.web.live.presence import Sitter
from parrain.web.render.negotiation import Bargained
from parrain.web.render.show import Shown

LONGEST_ACTION = 200
MOST_SEATS = 8

SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
StepNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
ActionText = Annotated[str, Meta(min_length=1, max_length=LONGEST_ACTION)]
Name = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]
Words = Annotated[str, Meta(min_length=1, max_length=2 * LONGEST_WORDS)]
Code = Annotated[str, Meta(max_length=40)]


# -- client to server ------------------------------------------------------------------------------------


class Choose(Struct, tag_field="do", tag="choose", forbid_unknown_fields=True):
    """A seat of mine (the one I look at) chooses; `step` is that of the last `shown`."""

    seat: SeatNumber
    step: StepNumber
    action: ActionText


class Undo(Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back my last choice; where others must agree they are asked. `step` is that of the last `shown`."""

    seat: SeatNumber
    step: StepNumber


class Consent(Struct, tag_field="do", tag="consent", forbid_unknown_fields=True):
    """My answer to `asked`."""

    seat: SeatNumber
    yes: bool


class Talk(Struct, tag_field="do", tag="say", forbid_unknown_fields=True):
    """Say something to the table, as a seat of mine (the first one if not said), or by `name` as a spectator."""

    words: Words
    seat: SeatNumber | None = None
    name: Name = ""


class OpenTalk(Struct, tag_field="do", tag="open-talk", forbid_unknown_fields=True):
    """The host lets spectators talk, or (`yes` false) no longer."""

    yes: bool = True


class Claim(Struct, tag_field="do", tag="claim", forbid_unknown_fields=True):
    """What a seat of mine claims from now on in the negotiation of that `number`, whole, in words of the game."""

    seat: SeatNumber
    number: StepNumber
    words: Annotated[list[ActionText], Meta(max_length=40)]


class Accept(Struct, tag_field="do", tag="accept", forbid_unknown_fields=True):
    """Give way to what all others claim (or take over what seat `of` proposes), and stand by it: one action."""

    seat: SeatNumber
    number: StepNumber
    of: SeatNumber | None = None


class Speak(Struct, tag_field="do", tag="speak", forbid_unknown_fields=True):
    """Say a prepared sentence in the negotiation of that `number`: the `code` of one that `bargained` offers me."""

    seat: SeatNumber
    number: StepNumber
    code: ActionText


class Ready(Struct, tag_field="do", tag="ready", forbid_unknown_fields=True):
    """I stand by what I claim: when all do, the sand need not run out. `yes` false takes it back."""

    seat: SeatNumber
    number: StepNumber
    yes: bool = True


class Coach(Struct, tag_field="do", tag="coach", forbid_unknown_fields=True):
    """What is this choice about, and what are the choices worth? Answered by `coached`."""

    seat: SeatNumber


class Hint(Struct, tag_field="do", tag="hint", forbid_unknown_fields=True):
    """What would a sensible player choose here? Answered by `hinted`, as soon as it has been thought about."""

    seat: SeatNumber


class Why(Struct, tag_field="do", tag="why", forbid_unknown_fields=True):
    """Why can't I choose this? Answered by `forbidden`."""

    seat: SeatNumber
    action: ActionText


class Weigh(Struct, tag_field="do", tag="weigh", forbid_unknown_fields=True):
    """Would this choice be final? Answered by `weighed`."""

    seat: SeatNumber
    action: ActionText


class Explain(Struct, tag_field="do", tag="explain", forbid_unknown_fields=True):
    """What is this thing on the table? Answered by `explained`, if it has a card."""

    thing: ActionText


class Describe(Struct, tag_field="do", tag="describe", forbid_unknown_fields=True):
    """The table in words, please. Answered by `described`."""


class Look(Struct, tag_field="do", tag="look", forbid_unknown_fields=True):
    """Show me the table as this seat of mine sees it, or as a spectator does (null: the curtain of a hot seat)."""

    seat: SeatNumber | None = None
    pictures: Annotated[str, Meta(pattern="^(wide|narrow|none|)$")] = ""


class Language(Struct, tag_field="do", tag="language", forbid_unknown_fields=True):
    """Speak this language to me from now on."""

    lang: Annotated[str, Meta(max_length=20)]


class StandIn(Struct, tag_field="do", tag="standin", forbid_unknown_fields=True):
    """Let a bot play for a seat whose player is gone, until they come back."""

    seat: SeatNumber


class Back(Struct, tag_field="do", tag="back", forbid_unknown_fields=True):
    """I am back: no bot plays for this seat of mine any more."""

    seat: SeatNumber


class Ping(Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Are you there? Answered by `pong`."""


FromClient = (
    Choose
    | Undo
    | Consent
    | Talk
    | OpenTalk
    | Claim
    | Accept
    | Ready
    | Speak
    | Coach
    | Hint
    | Why
    | Weigh
    | Explain
    | Describe
    | Look
    | Language
    | StandIn
    | Back
    | Ping
)


# -- server to client ------------------------------------------------------------------------------------


class Presence(Struct, tag_field="is", tag="presence"):
    """Who sits where and who is there; sent whenever that changes. `watching` counts the others.

    `open_talk`: spectators may talk; `host`: I made the table, and may change that.
    """

    seats: list[Sitter]
    watching: int
    open_talk: bool
    host: bool


class Waiting(Struct, tag_field="is", tag="waiting"):
    """The table has not begun: nothing is dealt before every seat is taken (or bots take the open ones)."""

    table: str
    game: str
    title: str
    lang: str
    prompt: str
    mine: list[int]
    names: list[str]
    open: list[int]
    maker: bool


class Talked(Struct, tag_field="is", tag="said"):
    """What was said at the table, since the last such message, or all of it when `fresh`."""

    lines: list[Said]
    fresh: bool


class Asked(Struct, tag_field="is", tag="asked"):
    """Seat `by` asks to take back a choice; `seats` are those of mine that should answer with `consent`."""

    kind: str
    by: int
    name: str
    text: str
    seats: list[int]


class Answered(Struct, tag_field="is", tag="answered"):
    """The question is settled: all agreed (`yes`), somebody did not, or the table has moved on."""

    kind: str
    by: int
    yes: bool
    text: str


class Coached(Struct, tag_field="is", tag="coached"):
    """What a choice is about (`rule` and its words), what to `watch` for, what choices are worth.

    `values` are shares of the win by action, best first; choices that were not looked at long enough are left out. In a
    negotiation there are none, but `warnings` by what a move does.
    """

    seat: int
    step: int
    rule: str
    rule_text: str
    watch: list[str]
    values: dict[str, float]
    best: str
    warnings: dict[str, str] = {}


class Hinted(Struct, tag_field="is", tag="hinted"):
    """What a sensible player would choose, and why."""

    seat: int
    step: int
    action: str
    label: str
    reason: str


class Forbidden(Struct, tag_field="is", tag="forbidden"):
    """The answer to `why`: the rule that forbids it (its number, and its words), or `allowed`."""

    seat: int
    action: str
    allowed: bool
    rule: str
    text: str
    rule_text: str


class Weighed(Struct, tag_field="is", tag="weighed"):
    """Whether a choice could not be taken back (`final`), or is the first of two and is undone by `back`."""

    action: str
    final: bool
    back: bool


class ValueShown(Struct):
    """A value on a card: the drawing of its sign, the value, the word for it."""

    sign: str
    value: str
    word: str


class Explained(Struct, tag_field="is", tag="explained"):
    """The card of a thing: picture, values, what it does, its rule, and what of it is our reconstruction."""

    thing: str
    title: str
    kind: str
    picture: str
    values: list[ValueShown]
    lines: list[str]
    rule: str
    rule_text: str
    reconstructed: str


class Described(Struct, tag_field="is", tag="described"):
    """The table in words at that step: `text` as that seat may know it, `facts` as everybody may."""

    seat: int | None
    step: int
    text: list[str]
    facts: list[str]


class Error(Struct, tag_field="is", tag="error"):
    """Something sent could not be done, and nothing has changed. `code` is for programs, `text` for people."""

    code: str
    text: str
    rule: str = ""
    rule_text: str = ""


class Moved(Struct, tag_field="is", tag="moved"):
    """A rematch has been laid out at another table, with the same people in the same seats."""

    table: str
    link: str
    text: str


class Pong(Struct, tag_field="is", tag="pong"):
    """The answer to `ping`, with the present step."""

    step: int


FromServer = (
    Shown
    | Waiting
    | Presence
    | Talked
    | Bargained
    | Asked
    | Answered
    | Coached
    | Hinted
    | Forbidden
    | Weighed
    | Explained
    | Described
    | Error
    | Moved
    | Pong
)


def explained(thing: str, card: Card | None, rule_words: str, language: str) -> Explained:
    """A card as a message; without a title if there is none."""
    if card is None:
        return Explained(thing, "", "", "", [], [], "", "", "")
    signs = [Part("sign", 24, 24, sign(each.sign, 0, 0, 24)).svg(language) for each in card.values]
    return Explained(
        thing,
        card.title,
        card.kind,
        card.picture.svg(language) if card.picture is not None else "",
        [ValueShown(drawn, each.value, each.word) for drawn, each in zip(signs, card.values, strict=True)],
        list(card.lines),
        card.rule,
        rule_words,
        card.reconstructed,
    )


read_message = msgspec.json.Decoder(FromClient).decode
write = msgspec.json.Encoder().encode
