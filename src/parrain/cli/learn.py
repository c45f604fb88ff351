"""`parrain learn`: a guided first game on the terminal, the same course as in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from parrain.bots.opponents import opponents
from parrain.cli.screen import WIDTH_OF_A_PIPE, listed
from parrain.cli.shell import FAILED, OK, Shell, whole
from parrain.cli.terminal import Quit
from parrain.cli.typed import TypedChoices
from parrain.core import Action, BadCourse, Course, Game, ParrainError, Say, read_course, say
from parrain.core.coach import DONE, ON, Answer, Moment, Walk
from parrain.core.course import Words
from parrain.games import game as find_game
from parrain.locale import typeset
from parrain.testing.courses import check_course

HELP = say("Learn a game: your first game with a coach, in short chapters.")
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
    check: Annotated[
        bool, typer.Option("--check", help=say("Play every step and check all it says instead; 1 if it fails.").text)
    ] = False,
) -> int:
    """Play a course, or check one."""
    shell: Shell = ctx.obj
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
    return Lesson(course, chosen, shell).run(first - 1)


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


class Lesson:
    """A learner at a terminal."""

    def __init__(self, course: Course, game: Game, shell: Shell) -> None:
        self.course, self.game, self.shell = course, game, shell
        self.chapter = 0
        self.names: list[str] = []

    def words(self, text: Words, style: str = "") -> None:
        """Write a text of the course."""
        if text["en"]:
            self.shell.write(Text(typeset(text[self.shell.language], self.shell.language), style))

    def tell(self, sentence: Say, style: str = "") -> None:
        """Write a sentence with the names of those at the table."""
        self.shell.tell(sentence, style, self.names)

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
        return walk.ways

    def coach(self, text: Words) -> None:
        """What the coach says."""
        if text["en"]:
            self.shell.write(Text(typeset(f"{self.course.coach}: {text[self.shell.language]}", self.shell.language)))

    def step(self, walk: Walk) -> None:
        """One task, until it is done."""
        self.happened(walk, walk.moments)
        self.table(walk)
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
        action = self.choice(walk)
        before = len(walk.moments)
        answer = walk.take(action.text)
        self.happened(walk, [each for each in walk.moments[before:] if each.seat != walk.seat])
        self.answer(answer)
        if answer.kind == ON and step.free is not None:
            self.table(walk)

    def choice(self, walk: Walk) -> Action:
        """What is typed, as a choice."""
        view, actions = walk.state.view(walk.seat), walk.state.legal_actions(walk.seat)
        labels = [self.shell.words(self.game.action_label(each, view), self.names) for each in actions]
        self.tell(self.game.prompt(view), "dim")
        self.shell.out.print(listed(actions, labels), soft_wrap=not self.shell.out.is_terminal)
        typed = TypedChoices(self.game, view, actions, self.names, self.shell.language)
        while True:
            line = self.shell.read("> ").strip()
            command = next((name for name, spelled in COMMANDS.items() if line.lower() in spelled), "")
            if command == "quit":
                raise Quit
            if command == "show" and walk.shown():
                return self.game.action_from_text(walk.shown())
            if command:
                self.obey(command, walk)
                continue
            try:
                found = typed.exact(line) or typed.begun(line) or self.game.action_from_text(line)
            except ParrainError as error:
                self.shell.fail(error.say)
                continue
            return found

    def obey(self, command: str, walk: Walk) -> None:
        """Show the rule, the table, or the help."""
        if command == "why" and walk.task is not None:
            for number in walk.task.rules:
                rule = self.game.rulebook().rules[number]
                text = typeset(rule.text[self.shell.language], self.shell.language)
                self.shell.write(Text.assemble((number, "bold"), " ", text))
        elif command == "look":
            self.table(walk)
        else:
            self.tell(
                say("Type a number or the words of a choice. show: do it for me; why: the rule; look: the table; quit.")
            )

    def table(self, walk: Walk) -> None:
        """The board in characters where there is one, and the table in words."""
        view = walk.state.view(walk.seat)
        actions = walk.state.legal_actions(walk.seat)
        width = self.shell.out.width if self.shell.out.is_terminal else WIDTH_OF_A_PIPE
        chart = self.game.chart(view, actions, self.names, self.shell.language, width)
        for line in chart:
            self.shell.out.print(Text(line), soft_wrap=True)
        prompt = self.game.prompt(view)
        for sentence in self.game.describe(view):
            if sentence != prompt:
                self.tell(sentence, "dim")
        self.shell.out.print()

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
