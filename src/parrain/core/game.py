"""A game: its facts, its modules, and the contract that everything outside it uses."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from parrain.core.action import Action
from parrain.core.arrays import Hidden
from parrain.core.box import Box
from parrain.core.data import view_from_data
from parrain.core.edition import Edition, Value, read_edition
from parrain.core.encoding import HASHED_PARTS, Part, hashed
from parrain.core.errors import BadEdition, BadOption, BadPosition, UnknownAction
from parrain.core.event import Event
from parrain.core.fields import entries, read_fields, whole_number
from parrain.core.guide import Guide, read_guide
from parrain.core.modules import Chart, Modules
from parrain.core.negotiation import Negotiation
from parrain.core.observation import Observation
from parrain.core.parts import Card, Scene, TableParts, compose
from parrain.core.rulebook import Rulebook, read_rulebook
from parrain.core.say import Say, say
from parrain.core.solution import Solution
from parrain.core.state import State
from parrain.core.stream import BLANK, SEEDS, Stream
from parrain.core.svg.cover import cover_page, plain_cover
from parrain.core.translation import render
from parrain.core.view import View
from parrain.core.worlds import Worlds

EDITIONS = "PARRAIN_EDITIONS"  # the environment variable that names the folder of editions made on a server
HOUSE = re.compile("house-[0-9a-f]{12}")  # how these are called
HEAD = ("game", "edition", "players", "options", "seed", "random", "reveals", "ending")  # the keys of every position


class Option(NamedTuple):
    """A switch of a game: the first choice is what the rulebook says or what players expect."""

    name: str
    choices: tuple[bool | int | str, ...]
    text: Say
    labels: Mapping[bool | int | str, Say] = {}  # shown instead of the value of a choice


class SearchTuning(NamedTuple):
    """The parameters of the tree search in a game (bots/tree.py)."""

    horizon: int = 0  # turns from the root that a simulation plays, beyond the tree by a greedy rollout; 0: no rollout
    rollout_sample: int = 0  # the greedy rollout takes the best rated of so many random choices; 0: of all
    random_depth: int = 8  # random choices after the rollout, before the position is evaluated
    exploration: float = 1.2  # the exploration constant of PUCT
    prior_sharpness: float = 1.5  # inverse temperature of the softmax that makes priors of ratings
    untried_penalty: float = 0.15  # an untried choice is valued so much below the node's mean (first-play urgency)


class ImaginedWorlds(Worlds[State]):
    """The worlds of a game that overrides `Game.imagine`: each is imagined from scratch."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.view = view

    def draw(self, rng: Stream) -> State:
        return self.game.imagine(self.view, rng)


