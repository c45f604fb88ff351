"""The table of Police vs Gangs as data: everything that lies on it, a blank table, a copy, and the declared fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.core.fields import (
    HIDDEN,
    Bool,
    Computed,
    Counts,
    Field,
    Fields,
    Int,
    ListOf,
    Name,
    NameList,
    NameSet,
    PerSeat,
    Row,
    Rows,
    SeatNumber,
    SeatSet,
    Shown,
)
from parrain.core.state import StateOf
from parrain.core.stream import BLANK
from parrain.games.police_vs_gangs.actions import BADGE, DOUBLE_FACE
from parrain.games.police_vs_gangs.actions.claims import Claim
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.state import codecs
from parrain.games.police_vs_gangs.state.codecs import FAR
from parrain.games.police_vs_gangs.state.pieces import Die, Piece, Prisoner, piece_code, piece_text

NO_OPTIONS: Final[dict[str, object]] = {}
NO_ACTIONS: Final[tuple[Action, ...]] = ()

PHASE_NAMES: Final = (
    *("lay", "discard", "place", "resolve", "talk", "order", "recruit", "badges"),
    *("reroll", "double", "arrest", "share", "catch", "stake", "colour"),
)
P_LAY: Final = 0
P_DISCARD: Final = 1
P_PLACE: Final = 2
P_RESOLVE: Final = 3
P_TALK: Final = 4
P_ORDER: Final = 5
P_RECRUIT: Final = 6
P_BADGES: Final = 7
P_REROLL: Final = 8
P_DOUBLE: Final = 9
P_ARREST: Final = 10
P_SHARE: Final = 11
P_CATCH: Final = 12
P_STAKE: Final = 13
P_COLOUR: Final = 14

# What dice were rolled for.
PURPOSES: Final = ("", "alone", "fight", "share")
ALONE: Final = 1
FIGHT: Final = 2
SHARING: Final = 3

# How a place was settled, for its summary.
OUTCOMES: Final = (
    "",
    "police alone",
    "police tie",
    "gangsters alone",
    "accord",
    "gangsters win",
    "police win",
    "nobody",
)
POLICE_ALONE: Final = 1
POLICE_TIE: Final = 2
GANGSTERS_ALONE: Final = 3
ACCORD: Final = 4
GANGSTERS_WIN: Final = 5
POLICE_WIN: Final = 6
NOBODY_WINS: Final = 7

# The steps to the cells at the four sides of a card.
DX: Final[tuple[int, ...]] = (0, 1, 0, -1)
DY: Final[tuple[int, ...]] = (-1, 0, 1, 0)


class StateData(StateOf[Box]):
    """What lies on the table. Flat lists: `hand[seat * 8 + kind]`, `tokens[seat * traffics + t]`, `recruits[card * 2 +
    i]`.

    Police sit at the odd seats (PG 3.2). `owing` has the bit of every seat that owes a decision; without one the phase
    is still to be begun (rules). `shown` counts tiles that everybody knows to be back in hand this turn. `terms` and
    `offers` are the claims and proposals that stood in the end, `staked` the stakes last shown, `gained` the tokens
    that everybody has seen a seat get and not yet stake. Tied recruiters draft the number of an action that names an
    order, as the first part of a claim. `laid` is the city, oldest card first. `choices` caches the legal actions.
    """

    __slots__ = (
        *("bag", "choices", "claims", "colour_of", "cuffs_shift", "deal", "deck", "dice", "discard", "drafts", "drawn"),
        *("extra", "feeder", "gained", "hand", "held", "here", "holder", "jail", "laid", "last_set", "level", "most"),
        *("named", "neighbour", "offers", "open", "order", "outcome", "owing", "owner", "party", "passed"),
        *("phase", "pieces", "placed", "placer", "power_gangs", "power_police", "prize", "purpose", "queue"),
        *("recruits", "rerolled", "round", "rounds", "score", "scored", "shown", "side_gang", "side_police", "sides"),
        *("snapshot", "staked", "stakes", "start_cards", "summaries", "supply", "teams", "terms", "tied", "tokens"),
        *("turn", "waiting", "x", "y"),
    )

    def __init__(
        self,
        box: Box,
        players: int,
        seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        self.teams = options.get("teams") is True
        rounds = options.get("rounds")
        self.rounds = rounds if isinstance(rounds, int) else box.rounds
        self.sides = box.sides(players, options)
        self.cuffs_shift = self.sides.shift
        self.choices: list[tuple[Action, ...]] = []

    def fields(self) -> Fields:
        return FIELDS

    def blank(self) -> None:
        """Lay out an empty table: nothing drawn, nothing placed, nobody asked."""
        box = self.box
        n, cards, wares = self.players, box.card_count, box.traffics
        nothing = Claim([0] * (wares + 2))
        self.choices = [NO_ACTIONS] * n
        self.turn = self.phase = self.owing = self.passed = self.placer = 0
        self.placed = self.scored = self.extra = self.start_cards = 0
        self.order: list[int] = []
        self.score = [0] * n
        self.laid: list[int] = []
        self.x = [0] * cards
        self.y = [0] * cards
        self.neighbour = [-1] * (4 * cards)
        self.deck: list[int] = []
        self.bag: list[int] = []
        self.discard: list[int] = []
        self.owner = [-1] * cards
        self.recruits = [-1] * (2 * cards)
        self.drawn = self.held = -1
        self.hand = [0] * (8 * n)
        self.shown = [0] * (8 * n)
        self.pieces: list[Piece] = []
        self.side_gang = bytearray(4 * cards)
        self.side_police = bytearray(4 * cards)
        self.jail: list[Prisoner] = []
        self.tokens = [0] * (n * wares)
        self.gained = [0] * (n * wares)
        self.supply = box.tokens[:]
        self.holder = [-1] * wares
        self.level = [0] * wares
        self.stakes = [0] * (n * wares)
        self.staked = [0] * (n * wares)
        self.colour_of = [-1] * cards
        self.claims = [nothing] * n
        self.drafts = [nothing] * n
        self.last_set = [-1] * n
        self.most = [0] * wares
        self.summaries: list[list[int]] = []
        self.leave_place()

    def leave_place(self) -> None:
        """No place is being resolved."""
        self.here = self.feeder = -1
        self.round = self.party = self.named = self.waiting = self.tied = self.purpose = self.outcome = 0
        self.open = self.deal = self.rerolled = self.prize = False
        self.power_police = self.power_gangs = -1
        self.queue: list[int] = []
        self.dice: list[Die] = []
        self.snapshot: list[int] = []
        self.terms: list[Claim] = []
        self.offers: list[Claim] = []

    def copy_to(self, copy: StateData) -> None:
        """Copy everything; pieces, dice, prisoners and claims never change and are shared."""
        self.copy_base(copy)
        copy.choices = self.choices[:]
        copy.turn = self.turn
        copy.phase = self.phase
        copy.owing = self.owing
        copy.passed = self.passed
        copy.placer = self.placer
        copy.placed = self.placed
        copy.scored = self.scored
        copy.extra = self.extra
        copy.start_cards = self.start_cards
        copy.order = self.order[:]
        copy.score = self.score[:]
        copy.laid = self.laid[:]
        copy.x = self.x[:]
        copy.y = self.y[:]
        copy.neighbour = self.neighbour[:]
        copy.deck = self.deck[:]
        copy.bag = self.bag[:]
        copy.discard = self.discard[:]
        copy.owner = self.owner[:]
        copy.recruits = self.recruits[:]
        copy.drawn = self.drawn
        copy.held = self.held
        copy.hand = self.hand[:]
        copy.shown = self.shown[:]
        copy.pieces = self.pieces[:]
        copy.side_gang = self.side_gang[:]
        copy.side_police = self.side_police[:]
        copy.jail = self.jail[:]
        copy.tokens = self.tokens[:]
        copy.gained = self.gained[:]
        copy.supply = self.supply[:]
        copy.holder = self.holder[:]
        copy.level = self.level[:]
        copy.stakes = self.stakes[:]
        copy.staked = self.staked[:]
        copy.colour_of = self.colour_of[:]
        copy.claims = self.claims[:]
        copy.drafts = self.drafts[:]
        copy.last_set = self.last_set[:]
        copy.most = self.most[:]
        copy.summaries = self.summaries[:]
        self.copy_place(copy)

    def copy_place(self, copy: StateData) -> None:
        """Copy what concerns the place being resolved."""
        copy.here = self.here
        copy.feeder = self.feeder
        copy.open = self.open
        copy.deal = self.deal
        copy.round = self.round
        copy.party = self.party
        copy.named = self.named
        copy.waiting = self.waiting
        copy.tied = self.tied
        copy.purpose = self.purpose
        copy.rerolled = self.rerolled
        copy.prize = self.prize
        copy.outcome = self.outcome
        copy.power_police = self.power_police
        copy.power_gangs = self.power_gangs
        copy.queue = self.queue[:]
        copy.dice = self.dice[:]
        copy.snapshot = self.snapshot[:]
        copy.terms = self.terms[:]
        copy.offers = self.offers[:]

    # -- small derived accounts ----------------------------------------------------------------------------------------

    def points(self, seat: int) -> int:
        """The score of that seat, or of its faction in teams (PG 15.1)."""
        return self.score[seat & 1] if self.teams else self.score[seat]

    def add_points(self, seat: int, points: int) -> None:
        """Mark points at once."""
        self.score[seat & 1 if self.teams else seat] += points
        if points:
            self.scored = 1

    def ask(self, phase: int, seat: int) -> None:
        """One seat owes a decision of that phase."""
        self.phase = phase
        self.owing = 1 << seat

    def go_to(self, phase: int) -> None:
        """That phase is the next to be begun."""
        self.phase = phase
        self.owing = 0

    def last_player(self) -> int:
        """The one at the end of this turn's order (PG 4.2)."""
        return self.order[self.players - 1]

    def lowest(self, mask: int) -> int:
        """Of these seats the lowest on the track, then the one later in this turn's order (PG 4.4)."""
        best = -1
        for seat in self.order:
            if mask >> seat & 1 and (best == -1 or self.points(seat) <= self.points(best)):
                best = seat
        return best

    def pieces_here(self) -> list[Piece]:
        """The pieces on the place being resolved, in order."""
        found = [piece for piece in self.pieces if piece.card == self.here]
        found.sort(key=piece_code)
        return found

    def present(self, card: int) -> int:
        """The seats with a piece at that place."""
        mask = 0
        for piece in self.pieces:
            if piece.card == card:
                mask |= 1 << piece.seat
        return mask

    def fighters(self) -> int:
        """The gangsters with fighting tiles on the place being resolved."""
        mask = 0
        for piece in self.pieces:
            if piece.card == self.here and not piece.recruiting and not piece.police:
                mask |= 1 << piece.seat
        return mask

    def tiles_of(self, seat: int) -> int:
        """How many tiles or dice a seat has in hand."""
        total = 0
        for at in range(seat * 8, seat * 8 + 8):
            total += self.hand[at]
        return total

    def jailed(self, seat: int) -> int:
        """How many tiles or dice of a seat are in prison."""
        count = 0
        for prisoner in self.jail:
            if prisoner.seat == seat:
                count += 1
        return count

    def badges_of(self, seat: int) -> int:
        """The badges a policeman's rolled dice show; a double counts (PG 2.3, PG 7.4)."""
        count = 0
        for die in self.dice:
            if die.seat == seat and (die.face == BADGE or die.face == DOUBLE_FACE):
                count += 1
        return count

    def open_sides(self, card: int) -> int:
        """How many sides of a place have no card next to them (PG 6.5)."""
        count = 0
        for spot in range(4 * card, 4 * card + 4):
            if self.neighbour[spot] == -1:
                count += 1
        return count

    def cells(self) -> dict[int, int]:
        """The city as a map from cells to cards."""
        return {self.x[card] * FAR + self.y[card]: card for card in self.laid}

    def link_city(self) -> None:
        """Work out which cards lie side by side."""
        cells = self.cells()
        for card in self.laid:
            for side in range(4):
                cell = (self.x[card] + DX[side]) * FAR + self.y[card] + DY[side]
                self.neighbour[4 * card + side] = cells.get(cell, -1)

    def put(self, piece: Piece) -> None:
        """A piece lies at a side, and holds it for its owner's faction."""
        self.pieces.append(piece)
        if piece.police:
            self.side_police[piece.spot] += 1
        else:
            self.side_gang[piece.spot] = piece.seat + 1

    def tell(self, kind: str, data: Mapping[str, object]) -> None:
        """Log an event for everybody."""
        if self.log is not None:
            self.log.append(Event(kind, data))


