"""One drawing in the making: the View, what may be chosen in it, and how to say things to its reader."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term
from parrain.core.stream import BLANK
from parrain.core.svg import Markup
from parrain.games.reglement import text
from parrain.games.reglement.board.places import Layout, horseshoe, long_table
from parrain.games.reglement.components import RANKS, Box, man
from parrain.games.reglement.rules import State
from parrain.games.reglement.view import View

CARD_LOOKS = {
    "knife": ("knife", "coal"),
    "bang": ("gun", "blood"),
    "cake": ("cake", "mauve"),
    "pass": ("hand", "ochre"),
    "boom": ("boom", "brown"),
    "cocktail": ("glass", "steel"),
    "alert": ("cop", "slate"),
    "move": ("arrow", "felt"),
}
OBJECT_ICONS = {
    "revolver": "gun",
    "knife": "knife",
    "glass": "glass",
    "till": "till",
    "bar": "bottle",
    "restaurant": "fork",
    "gaming": "chip",
    "none": "",
}
BUSINESSES = ("bar", "restaurant", "gaming")


CHAIR_WORDS: dict[tuple[object, ...], str] = {}
MOST_WORDS = 20000


class Context:
    """The View, its seat's legal actions, and the language and names of its reader."""

    def __init__(
        self, view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
    ) -> None:
        self.view = view
        self.box = box
        self.actions = actions
        self.names = names
        self.language = language
        self.narrow = narrow
        self.layout: Layout = horseshoe(box) if narrow else long_table(box)
        self.mover = view.to_move[0] if view.to_move else -1
        self.mine = view.seat is not None and view.seat == self.mover
        self.legal = {action.text for action in actions}

    @cached_property
    def table(self) -> State:
        """What lies open as a State without hands, in the reader's turn: the rules answer from it."""
        return open_table(self.view, self.box, self.view.turn if self.view.seat is None else self.view.seat)

    def words(self, told: Say | Term) -> str:
        """A sentence or a name in the reader's language."""
        return translation.render_value(told, self.language, self.names)

    def sentence(self, told: Say | Term) -> str:
        """The same, beginning with a capital."""
        words = self.words(told)
        return words[:1].upper() + words[1:]

    def name(self, seat: int) -> str:
        """Who plays that gang."""
        return translation.render_value(Seat(seat), self.language, self.names)

    def money(self, amount: int) -> str:
        """A sum of money as the reader writes it."""
        return self.words(text.dollars(amount))

    def label(self, action: Action) -> str:
        """A choice in words."""
        return self.sentence(text.action_label(action, self.view, self.box))

    def chair_words(self, chair: int) -> str:
        """A chair in words; kept, because most chairs are the same after a choice."""
        view = self.view
        cake = view.cakes.index(chair + 1) if chair + 1 in view.cakes else -1
        sitter = (view.owners[chair], view.ranks[chair], chair + 1 in view.asleep)
        key = (self.box.edition.key, self.language, chair, *sitter, cake)
        found = CHAIR_WORDS.get(key)
        if found is None:
            if len(CHAIR_WORDS) >= MOST_WORDS:
                CHAIR_WORDS.clear()
            found = CHAIR_WORDS[key] = self.sentence(text.describe_chair(view, self.box, chair))
        return found

    def press(self, action: str, *inside: Markup, about: str = "") -> Markup:
        """A place that stands for a choice: to be made if it is legal, else to be asked about by a player."""
        title = self.label(self.box.by_text[action])
        if action in self.legal:
            return svg.choice(action, *inside, title=title, about=about)
        if self.view.seat is None or self.view.ending:
            return svg.about(about, *inside, title=title) if about else svg.join(*inside)
        return svg.touch(action, *inside, title=title, about=about)

    def turns_until(self, seat: int) -> int:
        """How many turns from now that seat's turn begins; 0 if it never does."""
        view = self.view
        if not view.alive[seat]:
            return 0
        count = 0
        for step in range(1, view.players + 1):
            other = (view.turn + step) % view.players
            count += 1 if view.alive[other] else 0
            if other == seat:
                break
        return count

    def when(self, seat: int) -> str:
        """When the cake of that seat explodes by itself."""
        return self.words(text.cake_time(self.turns_until(seat)))


def open_table(view: View, box: Box, seat: int) -> State:
    """The chairs, sleepers, pills and cakes of a View as a State in which it is that seat's turn; hands are empty."""
    state = State(box, view.players, BLANK, view.options)
    state.blank()
    for chair, owner in enumerate(view.owners):
        if owner >= 0:
            state.who[chair] = man(owner, RANKS.index(view.ranks[chair]), view.pieces[chair])
    for number in view.asleep:
        state.asleep |= 1 << (number - 1)
    state.cake = [place - 1 for place in view.cakes]
    state.derive_table()
    state.tokens = view.tokens
    state.doses = [number - 1 for number in view.doses]
    state.turn = state.mover = seat
    return state


@lru_cache(maxsize=512)
def man_words(box: Box, language: str, seat: int, rank: str) -> str:
    """A gangster by gang and rank."""
    words = translation.render(text.gangster(box.gangs[seat], rank, box), language)
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=64)
def object_words(box: Box, language: str, name: str) -> str:
    """What lies before a chair."""
    words = translation.render_value(box.edition.term("object", name), language)
    return words[:1].upper() + words[1:]


def bits(mask: int) -> list[int]:
    """The chairs of a set."""
    return [chair for chair in range(mask.bit_length()) if mask >> chair & 1]
