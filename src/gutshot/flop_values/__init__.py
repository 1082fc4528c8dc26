"""A model of play after the flop: buckets or samples instead of every hand on every board, for a preflop solver."""
