"""The table as parts: what is drawn where, what may be chosen, what the things say, what the scenes add up to."""

from __future__ import annotations

import re

import pytest

from parrain.core import Event
from parrain.core.parts import Part, TableParts
from parrain.core.translation import render
from parrain.games.police_vs_gangs.board.city import HEIGHTS, ON_PHONE, WIDTHS
from parrain.games.police_vs_gangs.board.counting import score_parts
from parrain.games.police_vs_gangs.board.pieces import card_drawing
from parrain.games.police_vs_gangs.board.table import Table
from parrain.testing import check_board, check_drawing
from parrain.testing.table import play
from parrain.testing.walk import walk
from tests.police_vs_gangs.tables import GAME, Position, card, start

NAMES = ("Lana", "Bruno", "Ada", "Nora")
CITY = [card("foundry", 0, 0, owner=0, hire=["bodyguard"]), card("gunsmith", 1, 0), card("casino", 0, 1, owner=2)]


def placing(**more: object) -> Position:
    """Four players placing in a small city; gangster 0 controls the Foundry."""
    hands = [["killer", "thug"], [], ["driver"], []]
    return {"players": 4, "city": CITY, "phase": "place", "turn": 4, "hands": hands, "scores": [9, 14, 12, 7], **more}


def part_of(table: TableParts, name: str) -> Part:
    """A part by name."""
    return table.drawings()[name]


def offered(part: Part) -> set[str]:
    """The choices that a part draws."""
    return set(re.findall(r'data-action="([^"]*)"', part.body))


@pytest.mark.parametrize("wide, high", [(1, 5), (4, 5), (5, 5), (6, 3), (2, 2)])
def test_a_city_of_five_rows_or_six_columns_fits_on_the_stage(wide: int, high: int) -> None:
    names = [each for each in GAME.box.card_names if each not in ("foundry", "gunsmith", "casino")]
    line = [(x, 0) for x in range(wide)] + [(0, y) for y in range(1, high)]
    city = [card(name, x, y) for name, (x, y) in zip(names, line, strict=False)]
    view = start(placing(city=city)).view(0)
    board = part_of(GAME.parts(view, NAMES, "fr"), "board")
    assert board.width <= 960 and board.height <= 500, (board.width, board.height)
    assert "…" not in board.body, "no name is cut"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_name_of_a_place_is_whole_on_every_card(language: str) -> None:
    for size in [ON_PHONE, *[(wide, high) for wide in WIDTHS for high in HEIGHTS if high <= wide * 0.7]]:
        for name in GAME.box.card_names:
            drawn = card_drawing(GAME.box, language, 0, name, size, 14.0 if size == ON_PHONE else 13.0, (True, True))
            assert "…" not in drawn, (name, size)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_board(players: int) -> None:
    check_board(GAME, players, games=1, every=40 * players)
    assert GAME.draw(GAME.new(players, 1).view(None)).startswith("<svg")


def test_every_choice_of_placing_is_drawn_but_passing() -> None:
    state = start(placing())
    table = GAME.parts(state.view(0), NAMES)
    legal = {action.text for action in state.legal_actions(0)}
    assert offered(part_of(table, "hand")) == legal - {"pass"}
    assert {"send killer fight", "send killer recruit", "send thug fight"} <= legal
    state = start(placing(), "0 send killer fight")
    table = GAME.parts(state.view(0), NAMES)
    legal = {action.text for action in state.legal_actions(0)}
    assert offered(part_of(table, "board")) == legal - {"back"}
    assert not offered(part_of(GAME.parts(state.view(2), NAMES), "board")), "another's choices are not mine"


def test_a_preview_tells_the_strength_there() -> None:
    """The killer defends his own Foundry with 4 and attacks the Gunsmith with 7."""
    view = start(placing(), "0 send killer fight").view(0)
    board = part_of(GAME.parts(view, NAMES), "board").body

    def previewed(action: str) -> list[str]:
        drawn = re.search(rf'data-preview="{action}".*?(?=data-preview|$)', board, re.DOTALL)
        assert drawn is not None
        return re.findall(r"<text[^>]*>([^<]*)</text>", drawn[0])

    assert "4" in previewed("at foundry north") and "7" in previewed("at gunsmith north")
    assert "fig-defend" in board and "fig-attack" in board


def test_a_tile_of_another_lies_face_down() -> None:
    placed = start(placing(), "0 send killer fight", "0 at foundry north")
    for seat, kind in ((0, "0 killer"), (2, "?"), (None, "?")):
        board = part_of(GAME.parts(placed.view(seat), NAMES), "board").body
        found = re.search(r'data-piece="piece.foundry.north.0" data-kind="([^"]*)" data-about="([^"]*)"', board)
        assert found is not None and found[1] == kind
        assert found[2] == ("who.killer" if seat == 0 else "hidden.0")


def test_pieces_keep_42_units_and_targets_44_on_a_phone() -> None:
    view = start(placing(), "0 send killer fight").view(0)
    for narrow, size in ((False, 42), (True, 44)):
        board = part_of(GAME.parts(view, NAMES, "en", narrow), "board").body
        target = re.search(r'data-action="at foundry north".*?<rect [^>]*?width="(\d+)" height="(\d+)"', board)
        assert target is not None and min(int(target[1]), int(target[2])) >= size


