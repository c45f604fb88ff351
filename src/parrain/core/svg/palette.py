"""The colours, each with a name, a light and a dark value, and the stylesheet that changes them.

An element carries its light colour as an attribute (`fill="#15120f"`) and a class (`pf-ink`): the attribute is
what a renderer without stylesheets shows, the class is what the stylesheet recolours. Everything that needs CSS
variables stands inside `@supports`, a block that resvg skips whole: it would draw what it cannot resolve in black.
"""

from __future__ import annotations

# name: (light, dark). What the page is printed in changes with the light; what pieces are made of does not.
PALETTE: dict[str, tuple[str, str]] = {
    # the page
    "night": ("#15120f", "#0a0908"),  # around the sheet
    "paper": ("#f2e8d3", "#1d1a17"),  # the sheet
    "vellum": ("#e6d8ba", "#2b2620"),  # panels and empty places on it
    "ink": ("#15120f", "#efe4cb"),  # text and lines
    "smoke": ("#5f574c", "#b1a695"),  # lesser text
    "ash": ("#b9ab90", "#524a40"),  # the faintest lines
    "brass": ("#b08a3e", "#c9a253"),  # ornament
    "bronze": ("#755616", "#d8b468"),  # text in brass
    "oxblood": ("#7c1f22", "#dd736f"),  # text and lines of warning
    "blue": ("#2c4a60", "#8fb6d4"),
    "bottle": ("#2f4b3c", "#86b89b"),
    "plum": ("#553a63", "#bd9fcc"),
    # the pieces
    "ivory": ("#f2e8d3", "#f2e8d3"),
    "cream": ("#e6d8ba", "#e6d8ba"),
    "coal": ("#15120f", "#15120f"),
    "gold": ("#b08a3e", "#b08a3e"),
    "ochre": ("#7f5b14", "#7f5b14"),
    "blood": ("#7c1f22", "#7c1f22"),
    "steel": ("#2c4a60", "#2c4a60"),
    "felt": ("#2f4b3c", "#2f4b3c"),
    "mauve": ("#553a63", "#553a63"),
    "slate": ("#7a7063", "#7a7063"),
    "brown": ("#6a3d1a", "#6a3d1a"),
    "dust": ("#5f574c", "#5f574c"),  # lesser text on cards
    "glow": ("#f0c75a", "#f0c75a"),  # around what may be chosen
    # what pieces lie on: paper by day, a step lower by night; text on it is coal, dust, blood, steel, felt
    "card": ("#f7eeda", "#ebe0c6"),
    "ground": ("#e9dcc0", "#d2c3a0"),
    "tray": ("#e6d8ba", "#cbbb96"),
    "water": ("#7d97a3", "#4f6b78"),
    # the players
    "player-yellow": ("#c99a1c", "#c99a1c"),
    "player-red": ("#9c2429", "#9c2429"),
    "player-blue": ("#2b5f8a", "#2b5f8a"),
    "player-green": ("#3b7349", "#3b7349"),
    "player-orange": ("#b9591f", "#b9591f"),
    "player-purple": ("#634480", "#634480"),
}

CHANGING = tuple(name for name, (light, dark) in PALETTE.items() if light != dark)

SERIF = "Georgia, 'Iowan Old Style', 'DejaVu Serif', 'Liberation Serif', serif"
SANS = "system-ui, 'Segoe UI', 'DejaVu Sans', 'Liberation Sans', sans-serif"

# Hands, eyes and fingers: where one can click, and where the keyboard is.
BEHAVIOUR = """
.parrain .choice,.parrain .touch{cursor:pointer}
.parrain .touch{cursor:help}
.parrain .preview{pointer-events:none}
.parrain .preview.on,.parrain :is(.choice,.touch):is(:hover,:focus-visible)>.preview{visibility:visible}
.parrain .choice:focus-visible,.parrain .touch:focus-visible{outline:3px solid var(--pn-blue);outline-offset:2px}
@media (prefers-reduced-motion:no-preference){
.parrain .lift{transition:transform .15s ease-out}
.parrain .choice:is(:hover,:focus-visible) .lift{transform:translateY(-5px)}
}
"""


def paint(name: str) -> tuple[str, str]:
    """A named colour as an attribute's value, and the suffix of the class that recolours it (empty if none does)."""
    if name == "none":
        return name, ""
    if name not in PALETTE:
        raise ValueError(f"there is no colour {name!r}; there are: {', '.join(PALETTE)}")
    return PALETTE[name][0], name if name in CHANGING else ""


def stylesheet() -> str:
    """What a page serves as a file for the drawings inlined in it, and what a drawing of its own carries inside.

    Light or dark as the reader's system says, unless `data-theme="light"` or `"dark"` stands on an element around.
    """
    light = ";".join(f"--pn-{name}:{PALETTE[name][0]}" for name in CHANGING)
    dark = ";".join(f"--pn-{name}:{PALETTE[name][1]}" for name in CHANGING)
    classes = "".join(f".pf-{name}{{fill:var(--pn-{name})}}.ps-{name}{{stroke:var(--pn-{name})}}" for name in CHANGING)
    return (
        "@supports (color:var(--pn-ink)){\n"
        f".parrain{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{.parrain{{{dark}}}}}\n"
        f'[data-theme="light"] .parrain{{{light}}}\n'
        f'[data-theme="dark"] .parrain{{{dark}}}\n'
        f"{classes}{BEHAVIOUR}}}\n"
    )


def plain_stylesheet(dark: bool) -> str:
    """The same colours without variables, for a renderer that knows classes only."""
    which = 1 if dark else 0
    return "".join(
        f".pf-{name}{{fill:{PALETTE[name][which]}}}.ps-{name}{{stroke:{PALETTE[name][which]}}}" for name in CHANGING
    )
