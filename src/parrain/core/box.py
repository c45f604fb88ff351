"""The box: the components of an edition file, and all actions of its game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from parrain.core.action import Action
from parrain.core.compiling import mypyc_attr
from parrain.core.edition import Edition
from parrain.core.errors import IllegalAction, UnknownAction


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """The components of one edition; the games' own boxes add their cards, tiles and maps.

    `refuse_action` and `check_state` are the game's `refusals.refusal` and `invariants.check`, set by Game: the rules
    cannot import them, because these modules import the rules.
    """

    def __init__(self, edition: Edition, actions: tuple[Action, ...]) -> None:
        self.edition = edition
        self.actions = actions
        self.by_text = {action.text: action for action in actions}
        assert all(action.id == i for i, action in enumerate(actions)), "actions are numbered in order"
        assert len(self.by_text) == len(actions), "every action has a text of its own"
        self.most_points = 1000  # an upper bound of scores, for the observation; a game with greater ones sets it
        self.name_numbers: dict[object, dict[str, int]] = {}  # a cache of core/fields.py, as is the next
        self.fields_in_view: tuple[Any, ...] = ()
        self.refuse_action: Callable[..., IllegalAction] | None = None
        self.check_state: Callable[..., None] | None = None

    def action_from_text(self, text: str, legal: Sequence[Action] = ()) -> Action:
        """The action of that text; white space is normalised. What is `legal`, if given, is suggested for an error."""
        action = self.by_text.get(" ".join(text.split()))
        if action is None:
            known = [each.text for each in legal or self.actions]
            close = get_close_matches(text, known, 3, 0.4) or known[:3]
            raise UnknownAction(
                "“{text}” is no choice of this game; did you mean {close}?", text=text[:80], close=list(close)
            )
        return action

    def owns(self, action: Action) -> bool:
        """Whether this action belongs to this box."""
        return 0 <= action.id < len(self.actions) and self.actions[action.id] is action
