"""The policy and value network: residual layers over the observation (in numpy: `parrain.bots.learned`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from parrain.bots.learned import SCALE
from parrain.core.encoding import Part

TINY = 1e-5
LARGE = 400.0  # scores and counts beyond are scaled as if this were their bound


class Weights(NamedTuple):
    """The parameters; the last rows of the head are the values, those before them the logits of the actions."""

    first: Array  # [numbers, width]
    first_bias: Array
    layers: Array  # [layers, width, width]
    layer_biases: Array
    head: Array  # [width, actions + values]
    head_bias: Array


def new_weights(key: Array, numbers: int, outputs: int, width: int, layers: int) -> Weights:
    """Random weights; layers and head begin small, so that training begins near the uniform policy."""
    one, two, three = jax.random.split(key, 3)
    return Weights(
        jax.random.normal(one, (numbers, width)) * numbers**-0.5,
        jnp.zeros((width,)),
        jax.random.normal(two, (layers, width, width)) * (width * layers) ** -0.5,
        jnp.zeros((layers, width)),
        jax.random.normal(three, (width, outputs)) * 0.01 * width**-0.5,
        jnp.zeros((outputs,)),
    )


def enlarged(weights: Weights, numbers: int, width: int, key: Array) -> Weights:
    """The same function over more numbers, of which it makes nothing yet, and of some times the width.

    Every unit stands there several times, a little apart so that they can learn to differ.
    """
    old, times = weights.first.shape[1], width // weights.first.shape[1]
    assert old * times == width, "a whole number of times the width"
    more = jnp.zeros((numbers - weights.first.shape[0], old))
    first = jnp.tile(jnp.concatenate([weights.first, more]), (1, times))
    if times > 1:
        first = first + 1e-3 * jnp.std(weights.first) * jax.random.normal(key, first.shape)
    return Weights(
        first,
        jnp.tile(weights.first_bias, times),
        jnp.tile(weights.layers, (1, times, times)) / times,
        jnp.tile(weights.layer_biases, (1, times)),
        jnp.tile(weights.head, (times, 1)) / times,
        weights.head_bias,
    )


def scales(parts: Sequence[Part]) -> Array:
    """By what each number of the observation is multiplied before it goes in."""
    by_part = [np.full(part.size, min(part.high, LARGE) ** -0.5, np.float32) for part in parts]
    return jnp.array(np.concatenate(by_part))


def normalised(hidden: Array) -> Array:
    """Mean 0 and variance 1 over the width."""
    centred = hidden - hidden.mean(axis=-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred * centred).mean(axis=-1, keepdims=True) + TINY)


class Networks(NamedTuple):
    """The player, and the critic that sees hidden cards too: only training uses it, to tell luck from good choices."""

    player: Weights
    critic: Weights | None


def run_network(
    weights: Weights, scale: Array, observations: Array, kind: type, values: int = 1
) -> tuple[Array, Array]:
    """Logits of all actions and the values for a batch of observations; products are made in numbers of that kind."""

    def times(left: Array, right: Array) -> Array:
        return jnp.matmul(left.astype(kind), right.astype(kind), preferred_element_type=jnp.float32)

    hidden = times(observations.astype(jnp.float32) * scale, weights.first) + weights.first_bias
    for layer, bias in zip(weights.layers, weights.layer_biases, strict=True):
        hidden = hidden + times(jax.nn.relu(normalised(hidden)), layer) + bias
    out = times(normalised(hidden), weights.head) + weights.head_bias
    return out[..., :-values], out[..., -values:]


def to_file(weights: Weights, scale: Array) -> dict[str, np.ndarray]:
    """The arrays of a weights file: half precision, but for the scale, which may be too small for that."""
    halves = {name: np.asarray(array, np.float16) for name, array in weights._asdict().items()}
    return {**halves, SCALE: np.asarray(scale, np.float32)}


def from_file(arrays: Mapping[str, np.ndarray], scale: Array) -> Weights:
    """The weights of a file, to train on from them with this scale; old files have theirs in the first layer."""
    weights = Weights(**{name: jnp.asarray(arrays[name], jnp.float32) for name in Weights._fields})
    numbers = len(weights.first)
    stored = arrays.get(SCALE, np.ones(numbers, np.float32))
    return weights._replace(first=weights.first * (stored / scale[:numbers])[:, None])
