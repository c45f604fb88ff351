"""The example deployment: its files can be read, its commands are commands of ours, and what is drawn is measured."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from parrain.cli.app import build
from tests.web.server import Server
from tests.web.settings import settings

DEPLOY = Path(__file__).parents[1] / "deploy"
SERVERS = ["server-1", "server-2", "server-3"]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def ours(compose: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The services that run our image."""
    return ((name, each) for name, each in compose["services"].items() if each.get("image") == "parrain")


def test_every_command_is_one_of_ours_and_its_options_are_known(compose: dict[str, Any]) -> None:
    names = []
    for name, service in ours(compose):
        assert service["entrypoint"] == ["parrain"]
        words = [re.sub(r"\$\{(\w+):-([^}]*)\}", r"\2", word) for word in service["command"]]
        group: Any = typer.main.get_command(build(words))
        parent = group.make_context("parrain", list(words), resilient_parsing=True)
        while hasattr(group, "resolve_command"):
            _, group, words = group.resolve_command(parent, list(words))
        context = group.make_context(group.name, list(words), parent=parent)  # refuses an option that there is not
        assert context.args == []
        names.append(name)
    assert names == ["migrate", *SERVERS, "think"]


def test_servers_are_called_by_all_their_names_and_reach_each_other(compose: dict[str, Any]) -> None:
    for name in SERVERS:
        words = compose["services"][name]["command"]
        assert words[words.index("--internal") + 1] == name
        called = words[words.index("--public") + 1].split(",")
        assert called[1:] == SERVERS, "Caddy and Prometheus call them so"
        environment = compose["services"][name]["environment"]
        proxy = compose["services"]["caddy"]["networks"]["inside"]["ipv4_address"]
        assert environment["FORWARDED_ALLOW_IPS"] == proxy
        assert environment["DATABASE_URL"].startswith("postgresql://") and "@db/" in environment["DATABASE_URL"]
    caddy = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert all(f"{name}:8420" in caddy for name in SERVERS) and caddy.count("{") == caddy.count("}")
    watched = yaml.safe_load((DEPLOY / "prometheus.yaml").read_text("utf-8"))["scrape_configs"][0]["static_configs"]
    assert watched[0]["targets"] == [f"{name}:8420" for name in SERVERS]
    upgraded = (DEPLOY / "upgrade.sh").read_text("utf-8")
    assert all(name in upgraded for name in [*SERVERS, "think", "migrate"])


def test_every_file_that_is_mounted_is_here(compose: dict[str, Any]) -> None:
    mounted = [
        volume.partition(":")[0]
        for service in compose["services"].values()
        for volume in service.get("volumes", [])
        if volume.startswith("./")
    ]
    assert len(mounted) == 5 and all((DEPLOY / each).is_file() for each in mounted)
    for path in DEPLOY.rglob("*.yaml"):
        assert yaml.safe_load(path.read_text("utf-8"))
    named = {
        volume.partition(":")[0] for service in compose["services"].values() for volume in service.get("volumes", [])
    }
    assert {each for each in named if not each.startswith("./")} == set(compose["volumes"])


def test_what_the_dashboard_draws_is_measured(tmp_path: Path) -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "parrain.json").read_text("utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    drawn = {name for expression in asked for name in re.findall(r"\bparrain_\w+", expression)}
    with Server(settings(tmp_path / "x.db")) as server:
        server.get("/health")
        text = server.http.get("/metrics").text
    measured = {re.split(r"[{ ]", line)[0] for line in text.splitlines() if not line.startswith("#")}
    assert drawn and drawn <= measured, drawn - measured
    counts = [int(line.split()[-1]) for line in text.splitlines() if line.startswith("parrain_commit_seconds_bucket")]
    assert counts == sorted(counts) and counts[-1] >= 1, "buckets count everything below their bound"
