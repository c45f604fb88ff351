"""Random games followed by the referee: who is asked, what may be chosen, and the whole table after every choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from parrain.core import Event, Game, IllegalAction, State, Stream
from parrain.games.gangster import Gangster
from tests.gangster.referee import HALF_CHOSEN, Disagreement, Referee
from tests.gangster.shorthand import EDITION, GAME, edition_with, table

LAST = 12  # choices that a failure shows
MOST_CHOICES = 100
OFTEN = 16  # every so many decisions a choice is tried that the rules refuse, and the table imagined from a View
EAGER = ("gun", "bump", "keep", "unload two")  # besides the road to the port


class Chooser:
    """Random choices that let things happen: a kind of choice first, then one of it, some more often."""

    def __init__(self, seed: int) -> None:
        self.rng = Stream(seed)

    def choose(self, texts: list[str]) -> str:
        """One of the choices."""
        some = [text for text in texts if text.startswith(EAGER) or (text[0] == "d" and text.endswith("gold-coast"))]
        if some and self.rng.below(2):
            return self.any_of(some)
        kinds = sorted({text.split()[0] for text in texts})
        if "back" in kinds and self.rng.below(4):
            kinds.remove("back")
        kind = self.any_of(kinds)
        return self.any_of([text for text in texts if text.startswith(kind)])

    def any_of(self, texts: Sequence[str]) -> str:
        return texts[self.rng.below(len(texts))]


class Following:
    """A game played beside the referee."""

    def __init__(self, game: Game, players: int, seed: int, **options: bool) -> None:
        self.game, self.players, self.options = game, players, options
        self.log: list[Event] = []
        self.state = game.new(players, seed, self.log, **options)
        self.referee = Referee(game.edition.data, players, game.settle_options(options))
        self.referee.replaced = [str(each.data["equipment"]) for each in self.log if each.kind == "three-equal"]
        self.questions = self.referee.game()
        self.data: Mapping[str, Any] = {}
        self.left: State | None = None  # the table that the game was copied from
        self.hidden: tuple[int, ...] = ()
        self.rng = Stream(seed + 1)
        self.decisions = 0

    def play(self, chooser: Chooser, told: str) -> None:
        """To the end of the game."""
        said: list[str] = []
        text: str | None = None
        try:
            while choices := self.check(text):
                text = chooser.choose(choices)
                seat = self.referee.turn
                said.append(f"{seat} {text}")
                self.move_to_another_table()
                self.state.apply(seat, self.game.action_from_text(text))
        except AssertionError as error:
            last = "; ".join(said[-LAST:])
            raise Disagreement(f"{told}, choice {len(said)}\n{error}\nafter: {last}") from error

    def move_to_another_table(self) -> None:
        """Now and then the game goes on with a copy, or with what was read from a position: they are the same."""
        self.decisions += 1
        self.left = None
        if self.decisions % 3 == 1:
            self.left, self.state = self.state, self.state.clone()
        elif self.decisions % 3 == 2:
            self.state = self.game.position(self.data)
        self.state.log = self.log

    def check(self, text: str | None) -> list[str]:
        """Tell the referee what was chosen and compare; what may be chosen now."""
        referee = self.referee
        before, self.data = self.data, self.state.to_position()
        referee.laid = self.data
        try:
            seat, choices = next(self.questions) if text is None else self.questions.send(text)
        except StopIteration:
            seat, choices = -1, []
        found = [*self.differences(seat, choices), *self.chance(before)]
        if self.left:
            found += differ("table left behind", before, self.left.to_position())
        if choices:
            found += self.refused(seat, choices)
            if self.decisions % OFTEN == 0:
                found += self.imagined(seat, choices)
        if found:
            raise Disagreement("\n".join(found))
        return choices

    def differences(self, seat: int, choices: list[str]) -> list[str]:
        """Where the referee and the game differ."""
        referee, state, data = self.referee, self.state, self.data
        found = differ("event", referee.told, [(event.kind, event.data) for event in self.log])
        found += [f"not for everybody: {event.kind}" for event in self.log if not event.public or event.secret]
        self.log.clear()
        referee.told.clear()
        table = referee.table()
        for what, mine in table.items():
            found += differ(what, mine, tidy(what, data[what]))
        found += differ("asked", (seat,) if choices else (), state.current_players())
        opened = (self.players, self.game.settle_options(self.options))
        found += differ("table", opened, (data["players"], data["options"]))
        found += differ("over", not choices, state.is_over)
        found += differ("scores", tuple(referee.influence), state.scores())
        found += differ("ranking", referee.ranking(), state.ranking())
        if choices:
            now = (referee.turn, referee.phase, referee.colour, referee.target)
            found += differ("question", now, tuple(data[each] for each in ("turn", "phase", "colour", "target")))
            if referee.phase in HALF_CHOSEN:
                found += differ("back", referee.back, data["back"])
        if len(choices) > MOST_CHOICES:
            found.append(f"{len(choices)} choices at once")
        for each in range(self.players):
            wanted = choices if each == seat else []
            found += differ(f"choices of {each}", sorted(wanted), sorted(map(str, state.legal_actions(each))))
        return found + self.view_differences([*range(self.players), None][self.decisions % (self.players + 1)])

    def view_differences(self, viewer: int | None) -> list[str]:
        """Where the View of a seat, or of a spectator, shows something else."""
        view, sight = self.state.view(viewer), self.referee.sight(viewer)
        sight |= {what: self.data[what] for what in ("game", "edition", "options", "reveals")}
        found = differ("view", set(sight), {field.name for field in fields(view)})
        for what, mine in sight.items():
            found += differ(f"{what} seen by {viewer}", mine, getattr(view, what))
        return found

    def chance(self, before: Mapping[str, Any]) -> list[str]:
        """Chance speaks when a deck is shuffled; a choice is final when it has shown a card."""
        referee = self.referee
        hidden = (referee.shuffled, referee.casino_drawn, len(referee.deck), len(referee.stock))
        last, self.hidden = self.hidden, hidden
        if not before:
            return []
        found = differ("shuffled", hidden[0] != last[0], self.data["random"] != before["random"])
        return found + differ("shown", hidden != last, self.data["reveals"] > before["reveals"])

    def refused(self, seat: int, choices: list[str]) -> list[str]:
        """What is not a choice is refused, a part of it each time; that nothing has changed shows at the next."""
        others = [action for action in self.game.actions if str(action) not in choices]
        tried = [(seat, action) for action in others[self.decisions % OFTEN :: OFTEN]]
        tried.append(((seat + 1) % self.players, self.game.action_from_text(choices[0])))
        found = []
        for each, action in tried:
            try:
                self.state.apply(each, action)
                found.append(f"{each} may {action}")
            except IllegalAction as refusal:
                found += differ("a refusal names", "GA", refusal.rule.split()[0])
        return found

    def imagined(self, seat: int, choices: list[str]) -> list[str]:
        """A table made from a View is this one, but for the order of what is hidden (GA 16.1, GA 16.2)."""
        referee = self.referee
        found = []
        for each in (seat, (seat + 1) % self.players, None):
            view = self.state.view(each)
            state = self.game.imagine(view, self.rng)
            data = state.to_position()
            found += differ(f"view imagined by {each}", view, state.view(each))
            for what, mine in referee.table().items():
                found += differ(
                    f"{what} imagined", unordered(what, mine, referee), unordered(what, data[what], referee)
                )
            phase, colour, target, _ = referee.asked_of(each)
            now = (referee.turn, phase, colour, target)
            there = tuple(data[key] for key in ("turn", "phase", "colour", "target"))
            found += differ(f"question imagined by {each}", now, there)
            if referee.phase in HALF_CHOSEN:  # to others the choice has not begun
                found += differ(f"back imagined by {each}", referee.back or each != seat, data["back"])
            if each == seat:
                found += differ("choices imagined", sorted(choices), sorted(map(str, state.legal_actions(seat))))
        return found


def differ(what: str, mine: object, theirs: object) -> list[str]:
    """A line if they do."""
    return [] if mine == theirs else [f"{what}: by the rules {mine}, in the game {theirs}"]


def tidy(what: str, value: Any) -> object:
    """Part of a position; Doubles and the box have no order."""
    return sorted(value) if what in ("doubles", "gone") else value


def unordered(what: str, value: Any, referee: Referee) -> object:
    """Part of a table without the order that nobody knows."""
    if what in ("deck", "stock", "doubles", "gone"):
        return sorted(value)
    if what == "casino":
        return [*value[: referee.casino_drawn], *sorted(value[referee.casino_drawn :])]
    return value


def follow(game: Game, players: int, seed: int, **options: bool) -> Referee:
    """Play a game beside the referee, who knows at the end what came up."""
    following = Following(game, players, seed, **options)
    following.play(Chooser(seed), f"{players} players, seed {seed}, {options}")
    referee = following.referee
    assert all(referee.gangsters(each) == sum(referee.arrivals[: referee.round]) for each in referee.colours)
    return referee


def edition_of(folder: Path, squares: int, counts: Sequence[int], values: str = "") -> Gangster:
    """A box with tiles of so many squares, so many pieces of each equipment, and perhaps other values on all tiles."""
    text = re.sub(r"(?m)^squares = .*$", f"squares = {squares}", EDITION.read_text(encoding="utf-8"))
    left = iter(counts)
    text = re.sub(r"(?m)^count = .*$", lambda _: f"count = {next(left)}", text)
    if values:
        text = re.sub(r"(?m)^values = .*$", f"values = {values}", text)
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return Gangster(path)


OTHER_NUMBERS = [
    ("streets = [", 'streets = [["greek-town", "the-valley"],'),  # a triangle with West Side
    ("later_rounds = [6, 5]", "later_rounds = [4, 3, 2]"),
    ("doubles = 8", "doubles = 5"),
    ("double_pays = 2", "double_pays = 3"),
    ("cards = [1, 2, 3]", "cards = [3, 1]"),
    ("adds = 1", "adds = 2"),
    ("slots = 3", "slots = 2"),
    ("count = 5", "count = 7"),  # bodyguards, and one piece of every other equipment
    *[("count = 5", "count = 1")] * 5,
    ("four = 2", "four = 4"),
    ("cards = [1, 2, 3, 4, 5, 6]", "cards = [0, 7, 7, 9]"),
]

ALWAYS = {
    *("police", "hole left", "equal numbers", "question mark", "shot", "a guard against the gun", "two in a trunk"),
    *("target taken back", "only one kind to take", "gap in the port", "pushed into the port", "ending king"),
    *("colour taken back", "loaded one's other colour", "bumped one's other colour", "bumped into the port"),
    *("more colours than values", "hole filled", "two sunk at once", "all of a kind"),
}
RARE = {
    *("hole filled by another clan than the last", "hole filled for another", "last square emptied"),
    *("last square taken", "shot past a guard", "trunk lost with two aboard", "nothing new"),
    *("all of a kind at setup", "door opens the holes"),
}


def follow_games(game: Game, wanted: set[str], games: int) -> None:
    """Follow so many games, by all numbers of players and options in turn, in which everything wanted comes up."""
    met: Counter[str] = Counter()
    for seed in range(games):
        options = {"any_clan": (seed + seed // 4) % 2 == 1, "guard_stops_gun": (seed + seed // 4) % 4 < 2}
        players = 2 + seed % 4
        referee = follow(game, players, seed, **options)
        met += referee.met
        bare = len(referee.districts) - len(referee.doubles)
        assert game is not GAME or bare == (1 if players == 3 else 2)
    assert not wanted - met.keys(), f"these games never came to {sorted(wanted - met.keys())}"


@pytest.mark.rule("GA 3.1", "GA 3.2", "GA 3.5", "GA 4.4", "GA 5.1 to GA 5.3", "GA 6.1 to GA 6.8", "GA 7.1 to GA 7.6")
@pytest.mark.rule(
    "GA 8.1", "GA 8.2", "GA 9.1 to GA 9.8", "GA 10.2 to GA 10.4", "GA 13.1", "GA 13.5 to GA 13.9", "GA 14.1"
)
@pytest.mark.rule("GA 15.1 to GA 15.5", "GA 16.1", "GA 16.2")
def test_games_are_played_by_the_rules() -> None:
    follow_games(GAME, ALWAYS, 12)


@pytest.mark.rule("GA 8.3 to GA 8.6", "GA 11.1 to GA 11.6", "GA 12.1 to GA 12.4", "GA 13.1 to GA 13.10")
def test_so_are_games_in_which_everything_runs_short(tmp_path: Path) -> None:
    follow_games(edition_of(tmp_path, 4, (6, 6, 2, 2, 7, 2)), RARE, 8)


def test_so_are_games_with_other_numbers(tmp_path: Path) -> None:
    follow_games(edition_with(tmp_path, *OTHER_NUMBERS), {"driven in a loop", "all of a kind and no stock"}, 8)


@pytest.mark.rule("GA 5.4", "GA 9.1", "GA 14.1", "GA 14.2")
def test_and_every_way_a_game_ends(tmp_path: Path) -> None:
    """With a tie, after too many turns, and after too many turns on each of the scoring days."""
    assert follow(edition_of(tmp_path, 9, (5, 5, 5, 5, 5, 5), "[0]"), 3, 0).ending == "shared"
    days = follow(GAME, 3, 0).scoring_days
    for limit, ending in zip([days[0] - 1, *days], ["turn-limit", "turn-limit", "turn-limit", "king"], strict=True):
        game = edition_with(tmp_path, ("turns = 600", f"turns = {limit}"))
        assert follow(game, 3, 0).ending == ending


# -- chance ------------------------------------------------------------------------------------------------------------

GAMES = 160
LONG = 6


def check_shuffled(orders: Sequence[Sequence[object]]) -> None:
    """Every card comes at every place, and long piles are hardly ever the same."""
    shortest = min(len(order) for order in orders)
    assert len({tuple(order) for order in orders}) > len(orders) / 2 or shortest < LONG
    cards = {card for order in orders for card in order}
    for place in range(shortest):
        missing = cards - {order[place] for order in orders}
        assert not missing, f"at {place} there is never {missing}"


@pytest.mark.rule("GA 3.2", "GA 3.3", "GA 3.4", "GA 4.1", "GA 4.2", "GA 4.3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_is_shuffled_at_the_start(players: int) -> None:
    games, openings = [], []
    for seed in range(GAMES):
        log: list[Event] = []
        games.append(GAME.new(players, seed, log).to_position())
        openings.append([name for event in log if event.kind == "open" for name in event.data["districts"]])
    assert {game["starter"] for game in games} == set(range(players))
    check_shuffled([list(game["tiles"].values()) for game in games])
    check_shuffled([[*game["port"], *[gear[0] for gear in game["gear"].values()], *game["stock"]] for game in games])
    check_shuffled([game["casino"] for game in games])
    check_shuffled(openings)
    check_shuffled([game["deck"] for game in games])
    assert {game["doubles"][0] for game in games} == set(games[0]["tiles"])
    # and the cards that were turned up are shuffled again before the first Double is drawn
    drawn = zip([game["doubles"][0] for game in games], openings, strict=True)
    assert {order.index(name) for name, order in drawn if name in order} == set(range(len(openings[0])))


@pytest.mark.rule("GA 10.1", "GA 4.3")
@pytest.mark.parametrize("round_", [1, 2])
def test_the_district_deck_is_shuffled_for_every_round(round_: int) -> None:
    doubles = ["greek-town", "west-side", "little-italy", "north-side", "the-loop", "chinatown", "little-africa"]
    games = []
    for seed in range(GAMES):
        cars, cards = {"brown": "greek-town"}, {"brown": [1]}
        state = table(round=round_, doubles=doubles, deck=["cicero"], cars=cars, cards=cards, seed=seed)
        state.apply(0, GAME.action_from_text("drive 1 west-side"))
        games.append(state.to_position())
    check_shuffled([game["deck"] for game in games])
    assert {game["doubles"][0] for game in games} == set(games[0]["tiles"])


@pytest.mark.rule("GA 16.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_view_leaves_the_order_of_what_is_hidden_open(players: int) -> None:
    """Tables imagined from a View, and those laid from a position that leaves the piles out, differ in all piles."""
    state = GAME.new(players, 3)
    state.playout(Stream(players), 40)
    rng, worlds = Stream(0), GAME.worlds(state.view(0))
    check_piles([worlds.draw(rng).to_position() for _ in range(GAMES)], state.view(0).casino)
    check_piles([table(players=players, seed=seed).to_position() for seed in range(GAMES)], ())


def check_piles(games: Sequence[Mapping[str, Any]], drawn: Sequence[int]) -> None:
    """Deck, stock and casino cards are shuffled; the casino cards that were drawn lie first."""
    assert all(game["casino"][: len(drawn)] == list(drawn) for game in games)
    check_shuffled([game["casino"][len(drawn) :] for game in games])
    check_shuffled([game["deck"] for game in games])
    check_shuffled([game["stock"] for game in games])


# -- the referee notices differences: here it is the referee who is wrong ----------------------------------------------


def from_seat_0(referee: Referee) -> list[str]:
    return referee.colours


def straight_back(referee: Referee, start: str, steps: int) -> set[str]:
    ends = {start}
    for _ in range(steps):
        ends = {other for each in ends for other in referee.next_to(each)}
    return ends


def first_free(referee: Referee, row: Sequence[str], colour: str) -> int | None:
    return next((square for square, each in enumerate(row) if not each), None)


def always_room(referee: Referee, colour: str) -> bool:
    return len(referee.trunk[colour]) < 2


def nobody_guarded(referee: Referee, colour: str, district: str) -> bool:
    return False


def show_all(referee: Referee, seat: int | None) -> tuple[str, str, str, bool]:
    return referee.phase, referee.colour, referee.target, referee.back


@pytest.mark.parametrize(
    ("what", "misread"),
    [
        ("in_turn", from_seat_0),
        ("roads", straight_back),
        ("square_for", first_free),
        ("has_room", always_room),
        ("guarded", nobody_guarded),
        ("asked_of", show_all),
    ],
)
def test_a_rule_read_otherwise_shows(monkeypatch: pytest.MonkeyPatch, what: str, misread: object) -> None:
    monkeypatch.setattr(Referee, what, misread)
    with pytest.raises(Disagreement, match="by the rules"):
        for seed in range(9):
            follow(GAME, 4, seed)
