"""Charts before the flop: which there are, their decisions, and solving more of them."""
