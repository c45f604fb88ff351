"""SVG tags, escaped by type, and a drawing's conventions: pieces, choices, touches, the page around them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NewType

from parrain.core.svg.palette import SANS, paint, stylesheet
from parrain.core.svg.patches import PRESSED, Stretch
from parrain.core.svg.symbols import used_symbols

# Text that is already SVG. Only the helpers of this package make it, so nothing unescaped can get in.
Markup = NewType("Markup", str)
Value = str | float | None

EMPTY = Markup("")
GROUP_END = Markup("</g>")
# What XML forbids, and marks that turn the direction of the text after them.
FORBIDDEN = re.compile(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


@lru_cache(maxsize=16384)
def escape(text: str) -> Markup:
    """Escape a text for an element or an attribute."""
    return Markup(FORBIDDEN.sub("", text).translate(ENTITIES))


@lru_cache(maxsize=4096, typed=True)
def number(value: float) -> str:
    """A number as short as it can be written to a hundredth."""
    short = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return "0" if short == "-0" else short


def join(*parts: Markup) -> Markup:
    """Several drawings, later ones on top."""
    return Markup("".join(parts))


def tag(
    name: str, *inside: Markup, fill: str | None = None, stroke: str | None = None, css: str = "", **attributes: Value
) -> Markup:
    """An element; `stroke_width=2` is written stroke-width, a trailing _ falls off, None is left out."""
    opening = open_tag(name, fill, stroke, css, tuple(attributes.items()))
    return Markup(f"<{opening}>{''.join(inside)}</{name}>" if inside else f"<{opening}/>")


@lru_cache(maxsize=8192, typed=True)
def open_tag(
    name: str, fill: str | None, stroke: str | None, css: str, attributes: tuple[tuple[str, Value], ...]
) -> str:
    """The inside of an opening tag; cached, because most of a board is the same after a choice."""
    classes = [css] if css else []
    parts = [name]
    for key, value in attributes:
        if value is not None:
            shown = escape(value) if isinstance(value, str) else number(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    for key, kind, colour in (("fill", "pf", fill), ("stroke", "ps", stroke)):
        if colour is not None:
            plain, suffix = paint(colour)
            parts.append(f'{key}="{plain}"')
            if suffix:
                classes.append(f"{kind}-{suffix}")
    if classes:
        parts.append(f'class="{escape(" ".join(classes))}"')
    return " ".join(parts)


def tooltip(words: str) -> Markup:
    """A tooltip; nothing for an empty text."""
    return Markup(f"<title>{escape(words)}</title>") if words else EMPTY


def element(opening: Markup, inside: tuple[Markup, ...]) -> Markup:
    """A group with that opening tag."""
    return Markup(f"{opening}{''.join(inside)}{GROUP_END}")


@lru_cache(maxsize=16384, typed=True)
def open_group(title: str, css: str, attributes: tuple[tuple[str, Value], ...]) -> Markup:
    """The opening tag of a group and its tooltip; cached like `open_tag`."""
    return Markup(f"<{open_tag('g', None, None, css, attributes)}>{tooltip(title)}")


@lru_cache(maxsize=4096)
def moved_group(x: float, y: float, scale: float = 1, turn: float = 0, title: str = "", css: str = "") -> Markup:
    """The opening tag of `group`; empty where it would do nothing."""
    moves = []
    if x or y:
        moves.append(f"translate({number(x)} {number(y)})")
    if turn:
        moves.append(f"rotate({number(turn)})")
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    if not (moves or title or css):
        return EMPTY
    return open_group(title, css, (("transform", " ".join(moves) or None),))


def group(
    *inside: Markup, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, title: str = "", css: str = ""
) -> Markup:
    """Drawings moved, scaled and turned together."""
    opening = moved_group(x, y, scale, turn, title, css)
    return element(opening, inside) if opening else join(*inside)


@lru_cache(maxsize=16384)
def open_piece(name: str, kind: str, x: float, y: float, title: str, css: str, about: str) -> Markup:
    """The opening tag of `piece`."""
    place = f"translate({number(x)} {number(y)})" if x or y else None
    named = (("data_piece", name), ("data_kind", kind or None), ("data_about", about or None), ("transform", place))
    return open_group(title, css, named)


def piece(
    name: str,
    *inside: Markup,
    kind: str = "",
    x: float = 0,
    y: float = 0,
    title: str = "",
    css: str = "",
    about: str = "",
) -> Markup:
    """Something that moves: `name` is unique in the drawing, `kind` is what it looks like (`?` for a hidden face)."""
    return element(open_piece(name, kind, x, y, title, css, about), inside)


def choice(action: str, *inside: Markup, title: str, about: str = "") -> Markup:
    """The clickable area of a legal action: focusable by keyboard, with a label."""
    return element(open_choice(action, title, about), inside)


def open_choice(action: str, title: str, about: str = "") -> Markup:
    """What `choice` begins with; it ends with GROUP_END."""
    named = (("data_action", action), ("data_about", about or None), ("role", "button"), ("tabindex", "0"))
    return open_group(title, "choice", named)


def touch(action: str, *inside: Markup, title: str, about: str = "") -> Markup:
    """The clickable area of an action that is not legal now: it asks “why not?”."""
    return element(open_touch(action, title, about), inside)


def open_touch(action: str, title: str, about: str = "") -> Markup:
    """What `touch` begins with; it ends with GROUP_END."""
    named = (
        ("data_touch", action),
        ("data_about", about or None),
        ("role", "button"),
        ("aria_disabled", "true"),
        ("tabindex", "-1"),
    )
    return open_group(title, "touch", named)


def about(thing: str, *inside: Markup, title: str = "") -> Markup:
    """Something that explains itself when one points at it: `thing` names its card."""
    return element(open_group(title, "", (("data_about", thing),)), inside)


def grip(verb: str, *inside: Markup, then: str = "") -> Markup:
    """Something that may be dragged onto a choice whose text begins with that verb: a car, a place just drawn.

    If the choice is the first of two, the second is the one that begins with `then`.
    """
    return element(open_group("", "grip", (("data_grip", verb), ("data_then", then or None))), inside)


def preview(action: str, *inside: Markup) -> Markup:
    """What a choice would change: shown while one points at it, in whichever part it is."""
    return element(open_group("", "preview", (("data_preview", action), ("visibility", "hidden"))), inside)


PAGE_END = Stretch("</svg>")


@lru_cache(maxsize=512)
def page_head(width: float, height: float, title: str, desc: str, language: str, pressed: bool) -> Stretch:
    """What a drawing begins with; for screen readers it is an image, or buttons if something in it can be pressed."""
    named = (
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", f"0 0 {number(width)} {number(height)}"),
        ("role", "group" if pressed else "img"),
        ("lang", language or None),
        ("font_family", SANS),
    )
    description = f"<desc>{escape(desc)}</desc>" if desc else ""
    return Stretch(f"<{open_tag('svg', None, None, 'parrain', named)}>{tooltip(title)}{description}")


def page(
    width: float,
    height: float,
    *inside: Markup,
    title: str,
    desc: str = "",
    language: str = "",
    standalone: bool = False,
) -> str:
    """The whole drawing; `standalone` for a file of its own, without it for a page that serves `stylesheet()`."""
    pressed = any(PRESSED in each for each in inside)
    head = page_head(width, height, title, desc, language, pressed)
    drawn = "".join([head.text, *inside, PAGE_END.text])
    return as_file(drawn) if standalone else drawn


def as_file(drawing: str, styled: bool = True) -> str:
    """A drawing for a page as a file of its own: with its size, its figures, and the stylesheet (else light) inside."""
    head, _, rest = drawing.partition(">")
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', head)
    if size is None or "<style>" in rest:
        return drawing
    style = f"<style>{stylesheet()}</style>" if styled else ""
    return f'{head} width="{size[1]}" height="{size[2]}">{style}{used_symbols(rest)}{rest}'
