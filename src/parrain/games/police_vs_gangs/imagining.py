"""A whole table that a View could have come from: what it does not show is dealt from what is left (PG 16.1)."""

from __future__ import annotations

from parrain.core.stream import Stream
from parrain.games.police_vs_gangs.bargain import SILENT, read_claim
from parrain.games.police_vs_gangs.choices import COLOURS, DICE, FACES, SIDES
from parrain.games.police_vs_gangs.city import DX, DY, FAR
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.table import P_ORDER, P_SHARE, P_STAKE, P_TALK, PHASES, PURPOSES, die_code, piece
from parrain.games.police_vs_gangs.view import View


def mask_of(seats: tuple[int, ...]) -> int:
    """Seats as bits."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def imagine(view: View, box: Box, rng: Stream) -> State:
    """Tiles, tokens, deck, bag and unseen claims are drawn at random from all that agree with the View."""
    state = State(box, view.players, -1, view.options)
    state.reseed(rng.seed())
    state.lay_out()
    mine = -1 if view.seat is None else view.seat
    state.turn, state.phase, state.order = view.turn, PHASES.index(view.phase), list(view.order)
    state.owing, state.passed, state.placer = mask_of(view.to_move), mask_of(view.passed), view.placer
    state.placed, state.scored, state.extra, state.start_cards = view.flags
    state.score = [0] * view.players
    for seat in range(min(view.players, 2) if view.teams else view.players):
        state.score[seat] = view.scores[seat]
    state.ending, state.is_over, state.reveals = view.ending, view.ending != "", view.reveals
    state.supply = list(view.supply)
    state.staked = [count for counts in view.staked for count in counts]
    for t in range(box.traffics):
        state.holder[t], state.level[t] = view.markers[t]
    place_city(state, view, box, rng)
    place_pieces(state, view, box, rng, mine)
    deal_tokens(state, view, box, rng, mine)
    resume_place(state, view, box)
    guess_drafts(state, view, box, rng, mine)
    return state


def place_city(state: State, view: View, box: Box, rng: Stream) -> None:
    """Cards, links, markers, gangsters for hire; the rest of the cards is the deck, in any order."""
    number = {name: card for card, name in enumerate(box.card_names)}
    kind = {name: c for c, name in enumerate(box.characters)}
    cells: dict[int, int] = {}
    for name, x, y, owner, hire in view.city:
        card = number[name]
        state.laid.append(card)
        state.x[card], state.y[card], state.owner[card] = x, y, owner
        cells[x * FAR + y] = card
        for i in range(len(hire)):
            state.recruits[2 * card + i] = kind[hire[i]]
    link(state, cells)
    for name, colour in view.colours:
        state.colour_of[number[name]] = COLOURS.index(colour)
    state.drawn = number[view.drawn] if view.drawn else -1
    out = set(state.laid)
    state.deck = [card for card in range(box.card_count) if card not in out and card != state.drawn]
    rng.shuffle(state.deck)
    state.discard = [kind[name] for name in view.discard]
    state.bag = []
    for c in range(box.kinds):
        if box.in_bag[c]:
            seen = sum([names.count(box.characters[c]) for i, names in enumerate(view.roster) if not i & 1])
            for _ in range(box.counts[c] - seen - state.discard.count(c) - state.recruits.count(c)):
                state.bag.append(c)
    rng.shuffle(state.bag)


def link(state: State, cells: dict[int, int]) -> None:
    """Set which cards lie side by side."""
    for card in state.laid:
        for side in range(4):
            state.neighbour[4 * card + side] = cells.get(
                (state.x[card] + DX[side]) * FAR + state.y[card] + DY[side], -1
            )


def place_pieces(state: State, view: View, box: Box, rng: Stream, mine: int) -> None:
    """Pieces as seen; face-down tiles of others are any of those they may still have out, fighting or recruiting."""
    number = {name: card for card, name in enumerate(box.card_names)}
    kind = {name: c for c, name in enumerate(box.characters)}
    jailed = [0] * (8 * view.players)
    for seat, name, turn in view.jail:
        k = DICE.index(name) if seat & 1 else kind[name]
        state.jail.append((turn * 8 + seat) * 8 + k)
        jailed[seat * 8 + k] += 1
    for seat in range(view.players):
        for name in view.roster[seat]:
            state.hand[seat * 8 + (DICE.index(name) if seat & 1 else kind[name])] += 1
        for name in view.back[seat]:
            state.shown[seat * 8 + kind[name]] += 1
    for at in range(8 * view.players):
        state.hand[at] -= jailed[at]
    hidden: list[tuple[int, int]] = []
    for seat, card, side, name, how in view.pieces:
        spot = number[card] * 4 + SIDES.index(side)
        if not name:
            hidden.append((seat, spot))
            continue
        put(state, spot, seat, DICE.index(name) if seat & 1 else kind[name], 1 if how == "recruit" else 0)
    for seat, spot in hidden:
        could = [c for c in range(box.kinds) for _ in range(state.hand[seat * 8 + c] - state.shown[seat * 8 + c])]
        c = could[rng.below(len(could))]
        green = 1 if box.recruit[c] >= 0 and rng.below(3) == 0 else 0
        put(state, spot, seat, c, green)
    if view.held and mine != -1:
        words = view.held.split()
        state.held = 2 * (DICE.index(words[0]) if mine & 1 else kind[words[0]]) + (1 if words[-1] == "recruit" else 0)


def put(state: State, spot: int, seat: int, kind: int, green: int) -> None:
    """A piece out of the hand to a side."""
    state.hand[seat * 8 + kind] -= 1
    state.pieces.append(piece(spot, seat, kind, green))
    if seat & 1:
        state.side_police[spot] += 1
    else:
        state.side_gang[spot] = seat + 1


def deal_tokens(state: State, view: View, box: Box, rng: Stream, mine: int) -> None:
    """My tokens as they are; the others hold what they were seen to gain and not to stake, and the rest that is out, anyhow (PG 16.1)."""
    others = [seat for seat in range(view.players) if seat != mine]
    state.gained = [count for counts in view.gained for count in counts]
    for t in range(box.traffics):
        out = box.tokens[t] - view.supply[t]
        if mine != -1:
            state.tokens[mine * box.traffics + t] = view.tokens[t]
            out -= view.tokens[t]
        for seat in others:
            state.tokens[seat * box.traffics + t] = view.gained[seat][t]
            out -= view.gained[seat][t]
        for _ in range(out):
            state.tokens[others[rng.below(len(others))] * box.traffics + t] += 1


def resume_place(state: State, view: View, box: Box) -> None:
    """Where the resolution of a place stands."""
    state.summaries = [list(each) for each in view.summaries]
    if not view.here:
        return
    state.here = box.card_names.index(view.here)
    state.open, state.deal, state.prize, state.rerolled = (
        int(view.open),
        int(view.deal),
        int(view.prize),
        int(view.rerolled),
    )
    state.named = sum([1 << box.traffic_names.index(name) for name in view.named])
    state.party, state.round = mask_of(view.party), view.round
    state.tied, state.waiting, state.queue = mask_of(view.tied), mask_of(view.waiting), list(view.queue)
    state.feeder, state.outcome = view.feeder, view.outcome
    state.purpose = PURPOSES.index(view.purpose)
    state.power_police, state.power_gangs = view.power_police, view.power_gangsters
    for seat, die, face in view.dice:
        state.dice.append(die_code(seat, 3 if die == "informer" else DICE.index(die), FACES.index(face)))
    state.snapshot = [*view.before, *state.tokens]
    if view.round or view.deal:
        state.terms = read_all(view.terms, box)
    if any(view.offers):
        state.offers = [0] * (view.players * state.width)
        for seat in range(view.players):
            if view.offers[seat]:
                state.offers[seat * state.width : (seat + 1) * state.width] = read_proposal(
                    state, seat, view.offers[seat], box
                )


def read_all(words: tuple[tuple[str, ...], ...], box: Box) -> list[int]:
    """Everybody's claims from their words."""
    found: list[int] = []
    for each in words:
        found += read_claim(list(each), box.traffic_names)
    return found


