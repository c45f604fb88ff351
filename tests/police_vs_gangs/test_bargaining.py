"""Bots at a live negotiation: promises, threats, statements, counter-offers, and nobody's deal against own interest."""

from __future__ import annotations

import pytest

from parrain.bots.levels import levels_of
from parrain.core import Event, Ledger, Said, Stream
from parrain.games.police_vs_gangs.live import Bargaining
from parrain.games.police_vs_gangs.live.bargainer import EASY, HARD, NEXT_WORTH, NORMAL, Style, estimate, hear
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.text.sentences import offer_code, read_sentence, sentence
from parrain.lab.bargaining import hold, meetings
from tests.police_vs_gangs.tables import BOX, GAME, card, start

LEVELS = levels_of(GAME)[1:]  # one that chooses at random does not bargain


def talk_at(place: str = "foundry", *pieces: str) -> State:
    """Gangster 0 and policeman 1 meet."""
    return start(
        {
            "players": 3,
            "phase": "resolve",
            "order": [0, 1, 2],
            "city": [card(place, 0, 0)],
            "pieces": pieces or (f"0 thug fight {place} north", f"1 inspector {place} south"),
        }
    )


def negotiation(state: State) -> Bargaining:
    found = GAME.negotiation(state.view(None))
    assert isinstance(found, Bargaining)
    return found


def said_by(seat: int, code: str, claimed: tuple[str, ...] = ()) -> dict[int, Said]:
    return {seat: Said(seat, code, claimed)}


def weighed(state: State, seat: int, said: dict[int, Said], ledger: Ledger, style: Style = NORMAL):  # type: ignore[no-untyped-def]
    talk = negotiation(state)
    claims = {1 - seat: ("place",)}
    view = talk.view_for_bot(state.view(seat), claims, False)
    return estimate(view, BOX, style, hear(seat, said, ledger, style, BOX), [1 - seat], False, Stream(3))


def test_every_sentence_reads_as_it_is_written():
    for code in ("next 1", "bring drugs", "dice", "no little", offer_code(1, ("place",), ("weapons all", "rest"))):
        assert sentence(code, BOX).text
        assert read_sentence(code, BOX).kind == code.split()[0]
    for wrong in ("next", "bring gold", "dice now", "no reason", "offer 1 | the moon | place", "offer 1 | place", ""):
        with pytest.raises(ValueError):
            read_sentence(wrong, BOX)


def test_who_was_promised_something_accepts_less_as_far_as_it_trusts():
    state = talk_at()
    plain = weighed(state, 0, {}, Ledger())
    ledgers = [Ledger() for _ in range(3)]
    for _ in range(3):
        ledgers[1].note(1, True)
        ledgers[2].note(1, False)
    gains = [weighed(state, 0, said_by(1, "next 0"), ledger).deal[0] - plain.deal[0] for ledger in ledgers]
    assert gains[0] == pytest.approx(0.6 * NEXT_WORTH)
    assert gains[2] < gains[0] < gains[1], "a broken word counts less, a kept one more"
    assert weighed(state, 0, said_by(1, "next 2"), Ledger()).deal == plain.deal, "a promise to somebody else"


def test_a_threat_makes_a_clash_less_promising_and_yielding_no_worse():
    state = talk_at()
    plain = weighed(state, 0, {}, Ledger())
    threatened = weighed(state, 0, said_by(1, "dice"), Ledger())
    clashing = [number for number, claim in enumerate(plain.claims) if claim.parts[0]]
    assert clashing
    for number, odds in enumerate(plain.odds):
        assert threatened.odds[number] == pytest.approx(odds * 0.4 if number in clashing else odds)


def test_a_statement_is_believed_as_far_as_the_speaker_is_trusted():
    state = talk_at("foundry")
    liar = Ledger()
    for _ in range(5):
        liar.note(0, False)
    ware = BOX.traffic_names.index("weapons")
    worth = [
        max(
            deal
            for claim, deal in zip(found.claims, found.deal, strict=True)
            if claim.parts[1 + ware] and not claim.parts[0]
        )
        for found in (
            weighed(state, 1, {}, Ledger()),
            weighed(state, 1, said_by(0, "bring weapons"), liar),
            weighed(state, 1, said_by(0, "bring weapons"), Ledger()),
        )
    ]
    assert worth[0] <= worth[1] < worth[2]


def test_a_counter_offer_is_weighed_as_it_was_made():
    state = talk_at()
    said = said_by(0, offer_code(1, ("place",), ("weapons all", "tobacco all")), ("place",))
    heard = hear(1, said, Ledger(), HARD, BOX)
    assert [claim.parts[0] for claim in heard.offered] == [0] and len(heard.offered) == 1
    assert heard.offered[0] in weighed(state, 1, said, Ledger()).claims


@pytest.mark.parametrize("players", [3, 4])
def test_no_bot_deals_against_its_own_estimate(players: int, monkeypatch: pytest.MonkeyPatch):
    from parrain.games.police_vs_gangs.live import bargainer

    weighed_last: list[bargainer.Estimate] = []
    plain = bargainer.estimate

    def watched(*arguments: object) -> bargainer.Estimate:
        weighed_last.append(plain(*arguments))  # type: ignore[arg-type]
        return weighed_last[-1]

    monkeypatch.setattr(bargainer, "estimate", watched)
    spoken = 0
    for number, (_, state) in enumerate(meetings(GAME, players, 6, 5)):
        talk = negotiation(state)
        for level in LEVELS:
            claims: dict[int, tuple[str, ...]] = {}
            for seat in (*talk.seats, *talk.seats):
                rng = Stream(number)
                turn = talk.bot_turn(state.view(seat), claims, {}, Ledger(), level, seat in claims, rng)
                assert turn is not None
                claims[seat] = talk.validate(seat, turn.words)
                found = weighed_last[-1]
                if turn.words != ("no deal",):
                    mine = talk.read(seat, turn.words)
                    assert found.deal[found.claims.index(mine)] >= found.dice
                    spoken += 1
                else:
                    assert turn.code.startswith("no "), "it says why"
    assert spoken > 20


def test_a_promise_is_kept_or_broken_at_the_next_meeting():
    talk = negotiation(talk_at())
    ledger = Ledger()
    promise = Said(0, "next 1", ("place",))
    talk.judge([promise], {0: ("place",), 1: ("place",)}, [], ledger)
    assert not ledger.pending, "no deal: the promise has lapsed"
    talk.judge([promise], {0: ("place",), 1: ("rest",)}, [], ledger)
    assert ledger.pending == [(0, 1)] and not ledger.kept and not ledger.broken
    talk.judge([], {0: ("place",), 1: ("place", "rest")}, [], ledger)
    assert (ledger.broken[0], ledger.pending) == (1, [])
    talk.judge([promise], {0: ("place",), 1: ("rest",)}, [], ledger)
    talk.judge([], {0: ("rest",), 1: ("place",)}, [], ledger)
    assert ledger.kept[0] == 1


def test_threats_and_statements_are_judged_by_what_came_of_them():
    talk = negotiation(talk_at())
    ledger = Ledger()
    threat = Said(1, "dice", ("place",))
    talk.judge([threat], {0: ("place",), 1: ("place",)}, [], ledger)
    assert ledger.kept[1] == 1, "the dice decided"
    talk.judge([threat], {0: ("rest",), 1: ("place",)}, [], ledger)
    assert (ledger.kept[1], ledger.broken[1]) == (1, 0), "it worked, so nobody knows"
    talk.judge([threat], {0: ("place",), 1: ()}, [], ledger)
    assert ledger.broken[1] == 1, "an empty threat"
    tile = {"seat": 0, "character": "thug", "recruit": False}
    shown = [Event("reveal", {"card": "foundry", "tiles": [tile]})]
    thug = BOX.characters.index("thug")
    carried = [name for t, name in enumerate(BOX.traffic_names) if BOX.icons[thug * BOX.traffics + t]]
    other = next(name for name in BOX.traffic_names if name not in carried)
    talk.judge([Said(0, f"bring {other}", ())], {0: (), 1: ()}, shown, ledger)
    assert ledger.broken[0] == 1
    talk.judge([Said(0, f"bring {carried[0]}", ())], {0: (), 1: ()}, shown, ledger)
    assert ledger.kept[0] == 1


def test_a_whole_negotiation_of_bots_comes_to_an_end_and_is_valued():
    ledger = Ledger()
    for number, state in meetings(GAME, 4, 3, 2):
        bots = dict.fromkeys(state.view(None).party, "hard")
        result = hold(GAME, state, bots, ledger, number)
        assert set(result.gains) == set(bots)
        assert result.accord or not any(result.gains.values())


def test_easy_believes_everything():
    liar = Ledger()
    for _ in range(5):
        liar.note(1, False)
    assert hear(0, said_by(1, "next 0"), liar, EASY, BOX).bonus == NEXT_WORTH
    assert hear(0, said_by(1, "next 0"), liar, HARD, BOX).bonus < 0.2 * NEXT_WORTH + 0.1
