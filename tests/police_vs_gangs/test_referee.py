"""Random games followed by the referee: who is asked, what each may choose, and the whole table after every choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

import parrain
from parrain.core import Event, Game, Stream
from tests.police_vs_gangs.referee import Disagreement, Referee, differences
from tests.police_vs_gangs.tables import GAME

GANGS_CITY = parrain.game("gangs-city")
T = TypeVar("T")
LAST = 12  # choices that a failure shows


class Chooser:
    """Random choices that let things happen: pieces meet on the oldest places, claims and stakes are handed in, offers
    are accepted; `lazy` players only pass.
    """

    def __init__(self, seed: int, lazy: bool = False) -> None:
        self.rng = Stream(seed)
        self.lazy = lazy

    def one_in(self, number: int) -> bool:
        return self.rng.below(number) == 0

    def any_of(self, items: Sequence[T]) -> T:
        return items[self.rng.below(len(items))]

    def choose(self, texts: list[str]) -> str:
        """One of the choices of a seat."""
        if "pass" in texts:
            others = [text for text in texts if text != "pass"]
            return "pass" if self.lazy or not others or self.one_in(10) else self.any_of(others)
        if "no deal" in texts:
            return self.speak(texts)
        if "stake done" in texts and not self.one_in(3):
            return "stake all" if "stake all" in texts and not self.one_in(4) else "stake done"
        for wanted in ("at ", "recruit ", "order 0", "arrest "):
            some = [text for text in texts if text.startswith(wanted)]
            if some and not self.one_in(3):
                return self.any_of(some[:8])
        return self.any_of(texts)

    def speak(self, texts: list[str]) -> str:
        """A word of a claim or a proposal."""
        if self.one_in(6):
            return "no deal"
        offers = [text for text in texts if text.startswith(("accept ", "give place 1"))]
        if offers and not self.one_in(4):
            return self.any_of(offers)
        return "say" if self.one_in(2) else self.any_of(texts)


def follow(game: Game, players: int, seed: int, lazy: bool = False, **options: Any) -> Counter[str]:
    """Play a game beside the referee; the situations of the rules that came up."""
    log: list[Event] = []
    state = game.new(players, seed, log, **options)
    settled: Mapping[str, Any] = game.settle_options(options)
    own = "traffics" in game.edition.data
    crew = game.edition.data if own else GANGS_CITY.edition.data
    referee = Referee(game.edition.data, crew, players, settled)
    questions = referee.game()
    chooser = Chooser(seed, lazy)
    said: list[str] = []

    def check(choice: tuple[int, str] | None) -> bool:
        """Tell the referee what happened and compare; whether anybody is asked."""
        for event in log:
            referee.luck.add(event.kind, event.data)
        log.clear()
        try:
            asked = next(questions) if choice is None else questions.send(choice)
        except StopIteration:
            asked = {}
        found = differences(referee, asked, state, choice[0] if choice else None)
        if found:
            raise Disagreement("\n".join(found))
        return bool(asked)

    choice: tuple[int, str] | None = None
    try:
        while check(choice):
            seat = chooser.any_of(state.current_players())
            text = chooser.choose([str(action) for action in state.legal_actions(seat)])
            said.append(f"{seat} {text}")
            state.apply(seat, game.action_from_text(text))
            choice = (seat, text)
    except AssertionError as error:
        told = f"{players} players, seed {seed}, {options}, choice {len(said)}, turn {referee.turn}, {referee.here}"
        raise Disagreement(f"{told}\n{error}\nafter: {'; '.join(said[-LAST:])}") from error
    return referee.met


def edition(folder: Path, target: int, turn_limit: int, poor: bool = False) -> Game:
    """A box of one's own: another goal; a poor one has eight places, one token of a traffic, few gangsters, and drivers
    who recruit with 0.
    """
    head, *cards = (GAME.home / "editions" / "diptic.toml").read_text(encoding="utf-8").split("[[cards]]")
    head = re.sub(r"(?m)^target = .*$", f"target = {target}", head)
    head = re.sub(r"(?m)^turn_limit = .*$", f"turn_limit = {turn_limit}", head)
    crew = ""
    if poor:
        cards = [re.sub(r"(?m)^handcuffs = .*$", "handcuffs = 0", card) for card in cards[:8]]
        cards = [re.sub(r"(?m)^(mafia|informers) = .*$", r"\1 = 2", card) for card in cards]
        crew = (GANGS_CITY.home / "editions" / "diptic-2013.toml").read_text(encoding="utf-8")
        crew = crew[crew.index("[[traffics]]") : crew.index("[[mercenaries]]")]
        crew = re.sub(r"(?m)^tokens = .*$", "tokens = 1", crew)
        crew = re.sub(r"(?m)^count = ([45])$", "count = 1", crew)
        crew = re.sub(r"(?m)^recruit = { value = 3", "recruit = { value = 0", crew, count=1)
    path = folder / "mine.toml"
    path.write_text("[[cards]]".join([head, *cards]) + crew, encoding="utf-8")
    return parrain.game("police-vs-gangs", path)


ALWAYS = {
    *("accord", "no accord", "one policeman alone", "recruit", "reroll", "double", "arrest", "police win"),
    *("police win the place alone", "gangsters win", "no fighter left", "token by a deal", "traffic taken"),
    *("traffic climbed", "countered a free traffic", "countered", "badges under a deal", "ending points"),
}
SEVERAL_POLICE = {
    *("police alone roll", "police alone tie", "2 police share", "share accepted", "sharing a prize by dice"),
    *("sharing a prize tied", "sharing a place alone by dice", "sharing a place alone agreed"),
}
SHORT = {"no more places", "supply runs short", "nothing left to take", "bag empty", "informers hold the place"}
OPTIONS: list[dict[str, object]] = [{}, {"rounds": 1}, {"teams": True, "rounds": 2}, {"handcuffs": "house"}]


def follow_games(game: Game, players: int, wanted: set[str], seeds: Sequence[int]) -> None:
    """Follow these games, in which everything wanted comes up."""
    met: Counter[str] = Counter()
    for seed in seeds:
        met += follow(game, players, seed, **OPTIONS[seed % len(OPTIONS)])
    assert not wanted - met.keys(), f"these games never came to {sorted(wanted - met.keys())}"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_are_played_by_the_rules(players: int) -> None:
    follow_games(GAME, players, ALWAYS if players == 3 else ALWAYS | SEVERAL_POLICE, range(len(OPTIONS)))


@pytest.mark.parametrize(("players", "seeds"), [(3, (0, 1, 4)), (6, (0, 1))])
def test_so_are_games_in_which_everything_runs_short(tmp_path: Path, players: int, seeds: Sequence[int]) -> None:
    follow_games(edition(tmp_path, 40, 30, poor=True), players, SHORT, seeds)


@pytest.mark.parametrize("teams", [False, True])
def test_and_every_way_a_game_ends(tmp_path: Path, teams: bool) -> None:
    assert follow(edition(tmp_path, 20, 60), 4, 0, lazy=True, teams=teams)["ending deadlock"]
    assert follow(edition(tmp_path, 90, 5), 4, 0, teams=teams)["ending turn-limit"]
    assert follow(edition(tmp_path, 1, 60), 4, 0, teams=teams)["ending extra-turn"]


def most_on_the_track(referee: Referee, seats: Sequence[int]) -> int:
    return max(seats, key=referee.points)


def never_the_same(referee: Referee, proposals: Mapping[int, object]) -> bool:
    return False


def no_bonus(referee: Referee, t: str, seats: Sequence[int]) -> int:
    return 0


def police_first(referee: Referee, seat: int, card: str, side: str) -> bool:
    return seat % 2 == 1 and not referee.neighbour(card, side)


@pytest.mark.parametrize(
    ("what", "misread"),
    [("lowest", most_on_the_track), ("same", never_the_same), ("fed", no_bonus), ("may_place", police_first)],
)
def test_a_rule_read_otherwise_shows(monkeypatch: pytest.MonkeyPatch, what: str, misread: object) -> None:
    """The referee notices differences: here it is the referee who is wrong."""
    monkeypatch.setattr(Referee, what, misread)
    with pytest.raises(Disagreement, match=r"by the rules|the rules want chance"):
        for seed in range(9):
            follow(GAME, 4, seed, rounds=2)
