"""The contract of a game in play: a game's State inherits from `StateOf[Box]` with its own Box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

from parrain.core.action import Action
from parrain.core.box import Box
from parrain.core.compiling import Words, i64, mypyc_attr
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.core.fields import Fields, write_fields
from parrain.core.phase import Phase
from parrain.core.stream import Stream
from parrain.core.view import View

B = TypeVar("B", bound=Box)
NO_ACTIONS: Final[tuple[Action, ...]] = ()
NO_FIELDS: Final[Fields] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class StateOf(Stream, Generic[B]):
    """The whole table, hidden things too. Mutable, made of ints and small lists, cloned by hand.

    `reveals` counts the moments at which chance spoke or a choice showed its chooser something that
    was hidden from them: what was chosen before such a moment cannot be taken back. `log` is the list that
    events are added to, or None; a clone has none.
    """

    __slots__ = ("box", "ending", "is_over", "log", "options", "players", "reveals")

    @classmethod
    def __class_getitem__(cls, box: object) -> type:
        """`StateOf[Box]` is this class: compiled, it does not inherit from Generic (`WithoutGeneric` in setup.py)."""
        return cls

    def __init__(
        self, box: B, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> None:
        super().__init__(seed)
        self.box = box
        self.players = players
        self.options = options
        self.log = log
        self.is_over = False
        self.ending = ""
        self.reveals = 0

    # -- what a game must say ---------------------------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        """The seats that owe a decision now: none when it is over, one, or several at once."""
        raise NotImplementedError

    def phase_row(self) -> Phase[Any]:
        """The row of PHASES that is being played; a game without such rows overrides `legal_actions` and `apply`."""
        raise NotImplementedError

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """What that seat may choose; never empty while it owes a decision, empty while it owes none."""
        if player not in self.current_players():
            return NO_ACTIONS
        return self.phase_row().legal(self, player)

    def apply(self, player: int, action: Action) -> None:
        """The choice happens, or IllegalAction names the rule that forbids it and nothing changed."""
        if not self.box.owns(action) or player not in self.current_players():
            raise self.refusal(player, action)
        self.phase_row().apply(self, player, action)

    def blank(self) -> None:
        """Reset to an empty table: no components placed, no decision due."""
        raise NotImplementedError

    def clone(self) -> StateOf[B]:
        """An independent copy, without the log."""
        raise NotImplementedError

    def view(self, player: int | None) -> View:
        """What that seat may know, or a spectator (None)."""
        raise NotImplementedError

    def observe(self, player: int, out: Words, at: i64) -> bool:
        """Write the observation of that seat into zeros from `at` on (core/writing.py); False: the game cannot."""
        return False

    def observes_changes(self) -> bool:
        """Whether the game has choices after which `observe_change` is enough."""
        return False

    def observe_change(self, player: int, out: Words, at: i64) -> bool:
        """Update the observation that this seat had before its last choice; False: it must be written anew."""
        return False

    def scores(self) -> tuple[int, ...]:
        """The points of each seat as the table would count them now."""
        raise NotImplementedError

    def ranking(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the winner; equal places are shared. Only of a finished game."""
        raise NotImplementedError

    def fields(self) -> Fields:
        """The declared fields (FIELDS of the game's state.py)."""
        return NO_FIELDS

    # -- what follows from it -----------------------------------------------------------------------

    def returns(self) -> tuple[float, ...]:
        """The return of each seat, from -1 to 1, zero-sum.

        Alone at the top is 1; winners who share the top share what they won; everybody else has lost
        the same. While the game runs, nobody has anything.
        """
        n = self.players
        if not self.is_over:
            return (0.0,) * n
        places = self.ranking()
        winners = places.count(1)
        if winners == n:
            return (0.0,) * n
        won = (n / winners - 1.0) / (n - 1.0)
        lost = -1.0 / (n - 1.0)
        return tuple([won if place == 1 else lost for place in places])

    def to_position(self) -> dict[str, object]:
        """The whole table as a readable mapping; `game.position` reads it back."""
        return {
            "game": self.box.edition.game,
            "edition": self.box.edition.key,
            "players": self.players,
            "options": dict(self.options),
            **write_fields(self, self.fields(), self.box, self.players),
            "ending": self.ending,
            "random": self.random_words(),
            "reveals": self.reveals,
        }

    def refusal(self, player: int, action: Action) -> IllegalAction:
        """The rule that forbids this choice now, and why (the game's refusals.py)."""
        assert self.box.refuse_action is not None, "this box belongs to no game"
        return self.box.refuse_action(self, player, action)

    def canonical(self, action: Action) -> Action:
        """The action that this one is another name of, where several texts name the same choice; else itself."""
        return action

    def why_not(self, player: int, action: Action) -> IllegalAction | None:
        """The rule that forbids this choice now, or None if nothing does."""
        try:
            self.clone().apply(player, action)
        except IllegalAction as forbidden:
            return forbidden
        return None

    def check(self) -> None:
        """Assert the invariants (the game's invariants.py)."""
        assert self.box.check_state is not None, "this box belongs to no game"
        self.box.check_state(self)

    def playout(self, rng: Stream, most: int = 1000000) -> int:
        """Choose at random to the end (or for so many decisions); the number of decisions made."""
        made = 0
        while not self.is_over and made < most:
            for player in self.current_players():
                choices = self.legal_actions(player)
                if choices:  # another seat's answer may have settled it
                    self.apply(player, choices[rng.below(len(choices))])
                    made += 1
        return made

    def copy_base(self, copy: StateOf[B]) -> None:
        """Copy what every State has; the first line of a game's `clone`."""
        copy.random_a = self.random_a
        copy.random_b = self.random_b
        copy.random_c = self.random_c
        copy.random_n = self.random_n
        copy.is_over = self.is_over
        copy.ending = self.ending
        copy.reveals = self.reveals


State = StateOf[Any]
