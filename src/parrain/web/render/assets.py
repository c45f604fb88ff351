"""Scripts, styles and the icon, under versioned addresses: cached by a browser for ever, and never an old one.

The version is a hash over all of them, and a folder of the address, so that modules that import each other by relative
names stay together. Under another version, or none, one gets what there is now, to be asked for again each time.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from parrain.core.svg.palette import stylesheet

STATIC = Path(__file__).parent / "static"
IMPORTS = re.compile(r'^(?:import|export) (?:.* from )?"\./([a-z]+\.js)";', re.MULTILINE)
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}


class Asset(NamedTuple):
    """A file as it is sent, also compressed."""

    data: bytes
    packed: bytes
    kind: str
    tag: str


def made(name: str, data: bytes) -> Asset:
    """An asset with its entity tag."""
    packed = gzip.compress(data, mtime=0)
    return Asset(data, packed, KINDS[Path(name).suffix], f'"{hashlib.sha256(data).hexdigest()[:20]}"')


@lru_cache(maxsize=1)
def assets() -> dict[str, Asset]:
    """All of them by name, read once."""
    found = {path.name: made(path.name, path.read_bytes()) for path in sorted(STATIC.iterdir()) if path.suffix in KINDS}
    return {**found, "board.css": made("board.css", stylesheet().encode())}


@lru_cache(maxsize=1)
def version() -> str:
    """What all of them are together."""
    return hashlib.sha256("".join(f"{name} {asset.tag}\n" for name, asset in assets().items()).encode()).hexdigest()[
        :12
    ]


@lru_cache(maxsize=1)
def theme_script() -> str:
    """The script that every page has in its head: a file of its own would hold up the rest of the page."""
    return (STATIC.parent / "templates" / "theme.js").read_text(encoding="utf-8")


def script_hash(text: str) -> str:
    """What a Content-Security-Policy says of an inline script that may run."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def address(name: str) -> str:
    """Where a page finds it."""
    return f"/static/{version()}/{name}"


@lru_cache(maxsize=16)
def modules(name: str) -> tuple[str, ...]:
    """The modules that one needs besides itself, so that a browser can ask for all of them at once."""
    found: dict[str, None] = {}
    open_ = [name]
    while open_:
        for each in IMPORTS.findall(assets()[open_.pop()].data.decode()):
            if each != name and each not in found:
                found[each] = None
                open_.append(each)
    return tuple(found)
