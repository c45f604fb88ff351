"""Errors in the input of a person or a file; raised before anything has changed."""

from __future__ import annotations

from typing import Self

from parrain.core.say import Say

LONGEST_QUOTE = 400  # characters of what somebody wrote, in an error about it


def cut(text: str) -> str:
    """The beginning of a text that is too long to be quoted."""
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


class ParrainError(Exception):
    """An error in the caller's input, with a message that can be translated."""

    def __init__(self, text: str, /, **filling: object) -> None:
        quoted = {name: cut(value) if isinstance(value, str) else value for name, value in filling.items()}
        self.say = Say(text, quoted)
        super().__init__(str(self.say))

    @classmethod
    def of(cls, said: Say) -> Self:
        """The error with a sentence that is written elsewhere."""
        return cls(said.text, **said.filling)


class IllegalAction(ParrainError):
    """A choice that a rule forbids; `rule` is the number of that rule in docs/rules."""

    def __init__(self, rule: str, text: str, /, **filling: object) -> None:
        self.rule = rule
        super().__init__(text, **filling)

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})"


class UnknownAction(ParrainError):
    """A text or number that is no choice of this game."""


class BadOption(ParrainError):
    """A number of players, a seed or an option that this game does not have."""


class BadEdition(ParrainError):
    """An edition file that cannot be read or cannot be played."""


class BadPosition(ParrainError):
    """A position that cannot be on a table."""


def require(holds: bool, text: str, /, **filling: object) -> None:
    """Raise BadPosition with this sentence unless the condition holds."""
    if not holds:
        raise BadPosition.of(Say(text, filling))


class BadRecord(ParrainError):
    """A record that is malformed, truncated, changed, or of another edition."""


class BadLesson(ParrainError):
    """A lesson that cannot be read, or an expectation of it that fails."""


class BadCourse(ParrainError):
    """A course that cannot be read, or that does not say what is true."""
