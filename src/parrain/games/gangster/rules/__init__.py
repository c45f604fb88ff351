"""The rules of Gangster, a module for each part of docs/rules/gangster.md."""

from parrain.games.gangster.rules.phases import PHASES, State

__all__ = ["PHASES", "State"]
