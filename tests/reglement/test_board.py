"""The table of Règlement de comptes: its parts in every step of a turn, previews, cards and scenes."""

import re

import pytest

from parrain.core import Stream, svg
from parrain.core.svg.numerals import SIGNS
from parrain.core.translation import render
from parrain.games.reglement.board.context import Context
from parrain.games.reglement.board.panels import gang
from parrain.games.reglement.board.places import horseshoe, long_table
from parrain.games.reglement.rules.turn import income
from parrain.testing import check_board
from parrain.testing.boards import check_drawing, check_seat
from parrain.testing.table import play
from parrain.testing.walk import walk

from .helpers import RC, at, edition_data, game_with, picture, renumbered

NAMES = ("Lana", "Bruno", "Ada", "Nora", "Inès", "Marcel")
BUTTONS = {"back", "pour", "draw"}  # left to the page


def drawn(state, seat, narrow=False, language="en"):
    """The drawings of a seat by name."""
    table = RC.parts(state.view(seat), NAMES, language, narrow)
    return {name: part.svg(language, "-") for name, part in table.drawings().items()}


def preview(drawing, action):
    """What a drawing shows while one points at a choice."""
    found = re.search(
        rf'<g data-preview="{action}" visibility="hidden" class="preview">(.*?)(?=<g data-preview|$)', drawing
    )
    return found[1] if found else ""


# -- the conventions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_board_keeps_the_conventions(players):
    check_board(RC, players, games=1, every=17)


@pytest.mark.parametrize("players", [3, 6])
def test_free_seating(players):
    for moment in walk(RC, players, 3, {"seating": "free"}, every=29):
        check_seat(RC, moment.state, moment.player if moment.player >= 0 else None, "fr")


@pytest.mark.parametrize(
    ("turn", "choices"),
    [
        ("orange", []),
        ("violet", ["play knife"]),
        ("blue", ["play bang"]),
        ("red", ["play cake"]),
        ("red", ["play pass"]),
        ("orange", ["play boom"]),
        ("green", ["play move"]),
        ("green", ["play move", "lift H"]),
        ("blue", ["play bang", "shoot F"]),
    ],
)
@pytest.mark.parametrize("narrow", [False, True])
def test_every_choice_of_every_step_is_drawn(turn, choices, narrow):
    state = play(picture(RC, turn), *choices)
    mover = state.mover
    offered = set(re.findall(r'data-action="([^"]*)"', "".join(drawn(state, mover, narrow).values())))
    assert offered == {str(action) for action in state.legal_actions(mover)} - BUTTONS
    for seat in (mover, (mover + 1) % 6, None):
        check_seat(RC, state, seat, "fr" if narrow else "en", whole=seat == mover)


def test_a_cocktail_and_an_alert_on_the_picture():
    chairs = {
        7: "yellow heavy",
        8: "blue heavy asleep",
        12: "yellow blade asleep",
        14: "blue godfather",
        20: "blue shooter",
        1: "red heavy",
        2: "red heavy asleep",
        3: "red blade",
        4: "red blade asleep",
        5: "red shooter",
        9: "red godfather",
        13: "red shooter asleep",
    }
    hand = ["cocktail", "alert", "move", "knife", "bang"]
    state = RC.position({"players": 3, "turn": "red", "chairs": chairs, "hands": {"red": hand}})
    alert = play(state.clone(), "play alert")
    assert "pick heavy asleep" in drawn(alert, 1)["offer"]
    play(state, "play cocktail", "drug 7")
    rng = Stream(4)
    for _ in range(12):
        for table in (state, alert):
            for seat in (0, 1, 2, None):
                check_seat(RC, table, seat, "fr", whole=seat == table.mover)
            seat = table.mover
            table.apply(seat, table.legal_actions(seat)[rng.below(len(table.legal_actions(seat)))])


@pytest.mark.parametrize("layout", [long_table(RC.box), horseshoe(RC.box)])
def test_chairs_stand_apart_and_face_each_other(layout):
    width, height = layout.chair
    places = layout.places
    assert min(width, height) >= (44 if layout.width < 500 else 32)
    for i, one in enumerate(places):
        assert width / 2 <= one.x <= layout.width - width / 2
        assert height / 2 <= one.y <= layout.height - height / 2
        for other in places[i + 1 :]:
            assert abs(one.x - other.x) >= width or abs(one.y - other.y) >= height
        across = RC.box.opposite[i]
        if across >= 0:
            assert one.x == places[across].x or one.y == places[across].y


