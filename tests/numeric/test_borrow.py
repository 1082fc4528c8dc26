"""Arrays that a kernel borrows are the caller's own, whatever is cut out of them."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from gutshot.kernel import kernel
from gutshot.numeric.borrow import borrowed


class Inner(NamedTuple):
    table: Any
    factor: float


class Outer(NamedTuple):
    inner: Inner
    size: int
    row: Any


@kernel
def double_rows(table: Any) -> int:
    table = borrowed(table)
    for k in range(len(table)):
        part = table[k]
        part[1:] *= 2
    return len(table)


@kernel
def fill(held: Outer) -> float:
    held = borrowed(held)
    for k in range(held.size):
        held.inner.table[k, :2] = held.row[k] * held.inner.factor
    return float(held.inner.table.sum())


@pytest.mark.nojit
def test_slices_of_a_borrowed_array_are_the_callers() -> None:
    table = np.ones((3, 4))
    for _ in range(5):
        assert double_rows(table) == 3
    assert table.tolist() == [[1, 32, 32, 32]] * 3


@pytest.mark.nojit
def test_tuples_lend_their_arrays_to_any_depth() -> None:
    table = np.zeros((2, 3))
    assert fill(Outer(Inner(table, 0.5), 2, np.array([2.0, 4.0]))) == 6.0
    assert table.tolist() == [[1, 1, 0], [2, 2, 0]]


def test_arrays_outlive_what_borrowed_them() -> None:
    kept = [np.full((2, 2), float(k)) for k in range(50)]
    for table in kept:
        double_rows(table)
    assert [table[0, 1] for table in kept] == [2.0 * k for k in range(50)]
