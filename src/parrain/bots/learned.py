"""The bot that learned by self-play: a small network over the observation of its View, run by numpy (docs/learning.md).

The weights of a game are `learned.npz` in its package, with a card that says how they came about (`learned.toml`); what
`parrain train` writes is played by `learned:FILE`. numpy is no dependency of playing: a decision is 0.3 million
multiplications, which plain Python makes in some ten milliseconds and numpy in a fraction of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from parrain.bots.guided import AT_ONCE, Guide, Leaf
from parrain.bots.inputs import Inputs, columns_of
from parrain.bots.settings import read_temperature
from parrain.bots.tree import IDLE
from parrain.core import Action, BadOption, Game, Say, Stream, View, say
from parrain.core.arrays import shared_array
from parrain.core.compiling import new_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from threadpoolctl import ThreadpoolController

    Floats = NDArray[np.float32]

FILE = "learned.npz"
SCALE = "scale"  # of a weights file, optional: by what each input is multiplied
RARE = 0.03  # an action of a smaller chance is never played: training leaves a little of everything
TINY = 1e-5
FINE = 1 << 30  # a random number between 0 and 1 has so many values


class Network(NamedTuple):
    """The arrays of a weights file (`parrain.training.network.Weights`), in single precision."""

    first: Floats
    first_bias: Floats
    layers: Floats
    layer_biases: Floats
    head: Floats
    head_bias: Floats

    def run(self, observations: Floats) -> Floats:
        """The logits of all actions, then the values; of one observation or of many, one a row."""
        hidden = observations @ self.first
        hidden += self.first_bias
        for layer, bias in zip(self.layers, self.layer_biases, strict=True):
            inner = normalised(hidden)
            hidden += inner.clip(0.0, out=inner) @ layer
            hidden += bias
        out: Floats = normalised(hidden) @ self.head
        out += self.head_bias
        return out

    def at_table(self, inputs: Inputs, players: int) -> Network:
        """The same network, run on the observation of so many players as it is."""
        row = inputs.players_row(players)
        bias = self.first_bias if row is None else self.first_bias + self.first[row]
        return self._replace(first=self.first[inputs.rows(players)], first_bias=bias)


def normalised(hidden: Floats) -> Floats:
    """Mean 0 and variance 1 over the width; for one row `mean` takes longer than what it computes."""
    import numpy as np

    width = hidden.shape[-1]
    found: Floats = hidden - np.add.reduce(hidden, axis=-1, keepdims=True) / width
    found /= (np.add.reduce(found * found, axis=-1, keepdims=True) / width + TINY) ** 0.5
    return found


class Learned:
    """Draws from the policy; keeps the last View's value for its explanation.

    A temperature above 1 makes it weaker: chances come nearer to each other, and mistakes happen, likely ones first.
    Below 1 it keeps to the likeliest.
    """

    def __init__(
        self, game: Game, network: Network, temperature: float = 1.0, tables: dict[int, Network] | None = None
    ) -> None:
        self.game = game
        self.network = network
        self.temperature = temperature
        self.inputs = inputs_of(game)
        self.tables: dict[int, Network] = {} if tables is None else tables  # by number of players
        self.last: tuple[View, float] | None = None

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        actions = [action for action in actions if action.text != IDLE] or actions
        if len(actions) == 1:
            return actions[0]
        chances, worth = self.judge(view, actions)
        self.last = (view, worth)
        warm = self.temperature > 1.0
        kept = [chance if warm or chance >= RARE else 0.0 for chance in chances]
        left = rng.below(FINE) / FINE * sum(kept)
        for action, chance in zip(actions, kept, strict=True):
            left -= chance
            if left < 0.0:
                return action
        return actions[chances.index(max(chances))]

    def judge(self, view: View, actions: Sequence[Action]) -> tuple[list[float], float]:
        """The chances of the actions, and what the View is worth to its seat, from -1 to 1."""
        chances, values = self.outcome(view, actions)
        return chances, values[0]

    def outcome(self, view: View, actions: Sequence[Action]) -> tuple[list[float], list[float]]:
        """The chances of the actions, and what the View is worth to each seat, its own first; of two the negative."""
        import numpy as np

        out = self.run(view)
        logits = out[columns_of(self.game, view.players, view.seat or 0)[[action.id for action in actions]]]
        powers = np.exp((logits - logits.max()) / self.temperature)
        values = out[self.inputs.actions :].clip(-1.0, 1.0).tolist()
        if view.players == 2:
            values = [values[0], -values[0]]
        return (powers / powers.sum()).tolist(), values

    def run(self, view: View) -> Floats:
        """All outputs of the network for a View."""
        import numpy as np

        return self.network_at(view.players).run(np.asarray(self.game.encode(view), np.float32))

    def network_at(self, players: int) -> Network:
        """The network for so many players."""
        network = self.tables.get(players)
        if network is None:
            network = self.tables[players] = self.network.at_table(self.inputs, players)
        return network

    def reason(self, view: View, action: Action) -> Say | None:
        """What it expects, if it has just chosen for this View."""
        if self.last is None or self.last[0] is not view:
            return None
        share = (self.last[1] * (view.players - 1) + 1) / view.players
        return say("I expect to win {percent} % of such games.", percent=round(100 * max(0.0, share)))


class LearnedGuide(Guide):
    """The network as the guide of a search: of an imagined world it is shown what the seat to move would see.

    It is asked about `most` leaves at once, at most.
    """

    def __init__(self, game: Game, network: Network, most: int = AT_ONCE) -> None:
        self.game = game
        self.most = most
        self.bot = Learned(game, network)
        self.tables: dict[int, Observed] = {}

    def judge(self, leaves: Sequence[Leaf]) -> list[tuple[list[float], list[float]]]:
        import numpy as np

        players = leaves[0].state.players
        if players not in self.tables:
            self.tables[players] = Observed(self.game, players, self.most)
        table = self.tables[players]
        network, seen = self.bot.network_at(players), table.observe(leaves)
        with one_thread():
            out = network.run(seen)
        counts = [len(leaf.actions) for leaf in leaves]
        rows = np.repeat(np.arange(len(leaves)), counts)
        actions = [action.id for leaf in leaves for action in leaf.actions]
        logits = out[rows, table.columns[np.repeat([leaf.seat for leaf in leaves], counts), actions]]
        starts = np.cumsum([0, *counts[:-1]])
        shares = np.exp(logits - np.maximum.reduceat(logits, starts)[rows]).tolist()
        values = out[:, self.bot.inputs.actions :].clip(-1.0, 1.0).tolist()
        found = []
        for leaf, start, count, worth in zip(leaves, starts.tolist(), counts, values, strict=True):
            by_seat = (
                [worth[(each - leaf.seat) % players] for each in range(players)]
                if players > 2
                else ([worth[0], -worth[0]] if leaf.seat == 0 else [-worth[0], worth[0]])
            )
            found.append((shares[start : start + count], by_seat))
        return found


class Observed:
    """Observations of leaves in one array, and by seat and action which output it is."""

    def __init__(self, game: Game, players: int, most: int) -> None:
        import numpy as np

        self.game = game
        self.width = sum(part.size for part in game.encoding(players))
        self.words = new_words(most * self.width)
        self.numbers: Floats = shared_array(self.words, np.float32).reshape(most, self.width)
        self.columns = np.stack([columns_of(game, players, seat) for seat in range(players)])

    def observe(self, leaves: Sequence[Leaf]) -> Floats:
        """What the seats to move would see, one a row."""
        rows = self.numbers[: len(leaves)]
        rows.fill(0.0)
        for number, leaf in enumerate(leaves):
            if not leaf.state.observe(leaf.seat, self.words, number * self.width):
                rows[number] = self.game.encode(leaf.state.view(leaf.seat))
        return rows


def one_thread() -> AbstractContextManager[object]:
    """While it lasts, numpy computes in one thread: on products as small as these several wait for each other."""
    control = thread_control()
    return nullcontext() if control is None else control.limit(limits=1, user_api="blas")


@cache
def thread_control() -> ThreadpoolController | None:
    """Of the libraries that are loaded, if that can be controlled here."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return None
    import numpy  # noqa: F401  # must be loaded before

    return ThreadpoolController()


