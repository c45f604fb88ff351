"""The settings of every server that a test starts: no pauses, no rate limits, no hurry on a busy machine."""

from __future__ import annotations

from pathlib import Path

from parrain.web.settings import Settings

MANY = (100_000.0, 100_000.0)


def settings(data: Path, **changes: object) -> Settings:
    """Settings for tests, with these changes; bots that think need `workers`."""
    chosen = Settings(
        data=data,
        workers=0,
        warm_bots=False,
        pause=0.0,
        messages=MANY,
        messages_each=MANY,
        requests=MANY,
        makings=MANY,
        bots=("random", "easy", "normal", "hard"),
        most_sockets_each=1000,
        think_seconds=600.0,
        analysis_seconds=2.0,
    )
    for name, value in changes.items():
        setattr(chosen, name, value)
    return chosen
