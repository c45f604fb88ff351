"""A live game: the State, its record and its seats.

A choice is validated, stored, and only then applied and announced: an accepted choice survives a crash. Choices, undos
and chat are entries of the record, from which the State can always be replayed.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from parrain.bots.driver import Question
from parrain.bots.levels import looks_back
from parrain.bots.seeds import seed_from
from parrain.core import (
    Action,
    BadOption,
    BadRecord,
    Entry,
    Event,
    Game,
    ParrainError,
    Record,
    Say,
    Seat,
    State,
    View,
    knows_more,
    say,
)
from parrain.core.inputs import one_line
from parrain.core.record import LONGEST_WORDS
from parrain.core.stream import KEYED, SEEDS
from parrain.table.seating import Chair

KEPT_STATES = 8  # for undo without a replay
MOST_STATES = 5000  # the same while a table is loaded; no game has as many choices


class CannotUndo(ParrainError):
    """An undo that is not allowed, or not without consent."""


class Undo(NamedTuple):
    """The terms of an undo: how many choices it takes back, and which people must agree."""

    back: int
    consents: tuple[int, ...]


class PlannedChange(NamedTuple):
    """A validated change that has not happened yet: the entries to store first, its events, the State after it."""

    entries: tuple[Entry, ...]
    happened: list[Event]
    after: State | None = None  # the table after a choice


class Store(Protocol):
    """Persistence of entries, called before they are applied."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Store all entries, or raise and store none."""


def clean_words(words: str) -> str:
    """Validate a chat message: one line, not too long."""
    line = one_line(words)
    if not line or len(line) > LONGEST_WORDS:
        raise BadOption("A message has 1 to {most} characters.", most=LONGEST_WORDS)
    return line


