"""What the tests of the evaluators share: random hands, and what it means to agree on an order."""

import numpy as np


def random_hands(count, size, seed):
    """[count, size] distinct cards per row."""
    shuffled = np.random.default_rng(seed).permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    return np.ascontiguousarray(shuffled[:, :size])


def order(first, second):
    """1, 0 or -1 as the first of two comparable things is higher, equal or lower."""
    return int(first > second) - int(first < second)


def assert_same_order(ours, theirs):
    """Equal where equal, higher where higher: the distinct pairs (theirs, ours) rise together."""
    pairs = np.unique(theirs.astype(np.int64) << 32 | ours.astype(np.int64))
    assert (np.diff(pairs >> 32) > 0).all()
    assert (np.diff(pairs & 0xFFFFFFFF) > 0).all()
