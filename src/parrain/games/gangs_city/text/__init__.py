"""What Gangs City says: prompts and choices, events, the table in words."""

from parrain.games.gangs_city.chart import chart as chart
from parrain.games.gangs_city.text.describe import describe as describe
from parrain.games.gangs_city.text.events import event_text as event_text
from parrain.games.gangs_city.text.prompts import action_label as action_label
from parrain.games.gangs_city.text.prompts import heading as heading
from parrain.games.gangs_city.text.prompts import prompt as prompt
