"""`python -m parrain.lab.pages [FOLDER]` writes the pages of docs/rules from the rulebooks of the games."""

import sys
from pathlib import Path

from parrain.games import all_games


def write_rules(folder: Path) -> None:
    """One page a game."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, game in all_games().items():
        (folder / f"{name}.md").write_text(game.rulebook().markdown(), encoding="utf-8")


if __name__ == "__main__":
    write_rules(Path(sys.argv[1] if len(sys.argv) > 1 else "docs") / "rules")
