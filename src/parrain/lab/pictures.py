"""Draw the pictures of the docs anew: `python -m parrain.lab.pictures docs/pictures` (or `make pictures`).

For every game listed here a position of a seeded random game, wide as SVG and PNG; and the sample sheet of the kit.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from parrain.core import State, Stream
from parrain.core.picture import Picture
from parrain.core.svg.sheet import sheet
from parrain.games import game, show


class Shot(NamedTuple):
    """A moment of a game: its seed, the number of random choices, and the seat whose View is drawn."""

    game: str
    players: int
    seed: int
    choices: int
    seat: int
    names: tuple[str, ...]


SHOTS = (
    Shot("district-noir", 2, 2461, 25, 0, ("Lana", "Élodie")),
    Shot("gangster", 4, 11, 70, 3, ("Lana", "Élodie", "Vito", "Marguerite")),
    Shot("gangs-city", 4, 3, 61, 1, ("Lana", "Élodie", "Marcel", "Rita")),
    Shot("reglement-de-comptes", 4, 195, 46, 1, ("Lana", "Élodie", "Marco", "Vito")),
    Shot("police-vs-gangs", 4, 32, 230, 0, ("Lana", "Élodie", "Marco", "Vito")),
)


def moment(shot: Shot) -> State:
    """The State of that moment."""
    state = game(shot.game).new(shot.players, shot.seed)
    rng = Stream(shot.seed)
    for _ in range(shot.choices):
        player = state.current_players()[0]
        choices = state.legal_actions(player)
        state.apply(player, choices[rng.below(len(choices))])
    return state


def pictures() -> dict[str, Picture]:
    """Every picture of the docs by name."""
    made = {shot.game: show(moment(shot), shot.seat, shot.names) for shot in SHOTS}
    return {**made, "kit": Picture(sheet())}


def main(folder: Path) -> None:
    """Write them all."""
    for name, picture in pictures().items():
        picture.save(folder / f"{name}.svg")
        if name != "kit":
            picture.save(folder / f"{name}.png", width=1600)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
