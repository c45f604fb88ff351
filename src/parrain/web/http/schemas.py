"""The bodies of HTTP requests and responses; `/schema.json` is made from these and from the WebSocket messages."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from parrain.core.svg.patches import Patch
from parrain.lab.quick import Tally
from parrain.web.live.presence import Sitter
from parrain.web.render.show import Bar, Choice, SceneShown, SeatPanel, Told
from parrain.web.ws.messages import (
    LONGEST_ACTION,
    MOST_SEATS,
    ActionText,
    Code,
    Explained,
    FromClient,
    FromServer,
    Name,
    SeatNumber,
    StepNumber,
)


class SeatWish(Struct, forbid_unknown_fields=True):
    """A seat of a new table: me (`person`; several are a hot seat), whoever comes (`open`), or a `bot`."""

    kind: Annotated[str, Meta(pattern="^(person|open|bot)$")]
    name: Name = ""
    bot: Code = ""


class ClockWish(Struct, forbid_unknown_fields=True):
    """Seconds for each choice (`decision`), for the whole game (`bank`), or for simultaneous answers (`sand`).

    `free` bargains as with a sand timer that never runs out: its seconds mean nothing.
    """

    kind: Annotated[str, Meta(pattern="^(decision|bank|sand|free)$")]
    seconds: Annotated[int, Meta(ge=5, le=86_400)] = 60


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: a new table. `open`: listed for everybody; otherwise only by link."""

    game: Code
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[Code, bool | int | Annotated[str, Meta(max_length=100)]] = {}
    edition: Code = ""
    clock: ClockWish | None = None
    open: bool = False


class Sit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/sit: take an open seat (the first one if not said)."""

    name: Name
    seat: SeatNumber | None = None


class Leave(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/leave: give up a seat, or all of mine; in a running game a bot plays on for it."""

    seat: SeatNumber | None = None


