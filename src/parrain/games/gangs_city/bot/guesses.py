"""What lies face down, guessed by who would have been laid there: tables in which everybody has played sensibly.

The first tables of a View are dealt at random. Each says of every face-down tile how good each character that it may
be looked to its owner, with the tiles that lay there then and as that table has them. The tables after them deal what
looked good more often.
"""

from __future__ import annotations

from math import exp
from typing import Final

from parrain.core.stream import Stream
from parrain.games.gangs_city.actions import GUN, RECRUIT, VEST
from parrain.games.gangs_city.bot.outlook import Outlook, SiteValues, Tiles
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.imagine import HiddenSeat, HiddenTile, Worlds
from parrain.games.gangs_city.rules import State
from parrain.games.gangs_city.rules.derived import derive
from parrain.games.gangs_city.state import CHIEF, PLACING
from parrain.games.gangs_city.view import View

LESSONS: Final = 8  # the tables from which is learned what looked good
SHARPNESS: Final = 2.0  # how strictly people follow the ratings: searches do with 2.3, people may not
BLUFF: Final = 0.03  # how likely the worst choice is beside the best


class LikelyWorlds(Worlds):
    """The tables behind a View, the likelier the more often."""

    def __init__(self, view: View, box: Box) -> None:
        super().__init__(view, box)
        self.lessons = 0
        self.values = SiteValues(self.open)
        self.face_down: dict[int, HiddenTile] = {tile.tile: tile for each in self.hidden for tile in each.tiles}
        self.owners: dict[int, HiddenSeat] = {tile.tile: each for each in self.hidden for tile in each.tiles}
        self.latest_first = sorted(self.face_down, reverse=True)
        self.ratings: dict[int, list[float]] = {}  # by tile, then by `what << 3 | do`: the sum of all lessons
        self.weights: dict[int, list[float]] = {}

    def draw(self, rng: Stream) -> State:
        """A table; the first ones are learned from."""
        state = super().draw(rng)
        if self.latest_first and self.lessons < LESSONS:
            self.learn(state)
        return state

    def in_order(self, choices: list[int], tile: int, rng: Stream) -> list[int]:
        """What a tile may be, in the order in which it is tried: the first by its weight."""
        rng.shuffle(choices)
        weights = self.weights.get(tile)
        if weights is None:
            return choices
        distinct: list[int] = []
        total = 0.0
        for choice in choices:
            if choice not in distinct:
                distinct.append(choice)
                total += weights[choice]
        drawn = rng.below(1 << 24) / (1 << 24) * total
        for choice in distinct:
            drawn -= weights[choice]
            if drawn < 0.0:
                choices.remove(choice)
                choices.insert(0, choice)
                break
        return choices

    def learn(self, state: State) -> None:
        """Add to the ratings of every face-down tile, by the table as it was when the tile was laid."""
        self.lessons += 1
        then = state.clone()
        then.phase = PLACING
        for tile in self.latest_first:
            seat = self.owners[tile].seat
            take_back(then, tile)
            then.mover = seat
            derive(then)
            tiles = Tiles(then)
            tiles.add()
            outlook = Outlook(then, seat, self.values, tiles)
            chief = 1 if state.laid_mark[tile] & CHIEF else 0
            self.learn_tile(tile, outlook, state.laid_spot[tile], chief)

    def learn_tile(self, tile: int, outlook: Outlook, spot: int, chief: int) -> None:
        """Add what each character promised there, and weigh them anew."""
        box = outlook.box
        ratings = self.ratings.setdefault(tile, [0.0] * (8 * (box.types + 1)))
        weights = [BLUFF] * len(ratings)
        choices = self.choices(tile)
        for choice in choices:
            who, do = choice >> 3, choice & 7
            if who < box.showdown:
                action = box.send_actions[who * 6 + do * 2 + chief]
            else:
                action = box.gun_action if do == GUN else box.vest_action
            ratings[choice] += outlook.order(spot, action)
        top = max([ratings[choice] for choice in choices])
        for choice in choices:
            weights[choice] += exp(SHARPNESS * (ratings[choice] - top) / self.lessons)
        self.weights[tile] = weights

    def choices(self, tile: int) -> list[int]:
        """All that a tile may be and do, as `what << 3 | do`, whatever else its owner has laid."""
        hidden = self.face_down[tile]
        found: list[int] = []
        for who in self.owners[tile].types:
            if hidden.fighting >> who & 1:
                found.append(who << 3 | hidden.doing)
            if hidden.recruiting >> who & 1:
                found.append(who << 3 | RECRUIT)
        showdown = self.open.box.showdown
        return [*found, showdown << 3 | GUN, showdown << 3 | VEST]


def take_back(state: State, tile: int) -> None:
    """Take this tile and all that were laid later back into their hands."""
    box = state.box
    for i in range(tile, len(state.laid_seat)):
        if state.laid_what[i] != box.showdown:
            state.hand[state.laid_seat[i] * box.types + state.laid_what[i]] += 1
    state.laid_seat = state.laid_seat[:tile]
    state.laid_what = state.laid_what[:tile]
    state.laid_spot = state.laid_spot[:tile]
    state.laid_do = state.laid_do[:tile]
    state.laid_mark = state.laid_mark[:tile]
    state.laid_look = state.laid_look[:tile]
