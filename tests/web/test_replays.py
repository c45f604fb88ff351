"""After the game: replays from any seat, playing on, records out and in; lessons; lists."""

from __future__ import annotations

import pytest

import parrain
from parrain.core import read_record, verify
from parrain.core.path import ordered_lessons
from parrain.core.record import seal
from parrain.core.translation import render
from parrain.table.seating import NICKNAMES
from tests.web.server import Server

DN = "district-noir"


def finished(server: Server, who: dict[str, str]) -> str:
    """A table played to its end."""
    table = server.make(who, DN, ["person", "random"])
    with server.watch(table, who) as me:
        me.until("shown")
        me.send(do="say", words="à nous deux")
        while not me.shown["over"]:
            if me.shown["choices"]:
                me.choose(me.shown["choices"][0]["action"])
            me.until("shown")
    return table


@pytest.fixture(scope="module")
def played(server: Server) -> str:
    return finished(server, server.identity())


def test_a_finished_game_is_looked_at_from_every_seat(server: Server, played: str) -> None:
    story = server.get(f"/api/replays/{played}")
    live = server.room(played).live
    assert story["over"] and len(story["moments"]) == 3 and len(story["scores"]) == live.moment + 1
    assert len([line for line in story["lines"] if not line.startswith("say")]) == live.moment
    assert len(story["colours"]) == 2 and story["colours"][0] != story["colours"][1]
    by_source = [each["points"] for each in story["sources"]]
    assert [sum(points) for points in zip(*by_source, strict=True)] == story["scores"][-1]
    french = server.get(f"/api/replays/{played}?lang=fr")["sources"]
    assert [each["points"] for each in french] == by_source and french[0]["label"] != story["sources"][0]["label"]
    for seat in (None, 0, 1):
        moments = story["moments"][0 if seat is None else seat + 1]
        query = "" if seat is None else f"&seat={seat}"
        for step in (0, 1, len(moments)):
            shown = server.get(f"/api/replays/{played}/{step}?pictures=none{query}")
            assert shown["seat"] == seat and shown["step"] == step and not shown["choices"]
        assert shown["over"]
        by_moment = server.get(f"/api/replays/{played}/{live.moment}?by=moment&pictures=none{query}")
        assert by_moment["text"] == shown["text"] and by_moment["moment"] == live.moment
    first = server.get(f"/api/replays/{played}/0?seat=0&pictures=wide&lang=fr")
    assert first["parts"]["board"].startswith("<svg") and first["lang"] == "fr"
    server.get(f"/api/replays/{played}/999", status=409)
    server.get(f"/api/replays/{played}/1?seat=7", status=409)
    server.get(f"/api/replays/{played}/1?seat=x", status=400)


def test_what_begins_a_round_stands_below_its_heading(server: Server, played: str) -> None:
    live = server.room(played).live
    told = [(render(line.text, "en"), render(line.heading, "en")) for line in live.story(1, 0)]
    dealt = [(text, heading) for text, heading in told if " dealt " in text]
    assert len(dealt) > 2 and all(text.startswith(heading) for text, heading in dealt)
    later = next(line.number for line in live.story(1, 0) if render(line.heading, "en") == "Round 2")
    assert live.story(1, later) == [line for line in live.story(1, 0) if line.number >= later]


def test_before_the_end_a_spectator_sees_what_a_spectator_sees(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann) as me:
        me.until("shown", lambda shown: bool(shown["choices"]))
    server.get(f"/api/replays/{table}/0")
    server.get(f"/api/replays/{table}/0?seat=0", status=403)
    server.get(f"/api/replays/{table}/0?seat=0", ann)
    server.get(f"/api/replays/{table}/0?seat=1", ann, 403)
    server.get(f"/api/replays/{table}/0?by=moment", ann, 403)
    story = server.get(f"/api/replays/{table}", ann)
    assert story["scores"] == [] and story["sources"] == [] and story["lines"] == [] and story["moments"][2] == []
    assert server.get(f"/record/{table}", ann, 403)["code"] == "not-over"
    assert server.post(f"/api/tables/{table}/fork", {"moment": 0, "seat": 0}, ann, 409)


def test_play_on_from_a_moment(server: Server, played: str) -> None:
    bob = server.identity()
    made = server.post(f"/api/tables/{played}/fork", {"moment": 3, "seat": 1, "name": "Bob", "bot": "random"}, bob, 201)
    assert made["mine"] == [1]
    with server.watch(made["table"], bob) as me:
        shown = me.until("shown")
        old = server.get(f"/api/replays/{played}/3?by=moment&seat=1&pictures=none")
        assert shown["step"] >= old["step"] and shown["names"][1] == "Bob"
        assert {*shown["names"]} <= {"Bob", *NICKNAMES}
        me.until("shown", lambda shown: bool(shown["choices"])) if not shown["choices"] else None
        me.choose(me.shown["choices"][0]["action"])
        me.until("shown")
    server.post(f"/api/tables/{played}/fork", {"moment": 999, "seat": 1}, bob, 409)
    server.post(f"/api/tables/{played}/fork", {"moment": 0, "seat": 5}, bob, 409)


