"""Random games followed by the referee: who is asked, what each may choose, and the whole table after every choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from parrain.core import Game, Stream
from tests.gangs_city.gangs_city_table import GAME
from tests.gangs_city.referee import Disagreement, Referee, differences

T = TypeVar("T")
LAST = 12  # choices that a failure shows


class Chooser:
    """Random choices that let things happen: tiles meet on few places, nobody dithers."""

    def __init__(self, seed: int) -> None:
        self.rng = Stream(seed)

    def one_in(self, number: int) -> bool:
        return self.rng.below(number) == 0

    def any_of(self, items: Sequence[T]) -> T:
        return items[self.rng.below(len(items))]

    def choose(self, texts: list[str]) -> str:
        """One of the choices of a seat."""
        dull = ("back", "pass", "take nobody", "shoot nobody")
        lively = [text for text in texts if text not in dull]
        return self.any_of(texts if self.one_in(12) or not lively else lively)


def follow(game: Game, players: int, seed: int, **options: Any) -> Counter[str]:
    """Play a game beside the referee; the situations of the rules that came up."""
    state = game.new(players, seed, **options)
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
        found = differences(referee, asked, state)
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


def test_games():
    met = Counter()
    for seed in range(8):
        for players in (3, 4, 5, 6):
            met += follow(GAME, players, seed, turn_limit=10)
    print(met)
