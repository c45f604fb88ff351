"""The random streams that bots choose by: apart from the game's own, and the same for the same game."""

from __future__ import annotations

import hashlib

from parrain.core import Stream


def seed_from(seed: int, *labels: object) -> int:
    """A seed that follows from another and from what it is for, and tells nothing about it."""
    text = " ".join(str(each) for each in (seed, *labels))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:12], "little")


def luck(seed: int, *labels: object) -> Stream:
    """A stream for that purpose."""
    return Stream(seed_from(seed, *labels))
