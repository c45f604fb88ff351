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
from tests.gangs_city.gangs_city_table import GAME
from tests.gangs_city.referee import Disagreement, Referee, Tile, differences, imagined_wrongly
from tests.gangs_city.test_editions import strange

T = TypeVar("T")
VIEWS = 7  # after every so many choices the Views of all seats are compared, and what one of them imagines
LAST = 12  # choices that a failure shows


class Chooser:
    """Random choices that let things happen: tiles meet on few places, offers are taken, shots are fired."""

    def __init__(self, seed: int) -> None:
        self.rng = Stream(seed)

    def one_in(self, number: int) -> bool:
        return self.rng.below(number) == 0

    def any_of(self, items: Sequence[T]) -> T:
        return items[self.rng.below(len(items))]

    def choose(self, texts: list[str]) -> str:
        """One of the choices of a seat."""
        lively = [text for text in texts if text not in ("back", "pass", "take nobody", "shoot nobody")]
        if self.one_in(12) or not lively:
            return self.any_of(texts)
        if lively[0].startswith("at ") and not self.one_in(4):
            return min(self.any_of(lively), self.any_of(lively))
        return self.any_of(lively)


def follow(game: Game, players: int, seed: int, **options: Any) -> Counter[str]:
    """Play a game beside the referee; the situations of the rules that came up."""
    log: list[Event] = []
    state = game.new(players, seed, log, **options)
    settled: Mapping[str, Any] = game.settle_options(options)
    referee = Referee(game.edition.data, players, settled, state.to_position())
    questions = referee.game()
    chooser = Chooser(seed)
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


def test_every_shuffle_is_another_one() -> None:
    """Piles and mercenaries lie in any order, the first place at any side, and nothing tells one from another."""
    starts = [GAME.new(players, seed).to_position() for players in (3, 5) for seed in range(40)]
    orders = [[tuple(pile) for pile in start["piles"]] + [tuple(start["mercenaries"])] for start in starts]
    for piles in orders:
        assert all(orders.count([*piles[:i], pile, *piles[i + 1 :]]) == 1 for i, pile in enumerate(piles))
    for at in (0, 5, -1):  # not always the same one on top, in the middle or below
        assert len({start["mercenaries"][at] for start in starts}) == 10
        assert len({start["piles"][0][min(at, 3)] for start in starts}) == 15
    assert {place for start in starts for place in start["city"]} == set(GAME.box.place_names)
    sides = [{tuple(about["at"]) for start in starts[i : i + 40] for about in start["city"].values()} for i in (0, 40)]
    assert [len(each) for each in sides] == [6, 5]  # the second pile lies on one of them
    assert {start["first"] for start in starts[:40]} == {0, 1, 2}


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
