"""The designer's page: compare an edition with a changed one, and keep the changed one for tables of this server."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parrain.bots.fair import LATER
from parrain.bots.pool import WorkerFailed
from parrain.core import BadOption, Game, say
from parrain.core.edition import Edition, changed
from parrain.core.game import EDITIONS
from parrain.core.toml import write_toml
from parrain.lab.quick import Tally, changed_game, compare, empty, play_pairs_in_worker
from parrain.locale import render
from parrain.web.http.requests import compute, game_named, hub_of, language_of, limit_rate, read, reply
from parrain.web.http.schemas import Compared, DesignChanges, DesignTry, EditionMade
from parrain.web.live.refused import Refused
from parrain.web.render.design import seat_name, sentences

MOST_PAIRS = 1000
SECONDS = 1.5  # of games in one request; the page asks again and again
MOST_EDITIONS = 2000  # that a server keeps


def counted(tally: Tally | None, players: int) -> Tally:
    """The tally so far, validated: it comes from the browser."""
    if tally is None:
        return empty(players)
    fits = len(tally.base) == len(tally.changed) == len(tally.differences) == players and len(tally.lengths) == 2
    counts = [count for each in tally.differences for count in each.values()]
    right = 0 <= tally.games <= MOST_PAIRS and all(0 <= count <= tally.games for count in counts)
    if not fits or not right or not all(fair(value) for each in tally.differences for value in each):
        raise Refused("malformed", say("This message cannot be understood: {error}", error="tally"))
    return tally


def fair(difference: str) -> bool:
    """Whether this is a difference of two shares."""
    try:
        return -1 <= float(difference) <= 1
    except ValueError:
        return False


async def try_changes(request: Request) -> Response:
    """POST /api/design/{game}/compare: some more pairs of games"""
    game = game_named(request)
    wish = await read(request, DesignTry)
    if not game.fewest <= wish.players <= game.most:
        raise BadOption(
            "{game} is for {fewest} to {most} players, not {players}.",
            game=game.title,
            fewest=game.fewest,
            most=game.most,
            players=wish.players,
        )
    tally = counted(wish.tally, wish.players)
    await compute(request, changed_game, game, wish.changes)  # what cannot be played is refused here, in words
    most = min(wish.most, MOST_PAIRS)
    try:
        data = await hub_of(request).pool.run(
            False,
            play_pairs_in_worker,
            game.id,
            wish.changes,
            wish.players,
            dataclasses.asdict(tally),
            most,
            SECONDS,
            rank=LATER,
        )
    except WorkerFailed:
        raise Refused("busy", say("Others are before you; try again in a while.")) from None
    found, language = Tally(**data), language_of(request)
    seats = compare(found)
    return reply(
        request,
        Compared(
            tally=found,
            done=found.games >= most or all(each.sure for each in seats),
            names=[render(seat_name(game, seat), language) for seat in range(wish.players)],
            base=[each.base for each in seats],
            changed=[each.changed for each in seats],
            low=[each.low for each in seats],
            high=[each.high for each in seats],
            text=sentences(game, found, language),
        ),
    )


async def make_edition(request: Request) -> Response:
    """POST /api/design/{game}/edition: the changed edition as a file; with `keep` tables here can be played with it"""
    limit_rate(request)
    game = game_named(request)
    wish = await read(request, DesignChanges)
    edition = await compute(request, house_edition, game, wish.changes)
    text = write_toml(edition.data)
    if wish.keep:
        await compute(request, keep_edition, game, edition, text)
    return reply(request, EditionMade(edition.name, text), status=201)


def house_edition(game: Game, changes: Mapping[str, object]) -> Edition:
    """The changed edition under a name of its own, which follows from what is in it."""
    changed_game(game, changes)
    found = changed(game.edition, changes)
    titles = {language: f"{title} *" for language, title in game.edition.title.items()}
    data = {**found.data, "edition": "house", "title": titles}
    return Edition({**data, "edition": f"house-{Edition(data).digest}"})


def keep_edition(game: Game, edition: Edition, text: str) -> None:
    """Write the file where the games of this server look for it."""
    folder = Path(os.environ[EDITIONS]) / game.id
    path = folder / f"{edition.name}.toml"
    if path.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if sum(1 for _ in folder.iterdir()) >= MOST_EDITIONS:
        raise BadOption("This server keeps no more editions; download the file and play with it on a machine of yours.")
    draft = path.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


ROUTES = [
    Route("/api/design/{game}/compare", try_changes, methods=["POST"]),
    Route("/api/design/{game}/edition", make_edition, methods=["POST"]),
]
