"""Estimating a solve before it starts, in a separate process that gives up when it takes too long.

A tree with too many sizes takes minutes to build, and a server that built it would answer no one meanwhile.
`python -m gutshot.trainer.jobs.estimator SECONDS` reads configs and answers with figures or a sentence, line by line.
The limit is processor time, so that a busy machine refuses nothing; a process that hangs all the same is ended.
"""

import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from types import FrameType
from typing import Any

from gutshot.errors import BadConfig, GutshotError

_NICE = 5
_PATIENCE = 120.0
"""Seconds on the wall beyond ten times the limit, after which the process is taken to hang."""


class Estimator:
    """Keeps one process, started when first needed. Calls wait for each other."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Bytes, nodes and hands of a solve; BadConfig with what is wrong with it."""
        with self._lock:
            answer = self._answer(json.dumps(config).encode() + b"\n")
        if "error" in answer:
            raise BadConfig(answer["error"])
        return answer

    def _answer(self, line: bytes) -> dict[str, Any]:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(line)
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], _PATIENCE + 10 * self._seconds)
        text = process.stdout.readline() if ready else b""
        if not text:
            self._end()
            raise BadConfig("the tree of this spot could not be built: use fewer bet sizes")
        answer: dict[str, Any] = json.loads(text)
        return answer

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._end()
            command = [sys.executable, "-m", "gutshot.trainer.jobs.estimator", str(self._seconds)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def close(self) -> None:
        with self._lock:
            self._end()


_FIRST = {"spot": {"board": "2c3d7hTsJc", "oop": "AA", "ip": "KK", "pot": 10, "stack": 10, "bets": "50%"}}


class _TooLong(BadConfig):
    """The limit is used up."""


def _give_up(_: int, __: FrameType | None) -> None:
    raise _TooLong(f"the tree of this spot takes more than {sys.argv[1]} s to build: use fewer bet sizes")


def main() -> None:
    """Answer until the server closes the pipe."""
    os.nice(_NICE)
    from gutshot.trainer.jobs.solve import estimate

    estimate(_FIRST)  # what is compiled or loaded once does not count
    signal.signal(signal.SIGPROF, _give_up)
    for line in sys.stdin:
        try:
            signal.setitimer(signal.ITIMER_PROF, float(sys.argv[1]))
            answer = estimate(json.loads(line))
        except GutshotError as error:
            answer = {"error": str(error)}
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
