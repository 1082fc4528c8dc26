"""`Solution`: a solved spot that answers at any line, and can be saved, loaded, locked and resumed.

Saved, it is an artifact folder. A float32 save is exact; a 16-bit one keeps each row's largest value and 15-bit shares
of it. Loading maps the file: only the boards one looks at are read. What hands are worth before the river, played on
or answered best, is saved too (three per cent of a float32 flop), so that no query needs a pass over all rivers.
"""

import html
from dataclasses import dataclass, field
from functools import lru_cache, partial
from os import PathLike
from pathlib import Path
from shutil import disk_usage
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.arguments import CheckedMethods, checked_fields
from gutshot.cards.card import Card, format_card, format_cards
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.lines import line_after
from gutshot.postflop.board_view import BoardView, Sweep, locate, sweep, view_board
from gutshot.postflop.lines import find
from gutshot.postflop.locks import hold_locks
from gutshot.postflop.point import SolvedPoint
from gutshot.postflop.sixteen_bit import narrow
from gutshot.postflop.solution_files import reading_manifest, write_solution
from gutshot.postflop.solver import EVALUATE, RESPOND, Solver, TableLayout
from gutshot.postflop.spot import Spot
from gutshot.postflop.storage import SolveStore, UnreadTables, require_precision
from gutshot.trees.betting_tree import NodeKind

KIND = "postflop-solution"
VERSION = 1
_VIEWS_KEPT = 32
_MODES = {"evaluate": EVALUATE, "respond": RESPOND}


@dataclass
class Progress:
    """How far a solve has come."""

    iteration: int
    exploitability_percent: float
    seconds: float
    memory_bytes: int


