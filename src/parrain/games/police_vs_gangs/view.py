"""What one seat of Police vs Gangs may know (PG 16.1, PG 16.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from parrain.core.view import View as CoreView
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions import COLOURS, DICE, FACES, SIDES
from parrain.games.police_vs_gangs.actions.claims import (
    CLASHES,
    SEATS,
    Claim,
    claim_words,
    find_clashes,
    proposal_words,
)
from parrain.games.police_vs_gangs.state import StateData
from parrain.games.police_vs_gangs.state.pieces import Piece, crew_names, kind_names

NO_PLACES: Final[tuple[int, ...]] = ()
NO_NAMES: Final[tuple[str, ...]] = ()


@dataclass
class View(CoreView):
    """Everything by name; seats by number, -1 for nobody. A piece whose name is empty lies face down.

    city: (card, x, y, who controls it, gangsters for hire), oldest card first. pieces: (seat, card, side, who, how).
    roster: all gangsters or dice of each seat; back: those known to be in hand this turn; jail: (seat, who, turn).
    gained: of the tokens of each seat those that everybody has seen them get. claims, terms, offers, draft: claims and
    proposals in words (actions/claims.py). dice: (owner, 6 for informers; die; face). summaries: of each place resolved
    this turn the card, the outcome, both powers, its owner before and after, the badges named; what each seat gained in
    points, then in tokens; the dice, the claims and the proposals, each as numbers with their count in front.
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


def words_of(state: StateData, claim: Claim, proposal: bool) -> tuple[str, ...]:
    """A claim or proposal as words."""
    if proposal:
        return proposal_words(claim, state.prize, state.box.by_kind.catch_by_code)
    return claim_words(claim, state.box.traffic_names)


def seen_pieces(state: StateData, player: int) -> tuple[tuple[int, str, str, str, str], ...]:
    """The pieces; tiles of others only where they have been turned up (PG 7.2)."""
    box = state.box
    found: list[tuple[int, str, str, str, str]] = []
    for piece in state.pieces:
        seat = piece.seat
        card, side = box.card_names[piece.card], SIDES[piece.spot & 3]
        if piece.police:
            found.append((seat, card, side, DICE[piece.kind], ""))
        elif is_known(state, piece, player):
            how = "recruit" if piece.recruiting else "fight"
            found.append((seat, card, side, box.characters[piece.kind], how))
        else:
            found.append((seat, card, side, "", ""))
    found.sort()
    return tuple(found)


def is_known(state: StateData, piece: Piece, player: int) -> bool:
    """Whether that seat knows a piece: dice, its own tiles, and those that have been turned up (PG 7.2)."""
    return piece.police or piece.seat == player or (state.open and piece.card == state.here)


def rosters(state: StateData) -> tuple[tuple[str, ...], ...]:
    """All that each seat owns: in hand, on the table, in prison."""
    counts = state.hand[:]
    for piece in state.pieces:
        counts[piece.seat * 8 + piece.kind] += 1
    for prisoner in state.jail:
        counts[prisoner.seat * 8 + prisoner.kind] += 1
    return tuple([tuple(crew_names(state.box, counts, seat)) for seat in range(state.players)])


def prisoners(state: StateData) -> tuple[tuple[int, str, int], ...]:
    """Who is in prison, and since which turn."""
    found = [(each.seat, kind_names(state.box, each.seat)[each.kind], each.turn) for each in state.jail]
    found.sort()
    return tuple(found)


def holds_piece(state: StateData, mine: int) -> bool:
    """Whether the viewer has picked a piece and not yet placed it."""
    return state.phase == s.P_PLACE and state.held != -1 and mine != -1 and state.owing >> mine & 1 != 0


def held_words(state: StateData, mine: int) -> str:
    """The piece that the viewer has picked and not yet placed."""
    if not holds_piece(state, mine):
        return ""
    if mine & 1:
        return DICE[state.held >> 1]
    return f"{state.box.characters[state.held >> 1]} {'recruit' if state.held & 1 else 'fight'}"


def shown_claims(state: StateData, claims: list[Claim], proposals: bool, seats: int) -> tuple[tuple[str, ...], ...]:
    """What each of these seats has shown."""
    found: list[tuple[str, ...]] = []
    for seat in range(state.players):
        found.append(words_of(state, claims[seat], proposals) if seats >> seat & 1 else NO_NAMES)
    return tuple(found)


def is_talking(state: StateData) -> bool:
    """Whether claims or proposals are being made."""
    return state.phase == s.P_TALK or state.phase == s.P_SHARE


def shown_claimants(state: StateData) -> int:
    """The seats whose claims or proposals everybody has seen."""
    return state.party if is_talking(state) and state.round > 1 else 0