class Game:
    """One game with one edition in its box.

    A game is either a package with the modules of docs/architecture.md, named in `modules`, or one file that overrides
    the methods below.
    """

    id: str
    prefix: str
    title: str
    fewest: int
    most: int
    minutes: int
    difficulty: int
    pitch: Say
    tagline: Say | None = None  # the pitch in a line, for the box on the home page
    endings: tuple[str, ...]
    options: tuple[Option, ...] = ()
    point_sources: Mapping[str, Say] = {}  # where points come from, if the game can tell (`points_by_source`)
    roles: tuple[Say, ...] = ()  # what the seats play in turn, where they are not alike
    extra_playthroughs: Mapping[str, tuple[int, Mapping[str, object]]] = {}
    home: Path
    default_edition: str
    progress: tuple[str, ...] = ()  # fields of the View that only tell the chooser how far a choice has come
    revealing_events: tuple[str, ...] = ()  # kinds that show secret choices, where `State.reveals` does not count it
    greedy_worlds: int = 8  # how many worlds the greedy bot imagines before it chooses
    tuning: SearchTuning = SearchTuning()
    levels: Mapping[str, str] = {}  # of bots, where they are not the usual ones, and half-steps (bots/levels.py)
    learned_levels: Mapping[str, str] = {}  # instead of these where its learned network can play
    learned_temperature: float = 1.0  # at which that network plays best; below 1 it keeps to what it finds likeliest
    seat_axes: Mapping[str, str] = {}  # parts of the observation with their seats not first (bots/inputs.py)
    elo: Mapping[str, int] = {}  # how strong its levels are among each other, `normal` being 1000 (docs/strength.md)
    modules: Modules | None = None

    box: Box

    def __init__(self, edition: str | Path | Edition | None = None) -> None:
        if not isinstance(edition, Edition):
            edition = read_edition(self._edition_path(edition), self.id)
        self.edition = edition
        self.box = self.open_box(self.edition)
        self.actions = self.box.actions
        self._observations: dict[int, Observation] = {}
        self._bot = None if self.modules is None else self.modules.bot  # at hand: a search asks it all the time
        if self.modules is not None:
            self.box.refuse_action = self.modules.refusals.refusal
            self.box.check_state = self.modules.invariants.check

    # -- what the modules of a game provide; a game in one file overrides these ------------------------

    @property
    def _modules(self) -> Modules:
        if self.modules is None:
            raise NotImplementedError(f"{type(self).__name__} has no modules and does not override this method")
        return self.modules

    def open_box(self, edition: Edition) -> Box:
        """Make the components of an edition (components.py)."""
        return self._modules.components.Box(edition)

    def deal(self, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None) -> State:
        """Set up a new game (rules.py)."""
        return self._modules.rules.State(self.box, players, seed, options, log)

    def read_position(self, data: Mapping[str, object]) -> State:
        """Parse a position (state.FIELDS and position.py); `position` has validated its head."""
        modules = self._modules
        fields = modules.state.FIELDS
        keys = [*HEAD, *[field.key for field in fields if field.key], *modules.position.KEYS]
        for key in data:
            if key not in keys:
                raise BadPosition(
                    "A position of {game} has no {key}; it has: {keys}.",
                    game=self.title,
                    key=str(key),
                    keys=", ".join(sorted(set(keys))),
                )
        players = whole_number(data.get("players", self.fewest), "players", self.fewest, self.most)
        options = data.get("options", {})
        if not isinstance(options, Mapping):
            raise BadPosition("options must be a mapping.")
        try:
            state = modules.rules.State(self.box, players, BLANK, self.settle_options(options))
            state.reseed(whole_number(data.get("seed", 0), "seed", 0, SEEDS - 1))
            state.blank()
            read_fields(state, fields, data, self.box, players)
            state.reveals = whole_number(data.get("reveals", 0), "reveals", 0, 1 << 30)
            state.ending = self._read_ending(data.get("ending", ""))
            state.is_over = state.ending != ""
            modules.position.finish_position(state, data)
            if data.get("random") is not None:
                four = entries(data["random"], "random", 4)
                words = [whole_number(each, "random", 0, (1 << 32) - 1) for each in four[:3]]
                state.set_random_words([*words, whole_number(four[3], "random", -(1 << 32), (1 << 32) - 1)])
            state.check()
        except (BadOption, UnknownAction) as error:
            raise BadPosition.of(error.say) from None
        except (AssertionError, LookupError, TypeError, ValueError, OverflowError) as error:
            why = str(error) if isinstance(error, AssertionError) else ""
            raise BadPosition(
                "This position cannot be on a table: {why}", why=why or say("pieces, hands and phase do not agree")
            ) from None
        if data.get("ending", state.ending) not in ("", state.ending):
            raise BadPosition("A game that stands like this has not ended by {ending}.", ending=str(data["ending"]))
        return state

    def _read_ending(self, ending: object) -> str:
        """Validate how a position says that its game ended."""
        if ending != "" and (not isinstance(ending, str) or ending not in self.endings):
            raise BadPosition(
                "{game} ends by {endings}, not by {ending}.",
                game=self.title,
                endings=", ".join(self.endings),
                ending=str(ending)[:40],
            )
        return str(ending)

    def imagine(self, view: View, rng: Stream) -> State:
        """Sample a State that this View could have come from (determinisation, imagine.py)."""
        return self.worlds(view).draw_last(rng)

    def worlds(self, view: View) -> Worlds[State]:
        """A sampler of the States that this View could have come from, to draw many (imagine.py)."""
        if self.modules is None:
            return ImaginedWorlds(self, view)
        return self.modules.imagine.Worlds(view, self.box)

    def likely_worlds(self, view: View) -> Worlds[State]:
        """The same, with what the others have done weighed by how sensible it is, where a game can tell (bot.py)."""
        return self.worlds(view)

    def view_from_data(self, data: Mapping[str, object]) -> View:
        """Deserialise a View from its JSON data."""
        return view_from_data(self._modules.view.View, data)

    def parts(
        self,
        view: View,
        names: Sequence[str] = (),
        language: str = "en",
        narrow: bool = False,
        actions: Sequence[Action] | None = None,
    ) -> TableParts:
        """The View as parts (board.py); `narrow` for an upright phone, `actions` its seat's choices if known."""
        if actions is None:
            actions = self.actions_of(view)
        return self._modules.board.parts(view, self.box, actions, names, language, narrow)

    def draw(
        self,
        view: View,
        names: Sequence[str] = (),
        language: str = "en",
        narrow: bool = False,
        actions: Sequence[Action] | None = None,
    ) -> str:
        """The same parts as one SVG picture."""
        described = " ".join(render(each, language, names) for each in self.describe(view))
        question = render(self.prompt(view), language, names)
        parts = self.parts(view, names, language, narrow, actions)
        return compose(parts, self.title, question, names, described, language, narrow)

    def card(self, thing: str, view: View, names: Sequence[str] = (), language: str = "en") -> Card | None:
        """The card that explains a thing on the table, None if there is none (board.py)."""
        return self._modules.board.card(thing, view, self.box, names, language)

    def scenes(
        self,
        events: Sequence[Mapping[str, object]],
        view: View,
        names: Sequence[str] = (),
        language: str = "en",
        narrow: bool = False,
        earlier: Sequence[Mapping[str, object]] = (),
    ) -> list[Scene]:
        """What of these events is told as scenes, with the View after them (board.py).

        `earlier`: what the viewer was told before them, for games whose scenes need it.
        """
        return self._modules.board.scenes(events, view, self.box, names, language, narrow, earlier)

    def pointed(self, event: Mapping[str, object]) -> tuple[str, ...]:
        """The pieces or things on the board that an event is about (board.py)."""
        return self._modules.board.pointed(event, self.box)

    def heading(self, view: View) -> Say:
        """Turn and phase, the heading above what happens in it (text.py)."""
        return self._modules.text.heading(view, self.box)

    def actions_of(self, view: View) -> tuple[Action, ...]:
        """The legal actions of the View's seat, computed in an imagined State."""
        if view.seat is None or view.seat not in view.to_move:
            return ()
        return self.imagine(view, Stream(1)).legal_actions(view.seat)

    def cover(self, language: str = "en") -> str:
        """The cover of the box as SVG (cover.py)."""
        drawn = None if self.modules is None else self.modules.cover
        return cover_page(self.title, plain_cover(self.title) if drawn is None else drawn.cover(self.title), language)

    def prompt(self, view: View) -> Say:
        """The question to the View's seat, or whom it is waiting for (text.py)."""
        return self._modules.text.prompt(view, self.box)

    def action_label(self, action: Action, view: View) -> Say:
        """The label of an action, as on a button (text.py)."""
        return self._modules.text.action_label(action, view, self.box)

    def event_text(self, event: Mapping[str, object], seat: int | None) -> Say | None:
        """An event as a sentence for that seat; None if it needs none (text.py)."""
        return self._modules.text.event_text(event, seat, self.box)

    def describe(self, view: View) -> list[Say]:
        """The whole View in words, complete enough to play by ear (text.py)."""
        return self._modules.text.describe(view, self.box)

    def chart(
        self, view: View, actions: Sequence[Action], names: Sequence[str] = (), language: str = "en", width: int = 80
    ) -> list[str]:
        """The board drawn in characters, at most `width` columns if it can be, with the numbers of `actions` in it.

        Empty where there is nothing to draw: `chart` is an optional function of text.py.
        """
        draw: Chart | None = getattr(self.modules.text, "chart", None) if self.modules is not None else None
        return [] if draw is None else draw(view, self.box, actions, names, language, width)

    def is_eliminated(self, view: View, seat: int) -> bool:
        """Whether that seat is out of a game that the others play on."""
        return False

    def rate(self, state: State, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
        """A heuristic rating of each action for the seat, higher is better (bot.py).

        The State is always an imagined one; `cache` is what `new_cache` made for it.
        """
        return (self._bot or self._modules.bot).rate(state, seat, actions)

    def new_cache(self, before: object = None) -> object:
        """A cache for the ratings within one imagined world, for games that want one (bot.py).

        `before` is the one of another world imagined from the same View: what cannot differ may be taken over.
        """
        return None

    def evaluate(self, state: State) -> list[float]:
        """The value of a position for each seat, on the scale of `State.returns`, zero-sum (bot.py)."""
        return (self._bot or self._modules.bot).evaluate(state)

    def appraise(self, state: State) -> list[float]:
        """The same, better, where a game has it (bot.py): what searches with `insight` go by."""
        return self.evaluate(state)

    def hides(self, action: Action) -> bool:
        """Whether the other seats do not see that this action was chosen (bot.py)."""
        return False

    def turn_number(self, state: State) -> int:
        """A number that increases every turn, for the horizon of a search (bot.py)."""
        return 0 if self._bot is None else self._bot.turn_number(state)

    def reason(self, view: View, action: Action) -> Say:
        """An explanation why this action is good (bot.py)."""
        return self._modules.bot.reason(view, self.box, action)

    def solve(self, view: View, limit: int, seconds: float = 0.0) -> Solution | None:
        """The exact solution of the View, or None where there is none within `limit` nodes and `seconds` (bot.py)."""
        return None

    def hidden(self, view: View, earlier: Sequence[View] = ()) -> Hidden | None:
        """The hands that the others may hold, as numpy arrays, for search with a learned network (arrays.py).

        `earlier` are Views of the same seat before this one. None where a game offers nothing of the kind.
        """
        return None

    def points_by_source(self, state: State, events: Sequence[Event]) -> Mapping[str, Sequence[int]]:
        """The points of each seat by where they came from (the keys of `point_sources`), of a finished game's log."""
        return {}

    def default_answer(self, view: View, actions: Sequence[Action]) -> Action | None:
        """The action taken for a seat whose timer ran out at a live table; None lets a bot choose (live.py)."""
        return None

    def negotiation(self, view: View) -> Negotiation | None:
        """The negotiation in progress, for a live table to run; None if there is none (live.py)."""
        return None

    def reconstructed(self) -> list[Value]:
        """The values of the box that are our reconstruction, wherever they are written."""
        return self.edition.reconstructed()

    @property
    def timer_seconds(self) -> int:
        """The seconds of the sand timer in the game's box; 0 if there is none."""
        return 0

    def is_timed(self, view: View) -> bool:
        """Whether the sand timer of a live table runs during this decision."""
        return True

    def encoding(self, players: int) -> tuple[Part, ...]:
        """The layout of `encode` by number of players (state.FIELDS); Views of games without fields are hashed."""
        if self.modules is None:
            return HASHED_PARTS
        return self._observation(players).parts

    def encode(self, view: View) -> Sequence[float]:
        """The View as numbers for learning code, as many as the parts of `encoding` say."""
        if self.modules is None:
            return hashed(view)
        return self._observation(view.players).encode(view)

    def turned_names(self, players: int, seat: int) -> Mapping[str, str]:
        """The names of seats in the texts of actions, each with the name it has for `seat` if that is the first one.

        An observation counts seats from one's own; a network that learns needs actions named in the same way.
        """
        return {}

    def _observation(self, players: int) -> Observation:
        found = self._observations.get(players)
        if found is None:
            found = Observation(self._modules.state.FIELDS, self.box, players)
            self._observations[players] = found
        return found

    # -- the contract ---------------------------------------------------------------------------------

    def new(
        self, players: int | None = None, seed: int | None = None, log: list[Event] | None = None, **options: object
    ) -> State:
        """A new game; the default seed is unpredictable."""
        start = random.SystemRandom().randrange(SEEDS) if seed is None else seed
        if not isinstance(start, int) or isinstance(start, bool) or not 0 <= start < SEEDS:
            raise BadOption("A seed is a whole number from 0 to 2^96 - 1, not {seed}.", seed=repr(start)[:60])
        return self.begin(players, start, options, log)

    def begin(
        self, players: int | None, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> State:
        """A new game of that seed, which may also be one of the keyed stream (core/stream.py)."""
        count = self.fewest if players is None else players
        if not isinstance(count, int) or not self.fewest <= count <= self.most:
            raise BadOption(
                "{game} is for {fewest} to {most} players, not {players}.",
                game=self.title,
                fewest=self.fewest,
                most=self.most,
                players=repr(count),
            )
        return self.deal(count, seed, self.settle_options(options), log)

    def settle_options(self, options: Mapping[str, object]) -> dict[str, object]:
        """Validate options and fill in the defaults."""
        settled: dict[str, object] = {}
        for option in self.options:
            settled[option.name] = option.choices[0]
        for name, value in options.items():
            choices = next((option.choices for option in self.options if option.name == name), None)
            if choices is None:
                known = ", ".join(settled) or "none"
                raise BadOption(
                    "{game} has no option {name}; it has: {known}.", game=self.title, name=name[:40], known=known
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

    def action_from_text(self, text: str, legal: Sequence[Action] = ()) -> Action:
        """Parse the canonical text of an action; an error suggests some of these `legal` ones, if given."""
        return self.box.action_from_text(text, legal)

    def action_id(self, action: Action) -> int:
        """The index of an action, from 0 to `len(game.actions) - 1`."""
        if not self.box.owns(action):
            raise UnknownAction("“{text}” is a choice of another game or edition.", text=str(action))
        return action.id

    def position(self, data: Mapping[str, object]) -> State:
        """Validate and parse a position; defaults as in docs/positions.md."""
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

    def guide(self) -> Guide:
        """What the pages about the rules show beside the rules."""
        return read_guide(self.home / "guide.toml")

    def lesson_files(self) -> list[Path]:
        """The game's lessons, in order."""
        return sorted((self.home / "lessons").glob("*.toml"))

    def puzzle_files(self) -> list[Path]:
        """The game's puzzles, lessons that ask for the best choice, in order."""
        return sorted((self.home / "puzzles").glob("*.toml"))

    def course_file(self) -> Path | None:
        """The game's guided first game, if it has one."""
        path = self.home / "course.toml"
        return path if path.exists() else None

    # -- editions --------------------------------------------------------------------------------------

    def editions(self) -> list[str]:
        """The names of the editions that come with the game."""
        return sorted(path.stem for path in (self.home / "editions").glob("*.toml"))

    def _edition_path(self, edition: str | Path | None) -> Path:
        if edition is None:
            edition = self.default_edition
        if isinstance(edition, Path) or edition.endswith(".toml"):
            return Path(edition)
        kept = kept_edition(self.id, edition)
        if kept is not None:
            return kept
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


def kept_edition(game: str, name: str) -> Path | None:
    """The file of an edition that was made on this server, None if there is none of that name."""
    folder = os.environ.get(EDITIONS)
    if not folder or not HOUSE.fullmatch(name):
        return None
    path = Path(folder) / game / f"{name}.toml"
    return path if path.exists() else None
