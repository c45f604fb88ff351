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
from tests.gangs_city.referee import Ask, Disagreement, Referee, Step, differences, imagined_wrongly
from tests.gangs_city.test_editions import strange

T = TypeVar("T")
VIEWS = 9  # after every so many choices everything is compared, not the table alone
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
        if texts[-1].startswith("bid "):
            lively = texts  # going back too
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
    chooser, probe = Chooser(seed, bloody), Chooser(seed)
    said: list[str] = []
    try:
        asked = next(questions)
        while asked:
            compare(game, state, referee, asked, log, probe if len(said) % VIEWS == 0 else None)
            seat = chooser.any_of(sorted(asked))
            text = chooser.choose(sorted(asked[seat]))
            said.append(f"{seat} {text}")
            state.apply(seat, game.action_from_text(text))
            asked = next_question(questions, seat, text)
        compare(game, state, referee, asked, log, probe)
    except AssertionError as error:
        told = f"{players} players, seed {seed}, {options}, choice {len(said)}, turn {referee.turn}, {referee.site}"
        raise Disagreement(f"{told}\n{error}\nafter: {'; '.join(said[-LAST:])}") from error
    return referee.met


def next_question(questions: Step, seat: int, text: str) -> Ask:
    """What the referee asks after that choice; nothing when the game is over."""
    try:
        return questions.send((seat, text))
    except StopIteration:
        return {}


def compare(game: Game, state: State, referee: Referee, asked: Ask, log: list[Event], probe: Chooser | None) -> None:
    """Compare the game with the referee; with a `probe` also Views, an imagined table, refusals and the position."""
    found = differences(referee, asked, state, log, probe is not None)
    log.clear()
    if probe and not found:
        seat = probe.rng.below(state.players)
        found += imagined_wrongly(referee, seat, game.imagine(state.view(seat), probe.rng), state)
        found += accepted_wrongly(game, state, probe)
        if game.position(state.to_position()).to_position() != state.to_position():
            found.append("the position reads back as another one")
    if found:
        raise Disagreement("\n".join(found))


def accepted_wrongly(game: Game, state: State, probe: Chooser) -> list[str]:
    """Choices of the kinds that somebody has now, taken by a seat that does not have them, and not refused."""
    found = []
    before = state.to_position()
    for seat in range(state.players):
        legal = [str(action) for action in state.legal_actions(seat)] if seat in state.current_players() else []
        verbs = {text.split()[0] for text in legal} or {"pass", "lead", "shoot"}
        others = [action for action in game.actions if action.text.split()[0] in verbs]
        for action in [probe.any_of(others) for _ in range(4)]:
            if str(state.canonical(action)) not in legal:
                try:
                    state.apply(seat, action)
                except IllegalAction:
                    continue
                found.append(f"{seat} {action} is not refused")
    if state.to_position() != before:
        found.append("a refused choice has changed the table")
    return found


def edition(folder: Path, start: str = '"thug", "bodyguard", "driver"', wait: int = 2, even: bool = False) -> Game:
    """A box of one's own: a city of nine places where cheap mercenaries wait, and little of everything else.

    Nobody ever reaches the target; `even` ones are all equally strong.
    """
    text = (GAME.home / "editions" / "diptic-2013.toml").read_text(encoding="utf-8")
    head, *places = re.split(r"(?=\[\[places\]\])", text)
    names = "[names" + places[-1].partition("[names")[2]
    head = re.sub(r"(?m)^([3-6]) = \d\d$", r"\1 = 99", head)
    head = re.sub(r"(?m)^start = .*$", f"start = [{start}]", head)
    head = re.sub(r"(?m)^count = (8|11|10)$", "count = 7", head)
    head = re.sub(r"(?m)^tokens = .*$", "tokens = 2", head)
    head = re.sub(r"(?m)^cost = \d\ncost_plain = \d$", "cost = 1\ncost_plain = 4", head)
    if even:
        head = re.sub(r"(?m)^(attack|defence|recruit) = (\{ value = )?\d", r"\1 = \g<2>2", head)
    recruits = f'recruits = {{ mercenary = {wait}, bodyguard = {wait}, source = "a test", status = "house" }}'
    places = [re.sub(r"(?m)^recruits = .*$", recruits, place) for place in places[:9]]
    path = folder / "mine.toml"
    path.write_text("".join([head, *places, names]), encoding="utf-8")
    return parrain.game("gangs-city", path)


Games = list[tuple[int, int, dict[str, object]]]  # players, seed, options

