"""Search: a strategy that solves where it stands, on top of one that knows the whole game."""
