"""The solved turn of the strategies' tests, for the drills that ask about it."""

from tests.strategies.conftest import library, solution, source

__all__ = ["library", "solution", "source"]
