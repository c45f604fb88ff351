"""A game as the world meets it: its facts, its rooms, and the names of the contract."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from parrain.core.action import Action
from parrain.core.box import Box
from parrain.core.edition import Edition, read_edition
from parrain.core.encoding import HASHED_PARTS, Part, hashed
from parrain.core.errors import BadEdition, BadOption, BadPosition, UnknownAction
from parrain.core.event import Event
from parrain.core.parley import Parley
from parrain.core.rulebook import Rulebook, read_rulebook
from parrain.core.say import Say
from parrain.core.solved import Solved
from parrain.core.state import State
from parrain.core.stream import SEEDS, Stream
from parrain.core.view import View


class Option(NamedTuple):
    """A switch of a game: the first choice is what the rulebook says or what players expect."""

    name: str
    choices: tuple[bool | int | str, ...]
    text: Say


class Tuning(NamedTuple):
    """How a search goes about a game: how far it plays on before it asks what the position promises, and what it trusts."""

    horizon: int = 0  # turns from the root that are played, beyond the tree as a sensible player would; 0: none
    glance: int = 0  # of how many choices, drawn at random, that sensible player takes the best; 0: of all
    depth: int = 8  # random choices after that
    explore: float = 1.2  # how much what has not been tried enough counts
    trust: float = 1.5  # how much better the best choice at first sight is thought to be than the middle one
    doubt: float = 0.15  # how much worse than the rest a choice is thought to be before it is tried


class Game:
    """One game with one edition in its box. Each game's package holds a subclass with its facts and rooms."""

    id: str
    prefix: str
    title: str
    fewest: int
    most: int
    minutes: int
    difficulty: int
    pitch: Say
    endings: tuple[str, ...]
    options: tuple[Option, ...] = ()
    extra_playthroughs: Mapping[str, tuple[int, Mapping[str, object]]] = {}
    home: Path
    default_edition: str
    progress: tuple[str, ...] = ()  # fields of the View that only tell the chooser how far a choice has come
    worlds: int = 8  # how many worlds the greedy bot imagines before it chooses
    tuning: Tuning = Tuning()
    levels: Mapping[
        str, str
    ] = {}  # what the levels of bots are in this game, where it differs from what is usual (bots/levels.py)

    box: Box

    def __init__(self, edition: str | Path | None = None) -> None:
        self.edition = read_edition(self._edition_path(edition), self.id)
        self.box = self.open_box(self.edition)
        self.actions = self.box.actions

    # -- the rooms: what each game's package fills in ------------------------------------------------

    def open_box(self, edition: Edition) -> Box:
        """Make the components of an edition (components.py)."""
        raise NotImplementedError

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        """Set the table up (rules.py)."""
        raise NotImplementedError

    def read_position(self, data: Mapping[str, object]) -> State:
        """Lay out a position (rules.py); `position` has checked its head."""
        raise NotImplementedError

    def imagine(self, view: View, rng: Stream) -> State:
        """A whole table that this View could have come from (view.py)."""
        raise NotImplementedError

    def view_from_data(self, data: Mapping[str, object]) -> View:
        """A View read back from its JSON (view.py)."""
        raise NotImplementedError

    def draw(self, view: View, names: Sequence[str] = (), language: str = "en", narrow: bool = False) -> str:
        """The View as SVG (board.py); `narrow` for a phone held upright."""
        raise NotImplementedError

    def prompt(self, view: View) -> Say:
        """What the View's seat is asked, or whom it is waiting for (text.py)."""
        raise NotImplementedError

    def action_label(self, action: Action, view: View) -> Say:
        """A choice as a button would name it (text.py)."""
        raise NotImplementedError

    def event_text(self, event: Mapping[str, object], seat: int | None) -> Say | None:
        """What happened, told to that seat; None for what needs no words (text.py)."""
        raise NotImplementedError

    def describe(self, view: View) -> list[Say]:
        """The whole View in words, complete enough to play by ear (text.py)."""
        raise NotImplementedError

    def rate(self, state: State, seat: int, actions: Sequence[Action]) -> list[float]:
        """How good each choice looks to a sensible player, higher is better (bot.py).

        The State is always an imagined one: a bot has no other.
        """
        raise NotImplementedError

    def evaluate(self, state: State) -> list[float]:
        """What the position promises each seat, on the scale of `State.returns`: 1 for a sure win, adding up to nothing (bot.py)."""
        raise NotImplementedError

    def hides(self, action: Action) -> bool:
        """Whether the other seats do not see which choice of this kind was made when it is (bot.py)."""
        return False

    def turn_number(self, state: State) -> int:
        """A number that rises from turn to turn, for a search that looks some turns ahead; 0 where the game has no such turns (bot.py)."""
        return 0

    def reason(self, view: View, action: Action) -> Say:
        """Why a sensible player would choose this (bot.py)."""
        raise NotImplementedError

    def solve(self, view: View, limit: int, seconds: float = 0.0) -> Solved | None:
        """The View solved exactly, where the game knows how and needs to look at no more than `limit` moments (endgame.py).

        `seconds` above zero is the longest it may take. None where it cannot be solved.
        """
        return None

    def silent_answer(self, view: View, actions: Sequence[Action]) -> Action | None:
        """What stands for a seat that has not answered when the sand of a live table is out; None: a bot answers this once."""
        return None

    def parley(self, view: View) -> Parley | None:
        """The negotiation that goes on, for a live table to hold freely while its sand runs; None: there is none (core/parley.py)."""
        return None

    @property
    def sand(self) -> int:
        """How many seconds the sand in the game's box runs; 0 if there is none."""
        return 0

    def sanded(self, view: View) -> bool:
        """Whether the sand of a live table may run over what is asked now, if several answer at once."""
        return True

    def encoding(self, players: int) -> tuple[Part, ...]:
        """The layout of `encode` at a table of so many; a game that declares none is hashed (encoding.py)."""
        return HASHED_PARTS

    def encode(self, view: View) -> Sequence[float]:
        """The View as numbers for learning code, as many as the parts of `encoding` say (encoding.py)."""
        return hashed(view)

    # -- the contract ---------------------------------------------------------------------------------

    def new(
        self, players: int | None = None, seed: int | None = None, log: list[Event] | None = None, **options: object
    ) -> State:
        """A new game; without a seed, one that nobody can guess."""
        count = self.fewest if players is None else players
        if not isinstance(count, int) or not self.fewest <= count <= self.most:
            raise BadOption(
                "{game} is for {fewest} to {most} players, not {players}.",
                game=self.title,
                fewest=self.fewest,
                most=self.most,
                players=repr(count),
            )
        start = random.SystemRandom().randrange(1 << 48) if seed is None else seed
        if not isinstance(start, int) or isinstance(start, bool) or not 0 <= start < SEEDS:
            raise BadOption("A seed is a whole number from 0 to 2^96 - 1, not {seed}.", seed=repr(start)[:60])
        return self.deal(count, start, self.settle_options(options), log)

    def settle_options(self, options: Mapping[str, object]) -> dict[str, object]:
        """All options of the game, as chosen or by default; an unknown one is a mistake."""
        settled: dict[str, object] = {}
        for option in self.options:
            settled[option.name] = option.choices[0]
        for name, value in options.items():
            choices = next((option.choices for option in self.options if option.name == name), None)
            if choices is None:
                known = ", ".join(settled) or "none"
                raise BadOption(
                    "{game} has no option {name}; it has: {known}.", game=self.title, name=name, known=known
                )
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                raise BadOption(
                    "The option {name} is one of {choices}, not {value}.",
                    name=name,
                    choices=", ".join(map(str, choices)),
                    value=repr(value)[:60],
                )
            settled[name] = value
        return settled

    def action_from_text(self, text: str) -> Action:
        """The choice of that text."""
        return self.box.action_from_text(text)

    def action_id(self, action: Action) -> int:
        """The choice as a whole number from 0 to `len(game.actions) - 1`."""
        if not self.box.owns(action):
            raise UnknownAction("“{text}” is a choice of another game or edition.", text=str(action))
        return action.id

    def position(self, data: Mapping[str, object]) -> State:
        """Any position from a readable mapping; what it leaves out is filled in as docs/positions.md says."""
        if not isinstance(data, Mapping):
            raise BadPosition("A position is a mapping of names to values.")
        if data.get("game", self.id) != self.id:
            raise BadPosition("This position is of {other}, not of {game}.", other=str(data["game"]), game=self.id)
        edition = data.get("edition", self.edition.key)
        if edition not in (self.edition.key, self.edition.name):
            raise BadPosition(
                "This position is of the edition {other}; the box on the table is {mine}.",
                other=str(edition),
                mine=self.edition.key,
            )
        return self.read_position(data)

    def rulebook(self) -> Rulebook:
        """The game's rules in our own words."""
        return read_rulebook(self.home / "rulebook.toml", self.title, self.prefix)

    def lesson_files(self) -> list[Path]:
        """The game's lessons, in order."""
        return sorted((self.home / "lessons").glob("*.toml"))

    # -- editions --------------------------------------------------------------------------------------

    def editions(self) -> list[str]:
        """The names of the editions that come with the game."""
        return sorted(path.stem for path in (self.home / "editions").glob("*.toml"))

    def _edition_path(self, edition: str | Path | None) -> Path:
        if edition is None:
            edition = self.default_edition
        if isinstance(edition, Path) or edition.endswith(".toml"):
            return Path(edition)
        if edition not in self.editions():
            self._no_edition(edition)
        return self.home / "editions" / f"{edition}.toml"

    def _no_edition(self, name: str) -> NoReturn:
        raise BadEdition(
            "{game} has no edition {name}; it has: {known} (or give the path of an edition file).",
            game=self.title,
            name=name,
            known=", ".join(self.editions()),
        )
