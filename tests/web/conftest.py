"""A server in this process for most tests: every table of the suite is on one disk, bots answer at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parrain.web.app import create_app
from parrain.web.settings import Settings

MANY = (100_000.0, 100_000.0)


def settings(data: Path, **changes: object) -> Settings:
    chosen = Settings(data=data, pause=0.0, messages=MANY, requests=MANY, makings=MANY, bots=("random", "greedy", "search:0.3s"))
    for name, value in changes.items():
        setattr(chosen, name, value)
    return chosen


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(settings(tmp_path_factory.mktemp("web") / "parrain.db"))
    with TestClient(app, base_url="http://table.test") as found:
        yield found