LONG, SHORT = {"turn_limit": 10}, {"turn_limit": 5}
NO_CHANCE = {"turn_limit": 10, "second_chance": False}
PLAIN = {"turn_limit": 5, "mercenaries": "plain"}
OURS: tuple[Games, set[str]] = (
    [(3, 7, LONG), (4, 0, NO_CHANCE), (5, 6, SHORT), (6, 4, SHORT), (6, 6, LONG)],
    {
        *("first player changes", "traffic kept", "traffic lost", "traffic taken", "traffic tied", "two places"),
        *("fight tie by owner", "fight tie by chief", "fight tie by turn order against the order of seats"),
        *("recruit tie by owner", "recruit tie by chief", "released from hand", "released on the city", "forged"),
        *("second chance thug", "second chance driver", "spy looks", "spy looks nowhere", "surrounded"),
        "ending target",
    },
)
MEAGRE: tuple[Games, set[str]] = (
    [(3, 3, SHORT), (3, 4, SHORT), (4, 1, PLAIN), (5, 7, SHORT), (5, 13, SHORT), (6, 8, SHORT)],
    {
        *("no mercenary left", "supply runs out", "second pick", "pinned with a bonus"),
        *("showdown taken back", "fight tie by bomber", "fight tie with a dead chief", "recruit tie by mayor"),
        *("two places against the order of piles", "mole stays"),
    },
)
EVEN: tuple[Games, set[str]] = (
    [(3, 1, LONG), (3, 17, SHORT), (4, 1, SHORT), (4, 2, SHORT), (4, 9, SHORT), (6, 4, LONG), (6, 9, SHORT)],
    {
        *("replaced one killed", "saved by a lawyer", "same target", "all dead", "kingpin", "fight tie by mayor"),
        *("stock runs short against the order of seats", "shots against the order of seats", "mole turns"),
        *("recruit tie by turn order against the order of seats", "set-up may not surround", "pile empty"),
        *("pin chosen", "marker stays in the last box", "mole on a pile", "sharpshooter killed"),
        "bid taken back",
    },
)


def follow_all(game: Game, games: Games, wanted: set[str]) -> None:
    """Follow these games, in which everything wanted comes up."""
    met: Counter[str] = Counter()
    for players, seed, options in games:
        met += follow(game, players, seed, **options)
    assert not wanted - met.keys(), f"these games never came to {sorted(wanted - met.keys())}"


@pytest.mark.slow
@pytest.mark.rule(
    "GC 1.1", "GC 1.3", "GC 5.4", "GC 5.5", "GC 5.6", "GC 5.9", "GC 6.4", "GC 6.7", "GC 6.8", "GC 6.10", "GC 7.5"
)
def test_games_are_played_by_the_rules() -> None:
    follow_all(GAME, *OURS)


@pytest.mark.slow
def test_so_are_games_in_which_everything_runs_short(tmp_path: Path) -> None:
    follow_all(edition(tmp_path), *MEAGRE)


def test_so_are_games_in_which_all_are_equally_strong(tmp_path: Path) -> None:
    follow_all(edition(tmp_path, even=True), *EVEN)


def test_so_is_a_game_with_tiles_that_lack_an_action(tmp_path: Path) -> None:
    assert follow(parrain.game("gangs-city", strange(tmp_path)), 3, 0, **SHORT)["recruit"]


def test_so_is_a_game_that_nobody_wins_by_points(tmp_path: Path) -> None:
    few = edition(tmp_path, start='"thug"', wait=0)
    assert follow(few, 4, 1, **SHORT)["ending turn-limit"]
    assert follow(few, 4, 0, bloody=True, second_chance=False)["ending no-gang-left"]


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


@pytest.mark.parametrize("players", [3, 6])
def test_what_follows_from_an_imagined_table_is_worked_out(players: int) -> None:
    """Masks, stacks, crowds on piles and lone showdown tiles are those of the position that it writes."""
    state, chooser, rng = GAME.new(players, 3), Chooser(3), Stream(1)
    follows = ("mask", "inhand", "gang", "showdown", "chief", "placed", "alone", "crowd", "stack", "here", "owing")
    looked = 0
    while looked < 60:
        seat = chooser.any_of(state.current_players())
        state.apply(seat, GAME.action_from_text(chooser.choose([str(each) for each in state.legal_actions(seat)])))
        if len(state.to_position()["laid"]) > players:
            looked += 1
            world = GAME.imagine(state.view(looked % players), rng)
            again = GAME.position(world.to_position())
            for name in follows:
                assert getattr(world, name) == getattr(again, name), name


def hidden_facts(data: Mapping[str, Any]) -> list[object]:
    """Each face-down tile, each seat's bid, the top place of a pile and the top mercenary."""
    tiles = [(tile["tile"], tile["do"]) for tile in data["laid"]]
    return [*tiles, *(tuple(bid.values()) for bid in data["bids"]), data["piles"][0][-1], data["mercenaries"][-1]]


def by_seat(referee: Referee) -> list[int]:
    return list(range(referee.n))


def never(referee: Referee, seat: int) -> bool:
    return False


def none(referee: Referee, what: object) -> int:
    return 0


@pytest.mark.parametrize(
    ("what", "misread"), [("seats", by_seat), ("holds_showdown", never), ("bonus", none), ("quarter_points", none)]
)
def test_a_rule_read_otherwise_shows(monkeypatch: pytest.MonkeyPatch, what: str, misread: object) -> None:
    """The referee notices differences: here it is the referee who is wrong."""
    monkeypatch.setattr(Referee, what, misread)
    with pytest.raises(Disagreement, match=r"by the rules"):
        follow(GAME, 4, 0, **LONG)
