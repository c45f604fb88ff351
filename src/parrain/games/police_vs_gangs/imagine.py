"""The tables that a View of Police vs Gangs could have come from: what it hides is dealt from what is left
(PG 16.1).
"""

from __future__ import annotations

from parrain.core.fields import numbers_in, read_view
from parrain.core.stream import BLANK, Stream
from parrain.core.worlds import Worlds as CoreWorlds
from parrain.games.police_vs_gangs.actions import COLOURS, DICE, FACES, INFORMER, SIDES
from parrain.games.police_vs_gangs.actions.claims import Claim, read_claim, read_proposal
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.rules.negotiation import begin_sharing, first_proposal, open_round
from parrain.games.police_vs_gangs.state import FIELDS, P_ORDER, P_SHARE, P_STAKE, P_TALK
from parrain.games.police_vs_gangs.state.pieces import Die, Piece, kind_numbers
from parrain.games.police_vs_gangs.view import View


class Worlds(CoreWorlds[State]):
    """The open table, laid out once; tiles, tokens, deck, bag and unseen claims are dealt anew for every world."""

    def __init__(self, view: View, box: Box) -> None:
        state = State(box, view.players, BLANK, view.options)
        state.blank()
        read_view(state, FIELDS, view)
        self.open = state
        self.view = view
        self.mine = -1 if view.seat is None else view.seat
        self.others = [seat for seat in range(view.players) if seat != self.mine]
        state.owing = mask_of(view.to_move)
        state.placed, state.scored, state.extra, state.start_cards = view.flags
        state.score = [view.scores[seat] if seat < 2 or not view.teams else 0 for seat in range(view.players)]
        state.ending, state.is_over, state.reveals = view.ending, view.ending != "", view.reveals
        for name, colour in view.colours:
            state.colour_of[numbers_in(box, "card_names")[name]] = COLOURS.index(colour)
        self.lay_crew()
        self.lay_stock()
        self.hidden_tokens = self.lay_tokens()
        self.lay_place()
        self.lay_drafts()

    def lay_crew(self) -> None:
        """Hands with all that may be in them, the pieces that are seen, and the sides of those that are not."""
        state, view, box = self.open, self.view, self.open.box
        for seat in range(view.players):
            kinds = kind_numbers(box, seat)
            for name in view.roster[seat]:
                state.hand[seat * 8 + kinds[name]] += 1
        for prisoner in state.jail:
            state.hand[prisoner.seat * 8 + prisoner.kind] -= 1
        cards = numbers_in(box, "card_names")
        self.hidden: list[tuple[int, int]] = []
        for seat, card, side, name, how in view.pieces:
            spot = cards[card] * 4 + SIDES.index(side)
            if name:
                place(state, Piece(spot, seat, kind_numbers(box, seat)[name], how == "recruit"))
            else:
                self.hidden.append((seat, spot))
        if view.held:
            words = view.held.split()
            state.held = 2 * kind_numbers(box, self.mine)[words[0]] + (1 if words[-1] == "recruit" else 0)

    def lay_stock(self) -> None:
        """Deck and bag: what lies nowhere else, still to be shuffled."""
        state, box = self.open, self.open.box
        laid = {*state.laid, state.drawn}
        state.deck = [card for card in range(box.card_count) if card not in laid]
        left = box.counts[:]
        for names in self.view.roster[::2]:
            for name in names:
                left[numbers_in(box, "characters")[name]] -= 1
        for c in (*state.discard, *state.recruits):
            if c >= 0:
                left[c] -= 1
        state.bag = [c for c in range(box.kinds) if box.in_bag[c] for _ in range(left[c])]

    def lay_tokens(self) -> list[int]:
        """My tokens, and of the others what they were seen to gain and not to stake; how many more are out
        (PG 16.1).
        """
        state, view = self.open, self.view
        wares = state.box.traffics
        state.tokens = state.gained[:]
        if self.mine != -1:
            state.tokens[self.mine * wares : (self.mine + 1) * wares] = view.tokens
        hidden = [state.box.tokens[t] - view.supply[t] for t in range(wares)]
        for at in range(len(state.tokens)):
            hidden[at % wares] -= state.tokens[at]
        return hidden

    def lay_place(self) -> None:
        """The dice of the place being resolved, and the claims that stood there."""
        state, view, box = self.open, self.view, self.open.box
        if not view.here:
            return
        for seat, name, face in view.dice:
            kind = INFORMER if name == "informer" else DICE.index(name)
            state.dice.append(Die(seat, kind, FACES.index(face)))
        if view.round or view.deal:
            state.terms = [read_claim(words, box.traffic_names) for words in view.terms]
        if any(view.offers):
            nothing = Claim([0] * (box.traffics + 2))
            state.offers = [
                self.read_words(seat, words, True) if words else nothing for seat, words in enumerate(view.offers)
            ]

    def read_words(self, seat: int, words: tuple[str, ...], proposal: bool) -> Claim:
        """A claim or a proposal from its words."""
        box = self.open.box
        if proposal:
            return read_proposal(words, first_proposal(self.open, seat), box.by_text)
        return read_claim(words, box.traffic_names)

    def lay_drafts(self) -> None:
        """Claims as shown, and my own draft, stake or order."""
        state, view, mine = self.open, self.view, self.mine
        if state.phase in (P_TALK, P_SHARE):
            sharing = state.phase == P_SHARE
            if sharing and view.round <= 1:
                begin_sharing(state, state.party, view.prize)
            for seat in range(view.players):
                if view.claims[seat]:
                    state.claims[seat] = self.read_words(seat, view.claims[seat], sharing)
            if not sharing:
                state.most = list(view.most)
            open_round(state)
            state.owing = mask_of(view.to_move)
            if mine != -1 and state.party >> mine & 1:
                state.drafts[mine] = self.read_words(mine, view.draft, sharing)
                state.last_set[mine] = view.draft_from
        elif state.phase == P_ORDER:
            for seat in range(view.players):
                if state.tied >> seat & 1 and not state.owing >> seat & 1:
                    order = state.box.by_text[view.draft[0]] if seat == mine else state.box.by_kind.order_none
                    state.drafts[seat] = state.drafts[seat].changed(0, order.id)
        elif state.phase == P_STAKE and mine != -1:
            wares = state.box.traffics
            state.stakes[mine * wares : (mine + 1) * wares] = view.stakes
            state.last_set[mine] = view.draft_from

    def deal(self, state: State, rng: Stream) -> None:
        """Deal what is hidden."""
        rng.shuffle(state.deck)
        rng.shuffle(state.bag)
        self.deal_tiles(state, rng)
        self.deal_tokens(state, rng)
        if state.phase == P_TALK or state.phase == P_SHARE:
            self.guess_drafts(state, rng)
        elif state.phase == P_STAKE:
            self.guess_stakes(state, rng)

    def deal_tiles(self, state: State, rng: Stream) -> None:
        """Face-down tiles of others are any of those they may still have out, fighting or recruiting."""
        box = state.box
        for seat, spot in self.hidden:
            could: list[int] = []
            for c in range(box.kinds):
                for _ in range(state.hand[seat * 8 + c] - state.shown[seat * 8 + c]):
                    could.append(c)
            c = could[rng.below(len(could))]
            place(state, Piece(spot, seat, c, box.recruit[c] >= 0 and rng.below(3) == 0))

    def deal_tokens(self, state: State, rng: Stream) -> None:
        """Tokens that nobody was seen to gain are held by any of the others."""
        wares = state.box.traffics
        for t in range(wares):
            for _ in range(self.hidden_tokens[t]):
                state.tokens[self.others[rng.below(len(self.others))] * wares + t] += 1
        if state.here != -1:
            state.snapshot = [*self.view.before, *state.tokens]

    def guess_drafts(self, state: State, rng: Stream) -> None:
        """Who has handed in repeats their last claim, or refuses."""
        for seat in range(state.players):
            if state.party >> seat & 1 and not state.owing >> seat & 1 and seat != self.mine and rng.below(4) == 0:
                state.drafts[seat] = Claim(state.drafts[seat].parts, True)

    def guess_stakes(self, state: State, rng: Stream) -> None:
        """Who has staked may have staked anything."""
        wares = state.box.traffics
        for seat in self.others:
            if not state.owing >> seat & 1:
                for at in range(seat * wares, (seat + 1) * wares):
                    state.stakes[at] = rng.below(state.tokens[at] + 1)


def mask_of(seats: tuple[int, ...]) -> int:
    """Seats as bits."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def place(state: State, piece: Piece) -> None:
    """A piece out of the hand to a side."""
    state.hand[piece.seat * 8 + piece.kind] -= 1
    state.put(piece)
