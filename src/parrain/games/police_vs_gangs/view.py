"""What one seat of Police vs Gangs may know (PG 16.1, PG 16.2), and a whole table that it could have come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parrain.core.data import frozen
from parrain.core.view import View as CoreView
from parrain.games.police_vs_gangs.bargain import CLASHES, claim_parts
from parrain.games.police_vs_gangs.choices import COLOURS, DICE, FACES, SIDES
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.table import P_ORDER, P_PLACE, P_SHARE, P_STAKE, P_TALK, PHASES, PURPOSES

if TYPE_CHECKING:
    from parrain.games.police_vs_gangs.rules import State

NO_PLACES: tuple[int, ...] = ()
NO_NAMES: tuple[str, ...] = ()


@dataclass
class View(CoreView):
    """Everything by name; seats by number, -1 for nobody. A piece whose name is empty lies face down.

    city: (card, x, y, who controls it, gangsters for hire), oldest card first. pieces: (seat, card, side, who, how).
    roster: all gangsters or dice of each seat; back: those known to be in hand this turn; jail: (seat, who, turn).
    gained: of the tokens of each seat those that everybody has seen them get. claims, draft: the words of
    `bargain.claim_parts`, or of a proposal. dice: (owner, 6 for informers; die; face).
    """

    turn: int
    phase: str
    order: tuple[int, ...]
    teams: bool
    rounds: int
    sand: int
    handcuffs_shift: int
    drawn: str
    deck: int
    bag: int
    discard: tuple[str, ...]
    city: tuple[tuple[str, int, int, int, tuple[str, ...]], ...]
    colours: tuple[tuple[str, str], ...]
    roster: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    in_hand: tuple[int, ...]
    back: tuple[tuple[str, ...], ...]
    jail: tuple[tuple[int, str, int], ...]
    pieces: tuple[tuple[int, str, str, str, str], ...]
    held: str
    passed: tuple[int, ...]
    placer: int
    tokens: tuple[int, ...]
    gained: tuple[tuple[int, ...], ...]
    supply: tuple[int, ...]
    markers: tuple[tuple[int, int], ...]
    stakes: tuple[int, ...]
    staked: tuple[tuple[int, ...], ...]
    here: str
    open: bool
    deal: bool
    named: tuple[str, ...]
    party: tuple[int, ...]
    round: int
    claims: tuple[tuple[str, ...], ...]
    clashes: tuple[tuple[str, str, tuple[int, ...]], ...]
    terms: tuple[tuple[str, ...], ...]
    offers: tuple[tuple[str, ...], ...]
    draft: tuple[str, ...]
    draft_from: int
    most: tuple[int, ...]
    tied: tuple[int, ...]
    queue: tuple[int, ...]
    waiting: tuple[int, ...]
    feeder: int
    outcome: int
    prize: bool
    dice: tuple[tuple[int, str, str], ...]
    purpose: str
    rerolled: bool
    power_police: int
    power_gangsters: int
    before: tuple[int, ...]
    summaries: tuple[tuple[int, ...], ...]
    flags: tuple[int, ...]
    reveals: int


def bits(mask: int) -> tuple[int, ...]:
    """The seats of a mask."""
    return tuple([seat for seat in range(6) if mask >> seat & 1])


def names_of(box: Box, counts: list[int], seat: int) -> tuple[str, ...]:
    """What a seat's part of a counted list holds, by name."""
    names = DICE if seat & 1 else tuple(box.characters)
    return tuple([names[kind] for kind in range(len(names)) for _ in range(counts[seat * 8 + kind])])


def proposal_words(state: State, numbers: list[int]) -> tuple[str, ...]:
    """A policeman's proposal as words."""
    if numbers[-1]:
        return ("no deal",)
    if not state.prize:
        return (f"place {numbers[0]}",)
    return (f"place {numbers[0]}", f"point {numbers[1]}", f"token {numbers[2]}", state.catch_action(numbers[3]).text)


def words_of(state: State, numbers: list[int], seat: int, proposal: bool) -> tuple[str, ...]:
    """A seat's claim or proposal as words, out of those of all."""
    mine = numbers[seat * state.width : (seat + 1) * state.width]
    if proposal:
        return proposal_words(state, mine)
    return tuple(claim_parts(mine, state.cards.traffic_names))


def seen_pieces(state: State, player: int) -> tuple[tuple[int, str, str, str, str], ...]:
    """The pieces; tiles of others only where they have been turned up (PG 7.2)."""
    box = state.cards
    found: list[tuple[int, str, str, str, str]] = []
    for code in state.pieces:
        spot, seat, kind = code >> 7, code >> 4 & 7, code >> 1 & 7
        card, side = box.card_names[spot >> 2], SIDES[spot & 3]
        if seat & 1:
            found.append((seat, card, side, DICE[kind], ""))
        elif seat == player or (state.open and spot >> 2 == state.here):
            found.append((seat, card, side, box.characters[kind], "recruit" if code & 1 else "fight"))
        else:
            found.append((seat, card, side, "", ""))
    found.sort()
    return tuple(found)


def rosters(state: State) -> tuple[tuple[str, ...], ...]:
    """All that each seat owns: in hand, on the table, in prison."""
    counts = state.hand[:]
    for code in state.pieces:
        counts[(code >> 4 & 7) * 8 + (code >> 1 & 7)] += 1
    for code in state.jail:
        counts[code & 63] += 1
    return tuple([names_of(state.cards, counts, seat) for seat in range(state.players)])


def held_words(state: State, mine: int) -> str:
    """The piece that the viewer has picked and not yet placed."""
    if state.phase != P_PLACE or state.held == -1 or mine == -1 or not state.owing >> mine & 1:
        return ""
    if mine & 1:
        return DICE[state.held >> 1]
    return f"{state.cards.characters[state.held >> 1]} {'recruit' if state.held & 1 else 'fight'}"


