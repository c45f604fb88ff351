"""The command `parrain train`: let a network learn a game by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parrain.cli.options import GameName
from parrain.cli.shell import OK, Shell, whole
from parrain.core import BadOption, say
from parrain.games import game as find_game

if TYPE_CHECKING:
    from parrain.training.run import Point


def train(
    ctx: typer.Context,
    game: GameName,
    to: Annotated[
        Path, typer.Option("--to", metavar="FOLDER", help=say("Where checkpoints, curve and weights go.").text)
    ] = Path("trained"),
    minutes: Annotated[
        str, typer.Option("--minutes", metavar="M", help=say("How long to train, if no decisions are given.").text)
    ] = "60",
    decisions: Annotated[
        str,
        typer.Option(
            "--decisions",
            metavar="N",
            help=say("Train for so many decisions: with the same seed, the same weights.").text,
        ),
    ] = "0",
    games: Annotated[
        str, typer.Option("--games", metavar="K", help=say("How many games are played side by side.").text)
    ] = "512",
    width: Annotated[
        str, typer.Option("--width", metavar="W", help=say("How wide the layers of the network are.").text)
    ] = "128",
    layers: Annotated[
        str, typer.Option("--layers", metavar="L", help=say("How many residual layers the network has.").text)
    ] = "4",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help=say("What chance begins with.").text)] = "0",
    resume: Annotated[
        bool, typer.Option("--resume", help=say("Go on from the checkpoint in the folder, with its settings.").text)
    ] = False,
) -> int:
    """Train, and say after every few seconds how far it has come."""
    shell: Shell = ctx.obj
    chosen = find_game(game)
    try:
        from parrain.training.ppo import Settings
        from parrain.training.run import WEIGHTS, Limit, Run, read_settings
    except ImportError as error:
        raise BadOption(
            "Training needs {package}, which is not installed: pip install 'parrain[training]'.",
            package=error.name or "jax",
        ) from None
    count = whole("--decisions", decisions, 0, 10**13)
    limit = Limit(count, 0.0 if count else 60.0 * whole("--minutes", minutes, 1, 100_000))
    settings = (
        read_settings(to)
        if resume
        else Settings(
            games=16 * -(-whole("--games", games, 16, 1 << 20) // 16),
            width=whole("--width", width, 8, 4096),
            layers=whole("--layers", layers, 1, 64),
        )
    )
    run = Run(chosen, to, settings, limit, whole("--seed", seed, 0, (1 << 32) - 1))
    if resume:
        run.resume()

    def report(point: Point, progress: float) -> None:
        shell.tell(
            say(
                "{percent} %: {decisions} decisions in {seconds} s; wins {half} % against itself at half of them.",
                percent=f"{100 * progress:.1f}",
                decisions=f"{point.decisions:,}",
                seconds=round(point.seconds),
                half=f"{100 * point.against_half:.1f}",
            )
        )

    run.train(report)
    weights = to / WEIGHTS
    shell.tell(say("The weights are in {file}; play them with --bots learned:{file}.", file=str(weights)))
    return OK
