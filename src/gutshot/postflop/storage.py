"""The memory of a solve: tables that outlive an iteration, and the room each thread works in."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Bytes, Floats, Ints
from gutshot.numeric.pages import CheckedPages
from gutshot.postflop.boards import CARDS, BoardSet, make_places
from gutshot.postflop.simd import LANES, STEPS
from gutshot.postflop.sixteen_bit import widen
from gutshot.postflop.street_betting import Forest, StreetForest, whole_tiles
from gutshot.postflop.sweeps import SweepTables, SweepWork

CACHE_LINE = 64
PRECISIONS = ("f32", "i16")


def require_precision(given: Any) -> str:
    """The precision, if there is one of this name."""
    if given not in PRECISIONS:
        raise BadConfig(f"unknown precision {given!r}: expected one of {', '.join(PRECISIONS)}")
    return str(given)


def aligned_zeros(count: int, dtype: Any = np.float32) -> NDArray[Any]:
    """Zeros that begin at a cache line, so that a row of sixteen lanes never lies across two."""
    size = np.dtype(dtype).itemsize * count
    raw = np.zeros(size + CACHE_LINE, dtype=np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + size].view(dtype)


@dataclass
class SolveStore:
    """One player's tables on one street: [boards, actions, rows of hands], each board with its own."""

    start: Ints  # [B]
    slots: int
    regrets: NDArray[Any]  # float32 or int16
    average: NDArray[Any]
    scales: Floats  # [2 * B * actions], empty with float32
    locked: Bytes  # as `regrets`, or empty
    counts: Ints  # [B] rows
    ahead: Floats  # as `regrets` with a predicting rule, or empty

    @property
    def total(self) -> int:
        """How many numbers a table holds."""
        return int(self.counts.sum()) * self.slots

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that a solve needs to go on."""
        return ("average", "regrets", "ahead") if len(self.ahead) else ("average", "regrets")

    def scales_of(self, name: str) -> Floats:
        """The row scales of a 16-bit table."""
        half = len(self.scales) // 2
        return self.scales[half:] if name == "average" else self.scales[:half]

    def in_floats(self, name: str) -> Floats:
        """A whole table in float32: itself, or a copy of a 16-bit one."""
        table: NDArray[Any] = getattr(self, name)
        if not self.short or not len(table):
            return table.astype(np.float32, copy=False)
        wide = aligned_zeros(len(table))
        widen(table, self.scales_of(name), self.start, self.counts, self.slots, wide)
        return wide

    @property
    def nbytes(self) -> int:
        """Of all its tables."""
        return self.regrets.nbytes + self.average.nbytes + self.scales.nbytes + self.ahead.nbytes

    @property
    def short(self) -> bool:
        """Whether they are of 16 bits."""
        return len(self.scales) > 0

    def block(self, name: str, board: int, slot: int, actions: int, hands: int) -> Floats:
        """[actions, hands] of a node's `regrets` or `average`, as a copy in floats."""
        begin = int(self.start[board]) + slot * hands
        raw = getattr(self, name)[begin : begin + actions * hands].reshape(actions, hands)
        if not self.short:
            return np.array(raw, dtype=np.float32)
        row = board * self.slots + slot
        return np.asarray(raw * (self.scales_of(name)[row : row + actions, None] / np.float32(STEPS)), dtype=np.float32)


@dataclass
class UnreadTables:
    """The tables of a file that was opened lazily: whoever reads strategies of boards asks here first.

    `offsets[street][player]` is where a table of averages begins in the file.
    """

    pages: CheckedPages
    offsets: list[list[int]]
    stores: list[list[SolveStore]]

    def require(self, street: int, begin: int, end: int) -> None:
        """MalformedInput unless both players' averages on boards begin..end are what was written."""
        for store, offset in zip(self.stores[street], self.offsets[street], strict=True):
            size, last = store.average.dtype.itemsize, end - 1
            after = int(store.start[last]) + int(store.counts[last]) * store.slots
            self.pages.require(offset + size * int(store.start[begin]), offset + size * after)

    def require_all(self) -> None:
        """The same of everything in the file."""
        self.pages.require_all()


def elements(forest: StreetForest, boards: BoardSet, player: int) -> int:
    """How many numbers one table of a player has on a street."""
    return int(boards.sides[player].rows.sum()) * forest.slots[player]


def table_bytes(forest: StreetForest, boards: BoardSet, precision: str, predicts: bool = False) -> int:
    """What the regrets and averages of a street take, and the third table of a rule that predicts."""
    total = 0
    for player in range(2):
        count = elements(forest, boards, player)
        total += (3 if predicts else 2) * count * (4 if precision == "f32" else 2)
        total += 0 if precision == "f32" else 8 * len(boards) * forest.slots[player]
    return total


