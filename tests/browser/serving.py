"""A server for the browser tests: `python -m tests.browser.serving PORT DATA GONE_SECONDS`.

It has no pauses and no rate limits, and a game begins as it began in the last run.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from parrain.bots import ALL_LEVELS
from parrain.core.stream import KEYED
from parrain.web.http.app import create_app
from parrain.web.live import analysis, hub
from tests.web.settings import settings

SEED = 7


def main() -> None:
    port, data, gone = sys.argv[1:]
    analysis.SIMULATIONS = 40  # by count rather than by the clock
    hub.new_seed = lambda: KEYED + SEED
    chosen = settings(Path(data), workers=1, bots=ALL_LEVELS, analysis_seconds=600.0)
    chosen.remind_seconds = chosen.gone_seconds = float(gone)
    uvicorn.run(create_app(chosen), host="127.0.0.1", port=int(port), log_level="warning")


if __name__ == "__main__":
    main()
