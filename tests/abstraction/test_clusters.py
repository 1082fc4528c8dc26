"""k-means: distances against SciPy, medians against sorting, the same result on any number of threads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import wasserstein_distance

from gutshot.abstraction.clusters import L1, L2, _means, _medians, fit, nearest, row_sums
from gutshot.abstraction.features import fill_row
from gutshot.abstraction.histograms import BINS
from tests.naive import abstraction as naive

ROWS = hnp.arrays(np.int16, st.tuples(st.integers(1, 12), st.just(8)), elements=st.integers(0, 46))


def histograms(count, seed=0):
    generator = np.random.default_rng(seed)
    shares = generator.dirichlet(np.full(BINS, 0.2), size=count)
    return np.array([generator.multinomial(46, share) for share in shares]).astype(np.int16)


def survival_rows(count, seed=0):
    rows = np.empty((count, BINS - 1), np.int16)
    for row, histogram in zip(rows, histograms(count, seed), strict=True):
        fill_row(histogram, row)
    return rows


@pytest.mark.nojit
def test_distance_of_rows_is_the_earth_movers():
    left, right = histograms(2)
    rows = survival_rows(2)
    _, distance = nearest(rows[0], rows[1:], row_sums(rows[1:]), L1)
    bins = np.arange(BINS)
    assert distance / 46 == pytest.approx(wasserstein_distance(bins, bins, left, right))


@pytest.mark.nojit
@given(ROWS, hnp.arrays(np.int16, 8, elements=st.integers(0, 46)), st.sampled_from([L1, L2]))
def test_nearest_is_that_of_a_full_search(centroids, row, metric):
    ordered = np.ascontiguousarray(centroids[np.argsort(row_sums(centroids), kind="stable")])
    found = nearest(row, ordered, row_sums(ordered), metric)
    assert found == naive.nearest(row.tolist(), ordered.tolist(), metric)


@pytest.mark.nojit
@given(st.lists(st.tuples(st.integers(0, 46), st.integers(1, 24)), min_size=1, max_size=20))
def test_medians_and_means_of_a_column(values):
    column, weights = np.array(values, np.int16)[:, 0].copy(), np.array(values, np.int64)[:, 1].copy()
    labels, medians, means = np.zeros(len(values), np.int32), np.full(2, -7, np.int16), np.full(2, -7, np.int16)
    _medians(column, weights, labels, 46, medians)
    _means(column, weights, labels, 46, means)
    assert medians.tolist() == [naive.lower_median(column.tolist(), weights.tolist()), -7]
    assert means.tolist() == [int(np.floor(np.average(column, weights=weights) + 0.5)), -7]


def cost(rows, centroids, metric):
    return sum(naive.nearest(row, centroids.tolist(), metric)[1] for row in rows.tolist())


@pytest.mark.parametrize("metric", [L1, L2])
def test_rounds_of_k_means_only_help(metric):
    rows, weights = survival_rows(300), np.ones(300, np.int64)
    costs = [cost(rows, fit(rows, weights, 9, metric, seed=1, iterations=n), metric) for n in (0, 1, 3, 30)]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < 0.9 * costs[0]


def test_threads_do_not_change_the_clusters():
    rows, weights = survival_rows(40_000, seed=2), np.ones(40_000, np.int64)
    alone = fit(rows, weights, 20, L1, seed=4, iterations=3, threads=1)
    assert (fit(rows, weights, 20, L1, seed=4, iterations=3, threads=3) == alone).all()
    assert (fit(rows, weights, 20, L1, seed=5, iterations=3) != alone).any()
    assert (np.diff(row_sums(alone)) >= 0).all()


@pytest.mark.nojit
def test_fewer_distinct_rows_than_clusters_are_their_own_centroids():
    rows = np.repeat(survival_rows(5), 4, axis=0)
    found = fit(rows, np.ones(20, np.int64), 9, L1, seed=0)
    assert sorted(map(tuple, found)) == sorted({tuple(row) for row in rows})
