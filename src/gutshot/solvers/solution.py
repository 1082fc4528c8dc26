"""`Solution`: a solved spot, to be asked at any line, saved, loaded, locked and solved on.

Saved, it is an artifact folder. A float32 save is exact; a 16-bit one keeps each row's largest value and 15-bit shares
of it. Loading maps the file: only the boards one looks at are read.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.cards.card import Card, format_card
from gutshot.errors import BadConfig, IllegalAction
from gutshot.solvers.postflop.lines import find
from gutshot.solvers.postflop.packed import narrow, widen
from gutshot.solvers.postflop.position import Position
from gutshot.solvers.postflop.solver import EVALUATE, Solver
from gutshot.solvers.postflop.spot import Spot
from gutshot.solvers.postflop.storage import Store
from gutshot.solvers.postflop.view import BoardView, locate, view_board
from gutshot.trees.betting_tree import NodeKind

KIND = "postflop-solution"
VERSION = 1


@dataclass
class Progress:
    """How far a solve has come."""

    iteration: int
    exploitability_percent: float
    seconds: float
    memory_bytes: int


@dataclass
class Solution:
    """A solver with its tables, and what is known about the result."""

    solver: Solver
    exploitability: float  # chips; per cent of the pot below
    seconds: float = 0.0
    interrupted: bool = False
    history: list[Progress] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._view = lru_cache(maxsize=64)(self._fresh_view)

    @property
    def spot(self) -> Spot:
        return self.solver.spot

    @property
    def iterations(self) -> int:
        return self.solver.iteration

    @property
    def exploitability_percent(self) -> float:
        return 100 * self.exploitability / self.spot.pot

    @property
    def ev(self) -> tuple[float, float]:
        """What each player takes out of the pot."""
        return self.at("").ev

    def _fresh_view(self, cards: tuple[Card, ...]) -> BoardView:
        return view_board(self.solver, locate(self.solver.layout, cards), EVALUATE)

    def refresh(self) -> None:
        """Forget what was looked at, after the tables have changed."""
        self._view.cache_clear()

    def at(self, line: str = "") -> Position:
        """The decision at a line like `"check,bet 120,call|Qc|check"`."""
        layout = self.solver.layout
        place = find(layout.tree, self.spot.board, line)
        kind = layout.tree.kind[place.node]
        if kind != NodeKind.DECISION:
            what = "a card comes next: see runouts()" if kind == NodeKind.CHANCE else "the hand is over"
            raise IllegalAction(f"line {line!r}: nobody has to act there, {what}")
        return Position(self.solver, line, place.cards, place.node, self._view(place.cards))

    def rows(self, line: str = "", player: int | None = None) -> list[dict[str, Any]]:
        """One plain row per hand, ready for a data frame."""
        return self.at(line).rows(player)

    def runouts(self, line: str) -> list[dict[str, Any]]:
        """What each next card does: EV, equity and frequencies of the player who acts on it, one row per real card."""
        layout = self.solver.layout
        place = find(layout.tree, self.spot.board, line)
        if layout.tree.kind[place.node] != NodeKind.CHANCE or _runs_out(layout.tree, place.node):
            raise IllegalAction(f"line {line!r}: expected one that ends with a betting round and players left to act")
        board = (*self.spot.board, *place.cards)
        rows = []
        for card in (Card(c) for c in range(52) if c not in board):
            position = self.at(f"{line}|{format_card(card)}|")
            rows.append({"card": format_card(card), **position.summary()})
        return rows

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], precision: str | None = None, resumable: bool = True) -> None:
        """Write an artifact folder; without `resumable` the regrets stay behind and half the size is saved."""
        precision = precision or self.solver.precision
        arrays: dict[str, NDArray[Any]] = {}
        for street, row in enumerate(self.solver.stores):
            for player, store in enumerate(row):
                for name in ("average", "regrets") if resumable else ("average",):
                    arrays |= _packed(store, name, precision, f"{name}/{street}/{player}")
        config: dict[str, Any] = {"spot": self.spot.to_dict(), "rule": str(self.solver.rule), "precision": precision}
        config |= {"merge_suits": self.solver.layout.merge_suits, "resumable": resumable}
        summary = {"iterations": self.iterations, "exploitability": self.exploitability, "seconds": self.seconds}
        artifacts.save(path, KIND, arrays, config, version=VERSION, summary=summary)

    @classmethod
    def load(cls, path: str | PathLike[str], threads: int | None = None) -> "Solution":
        """Open a saved solution; its tables are read from the file as they are looked at."""
        artifact = artifacts.load(path, KIND, version=VERSION, check=False)
        config, summary = artifact.config, artifact.summary
        spot = Spot.from_dict(config["spot"])
        solver = Solver(
            spot,
            rule=config["rule"],
            threads=threads,
            precision=config["precision"],
            merge_suits=config["merge_suits"],
            empty=True,
        )
        for street, row in enumerate(solver.stores):
            for player, store in enumerate(row):
                _fill(store, artifact.arrays, street, player, config["resumable"], str(path))
        solver.iteration = int(summary["iterations"])
        solver.resumable = bool(config["resumable"])
        return cls(solver, float(summary["exploitability"]), float(summary["seconds"]))


def _runs_out(tree: Any, node: int) -> bool:
    """Whether only cards are left to come."""
    return int(tree.kind[int(tree.children(node)[0])]) != NodeKind.DECISION


def _packed(store: Store, name: str, precision: str, key: str) -> dict[str, NDArray[Any]]:
    """A table as it goes to the file."""
    table = getattr(store, name)
    half = len(store.scales) // 2
    if precision == ("i16" if store.short else "f32"):
        scales = store.scales[half:] if name == "average" else store.scales[:half]
        return {key: table} | ({f"{key}/scales": scales} if store.short else {})
    if precision == "f32":
        wide = np.empty(len(table), dtype=np.float32)
        scales = store.scales[half:] if name == "average" else store.scales[:half]
        widen(table, scales, store.start, store.counts, store.slots, wide)
        return {key: wide}
    small, scales = np.empty(len(table), dtype=np.int16), np.zeros(len(store.start) * store.slots, dtype=np.float32)
    narrow(table, store.start, store.counts, store.slots, small, scales)
    return {key: small, f"{key}/scales": scales}


def _fill(store: Store, arrays: Any, street: int, player: int, resumable: bool, path: str) -> None:
    expected = int(store.total)
    scales = []
    for name in ("regrets", "average"):
        key = f"{name}/{street}/{player}"
        if key not in arrays and name == "regrets" and not resumable:
            table = np.zeros(0, dtype=store.regrets.dtype)
        elif key not in arrays or len(arrays[key]) != expected:
            raise BadConfig(f"solution {path!r} does not fit its own spot: array {key!r} is missing or of another size")
        else:
            table = _writable(arrays[key])
        setattr(store, name, table)
        scales.append(np.array(arrays.get(f"{key}/scales", np.zeros(0)), dtype=np.float32))
    store.scales = np.concatenate(scales) if len(scales[0]) else np.concatenate([np.zeros_like(scales[1]), scales[1]])


def _writable(array: NDArray[Any]) -> NDArray[Any]:
    """The same file mapped so that pages may change in memory, never on disk."""
    if not isinstance(array, np.memmap) or array.filename is None:
        return np.array(array)
    return np.memmap(array.filename, array.dtype, "c", array.offset, len(array)).view(np.ndarray)
