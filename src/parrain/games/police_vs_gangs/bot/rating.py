"""How good each action looks to a sensible player, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from parrain.core.action import Action
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions.claims import BITS
from parrain.games.police_vs_gangs.bot.bargaining import rate_talk
from parrain.games.police_vs_gangs.bot.cache import NOT_YET, Cache, PlacingNotes
from parrain.games.police_vs_gangs.bot.sharing import catch_worth, rate_share
from parrain.games.police_vs_gangs.bot.worth import (
    brings,
    chance,
    crew_size,
    feeding_worth,
    gang_power,
    place_worth,
    police_power,
    prize,
    quality,
    rivals_strength,
    tokens_worth,
    worst_quality,
)
from parrain.games.police_vs_gangs.rules import State, arrests
from parrain.games.police_vs_gangs.rules.placing import open_spots
from parrain.games.police_vs_gangs.rules.scoring import controlled
from parrain.games.police_vs_gangs.state.codecs import FAR
from parrain.games.police_vs_gangs.state.pieces import Piece

LOSS: Final = 1.6  # a gangster in prison for a turn, and a point and a token for the police


def hides(action: Action) -> bool:
    """Gangsters' tiles lie face down; claims, offers and stakes are shown when all are made."""
    return action.kind in (k.STAKE, k.CLAIM, k.SHARE, k.CATCH) or (action.kind == k.SEND and action.b >= 0)


def rate(state: State, seat: int, actions: Sequence[Action], cache: Cache | None = None) -> list[float]:
    """How good each choice looks."""
    phase = state.phase
    if phase == s.P_PLACE:
        return rate_place(state, seat, actions, cache or Cache())
    if phase == s.P_TALK:
        return rate_talk(state, seat, actions, cache or Cache())
    if phase == s.P_SHARE:
        return rate_share(state, seat, actions)
    if phase == s.P_STAKE:
        return rate_stake(state, seat, actions)
    if phase == s.P_RECRUIT:
        return [rate_recruit(state, seat, action) for action in actions]
    if phase == s.P_DISCARD:
        return [-quality(state, action.a) + (0.5 if action.b else 0.0) for action in actions]
    if phase == s.P_BADGES:
        return [rate_badges(state, seat, action.a) for action in actions]
    if phase == s.P_REROLL:
        return [rate_reroll(state, seat, action) for action in actions]
    if phase == s.P_DOUBLE:
        return rate_double(state, actions)
    if phase == s.P_ARREST:
        return [rate_arrest(state, seat, action.a) for action in actions]
    if phase == s.P_CATCH:
        return [catch_worth(state, seat, action) for action in actions]
    if phase == s.P_COLOUR:
        return [rate_colour(state, seat, action) for action in actions]
    if phase == s.P_LAY:
        return [rate_lay(state, seat, action) for action in actions]
    if phase == s.P_ORDER:
        return [
            1.0 if action.a < action.b and (action.c == -1 or action.b < action.c) and action.a != -1 else 0.0
            for action in actions
        ]
    return [rate_resolve(state, seat, action.a) for action in actions]


def rate_resolve(state: State, seat: int, card: int) -> float:
    """Police first turn up what lies where they are not, to know more when they talk; gangsters talk while their tiles
    are unknown.
    """
    tiles = mine = police = 0
    for piece in state.pieces:
        if piece.card == card:
            if piece.seat == seat:
                mine += 1
            elif piece.police:
                police += 1
            else:
                tiles += 1
    if seat & 1:
        return 1.0 + 0.2 * tiles if not mine else -0.2 * tiles
    meeting = mine and police
    return 1.0 + 0.2 * mine if meeting else 0.5 if not mine and tiles else 0.0


# -- placing -----------------------------------------------------------------------------------------------------------


