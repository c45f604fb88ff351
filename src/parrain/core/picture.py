"""A drawing outside the browser: in a notebook, as a file, as PNG (by resvg, the extra `png`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from parrain.core.errors import ParrainError
from parrain.core.svg.markup import as_file
from parrain.core.svg.palette import plain_stylesheet

WIDEST = 8000

# Where none of the families of a text is installed, resvg silently leaves the text out. So we look
# which of the usual ones this machine has, and tell resvg to use it for `serif` and `sans-serif`, with which all end.
SERIFS = (
    "Georgia, Iowan Old Style, DejaVu Serif, Liberation Serif, Noto Serif, Times New Roman, Times, FreeSerif, "
    "Nimbus Roman, Tinos, Cambria, Source Serif Pro"
)
SANS = (
    "Segoe UI, DejaVu Sans, Liberation Sans, Noto Sans, Helvetica Neue, Helvetica, Arial, Verdana, FreeSans, "
    "Nimbus Sans, Arimo, Roboto, Ubuntu, Cantarell, Open Sans, Source Sans Pro, DejaVu Sans Mono, Liberation Mono"
)
# Python packages that bring fonts with them, for machines that have none.
FONT_PACKAGES = (
    ("font_source_serif_pro", "files"),
    ("font_source_sans_pro", "files"),
    ("matplotlib", "mpl-data/fonts/ttf"),
)


class NoPicture(ParrainError):
    """A picture that this machine cannot render, or of an absurd size."""


class Fonts(NamedTuple):
    """The families used for `serif` and `sans-serif` on this machine, and folders of fonts beside the system's."""

    serif: str
    sans: str
    folders: tuple[str, ...]


def png(drawing: str, width: int = 1200, dark: bool = False) -> bytes:
    """The drawing as PNG, that many pixels wide, on light paper or dark."""
    if not 16 <= width <= WIDEST:
        raise NoPicture(
            "A picture is from {least} to {most} pixels wide, not {width}.", least=16, most=WIDEST, width=width
        )
    fonts = installed_fonts()
    try:
        made = renderer().svg_to_bytes(
            svg_string=drawing,
            width=width,
            style_sheet=plain_stylesheet(True) if dark else None,
            serif_family=fonts.serif,
            sans_serif_family=fonts.sans,
            font_dirs=list(fonts.folders),
        )
    except ValueError as error:
        raise NoPicture("This drawing cannot be made into a picture: {error}", error=str(error)[:200]) from None
    return bytes(made)


def renderer() -> Any:
    """Import resvg."""
    try:
        return import_module("resvg_py")
    except ImportError:
        raise NoPicture(
            "For PNG pictures Parrain needs resvg: pip install 'parrain[png]'. SVG needs nothing."
        ) from None


@lru_cache(maxsize=1)
def installed_fonts() -> Fonts:
    """The fonts to use, found by test renderings; cached."""
    for folders in ((), package_folders()):
        serif, sans = first_drawn(SERIFS.split(", "), folders), first_drawn(SANS.split(", "), folders)
        if serif or sans:
            return Fonts(serif or sans, sans or serif, folders)
    raise NoPicture(
        "There is no font on this machine that a picture could be lettered with."
        " Install one (DejaVu, Liberation, Noto), or: pip install font-source-serif-pro font-source-sans-pro"
    )


def package_folders() -> tuple[str, ...]:
    """The folders of fonts in installed Python packages."""
    found = []
    for package, below in FONT_PACKAGES:
        spec = find_spec(package)
        if spec is not None and spec.origin and (Path(spec.origin).parent / below).is_dir():
            found.append(str(Path(spec.origin).parent / below))
    return tuple(found)


def first_drawn(families: Sequence[str], folders: tuple[str, ...]) -> str:
    """The first of these families in which a letter is drawn; empty if none is."""
    blank = probe("", folders)
    return next((family for family in families if probe(family, folders) != blank), "")


def probe(family: str, folders: tuple[str, ...]) -> bytes:
    """A picture of one letter in that family."""
    letter = f'<text x="1" y="14" font-size="14" font-family="{family}">M</text>' if family else ""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">{letter}</svg>'
    return bytes(renderer().svg_to_bytes(svg_string=drawing, font_dirs=list(folders)))


class Picture:
    """A drawing that a notebook displays and that can be saved as a file."""

    __slots__ = ("svg",)

    def __init__(self, drawing: str) -> None:
        self.svg = as_file(drawing)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture, {len(self.svg)} characters of SVG>"

    def png(self, path: str | Path | None = None, width: int = 1200, dark: bool = False) -> bytes:
        """The picture as PNG, written to that file too if one is given."""
        made = png(self.svg, width, dark)
        if path is not None:
            Path(path).write_bytes(made)
        return made

    def save(self, path: str | Path, width: int = 1200) -> None:
        """Write the picture as SVG or PNG, as the end of the file's name says."""
        kind = Path(path).suffix.lower()
        if kind == ".png":
            self.png(path, width)
        elif kind == ".svg":
            Path(path).write_text(self.svg + "\n", encoding="utf-8")
        else:
            raise NoPicture("A picture is saved as .svg or .png, not as “{kind}”.", kind=kind or str(path))