@checked_fields
@dataclass(repr=False)
class Solution(CheckedMethods):
    """A solver with its tables, and what is known about the result."""

    solver: Solver
    exploitability: float  # chips; per cent of the pot below
    seconds: float = 0.0
    interrupted: bool = False
    history: list[Progress] = field(default_factory=list)
    kept: dict[int, Sweep] = field(default_factory=dict, repr=False)  # by mode, as saved

    def __post_init__(self) -> None:
        self._view = lru_cache(maxsize=_VIEWS_KEPT)(self._fresh_view)
        self._busy = Lock()  # a look works in the solver's own rooms, so only one at a time

    def __repr__(self) -> str:
        quality = f"exploitability {self.exploitability_percent:.3g} % of the pot"
        return f"Solution({format_cards(self.spot.board)}, {self.iterations:,} iterations, {quality})"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>{self.at()._repr_html_()}"

    @property
    def spot(self) -> Spot:
        """What was solved."""
        return self.solver.spot

    @property
    def iterations(self) -> int:
        """How many were run."""
        return self.solver.iteration

    @property
    def exploitability_percent(self) -> float:
        """Of the pot."""
        return 100 * self.exploitability / self.spot.pot

    @property
    def ev(self) -> tuple[float, float]:
        """What each player takes out of the pot."""
        return self.at("").ev

    def _fresh_view(self, cards: tuple[Card, ...], mode: int) -> BoardView:
        with self._busy:
            return view_board(self.solver, locate(self.solver.layout, cards), mode, self.kept.get(mode))

    def refresh(self) -> None:
        """Forget cached answers, after the tables have changed."""
        self.kept.clear()
        self._view.cache_clear()

    def at(self, line: str = "") -> SolvedPoint:
        """The decision at a line like `"check,bet 120,call|Qc|check"`."""
        layout = self.solver.layout
        place = find(layout.tree, self.spot.board, line)
        kind = layout.tree.kind[place.node]
        if kind != NodeKind.DECISION:
            what = "a card comes next: see runouts()" if kind == NodeKind.CHANCE else "the hand is over"
            raise IllegalAction(f"line {line!r}: no player acts there, {what}")
        best_view = partial(self._view, place.cards, RESPOND)
        return SolvedPoint(
            self.solver, place.line, place.cards, place.node, self._view(place.cards, EVALUATE), best_view
        )

    def rows(self, line: str = "", player: int | str | None = None) -> list[dict[str, Any]]:
        """One plain row per hand, ready for a data frame."""
        return self.at(line).rows(player)

    def lines(self, start: str = "") -> list[str]:
        """Every line from `start` on at which a player acts, as far as the street goes."""
        tree = self.solver.layout.tree
        place = find(tree, self.spot.board, start)
        found, waiting = [], [(place.node, place.line)]
        while waiting:
            node, line = waiting.pop()
            if tree.kind[node] == NodeKind.DECISION:
                found.append(line)
                after = zip(tree.children(node), tree.actions(node), strict=True)
                waiting += reversed([(int(child), line_after(line, str(action))) for child, action in after])
        return found

    def runouts(self, line: str) -> list[dict[str, Any]]:
        """EV, equity and frequencies on each next card, for the player who acts on it; one row per real card."""
        layout = self.solver.layout
        place = find(layout.tree, self.spot.board, line)
        if layout.tree.kind[place.node] != NodeKind.CHANCE or _runs_out(layout.tree, place.node):
            raise IllegalAction(f"line {line!r}: expected one that ends a betting round with players left to act")
        board = (*self.spot.board, *place.cards)
        rows = []
        for card in (Card(c) for c in range(52) if c not in board):
            position = self.at(line_after(place.line, format_card(card), is_deal=True))
            rows.append({"card": format_card(card), **position.summary()})
        return rows

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], precision: str | None = None, resumable: bool = True) -> None:
        """Write an artifact folder; without `resumable` the regrets are left out, which halves the size."""
        if self.solver.layout.sample is not None:
            raise BadConfig("a solution over a sample of the cards to come cannot be saved: solve over all of them")
        precision = require_precision(precision or self.solver.precision)
        precision = self.solver.precision if self.solver.locked else precision  # 16 bits would round float32 locks
        resumable = resumable and self.solver.resumable and not (precision == "i16" and self.solver.rule.predict)
        arrays: dict[str, NDArray[Any]] = {}
        for street, row in enumerate(self.solver.stores):
            for player, store in enumerate(row):
                for name in store.names if resumable else ("average",):
                    arrays |= _packed(store, name, precision, f"{name}/{street}/{player}")
                if len(store.locked):
                    arrays[f"locked/{street}/{player}"] = store.locked
        arrays |= self._packed_sweeps()
        config: dict[str, Any] = {"spot": self.spot.to_dict(), "rule": str(self.solver.rule), "precision": precision}
        layout = self.solver.layout
        config |= {"merge_suits": layout.merge_suits, "merge_hands": layout.merge_hands, "resumable": resumable}
        summary = {"iterations": self.iterations, "exploitability": self.exploitability, "seconds": self.seconds}
        write_solution(path, KIND, VERSION, arrays, config, summary)

    def _packed_sweeps(self) -> dict[str, NDArray[Any]]:
        """What the streets before the river are worth: finding it again would take a pass over every river."""
        if self.solver.layout.streets == 1:
            return {}
        found: dict[str, NDArray[Any]] = {}
        for name, mode in _MODES.items():
            with self._busy:
                done = self.kept[mode] if mode in self.kept else sweep(self.solver, mode)
            for player in range(2):
                found[f"{name}/reach/{player}"] = done.root.reach[player]
                found[f"{name}/values/{player}"] = done.root.values[player]
                found[f"{name}/turns/{player}"] = done.turns[player]
        return found

    @classmethod
    def load(cls, path: str | PathLike[str], threads: int | None = None) -> "Solution":
        """Open a saved solution; its tables are read from the file on demand."""
        artifact = artifacts.load(path, KIND, version=VERSION, lazily=True)
        with reading_manifest(path):
            solver, known = _described(artifact, threads)
        more = (("regrets", "ahead") if solver.rule.predict else ("regrets",)) if solver.resumable else ()
        for street, row in enumerate(solver.stores):
            for player, store in enumerate(row):
                _fill(store, artifact, street, player, ("average", *more), str(path))
        solver.unread = _unread(artifact, solver)
        if any(len(store.locked) for row in solver.stores_unread for store in row):
            hold_locks(solver)
        kept = _saved_sweeps(solver, artifact)
        return cls(solver, known["exploitability"], known["seconds"], kept=kept)


def _described(artifact: artifacts.Artifact, threads: int | None) -> tuple[Solver, dict[str, float]]:
    """The solver that a manifest describes, without tables, and what is known about the result."""
    config, summary = artifact.config, artifact.summary
    spot = Spot.from_dict(config["spot"])
    layout = TableLayout(spot, config["merge_suits"], config.get("merge_hands", False))  # not merged in older files
    solver = Solver(spot, config["rule"], threads, config["precision"], layout=layout, empty=True)
    solver.iteration = int(summary["iterations"])
    solver.resumable = bool(config["resumable"])
    return solver, {name: float(summary[name]) for name in ("exploitability", "seconds")}


def require_room(solver: Solver, path: str | PathLike[str]) -> None:
    """Refuse before the work when its result would not fit on the disk."""
    place = Path(path).absolute()
    nearest = next(folder for folder in (place, *place.parents) if folder.exists())
    wanted, free = sum(store.nbytes for row in solver.stores for store in row), disk_usage(nearest).free
    if wanted > free:
        raise BadConfig(
            f"saving to {str(path)!r} needs {wanted / 1e6:,.2f} MB and {free / 1e6:,.2f} MB are free on that disk"
        )


