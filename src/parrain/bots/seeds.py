"""Seeds and random streams of bots: independent of the game's own stream, and reproducible."""

from __future__ import annotations

import hashlib

from parrain.core import Stream


def seed_from(seed: int, *labels: object) -> int:
    """A seed derived (by hashing) from another seed and the labels of its purpose."""
    text = " ".join(str(each) for each in (seed, *labels))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:12], "little")


def stream_for(seed: int, *labels: object) -> Stream:
    """A random stream with the seed of `seed_from`."""
    return Stream(seed_from(seed, *labels))
