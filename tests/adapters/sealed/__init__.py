"""A game of secret bids for the adapters' tests: everybody decides at once, in two steps, with a die; no encoding."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from parrain.core import BLANK, Action, Box, Game, IllegalAction, Option, State, Stream, View, frozen, number, say

COLOURS = ("red", "black")


class SealedBox(Box):
    def __init__(self, edition):
        self.coins = number(edition.table("table"), "coins", 1, 50)
        self.rounds = number(edition.table("table"), "rounds", 1, 50)
        texts = [*(f"colour {name}" for name in COLOURS), *(f"bid {coins}" for coins in range(self.coins + 1))]
        super().__init__(
            edition, tuple(Action(i, text, int(i > 1), i if i < 2 else i - 2) for i, text in enumerate(texts))
        )


@dataclass
class SealedView(View):
    """Coins and points are open; a colour and a bid are their owner's; when the round is over, only who won is told."""

    round: int
    prize: int
    coins: tuple[int, ...]
    winner: int
    my_colour: int
    my_bid: int


class SealedState(State):
    def __init__(self, box, players, seed=BLANK, options=None, log=None):
        super().__init__(box, players, seed, options or {}, log)
        self.points = [0] * players
        self.coins = [box.coins] * players
        self.winner = -1
        self.round = 0
        if seed != BLANK:
            self.next_round()

    def next_round(self):
        self.round += 1
        self.reveals += 1
        self.colour = [-1] * self.players
        self.bid = [-1] * self.players
        self.prize = 1 + self.below(6)

    def current_players(self):
        return () if self.is_over else tuple(seat for seat in range(self.players) if self.bid[seat] < 0)

    def legal_actions(self, player):
        if player not in self.current_players():
            return ()
        return self.box.actions[:2] if self.colour[player] < 0 else self.box.actions[2 : self.coins[player] + 3]

    def apply(self, player, action):
        if action not in self.legal_actions(player):
            raise IllegalAction("SB 1", "Not now.")
        if action.kind == 0:
            self.colour[player] = action.a
            return
        self.bid[player] = action.a
        if min(self.bid) >= 0:
            self.reveal()

    def reveal(self):
        best = [seat for seat in range(self.players) if self.bid[seat] == max(self.bid)]
        self.winner = best[0] if len(best) == 1 else -1
        if self.winner >= 0:
            self.coins[self.winner] -= self.bid[self.winner]
            self.points[self.winner] += self.prize + (self.colour[self.winner] == 0 and self.options["red"])
        if self.round == self.box.rounds:
            self.is_over, self.ending = True, "bids"
        else:
            self.next_round()

    def clone(self):
        copy = SealedState(self.box, self.players, BLANK, self.options)
        self.copy_base(copy)
        copy.points, copy.coins, copy.colour, copy.bid = self.points[:], self.coins[:], self.colour[:], self.bid[:]
        copy.winner, copy.round, copy.prize = self.winner, self.round, self.prize
        return copy

    def scores(self):
        return tuple(self.points)

    def ranking(self):
        return tuple(1 + sum(other > mine for other in self.points) for mine in self.points)

    def view(self, player):
        return SealedView(
            "sealed-bids",
            self.box.edition.key,
            dict(self.options),
            self.players,
            player,
            self.current_players(),
            self.ending,
            self.ranking() if self.is_over else (),
            self.scores(),
            self.round,
            self.prize,
            tuple(self.coins),
            self.winner,
            -1 if player is None else self.colour[player],
            -1 if player is None else self.bid[player],
        )

    def to_position(self):
        return {
            "players": self.players,
            "options": dict(self.options),
            "points": self.points[:],
            "coins": self.coins[:],
            "colour": self.colour[:],
            "bid": self.bid[:],
            "winner": self.winner,
            "round": self.round,
            "prize": self.prize,
            "over": self.is_over,
            "random": self.random_words(),
            "reveals": self.reveals,
        }

    def check(self):
        assert all(0 <= coins <= self.box.coins for coins in self.coins)


class SealedBids(Game):
    id = "sealed-bids"
    prefix = "SB"
    title = "Sealed bids"
    fewest = 2
    most = 4
    minutes = 1
    difficulty = 1
    pitch = say("Bid.")
    endings = ("bids",)
    options = (Option("red", (True, False), say("Red is worth a point more")),)
    home = Path(__file__).parent
    default_edition = "plain"

    def open_box(self, edition):
        return SealedBox(edition)

    def deal(self, players, seed, options, log):
        return SealedState(self.box, players, seed, options, log)

    def read_position(self, data):
        state = SealedState(self.box, data["players"], BLANK, data["options"])
        state.points, state.coins, state.colour, state.bid = (
            list(data[key]) for key in ("points", "coins", "colour", "bid")
        )
        state.winner, state.round, state.prize = data["winner"], data["round"], data["prize"]
        state.is_over, state.ending, state.reveals = data["over"], "bids" if data["over"] else "", data["reveals"]
        state.set_random_words(data["random"])
        return state

    def imagine(self, view, rng: Stream):
        state = SealedState(self.box, view.players, BLANK, view.options)
        state.reseed(rng.seed())
        state.points, state.coins = list(view.scores), list(view.coins)
        state.winner, state.round, state.prize, state.reveals = view.winner, view.round, view.prize, view.round
        state.is_over, state.ending = view.ending != "", view.ending
        state.colour, state.bid = [-1] * view.players, [-1] * view.players
        for seat in range(view.players):
            if seat == view.seat:
                state.colour[seat], state.bid[seat] = view.my_colour, view.my_bid
            elif seat in view.to_move:
                state.colour[seat] = rng.below(3) - 1
            else:
                state.colour[seat], state.bid[seat] = rng.below(2), rng.below(view.coins[seat] + 1)
        return state

    def view_from_data(self, data):
        return SealedView(**{key: frozen(value) for key, value in data.items()})

    def draw(self, view, names=(), language="en", narrow=False):
        return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>"

    def prompt(self, view):
        return say("Bid.")

    def action_label(self, action, view):
        return say("{text}", text=str(action))

    def event_text(self, event, seat):
        return None

    def describe(self, view):
        return [
            say(
                "Round {round}, {prize} to win, your bid is {bid}.", round=view.round, prize=view.prize, bid=view.my_bid
            )
        ]
