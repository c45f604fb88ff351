"""The terminal table, played through a pipe."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

import parrain
from parrain.cli import main
from parrain.cli.typed import TypedChoices, fold
from parrain.core import Record, UnknownAction, read_record, read_unfinished, verify

DN = parrain.game("district-noir")


class Played:
    """What came of a session: what was written, the exit code, the folder of games."""

    def __init__(self, out: str, code: int, home: Path) -> None:
        self.out = out
        self.code = code
        self.home = home

    @property
    def files(self) -> list[Path]:
        return sorted((self.home / "games").iterdir()) if (self.home / "games").exists() else []

    def choices(self) -> list[str]:
        """The entries of the one game that was kept."""
        return [entry.line() for entry in read_unfinished(self.files[0].read_text("utf-8"))[0].entries]


class Session:
    """A person who types these lines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
        self.monkeypatch = monkeypatch
        self.home = home
        monkeypatch.setenv("PARRAIN_HOME", str(home))
        monkeypatch.setenv("PARRAIN_LANGUAGE", "en")

    def __call__(self, command: str, *lines: str) -> Played:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
        out, err = io.StringIO(), io.StringIO()
        code = main(command.split(), out, err)
        return Played(out.getvalue() + err.getvalue(), code, self.home)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Session:
    return Session(monkeypatch, tmp_path / "home")


NEW = "play district-noir --seed 7 --bots greedy"
BEGUN = "\n".join(
    [*Record(DN.id, DN.edition.key, 2, 7, {}, {1: "greedy"}).head()[:-1], "bot 1 greedy", "---", "1 take", ""]
)


@pytest.fixture
def begun(session: Session) -> str:
    """A game in which the bot has begun and taken the whole line; our turn."""
    path = session.home / "games" / "begun.table"
    path.parent.mkdir(parents=True)
    path.write_text(BEGUN, "utf-8")
    return f"play --resume {path}"


def test_a_whole_game_against_a_bot_ends_in_a_sealed_record(session: Session) -> None:
    played = session(NEW, *["1"] * 60)
    assert played.code == 0
    assert "Your turn: lay a card" in played.out
    assert re.search(r"(wins|win) the District, \d+ to \d+\.", played.out)
    assert re.search(r"^1\. (Bruno|Player 1)$", played.out, re.M)
    (path,) = played.files
    text = path.read_text("utf-8")
    record = read_record(text)
    assert path.suffix == ".record" and f"The record of this game: {path}" in played.out
    assert verify(record, text, DN).is_over
    assert record.bots == {1: "greedy"} and record.seed == 7


def test_the_other_hand_is_never_written(session: Session) -> None:
    """Whatever a game against a bot prints, the bot's cards show up only once they are laid."""
    played = session(NEW, *["1"] * 60)
    assert "Round 2: Bruno is dealt 5 cards." in played.out
    assert not re.search(r"greedy is dealt (gang|alliance|betrayal|the )", played.out)
    assert played.out.count("Your hand:") == len(re.findall(r"Your (turn|hand is empty)", played.out)) + 1


@pytest.mark.parametrize("typed", ["2", "lay 6", "  lay   6 ", "LAY 6", "lay 6\t"])
def test_a_choice_by_number_or_text(session: Session, begun: str, typed: str) -> None:
    assert session(begun, typed).choices()[1] == "0 lay 6"


