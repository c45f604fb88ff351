"""Bring the catalogues up to date with the source: `python -m parrain.locale.update`, or with --check only look.

Babel finds the texts (`say("…")`, `say_plural("…", "…")`, in templates too, and those of our errors and of `require`),
one domain per game and `parrain` for the rest. `--package FOLDER` does the same for a game of another
package, into FOLDER/locale.
After a merge conflict in these files keep either side and say `--from REVISION` (such as MERGE_HEAD): what is
missing is taken from there. The .po files carry no dates and no line numbers, so that they change only when a text
does. French is typeset here: write it with ordinary spaces and apostrophes.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from parrain.locale import LANGUAGES, typeset

PACKAGE = Path(__file__).parent.parent
LOCALE = Path(__file__).parent
# Languages and their domains, () for all; English is the language of the source.
TRANSLATED: dict[str, tuple[str, ...]] = {"fr": (), "de": ("gangster", "parrain")}
# Of `parrain`, a language that is begun needs what somebody reads who plays one game: in the browser and the terminal.
PLAYING = (
    *("web/live/", "web/render/", "web/ws/", "web/http/api.py", "web/http/app.py", "web/http/replays.py"),
    *("web/http/requests.py", "table/seating.py", "table/table.py", "bots/", "core/box.py", "core/chart.py"),
    *("core/coach.py", "core/game.py", "core/gangs.py", "core/guide.py", "core/refusals.py", "core/translation.py"),
    *("cli/library.py", "cli/options.py", "cli/play.py", "cli/screen.py", "cli/shell.py", "cli/terminal.py"),
    *("cli/typed.py",),
)
ASIDE = {
    *(
        "web/render/design.py",
        "web/render/edition_keys.py",
        "web/render/templates/account.html",
        "web/render/templates/design.html",
        "web/render/templates/learn.html",
    ),
    *("web/render/templates/lesson.html", "web/render/templates/offline.html"),
}
CLASS = re.compile(r"^\s*class (\w+)\(([^)]*)\)", re.MULTILINE)
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "de": "nplurals=2; plural=(n != 1);"}

HEADER = """\
# Parrain: {domain}. Texts by `python -m parrain.locale.update`; see docs/languages.md.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""

Text = str | tuple[str, ...]  # of a message: one form, or singular and plural


