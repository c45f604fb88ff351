"""Random games followed by the referee: who is asked, what each may choose, and the whole table after every choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from parrain.core import Event, Game, Stream
from tests.reglement.helpers import RC, edition_data, game_with
from tests.reglement.referee import BUSINESSES, Disagreement, Referee, differences

PAYING = ("till", *BUSINESSES)
LAST = 12  # choices that a failure shows


class Chooser:
    """Random choices that let things happen: cards are played, cakes stand among men, sleepers sit where one earns."""

    def __init__(self, seed: int) -> None:
        self.rng = Stream(seed)

    def one_in(self, number: int) -> bool:
        return self.rng.below(number) == 0

    def any_of(self, items: Sequence[str]) -> str:
        return items[self.rng.below(len(items))]

    def choose(self, texts: list[str], table: Referee) -> str:
        """One of the choices."""
        if "back" in texts and self.one_in(3 if len(table.doses) > 1 else 12):
            return "back"
        plays = [text for text in texts if text.startswith("play ")]
        if plays and not self.one_in(6):
            return self.any_of(plays)
        if texts[0].startswith("serve ") and not self.one_in(4):
            return max(texts[:-1], key=lambda text: self.worth(int(text.split()[1]), table))
        chairs = [text for text in texts if text.startswith("sit ") and table.icons[int(text.split()[1])] in PAYING]
        if chairs and table.picked.endswith("asleep") and not self.one_in(3):
            return self.any_of(chairs)
        return self.any_of([text for text in texts if text != "back"])

    def worth(self, chair: int, table: Referee) -> tuple[int, int]:
        """How many men a cake there would take; of equals any."""
        near = (table.left[chair], chair, table.right[chair])
        return sum(each in table.chairs for each in near), self.rng.below(99)


def follow(game: Game, players: int, seed: int, **options: Any) -> Counter[str]:
    """Play a game beside the referee; the situations of the rules that came up."""
    log: list[Event] = []
    state = game.new(players, seed, log, **options)
    referee = Referee(game.edition.data, players, game.settle_options(options))
    questions = referee.game()
    chooser, rng = Chooser(seed), Stream(seed)
    said: list[str] = []

    def check(text: str) -> tuple[int, list[str]] | None:
        """Tell the referee what happened and compare; who is asked what."""
        referee.told = state.to_position()
        told = [(event.kind, event.data, event.secret["cards"] if event.secret else []) for event in log]
        referee.told_drawn = next((cards for _, _, cards in told if cards), [])
        referee.events = []
        try:
            asked = questions.send(text) if text else next(questions)
        except StopIteration:
            asked = None
        lookers = [None, *range(players)]
        looker = lookers[len(said) // 2 % len(lookers)]
        found = differences(referee, asked, state, asked[0] if asked and len(said) % 2 else looker)
        if referee.events != told or any(event.audience != (event.data["seat"],) for event in log if event.secret):
            found.append(f"events: by the rules {referee.events}, in the game {told}")
        log.clear()
        if asked and len(said) % 15 == 0:
            worlds = game.worlds(state.view(looker))
            world, other = worlds.draw(rng), worlds.draw(rng)
            found += referee.possible(world, looker, asked)
            if len(said) % 45 == 0 and not found:
                world.playout(rng)  # which does nothing to the table beside it
                found += referee.possible(other, looker, asked)
        if found:
            raise Disagreement("\n".join(found))
        return asked

    text = ""
    try:
        while asked := check(text):
            text = chooser.choose([str(action) for action in state.legal_actions(asked[0])], referee)
            said.append(f"{asked[0]} {text}")
            if len(said) % 40 == 0:
                original, state = state, state.clone()
                original.log, state.log = None, log
                original.playout(rng)  # which does nothing to the clone
            elif seed % 2 == 0 and len(said) % 11 == 0:  # not in all games: a table laid out anew forgets mistakes
                state = game.position(state.to_position())
                state.log = log
            state.apply(asked[0], game.action_from_text(text))
    except AssertionError as error:
        told = f"{players} players, seed {seed}, {options}, choice {len(said)}, turn {referee.turns}"
        raise Disagreement(f"{told}\n{error}\nafter: {'; '.join(said[-LAST:])}") from error
    return referee.met


SMALL_TABLE = [
    *("revolver", "bar", "glass", "till", "gaming", "knife", "none", "glass", "revolver"),
    *("glass", "restaurant", "knife", "gaming", "glass", "bar", "revolver", "restaurant", "glass"),
]
SMALL_GANGS = {3: (1, 1, 1, 2), 4: (1, 1, 1, 1), 5: (1, 0, 1, 1), 6: (1, 1, 0, 1)}
SMALL_DECK = {"knife": 5, "bang": 5, "cake": 6, "pass": 5, "boom": 4, "cocktail": 5, "alert": 2, "move": 4}


def small_box(folder: Path, bank: int, incomes: Sequence[int], quiet: int, turns: int) -> Game:
    """A box with other numbers: few men at a short table with a revolver at an end, few cards: much happens soon."""
    data = edition_data()
    del data["letters"]
    data["table"] |= {"hand": 4, "tokens": 4, "doses": 3}
    data["income"] |= dict(zip(("godfather", "business", "monopoly", "till"), incomes, strict=True))
    data["stall"] |= {"quiet": quiet, "turns": turns}
    data["deck"] |= {card: {"count": count} for card, count in SMALL_DECK.items()}
    n = len(SMALL_TABLE)
    data["chairs"] = [
        {"number": chair, "left": chair % n + 1, "right": (chair - 2) % n + 1}
        | {"opposite": 0 if chair in (n // 2, n) else n - chair, "x": chair in (n // 2, n), "object": {"icon": icon}}
        | {"source": "a box of our own", "status": "house"}
        for chair, icon in enumerate(SMALL_TABLE, 1)
    ]
    for players, size in SMALL_GANGS.items():
        data["bank"][str(players)] = bank
        data["sizes"][str(players)] = dict(zip(("godfather", "shooter", "blade", "heavy"), size, strict=True))
        chairs = iter(range(n, 0, -1))
        data["seatings"][str(players)] = {
            gang: {rank: [next(chairs) for _ in range(count)] for rank, count in data["sizes"][str(players)].items()}
            for gang in data["gangs"]["names"][:players]
        }
    game: Game = game_with(data, folder)
    return game


INCOMES, NOTHING = (300, 200, 1100, 3), (0, 0, 0, 2)
RICH, POOR = (100000, INCOMES, 2, 60), (8000, INCOMES, 2, 60)  # bank, incomes, turns of waiting, turns
SHORT, UNPAID = (50000, INCOMES, 9, 25), (50000, NOTHING, 3, 60)
OPTIONS: list[dict[str, object]] = [
    {},
    {"seating": "free"},
    {"alert_once": False},
    {"seating": "free", "youngest": 2, "alert_once": False},
]
WANTED = {
    *("own cake", "boom", "pass", "stab", "shot", "second dose", "sleeper killed", "till", "monopoly", "alert"),
    *(
        "sleeper at an alert",
        "sleeper at the till",
        "sleeper in a monopoly",
        "one kind waits",
        "two moves",
        "pills run out",
        "shuffle",
        "cake in the way",
    ),
    *("out in the own turn", "out with several men", "two out at once", "cake left on the table"),
    *("cake of a dead gang set off", "cake of a dead gang passed", "shuffle between two cards drawn"),
    *("level on money, decided by moment", "level on money, decided by men, both in"),
    *("level on money, decided by men, both out", "level on money, decided by nothing"),
    *("ending alone", "ending bank", "bank short", "bank empty, paid in full", "ending blast"),
    *("stalled by waiting", "stalled by turns"),
}


@pytest.mark.rule("RC 2.1", "RC 2.2", "RC 2.3", "RC 2.4", "RC 3.1", "RC 3.2", "RC 3.3", "RC 4.1", "RC 4.2", "RC 7.4")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_are_played_by_the_rules(players: int) -> None:
    for seed in (0, 1):
        follow(RC, players, seed, **OPTIONS[seed])


@pytest.mark.rule("RC 6.5", "RC 8.8", "RC 8.11", "RC 8.12", "RC 10.1", "RC 10.2", "RC 10.3", "RC 11.4", "RC 12.3")
def test_so_are_games_in_which_much_happens(tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    for box, seeds in ((RICH, (9,)), (POOR, (3, 6, 9)), (SHORT, (0, 10)), (UNPAID, (3, 9, 15))):
        game = small_box(tmp_path, *box)
        for players in (3, 4, 5, 6):
            for seed in seeds:
                met += follow(game, players, seed, **OPTIONS[(seed + players) % len(OPTIONS)])
    assert not sorted(WANTED - met.keys())


@pytest.mark.rule("RC 2.3", "RC 3.2")
@pytest.mark.parametrize("players", [3, 6])
def test_cards_are_shuffled_and_the_youngest_is_drawn(players: int) -> None:
    """No kind of card has a place of its own: every kind comes everywhere, and no two games have the same pile."""
    games = [RC.new(players, seed, seating="free").to_position() for seed in range(80)]
    gangs = RC.edition.data["gangs"]["names"][:players]
    assert len({tuple(each["pile"]) for each in games}) == len(games)
    for place in (0, 1, -1):
        assert len({each["pile"][place] for each in games}) >= len(SMALL_DECK) - 1
    for gang in gangs:
        assert {card for each in games for card in each["hands"][gang]} == set(SMALL_DECK)
    assert {each["mover"] for each in games} == set(gangs)


@pytest.mark.rule("RC 7.7")
def test_so_are_the_discards_when_the_pile_runs_out() -> None:
    table = RC.new(6, 0).to_position()
    del table["random"]
    discard, last = table["pile"][:-1], table["pile"][-1]
    piles: set[tuple[str, ...]] = set()
    for seed in range(40):
        state = RC.position({**table, "pile": [last], "discard": discard, "seed": seed})
        state.apply(0, RC.action_from_text(f"discard {table['hands']['yellow'][0]}"))
        found = state.to_position()
        assert not found["discard"] and sorted(found["pile"]) == sorted([*discard, table["hands"]["yellow"][0]])
        piles.add(tuple(found["pile"]))
    assert len(piles) == 40
    for place in (0, 1, -1):
        assert len({pile[place] for pile in piles}) >= len(set(discard)) - 1


def unlikely(unseen: Counter[str], seen: list[list[str]]) -> list[str]:
    """Cards that come too often or too seldom in samples of the same size, each drawn from all the unseen cards."""
    found = []
    for card, count in unseen.items():
        share = count / unseen.total()
        drawn = sum(map(len, seen))
        got = sum(sample.count(card) for sample in seen) / drawn
        if abs(got - share) > 4 * (share * (1 - share) / drawn) ** 0.5:
            found.append(f"{card}: {got:.3f} instead of {share:.3f}")
    return found


@pytest.mark.rule("RC 13.1", "RC 13.3")
def test_imagined_cards_may_be_anywhere_where_they_can_be() -> None:
    """Before the first shuffle all the unseen cards are alike; after it those of the hands and those of the pile."""
    state = RC.new(4, 0)
    table = state.to_position()
    for shuffled in (False, True):
        if shuffled:
            pile = table["pile"]
            state = RC.position({**table, "pile": pile[:1], "discard": pile[1:], "first": "", "step": "first"})
            state.apply(0, RC.action_from_text(f"discard {table['hands']['yellow'][0]}"))
        data = state.to_position()
        hidden = Counter(card for gang in ("yellow", "blue", "green") for card in data["hands"][gang])
        hands = hidden if shuffled else hidden + Counter(data["pile"])
        cards = Counter(data["pile"]) if shuffled else hands
        worlds, rng = RC.worlds(state.view(1)), Stream(5)
        drawn = [worlds.draw(rng).to_position() for _ in range(250)]
        for gang in ("yellow", "blue", "green"):
            assert not unlikely(hands, [each["hands"][gang] for each in drawn])
        for place in (0, 1, -1):
            assert not unlikely(cards, [[each["pile"][place]] for each in drawn])


def sleepers_too(referee: Referee, seat: int) -> list[int]:
    return [chair for chair in referee.icons if referee.holds(chair, seat)]


def no_end_of_pills(referee: Referee) -> int:
    return 99


def first_seat_wins(referee: Referee) -> tuple[int, ...]:
    return tuple(range(1, referee.n + 1))


@pytest.mark.parametrize(
    ("what", "misread"), [("awake", sleepers_too), ("pills", no_end_of_pills), ("ranking", first_seat_wins)]
)
def test_a_rule_read_otherwise_shows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str, misread: object
) -> None:
    """The referee notices differences: here it is the referee who is wrong."""
    monkeypatch.setattr(Referee, what, misread)
    with pytest.raises(Disagreement, match="by the rules"):
        for seed in range(9):
            follow(small_box(tmp_path, *RICH), 4, seed)
