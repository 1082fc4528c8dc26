"""Solvers that turn a spot or a game into a strategy."""
