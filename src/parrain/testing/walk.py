"""Random walks through a game, for the checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parrain.core import Action, Event, Game, State, Stream

LONGEST = 20_000


class Moment:
    """A moment of a random game: the State before a choice, who chooses, and what.

    `number` counts the choices of the game, `turn` the moments that were looked at.
    """

    __slots__ = ("action", "number", "player", "state", "turn")

    def __init__(self, state: State, player: int, action: Action, number: int, turn: int) -> None:
        self.state = state
        self.player = player
        self.action = action
        self.number = number
        self.turn = turn

    def looker(self, every: int = 1) -> int | None:
        """One seat or the spectator, another at every (or so many) of the moments: for what is too costly for all."""
        lookers = seats(self.state)
        return lookers[self.turn // every % len(lookers)]


def walk(
    game: Game,
    players: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    log: list[Event] | None = None,
    every: int = 1,
) -> Iterator[Moment]:
    """A random game; yields every so many choices, before the choice is applied. The last State is `walked`."""
    state = game.new(players, seed, log, **(options or {}))
    rng = Stream(seed + 1)
    number = turn = 0
    while not state.is_over:
        owing = state.current_players()
        assert owing, "a game that is not over waits for somebody"
        player = owing[rng.below(len(owing))]
        choices = state.legal_actions(player)
        assert choices, f"player {player} owes a decision and has no legal action"
        action = choices[rng.below(len(choices))]
        if number % every == 0:
            yield Moment(state, player, action, number, turn)
            turn += 1
        state.apply(player, action)
        number += 1
        assert number < LONGEST, "the game does not end"
    yield Moment(state, -1, game.actions[0], number, turn)


def seats(state: State) -> list[int | None]:
    """Everybody who may look: all seats and a spectator."""
    return [*range(state.players), None]
