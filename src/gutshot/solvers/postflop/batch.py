"""Many flops from one config: solved one after the other, each kept as soon as it is done, added up in a report.

The config is a spot without a board, and which flops: `all` 1,755 that differ by more than suits, a list, a map from
flop to weight, or `{subset: n}`, drawn evenly from all so that every one stands for the same number of real flops.
A flop that is done is not solved again unless the config has changed.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gutshot.artifacts import write_file
from gutshot.cards.card import Card, format_cards, make_card, parse_cards
from gutshot.cards.isomorphism import canonical_board
from gutshot.cards.runouts import canonical_boards
from gutshot.errors import BadConfig, MalformedInput
from gutshot.solvers.postflop.solve import DEFAULT_TARGET, solve
from gutshot.solvers.postflop.spot import Spot
from gutshot.solvers.solution import Solution

CONFIG = "batch.json"
RESULTS = "flops"
_OWN_KEYS = ("flops", "target", "iterations", "precision")


@dataclass(frozen=True)
class Batch:
    """What to solve: a spot's settings and flops with weights."""

    settings: dict[str, Any]
    flops: dict[str, float]
    target: float | None = DEFAULT_TARGET
    iterations: int | None = None
    precision: str = "f32"

    @classmethod
    def from_dict(cls, plain: Any) -> "Batch":
        if not isinstance(plain, Mapping) or "flops" not in plain:
            raise BadConfig("a batch is a map with the settings of a spot and 'flops': all, a list or {subset: 25}")
        if "board" in plain:
            raise BadConfig("a batch has 'flops' instead of a 'board'")
        settings = {key: value for key, value in plain.items() if key not in _OWN_KEYS}
        flops = _read_flops(plain["flops"])
        batch = cls(
            settings,
            flops,
            plain.get("target", None if plain.get("iterations") else DEFAULT_TARGET),
            plain.get("iterations"),
            plain.get("precision", "f32"),
        )
        batch.spot(next(iter(flops)))
        return batch

    def spot(self, flop: str) -> Spot:
        return Spot.from_dict({**self.settings, "board": flop})

    def digest(self) -> str:
        """Changes whenever a result would."""
        kept = [self.settings, self.target, self.iterations, self.precision]
        return hashlib.sha256(json.dumps(kept, sort_keys=True, default=str).encode()).hexdigest()[:16]


def all_flops() -> dict[str, float]:
    """The canonical flops and how many real ones each stands for."""
    found = canonical_boards(3)
    names = [format_cards(sorted(_cards_of_runout(int(mask)), reverse=True)) for mask in found.masks]
    return dict(zip(names, found.weights.astype(float).tolist(), strict=True))


def _cards_of_runout(mask: int) -> list[Card]:
    """The cards of a suit-major mask, as runouts have them."""
    return [make_card(rank, suit) for suit in range(4) for rank in range(13) if mask >> (16 * suit + rank) & 1]


def subset_of_flops(count: int) -> dict[str, float]:
    """So many canonical flops at even distances in the weighted list of all."""
    everything = all_flops()
    if not 1 <= count <= len(everything):
        raise BadConfig(f"a subset of {count} flops: expected 1 to {len(everything)}")
    names, ends = list(everything), np.cumsum(list(everything.values()))
    marks = (np.arange(count) + 0.5) * ends[-1] / count
    chosen = [names[int(k)] for k in np.searchsorted(ends, marks)]
    share = float(ends[-1]) / count
    return {name: share * chosen.count(name) for name in dict.fromkeys(chosen)}


def _read_flops(given: Any) -> dict[str, float]:
    if given == "all":
        return all_flops()
    if isinstance(given, Mapping) and set(given) == {"subset"}:
        return subset_of_flops(int(given["subset"]))
    weights = given if isinstance(given, Mapping) else dict.fromkeys(given, 1.0) if isinstance(given, list) else None
    if not weights:
        raise BadConfig(f"flops {given!r}: expected all, a list like [Td9d6h], weights or {{subset: 25}}")
    for flop, weight in weights.items():
        if len(parse_cards(str(flop))) != 3 or not float(weight) > 0:
            raise BadConfig(f"flop {flop!r} with weight {weight!r}: expected three cards and a weight above 0")
    return {str(flop): float(weight) for flop, weight in weights.items()}


def run_batch(
    batch: Batch,
    folder: str | os.PathLike[str],
    threads: int | None = None,
    keep_solutions: bool = False,
    watch: Callable[[int, int, dict[str, Any]], None] | None = None,
) -> list[dict[str, Any]]:
    """Solve what is not there yet; returns the rows of all flops. Ctrl-C loses no finished one."""
    home = Path(folder)
    (home / RESULTS).mkdir(parents=True, exist_ok=True)
    write_file(home / CONFIG, json.dumps({"digest": batch.digest(), "flops": batch.flops}).encode())
    rows = []
    for number, (flop, weight) in enumerate(batch.flops.items(), start=1):
        row = _finished(home, flop, batch.digest())
        if row is None:
            solution = solve(
                batch.spot(flop), batch.target, batch.iterations, threads=threads, precision=batch.precision
            )
            if solution.interrupted:
                raise KeyboardInterrupt
            row = {"digest": batch.digest(), **describe(solution, flop, weight)}
            if keep_solutions:
                solution.save(home / "solutions" / flop, resumable=False)
            write_file(home / RESULTS / f"{flop}.json", json.dumps(row).encode())
        rows.append(row | {"weight": weight})
        if watch is not None:
            watch(number, len(batch.flops), row)
    return rows


def _finished(home: Path, flop: str, digest: str) -> dict[str, Any] | None:
    file = home / RESULTS / f"{flop}.json"
    if not file.is_file():
        return None
    row = _read_json(file)
    return row if row.get("digest") == digest else None


def _read_json(file: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise MalformedInput(f"cannot read {str(file)!r}: {error}") from None


def describe(solution: Solution, flop: str, weight: float) -> dict[str, Any]:
    """One row of the report: what both players do first, and what they get."""
    root = solution.at("")
    checked = solution.at("check")
    row: dict[str, Any] = {"flop": flop, "canonical": format_cards(canonical_board(solution.spot.board))}
    row |= {"weight": weight, "iterations": solution.iterations, "seconds": round(solution.seconds, 3)}
    row |= {"exploitability_pct": solution.exploitability_percent}
    for player, name in enumerate(("oop", "ip")):
        row |= {f"ev_{name}": root.ev[player], f"equity_{name}": root.equity[player], f"eqr_{name}": root.eqr[player]}
    for name, position in (("oop", root), ("ip", checked)):
        for action, share in zip(position.actions, position.frequencies, strict=True):
            row[f"{name} {action}"] = float(share)
    return row


def read_batch(folder: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The rows of every flop that is done."""
    home = Path(folder)
    if not (home / CONFIG).is_file():
        raise MalformedInput(f"{str(home)!r} is not the folder of a batch: it has no {CONFIG}")
    config = _read_json(home / CONFIG)
    found = [(_finished(home, flop, config["digest"]), weight) for flop, weight in config["flops"].items()]
    return [row | {"weight": weight} for row, weight in found if row is not None]


def texture(board: tuple[Card, ...]) -> str:
    """The suits of a flop in a word."""
    suits = len({card & 3 for card in board})
    return {1: "monotone", 2: "two-tone", 3: "rainbow"}[suits]
