"""k-means on rows of whole numbers, exact and the same for any number of threads.

Two metrics. `L1` with medians: the rows are survival counts of a histogram (how many runouts end above each bin), whose
L1 distance is the earth mover's distance of the histograms. The median by column is the centroid that minimises it,
is a survival row again, and is a whole number; a mean minimises squares instead. `L2` with rounded means is for OCHS
vectors. Seeding is k-means++ with the metric as weight (Arthur and Vassilvitskii, 2007).

Centroids are kept by rising sum. A row's distance to a centroid is at least the difference of their sums (L1), or its
square over the columns (L2), so the search starts at the nearest sum and goes outwards until that bound is worse than
the best found. All sums are integers, so the order of work never changes a result.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Ints32, Shorts
from gutshot.numeric.threads import Progress, ordered_map

L1, L2 = 1, 2

Rows = Shorts

CHUNK = 16_384


@inline_kernel
def _distance(row: Rows, centroid: Rows, metric: Any) -> Any:
    total = np.int32(0)
    if metric == L1:
        for j in range(len(row)):
            total += np.int32(abs(np.int32(row[j]) - np.int32(centroid[j])))
    else:
        for j in range(len(row)):
            step = np.int32(row[j]) - np.int32(centroid[j])
            total += np.int32(step * step)
    return np.int64(total)


@inline_kernel
def _bound(gap: Any, columns: Any, metric: Any) -> Any:
    """The least distance between rows whose sums differ by `gap`, rounded down."""
    return abs(gap) if metric == L1 else gap * gap // columns


@kernel
def nearest(row: Rows, centroids: Rows, sums: Ints, metric: int) -> Any:
    """(number, distance) of the nearest centroid, the lowest of equals; `sums` of the centroids must rise."""
    total = np.int64(0)
    for j in range(len(row)):
        total += row[j]
    right = np.searchsorted(sums, total)
    left = right - 1
    columns = len(row)
    best, best_distance = np.int64(-1), np.int64(1) << 62
    while True:
        left_bound = _bound(total - sums[left], columns, metric) if left >= 0 else np.int64(1) << 62
        right_bound = _bound(sums[right] - total, columns, metric) if right < len(sums) else np.int64(1) << 62
        at = left if left_bound <= right_bound else right
        if min(left_bound, right_bound) > best_distance or min(left_bound, right_bound) == np.int64(1) << 62:
            return best, best_distance
        distance = _distance(row, centroids[at], metric)
        if distance < best_distance or (distance == best_distance and at < best):
            best, best_distance = np.int64(at), distance
        if at == left:
            left -= 1
        else:
            right += 1


@kernel
def _assign(
    rows: Rows, weights: Ints, centroids: Rows, sums: Ints, metric: int, labels: Ints32, distances: Ints
) -> Any:
    """Label every row; (how many labels changed, weighted sum of distances)."""
    changed, cost = 0, np.int64(0)
    for i in range(len(rows)):
        label, distance = nearest(rows[i], centroids, sums, metric)
        changed += label != labels[i]
        labels[i] = label
        distances[i] = distance
        cost += distance * weights[i]
    return changed, cost


@kernel
def _shrink_distances(rows: Rows, centroid: Rows, metric: int, distances: Ints) -> None:
    for i in range(len(rows)):
        distances[i] = min(distances[i], _distance(rows[i], centroid, metric))


@kernel
def _medians(column: Rows, weights: Ints, labels: Ints32, limit: int, out: Rows) -> None:
    """[k] the weighted lower median of a column in every cluster; values are 0..limit, empty clusters keep theirs."""
    clusters = len(out)
    counts = np.zeros((clusters, limit + 1), np.int64)
    for i in range(len(column)):
        counts[labels[i], column[i]] += weights[i]
    for k in range(clusters):
        total = counts[k].sum()
        if total == 0:
            continue
        seen, value = counts[k, 0], 0
        while 2 * seen < total:
            value += 1
            seen += counts[k, value]
        out[k] = value


@kernel
def _means(column: Rows, weights: Ints, labels: Ints32, limit: int, out: Rows) -> None:
    """[k] the weighted mean of a column in every cluster, rounded; empty clusters keep theirs."""
    clusters = len(out)
    sums, totals = np.zeros(clusters, np.int64), np.zeros(clusters, np.int64)
    for i in range(len(column)):
        sums[labels[i]] += weights[i] * column[i]
        totals[labels[i]] += weights[i]
    for k in range(clusters):
        if totals[k] > 0:
            out[k] = (2 * sums[k] + totals[k]) // (2 * totals[k])


def fit(
    rows: Rows,
    weights: Ints,
    size: int,
    metric: int,
    seed: int,
    iterations: int = 30,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Rows:
    """[k, columns] at most `size` centroids of weighted rows by rising sum; fewer if there are fewer distinct rows."""
    centroids = _in_order(_seeds(rows, weights, size, metric, seed, threads))
    labels = np.full(len(rows), -1, np.int32)
    for iteration in range(iterations):
        changed, distances = _label(rows, weights, centroids, metric, labels, threads)
        if progress:
            progress(iteration + 1, iterations)
        if changed == 0:
            break
        centroids = _in_order(_moved(rows, weights, centroids, metric, labels, distances, threads))
    return centroids


def row_sums(centroids: Rows) -> Ints:
    """[k] what `nearest` searches by."""
    return np.asarray(centroids.sum(axis=1, dtype=np.int64))


def _in_order(centroids: Rows) -> Rows:
    """Distinct centroids by rising sum, then by columns, so that equal runs are equal to the bit."""
    distinct = np.unique(centroids, axis=0)
    return np.ascontiguousarray(distinct[np.argsort(row_sums(distinct), kind="stable")])


def _slices(count: int) -> list[slice]:
    return [slice(start, min(start + CHUNK, count)) for start in range(0, count, CHUNK)]


def _seeds(rows: Rows, weights: Ints, size: int, metric: int, seed: int, threads: int) -> Rows:
    """k-means++: each new centroid is a row drawn with its weight times its distance to those there are."""
    generator = np.random.Generator(np.random.Philox(seed))
    distances = np.full(len(rows), 1, np.int64)
    chosen: list[int] = []
    for number in range(size):
        ladder = np.cumsum(distances * weights)
        if ladder[-1] == 0:
            break
        chosen.append(int(np.searchsorted(ladder, generator.integers(int(ladder[-1])), side="right")))
        if number == 0:
            distances[:] = np.int64(1) << 40
        _shrink(rows, rows[chosen[-1]], metric, distances, threads)
    return rows[chosen]


def _shrink(rows: Rows, centroid: Rows, metric: int, distances: Ints, threads: int) -> None:
    def shrink(part: slice) -> None:
        _shrink_distances(rows[part], centroid, metric, distances[part])

    for _ in ordered_map(shrink, _slices(len(rows)), threads):
        pass


def _label(rows: Rows, weights: Ints, centroids: Rows, metric: int, labels: Ints32, threads: int) -> tuple[int, Ints]:
    """How many labels changed, and every row's distance to its centroid."""
    distances, sums = np.empty(len(rows), np.int64), row_sums(centroids)

    def label(part: slice) -> int:
        return int(_assign(rows[part], weights[part], centroids, sums, metric, labels[part], distances[part])[0])

    return sum(ordered_map(label, _slices(len(rows)), threads)), distances


def _moved(
    rows: Rows,
    weights: Ints,
    centroids: Rows,
    metric: int,
    labels: Ints32,
    distances: Ints,
    threads: int,
) -> Rows:
    """Every centroid at the median or mean of its rows; one without rows goes to the row that is worst off."""
    moved = centroids.copy()
    limit = int(rows.max())
    average = _medians if metric == L1 else _means

    def move(column: int) -> None:
        values = np.ascontiguousarray(rows[:, column])
        out = np.ascontiguousarray(moved[:, column])
        average(values, weights, labels, limit, out)
        moved[:, column] = out

    for _ in ordered_map(move, range(rows.shape[1]), threads):
        pass
    empty = np.flatnonzero(np.bincount(labels, minlength=len(centroids)) == 0)
    worst = np.argsort(-distances * weights, kind="stable")[: len(empty)]
    moved[empty] = rows[worst]
    return moved


def report_to(progress: Progress | None, what: str) -> Callable[[int, int], None] | None:
    """`progress` for one named piece of work."""
    if progress is None:
        return None
    return lambda done, total: progress(what, done, total)
