"""What one seat may imagine of what it does not see: everything that is possible, and nothing else (PG 16.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from parrain.core import State, Stream
from tests.police_vs_gangs.tables import BOX, GAME, start
from tests.police_vs_gangs.test_referee import Chooser

DRAWS = 150


def until(wanted: Callable[[dict[str, Any]], bool], seed: int) -> State:
    """A random game of four up to the first table that is wanted."""
    state, chooser = GAME.new(4, seed), Chooser(seed)
    while not wanted(state.to_position()):
        seat = chooser.any_of(state.current_players())
        state.apply(seat, GAME.action_from_text(chooser.choose([str(each) for each in state.legal_actions(seat)])))
    return state


def imagined(state: State, seat: int | None) -> list[dict[str, Any]]:
    """Many tables that the seat could be sitting at."""
    rng = Stream(1)
    worlds = GAME.worlds(state.view(seat))
    return [worlds.draw(rng).to_position() for _ in range(DRAWS)]


def tile(text: str) -> tuple[str, str]:
    """The name of a tile among the pieces, and what it came for."""
    return text.split()[1], text.split()[2]


@pytest.mark.rule("PG 16.1")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hidden_tile_is_any_that_its_owner_may_have_out(seed: int) -> None:
    def several_hidden(table: dict[str, Any]) -> bool:
        return bool(table["phase"] == "place") and sum(text[0] == "0" for text in table["pieces"]) >= 2

    state = until(several_hidden, seed)
    table: dict[str, Any] = state.to_position()
    out = [tile(text)[0] for text in table["pieces"] if text[0] == "0"]
    sides = sorted(text.split()[3:] for text in table["pieces"] if text[0] == "0")
    may = Counter(table["hands"][0]) + Counter(out) - Counter(table["shown"][0])
    seen: set[tuple[str, str]] = set()
    for world in imagined(state, 1):
        pieces = [tile(text) for text in world["pieces"] if text[0] == "0"]
        assert Counter(name for name, _ in pieces) <= may and len(pieces) == len(out)
        assert sorted(text.split()[3:] for text in world["pieces"] if text[0] == "0") == sides
        seen |= set(pieces)
    able = [name for name in may if BOX.recruit[BOX.characters.index(name)] >= 0]
    assert seen == {(name, "fight") for name in may} | {(name, "recruit") for name in able}


@pytest.mark.rule("PG 16.1")
def test_deck_and_bag_are_shuffled_for_every_world() -> None:
    state = until(lambda table: table["phase"] == "place", 3)
    table: dict[str, Any] = state.to_position()
    worlds = imagined(state, 0)
    for key in ("deck", "bag"):
        assert {tuple(sorted(world[key])) for world in worlds} == {tuple(sorted(table[key]))}
        assert len({world[key][-1] for world in worlds}) > len(set(table[key])) // 2
        assert len({world[key][0] for world in worlds}) > len(set(table[key])) // 2


@pytest.mark.rule("PG 12.1", "PG 16.1")
def test_a_stake_that_is_in_is_anything_its_owner_holds() -> None:
    held = [{"drugs": 2, "weapons": 1}, {"drugs": 1}, {}]
    position = {
        "players": 3,
        "phase": "stake",
        "turn": 2,
        "city": [{"card": "arcade", "at": [0, 0]}],
        "tokens": held,
        "owing": [0, 1, 2],
    }
    state = start(position, "0 stake drugs 1", "0 stake done")
    for looker in (1, 2, None):
        worlds = imagined(state, looker)
        assert all(world["stakes"][1:] == [{}, {}] and world["tokens"][2] == {} for world in worlds)
        staked = Counter((world["stakes"][0].get("drugs", 0), world["stakes"][0].get("weapons", 0)) for world in worlds)
        assert all(Counter(world["stakes"][0]) <= Counter(world["tokens"][0]) for world in worlds)
        assert len(staked) > 3
    mine = imagined(state, 0)
    assert all(world["stakes"] == [{"drugs": 1}, {}, {}] and world["tokens"][0] == held[0] for world in mine)


@pytest.mark.rule("PG 8.4", "PG 16.1")
def test_an_order_that_is_named_is_known_to_whoever_named_it() -> None:
    """Of the others one knows only that they have named one."""
    position = {
        "players": 5,
        "phase": "resolve",
        "city": [{"card": "villa", "at": [0, 0], "hire": ["bodyguard", "bodyguard"]}],
        "pieces": ["0 driver recruit villa north", "2 bodyguard recruit villa south", "4 pimp recruit villa east"],
    }
    state = start(position, "4 recruit bodyguard", "2 order 2 0")
    rng = Stream(1)
    for looker in (0, 1, 2, None):
        world = GAME.imagine(state.view(looker), rng)
        assert world.current_players() == (0,) and world.view(looker) == state.view(looker)
        world.apply(0, GAME.action_from_text("order 2 0"))
        assert world.current_players() == (2,) or looker != 2, "both have named the same"
    assert state.view(2).draft == ("order 2 0",) and state.view(0).draft == ()


@pytest.mark.rule("PG 9.5", "PG 16.1")
def test_a_claim_that_is_in_may_be_a_refusal() -> None:
    def claimed(table: dict[str, Any]) -> bool:
        return bool(table["phase"] == "talk") and 0 < len(table["owing"]) < table["resolution"]["party"].bit_count()

    state = until(claimed, 5)
    looker = state.current_players()[0]
    drafts = {tuple(world["resolution"]["drafts"]) for world in imagined(state, looker)}
    assert len(drafts) > 1


@pytest.mark.rule("PG 16.1")
def test_discards_are_seen_in_no_order() -> None:
    position = {"players": 3, "phase": "place", "city": [{"card": "arcade", "at": [0, 0]}]}
    for discard in (["pimp", "cop"], ["cop", "pimp"]):
        assert start({**position, "discard": discard}).view(0).discard == ("cop", "pimp")
