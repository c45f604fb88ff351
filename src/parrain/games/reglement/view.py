"""What one seat of Règlement de comptes may know: the whole table and its own hand. Never other hands or the order of the pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parrain.core.data import frozen
from parrain.core.stream import Stream
from parrain.core.view import View as CoreView
from parrain.games.reglement.components import (
    AIM,
    CARDS,
    FIRST,
    KINDS,
    LANDING,
    PICKING,
    RANKS,
    SECOND,
    SITTING,
    STEPS,
    Box,
    man,
)
from parrain.games.reglement.guess import guess_cards
from parrain.games.reglement.position import kind_text, listed, resume, told_deeds, waiting_men
from parrain.games.reglement.reading import kind_at, read_deeds
from parrain.games.reglement.table import GONE, OFF

if TYPE_CHECKING:
    from parrain.games.reglement.rules import State

NO_PLACES: tuple[int, ...] = ()
NO_CARDS: tuple[str, ...] = ()


@dataclass
class View(CoreView):
    """The table by chair number; money is `scores`.

    `owners`, `ranks`, `pieces` say for each chair who sits there (-1, empty text, -1 for nobody). `cakes` gives for
    each seat the chair of its cake, 0 in front of its owner, -1 out of the game. `fresh`, `kept`, `kept_sizes` and
    `played` are what a careful player remembers of the last shuffle: the pile as it was then, by card (RC 13.3), one's
    own hand then, the size of every hand then, and what each seat has shown since. `step`, `picked`, `lifted`, `doses`
    show a choice half made to its maker alone (RC 4.2); the others see the step it began with.
    """

    turn: int
    turns: int
    step: str
    first: str
    owners: tuple[int, ...]
    ranks: tuple[str, ...]
    pieces: tuple[int, ...]
    asleep: tuple[int, ...]
    cakes: tuple[int, ...]
    reserve: tuple[tuple[str, ...], ...]
    alive: tuple[int, ...]
    out: tuple[tuple[int, int], ...]
    bank: int
    tokens: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    pile: int
    discard: tuple[str, ...]
    away: tuple[str, ...]
    shuffles: int
    fresh: tuple[int, ...]
    kept: tuple[int, ...]
    kept_sizes: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    clock: int
    quiet: int
    busy: bool
    deeds: tuple[tuple[object, ...], ...]
    last: tuple[tuple[object, ...], ...]
    picked: str
    lifted: int
    doses: tuple[int, ...]
    reveals: int


def view_of(state: State, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    box = state.kit
    who = state.who
    seats = range(state.players)
    mine = player == state.mover and not state.is_over
    return View(
        "reglement-de-comptes",
        box.edition.key,
        dict(state.options),
        state.players,
        player,
        state.current_players(),
        state.ending,
        state.ranking() if state.is_over else NO_PLACES,
        state.scores(),
        state.turn,
        state.turns,
        STEPS[state.step if mine else open_step(state)],
        CARDS[state.first] if state.first >= 0 else "",
        tuple([gangster & 7 if gangster >= 0 else -1 for gangster in who]),
        tuple([RANKS[gangster >> 3 & 3] if gangster >= 0 else "" for gangster in who]),
        tuple([gangster >> 5 if gangster >= 0 else -1 for gangster in who]),
        tuple([chair + 1 for chair in range(box.chairs) if state.asleep >> chair & 1]),
        tuple([place + 1 for place in state.cake]),
        tuple([tuple(waiting_men(state.reserve, seat)) for seat in seats]),
        tuple(state.alive),
        tuple([(state.out_at[seat], state.out_men[seat]) for seat in seats]),
        state.bank,
        state.tokens,
        NO_CARDS if player is None else tuple(listed(state.hand, player)),
        tuple(state.size),
        len(state.pile) - state.drawn,
        tuple([CARDS[card] for card in state.discard]),
        tuple([CARDS[card] for card in state.away]),
        state.shuffles,
        tuple(state.fresh),
        NO_PLACES if player is None else tuple(state.kept[player * KINDS : (player + 1) * KINDS]),
        tuple([sum(state.kept[seat * KINDS : (seat + 1) * KINDS]) for seat in seats]),
        tuple([tuple(state.played[seat * KINDS : (seat + 1) * KINDS]) for seat in seats]),
        state.clock,
        state.quiet,
        state.busy,
        tuple([tuple(deed) for deed in told_deeds(box, state.deeds)]),
        tuple([tuple(deed) for deed in told_deeds(box, state.last)]),
        kind_text(state.picked) if mine else "",
        state.lifted + 1 if mine else 0,
        tuple([chair + 1 for chair in state.doses]) if mine else NO_PLACES,
        state.reveals,
    )


def open_step(state: State) -> int:
    """The step as everybody may know it: what is half chosen does not show (RC 4.2)."""
    if state.step == SITTING:
        return PICKING if state.may_go_back() else SITTING
    if state.step == LANDING or state.step >= AIM:
        return FIRST if state.first < 0 else SECOND
    return state.step


def imagine(view: View, box: Box, rng: Stream) -> State:
    """A table this View could have come from: hands and pile are dealt from the cards it does not show (RC 13.1, RC 13.3)."""
    from parrain.games.reglement.rules import State

    state = State(box, view.players, options=view.options)
    state.reseed(rng.seed())
    state.clear()
    for chair in range(box.chairs):
        if view.owners[chair] >= 0:
            state.seat_man(
                chair,
                man(view.owners[chair], RANKS.index(view.ranks[chair]), view.pieces[chair]),
                chair + 1 in view.asleep,
            )
    for seat in range(view.players):
        for kind in view.reserve[seat]:
            state.reserve[seat * 8 + kind_at(kind)] += 1
        place = view.cakes[seat] - 1
        state.cake[seat] = place
        if place >= 0:
            state.cakes |= 1 << place
        state.out_at[seat], state.out_men[seat] = view.out[seat]
    state.alive = list(view.alive)
    state.money = list(view.scores)
    state.bank = view.bank
    state.tokens = view.tokens
    state.clock = view.clock
    state.quiet = view.quiet
    state.busy = view.busy
    state.turns = view.turns
    state.turn = view.turn
    state.first = CARDS.index(view.first) if view.first else -1
    state.deeds = read_deeds(box, [list(deed) for deed in view.deeds])
    state.last = read_deeds(box, [list(deed) for deed in view.last])
    state.reveals = view.reveals
    guess_cards(view, state, rng)
    state.step = STEPS.index(view.step)
    if view.ending:
        state.is_over = True
        state.ending = view.ending
    else:
        picked = kind_at(view.picked) if view.picked else -1
        resume(state, state.step, view.to_move[0], picked, view.lifted - 1, [chair - 1 for chair in view.doses])
    return state


def view_from_data(data: Mapping[str, Any]) -> View:
    """A View read back from JSON."""
    fields = {key: frozen(value) for key, value in data.items()}
    return View(**fields)  # type: ignore[arg-type]


assert (OFF, GONE) == (-1, -2), "a cake's place plus one is 0 in front of its owner and -1 out of the game"
