"""The command `parrain train`: let a network learn a game by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parrain.cli.options import GameName
from parrain.cli.shell import OK, Shell, whole
from parrain.core import BadOption, Say, say
from parrain.games import game as find_game

if TYPE_CHECKING:
    from parrain.training.ppo import Settings
    from parrain.training.run import Limit, Point

To = Annotated[Path, typer.Option("--to", metavar="FOLDER", help=say("Where checkpoints, curve and weights go.").text)]
Minutes = Annotated[
    str, typer.Option("--minutes", metavar="M", help=say("How long to train, if no decisions are given.").text)
]
Decisions = Annotated[
    str,
    typer.Option(
        "--decisions", metavar="N", help=say("Train for so many decisions: with the same seed, the same weights.").text
    ),
]
Games = Annotated[str, typer.Option("--games", metavar="K", help=say("How many games are played side by side.").text)]
Width = Annotated[str, typer.Option("--width", metavar="W", help=say("How wide the layers of the network are.").text)]
Layers = Annotated[
    str, typer.Option("--layers", metavar="L", help=say("How many residual layers the network has.").text)
]
Actors = Annotated[
    str,
    typer.Option(
        "--actors",
        metavar="P",
        help=say("How many processes play, where a game has no batched engine; 0: the one that learns.").text,
    ),
]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help=say("What chance begins with.").text)]
Resume = Annotated[
    bool, typer.Option("--resume", help=say("Go on from the checkpoint in the folder, with its settings.").text)
]


def train(
    ctx: typer.Context,
    game: GameName,
    to: To = Path("trained"),
    minutes: Minutes = "60",
    decisions: Decisions = "0",
    games: Games = "512",
    width: Width = "128",
    layers: Layers = "4",
    actors: Actors = "2",
    seed: Seed = "0",
    resume: Resume = False,
) -> int:
    """Train, and say after every few seconds how far it has come."""
    shell: Shell = ctx.obj
    chosen = find_game(game)
    try:
        from parrain.training.run import WEIGHTS, Run, read_settings
    except ImportError as error:
        raise BadOption(
            "Training needs {package}, which is not installed: pip install 'parrain[training]'.",
            package=error.name or "jax",
        ) from None
    settings = read_settings(to) if resume else new_settings(games, width, layers, actors)
    run = Run(chosen, to, settings, new_limit(decisions, minutes), whole("--seed", seed, 0, (1 << 32) - 1))
    if resume:
        run.resume()
    run.train(lambda point, progress: shell.tell(told(point, progress)))
    weights = to / WEIGHTS
    shell.tell(say("The weights are in {file}; play them with --bots learned:{file}.", file=str(weights)))
    return OK


def new_settings(games: str, width: str, layers: str, actors: str) -> Settings:
    """The settings of a new run."""
    from parrain.training.ppo import Settings

    return Settings(
        games=16 * -(-whole("--games", games, 16, 1 << 20) // 16),
        width=whole("--width", width, 8, 4096),
        layers=whole("--layers", layers, 1, 64),
        actors=whole("--actors", actors, 0, 1024),
    )


def new_limit(decisions: str, minutes: str) -> Limit:
    """When training ends."""
    from parrain.training.run import Limit

    count = whole("--decisions", decisions, 0, 10**13)
    return Limit(count, 0.0 if count else 60.0 * whole("--minutes", minutes, 1, 100_000))


def told(point: Point, progress: float) -> Say:
    """A line of the curve in words."""
    return say(
        "{percent} %: {decisions} decisions in {seconds} s; wins {half} % against itself at half of them.",
        percent=f"{100 * progress:.1f}",
        decisions=f"{point.decisions:,}",
        seconds=round(point.seconds),
        half=f"{100 * point.against_half:.1f}",
    )
