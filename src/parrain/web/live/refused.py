"""The one error for an operation that a room does not allow."""

from __future__ import annotations

from parrain import core
from parrain.core import Say


class Refused(core.ParrainError):  # by its long name: its first argument is no text for translators
    """An operation that is not allowed, with a code for programs."""

    def __init__(self, code: str, reason: Say, rule: str = "") -> None:
        self.code = code
        self.rule = rule
        super().__init__(reason.text, **dict(reason.filling))
        self.say = reason  # with its plural form
