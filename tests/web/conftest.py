"""A real server in a thread of this process: whole HTTP, whole sockets, and its tables within reach of the test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.engines import POSTGRES, SQLITE, Engine, given_url, schema, start_postgres
from tests.web.server import Server
from tests.web.settings import settings


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(settings(tmp_path_factory.mktemp("web") / "parrain.db", workers=2)) as running:
        yield running


@pytest.fixture(scope="session")
def database(testrun_uid: str) -> str:
    """A real PostgreSQL: that of DATABASE_URL, else one for all workers of this run."""
    return given_url() or start_postgres(Path(tempfile.gettempdir()) / f"parrain-postgres-{testrun_uid[:12]}")


@pytest.fixture
def postgres(database: str) -> Iterator[str]:
    """An empty schema."""
    with schema(database) as url:
        yield url


@pytest.fixture(params=[SQLITE, POSTGRES])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """Each of the engines, with nothing in it."""
    if request.param == SQLITE:
        return Engine(SQLITE, str(tmp_path / "x.db"))
    return Engine(POSTGRES, request.getfixturevalue("postgres"))
