"""Hidden is hidden: everything that any seat or spectator was sent follows from that viewer's own View and events."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

import parrain
from parrain.bots.driver import BotAnswer, Question
from parrain.core import SEEDS, Game, State, Stream
from parrain.core.cache import clear_caches
from parrain.table import Table
from parrain.table.store import OVER
from parrain.web.live import bots as live_bots
from parrain.web.live.game import LiveGame, why_not
from parrain.web.render.show import describe, draw, error_text, names_in, tell, word
from tests.torture import TORTURE
from tests.web.server import Message, Player, Server
from tests.web.settings import settings

GAMES = sorted(parrain.all_games())
MOST_CHECKED = 120 if TORTURE else 30  # boards of one viewer that are made again, spread over the whole game


class Everybody:
    """A whole table of people, each with an own identity, and a spectator (the last)."""

    def __init__(self, server: Server, game: str, players: int, stack: ExitStack) -> None:
        self.server = server
        self.game = parrain.game(game)
        self.who = [server.identity() for _ in range(players)]
        self.table = server.make(self.who[0], game, ["person"] + ["open"] * (players - 1))
        for seat in range(1, players):
            server.post(f"/api/tables/{self.table}/sit", {"name": f"P{seat}", "seat": seat}, self.who[seat])
        self.stack = stack
        self.lines: list[Player] = []
        self.heard: list[list[Message]] = [[] for _ in range(players + 1)]  # by seat, the spectator last
        for seat in range(players + 1):
            self.lines.append(self.open(seat))

    def open(self, seat: int) -> Player:
        query = f"patches=1&pictures={'narrow' if seat == 1 else 'wide'}"
        player = self.stack.enter_context(
            self.server.watch(self.table, self.who[seat] if seat < len(self.who) else None, query)
        )
        player.told = self.heard[seat]
        player.until("shown")
        return player

    def reopen(self, seat: int) -> None:
        """Lose the line, and come back."""
        self.lines[seat].line.close()
        self.lines[seat] = self.open(seat)

    def play(self, dice: random.Random, most: int = 3000) -> None:
        """Play at random to the end, or so many choices; with wrong questions, lost lines and looks back on the way."""
        for number in range(most):
            for line in self.lines:
                line.sync()
            spectator = self.lines[-1]
            if spectator.shown["over"]:
                return
            owing = [seat for seat, line in enumerate(self.lines[:-1]) if line.shown["choices"]]
            assert owing, "nobody owes a decision"
            seat = dice.choice(owing)
            line = self.lines[seat]
            if number % 5 == 0:
                self.ask_wrongly(dice)
            if number % 17 == 3:
                self.reopen(dice.randrange(len(self.lines)))
                continue
            line.choose(dice.choice(line.shown["choices"])["action"])
            line.sync()

    def ask_wrongly(self, dice: random.Random) -> None:
        """Anybody asks for anything: errors and explanations must not say more than the View does."""
        for seat, line in enumerate(self.lines[:-1]):
            action = dice.choice(self.game.actions).text
            line.send(do="why", seat=seat, action=action)
            legal = {choice["action"] for choice in line.shown["choices"]}
            if action not in legal:
                line.choose(action)
            line.send(do="why", seat=(seat + 1) % len(self.who), action=action)
            for legal_action in sorted(legal)[:2]:
                line.send(do="weigh", seat=seat, action=legal_action)
            line.send(do="describe")
            line.sync()
            other = (seat + 1) % len(self.who)
            self.server.get(f"/api/replays/{self.table}/0?seat={other}", self.who[seat], 403)
            self.server.get(f"/record/{self.table}", self.who[seat], 403)
            step = dice.randint(0, line.shown["step"])
            seen = self.server.get(f"/api/replays/{self.table}/{step}?seat={seat}&pictures=none", self.who[seat])
            self.heard[seat].append(seen)


def states(live: LiveGame) -> list[State]:
    """The real table after every moment."""
    assert live.table is not None
    again = Table(
        live.game, type(live.head)(live.head.game, live.head.edition, live.players, live.head.seed, live.head.options)
    )
    found, start = [again.state.clone()], 0
    for end in live.ends:
        again.take_over([entry for entry in live.table.record.entries[start:end] if entry.what != "say"])
        found.append(again.state.clone())
        start = end
    return found


def check_shown(
    game: Game, live: LiveGame, real: list[State], viewer: int | None, message: Message, story: list[tuple[str, int]]
) -> None:
    """The message can be made again in a world where everything hidden from this viewer is different."""
    moment = moment_of(live, viewer, message)
    view = real[moment].view(viewer)
    twin = twin_of(game, real[moment], viewer, moment)
    legal = twin.legal_actions(viewer) if viewer is not None and not twin.is_over else ()
    names, language = message["names"], message["lang"]
    clear_caches()  # what was drawn for somebody else must not be shown again here
    drawn = draw(game, twin.view(viewer), legal, names, language, message["pictures"])
    assert message["parts"] == drawn.whole()
    again = word(game, twin.view(viewer), legal if message["choices"] else (), names, language)
    assert message["seat"] == viewer
    assert message["prompt"] == again.prompt
    assert message["text"] == describe(game, twin.view(viewer), names, language)
    assert sorted(choice["action"] for choice in message["choices"]) == sorted(
        choice.action for choice in again.choices
    )
    assert sorted(choice["label"] for choice in message["choices"]) == sorted(choice.label for choice in again.choices)
    assert message["scores"] == list(view.scores)
    assert message["to_move"] == list(view.to_move)
    assert message["places"] == list(view.places)
    assert message["facts"] == describe(game, real[moment].view(None), names, language)
    told = [text for text, step in story if step <= message["step"]]
    assert [event["text"] for event in message["events"]] == told[len(told) - len(message["events"]) :]


def moment_of(live: LiveGame, viewer: int | None, message: Message) -> int:
    """The moment of the message's step."""
    return live.seen[0 if viewer is None else viewer + 1][message["step"] - 1] if message["step"] else 0


