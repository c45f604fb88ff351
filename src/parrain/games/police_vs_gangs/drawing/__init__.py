"""The parts of the board: the desk they are drawn on, the town, the people, and the matter at hand."""
