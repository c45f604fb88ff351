"""A second reading of the rulebook: traffics, gunfights and points worked out again from events, in plain Python."""

import pytest

from parrain.core import Stream

from .gangs_city_table import GAME

BOX = GAME.box
CREW = {each.name: each for each in BOX.crew}
SIDES = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}


class Reader:
    """Listens to a game played with plain mercenaries and keeps its own account."""

    def __init__(self, state):
        self.state = state
        self.owner, self.leader, self.scores = {}, dict.fromkeys(BOX.traffics, (-1, 0)), [0] * state.players
        self.stock = [dict.fromkeys(BOX.traffics, 0) for _ in range(state.players)]
        self.tiles, self.dead, self.site, self.bids, self.checked, self.won = [], set(), "", None, set(), ""

    def hear(self, event):
        read = getattr(self, "hear_" + event.kind.replace("-", "_"), None)
        if read:
            read(event.data)
            self.checked.add(event.kind)

    def hear_turn(self, data):
        self.first, self.bids, self.dead, self.chiefs = data["first"], None, set(), set()

    def hear_place(self, data):
        if data["chief"]:
            self.chiefs.add(data["tile"] - 1)

    def hear_turned(self, data):
        self.won = data["place"]

    def hear_build(self, data):
        self.owner[data["place"]] = data["seat"] if data["place"] == self.won else -1

    def hear_first_place(self, data):
        self.owner[data["place"]] = -1

    def hear_bids(self, data):
        self.bids = data["bids"]

    def hear_reveal(self, data):
        self.tiles = [{**tile, "chief": i in self.chiefs} for i, tile in enumerate(data["tiles"])]
        self.managed = [dict.fromkeys(BOX.traffics, 0) for _ in range(self.state.players)]
        for place in {tile["spot"] for tile in self.tiles if tile["do"] == "manage"}:
            managers = [tile for tile in self.tiles if tile["spot"] == place]
            assert {tile["seat"] for tile in managers} == {self.owner[place]}
            for k, traffic in enumerate(BOX.traffics):
                icons = sum(CREW[tile["who"]].icons[k] for tile in managers)
                self.managed[managers[0]["seat"]][traffic] += min(
                    icons, BOX.place_icons[BOX.place_number[place] * BOX.kinds + k]
                )

    def hear_managed(self, data):
        assert data["managed"] == [list(row.values()) for row in self.managed]

    def hear_traffic(self, data):
        traffic = data["traffic"]
        k = BOX.traffics.index(traffic)
        bid = [row[k] if self.bids else 0 for row in self.bids or [[]] * self.state.players]
        totals = [self.managed[seat][traffic] + bid[seat] for seat in range(self.state.players)]
        assert data["totals"] == totals
        most = [seat for seat, total in enumerate(totals) if total and total == max(totals)]
        leads = most[0] if len(most) == 1 else -1
        before, box = self.leader[traffic]
        box = min(box + 1, 2) if leads == before and leads >= 0 else 0
        assert (data["leader"], data["points"]) == (leads, BOX.boxes[k][box] if leads >= 0 else 0)
        self.leader[traffic] = (leads, box)
        for seat in range(self.state.players):
            self.stock[seat][traffic] -= bid[seat]

    def hear_stock(self, data):
        traffic, seat = data["traffic"], data["seat"]
        assert data["count"] == self.managed[seat][traffic] and self.leader[traffic][0] != seat
        self.stock[seat][traffic] += data["count"]

    def hear_resolve(self, data):
        self.site = data["site"]

    def hear_killed(self, data):
        tile = self.tiles[data["tile"] - 1]
        vest = any(each["seat"] == tile["seat"] and each["do"] == "vest" and self.here(each) for each in self.tiles)
        assert tile["who"] == data["who"] and tile["do"] == "fight" and (not vest or self.site.startswith("pile"))
        self.dead.add(data["tile"] - 1)

    def here(self, tile):
        return tile["spot"].partition("/")[0] == self.site

    def hear_fight(self, data):
        owner = self.owner.get(self.site, -1)
        fighters = [t for i, t in enumerate(self.tiles) if self.here(t) and t["do"] == "fight" and i not in self.dead]
        totals = [-1] * self.state.players
        for seat in {tile["seat"] for tile in fighters}:
            mine = [tile for tile in fighters if tile["seat"] == seat]
            values = [CREW[tile["who"]].defence if seat == owner else CREW[tile["who"]].attack for tile in mine]
            totals[seat] = sum(values) + len(mine) * any(tile["chief"] for tile in mine)
        assert data["totals"] == totals
        best = [seat for seat, total in enumerate(totals) if total >= 0 and total == max(totals)]
        if not best:
            assert data["winner"] == -1
            return
        chiefs = [seat for seat in best if any(tile["chief"] and tile["seat"] == seat for tile in fighters)]
        order = sorted(best, key=lambda seat: (seat - self.first) % self.state.players)
        winner = owner if owner in best else next((seat for seat in order if seat in chiefs), order[0])
        assert data["winner"] == winner
        if not self.site.startswith("pile"):
            self.owner[self.site] = winner

    def hear_score(self, data):
        at = {name: tuple(about["at"]) for name, about in self.state.to_position()["city"].items()}
        for seat in range(self.state.players):
            left, largest = {name for name, owner in self.owner.items() if owner == seat}, 0
            while left:
                group, fresh = set(), {left.pop()}
                while fresh:
                    group |= fresh
                    beside = {(at[name][0] + dq, at[name][1] + dr) for name in fresh for dq, dr in SIDES.values()}
                    fresh = {name for name in left if at[name] in beside}
                    left -= fresh
                largest = max(largest, len(group))
            points = sum(
                BOX.boxes[k][self.leader[t][1]] for k, t in enumerate(BOX.traffics) if self.leader[t][0] == seat
            )
            assert data["traffics"][seat] == points and data["quarters"][seat] == max(0, largest - 1)
            self.scores[seat] += points + max(0, largest - 1)
        assert data["scores"] == self.scores


@pytest.mark.rule(
    "GC 1.1", "GC 1.3", "GC 5.4", "GC 5.5", "GC 5.6", "GC 5.9", "GC 6.4", "GC 6.7", "GC 6.8", "GC 6.10", "GC 7.5"
)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_engine_and_the_second_reader_agree(players):
    heard = set()
    for seed in range(4):
        log = []
        state = GAME.new(players, 300 + seed, log, mercenaries="plain")
        reader, rng = Reader(state), Stream(seed)
        while True:
            for event in log:
                reader.hear(event)
            log.clear()
            if state.is_over:
                break
            seat = state.current_players()[0]
            actions = state.legal_actions(seat)
            state.apply(seat, actions[rng.below(len(actions))])
        heard |= reader.checked
    assert {"managed", "traffic", "stock", "fight", "killed", "score", "bids"} <= heard
