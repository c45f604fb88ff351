"""Live tables: rooms, clocks, bots, negotiations. Knows no socket, no language and no web framework."""
