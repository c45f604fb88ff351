"""A server for the browser tests, without pauses or rate limits: `python serving.py PORT DATA GONE_SECONDS`."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from parrain.web.http.app import create_app
from parrain.web.live import analysis
from parrain.web.settings import Settings

MANY = (100_000.0, 100_000.0)


def main() -> None:
    analysis.SIMULATIONS = 40  # by count rather than by the clock
    settings = Settings(
        data=Path(sys.argv[2]),
        workers=2,
        pause=0.0,
        messages=MANY,
        messages_each=MANY,
        requests=MANY,
        makings=MANY,
        analysis_seconds=600.0,
    )
    settings.remind_seconds = settings.gone_seconds = float(sys.argv[3])
    uvicorn.run(create_app(settings), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")


if __name__ == "__main__":
    main()
