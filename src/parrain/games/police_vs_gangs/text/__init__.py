"""Everything that Police vs Gangs says: prompts, labels of actions, events, and the whole View in words."""

from __future__ import annotations

from parrain.games.police_vs_gangs.chart import chart
from parrain.games.police_vs_gangs.text.describe import describe
from parrain.games.police_vs_gangs.text.events import event_text
from parrain.games.police_vs_gangs.text.phases import heading, phase_name, phase_number
from parrain.games.police_vs_gangs.text.prompts import action_label, prompt

__all__ = ["action_label", "chart", "describe", "event_text", "heading", "phase_name", "phase_number", "prompt"]