class Table:
    """One game in play. Seats are numbered from 0; `events` are all events in order, undone or not."""

    def __init__(self, game: Game, record: Record, store: Store | None = None) -> None:
        self.game = game
        self.record = record.new_copy()
        self.record.names = dict(record.names)
        self.record.bots = dict(record.bots)
        self.store = store
        self.events: list[Event] = []
        self.events_before = [0] * record.players  # how many events there were before each seat's last choice
        self.names = [record.names.get(seat, "") for seat in range(record.players)]
        self.standing: list[Entry] = []  # the choices that were not undone
        self.revealed: list[bool] = []  # of each of them, whether it revealed something
        self.past: list[State] = []  # the States before the last few of these choices
        self.kept = KEPT_STATES
        self.state = self.record.replay(game, 0, self.events)
        with self.loading():
            for entry in record.entries:
                self.take_over([entry])

    @classmethod
    def begin(
        cls, game: Game, chairs: Sequence[Chair], seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> Table:
        """A new game; without a seed, neither the deal nor later chance can be predicted.

        It is not stored until it has a `store`.
        """
        start = KEYED + random.SystemRandom().randrange(SEEDS) if seed is None else seed
        names = {seat: chair.name for seat, chair in enumerate(chairs) if chair.name}
        settled = game.settle_options(options or {})
        record = Record(game.id, game.edition.key, len(chairs), start, settled, names)
        record.bots = {seat: chair.bot for seat, chair in enumerate(chairs) if chair.bot}
        return cls(game, record)

    # -- who is asked ---------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(seat for seat in range(self.record.players) if seat not in self.record.bots)

    def view(self, seat: int | None) -> View:
        """The View of a seat, or of a spectator (None)."""
        return self.state.view(seat)

    def hides(self, seat: int) -> bool:
        """Whether that seat has hidden information now."""
        return knows_more(self.view(seat), self.view(None), self.game.progress)

    def waiting_for(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.state.current_players()

    # -- choosing -------------------------------------------------------------------------------------

    def choose(self, seat: int, choice: Action | str) -> list[Event]:
        """Validate, store and apply a choice; return its events. On an error nothing has changed."""
        return self._keep(self.plan_choice(seat, choice))

    def plan_choice(self, seat: int, choice: Action | str, before: State | None = None) -> PlannedChange:
        """Validate a choice without applying it, for callers that store it themselves before `settle`.

        `before` is the State after what was planned before it, if anything was.
        """
        action = self.meant(seat, choice) if isinstance(choice, str) else choice
        after = (before or self.state).clone()
        happened: list[Event] = []
        after.log = happened
        after.apply(seat, action)
        return PlannedChange((Entry("choose", seat, action.text),), happened, after)

    def meant(self, seat: int, text: str) -> Action:
        """Parse a choice of that seat; an error suggests legal ones."""
        return self.state.canonical(self.game.action_from_text(text, self.state.legal_actions(seat)))

    def settle(self, plan: PlannedChange) -> None:
        """Apply a planned change that has been stored."""
        self.record.entries += plan.entries
        if plan.after is not None:
            self.events_before[plan.entries[0].seat] = len(self.events)
        self.events += plan.happened
        if plan.after is not None:
            self.standing += plan.entries
            self.revealed.append(self._reveals(plan.after, plan.happened))
            self.past.append(self.state)
            del self.past[: -self.kept]
            plan.after.log = None
            self.state = plan.after
        elif plan.entries[0].what == "undo":
            self._go_back(len(plan.entries))

    def question(self, seat: int, bot: str, purpose: str = "bot", planned: Sequence[PlannedChange] = ()) -> Question:
        """The question to a bot for that seat now, or after some planned choices, to play or to give a hint.

        Its seed depends only on the game and the number of choices, so that an undo gives no second throw.
        """
        seed = seed_from(self.record.seed, purpose, seat, len(self.revealed) + len(planned))
        state = planned[-1].after if planned else self.state
        assert state is not None
        earlier = [state.view(seat) for state in self.past] if looks_back(bot, self.game) else ()
        return Question(bot, self.game, state.view(seat), state.legal_actions(seat), seed, purpose == "hint", earlier)

    # -- taking back ----------------------------------------------------------------------------------

    def undo_terms(self, seat: int) -> Undo:
        """The terms of an undo of this seat's last choice; CannotUndo if it is not allowed.

        It is free as long as no seat chose after it and nothing random or hidden was revealed. Otherwise all other
        people must agree. Bots cannot: they neither forget what they saw nor make unseen what they showed.
        """
        standing = self.standing
        place = next((number for number in range(len(standing) - 1, -1, -1) if standing[number].seat == seat), -1)
        if place < 0:
            raise CannotUndo("You have chosen nothing yet that could be taken back.")
        revealed = any(self.revealed[place:])
        if revealed and self.record.bots:
            raise CannotUndo("Since then chance has spoken or something hidden was seen: that cannot be taken back.")
        bot = next((entry.seat for entry in standing[place + 1 :] if entry.seat in self.record.bots), None)
        if bot is not None:
            raise CannotUndo("{seat} has chosen since then, and what was shown cannot be unseen.", seat=Seat(bot))
        free = place == len(standing) - 1 and not revealed
        return Undo(len(standing) - place, () if free else tuple(other for other in self.people if other != seat))

    def undo(self, seat: int, agreed: Collection[int] = ()) -> list[Event]:
        """Take back this seat's last choice and all after it, if all whose consent is needed have agreed."""
        return self._keep(self.plan_undo(seat, agreed))

    def plan_undo(self, seat: int, agreed: Collection[int] = ()) -> PlannedChange:
        """Validate an undo without applying it."""
        terms = self.undo_terms(seat)
        missing = [Seat(other) for other in terms.consents if other not in agreed]
        if missing:
            raise CannotUndo("That can be taken back only if all agree; not yet: {seats}.", seats=missing)
        return PlannedChange(
            (Entry("undo", seat, ""),) * terms.back, [Event("table-undo", {"seat": seat, "back": terms.back})]
        )

    # -- talking --------------------------------------------------------------------------------------

    def say(self, seat: int, words: str) -> list[Event]:
        """Add a chat message."""
        return self._keep(self.plan_say(seat, words))

    def plan_say(self, seat: int, words: str) -> PlannedChange:
        """Validate a chat message without adding it."""
        line = clean_words(words)
        return PlannedChange((Entry("say", seat, line),), [Event("table-say", {"seat": seat, "words": line})])

    def seen(self, seat: int | None, since: int = 0) -> list[dict[str, object]]:
        """The events from number `since` on, as that seat (or a spectator) may know them."""
        views = [event.seen_by(seat) for event in self.events[since:]]
        return [each for each in views if each is not None]

    def tell(self, event: Mapping[str, object], seat: int | None) -> Say | None:
        """An event of `seen` as a sentence for that seat; None if it needs none."""
        if event["kind"] == "table-undo":
            if event["seat"] == seat:
                return say("You take back your choice.")
            return say("{seat} takes back a choice.", seat=Seat(int(str(event["seat"]))))
        if event["kind"] == "table-say":
            return say("{seat}: “{words}”", seat=Seat(int(str(event["seat"]))), words=event["words"])
        return self.game.event_text(event, seat)

    # -- inside ---------------------------------------------------------------------------------------

    def _reveals(self, after: State, happened: Sequence[Event]) -> bool:
        """Whether a choice that led to `after` showed chance or something hidden."""
        return after.reveals != self.state.reveals or any(
            event.kind in self.game.revealing_events for event in happened
        )

    def _go_back(self, back: int) -> None:
        """Restore the State of `back` choices ago, from `past` or by a replay."""
        del self.revealed[-back:], self.standing[-back:]
        if back > len(self.past):
            recent = max(0, len(self.standing) - KEPT_STATES)
            self.past, self.state = [], self.record.replay(self.game, recent)
            for entry in self.standing[recent:]:
                self.past.append(self.state)
                self.state = self.state.clone()
                self.state.apply(entry.seat, self.game.action_from_text(entry.text))
            return
        for _ in range(back):
            self.state = self.past.pop()

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Keep the State before every choice while stored entries are applied: undos among them need no replay."""
        self.kept = MOST_STATES
        try:
            yield
        finally:
            self.kept = KEPT_STATES
            del self.past[:-KEPT_STATES]

    def _keep(self, plan: PlannedChange) -> list[Event]:
        if self.store is not None:
            self.store.append(plan.entries)
        self.settle(plan)
        return plan.happened

    def take_over(self, entries: Sequence[Entry]) -> list[Event]:
        """Apply stored entries again (those of one plan, or one of a record); return the events."""
        entry = entries[0]
        if entry.what == "choose":
            try:
                plan = self.plan_choice(entry.seat, entry.text)
            except ParrainError as error:
                raise BadRecord(
                    "Choice {number} of this record: {why}", number=len(self.revealed) + 1, why=error.say
                ) from None
        elif entry.what == "undo":
            plan = PlannedChange(tuple(entries), [Event("table-undo", {"seat": entry.seat, "back": len(entries)})])
        else:
            plan = PlannedChange((entry,), [Event("table-say", {"seat": entry.seat, "words": entry.text})])
        self.settle(plan)
        return plan.happened