def shown_claims(state: State, numbers: list[int], proposals: bool, seats: int) -> tuple[tuple[str, ...], ...]:
    """What each of these seats has shown."""
    found: list[tuple[str, ...]] = []
    for seat in range(state.players):
        if seats >> seat & 1:
            found.append(words_of(state, numbers, seat, proposals))
        else:
            found.append(NO_NAMES)
    return tuple(found)


def proposers(state: State) -> int:
    """The police whose proposals stood in the end; a proposal always names a tile or the place of a seat."""
    mask = 0
    if state.offers:
        for seat in range(1, state.players, 2):
            if any(state.offers[seat * state.width : (seat + 1) * state.width]):
                mask |= 1 << seat
    return mask


def own_draft(state: State, mine: int) -> tuple[str, ...]:
    """What the viewer is drafting."""
    if mine == -1 or not state.party >> mine & 1 or state.phase not in (P_TALK, P_SHARE):
        return NO_NAMES
    return words_of(state, state.drafts, mine, state.phase == P_SHARE)


def seen_city(state: State) -> tuple[tuple[str, int, int, int, tuple[str, ...]], ...]:
    """The cards on the table."""
    box = state.cards
    found: list[tuple[str, int, int, int, tuple[str, ...]]] = []
    for card in state.laid:
        hire = tuple([box.characters[c] for c in state.recruits[2 * card : 2 * card + 2] if c != -1])
        found.append((box.card_names[card], state.x[card], state.y[card], state.owner[card], hire))
    return tuple(found)


def seen_clashes(state: State) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
    """Why what was shown is no accord."""
    if state.phase != P_TALK or state.round <= 1:
        return ()
    names = state.cards.traffic_names
    return tuple([(CLASHES[what], names[t] if t >= 0 else "", bits(seats)) for what, t, seats in state.clashes()])


def view_of(state: State, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    box = state.cards
    n, wares = state.players, box.traffics
    mine = -1 if player is None else player
    talking = state.phase in (P_TALK, P_SHARE)
    drafting = mine != -1 and state.owing >> mine & 1 != 0 and (talking or state.phase == P_STAKE)
    staking = mine != -1 and state.phase == P_STAKE
    said_order = state.drafts[mine * state.width] if mine != -1 and state.phase == P_ORDER else 0
    return View(
        "police-vs-gangs",
        box.edition.key,
        dict(state.options),
        n,
        player,
        state.current_players(),
        state.ending,
        state.ranking() if state.is_over else NO_PLACES,
        state.scores(),
        state.turn,
        PHASES[state.phase],
        tuple(state.order),
        state.teams,
        state.rounds,
        box.sand,
        state.cuffs_shift,
        box.card_names[state.drawn] if state.drawn != -1 else "",
        len(state.deck),
        len(state.bag),
        tuple(sorted([box.characters[c] for c in state.discard])),
        seen_city(state),
        tuple(
            [
                (box.card_names[card], COLOURS[state.colour_of[card]])
                for card in state.laid
                if state.colour_of[card] != -1
            ]
        ),
        rosters(state),
        NO_NAMES if mine == -1 else names_of(box, state.hand, mine),
        tuple([state.tiles_of(seat) for seat in range(n)]),
        tuple([names_of(box, state.shown, seat) for seat in range(n)]),
        tuple(
            sorted(
                [
                    (code >> 3 & 7, DICE[code & 7] if code >> 3 & 1 else box.characters[code & 7], code >> 6)
                    for code in state.jail
                ]
            )
        ),
        seen_pieces(state, mine),
        held_words(state, mine),
        bits(state.passed),
        state.placer,
        () if mine == -1 else tuple(state.tokens[mine * wares : (mine + 1) * wares]),
        tuple([tuple(state.gained[seat * wares : (seat + 1) * wares]) for seat in range(n)]),
        tuple(state.supply),
        tuple([(state.holder[t], state.level[t]) for t in range(wares)]),
        tuple(state.stakes[mine * wares : (mine + 1) * wares]) if staking else (),
        tuple([tuple(state.staked[seat * wares : (seat + 1) * wares]) for seat in range(n)]),
        box.card_names[state.here] if state.here != -1 else "",
        state.open != 0,
        state.deal != 0,
        tuple([name for t, name in enumerate(box.traffic_names) if state.named >> t & 1]),
        bits(state.party),
        state.round,
        shown_claims(state, state.claims, state.phase == P_SHARE, state.party if talking and state.round > 1 else 0),
        seen_clashes(state),
        shown_claims(state, state.terms, False, 63 if state.terms else 0),
        shown_claims(state, state.offers, True, proposers(state)),
        own_draft(state, mine) if not said_order else (box.actions[said_order].text,),
        state.last_set[mine] if drafting else -1,
        tuple(state.most) if state.phase == P_TALK else (),
        bits(state.tied),
        tuple(state.queue),
        bits(state.waiting),
        state.feeder,
        state.outcome,
        state.prize != 0,
        tuple([(die >> 4, "informer" if die >> 4 == 6 else DICE[die >> 2 & 3], FACES[die & 3]) for die in state.dice]),
        PURPOSES[state.purpose],
        state.rerolled != 0,
        state.power_police,
        state.power_gangs,
        tuple(state.snapshot[: n + 1]),
        tuple([tuple(each) for each in state.summaries]),
        (state.placed, state.scored, state.extra, state.start_cards),
        state.reveals,
    )


def view_from_data(data: Mapping[str, Any]) -> View:
    """A View read back from JSON."""
    fields = {key: frozen(value) for key, value in data.items()}
    return View(**fields)  # type: ignore[arg-type]