def make_learned(game: Game, settings: str) -> Learned:
    """The learned bot; `learned:FILE` has the weights of that file, `learned:temperature=2.5` plays weaker."""
    temperature = read_temperature(settings)
    if temperature is not None:
        return Learned(game, learned_network(game), temperature, tables_of(game, ""))
    return Learned(game, learned_network(game, settings), game.learned_temperature, tables_of(game, settings))


def can_play(game: Game) -> bool:
    """Whether numpy is installed and a network has learned this edition of the game."""
    try:
        learned_network(game)
    except BadOption:
        return False
    return True


def learned_network(game: Game, file: str = "") -> Network:
    """The network that ships with a game, or that of a file; BadOption where there is none for it."""
    path = Path(file) if file else shipped(game)
    if path is None:
        raise BadOption("No bot has learned {game} yet: there is no “learned” for it.", game=game.title)
    network = read_network(path)
    inputs = inputs_of(game)
    if network.first.shape[0] != inputs.size or network.head.shape[1] != inputs.actions + inputs.values:
        raise BadOption("The bot “learned” has not learned this edition of {game}.", game=game.title)
    return network


@lru_cache(maxsize=64)
def shipped(game: Game) -> Path | None:
    """The file of the network that comes with a game, if one does."""
    path = game.home / FILE
    return path if path.exists() else None


@lru_cache(maxsize=64)
def inputs_of(game: Game) -> Inputs:
    """What a network of this game sees and chooses from."""
    return Inputs(game)


@lru_cache(maxsize=8)
def tables_of(game: Game, file: str) -> dict[int, Network]:
    """What bots of the same network share, by number of players: a server makes one for every choice."""
    return {}


@lru_cache(maxsize=8)
def read_network(path: Path) -> Network:
    """Read a weights file."""
    try:
        import numpy as np
    except ImportError:
        raise BadOption(
            "The bot “learned” needs numpy, which is not installed: pip install 'parrain[learned]'."
        ) from None
    try:
        with np.load(path, allow_pickle=False) as arrays:
            network = Network(*(arrays[name].astype(np.float32) for name in Network._fields))
            if SCALE in arrays:
                network = network._replace(first=network.first * arrays[SCALE][:, None])
    except (OSError, ValueError, KeyError, IndexError):
        raise BadOption("{file} is no file of learned weights.", file=str(path)) from None
    width = network.first.shape[-1]
    shapes = [array.shape for array in network[1:5]]
    count = network.layers.shape[0]
    if shapes != [(width,), (count, width, width), (count, width), (width, network.head_bias.size)]:
        raise BadOption("{file} is no file of learned weights.", file=str(path))
    return network