def test_a_record_goes_out_and_comes_in(server: Server, played: str) -> None:
    answer = server.http.get(f"/record/{played}")
    assert "attachment" in answer.headers["content-disposition"]
    text = answer.text
    record = read_record(text)
    verify(record, text, parrain.game(DN))
    assert record.bots == {1: "random"}
    brought = server.http.post("/api/replays", content=text, headers={"content-type": "text/plain"})
    assert brought.status_code == 201
    table = brought.json()["table"]
    assert server.get(f"/api/replays/{table}")["scores"] == server.get(f"/api/replays/{played}")["scores"]
    with server.watch(table) as me:
        assert me.until("shown")["over"]
    changed = text.replace("0 lay", "1 lay", 1)
    for wrong in (changed, text[:-20], "", "parrain record 9\n", "x" * 100):
        assert server.http.post("/api/replays", content=wrong).status_code == 409
    assert server.http.post("/api/replays", content=b"\xff\xfe").status_code == 400
    assert server.http.post("/api/replays", content="x" * 1_100_000).status_code == 413


@pytest.mark.parametrize("game", sorted(parrain.all_games()))
def test_every_lesson_can_be_taken(server: Server, game: str) -> None:
    listed = next(each for each in server.get("/api/games?lang=fr")["games"] if each["id"] == game)
    assert listed["lessons"]
    for (_, lesson), line in zip(ordered_lessons(parrain.game(game)), listed["lessons"], strict=True):
        assert lesson.id == line["id"]
        for number, step in enumerate(lesson.steps):
            shown = server.get(f"/api/lessons/{game}/{lesson.id}/{number}?pictures=none&lang=fr")
            assert shown["seat"] == step.seat and not shown["done"]
            answer = server.post(f"/api/lessons/{game}/{lesson.id}/{number}", {"action": step.play or step.refuse})
            assert answer["right"]
            assert not step.rule or answer["rule"] == step.rule
            wanted = parrain.game(game).action_from_text(step.play or step.refuse).text
            others = [choice["action"] for choice in shown["choices"] if choice["action"] != wanted]
            if others:
                wrong = server.post(f"/api/lessons/{game}/{lesson.id}/{number}", {"action": others[0]})
                assert not wrong["right"] and wrong["text"]
        assert server.get(f"/api/lessons/{game}/{lesson.id}/{len(lesson.steps)}?pictures=none")["done"]
    server.get(f"/api/lessons/{game}/{lesson.id}/999", status=409)
    server.get(f"/api/lessons/{game}/nothing/0", status=404)
    server.get("/api/lessons/nothing/nothing/0", status=404)


def test_lists_of_tables(server: Server) -> None:
    ann = server.identity()
    listed = server.make(ann, DN, ["person", "open"], open=True)
    hidden = server.make(ann, DN, ["person", "open"])
    theirs = server.get("/api/tables", server.identity())
    tables = [line["table"] for line in theirs["open"]]
    assert listed in tables and hidden not in tables and theirs["mine"] == []
    mine = {line["table"]: line for line in server.get("/api/tables", ann)["mine"]}
    assert set(mine) == {listed, hidden} and mine[hidden]["mine"] == [0]


@pytest.mark.parametrize(
    "path",
    [
        f"/api/replays/x/{'9' * 5000}",
        f"/api/replays/x/{'9' * 5000}/card?thing=x",
        f"/api/lessons/district-noir/BC2/{'9' * 5000}",
        f"/api/replays/x/1?seat={'9' * 5000}",
    ],
)
def test_an_address_of_thousands_of_digits_is_not_there(server: Server, path: str) -> None:
    server.get(path, status=404)


def test_a_hostile_record_is_refused_with_a_reason(server: Server, played: str) -> None:
    text = server.http.get(f"/record/{played}").text
    body = text.rpartition("seal ")[0]
    for line in ("option x " + "[" * 100_000, "name 0 " + "A" * 900_000, "name 0 \x1b[31m", f"name {'9' * 5000} x"):
        answer = server.http.post("/api/replays", content=seal(body.replace("\n---\n", f"\n{line}\n---\n", 1)))
        assert answer.status_code == 409 and 0 < len(answer.json()["text"]) < 500, line[:20]


def test_a_table_shows_its_commitment_from_the_beginning_and_opens_it_at_the_end(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann) as me:
        sealed = me.until("shown")["commitment"]
        assert len(sealed) == 32 and server.room(table).live.head.is_keyed
        while not me.shown["over"]:
            if me.shown["choices"]:
                me.choose(me.shown["choices"][0]["action"])
            assert me.until("shown")["commitment"] == sealed
    text = server.http.get(f"/record/{table}").text
    record = read_record(text)
    verify(record, text, parrain.game(DN))
    assert record.commitment() == sealed and record.is_keyed
    again = server.post(f"/api/tables/{table}/rematch", {}, ann, 201)["table"]
    head = server.room(again).live.head
    assert head.is_keyed and head.seed != record.seed and head.commitment() != sealed