# -- what a seat sees --------------------------------------------------------------------------------------------------


def test_a_card_says_how_many_targets_it_has_now():
    for turn, card in (("violet", "knife"), ("blue", "bang"), ("red", "bang")):
        state = picture(RC, turn)
        hand = drawn(state, state.mover)["hand"]
        play(state, f"play {card}")
        victims = {action.b for action in state.legal_actions(state.mover) if action.b >= 0}
        count = len(victims)
        assert f">{count} target{'s' if count != 1 else ''}<" in hand
    nothing = picture(RC, "violet")
    assert ">nothing now<" in drawn(nothing, nothing.mover)["hand"]  # nobody faces a violet gun


def test_pointing_at_a_card_shows_who_would_do_it():
    state = picture(RC, "violet")
    shown = preview(drawn(state, state.mover)["board"], "play knife")
    place = long_table(RC.box).places[at(RC, "P")]
    assert f"translate({svg.number(place.x)} {svg.number(place.y)})" in shown  # the ring round the killer
    assert shown.count(svg.ICONS["knife"]) == 2  # the man to his left, the man to his right


def test_pointing_at_a_chair_shows_what_it_would_bring():
    state = play(picture(RC, "green"), "play move", "lift H")
    board = drawn(state, state.mover)["board"]
    plus = SIGNS["+"][1]
    assert plus in preview(board, "sit 17")  # a second business
    assert plus not in preview(board, "sit 3")
    killed = play(picture(RC, "blue"), "play bang")
    shown = preview(drawn(killed, killed.mover)["board"], f"shoot {at(RC, 'F') + 1}")
    assert svg.ICONS["skull"] in shown and SIGNS["−"][1] in shown  # the Godfather's money is lost


def test_a_cake_tells_its_owner_its_chairs_and_its_time():
    state = picture(RC, "violet")
    ctx = Context(state.view(None), RC.box, (), NAMES, "en", False)
    assert [ctx.turns_until(seat) for seat in range(3)] == [1, 2, 3]
    assert ctx.when(0) == "explodes next turn" and ctx.when(1) == "explodes in 2 turns"
    card = RC.card("cake.1", state.view(None), NAMES)
    assert card.title == "The red cake" and "Its chairs: 27, 28, 29." in card.lines
    assert RC.card("cake.4", state.view(None), NAMES).lines == ("The orange cake is still in the kitchen.",)


def test_panels_show_income_and_every_man():
    for moment in walk(RC, 6, 2, every=40):
        view = moment.state.view(None)
        table = RC.parts(view, NAMES)
        ctx = Context(view, RC.box, (), NAMES, "en", False)
        for seat, panel in enumerate(table.panels):
            men = [how for _, how in gang(ctx, seat)]
            assert len(men) == 5 and 5 - men.count("dead") == view.alive[seat]
            due = min(income(moment.state, seat), view.bank)
            assert panel.gain == (f"+{ctx.money(due)}" if due and not view.ending else "")
            assert panel.score == ctx.money(view.scores[seat])
            assert bool(panel.note) == (not view.alive[seat])


def test_the_status_counts_the_ends():
    state = picture(RC, "violet")
    status = RC.parts(state.view(None), NAMES).status
    assert status.phases == ("Cake", "Money +$2,000", "Cards", "Waking") and status.phase == 2
    track = status.track.svg()
    narrow = RC.parts(state.view(None), NAMES, "en", True).status.track.svg()
    assert all(f">{money / 1000:g}k<" in narrow for money in state.view(None).scores), "the players are behind a tab"
    assert ">$58,000<" in track and ">6<" in track and f">{sum(state.alive)}<" in track


