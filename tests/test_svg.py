"""The drawing kit: escaping, text that fits, colours that can be read, pictures that are not empty."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parrain
from parrain.core import BadOption, picture, svg
from parrain.core.picture import NoPicture, Picture, png
from parrain.core.svg import sheet
from parrain.core.svg.palette import CHANGING
from parrain.lab import pictures
from parrain.testing.boards import check_drawing


def drawn(*inside: svg.Markup) -> ElementTree.Element:
    return ElementTree.fromstring(svg.page(400, 300, *inside, title="t", desc="d"))


@settings(max_examples=150)
@given(st.text())
def test_any_text_makes_well_formed_xml_and_reads_back(words: str) -> None:
    everywhere = svg.choice(
        words, svg.piece(words, svg.text(9, 9, words, room=80), kind=words, title=words), title=words
    )
    root = drawn(everywhere, svg.paragraph(0, 0, words, 100), svg.badge(0, 0, words), svg.panel(0, 0, 90, 90, words))
    clean = svg.markup.FORBIDDEN.sub("", words)
    piece = next(each for each in root.iter() if each.get("data-piece") is not None)
    assert (piece.get("data-kind") or "").split() == clean.split()
    assert not [each for each in root.iter() if each.tag.endswith("script")]


def test_a_hostile_name_is_only_a_name() -> None:
    shown = svg.page(100, 100, svg.text(0, 20, '</text><script>alert("&")</script>'), title="<b>", desc="'")
    assert "<script" not in shown and "<b>" not in shown
    assert drawn(svg.text(0, 20, "<i>")).find(".//{*}text").text == "<i>"  # type: ignore[union-attr]


def test_marks_that_turn_the_text_around_are_dropped() -> None:
    assert svg.escape("a\u202eb\x00c\ud800") == "abc"


@pytest.mark.parametrize("serif", [False, True])
@pytest.mark.parametrize(
    "words", ["Élodie", "W" * 40, "a name of some length, and then some more", "名前は長い", "é" * 30]
)
def test_text_with_room_fits_it(words: str, serif: bool) -> None:
    for room in (30, 60, 120, 500):
        shown = drawn(svg.text(0, 20, words, 18, room=room, serif=serif)).find(".//{*}text")
        if shown is None:
            continue
        said = (shown.text or "") + "".join(each.tail or "" for each in shown)
        size = float(shown.get("font-size", "0"))
        assert svg.width_of(said, size, serif) <= room + 0.01
        assert size >= 11
        assert said == words or (said.endswith("…") and shown.findtext("{*}title") == words)


def test_the_wrapped_text_keeps_its_words_and_its_fixed_spaces() -> None:
    words = "Qui a pris\u202f? Personne : tout le monde attend encore."
    lines = svg.wrap(words, 14, 110)
    assert " ".join(lines) == words
    assert all(svg.width_of(each, 14) <= 110 for each in lines)
    assert any("pris\u202f?" in each for each in lines), "a fixed space does not break"
    cut = svg.wrap(words, 14, 110, most=2)
    assert len(cut) == 2 and cut[1].endswith("…") and svg.width_of(cut[1], 14) <= 110


def test_an_endless_name_is_cut_and_costs_little() -> None:
    assert len(svg.text(0, 0, "name " * 200_000, room=100)) < 2000


def test_a_paragraph_keeps_its_end() -> None:
    assert svg.wrap("word " * 400 + "end", 14, 300)[-1].endswith("end")


def test_an_empty_text_draws_nothing() -> None:
    assert svg.text(0, 0, "") == "" and svg.wrap("", 14, 100) == ()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["ink", "smoke", "bronze", "oxblood", "blue", "bottle", "plum"])
def test_colours_for_text_can_be_read_on_paper_and_panels(name: str, theme: int) -> None:
    for ground in ("paper", "vellum"):
        assert contrast(svg.PALETTE[name][theme], svg.PALETTE[ground][theme]) >= 4.5, ground


@pytest.mark.parametrize("player", svg.PLAYERS, ids=lambda player: player.name)
def test_monograms_can_be_read_on_their_tokens(player: svg.pieces.Colour) -> None:
    assert contrast(svg.PALETTE[player.paint][0], svg.PALETTE[player.text][0]) >= 3


def test_players_differ_in_colour_and_shape() -> None:
    for players in (svg.PLAYERS[:6], [svg.PLAYERS[each] for each in (6, 0, 7, 2, 3)]):  # the second: Gangster's
        for key in ("paint", "shape"):
            assert len({getattr(player, key) for player in players}) == len(players)


@pytest.mark.parametrize("paint", ["blood", "steel", "felt", "mauve", "ochre", "coal"])
def test_the_numerals_of_cards_can_be_read_on_ivory(paint: str) -> None:
    assert contrast(svg.PALETTE[paint][0], svg.PALETTE["ivory"][0]) >= 4.5


def test_an_unknown_colour_icon_or_shape_is_named() -> None:
    for make in (
        lambda: svg.rect(0, 0, 1, 1, "pink"),
        lambda: svg.icon("unicorn", 0, 0, 9),
        lambda: svg.outline("star", 0, 0, 9, "ink"),
    ):
        with pytest.raises(ValueError, match="there are: "):
            make()


def test_the_stylesheet_changes_every_changing_colour_and_hides_variables_from_resvg() -> None:
    css = svg.stylesheet()
    assert css.startswith("@supports") and css.count("{") == css.count("}")
    for name in CHANGING:
        assert f".pf-{name}{{fill:var(--pn-{name})}}" in css and svg.PALETTE[name][1] in css
    assert "<" not in css, "it must be able to stand inside the drawing"


def test_a_drawing_alone_has_its_stylesheet_once_and_one_in_a_page_has_none() -> None:
    inline = svg.page(40, 30, svg.rect(0, 0, 9, 9, "ink"), title="t")
    alone = svg.as_file(inline)
    assert "<style>" not in inline and alone.count("<style>") == 1
    assert 'width="40"' in alone.partition(">")[0] and svg.as_file(alone) == alone
    ElementTree.fromstring(alone)


def test_the_page_is_an_image_until_something_can_be_pressed() -> None:
    assert drawn(svg.rect(0, 0, 1, 1)).get("role") == "img"
    assert drawn(svg.choice("take", title="Take")).get("role") == "group"
    assert drawn(svg.touch("take", title="Take")).get("role") == "group"


def test_numerals_have_the_width_they_say() -> None:
    assert svg.numeral_width("-12", 50) == svg.numeral_width("−", 50) + svg.numeral_width("1", 50) + svg.numeral_width(
        "2", 50
    )
    shown = svg.numeral(0, 50, "888888", 50, room=40)
    assert float(re.search(r"scale\(([\d.]+)\)", shown)[1]) * 100 < 20  # type: ignore[index]


def test_the_back_of_a_card_stays_on_the_card() -> None:
    for width, height in ((112, 158), (50, 70), (13, 18)):
        d = "".join(re.findall(r' d="([^"]*)"', svg.back(width, height)))
        for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", d):
            assert 0 <= float(x) <= width and 0 <= float(y) <= height


def test_hexagons_fit_together() -> None:
    for flat in (True, False):
        one = {(round(x, 3), round(y, 3)) for x, y in svg.hex_corners(0, 0, 50, flat)}
        for q, r in ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)):
            other = {(round(x, 3), round(y, 3)) for x, y in svg.hex_corners(*svg.hex_centre(q, r, 50, flat), 50, flat)}
            assert len(one & other) == 2, "neighbours share an edge"


def test_the_sample_sheet_keeps_the_conventions() -> None:
    made = sheet.sheet()
    check_drawing(re.sub(r"<style>.*?</style>", "", made, flags=re.S))


@pytest.mark.parametrize("name", ["kit", *(shot.game for shot in pictures.SHOTS)])
def test_the_pictures_of_the_docs_show_what_is_drawn_today(name: str) -> None:
    """The kit to the letter; of a game the pieces and where they lie: a change of words does not matter here."""
    shown = (Path(__file__).parent.parent / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    today = pictures.pictures()[name].svg + "\n"
    places = [re.findall(r'<g data-piece="[^>]*>', each) for each in (shown, today)]
    assert places[0] and places[0] == places[1], "make pictures"
    assert name != "kit" or shown == today, "make pictures"


def test_six_scores_fit_into_the_bar_of_a_phone() -> None:
    row = svg.standings([((seat,), score, seat == 2) for seat, score in enumerate(("14k", "2k", "90k") * 2)], 316)
    assert "…" not in row and row.count(">90k<") == 2


GOOD = svg.text(10, 20, "words")
WRONG = {
    "leaves the drawing": svg.text(380, 20, "words"),
    "overlap": svg.join(GOOD, svg.text(20, 24, "others")),
    "only 9.0 pixels": svg.text(10, 20, "words", 9),
    "style does not belong": svg.tag("rect", style="fill:red"),
    "id does not belong": svg.tag("rect", id="a"),
    "onclick does not belong": svg.tag("rect", onclick="x()"),
    "script does not belong": svg.tag("script"),
    "image does not belong": svg.tag("image"),
    "two pieces are called a": svg.join(svg.piece("a", GOOD), svg.piece("a")),
    "tabindex": svg.tag("g", svg.tooltip("t"), data_action="take", role="button"),
    "data-action": svg.tag("g", data_action="take"),
}


@pytest.mark.parametrize("why", WRONG)
def test_the_check_of_drawings_can_fail(why: str) -> None:
    check_drawing(svg.page(400, 300, GOOD, title="t", desc="d"))
    with pytest.raises(AssertionError, match=why):
        check_drawing(svg.page(400, 300, WRONG[why], title="t", desc="d"))


# -- pictures ------------------------------------------------------------------------------------------


def size_of(made: bytes) -> tuple[int, int]:
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", made[16:24])  # type: ignore[return-value]


def test_a_picture_as_png_is_as_wide_as_asked_and_dark_is_another() -> None:
    pytest.importorskip("resvg_py")
    shown = parrain.show(parrain.new("district-noir", seed=7), 0)
    light, dark = shown.png(width=600), shown.png(width=600, dark=True)
    assert size_of(light) == size_of(dark) and size_of(light)[0] == 600
    assert light != dark and len(light) > 10_000


def test_text_is_really_drawn() -> None:
    pytest.importorskip("resvg_py")
    for serif in (False, True):
        words, none = (svg.page(90, 30, svg.text(4, 20, said, serif=serif), title="t") for said in ("Noir", ""))
        assert png(words, 90) != png(none, 90), "resvg leaves out text whose font it does not find"


def test_the_variables_of_the_stylesheet_do_not_reach_resvg() -> None:
    pytest.importorskip("resvg_py")
    inline = svg.page(40, 30, svg.rect(0, 0, 40, 30, "oxblood"), title="t")
    assert png(svg.as_file(inline), 40) == png(inline, 40)


def test_without_resvg_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(picture, "import_module", refuse)
    with pytest.raises(NoPicture, match=r"parrain\[png\]"):
        picture.renderer()


def test_without_fonts_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "probe", lambda family, folders: b"")
    picture.installed_fonts.cache_clear()
    with pytest.raises(NoPicture, match="no font"):
        png(svg.page(40, 30, title="t"), 40)
    picture.installed_fonts.cache_clear()


def test_fonts_of_packages_stand_in_for_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "package_folders", lambda: ("here",))
    monkeypatch.setattr(
        picture, "probe", lambda family, folders: b"ink" if folders and family == "Source Serif Pro" else b""
    )
    picture.installed_fonts.cache_clear()
    assert picture.installed_fonts() == picture.Fonts("Source Serif Pro", "Source Serif Pro", ("here",))
    picture.installed_fonts.cache_clear()


@pytest.mark.parametrize("width", [0, -5, 15, 8001, 10**9])
def test_a_silly_width_is_refused(width: int) -> None:
    with pytest.raises(NoPicture, match="pixels wide"):
        png("<svg/>", width)


def test_what_is_no_drawing_is_refused() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(NoPicture, match="cannot be made"):
        png("<svg", 100)


def test_a_picture_is_saved_as_its_name_says(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    shown = Picture(svg.page(40, 30, title="t"))
    shown.save(tmp_path / "a.svg")
    shown.save(tmp_path / "a.png", width=80)
    assert (tmp_path / "a.svg").read_text("utf-8").startswith("<svg") and size_of(
        (tmp_path / "a.png").read_bytes()
    ) == (80, 60)
    assert shown._repr_svg_() == shown.svg and "<style>" in shown.svg
    with pytest.raises(NoPicture, match=r"\.svg or \.png"):
        shown.save(tmp_path / "a.gif")


def test_show_shows_a_spectator_unless_told_and_never_another_seat() -> None:
    state = parrain.new("district-noir", seed=7)
    assert parrain.show(state).svg == parrain.show(state.view(None)).svg
    assert parrain.show(state, 1).svg == parrain.show(state.view(1)).svg != parrain.show(state, 0).svg
    with pytest.raises(BadOption, match="another seat"):
        parrain.show(state.view(1), 0)


def test_show_does_not_draw_an_edition_it_does_not_know() -> None:
    view = parrain.new("district-noir", seed=7).view(0)
    view.edition = "other@000"
    with pytest.raises(BadOption, match="other@000"):
        parrain.show(view)
