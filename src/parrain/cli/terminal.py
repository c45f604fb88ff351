"""The terminal table: people at one keyboard, bots, and a few commands."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.text import Text

from parrain.cli.library import print_rules
from parrain.cli.screen import Screen
from parrain.cli.shell import OK, Shell
from parrain.cli.typed import TypedChoices
from parrain.core import Action, IllegalAction, ParrainError, Say, Seat, UnknownAction, say
from parrain.locale import typeset
from parrain.table import CannotUndo, LocalBots, TableFile

# The words for each command, in either language; the last is what French help shows.
COMMANDS = {
    "hint": ("hint", "conseil"),
    "why": ("why", "pourquoi"),
    "undo": ("undo", "annuler"),
    "rules": ("rules", "regles", "règles"),
    "look": ("look", "voir"),
    "map": ("map", "carte"),
    "story": ("story", "histoire"),
    "save": ("save", "sauver"),
    "quit": ("quit", "quitter"),
    "help": ("help", "?", "aide"),
}
WITH_WORDS = ("why", "rules", "save")  # what stands after these belongs to them
YES = ("y", "yes", "o", "oui")


class Quit(Exception):
    """Somebody leaves the table; all is saved."""


class Terminal:
    """A table played on one terminal."""

    def __init__(self, bots: LocalBots, file: TableFile, shell: Shell, confirm: bool = False) -> None:
        self.bots = bots
        self.table = table = bots.table
        self.file = file
        self.shell = shell
        self.confirm = confirm
        self.asked = -1  # the entry after which a pause was made
        self.screen = Screen(table, shell)
        self.looking: int | None = None  # whose table is on the screen
        self.beside: int | None = None  # who looked before, where no curtain was drawn
        self.note: Say | None = None  # what the curtain has to say
        self.mourned: set[int] = set()  # the people who were told that they are out of the game

    # -- the game -------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or somebody leaves."""
        try:
            while not self.table.state.is_over:
                self.tell_eliminated()
                if self.pause():
                    continue
                if self.bots.play() is None:
                    self.turn(next(seat for seat in self.table.waiting_for() if seat in self.table.people))
        except (Quit, EOFError, KeyboardInterrupt):
            self.leave()
            return OK
        self.finish()
        return OK

    def pause(self) -> bool:
        """With --confirm, a pause to take back a choice before the bots answer it; whether it was taken back."""
        last = self.table.record.standing()[-1:]
        if (
            not self.confirm
            or not last
            or last[0].seat in self.bots.bots
            or self.asked == len(self.table.record.entries)
        ):
            return False
        if not any(seat in self.bots.bots for seat in self.table.waiting_for()):
            return False
        self.asked = len(self.table.record.entries)
        line = self.ask_enter(
            say("Press Enter and the bots answer, or type undo."),
            say("Enter: the bots answer. undo: take back your choice. quit: leave; the game is saved."),
        )
        if split_command(line)[0] != "undo":
            return False
        try:
            self.undo(last[0].seat)
        except CannotUndo as refused:
            self.screen.tell(refused.say, "red")
            return False
        return True

    def tell_eliminated(self) -> None:
        """Tell every person who is out of the game so at once: they will not be asked again."""
        people = self.table.people
        for seat in people:
            if seat in self.mourned or not self.table.game.is_eliminated(self.table.view(seat), seat):
                continue
            self.mourned.add(seat)
            self.screen.clear()
            self.screen.title()
            if len(people) == 1:
                self.screen.happened(seat)
                self.screen.seen_up_to_here(seat)
                self.screen.tell(say("You are out of the game; the others play on."), "bold")
            else:
                self.looking = None
                self.screen.tell(say("{seat} is out of the game; the others play on.", seat=Seat(seat)), "bold")
            self.ask_enter(
                say("Press Enter to go on."), say("Enter: see how it goes on. quit: leave; the game is saved.")
            )

    def turn(self, seat: int) -> None:
        """Ask one person until something on the table has changed."""
        if not self.hand_over(seat):
            return
        self.screen.show(seat)
        if self.beside is not None and self.beside != seat:
            self.screen.tell(say("{seat} is to choose.", seat=Seat(seat)), "bold")
        while True:
            line = self.ask("> ")
            try:
                if self.obey(seat, line):
                    return
            except IllegalAction as error:
                self.forbidden(error)
            except ParrainError as error:
                self.screen.tell(error.say, "red")
            if self.looking != seat:
                return

    def hand_over(self, seat: int) -> bool:
        """Draw the curtain between two people who know hidden things; False if a choice was taken back instead."""
        if len(self.table.people) == 1 or self.looking == seat:
            self.looking = seat
            return True
        before, self.looking = self.looking, None
        if not any(self.table.hides(each) for each in (before, seat) if each is not None):
            self.beside, self.looking = before, seat  # there is nothing that the other may not see
            return True
        self.beside = None
        while True:
            self.screen.curtain(self.note)
            self.note = None
            line = self.ask_enter(
                say("Pass the screen to {seat}, then press Enter.", seat=Seat(seat)),
                say(
                    "Enter: {seat} sees the table. undo: take back the last choice. quit: leave; the game is saved.",
                    seat=Seat(seat),
                ),
            )
            if split_command(line)[0] != "undo" or before is None:
                self.looking = seat
                return True
            try:
                self.looking = before
                self.undo(before)
                return False
            except ParrainError as error:
                self.looking, self.note = None, error.say

    def ask(self, prompt: str) -> str:
        """One line from the keyboard."""
        self.shell.out.file.flush()
        return self.shell.read(prompt)

    def ask_enter(self, question: Say, answers: Say) -> str:
        """One line where no choice is asked; help says what can be typed there, and quit leaves."""
        while True:
            line = self.ask(self.screen.words(question) + " ")
            command, _ = split_command(line)
            if command == "quit":
                raise Quit
            if command != "help":
                return line
            self.screen.tell(answers)

    # -- what was typed -------------------------------------------------------------------------------

    def obey(self, seat: int, line: str) -> bool:
        """Do what a line says; True if the table has changed."""
        typed = " ".join(line.split())
        command, rest = split_command(typed)
        choices = self.screen.typed_choices(seat)
        action = None if line.lstrip().startswith("/") else choices.exact(typed)
        if action is None and command and (not rest or command in WITH_WORDS):
            return self.command(seat, command, rest)
        if not typed:
            self.screen.show(seat)
            return False
        self.choose(seat, action if action is not None else self.meant(seat, choices, typed))
        return True

    def choose(self, seat: int, action: Action) -> None:
        """Choose; what this showed to the chooser alone is shown before the screen goes to somebody else."""
        happened = self.table.choose(seat, action)
        if (
            len(self.table.people) > 1
            and any(seat in event.audience for event in happened)
            and not self.table.state.is_over
        ):
            self.screen.happened(seat)
            self.ask_enter(say("Press Enter to hide this."), say("Enter: hide this. quit: leave; the game is saved."))

    def meant(self, seat: int, choices: TypedChoices, typed: str) -> Action:
        """The choice that begins like this; one that is not legal is for the rules to refuse."""
        if typed.isdecimal():
            raise UnknownAction(
                "There is no choice number {number}; they go from 1 to {most}.",
                number=typed[:20],
                most=len(choices.actions),
            )
        return choices.begun(typed) or self.table.meant(seat, typed.lower())

    def command(self, seat: int, command: str, rest: str) -> bool:
        """Do a command; True if the table has changed."""
        if command == "undo":
            self.undo(self.undoer(seat))
            return True
        if command == "quit":
            raise Quit
        if command == "hint":
            self.hint(seat)
        elif command == "why":
            self.why(seat, rest)
        elif command == "rules":
            self.rules(rest)
        elif command == "save":
            self.save(rest)
        elif command == "look":
            self.screen.show(seat)
        elif command == "map":
            self.map(seat)
        elif command == "story":
            self.screen.happened(seat, 0)
        else:
            self.help()
        return False

    # -- the commands ---------------------------------------------------------------------------------

    def hint(self, seat: int) -> None:
        """What a sensible player would choose, and why."""
        action, why, _ = self.bots.hint(seat)
        label = self.table.game.action_label(action, self.table.view(seat))
        self.screen.tell(say("What a sensible player would choose: {label} ({text}).", label=label, text=action.text))
        if why is not None:
            self.screen.tell(why)

    def why(self, seat: int, typed: str) -> None:
        """Why something cannot be chosen: the rule that forbids it."""
        choices = self.screen.typed_choices(seat)
        if not typed:
            action = (choices.actions or self.table.game.actions)[-1]
            example = self.table.game.action_label(action, self.table.view(seat))
            raise UnknownAction(
                "Write what you would like to choose after it: why {choice}, for example.", choice=example
            )
        action = choices.exact(typed) or self.asked_about(seat, typed) or self.table.meant(seat, typed.lower())
        forbidden = self.table.state.why_not(seat, action)
        if forbidden is None:
            self.screen.tell(say("Nothing forbids “{text}”: choose it if you like.", text=action.text))
        else:
            self.forbidden(forbidden)

    def asked_about(self, seat: int, typed: str) -> Action | None:
        """The choice of the game, legal or not, that these words begin; of several the first that is forbidden."""
        state, every = self.table.state, self.screen.typed_choices(seat, self.table.game.actions)
        if typed.isdecimal():
            return None
        exact = every.exact(typed)
        found = [state.canonical(each) for each in ([exact] if exact else every.all_begun(typed))]
        return next((each for each in found if state.why_not(seat, each)), found[0] if found else None)

    def forbidden(self, error: IllegalAction) -> None:
        """The rule that forbids something, by number and in full."""
        self.screen.tell(error.say, "red")
        rule = self.table.game.rulebook().rules.get(error.rule)
        words = typeset(rule.text[self.shell.language], self.shell.language) if rule is not None else ""
        self.shell.write(Text.assemble((error.rule, "bold"), " ", words))

    def map(self, seat: int) -> None:
        """The board in characters."""
        if not self.screen.chart(seat):
            self.screen.tell(say("{game} has no map: everything is in the words.", game=self.table.game.title))

    def undoer(self, seat: int) -> int:
        """Whose choice is meant: where no curtain was drawn and nobody has chosen since, that of whoever chose last."""
        last = self.table.record.standing()[-1:]
        return self.beside if self.beside is not None and last and last[0].seat == self.beside else seat

    def undo(self, seat: int) -> None:
        """Take back one's last choice, after asking those who must agree; they do not see the asker's table."""
        terms = self.table.undo_terms(seat)
        if terms.consents:
            self.looking = None
            self.screen.curtain()
        agreed = []
        for other in terms.consents:
            question = say(
                "{other}, do you agree that {seat} takes back a choice? (y/n)", other=Seat(other), seat=Seat(seat)
            )
            answers = say("y: yes. Anything else: no. quit: leave; the game is saved.")
            if self.ask_enter(question, answers).strip().lower() in YES:
                agreed.append(other)
        try:
            self.table.undo(seat, agreed)
        except CannotUndo as refused:
            self.note = refused.say
            raise

    def rules(self, number: str) -> None:
        """A section or a rule, or what sections there are."""
        if number:
            print_rules(self.table.game, number, self.shell)
            return
        for section, title in self.table.game.rulebook().sections.items():
            self.shell.write(Text(f"{section}. {typeset(title[self.shell.language], self.shell.language)}"))
        self.screen.tell(say("Write a number after it for a section or a rule: rules 6, rules 6.3."), "dim")
        self.screen.tell(say("rules box: what is from the box and what is ours."), "dim")

    def save(self, path: str) -> None:
        """All is saved already; with a path, also a copy there."""
        if path:
            copy = Path(path).expanduser()
            TableFile.create(copy, self.table.record).close()
            self.screen.tell(say("Saved a copy as {path}.", path=str(copy)))
        else:
            self.screen.tell(say("Every choice is saved as it is made, in {path}.", path=str(self.file.path)))

    def help(self) -> None:
        """What can be typed."""
        self.screen.tell(
            say("Choose by number, by text, or by words of the choice: the beginning is enough if only one begins so.")
        )
        french = self.shell.language == "fr"
        for command, sentence in HELP.items():
            name = COMMANDS[command][-1 if french else 0]
            self.shell.write(Text.assemble((f"  {name:<10}", "bold"), self.screen.words(sentence)))

    # -- leaving --------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Say how to come back."""
        self.file.close()
        self.shell.out.print()
        self.screen.tell(
            say(
                "The game is saved. To go on: {command}",
                command=f"parrain play --resume {shlex.quote(str(self.file.path))}",
            )
        )

    def finish(self) -> None:
        """Show the end and seal the record."""
        people = self.table.people
        self.screen.end(people[0] if len(people) == 1 else None)
        path = self.file.finish(self.table.record.to_text(self.table.game))
        self.screen.tell(say("The record of this game: {path}", path=str(path)), "dim")


HELP: dict[str, Say] = {
    "hint": say("what a sensible player would choose, and why"),
    "why": say("why something cannot be chosen: the rule that forbids it"),
    "undo": say("take back your last choice, if nothing has come to light since"),
    "rules": say("the rules: all sections, or one by its number"),
    "look": say("show the table again (so does an empty line)"),
    "map": say("show the map again, if the game has one"),
    "story": say("tell the whole game so far"),
    "save": say("say where the game is saved, or save a copy under a name"),
    "quit": say("leave; the game is saved and can be resumed"),
    "help": say("this list"),
}


def split_command(line: str) -> tuple[str, str]:
    """The command that a line begins with (empty if none), and the rest; a slash before it is allowed."""
    word, _, rest = line.strip().removeprefix("/").partition(" ")
    return next((command for command, names in COMMANDS.items() if word.lower() in names), ""), rest.strip()