class Texts(Catalog):
    """A catalogue whose head is the same every day and with every version of Babel."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What a reader of the file needs, and nothing that changes."""
        return [
            ("Language", str(self.locale)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Plural-Forms", PLURALS[str(self.locale)]),
        ]


def pages(package: Path | None = None) -> list[Path]:
    """The templates of the pages: they say `say("…")` too."""
    return sorted((package or PACKAGE).rglob("templates/*.html"))


def sources(package: Path | None = None) -> list[Path]:
    """Every source file whose texts somebody may see."""
    return sorted(
        path
        for path in (package or PACKAGE).rglob("*.py")
        if path != Path(__file__) and PACKAGE / "template" not in path.parents
    )


def error_classes(files: Iterable[Path]) -> dict[str, int]:
    """Our errors by name, wherever they are defined, and which of their arguments is the text."""
    found = {"ParrainError": 1, "IllegalAction": 2}
    classes = [each for path in files for each in CLASS.findall(path.read_text("utf-8"))]
    size = 0
    while size != len(found):
        size = len(found)
        for name, bases in classes:
            parents = [base for base in re.split(r"[\s,]+", bases) if base in found]
            if parents:
                found.setdefault(name, found[parents[0]])
    return found


def domain_of(path: Path, package: Path | None = None) -> str:
    """The domain of a file's texts: its game, `parrain` for the rest of it, the name of any other package."""
    if package is not None and package != PACKAGE:
        return package.name.replace("_", "-")
    parts = path.relative_to(PACKAGE).parts
    if parts[0] != "games" or len(parts) < 3:
        return "parrain"
    from parrain.games import kinds

    by_package = {kind.home.name: kind.id for kind in kinds().values()}
    return by_package.get(parts[1], parts[1].replace("_", "-"))


def extract(package: Path | None = None) -> dict[str, Catalog]:
    """The texts of the source by domain."""
    package = package or PACKAGE
    files = sources(package)
    keywords: dict[str, tuple[int, ...]] = {"say": (1,), "say_plural": (1, 2), "require": (2,)}
    keywords |= {name: (argument,) for name, argument in error_classes(files).items()}
    found: dict[str, Catalog] = {}
    for path in files:
        catalogue = found.setdefault(domain_of(path, package), Catalog())
        for _, text, _, _ in extract_from_file("python", path, keywords):
            catalogue.add(text, locations=[(path.relative_to(package).as_posix(), 0)])
    for path in pages(package):
        catalogue = found.setdefault(domain_of(path, package), Catalog())
        for _, text, _, _ in extract_from_file("jinja2.ext:babel_extract", path, keywords, options={"silent": "false"}):
            catalogue.add(text, locations=[(path.relative_to(package).as_posix(), 0)])
    return {domain: catalogue for domain, catalogue in found.items() if len(catalogue)}


def needed(language: str, domain: str, texts: Catalog) -> Catalog:
    """The texts of a domain that a language needs: all of them, or what playing shows where it is only begun."""
    if language in LANGUAGES or domain != "parrain":
        return texts
    found = Catalog()
    for message in texts:
        places = {path for path, _ in message.locations} - ASIDE
        if any(path.startswith(PLAYING) for path in places):
            found.add(message.id, locations=message.locations)
    return found


def po_path(language: str, domain: str, locale: Path | None = None) -> Path:
    """Where a catalogue is written."""
    return (locale or LOCALE) / language / "LC_MESSAGES" / f"{domain}.po"


def read_catalogue(path: Path, language: str) -> Catalog:
    """A .po file, or an empty catalogue if there is none yet."""
    return parse(path.read_bytes(), language) if path.exists() else Texts(locale=language)


def parse(content: bytes, language: str) -> Catalog:
    """The catalogue that a .po file holds."""
    catalogue = Texts(locale=language)
    for message in read_po(io.BytesIO(content), locale=language, abort_invalid=True):
        if message.id:
            catalogue[message.id] = message
    return catalogue


def memory(language: str, revision: str = "", locale: Path | None = None) -> dict[Text, Text]:
    """Every translation there is, whatever its file; with a revision, also what git has there."""
    found: dict[Text, Text] = {}
    contents = [path.read_bytes() for path in sorted(((locale or LOCALE) / language).rglob("*.po"))]
    folder = po_path(language, "x", locale).parent
    if revision and folder.is_dir():
        names = subprocess.run(
            ["git", "ls-tree", "--name-only", revision, "./"], cwd=folder, check=True, capture_output=True
        ).stdout
        for name in names.decode().split():
            if name.endswith(".po"):
                contents.append(
                    subprocess.run(
                        ["git", "show", f"{revision}:./{name}"], cwd=folder, check=True, capture_output=True
                    ).stdout
                )
    for content in contents:
        for message in parse(content, language):
            if is_translated(message):
                found.setdefault(as_text(message.id), as_text(message.string))
    return found


def as_text(value: object) -> Text:
    """A text in one form or several, as what can be looked up."""
    return tuple(str(each) for each in value) if isinstance(value, (list, tuple)) else str(value)


def is_translated(message: Message) -> bool:
    """Whether a message has all its forms, and none of them is a guess."""
    forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
    return not message.fuzzy and all(forms)


def updated(path: Path, language: str, texts: Catalog, known: dict[Text, Text]) -> Catalog:
    """The catalogue with what the source says now; a text that changed keeps its old translation, marked fuzzy."""
    catalogue = read_catalogue(path, language)
    for text in texts:
        mine = catalogue.get(text.id)
        if as_text(text.id) in known and (mine is None or not is_translated(mine)):
            catalogue.delete(text.id)
            catalogue.add(text.id, known[as_text(text.id)])
    catalogue.update(texts, update_header_comment=False)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id:
            if isinstance(message.string, (list, tuple)):
                message.string = tuple(typeset(str(form or ""), language) for form in message.string)
            else:
                message.string = typeset(str(message.string or ""), language)
    return catalogue


def po_bytes(catalogue: Catalog, domain: str) -> bytes:
    """The catalogue as a .po file, sorted by text."""
    file = io.BytesIO()
    write_po(file, catalogue, width=0, omit_header=True, sort_output=True, include_previous=False, include_lineno=False)
    return (
        HEADER.format(domain=domain, language=catalogue.locale, plurals=PLURALS[str(catalogue.locale)]).encode()
        + file.getvalue().strip()
        + b"\n"
    )


def mo_bytes(catalogue: Catalog) -> bytes:
    """The catalogue as gettext reads it; what is fuzzy is left out."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def files(revision: str = "", package: Path | None = None) -> dict[Path, bytes]:
    """Every .po and .mo file as it should be."""
    package = package or PACKAGE
    locale = package / "locale"
    wanted: dict[Path, bytes] = {}
    found = extract(package)
    for language, domains in TRANSLATED.items():
        known = memory(language, revision, locale)
        for domain, texts in found.items():
            if domains and domain not in domains:
                continue
            path = po_path(language, domain, locale)
            catalogue = updated(path, language, needed(language, domain, texts), known)
            wanted[path] = po_bytes(catalogue, domain)
            wanted[path.with_suffix(".mo")] = mo_bytes(catalogue)
    return wanted


def unfinished(wanted: dict[Path, bytes]) -> list[str]:
    """What still wants a translator: a line for each text that is missing or fuzzy."""
    lines = []
    for path, content in wanted.items():
        if path.suffix == ".po":
            language = path.parent.parent.name
            for message in parse(content, language):
                if message.id and not is_translated(message):
                    lines.append(f"{language}/{path.stem}: {message.id}")
    return lines


def main(arguments: list[str]) -> int:
    """Write what changed, or with --check say what would; 1 if a translator is wanted or a check fails."""
    revision = arguments[arguments.index("--from") + 1] if "--from" in arguments else ""
    package = Path(arguments[arguments.index("--package") + 1]).resolve() if "--package" in arguments else PACKAGE
    wanted = files(revision, package)
    stale = [path for path, content in wanted.items() if not path.exists() or path.read_bytes() != content]
    stray = [
        path for language in TRANSLATED for path in (package / "locale" / language).rglob("*.?o") if path not in wanted
    ]
    check = "--check" in arguments
    for path in stale:
        print(("stale: " if check else "wrote ") + path.relative_to(package).as_posix())
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted[path])
    for path in stray:
        print(("no text of the source is in " if check else "removed ") + path.relative_to(package).as_posix())
        if not check:
            path.unlink()
    waiting = False
    for line in unfinished(wanted):
        print(f"to translate: {line}")
        waiting |= line.startswith(LANGUAGES)  # one that is begun need not be whole
    return 1 if waiting or (check and (stale or stray)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
