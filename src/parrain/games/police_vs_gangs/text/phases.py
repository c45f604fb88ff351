"""The four phases of a turn (PG 4.1)."""

from __future__ import annotations

from typing import Final

from parrain.core.say import Say, say
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View

PHASE_WORDS: Final = (say("New place"), say("Placing"), say("Places"), say("Count"))
PHASE_OF: Final = {"lay": 0, "discard": 1, "place": 1, "stake": 3, "colour": 3}


def phase_number(view: View) -> int:
    """Which of the four phases it is: everything else happens while places are resolved."""
    return PHASE_OF.get(view.phase, 2)


def phase_name(number: int) -> Say:
    """What a phase is called."""
    return PHASE_WORDS[number]


def heading(view: View, box: Box) -> Say:
    """Turn and phase, above what happens in them."""
    if not view.turn:
        return say("Setup · {phase}", phase=phase_name(phase_number(view)))
    return say("Turn {turn} · {phase}", turn=view.turn, phase=phase_name(phase_number(view)))
