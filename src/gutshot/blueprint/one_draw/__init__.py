"""Heads-up badugi with one draw, solved: every hand up to suits, every choice of discards, exact best responses."""