def test_the_crew_is_the_state() -> None:
    """In hand full, placed pale, in prison behind bars."""
    state = start(placing(jail=["2 killer 3"]), "0 send thug fight", "0 at foundry north")
    mine = part_of(GAME.parts(state.view(0), NAMES), "panel.0").body
    assert mine.count('opacity="0.42"') == 1 and "Thug, placed" in mine
    seen = part_of(GAME.parts(state.view(1), NAMES), "panel.0").body
    assert 'opacity="0.42"' not in seen and "1 out" in seen, "who is out is not known to others"
    assert "Killer, in prison" in part_of(GAME.parts(state.view(0), NAMES), "panel.2").body


def test_the_gain_is_what_the_districts_would_score() -> None:
    """Red: 0 has the Foundry alone. The Casino of two colours gives 2 one of them."""
    panels = GAME.parts(start(placing()).view(None), NAMES).panels
    assert [panel.gain for panel in panels] == ["+1", "", "+1", ""]
    assert [panel.score for panel in panels] == ["9", "14", "12", "7"]


def test_the_bar_says_turn_phase_and_goal() -> None:
    view = start(placing()).view(None)
    status = GAME.parts(view, NAMES).status
    assert (status.turn, status.phases[status.phase], status.goal) == ("Turn 4", "Placing", "First to 20")
    assert str(GAME.heading(view)) == "Turn 4 · Placing"


def test_the_drawn_place_is_offered_large() -> None:
    state = start({"players": 4, "city": CITY, "phase": "lay", "turn": 2, "drawn": "villa", "owing": [3]})
    seat = state.current_players()[0]
    table = GAME.parts(state.view(seat), NAMES)
    assert "place.villa" in part_of(table, "offer").body and part_of(table, "offer").width >= 204
    assert offered(part_of(table, "board")) == {action.text for action in state.legal_actions(seat)}
    assert "Villa" in part_of(table, "board").body, "the ghost of the card where it would lie"


# -- cards -------------------------------------------------------------------------------------------------------------


def test_the_card_of_a_gangster_declares_what_is_ours() -> None:
    view = start(placing()).view(0)
    thug = GAME.card("who.thug", view, NAMES)
    assert thug is not None and [value.value for value in thug.values] == ["3", "2", "1"]
    assert thug.rule == "PG 6.10" and any("only be sent to fight" in line for line in thug.lines)
    assert thug.reconstructed == "Our reconstruction: defence value, cost."


def test_the_card_of_a_place_says_what_the_piece_in_hand_would_do() -> None:
    foundry = GAME.card("place.foundry", start(placing(), "0 send killer fight").view(0), NAMES)
    assert foundry is not None
    assert "Lana controls it." in foundry.lines
    assert any(line.startswith("Your killer fighting: 4, and could bring 2 × weapons") for line in foundry.lines)
    assert any("enough for bodyguard" in line for line in foundry.lines)
    assert foundry.reconstructed == "Our reconstruction: district, people to recruit."


def test_there_is_a_card_for_everything_and_nothing_else() -> None:
    view = start(placing()).view(0)
    for thing in ("die.sergeant", "die.informer", "traffic.drugs", "demand", "handcuffs", "seat.3", "district.red"):
        found = GAME.card(thing, view, NAMES)
        assert found is not None and found.title and found.lines, thing
    for thing in ("who.nobody", "place.nowhere", "seat.9", "die.general", "district.pink", "demand.more"):
        assert GAME.card(thing, view, NAMES) is None


# -- scenes ------------------------------------------------------------------------------------------------------------


def raid(*choices: str) -> tuple[list[dict[str, object]], object]:
    """The Foundry, defended by gangster 0 with driver and bodyguard, raided by policemen 1 and 3: events and View."""
    pieces = [
        *("0 driver fight foundry west", "0 bodyguard fight foundry west", "2 thug fight gunsmith north"),
        *("1 inspector foundry north", "3 lieutenant foundry north"),
    ]
    state = start(placing(phase="resolve", pieces=pieces, hands=[[], [], [], []], order=[0, 2, 1, 3]))
    log: list[Event] = []
    state.log = log
    play(state, "3 resolve foundry", "0 no deal", "1 no deal", "3 no deal", *choices)
    return [dict(data) for event in log if (data := event.seen_by(None)) is not None], state.view(None)


def texts(part: Part) -> list[str]:
    """The words of a drawing, in order."""
    return re.findall(r"<text[^>]*>(?:<title>[^<]*</title>)?([^<]*)</text>", part.body)


