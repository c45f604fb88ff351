"""Check a course: every step is played through the engine, everything it says of the table must be true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parrain.bots.levels import is_quick, levels_of
from parrain.bots.opponents import opponents
from parrain.core import Game, ParrainError, State, read_lesson, svg, to_data
from parrain.core.coach import DONE, ON, Walk
from parrain.core.course import (
    FORBIDDEN,
    NO_WORDS,
    WORSE,
    Course,
    Facts,
    Free,
    Move,
    Step,
    Wrong,
    broken_facts,
    drawn_names,
    is_drawn,
)

MOST_TABLES = 40  # that the right ways of a chapter may lead to
FREE_SEEDS = 6


def check_course(course: Course, game: Game) -> list[str]:
    """What is wrong with a course, one sentence each; empty if all is well."""
    return [f"{course.game}: {trouble}" for trouble in _Check(course, game).troubles()]


class _Check:
    """One course; a table is named by the ways that lead to it."""

    def __init__(self, course: Course, game: Game) -> None:
        self.course, self.game = course, game
        self.chooser = opponents(game)

    def troubles(self) -> Iterator[str]:
        """Everything that is wrong."""
        lessons = [read_lesson(path).id for path in self.game.lesson_files()]
        for lesson in self.course.basics:
            if lesson not in lessons:
                yield f"there is no lesson {lesson}"
        tables: list[list[int]] = [[]]
        for number, chapter in enumerate(self.course.chapters):
            yield from self.known(number)
            tables = tables if chapter.goes_on else [[]]
            try:
                walk = Walk(self.course, self.game, number, tables[0], chooser=self.chooser)
                yield from self.facts(walk.start, chapter.expect, f"{chapter.id}, its table")
                for index, step in enumerate(chapter.steps):
                    where = f"{chapter.id} {index + 1}"
                    if step.free is not None:
                        yield from self.free(number, tables[0], step, step.free, where)
                        break
                    yield from self.step(number, tables, step, where)
                    tables = self.onward(number, tables)
            except ParrainError as error:
                yield f"{chapter.id} cannot be played: {error}"
                return

    def walk(self, number: int, ways: Sequence[int], played: Sequence[str] = (), attempt: int = 0) -> Walk:
        """The learner after those ways."""
        return Walk(self.course, self.game, number, ways, played, self.chooser, attempt)

    def facts(self, state: State, facts: Facts, where: str) -> Iterator[str]:
        """The declared facts that are not true."""
        for broken in broken_facts(self.game, state, facts):
            yield f"{where}: {broken}"

    def known(self, number: int) -> Iterator[str]:
        """Icons, rules and sections of the rules exist."""
        chapter = self.course.chapters[number]
        for section in chapter.read:
            if section not in self.game.rulebook().sections:
                yield f"{chapter.id}: the rules have no section {section}"
        for sign in chapter.signs:
            if sign.icon not in svg.ICONS and sign.icon not in svg.symbols():
                yield f"{chapter.id}: there is no icon {sign.icon}"
        for step in chapter.steps:
            for rule in step.rules:
                if rule not in self.game.rulebook().rules:
                    yield f"{chapter.id}: there is no rule {rule}"

    def drawn(self, walk: Walk, step: Step, where: str) -> Iterator[str]:
        """What is to be looked at, and what is locked, is drawn at both widths."""
        for narrow in (False, True):
            names = drawn_names(self.game, walk.state, walk.seat, narrow)
            for look in (*step.look, *(walk.chapter.locked if walk.step == 0 else ())):
                if not is_drawn(look, names):
                    yield f"{where}: {look} is not drawn {'narrow' if narrow else 'wide'}"

    # -- a step ---------------------------------------------------------------------------------------

    def step(self, number: int, tables: list[list[int]], step: Step, where: str) -> Iterator[str]:
        """Right ways are accepted, wrong choices answered, from every table that comes before."""
        walk = self.walk(number, tables[0])
        if walk.seat not in walk.state.current_players():
            yield f"{where}: the learner is not asked"
            return
        yield from self.drawn(walk, step, where)
        yield from self.right(number, tables, step, where)
        yield from self.answered(walk, where)
        for wrong in step.wrong:
            yield from self.wrong(number, tables[0], step, wrong, f"{where}, wrong {' + '.join(wrong.play)}")

    def right(self, number: int, tables: list[list[int]], step: Step, where: str) -> Iterator[str]:
        """Every right way is accepted from some table, and from every table there is one; facts are true after it."""
        used: set[int] = set()
        for ways in tables:
            begun = self.walk(number, ways)
            possible = [way for way, _ in begun.open_ways(())]
            if not possible or (ways == tables[0] and 0 not in possible):
                yield f"{where}: nothing right can be played after the ways {ways}"
            for way in possible:
                used.add(way)
                walk = self.walk(number, ways)
                kinds = [walk.take(text).kind for text in step.right[way]]
                if kinds[-1] != DONE or set(kinds[:-1]) - {ON} or walk.ways[-1] != way:
                    yield f"{where}: {step.right[way]} is not accepted, but {kinds}"
                    continue
                after = f"{where}, after {' + '.join(step.right[way])}"
                if way == 0:
                    yield from self.facts(walk.moments[len(begun.moments) + len(kinds) - 1].state, step.expect, after)
                yield from self.facts(walk.state, step.after, f"{after} and the answers")
                walk.state.check()
        for way in set(range(len(step.right))) - used:
            yield f"{where}: {step.right[way]} can never be played"

    def onward(self, number: int, tables: list[list[int]]) -> list[list[int]]:
        """The tables after the next step, each different one once."""
        found: dict[str, list[int]] = {}
        for ways in tables:
            for way, _ in self.walk(number, ways).open_ways(()):
                table = self.walk(number, [*ways, way])
                found.setdefault(str(to_data(table.state.to_position())), table.ways)
        return list(found.values())[:MOST_TABLES]

    def answered(self, walk: Walk, where: str) -> Iterator[str]:
        """Whatever may be chosen, the coach has an answer, and it changes nothing unless it is right."""
        for action in walk.state.legal_actions(walk.seat):
            trial = self.walk(walk.chapter_number, walk.ways)
            answer = trial.take(action.text)
            if answer.kind not in (ON, DONE) and (not answer.say["fr"] or trial.played or trial.step != walk.step):
                yield f"{where}: {action} is not answered"

    def wrong(self, number: int, ways: list[int], step: Step, wrong: Wrong, where: str) -> Iterator[str]:
        """A wrong choice is refused by its rule, or legal and as bad as it is said to be; the coach answers it."""
        walk = self.walk(number, ways)
        answer = None
        for text in wrong.play:
            answer = walk.take(text)
            if answer.kind != ON:
                break
        if answer is None or answer.say != wrong.say:
            yield f"{where}: its words are never said"
        if wrong.why == FORBIDDEN:
            if answer is None or answer.refused is None or answer.refused.rule != wrong.rule:
                refused = answer.refused if answer is not None else None
                yield f"{where}: refused by {refused.rule if refused is not None else 'nothing'}, not {wrong.rule}"
            return
        begun = self.walk(number, ways)
        state = begun.start.clone()
        try:
            self.play(state, (Move(begun.seat, wrong.play, NO_WORDS), *wrong.reply))
        except ParrainError as error:
            yield f"{where}: cannot be played: {error}"
            return
        yield from self.facts(state, wrong.expect, where)
        if wrong.why == WORSE and not any(name.startswith(("box.", "card.")) for name in wrong.expect):
            best = begun.start.clone()
            self.play(best, (Move(begun.seat, step.right[0], NO_WORDS), *step.answers, *step.then))
            if not broken_facts(self.game, best, wrong.expect):
                yield f"{where}: what it leads to is as true after the right choice"

    def play(self, state: State, moves: Sequence[Move]) -> None:
        """Play scripted moves."""
        for move in moves:
            for text in move.play:
                state.apply(move.seat, self.game.action_from_text(text))

    # -- free play ------------------------------------------------------------------------------------

    def free(self, number: int, ways: list[int], step: Step, free: Free, where: str) -> Iterator[str]:
        """The example reaches the best result, and bots in the learner's seat come to an end."""
        walk = self.walk(number, ways)
        yield from self.drawn(walk, step, where)
        if free.level not in levels_of(self.game) or not is_quick(free.level, self.game):
            yield f"{where}: {free.level} is no quick bot"
        for comment in free.comments:
            trial = self.walk(number, ways)
            if [trial.take(text) for text in comment.play][-1].say != comment.say:
                yield f"{where}: {comment.play} is not commented"
        if free.example:
            state = walk.start.clone()
            self.play(state, free.example)
            yield from self.facts(state, step.after, f"{where}, example")
            walk.state = state
            if walk.result(free) != free.results[0].say:
                yield f"{where}: the example misses the best result"
        for seed in range(FREE_SEEDS):
            trial = self.walk(number, ways, attempt=seed)
            while not trial.finished and len(trial.played) < 200:
                choice = self.chooser("easy", trial.state, trial.seat, seed + len(trial.played))
                trial.take(choice.text)
            if not trial.finished or not trial.played:
                yield f"{where}: with seed {seed} it does not come to an end"
