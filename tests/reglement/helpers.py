"""Positions and other boards for the tests of Règlement de comptes."""

import json
import tomllib

from parrain import all_games
from parrain.games.reglement import GAME

RC = all_games()["reglement-de-comptes"]

# The one picture that the rulebook's six scenarios talk about; the second yellow man is our addition.
PICTURE = {
    "A": "yellow heavy",
    "B": "red heavy",
    "C": "orange heavy",
    "D": "red heavy",
    "E": "violet blade asleep",
    "F": "blue heavy",
    "G": "blue heavy",
    "H": "green godfather",
    "I": "green heavy",
    "J": "blue shooter",
    "K": "green heavy",
    "M": "green blade",
    "N": "orange heavy asleep",
    "O": "orange godfather",
    "P": "violet heavy",
    "Q": "red shooter",
    "R": "violet godfather",
}
CAKES = {"red": "A", "yellow": "M", "blue": "Q"}
HANDS = {
    "red": ["pass", "knife", "bang", "cake", "move"],
    "yellow": ["cake", "knife", "bang", "pass", "move"],
    "orange": ["boom", "knife", "bang", "cake", "move"],
    "violet": ["knife", "boom", "bang", "cake", "move"],
    "blue": ["bang", "boom", "knife", "cake", "move"],
    "green": ["move", "boom", "knife", "cake", "bang"],
}


def picture(game, turn):
    """The scenarios' table at the very beginning of that gang's turn."""
    chairs = {str(game.box.letters[letter]): man for letter, man in PICTURE.items()}
    beside_b = game.box.beside(game.box.letters["B"] - 1)
    spare = next(str(n + 1) for n in range(30) if beside_b >> n & 1 and str(n + 1) not in chairs)
    chairs[spare] = "yellow heavy"
    cakes = {gang: game.box.letters[letter] for gang, letter in CAKES.items()}
    return game.position({"players": 6, "chairs": chairs, "cakes": cakes, "hands": HANDS, "turn": turn})


def at(game, letter):
    """The index of a scenario's chair."""
    return game.box.letters[letter] - 1


def toml(value):
    """A value as TOML writes it inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def edition_data():
    """The edition file as data, to be changed."""
    return tomllib.loads((RC.home / "editions" / "parker-1999.toml").read_text(encoding="utf-8"))


def game_with(data, folder):
    """The game with a changed edition file."""
    path = folder / "other.toml"
    path.write_text("\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in data.items()), encoding="utf-8")
    return GAME(path)


def renumbered(data, new_number):
    """The same board with other numbers: turned, or seen in a mirror."""
    old = {new_number(chair["number"]): chair for chair in data["chairs"]}
    data["chairs"] = []
    for n in range(1, 31):
        opposite = old[n]["opposite"] and new_number(old[n]["opposite"])
        data["chairs"].append(
            {**old[n], "number": n, "left": n % 30 + 1, "right": (n - 2) % 30 + 1, "opposite": opposite}
        )
    data["letters"] = {
        key: new_number(value) if isinstance(value, int) else value for key, value in data["letters"].items()
    }
    for players in "3456":
        for men in data["seatings"][players].values():
            for rank, chairs in men.items():
                men[rank] = [new_number(chair) for chair in chairs]
    data["edition"] = "other"
    return data