def test_a_choice_by_its_beginning(session: Session, begun: str) -> None:
    assert "0 take" in session(begun, "1", "t").choices()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("9", "There is no choice number 9; they go from 1 to 4."),
        ("0", "There is no choice number 0; they go from 1 to 4."),
        ("99999999999999999999999", "There is no choice number"),
        ("lay", "“lay” could mean: lay 5 (1), lay 6 (2), lay 8 (3), lay +2 (4)."),
        ("lay 9", "“lay 9” is no choice of this game; did you mean lay 8, lay 6, lay 5?"),
        ("gibberish", "“gibberish” is no choice of this game"),
        ("[red]x[/red]", "“[red]x[/red]” is no choice of this game"),
        ("{0}", "“{0}” is no choice of this game"),
        ("lay 7", "You have no 7 in your hand."),
        (
            "take",
            "The line is empty: there is nothing to take.\n"
            "DN 6.3 From an empty line nobody takes: you must lay a card.",
        ),
        ("why take", "DN 6.3 From an empty line nobody takes"),
        ("why", "Write what you would like to choose after it: why Lay an alliance +2, for example."),
        ("why tak", "DN 6.3 From an empty line nobody takes"),
        ("why lay a gang", "You have no 7 in your hand."),
        ("why nonsense", "“nonsense” is no choice of this game"),
        ("why lay 6", "Nothing forbids “lay 6”: choose it if you like."),
        ("/why take", "DN 6.3"),
        ("undo", "You have chosen nothing yet that could be taken back."),
        ("rules 99", "District Noir has no rule 99; it has: 1.1, "),
        ("rules 6.3", "DN 6.3 From an empty line nobody takes: you must lay a card."),
        ("rules", "9. What is hidden"),
        ("help", "take back your last choice"),
        ("aide", "take back your last choice"),
        ("look", "Your turn: lay a card."),
        ("", "Your turn: lay a card."),
        ("save", "Every choice is saved as it is made, in "),
    ],
)
def test_what_is_no_choice_is_answered_and_changes_nothing(
    session: Session, begun: str, typed: str, words: str
) -> None:
    played = session(begun, typed)
    assert words in played.out.split("\n> ", 1)[1].replace("\n\n", "\n")
    assert played.choices() == ["1 take"]
    assert played.code == 0


def test_a_hint_names_a_legal_choice_and_a_reason(session: Session, begun: str) -> None:
    played = session(begun, "hint")
    found = re.search(r"What a sensible player would choose: (.+) \((.+)\)\.\n(.+)\n", played.out)
    assert found is not None
    assert found[2] in ("lay 5", "lay 6", "lay 8", "lay +2")
    assert found[3]
    assert played.choices() == ["1 take"]


def test_a_choice_is_taken_back_before_the_bot_answers(session: Session, begun: str) -> None:
    played = session(f"{begun} --confirm", "lay 6", "undo", "lay 8", "", "quit")
    entries = played.choices()
    assert entries[1:4] == ["0 lay 6", "undo 0", "0 lay 8"] and entries[4].startswith("1 ")
    assert "Press Enter and the bots answer, or type undo." in played.out


def test_a_choice_is_not_taken_back_after_the_bot_answered(session: Session, begun: str) -> None:
    played = session(begun, "lay 6", "undo", "quit")
    assert "has chosen since then" in played.out
    assert not [line for line in played.choices() if line.startswith("undo")]


def test_what_chance_has_dealt_is_not_taken_back(session: Session, begun: str) -> None:
    played = session(begun, *["1"] * 6, "undo")
    assert "Round 2: you are dealt" in played.out
    assert "Since then chance has spoken" in played.out
    assert not [line for line in played.choices() if line.startswith("undo")]


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("Lay a gang 6", "lay 6"),
        ("poser un gang 6", "lay 6"),
        ("POSER UN GANG 8.", "lay 8"),
        ("poser une", "lay +2"),
        ("Lay an all", "lay +2"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_choice_by_its_words_in_either_language(
    session: Session, begun: str, language: str, typed: str, chosen: str
) -> None:
    assert session(f"{begun} --language {language}", typed).choices()[1] == f"0 {chosen}"


@pytest.mark.parametrize("game", parrain.all_games())
def test_every_choice_of_a_game_has_words_whatever_is_on_the_table(game: str) -> None:
    known = parrain.game(game)
    view = known.new(known.most, 1).view(0)
    found = TypedChoices(known, view, known.actions, [""] * known.most, "fr")
    assert all(each for spelling in found.folded for each in spelling)


def test_words_that_begin_several_choices_are_answered_with_these(session: Session, begun: str) -> None:
    played = session(f"{begun} --language fr", "poser un gang")
    assert "pourrait être" in played.out and "Poser un gang 5 (1), Poser un gang 6 (2)" in played.out
    assert played.choices() == ["1 take"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Prêter L’ÉPÉE\u00a0!", "preter l'epee"),
        ("nord-est,  contre le bar", "nord est contre le bar"),
        ("trahison −2", "trahison -2"),
        ("le cœur…", "le coeur"),
    ],
)
def test_case_accents_and_printed_french_do_not_matter(typed: str, words: str) -> None:
    assert fold(typed) == words


