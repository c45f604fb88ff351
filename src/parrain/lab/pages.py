"""Write docs/rules from the rulebooks, docs/observations.md from the fields: `python -m parrain.lab.pages [DOCS]`."""

import sys
from pathlib import Path

from parrain.core import Game
from parrain.core.observation import Observation
from parrain.games import all_games

OBSERVATIONS = """\
# Observations, part by part

Written by `make docs` from the FIELDS of each game ([adapters](adapters.md) says how to read a vector). Sizes are for
the fewest players and the edition that comes with the game. Seats are counted from the one who looks, round the table;
names are in the order of the edition file; numbers are as they are, not scaled.
"""
EVERY_GAME = {
    "to_move": "who owes a decision",
    "scores": "points of each seat",
    "places": "places of a finished game, 0 before",
    "over": "1 once the game is over",
}


def write_rules(folder: Path) -> None:
    """Write one page for each game and language."""
    for path, text in rules_pages().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def rules_pages() -> dict[str, str]:
    """The pages of rules by their path: English, and the others in a folder of their own."""
    return {
        f"{'' if language == 'en' else f'{language}/'}{name}.md": game.rulebook().markdown(language)
        for name, game in all_games().items()
        for language in game.rulebook().languages()
    }


def observations_page() -> str:
    """The layout of every game's observation."""
    return "\n".join([OBSERVATIONS, *[layout(game) for game in all_games().values() if game.modules is not None]])


def layout(game: Game) -> str:
    """The layout of one game's observation as a table."""
    assert game.modules is not None
    observation = Observation(game.modules.state.FIELDS, game.box, game.fewest)
    described = [*EVERY_GAME.values(), *[codec.describe() for codec in observation.codecs]]
    rows = [
        f"| `{part.name}` | {part.size} | {part.low:g} to {part.high:g} | {how} |"
        for part, how in zip(observation.parts, described, strict=True)
    ]
    total = sum(part.size for part in observation.parts)
    head = [f"## {game.title}", "", f"{total} numbers.", "", "| part | size | from, to | what |", "|---|---|---|---|"]
    return "\n".join([*head, *rows, ""])


if __name__ == "__main__":
    docs = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    write_rules(docs / "rules")
    (docs / "observations.md").write_text(observations_page(), encoding="utf-8")
