"""A whole random game as text: what everybody saw, could do and did. Golden files are made of these.

`== 5` is a moment, `>> 0 lay 5` the choice that is made there, `event` what it brought about. Views are printed for the
first moments and the end, field by field: the spectator's where it has changed, a seat's where it differs from that.
After that long lists of legal actions are a count and a digest, and a digest at the end stands for the Views.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path

from parrain.core import Event, Game, State, to_bytes
from parrain.core.data import to_data
from parrain.games import all_games
from parrain.testing.walk import walk

FULL = 12  # moments whose Views and legal actions are printed
SAMPLED = 10  # every so many moments the Views count in the digest at the end
SHORT = 3  # a list of fewer legal actions is printed at every moment
SAID = {"game", "options", "players", "scores", "seat"}  # fields of a View that are printed elsewhere
PLAIN = re.compile(r'"(?!true"|false"|null")([a-zA-Z][\w+./ -]*)"')


def plain(value: object) -> str:
    """Data as short JSON, words without quotation marks."""
    return PLAIN.sub(r"\1", to_bytes(value).decode())


def pairs(data: Mapping[str, object]) -> str:
    """A mapping as key=value, each after a space."""
    return "".join(f" {key}={plain(value)}" for key, value in sorted(data.items()))


def digest(value: object) -> str:
    """A short fingerprint."""
    return hashlib.sha256(to_bytes(value)).hexdigest()[:6]


def view_data(state: State, seat: int | None) -> dict[str, object]:
    """A View without the edition, whose digest changes with every comma of its file."""
    data = to_data(state.view(seat))
    assert isinstance(data, dict)
    del data["edition"]
    return data


class Writer:
    """Writes one playthrough; remembers what was printed of each View last."""

    def __init__(self, game: Game, players: int, seed: int, options: Mapping[str, object]) -> None:
        texts = [str(action) for action in game.actions]
        self.lines = [
            f"game {game.id}: {game.fewest} to {game.most} players, {len(texts)} actions {digest(texts)}",
            f"edition {game.edition.key}",
            *[f"option {option.name}: {plain(option.choices)}" for option in game.options],
            f"endings {plain(game.endings)}",
            f"played by {players}, seed {seed}, options {plain(game.settle_options(options))}",
            "",
        ]
        self.last_scores = ""
        self.last_views: dict[int | None, dict[str, object]] = {}
        self.seen = hashlib.sha256()

    def event(self, event: Event) -> None:
        """What happened, and to whom more of it was told."""
        only = "" if event.public else f" only to {plain(event.audience)}"
        secret = f" secret to {plain(event.audience)}:{pairs(event.secret)}" if event.secret else ""
        self.lines.append(f"  event {event.kind}{pairs(event.data)}{only}{secret}")

    def moment(self, number: int, state: State) -> None:
        """What everybody sees now, and what the seats to move may choose."""
        full = number < FULL or state.is_over
        self.lines.append(f"== {number}")
        self.scores(state)
        if full or number % SAMPLED == 0:
            self.views(state, full)
        for seat in state.current_players():
            texts = [str(action) for action in state.legal_actions(seat)]
            shown = " | ".join(texts) if full or len(texts) < SHORT else f"{len(texts)} #{digest(texts)}"
            self.lines.append(f"  legal {seat}: {shown}")

    def scores(self, state: State) -> None:
        """The scores where they have changed."""
        scores = f"  scores {plain(state.scores())}"
        if scores != self.last_scores:
            self.last_scores = scores
            self.lines.append(scores)

    def views(self, state: State, full: bool) -> None:
        """The fields of the spectator's View that have changed, then those of each seat that differ from it."""
        views = {seat: view_data(state, seat) for seat in [None, *range(state.players)]}
        self.seen.update(to_bytes(list(views.values())))
        for seat, view in views.items() if full else ():
            label = "view" if seat is None else f"view {seat}"
            last = self.last_views.setdefault(seat, {})
            for key in sorted(view.keys() - SAID):
                if (seat is None or view[key] != views[None][key]) and (key not in last or last[key] != view[key]):
                    last[key] = view[key]
                    self.lines.append(f"  {label} {key}: {plain(view[key])}")


def playthrough(game: Game, players: int, seed: int, options: Mapping[str, object] | None = None) -> str:
    """The game move by move."""
    log: list[Event] = []
    writer = Writer(game, players, seed, options or {})
    for moment in walk(game, players, seed, options, log):
        for event in log:
            writer.event(event)
        log.clear()
        state = moment.state
        writer.moment(moment.number, state)
        if moment.player >= 0:
            writer.lines.append(f">> {moment.player} {moment.action}")
        else:
            returns = [round(each, 6) for each in state.returns()]
            writer.lines.append(f"ending {state.ending} places {plain(state.ranking())} returns {plain(returns)}")
    writer.lines.append(f"digest of views {writer.seen.hexdigest()[:16]}")
    return "\n".join(writer.lines) + "\n"


def golden(game: Game) -> dict[str, str]:
    """The playthroughs every game keeps: one for each number of players, and the game's own extra ones."""
    texts = {
        f"{players}-players": playthrough(game, players, 1000 + players)
        for players in range(game.fewest, game.most + 1)
    }
    for name, (players, options) in game.extra_playthroughs.items():
        texts[name] = playthrough(game, players, 2000 + players, options)
    return texts


def difference(wanted: str, text: str) -> str:
    """The first line of a playthrough that is not what it was; empty if all are."""
    old, new = wanted.splitlines(), text.splitlines()
    for number, (line, other) in enumerate(zip_longest(old, new, fillvalue="(end)"), 1):
        if line != other:
            return f"line {number} was\n{line}\nand is\n{other}"
    return ""


def write_all(folder: Path) -> None:
    """Write the golden files of every game anew."""
    for game in all_games().values():
        home = folder / game.home.name / "playthroughs"
        home.mkdir(parents=True, exist_ok=True)
        for name, text in golden(game).items():
            (home / f"{name}.txt").write_text(text, encoding="utf-8")
