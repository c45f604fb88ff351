"""The game that `parrain new-game` copies: every module of a game in its smallest form (docs/adding-a-game.md)."""
