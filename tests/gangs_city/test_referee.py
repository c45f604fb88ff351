"""Random games followed by the referee: who is asked, what each may choose, and the whole table after every choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

import parrain
from parrain.core import Event, Game, IllegalAction, State, Stream
from tests.gangs_city.gangs_city_table import GAME
from tests.gangs_city.referee import Disagreement, Referee, Tile, differences, imagined_wrongly
from tests.gangs_city.test_editions import strange

T = TypeVar("T")
VIEWS = 7  # after every so many choices the Views of all seats are compared, and what one of them imagines
LAST = 12  # choices that a failure shows


class Chooser:
    """Random choices that let things happen: tiles meet on few places, offers are taken, shots are fired.

    The `bloody` all meet on the first pile with their guns.
    """

    def __init__(self, seed: int, bloody: bool = False) -> None:
        self.rng = Stream(seed)
        self.bloody = bloody

    def one_in(self, number: int) -> bool:
        return self.rng.below(number) == 0

    def any_of(self, items: Sequence[T]) -> T:
        return items[self.rng.below(len(items))]

    def choose(self, texts: list[str]) -> str:
        """One of the choices of a seat."""
        lively = [text for text in texts if text not in ("back", "pass", "take nobody", "shoot nobody")]
        if self.bloody:
            for text in ("at pile", "send showdown gun"):
                if text in texts:
                    return text
            return self.any_of(lively or texts)
        if self.one_in(12) or not lively:
            return self.any_of(texts)
        if lively[0].startswith("at ") and not self.one_in(4):
            return min(self.any_of(lively), self.any_of(lively))
        return self.any_of(lively)


def follow(game: Game, players: int, seed: int, bloody: bool = False, **options: Any) -> Counter[str]:
    """Play a game beside the referee; the situations of the rules that came up."""
    log: list[Event] = []
    state = game.new(players, seed, log, **options)
    settled: Mapping[str, Any] = game.settle_options(options)
    referee = Referee(game.edition.data, players, settled, state.to_position())
    questions = referee.game()
    chooser = Chooser(seed, bloody)
    said: list[str] = []

    def check(choice: tuple[int, str] | None) -> bool:
        """Tell the referee what was chosen and compare; whether anybody is asked."""
        try:
            asked = next(questions) if choice is None else questions.send(choice)
        except StopIteration:
            asked = {}
        now_and_then = len(said) % VIEWS == 0 or not asked
        found = differences(referee, asked, state, log, now_and_then)
        if now_and_then:
            seat = len(said) % players
            found += imagined_wrongly(referee, seat, game.imagine(state.view(seat), chooser.rng), state)
            found += accepted_wrongly(game, state, chooser)
            if game.position(state.to_position()).to_position() != state.to_position():
                found.append("the position reads back as another one")
        log.clear()
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
        told = f"{players} players, seed {seed}, {options}, choice {len(said)}, turn {referee.turn}, {referee.site}"
        raise Disagreement(f"{told}\n{error}\nafter: {'; '.join(said[-LAST:])}") from error
    return referee.met


def accepted_wrongly(game: Game, state: State, chooser: Chooser) -> list[str]:
    """Choices of the kinds that somebody has now, taken by a seat that does not have them, and not refused."""
    found = []
    before = state.to_position()
    for seat in range(state.players):
        legal = [str(action) for action in state.legal_actions(seat)] if seat in state.current_players() else []
        verbs = {text.split()[0] for text in legal} or {"pass", "lead", "shoot"}
        others = [action for action in game.actions if action.text.split()[0] in verbs]
        for action in [chooser.any_of(others) for _ in range(4)]:
            if str(state.canonical(action)) not in legal:
                try:
                    state.apply(seat, action)
                except IllegalAction:
                    continue
                found.append(f"{seat} {action} is not refused")
    if state.to_position() != before:
        found.append("a refused choice has changed the table")
    return found


def edition(folder: Path, target: int = 99, start: str = '"thug", "bodyguard", "driver"', wait: int = 2) -> Game:
    """A box of one's own: a city of nine places where cheap mercenaries wait, and little of everything else."""
    text = (GAME.home / "editions" / "diptic-2013.toml").read_text(encoding="utf-8")
    head, *places = re.split(r"(?=\[\[places\]\])", text)
    names = "[names" + places[-1].partition("[names")[2]
    head = re.sub(r"(?m)^([3-6]) = \d\d$", rf"\1 = {target}", head)
    head = re.sub(r"(?m)^start = .*$", f"start = [{start}]", head)
    head = re.sub(r"(?m)^count = (8|11|10)$", "count = 7", head)
    head = re.sub(r"(?m)^tokens = .*$", "tokens = 2", head)
    head = re.sub(r"(?m)^cost(_plain)? = \d$", r"cost\1 = 1", head)
    recruits = f'recruits = {{ mercenary = {wait}, bodyguard = {wait}, source = "a test", status = "house" }}'
    places = [re.sub(r"(?m)^recruits = .*$", recruits, place) for place in places[:9]]
    path = folder / "mine.toml"
    path.write_text("".join([head, *places, names]), encoding="utf-8")
    return parrain.game("gangs-city", path)


ALWAYS = {
    *("first player changes", "killed", "pile won", "recruit", "traffic kept", "traffic lost", "traffic taken"),
    *("traffic tied", "put back", "released from hand", "released on the city", "chief in a fight tie"),
    *("owner in a fight tie", "cannot pay", "pass"),
}
SHORT = {
    *("no mercenary left", "supply runs out", "stock runs short", "pile empty", "forged", "kingpin", "pin"),
    *("pin chosen", "mole stays", "mole turns", "showdown taken back", "spy looks", "spy looks nowhere"),
    *("saved by a lawyer", "second pick", "mayor in a fight tie", "all dead", "recruiting tied"),
}


