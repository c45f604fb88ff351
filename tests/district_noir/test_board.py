"""The table of District Noir: what its parts show, offer and explain, and that they hide the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import parrain
from parrain.core import State, Stream
from parrain.core.parts import LEAST_NARROW, LEAST_TEXT, TableParts
from parrain.games.district_noir.board.table import Table
from parrain.testing.boards import check_board, check_drawing, check_seat
from parrain.testing.walk import walk

GAME = parrain.game("district-noir")
NAMES = ("Lana", "Élodie")
BOTH = pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
SPACE = "{http://www.w3.org/2000/svg}"

LONG_LINE = {
    "line": [*"8765", "+2", "-1", *"8768875", "+3", "-2", "port", "6", "7", "-3", "8"],
    "hands": [["+4"], ["-3", "-1"]],
    "taken": [["police", "city-hall", "8", "8", "7", "6", "5", "-1", "-2"], ["5", "5", "6", "6", "7", "7"]],
    "round": 4,
    "may_take": [True, True],
    "turn": 1,
}
# Élodie holds two buildings, the third lies in reach; a take would win Lana a second set and cost Élodie the 5s
DUEL = {
    "line": ["6", "city-hall", "-3", "7", "-2", "5"],
    "hands": [["8", "7", "-1"], ["6", "+2", "8"]],
    "taken": [
        ["8", "8", "8", "7", "6", "6", "5", "+3", "-1", "-2"],
        ["8", "7", "7", "7", "5", "5", "+2", "-1", "port", "police"],
    ],
    "round": 3,
    "turn": 0,
}
ENDINGS = {
    "buildings": [["port", "police", "city-hall"], ["8"]],
    "points": [["8", "7", "6", "5", "+2"], ["8", "8", "-1"]],
    "tie-break": [["8"], ["6", "+2"]],
    "draw": [[], []],
}


def parts_of(state: State, seat: int | None, narrow: bool = False, language: str = "en") -> TableParts:
    return GAME.parts(state.view(seat), NAMES, language, narrow)


def roots(state: State, seat: int | None, narrow: bool = False, language: str = "en") -> dict[str, Element]:
    least = LEAST_NARROW if narrow else LEAST_TEXT
    drawings = parts_of(state, seat, narrow, language).drawings()
    return {name: check_drawing(part.svg(language, "-"), least) for name, part in drawings.items()}


def everything(drawn: dict[str, Element]) -> Iterator[Element]:
    return (each for root in drawn.values() for each in root.iter())


def texts(root: Element) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(f"{SPACE}text")]


def pieces(root: Element, start: str) -> list[str]:
    return [each.get("data-kind", "") for each in root.iter() if (each.get("data-piece") or "").startswith(start)]


def previews(root: Element, action: str) -> list[Element]:
    return [each for each in root.iter() if each.get("data-preview") == action]


def ended(ending: str) -> State:
    state = GAME.position(
        {"round": 4, "taken": ENDINGS[ending], "may_take": [False, False], "line": ["5", "5"], "turn": 0}
    )
    assert state.ending == ending
    return state


def test_the_conventions_hold_through_random_games() -> None:
    check_board(GAME, 2, games=2, every=5)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("position", [LONG_LINE, DUEL], ids=["longest line", "duel"])
def test_a_full_table_fits(language: str, position: dict[str, object]) -> None:
    for seat in (0, 1, None):
        check_seat(GAME, GAME.position(position), seat, language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_word_of_a_panel_is_cut_on_a_phone(language: str) -> None:
    for state in (GAME.new(2, 1), GAME.position(DUEL)):
        panels = parts_of(state, 0, True, language).panels
        assert all(each.body is not None and "…" not in each.body.svg(language) for each in panels)


def test_the_board_has_the_size_of_the_stage() -> None:
    for position in (LONG_LINE, DUEL):
        wide, narrow = (parts_of(GAME.position(position), 0, each).drawings() for each in (False, True))
        assert (wide["board"].width, narrow["board"].width) == (960, 390)
        assert wide["board"].height <= 490 and narrow["board"].height <= 430
        assert wide["hand"].width <= 960 and narrow["hand"].height <= 122


# -- the line ---------------------------------------------------------------------------------------------------------


@BOTH
def test_the_line_is_shown_in_order(narrow: bool) -> None:
    assert pieces(roots(GAME.position(LONG_LINE), 1, narrow)["board"], "line.") == LONG_LINE["line"]


@BOTH
@pytest.mark.parametrize("length", [0, 1, 4, 5, 6, 10, 11, 13, 20])
def test_the_take_is_one_choice_that_holds_exactly_what_it_brings(length: int, narrow: bool) -> None:
    line = LONG_LINE["line"][:length]  # type: ignore[index]
    state = GAME.position({"line": line, "hands": [["8"], ["-3", "5"]], "round": 2, "turn": 1})
    root = roots(state, 1, narrow)["board"]
    takes = [each for each in root.iter() if each.get("data-action") == "take"]
    if not length:
        assert takes == [] and [each for each in root.iter() if each.get("data-touch") == "take"]
        return
    assert pieces(takes[0], "line.") == line[-5:]


@BOTH
@pytest.mark.parametrize("length", [3, 5, 9])
def test_the_frame_goes_round_the_last_five(length: int, narrow: bool) -> None:
    line = LONG_LINE["line"][:length]  # type: ignore[index]
    state = GAME.position({"line": line, "hands": [["8"], ["-3", "5"]], "round": 2, "turn": 1})
    root = roots(state, 1, narrow)["board"]
    take = next(each for each in root.iter() if each.get("data-action") == "take")
    frame = next(each for each in take.iter(f"{SPACE}rect") if each.get("stroke") == "#f0c75a")
    left, right = float(frame.get("x", "")), float(frame.get("x", "")) + float(frame.get("width", ""))
    inside = []
    for each in root.iter():
        if (each.get("data-piece") or "").startswith("line."):
            moved = re.match(r"translate\((\S+) ", each.get("transform", ""))
            assert moved
            inside.append(left < float(moved[1]) < right)
    assert inside == [i >= length - 5 for i in range(length)]


def test_who_cannot_take_sees_whose_take_comes_next() -> None:
    waiting = texts(roots(GAME.position(DUEL), 1)["board"])
    assert "What Lana can take" in waiting
    state = GAME.position({**DUEL, "may_take": [False, True], "hands": [["8", "7", "-1"], ["6", "+2"]]})
    assert "What Élodie can take then" in texts(roots(state, 0)["board"])
    nobody = GAME.position({**DUEL, "may_take": [False, False], "hands": [["8", "7"], ["6", "+2"]]})
    assert "Nobody takes any more this round." in texts(roots(nobody, 0)["board"])


# -- what a choice would change ---------------------------------------------------------------------------------------


@BOTH
def test_the_take_shows_where_its_cards_would_lie_and_both_scores_after_it(narrow: bool) -> None:
    drawn = roots(GAME.position(DUEL), 0, narrow)
    shown = [words for each in previews(drawn["board"], "take") for words in texts(each)]
    assert shown.count("7") >= 1 and "−3" in shown and "−2" in shown  # ghosts
    mine = [words for each in previews(drawn["panel.0"], "take") for words in texts(each)]
    theirs = [words for each in previews(drawn["panel.1"], "take") for words in texts(each)]
    assert mine == ["→ 19", "5 → 10", "0 → −5"]
    assert theirs == ["→ 8", "12 → 7"]
    plate = next(each for each in drawn["board"].iter() if each.get("data-action") == "take")
    assert "13 → 8" in texts(plate) and "19" in texts(plate)


def test_every_card_in_hand_says_what_the_opponents_take_would_then_make() -> None:
    """As applied: lay the card, let the opponent take, and read both scores."""
    state = GAME.position(DUEL)
    root = roots(state, 0)["hand"]
    for name in ("8", "7", "-1"):
        after = state.clone()
        after.apply(0, GAME.action_from_text(f"lay {name}"))
        after.apply(1, GAME.action_from_text("take"))
        tile = next(each for each in root.iter() if each.get("data-action") == f"lay {name}")
        mine, theirs = after.scores()
        assert f"13 → {theirs}" in texts(tile)
        assert ("19" if mine == 19 else f"19 → {mine}") in texts(tile)


def test_previews_are_what_the_rules_make_of_it() -> None:
    """Through random games, every outcome that is shown is what comes of it."""
    seen = 0
    for moment in walk(GAME, 2, 4, every=3):
        state = moment.state
        for seat in state.current_players():
            actions = state.legal_actions(seat)
            table = Table(state.view(seat), GAME.box, actions, NAMES, "en", False)  # type: ignore[arg-type]
            for action in actions:
                after = state.clone()
                after.apply(seat, action)
                outcome = table.outcomes[action.text]
                if action.text != "take":
                    may_take = state.view(None).may_take[1 - seat]  # type: ignore[attr-defined]
                    assert (outcome is None) == (not may_take)
                    if outcome is None or after.round != state.round:  # type: ignore[attr-defined]
                        continue
                    after.apply(1 - seat, GAME.action_from_text("take"))
                assert outcome is not None
                assert tuple(each.total for each in outcome.scores) == after.scores()
                assert outcome.wins == (after.ending == "buildings")
                seen += 1
    assert seen > 30


def test_a_take_that_would_win_at_once_is_told() -> None:
    state = GAME.position({**DUEL, "turn": 1, "starter": 1})
    take = next(each for each in roots(state, 1)["board"].iter() if each.get("data-action") == "take")
    assert "You win at once!" in texts(take)
    danger = GAME.position({**DUEL, "line": ["city-hall", "7", "-2", "5"]})
    tiles = [each for each in roots(danger, 0)["hand"].iter() if each.get("data-action")]
    assert tiles and all("wins at once!" in " ".join(texts(each)) for each in tiles)


def test_the_missing_building_turns_red_when_somebody_holds_two() -> None:
    def red(state: State) -> list[str]:
        chips = [each for each in roots(state, 0)["goal"].iter() if each.get("data-about")]
        return [str(each.get("data-about")) for each in chips if "#7c1f22" in ElementTree.tostring(each, "unicode")]

    assert red(GAME.position(DUEL)) == ["card.city-hall"]
    assert red(GAME.new(2, 7)) == []


# -- what lies where --------------------------------------------------------------------------------------------------


@BOTH
def test_cards_of_one_kind_are_one_choice(narrow: bool) -> None:
    state = GAME.position(
        {"line": ["5"], "hands": [["8", "8", "7"], ["5", "6", "-1"]], "turn": 0, "may_take": [True, True]}
    )
    root = roots(state, 0, narrow)["hand"]
    eights = [each for each in root.iter() if each.get("data-action") == "lay 8"]
    assert len(eights) == 1 and pieces(eights[0], "hand.0.") == ["8", "8"]


@BOTH
def test_every_choice_is_drawn(narrow: bool) -> None:
    for moment in walk(GAME, 2, 2, every=4):
        for seat in moment.state.current_players():
            drawn = [each.get("data-action") for each in everything(roots(moment.state, seat, narrow))]
            legal = sorted(action.text for action in moment.state.legal_actions(seat))
            assert sorted(each for each in drawn if each) == legal


@BOTH
def test_out_of_turn_the_hand_and_the_take_can_be_asked_about(narrow: bool) -> None:
    state = GAME.new(2, 7)
    waiting = 1 - state.current_players()[0]
    drawn = roots(state, waiting, narrow)
    touched = [str(each.get("data-touch")) for each in everything(drawn) if each.get("data-touch")]
    assert sorted(touched) == sorted({f"lay {name}" for name in state.view(waiting).hand} | {"take"})  # type: ignore[attr-defined]
    assert not [each for each in everything(drawn) if each.get("data-action") or each.get("data-preview")]
    for text in touched:
        assert state.why_not(waiting, GAME.action_from_text(text)) is not None


@BOTH
def test_only_ones_own_hand_is_open(narrow: bool) -> None:
    state = GAME.new(2, 7)
    for seat in (0, 1):
        drawn = roots(state, seat, narrow)
        assert pieces(drawn["hand"], f"hand.{seat}.") == list(state.view(seat).hand)  # type: ignore[attr-defined]
        assert pieces(drawn[f"panel.{1 - seat}"], "hand.") == ["?"] * 5
    spectator = roots(state, None, narrow)
    assert "hand" not in spectator
    assert [pieces(spectator[f"panel.{seat}"], "hand.") for seat in (0, 1)] == [["?"] * 5] * 2


@BOTH
def test_a_table_that_differs_only_in_what_is_hidden_looks_the_same(narrow: bool) -> None:
    rng = Stream(4)
    for moment in walk(GAME, 2, 3, every=6):
        for seat in (0, 1, None):
            view = moment.state.view(seat)
            kept = GAME.parts(view, NAMES, "fr", narrow)
            others = [GAME.imagine(view, rng) for _ in range(5)]
            if not moment.state.is_over and seat is not None and moment.state.round < 3:  # type: ignore[attr-defined]
                assert any(other.to_position()["hands"] != moment.state.to_position()["hands"] for other in others)
            for other in others:
                assert GAME.parts(other.view(seat), NAMES, "fr", narrow) == kept


@BOTH
def test_the_columns_hold_what_was_taken_and_the_parts_of_the_score_add_up(narrow: bool) -> None:
    for seed in range(4):
        for moment in walk(GAME, 2, seed, every=7):
            view = moment.state.view(None)
            table = Table(view, GAME.box, (), NAMES, "en", narrow)  # type: ignore[arg-type]
            root = roots(moment.state, None, narrow)["board"]
            for seat in (0, 1):
                score = table.scores[seat]
                assert sorted(pieces(root, f"taken.{seat}.")) == sorted(view.taken[seat])  # type: ignore[attr-defined]
                assert score.total == view.scores[seat]
                assert score.gangs == moment.state.majority_points(seat)  # type: ignore[attr-defined]
                assert score.sets == moment.state.set_points(seat)  # type: ignore[attr-defined]


def test_what_nobody_has_seen_is_counted_by_elimination() -> None:
    state = GAME.position(DUEL)
    for seat, hidden in ((0, 3 + 10 + 3), (1, 3 + 10 + 3), (None, 6 + 10 + 3)):
        shown = texts(roots(state, seat)["tracks"])
        assert f"{hidden} cards" in shown
        assert sum(int(words[1:]) for words in shown if words.startswith("×")) == hidden
    # of the eight 8s four are taken, and Lana holds one
    for seat, eights in ((0, 3), (1, 3), (None, 4)):
        chips = [each for each in roots(state, seat)["tracks"].iter() if each.get("data-about") == "card.8"]
        assert [texts(each) for each in chips] == [["8", f"×{eights}"]]


def test_the_status_says_how_far_it_is() -> None:
    table = parts_of(GAME.position(DUEL), 0)
    assert table.status.turn == "Round 3 of 4" and "3 buildings" in table.status.goal
    assert [panel.score for panel in table.panels] == ["19", "13"]
    assert [panel.colours for panel in table.panels] == [(0,), (4,)]
    assert [[sign for sign, _ in panel.signs] for panel in table.panels] == [["first"], []]


def test_french_leaves_no_english_behind() -> None:
    for position in (LONG_LINE, DUEL):
        for narrow in (False, True):
            english, french = (
                {words for root in roots(GAME.position(position), 0, narrow, each).values() for words in texts(root)}
                for each in ("en", "fr")
            )
            same = {words for words in english & french if re.search("[a-z]{3}", words)}
            names = {"lana", "élodie", "gang", "alliance", "gangs", "port", "police", "points"}  # the same in both
            assert {words.lower() for words in same} <= names, same


# -- what explains itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_card_has_its_info_card(language: str) -> None:
    view = GAME.position(DUEL).view(0)
    for name in GAME.box.names:
        card = GAME.card(f"card.{name}", view, NAMES, language)
        assert card is not None and card.picture is not None and card.lines and card.rule.startswith("DN ")
        assert card.reconstructed == ""
        check_drawing(card.picture.svg(language, "-"), LEAST_TEXT)
    eight = GAME.card("card.8", view, NAMES, "en")
    for name, told in (("port", "Élodie has taken it."), ("city-hall", "It lies in the line.")):
        building = GAME.card(f"card.{name}", view, NAMES, "en")
        assert building is not None and told in building.lines
    assert eight is not None and "Lana has 3, Élodie 1." in eight.lines and eight.values[0].value == "8"


def test_the_card_of_the_take_says_why() -> None:
    state = GAME.position(DUEL)
    card = GAME.card("take", state.view(0), NAMES, "en")
    assert card is not None
    assert [value.value for value in card.values] == ["19 → 19", "13 → 8"]
    told = " ".join(card.lines)
    assert "5s: a tie, Élodie loses 5." in told and "Sets: +5." in told and "Alliances and betrayals: −5." in told
    other = GAME.card("take", state.view(1), NAMES, "en")
    assert other is not None and other.values == ()


def test_events_point_at_pieces_of_the_board() -> None:
    log: list[parrain.core.Event] = []
    state = GAME.new(2, 3, log=log)
    for _ in range(30):
        seat = state.current_players()[0]
        legal = state.legal_actions(seat)
        state.apply(seat, legal[-1] if len(log) % 3 == 0 else legal[0])
        root = roots(state, 0)["board"]
        names = {each.get("data-piece") for each in root.iter()} | {each.get("data-about") for each in root.iter()}
        event = log[-1].seen_by(None)
        assert event is not None
        pointed = GAME.pointed(event)
        if event["kind"] == "take":
            assert [each for each in pointed if each in names and each.startswith(f"taken.{event['seat']}.")]
        else:
            assert pointed and set(pointed) <= names


# -- the end ----------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("ending", ["points", "tie-break", "draw"])
def test_the_count_is_a_scene_whose_sums_are_right(ending: str, language: str, narrow: bool) -> None:
    state = ended(ending)
    for seat in (0, 1, None):
        event = {"kind": "count", "scores": list(state.scores()), "winner": -1, "ending": ending}
        (scene,) = GAME.scenes([event], state.view(seat), NAMES, language, narrow)
        for step in scene.steps:
            check_drawing(step.picture.svg(language, "-"), LEAST_NARROW if narrow else LEAST_TEXT)
        totals = texts(check_drawing(scene.steps[-1].picture.svg(language, "-")))[-5:]
        for score in state.scores():
            assert str(score) in totals
        assert bool(scene.steps[-1].note) == (ending == "tie-break")


def test_the_count_lays_every_part_open() -> None:
    state = ended("points")  # 8s to Élodie, 7s, 6s and 5s to Lana, who has a set and an alliance; Élodie a betrayal
    assert state.scores() == (7 + 6 + 5 + 5 + 2, 8 - 1)
    (scene,) = GAME.scenes([{"kind": "count"}], state.view(None), NAMES, "en", False)
    assert [step.caption for step in scene.steps] == [
        "Majorities of gangs: Lana 18, Élodie 8.",
        "Sets: Lana 5, Élodie 0.",
        "Alliances and betrayals: Lana 2, Élodie −1.",
        "Lana wins the District, 25 to 7.",
    ]
    running = [texts(check_drawing(step.picture.svg("en", "-"))) for step in scene.steps]
    for words, (first, second) in zip(running, ((18, 8), (23, 8), (25, 7), (25, 7)), strict=True):
        total = words[words.index("total") :]
        assert str(first) in total and str(second) in total


@BOTH
def test_the_third_building_is_a_scene_and_an_ordinary_move_is_none(narrow: bool) -> None:
    state = ended("buildings")
    (scene,) = GAME.scenes([{"kind": "buildings", "seat": 0}], state.view(1), NAMES, "en", narrow)
    assert scene.title == "Sudden death" and scene.steps[0].note.endswith("0 to 8.")
    picture = check_drawing(scene.steps[0].picture.svg("en", "-"), LEAST_NARROW if narrow else LEAST_TEXT)
    assert {"Port", "Police", "City hall", "Lana"} <= set(texts(picture))
    view = GAME.position(DUEL).view(0)
    assert GAME.scenes([{"kind": "take", "seat": 0, "cards": ["8"]}], view, NAMES, "en", narrow) == []


@BOTH
@pytest.mark.parametrize("ending", list(ENDINGS))
def test_every_ending_is_told(ending: str, narrow: bool) -> None:
    state = ended(ending)
    for seat in (0, 1, None):
        table = parts_of(state, seat, narrow)
        winners = [i for i, panel in enumerate(table.panels) if ("laurel", "the winner") in panel.signs]
        assert winners == ([] if ending == "draw" else [0])
        assert "hand" not in table.drawings()


def test_another_edition_can_be_drawn(tmp_path: Path) -> None:
    """Six gangs, a building of its own, hands of seven: the board follows the box."""
    source = (GAME.home / "editions" / "spiral-2022.toml").read_text(encoding="utf-8")
    gang = '[[cards]]\nname = "{0}"\nkind = "{1}"\nvalue = {2}\ncount = {3}\nsource = "test"\nstatus = "recon"\n\n'
    more = gang.format("9", "gang", 9, 6) + gang.format("10", "gang", 10, 6) + gang.format("museum", "building", 0, 1)
    text = (
        source.replace("hand = 5 ", "hand = 7 ")
        .replace("away = 3 ", "away = 0 ")
        .replace("[[cards]]", more + "[[cards]]", 1)
    )
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    mine = parrain.game("district-noir", path)
    check_board(mine, 2, games=1, every=6)
    state = mine.new(2, 5)
    assert "<svg" in parrain.show(state, 0, edition=path).svg
    ours = mine.card("card.museum", state.view(0), NAMES, "en")
    assert ours is not None and ours.reconstructed
