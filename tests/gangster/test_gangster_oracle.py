"""The rules told a second time, slowly and from a position's words alone: the engine must agree at every moment."""

import pytest

from parrain.core import Stream

from .shorthand import GAME

BOX = GAME.box
STREETS = [(BOX.names[a], BOX.names[b]) for a, b in BOX.streets]
PORT = BOX.names[BOX.port]


def neighbours(at, players):
    found = {b for pair in STREETS for a, b in (pair, pair[::-1]) if a == at}
    return found - {"cicero"} if players == 3 else found


def roads(start, steps, players):
    walks = [[start]]
    for _ in range(steps):
        walks = [[*walk, place] for walk in walks for place in neighbours(walk[-1], players) if walk[-2:-1] != [place]]
    return {walk[-1] for walk in walks}


def next_square(squares, size, colour, any_clan):
    """The square after the last one occupied; else the first hole, if the last square is the right clan's."""
    row = squares + [""] * (size - len(squares))
    occupied = [square for square, each in enumerate(row) if each]
    if not occupied or occupied[-1] < size - 1:
        return occupied[-1] + 1 if occupied else 0
    holes = [square for square, each in enumerate(row) if not each]
    return holes[0] if holes and (any_clan or row[-1] == colour) else None


def guarded(position, district, colour):
    return position["cars"][colour] == district and "bodyguard" in position["gear"][colour]


def deeds(position, colour):
    """Everything this colour may do with its turn."""
    players, gear, at = position["players"], position["gear"][colour], position["cars"][colour]
    any_clan, guard = position["options"]["any_clan"], position["options"]["guard_stops_gun"]
    found = set()
    for card in position["cards"][colour]:
        for steps in {card, card + 1 if "engine" in gear else card}:
            found |= {f"drive {card} {place}" for place in roads(at, steps, players)}
        if "bumper" in gear:
            found |= {
                f"bump {card} {other}" for other, place in position["cars"].items() if place in neighbours(at, players)
            }
    if at == PORT:
        return found
    squares, size = position["squares"][at], BOX.tile_squares[position["tiles"][at] - 1]
    aboard = set(position["trunks"][colour]) | ({colour} if position["inside"][colour] else set())
    found |= {f"unload {each}" for each in aboard if next_square(squares, size, each, any_clan) is not None}
    first = next_square(squares, size, colour, any_clan)
    if "door" in gear and position["inside"][colour] > 1 and first is not None:
        row = squares + [""] * (size - len(squares))
        row[first] = colour
        if next_square(row, size, colour, any_clan) is not None:
            found.add("unload two")
    room = len(position["trunks"][colour]) < (2 if "trunk" in gear else 1)
    for square, each in enumerate(squares):
        if each == colour or (each and room and not guarded(position, at, each)):
            found.add(f"load {square + 1}")
    if "machine-gun" in gear and room:
        found |= {f"gun {place}" for place in neighbours(at, players) - {PORT} if grabs(position, colour, place, guard)}
    return found


def grabs(position, colour, district, guard):
    return {
        f"grab {square + 1}"
        for square, each in enumerate(position["squares"][district])
        if each and each != colour and not (guard and guarded(position, district, each))
    }


def expected(position):
    colour, phase = position["colour"], position["phase"]
    back = {"back"} if position["back"] else set()
    if phase == "colour":
        return {"play grey", "play yellow"} if position["turn"] == 0 else {"play blue", "play brown"}
    if phase == "act":
        return deeds(position, colour) | (back if position["players"] == 2 else set())
    if phase == "square":
        return grabs(position, colour, position["target"], position["options"]["guard_stops_gun"]) | back
    if phase == "sink":
        return {"sink", "keep"}
    return {f"equip {kind}" for kind in position["port"] if kind and kind not in position["gear"][colour]}


def pay(position, doubles, casino):
    """What every colour gets on this scoring day."""
    paid = dict.fromkeys(position["cars"], 0)
    for district, squares in position["squares"].items():
        order = sorted(
            {each for each in squares if each},
            key=lambda each: (-squares.count(each), -max(s for s, c in enumerate(squares) if c == each)),
        )
        for each, value in zip(order, BOX.tile_values[position["tiles"][district] - 1], strict=False):
            paid[each] += (casino if value < 0 else value) * (2 if district in doubles else 1)
    return paid


@pytest.mark.rule(
    "GA 5.2", "GA 6.1", "GA 7.3", "GA 7.4", "GA 8.3", "GA 9.3", "GA 9.6", "GA 13.5", "GA 13.8", "GA 13.10"
)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("switched", [False, True])
def test_the_engine_agrees_with_the_rules_told_slowly(players, switched):
    options = {"any_clan": switched, "guard_stops_gun": not switched}
    scorings = full = 0
    for seed in range(3):
        log = []
        state = GAME.new(players, 700 + seed, log, **options)
        rng = Stream(seed)
        while not state.is_over:
            position = state.to_position()
            seat = position["turn"]
            choices = state.legal_actions(seat)
            assert {str(choice) for choice in choices} == expected(position), position
            log.clear()
            # loading and unloading are rarer than roads: choose a kind first, so that tiles fill up and holes open
            kinds = sorted({choice.kind for choice in choices})
            kind = kinds[rng.below(len(kinds))]
            some = [choice for choice in choices if choice.kind == kind]
            state.apply(seat, some[rng.below(len(some))])
            casino = [event.data["value"] for event in log if event.kind == "casino"]
            if casino:
                told = {event.kind: event.data for event in log}
                doubles = {
                    *position["doubles"],
                    *[event.data["district"] for event in log if event.kind == "double"][:1],
                }
                paid = pay(position, doubles, casino[0])  # the last card was a drive: nobody moved on the tiles
                owners = {2: {"grey": 0, "yellow": 0, "blue": 1, "brown": 1}}.get(players) or {
                    c: i for i, c in enumerate(position["cars"])
                }
                total = list(position["influence"])
                for colour, points in paid.items():
                    total[owners[colour]] += points
                assert total == told["influence"]["scores"]
                scorings += 1
        full += sum(
            len(squares) == BOX.tile_squares[position["tiles"][name] - 1]
            for name, squares in position["squares"].items()
        )
    assert scorings >= 3 and full, "the games must reach what they are to check"
