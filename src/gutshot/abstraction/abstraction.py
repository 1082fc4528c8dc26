"""`Abstraction`: from cards to buckets, for people, agents and trainers.

With tables, built once, a look-up takes a few nanoseconds; without them every bucket is computed from the
centroids alone, with the same result: a flop some tens of milliseconds, a turn a few, a river well under one.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gutshot
from gutshot import artifacts
from gutshot.abstraction import table_cache
from gutshot.abstraction.boards import board_index, find_board, key_of_cards, renamed_combos
from gutshot.abstraction.config import AbstractionConfig
from gutshot.abstraction.description import ALGORITHM, Description
from gutshot.abstraction.fitting import describe
from gutshot.abstraction.histograms import river_bins
from gutshot.abstraction.lookup import BLOCKED_BUCKET, BucketTables, hand_bucket, river_buckets
from gutshot.abstraction.tables import assemble, board_buckets, kept_table, open_tables
from gutshot.cards.card import Card, format_cards, read_cards
from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT, combo_of
from gutshot.errors import GutshotError, MalformedInput
from gutshot.numeric.arrays import Bytes, Ints, Ints32
from gutshot.numeric.threads import Progress, thread_count

KIND = "abstraction"
BOARD_SIZES = (0, 3, 4, 5)
_SHIPPED = Path(gutshot.__file__).parent / "data" / "abstraction"
_CACHED_BOARDS = 512
_GATHER_FROM = 400  # flops; for fewer it is quicker to play the runouts of each

Buckets = Ints32


class Abstraction:
    """Buckets by street. Use `build`, `Abstraction.load` or `Abstraction.from_parts`."""

    def __init__(self, description: Description, tables: BucketTables | None = None) -> None:
        self.description = description
        self._tables = tables
        self._looked = False
        self._buckets: Callable[[tuple[int, ...]], Buckets] = lru_cache(_CACHED_BOARDS)(self._all_buckets)

    @property
    def config(self) -> AbstractionConfig:
        """What it was built from."""
        return self.description.config

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """How many buckets each street has; before the flop they are the 169 classes."""
        return self.description.sizes

    @property
    def has_tables(self) -> bool:
        """Whether look-ups on flop and turn are instant: the tables are open, or were cached when first needed."""
        if self._tables is None and not self._looked:
            self._looked = True
            flop, turn = kept_table(self.description, 3), kept_table(self.description, 4)
            if flop is not None and turn is not None:
                self._tables = assemble(self.description, flop, turn)
        return self._tables is not None

    @property
    def tables(self) -> BucketTables:
        """What `lookup.deal_buckets` reads; built and kept on first use."""
        return self.open_tables()

    def open_tables(self, progress: Progress | None = None, threads: int | None = None) -> BucketTables:
        """The tables, built now if they are neither open nor kept."""
        if not self.has_tables:
            workers = thread_count(threads)
            self._tables = open_tables(self.description, _rivers(progress, workers), progress, workers)
        assert self._tables is not None
        return self._tables

    def bucket(self, hole: Sequence[int], board: Sequence[int] = ()) -> int:
        """The bucket of two cards on a board of 0, 3, 4 or 5 cards."""
        if len(hole) != 2:
            raise MalformedInput(f"hole cards {_names(hole)!r}: expected two cards")
        _require_board(board)
        read_cards([Card(card) for card in (*hole, *board)])
        return self.bucket_unchecked(hole[0], hole[1], board)

    def bucket_unchecked(self, first: int, second: int, board: Sequence[int]) -> int:
        """`bucket` for callers whose cards are known to be right: one kernel call where that can answer."""
        if len(board) == 5 or (board and self.has_tables):
            return hand_bucket(self.at_hand, first, second, np.array(board, np.int64))
        return int(self._buckets(tuple(sorted(board)))[combo_of(first, second)])

    def buckets(self, board: Sequence[int] = ()) -> Buckets:
        """[1326] the bucket of every hand on a board, -1 where the board blocks it. Read-only."""
        _require_board(board)
        read_cards([Card(card) for card in board])
        return self._buckets(tuple(sorted(board)))

    def _all_buckets(self, board: tuple[int, ...]) -> Buckets:
        cards = np.array(board, np.int64)
        if not board:
            found = COMBO_CLASS.astype(np.int32)
        elif len(board) == 5:
            found = np.empty(COMBO_COUNT, np.int32)
            river_buckets(cards, self.at_hand, found)
        else:
            found = (
                self._looked_up(cards) if self.has_tables else board_buckets(self.description, cards).astype(np.int32)
            )
            found[found == BLOCKED_BUCKET] = -1
        found.setflags(write=False)
        return found

    def _looked_up(self, board: Ints) -> Buckets:
        key, renaming = key_of_cards(board)
        index = board_index()
        table = self.tables.flop if len(board) == 3 else self.tables.turn
        row = table[find_board(index.keys, index.places, key)]
        return np.asarray(row[renamed_combos()[renaming]], np.int32)

    @property
    def at_hand(self) -> BucketTables:
        """The open tables; for the river, which needs none, empty ones will do."""
        return self._tables or self._empty

    @cached_property
    def _empty(self) -> BucketTables:
        nothing = np.zeros((0, COMBO_COUNT), np.uint16)
        return assemble(self.description, nothing, nothing)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Keep the description: a few kilobytes that play anywhere."""
        return artifacts.save(path, KIND, self.description.arrays(), self.config.to_dict())

    def parts(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Config and arrays to put into a bundle; `from_parts` reads them back."""
        return self.config.to_dict(), self.description.arrays()

    @classmethod
    def from_parts(cls, config: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Abstraction":
        """Out of a bundle that carries its own description."""
        return cls(Description.from_parts(config, arrays))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Abstraction":
        """Open one that was saved."""
        artifact = artifacts.load(path, KIND)
        return cls.from_parts(artifact.config, artifact.arrays)


def build(
    config: AbstractionConfig, progress: Progress | None = None, threads: int | None = None, tables: bool = True
) -> Abstraction:
    """Fit the clusters, or find them in the cache, and open the tables unless they are not wanted."""
    workers = thread_count(threads)
    rivers = _rivers(progress, workers)
    description = _kept_description(config) or _describe_and_keep(config, rivers, progress, workers)
    opened = open_tables(description, rivers, progress, workers) if tables else None
    return Abstraction(description, opened)


def _rivers(progress: Progress | None, threads: int) -> Callable[[], Bytes]:
    """The bins of all rivers, computed when first needed."""
    return cache(lambda: river_bins(progress, threads))


def _kept_description(config: AbstractionConfig) -> Description | None:
    """From the package, which brings those of the default config, or from the cache."""
    name = _name(config)
    found = table_cache.open_artifact(_SHIPPED / name, KIND) or table_cache.find(name, KIND)
    try:
        return None if found is None else Description.from_parts(found.config, found.arrays)
    except GutshotError:
        return None


def _describe_and_keep(
    config: AbstractionConfig, rivers: Callable[[], Bytes], progress: Progress | None, threads: int
) -> Description:
    bins = rivers() if config.boards >= _GATHER_FROM and not config.mode.startswith("hand_class") else None
    description = describe(config, bins, progress, threads)
    table_cache.keep(_name(config), KIND, description.arrays(), config.to_dict())
    return description


def _name(config: AbstractionConfig) -> str:
    text = json.dumps([ALGORITHM, config.to_dict()], sort_keys=True)
    return f"clusters-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _require_board(board: Sequence[int]) -> None:
    if len(board) not in BOARD_SIZES:
        raise MalformedInput(f"board {_names(board)!r} of {len(board)} cards: expected 0, 3, 4 or 5")


def _names(cards: Sequence[int]) -> str:
    return format_cards(Card(card) for card in cards)
