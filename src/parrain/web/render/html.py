"""The pages, from templates: words in the reader's language, covers, rules; the rest a page fetches over the API.

Every function takes plain values and returns the page as text, so that it needs no server to be tested.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from parrain.bots.levels import elo_of, levels_of
from parrain.core import Game, Option, Say, say, say_plural, svg
from parrain.core.game import kept_edition
from parrain.core.guide import BOX_KINDS
from parrain.core.path import COURSE, learning_path
from parrain.core.rulebook import OURS
from parrain.core.translation import known_language, render
from parrain.games import all_games
from parrain.games import game as game_of
from parrain.locale import LANGUAGES, typeset
from parrain.web.render import rules
from parrain.web.render.assets import address, script_of, theme_script
from parrain.web.render.design import value_groups
from parrain.web.render.phrases import BOTS, CLOCKS, NOT_ON_CARDS, SANDS, SCRIPT

HERE = Path(__file__).parent
DEFAULT_BOT = "normal"
FEW = 3  # whoever plays at once has so many at the table, if the game allows


# Of our own games: the sign of its lessons, and where the picture begins that is cut out of its cover.
LOOKS = {
    "district-noir": ("cards", 62),
    "reglement-de-comptes": ("cake", 70),
    "gangster": ("car", 66),
    "gangs-city": ("building", 42),
    "police-vs-gangs": ("badge", 26),
}
# The pages about a game by the end of their address.
ABOUT = {
    "": say("Rules"),
    "/short": say("In short"),
    "/pieces": say("Pieces"),
    "/box": say("The box"),
    "/design": say("Design"),
}
OPPONENTS = ("player-blue", "player-green", "player-orange", "player-purple", "player-yellow")


class BoxLine(NamedTuple):
    """A game as its card on the home page shows it; `now` is the number of seats of a table to play at once."""

    game: Game
    line: str
    now: int
    picture: Markup
    sign: Markup
    roles: list[str]
    path: list[tuple[str, str, str]]


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates; whatever is not marked as markup is escaped."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def spoken(language: str, text: str, **filling: object) -> str:
    """A text of a template in that language."""
    return render(Say(text, filling), language)


@lru_cache(maxsize=4)
def script_words(language: str) -> dict[str, str]:
    """What the script says, in that language, braces still open where it fills them."""
    return {key: render(label, language) for key, label in SCRIPT.items()}


@lru_cache(maxsize=16)
def script(name: str, draws: bool = False) -> Markup:
    """The script of a page; nothing is laid out and painted before one that draws at once, only to be done again."""
    waits = Markup(' blocking="render"') if draws else ""
    return Markup('<script type="module"{} src="{}"></script>').format(waits, address(script_of(name)))


def page(name: str, language: str, **context: object) -> str:
    """One page."""
    language = known_language(language)
    return (
        templates()
        .get_template(name)
        .render(
            lang=language,
            other="en" if language == "fr" else "fr",
            say=partial(spoken, language),
            words=script_words(language),
            asset=address,
            script=script,
            theme_script=Markup(theme_script()),
            sprite=Markup(svg.sprite()),
            tokens=[token(colour) for colour in range(len(svg.PLAYERS))],
            **context,
        )
    )


def qr(link: str, title: str) -> Markup:
    """A link as a code for the camera of a phone."""
    drawn = segno.make(link, error="m").svg_inline(
        omitsize=True, svgclass="qr", lineclass="qr-ink", border=2, dark="#15120f", light="#f2e8d3"
    )
    head, _, rest = drawn.partition(">")
    return Markup(f'{head} role="img"><title>{svg.escape(title)}</title>{rest}')


# -- home and new table --------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def boxes(language: str) -> list[BoxLine]:
    """The games, the easiest first."""
    return [
        BoxLine(
            each,
            render(each.tagline or each.pitch, language),
            seats_now(each),
            picture(each, language),
            Markup(svg.page(24, 24, svg.icon(LOOKS.get(each.id, ("hat", 0))[0], 0, 0, 24), title="")),
            [render(role, language) for role in each.roles],
            path_of(each, language),
        )
        for each in sorted(all_games().values(), key=lambda game: game.difficulty)
    ]


def picture(game: Game, language: str) -> Markup:
    """The cover without its name: a part of it, wider than high."""
    top = LOOKS.get(game.id, ("hat", 50))[1]
    cut = f'viewBox="14 {top} 272 225" preserveAspectRatio="xMidYMid slice"'
    return Markup(re.sub(r'viewBox="[^"]*"', cut, game.cover(language), count=1))


@lru_cache(maxsize=8)
def man(paint: str) -> Markup:
    """A figure in a colour, for a page that has the symbol."""
    drawn = svg.figure("man", 0, 0, 48, paint)
    return Markup(f'<svg class="man" viewBox="-1 -1 50 50" aria-hidden="true">{drawn}</svg>')


def seats_now(game: Game) -> int:
    """How many sit at a table that is played at once."""
    return min(max(game.fewest, FEW), game.most)


def path_of(game: Game, language: str) -> list[tuple[str, str, str]]:
    """The learning path of a game: stage, id and title of each thing to do."""
    language = known_language(language)
    return [(unit.stage, unit.id, typeset(unit.title[language], language)) for unit in learning_path(game)]


def warm() -> None:
    """Make once what a first visitor of each game sees: files are read, templates and drawings are in their caches."""
    for language in LANGUAGES:
        home(language)
        for game in all_games().values():
            table(language, "", game, "http://127.0.0.1/")
            for narrow in (False, True):
                game.parts(game.new(players=game.fewest, seed=1).view(0), (), language, narrow)


def home(language: str, bots: Sequence[str] = tuple(BOTS)) -> str:
    """Games, tables, lessons; `bots` may sit at a table."""
    language = known_language(language)
    games = boxes(language)
    return page(
        "home.html",
        language,
        boxes=games,
        levels={box.game.id: levels_on_card(box.game, bots, language) for box in games},
        level=DEFAULT_BOT,
        paths={box.game.id: box.path for box in games},
        soon=("table.css", script_of("table")),
        **people(),
    )


def levels_on_card(game: Game, bots: Sequence[str], language: str) -> list[tuple[str, str]]:
    """The levels that the card of a game offers, among the bots that may sit at a table, and what to call them."""
    offered = [level for level in levels_of(game) if level in bots and level not in NOT_ON_CARDS]
    return [(level, bot_label(level, game, language)) for level in offered]


def people() -> dict[str, object]:
    """The figures of a page that shows people: the symbol, me, and opponents."""
    return {
        "symbol": Markup(svg.symbols()["man"]),
        "me": man("player-red"),
        "opponents": [man(paint) for paint in OPPONENTS],
    }


def new_table(language: str, game_id: str, chosen: str = "") -> str:
    """Who sits where, with which options, edition and clock; `chosen` is an edition made on this server."""
    game = game_of(game_id)
    options = [
        (
            option.name,
            render(option.text, language),
            [(index, value_words(option, value, language)) for index, value in enumerate(option.choices)],
        )
        for option in game.options
    ]
    raw = {option.name: list(option.choices) for option in game.options}
    editions = [
        (name, typeset(game_of(game.id, name).edition.title[known_language(language)], language))
        for name in [*game.editions(), *([chosen] if kept_edition(game.id, chosen) else [])]
    ]
    return page(
        "new.html",
        language,
        game=game,
        pitch=render(game.pitch, language),
        options=options,
        raw=raw,
        editions=editions,
        edition=editions[-1][0] if len(editions) > len(game.editions()) else game.default_edition,
        bots=[(spec, bot_label(spec, game, language)) for spec in levels_of(game)],
        bot=DEFAULT_BOT,
        now=seats_now(game),
        clocks=clocks_for(game, language),
        roles=[render(role, language) for role in game.roles],
        cover=Markup(game.cover(language)),
        **people(),
    )


def bot_label(spec: str, game: Game, language: str) -> str:
    """A level with its measured strength."""
    label, elo = render(BOTS[spec], language), elo_of(game).get(spec)
    return label if elo is None else render(say("{level} (Elo {points})", level=label, points=elo), language)


def clocks_for(game: Game, language: str) -> list[tuple[str, str]]:
    """The clocks of a new table; where people bargain, the sand in several sizes and bargaining without a timer."""
    found = []
    for kind, label in CLOCKS.items():
        if kind == "sand" and game.timer_seconds:
            for seconds in sorted({game.timer_seconds, *SANDS}):
                words = say("the sand timer for bargaining, {seconds} seconds", seconds=seconds)
                found.append((f"sand-{seconds}", render(words, language)))
            found.append(("free", render(say("bargaining without a timer"), language)))
        else:
            found.append((kind, render(label, language)))
    return found


def value_words(option: Option, value: bool | int | str, language: str) -> str:
    """A choice of an option as people read it."""
    label = option.labels.get(value) or ((say("yes") if value else say("no")) if isinstance(value, bool) else None)
    return render(label, language) if label is not None else str(value)


# -- a table, its replay, lessons, rules ---------------------------------------------------------------


def table(language: str, table_id: str, game: Game, link: str, first: str = "") -> str:
    """The table: waiting, playing, or over; `first` are its first messages as JSON."""
    invitation = qr(link, render(say("The link to this table as a QR code"), language))
    return page(
        "table.html",
        language,
        table=table_id,
        game=game,
        link=link,
        qr=invitation,
        sand=Markup(svg.page(20, 20, svg.icon("hourglass", 0, 0, 20), title="")),
        signs={"hint": button_sign("eye"), "undo": button_sign("back"), "list": button_sign("list")},
        levels={spec: render(label, language) for spec, label in BOTS.items()},
        first=json_in_page(first),
    )


def json_in_page(text: str) -> Markup:
    """JSON as the content of a script element, which nothing in it can end."""
    return Markup(text.replace("</", "<\\/").replace("<!--", "\\u003c!--"))


@lru_cache(maxsize=16)
def rules_text(language: str, game: Game) -> Markup:
    """The rules as the panel of a table shows them."""
    return Markup(page("_rules.html", language, game=game, sections=rules.sections(game, language)))


def button_sign(name: str) -> Markup:
    """An icon on a button."""
    drawing = svg.page(20, 20, svg.icon(name, 0, 0, 20, "blue"), title="")
    return Markup(f'<span class="sign" aria-hidden="true">{drawing}</span>')


@lru_cache(maxsize=8)
def token(colour: int) -> Markup:
    """The shape of a colour."""
    paint = svg.PLAYERS[colour]
    return Markup(svg.page(40, 40, svg.outline(paint.shape, 20, 20, 15, paint.paint), title=""))


def replay(language: str, table_id: str, game: Game, link: str) -> str:
    """A game moment by moment."""
    return page("replay.html", language, table=table_id, game=game, link=link)


def lesson(language: str, game: Game, lesson_id: str) -> str:
    """A position, a task, an answer with its rule."""
    path = [unit for unit in path_of(game, language) if unit[0] != COURSE]
    at = [each for _, each, _ in path].index(lesson_id)
    stage, _, title = path[at]
    fellows = [unit[1] for unit in path if unit[0] == stage]
    return page(
        "lesson.html",
        language,
        game=game,
        lesson=lesson_id,
        title=title,
        stage=stage,
        number=fellows.index(lesson_id) + 1,
        count=len(fellows),
        following=path[at + 1],
        lessons=path[:-1],
        seats=seats_now(game),
    )


def learn(language: str, game: Game, course: object, chapters: Sequence[object]) -> str:
    """A guided first game: what it is about, and of its chapters what the script needs."""
    return page(
        "learn.html",
        language,
        game=game,
        course=course,
        chapters=list(chapters),
        following=next((unit for unit in path_of(game, language) if unit[0] != COURSE), None),
        seats=seats_now(game),
    )


# -- the pages about a game ----------------------------------------------------------------------------


def about(template: str, label: Say, language: str, game: Game, **context: object) -> str:
    """One of the pages about a game."""
    lessons = rules.lessons_of(game.id)
    return page(
        template,
        language,
        game=game,
        here=render(label, language),
        pages=[(path, render(title, language)) for path, title in ABOUT.items()],
        facts=render(facts_of(game), language),
        learn=learning_link(game, language),
        lessons_told=render(say_plural("{count} lesson", "{count} lessons", count=len(lessons)), language),
        **context,
    )


def learning_link(game: Game, language: str) -> tuple[str, str] | None:
    """Where one learns a game by playing: the guided first game, else the first lesson."""
    if game.course_file() is not None:
        return f"/learn/{game.id}", render(say("Begin the guided first game"), language)
    lessons = rules.lessons_of(game.id)
    return (f"/lesson/{game.id}/{lessons[0].id}", render(say("Begin the lessons"), language)) if lessons else None


def facts_of(game: Game) -> Say:
    """Players and time, in a line."""
    if game.fewest == game.most:
        return say("{most} players, {minutes} min", most=game.most, minutes=game.minutes)
    return say("{fewest} to {most} players, {minutes} min", fewest=game.fewest, most=game.most, minutes=game.minutes)


def rules_page(language: str, game: Game) -> str:
    """The rules with the diagram of a turn and worked examples."""
    return about(
        "rules.html",
        ABOUT[""],
        language,
        game,
        pitch=render(game.pitch, language),
        sections=rules.sections(game, language),
        **rules.turn(game, language),
    )


def short_page(language: str, game: Game) -> str:
    """The player aid, one sheet to print."""
    sheets = rules.aid(game, language)
    return about("short.html", ABOUT["/short"], language, game, sheets=sheets, **rules.turn(game, language))


def pieces_page(language: str, game: Game) -> str:
    """The pieces as the board draws them, and the words of the game."""
    return about(
        "pieces.html",
        ABOUT["/pieces"],
        language,
        game,
        groups=rules.pieces(game.id, known_language(language)),
        words_of_game=rules.glossary(game, language),
    )


def box_page(language: str, game: Game) -> str:
    """What is from the box and what is ours."""
    language = known_language(language)
    return about(
        "box.html",
        ABOUT["/box"],
        language,
        game,
        edition=typeset(game.edition.title[language], language),
        box=rules.box(game, language),
        kinds=[(kind, render(title, language)) for kind, title in BOX_KINDS.items()],
        groups=rules.reconstructed(game, language),
        rules_of_ours=[
            rule for section in rules.sections(game, language) for rule in section.rules if rule.status == OURS
        ],
    )


def design_page(language: str, game: Game) -> str:
    """The values of the edition, to be changed, compared and played."""
    language = known_language(language)
    return about(
        "design.html",
        ABOUT["/design"],
        language,
        game,
        edition=typeset(game.edition.title[language], language),
        groups=value_groups(game, language),
        now=seats_now(game),
    )


def problem(language: str, code: int, text: str) -> str:
    """Something is not there, or went wrong."""
    return page("problem.html", language, code=code, text=text)
