"""The commands put together, their help in the reader's language, and what happens to mistakes."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import IO, Annotated, Any, cast

import typer
from rich.text import Text
from typer.core import TyperGroup

import parrain
from parrain.cli.shell import FAILED, MISTAKE, OK, STOPPED, Shell
from parrain.core import BadCourse, BadLesson, BadRecord, IllegalAction, ParrainError, Say, say
from parrain.core.compiling import is_compiled
from parrain.locale import choose_language, translate

ABOUT = say(
    "One table for five gangster games: play with people and bots, learn, research, redesign."
    " Without a command: the table in the browser."
)
ENDING = say("--language fr or en may stand anywhere; without it, PARRAIN_LANGUAGE and LANG decide.")

PANELS = {
    "ARGUMENTS_PANEL_TITLE": say("Arguments").text,
    "OPTIONS_PANEL_TITLE": say("Options").text,
    "COMMANDS_PANEL_TITLE": say("Commands").text,
    "REQUIRED_LONG_STRING": say("[required]").text,
    "DEFAULT_STRING": say("[default: {}]").text,
}
# By name: the module and the help. The function is named as the command; only the one that is run is imported.
COMMANDS = {
    "play": ("play", say("Play on this terminal, against bots or with people who pass it around.")),
    "learn": ("learn", say("Learn a game: your first game with a coach, in short chapters; lessons and puzzles.")),
    "serve": ("serve", say("Serve the table in the browser: to this machine, or to others.")),
    "think": ("think", say("Have bots think on this machine for servers elsewhere that share a PostgreSQL database.")),
    "doctor": ("doctor", say("Check this installation, and say what to do about what does not work.")),
    "repair": ("serve", say("Say which tables of a store are damaged, and let them go on from their last good line.")),
    "undelete": ("serve", say("Bring back tables that were deleted as too old (--keep-days), for a month after that.")),
    "admin": ("admin", say("For whoever runs a server: list, close and export tables, ban addresses.")),
    "attack": ("attack", say("Attack a server of yours from one address, and say what an honest player notices.")),
    "db": ("database", say("Migrate a store, or copy it between SQLite and PostgreSQL.")),
    "games": ("library", say("List the games with their numbers of players, editions and options.")),
    "rules": ("library", say("Print the rules of a game in our own words, or one rule by its number.")),
    "replay": ("library", say("Check a record and show its table: after any choice, as any seat saw it.")),
    "verify": ("library", say("Check a record, and that it was dealt as its table had sealed it.")),
    "lesson": ("library", say("The worked examples of the rulebooks.")),
    "lab": ("experiments", say("Experiments: change a card, see who gains.")),
    "simulate": ("lab", say("Let bots play many games, and say who won and how they ended.")),
    "trace": (
        "lab",
        say(
            "Say which rule has which code and which test (1 if one has none),"
            " and whose code can be broken without a test that fails."
        ),
    ),
    "bench": ("lab", say("Measure the speed of the engine (in a checkout); what follows is handed to bench/run.py.")),
    "tournament": ("contest", say("Let bots play each other at equal seats, and say who is stronger and how surely.")),
    "analyse": ("contest", say("Look at a record again: what choices were worth, and what was better.")),
    "train": ("train", say("Let a network learn a game by self-play, on a GPU if JAX finds one.")),
    "new-game": (
        "new_game",
        say("Write a small, complete, playable game with its tests into a new folder, to start your own from."),
    ),
}
HANDED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}  # of bench: its arguments are not ours
VERSION = say("Say the version, and whether the engine runs compiled.")
HELP_OPTION = say("Show this help.")


# Typer brings its own copy of click or uses the installed one: this is the base of what either raises.
USAGE_MISTAKES = cast(
    type[Exception], next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
)


def version(ctx: typer.Context, wanted: bool) -> None:
    """Say which Parrain this is, and whether its engine runs compiled."""
    if wanted:
        shell: Shell = ctx.find_root().obj
        shell.tell(version_text(is_compiled()))
        raise typer.Exit


def version_text(compiled: bool) -> Say:
    """The version in a sentence."""
    if compiled:
        return say("parrain {version} (engine compiled)", version=parrain.__version__)
    return say("parrain {version} (engine interpreted)", version=parrain.__version__)


def begin(
    ctx: typer.Context,
    _version: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help=VERSION.text)] = False,
) -> None:
    """Without a command: start the table, and show it in the browser."""
    if ctx.invoked_subcommand is None:
        from parrain.cli.serve import start_here

        start_here(ctx.obj)


class Commands(TyperGroup):
    """All commands, whose list is drawn by ourselves: what typer imports for it takes longer than everything else."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the list of commands."""
        from rich.padding import Padding
        from rich.panel import Panel
        from rich.table import Table

        shell: Shell = ctx.obj
        shell.out.print(Padding(Text(self.get_usage(ctx), "bold"), 1))
        shell.out.print(Padding(Text(str(self.help)), (0, 1, 1, 1)))
        options = [(", ".join(each.opts), getattr(each, "help", "")) for each in self.get_params(ctx)]
        commands = [(name, str(command.help)) for name, command in self.commands.items()]
        for title, rows in (("OPTIONS_PANEL_TITLE", options), ("COMMANDS_PANEL_TITLE", commands)):
            table = Table.grid(padding=(0, 2, 0, 0))
            table.add_column(style="bold cyan", no_wrap=True)
            for name, help_text in rows:
                table.add_row(name, Text(help_text))
            heading = translate(PANELS[title], shell.language)
            shell.out.print(Panel(table, title=heading, title_align="left", border_style="dim"))
        shell.out.print(Padding(Text(str(self.epilog)), 1))


