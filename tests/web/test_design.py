"""The designer's page over HTTP: comparisons that go on from a tally, refusals, editions kept for tables."""

from __future__ import annotations

import tomllib

import parrain
from parrain.core.toml import write_toml
from parrain.lab.quick import compare, empty, play_pairs
from parrain.web.render.design import value_groups
from tests.web.server import Server

NOIR = "district-noir"
CHANGES: dict[str, object] = {"scoring.set": 9}


def test_a_comparison_in_pieces_is_the_one_in_one_go(server: Server) -> None:
    wish: dict[str, object] = {"changes": CHANGES, "players": 2, "most": 6, "tally": None}
    found = server.post(f"/api/design/{NOIR}/compare", {**wish, "most": 2})
    assert (found["tally"]["games"], found["done"]) == (2, True)
    while found["tally"]["games"] < 6:
        found = server.post(f"/api/design/{NOIR}/compare", {**wish, "tally": found["tally"]})
    whole = play_pairs(NOIR, CHANGES, 2, empty(2), 6, 600.0)
    assert found["tally"]["differences"] == whole.differences
    assert found["changed"] == [each.changed for each in compare(whole)]
    assert found["low"][0] < 0 < found["high"][0] and len(found["text"]) == 3


def test_the_same_edition_differs_in_nothing() -> None:
    same = play_pairs(NOIR, {"scoring.set": 5}, 2, empty(2), 8, 600.0)
    assert same.base == same.changed and same.lengths[0] == same.lengths[1]
    assert not any(each.differs for each in compare(same))


def test_what_cannot_be_played_is_refused_in_words(server: Server) -> None:
    path = f"/api/design/{NOIR}/compare"
    assert "away" in server.post(path, {"changes": {"table.hand": 6}, "players": 2}, status=409)["text"]
    assert "scoring" in server.post(path, {"changes": {"scoring.sets": 6}, "players": 2}, status=409)["text"]
    assert server.post(path, {"changes": CHANGES, "players": 5}, status=409)["text"]
    tally = {"games": 10**9, "base": [0, 0], "changed": [0, 0], "differences": [{"0": 10**9}, {}], "lengths": [0, 0]}
    for wrong in (tally, {**tally, "games": 1}, {**tally, "games": 0, "differences": [{"5": 0}, {}]}):
        assert server.post(path, {"changes": CHANGES, "players": 2, "tally": wrong}, status=400)["code"] == "malformed"
    server.post(path, {"changes": {}, "players": 2}, status=400)
    server.post(path, {"changes": {"../x": 1}, "players": 2}, status=400)


def test_a_kept_edition_is_played_and_another_is_not_known(server: Server) -> None:
    made = server.post(f"/api/design/{NOIR}/edition", {"changes": CHANGES}, status=201)
    assert tomllib.loads(made["file"])["scoring"]["set"] == 9
    who = server.identity()
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "easy"}]
    wish = {"game": NOIR, "seats": seats, "edition": made["edition"]}
    server.post("/api/tables", wish, who, status=409)  # only downloaded, not kept
    server.post(f"/api/design/{NOIR}/edition", {"changes": CHANGES, "keep": True}, status=201)
    table = server.post("/api/tables", wish, who, status=201)["table"]
    assert server.room(table).live.game.edition.table("scoring")["set"] == 9
    with server.watch(table, who) as player:
        player.sync()


def test_every_value_of_every_edition_is_shown_and_files_are_written_back() -> None:
    for game in parrain.all_games().values():
        assert tomllib.loads(write_toml(game.edition.data)) == game.edition.data
        for language in ("en", "fr"):
            groups = value_groups(game, language)
            lines = [line for group in groups for thing in group.things for line in thing.lines]
            assert sum(bool(line.path) for line in lines) > 10
            assert all(line.label and line.source for line in lines)
            paths = [line.path for line in lines if line.path]
            assert len(set(paths)) == len(paths)
