"""The checks themselves; each takes a Game and a number of players."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import cast

from parrain.core import (
    Action,
    Event,
    Game,
    IllegalAction,
    ParrainError,
    Record,
    State,
    Stream,
    read_record,
    to_bytes,
    verify,
)
from parrain.testing.broken import check_broken_positions
from parrain.testing.endings import check_reads_back
from parrain.testing.walk import Moment, seats, walk


def fingerprint(state: State) -> bytes:
    """Everything a State is, as bytes."""
    return to_bytes(state.to_position())


def check_play(game: Game, players: int, games: int = 5) -> None:
    """Random games reach an end by a known way that reads back, the invariants hold, choices are never doubled."""
    for seed in range(games):
        for moment in walk(game, players, seed):
            state = moment.state
            state.check()
            owing = state.current_players()
            assert len(set(owing)) == len(owing) and all(0 <= seat < players for seat in owing)
            assert state.players == players
            for seat in range(players):
                choices = state.legal_actions(seat)
                assert isinstance(choices, tuple) and len(set(choices)) == len(choices)
                assert bool(choices) == (seat in owing), (seat, owing)
                assert all(game.actions[choice.id] is choice for choice in choices)
        assert state.is_over and state.ending in game.endings, state.ending
        assert state.current_players() == ()
        check_end(state)
        check_reads_back(game, state)


def check_end(state: State) -> None:
    """Places and returns of a finished game agree."""
    places, returns = state.ranking(), state.returns()
    assert len(places) == len(returns) == len(state.scores()) == state.players
    assert min(places) == 1 and all(1 <= place <= state.players for place in places)
    assert abs(sum(returns)) < 1e-9 and all(-1 <= each <= 1 for each in returns)
    best = max(returns)
    assert all((place == 1) == (each == best) for place, each in zip(places, returns, strict=True))


def check_clone(game: Game, players: int) -> None:
    """A clone is the same table, shares nothing that changes, and has no listener."""
    log: list[Event] = []
    for moment in walk(game, players, 11, log=log, every=3):
        state = moment.state
        before, told = fingerprint(state), len(log)
        copy = state.clone()
        assert fingerprint(copy) == before and copy.log is None, f"a clone differs at choice {moment.number}"
        assert copy.current_players() == state.current_players()
        copy.playout(Stream(5), 40)
        assert fingerprint(state) == before and len(log) == told, "playing on a clone changed the original"
        again = state.clone()
        kept = fingerprint(again)
        if moment.player >= 0:
            again.clone().apply(moment.player, moment.action)
        assert fingerprint(again) == kept
        for seat in range(players):
            assert again.legal_actions(seat) == state.legal_actions(seat)


def check_record(game: Game, players: int) -> None:
    """A record replays to the identical state, at the end and at every step, through its text too."""
    record = Record(game.id, game.edition.key, players, 21, game.settle_options({}))
    prints: list[bytes] = []
    for moment in walk(game, players, 21):
        prints.append(fingerprint(moment.state))
        if moment.player >= 0:
            record.choose(moment.player, str(moment.action))
    text = record.to_text(game)
    again = read_record(text)
    assert again.entries == record.entries and again.options == record.options
    assert fingerprint(verify(again, text, game)) == prints[-1]
    for step in range(0, len(prints), max(1, len(prints) // 12)):
        assert fingerprint(again.replay(game, step)) == prints[step]


def check_position(game: Game, players: int) -> None:
    """Every position survives the way through its readable mapping and JSON, and plays on the same."""
    for moment in walk(game, players, 31, every=2):
        state = moment.state
        mapping = state.to_position()
        again = game.position(json.loads(json.dumps(mapping)))
        assert fingerprint(again) == to_bytes(mapping), f"the position after choice {moment.number} differs"
        again.check()
        for seat in seats(state):
            assert again.view(seat) == state.view(seat), f"the View of {seat} after choice {moment.number} differs"
        if moment.player >= 0:
            copy = state.clone()
            copy.apply(moment.player, moment.action)
            again.apply(moment.player, moment.action)
            assert fingerprint(again) == fingerprint(copy)


def check_seed(game: Game, players: int) -> None:
    """The same seed gives the same game whatever the global random does; other seeds give other games."""
    first = [fingerprint(moment.state) for moment in walk(game, players, 41, every=5)]
    random.seed(12345)
    second = []
    for moment in walk(game, players, 41, every=5):
        random.random()
        second.append(fingerprint(moment.state))
    assert first == second
    starts = {fingerprint(game.new(players, seed)) for seed in (41, 42, 43, 1 << 95)}
    assert len(starts) > 1


def check_actions(game: Game, players: int) -> None:
    """Every action has one text and one number, and both lead back to it."""
    for number, action in enumerate(game.actions):
        assert game.action_id(action) == number == action.id
        assert game.action_from_text(str(action)) is action
        assert game.action_from_text(f"  {action} ".replace(" ", "  ")) is action
    for text in ("", "no such choice", "\x00", "take take take", "é" * 500):
        expect_error(lambda text=text: game.action_from_text(text))  # type: ignore[misc]
    stranger = Action(0, str(game.actions[0]), game.actions[0].kind)
    expect_error(lambda: game.action_id(stranger))


def expect_error(call: Callable[[], object]) -> None:
    """The call must fail with an error of ours."""
    try:
        call()
    except ParrainError as error:
        assert str(error)
    else:
        raise AssertionError("this should have been refused")


def check_imagine(game: Game, players: int) -> None:
    """What is imagined from a View looks the same from that seat, is a sound table, and can be played to the end."""
    for moment in walk(game, players, 51, every=2):
        state = moment.state
        rng = Stream(moment.number)
        for seat in seats(state):
            view = state.view(seat)
            imagined = game.imagine(view, rng)
            assert imagined.view(seat) == view, f"{seat} would see another table at choice {moment.number}"
            imagined.check()
            assert imagined.current_players() == state.current_players()
            if seat is not None:
                assert imagined.legal_actions(seat) == state.legal_actions(seat)
            if moment.turn % 5 == 0 and seat == moment.looker(5):
                imagined.playout(rng)
                assert imagined.is_over


def check_hidden(game: Game, players: int) -> None:
    """Two tables that differ only in what a seat may not know look, sound and serialise the same to it."""
    for moment in walk(game, players, 61, every=2):
        state = moment.state
        rng = Stream(moment.number)
        for seat in seats(state):
            view = state.view(seat)
            other = game.imagine(view, rng)
            twin = other.view(seat)
            assert twin == view, f"the View of {seat} at choice {moment.number} shows what is hidden"
            if seat == moment.looker():  # what is equal may still be written differently: 1 and True
                assert to_bytes(twin) == to_bytes(view), f"the View of {seat} at choice {moment.number} in bytes"
            same_next(game, moment, state, other, seat)


def same_next(game: Game, moment: Moment, state: State, other: State, seat: int | None) -> None:
    """The same choice in both tables tells that seat the same, unless it shows something that was hidden."""
    if moment.player < 0 or moment.action not in other.legal_actions(moment.player):
        return
    logs: list[list[dict[str, object] | None]] = []
    views = []
    for table in (state.clone(), other.clone()):
        table.log = []
        table.apply(moment.player, moment.action)
        logs.append([event.seen_by(seat) for event in table.log])
        views.append(table.view(seat))
    if views[0] == views[1]:
        assert to_bytes(logs[0]) == to_bytes(logs[1]), (seat, str(moment.action), logs)


def check_seen(game: Game, players: int) -> None:
    """Who chooses sees that; what no event tells, another seat sees if and only if everybody does."""
    for moment in walk(game, players, 67):
        if moment.player < 0:
            continue
        before, after = moment.state, moment.state.clone()
        log: list[Event] = []
        after.log = log
        after.apply(moment.player, moment.action)
        assert after.view(moment.player) != before.view(moment.player), f"{moment.action} shows its seat nothing"
        if any(event.public for event in log):
            continue
        seen = after.view(None) != before.view(None)
        told = {moment.player, *(seat for event in log for seat in event.audience)}
        for seat in range(players):
            changed = after.view(seat) != before.view(seat)
            assert seat in told or changed == seen, f"{moment.action} of {moment.player}: {seat} alone sees it"


def check_simultaneous(game: Game, players: int) -> None:
    """While several owe a decision, what one has chosen changes nothing for anybody else."""
    for moment in walk(game, players, 71):
        state = moment.state
        owing = state.current_players()
        if len(owing) < 2:
            continue
        chooser = owing[moment.number % len(owing)]
        choices = state.legal_actions(chooser)
        seen: list[object] = []
        for choice in (choices[0], choices[-1]):
            table = state.clone()
            table.log = []
            table.apply(chooser, choice)
            assert chooser in owing and set(table.current_players()) <= {*owing, chooser}
            others = [seat for seat in seats(state) if seat != chooser]
            told = [[event.seen_by(seat) for event in table.log] for seat in others]
            unmoved = [table.legal_actions(seat) == state.legal_actions(seat) for seat in owing if seat != chooser]
            seen.append(([table.view(seat) for seat in others], told, unmoved))
        assert seen[0] == seen[1], f"player {chooser}'s hidden choice shows"


def check_illegal(game: Game, players: int) -> None:
    """What is not legal is refused by a rule that exists, what is malformed by a clear error; nothing changes."""
    rules = game.rulebook().rules
    rng = Stream(81)
    for moment in walk(game, players, 81, every=7):
        state = moment.state
        before = fingerprint(state)
        for seat in (*range(players), -1, players, 99):
            legal = state.legal_actions(seat) if 0 <= seat < players else ()
            for action in {
                *[game.actions[rng.below(len(game.actions))] for _ in range(12)],
                *game.actions[:3],
                *game.actions[-3:],
            }:
                if action in legal:
                    continue
                try:
                    state.apply(seat, action)
                except IllegalAction as error:
                    assert error.rule in rules, f"{error.rule} is no rule of {game.id}"
                    assert str(error)
                else:
                    raise AssertionError(f"{action} by {seat} was accepted")
        for nonsense in ("take", None, 0, Action(0, str(game.actions[0]), 0), Action(-1, "", 0), Action(10**6, "", 0)):
            try:
                state.apply(max(moment.player, 0), cast(Action, nonsense))
            except (IllegalAction, TypeError, AttributeError):
                pass
            else:
                raise AssertionError(f"{nonsense!r} was accepted")
        assert fingerprint(state) == before
    for players_ in (game.fewest - 1, game.most + 1, -1):
        expect_error(lambda n=players_: game.new(n))  # type: ignore[misc]
    expect_error(lambda: game.new(players, -1))
    expect_error(lambda: game.new(players, 1, None, no_such_option=1))
    expect_error(lambda: game.position({"nonsense": 1}))


def check_views_as_data(game: Game, players: int) -> None:
    """A View is a small value: it survives JSON, and says whose it is."""
    for moment in walk(game, players, 91, every=5):
        state = moment.state
        for seat in seats(state):
            view = state.view(seat)
            assert (view.game, view.edition, view.players, view.seat) == (game.id, game.edition.key, players, seat)
            assert view.to_move == state.current_players() and view.ending == state.ending
            assert view.scores == state.scores() and view.places == (state.ranking() if state.is_over else ())
            data = to_bytes(view)
            again = game.view_from_data(json.loads(data))
            assert again == view and to_bytes(again) == data, f"the View of {seat} does not survive JSON"


def check_words(game: Game, players: int) -> None:
    """Prompts, choices, events and the table in words can be said at every moment, without naming what is hidden."""
    log: list[Event] = []
    for moment in walk(game, players, 101, log=log, every=5):
        state = moment.state
        for seat in seats(state):
            view = state.view(seat)
            assert str(game.prompt(view))
            told = game.describe(view)
            assert told and all(str(each) for each in told)
            if seat == moment.looker():
                twin = game.imagine(view, Stream(moment.number)).view(seat)
                assert game.describe(twin) == told, f"{seat} is told what is hidden"
        for seat in state.current_players():
            view = state.view(seat)
            labels = [str(game.action_label(action, view)) for action in state.legal_actions(seat)]
            assert all(labels) and len(set(labels)) == len(labels), "two choices must not have the same label"
    for event in log:
        for seat in [*range(players), None]:
            seen = event.seen_by(seat)
            if seen is not None:
                told_of = game.event_text(seen, seat)
                assert told_of is None or str(told_of)


CHECKS = (
    check_play,
    check_clone,
    check_record,
    check_position,
    check_broken_positions,
    check_seed,
    check_actions,
    check_imagine,
    check_hidden,
    check_seen,
    check_simultaneous,
    check_illegal,
    check_views_as_data,
    check_words,
)
