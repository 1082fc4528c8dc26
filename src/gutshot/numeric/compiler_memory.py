"""`give_back_compiler`: the memory that compiling, or loading what was compiled, leaves behind in a process.

LLVM's own code stays mapped once it has run (some 70 MB that no kernel touches), and freed heap stays with the C
library. Neither is needed while kernels run, so it is worth returning before large tables are allocated. Pages of code
are clean copies of a file: the system reads them again if a kernel is compiled later.
"""

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

_HEADER = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S{4}) ")
_DONT_NEED = 4  # MADV_DONTNEED of Linux


def give_back_compiler() -> None:
    """Return the compiler's pages and free heap to the system; does nothing except on Linux."""
    regions = Path("/proc/self/smaps")
    if not regions.is_file():
        return
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
    library.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    for begin, end in clean_regions(regions.read_text(encoding="utf-8", errors="replace")):
        library.madvise(begin, end - begin, _DONT_NEED)


def clean_regions(text: str) -> Iterator[tuple[int, int]]:
    """Where the compiler's file is mapped to be read or run only, and no page differs from the file."""
    region = None
    for line in text.splitlines():
        header = _HEADER.match(line)
        if header:
            wanted = header[3] in ("r--p", "r-xp") and line.endswith("/libllvmlite.so")
            region = (int(header[1], 16), int(header[2], 16)) if wanted else None
        elif region and line.split() == ["Private_Dirty:", "0", "kB"]:
            yield region