def make_store(
    forest: StreetForest, boards: BoardSet, player: int, precision: str, empty: bool = False, predicts: bool = False
) -> SolveStore:
    """Zeros; `empty` takes no memory and leaves the tables to be set."""
    counts = boards.sides[player].rows
    sizes = counts * forest.slots[player]
    dtype = np.float32 if precision == "f32" else np.int16
    rows = 0 if precision == "f32" else 2 * len(boards) * forest.slots[player]
    tables = [aligned_zeros(0 if empty else int(sizes.sum()), dtype) for _ in range(2)]
    scales = np.zeros(rows, dtype=np.float32)
    no_locks = np.zeros(0, dtype=np.uint8)
    start = np.cumsum(sizes) - sizes
    ahead = aligned_zeros(int(sizes.sum()) if predicts and not empty else 0)
    return SolveStore(start, forest.slots[player], tables[0], tables[1], scales, no_locks, counts, ahead)


def in_floats(store: SolveStore) -> SolveStore:
    """The same tables in float32, with room of their own where they were in 16 bits."""
    if not store.short:
        return store
    regrets, average = store.in_floats("regrets"), store.in_floats("average")
    return replace(store, regrets=regrets, average=average, scales=np.zeros(0, dtype=np.float32))


def make_tables(own: SolveStore, other: SolveStore) -> SweepTables:
    """The same memory as one player's pass sees it."""
    no_floats, no_shorts = np.zeros(0, dtype=np.float32), np.zeros(0, dtype=np.int16)
    tables = (own.regrets, other.regrets, own.average, other.average)
    floats = (no_floats,) * 4 if own.short else tables
    shorts = tables if own.short else (no_shorts,) * 4
    rest = (own.scales, other.scales, own.slots, other.slots, own.locked, own.ahead, other.ahead)
    return SweepTables._make((own.start, other.start, *floats, *shorts, *rest))


Views: TypeAlias = tuple[Forest, Forest]


def make_room(views: list[Views], boards: list[BoardSet]) -> list[SweepWork]:
    """Room for one thread to pass over every street for either player, one at a time, with tight views.

    What is needed only while leaves settle does for the nodes before and after them too, and on the last street for
    the lines' values on their way home.
    """
    sizes = [[_sizes(pair[q], row, q) for q in range(2)] for pair, row in zip(views, boards, strict=True)]
    scratch = _take([size for street in sizes for size in street], ("factor", "tile", "sums", "card_sums"))
    scratch |= {"out": aligned_zeros(LANES * LANES), "places": make_places(boards)}
    scratch |= {"block": scratch["tile"], "second_block": scratch["sums"]}
    scratch |= {name: np.zeros(LANES, dtype=np.int64) for name in ("taken", "put")}
    rooms = []
    for street, row in zip(sizes, boards, strict=True):
        kept = _take(street, ("reach", "lines_in", "lines_out"))
        kept["values"] = kept["reach"]
        if row is boards[-1]:
            kept["lines_out"] = scratch["card_sums"]
        rooms.append(SweepWork(**kept, **scratch, stride=_stride(row)))
    return rooms


def widened(work: SweepWork, views: Views, boards: BoardSet) -> SweepWork:
    """The same room with reach and values as wide views have them."""
    return work._replace(**_take([_sizes(views[q], boards, q) for q in range(2)], ("reach", "values")))


def _take(sizes: list[dict[str, int]], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: aligned_zeros(max(size[name] for size in sizes)) for name in names}


def _stride(boards: BoardSet) -> int:
    """From one column or row to the next."""
    return whole_tiles(max(boards.most_rows(0), boards.most_rows(1)) + 1)


def _sizes(view: Forest, boards: BoardSet, player: int) -> dict[str, int]:
    """How many numbers a player's pass over a street needs."""
    own, other = (whole_tiles(boards.most_rows(q) + 1) for q in (player, 1 - player))
    hands = boards.most_hands(1 - player)
    block = int(view.actions.max(initial=1)) * max(own, other)
    last, roots = len(view.line_row) == 0, own * len(view.root_row)
    return {
        "reach": view.columns * _stride(boards),
        "values": view.rows * _stride(boards),
        "tile": max(other * LANES, block),
        "sums": max((hands + 1) * LANES, block),
        "card_sums": max((CARDS + 2 * hands) * LANES, roots if last else 0),
        "lines_in": other * len(view.line_row),
        "lines_out": 0 if last else max(own * len(view.line_row), roots),
        "factor": max(own, other),
    }


def room_bytes(rooms: list[list[SweepWork]]) -> int:
    """What all threads' rooms take; what is shared counts once."""
    items = [item for room in rooms for work in room for item in (*work, *work.places)]
    return sum({id(item): item.nbytes for item in items if isinstance(item, np.ndarray)}.values())
