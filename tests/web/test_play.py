"""Whole games through sockets."""

from __future__ import annotations

import random

import pytest
from starlette.testclient import TestClient

import parrain
from tests.web.players import Player, identity, make, watch

GAMES = sorted(parrain.games())


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_against_bots(client: TestClient, game: str) -> None:
    who = identity(client)
    most = parrain.game(game).fewest
    table = make(client, who, game, ["person"] + ["random"] * (most - 1))
    dice = random.Random(7)
    with watch(client, table, who) as socket:
        me = Player(socket)
        me.until("shown")
        while not me.shown["over"]:
            if me.shown["choices"]:
                me.choose(dice.choice(me.shown["choices"])["action"])
            me.until("shown")
        assert sorted(me.shown["places"])[0] == 1
        assert not [message for message in me.told if message["is"] == "error"]
    assert client.get(f"/record/{table}").text.startswith("parrain record 1")
