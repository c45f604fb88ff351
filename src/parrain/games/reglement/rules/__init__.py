"""The rules of Règlement de comptes, one module for each part of docs/rules/reglement-de-comptes.md."""

from parrain.games.reglement.rules.phases import PHASES, State

__all__ = ["PHASES", "State"]