class Rename(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/rename: another name in a seat of mine (in the first one if not said)."""

    name: Name
    seat: SeatNumber | None = None


class Join(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/join: take over the seats of another device with the key of its `handover`."""

    key: Annotated[str, Meta(min_length=16, max_length=100)]


class Fork(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/fork: play on from a moment of a finished game, in one seat, against bots."""

    moment: StepNumber
    seat: SeatNumber
    name: Name = ""
    bot: Code = ""


class LessonTry(Struct, forbid_unknown_fields=True):
    """POST /api/lessons/{game}/{id}/{step}: an answer to the task of a step."""

    action: ActionText


class CourseTry(Struct, forbid_unknown_fields=True):
    """POST /api/courses/{game}/{chapter}: where the learner is, and the `action` to try (none: only look).

    `ways` are the numbers of the right ways taken in the finished steps, `played` the actions of the step being played,
    both as the last answer gave them; another `attempt` at free play has other bots' answers.
    """

    ways: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=40)] = []
    played: Annotated[list[ActionText], Meta(max_length=100)] = []
    action: Annotated[str, Meta(max_length=LONGEST_ACTION)] = ""
    attempt: Annotated[int, Meta(ge=0, le=9999)] = 0


class CourseThing(Struct, forbid_unknown_fields=True):
    """POST /api/courses/{game}/{chapter}/card: what a thing on that table is."""

    thing: ActionText
    ways: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=40)] = []
    played: Annotated[list[ActionText], Meta(max_length=100)] = []
    attempt: Annotated[int, Meta(ge=0, le=9999)] = 0


Changes = Annotated[
    dict[
        Annotated[str, Meta(max_length=100, pattern=r"^[A-Za-z0-9_.+-]+$")],
        Annotated[int, Meta(ge=-10_000, le=10_000)] | Annotated[str, Meta(max_length=40)],
    ],
    Meta(min_length=1, max_length=60),
]


class DesignTry(Struct, forbid_unknown_fields=True):
    """POST /api/design/{game}/compare: play on from `tally` (the last answer's) until `most` pairs of games."""

    changes: Changes
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    most: Annotated[int, Meta(ge=1, le=1000)] = 200
    tally: Tally | None = None


class DesignChanges(Struct, forbid_unknown_fields=True):
    """POST /api/design/{game}/edition: the changed edition as a file; `keep`: for tables of this server too."""

    changes: Changes
    keep: bool = False


class Compared(Struct):
    """How an edition compares with a changed one: by seat the shares of the win, and the interval of the difference.

    `done`: every answer is sure, or all games are played; else send `tally` again for more.
    """

    tally: Tally
    done: bool
    names: list[str]
    base: list[float]
    changed: list[float]
    low: list[float]
    high: list[float]
    text: list[str]


class EditionMade(Struct):
    """A changed edition: its name, for new tables if it was kept, and its file."""

    edition: str
    file: str


class Made(Struct):
    """A table that was made or joined: where it is, and which seats are mine."""

    table: str
    link: str
    mine: list[int]


class Handed(Struct):
    """A link that brings my seats to another device, for a quarter of an hour; `qr` is the same as an SVG."""

    link: str
    qr: str
    seconds: int


class Identity(Struct):
    """A new identity, for programs: send it as `Authorization: Bearer <token>`."""

    token: str


class TableLine(Struct):
    """A table in a list: `state` is waiting, playing or over.

    `to_move` are the seats that everybody sees to be thinking, `since` that time (or since the table was made);
    `places` of the seats once the game is over; `colours` of each seat by number, once it has begun.
    """

    table: str
    link: str
    game: str
    title: str
    state: str
    seats: list[Sitter]
    mine: list[int]
    open: bool
    created: float
    since: float
    my_turn: bool = False
    to_move: list[int] = []
    places: list[int] = []
    colours: list[list[int]] = []


class Tables(Struct):
    """GET /api/tables: those that are open to all, and those where I sit."""

    open: list[TableLine]
    mine: list[TableLine]


class OptionLine(Struct):
    """An option of a game; the first choice is the default."""

    name: str
    text: str
    choices: list[bool | int | str]


class EditionLine(Struct):
    """An edition of a game."""

    name: str
    title: str


class LessonLine(Struct):
    """A lesson in the list of a game; its stage is `basics`, `examples` or `puzzles`."""

    stage: str
    id: str
    title: str


class CourseLine(Struct):
    """The guided first game of a game: where it is, and how long it takes."""

    title: str
    minutes: int
    chapters: int
    link: str


class GameLine(Struct):
    """A game: what its box says, its options, its lessons. `sand`: the seconds of its sand timer (0: it has none).

    `roles`: what the seats play in turn (seat 0 the first, and so on round), empty where they are alike. `bots`: who
    may sit at its tables, as not every game has half-steps between the levels.
    """

    id: str
    title: str
    pitch: str
    fewest: int
    most: int
    minutes: int
    difficulty: int
    sand: int
    roles: list[str]
    options: list[OptionLine]
    editions: list[EditionLine]
    lessons: list[LessonLine]
    course: CourseLine | None
    bots: list[str]


class BotLine(Struct):
    """A bot that may sit at a table: its spec, and what to call it."""

    spec: str
    text: str


class Games(Struct):
    """GET /api/games: what can be played, and against whom."""

    games: list[GameLine]
    bots: list[BotLine]


class PointSource(Struct):
    """Where points come from, and how many each seat has from there."""

    label: str
    points: list[int]


class Replay(Struct):
    """GET /api/replays/{table}: for each viewer (spectator first, then the seats), the moment of each step.

    `colours` of each seat as a spectator knows them. `scores` of each seat after every moment, the `sources` of its
    points and `lines`, all that was chosen: all three only once the game is over.
    """

    table: str
    game: str
    title: str
    names: list[str]
    colours: list[list[int]]
    over: bool
    moments: list[list[int]]
    scores: list[list[int]]
    sources: list[PointSource]
    lines: list[str]


class Judged(Struct):
    """An analysed choice: the expected share of the win (0 to 1) of it and of the best, by what its maker knew."""

    moment: int
    seat: int
    action: str
    label: str
    expected: float
    best: str
    best_label: str
    best_expected: float


class Analysed(Struct):
    """/api/replays/{table}/analysis: `state` is none, waiting, thinking, done or failed; `done` of `of` choices are.

    `turning` are the moments of the choices that gave away most, the worst first; `shares` of the win in the end.
    """

    table: str
    state: str
    done: int
    of: int
    choices: list[Judged]
    turning: list[int]
    shares: list[float]


class LessonStep(Struct):
    """A lesson as it stands: the table after so many steps, and the task of the next one (if it has one).

    `said` explains the step just taken. A step without a task is only shown: go on to the next.
    """

    game: str
    id: str
    title: str
    intro: str
    rules: list[str]
    rule_texts: list[str]
    step: int
    steps: int
    task: str
    said: str
    seat: int | None
    bar: Bar
    panels: list[SeatPanel]
    parts: dict[str, str]
    text: list[str]
    choices: list[Choice]
    done: bool


class LessonAnswer(Struct):
    """What became of an answer: `right` or not, why, and the rule that it is about."""

    right: bool
    text: str
    rule: str
    rule_text: str


class CourseSign(Struct):
    """A sign that a chapter introduces: its drawing, and what it means."""

    picture: str
    text: str


class CourseReading(Struct):
    """A section of the rules to read after a chapter: its title, its first rule."""

    title: str
    rule: str


class CourseChapter(Struct):
    """A chapter: its idea, how many steps it has, the signs that are new in it, what to read after it.

    `goes_on`: it begins where the chapter before ended, and takes the `ways` of that one.
    """

    id: str
    title: str
    minutes: int
    idea: str
    steps: int
    goes_on: bool
    signs: list[CourseSign]
    read: list[CourseReading]


class CourseShown(Struct):
    """GET /api/courses/{game}: a guided first game, its aim, where points come from, its chapters."""

    game: str
    title: str
    aim: str
    sources: list[str]
    coach: str
    minutes: int
    chapters: list[CourseChapter]


class CourseFrame(Struct):
    """The table after one choice of anybody, what is told of it, and scenes.

    `parts` of the first frame are whole; a later one has what changed since the one before, as in `shown`.
    """

    seat: int | None
    bar: Bar
    panels: list[SeatPanel]
    parts: dict[str, str | Patch | None]
    events: list[Told]
    scenes: list[SceneShown]


class Locked(Struct):
    """A piece that is not used yet, as the drawings name it, and what the coach says when it is pressed."""

    name: str
    text: str


class CourseAnswer(Struct):
    """How the coach took a choice: `kind` is done, on, forbidden (by `rule`), worse, harmless or other."""

    kind: str
    text: str
    rule: str
    rule_text: str


class CourseTable(Struct):
    """A learner's table: `frames` lead to it, `choices` may be made, `glow` are those that lead on, `look` is lit too.

    `answer` is to the `action` that was sent (null without one), `show` is the choice of “Show me”. `free`: every
    choice is good, `ask` are the coach's questions. Send `ways` and `played` with the next choice. `over`: the chapter
    is done.
    """

    game: str
    chapter: int
    step: int
    steps: int
    seat: int
    names: list[str]
    idea: str
    task: str
    victory: str
    rules: list[str]
    rule_texts: list[str]
    ask: list[str]
    free: bool
    over: bool
    prompt: str
    text: list[str]
    frames: list[CourseFrame]
    choices: list[Choice]
    glow: list[str]
    look: list[str]
    locked: list[Locked]
    show: str
    answer: CourseAnswer | None
    ways: list[int]
    played: list[str]


class Problem(Struct):
    """What the HTTP API answers when something could not be done; nothing has changed."""

    code: str
    text: str


REQUESTS: tuple[type[Struct], ...] = (
    NewTable,
    Sit,
    Leave,
    Rename,
    Join,
    Fork,
    LessonTry,
    CourseTry,
    CourseThing,
    DesignTry,
    DesignChanges,
)
ANSWERS: tuple[type[Struct], ...] = (
    Made,
    Handed,
    Identity,
    Tables,
    Games,
    Replay,
    Analysed,
    LessonStep,
    LessonAnswer,
    CourseShown,
    CourseTable,
    Compared,
    EditionMade,
    Explained,
    Problem,
)


def schema() -> dict[str, Any]:
    """The JSON Schema of everything above: `FromClient` and `FromServer` for the socket, the rest by name."""
    kinds: list[Any] = [FromClient, FromServer, *REQUESTS, *ANSWERS]
    shapes, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    named = {"FromClient": shapes[0], "FromServer": shapes[1]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Parrain",
        "$defs": {**components, **named},
    }