def follow_all(game: Game, players: int, seeds: Sequence[int], wanted: set[str], **options: object) -> None:
    """Follow these games, in which everything wanted comes up."""
    met: Counter[str] = Counter()
    for seed in seeds:
        met += follow(game, players, seed, **options)
    assert not wanted - met.keys(), f"these games never came to {wanted - met.keys()}"


@pytest.mark.rule(
    *("GC 1.1", "GC 1.3", "GC 4.2", "GC 4.7", "GC 5.4", "GC 5.5", "GC 5.6", "GC 5.8", "GC 5.9", "GC 6.1", "GC 6.4"),
    *("GC 6.7", "GC 6.8", "GC 6.10", "GC 6.12", "GC 6.14", "GC 6.15", "GC 7.1", "GC 7.2", "GC 7.4", "GC 7.5"),
)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_are_played_by_the_rules(players: int) -> None:
    follow_all(GAME, players, [0], ALWAYS, turn_limit=10)


@pytest.mark.parametrize("players", [3, 6])
def test_so_are_games_in_which_everything_runs_short(tmp_path: Path, players: int) -> None:
    follow_all(edition(tmp_path), players, [0], SHORT, turn_limit=10)


def test_games_with_another_box_and_plain_mercenaries(tmp_path: Path) -> None:
    follow(parrain.game("gangs-city", strange(tmp_path)), 3, 0, turn_limit=5)
    follow(GAME, 3, 1, turn_limit=5, mercenaries="plain", second_chance=False)


def test_every_way_a_game_ends(tmp_path: Path) -> None:
    assert follow(edition(tmp_path, target=2), 4, 0)["ending target"]
    assert follow(edition(tmp_path), 4, 1, turn_limit=5)["ending turn-limit"]
    few = edition(tmp_path, start='"thug"', wait=0)
    assert follow(few, 4, 0, second_chance=False)["ending no-gang-left"]


@pytest.mark.parametrize("players", [3, 6])
def test_every_shuffle_is_another_one(players: int) -> None:
    """Anything can lie anywhere in piles and hands, the first place at any side of the first pile."""
    starts = [GAME.new(players, seed).to_position() for seed in range(150)]
    for pile in ([start["mercenaries"] for start in starts], *zip(*(start["piles"] for start in starts), strict=True)):
        everything = {name for each in pile for name in each}
        assert len(everything) in (10, 15) and len(set(map(tuple, pile))) > 140
        assert all({each[i] for each in pile} == everything for i in (0, len(pile[0]) // 2, -1))
    assert all(len({start["drawn"][seat] for start in starts}) == 15 for seat in range(players))
    assert len({place for start in starts for place in start["city"]}) == 15
    assert len({tuple(about["at"]) for start in starts for about in start["city"].values()}) == (
        6 if players < 5 else 5
    )
    assert {start["first"] for start in starts} == set(range(players))


def test_the_truth_is_among_what_is_imagined() -> None:
    """Every tile, bid, pile and order of mercenaries can be imagined as it is, and otherwise."""
    state, chooser, rng = GAME.new(5, 8), Chooser(8), Stream(1)
    looked: set[str] = set()
    while looked != {"place", "bid"}:
        seat = chooser.any_of(state.current_players())
        state.apply(seat, GAME.action_from_text(chooser.choose([str(each) for each in state.legal_actions(seat)])))
        data = state.to_position()
        bidden = data["phase"] == "bid" and any(sum(bid.values()) for bid in data["bids"])
        if data["phase"] not in looked and (bidden or (data["phase"] == "place" and len(data["laid"]) == 15)):
            looked.add(data["phase"])
            imagined = [hidden_facts(GAME.imagine(state.view(0), rng).to_position()) for _ in range(120)]
            for fact, guesses in zip(hidden_facts(data), zip(*imagined, strict=True), strict=True):
                assert fact in guesses
            for guesses in list(zip(*imagined, strict=True))[-2:]:
                assert len(set(guesses)) > 1


def hidden_facts(data: Mapping[str, Any]) -> list[object]:
    """Each face-down tile, each seat's bid, the top place of a pile and the top mercenary."""
    tiles = [(tile["tile"], tile["do"]) for tile in data["laid"]]
    return [*tiles, *(tuple(bid.values()) for bid in data["bids"]), data["piles"][0][-1], data["mercenaries"][-1]]


def by_seat(referee: Referee) -> list[int]:
    return list(range(referee.n))


def never(referee: Referee, *_: object) -> bool:
    return False


def no_bonus(referee: Referee, tile: Tile) -> int:
    return 0


def given_back(referee: Referee, seat: int) -> int:
    return 5


@pytest.mark.parametrize(
    ("what", "misread"),
    [("seats", by_seat), ("surrounded", never), ("bonus", no_bonus), ("quarter_points", given_back)],
)
def test_a_rule_read_otherwise_shows(monkeypatch: pytest.MonkeyPatch, what: str, misread: object) -> None:
    """The referee notices differences: here it is the referee who is wrong."""
    monkeypatch.setattr(Referee, what, misread)
    with pytest.raises(Disagreement, match=r"by the rules"):
        for seed in range(9):
            follow(GAME, 5, seed, turn_limit=10)
