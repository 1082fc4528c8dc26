"""Counting the bits of a mask inside kernels; outside them Python's `int.bit_count` does it."""

from typing import Any

from gutshot.kernel import inline_kernel


@inline_kernel
def bit_count(mask: Any) -> Any:
    """The number of set bits of a mask of any width."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