def rate_place(state: State, seat: int, actions: Sequence[Action], cache: Cache) -> list[float]:
    """A piece is as good as its best side; a side as good as what the piece does there."""
    ratings: list[float] = []
    notes = cache.placing_of(state, seat)
    if state.held != -1:
        kind, green = state.held >> 1, state.held & 1
        for action in actions:
            rating = -50.0
            if action.kind == k.AT:
                rating = rate_card(state, notes, kind, green, action.a)
                rating += crowding(state, seat, green, action.a * 4 + action.b)
            ratings.append(rating)
        return ratings
    spots = open_spots(state, seat)
    for action in actions:
        if action.kind == k.PASS:
            ratings.append(0.0)
        elif action.kind == k.SEND:
            best = -50.0
            done: list[int] = []
            green = max(0, action.b)
            for spot in spots:
                card = spot >> 2
                if card not in done:
                    done.append(card)  # sides of one place differ little
                    rating = rate_card(state, notes, action.a, green, card)
                    best = max(best, rating + crowding(state, seat, green, spot))
            ratings.append(best)
        else:
            ratings.append(-50.0 if action.kind == k.BACK else 0.0)
    return ratings


def crowding(state: State, seat: int, green: int, spot: int) -> float:
    """A side of one's own keeps the others for others: better to take a second one only where it shuts somebody out."""
    return 0.05 if not seat & 1 and not green and state.side_gang[spot] == seat + 1 else 0.0


def rate_card(state: State, notes: PlacingNotes, kind: int, green: int, card: int) -> float:
    """What a piece would do at a place."""
    number = (2 * kind + green) * notes.cards + card
    known = notes.ratings[number]
    if known == NOT_YET:
        known = rate_piece(state, notes, kind, green, card)
        notes.ratings[number] = known
    return known


def rate_piece(state: State, notes: PlacingNotes, kind: int, green: int, card: int) -> float:
    """The same, worked out."""
    seat = notes.seat
    if seat & 1:
        return rate_die(state, seat, kind, card)
    if green:
        return rate_recruiter(state, seat, kind, card)
    if notes.without[card] == NOT_YET:
        notes.without[card] = fight_worth(state, state.pieces, seat, card)
    more = [*state.pieces, Piece(card * 4, seat, kind, False)]
    return fight_worth(state, more, seat, card) - notes.without[card]


def fight_worth(state: State, pieces: list[Piece], seat: int, card: int) -> float:
    """The value of a gangster's fighters at a place: tokens, the place, a share if police are there, and the risk of
    prison.
    """
    box = state.box
    own = box.defence if state.owner[card] == seat else box.attack
    strength = 0.0
    tiles = 0
    police = 0
    for piece in pieces:
        if piece.card == card:
            if piece.seat == seat and not piece.recruiting:
                strength += own[piece.kind]
                tiles += 1
            elif piece.police:
                police += 1
    if not tiles:
        return 0.0
    counts = brings(state, pieces, seat, seat, card)
    rival = rivals_strength(state, seat, card)
    first = chance_among(strength, rival)
    prey = feeding_worth(state, state.tokens, seat, card, counts)
    holding = place_worth(state, seat, card)
    if state.owner[card] == seat and not police and rival == 0.0:
        holding *= 0.35  # it is mine already
    coming = dice_in_hand(state)
    power = gang_power(state, pieces, seat, card)
    won = first * (prey + holding)
    lost = LOSS + (1.0 if state.owner[card] == seat else 0.0)
    if police:
        # they will bring more if that is what it takes
        odds = chance(police_power(state, card, 0, min(1, coming)), power)
        alone = (1.0 - odds) * won - odds * lost
        return max(alone, 0.6 * alone + 0.4 * 0.35 * prey)
    danger = min(0.85, 0.22 * coming)
    odds = chance(police_power(state, card, 0, 2), power)
    return (1.0 - danger) * won + danger * ((1.0 - odds) * won - odds * lost)


def chance_among(strength: float, rival: float) -> float:
    """How likely a gangster is to be the strongest of those at a place."""
    if rival == 0.0:
        return 0.95
    if strength > rival + 1:
        return 0.85
    if strength > rival:
        return 0.6
    return 0.4 if strength == rival else 0.15


def dice_in_hand(state: State) -> int:
    """How many dice the police have still to place."""
    count = 0
    for seat in range(1, state.players, 2):
        if not state.passed >> seat & 1:
            count += state.tiles_of(seat)
    return count


