"""What the terminal table shows: the table in words, what happened, the choices by number."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from parrain.cli.shell import Shell
from parrain.cli.typed import TypedChoices
from parrain.core import Action, Say, Seat, say
from parrain.table import Table

IN_ONE_COLUMN = 9
CLEAR = "\x1b[H\x1b[2J"
INDENT = "  "
WIDTH_OF_A_PIPE = 80
PARTLY_OURS = say("◇ Partly our reconstruction: “rules box” says what is from the box and what is ours.")
FORGET = CLEAR + "\x1b[3J"  # also what has scrolled off the screen


class Screen:
    """A terminal, or a pipe, on which one table is shown in one language."""

    def __init__(self, table: Table, shell: Shell) -> None:
        self.table = table
        self.shell = shell
        self.shown_to = [0] * table.record.players  # how many events each seat was shown without being asked
        self.helped = False  # whether it was said how to get help

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

    def title(self, seat: int | None = None) -> None:
        """The name of the game across the screen, and who looks at it."""
        title = self.table.game.title
        if seat is not None:
            title = self.words(say("{game}: you are {seat}", game=title, seat=Seat(seat)))
        if self.shell.out.is_terminal:
            self.shell.out.print(Rule(Text(title, "bold yellow"), style="yellow"))
        else:
            self.shell.write(Text(f"== {title}"))

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
        self.clear()
        self.title(seat)
        self.table_of(seat)
        self.happened(seat)
        self.tell(self.table.game.prompt(self.table.view(seat)), "bold")
        self.choices(seat)
        if not self.helped:
            self.tell(say("Type a number or the words of a choice; ? for help."), "dim")
            self.helped = True

    def table_of(self, seat: int | None) -> None:
        """The board in characters and the table in words, without the question."""
        game, view = self.table.game, self.table.view(seat)
        self.chart(seat)
        prompt = game.prompt(view)
        for sentence in game.describe(view):
            if sentence != prompt:
                self.tell_indented(sentence)
        self.shell.out.print()

    def chart(self, seat: int | None) -> bool:
        """The board in characters; False if the game has none."""
        view = self.table.view(seat)
        actions = self.table.state.legal_actions(seat) if seat is not None and seat in view.to_move else ()
        width = self.shell.out.width if self.shell.out.is_terminal else WIDTH_OF_A_PIPE
        lines = self.table.game.chart(view, actions, self.table.names, self.shell.language, width)
        for line in lines:
            self.shell.out.print(Text(line), soft_wrap=True)
        if lines and self.table.game.reconstructed():
            self.tell(PARTLY_OURS, "dim")
        if lines:
            self.shell.out.print()
        return bool(lines)

    def happened(self, seat: int, since: int | None = None) -> None:
        """What happened since this seat's last choice, all of it, or since another moment."""
        if since is None:
            since = max(self.table.events_before[seat], self.shown_to[seat])
        told = [self.table.tell(event, seat) for event in self.table.seen(seat, since)]
        lines = [sentence for sentence in told if sentence is not None]
        for sentence in lines:
            self.tell_indented(sentence, "• ")
        if lines:
            self.shell.out.print()

    def seen_up_to_here(self, seat: int) -> None:
        """What has happened by now is not told to this seat again."""
        self.shown_to[seat] = len(self.table.events)

    def tell_indented(self, sentence: Say, mark: str = "") -> None:
        """Write a sentence; where it is broken into lines, the next ones are indented."""
        text = Text(mark + self.words(sentence))
        if not self.shell.out.is_terminal:
            self.shell.write(text)
            return
        for number, line in enumerate(text.wrap(self.shell.out, self.shell.out.width - len(INDENT))):
            line.rstrip()
            self.shell.out.print(Text(INDENT if number else "") + line)

    def typed_choices(self, seat: int, actions: Sequence[Action] | None = None) -> TypedChoices:
        """What that seat may type for its choices, or for these."""
        table = self.table
        actions = table.state.legal_actions(seat) if actions is None else actions
        return TypedChoices(table.game, table.view(seat), actions, table.names, self.shell.language)

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
        """The table when all is over, to one seat or to all, what happened last, and who came where."""
        view = self.table.view(seat)
        self.clear()
        self.title(seat)
        self.table_of(seat)
        if seat is not None:
            self.happened(seat)
        self.tell(self.table.game.prompt(view), "bold")
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
