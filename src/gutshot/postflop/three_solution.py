"""`ThreeSolution`: strategies of three players that answer at any line, and can be saved, loaded and resumed.

It says how far it is from what it looks for: each player's gain, what the best answer to the other two wins him more.
Saved, it is an artifact folder like that of two players, of a kind of its own.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.arguments import CheckedMethods
from gutshot.cards.card import DECK, Card, format_card
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.lines import line_after
from gutshot.postflop.solution_files import reading_manifest, write_solution
from gutshot.postflop.three_lines import ThreePlace, places_along
from gutshot.postflop.three_locks import hold_three_locks
from gutshot.postflop.three_point import ThreePoint, is_dealt
from gutshot.postflop.three_solver import ThreeLayout, ThreeSolver
from gutshot.postflop.three_spot import ThreeSpot

KIND = "three-player-solution"
VERSION = 1
_POINTS_KEPT = 64


@dataclass
class ThreeProgress:
    """How far a solve has come."""

    iteration: int
    gains_percent: tuple[float, ...]  # of the pot, of each player
    seconds: float
    memory_bytes: int


@dataclass
class ThreeSolution(CheckedMethods):
    """A solver with its tables, and what is known about the result."""

    solver: ThreeSolver
    gains: tuple[float, ...]  # chips; per cent of the pot below
    seconds: float = 0.0
    interrupted: bool = False
    history: list[ThreeProgress] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._point = lru_cache(maxsize=_POINTS_KEPT)(self._fresh_point)
        self._busy = RLock()  # a look works in the solver's own rooms, so only one at a time

    @property
    def spot(self) -> ThreeSpot:
        """What was solved."""
        return self.solver.spot

    @property
    def iterations(self) -> int:
        """How many were run."""
        return self.solver.iteration

    @property
    def gains_percent(self) -> tuple[float, ...]:
        """Of the pot, by player."""
        return tuple(100 * gain / self.spot.pot for gain in self.gains)

    @property
    def ev(self) -> tuple[float, ...]:
        """What each player takes out of the pot."""
        return self.at("").ev

    def places(self, line: str) -> list[ThreePlace]:
        """Every place from the start to where a line leads."""
        return places_along(self.solver.layout.tree, line)

    def at(self, line: str = "") -> ThreePoint:
        """The decision at a line like `"check,bet 120,call,fold|Qc|check"`."""
        place = self.places(line)[-1]
        if place.waits or not self.solver.layout.tree.is_decision(place.node):
            what = "a card comes next: see runouts()" if place.waits else "the hand is over"
            raise IllegalAction(f"line {line!r}: no player acts there, {what}")
        return self._point(place)

    def _fresh_point(self, place: ThreePlace) -> ThreePoint:
        with self._busy:
            point = ThreePoint(self.solver, place)
            _ = point.hand_ev  # while nobody else works in the rooms
            return point

    def rows(self, line: str = "", player: int | None = None) -> list[dict[str, Any]]:
        """One plain row per hand, ready for a data frame."""
        point = self.at(line)
        return point.rows(point.actor if player is None else player)

    def runouts(self, line: str) -> list[dict[str, Any]]:
        """EV, equity and frequencies on each next card that is dealt, for who acts on it; one row per card."""
        place = self.places(line)[-1]
        if not place.waits:
            raise IllegalAction(f"line {line!r}: expected one that ends a betting round with players left to act")
        rows, known = [], (*self.spot.board, *place.cards)
        for card in (Card(c) for c in DECK if c not in known):
            if not is_dealt(self.solver, (*place.cards, card)):
                continue
            point = self.at(line_after(place.line, format_card(card), is_deal=True))
            rows.append({"card": format_card(card), "actor": self.spot.names[point.actor], **point.summary()})
        return rows

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], resumable: bool = True) -> None:
        """Write an artifact folder; without `resumable` the regrets are left out, which halves the size."""
        resumable = resumable and self.solver.resumable
        arrays: dict[str, NDArray[Any]] = {}
        for street, row in enumerate(self.solver.stores):
            for player, store in enumerate(row):
                arrays[f"average/{street}/{player}"] = store.average
                if resumable:
                    arrays[f"regrets/{street}/{player}"] = store.regrets
                if len(store.locked):
                    arrays[f"locked/{street}/{player}"] = store.locked
        config = {"spot": self.spot.to_dict(), "rule": str(self.solver.rule), "resumable": resumable}
        config["merge_suits"] = self.solver.layout.merge_suits
        summary = {"iterations": self.iterations, "gains": list(self.gains), "seconds": self.seconds}
        write_solution(path, KIND, VERSION, arrays, config, summary)

    @classmethod
    def load(cls, path: str | PathLike[str], threads: int | None = None) -> "ThreeSolution":
        """Open a saved solution."""
        artifact = artifacts.load(path, KIND, version=VERSION)
        with reading_manifest(path):
            solver, gains, seconds = _described(artifact, threads)
        for street, row in enumerate(solver.stores):
            for player, store in enumerate(row):
                for name in ("average", "regrets") if solver.resumable else ("average",):
                    key, size = f"{name}/{street}/{player}", int(solver.layout.table_sizes(street, player).sum())
                    if len(artifact.arrays.get(key, ())) != size:
                        raise BadConfig(
                            f"solution {str(path)!r} does not fit its own spot: array {key!r} is of another size"
                        )
                    setattr(store, name, np.array(artifact.arrays[key], np.float32))
                if f"locked/{street}/{player}" in artifact.arrays:
                    store.locked = np.array(artifact.arrays[f"locked/{street}/{player}"], np.uint8)
        hold_three_locks(solver)
        return cls(solver, gains, seconds)


def _described(artifact: artifacts.Artifact, threads: int | None) -> tuple[ThreeSolver, tuple[float, ...], float]:
    """The solver that a manifest describes, without tables, and what is known about the result."""
    config, summary = artifact.config, artifact.summary
    spot = ThreeSpot.from_dict(config["spot"])
    layout = ThreeLayout(spot, bool(config["merge_suits"]))
    solver = ThreeSolver(spot, config["rule"], threads, layout=layout, empty=True)
    solver.iteration = int(summary["iterations"])
    solver.resumable = bool(config["resumable"])
    first, second, third = (float(gain) for gain in summary["gains"])
    return solver, (first, second, third), float(summary["seconds"])
