"""The memory of a solve: tables that outlive an iteration, and the room each thread works in."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.solvers.postflop.boards import BoardSet
from gutshot.solvers.postflop.forest import StreetForest, whole_tiles
from gutshot.solvers.postflop.lanes import LANES
from gutshot.solvers.postflop.sweeps import Tables, Work

CACHE_LINE = 64
PRECISIONS = ("f32", "i16")


def aligned_zeros(count: int, dtype: Any = np.float32) -> NDArray[Any]:
    """Zeros that begin at a cache line, so that a row of sixteen lanes never lies across two."""
    size = np.dtype(dtype).itemsize * count
    raw = np.zeros(size + CACHE_LINE, dtype=np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + size].view(dtype)


@dataclass
class Store:
    """One player's tables on one street: [boards, actions, hands], each board with its own hands."""

    start: NDArray[np.int64]  # [B]
    slots: int
    regrets: NDArray[Any]  # float32 or int16
    average: NDArray[Any]
    scales: NDArray[np.float32]  # [2 * B * actions], empty with float32
    locked: NDArray[np.uint8]  # as `regrets`, or empty
    counts: NDArray[np.int64]  # [B] hands

    @property
    def total(self) -> int:
        """How many numbers a table holds."""
        return int(self.counts.sum()) * self.slots

    @property
    def short(self) -> bool:
        return len(self.scales) > 0

    def block(self, name: str, board: int, slot: int, actions: int, hands: int) -> NDArray[np.float32]:
        """[actions, hands] of a node's `regrets` or `average`, as a copy in floats."""
        begin = int(self.start[board]) + slot * hands
        raw = getattr(self, name)[begin : begin + actions * hands].reshape(actions, hands)
        if not self.short:
            return np.array(raw, dtype=np.float32)
        row = board * self.slots + slot + (len(self.scales) // 2 if name == "average" else 0)
        return np.asarray(raw * (self.scales[row : row + actions, None] / np.float32(32767)), dtype=np.float32)


def elements(forest: StreetForest, boards: BoardSet, player: int) -> int:
    """How many numbers one table of a player has on a street."""
    return int(boards.sides[player].hands.sum()) * forest.slots[player]


def table_bytes(forest: StreetForest, boards: BoardSet, precision: str) -> int:
    """What the regrets and averages of a street take."""
    total = 0
    for player in range(2):
        count = elements(forest, boards, player)
        total += 2 * count * (4 if precision == "f32" else 2)
        total += 0 if precision == "f32" else 8 * len(boards) * forest.slots[player]
    return total


def make_store(forest: StreetForest, boards: BoardSet, player: int, precision: str, empty: bool = False) -> Store:
    """Zeros; `empty` takes no memory and leaves the tables to be set."""
    counts = boards.sides[player].hands
    sizes = counts * forest.slots[player]
    dtype = np.float32 if precision == "f32" else np.int16
    rows = 0 if precision == "f32" else 2 * len(boards) * forest.slots[player]
    tables = [aligned_zeros(0 if empty else int(sizes.sum()), dtype) for _ in range(2)]
    scales = np.zeros(rows, dtype=np.float32)
    no_locks = np.zeros(0, dtype=np.uint8)
    start = np.cumsum(sizes) - sizes
    return Store(start, forest.slots[player], tables[0], tables[1], scales, no_locks, counts)


def make_tables(own: Store, other: Store) -> Tables:
    """The same memory as one player's pass sees it."""
    no_floats, no_shorts = np.zeros(0, dtype=np.float32), np.zeros(0, dtype=np.int16)
    tables = (own.regrets, other.regrets, own.average, other.average)
    floats = (no_floats,) * 4 if own.short else tables
    shorts = tables if own.short else (no_shorts,) * 4
    rest = (own.scales, other.scales, own.slots, other.slots, own.locked)
    return Tables._make((own.start, other.start, *floats, *shorts, *rest))


def make_work(forest: StreetForest, boards: BoardSet, player: int) -> Work:
    """Room for one thread to pass over a street for one player."""
    view = forest.views[player]
    own, other = (whole_tiles(boards.most_hands(q) + 1) for q in (player, 1 - player))
    most = int(view.actions.max(initial=1)) * max(own, other)
    lines = max(len(view.line_row), len(view.root_row))
    return Work(
        aligned_zeros(view.columns * other + LANES),
        aligned_zeros(view.rows * own + LANES),
        aligned_zeros((other + LANES) * LANES),
        aligned_zeros((own + LANES) * LANES),
        aligned_zeros((other + 1) * LANES),
        aligned_zeros((52 + 2 * other) * LANES),
        aligned_zeros(other * lines),
        aligned_zeros(own * lines),
        aligned_zeros(max(own, other)),
        aligned_zeros(most),
        aligned_zeros(most),
        np.zeros(LANES, dtype=np.int64),
        np.zeros(LANES, dtype=np.int64),
        other,
        own,
    )


def work_bytes(work: Work) -> int:
    return sum(item.nbytes for item in work if isinstance(item, np.ndarray))
