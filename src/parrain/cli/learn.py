"""`parrain learn`: the course, the lessons and the puzzles of a game on the terminal, as in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from parrain.bots.opponents import opponents
from parrain.cli.screen import WIDTH_OF_A_PIPE, listed
from parrain.cli.shell import FAILED, OK, Shell, whole
from parrain.cli.terminal import Quit
from parrain.cli.typed import TypedChoices
from parrain.core import Action, BadCourse, BadLesson, Course, Game, Lesson, ParrainError, Say, State, read_course, say
from parrain.core.coach import DONE, ON, Answer, Moment, Walk
from parrain.core.lesson import judge, table_after, worse_choice
from parrain.core.path import BASICS, COURSE, EXAMPLES, GAME, PUZZLES, learning_path, ordered_lessons
from parrain.core.say import Words
from parrain.games import game as find_game
from parrain.locale import typeset
from parrain.testing.courses import check_course

STAGE_NAMES = {
    COURSE: say("First game"),
    BASICS: say("Basics"),
    EXAMPLES: say("Examples"),
    PUZZLES: say("Puzzles"),
    GAME: say("A first game of your own"),
}
COMMANDS = {
    "show": ("show", "montre", "montrez"),
    "why": ("why", "pourquoi"),
    "look": ("look", "voir"),
    "quit": ("quit", "quitter"),
    "help": ("help", "?", "aide"),
}


def learn(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help=say("A game by name, or a course file (.toml) of your own.").text)
    ],
    chapter: Annotated[
        str | None, typer.Option("--chapter", metavar="N", help=say("Begin with this chapter; 1 if not said.").text)
    ] = None,
    lesson: Annotated[
        str | None, typer.Option("--lesson", metavar="ID", help=say("A lesson or puzzle of the game instead.").text)
    ] = None,
    path: Annotated[
        bool, typer.Option("--path", help=say("List what there is to learn, in order, instead.").text)
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help=say("Play every step and check all it says instead; 1 if it fails.").text)
    ] = False,
) -> int:
    """Play a course or a lesson, list them, or check a course."""
    shell: Shell = ctx.obj
    if path or lesson is not None:
        learner = LessonPlayer(find_game(game), shell)
        return learner.run(lesson) if lesson is not None else learner.list_path()
    course, chosen = open_course(game)
    if check:
        troubles = check_course(course, chosen)
        for trouble in troubles:
            shell.write(Text(trouble))
        if not troubles:
            title = typeset(course.title[shell.language], shell.language)
            shell.tell(say("{id}: {title} – as expected.", id=course.game, title=title))
        return FAILED if troubles else OK
    first = 1 if chapter is None else whole("--chapter", chapter, 1, len(course.chapters))
    return CoursePlayer(course, chosen, shell).run(first - 1)


def open_course(name: str) -> tuple[Course, Game]:
    """A course by the name of its game, or from a file."""
    if name.endswith(".toml"):
        course = read_course(Path(name))
        return course, find_game(course.game)
    game = find_game(name)
    path = game.course_file()
    if path is None:
        raise BadCourse("{game} has no course yet.", game=game.title)
    return read_course(path), game


class Learner:
    """A learner at a terminal: the table, and what is typed as a choice."""

    def __init__(self, game: Game, shell: Shell) -> None:
        self.game, self.shell = game, shell
        self.names: list[str] = []
        self.rules: tuple[str, ...] = ()  # what `why` prints
        self.shown = ""  # what `show` plays

    def words(self, text: Words, style: str = "") -> None:
        """Write a text in the reader's language."""
        if text["en"]:
            self.shell.write(Text(typeset(text[self.shell.language], self.shell.language), style))

    def tell(self, sentence: Say, style: str = "") -> None:
        """Write a sentence with the names of those at the table."""
        self.shell.tell(sentence, style, self.names)

    def table(self, state: State, seat: int) -> None:
        """The board in characters where there is one, and the table in words."""
        view = state.view(seat)
        width = self.shell.out.width if self.shell.out.is_terminal else WIDTH_OF_A_PIPE
        lines = self.game.chart(view, state.legal_actions(seat), self.names, self.shell.language, width)
        for line in lines:
            self.shell.out.print(Text(line), soft_wrap=True)
        if lines and self.game.reconstructed():
            self.tell(
                say("◇ Partly our reconstruction: “parrain rules {game} box” says more.", game=self.game.id), "dim"
            )
        prompt = self.game.prompt(view)
        for sentence in self.game.describe(view):
            if sentence != prompt:
                self.tell(sentence, "dim")
        self.shell.out.print()

    def choice(self, state: State, seat: int, more: Sequence[Action] = ()) -> Action:
        """What is typed, as a choice; `more` are listed though no rule allows them."""
        view, actions = state.view(seat), (*state.legal_actions(seat), *more)
        labels = [self.shell.words(self.game.action_label(each, view), self.names) for each in actions]
        self.tell(self.game.prompt(view), "dim")
        self.shell.out.print(listed(actions, labels), soft_wrap=not self.shell.out.is_terminal)
        typed = TypedChoices(self.game, view, actions, self.names, self.shell.language)
        while True:
            line = self.shell.read("> ").strip()
            command = next((name for name, spelled in COMMANDS.items() if line.lower() in spelled), "")
            if command == "quit":
                raise Quit
            if command == "show" and self.shown:
                return self.game.action_from_text(self.shown)
            if command:
                self.obey(command, state, seat)
                continue
            try:
                return typed.exact(line) or typed.begun(line) or self.game.action_from_text(line)
            except ParrainError as error:
                self.shell.fail(error.say)

    def obey(self, command: str, state: State, seat: int) -> None:
        """Show the rule, the table, or the help."""
        if command == "why":
            for number in self.rules:
                self.rule(number)
        elif command == "look":
            self.table(state, seat)
        else:
            self.tell(
                say("Type a number or the words of a choice. show: do it for me; why: the rule; look: the table; quit.")
            )

    def rule(self, number: str) -> None:
        """A rule with its number."""
        text = typeset(self.game.rulebook().rules[number].text[self.shell.language], self.shell.language)
        self.shell.write(Text.assemble((number, "bold"), " ", text))


