"""Scripts, styles and the icon, under versioned addresses: cached by a browser for ever, and never an old one.

The version is a hash over all of them, and a folder of the address, so that a bundle and the modules that its source
map names stay together. Under another version, or none, one gets what there is now, to be asked for again each time.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from parrain.core.svg.palette import stylesheet
from parrain.web.render.bundle import bundle, source_map

STATIC = Path(__file__).parent / "static"
PAGES = ("account", "design", "home", "join", "learn", "new", "parrain", "replay", "rules", "table")  # with a bundle
KINDS = {
    ".js": "text/javascript",
    ".map": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


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
    files = {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in KINDS}
    files["board.css"] = stylesheet().encode()
    scripts = {name.removesuffix(".js"): data.decode() for name, data in files.items() if name.endswith(".js")}
    for page in PAGES:
        files[script_of(page)] = bundle(page, scripts).encode()
        files[f"{script_of(page)}.map"] = source_map(page, scripts).encode()
    return {name: made(name, data) for name, data in files.items()}


def script_of(page: str) -> str:
    """The name of the script of a page."""
    return f"{page}.bundle.js"


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
