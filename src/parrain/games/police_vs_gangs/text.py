"""Words."""
from __future__ import annotations
from collections.abc import Mapping
from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View
def prompt(view: View, box: Box) -> Say: return say("prompt")
def action_label(action: Action, view: View, box: Box) -> Say: return say("{a}", a=action.text)
def event_text(event: Mapping[str, object], seat: int | None, box: Box) -> Say | None: return None
def describe(view: View, box: Box) -> list[Say]: return [say("x")]