class CoursePlayer(Learner):
    """A learner in a course."""

    def __init__(self, course: Course, game: Game, shell: Shell) -> None:
        super().__init__(game, shell)
        self.course = course
        self.chapter = 0

    def run(self, first: int) -> int:
        """Play the chapters from that one on."""
        self.words(self.course.title, "bold yellow")
        self.words(self.course.aim)
        try:
            ways: list[int] = []
            for number in range(first, len(self.course.chapters)):
                self.chapter = number
                ways = self.teach(ways if self.course.chapters[number].goes_on else [])
                self.shell.out.print()
        except (Quit, EOFError, KeyboardInterrupt):
            self.shell.out.print()
            self.tell(
                say("Go on with: parrain learn {game} --chapter {number}", game=self.game.id, number=self.chapter + 1)
            )
            return OK
        self.tell(say("That was the course. Now a real game: parrain play {game}", game=self.game.id), "bold")
        self.tell(say("Lessons and puzzles: parrain learn {game} --path", game=self.game.id))
        return OK

    def teach(self, ways: list[int]) -> list[int]:
        """One chapter; the right ways that were taken."""
        walk = Walk(self.course, self.game, self.chapter, ways, chooser=opponents(self.game))
        self.names = [each or self.shell.words(say("You")) for each in walk.chapter.names]
        number, count = self.chapter + 1, len(self.course.chapters)
        self.tell(say("Chapter {number} of {count}", number=number, count=count), "bold yellow")
        self.words(walk.chapter.title, "bold")
        self.coach(walk.chapter.idea)
        while walk.task is not None:
            self.step(walk)
            if walk.task is not None and not walk.finished:
                walk = Walk(self.course, self.game, self.chapter, walk.ways, chooser=opponents(self.game))
        self.words(walk.chapter.victory, "bold")
        for section in walk.chapter.read:
            title = typeset(self.game.rulebook().sections[section][self.shell.language], self.shell.language)
            self.shell.write(Text(f"{title}: parrain rules {self.game.id} {section}", "dim"))
        return walk.ways

    def coach(self, text: Words) -> None:
        """What the coach says."""
        if text["en"]:
            self.shell.write(Text(typeset(f"{self.course.coach}: {text[self.shell.language]}", self.shell.language)))

    def step(self, walk: Walk) -> None:
        """One task, until it is done."""
        self.happened(walk, walk.moments)
        self.table(walk.state, walk.seat)
        done = walk.step
        while walk.step == done:
            self.ask(walk)

    def ask(self, walk: Walk) -> None:
        """Ask for one choice, and answer it."""
        step = walk.task
        assert step is not None
        self.words(step.task, "bold")
        for question in step.free.ask if step.free is not None else ():
            self.words(question, "dim")
        self.rules, self.shown = step.rules, walk.shown()
        action = self.choice(walk.state, walk.seat)
        before = len(walk.moments)
        answer = walk.take(action.text)
        self.happened(walk, [each for each in walk.moments[before:] if each.seat != walk.seat])
        self.answer(answer)
        if answer.kind == ON and step.free is not None:
            self.table(walk.state, walk.seat)

    def happened(self, walk: Walk, moments: list[Moment]) -> None:
        """What others did, in the words of the course or of the game."""
        for moment in moments:
            if moment.say["en"]:
                self.shell.write(Text("• " + typeset(moment.say[self.shell.language], self.shell.language)))
                continue
            for event in moment.events:
                seen = event.seen_by(walk.seat)
                sentence = self.game.event_text(seen, walk.seat) if seen is not None else None
                if sentence is not None:
                    self.shell.write(Text("• " + self.shell.words(sentence, self.names)))

    def answer(self, answer: Answer) -> None:
        """How the coach takes a choice."""
        if answer.say["en"]:
            self.coach(answer.say)
        elif answer.refused is not None:
            self.tell(answer.refused.say, "red")
        if answer.refused is not None:
            self.shell.write(Text(f"({answer.refused.rule})", "dim"))
        if answer.kind == DONE:
            self.shell.out.print()


