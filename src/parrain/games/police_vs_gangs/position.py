"""Positions of Police vs Gangs: pieces, hands, deck and bag, and how a phase begins (docs/positions.md).

Short positions: say `city`, `pieces`, `hands`, `scores` and the `phase` to begin; without `owing` the phase begins as
the rules begin it, what is not placed is in the bag and the deck, and a seat without `hands` has its starting pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.errors import BadPosition, require
from parrain.core.fields import entries, name_number
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions import ALL_POLICE, SIDES
from parrain.games.police_vs_gangs.actions.claims import SEATS
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.rules.city import draw_place
from parrain.games.police_vs_gangs.rules.negotiation import measure_most
from parrain.games.police_vs_gangs.rules.placing import next_placer, spot_open
from parrain.games.police_vs_gangs.rules.resolving import orders, places_left
from parrain.games.police_vs_gangs.rules.scoring import card_to_colour
from parrain.games.police_vs_gangs.state.codecs import check_claims
from parrain.games.police_vs_gangs.state.pieces import Piece, kind_number

KEYS: Final[tuple[str, ...]] = ()


def finish_position(state: State, data: Mapping[str, object]) -> None:
    """Deck, pieces, hands, bag and supply; then the phase goes on (`owing`) or begins."""
    if "order" not in data:
        state.order = list(range(state.players))
    if sorted(state.order) != list(range(state.players)):
        raise BadPosition("order must name every player once.")
    read_deck(state, data)
    for text in entries(data.get("pieces", []), "pieces"):
        state.put(read_piece(state, str(text)))
    read_hands(state, data)
    read_bag(state, data)
    count_tokens(state, data)
    check_table(state)
    check_resolution(state)
    begin(state, data)
    if state.is_over:
        check_ending(state)
    else:
        check_owing(state)


def read_deck(state: State, data: Mapping[str, object]) -> None:
    """The deck as it is given, or all cards that lie nowhere else, shuffled."""
    box = state.box
    if "deck" in data:
        state.deck = [name_number(box.card_names, name, "deck") for name in entries(data["deck"], "deck")]
    else:
        state.deck = [card for card in range(box.card_count) if card not in state.laid and card != state.drawn]
        state.shuffle(state.deck)


def read_piece(state: State, text: str) -> Piece:
    """A piece from its text."""
    box = state.box
    words = text.split()
    seat = int(words[0]) if words and words[0].isdecimal() else state.players
    if seat < state.players and len(words) == 5 - (seat & 1):
        kind = kind_number(box, seat, words[1], "pieces")
        card = name_number(box.card_names, words[-2], "pieces")
        spot = card * 4 + name_number(SIDES, words[-1], "pieces")
        recruiting = words[2] == "recruit"
        known = seat & 1 or words[2] == "fight" or (recruiting and box.recruit[kind] >= 0)
        if known and card in state.laid and state.neighbour[spot] == -1:
            require(
                spot_open(state, seat, spot),
                "“{text}” cannot lie there: a side takes the tiles of one gang or the dice of police, both only where"
                " it is the last open side of the place.",
                text=text[:60],
            )
            return Piece(spot, seat, kind, not seat & 1 and recruiting)
    raise BadPosition(
        "A piece is written as “0 killer fight foundry north” or “1 sergeant foundry east”, at an open side;"
        " not “{text}”.",
        text=text[:60],
    )


def out_of_hand(state: State) -> list[int]:
    """What each seat has on the table and in prison, by kind."""
    used = [0] * (8 * state.players)
    for piece in state.pieces:
        used[piece.seat * 8 + piece.kind] += 1
    for prisoner in state.jail:
        used[prisoner.seat * 8 + prisoner.kind] += 1
    return used


def read_hands(state: State, data: Mapping[str, object]) -> None:
    """Hands as they are given; else, and for police where a phase begins, what each starts with and has not placed."""
    box = state.box
    n = state.players
    used = out_of_hand(state)
    hands = entries(data["hands"], "hands", n) if "hands" in data else None
    for seat in range(n):
        if hands is not None and (not seat & 1 or "owing" in data):
            for name in entries(hands[seat], "hands"):
                state.hand[seat * 8 + kind_number(box, seat, name, "hands")] += 1
        else:
            start = [kind for kind in range(3) for _ in range(state.sides.dice[kind])] if seat & 1 else box.start
            for kind in range(8):
                state.hand[seat * 8 + kind] = max(0, start.count(kind) - used[seat * 8 + kind])


def read_bag(state: State, data: Mapping[str, object]) -> None:
    """The bag as it is given, or all gangsters that are nowhere else, shuffled."""
    box = state.box
    if "bag" in data:
        state.bag = [name_number(box.characters, name, "bag") for name in entries(data["bag"], "bag")]
        return
    used = out_of_hand(state)
    for c in range(box.kinds):
        out = state.discard.count(c) + state.recruits.count(c)
        for seat in range(0, state.players, 2):
            out += state.hand[seat * 8 + c] + used[seat * 8 + c]
        if out > box.counts[c]:
            raise BadPosition("There are only {count} {name}.", count=box.counts[c], name=box.characters[c])
        if box.in_bag[c]:
            state.bag += [c] * (box.counts[c] - out)
    state.shuffle(state.bag)


def count_tokens(state: State, data: Mapping[str, object]) -> None:
    """The supply is what is left; unless `gained` says less, everybody saw where tokens went."""
    box = state.box
    if "gained" not in data:
        state.gained = state.tokens[:]
    if any(gained > held for gained, held in zip(state.gained, state.tokens, strict=True)):
        raise BadPosition(
            "Nobody can have gained more tokens than they hold: gained is what of the tokens everybody has seen."
        )
    for t in range(box.traffics):
        state.supply[t] -= sum([state.tokens[seat * box.traffics + t] for seat in range(state.players)])
        if state.supply[t] < 0:
            raise BadPosition(
                "There are only {count} tokens of {name}.", count=box.tokens[t], name=box.traffic_names[t]
            )


def begin(state: State, data: Mapping[str, object]) -> None:
    """Take up the game where it stands (`owing`), or begin the phase as the rules do."""
    if state.is_over:
        return
    if "owing" in data:
        if state.phase == s.P_TALK:
            measure_most(state)
        elif state.phase == s.P_SHARE and not state.prize:
            state.claims = [claim.place_alone() for claim in state.claims]
            state.drafts = [claim.place_alone() for claim in state.drafts]
        return
    if state.phase == s.P_LAY and state.turn:
        draw_place(state, state.last_player())
    elif state.phase == s.P_PLACE:
        state.placer -= 1
        next_placer(state)
    elif state.phase not in (s.P_DISCARD, s.P_RESOLVE, s.P_STAKE, s.P_COLOUR):
        raise BadPosition(
            "To begin in the phase {phase}, say who owes a decision (owing), or begin at lay, discard, place, resolve,"
            " stake or colour.",
            phase=s.PHASE_NAMES[state.phase],
        )
    state.begin_phases()


# -- what a position must agree with -----------------------------------------------------------------------------------


def check_table(state: State) -> None:
    """The city is in one piece, colours are those of the cards, nobody is arrested later than now."""
    box = state.box
    cells = state.cells()
    found = [state.laid[0]]
    for card in found:
        for spot in range(4 * card, 4 * card + 4):
            other = state.neighbour[spot]
            if other != -1 and other not in found:
                found.append(other)
    apart = [box.card_names[card] for card in state.laid if card not in found]
    require(len(cells) == len(found), "The city is in one piece: {cards} cannot lie there.", cards=apart)
    for card in state.laid:
        colour = state.colour_of[card]
        require(
            colour == -1 or (state.phase == s.P_COLOUR and box.colours[card][1] != -1 and colour in box.colours[card]),
            "{card} cannot count for that colour: counts names one of two colours, in the phase colour.",
            card=box.card_names[card],
        )
    for prisoner in state.jail:
        require(prisoner.turn <= state.turn, "Nobody can have been arrested in turn {turn} yet.", turn=prisoner.turn)
    require(
        state.placer < state.players,
        "placer must be a place in the turn order, at most {most}.",
        most=state.players - 1,
    )
    require(
        not state.teams or not any(state.score[2:]),
        "In teams scores are those of the gangsters and of the police, then 0.",
    )
    require(
        (state.drawn != -1) <= (state.phase == s.P_LAY), "drawn is the card that is being laid, in the phase lay alone."
    )


def check_resolution(state: State) -> None:
    """What is said of the place being resolved belongs together; elsewhere nothing is."""
    box, n = state.box, state.players
    resolving = s.P_TALK <= state.phase <= s.P_CATCH
    require(
        (state.here != -1) == resolving,
        "here is the place being resolved, in the phases talk to catch and in no other.",
    )
    require(
        not resolving or (state.here in state.laid and state.present(state.here) != 0),
        "here must be a place of the city with pieces on it.",
    )
    size = 1 + n + n * box.traffics if resolving else 0
    require(
        len(state.snapshot) == size and (not size or (state.snapshot[0] < n and min(state.snapshot[1:]) >= 0)),
        "snapshot must have {count} numbers: who controlled the place, all scores, all tokens.",
        count=size,
    )
    require(
        len(state.last_set) == n and max(state.last_set) <= box.traffics + 1,
        "last_set must have {count} numbers: the part of a draft that each player changed last.",
        count=n,
    )
    require(
        len(set(state.queue)) == len(state.queue) and min([0, *state.queue]) >= 0 and max([0, *state.queue]) < n,
        "queue must name players, each once.",
    )
    check_claims(state.terms, box, "terms", proposals=False)
    check_claims(state.offers, box, "offers", proposals=True)
    require(len(state.claims) == n and len(state.drafts) == n, "claims and drafts must say something of every player.")
    if state.phase in (s.P_TALK, s.P_SHARE):
        check_claims(state.claims, box, "claims", proposals=state.phase == s.P_SHARE)
        check_claims(state.drafts, box, "drafts", proposals=state.phase == s.P_SHARE)
    if state.held != -1:
        check_held(state)


def check_held(state: State) -> None:
    """Who places has picked a piece that they have."""
    seat = state.order[state.placer]
    kind, recruiting = state.held >> 1, state.held & 1 == 1
    require(
        state.phase == s.P_PLACE
        and kind < 8
        and state.hand[seat * 8 + kind] > 0
        and (not recruiting or (not seat & 1 and state.box.recruit[kind] >= 0)),
        "held must be a piece in the hand of player {seat}, in the phase place.",
        seat=seat,
    )


def check_ending(state: State) -> None:
    """How a finished game has ended (PG 14.1 to PG 14.3)."""
    box, scores = state.box, state.scores()
    best = max(scores)
    alone = scores.count(best) == 1 or (state.teams and state.score[0] != state.score[1])
    won = best >= box.target and alone
    if state.ending in ("points", "extra-turn"):
        require(
            won and (state.extra == 1) == (state.ending == "extra-turn"),
            "The game is won by {target} points, more than anybody else; extra says whether it took an extra turn.",
            target=box.target,
        )
    elif state.ending == "deadlock":
        require(
            not won and not state.deck and not state.placed and not state.scored,
            "A game ends by deadlock without a deck, in a turn in which nobody has placed or scored.",
        )
    else:
        require(not won and state.turn >= box.turn_limit, "The turn limit is turn {limit}.", limit=box.turn_limit)


def check_owing(state: State) -> None:
    """Those who owe a decision are those whom the phase asks, and have something to choose."""
    phase = state.phase
    due = asked(state)
    several = phase in (s.P_TALK, s.P_ORDER, s.P_SHARE, s.P_STAKE)
    require(
        state.owing != 0 and not state.owing & ~due and (several or state.owing & (state.owing - 1) == 0),
        "owing must be among those whom the phase {phase} asks: {seats}.",
        phase=s.PHASE_NAMES[phase],
        seats=list(SEATS[due]),
    )
    require(
        phase not in (s.P_TALK, s.P_SHARE) or state.round > 0,
        "round must be 1 or more while there is something to say.",
    )
    require(phase != s.P_LAY or state.drawn != -1, "drawn must be the card that is being laid.")
    if phase == s.P_ORDER:
        for seat in SEATS[state.tied]:
            said = state.drafts[seat].parts[0]
            open_to = [0] if state.owing >> seat & 1 else [action.id for action in orders(state, seat)]
            require(said in open_to, "drafts: player {seat} cannot have named that order.", seat=seat)


def asked(state: State) -> int:
    """Who can be asked in this phase, as bits."""
    phase = state.phase
    here = state.present(state.here) if state.here != -1 else 0
    if phase == s.P_LAY:
        return 1 << (state.last_player() if state.turn else state.order[state.start_cards % state.players])
    if phase == s.P_DISCARD:
        crowded = [
            seat
            for seat in range(0, state.players, 2)
            if state.tiles_of(seat) + state.jailed(seat) > state.box.most_tiles
        ]
        return sum([1 << seat for seat in crowded])
    if phase == s.P_PLACE:
        return 1 << state.order[state.placer]
    if phase == s.P_RESOLVE:
        return 1 << state.last_player() if places_left(state) else 0
    if phase == s.P_TALK:
        return state.party if state.party == here else 0
    if phase == s.P_ORDER:
        return state.tied & here
    if phase == s.P_RECRUIT:
        return 1 << state.queue[0] if state.queue else 0
    if phase == s.P_BADGES:
        return 1 << state.feeder if state.feeder != -1 else 0
    if phase == s.P_SHARE:
        return state.party if state.party == here & ALL_POLICE else 0
    if phase == s.P_STAKE:
        return (1 << state.players) - 1
    if phase == s.P_COLOUR:
        card = card_to_colour(state)
        return 1 << state.owner[card] if card != -1 else 0
    return here & ALL_POLICE