def may_draft(state: StateData, mine: int) -> bool:
    """Whether the viewer has a claim or proposal in hand."""
    return state.party >> mine & 1 != 0 and is_talking(state)


def is_drafting(state: StateData, mine: int) -> bool:
    """Whether the viewer owes a claim, a proposal or a stake."""
    return mine != -1 and state.owing >> mine & 1 != 0 and (is_talking(state) or state.phase == s.P_STAKE)


def proposers(state: StateData) -> int:
    """The police whose proposals stood in the end; a proposal always names a tile or the place of a seat."""
    mask = 0
    for seat in range(1, len(state.offers), 2):
        if any(state.offers[seat].parts):
            mask |= 1 << seat
    return mask


def own_draft(state: StateData, mine: int) -> tuple[str, ...]:
    """What the viewer is drafting: a claim, a proposal, or the order it has named."""
    if mine == -1:
        return NO_NAMES
    if state.phase == s.P_ORDER:
        order = state.drafts[mine].parts[0]
        return (state.box.actions[order].text,) if order else NO_NAMES
    if not may_draft(state, mine):
        return NO_NAMES
    return words_of(state, state.drafts[mine], state.phase == s.P_SHARE)


def seen_city(state: StateData) -> tuple[tuple[str, int, int, int, tuple[str, ...]], ...]:
    """The cards on the table."""
    box = state.box
    found: list[tuple[str, int, int, int, tuple[str, ...]]] = []
    for card in state.laid:
        hire = tuple([box.characters[c] for c in state.recruits[2 * card : 2 * card + 2] if c != -1])
        found.append((box.card_names[card], state.x[card], state.y[card], state.owner[card], hire))
    return tuple(found)


def seen_colours(state: StateData) -> tuple[tuple[str, str], ...]:
    """The cards of two colours whose colour has been named."""
    found = [card for card in state.laid if state.colour_of[card] != -1]
    return tuple([(state.box.card_names[card], COLOURS[state.colour_of[card]]) for card in found])


def seen_clashes(state: StateData) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
    """Why what was shown is no accord."""
    if state.phase != s.P_TALK or state.round <= 1:
        return ()
    box = state.box
    names = box.traffic_names
    found = find_clashes(state.claims, SEATS[state.party], box.printed[state.here], box.badges[state.here])
    return tuple([(CLASHES[what], names[t] if t >= 0 else "", SEATS[seats]) for what, t, seats in found])


def view_of(state: StateData, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    box = state.box
    n, wares = state.players, box.traffics
    mine = -1 if player is None else player
    staking = mine != -1 and state.phase == s.P_STAKE
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
        s.PHASE_NAMES[state.phase],
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
        seen_colours(state),
        rosters(state),
        NO_NAMES if mine == -1 else tuple(crew_names(box, state.hand, mine)),
        tuple([state.tiles_of(seat) for seat in range(n)]),
        tuple([tuple(crew_names(box, state.shown, seat)) for seat in range(n)]),
        prisoners(state),
        seen_pieces(state, mine),
        held_words(state, mine),
        SEATS[state.passed],
        state.placer,
        () if mine == -1 else tuple(state.tokens[mine * wares : (mine + 1) * wares]),
        tuple([tuple(state.gained[seat * wares : (seat + 1) * wares]) for seat in range(n)]),
        tuple(state.supply),
        tuple([(state.holder[t], state.level[t]) for t in range(wares)]),
        tuple(state.stakes[mine * wares : (mine + 1) * wares]) if staking else (),
        tuple([tuple(state.staked[seat * wares : (seat + 1) * wares]) for seat in range(n)]),
        box.card_names[state.here] if state.here != -1 else "",
        state.open,
        state.deal,
        tuple([name for t, name in enumerate(box.traffic_names) if state.named >> t & 1]),
        SEATS[state.party],
        state.round,
        shown_claims(state, state.claims, state.phase == s.P_SHARE, shown_claimants(state)),
        seen_clashes(state),
        shown_claims(state, state.terms, False, 63 if state.terms else 0),
        shown_claims(state, state.offers, True, proposers(state)),
        own_draft(state, mine),
        state.last_set[mine] if is_drafting(state, mine) else -1,
        tuple(state.most) if state.phase == s.P_TALK else (),
        SEATS[state.tied],
        tuple(state.queue),
        SEATS[state.waiting],
        state.feeder,
        state.outcome,
        state.prize,
        tuple([(die.seat, die.name(), FACES[die.face]) for die in state.dice]),
        s.PURPOSES[state.purpose],
        state.rerolled,
        state.power_police,
        state.power_gangs,
        tuple(state.snapshot[: n + 1]),
        tuple([tuple(each) for each in state.summaries]),
        (state.placed, state.scored, state.extra, state.start_cards),
        state.reveals,
    )
