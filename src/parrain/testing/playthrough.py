"""A whole random game as text: what everybody saw, could do and did. Golden files are made of these."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from parrain.core import Event, Game, to_bytes
from parrain.games import all_games
from parrain.testing.walk import seats, walk

FULL = 12


def playthrough(game: Game, players: int, seed: int, options: Mapping[str, object] | None = None) -> str:
    """The game move by move; Views in full for the first moves and the end, their digest-free sentences after that."""
    log: list[Event] = []
    lines = [
        f"game {game.id}",
        f"edition {game.edition.key}",
        f"players {players}",
        f"seed {seed}",
        f"options {dict(options or {})}",
        "",
    ]
    for moment in walk(game, players, seed, options, log):
        state = moment.state
        for event in log:
            secret = f" secret to {event.audience}: {to_bytes(event.secret).decode()}" if event.secret else ""
            lines.append(f"   event {to_bytes({'kind': event.kind, **event.data}).decode()}{secret}")
        log.clear()
        lines.append(f"== {moment.number} to move {state.current_players()} scores {state.scores()}")
        if moment.number < FULL or state.is_over:
            lines += [f"   view {seat}: {to_bytes(state.view(seat)).decode()}" for seat in seats(state)]
        for seat in state.current_players():
            shown = [str(action) for action in state.legal_actions(seat)]
            more = f" ... {len(shown)} in all" if len(shown) > 24 else ""
            lines.append(f"   legal {seat}: {' | '.join(shown[:24])}{more}")
        if moment.player >= 0:
            lines.append(f">> {moment.player} {moment.action}")
        else:
            lines.append(
                f"ending {state.ending} places {state.ranking()} returns {[round(each, 6) for each in state.returns()]}"
            )
    return "\n".join(lines) + "\n"


def golden(game: Game) -> dict[str, str]:
    """The playthroughs every game keeps: one for each number of players, and the game's own extra ones."""
    texts = {
        f"{players}-players": playthrough(game, players, 1000 + players)
        for players in range(game.fewest, game.most + 1)
    }
    for name, (players, options) in game.extra_playthroughs.items():
        texts[name] = playthrough(game, players, 2000 + players, options)
    return texts


def write_all(folder: Path) -> None:
    """Write the golden files of every game anew."""
    for game in all_games().values():
        home = folder / game.home.name / "playthroughs"
        home.mkdir(parents=True, exist_ok=True)
        for name, text in golden(game).items():
            (home / f"{name}.txt").write_text(text, encoding="utf-8")