def saved_bytes(solver: Solver) -> int:
    """What a resumable solution takes on disk: its tables, and the values and reach that are kept with them."""
    layout, numbers = solver.layout, 0
    for q, reach in enumerate(layout.reach):
        for shape in _kept_shapes(solver, q, len(reach)):
            numbers += int(np.prod(shape, dtype=np.int64))
    return layout.table_bytes(solver.precision, solver.rule.predict) + 4 * len(_MODES) * numbers


def _unread(artifact: artifacts.Artifact, solver: Solver) -> UnreadTables | None:
    """What watches over tables whose digests have not been compared."""
    if artifact.pages is None:
        return None
    names = [[f"average/{street}/{player}" for player in range(2)] for street in range(len(solver.stores_unread))]
    offsets = [[getattr(artifact.arrays[name], "offset", 0) for name in row] for row in names]
    return UnreadTables(artifact.pages, offsets, solver.stores_unread)


def _saved_sweeps(solver: Solver, artifact: artifacts.Artifact) -> dict[int, Sweep]:
    """What a file has kept; nothing of it where something has another shape than the spot asks for."""
    found = {}
    for name, mode in _MODES.items():
        keys = [[f"{name}/{part}/{q}" for q in range(2)] for part in ("reach", "values", "turns")]
        if not all(key in artifact.arrays for row in keys for key in row):
            return {}
        reach, values, turns = ((artifact.require(row[0]), artifact.require(row[1])) for row in keys)
        found[mode] = Sweep(BoardView(locate(solver.layout, ()), reach, values), turns)
    return found if all(_fits(solver, item) for item in found.values()) else {}


def _fits(solver: Solver, kept: Sweep) -> bool:
    return all(
        (kept.root.reach[q].shape, kept.root.values[q].shape, kept.turns[q].shape)
        == _kept_shapes(solver, q, len(reach))
        for q, reach in enumerate(solver.layout.reach)
    )


def _kept_shapes(solver: Solver, q: int, hands: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Of what is kept for a player: reach at the root's lines, values there, and values on the turns of a flop."""
    layout = solver.layout
    views = [forest.wide_views for forest in layout.forests]
    turns = int(layout.boards[1].sides[q].rows.sum()) * views[1][q].rows if layout.streets == 3 else 0
    return (views[0][1 - q].columns, hands), (views[0][q].rows, hands), (turns,)


def _runs_out(tree: Any, node: int) -> bool:
    """Whether only cards are left to come."""
    return int(tree.kind[int(tree.children(node)[0])]) != NodeKind.DECISION


def _packed(store: SolveStore, name: str, precision: str, key: str) -> dict[str, NDArray[Any]]:
    """A table as it goes to the file."""
    if precision == "f32":
        return {key: store.in_floats(name)}
    table = getattr(store, name)
    if store.short:
        return {key: table, f"{key}/scales": store.scales_of(name)}
    small, scales = np.empty(len(table), dtype=np.int16), np.zeros(len(store.start) * store.slots, dtype=np.float32)
    narrow(table, store.start, store.counts, store.slots, small, scales)
    return {key: small, f"{key}/scales": scales}


def _fill(
    store: SolveStore, artifact: artifacts.Artifact, street: int, player: int, names: tuple[str, ...], path: str
) -> None:
    """Set the tables of a store to those of a file, mapped."""
    arrays = artifact.arrays
    for name in names:
        key = f"{name}/{street}/{player}"
        if key not in arrays or len(arrays[key]) != store.total:
            raise BadConfig(f"solution {path!r} does not fit its own spot: array {key!r} is missing or of another size")
        setattr(store, name, _writable(arrays[key]))
        if store.short:
            scales = artifact.require(f"{key}/scales") if f"{key}/scales" in arrays else ()
            if len(scales) != len(store.scales_of(name)):
                raise BadConfig(f"solution {path!r} does not fit its own spot: {key!r} has no scales of its own size")
            store.scales_of(name)[:] = scales
    if f"locked/{street}/{player}" in arrays:
        store.locked = _writable(arrays[f"locked/{street}/{player}"])


def _writable(array: NDArray[Any]) -> NDArray[Any]:
    """The same file mapped so that pages may change in memory, never on disk."""
    if not isinstance(array, np.memmap) or array.filename is None:
        return np.array(array)
    return np.memmap(array.filename, array.dtype, "c", array.offset, len(array)).view(np.ndarray)
