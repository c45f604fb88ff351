"""Finds the finished games of tests/reglement/records: one for each ending, and winners who were out already.

    PYTHONPATH=src:tests python -m reglement.make_records

Endings that random players never reach are played towards by players who see everything and work together.
"""

from pathlib import Path

from parrain import all_games
from parrain.core import Record, Stream
from parrain.games.reglement.rules.turn import income
from parrain.games.reglement.state import FIRST, SECOND

GAME = all_games()["reglement-de-comptes"]


def whole_choices(state):
    """Every way to use one card to its end, with the State it leads to."""
    seat, turn = state.mover, state.turn
    found = []

    def follow(table, path):
        for action in table.legal_actions(seat):
            if str(action) == "back":
                continue
            after = table.clone()
            after.apply(seat, action)
            if after.is_over or after.turn != turn or after.step in (FIRST, SECOND) or after.mover != seat:
                found.append(([*path, action], after))
            else:
                follow(after, [*path, action])

    follow(state, [])
    return found


def income_of_all(state):
    return sum(income(state, seat) for seat in range(state.players))


def hunters(state):
    """Kill whom one can, and leave the bank alone."""
    return -100 * sum(state.alive) - income_of_all(state) / 100


def sleepy(state):
    """Kill until two are left and nobody earns anything, then nothing more."""
    if state.living() < 2:
        return -1e6
    return -100 * max(sum(state.alive), 4) - income_of_all(state)


def suicidal(state):
    """Few men, two gangs, all of them round one cake."""
    if state.is_over:
        return 1e6 if state.ending == "blast" else -1e6
    men = sum(state.alive)
    if state.living() > 2 or men > 3:
        return -100 * men - income_of_all(state) / 100
    best = 0
    for owner in range(state.players):
        if state.cake[owner] >= 0 and state.alive[owner]:
            near = bin(GAME.box.beside(state.cake[owner]) & state.taken()).count("1")
            best = max(best, near)
    return 1000 * best - 300 * (3 - men) - income_of_all(state) / 100


def play_towards(score, players, seed):
    """A whole game in which everybody wants the same."""
    state = GAME.new(players, seed)
    record = Record(GAME.id, GAME.edition.key, players, seed, GAME.settle_options({}))
    rng = Stream(seed)
    while not state.is_over:
        seat = state.mover
        if state.step in (FIRST, SECOND):
            path, _ = max(whole_choices(state), key=lambda each: (score(each[1]), rng.below(1000)))
        else:
            choices = state.legal_actions(seat)
            path = [choices[rng.below(len(choices))]]
        for action in path:
            record.choose(seat, str(action))
            state.apply(seat, action)
    return record, state


def search(name, wanted, score, players, seeds, folder):
    """Write the first game that ends as wanted."""
    for seed in seeds:
        record, state = play_towards(score, players, seed)
        if wanted(state):
            (folder / f"{name}.record").write_text(record.to_text(GAME), encoding="utf-8")
            print(name, "seed", seed, "choices", len(record.entries), "money", state.money, "places", state.ranking())
            return
    print(name, "not found")


def winner_is_out(state, ending):
    """Whether it ended so and the only winner was out already."""
    places = state.ranking()
    return state.ending == ending and places.count(1) == 1 and state.alive[places.index(1)] == 0


def main():
    folder = Path(__file__).parent / "records"
    folder.mkdir(exist_ok=True)
    search("alone", lambda state: state.ending == "alone", hunters, 3, range(20), folder)
    search("blast", lambda state: state.ending == "blast", suicidal, 3, range(40), folder)
    search("stalled", lambda state: state.ending == "stalled", sleepy, 3, range(40), folder)
    search("bank", lambda state: state.ending == "bank", lambda state: 0, 6, range(20), folder)
    search("bank-winner-out", lambda state: winner_is_out(state, "bank"), lambda state: 0, 6, range(200), folder)


if __name__ == "__main__":
    main()
