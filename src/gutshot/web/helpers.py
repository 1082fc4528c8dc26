"""The processes beside the server. Estimates and jobs have theirs in `trainer/jobs`."""

import gc

from gutshot.trainer.helpers.kind import HelperKind


def read_without_pauses() -> None:
    """A search of the garbage collector through all compiled code in the middle of a walk would be felt."""
    gc.set_threshold(20_000, 20, 500)


COACH = HelperKind("the coach", nice=15, processes=2)
"""Gives way to play. Two, so that advice does not wait for a grade that is being solved."""

SOLVER = HelperKind("the coach who solves", nice=15)
"""One, so that what is asked about a street is already solved, or waits for the solve that is under way."""

OPPONENTS = HelperKind("the loaded opponents")
"""Networks and solved strategies: loading one takes seconds, a decision milliseconds."""

READER = HelperKind("the process that reads strategies", nice=5, at_once=8, prepare=read_without_pauses)
"""A network takes seconds to load and compile, a node milliseconds of arithmetic."""
