"""`parrain new-game`: a small, complete game of one's own to start from (docs/adding-a-game.md)."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from parrain.cli.shell import OK, Shell
from parrain.core import BadOption, say


def new_game(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("The name of the game, such as “Blind Alley”.").text)],
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FOLDER", help=say("Where to write it; by its name.").text)
    ] = None,
) -> int:
    """Copy the template under another name."""
    shell: Shell = ctx.obj
    folder = write_game(name, into)
    shell.tell(say("Wrote {folder}: in it, `pip install -e .`, then `pytest`.", folder=str(folder)))
    return OK


def write_game(name: str, into: Path | None = None) -> Path:
    """Write the template as a game of that name; the folder it was written to."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    if not words or not words[0][0].isalpha() or not name.isprintable():
        raise BadOption("A name begins with a letter from a to z, such as “Blind Alley”; not “{name}”.", name=name[:40])
    package, slug = "_".join(words), "-".join(words)
    folder = into or Path(slug)
    if folder.exists() and any(folder.iterdir()):
        raise BadOption("{folder} is there already and not empty.", folder=str(folder))
    title = name if name != name.lower() else " ".join(word.title() for word in words)
    prefix = "".join(word[0] for word in words).upper()
    renamed = {
        "high_card": package,
        "high-card": slug,
        "High Card": title,
        "Haute carte": title,
        "HighCard": "".join(word.title() for word in words),
        "HC": prefix,
    }
    template = Path(str(files("parrain.template")))
    for source in sorted(path for path in template.rglob("*.*") if path.suffix in (".py", ".toml")):
        place = source.relative_to(template)
        if place.parts == ("__init__.py",):
            continue
        parts = place.parts[1:] if place.parts[0] == "project" else place.parts
        target = folder.joinpath(*[part.replace("high_card", package) for part in parts])
        text = re.sub("|".join(renamed), lambda match: renamed[match[0]], source.read_text(encoding="utf-8"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder
