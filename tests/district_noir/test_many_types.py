"""A box with more card types than the table of choices remembers plays the same game."""

import tomllib

from parrain.core import Edition, Stream
from parrain.games import game
from parrain.games.district_noir import components, rules


def box_with(extra: int) -> components.Box:
    path = game("district-noir").home / "editions" / "spiral-2022.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    spare = {"kind": "alliance", "value": 0, "count": 0, "source": "a test", "status": "house"}
    data["cards"] += [{**spare, "name": f"spare-{number}"} for number in range(extra)]
    return components.Box(Edition(data))


def test_choices_beyond_the_remembered_masks():
    few, many = box_with(0), box_with(9)
    assert few.take_bit < components.REMEMBERED <= many.take_bit
    for seed in range(20):
        plain, large = rules.State(few, 2, seed), rules.State(many, 2, seed)
        rng = Stream(seed)
        while not plain.is_over:
            (player,) = plain.current_players()
            choices = [action.text for action in plain.legal_actions(player)]
            assert [action.text for action in large.legal_actions(player)] == choices
            chosen = choices[rng.below(len(choices))]
            plain.apply(player, few.by_text[chosen])
            large.apply(player, many.by_text[chosen])
        assert (large.ending, large.scores(), large.winner) == (plain.ending, plain.scores(), plain.winner)
