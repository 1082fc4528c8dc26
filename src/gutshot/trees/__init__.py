"""Betting without cards: bet sizes and the public trees they make."""
