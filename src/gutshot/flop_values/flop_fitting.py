"""How the tables of `flop_subsets` were made: few flops whose weighted mean looks like the mean of all of them.

A flop is described by what it does to each of the 169 classes: how many of its combos it leaves, their equity against a
random hand, the square of that equity, and the square of the equity on the river; and by its suits, pairs and highest
card, which equities hardly see and play does. The subset starts from clusters of descriptions, each represented by its
most central flop; then flops are exchanged one by one where that lowers the error, and weights are moved downhill
within bounds, so that no flop stands for too much.
"""

from collections.abc import Callable

import numpy as np

from gutshot.cards.card import mask_of, parse_cards, rank_of, suit_of
from gutshot.cards.combos import CLASS_COUNT, CLASS_SIZES, COMBO_CLASS, combos_with_any
from gutshot.flop_values.hand_features import hand_marks
from gutshot.numeric.arrays import Reals
from gutshot.postflop.flop_batch import all_flops

LEAST, MOST = 0.3, 3.0
"""Bounds of a weight, as multiples of an even one."""
IMPORTANCE = (1.0, 4.0, 1.0, 1.0)
"""Of the four parts of a description by class."""
TEXTURE = 40.0
"""Of each mark of its texture."""


def describe_flop(text: str) -> Reals:
    """[4, 169]: combos left, equity, squared equity, squared river equity; each as a share of the class's combos."""
    flop = parse_cards(text)
    rows = [(~combos_with_any(mask_of(flop))).astype(float), *hand_marks(flop)]
    return np.stack([np.bincount(COMBO_CLASS, row, CLASS_COUNT) / CLASS_SIZES for row in rows])


def texture_of(text: str) -> Reals:
    """[18]: one, two or three suits; a pair, trips; the rank of the highest card."""
    cards = parse_cards(text)
    suits, ranks = {suit_of(card) for card in cards}, [rank_of(card) for card in cards]
    marks = [len(suits) == count for count in (1, 2, 3)] + [len(set(ranks)) == count for count in (2, 1)]
    return np.array([*marks, *(max(ranks) == rank for rank in range(13))], dtype=float)


def describe_all(progress: Callable[[int, int], None] | None = None) -> tuple[list[str], Reals, Reals]:
    """Names, shares and descriptions [1755, 694] of all flops: a minute of work."""
    flops = all_flops()
    rows = []
    for number, name in enumerate(flops, start=1):
        rows.append(np.append(describe_flop(name), texture_of(name)))
        if progress is not None:
            progress(number, len(flops))
    weights = np.array(list(flops.values()))
    return list(flops), weights / weights.sum(), np.stack(rows)


def choose(rows: Reals, shares: Reals, size: int, seed: int = 0, exchanges: int = 800) -> tuple[list[int], Reals]:
    """A number of flops and their weights; the same for the same seed."""
    classes = np.repeat(IMPORTANCE, CLASS_COUNT) * np.tile(np.sqrt(CLASS_SIZES), 4)
    importance = np.append(classes, np.full(rows.shape[1] - len(classes), TEXTURE))
    scale = importance / np.maximum(rows.std(axis=0), 1e-9)
    points, target = rows * scale, shares @ (rows * scale)
    generator = np.random.Generator(np.random.Philox(seed))
    chosen = _central(points, shares, size, generator)
    weights, error = _fitted(points[chosen], target)
    for _ in range(exchanges):
        place, fresh = int(generator.integers(size)), int(generator.choice(len(points), p=shares))
        if fresh in chosen:
            continue
        tried = [*chosen[:place], fresh, *chosen[place + 1 :]]
        found, tried_error = _fitted(points[tried], target)
        if tried_error < error:
            chosen, weights, error = tried, found, tried_error
    return chosen, weights


def _central(points: Reals, shares: Reals, size: int, generator: np.random.Generator) -> list[int]:
    """The most central flop of each k-means cluster."""
    centres = points[generator.choice(len(points), size, replace=False, p=shares)]
    for _ in range(20):
        labels = _distances(points, centres).argmin(axis=1)
        for k in range(size):
            if (labels == k).any():
                centres[k] = np.average(points[labels == k], axis=0, weights=shares[labels == k])
    chosen: list[int] = []
    for row in _distances(points, centres).T:
        chosen.append(next(int(k) for k in np.argsort(row) if int(k) not in chosen))
    return chosen


def _distances(points: Reals, centres: Reals) -> Reals:
    cross = points @ centres.T
    return np.asarray((points**2).sum(axis=1)[:, None] - 2 * cross + (centres**2).sum(axis=1))


def _fitted(points: Reals, target: Reals, steps: int = 50) -> tuple[Reals, float]:
    """Weights within bounds that sum to 1 and bring the mean of the points near the target; and the error left."""
    size = len(points)
    gram, pull = points @ points.T, points @ target
    step = 1.0 / np.linalg.eigvalsh(gram)[-1]
    weights = np.full(size, 1.0 / size)
    moving, pace = weights, 1.0
    for _ in range(steps):
        after = _bounded(moving - step * (gram @ moving - pull), LEAST / size, MOST / size)
        faster = (1 + np.sqrt(1 + 4 * pace**2)) / 2
        moving, weights, pace = after + (pace - 1) / faster * (after - weights), after, faster
    left = weights @ points - target
    return weights, float(left @ left)


def _bounded(weights: Reals, least: float, most: float) -> Reals:
    """The nearest weights within the bounds that sum to 1, by bisection on a common shift."""
    low, high = least - weights.max(), most - weights.min()
    for _ in range(25):
        middle = (low + high) / 2
        if np.clip(weights + middle, least, most).sum() > 1:
            high = middle
        else:
            low = middle
    clipped = np.clip(weights + low, least, most)
    return np.asarray(clipped / clipped.sum())
