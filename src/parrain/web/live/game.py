"""One game in memory: its state, who sits where, and what each viewer has been able to see of it.

A viewer is a seat, or None for a spectator. A moment is a change of the table (a choice, or choices taken back); a
step of a viewer is a moment that changed what this viewer sees or was told. What others choose in secret is
no step of mine, so that neither its number nor the time of its coming says anything.
"""

from __future__ import annotations

import itertools
import time
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from msgspec import Struct

from parrain.bots.driver import Question
from parrain.core import (
    Action,
    Entry,
    Event,
    Game,
    IllegalAction,
    Ledger,
    Record,
    Say,
    State,
    Stream,
    View,
    read_unfinished,
)
from parrain.games import game as find_game
from parrain.table import CannotUndo, PlannedChange, Table
from parrain.table.store import BOT, OPEN, OVER, PERSON, PLAYING, WAITING, Batch, Seating, Sheet, StoredTable
from parrain.web.live.clocks import Clocks
from parrain.web.live.talk import LiveTalk

MOST_SAID = 200
STAND_IN = "normal"
BEGINS = ("turn", "round", "deal")  # the kinds of event with which a turn or a round begins, in every game
BACK = "back"  # the text of the action that undoes the first of two, in every game
versions = itertools.count(1)


class Said(Struct):
    """Words of somebody at the table (`seat` null: a spectator). `number` grows; plain text: escape it."""

    number: int
    seat: int | None
    name: str
    words: str


class StoryLine(NamedTuple):
    """Something a viewer was told: the sentence, its event with its number, the viewer's step, the turn and phase."""

    text: Say
    event: Mapping[str, object]
    number: int
    step: int
    heading: Say


class EventsSeen(Sequence[Mapping[str, object]]):
    """The events before a number as a viewer saw them, looked up once somebody wants one: few scenes do."""

    def __init__(self, events: Sequence[Event], viewer: int | None, upto: int) -> None:
        self._events, self._viewer, self._upto = events, viewer, upto

    @cached_property
    def _seen(self) -> list[Mapping[str, object]]:
        seen = (event.seen_by(self._viewer) for event in self._events[: self._upto])
        return [each for each in seen if each is not None]

    def __len__(self) -> int:
        return len(self._seen)

    @overload
    def __getitem__(self, place: int) -> Mapping[str, object]: ...
    @overload
    def __getitem__(self, place: slice) -> list[Mapping[str, object]]: ...
    def __getitem__(self, place: int | slice) -> Mapping[str, object] | list[Mapping[str, object]]:
        return self._seen[place]


