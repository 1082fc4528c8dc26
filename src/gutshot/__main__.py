"""`python -m gutshot` is the same as `gutshot`."""

from gutshot.cli import run

run()