def rate_recruiter(state: State, seat: int, c: int, card: int) -> float:
    """What the hire it makes possible is worth."""
    box = state.box
    have = box.recruit[c]
    before = 0
    rival = 0
    for piece in state.pieces:
        if piece.card == card and piece.recruiting:
            if piece.seat == seat:
                before += box.recruit[piece.kind]
            else:
                rival += 1
    gain = hire_worth(state, seat, card, before + have) - hire_worth(state, seat, card, before)
    return gain * (0.6 if rival else 1.0) - 0.2 * quality(state, c) * 0.3


def hire_worth(state: State, seat: int, card: int, total: int) -> float:
    """The best hire of a place for that sum, over the tile it would push out of the four."""
    box = state.box
    full = crew_size(state, seat) >= box.most_tiles
    least = worst_quality(state, seat) if full else 0.0
    best = 0.0
    for c in state.recruits[2 * card : 2 * card + 2]:
        if c != -1 and box.cost[c] <= total:
            best = max(best, (quality(state, c) - least) * (0.9 if full else 0.75))
    return best


def rate_die(state: State, seat: int, kind: int, card: int) -> float:
    """What a die adds: a place to itself, or better odds against the gangsters there, shared with the police there."""
    mine = gangsters = lieutenants = 0
    partners = 0
    for piece in state.pieces:
        if piece.card == card:
            if piece.seat == seat:
                mine += 1
            elif piece.police:
                partners |= 1 << piece.seat
            elif not piece.recruiting or not state.open:
                gangsters += 1
            if piece.police and piece.kind == k.LIEUTENANT:
                lieutenants += 1
    sharing = 1.0 + BITS[partners]
    holding = place_worth(state, seat, card)
    if not gangsters:
        if mine:
            return 0.02
        return (holding + 0.1) / (sharing * 1.5 if partners else 1.0) - (0.3 if kind == k.LIEUTENANT else 0.0)
    power = gang_power(state, state.pieces, seat, card)
    before = chance(police_power(state, card), power) if mine or partners else 0.0
    after = chance(police_power(state, card, kind), power)
    spoils = (holding + 2.1) / sharing
    gain = (after - before) * spoils
    if not mine:
        gain += 0.5 / sharing  # a voice in the talk, a badge for an arrest
    if kind == k.LIEUTENANT and lieutenants:
        gain -= 0.2
    return gain


# -- resolving ---------------------------------------------------------------------------------------------------------


def rate_recruit(state: State, seat: int, action: Action) -> float:
    """Somebody better than the least of four, or anybody while there is room."""
    if action.a == -1:
        return 0.0
    full = crew_size(state, seat) >= state.box.most_tiles
    return quality(state, action.a) - (worst_quality(state, seat) if full else 0.0)


def rate_badges(state: State, seat: int, mask: int) -> float:
    """The tokens those traffics would bring."""
    box = state.box
    total = 0.0
    for t in range(box.traffics):
        if mask >> t & 1:
            count = 0
            for piece in state.pieces:
                if piece.card == state.here and piece.seat == seat and not piece.recruiting:
                    count += box.icons[piece.kind * box.traffics + t]
            total += tokens_worth(state, seat, t, count)
    return total


def police_would_win(state: State) -> bool:
    """Whether the police win the fight as the dice lie, doubles counted as handcuffs."""
    handcuffs = arrests.rolled(state, k.HANDCUFFS) + arrests.rolled(state, k.DOUBLE_FACE)
    return arrests.police_power(state, handcuffs) >= arrests.gang_power(state)


def rate_reroll(state: State, seat: int, action: Action) -> float:
    """Handcuffs against gangsters that are still stronger, badges among police."""
    if action.a == -1:
        return 0.0
    if state.purpose != s.FIGHT:
        badge = action.c == k.BADGE or action.c == k.DOUBLE_FACE
        odds = 4.0 / 6.0 if action.b else 2.0 / 6.0
        if action.a == seat:
            return odds if not badge else -1.0
        return 1.0 - odds if badge else -odds
    if police_would_win(state) or action.c == k.HANDCUFFS or action.c == k.DOUBLE_FACE:
        return -1.0
    if action.a == k.INFORMERS:
        return 1.2 if action.c == k.MAFIA else 0.6
    return 2.0 if action.b == k.INSPECTOR else 1.5