def read_proposal(state: State, seat: int, words: tuple[str, ...], box: Box) -> list[int]:
    """A policeman's proposal from its words."""
    numbers = state.first_proposal(seat)
    for part in words:
        name, _, value = part.partition(" ")
        if name == "no" or name == SILENT:
            numbers[-1] = 1
        elif name == "catch":
            action = box.by_text[part]
            numbers[3] = (action.a * 8 + action.b) * 8 + action.c
        else:
            numbers[("place", "point", "token").index(name)] = int(value)
    return numbers


def guess_drafts(state: State, view: View, box: Box, rng: Stream, mine: int) -> None:
    """Claims as shown; of those that are in but unseen, each repeats the last or refuses; stakes are anybody's guess."""
    width = state.width
    sharing = state.phase == P_SHARE
    if sharing and view.round <= 1:
        state.begin_sharing(state.party, view.prize)
        state.owing = mask_of(view.to_move)
    for seat in range(view.players):
        if view.claims[seat]:
            words = view.claims[seat]
            state.claims[seat * width : (seat + 1) * width] = (
                read_proposal(state, seat, words, box) if sharing else read_claim(list(words), box.traffic_names)
            )
    if state.phase == P_TALK:
        state.measure()
    if state.phase == P_TALK or sharing:
        owing = state.owing
        state.open_round()
        state.owing = owing
        for seat in range(view.players):
            if state.party >> seat & 1 and not owing >> seat & 1 and seat != mine and rng.below(4) == 0:
                state.drafts[(seat + 1) * width - 1] = 1
        if mine != -1 and state.party >> mine & 1:
            drafted = (
                read_proposal(state, mine, view.draft, box)
                if sharing
                else read_claim(list(view.draft), box.traffic_names)
            )
            state.drafts[mine * width : (mine + 1) * width] = drafted
            state.last_set[mine] = view.draft_from
    elif state.phase == P_ORDER:
        for seat in range(view.players):
            if state.tied >> seat & 1 and not state.owing >> seat & 1:
                state.drafts[seat * width] = box.table.order_none.id
        if view.draft and mine != -1:
            state.drafts[mine * width] = box.by_text[view.draft[0]].id
    elif state.phase == P_STAKE:
        for seat in range(view.players):
            for t in range(box.traffics):
                at = seat * box.traffics + t
                if seat == mine:
                    state.stakes[at] = view.stakes[t]
                elif not state.owing >> seat & 1:
                    state.stakes[at] = rng.below(state.tokens[at] + 1)
        if mine != -1:
            state.last_set[mine] = view.draft_from