def test_a_blast_a_shot_and_a_stab_leave_their_mark():
    blown = drawn(picture(RC, "blue"), None)["board"]
    quiet = drawn(picture(RC, "green"), None)["board"]
    assert "Here sat the violet Heavy." in blown and svg.ICONS["boom"] in blown
    assert "Here sat" not in quiet and svg.ICONS["boom"] not in quiet
    shot = drawn(play(picture(RC, "blue"), "play bang", "shoot F"), None)["board"]
    assert "Here sat the orange Godfather." in shot
    assert shot.rindex('stroke-width="5"') < shot.index('data-about="pile"'), "the line passes below the words"


def test_a_man_keeps_his_name_when_he_moves():
    state = picture(RC, "green")
    found = r'data-piece="man.3.godfather.0"[^>]*transform="([^"]*)"'
    before = re.search(found, drawn(state, None)["board"])[1]
    after = re.search(found, drawn(play(state, "play move", "lift H", "sit L"), None)["board"])[1]
    place = long_table(RC.box).places[at(RC, "L")]
    assert before != after == f"translate({svg.number(place.x)} {svg.number(place.y)})"


def test_another_board_is_drawn_too(tmp_path):
    """Two X chairs at each end: thirteen against thirteen."""
    data = renumbered(edition_data(), lambda n: n)
    for n in (1, 14, 16, 29):
        data["chairs"][n - 1] |= {"opposite": 0, "x": True}
    game = game_with(data, tmp_path)
    state = game.new(4, 2)
    for seat in (0, None):
        check_seat(game, state, seat, "en")


# -- cards -------------------------------------------------------------------------------------------------------------


def test_a_guest_says_what_he_brings_and_who_can_kill_him():
    state = picture(RC, "violet")
    view = state.view(state.mover)
    card = RC.card(f"chair.{at(RC, 'O') + 1}", view, NAMES)
    assert card.title == "Orange Godfather" and card.kind == "Inès · chair 21"
    assert [(each.value, each.word) for each in card.values] == [("$4,000", "a turn")]  # a monopoly with chair 4
    assert "Your Heavy at chair 22 can kill him." in card.lines
    assert card.reconstructed
    own = RC.card(f"chair.{at(RC, 'P') + 1}", view, NAMES)
    assert "With a Knife he reaches chairs 23 and 21." in own.lines


def test_an_object_says_whether_it_is_ours():
    view = picture(RC, "violet").view(None)
    till, glass = RC.card("object.2", view), RC.card("object.29", view)
    assert till.values[0].value == "×2" and not till.reconstructed
    assert glass.reconstructed == "What lies before this chair is our reconstruction."
    assert RC.card("object.15", view).title == "X chair"


@pytest.mark.parametrize(
    "thing", ["chair.0", "chair.31", "object.x", "cake.6", "card.ace", "man.0.cook", "man.9.heavy", "x"]
)
def test_what_is_not_on_the_table_has_no_card(thing):
    assert RC.card(thing, picture(RC, "violet").view(0)) is None


# -- scenes and what events point at -----------------------------------------------------------------------------------


def told_game(players, seed, language="en", narrow=False):
    """A whole game: for each choice the events, the State after it, and the scenes."""
    log = []
    state = RC.new(players, seed, log)
    rng = Stream(seed)
    while not state.is_over:
        mark = len(log)
        legal = state.legal_actions(state.mover)
        hot = [action for action in legal if str(action) in ("play cake", "play boom", "play knife")] or legal
        state.apply(state.mover, hot[rng.below(len(hot))])
        events = [seen for event in log[mark:] if (seen := event.seen_by(None)) is not None]
        yield events, state, RC.scenes(events, state.view(None), NAMES, language, narrow)