class Sights(Sequence[View]):
    """The Views of a State, the spectator's first, each made once somebody looks: of most moments few are wanted."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._made: list[View | None] = [None] * (state.players + 1)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, place: int) -> View: ...
    @overload
    def __getitem__(self, place: slice) -> list[View]: ...
    def __getitem__(self, place: int | slice) -> View | list[View]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        made = self._made[place]
        if made is None:
            made = self._made[place] = self._state.view(place - 1 if place else None)
        return made


def game_of(record: Record) -> Game:
    """The game of a record that was made here, or uploaded."""
    return find_game(record.game, record.edition.partition("@")[0])


def why_not(game: Game, view: View, action: Action) -> IllegalAction | None:
    """The rule that forbids a choice, found in an imagined table, so that the answer tells nothing of the real one."""
    assert view.seat is not None
    return game.imagine(view, Stream(1)).why_not(view.seat, action)


class Weight(NamedTuple):
    """Whether a choice is final, or the first of two that `back` undoes."""

    final: bool
    back: bool


def weigh(game: Game, view: View, action: Action) -> Weight:
    """What a choice would lead to in an imagined table: final if it reveals something, or ends the game or the turn."""
    assert view.seat is not None
    state = game.imagine(view, Stream(1))
    before = state.reveals
    state.apply(view.seat, action)
    following = state.legal_actions(view.seat)
    back = any(each.text == BACK for each in following)
    return Weight(not back and (state.reveals != before or not following), back)


class LiveGame:
    """A game as the server holds it; made again from what is stored whenever it is needed."""

    def __init__(self, kept: StoredTable) -> None:
        self.sheet: Sheet = kept.sheet
        self.seats: list[Seating] = list(kept.seats)
        self.head, _ = read_unfinished(kept.sheet.head)
        self.commitment = self.head.commitment()
        self.game = game_of(self.head)
        self.players = self.head.players
        self.table: Table | None = None
        self.open_talk = False  # whether spectators may talk, as the host allows; not stored
        self.standins: set[int] = {seat for seat, each in enumerate(self.seats) if each.away}
        self.moment = 0
        self.event_moments: list[int] = []
        self.ends: list[int] = []  # how many entries the record had after each moment
        self.seen: list[list[int]] = [[] for _ in range(self.players + 1)]
        self.views: Sequence[View] = ()
        self.headings: list[Say] = []  # of each moment: turn and phase in which it happened
        self.offered: list[tuple[Action, ...]] = [() for _ in range(self.players)]  # what each seat may choose now
        self.since: list[int] = [0] * self.players  # the step from which it has been offered that
        self.said: list[Said] = []
        self.clocks: Clocks | None = None
        self.talk: LiveTalk | None = None  # the negotiation that is going on
        self.ledger = Ledger()  # who kept their word; not stored, so a restart forgets it
        self.version = next(versions)  # of what viewers see; no two tables ever have the same
        self.scores: list[list[int]] | None = None  # after each moment, once somebody asks at the end
        self.sources: Mapping[str, Sequence[int]] | None = None  # the points by where they came from, likewise
        if kept.sheet.state != WAITING:
            self._begin(kept.batches)

    # -- its life -------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def state(self) -> str:
        """WAITING for people, PLAYING, or OVER."""
        if self.table is None:
            return WAITING
        return OVER if self.table.state.is_over or self.sheet.state == OVER else PLAYING

    def record(self, entries: Sequence[Entry] = ()) -> Record:
        """A record of this game with those entries."""
        record = self.head.new_copy()
        record.entries = list(entries)
        return record

    def _begin(self, batches: Sequence[Batch] = ()) -> None:
        """Deal, and apply again everything that was stored."""
        record = self.record()
        record.names = self.given_names()
        record.bots = {seat: each.bot for seat, each in enumerate(self.seats) if each.kind == BOT}
        table = self.table = Table(self.game, record)
        self.event_moments = [0] * len(table.events)
        self.views = Sights(table.state)
        self.headings = [self.game.heading(self.views[0])]
        self.offered = [tuple(table.state.legal_actions(each)) for each in range(self.players)]
        reading: tuple[float, ...] = ()
        with table.loading():
            for batch in batches:
                self.note(batch.entries[0].what, batch.entries[0].seat, table.take_over(batch.entries))
                reading = batch.clock
        if self.sheet.clock is not None and self.state == PLAYING:
            self.clocks = Clocks(self.sheet.clock, self.players, reading)

    def begin(self) -> None:
        """Every seat is taken: deal."""
        self._begin()
        self.sheet = self.sheet._replace(state=PLAYING)

    def settle(self, plan: PlannedChange) -> list[int | None]:
        """Apply what has been stored; the viewers who see something of it."""
        assert self.table is not None
        self.table.settle(plan)
        entry = plan.entries[0]
        return self.note(entry.what, entry.seat, plan.happened)

    def note(self, what: str, seat: int, happened: Sequence[Event]) -> list[int | None]:
        """Count a change for those who see something of it."""
        assert self.table is not None
        if what == "say":
            words = str(happened[0].data["words"])
            self.add_said(seat, self.seats[seat].name, words)
            self.event_moments += [self.moment] * len(happened)
            return []
        self.moment += 1
        self.ends.append(len(self.table.record.entries))
        self.event_moments += [self.moment] * len(happened)
        before = self.views
        heading = self.game.heading(before[0])
        self.headings.append(self.headings[-1] if heading == self.headings[-1] else heading)  # one for a whole phase
        self.views = Sights(self.table.state)
        if what == "undo" and before[0] == self.views[0]:
            # what nobody else could see being chosen, nobody else sees being taken back
            happened[0].public = False
            happened[0].audience = tuple(
                other for other in range(self.players) if before[other + 1] != self.views[other + 1]
            )
        self.touch()
        changed: list[int | None] = []
        told = any(event.public for event in happened)  # to everybody: then no Views need comparing
        shown = what == "choose" and not told and before[0] != self.views[0]  # as to a spectator, so to all others
        for place, viewer in enumerate(self.viewers()):
            sees = viewer == seat or shown if what == "choose" else before[place] != self.views[place]
            if told or sees or any(viewer in event.audience for event in happened):
                self.seen[place].append(self.moment)
                changed.append(viewer)
        for each in range(self.players):
            offer = tuple(self.table.state.legal_actions(each))
            if offer != self.offered[each] or each == seat:
                self.offered[each], self.since[each] = offer, self.step(each)
        return changed

    def add_said(self, seat: int | None, name: str, words: str) -> None:
        """Add a line to the chat."""
        self.said.append(Said(self.said[-1].number + 1 if self.said else 1, seat, name, words))
        del self.said[:-MOST_SAID]

    # -- who sits there -------------------------------------------------------------------------------

    def viewers(self) -> list[int | None]:
        """The spectator, then the seats."""
        return [None, *range(self.players)]

    def mine(self, identity: str) -> list[int]:
        """The seats that this identity holds."""
        return [seat for seat, each in enumerate(self.seats) if each.held_by(identity)]

    def is_host(self, identity: str) -> bool:
        """Whether this identity made the table."""
        return identity == self.sheet.maker != ""

    def open_seats(self) -> list[int]:
        """The seats that wait for somebody."""
        return [seat for seat, each in enumerate(self.seats) if each.kind == OPEN]

    def people(self) -> list[int]:
        """The seats where people sit."""
        return [seat for seat, each in enumerate(self.seats) if each.kind == PERSON]

    def given_names(self) -> dict[int, str]:
        """The names that people gave, and those of bots."""
        return {seat: each.name for seat, each in enumerate(self.seats) if each.name}

    def touch(self) -> None:
        """What viewers see has changed."""
        self.version = next(versions)

    def reseat(self, seats: Sequence[Seating]) -> None:
        """Other people sit there now."""
        self.seats = list(seats)
        self.touch()

    def bot_of(self, seat: int) -> str:
        """The bot that plays in a seat now, for itself or for somebody who is gone; "" for a person."""
        if self.seats[seat].kind == BOT:
            return self.seats[seat].bot
        return STAND_IN if seat in self.standins else ""

    # -- what can be seen -----------------------------------------------------------------------------

    def step(self, viewer: int | None) -> int:
        """How many changes that viewer has been able to see."""
        return len(self.seen[0 if viewer is None else viewer + 1])

    def view(self, viewer: int | None) -> View:
        """What that viewer may know now, with the current claims of a negotiation."""
        seen = self.views[0 if viewer is None else viewer + 1]
        return seen if self.talk is None else self.talk.view(seen)

    def choices(self, viewer: int | None) -> Sequence[Action]:
        """What a seat may choose now."""
        if viewer is None or self.table is None or self.state != PLAYING:
            return ()
        if self.talk is not None:
            return self.talk.choices(viewer, self.view(viewer))
        return self.offered[viewer]

    def question(self, seat: int, bot: str, purpose: str = "bot") -> Question:
        """What a bot is asked about that seat now."""
        assert self.table is not None
        asked = self.table.question(seat, bot, purpose)
        return asked._replace(view=self.view(seat), actions=self.choices(seat))

    def story(self, viewer: int | None, since: int, moment: int | None = None) -> list[StoryLine]:
        """The events from that one on (up to a moment), without chat."""
        assert self.table is not None
        lines = []
        moments = self.seen[0 if viewer is None else viewer + 1]
        upto = len(self.table.events) if moment is None else bisect_right(self.event_moments, moment)
        begun = -1  # the moment in which a new turn has begun: what follows stands below its heading
        for place in range(bisect_left(self.event_moments, self.event_moments[since]) if since < upto else upto, upto):
            event = self.table.events[place]
            if event.kind in BEGINS:
                begun = self.event_moments[place]
            if place < since:
                continue
            seen = event.seen_by(viewer)
            text = self.table.tell(seen, viewer) if seen is not None and event.kind != "table-say" else None
            if seen is not None and text is not None:
                at = self.event_moments[place]
                heading = self.heading_after(at) if begun == at else self.headings[at]
                lines.append(StoryLine(text, seen, place, bisect_right(moments, at), heading))
        return lines

    def heading_after(self, moment: int) -> Say:
        """Turn and phase as they are when a moment is over."""
        following = self.headings[moment + 1 : moment + 2]
        return following[0] if following else self.game.heading(self.views[0])

    def events_seen(self, viewer: int | None, upto: int) -> Sequence[Mapping[str, object]]:
        """The events before that number, as the viewer saw them."""
        assert self.table is not None
        return EventsSeen(self.table.events, viewer, upto)

    def first_event(self, moment: int) -> int:
        """The number of the first event of a moment."""
        return bisect_left(self.event_moments, moment)

    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision; nobody does when it is over."""
        if self.talk is not None:
            return self.talk.talking()
        return self.table.waiting_for() if self.table is not None and self.state == PLAYING else ()

    def can_undo(self, seat: int | None) -> str:
        """Whether a seat may take back its last choice: "" (no), "free", or "ask"."""
        if seat is None or self.table is None or self.state == OVER:
            return ""
        try:
            return "ask" if self.table.undo_terms(seat).consents else "free"
        except CannotUndo:
            return ""

    # -- what is stored of it -------------------------------------------------------------------------

    def record_text(self) -> str:
        """The sealed record with the names as they are now; it holds the seed: only for a finished game."""
        assert self.table is not None
        self.table.record.names = self.given_names()
        return self.table.record.to_text(self.game)

    def standing_at(self, moment: int) -> list[Entry]:
        """The choices that stood after so many moments."""
        assert self.table is not None
        return self.record(self.table.record.entries[: self.ends[moment - 1] if moment else 0]).standing()

    def state_at(self, moment: int) -> State:
        """The state after so many moments."""
        return self.record(self.standing_at(moment)).replay(self.game)

    def score_chart(self) -> list[list[int]]:
        """The scores after every moment, the deal first; only for a game that is over."""
        assert self.table is not None
        replayed = Table(self.game, self.record())
        chart = [list(replayed.state.scores())]
        start = 0
        with replayed.loading():
            for end in self.ends:
                replayed.take_over([entry for entry in self.table.record.entries[start:end] if entry.what != "say"])
                chart.append(list(replayed.state.scores()))
                start = end
        return chart

    def points_by_source(self) -> Mapping[str, Sequence[int]]:
        """The points of each seat by where they came from; only for a game that is over."""
        assert self.table is not None
        log: list[Event] = []
        state = self.table.record.replay(self.game, log=log)
        return self.game.points_by_source(state, log)

    def batch(self, plan: PlannedChange) -> Batch:
        """What is stored of a plan."""
        return Batch(plan.entries, self.clocks.reading(time.monotonic()) if self.clocks is not None else ())
