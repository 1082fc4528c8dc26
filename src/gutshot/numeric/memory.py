"""Total, free and used memory: from psutil, or from the system itself without it.

GPU images have no psutil. They run Linux, whose own figure of free memory it would read too.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def free_memory() -> int:
    """Bytes that can be taken without swapping."""
    psutil = _psutil()
    return int(psutil.virtual_memory().available) if psutil else _linux_free_memory()


def total_memory() -> int:
    """Bytes of memory that the machine has."""
    psutil = _psutil()
    return int(psutil.virtual_memory().total) if psutil else _pages("SC_PHYS_PAGES")


def peak_memory() -> int:
    """The most bytes that this process has held at once."""
    if sys.platform == "win32":
        return int(_psutil().Process().memory_info().peak_wset)
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def byte_size(count: float) -> str:
    """`4e9` -> `4 GB`."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} PB"


def _psutil() -> Any:
    if find_spec("psutil") is None:
        return None
    import psutil  # type: ignore[import-untyped]

    return psutil


def _linux_free_memory() -> int:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return _pages("SC_AVPHYS_PAGES")


def _pages(kind: str) -> int:
    return os.sysconf(kind) * os.sysconf("SC_PAGE_SIZE")
