"""Every file of examples/ does what it says (client.py: tests/web/test_docs.py, where there is a server)."""

from __future__ import annotations

import io
import json
import re
import runpy
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import parrain
from parrain.bots import Bot, allow, make_bot
from parrain.bots.programs import Program
from parrain.cli import main
from parrain.core import Action, Game, Stream
from parrain.testing import CHECKS, check_bot, check_bot_is_fair

EXAMPLES = Path(__file__).parents[1] / "examples"
DN = parrain.game("district-noir")


def command(*arguments: str) -> tuple[int, str]:
    """The exit code and the output of a command line."""
    out = io.StringIO()
    return main([*arguments, "--language", "en"], out, out), out.getvalue()


def test_every_example_is_listed_once_and_nothing_else() -> None:
    text = (EXAMPLES / "README.md").read_text("utf-8")
    listed = re.findall(r"^\| \[([^\]]+)\]\(\1\)", text, re.MULTILINE)
    assert sorted(listed) == sorted(
        path.relative_to(EXAMPLES).as_posix()
        for path in EXAMPLES.rglob("*")
        if path.suffix in (".py", ".js", ".sh", ".toml", ".ipynb")
    )
    assert all(text.count(f"examples/{name}") == 1 for name in listed), "each with the command that runs it"


# -- a bot in Python ------------------------------------------------------------------------------------


def test_the_bot_in_python_is_legal_fair_and_better_than_chance() -> None:
    example = runpy.run_path(str(EXAMPLES / "bot.py"))
    check_bot(example["Dreamer"](DN, 1), DN, 2, games=1)
    check_bot_is_fair(example["make_dreamer"](DN, "1"), DN, 2)
    seated = [example["make_dreamer"](DN, "3"), make_bot("random", DN)]
    assert sum(example["play"](DN, seated, seed)[0] > 0 for seed in range(8)) >= 6