@pytest.mark.parametrize(("players", "seed", "narrow"), [(3, 1, False), (6, 2, True)])
def test_explosions_and_great_deaths_are_scenes_with_their_sums(players, seed, narrow):
    blasts = 0
    for events, state, scenes in told_game(players, seed, "en", narrow):
        wanted = [event for event in events if event["kind"] == "blast"]
        titles = [scene.title for scene in scenes]
        for event in wanted:
            assert f"The {event['gang']} cake explodes" in titles
        blasts += len(wanted)
        for scene in scenes:
            for step in scene.steps:
                assert step.caption
                check_drawing(step.picture.svg("en", "-"), 14 if narrow else 13)
        deaths = [event for event in events if event["kind"] == "death"]
        if len(wanted) == 1 and len(deaths) == 1 and events[0]["kind"] == "blast":
            assert f"The {deaths[0]['gang']} " in scenes[0].steps[1].caption and "dies." in scenes[0].steps[1].caption
        outs = [event for event in events if event["kind"] == "out"]
        assert sum(len(scene.steps) for scene in scenes) >= 2 * len(wanted) + len(outs)
        if len(wanted) == 1 and events[-1]["kind"] != "end" and deaths:
            notes = " ".join(step.note for scene in scenes for step in scene.steps)
            for seat in {event["seat"] for event in deaths}:
                lost = sum(1 for event in deaths if event["seat"] == seat)
                left = state.alive[seat]
                if not any(event["kind"] in ("stab", "shot", "cocktail") for event in events):
                    assert f"{NAMES[seat]}: −{lost}, {left} m{'a' if left == 1 else 'e'}n left" in notes
    assert blasts > 3


def test_an_ordinary_stab_is_no_scene():
    log = []
    state = picture(RC, "violet")
    state.log = log
    play(state, "play knife", f"stab {at(RC, 'P') + 1} {at(RC, 'Q') + 1}")
    events = [event.seen_by(None) for event in log]
    assert [event["kind"] for event in events][:1] == ["stab"]
    assert RC.scenes(events, state.view(None), NAMES) == []
    state = picture(RC, "violet")
    state.log = log = []
    play(state, "play knife", f"stab {at(RC, 'P') + 1} {at(RC, 'O') + 1}")
    (scene,) = RC.scenes([event.seen_by(None) for event in log], state.view(None), NAMES)
    assert scene.title == "The end of the orange Godfather" and scene.steps[0].note == "Inès: −1, 2 men left"


def test_the_end_shows_the_money_by_part():
    chairs = {3: "yellow blade", 4: "red godfather", 9: "yellow godfather"}
    data = {"players": 3, "turn": "yellow", "chairs": chairs, "hands": {"yellow": ["knife"]}}
    state = RC.position({**data, "money": [4000, 9000, 2000]})
    state.log = log = []
    play(state, "play knife", "stab 3 4")
    death, end = RC.scenes([event.seen_by(None) for event in log], state.view(None), NAMES)
    assert [step.caption for step in death.steps][1].startswith("Bruno has no man left")
    assert end.title == "The bill" and "wins with" in end.steps[1].caption
    before, after = (step.picture.svg() for step in end.steps)
    pot = RC.box.bank[0] - 4000 - 9000 - 2000 - 1000
    assert ">$5,000<" in before and f">earned $5,000 + the bank ${pot:,}<" in after  # 4,000 and the Godfather's turn
    assert f">${pot + 5000:,}<" in after and ">$9,000<" in after and ">$2,000<" in after


def test_without_a_rest_the_end_shows_who_is_left():
    *_, (events, state, scenes) = told_game(3, 1)
    assert events[-1]["ending"] == "bank"
    first, last = scenes[-1].steps
    assert first.picture.body.count("#fig-") == sum(state.alive)
    for score in state.scores():
        assert f">${score:,}<" in last.picture.svg()


def test_events_point_at_what_is_on_the_table():
    kinds = set()
    for events, state, _ in told_game(4, 3):
        board = drawn(state, None)["board"]
        things = set(re.findall(r'data-about="([^"]*)"', board))
        for event in events:
            names = RC.pointed(event)
            kinds.add(event["kind"])
            assert all(name in things for name in names if name.partition(".")[0] in ("chair", "bank", "pile"))
            assert names or event["kind"] in ("turn", "alert", "out", "end")
    assert {"income", "draw", "death", "blast"} <= kinds


def test_choices_in_french_have_their_articles():
    state = play(picture(RC, "blue"), "play bang")
    view = state.view(state.mover)
    labels = [render(RC.action_label(action, view), "fr", NAMES) for action in state.legal_actions(state.mover)]
    assert "Le Cogneur bleu en 9 abat le Parrain orange en 21" in labels
    assert render(RC.heading(view), "fr", NAMES) == "Tour 1 · Ada"
