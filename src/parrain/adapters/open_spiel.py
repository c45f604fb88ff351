"""Every game as an OpenSpiel game written in Python.

    from parrain.adapters import open_spiel
    game = open_spiel.load("district-noir", players=2)     # or pyspiel.load_game("parrain_district_noir")

Chance comes first: six chance nodes choose the six bytes of the seed, lowest first, and the seed is all the
chance there is in a game of Parrain. After them only players choose. See docs/adapters.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from parrain.adapters import ByLegal, choice, not_installed
from parrain.core import Action, BadOption, Game, State, Stream, View, to_bytes
from parrain.games import game as open_game
from parrain.games import kinds

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise not_installed("openspiel", error) from None

SEED_BYTES = 6
SEED_BYTE = [(byte, 1 / 256) for byte in range(256)]
DIGEST = 16  # bytes that stand for a past in an information state string; the tensor has the first RECALL_BITS bits
RECALL_BITS = 64
LONGEST = 1_000_000  # decisions: OpenSpiel wants a bound; no game comes near this one


class Past:
    """One decision of a player's past: the View it was made from (or its text) and the choice, after an earlier past.

    Only the digest of a whole past is needed, and rarely: it is computed on demand, and then the Views are dropped.
    """

    __slots__ = ("action", "before", "known", "length", "seen")

    def __init__(self, before: Past | None, seen: View | str, action: int) -> None:
        self.before = before
        self.seen = seen
        self.action = action
        self.length: int = before.length + 1 if before else 1
        self.known = b""

    def digest(self) -> bytes:
        """A hash that identifies this past."""
        waiting: list[Past] = []
        past: Past | None = self
        while past is not None and not past.known:
            waiting.append(past)
            past = past.before
        known = past.known if past else b""
        for each in reversed(waiting):
            seen = each.seen.encode() if isinstance(each.seen, str) else to_bytes(each.seen)
            each.known = known = blake2b(known + seen + b"%d" % each.action, digest_size=DIGEST).digest()
            each.seen, each.before = "", None
        return known


def digest(past: Past | None) -> bytes:
    """The digest of a past, also of none."""
    return past.digest() if past else bytes(DIGEST)


class Facts:
    """The data shared by all states of one loaded game."""

    opened: dict[tuple[str, str, int, str], Facts] = {}

    def __init__(self, game: Game, players: int, options: Mapping[str, object]) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.key = (game.id, game.edition.key, players, json.dumps(options, sort_keys=True))
        self.legal = ByLegal(lambda legal: sorted([action.id for action in legal]))
        self.size = sum(part.size for part in game.encoding(players))
        Facts.opened[self.key] = self


class Table:
    """What a ParrainState holds: the seed as far as it is chosen, then the game; and each player's past.

    `views` and `texts` cache the last View of each player (None is a spectator): OpenSpiel asks often.
    """

    __slots__ = ("bytes", "facts", "pasts", "state", "texts", "views")

    def __init__(self, facts: Facts, state: State | None = None, bytes_: tuple[int, ...] = ()) -> None:
        self.facts = facts
        self.state = state
        self.bytes = bytes_
        self.pasts: list[Past | None] = [None] * facts.players
        self.views: dict[int | None, View] = {}
        self.texts: dict[int | None, str] = {}

    def view(self, player: int | None) -> View | None:
        """What that player may know; None before the table is set up."""
        view = self.views.get(player)
        if view is None and self.state is not None:
            view = self.views[player] = self.state.view(player)
        return view

    def text(self, player: int | None) -> str:
        """The same as one line of JSON."""
        text = self.texts.get(player, "")
        view = self.view(player)
        if not text and view is not None:
            text = self.texts[player] = to_bytes(view).decode()
        return text

    def choose_byte(self, byte: int) -> None:
        """Chance chooses a byte of the seed; the last one sets the table up."""
        self.bytes = (*self.bytes, byte)
        if len(self.bytes) == SEED_BYTES:
            facts = self.facts
            self.state = facts.game.new(facts.players, int.from_bytes(self.bytes, "little"), None, **facts.options)

    def choose(self, action: Action) -> None:
        """Apply the choice of the player to move, and add it with its View to the past."""
        state = self.state
        assert state is not None
        player = state.current_players()[0]
        seen = self.texts.get(player) or self.view(player) or ""
        state.apply(player, action)
        self.pasts[player] = Past(self.pasts[player], seen, action.id)
        self.views, self.texts = {}, {}

    def __deepcopy__(self, memo: object) -> Table:
        copy = Table(self.facts, self.state.clone() if self.state else None, self.bytes)
        copy.pasts, copy.views, copy.texts = self.pasts[:], self.views.copy(), self.texts.copy()
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        position = to_bytes(self.state.to_position()) if self.state else b""
        return restore, (
            self.facts.key,
            position,
            self.bytes,
            [(past.length, past.digest()) if past else None for past in self.pasts],
        )


def restore(
    key: tuple[str, str, int, str], position: bytes, bytes_: tuple[int, ...], pasts: list[tuple[int, bytes] | None]
) -> Table:
    """Unpickle a Table; its game must have been loaded, as deserialising a game and state does."""
    facts = Facts.opened.get(key)
    if facts is None:
        raise BadOption(
            "Load {game}, edition {edition}, {players} players first.", game=key[0], edition=key[1], players=key[2]
        )
    table = Table(facts, facts.game.position(json.loads(position)) if position else None, bytes_)
    for player, past in enumerate(pasts):
        if past is not None:
            remembered = Past(None, "", -1)
            remembered.length, remembered.known = past
            table.pasts[player] = remembered
    return table


class ParrainState(pyspiel.State):
    """A game in play, one decision after another; seats that choose at once do not see each other's choices."""

    def __init__(self, game: ParrainGame) -> None:
        super().__init__(game)
        self._table = Table(game.facts)  # the only attribute: OpenSpiel clones a state by deep copies of them

    def current_player(self) -> int:
        state = self._table.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.is_over else state.current_players()[0]

    def is_terminal(self) -> bool:
        state = self._table.state
        return state is not None and state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return SEED_BYTE

    def _legal_actions(self, player: int) -> list[int]:
        table = self._table
        assert table.state is not None
        return table.facts.legal(table.state.legal_actions(player))

    def _apply_action(self, action: int) -> None:
        table = self._table
        if table.state is None:
            table.choose_byte(action)
        else:
            table.choose(choice(table.facts.game, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed byte {action}"
        return str(choice(self._table.facts.game, action))

    def returns(self) -> list[float]:
        table = self._table
        return list(table.state.returns()) if table.state else [0.0] * table.facts.players

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> ParrainState:
        """A state that this player cannot tell from the true one, without history (which would reveal the true one)."""
        table = self._table
        if table.state is None:
            raise ValueError("nobody knows anything before the table is set up: there is nothing to resample from")
        rng = Stream(sum(int(probability_sampler() * (1 << 24)) << 24 * word for word in range(4)))
        other: ParrainState = self.get_game().new_initial_state()
        other._table = Table(table.facts, table.facts.game.imagine(table.state.view(player_id), rng))
        other._table.pasts[player_id] = table.pasts[player_id]
        return other

    @property
    def table(self) -> Table:
        """The Table, for the observer."""
        return self._table

    def __str__(self) -> str:
        table = self._table
        return to_bytes(table.state.to_position() if table.state else {"seed bytes": table.bytes}).decode()


class ParrainGame(pyspiel.Game):
    """One of Parrain's games with its edition, number of players and options."""

    name: str

    def __init__(self, params: Mapping[str, Any]) -> None:
        given = {key: value for key, value in params.items() if key not in ("players", "edition")}
        game = open_game(self.name, str(params["edition"]))
        players = game.new(params["players"], 0, None, **given).players
        self.facts = Facts(game, players, game.settle_options(given))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=256,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.name), info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        return load_text, (str(self),)

    def new_initial_state(self) -> ParrainState:
        return ParrainState(self)

    def max_chance_nodes_in_history(self) -> int:
        return SEED_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.facts, iig_obs_type, params)


