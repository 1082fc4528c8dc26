"""The worker process: `python -m gutshot.trainer.jobs.worker`, one for each job.

The first line of its standard input says what to do. It gives way to everything else on the machine, and is the first
to go when memory runs out. Errors go back as one sentence.
"""

import contextlib
import errno
import fcntl
import json
import os
import sys
from pathlib import Path
from typing import Any

from gutshot.errors import GutshotError
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.jobs.stop import StopSignal
from gutshot.trainer.jobs.telling import Telling

_NICE = 15
_FIRST_TO_GO = "800"


def main() -> int:
    _give_way()
    order = json.loads(sys.stdin.readline())
    stop = StopSignal()
    telling = Telling(stop)
    try:
        with _alone(Path(order["folder"])):
            _work(order, stop, telling)
    except KeyboardInterrupt:
        telling.end(False, order["fraction"], "stopped before it began")
    except Exception as error:
        telling.failure(_sentence(error))
        if not isinstance(error, GutshotError | MemoryError | OSError):
            raise
        return 1
    return 0


def _work(order: dict[str, Any], stop: StopSignal, telling: Telling) -> None:
    if order["kind"] == JobKind.SOLVE:
        from gutshot.trainer.jobs.solve import run_solve

        run_solve(order, stop, telling)
    else:
        from gutshot.trainer.jobs.simulate import run_simulation

        run_simulation(order, stop, telling)


def _give_way() -> None:
    os.nice(_NICE)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO)


@contextlib.contextmanager
def _alone(folder: Path) -> Any:
    """Wait until no earlier worker of the same job is still saving, as after a restart of the server."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = folder.with_name(f".{folder.name}.lock")
    with open(lock, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
        lock.unlink(missing_ok=True)


def _sentence(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "memory ran out: use fewer bet sizes, narrower ranges or precision i16"
    if isinstance(error, OSError):
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        return "the disk is full: nothing more could be saved" if full else f"cannot save: {error.strerror or error}"
    return str(error) if isinstance(error, GutshotError) else f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    sys.exit(main())