def test_a_raid_is_told_with_its_sums() -> None:
    rounds = ["0 no deal", "1 no deal", "3 no deal"] * 2
    events, view = raid(*rounds, "3 reroll none")
    (scene,) = GAME.scenes(events, view, NAMES)
    assert scene.title == "The Foundry: the raid"
    assert scene.steps[0].caption == "Round 3: Lana refuses; Bruno refuses; Nora refuses. No deal."
    powers = next(event for event in events if event["kind"] == "powers")
    police, gangsters = powers["police"], powers["gangsters"]
    assert gangsters == 7 + sum(die["face"] == "mafia" for die in rolled(events)), "defence 2 + 5"
    cuffs = sum(die["face"] == "handcuffs" and die["die"] != "lieutenant" for die in rolled(events))
    assert police == 3 + 2 * cuffs, "a lieutenant doubles the dice, not the card"
    verdict = next(step for step in scene.steps if f"Police {police}" in step.caption)
    shown = texts(verdict.picture)
    assert f"3 + {cuffs} × 2" in shown and str(police) in shown and str(gangsters) in shown
    assert any(words.startswith(f"{police} to {gangsters}.") for words in shown)


def rolled(events: list[dict[str, object]]) -> list[dict[str, str]]:
    """The dice that were rolled first."""
    return next(event["dice"] for event in events if event["kind"] == "roll")  # type: ignore[return-value]


def test_a_batch_that_begins_in_the_middle_keeps_the_sums() -> None:
    """Without the event that turned the tiles up, the powers are still those of the View."""
    events, view = raid(*["0 no deal", "1 no deal", "3 no deal"] * 2, "3 reroll none")
    tail = [event for event in events if event["kind"] == "powers"]
    (scene,) = GAME.scenes(tail, view, NAMES, "en", True)
    shown = texts(scene.steps[0].picture)
    assert str(tail[0]["police"]) in shown and str(tail[0]["gangsters"]) in shown
    assert scene.steps[0].picture.width == 390
    elsewhere = start(placing()).view(None)  # the place is not looked at any more
    (scene,) = GAME.scenes(tail, elsewhere, NAMES, "en", True, events[: events.index(tail[0])])
    body = scene.steps[0].picture.body
    assert len(scene.steps) == 1 and 'data-about="who.driver"' in body and 'data-about="who.bodyguard"' in body
    assert body.count('data-about="die.inspector"') == 1, "what was turned up and rolled before is laid open again"


def test_an_ordinary_move_is_no_scene() -> None:
    state = start(placing())
    log: list[Event] = []
    state.log = log
    play(state, "0 send killer fight", "0 at foundry north")
    events = [dict(data) for event in log if (data := event.seen_by(1)) is not None]
    assert events and GAME.scenes(events, state.view(1), NAMES) == []
    assert GAME.pointed(events[-1]) == ("place.foundry", "piece.foundry.north.0")


@pytest.mark.parametrize("players", [3, 6])
def test_scenes_of_a_game_keep_the_conventions(players: int) -> None:
    """Every picture of every scene, wide and narrow; the last scene is the end, its parts add up to the scores."""
    log: list[Event] = []
    mark = 0
    titles: list[str] = []
    for moment in walk(GAME, players, 3, log=log, every=25):
        events = [dict(data) for event in log[mark:] if (data := event.seen_by(None)) is not None]
        mark = len(log)
        for narrow, language in ((False, "en"), (True, "fr")):
            for scene in GAME.scenes(events, moment.state.view(None), NAMES, language, narrow):
                titles.append(scene.title)
                for step in scene.steps:
                    assert step.caption[:1] == step.caption[:1].upper()
                    check_drawing(step.picture.svg(language, "-"), 14 if narrow else 13)
    assert titles[-1] == "La fin" and "The count" in titles


def test_the_end_adds_up_what_the_events_tell() -> None:
    log: list[Event] = []
    for moment in walk(GAME, 4, 3, log=log, every=1000):
        state = moment.state
    events = [dict(data) for event in log if (data := event.seen_by(None)) is not None]
    table = Table(state.view(None), GAME.box, (), NAMES, "en", False)
    parts = score_parts(table, events, state.scores())
    assert [sum(each) for each in parts] == list(state.scores())
    assert all(each[3] == 0 for each in parts), "traffics, districts and arrests are all there is"


# -- words -------------------------------------------------------------------------------------------------------------


def test_names_take_the_form_that_a_sentence_needs() -> None:
    def said(form: str, slug: str) -> tuple[str, str]:
        texts = GAME.box.name(form, slug).texts
        return texts["en"], texts["fr"]

    assert said("at", "casino") == ("at the Casino", "au Casino")
    assert said("at", "foundry") == ("at the Foundry", "à la Fonderie")
    assert said("beside", "gunsmith") == ("the Gunsmith", "de l’Armurerie")
    assert said("whose", "killer") == ("killer", "la tueuse") and said("the", "informer")[1] == "l’indic"
    assert said("goods", "weapons") == ("weapons", "d’armes")
    assert said("giving up", "tobacco")[1] == "au tabac"


def test_a_name_that_begins_with_a_vowel_elides_de() -> None:
    told = GAME.action_label(GAME.action_from_text("accept 1"), start(placing()).view(0))
    assert render(told, "fr", ("Lana", "Élodie")) == "Accepter la proposition d’Élodie"
    assert render(told, "fr", ("Lana", "Bruno")) == "Accepter la proposition de Bruno"