class LessonPlayer(Learner):
    """A learner in the lessons and puzzles of a game."""

    def list_path(self) -> int:
        """What there is to learn, in order, with the command that plays it."""
        stage = ""
        for unit in learning_path(self.game):
            if unit.stage != stage:
                stage = unit.stage
                self.tell(STAGE_NAMES[stage], "bold yellow")
            title = typeset(unit.title[self.shell.language], self.shell.language)
            command = {
                COURSE: f"parrain learn {self.game.id} --chapter {unit.id}",
                GAME: f"parrain play {self.game.id} --bots {unit.id}",
            }.get(stage, f"parrain learn {self.game.id} --lesson {unit.id}")
            self.shell.write(Text.assemble(title, ("  " + command, "dim")))
        return OK

    def run(self, lesson_id: str) -> int:
        """Play a lesson; then name the next."""
        lessons = [lesson for _, lesson in ordered_lessons(self.game)]
        ids = [lesson.id for lesson in lessons]
        if lesson_id not in ids:
            raise BadLesson("{game} has no lesson {id}.", game=self.game.title, id=lesson_id[:40])
        at = ids.index(lesson_id)
        try:
            self.play(lessons[at])
        except (Quit, EOFError, KeyboardInterrupt):
            self.shell.out.print()
            return OK
        self.tell(say("That was the lesson."), "bold")
        if at + 1 < len(ids):
            self.tell(say("The next one: parrain learn {game} --lesson {id}", game=self.game.id, id=ids[at + 1]))
        else:
            self.tell(say("Now a real game: parrain play {game} --bots easy", game=self.game.id))
        return OK

    def play(self, lesson: Lesson) -> None:
        """The steps of a lesson, one after the other."""
        self.rules = lesson.rules
        self.names = [self.shell.words(say("Player {number}", number=seat + 1)) for seat in range(self.game.most)]
        self.words(lesson.title, "bold yellow")
        self.words(lesson.intro)
        for number, step in enumerate(lesson.steps):
            state = table_after(lesson, self.game, number)
            self.table(state, step.seat)
            if step.task["en"]:
                self.ask(lesson, number, state)
            else:
                action = self.game.action_from_text(step.play or step.refuse)
                label = self.shell.words(self.game.action_label(action, state.view(step.seat)), self.names)
                self.shell.write(Text("• " + label))
            self.words(step.say)
            self.shell.out.print()

    def ask(self, lesson: Lesson, number: int, state: State) -> None:
        """Ask until the answer is what the step wants."""
        step = lesson.steps[number]
        self.shown = step.play or step.refuse
        while True:
            self.words(step.task, "bold")
            tried = [self.game.action_from_text(step.refuse)] if step.refuse else []
            answer = self.choice(state, step.seat, tried)
            right, refused = judge(lesson, self.game, number, answer.text)
            if refused is not None:
                self.tell(refused.say, "red")
                self.rule(refused.rule)
            elif not right and answer.text in lesson.values:
                self.tell(worse_choice(lesson, answer.text))
            elif not right:
                self.tell(say("That is allowed, but it is not what this lesson asks for: try again."))
            if right:
                return
