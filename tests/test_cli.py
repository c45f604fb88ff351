"""Every command: what it writes, its exit code, and that no mistake ends in a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import parrain
from parrain.cli import lab as lab_commands
from parrain.cli import main
from parrain.cli.app import pull_language
from parrain.core import Record, Stream
from parrain.lab.simulate import simulate

DN = parrain.game("district-noir")
COMMANDS = (
    "play",
    "learn",
    "serve",
    "think",
    "doctor",
    "undelete",
    "repair",
    "admin",
    "admin ban",
    "attack",
    "db",
    "verify",
    "games",
    "rules",
    "replay",
    "simulate",
    "trace",
    "bench",
    "lesson",
    "lesson run",
    "lab run",
    "lab report",
    "lab sweep",
    "lab even",
)


class Ran:
    """What a command line came to."""

    def __init__(self, *arguments: str) -> None:
        out, err = io.StringIO(), io.StringIO()
        self.code = main(arguments, out, err)
        self.out, self.err = out.getvalue(), err.getvalue()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")
    monkeypatch.setenv("PARRAIN_HOME", str(tmp_path / "home"))


def finished(seed: int = 7) -> Record:
    """A whole random game."""
    record = Record(DN.id, DN.edition.key, 2, seed, {}, {0: "Ada"})
    state, rng = DN.new(2, seed), Stream(seed)
    while not state.is_over:
        seat = state.current_players()[0]
        action = state.legal_actions(seat)[rng.below(len(state.legal_actions(seat)))]
        state.apply(seat, action)
        record.choose(seat, str(action))
    return record


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(finished().to_text(DN), "utf-8")
    return path


# -- games, rules, version ------------------------------------------------------------------------------


def test_games_lists_every_game() -> None:
    ran = Ran("games")
    assert ran.code == 0 and ran.err == ""
    for game in parrain.all_games().values():
        assert f"{game.title}  {game.id}" in ran.out
    assert "Lay bait in the line" in ran.out and "2 players, some 20 minutes." in ran.out


def test_games_as_json() -> None:
    listed = json.loads(Ran("games", "--json").out)
    assert [game["id"] for game in listed] == list(parrain.all_games())
    assert all(
        set(game)
        == {
            "id",
            "title",
            "pitch",
            "players",
            "minutes",
            "difficulty",
            "endings",
            "editions",
            "default_edition",
            "options",
        }
        for game in listed
    )
    assert listed[0]["players"] == [2, 2] and listed[0]["editions"] == ["spiral-2022"]
    french = json.loads(Ran("games", "--json", "--language", "fr").out)
    assert french[0]["pitch"].startswith("Posez vos appâts")


def test_rules_all_a_section_and_one() -> None:
    everything = Ran("rules", "district-noir").out
    assert all(number in everything for number in DN.rulebook().rules)
    section = Ran("rules", "district-noir", "6").out
    assert section.startswith("6. Taking cards\nDN 6.1 ") and "DN 5.1" not in section
    assert Ran("rules", "district-noir", "6.3").out == "DN 6.3 From an empty line nobody takes: you must lay a card.\n"
    assert Ran("rules", "district-noir", "DN 6.3").out == Ran("rules", "district-noir", "6.3").out
    assert "◇ Rulebook of the box: chapter 6.1; settled here: " in Ran("rules", "gangs-city", "6.3").out
    box = Ran("rules", "gangs-city", "box").out
    assert box.startswith("From the box\n◆ ") and "\nOurs\n◇ The ten mercenaries" in box
    assert Ran("rules", "district-noir", "6.3", "--language", "fr").out.startswith(
        "DN 6.3 On ne prend rien dans une file vide\u00a0:"
    )


def test_version_says_how_the_engine_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    from parrain.cli import app

    monkeypatch.setattr(app, "is_compiled", lambda: False)
    assert Ran("--version").out == f"parrain {parrain.__version__} (engine interpreted)\n"
    monkeypatch.setattr(app, "is_compiled", lambda: True)
    assert Ran("--version").out == f"parrain {parrain.__version__} (engine compiled)\n"
    assert Ran("--version").code == 0


# -- simulate -------------------------------------------------------------------------------------------

KEYS = {
    "game",
    "edition",
    "players",
    "games",
    "bots",
    "options",
    "seed",
    "decisions",
    "wins",
    "returns",
    "endings",
    "seconds",
}


@pytest.mark.slow
def test_simulate_as_json() -> None:
    ran = Ran(
        "simulate",
        "district-noir",
        "--players",
        "2",
        "--games",
        "30",
        "--bots",
        "greedy,random",
        "--seed",
        "5",
        "--json",
    )
    assert ran.code == 0 and ran.err == ""
    data = json.loads(ran.out)
    assert set(data) == KEYS
    assert data["games"] == 30 and data["players"] == 2 and data["bots"] == ["greedy", "random"] and data["seed"] == 5
    assert sum(data["endings"].values()) == 30 and set(data["endings"]) == set(DN.endings)
    assert data["wins"][0] > data["wins"][1]
    assert abs(sum(data["returns"])) < 1e-9
    assert data["decisions"] > 30 * 20
    again = json.loads(
        Ran("simulate", "district-noir", "--games", "30", "--bots", "greedy,random", "--seed", "5", "--json").out
    )
    assert {key: value for key, value in again.items() if key != "seconds"} == {
        key: value for key, value in data.items() if key != "seconds"
    }
    other = json.loads(
        Ran("simulate", "district-noir", "--games", "30", "--bots", "greedy,random", "--seed", "6", "--json").out
    )
    assert other["decisions"] != data["decisions"]


def test_simulate_for_people() -> None:
    ran = Ran("simulate", "district-noir", "--games", "10")
    assert ran.code == 0
    assert ran.out.startswith("10 games, ") and "Player 1  random" in ran.out and "Endings: " in ran.out


def test_one_bot_takes_every_seat() -> None:
    assert simulate(DN, 2, 1, ["greedy"], 1).bots == ["greedy", "greedy"]


def test_returns_are_what_the_games_were_worth() -> None:
    result = simulate(DN, 2, 40, ["random"], 3)
    draws = result.endings["draw"]
    assert sum(result.wins) == 40 + draws
    assert result.returns[0] == pytest.approx((result.wins[0] - result.wins[1]) / 40)


def test_a_bar_only_where_somebody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    class Looking(io.StringIO):
        def isatty(self) -> bool:
            return True

    err = Looking()
    out = io.StringIO()
    assert main(["simulate", "district-noir", "--games", "5", "--json"], out, err) == 0
    assert "Playing" in err.getvalue()
    assert set(json.loads(out.getvalue())) == KEYS


# -- replay ---------------------------------------------------------------------------------------------


def test_replay_shows_the_end(record: Path) -> None:
    ran = Ran("replay", str(record))
    assert ran.code == 0
    assert "Seed 7; at the table: Ada and Player 2." in ran.out
    assert "Round 4 of 4" in ran.out
    assert "Ada is dealt 5 cards" in ran.out and "you are dealt" not in ran.out


def test_replay_shows_any_step_as_any_seat_saw_it(record: Path) -> None:
    first = Ran("replay", str(record), "--step", "0", "--seat", "1").out
    assert "Round 1 of 4" in first and "Your hand: gang 5, gang 6, 2 × gang 8, alliance +2." in first
    second = Ran("replay", str(record), "--step", "0", "--seat", "2").out
    assert "Your hand: gang 5, 2 × gang 6, alliance +2, betrayal −1." in second
    assert Ran("replay", str(record), "--step", "1").out != Ran("replay", str(record), "--step", "0").out


def test_replay_draws(record: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    ran = Ran("replay", str(record), "--svg", str(tmp_path / "t.svg"), "--png", str(tmp_path / "t.png"))
    assert ran.code == 0 and f"Wrote {tmp_path / 't.png'}." in ran.out
    assert (tmp_path / "t.svg").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")


def test_replay_reads_a_game_still_being_played(record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    open_game = tmp_path / "open.table"
    open_game.write_text("\n".join(text.split("\n")[:10]) + "\n0 la", "utf-8")
    ran = Ran("replay", str(open_game))
    assert ran.code == 0
    assert "does not count: “0 la”" in ran.err and "Round 1 of 4" in ran.out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seed 7", "seed 8", "changed after it was sealed"),
        ("---\n", "", "changed after it was sealed"),
        ("parrain record 1", "parrain record 2", "has version 2"),
        ("parrain record 1", "hello", "This is not a record"),
    ],
)
def test_a_record_that_is_not_right_is_a_failed_check(record: Path, old: str, new: str, words: str) -> None:
    record.write_text(record.read_text("utf-8").replace(old, new, 1), "utf-8")
    ran = Ran("replay", str(record))
    assert ran.code == 1 and words in ran.err and ran.out == ""


# -- lesson, trace, bench -------------------------------------------------------------------------------


def test_lessons_run() -> None:
    files = [str(path) for path in DN.lesson_files()]
    assert files
    ran = Ran("lesson", "run", *files)
    assert ran.code == 0 and ran.out.count("as expected") == len(files)


def test_a_lesson_that_fails_is_a_failed_check(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'id = "X1"\ngame = "district-noir"\nrules = ["DN 6.1"]\ntitle = "x"\n[new]\nseed = 7\n[expect]\nover = true\n',
        "utf-8",
    )
    ran = Ran("lesson", "run", str(path))
    assert ran.code == 1 and "X1" in ran.err and "over is False, expected True" in ran.err
    assert Ran("lesson", "run", str(tmp_path / "none.toml")).code == 1


@pytest.mark.parametrize("game", ["district-noir", "gangster", "reglement-de-comptes", "gangs-city", "police-vs-gangs"])
def test_a_course_is_learned_on_the_terminal(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    typed = "show\n" * 90 + "1\n" * 90  # the last chapter is free play
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    ran = Ran("learn", game)
    assert ran.code == 0 and "That was the course" in ran.out
    assert ran.out.count("Chapter ") >= 7


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_path_is_listed_and_its_lessons_are_played(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    listed = Ran("learn", "gangs-city", "--path", "--lang", language).out
    assert listed.count("--chapter") == 8 and listed.count("--lesson") >= 15 and "parrain play gangs-city" in listed
    for lesson in re.findall(r"--lesson (\S+)", listed)[::4]:
        monkeypatch.setattr("sys.stdin", io.StringIO("why\n" + "show\n" * 9))
        ran = Ran("learn", "gangs-city", "--lesson", lesson, "--lang", language)
        assert ran.code == 0 and ("That was the lesson." in ran.out or "C’était la leçon." in ran.out), lesson
        assert "parrain rules gangs-city box" in ran.out, "what of the map is a reconstruction"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert "allowed, but" in Ran("learn", "district-noir", "--lesson", "BE1").out
    assert Ran("learn", "district-noir", "--lesson", "none").code == 1


def test_a_course_answers_mistakes_and_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2\npourquoi\nvoir\naide\nnothing\nlay 5\nquit\n"))
    ran = Ran("learn", "district-noir", "--lang", "fr")
    assert "générosité" in ran.out and "DN 6.1" in ran.out and "montre" in ran.out and "nothing" in ran.err
    assert "parrain learn district-noir --chapter 1" in ran.out
    assert Ran("learn", "district-noir", "--chapter", "99").code == 2


def test_a_course_of_ones_own_is_checked(tmp_path: Path) -> None:
    course = DN.course_file()
    assert course is not None
    own = tmp_path / "own.toml"
    own.write_text(course.read_text("utf-8"), "utf-8")
    assert Ran("learn", str(own), "--check").out.count("as expected") == 1
    own.write_text(course.read_text("utf-8").replace("scores = [17, 0]", "scores = [16, 0]", 1), "utf-8")
    ran = Ran("learn", str(own), "--check")
    assert ran.code == 1 and "scores is [17, 0], expected [16, 0]" in ran.out
    own.write_text("game = 3", "utf-8")
    assert Ran("learn", str(own)).code == 1


def test_trace_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def answer(game: str | None, as_json: bool) -> int:
        asked.append((game, as_json))
        return 1 if game else 0

    monkeypatch.setattr("parrain.lab.trace.main", answer)
    assert Ran("trace").code == 0
    assert Ran("trace", "district-noir", "--json").code == 1
    assert asked == [(None, False), ("district-noir", True)]


def test_trace_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert Ran("trace", "district-noir", "--json").code in (0, 1)
    assert json.loads(capsys.readouterr().out.partition("\n(")[0])[0]["game"] == "district-noir"


def test_bench_passes_on_in_a_checkout_and_says_so_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "src" / "parrain"
    package.mkdir(parents=True)
    monkeypatch.setattr(lab_commands, "parrain", SimpleNamespace(__file__=str(package / "__init__.py")))
    ran = Ran("bench", "--quick")
    assert ran.code == 1 and "bench/run.py" in ran.err
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "run.py").write_text(
        "import sys, pathlib\npathlib.Path(__file__).with_name('ran').write_text(' '.join(sys.argv[1:]))\nsys.exit(3)"
    )
    assert Ran("bench", "--quick", "--json", "x").code == 3
    assert (tmp_path / "bench" / "ran").read_text() == "--quick --json x"


# -- help and mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_has_help_in_both_languages(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Ran(*command.split(), "--help", "--language", language).code == 0
    text = capsys.readouterr().out
    assert "Usage: parrain " + command in text
    assert ("Montrer cette aide." in text) == (language == "fr")
    assert ("Show this help." in text) == (language == "en")


def test_no_english_is_left_in_french_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("", *COMMANDS):
        assert Ran(*command.split(), "--help", "--language", "fr").code == 0
    text = capsys.readouterr().out
    for english in (" the ", " The ", "Show", "required", "default", "Commands", "How many"):
        assert english not in text


MISTAKES = [
    ("nope", "There is no command “nope”."),
    ("games extra", "“extra” is too much here."),
    ("games --nope", "There is no option --nope."),
    ("lesson", "A command is missing."),
    ("lesson run", "FILE... is missing."),
    ("rules", "GAME is missing."),
    ("rules chess", "There is no game chess; there are: district-noir"),
    ("rules district-noir 99", "District Noir has no rule 99; it has: 1.1, "),
    ("simulate", "GAME is missing."),
    ("simulate chess", "There is no game chess"),
    ("simulate district-noir --players", "The option --players needs a value."),
    ("simulate district-noir --players two", "--players is a whole number from 2 to 2, not “two”."),
    ("simulate district-noir --players 3", "--players is a whole number from 2 to 2, not “3”."),
    ("simulate district-noir --games 0", "--games is a whole number from 1 to 1000000000, not “0”."),
    ("simulate district-noir --games -1", "--games is a whole number"),
    ("simulate district-noir --games ٣", "--games is a whole number"),
    ("simulate district-noir --bots nobody", "There is no bot “nobody”; there are: random, easy"),
    ("simulate district-noir --bots a,b,c", "2 players need from 1 to 2 bots, not 3."),
    ("simulate district-noir --bots ,", "There is no bot “”"),
    ("simulate district-noir --seed x", "--seed is a whole number from 0 to"),
    ("simulate district-noir --option x", "An option is written name=value, not “x”."),
    ("simulate district-noir --option x=1", "District Noir has no option x; it has: none."),
    ("simulate district-noir --edition none", "District Noir has no edition none; it has: spiral-2022"),
    ("simulate district-noir --edition none.toml", "There is no edition file none.toml."),
    ("replay", "RECORD is missing."),
    ("replay /none", "The file /none cannot be read: No such file"),
    ("play chess", "There is no game chess"),
    ("play district-noir --players 9", "--players is a whole number from 2 to 2"),
    ("play district-noir --seat nobody", "“nobody” is neither a bot nor a person"),
    ("play district-noir --seat me --bots me", "--bots seats bots alone"),
    ("play district-noir --seat greedy:x,me", "how many worlds to imagine"),
    ("play district-noir --seed -3", "--seed is a whole number"),
    ("play district-noir --file /proc/none/x.table", "cannot be written"),
    ("games --language it", "The table speaks fr, en, de, not “it”."),
    ("games --language", "The table speaks fr, en"),
]


@pytest.mark.parametrize(("line", "words"), MISTAKES)
def test_a_mistake_is_told_without_a_traceback(line: str, words: str, tmp_path: Path) -> None:
    ran = Ran(*line.split())
    assert ran.code == 2
    assert words in ran.err
    assert ran.out == ""
    assert not (tmp_path / "home").exists(), "nothing was begun"


@pytest.mark.parametrize("line", [line for line, _ in MISTAKES if "--language" not in line])
def test_a_mistake_is_told_in_french_too(line: str) -> None:
    told = Ran(*line.split(), "--language", "fr").err
    assert told
    for english in ("There is", "whole number", "missing", " not ", "cannot"):
        assert english not in told


@pytest.mark.parametrize(
    ("step", "seat", "words"),
    [
        ("999", "1", "--step is a whole number from 0 to"),
        ("0", "3", "--seat is a whole number from 1 to 2, not “3”."),
        ("0", "0", "--seat is a whole number from 1 to 2"),
    ],
)
def test_a_step_or_seat_that_is_not_there(record: Path, step: str, seat: str, words: str) -> None:
    ran = Ran("replay", str(record), "--step", step, "--seat", seat)
    assert ran.code == 2 and words in ran.err


def test_a_picture_that_cannot_be_written(record: Path) -> None:
    ran = Ran("replay", str(record), "--svg", "/none/t.svg")
    assert ran.code == 2 and "The file /none/t.svg cannot be written" in ran.err


@pytest.mark.parametrize(
    ("given", "left", "wanted"),
    [
        (["--language", "fr", "games"], ["games"], "fr"),
        (["games", "--language=fr", "--json"], ["games", "--json"], "fr"),
        (["games"], ["games"], None),
        (["bench", "--", "--language", "fr"], ["bench", "--", "--language", "fr"], None),
    ],
)
def test_the_language_may_stand_anywhere(given: list[str], left: list[str], wanted: str | None) -> None:
    assert pull_language(given) == (left, wanted)


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "fr")
    assert "Il n’y a pas de jeu chess" in Ran("rules", "chess").err
    monkeypatch.delenv("PARRAIN_LANGUAGE")
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Il n’y a pas de jeu chess" in Ran("rules", "chess").err


def test_options_of_a_game_are_read_as_its_own_values(monkeypatch: pytest.MonkeyPatch) -> None:
    from parrain.cli.shell import read_options
    from parrain.core import BadOption, Option, say

    class Optional(type(DN)):  # type: ignore[misc]
        options = (
            Option("quick", (False, True), say("x")),
            Option("cards", (5, 7), say("x")),
            Option("map", ("old", "new"), say("x")),
        )

    game = Optional()
    assert read_options(game, ["quick=true", "cards=7", "map=new"]) == {"quick": True, "cards": 7, "map": "new"}
    for wrong in (["quick=perhaps"], ["cards=6"], ["map="], ["nope=1"]):
        with pytest.raises(BadOption):
            read_options(game, wrong)


# -- the program itself ---------------------------------------------------------------------------------


def program(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PARRAIN_LANGUAGE": "en"}
    command = [sys.executable, "-m", "parrain", *arguments]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, capture_output=True, text=True, env=environment, check=False, **more
    )
    return done


@pytest.mark.slow
def test_the_program_runs_and_ends_with_its_code() -> None:
    assert program("--version").stdout.startswith(f"parrain {parrain.__version__} (engine ")
    wrong = program("rules", "chess")
    assert wrong.returncode == 2 and "Traceback" not in wrong.stderr


@pytest.mark.slow
def test_a_reader_who_has_had_enough_gets_no_traceback() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "parrain", "rules", "district-noir"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.wait()