def test_a_player_of_an_outside_library_learns_is_exported_and_seated(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    example = runpy.run_path(str(EXAMPLES / "outside_learner.py"))
    file = tmp_path / "own.npz"
    example["train"]("district-noir", file, 64, 32)
    bot = program(f"'{sys.executable}' '{EXAMPLES / 'outside_learner.py'}' play '{file}'", DN)
    for view, choices in moments(DN, 3):
        assert bot.choose(view, choices, Stream(1)) in choices and bot.trouble is None
    bot.stop()


# -- bots by lines of JSON ------------------------------------------------------------------------------


def moments(game: Game, most: int) -> Iterator[tuple[Any, Sequence[Action]]]:
    """The Views and choices of the first seat in a random game."""
    state, rng = game.new(seed=3), Stream(3)
    while not state.is_over and most:
        seat = state.current_players()[0]
        choices = state.legal_actions(seat)
        if seat == 0:
            most -= 1
            yield state.view(seat), choices
        state.apply(seat, choices[rng.below(len(choices))])


def program(line: str, game: Game) -> Program:
    """The program of a command line, if this machine has what runs it."""
    runner = shlex.split(line)[0]
    if shutil.which(runner) is None:
        pytest.skip(f"there is no {runner} on this machine")
    allow([f"process:60s:{line}"])
    bot = make_bot(f"process:60s:{line}", game)
    assert isinstance(bot, Program)
    return bot


@pytest.mark.parametrize("name", sorted(parrain.all_games()))
def test_the_bot_in_shell_takes_the_first_choice_of_any_game(name: str) -> None:
    game = parrain.game(name)
    bot = program(f"sh '{EXAMPLES / 'line-bot.sh'}'", game)
    for view, choices in moments(game, 6):
        assert bot.choose(view, choices, Stream(1)) is choices[0] and bot.trouble is None
    bot.stop()


def test_the_bot_in_node_plays_what_it_says() -> None:
    bot = program(f"node '{EXAMPLES / 'line-bot.js'}'", DN)
    for view, choices in moments(DN, 100):
        bot.choose(view, choices, Stream(1))
        assert bot.trouble is None
    rich = {"turn": 0, "line": ["5", "6", "7", "8"], "hands": [["8", "-2", "6"], ["7"] * 3], "round": 2}
    poor = {**rich, "line": ["5", "+2"]}
    assert [str(chosen(bot, position)) for position in (rich, poor)] == ["take", "lay -2"]
    bot.stop()


def chosen(bot: Bot, position: dict[str, object]) -> Action:
    """What a bot chooses in a position."""
    state = DN.position(position)
    return bot.choose(state.view(0), state.legal_actions(0), Stream(1))


# -- a language model -----------------------------------------------------------------------------------


class StandIn:
    """An OpenAI-compatible server that answers what it is told to, and keeps what it was asked."""

    def __init__(self) -> None:
        self.answers: list[str | bytes | int | None] = []  # a text, a refusal, a body that is no JSON, an HTTP status
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        told = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/chat/completions"
                told.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                told.keys.append(self.headers.get("Authorization", ""))
                answer = told.answers.pop(0) if len(told.answers) > 1 else told.answers[0]
                self.send_response(answer if isinstance(answer, int) else 200)
                self.end_headers()
                message = {"role": "assistant", "content": answer, "refusal": None if answer else "I cannot."}
                body = answer if isinstance(answer, bytes) else json.dumps({"choices": [{"message": message}]}).encode()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/v1"
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()


@pytest.fixture
def model() -> Iterator[StandIn]:
    stand_in = StandIn()
    yield stand_in
    stand_in.server.shutdown()
    stand_in.server.server_close()


POSITION = {
    "round": 3,
    "turn": 0,
    "line": ["port", "-3", "-3", "-2", "-2"],
    "hands": [["8"] * 5, ["7"] * 5],
    "taken": [["police", "city-hall"], []],
}  # the choices are “lay 8” and “take”, and the greedy bot takes


def player(model: StandIn, key: str = "") -> Bot:
    made: Bot = runpy.run_path(str(EXAMPLES / "language_model.py"))["LanguageModel"](DN, model.address, "tiny", key)
    return made


def test_the_model_is_shown_the_rules_the_table_and_the_choices(model: StandIn) -> None:
    model.answers = ["1"]
    assert str(chosen(player(model, "secret"), POSITION)) == "lay 8"
    (asked,) = model.asked
    rules, table = (message["content"] for message in asked["messages"])
    assert asked["model"] == "tiny" and model.keys == ["Bearer secret"]
    assert "District Noir" in rules and "From an empty line nobody takes" in rules
    assert "Your hand: 5 × gang 8." in table and "\n1. Lay a gang 8\n2. Take 5 cards from the line\n" in table
    assert "gang 7" not in table, "the other hand is hidden"


@pytest.mark.parametrize("nonsense", ["I would never gamble.", "3", "1 or 2", "", None, b"<html>", 500], ids=repr)
def test_nonsense_and_refusals_are_asked_again(nonsense: str | bytes | int | None, model: StandIn) -> None:
    model.answers = [nonsense, "My choice is 1."]
    assert str(chosen(player(model), POSITION)) == "lay 8" and len(model.asked) == 2
    if isinstance(nonsense, str):
        assert [message["content"] for message in model.asked[1]["messages"][2:]] == [
            nonsense,
            "Answer with one number from 1 to 2, nothing else.",
        ]


@pytest.mark.parametrize("nonsense", ["No.", None, b"{}", 500], ids=repr)
def test_after_three_questions_the_greedy_bot_chooses(nonsense: str | bytes | int | None, model: StandIn) -> None:
    model.answers = [nonsense]
    assert str(chosen(player(model), POSITION)) == "take" and len(model.asked) == 3


def test_a_model_plays_a_whole_game_over_lines_of_json(model: StandIn) -> None:
    model.answers = ["1"]
    bot = program(f"'{sys.executable}' '{EXAMPLES / 'language_model.py'}' {model.address} tiny", DN)
    for view, choices in moments(DN, 100):
        assert bot.choose(view, choices, Stream(1)) is choices[0] and bot.trouble is None
    bot.stop()
    assert len(model.asked) > 10


# -- an edition, a lesson, a course, an experiment ------------------------------------------------------


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_edition_keeps_the_contract(check: Any) -> None:
    game = parrain.game("district-noir", EXAMPLES / "edition.toml")
    check(game, 2)
    assert game.edition.key != DN.edition.key


def test_the_edition_is_played_from_the_command_line() -> None:
    code, out = command(
        "simulate", "district-noir", "--edition", str(EXAMPLES / "edition.toml"), "--games", "5", "--json"
    )
    assert code == 0 and json.loads(out)["edition"].startswith("long-night@")


def test_the_lesson_is_as_expected() -> None:
    code, out = command("lesson", "run", str(EXAMPLES / "lesson.toml"))
    assert (code, out) == (0, "two-buildings: One building too many – as expected.\n")


def test_the_course_is_as_expected() -> None:
    code, out = command("learn", str(EXAMPLES / "course.toml"), "--check")
    assert (code, out) == (0, "district-noir: Three minutes in the District – as expected.\n")


@pytest.mark.once
def test_the_experiment_is_played_from_the_command_line(tmp_path: Path) -> None:
    text = (EXAMPLES / "killer.toml").read_text("utf-8")
    (tmp_path / "killer.toml").write_text(re.sub(r"^games = \d+", "games = 1", text, flags=re.MULTILINE), "utf-8")
    code, out = command("lab", "run", str(tmp_path / "killer.toml"))
    assert code == 0 and (tmp_path / "killer.lab" / "games").is_dir()
    assert "\na cheap killer:\n" in out and "\nnever takes the killer:\n" in out
