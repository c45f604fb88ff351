"""Experiments: simulations, tournaments, strength, fitting, and the trace of the rules."""
