"""Giving back the compiler's memory: which pages may go, that they do, and that everything runs on."""

import sys
from pathlib import Path

import pytest

from gutshot.numeric.compiler_memory import clean_regions, give_back_compiler

REGIONS = """\
7f0000000000-7f0000003000 r--p 00000000 08:01 11 /lib/libllvmlite.so
Private_Dirty:         0 kB
7f0000003000-7f0000008000 r-xp 00003000 08:01 11 /lib/with space/libllvmlite.so
Rss:                  20 kB
Private_Dirty:         0 kB
7f0000008000-7f0000009000 r--p 00008000 08:01 11 /lib/libllvmlite.so
Private_Dirty:         4 kB
7f0000009000-7f000000a000 rw-p 00009000 08:01 11 /lib/libllvmlite.so
Private_Dirty:         0 kB
7f000000a000-7f000000b000 r-xp 00000000 08:01 12 /lib/libother.so
Private_Dirty:         0 kB
"""


def test_only_clean_read_only_pages_of_the_compiler_may_go() -> None:
    assert list(clean_regions(REGIONS)) == [(0x7F0000000000, 0x7F0000003000), (0x7F0000003000, 0x7F0000008000)]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep no such list of a process's pages")
def test_pages_go_and_the_compiler_works_on() -> None:
    import numba

    give_back_compiler()
    small = _file_pages()
    assert numba.njit(lambda x: 3 * x + 1)(5) == 16
    grown = _file_pages()
    give_back_compiler()
    assert grown - _file_pages() > (grown - small) // 2 > 1000
    assert numba.njit(lambda x: 5 * x + 1)(5) == 26


def _file_pages() -> int:
    text = Path("/proc/self/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("RssFile:")).split()[1])