def test_a_choice_that_begins_like_a_command_can_be_typed_in_words(session: Session) -> None:
    """“Look” is also a command; with words after it, it is the choice."""
    typed = TypedChoices(DN, DN.new(2, 7).view(0), [], [], "en")
    typed.actions = DN.actions[:2]
    typed.spellings = [["a", "b"], ["Look at tile 3 (Casino)", "Look nowhere"]]
    typed.folded = [[fold(each) for each in spelling] for spelling in typed.spellings]
    assert typed.begun("look at") is DN.actions[0] and typed.exact("look nowhere") is DN.actions[1]
    assert typed.exact("look") is None and typed.begun("voir") is None
    with pytest.raises(UnknownAction):
        typed.begun("look")


def test_everything_since_my_last_choice_is_told_and_told_again(session: Session) -> None:
    game = "play gangs-city --seed 5 --players 6 --bots random"
    played = session(game, "1", "look", "story", "quit")
    first, again, story = played.out.split("\n> ")[1:4]
    told = [line for line in first.splitlines() if line.startswith("• ")]
    assert len(told) > 8 and told[0].startswith("• You build ")
    assert [line for line in again.splitlines() if line.startswith("• ")] == told
    whole = [line for line in story.splitlines() if line.startswith("• ")]
    assert whole[-len(told) :] == told and whole[0].startswith("• The city begins with")


def test_a_resumed_game_tells_what_happened_since_my_last_choice(session: Session) -> None:
    path = session(NEW, "1", "1", "1").files[0]
    again = session(f"play --resume {path}", "quit").out
    told = [line for line in again.splitlines() if line.startswith("• ")]
    assert told and told[0].startswith("• You lay ")
    assert sum(line.startswith("• You lay ") for line in told) == 1


@pytest.mark.parametrize(
    ("command", "lines", "words"),
    [
        ("play", ["?"], "Type the number of a game"),
        ("play", ["help"], "Type the number of a game"),
        ("play", ["gangs-city", "?"], "Type how many play"),
        ("play district-noir --seed 7 --seat me=Ada,me=Bo", ["?"], "Enter: Bo sees the table."),
        ("play district-noir --seed 7 --seat me=Ada,me=Bo", ["", "?"], "take back your last choice"),
        ("play district-noir --seed 7 --seat me=Ada,me=Bo", ["", "1", "", "1", "", "undo", "help"], "y: yes."),
        ("play district-noir --seed 7 --bots greedy --confirm", ["", "?"], "Enter: the bots answer."),
    ],
)
def test_help_is_given_at_every_question(session: Session, command: str, lines: list[str], words: str) -> None:
    played = session(command, *lines)
    if "--confirm" in command:
        played = session(f"play --resume {played.files[0]} --confirm", "1", "?")
    assert words in played.out and played.code == 0


@pytest.mark.parametrize("lines", [["quit"], ["gangs-city", "quitter"]])
def test_quit_leaves_at_the_first_questions_too(session: Session, lines: list[str]) -> None:
    played = session("play", *lines, "1", "3")
    assert played.code == 0 and not played.files


def test_whoever_is_eliminated_is_told_at_once(session: Session) -> None:
    game = "play reglement-de-comptes --seed 35 --players 6 --bots greedy"
    played = session(game, *["1"] * 60)
    before, _, after = played.out.partition("You are out of the game; the others play on.\nPress Enter to go on.")
    assert "Your last man is gone: you are out" in before.split("\n> ")[-1]
    assert "\n> " not in after, "the eliminated is not asked again"
    assert "Your last man is gone" not in after and "The record of this game" in after
    assert before.count("Press Enter") == 0


def test_a_person_among_several_who_is_eliminated_is_named(session: Session) -> None:
    game = "play reglement-de-comptes --seed 35 --players 6 --seat me=Ada,me=Bo --bots greedy"
    played = session(game, *["", "1"] * 300)
    assert re.search(r"(Ada|Bo) is out of the game; the others play on\.", played.out)


# -- the board in characters ----------------------------------------------------------------------------


def test_the_city_is_drawn_in_characters_with_the_choices_in_it(session: Session) -> None:
    played = session("play gangs-city --seed 5 --players 4 --bots random", "map")
    board, again = played.out.split("\n> ")[:2]
    for drawn in (board, again):
        chart = drawn.partition("[n] is player n")[0]
        assert "'-._.-'" in chart and "Casino" in chart and "(1)" in chart
        assert all(len(line) <= 80 for line in chart.splitlines())