TOKEN_ROWS: Final = Rows(codecs.Tokens("traffic_names", 12))
TOKEN_NUMBERS: Final = Rows(Row("traffic_names", 12))

FIELDS: Final[Fields] = (
    Field("turn", Int(0, "turn_limit"), default=1),
    Field("phase", Name(PHASE_NAMES), default="place"),
    Field("owing", SeatSet(), view=HIDDEN),
    Field("passed", SeatSet()),
    Field("order", codecs.TurnOrder()),
    Field("scores", PerSeat(Int()), attr="score", view=HIDDEN),
    Field("placer", Int(-1, 5)),
    Shown("teams", Bool()),
    Shown("rounds", Int(0, 9)),
    Shown("handcuffs_shift", Int(-20, 20)),
    codecs.CityField(),
    Shown("colours", codecs.ColoursCodec()),
    Field("drawn", Name("card_names", optional=True)),
    Computed("deck", lambda state: [state.box.card_names[card] for card in state.deck]),
    Shown("deck", Int(0, "card_count")),
    Computed("bag", lambda state: [state.box.characters[c] for c in state.bag]),
    Shown("bag", Int(0, 99)),
    Field("discard", NameList("characters")),
    Shown("discard", Counts("characters", 30)),
    Computed("hands", lambda state: codecs.Crews().write(state.hand, state.box, state.players)),
    Shown("hand", codecs.HandCodec()),
    Shown("in_hand", PerSeat(Int(0, 30))),
    Shown("roster", codecs.Crews()),
    Field("shown", codecs.Crews(), view="back"),
    Computed("pieces", lambda state: [piece_text(state.box, piece) for piece in state.pieces]),
    Shown("pieces", codecs.PiecesCodec()),
    Field("jail", codecs.Prisoners()),
    Field("held", Int(-1, 99), view=HIDDEN),
    Shown("held", codecs.HeldCodec()),
    Field("tokens", TOKEN_ROWS, view=HIDDEN),
    Shown("tokens", Row("traffic_names", 12)),
    Field("gained", TOKEN_ROWS, shown=TOKEN_NUMBERS),
    Field("", Row("traffic_names", 12), attr="supply", view="supply"),
    codecs.MarkersField(),
    Field("stakes", TOKEN_ROWS, view=HIDDEN),
    Shown("stakes", Row("traffic_names", 12)),
    Field("staked", TOKEN_ROWS, shown=TOKEN_NUMBERS),
    Field("", Name("card_names"), attr="here", view="here"),
    Field("", Bool(), attr="open", view="open"),
    Field("", Bool(), attr="deal", view="deal"),
    Field("", NameSet("traffic_names"), attr="named", view="named"),
    Field("", SeatSet(), attr="party", view="party"),
    Field("", Int(0, 9), attr="round", view="round"),
    Shown("claims", PerSeat(codecs.ClaimCodec())),
    Shown("terms", PerSeat(codecs.ClaimCodec())),
    Shown("offers", PerSeat(codecs.ClaimCodec())),
    Shown("draft", codecs.ClaimCodec()),
    Shown("draft_from", Int(-1, 9)),
    Shown("most", Row("traffic_names", 12)),
    Field("", SeatSet(), attr="tied", view="tied"),
    Field("", codecs.TurnOrder(), attr="queue", view="queue"),
    Field("", SeatSet(), attr="waiting", view="waiting"),
    Field("", SeatNumber(), attr="feeder", view="feeder"),
    Field("", Int(0, 7), attr="outcome", view="outcome"),
    Field("", Bool(), attr="prize", view="prize"),
    Shown("dice", codecs.DiceCodec()),
    Field("", Name(PURPOSES), attr="purpose", view="purpose"),
    Field("", Bool(), attr="rerolled", view="rerolled"),
    Field("", Int(-1, 99), attr="power_police", view="power_police"),
    Field("", Int(-1, 99), attr="power_gangs", view="power_gangsters"),
    Shown("flags", ListOf(Int(0, 6), 4)),
    Field("summaries", codecs.Summaries()),
    codecs.Resolution(),
)
