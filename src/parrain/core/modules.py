"""The modules of a game and the functions each must have; mypy checks the real modules against these protocols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from parrain.core.action import Action
from parrain.core.box import Box
from parrain.core.edition import Edition
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.core.fields import Fields
from parrain.core.parts import Card, Scene, TableParts
from parrain.core.say import Say
from parrain.core.state import State
from parrain.core.svg.markup import Markup
from parrain.core.worlds import Worlds


class Components(Protocol):
    """components.py: the Box."""

    def Box(self, edition: Edition) -> Box: ...


class StateModule(Protocol):
    """state.py: the declared fields."""

    @property
    def FIELDS(self) -> Fields: ...


class Rules(Protocol):
    """rules.py: the State in play."""

    def State(
        self, box: Any, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> State: ...


class ViewModule(Protocol):
    """view.py: what one seat may know."""

    @property
    def View(self) -> type[Any]: ...


class Position(Protocol):
    """position.py: what of a position cannot be declared as fields."""

    @property
    def KEYS(self) -> Sequence[str]: ...

    def finish_position(self, state: Any, data: Mapping[str, object]) -> None: ...


class Imagine(Protocol):
    """imagine.py: the tables that a View could have come from."""

    def Worlds(self, view: Any, box: Any) -> Worlds[Any]: ...


class Refusals(Protocol):
    """refusals.py: why a choice is not legal."""

    def refusal(self, state: Any, player: int, action: Action) -> IllegalAction: ...


class Invariants(Protocol):
    """invariants.py: what holds at any moment."""

    def check(self, state: Any) -> None: ...


class BotModule(Protocol):
    """bot.py: what a sensible player looks at."""

    def rate(self, state: Any, seat: int, actions: Sequence[Action]) -> list[float]: ...
    def evaluate(self, state: Any) -> list[float]: ...
    def turn_number(self, state: Any) -> int: ...
    def reason(self, view: Any, box: Any, action: Action) -> Say: ...


class Text(Protocol):
    """text.py: everything the game says."""

    def prompt(self, view: Any, box: Any) -> Say: ...
    def action_label(self, action: Action, view: Any, box: Any) -> Say: ...
    def event_text(self, event: Mapping[str, object], seat: int | None, box: Any) -> Say | None: ...
    def describe(self, view: Any, box: Any) -> list[Say]: ...
    def heading(self, view: Any, box: Any) -> Say: ...


class Chart(Protocol):
    """The function `chart` that text.py may have: the board in characters, with the numbers of the choices in it."""

    def __call__(
        self, view: Any, box: Any, actions: Sequence[Action], names: Sequence[str], language: str, width: int
    ) -> list[str]: ...


class Board(Protocol):
    """board.py: a View drawn as parts, and what explains them."""

    def parts(
        self, view: Any, box: Any, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
    ) -> TableParts: ...

    def card(self, thing: str, view: Any, box: Any, names: Sequence[str], language: str) -> Card | None: ...

    def scenes(
        self,
        events: Sequence[Mapping[str, object]],
        view: Any,
        box: Any,
        names: Sequence[str],
        language: str,
        narrow: bool,
        earlier: Sequence[Mapping[str, object]] = (),
    ) -> list[Scene]: ...

    def pointed(self, event: Mapping[str, object], box: Any) -> tuple[str, ...]: ...


class Cover(Protocol):
    """cover.py: the picture on the home page."""

    def cover(self, title: str) -> Markup: ...


class Modules(NamedTuple):
    """The modules of one game; without a cover it has a plain one."""

    components: Components
    state: StateModule
    view: ViewModule
    rules: Rules
    position: Position
    imagine: Imagine
    refusals: Refusals
    invariants: Invariants
    bot: BotModule
    text: Text
    board: Board
    cover: Cover | None = None
