"""Self-play training on batched engines written in JAX (extra `training`, docs/learning.md).

Nothing else imports this package but the command `parrain train`: playing with what was learned needs numpy alone
(`parrain.bots.learned`).
"""
