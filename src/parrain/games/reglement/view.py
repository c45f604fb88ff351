"""What one seat of Règlement de comptes may know: the whole table and its own hand, never other hands or the pile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from parrain.core.view import View as CoreView
from parrain.games.reglement.components import CARDS, KINDS, MEN, MEN_KINDS, RANKS, gang_of, rank_of, which_of
from parrain.games.reglement.state import AIM, FIRST, LANDING, PICKING, SECOND, SITTING, STEPS, StateData, shown_deeds

NO_NUMBERS: Final[tuple[int, ...]] = ()
NO_CARDS: Final[tuple[str, ...]] = ()


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


def view_of(state: StateData, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    box = state.box
    who = state.who
    seats = range(state.players)
    mine = player == state.mover and not state.is_over
    return View(
        box.edition.game,
        box.edition.key,
        dict(state.options),
        state.players,
        player,
        state.current_players(),
        state.ending,
        state.ranking() if state.is_over else NO_NUMBERS,
        state.scores(),
        state.turn,
        state.turns,
        STEPS[state.step if mine else open_step(state)],
        CARDS[state.first] if state.first >= 0 else "",
        tuple([gang_of(gangster) if gangster >= 0 else -1 for gangster in who]),
        tuple([RANKS[rank_of(gangster)] if gangster >= 0 else "" for gangster in who]),
        tuple([which_of(gangster) if gangster >= 0 else -1 for gangster in who]),
        tuple([chair + 1 for chair in range(box.chairs) if state.asleep >> chair & 1]),
        tuple([place + 1 for place in state.cake]),
        tuple([waiting_men(state, seat) for seat in seats]),
        tuple(state.alive),
        tuple([(state.out_at[seat], state.out_men[seat]) for seat in seats]),
        state.bank,
        state.tokens,
        NO_CARDS if player is None else cards_of(state, player),
        tuple(state.size),
        len(state.pile) - state.drawn,
        tuple([CARDS[card] for card in state.discard]),
        tuple([CARDS[card] for card in state.away]),
        state.shuffles,
        tuple(state.fresh),
        NO_NUMBERS if player is None else tuple(state.kept[player * KINDS : (player + 1) * KINDS]),
        tuple([sum(state.kept[seat * KINDS : (seat + 1) * KINDS]) for seat in seats]),
        tuple([tuple(state.played[seat * KINDS : (seat + 1) * KINDS]) for seat in seats]),
        state.clock,
        state.quiet,
        state.busy,
        tuple(shown_deeds(box, state.deeds)),
        tuple(shown_deeds(box, state.last)),
        MEN[state.picked] if mine and state.picked >= 0 else "",
        state.lifted + 1 if mine else 0,
        tuple([chair + 1 for chair in state.doses]) if mine else NO_NUMBERS,
        state.reveals,
    )


def waiting_men(state: StateData, seat: int) -> tuple[str, ...]:
    """The men of a seat who wait for a chair."""
    return tuple([MEN[kind] for kind in range(MEN_KINDS) for _ in range(state.reserve[seat * MEN_KINDS + kind])])


def cards_of(state: StateData, seat: int) -> tuple[str, ...]:
    """The hand of a seat, in the order of the deck."""
    return tuple([CARDS[card] for card in range(KINDS) for _ in range(state.hand[seat * KINDS + card])])


def open_step(state: StateData) -> int:
    """The step as everybody may know it: what is half chosen does not show (RC 4.2)."""
    if state.step == SITTING:
        return PICKING if state.may_go_back() else SITTING
    if state.step == LANDING or state.step >= AIM:
        return FIRST if state.first < 0 else SECOND
    return state.step
