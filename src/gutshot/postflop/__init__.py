"""The heads-up postflop solver: exact, on ranges."""
