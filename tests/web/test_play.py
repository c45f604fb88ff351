"""Whole games through sockets."""

from __future__ import annotations

import random

import pytest

import parrain
from tests.web.server import Server

GAMES = sorted(parrain.all_games())


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_against_bots(server: Server, game: str) -> None:
    who = server.identity()
    table = server.make(who, game, ["person"] + ["random"] * (parrain.game(game).fewest - 1))
    dice = random.Random(7)
    with server.watch(table, who) as me:
        me.until("shown")
        while not me.shown["over"]:
            if me.shown["choices"]:
                me.choose(dice.choice(me.shown["choices"])["action"])
            me.until("shown")
        assert min(me.shown["places"]) == 1
        # where several are asked at once, a board may come while my answer is on its way; answering again is refused
        assert {message["code"] for message in me.told if message["is"] == "error"} <= {"out-of-date"}
    assert server.http.get(f"/record/{table}").text.startswith("parrain record 1")
