"""A live table: choices are stored first, secrets stay with their seats, undo has a policy, files survive."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import parrain
from parrain.core import (
    Action,
    BadOption,
    Entry,
    Event,
    Game,
    IllegalAction,
    Record,
    State,
    StateOf,
    Stream,
    UnknownAction,
    View,
    read_record,
    to_bytes,
)
from parrain.table import CannotUndo, Chair, LocalBots, Table, seat_players
from parrain.table.files import BadFile

DN = parrain.game("district-noir")
PEOPLE = [Chair("Ada", ""), Chair("Bo", "")]
AGAINST_BOT = [Chair("", ""), Chair("greedy", "greedy")]


def facts(state: State) -> bytes:
    return to_bytes(state.to_position())


def first_choice(table: Table) -> tuple[int, Action]:
    seat = table.waiting_for()[0]
    return seat, table.state.legal_actions(seat)[0]


def play_on(table: Table, choices: int) -> None:
    for _ in range(choices):
        seat, action = first_choice(table)
        table.choose(seat, action)


# -- choosing ------------------------------------------------------------------------------------------


def test_a_choice_is_played_recorded_and_told() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    seat, action = first_choice(table)
    happened = table.choose(seat, str(action))
    assert table.record.entries == [Entry("choose", seat, action.text)]
    assert [event.kind for event in happened] == ["lay"]
    assert table.events[-1] is happened[0]
    assert facts(table.state) == facts(table.record.replay(DN))


@pytest.mark.parametrize(
    ("wrong", "error"), [("lay police", IllegalAction), ("lay 99", UnknownAction), ("", UnknownAction)]
)
def test_a_wrong_choice_changes_nothing(wrong: str, error: type[Exception]) -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    seat = table.waiting_for()[0]
    before = facts(table.state)
    with pytest.raises(error):
        table.choose(seat, wrong)
    with pytest.raises(IllegalAction):
        table.choose(1 - seat, "take")
    assert facts(table.state) == before
    assert table.record.entries == []


class Full:
    """A store whose disk is full."""

    def append(self, entries: Sequence[Entry]) -> None:
        raise BadFile("The file {path} cannot be written: {error}", path="x", error="full")


def test_a_hex_may_be_named_by_any_place_that_it_touches() -> None:
    """Gangs City: a hex between two places has two names, one of which is among the legal actions."""
    for seed in range(20):
        table = Table.begin(parrain.game("gangs-city"), [*PEOPLE, Chair("Cy", "")], seed)
        seat = table.waiting_for()[0]
        legal = table.state.legal_actions(seat)
        builds = [action for action in table.game.actions if action.text.startswith("build ")]
        others = [action for action in builds if action not in legal and table.state.canonical(action) in legal]
        if others:
            meant = table.state.canonical(others[0])
            with pytest.raises(IllegalAction, match=f"another name, “{meant}”"):
                table.state.apply(seat, others[0])
            table.choose(seat, others[0].text)
            assert table.record.entries[-1].text == meant.text
            return
    raise AssertionError("no hex with two names")


def test_suggestions_are_legal_choices() -> None:
    table = Table.begin(parrain.game("gangs-city"), [*PEOPLE, Chair("Cy", "")], 1)
    seat = table.waiting_for()[0]
    with pytest.raises(UnknownAction) as error:
        table.choose(seat, "bild")
    close = error.value.say.filling["close"]
    assert isinstance(close, list) and close
    assert set(close) <= {action.text for action in table.state.legal_actions(seat)}


def test_what_cannot_be_kept_did_not_happen() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    play_on(table, 1)
    table.store = Full()
    before, events = facts(table.state), len(table.events)
    seat, action = first_choice(table)
    with pytest.raises(BadFile):
        table.choose(seat, action)
    with pytest.raises(BadFile):
        table.undo(1 - seat)
    with pytest.raises(BadFile):
        table.say(seat, "hello")
    assert facts(table.state) == before
    assert len(table.events) == events
    assert len(table.record.entries) == 1


def test_events_are_told_to_each_seat_as_it_may_know_them() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    for seat, other in ((0, 1), (1, 0), (None, 0), (None, 1)):
        for event in table.seen(seat):
            if event["kind"] == "deal" and event["seat"] == other:
                assert "cards" not in event
    own = [event for event in table.seen(1) if event["kind"] == "deal" and event["seat"] == 1]
    assert own[0]["cards"]
    told = [str(table.tell(event, 1)) for event in table.seen(1)]
    assert told[0] == "Round 1: player 1 is dealt 5 cards."
    assert told[1].startswith("Round 1: you are dealt ")


def test_without_a_seed_two_tables_differ() -> None:
    assert Table.begin(DN, PEOPLE).record.seed != Table.begin(DN, PEOPLE).record.seed


def test_wrong_options_are_told_when_the_table_is_made() -> None:
    with pytest.raises(BadOption, match="has no option nope"):
        Table.begin(DN, PEOPLE, 1, {"nope": 1})


# -- bots ----------------------------------------------------------------------------------------------


class Spy:
    """Notes what it is shown, and chooses the first."""

    def __init__(self) -> None:
        self.shown: list[object] = []

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        self.shown += [view, *actions, rng]
        return actions[0]


def test_a_bot_is_shown_its_view_and_nothing_else() -> None:
    table = Table.begin(DN, AGAINST_BOT, seed=7)
    spy = Spy()
    bots = LocalBots(table)
    bots.bots[1] = spy
    while not table.state.is_over:
        if bots.play() is None:
            table.choose(*first_choice(table))
    views = [each for each in spy.shown if isinstance(each, View)]
    assert len(views) > 10
    assert {view.seat for view in views} == {1}
    assert not [each for each in spy.shown if isinstance(each, StateOf)]
    assert all(isinstance(each, (View, Action, Stream)) for each in spy.shown)


def test_bots_play_alone_when_nobody_else_is_there() -> None:
    table = Table.begin(DN, [Chair("a", "greedy"), Chair("b", "random")], seed=3)
    bots = LocalBots(table)
    while bots.play() is not None:
        pass
    assert table.state.is_over
    assert len(table.record.standing()) == len(table.record.entries) > 20


def test_a_bot_that_cheats_is_stopped() -> None:
    class Cheat:
        def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
            return next(action for action in DN.actions if action not in actions)

    table = Table.begin(DN, [Chair("a", "greedy"), Chair("b", "random")], seed=3)
    bots = LocalBots(table)
    bots.bots = {0: Cheat(), 1: Cheat()}
    before = facts(table.state)
    with pytest.raises(BadOption, match="which it may not"):
        bots.play()
    assert facts(table.state) == before


def test_the_same_game_gets_the_same_answers_from_bots_also_after_an_undo_or_a_resume() -> None:
    table = Table.begin(DN, AGAINST_BOT, seed=11)
    bots = LocalBots(table)
    while bots.play() is not None:
        pass
    table.choose(*first_choice(table))
    again = Table(DN, table.record)
    assert facts(again.state) == facts(table.state)
    bots.play()
    answer = table.record.entries[-1]
    again.undo(0)
    again.choose(*first_choice(again))
    LocalBots(again).play()
    assert again.record.entries[-1] == answer


def test_a_hint_is_legal_has_a_reason_and_changes_nothing() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    seat = table.waiting_for()[0]
    before = facts(table.state)
    bots = LocalBots(table)
    action, why, _ = bots.hint(seat)
    assert action in table.state.legal_actions(seat)
    assert "% to win" in str(why), "a stronger player says what it expects"
    assert str(DN.reason(table.view(seat), action)) in str(why), "and a sensible one why"
    assert bots.hint(seat)[0] is action
    assert facts(table.state) == before and not table.record.entries
    with pytest.raises(BadOption, match="nothing to choose"):
        bots.hint(1 - seat)


# -- undo ----------------------------------------------------------------------------------------------


def test_ones_own_last_choice_is_taken_back_alone() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    before = facts(table.state)
    seat, action = first_choice(table)
    table.choose(seat, action)
    assert table.undo_terms(seat) == (1, ())
    happened = table.undo(seat)
    assert facts(table.state) == before
    assert [entry.line() for entry in table.record.entries] == [f"{seat} {action}", f"undo {seat}"]
    assert str(table.tell({"kind": "table-undo", **happened[0].data}, seat)) == "You take back your choice."
    assert (
        str(table.tell({"kind": "table-undo", **happened[0].data}, 1 - seat))
        == f"player {seat + 1} takes back a choice."
    )


def test_across_anothers_choice_only_if_that_one_agrees() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    play_on(table, 1)
    after_first = facts(table.state)
    first = table.record.entries[0].seat
    play_on(table, 1)
    assert table.undo_terms(first) == (2, (1 - first,))
    with pytest.raises(CannotUndo, match=f"not yet: player {2 - first}"):
        table.undo(first)
    with pytest.raises(CannotUndo):
        table.undo(first, agreed=[first])
    assert len(table.record.entries) == 2
    table.undo(first, agreed=[1 - first])
    assert table.record.standing() == []
    assert [entry.what for entry in table.record.entries] == ["choose", "choose", "undo", "undo"]
    play_on(table, 1)
    assert facts(table.state) == after_first


def test_after_chance_has_spoken_only_if_all_agree() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    play_on(table, 12)  # the last of them deals the second round
    last = table.record.entries[-1].seat
    assert table.state.reveals == 2
    assert table.undo_terms(last) == (1, (1 - last,))
    with pytest.raises(CannotUndo):
        table.undo(last)
    table.undo(last, agreed=[1 - last])
    assert table.state.reveals == 1


def test_who_claims_last_has_seen_the_claims_of_the_others() -> None:
    """Claims are made at the same time: the last one shows all of them, and is not taken back for a better one."""
    table = Table.begin(parrain.game("police-vs-gangs"), [Chair("", "")] * 4, seed=2)
    dice = random.Random(1)
    while not any(event.kind == "claims" for event in table.events):
        seat = table.waiting_for()[0]
        table.choose(seat, dice.choice(table.state.legal_actions(seat)))
    last = table.record.standing()[-1].seat
    assert table.undo_terms(last).consents == tuple(seat for seat in range(4) if seat != last)


def test_nothing_is_taken_back_across_a_bots_choice() -> None:
    table = Table.begin(DN, AGAINST_BOT, seed=7)
    bots = LocalBots(table)
    while bots.play() is not None:
        pass
    before = facts(table.state)
    table.choose(*first_choice(table))
    assert table.undo_terms(0) == (1, ())
    table.undo(0)
    assert facts(table.state) == before
    table.choose(*first_choice(table))
    bots.play()
    with pytest.raises(CannotUndo, match="cannot be unseen"):
        table.undo(0)
    while table.state.reveals == 1:
        if bots.play() is None:
            table.choose(*first_choice(table))
    with pytest.raises(CannotUndo, match="chance has spoken"):
        table.undo(0)


def test_who_has_chosen_nothing_takes_nothing_back() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    play_on(table, 1)
    with pytest.raises(CannotUndo, match="nothing yet"):
        table.undo(table.waiting_for()[0])
    table.undo(1 - table.waiting_for()[0])
    with pytest.raises(CannotUndo):
        table.undo(0)


def test_many_undone_choices_leave_the_table_as_the_record_says() -> None:
    dice = random.Random(5)
    table = Table.begin(DN, PEOPLE, seed=9)
    for _ in range(120):
        if table.state.is_over:
            break
        if table.record.standing() and dice.random() < 0.3:
            seat = dice.choice(table.record.standing()).seat
            table.undo(seat, agreed=[0, 1])
        else:
            seat = table.waiting_for()[0]
            table.choose(seat, dice.choice(table.state.legal_actions(seat)))
        assert facts(table.state) == facts(table.record.replay(DN))
        assert len(table.revealed) == len(table.record.standing())
    again = Table(DN, table.record)
    assert facts(again.state) == facts(table.state)
    assert again.revealed == table.revealed
    assert again.record.entries == table.record.entries


def test_taking_back_far_costs_few_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.begin(DN, PEOPLE, seed=9)
    play_on(table, 32)
    standing = table.record.standing()
    replays: list[int | None] = []
    replay = Record.replay

    def counted(record: Record, game: Game, upto: int | None = None, log: list[Event] | None = None) -> State:
        replays.append(upto)
        return replay(record, game, upto, log)

    monkeypatch.setattr(Record, "replay", counted)
    for entry in standing[::-1]:
        table.take_over([Entry("undo", entry.seat, "")])
    assert len(replays) == 3, "one for every eight beyond the first eight"
    replays.clear()
    again = Table(DN, table.record)
    assert len(replays) == 1, "the deal, and none for what was taken back"
    assert facts(again.state) == facts(table.state) and not again.past


# -- talking -------------------------------------------------------------------------------------------


def test_what_is_said_is_kept_and_heard_by_all() -> None:
    table = Table.begin(DN, PEOPLE, seed=7)
    table.say(0, "  nice\nweather \x1b[31m today ")
    assert table.record.entries == [Entry("say", 0, "nice weather [31m today")]
    for seat in (0, 1, None):
        assert str(table.tell(table.seen(seat)[-1], seat)) == "player 1: “nice weather [31m today”"
    assert Table(DN, table.record).seen(None)[-1] == table.seen(None)[-1]
    for wrong in ("", "  \n", "x" * 501):
        with pytest.raises(BadOption, match="1 to 500 characters"):
            table.say(0, wrong)


# -- seats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seats", "bots", "expected"),
    [
        (None, [], [], [("Bruno", "normal"), ("Lola", "normal")]),
        (None, ["me"], [], [("", ""), ("Bruno", "normal")]),
        (2, ["me"], ["random"], [("", ""), ("Bruno", "random")]),
        (None, ["random", "me=Ada"], [], [("Bruno", "random"), ("Ada", "")]),
        (None, ["me=Ada", "me=Bo"], [], [("Ada", ""), ("Bo", "")]),
        (None, ["me=Bruno"], [], [("Bruno", ""), ("Lola", "normal")]),
        (None, ["greedy:4", "greedy"], [], [("Bruno", "greedy:4"), ("Lola", "greedy")]),
    ],
)
def test_seats_are_filled_in_order(
    players: int | None, seats: list[str], bots: list[str], expected: list[tuple[str, str]]
) -> None:
    assert seat_players(DN, players, seats, bots) == expected


@pytest.mark.parametrize(
    ("players", "seats", "bots", "words"),
    [
        (3, ["me"], [], "for 2 to 2 players, not 3"),
        (None, ["me", "me", "me"], [], "for 2 to 2 players, not 3"),
        (2, ["me", "me", "me"], [], "3 seats were named"),
        (None, ["Ada"], [], "“Ada” is neither a bot nor a person: write me, me=NAME, or one of random, easy"),
        (None, ["me="], [], "A name has 1 to 24 characters"),
        (None, ["me=" + "x" * 25], [], "A name has 1 to 24 characters"),
        (None, ["me=Ada", "me=Ada"], [], "same name"),
        (None, ["me"], ["me"], "--bots seats bots alone"),
        (None, ["me"], ["easy+"], "“easy+” is neither a bot nor a person: write me, me=NAME, or one of random, easy"),
    ],
)
def test_wrong_seats_are_told_what_would_be_right(
    players: int | None, seats: list[str], bots: list[str], words: str
) -> None:
    with pytest.raises(BadOption) as mistake:
        seat_players(DN, players, seats, bots)
    assert words in str(mistake.value)


def test_a_name_stays_on_its_line() -> None:
    chairs = seat_players(DN, 2, ["me=A\n---\nseal 1", "me"], [])
    table = Table.begin(DN, chairs, seed=1)
    assert read_record(table.record.to_text(DN)).names == {0: "A --- seal 1"}