class Observer:
    """The observer: a View as tensor and text, with the digest of the player's past for perfect recall."""

    def __init__(self, facts: Facts, iig_obs_type: Any, params: Any) -> None:
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._spectator = asked.private_info == pyspiel.PrivateInfoType.NONE
        self._recall = asked.perfect_recall
        everything = asked.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        if params or not asked.public_info or everything or (self._spectator and self._recall):
            raise ValueError(
                "an observer takes no parameters, and sees what one player sees or,"
                " without recall, what a spectator sees"
            )
        self._facts = facts
        self.tensor = np.zeros(facts.size + (RECALL_BITS if self._recall else 0), np.float32)
        self.dict = {"observation": self.tensor[: facts.size]}
        if self._recall:
            self.dict["recall"] = self.tensor[facts.size :]

    def set_from(self, state: ParrainState, player: int) -> None:
        """Fill the tensor with what that player knows; before the table is set up that is nothing."""
        view = state.table.view(None if self._spectator else player)
        if view is None:
            self.tensor.fill(0)
            return
        self.dict["observation"][:] = self._facts.game.encode(view)
        if self._recall:
            self.dict["recall"][:] = np.unpackbits(
                np.frombuffer(digest(state.table.pasts[player]), np.uint8), count=RECALL_BITS
            )

    def string_from(self, state: ParrainState, player: int) -> str:
        """The View as one line of JSON; with perfect recall also how many decisions came before and their digest."""
        text = state.table.text(None if self._spectator else player)
        if not self._recall:
            return text
        past = state.table.pasts[player]
        return f"{text} {past.length if past else 0} {digest(past).hex()}"


