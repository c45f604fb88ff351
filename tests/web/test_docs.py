"""The documentation is true: the example client plays every game, and docs/api.md names every message and address."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from starlette.routing import Route

import parrain
from parrain.web.http import api, courses, design, lessons, replays
from parrain.web.http.schemas import schema
from parrain.web.ws.messages import FromClient, FromServer
from tests.web.server import Server

DOCS = Path(__file__).parents[2] / "docs"
CLIENT = Path(__file__).parents[2] / "examples" / "client.py"


@pytest.mark.parametrize("game", sorted(parrain.all_games()))
def test_the_example_client_plays_a_whole_game(server: Server, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    client = runpy.run_path(str(CLIENT))
    last = client["play"](f"http://{server.address}", game)
    assert last["over"] and last["prompt"] in capsys.readouterr().out


def test_the_example_client_is_short() -> None:
    assert len(CLIENT.read_text().splitlines()) <= 60


def test_every_message_and_address_is_documented() -> None:
    text = (DOCS / "api.md").read_text()
    for kind in (*FromClient.__args__, *FromServer.__args__):
        tag = kind.__struct_config__.tag
        assert f"`{tag}`" in text, tag
        fields = [field for field in kind.__struct_fields__ if not re.search(rf"\b{field}\b", text)]
        assert not fields, (tag, fields)
    for route in (*api.ROUTES, *replays.ROUTES, *lessons.ROUTES, *courses.ROUTES, *design.ROUTES):
        assert isinstance(route, Route)
        assert route.path.replace(":number", "") in text, route.path


@pytest.mark.parametrize("name", sorted(parrain.all_games()))
def test_the_choices_and_positions_of_every_game_are_documented(name: str) -> None:
    game = parrain.game(name)
    actions = section_of("actions.md", game.title)
    for verb in {str(action).split()[0] for action in game.actions}:
        assert re.search(rf"`{verb}\b", actions), verb
    positions = section_of("positions.md", game.title)
    keys = set(game.new(seed=1).to_position()) - {"game", "edition", "seed", "random", "reveals"}
    assert not {key for key in keys if f"`{key}`" not in positions} - {"players", "options", "ending"}
    for example in re.findall(r"```toml\n(.*?)```", positions, re.DOTALL):
        assert game.position(tomllib.loads(example)["position"]).to_position()


def section_of(page: str, title: str) -> str:
    """The section of a page about a game."""
    return (DOCS / page).read_text().split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_code_of_an_error_is_documented() -> None:
    text = (DOCS / "api.md").read_text()
    source = "".join(path.read_text() for path in Path(api.__file__).parents[1].rglob("*.py"))
    for code in set(re.findall(r"Refused\(\s*\"([a-z-]+)\"", source)) | set(
        re.findall(r"self\.refuse\(\"([a-z-]+)\"", source)
    ):
        assert f"`{code}`" in text, code


def test_the_schema_is_one(server: Server) -> None:
    found = server.get("/schema.json")
    Draft202012Validator.check_schema(found)
    assert found == schema()
    server_says = Draft202012Validator({"$ref": "#/$defs/FromServer", **found})
    assert not server_says.is_valid({"is": "shown"}) and server_says.is_valid({"is": "pong", "step": 3})
    client_says = Draft202012Validator({"$ref": "#/$defs/FromClient", **found})
    assert client_says.is_valid({"do": "choose", "seat": 0, "step": 1, "action": "take"})
    assert not client_says.is_valid({"do": "choose", "seat": 9, "step": 1, "action": "take"})
