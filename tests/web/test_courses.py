"""Guided first games over HTTP: every course can be taken, the server keeps nothing, and nothing hidden goes out."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parrain
from parrain.core import read_course
from parrain.core.coach import Walk
from parrain.core.course import Course
from parrain.web.http.courses import Teller
from parrain.web.ws.messages import write
from tests.web.server import Server

GAMES = [name for name, game in parrain.all_games().items() if game.course_file()]


def course_of(game: str) -> Course:
    path = parrain.game(game).course_file()
    assert path is not None
    return read_course(path)


def ask(server: Server, game: str, chapter: int, query: str = "pictures=none&lang=fr", **wish: Any) -> Any:
    return server.post(f"/api/courses/{game}/{chapter}?{query}", wish)


@pytest.mark.parametrize("game", GAMES)
def test_every_course_can_be_taken(server: Server, game: str) -> None:
    course = course_of(game)
    shown = server.get(f"/api/courses/{game}?lang=fr")
    assert [each["id"] for each in shown["chapters"]] == [each.id for each in course.chapters]
    listed = next(each for each in server.get("/api/games?lang=fr")["games"] if each["id"] == game)
    assert listed["course"]["link"] == f"/learn/{game}" and listed["course"]["chapters"] == len(course.chapters)
    ways: list[int] = []
    for number, chapter in enumerate(course.chapters, 1):
        ways = ways if chapter.goes_on else []
        for index, step in enumerate(chapter.steps):
            table = ask(server, game, number, ways=ways)
            assert table["task"] and table["step"] == index and table["seat"] == chapter.seat
            if step.free is not None:
                assert table["free"] and len(table["ask"]) == 3 and not table["glow"] and table["choices"]
                break
            for wrong in step.wrong[:1]:
                refused = ask(server, game, number, ways=ways, action=wrong.play[0])
                if refused["answer"]["kind"] != "on":
                    assert refused["answer"]["text"] and refused["frames"] == [] and refused["played"] == []
            while not table["answer"] or table["answer"]["kind"] != "done":
                assert table["show"] in table["glow"]
                table = ask(server, game, number, ways=ways, played=table["played"], action=table["show"])
                assert table["frames"]
            assert table["answer"]["text"] and table["over"] == (index + 1 == len(chapter.steps))
            ways = table["ways"]


def test_frames_are_whole_first_and_then_patches(server: Server) -> None:
    table = ask(server, "gangs-city", 2, "lang=en", played=["at bar/e"], action="send thug fight")
    assert [frame["seat"] for frame in table["frames"]] == [0, 1, 1, 2, 2]
    assert all(isinstance(part, str) for part in table["frames"][0]["parts"].values())
    assert any(isinstance(part, list) for frame in table["frames"][1:] for part in frame["parts"].values())
    assert any(frame["events"] for frame in table["frames"][1:])


def table_of(course: Course, chapter: int) -> bytes:
    """What a learner gets at the beginning of a chapter, whole."""
    walk = Walk(course, parrain.game(course.game), chapter)
    teller = Teller(walk, "en", "wide")
    return write(teller.table(teller.frames(walk.state, [], 0), None))


def test_nothing_hidden_goes_out(server: Server) -> None:
    course = course_of("district-noir")
    chapter = course.chapters[2]
    assert chapter.position is not None
    mine = ["7", "6", "5", "-2"]
    assert chapter.position["hands"] == [mine, ["8", "7", "-2", "+2"]]
    other = chapter._replace(position={**chapter.position, "hands": [mine, ["7", "7", "-3", "+4"]]})
    another = course._replace(chapters=(*course.chapters[:2], other, *course.chapters[3:]))
    assert table_of(course, 2) == table_of(another, 2)
    shown = chapter._replace(position={**chapter.position, "hands": [["7", "6", "5", "-3"], ["8", "7", "-2", "+2"]]})
    another = course._replace(chapters=(*course.chapters[:2], shown, *course.chapters[3:]))
    assert table_of(course, 2) != table_of(another, 2)
    laid = ask(server, "gangs-city", 4, "lang=en", action="lead 1")
    assert "thug" not in json.dumps([frame["events"] for frame in laid["frames"]]).lower()


def test_free_play_comes_to_an_end_and_is_the_same_again(server: Server) -> None:
    played: list[str] = []
    table = ask(server, "police-vs-gangs", 8)
    for _ in range(60):
        if table["over"]:
            break
        played = table["played"]
        table = ask(server, "police-vs-gangs", 8, played=played, action=table["choices"][-1]["action"])
    assert table["over"] and table["answer"]["kind"] == "done" and table["answer"]["text"]
    again = ask(server, "police-vs-gangs", 8, played=table["played"])
    assert again["over"] and again["text"] == table["text"]


def test_what_cannot_be_is_refused(server: Server) -> None:
    path = "/api/courses/district-noir"
    server.post(f"{path}/99", {}, status=409)
    server.post(f"{path}/1", {"ways": [9]}, status=409)
    server.post(f"{path}/1", {"played": ["lay 8"]}, status=409)
    server.post(f"{path}/1", {"ways": [0], "action": "take"}, status=409)
    server.post(f"{path}/1", {"action": "no such thing"}, status=409)
    server.post(f"{path}/1", {"ways": [-1]}, status=400)
    server.post(f"{path}/1", {"chapter": 1}, status=400)
    server.get("/api/courses/nothing", status=404)
    card = server.post(f"{path}/1/card?lang=en", {"thing": "card.8"})
    assert card["title"] and not server.post(f"{path}/1/card", {"thing": "nothing.9"})["title"]


def test_the_pages_lead_to_the_course(server: Server) -> None:
    for game in GAMES:
        page = server.http.get(f"/learn/{game}?lang=fr", headers={"accept": "text/html"}).text
        assert course_of(game).chapters[0].title["fr"].split()[0] in page and 'id="coach"' in page
        assert f'href="/learn/{game}"' in server.http.get(f"/rules/{game}").text