def named_command(arguments: Sequence[str]) -> str:
    """The command that a command line names; empty if it names none."""
    return next((word for word in arguments if not word.startswith("-")), "")


def build(arguments: Sequence[str]) -> typer.Typer:
    """All commands, with their help in English; of those that are not named only the name and the help."""
    app = typer.Typer(
        name="parrain", cls=Commands, add_completion=False, rich_markup_mode="rich", help=ABOUT.text, epilog=ENDING.text
    )
    app.callback(invoke_without_command=True)(begin)
    named = named_command(arguments)
    for name, (module, about) in COMMANDS.items():
        if name != named:
            app.command(name, help=about.text)(not_imported)
            continue
        function = getattr(import_module(f"parrain.cli.{module}"), name.replace("-", "_"))
        if isinstance(function, typer.Typer):
            app.add_typer(function, name=name, help=about.text)
        else:
            settings = HANDED_ON if name == "bench" else None
            app.command(name, help=about.text, context_settings=settings)(function)
    return app


def not_imported() -> None:
    """Stand for a command that is listed and not run."""


def in_language(command: Any, language: str) -> Any:
    """The same command with its help translated, and all those below it."""
    command.help = translate(command.help or "", language)
    command.epilog = translate(command.epilog or "", language)
    command.short_help = None
    help_option = command.get_help_option
    command.get_help_option = lambda ctx: with_help(help_option(ctx), language)
    for parameter in command.params:
        parameter.help = translate(getattr(parameter, "help", None) or "", language)
    for below in getattr(command, "commands", {}).values():
        in_language(below, language)
    return command


def with_help(option: Any, language: str) -> Any:
    """The option --help, saying what it does."""
    if option is not None:
        option.help = translate(HELP_OPTION.text, language)
    return option


def pull_language(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """Take --language out of the arguments, wherever it stands before a bare `--`."""
    left: list[str] = []
    wanted: str | None = None
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            left += [argument, *rest]
        elif argument in ("--language", "--lang"):
            wanted = next(rest, "")
        elif argument.startswith(("--language=", "--lang=")):
            wanted = argument.partition("=")[2]
        else:
            left.append(argument)
    return left, wanted


def usage_mistake(error: Any, shell: Shell) -> None:
    """Say what was wrong with the command line itself."""
    kind = type(error).__name__
    message = error.format_message()
    quoted = re.search(r"'([^']*)'|\(([^()]*)\)$", message)
    named = (quoted.group(1) or quoted.group(2) or "") if quoted else ""
    if kind == "NoSuchOption":
        sentence = say("There is no option {name}.", name=str(error.option_name))
    elif kind == "MissingParameter":
        sentence = say("{name} is missing.", name=getattr(error.param, "metavar", None) or error.param.name)
    elif kind == "BadOptionUsage":
        sentence = say("The option {name} needs a value.", name=str(error.option_name))
    elif message.startswith("No such command"):
        sentence = say("There is no command “{name}”.", name=named)
    elif message.startswith("Missing command"):
        sentence = say("A command is missing.")
    elif message.startswith("Got unexpected extra argument"):
        sentence = say("“{words}” is too much here.", words=named)
    else:
        sentence = say("This command line cannot be understood: {error}", error=message)
    shell.fail(sentence)
    context = getattr(error, "ctx", None)
    shell.fail(say("Help: {command} --help", command=context.command_path if context is not None else "parrain"))


def main(arguments: Sequence[str] | None = None, out: IO[str] | None = None, err: IO[str] | None = None) -> int:
    """Run a command line; the exit code is 0 (done), 1 (a check failed), 2 (a usage error) or 130 (stopped)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    given, wanted = pull_language(given)
    shell = Shell(choose_language(None, os.environ), out, err)
    try:
        if wanted is not None:
            shell.language = choose_language(wanted or "?", os.environ)
        code = run(given, shell)
        shell.out.file.flush()
        return code
    except (BadCourse, BadLesson, BadRecord) as error:
        shell.fail(error.say)
        return FAILED
    except IllegalAction as error:
        shell.fail(error.say, error.rule)
        return MISTAKE
    except ParrainError as error:
        shell.fail(error.say)
        return MISTAKE
    except (KeyboardInterrupt, typer.Abort):
        shell.fail(say("Stopped."))
        return STOPPED
    except BrokenPipeError:
        # whoever read our output has had enough; do not let Python complain about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def run(arguments: list[str], shell: Shell) -> int:
    """Hand a command line to its command."""
    if "--help" in arguments and named_command(arguments):
        from typer import rich_utils  # which imports much, and only the help of one command needs it

        for name, text in PANELS.items():
            setattr(rich_utils, name, translate(text, shell.language))
    command = in_language(typer.main.get_command(build(arguments)), shell.language)
    try:
        code = command.main(args=arguments, prog_name="parrain", standalone_mode=False, obj=shell)
    except USAGE_MISTAKES as error:
        usage_mistake(error, shell)
        return MISTAKE
    return code if isinstance(code, int) else OK
