"""The policy and value network: residual layers over the observation (in numpy: `parrain.bots.learned`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from parrain.core.encoding import Part

TINY = 1e-5
LARGE = 400.0  # scores and counts beyond are scaled as if this were their bound


class Weights(NamedTuple):
    """The parameters; the last row of the head is the value, those before it are the logits of the actions."""

    first: Array  # [numbers, width]
    first_bias: Array
    layers: Array  # [layers, width, width]
    layer_biases: Array
    head: Array  # [width, actions + 1]
    head_bias: Array


def new_weights(key: Array, numbers: int, actions: int, width: int, layers: int) -> Weights:
    """Random weights; layers and head begin small, so that training begins near the uniform policy."""
    one, two, three = jax.random.split(key, 3)
    return Weights(
        jax.random.normal(one, (numbers, width)) * numbers**-0.5,
        jnp.zeros((width,)),
        jax.random.normal(two, (layers, width, width)) * (width * layers) ** -0.5,
        jnp.zeros((layers, width)),
        jax.random.normal(three, (width, actions + 1)) * 0.01 * width**-0.5,
        jnp.zeros((actions + 1,)),
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
    critic: Weights


def run_network(weights: Weights, scale: Array, observations: Array, kind: type) -> tuple[Array, Array]:
    """Logits of all actions and the value for a batch of observations; products are made in numbers of that kind."""

    def times(left: Array, right: Array) -> Array:
        return jnp.matmul(left.astype(kind), right.astype(kind), preferred_element_type=jnp.float32)

    hidden = times(observations.astype(jnp.float32) * scale, weights.first) + weights.first_bias
    for layer, bias in zip(weights.layers, weights.layer_biases, strict=True):
        hidden = hidden + times(jax.nn.relu(normalised(hidden)), layer) + bias
    out = times(normalised(hidden), weights.head) + weights.head_bias
    return out[..., :-1], out[..., -1]


def to_file(weights: Weights, scale: Array) -> dict[str, np.ndarray]:
    """The arrays of a weights file: half precision, the scale multiplied into the first layer."""
    scaled = weights._replace(first=weights.first * scale[:, None])
    return {name: np.asarray(array, np.float16) for name, array in scaled._asdict().items()}


def from_file(arrays: dict[str, np.ndarray], scale: Array) -> Weights:
    """The weights of a file, to train on from them."""
    weights = Weights(**{name: jnp.asarray(arrays[name], jnp.float32) for name in Weights._fields})
    return weights._replace(first=weights.first / scale[:, None])