def short_name(name: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"parrain_{name.replace('-', '_')}"


def game_type(name: str) -> Any:
    """The GameType of a game, needed before it is loaded."""
    kind = kinds()[name]
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"Parrain: {kind.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.most,
        min_num_players=kind.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": kind.fewest,
            "edition": kind.default_edition,
            **{option.name: option.choices[0] for option in kind.options},
        },
    )


def register(name: str) -> None:
    """Make a game known to `pyspiel.load_game`, once."""
    if short_name(name) not in pyspiel.registered_names():
        # a class, not a function: OpenSpiel releases it after Python has shut down, which only a class survives
        pyspiel.register_game(game_type(name), type(short_name(name), (ParrainGame,), {"name": name}))


def load(game: str, players: int | None = None, edition: str | Path | None = None, **options: object) -> ParrainGame:
    """One of Parrain's games, ready for OpenSpiel's algorithms."""
    opened = open_game(game, edition)
    opened.new(players, 0, None, **options)  # validates players and options with better messages than OpenSpiel's
    if set(str(edition)) & set("(),="):
        raise BadOption(
            "OpenSpiel cannot write down the edition {edition}: its name has one of ( ) , = in it.",
            edition=str(edition),
        )
    register(opened.id)
    params = {
        "players": opened.fewest if players is None else players,
        "edition": str(edition or opened.default_edition),
        **options,
    }
    loaded: ParrainGame = pyspiel.load_game(short_name(opened.id), params)
    return loaded


def load_text(text: str) -> ParrainGame:
    """Load a game from OpenSpiel's serialisation."""
    loaded: ParrainGame = pyspiel.load_game(text)
    return loaded


def deal(game: ParrainGame, seed: int) -> ParrainState:
    """The state after the chance nodes that choose this seed: the game that `parrain.new(..., seed=seed)` deals."""
    if not 0 <= seed < 1 << 8 * SEED_BYTES:
        raise BadOption("A seed for OpenSpiel is a whole number from 0 to 2^48 - 1, not {seed}.", seed=repr(seed)[:60])
    state: ParrainState = game.new_initial_state()
    for byte in seed.to_bytes(SEED_BYTES, "little"):
        state.apply_action(byte)
    return state


for known in kinds():
    register(known)
