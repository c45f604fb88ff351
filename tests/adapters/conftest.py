import pytest

from parrain.games import all_games, game, kinds

from .sealed import SealedBids

TABLES = [(name, players) for name, each in all_games().items() for players in sorted({each.fewest, each.most})]
ALL_TABLES = [*TABLES, ("sealed-bids", 2), ("sealed-bids", 4)]


@pytest.fixture(scope="package", autouse=True)
def sealed_bids():
    """The test game is registered while these tests run, and only then."""
    kinds()["sealed-bids"] = SealedBids
    yield game("sealed-bids")
    del kinds()["sealed-bids"]


def pytest_generate_tests(metafunc):
    """Every registered game with as few and as many players as it takes, and the test game."""
    if {"name", "players"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("name", "players"), ALL_TABLES, ids=[f"{name}-{players}" for name, players in ALL_TABLES])
