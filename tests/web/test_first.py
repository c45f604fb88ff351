"""The first messages of a table come with its page, and the socket goes on from there."""

from __future__ import annotations

import json
import re

import pytest

import parrain
from tests.web.server import Message, Player, Server, Who

GAMES = sorted(parrain.all_games())
QUERY = "pictures=wide&patches=1&words=0"
MOBILE = {"user-agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36"}


def first_of(server: Server, table: str, who: Who) -> Message | None:
    """What the page of a table brings along."""
    server.http.cookies.clear()
    page = server.http.get(f"/t/{table}", headers={"accept": "text/html", "accept-language": "en", **who}).text
    found = re.search(r'<script type="application/json" id="first">(.*?)</script>', page)
    first: Message | None = json.loads(found[1]) if found else None
    return first


def new_page(server: Server, game: str) -> tuple[Who, str, Message]:
    """Somebody at a new table with bots, and what the page brings along."""
    who = server.identity()
    table = server.make(who, game, ["person"] + ["random"] * (parrain.game(game).fewest - 1))
    first = first_of(server, table, who)
    assert first is not None
    return who, table, first


def go_on(server: Server, table: str, who: Who, first: Message) -> Player:
    """The socket of that page."""
    player = server.watch(table, who, f"{QUERY}&first={first['key']}")
    player.shown, player.drawings = first["shown"], first["shown"]["parts"]
    return player


def story_of(player: Player, begun: list[Message]) -> list[Message]:
    """The events that a page has told, those it began with first."""
    story = begun
    for message in player.told:
        if message["is"] == "shown":
            story = message["events"] if message["fresh"] else story + message["events"]
    return story


@pytest.mark.parametrize("game", GAMES)
def test_a_page_shows_what_its_socket_would(server: Server, game: str) -> None:
    who, table, first = new_page(server, game)
    with server.watch(table, who, QUERY) as whole:
        assert whole.until("presence")["seats"] == first["presence"]["seats"]
        assert whole.until("shown") == first["shown"]


@pytest.mark.parametrize("game", GAMES)
def test_the_socket_of_a_page_goes_on_from_it(server: Server, game: str) -> None:
    who, table, first = new_page(server, game)
    begun, step = first["shown"]["events"], first["shown"]["step"]
    with go_on(server, table, who, first) as page, server.watch(table, who, QUERY) as whole:
        whole.until("shown")
        while whole.shown["step"] == step:
            if whole.shown["choices"]:
                whole.choose(whole.shown["choices"][0]["action"])
            whole.until("shown")
        while page.shown["step"] != whole.shown["step"]:  # until the bots wait for me
            page.sync()
            whole.sync()
        again = [message for message in page.told if message["is"] == "shown" and message["step"] == step]
        assert not any(message["events"] for message in again), "nothing is sent twice"
        assert page.drawings == whole.drawings, "patches begin with the drawings of the page"
        assert story_of(page, begun) == story_of(whole, []), "nothing is left out"


def test_a_page_brings_only_what_one_seat_may_know(server: Server) -> None:
    who, other = server.identity(), server.identity()
    table = server.make(who, "district-noir", ["person", "random"])
    assert first_of(server, table, other) is None, "who has no seat waits for the socket"
    assert first_of(server, server.make(who, "district-noir", ["person", "person"]), who) is None, "one screen for two"
    assert first_of(server, server.make(who, "district-noir", ["person", "open"]), who) is None, "nothing is dealt yet"
    narrow = first_of(server, table, {**who, **MOBILE})
    assert narrow is not None and narrow["shown"]["pictures"] == "narrow"


def test_a_key_is_good_for_one_socket_of_its_reader(server: Server) -> None:
    who, other = server.identity(), server.identity()
    table = server.make(who, "district-noir", ["person", "random"])
    first = first_of(server, table, who)
    assert first is not None
    with go_on(server, table, other, first) as thief:
        assert thief.until("shown")["seat"] is None and thief.shown["fresh"]
    with go_on(server, table, who, first) as late:
        assert late.until("shown")["fresh"], "the key has been used"


def test_nothing_in_the_messages_ends_their_element(server: Server) -> None:
    who, name = server.identity(), "</script><!--<b>"
    seats = [{"kind": "person", "name": name}, {"kind": "bot", "bot": "random"}]
    table = str(server.post("/api/tables", {"game": "district-noir", "seats": seats}, who, 201)["table"])
    first = first_of(server, table, who)
    assert first is not None and first["shown"]["names"][0] == name
