"""Many flops from one config: solved one after another, each saved when done, summed up in a report.

The config is a spot without a board, and which flops: `all` 1,755 that differ by more than suits, a list, a map from
flop to weight, or `{subset: n}`, drawn evenly from all so that every one stands for the same number of real flops.
A flop that is done is not solved again unless the config has changed.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from gutshot.arguments import checked, shown
from gutshot.artifacts import parse_json
from gutshot.cards.card import RANKS, Card, format_cards, make_card, parse_cards
from gutshot.cards.isomorphism import canonical_board
from gutshot.cards.runouts import canonical_boards
from gutshot.cluster import require_engine, run_on_ray
from gutshot.errors import BadConfig, MalformedInput
from gutshot.numeric.files import write_file
from gutshot.postflop.gpu_solver import GpuSolver, on_device, require_device
from gutshot.postflop.solution import Solution
from gutshot.postflop.solve import DEFAULT_TARGET, read_target, require_iterations, solve
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import PLAYERS, Spot, require_a_deal
from gutshot.postflop.storage import require_precision
from gutshot.settings import Settings, marks, read_map, setting

CONFIG = "batch.json"
RESULTS = "flops"
_ACE = RANKS.index("A")
_OWN_KEYS = ("flops", "target", "iterations", "precision")


def all_flops() -> dict[str, float]:
    """The canonical flops and how many real ones each stands for."""
    found = canonical_boards(3)
    names = [format_cards(sorted(_cards_of_runout(int(mask)), reverse=True)) for mask in found.masks]
    return dict(zip(names, found.weights.astype(float).tolist(), strict=True))


def _cards_of_runout(mask: int) -> list[Card]:
    """The cards of a suit-major mask, as runouts have them."""
    return [make_card(rank, suit) for suit in range(4) for rank in range(13) if mask >> (16 * suit + rank) & 1]


def subset_of_flops(count: int) -> dict[str, float]:
    """A number of canonical flops at even distances in the weighted list of all."""
    everything = all_flops()
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(everything):
        raise BadConfig(f"a subset of {shown(count)} flops: expected a whole number from 1 to {len(everything)}")
    names, ends = list(everything), np.cumsum(list(everything.values()))
    middles = (np.arange(count) + 0.5) * ends[-1] / count
    chosen = [names[int(k)] for k in np.searchsorted(ends, middles)]
    share = float(ends[-1]) / count
    return {name: share * chosen.count(name) for name in dict.fromkeys(chosen)}


def _read_flops(given: Any, where: str) -> dict[str, float]:
    if isinstance(given, str) and given == "all":
        return all_flops()
    if isinstance(given, Mapping) and set(given) == {"subset"}:
        return subset_of_flops(given["subset"])
    if not isinstance(given, Mapping | list) or not given:
        raise BadConfig(f"{where} {shown(given)}: expected all, a list like [Td9d6h], weights or {{subset: 25}}")
    found: dict[str, float] = {}
    for flop, weight in given.items() if isinstance(given, Mapping) else ((flop, 1.0) for flop in given):
        cards = parse_cards(flop) if isinstance(flop, str) else ()
        if len(cards) != 3 or not isinstance(weight, int | float) or not 0 < weight < np.inf:
            raise BadConfig(
                f"flop {shown(flop)} with weight {shown(weight)}: expected three cards and a weight above 0"
            )
        if format_cards(cards) in found:
            raise BadConfig(f"the flop {flop} is given twice: expected each once")
        found[format_cards(cards)] = float(weight)
    return found


def _read_target(given: Any, where: str) -> float | None:
    return None if given is None else read_target(given)


def _read_iterations(given: Any, where: str) -> int | None:
    require_iterations(given)
    return None if given is None else int(given)


def _read_precision(given: Any, where: str) -> str:
    return require_precision(given)


@dataclass(frozen=True)
class Batch(Settings, noun="a batch"):
    """What to solve: a spot's settings and flops with weights."""

    settings: Mapping[str, Any] = field(
        metadata=marks("at the top level of the file: the settings of a spot without a board")
    )
    flops: Mapping[str, float] = field(
        metadata=marks("all, a list, a map from flop to weight, or {subset: 25}", expected="flops", reader=_read_flops)
    )
    target: float | None = setting(
        None,
        f"target exploitability, a share of the pot; default {DEFAULT_TARGET}",
        expected="a share such as 0.3% or 0.003",
        reader=_read_target,
    )
    iterations: int | None = setting(
        None, "iterations to stop after", expected="a whole number of at least 1 or nothing", reader=_read_iterations
    )
    precision: str = setting(
        "f32", "f32, or i16 for half the memory", expected="one of f32, i16", reader=_read_precision
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.target is None and self.iterations is None:
            object.__setattr__(self, "target", DEFAULT_TARGET)
        self.require_deals()

    @classmethod
    def from_dict(cls, plain: Any) -> "Batch":
        """Its own settings are sorted out; the others must be those of a spot."""
        if not isinstance(plain, Mapping) or "flops" not in plain:
            raise BadConfig("a batch is a map with the settings of a spot and 'flops': all, a list or {subset: 25}")
        if "board" in plain:
            raise BadConfig("a batch has 'flops' instead of a 'board'")
        own = {key: value for key, value in plain.items() if key in _OWN_KEYS}
        rest = {key: value for key, value in plain.items() if key not in _OWN_KEYS}
        return read_map(cls, own | {"settings": rest}, "")

    def to_dict(self) -> dict[str, Any]:
        """In one map, as in a file."""
        plain = super().to_dict()
        return {**plain.pop("settings"), **plain}

    def spot(self, flop: str) -> Spot:
        """The spot on one of its flops."""
        return Spot.from_dict({**self.settings, "board": flop})

    def require_deals(self) -> None:
        """Refuse before the work flops on which one of the ranges is empty."""
        first = self.spot(next(iter(self.flops)))
        for flop in self.flops:
            require_a_deal(parse_cards(flop), first.weights)

    def digest(self) -> str:
        """Changes whenever a result would."""
        kept = [self.settings, self.target, self.iterations, self.precision]
        return hashlib.sha256(json.dumps(kept, sort_keys=True, default=str).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class FlopTask:
    """One flop of a batch, to be solved here or on another machine."""

    batch: Batch
    flop: str
    threads: int | None
    keep: Path | None  # where the solution is saved
    device: str = "cpu"


@checked
def run_batch(
    batch: Batch,
    folder: str | os.PathLike[str],
    threads: int | None = None,
    keep_solutions: bool = False,
    watch: Callable[[int, int, dict[str, Any]], None] | None = None,
    engine: str = "local",
    device: str = "cpu",
    most_seconds: float | None = None,
) -> list[dict[str, Any]]:
    """Solve the missing flops and return the rows of all. Ctrl-C loses no finished one.

    On the engine `ray` flops are spread over a cluster, each on so many `threads` (1 unless given). On a GPU flops of
    one shape share a program, and `threads` processes lay out the next ones; solutions that are kept are solved one
    by one. After `most_seconds` no more are begun, and what is done is returned.
    """
    require_engine(engine)
    require_device(device)
    require_seconds(most_seconds)
    began = time.monotonic()
    home = _opened(Path(folder), batch)
    rows = {flop: row for flop in batch.flops if (row := _finished(home, flop, batch.digest()))}
    keep = (home / "solutions").resolve() if keep_solutions else None
    left = [FlopTask(batch, flop, threads, keep, device) for flop in batch.flops if flop not in rows]
    for number, row in enumerate(rows.values(), start=1):
        _tell(watch, number, batch, row)
    with closing(_solved(left, threads, engine)) as solved:
        for number, (flop, row) in enumerate(solved, start=len(rows) + 1):
            write_file(home / RESULTS / f"{flop}.json", json.dumps(row).encode())
            rows[flop] = row
            _tell(watch, number, batch, row)
            if most_seconds is not None and time.monotonic() - began > most_seconds:
                break
    return [rows[flop] | {"weight": weight} for flop, weight in batch.flops.items() if flop in rows]


def require_seconds(given: float | None) -> None:
    """BadConfig unless it is a time or None."""
    if given is not None and not 0 < given < float("inf"):
        raise BadConfig(f"{given!r} seconds at most: expected a number above 0")


def _tell(watch: Callable[[int, int, dict[str, Any]], None] | None, done: int, batch: Batch, row: Any) -> None:
    if watch is not None:
        watch(done, len(batch.flops), row)


def _solved(tasks: Sequence[FlopTask], threads: int | None, engine: str) -> Generator[tuple[str, dict[str, Any]]]:
    """One flop after another with all threads here, together on a GPU, or many at once on a cluster."""
    if engine == "local" and tasks and tasks[0].keep is None and _together(tasks, threads):
        yield from _on_card(tasks, threads)
    elif engine == "local":
        yield from ((task.flop, solve_flop(task)) for task in tasks)
    else:
        single = [replace(task, threads=threads or 1) for task in tasks]
        yield from ((task.flop, row) for task, row in run_on_ray(solve_flop, single, threads or 1))


def _together(tasks: Sequence[FlopTask], threads: int | None) -> bool:
    """Whether a GPU takes them all; one that was asked for and cannot is an error."""
    batch, device = tasks[0].batch, tasks[0].device
    if device == "cpu":
        return False
    first = Solver(batch.spot(tasks[0].flop), threads=threads, precision=batch.precision, empty=True)
    return isinstance(on_device(first, device, len(tasks)), GpuSolver)


def _on_card(tasks: Sequence[FlopTask], threads: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
    from gutshot.postflop.gpu_flops import batch_line

    batch = tasks[0].batch
    line = batch_line(batch, [task.flop for task in tasks], threads)
    yield from ((found.flop, _row(batch, found)) for found in line.solved())


def solve_flop(task: FlopTask) -> dict[str, Any]:
    """The row of one flop; its solution is saved where that is wanted."""
    batch = task.batch
    spot = batch.spot(task.flop)
    solution = solve(
        spot, batch.target, batch.iterations, threads=task.threads, precision=batch.precision, device=task.device
    )
    if solution.interrupted:
        raise KeyboardInterrupt
    if task.keep is not None:
        solution.save(task.keep / task.flop, resumable=False)
    return _row(batch, describe(solution, task.flop))


def _opened(home: Path, batch: Batch) -> Path:
    """The folder with its config; a folder that is not a batch's is left alone."""
    try:
        if home.is_dir() and any(home.iterdir()) and not (home / CONFIG).is_file():
            raise BadConfig(f"will not write to {str(home)!r}: it exists and is not the folder of a batch")
        (home / RESULTS).mkdir(parents=True, exist_ok=True)
        write_file(home / CONFIG, json.dumps({"digest": batch.digest(), "flops": batch.flops}).encode())
    except OSError as error:
        raise BadConfig(f"cannot write to {str(home)!r}: {error.strerror}") from None
    return home


def _finished(home: Path, flop: str, digest: str) -> dict[str, Any] | None:
    file = home / RESULTS / f"{flop}.json"
    if not file.is_file():
        return None
    row = _read_json(file)
    return row if row.get("digest") == digest else None


def _read_json(file: Path) -> dict[str, Any]:
    try:
        found = parse_json(file.read_bytes(), repr(str(file)))
    except OSError as error:
        raise MalformedInput(f"cannot read {str(file)!r}: {error}") from None
    if not isinstance(found, dict) or "digest" not in found:
        raise MalformedInput(f"cannot read {str(file)!r}: expected what a batch has written")
    return found


@dataclass(frozen=True)
class SolvedFlop:
    """What a flop came to: EV, equity, and the first actions of both players, the second's after a check."""

    flop: str
    iterations: int
    seconds: float
    exploitability_percent: float
    pot: int
    ev: tuple[float, float]
    equity: tuple[float, float]
    frequencies: tuple[Mapping[str, float], Mapping[str, float]]


def describe(solution: Solution, flop: str) -> SolvedFlop:
    """The same of a whole solution."""
    root = solution.at("")
    taken = tuple(
        {str(action): float(share) for action, share in zip(position.actions, position.frequencies, strict=True)}
        for position in (root, solution.at("check"))
    )
    return SolvedFlop(
        flop,
        solution.iterations,
        solution.seconds,
        solution.exploitability_percent,
        solution.spot.pot,
        root.ev,
        root.equity,
        (taken[0], taken[1]),
    )


def _row(batch: Batch, found: SolvedFlop) -> dict[str, Any]:
    """One row of the report."""
    canonical = format_cards(canonical_board(parse_cards(found.flop)))
    row: dict[str, Any] = {"digest": batch.digest(), "flop": found.flop, "canonical": canonical}
    row |= {"weight": batch.flops[found.flop], "iterations": found.iterations, "seconds": round(found.seconds, 3)}
    row |= {"exploitability_pct": found.exploitability_percent}
    for name, ev, equity in zip(PLAYERS, found.ev, found.equity, strict=True):
        realised = ev / (equity * found.pot) if equity > 0 else float("nan")
        row |= {f"ev_{name}": ev, f"equity_{name}": equity, f"eqr_{name}": realised}
    for name, taken in zip(PLAYERS, found.frequencies, strict=True):
        row |= {f"{name} {action}": share for action, share in taken.items()}
    return row


def read_batch(folder: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The rows of every flop that is done."""
    home = Path(folder)
    if not (home / CONFIG).is_file():
        raise MalformedInput(f"{str(home)!r} is not the folder of a batch: it has no {CONFIG}")
    config = _read_json(home / CONFIG)
    found = [(_finished(home, flop, config["digest"]), weight) for flop, weight in config.get("flops", {}).items()]
    return [row | {"weight": weight} for row, weight in found if row is not None]


def texture(board: tuple[Card, ...]) -> str:
    """The suits of a flop in a word."""
    suits = len({card & 3 for card in board})
    return {1: "monotone", 2: "two-tone", 3: "rainbow"}[suits]


def straights(board: tuple[Card, ...]) -> Literal["three in a row", "straight possible", "no straight"]:
    """How connected a flop is: whether two cards make a straight with it, and whether its own are in a row."""
    ranks = {card >> 2 for card in board}
    if len(ranks) < 3:
        return "no straight"
    spread = min(max(row) - min(row) for row in (ranks, {-1 if rank == _ACE else rank for rank in ranks}))
    return "three in a row" if spread == 2 else "straight possible" if spread <= 4 else "no straight"
