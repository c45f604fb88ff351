"""Tables in memory: rules of the room, clocks, bots, negotiations. Knows no connection, no language and no web framework."""
