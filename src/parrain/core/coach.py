"""Playing a course: the learner's choices are judged, scripted moves and bots answer, the coach speaks.

Nothing is kept between two choices: a walk is rebuilt from the chapter, the right ways that were taken in its steps
and the actions of the step that is being played, so that a server needs to remember nothing of a learner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from parrain.core.action import Action
from parrain.core.course import FORBIDDEN, NO_WORDS, Chapter, Course, Facts, Free, Move, Step, find_fact
from parrain.core.data import to_data
from parrain.core.errors import BadOption, IllegalAction, ParrainError
from parrain.core.event import Event
from parrain.core.game import Game
from parrain.core.say import Words
from parrain.core.state import State
from parrain.core.stream import Stream

MOST_CHOICES = 400  # of a walk; free play ends long before

Chooser = Callable[[str, State, int, int], Action]  # a level, the table, the seat, a seed: the bot's choice

DONE, ON, OTHER = "done", "on", "other"  # the kinds of an answer, besides those of a wrong choice


class Moment(NamedTuple):
    """A choice that was made: the seat, the table after it, its events, and what the course tells about it."""

    seat: int
    action: Action
    state: State
    events: list[Event]
    say: Words


class Answer(NamedTuple):
    """How the coach takes a choice: the kind, his words, and the error where a rule refuses it."""

    kind: str
    say: Words
    refused: IllegalAction | None = None


def first_choice(level: str, state: State, seat: int, seed: int) -> Action:
    """A chooser for walks without free play."""
    return state.legal_actions(seat)[0]


class Walk:
    """A learner in a chapter. `step` counts the finished steps, `played` are the actions of the one being played."""

    def __init__(
        self,
        course: Course,
        game: Game,
        chapter: int,
        ways: Sequence[int] = (),
        played: Sequence[str] = (),
        chooser: Chooser = first_choice,
        attempt: int = 0,
    ) -> None:
        if not 0 <= chapter < len(course.chapters):
            raise BadOption("This course has {count} chapters.", count=len(course.chapters))
        self.course, self.game, self.chapter_number = course, game, chapter
        self.chapter: Chapter = course.chapters[chapter]
        self.seat = self.chapter.seat
        self.chooser, self.attempt = chooser, attempt
        self.moments: list[Moment] = []
        self.events: list[Event] = []  # of the chain so far: scenes may need what was told before
        self.played: list[str] = []
        self.step = self.turns = 0
        self.finished = False  # free play has come to its end
        self.state = self._begin(chapter, list(ways))
        for text in played:
            if self.take(text).kind not in (ON, DONE):
                raise BadOption("“{text}” does not lead on from here.", text=text[:60])

    # -- the table ------------------------------------------------------------------------------------

    def _begin(self, chapter: int, ways: list[int]) -> State:
        """The table after the steps that were finished."""
        first = self.course.chain(chapter)
        earlier = sum(len(each.steps) for each in self.course.chapters[first:chapter])
        if not 0 <= len(ways) <= earlier + len(self.chapter.steps):
            raise BadOption("This chapter has {count} steps.", count=len(self.chapter.steps))
        ways += [0] * (earlier - len(ways))
        self.ways = ways
        self.state = self._laid_out(self.course.chapters[first])
        self.opening = self.state.clone()
        left = list(ways)
        for number in range(first, chapter + 1):
            here = self.course.chapters[number]
            self._play(here.before)
            for step in here.steps[: len(left)]:
                self._open(step)
                self._follow(step, left.pop(0), here.seat)
                self._forget()
        self.step = len(ways) - earlier
        if self.step < len(self.chapter.steps):
            self._open(self.chapter.steps[self.step])
            self.start = self.state.clone()
            if self.task is not None and self.task.free is not None:
                self.turns = 1
                self._bots_answer(self.task.free)
        return self.state

    def _laid_out(self, chapter: Chapter) -> State:
        if chapter.new is not None:
            new = dict(chapter.new)
            options = cast("dict[str, object]", new.pop("options", {}))
            return self.game.new(cast(int, new.get("players")), cast(int, new.get("seed", 0)), None, **options)
        position = dict(cast(Facts, chapter.position))
        if self.attempt and chapter.steps[0].free is not None:
            position["seed"] = self.attempt
        return self.game.position(position)

    def _open(self, step: Step) -> None:
        """Lay out the table of a step, and play what comes before it."""
        if step.position is not None:
            self.state = self.game.position(step.position)
            self._forget()
        self._play(step.before)

    def _forget(self) -> None:
        """What happened so far is not to be shown again: `opening` is the table from which `moments` start."""
        self.moments = []
        self.opening = self.state.clone()

    def _follow(self, step: Step, way: int, seat: int) -> None:
        if not 0 <= way < len(step.right):
            raise BadOption("This step has {count} right ways.", count=len(step.right))
        for text in step.right[way]:
            self._apply(seat, text)
        self._play(step.answers)

    def _apply(self, seat: int, text: str, say: Words = NO_WORDS) -> None:
        action = self.game.action_from_text(text)
        events: list[Event] = []
        self.state.log = events
        try:
            self.state.apply(seat, action)
        finally:
            self.state.log = None
        self.events += events
        self.moments.append(Moment(seat, action, self.state.clone(), events, say))

    def _play(self, moves: Sequence[Move]) -> None:
        """Play what is written; the words of a move are told with its last action."""
        for move in moves:
            for text in move.play[:-1]:
                self._apply(move.seat, text)
            self._apply(move.seat, move.play[-1], move.say)

    # -- the task -------------------------------------------------------------------------------------

    @property
    def task(self) -> Step | None:
        """The step that is being played; None once the chapter is over."""
        return self.chapter.steps[self.step] if self.step < len(self.chapter.steps) else None

    def open_ways(self, played: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
        """The right ways that begin with these actions and can be played, each with the actions that are left of it."""
        step = self.task
        return [
            (number, way[len(played) :])
            for number, way in enumerate(step.right if step is not None else ())
            if way[: len(played)] == tuple(played) and self._can_play(way)
        ]

    def _can_play(self, texts: Sequence[str]) -> bool:
        state = self.start.clone()
        try:
            for text in texts:
                state.apply(self.seat, self.game.action_from_text(text))
        except ParrainError:
            return False
        return True

    def glow(self) -> list[str]:
        """The choices that lead on; in free play none is better than another."""
        if self.task is None or self.task.free is not None:
            return []
        return list(dict.fromkeys(left[0] for _, left in self.open_ways(self.played)))

    def shown(self) -> str:
        """The choice that “Show me” makes: the next one of the first right way."""
        return next(iter(self.glow()), "")

    # -- choosing -------------------------------------------------------------------------------------

    def take(self, text: str) -> Answer:
        """Judge a choice of the learner; one that leads on is made and answered, any other changes nothing."""
        step = self.task
        if step is None or self.finished:
            raise BadOption("This chapter is over.")
        action = self.game.action_from_text(text)
        refused = self._refusal(action)
        if step.free is not None:
            return self._take_freely(step, step.free, action, refused)
        texts = (*self.played, action.text)
        if refused is not None:
            named = next((wrong for wrong in step.wrong if wrong.why == FORBIDDEN and wrong.play == texts), None)
            return Answer(FORBIDDEN, named.say if named is not None else NO_WORDS, refused)
        ways = self.open_ways(texts)
        if not ways and self._goes_back(action):
            self._apply(self.seat, text)
            self.played = []
            return Answer(ON, NO_WORDS)
        if not ways:
            begun = next((wrong for wrong in step.wrong if wrong.play[: len(texts)] == texts), None)
            if begun is not None and begun.why != FORBIDDEN:
                return Answer(begun.why, begun.say)
            return Answer(OTHER, step.otherwise if step.otherwise["en"] else self.course.otherwise)
        self._apply(self.seat, text)
        self.played.append(text)
        complete = next((number for number, left in ways if not left), None)
        if complete is None:
            return Answer(ON, NO_WORDS)
        self._play(step.answers)
        self.ways.append(complete)
        self.step += 1
        self.played = []
        return Answer(DONE, step.done)

    def _goes_back(self, action: Action) -> bool:
        """Whether a choice takes back what was played in this step."""
        after = self.state.clone()
        after.apply(self.seat, action)
        return bool(self.played) and to_data(after.to_position()) == to_data(self.start.to_position())

    def _refusal(self, action: Action) -> IllegalAction | None:
        """The rule that forbids a choice, found in an imagined table where it can be: it tells nothing hidden."""
        if action in self.state.legal_actions(self.seat):
            return None
        imagined = self.game.imagine(self.state.view(self.seat), Stream(1))
        return imagined.why_not(self.seat, action) or self.state.why_not(self.seat, action)

    # -- free play ------------------------------------------------------------------------------------

    def _take_freely(self, step: Step, free: Free, action: Action, refused: IllegalAction | None) -> Answer:
        if refused is not None:
            return Answer(FORBIDDEN, NO_WORDS, refused)
        first = not self.played
        self._apply(self.seat, action.text)
        self.played.append(action.text)
        self._bots_answer(free)
        if self.finished:
            self.step += 1
            return Answer(DONE, self.result(free))
        comment = next((each.say for each in free.comments if each.play == tuple(self.played)), None)
        if comment is None and first and not any(each.play[:1] == (action.text,) for each in free.comments):
            comment = step.otherwise
        return Answer(ON, comment or NO_WORDS)

    def _bots_answer(self, free: Free) -> None:
        """Let the bots choose until the learner is asked or free play is over."""
        others = False
        for _ in range(MOST_CHOICES):
            if self.state.is_over or (free.until and self._holds(free.until)):
                self.finished = True
                return
            due = self.state.current_players()
            if self.seat in due:
                if others and self.played:
                    self.turns += 1
                self.finished = bool(free.turns) and self.turns > free.turns
                return
            others = True
            choice = self.chooser(free.level, self.state, due[0], self.attempt * MOST_CHOICES + len(self.moments))
            self._apply(due[0], choice.text)
        self.finished = True

    def _holds(self, facts: Facts) -> bool:
        return all(to_data(find_fact(self.game, self.state, name)) == wanted for name, wanted in facts.items())

    def result(self, free: Free) -> Words:
        """What the coach says of a free play that is over."""
        for result in free.results:
            if not result.fact or cast(int, find_fact(self.game, self.state, result.fact)) >= result.least:
                return result.say
        return NO_WORDS