def test_a_game_without_a_map_says_so(session: Session, begun: str) -> None:
    assert "District Noir has no map" in session(begun, "map").out


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("gangs-city", ["thug: attack 3, defence 2, recruiting –; cost 1; manages: 1 drug, 1 weapon."]),
        (
            "police-vs-gangs",
            [
                "bodyguard: attack 2, defence 5, recruiting 3; cost 3;",
                "inspector: handcuffs (4 of 6), a badge (2 of 6).",
            ],
        ),
        ("reglement-de-comptes", ["a Godfather $1,000, each business $1,000, both of one kind $4,000"]),
    ],
)
def test_the_table_in_words_says_values_and_costs(session: Session, game: str, words: list[str]) -> None:
    out = session(f"play {game} --seed 5 --players 4 --bots random", "quit").out
    assert all(each in out for each in words)


# -- leaving and coming back ----------------------------------------------------------------------------


@pytest.mark.parametrize("last", [["quit"], ["quitter"], []])
def test_whoever_leaves_is_told_how_to_come_back(session: Session, last: list[str]) -> None:
    played = session(NEW, "lay 6", *last)
    assert played.code == 0
    (path,) = played.files
    assert f"The game is saved. To go on: parrain play --resume {path}" in played.out
    again = session(f"play --resume {path}", "quit")
    assert again.code == 0
    assert "You lay a gang 6." in again.out
    assert again.choices()[1] == "0 lay 6"


def test_ctrl_c_saves_and_leaves_cleanly(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(NEW.split(), out) == 0
    assert "The game is saved." in out.getvalue()
    assert "Traceback" not in out.getvalue()


@pytest.mark.slow
def test_a_game_played_in_pieces_is_the_game_played_in_one_go(session: Session, tmp_path: Path) -> None:
    whole = session(f"{NEW} --file {tmp_path}/whole.table", *["1"] * 60)
    session(f"{NEW} --file {tmp_path}/pieces.table", "1", "1")
    for _ in range(30):
        if (tmp_path / "pieces.table").exists():
            session(f"play --resume {tmp_path}/pieces.table", "1", "1")
    assert whole.code == 0
    assert (tmp_path / "pieces.record").read_text("utf-8") == (tmp_path / "whole.record").read_text("utf-8")
    assert not (tmp_path / "pieces.table").exists()


def test_a_torn_last_line_is_told_and_dropped(session: Session) -> None:
    path = session(NEW, "lay 6").files[0]
    before = path.read_text("utf-8")
    path.write_text(before + "0 la", "utf-8")
    again = session(f"play --resume {path}")
    assert "does not count: “0 la”" in again.out
    assert path.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("command", "words", "code"),
    [
        ("play --resume {path} --seed 3", "keeps its players", 2),
        ("play nonsense --resume {path}", "There is no game nonsense", 2),
        ("play --resume {path}.none", "cannot be read: No such file", 2),
        ("play --resume {sealed}", "is the sealed record of a game", 1),
        ("play district-noir --file {path}", "There is already a file", 2),
    ],
)
def test_a_wrong_resume_is_told_and_changes_nothing(
    session: Session, command: str, words: str, code: int, tmp_path: Path
) -> None:
    session(f"{NEW} --file {tmp_path}/done.table", *["1"] * 60)
    path = session(NEW, "lay 6").files[0]
    before = path.read_bytes()
    played = session(command.format(path=path, sealed=tmp_path / "done.record"), "1")
    assert words in played.out
    assert played.code == code
    assert path.read_bytes() == before


def test_save_makes_a_copy_that_can_be_resumed(session: Session, tmp_path: Path) -> None:
    copy = tmp_path / "copy.table"
    session(NEW, "lay 6", f"save {copy}", "lay 8", f"save {copy}")
    entries = read_unfinished(copy.read_text("utf-8"))[0].entries
    assert [entry.line() for entry in entries][1] == "0 lay 6" and "0 lay 8" not in [entry.line() for entry in entries]
    assert session(f"play --resume {copy}", "quit").code == 0


# -- several people -------------------------------------------------------------------------------------

HOT = "play district-noir --seed 7 --seat me=Ada,me=Bo"


