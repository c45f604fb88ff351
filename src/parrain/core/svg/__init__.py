"""The drawing kit that all boards share: ink, ivory paper and brass, printed as SVG by small functions that escape.

A board is a function from a View to SVG. Every board keeps these conventions, so that one page can show, animate
and play all of them (examples in docs/boards.md):

- What moves is a `piece`: `data-piece` is a name that is its own in the drawing and stays with it from one drawing
  to the next, `data-kind` says what it looks like, `?` for a hidden face. The browser animates a piece from where
  it was to where it is; a name that is new takes over from a vanished piece of the same kind, else from a `?`.
- What can be chosen now is a `choice`: `data-action` is the canonical text of the action, once in the drawing, and
  only in the drawing of a seat that owes the decision.
- What can be touched and asked “why not?” is a `touch`: `data-touch` is the text of the action that is not legal now.
- What is not obvious has a tooltip; the page has a title and a description.
- What explains itself carries `about`: `data-about` is the name of the thing whose card the page opens.
- What a choice would change is a `preview`: shown while one points at the choice.
- No script, no handlers, no `style` attributes, no ids, no references but to the figures of the page: a strict content
  policy refuses nothing, and many drawings can be in one page. Colours are names of the palette. `stylesheet()` is
  served by the page; `as_file` embeds it in a standalone drawing.
- Nothing is drawn that is not in the View, not even as a name, an order or a number.
- Text is at least 13 units high, 14 in a narrow part (one unit is one pixel or more); it shrinks, wraps or is cut, and
  never clips.
"""

from parrain.core.svg.figures import figure, portrait, sprite
from parrain.core.svg.icons import ICONS, icon, seal
from parrain.core.svg.lettering import LEAST, paragraph, shorten, text, width_of, wrap
from parrain.core.svg.markup import (
    EMPTY,
    GROUP_END,
    Markup,
    about,
    as_file,
    choice,
    escape,
    grip,
    group,
    join,
    moved_group,
    number,
    open_choice,
    open_group,
    open_touch,
    page,
    piece,
    preview,
    tag,
    tooltip,
    touch,
)
from parrain.core.svg.numerals import numeral, numeral_width
from parrain.core.svg.palette import PALETTE, SANS, SERIF, plain_stylesheet, stylesheet
from parrain.core.svg.patches import Stretch
from parrain.core.svg.pieces import (
    PLAYERS,
    back,
    card,
    die,
    hex_centre,
    hex_corners,
    hexagon,
    outline,
    pawn,
    standings,
    token,
)
from parrain.core.svg.shapes import (
    Point,
    arrow,
    badge,
    badge_width,
    button,
    circle,
    diamond,
    fan,
    frame,
    line,
    panel,
    path,
    polygon,
    progress,
    progress_width,
    rays,
    rect,
    skyline,
    steps,
    title,
)
from parrain.core.svg.symbols import symbols

__all__ = [
    "EMPTY", "GROUP_END", "ICONS", "LEAST", "PALETTE", "PLAYERS", "SANS", "SERIF", "Markup", "Point", "Stretch",
    "about", "arrow", "as_file", "back", "badge", "badge_width", "button", "card", "choice", "circle", "diamond", "die",
    "escape", "fan", "figure", "frame", "grip", "group", "hex_centre", "hex_corners", "hexagon", "icon", "join", "line",
    "moved_group", "number", "numeral", "numeral_width", "open_choice", "open_group", "open_touch", "outline", "page",
    "panel", "paragraph", "path", "pawn", "piece", "plain_stylesheet", "polygon", "portrait", "preview", "progress",
    "progress_width", "rays", "rect", "seal", "shorten", "skyline", "sprite", "standings", "steps", "stylesheet",
    "symbols", "tag", "text", "title", "token", "tooltip", "touch", "width_of", "wrap",
]  # fmt: skip
