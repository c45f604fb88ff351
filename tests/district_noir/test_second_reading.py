"""A second reading of the rulebook: a referee that deals, lays, takes and counts by itself and compares all tables."""

from collections import Counter

import pytest

import parrain
from parrain.core import Stream

GAME = parrain.game("district-noir")
GANGS = {"5": 5, "6": 6, "7": 7, "8": 8}
POINTS = {"+2": 2, "+3": 3, "+4": 4, "-1": -1, "-2": -2, "-3": -3}
BUILDINGS = ("port", "police", "city-hall")
BOX = Counter(
    {**GANGS, "+2": 4, "+3": 2, "+4": 1, "-1": 3, "-2": 4, "-3": 2, **dict.fromkeys(BUILDINGS, 1)}
)  # DN 2.1 to DN 2.4


class Referee:
    """Reads the hidden order of the cards once, then follows the game by the rules alone."""

    def __init__(self, state):
        dealt = state.to_position()
        hands = dealt["hands"]
        assert Counter([*dealt["away"], *hands[0], *hands[1], *dealt["line"], *dealt["deck"]]) == BOX  # DN 2.1
        assert [len(dealt["away"]), len(dealt["line"]), len(dealt["deck"])] == [3, 2, 30]  # DN 3.1 to DN 3.3
        self.away, self.deck = dealt["away"], dealt["deck"]
        self.hands = [Counter(hand) for hand in hands]
        self.line, self.taken = dealt["line"], [Counter(), Counter()]
        self.round, self.starter = 1, dealt["starter"]
        self.begin_round()

    def begin_round(self):
        """Everybody has five cards and a take (DN 4.2)."""
        assert [hand.total() for hand in self.hands] == [5, 5]
        self.takes, self.actions, self.turn = [1, 1], 0, self.starter

    def legal(self):
        """Any card of the hand; a take, once a round and from a line that is not empty (DN 4.2, DN 6.3, DN 6.4)."""
        found = {f"lay {card}" for card in self.hands[self.turn]}
        return found | {"take"} if self.takes[self.turn] and self.line else found

    def play(self, choice):
        """One action, then the other player's, or the next round (DN 4.1, DN 5.1, DN 6.1, DN 6.2, DN 7.1)."""
        seat = self.turn
        if choice == "take":
            self.takes[seat] = 0
            self.taken[seat] += Counter(self.line[-5:])
            self.line = self.line[:-5]
            if sum(self.taken[seat][name] for name in BUILDINGS) == 3:
                return  # won at once (DN 8.1)
        else:
            card = choice.removeprefix("lay ")
            self.hands[seat] -= Counter([card])
            self.line = [*self.line, card]
        self.actions, self.turn = self.actions + 1, 1 - seat
        if self.actions == 12 and self.deck:  # DN 7.2, DN 7.3
            self.hands = [Counter(self.deck[:5]), Counter(self.deck[5:10])]
            self.deck, self.round, self.starter = self.deck[10:], self.round + 1, 1 - self.starter
            self.begin_round()

    def points(self, seat):
        """Majorities, sets, alliances and betrayals (DN 8.2 to DN 8.5)."""
        mine, theirs = self.taken[seat], self.taken[1 - seat]
        majorities = sum(value for gang, value in GANGS.items() if mine[gang] > theirs[gang])
        return majorities + 5 * min(mine[gang] for gang in GANGS) + sum(mine[card] * POINTS[card] for card in POINTS)

    def ending(self):
        """How the game has ended and who has won, -1 for nobody; None while it goes on (DN 8.1, DN 8.6, DN 8.7)."""
        for seat in (0, 1):
            if all(self.taken[seat][name] for name in BUILDINGS):
                return ("buildings", seat)
        if self.deck or self.actions < 12:
            return None
        keys = [(self.points(seat), *[self.taken[seat][gang] for gang in "8765"]) for seat in (0, 1)]
        if keys[0] == keys[1]:
            return ("draw", -1)
        how = "points" if keys[0][0] != keys[1][0] else "tie-break"
        return (how, 0 if keys[0] > keys[1] else 1)

    def compare(self, state):
        """The whole table is as this referee has it, and everybody sees what is theirs to see (DN 9.1)."""
        table = state.to_position()
        assert table["line"] == self.line and table["deck"] == self.deck and table["away"] == self.away
        assert [Counter(hand) for hand in table["hands"]] == self.hands
        assert [Counter(cards) for cards in table["taken"]] == self.taken
        assert (table["round"], table["starter"]) == (self.round, self.starter)
        assert table["may_take"] == [take == 1 for take in self.takes]
        assert state.scores() == (self.points(0), self.points(1))
        for seat in (0, 1, None):
            view = state.view(seat)
            hand = {} if seat is None else self.hands[seat]
            assert Counter(view.hand) == hand and view.line == tuple(self.line)
            assert (view.deck, view.away) == (len(self.deck), 3)
            assert view.hand_sizes == tuple(hand.total() for hand in self.hands)
            assert [Counter(cards) for cards in view.taken] == self.taken
        end = self.ending()
        assert state.is_over == (end is not None)
        if end is None:
            assert state.current_players() == (self.turn,) and state.legal_actions(1 - self.turn) == ()
            choices = [str(action) for action in state.legal_actions(self.turn)]
            assert set(choices) == self.legal() and len(choices) == len(self.legal())
        else:
            places = (1, 1) if end[1] < 0 else (1, 2) if end[1] == 0 else (2, 1)
            assert (state.ending, state.ranking(), state.current_players()) == (end[0], places, ())


@pytest.mark.rule("DN 3.2", "DN 4.1", "DN 4.2", "DN 6.1", "DN 6.2", "DN 7.1", "DN 7.2", "DN 8.1", "DN 8.7", "DN 9.1")
def test_every_decision_of_random_games():
    endings, starters = Counter(), Counter()
    for seed in range(90):
        state, rng = GAME.new(2, seed), Stream(seed)
        referee = Referee(state)
        starters[referee.starter] += 1
        referee.compare(state)
        while not state.is_over:
            choices = state.legal_actions(referee.turn)
            take = [action for action in choices if str(action) == "take"]
            eager = seed % 3 == 0 and take and set(referee.line[-5:]) & set(BUILDINGS)  # some games are about buildings
            action = take[0] if eager else choices[rng.below(len(choices))]
            state.apply(referee.turn, action)
            referee.play(str(action))
            referee.compare(state)
        endings[state.ending] += 1
    assert endings["buildings"] > 3 and endings["points"] > 30 and min(starters[0], starters[1]) > 20


@pytest.mark.rule("DN 3.1", "DN 3.4")
def test_cards_are_shuffled():
    """No card has a place of its own: over many games most kinds come in every part of the deal."""
    games = [GAME.new(2, seed).to_position() for seed in range(120)]
    assert len({tuple(each["deck"]) for each in games}) == len(games)
    for part in (lambda each: each["away"], lambda each: each["line"], lambda each: each["deck"][:2]):
        assert len({card for each in games for card in part(each)}) == len(BOX)
    for seat in (0, 1):
        assert len({card for each in games for card in each["hands"][seat]}) == len(BOX)
