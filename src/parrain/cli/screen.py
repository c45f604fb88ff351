"""What the terminal table shows: the table in words, what happened, the choices by number."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from parrain.cli.shell import Shell
from parrain.core import Action, Say, Seat, say
from parrain.table import Table

MOST_EVENTS = 8
IN_ONE_COLUMN = 9
CLEAR = "\x1b[H\x1b[2J"
FORGET = CLEAR + "\x1b[3J"  # also what has scrolled off the screen


class Screen:
    """A terminal, or a pipe, on which one table is shown in one language."""

    def __init__(self, table: Table, shell: Shell) -> None:
        self.table = table
        self.shell = shell
        self.announced = dict.fromkeys(range(table.record.players), 0)  # how many events each seat was shown

    def tell(self, sentence: Say, style: str = "") -> None:
        """Write a sentence with the names of those at the table."""
        self.shell.tell(sentence, style, self.table.names)

    def words(self, sentence: Say) -> str:
        """A sentence with the names of those at the table."""
        return self.shell.words(sentence, self.table.names)

    def clear(self) -> None:
        """Clear the screen; where several people share it, its scrollback too. A pipe keeps it all."""
        if self.shell.out.is_terminal:
            self.shell.out.file.write(FORGET if len(self.table.people) > 1 else CLEAR)

    def title(self) -> None:
        """The name of the game across the screen."""
        if self.shell.out.is_terminal:
            self.shell.out.print(Rule(Text(self.table.game.title, "bold yellow"), style="yellow"))
        else:
            self.shell.write(Text(f"== {self.table.game.title}"))

    def curtain(self, note: Say | None = None) -> None:
        """Hide the table before it is handed to somebody else."""
        self.clear()
        self.title()
        if note is not None:
            self.tell(note, "red")
        if not self.table.state.is_over:
            self.tell(self.table.game.prompt(self.table.view(None)))

    def show(self, seat: int) -> None:
        """The table as that seat sees it, then what happened and what is asked: a small screen shows the end."""
        game, view = self.table.game, self.table.view(seat)
        self.clear()
        self.title()
        prompt = game.prompt(view)
        for sentence in game.describe(view):
            if sentence != prompt:
                self.tell(sentence)
        self.shell.out.print()
        self.happened(seat)
        self.tell(prompt, "bold")
        self.choices(seat)

    def happened(self, seat: int) -> None:
        """What happened since this seat last looked."""
        lines = [
            sentence
            for sentence in (self.table.tell(event, seat) for event in self.table.seen(seat, self.announced[seat]))
            if sentence is not None
        ]
        self.announced[seat] = len(self.table.events)
        if len(lines) > MOST_EVENTS:
            self.tell(say("… ({count} more before)", count=len(lines) - MOST_EVENTS), "dim")
        for sentence in lines[-MOST_EVENTS:]:
            self.tell(sentence, "dim")
        if lines:
            self.shell.out.print()

    def choices(self, seat: int) -> None:
        """What that seat may choose: a number, what it means, the text that says the same."""
        view = self.table.view(seat)
        actions = self.table.state.legal_actions(seat)
        labels = [self.words(self.table.game.action_label(action, view)) for action in actions]
        width = max(len(label) + len(str(action)) for action, label in zip(actions, labels, strict=True)) + 8
        if len(actions) <= IN_ONE_COLUMN or 2 * width > self.shell.out.width or not self.shell.out.is_terminal:
            self.shell.out.print(listed(actions, labels), soft_wrap=not self.shell.out.is_terminal)
            return
        numbered = enumerate(zip(actions, labels, strict=True), 1)
        cells = [
            Text.assemble((f"{number:>3} ", "bold"), label, (f"  {action}", "dim"))
            for number, (action, label) in numbered
        ]
        self.shell.out.print(Columns(cells, column_first=True, padding=(0, 2)))

    def end(self, seat: int | None) -> None:
        """The table when all is over, to one seat or to all, and who came where."""
        view = self.table.view(seat)
        self.clear()
        self.title()
        if seat is not None:
            self.happened(seat)
        for sentence in self.table.game.describe(view):
            self.tell(sentence)
        self.shell.out.print()
        for place, seats in standings(view.places):
            self.tell(say("{place}. {seats}", place=place, seats=[Seat(each) for each in seats]), "bold")


def standings(places: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The seats by place."""
    return [(place, [seat for seat, mine in enumerate(places) if mine == place]) for place in sorted(set(places))]


def listed(actions: Sequence[Action], labels: Sequence[str]) -> Grid:
    """Choices one under the other."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for number, (action, label) in enumerate(zip(actions, labels, strict=True), 1):
        grid.add_row(Text(f"{number:>3}", "bold"), Text(label), Text(str(action), "dim"))
    return grid
