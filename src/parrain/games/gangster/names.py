"""The words for colours and equipment, ready to be translated."""

from __future__ import annotations

from typing import Final

from parrain.core.say import Say, say

KIND_NAMES: Final[list[Say]] = [
    say("bodyguard"),
    say("trunk"),
    say("engine"),
    say("bumper"),
    say("machine gun"),
    say("door"),
]
COLOUR_NAMES: Final[dict[str, Say]] = {
    "brown": say("brown"),
    "yellow": say("yellow"),
    "grey": say("grey"),
    "blue": say("blue"),
    "green": say("green"),
}
