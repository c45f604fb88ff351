"""The readers of characters and traffics under their former module name, for Police vs Gangs."""

from parrain.core.edition import counted as counted
from parrain.core.edition import own_name as own_name
from parrain.core.edition import whole as whole
from parrain.core.gangs import read_characters as read_characters
from parrain.core.gangs import read_traffics as read_traffics