def twin_of(game: Game, real: State, viewer: int | None, moment: int) -> State:
    """A world in which everything hidden from this viewer is different."""
    twin = game.imagine(real.view(viewer), Stream(moment + 99))
    assert twin.view(viewer) == real.view(viewer)
    return twin


def check_described(live: LiveGame, real: list[State], viewer: int | None, message: Message) -> None:
    """The table in words follows from the View, too."""
    moment, names = moment_of(live, viewer, message), names_in(live, "en")
    twin = twin_of(live.game, real[moment], viewer, moment)
    assert message["seat"] == viewer
    assert message["text"] == describe(live.game, twin.view(viewer), names, "en")
    assert message["facts"] == describe(live.game, twin.view(None), names, "en")


def check_secrets_of_events(live: LiveGame, viewer: int | None, heard: str) -> None:
    """What an event tells its audience alone was told to nobody else."""
    assert live.table is not None
    own = {
        str(live.table.tell(mine, viewer)) for event in live.table.events if (mine := event.seen_by(viewer)) is not None
    }
    for event in live.table.events:
        if event.audience and viewer not in event.audience:
            for seat in event.audience:
                seen = event.seen_by(seat)
                assert seen is not None
                private = live.table.tell(seen, seat)
                public = event.seen_by(viewer)
                shared = live.table.tell(public, viewer) if public is not None else None
                if private is not None and (shared is None or private != shared) and event.secret:
                    text = json.dumps(str(private), ensure_ascii=False)[1:-1]
                    assert text not in heard or str(private) in own, (viewer, text)


@pytest.mark.parametrize("game", GAMES)
def test_what_anybody_hears_follows_from_what_they_may_know(server: Server, game: str) -> None:
    is_cut = game == "gangs-city" and not TORTURE  # which has a thousand choices
    dice = random.Random(11)
    players = parrain.game(game).fewest
    with ExitStack() as stack:
        table = Everybody(server, game, players, stack)
        table.play(dice, 200 if is_cut else 3000)
    live = server.room(table.table).live
    assert live.state == OVER or is_cut
    real = states(live)
    for place, heard in enumerate(table.heard):
        viewer = place if place < players else None
        whole = json.dumps(heard, ensure_ascii=False)
        assert str(live.head.seed % SEEDS) not in whole
        for who in table.who:
            assert who["authorization"].split()[1] not in whole
        check_secrets_of_events(live, viewer, whole)
        errors = 0
        story = [(tell(live.game, line, names_in(live, "en"), "en").text, line.step) for line in live.story(viewer, 0)]
        boards = [message for message in heard if message["is"] == "shown"]
        for message in boards[:: max(1, len(boards) // MOST_CHECKED)]:
            check_shown(table.game, live, real, viewer, message, story)
        described = [message for message in heard if message["is"] == "described"]
        assert described or viewer is None
        for message in described[:: max(1, len(described) // MOST_CHECKED)]:
            check_described(live, real, viewer, message)
        for message in heard:
            if message["is"] == "error":
                errors += 1
                assert message["code"] in ("illegal", "not-seated"), message
        assert errors or viewer is None


@pytest.mark.parametrize("game", GAMES)
def test_why_not_says_the_same_in_every_world_that_could_be(game: str) -> None:
    """The rule that forbids a choice is found in an imagined table: every one, and the real one, must say the same."""
    found = parrain.game(game)
    dice = Stream(5)
    for seed in range(3):
        state = found.new(None, seed)
        for number in range(60):
            if state.is_over:
                break
            for seat in range(state.players):
                view = state.view(seat)
                action = found.actions[dice.below(len(found.actions))]
                real = state.why_not(seat, action)
                twins = [found.imagine(view, Stream(each)).why_not(seat, action) for each in (number + 1, number + 77)]
                told = why_not(found, view, action)
                assert [error and error_text(error, "en") for error in (*twins, told)] == [
                    real and error_text(real, "en")
                ] * 3
            seat = state.current_players()[dice.below(len(state.current_players()))]
            choices = state.legal_actions(seat)
            state.apply(seat, choices[dice.below(len(choices))])


def test_the_time_of_an_answer_does_not_tell_how_many_choices_there_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that stands still: whatever is asked of it later is a time that was fixed before the thinking."""
    waited: list[tuple[int, bool, float]] = []
    asked: list[Question] = []

    async def choose(question: Question, rank: int = 0) -> BotAnswer:
        asked.append(question)
        return BotAnswer(question.actions[-1])

    async def sleep_until(moment: float) -> None:
        hides = bool(getattr(asked[-1].view, "hand", ()))
        waited.append((len(asked[-1].actions), hides, round(moment - 1000.0, 6)))

    monkeypatch.setattr(live_bots, "sleep_until", sleep_until)
    monkeypatch.setattr(live_bots, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    with Server(settings(tmp_path / "x.db", bots=("normal", "hard", "best"))) as server:
        monkeypatch.setattr(server.hub.pool, "choose", choose)
        for game, level in (("district-noir", "best"), ("gangster", "hard")):
            with server.watch(server.make(server.identity(), game, [level, level])) as me:
                me.until("shown", lambda shown: shown["over"] or len(waited) > 150)
    assert {wait for _, hides, wait in waited if hides} == {2.2}
    assert {choices for choices, hides, _ in waited if hides} > {1, 2, 3}
    assert {wait for _, hides, wait in waited if not hides} == {0.0}, "an empty hand, or Gangster: all know it all"
