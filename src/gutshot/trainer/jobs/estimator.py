"""Estimating a solve before it starts, in a helper process that gives up when it takes too long.

A tree with too many sizes takes minutes to build, and a server that built it would answer no one meanwhile. The limit
is processor time, so that a busy machine refuses nothing; a process that hangs all the same is killed.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from gutshot.errors import BadConfig, GutshotError
from gutshot.trainer.helpers.kind import HelperDied, HelperKind, TooLong
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.jobs.solve import estimate
from gutshot.trainer.jobs.three_solve import check_three

_PATIENCE = 120.0
"""Seconds on the wall beyond ten times the limit, after which the process is taken to hang."""

_FIRST = {"spot": {"board": "2c3d7hTsJc", "oop": "AA", "ip": "KK", "pot": 10, "stack": 10, "bets": "50%"}}


def warm_estimates() -> None:
    """What is compiled or loaded once does not count."""
    estimate(_FIRST)


class Estimator:
    """Keeps one process, started when first needed. Calls wait for each other."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._helper = Helpers(HelperKind("the estimator", nice=5, cpu_seconds=seconds, prepare=warm_estimates))

    def ask(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Bytes, nodes and hands of a solve; BadConfig with what is wrong with it."""
        return self._answer(estimate, config)

    def check_three(self, config: Mapping[str, Any]) -> None:
        """BadConfig with what is wrong with a solve of three ranges."""
        self._answer(check_three, config)

    def _answer(self, question: Callable[[Mapping[str, Any]], dict[str, Any]], config: Any) -> dict[str, Any]:
        try:
            with self._lock:
                return self._helper.run_within(_PATIENCE + 10 * self._seconds, question, config)
        except TooLong:
            takes = f"takes more than {self._seconds} s to build"
            raise BadConfig(f"the tree of this spot {takes}: use fewer bet sizes") from None
        except HelperDied:
            raise BadConfig("the tree of this spot could not be built: use fewer bet sizes") from None
        except GutshotError as error:
            raise BadConfig(str(error)) from None

    def close(self) -> None:
        """End its process."""
        self._helper.close()
