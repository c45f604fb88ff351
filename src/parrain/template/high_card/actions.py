"""The choices, made once: each has a number, a text and a kind."""

from parrain.core import Action

KEEP, SWAP = 0, 1
ACTIONS = (Action(0, "keep", KEEP), Action(1, "swap", SWAP))