def test_people_pass_the_screen_and_see_only_their_own_hand(session: Session) -> None:
    played = session(HOT, "", "lay 6", "", "quit")
    curtain, bo, between, ada = re.split(r"then press Enter\. |\n> ", played.out)[:4]
    assert "Bo must lay a card or take from the line." in curtain and "hand" not in curtain
    assert "Your hand: gang 5, 2 × gang 6, alliance +2, betrayal −1." in bo
    assert "Ada must lay a card or take from the line." in between and "gang 5, " not in between
    assert "Your hand: gang 5, gang 6, 2 × gang 8, alliance +2." in ada and "Bo lays a gang 6." in ada
    assert "betrayal −1" not in ada, "Bo's cards stay with Bo"
    assert played.choices() == ["1 lay 6"]


def test_a_whole_game_between_people(session: Session) -> None:
    played = session(HOT, *["", "1"] * 60)
    assert played.code == 0
    assert re.search(r"(Ada|Bo) wins the District", played.out)
    record = read_record(played.files[0].read_text("utf-8"))
    assert record.names == {0: "Ada", 1: "Bo"} and record.bots == {}


def test_the_one_who_chose_takes_it_back_at_the_curtain(session: Session) -> None:
    played = session(HOT, "", "lay 6", "undo", "lay 5", "", "quit")
    assert played.choices() == ["1 lay 6", "undo 1", "1 lay 5"]


@pytest.mark.parametrize(
    ("answer", "undone"), [("y", True), ("oui", True), ("n", False), ("", False), ("perhaps", False)]
)
def test_across_anothers_choice_that_one_is_asked_behind_a_curtain(session: Session, answer: str, undone: bool) -> None:
    played = session(HOT, "", "lay 6", "", "lay 8", "", "undo", answer, "", "quit")
    assert ("undo 1" in played.choices()) == undone
    question = next(
        part for part in played.out.split("== District Noir\n") if "do you agree that Bo takes back a choice?" in part
    )
    assert "hand" not in question, "Ada is asked before a curtain, not before Bo's cards"
    assert ("not yet: Ada" in played.out) != undone


def test_where_nothing_is_hidden_no_curtain_is_drawn_and_undo_means_the_last_choice(session: Session) -> None:
    game = "play gangster --seed 7 --seat me=Ada,me=Bo"
    played = session(game, *["1"] * 30, "quit")
    assert "Pass the screen" not in played.out
    assert {entry[0] for entry in played.choices()} == {"0", "1"}, "both have chosen"
    assert "Bo is to choose." in played.out and "Ada is to choose." in played.out
    seats = [entry[0] for entry in played.choices()]
    change = next(number for number in range(1, len(seats)) if seats[number] != seats[number - 1])
    (played.home / "games").rename(played.home / "before")
    again = session(game, *["1"] * change, "undo", "quit")
    assert again.choices()[-1] == f"undo {seats[change - 1]}"


def test_bots_alone_play_to_the_end(session: Session) -> None:
    played = session("play district-noir --seed 3 --seat random,greedy:2")
    assert played.code == 0
    assert read_record(played.files[0].read_text("utf-8")).bots == {0: "random", 1: "greedy:2"}


# -- starting -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["1", "district", "District Noir", "district-noir"])
def test_without_a_command_it_asks_which_game(session: Session, typed: str) -> None:
    played = session("play", "99", "chess", typed, "quit")
    assert played.out.startswith("Which game?\n1. District Noir: ")
    assert played.out.count("Write a number from 1 to ") == 2
    assert len(played.files) == 1


def test_without_a_game_and_without_an_answer_it_just_ends(session: Session) -> None:
    assert session("play").code == 0


def test_it_all_works_in_french(session: Session, begun: str) -> None:
    played = session(
        f"{begun} --language fr --confirm",
        "pourquoi prendre",
        "pourquoi",
        "conseil",
        "aide",
        "règles 6",
        "1",
        "annuler",
        "quitter",
    )
    for words in (
        "À vous\u00a0: posez une carte.",
        "La file est vide\u00a0: il n’y a rien à prendre.\n"
        "DN 6.3 On ne prend rien dans une file vide\u00a0: il faut poser.",
        "Ajoutez ce que vous aimeriez choisir\u00a0: pourquoi Poser une alliance +2, par exemple.",
        "Ce que ferait un joueur sensé",
        "6. Prendre des cartes",
        "Vous annulez votre choix.",
        "La partie est enregistrée. Pour la reprendre\u00a0:",
    ):
        assert words in played.out
    for english in ("Your", "You ", "The ", "the ", "choose", "Round"):
        assert english not in re.sub(r"lay .*|take|/\S+", "", played.out)
