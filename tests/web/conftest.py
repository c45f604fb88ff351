"""A real server in a thread of this process: whole HTTP, whole sockets, and its tables within reach of the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.server import Server, settings


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(settings(tmp_path_factory.mktemp("web") / "parrain.db")) as running:
        yield running
