"""Lists of tables: whose turn it is and since when, who won, in memory and out of it; names and roles of seats."""

from __future__ import annotations

import re
import time
from pathlib import Path

import parrain
from parrain.bots import ALL_LEVELS, LEVELS
from parrain.web.render import html
from tests.web.server import Message, Server, Who
from tests.web.settings import settings
from tests.web.test_replays import DN, finished

PG = "police-vs-gangs"


def mine(server: Server, who: Who) -> dict[str, Message]:
    """My tables by id."""
    return {each["table"]: each for each in server.get("/api/tables", who)["mine"]}


def test_a_line_says_whose_turn_it_is_wherever_the_table_is(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db")) as server:
        ann, bob = server.identity(), server.identity()
        table = server.make(ann, DN, ["person", "open"])
        waiting = mine(server, ann)[table]
        assert (waiting["state"], waiting["to_move"], waiting["my_turn"]) == ("waiting", [], False)
        server.post(f"/api/tables/{table}/sit", {"name": "Bob"}, bob)
        with server.watch(table, ann) as a, server.watch(table, bob) as b:
            a.until("shown"), b.until("shown")
            first, other = (a, b) if a.shown["choices"] else (b, a)
            before = time.time()
            first.choose(first.shown["choices"][0]["action"])
            other.until("shown", lambda shown: bool(shown["choices"]))
            to_move = other.shown["seat"]
        in_memory = [mine(server, who)[table] for who in (ann, bob)]
        for each in in_memory:
            assert each["to_move"] == [to_move] and each["my_turn"] == (each["mine"] == [to_move])
            assert each["since"] >= before - 1 and len(each["colours"]) == 2 and all(each["colours"])
        server.hub.settings.idle_seconds = -1
        server.run(server.hub.drop_idle())
        assert table not in server.hub.rooms
        for who, said in zip((ann, bob), in_memory, strict=True):
            stored = mine(server, who)[table]
            assert {**stored, "seats": []} == {**said, "seats": []}
        assert table not in server.hub.rooms, "a list loads nothing of which a summary is stored"


def test_a_table_without_a_summary_is_loaded_for_its_owner(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db")) as server:
        ann = server.identity()
        table = server.make(ann, DN, ["person", "person"])
        del server.hub.rooms[table]  # as if the server had been killed
        line = mine(server, ann)[table]
        assert line["my_turn"] and line["to_move"] and table in server.hub.rooms


def test_my_turn_comes_first_and_what_is_over_last_with_its_places(server: Server) -> None:
    ann = server.identity()
    over = finished(server, ann)
    turn = server.make(ann, DN, ["person", "person"])
    waiting = server.make(ann, DN, ["person", "open"])
    theirs = server.make(ann, DN, ["person", "open"])  # the latest, and Bob is to move
    server.post(f"/api/tables/{theirs}/sit", {"name": "Bob"}, server.identity())
    with server.watch(theirs, ann) as me:
        if me.until("shown")["choices"]:
            me.choose(me.shown["choices"][0]["action"])
            me.until("shown", lambda shown: not shown["choices"])
    lines = server.get("/api/tables", ann)["mine"]
    assert [each["table"] for each in lines] == [turn, theirs, waiting, over]
    assert sorted(lines[3]["places"]) in ([1, 2], [1, 1]) and not lines[3]["my_turn"] and lines[3]["to_move"] == []
    assert lines[0]["places"] == []


def test_a_name_can_be_changed_by_whoever_bears_it(server: Server) -> None:
    ann, bob = server.identity(), server.identity()
    table = server.make(ann, DN, ["person", "normal"])
    bot = mine(server, ann)[table]["seats"][1]["name"]
    server.post(f"/api/tables/{table}/rename", {"name": "Nobody"}, bob, 403)
    server.post(f"/api/tables/{table}/rename", {"name": bot}, ann, 409)
    server.post(f"/api/tables/{table}/rename", {"name": "Ann", "seat": 1}, ann, 403)
    with server.watch(table, ann) as me:
        me.until("shown")
        server.post(f"/api/tables/{table}/rename", {"name": "  Ann   Marie "}, ann)
        me.until("presence", lambda told: told["seats"][0]["name"] == "Ann Marie")
    assert mine(server, ann)[table]["seats"][0]["name"] == "Ann Marie"


def test_the_games_say_what_their_seats_play(server: Server) -> None:
    roles = {each["id"]: each["roles"] for each in server.get("/api/games?lang=en")["games"]}
    assert len(roles[PG]) == 2 and roles[DN] == []
    table = server.make(server.identity(), PG, ["normal"] * 4)
    with server.watch(table) as me:
        told = me.until("shown")
    for seat, name in enumerate(told["names"]):
        line = next(each for each in told["text"] if each.startswith(name))
        assert roles[PG][seat % 2].lower() in line.lower(), (roles[PG], line)


def test_a_half_step_between_levels_sits_where_the_game_has_it(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", bots=ALL_LEVELS)) as server:
        ann = server.identity()
        bots = {each["id"]: each["bots"] for each in server.get("/api/games")["games"]}
        assert bots["gangster"] == list(ALL_LEVELS) and bots[DN] == list(LEVELS)
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "easy+"}]
        table = server.post("/api/tables", {"game": "gangster", "seats": seats}, ann, 201)["table"]
        assert mine(server, ann)[table]["seats"][1]["bot"] == "easy+"
        refused = server.post("/api/tables", {"game": DN, "seats": seats}, ann, 409)
        assert "There is no bot “easy+”; there are: random, easy, normal" in str(refused)


def test_pages_offer_the_levels_of_each_game_with_their_points() -> None:
    gangster = parrain.game("gangster")
    form, other = html.new_table("en", "gangster"), html.new_table("fr", DN)
    for level, points in gangster.elo.items():
        assert re.search(rf'<option value="{re.escape(level)}"[^>]*>[^<]*\(Elo {points}\)', form), level
    assert 'value="easy"' in other and "+" not in "".join(re.findall(r'<option value="[a-z+]+"', other))
    cards = dict(re.findall(r'data-game="([a-z-]+)"(.*?)</article>', html.home("en"), re.S))
    offered = {game: re.findall(r'<option value="([a-z+]+)">[^<]*\(Elo (\d+)\)', card) for game, card in cards.items()}
    assert offered["gangster"] == [(level, str(gangster.elo[level])) for level in ALL_LEVELS[2:]]
    assert [level for level, _ in offered[DN]] == list(LEVELS[1:])
    some = re.findall(r'<option value="([a-z+]+)"', html.home("en", ("random", "easy", "easy+")))
    assert some.count("easy") == 5 and some.count("easy+") == 3 and "hard" not in some