def rate_double(state: State, actions: Sequence[Action]) -> list[float]:
    """Handcuffs if they win the fight, else a badge for the arrest."""
    win = police_would_win(state)
    return [1.0 if (action.a == k.HANDCUFFS) == win else 0.0 for action in actions]


def rate_arrest(state: State, seat: int, victim: int) -> float:
    """A point is a point; better from the gang that leads or has the best tiles here."""
    if victim == -1:
        return 0.0
    best = 0.0
    tiles = 0
    for piece in state.pieces:
        if piece.card == state.here and piece.seat == victim and not piece.recruiting:
            best += quality(state, piece.kind)
            tiles += 1
    return 0.7 + 0.05 * state.points(victim) + 0.1 * best / max(1, tiles)


# -- the count ---------------------------------------------------------------------------------------------------------


def rate_stake(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Traffic by traffic, lowest first, the stake whose chance is worth its tokens; then done."""
    ratings: list[float] = []
    traffic = -1
    best = 0
    for action in actions:
        if action.kind == k.BACK:
            ratings.append(-10.0)
        elif action.a != -1:
            if action.a != traffic:
                traffic = action.a
                best = best_stake(state, seat, traffic)
            ratings.append(100.0 - traffic if best == action.b else -5.0)
        else:
            ratings.append(0.0 if action.b == 0 else -5.0)
    return ratings


def best_stake(state: State, seat: int, t: int) -> int:
    """How many tokens to stake on a traffic."""
    held = state.tokens[seat * state.box.traffics + t]
    points = prize(state, seat, t)
    urgent = 1.0 if max(state.score) >= state.box.target - 4 else 0.0
    keep = 0.0 if urgent else 0.16
    best = 0.1
    chosen = 0
    for n in range(1, held + 1):
        value = points * win_chance(state, seat, t, n) - keep * points * n * (0.6 if n > 1 else 1.0)
        if value > best + 1e-9:
            best = value
            chosen = n
    return chosen


def win_chance(state: State, seat: int, t: int, n: int) -> float:
    """How likely so many tokens win a traffic: others hold what they were seen to gain and some of the rest."""
    box = state.box
    wares, players = box.traffics, state.players
    known = [state.gained[other * wares + t] for other in range(players)]
    out = max(0, box.tokens[t] - state.supply[t] - state.tokens[seat * wares + t] - sum(known) + known[seat])
    share = 1.0 / (players - 1)
    odds = 1.0
    for other in range(players):
        if other != seat and not (state.teams and other & 1 == seat & 1):
            # a policeman wins ties with gangsters; everything else tied is as good as lost
            bar = n - known[other] + (1 if seat & 1 and not other & 1 else 0)
            below = 0.0
            for k in range(min(bar, out + 1)):
                below += comb(out, k) * share**k * (1.0 - share) ** (out - k)
            spared: float = 0.35 * 0.85 ** max(0, known[other] - n)  # who could stake more often does not
            odds *= spared + (1.0 - spared) * min(1.0, below)
    return odds


def rate_colour(state: State, seat: int, action: Action) -> float:
    """The points of one's best colour if the card, which counts for none yet, counts so."""
    mine = controlled(state, seat, action.b) + 1
    rival = 0
    for other in range(state.players):
        if other != seat:
            rival = max(rival, controlled(state, other, action.b))
    return mine + 0.5 if mine > rival else 0.1 * mine - 0.1 * rival


def rate_lay(state: State, seat: int, action: Action) -> float:
    """A gangster closes in what is his and keeps the rest open; the police keep gangsters' places open."""
    x, y = state.x[action.a] + s.DX[action.b], state.y[action.a] + s.DY[action.b]
    cells = state.cells()
    rating = 0.0
    for side in range(4):
        other = cells.get((x + s.DX[side]) * FAR + y + s.DY[side], -1)
        if other != -1 and state.owner[other] != -1:
            closing = 4 - state.open_sides(other)
            rating += (0.3 + 0.3 * closing) * (1.0 if state.owner[other] == seat else -1.0)
    return rating
