"""A table as one viewer may know it, in words and as a picture: all of it from the View, its actions and events."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from parrain.core import Action, Game, ParrainError, View, read_course, say
from parrain.core.cache import Cache
from parrain.core.parts import BOARD, Part
from parrain.core.svg.patches import Marks, Patch, Pieces, compare
from parrain.core.translation import render
from parrain.locale import typeset
from parrain.table.store import OVER
from parrain.web.live.clocks import Clock
from parrain.web.live.game import LiveGame, StoryLine

WIDE, NARROW, NONE = "wide", "narrow", "none"
MOST_EVENTS = 600
MOST_CACHED = 64  # of each kind: what is shown now to several, not all that is looked at
MOST_DRAWN = 12  # the same of drawings, which are large


class Choice(Struct):
    """Something that may be chosen now: its canonical text, and what a button would say."""

    action: str
    label: str


class Told(Struct):
    """Something that happened, in words, and the step (of the reader's counting) at which it did.

    `heading` is the turn and phase it happened in, `seat` who did it, `pieces` what on the board it is about.
    """

    text: str
    step: int
    heading: str
    seat: int | None
    pieces: list[str]


class Bar(Struct):
    """How far the game is: the turn, the phases of a turn and the current one (-1: none), what ends the game."""

    turn: str
    phases: list[str]
    phase: int
    goal: str


class SeatPanel(Struct):
    """What stands beside a name: colours by number, the score, what it would gain now, a note, signs with words."""

    colours: list[int]
    score: str
    gain: str
    note: str
    signs: list[tuple[str, str]]


class SceneStep(Struct):
    """One step of a scene: a sentence, a drawing, a remark."""

    caption: str
    picture: str
    note: str


class SceneShown(Struct):
    """Something that happened, told step by step."""

    title: str
    steps: list[SceneStep]


class Shown(Struct, tag_field="is", tag="shown"):
    """The table as one seat (or a spectator, seat null) may know it, whole: nothing older is needed to show it.

    `events` is what happened since the last `shown`, or all of it when `fresh`; `scenes` tell some of it in pictures.
    `pictures` is how the table is drawn: wide, narrow (a phone held upright), or none. `parts` are the drawings by
    name: `board`, `hand`, `tracks`, `offer`, `goal`, `panel.0`... Whoever asked for `patches=1` gets, from the second
    message on, only those that changed: null is gone, a text is new, a list is a patch in which a text is new and
    `[first, count]` is so many pieces of the last drawing of that name, which is cut before every `<g`.
    `can_undo` is "" (no), "free" or "ask". `facts` is the
    table in words as everybody may know it, `text` as this seat does; both are empty for whoever asked for `words=0`,
    and come on `describe`. `moment` counts all changes, and is told only once the game is over.
    `hidden` are those of several seats of mine that know something that not everybody may. `commitment` is a checksum
    of the deal with its seed, which the record opens at the end.
    """

    table: str
    game: str
    title: str
    edition: str
    lang: str
    step: int
    seat: int | None
    mine: list[int]
    names: list[str]
    to_move: list[int]
    over: bool
    ending: str
    prompt: str
    pictures: str
    bar: Bar
    panels: list[SeatPanel]
    parts: dict[str, str | Patch | None]
    choices: list[Choice]
    text: list[str]
    facts: list[str]
    scores: list[int]
    places: list[int]
    events: list[Told]
    scenes: list[SceneShown]
    fresh: bool
    can_undo: str
    clock: Clock | None
    moment: int | None = None
    hidden: list[int] = []
    commitment: str = ""


# -- one view -------------------------------------------------------------------------------------------------


class Words(NamedTuple):
    """A View in one language: what is asked, and what may be chosen."""

    prompt: str
    choices: list[Choice]


class Drawing:
    """A part as a page shows it; cut into pieces only for somebody who was sent an earlier one, and else made whole."""

    __slots__ = ("_patches", "_pieces", "desc", "language", "part")

    def __init__(self, part: Part, language: str, desc: str) -> None:
        self.part, self.language, self.desc = part, language, desc
        self._pieces: Pieces | None = None
        self._patches: list[tuple[Marks, Patch]] = []

    @property
    def svg(self) -> str:
        """The whole drawing."""
        return self.part.svg(self.language, self.desc)

    @property
    def pieces(self) -> Pieces:
        """The drawing in pieces."""
        if self._pieces is None:
            self._pieces = self.part.pieces(self.language, self.desc)
        return self._pieces

    def patch(self, last: Marks) -> Patch:
        """What changed since that drawing; found once for all who saw the same."""
        for seen, found in self._patches:
            if seen is last:
                return found
        self._patches.append((last, compare(last, self.pieces)))
        return self._patches[-1][1]


class Drawn(NamedTuple):
    """A View drawn: the bar, the panels, and every drawing by name."""

    bar: Bar
    panels: list[SeatPanel]
    drawings: dict[str, Drawing]

    def whole(self) -> dict[str, str | Patch | None]:
        """All drawings, for somebody who has none yet."""
        return {name: drawing.svg for name, drawing in self.drawings.items()}

    def changes(self, last: dict[str, Marks]) -> dict[str, str | Patch | None]:
        """The drawings that differ from those that are remembered; the new ones are remembered instead."""
        gone = [name for name in last if name not in self.drawings]
        changed: dict[str, str | Patch | None] = dict.fromkeys(gone)
        for name in gone:
            del last[name]
        for name, drawing in self.drawings.items():
            before, now = last.get(name), drawing.pieces.marks
            if before is None:
                changed[name] = drawing.svg
            elif before != now:
                changed[name] = drawing.patch(before)
            last[name] = now
        return changed


def word(game: Game, view: View, actions: Sequence[Action], names: Sequence[str], language: str) -> Words:
    """A View in words; nothing but the View and its seat's actions is looked at."""
    return Words(
        render(game.prompt(view), language, names),
        [Choice(action.text, render(game.action_label(action, view), language, names)) for action in actions],
    )


def describe(game: Game, view: View, names: Sequence[str], language: str) -> list[str]:
    """The whole of a View in words."""
    return [render(line, language, names) for line in game.describe(view)]


def draw(
    game: Game,
    view: View,
    actions: Sequence[Action],
    names: Sequence[str],
    language: str,
    pictures: str,
    desc: str = "",
) -> Drawn:
    """A View as drawings; `actions` are the legal ones of the View's seat, none for a spectator."""
    if pictures == NONE:
        return Drawn(Bar("", [], -1, ""), [], {})
    parts = game.parts(view, names, language, pictures == NARROW, actions)
    status = parts.status
    return Drawn(
        Bar(status.turn, list(status.phases), status.phase, status.goal),
        [SeatPanel(list(each.colours), each.score, each.gain, each.note, list(each.signs)) for each in parts.panels],
        {name: Drawing(part, language, desc if name == BOARD else "") for name, part in parts.drawings().items()},
    )


def tell_scenes(
    live: LiveGame,
    events: Sequence[Mapping[str, object]],
    view: View,
    names: Sequence[str],
    language: str,
    pictures: str,
    since: int,
) -> list[SceneShown]:
    """What of these events is told as scenes; `since` is the number of the first of them."""
    if pictures == NONE or not events:
        return []
    earlier = live.events_seen(view.seat, since)
    return [
        SceneShown(
            scene.title, [SceneStep(step.caption, step.picture.svg(language), step.note) for step in scene.steps]
        )
        for scene in live.game.scenes(events, view, names, language, pictures == NARROW, earlier)
    ]


# -- a live game, each viewer's words and board made once ------------------------------------------------------


words_cache: Cache[Words] = Cache(MOST_CACHED)
descriptions_cache: Cache[list[str]] = Cache(MOST_CACHED)
drawings_cache: Cache[Drawn] = Cache(MOST_DRAWN)


def words_of(live: LiveGame, seat: int | None, language: str) -> Words:
    """What that viewer is asked now, in words."""
    return words_cache.get(
        (live.version, seat, language),
        lambda: word(live.game, live.view(seat), live.choices(seat), names_in(live, language), language),
    )


def description_of(live: LiveGame, seat: int | None, language: str) -> list[str]:
    """All that viewer may know now, in words."""
    return descriptions_cache.get(
        (live.version, seat, language), lambda: describe(live.game, live.view(seat), names_in(live, language), language)
    )


def drawn_for(live: LiveGame, seat: int | None, language: str, pictures: str) -> Drawn:
    """What that viewer sees now; drawn once for all who look from there."""
    return drawings_cache.get(
        (live.version, seat, language, pictures),
        lambda: draw(live.game, live.view(seat), live.choices(seat), names_in(live, language), language, pictures),
    )


def names_in(live: LiveGame, language: str) -> list[str]:
    """A name for every seat."""
    return [each.name or nameless(seat, language) for seat, each in enumerate(live.seats)]


@lru_cache(maxsize=64)
def nameless(seat: int, language: str) -> str:
    """What somebody without a name is called."""
    return render(say("Player {number}", number=seat + 1), language)


class Moment(NamedTuple):
    """A table at one moment, as one viewer sees it."""

    seat: int | None
    view: View
    words: Words
    text: list[str]
    facts: list[str]  # as a spectator would put it into words
    drawn: Drawn
    step: int
    over: bool
    moment: int


def show(
    live: LiveGame,
    seat: int | None,
    mine: list[int],
    language: str,
    pictures: str,
    since: int,
    described: bool = True,
    last: dict[str, Marks] | None = None,
) -> Shown:
    """The table now, with the events from number `since` on (0: all of them), `described` in words or not.

    The drawings come whole, or as what changed since the `last` ones, which are replaced.
    """
    assert live.table is not None
    scene = Moment(
        seat,
        live.view(seat),
        words_of(live, seat, language),
        description_of(live, seat, language) if described else [],
        description_of(live, None, language) if described else [],
        drawn_for(live, seat, language, pictures),
        live.step(seat),
        live.state == OVER,
        live.moment,
    )
    shown = shown_of(live, scene, mine, language, pictures, since, last)
    shown.can_undo = live.can_undo(seat)
    shown.clock = live.clocks.show(time.monotonic()) if live.clocks is not None else None
    shown.hidden = [each for each in mine if live.table.hides(each)] if len(mine) > 1 else []
    return shown


def show_at(live: LiveGame, seat: int | None, mine: list[int], language: str, pictures: str, moment: int) -> Shown:
    """The table as it was after so many moments, as that viewer could know it then."""
    state = live.state_at(moment)
    view, names = state.view(seat), names_in(live, language)
    scene = Moment(
        seat,
        view,
        word(live.game, view, (), names, language),
        describe(live.game, view, names, language),
        describe(live.game, state.view(None), names, language),
        draw(live.game, view, state.legal_actions(seat) if seat is not None else (), names, language, pictures),
        bisect_right(live.seen[0 if seat is None else seat + 1], moment),
        state.is_over,
        moment,
    )
    return shown_of(live, scene, mine, language, pictures)


def shown_of(
    live: LiveGame,
    scene: Moment,
    mine: list[int],
    language: str,
    pictures: str,
    since: int = 0,
    last: dict[str, Marks] | None = None,
) -> Shown:
    """The message that shows a scene, with the events from number `since` on."""
    names = names_in(live, language)
    story = live.story(scene.seat, since, scene.moment)[-MOST_EVENTS:]
    start = since or live.first_event(scene.moment)
    staged = [line.event for line in story if line.number >= start]
    return Shown(
        commitment=live.commitment,
        table=live.id,
        game=live.game.id,
        title=live.game.title,
        edition=live.game.edition.title[language],
        lang=language,
        step=scene.step,
        seat=scene.seat,
        mine=mine,
        names=names,
        to_move=[] if scene.over else list(scene.view.to_move),
        over=scene.over,
        ending=scene.view.ending,
        prompt=scene.words.prompt,
        pictures=pictures,
        bar=scene.drawn.bar,
        panels=scene.drawn.panels,
        parts=scene.drawn.whole() if last is None else scene.drawn.changes(last),
        choices=scene.words.choices,
        text=scene.text,
        facts=scene.facts,
        scores=list(scene.view.scores),
        places=list(scene.view.places),
        events=[tell(live.game, line, names, language) for line in story],
        scenes=tell_scenes(live, staged, scene.view, names, language, pictures, start),
        fresh=since == 0,
        can_undo="",
        clock=None,
        moment=scene.moment if live.state == OVER else None,
    )


def tell(game: Game, line: StoryLine, names: Sequence[str], language: str) -> Told:
    """A line of the story in words."""
    seat = line.event.get("seat")
    return Told(
        capitalised(render(line.text, language, names)),
        line.step,
        render(line.heading, language, names),
        seat if isinstance(seat, int) and 0 <= seat < len(names) else None,
        list(game.pointed(line.event)),
    )


def capitalised(sentence: str) -> str:
    """A sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


# -- rules and errors -----------------------------------------------------------------------------------------


def rule_text(game: Game, number: str, language: str) -> str:
    """The words of a rule; "" for a number that is none."""
    rule = game.rulebook().rules.get(number)
    return typeset(rule.text[language], language) if rule is not None else ""


@lru_cache(maxsize=32)
def questions_of(game: Game, language: str) -> list[str]:
    """What a player asks before every turn: the questions of the free play that ends the course."""
    path = game.course_file()
    free = read_course(path).chapters[-1].steps[-1].free if path is not None else None
    return [typeset(each[language], language) for each in free.ask] if free is not None else []


def error_text(error: ParrainError, language: str, names: Sequence[str] = ()) -> str:
    """An error in the reader's language."""
    return render(error.say, language, names)
