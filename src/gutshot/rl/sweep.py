"""The same run for several seeds and settings: one row on disk after each, their means and spreads at the end.

OUT/sweep.csv  summary.csv  TRIAL/ (a run's folder each)
"""

import csv
import hashlib
import itertools
import math
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.rl.config import TrainConfig
from gutshot.rl.train import Report, Row, lasting, require_time, rows_as_csv, train

SWEEP_COLUMNS = (
    "trial", "settings", "seed", "iteration", "steps", "seconds", "cpu_seconds", "what", "players", "value",
    "ci95", "hands",
)  # fmt: skip
SUMMARY_COLUMNS = ("settings", "what", "players", "seeds", "mean", "spread", "least", "most", "steps", "cpu_seconds")

_LONGEST_NAME = 200


class SweepTrial(NamedTuple):
    """One run of a sweep."""

    name: str  # of its folder
    settings: str  # what differs from the file
    config: TrainConfig


def read_changes(words: Sequence[str]) -> dict[str, list[Any]]:
    """`ppo.clip=[0.1, 0.2]` as a setting and the values it takes; a single value is a list of one."""
    found: dict[str, list[Any]] = {}
    for word in words:
        name, equals, text = word.partition("=")
        try:
            value = yaml.safe_load(text)
        except yaml.YAMLError:
            value = None
        if not equals or not name or value is None or value == []:
            raise BadConfig(f"--set {word!r}: expected a setting and its values, like ppo.clip=[0.1, 0.2]")
        if name == "seed":
            raise BadConfig(f"--set {word!r}: expected seeds in --seeds")
        if name in found:
            raise BadConfig(f"--set {word!r}: {name} is given twice: expected all of its values in one list")
        found[name] = value if isinstance(value, list) else [value]
    return found


def read_seeds(text: str) -> list[int]:
    """`1-5` or `1,4,7`."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,18})(?:-(\d{1,18}))?\s*", part)
        if match is None:
            raise BadConfig(f"seeds {text!r}: expected whole numbers like 1,4,7 or a range like 1-5")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first or last - first >= 1000:
            raise BadConfig(f"seeds {text!r}: expected at most a thousand, the smaller number first")
        found.extend(range(first, last + 1))
    return list(dict.fromkeys(found))


def trials(config: TrainConfig, seeds: Sequence[int], changes: Mapping[str, Sequence[Any]]) -> list[SweepTrial]:
    """Every combination of settings with every seed; the seeds of one combination follow each other."""
    found = []
    for values in itertools.product(*changes.values()):
        chosen = dict(zip(changes, values, strict=True))
        settings = " ".join(f"{name}={value}" for name, value in chosen.items())
        for seed in seeds:
            plain = config.to_dict() | {"seed": seed}
            for name, value in chosen.items():
                _put(plain, name, value)
            word = re.sub(r"[^\w.=-]+", "_", f"{settings} seed={seed}".strip()).strip("_")
            if len(word) > _LONGEST_NAME:  # than a folder may be called
                word = f"{hashlib.sha256(settings.encode()).hexdigest()[:16]}_seed={seed}"
            found.append(SweepTrial(word, settings, TrainConfig.from_dict(plain)))
    return found


def _put(plain: dict[str, Any], name: str, value: Any) -> None:
    *path, last = name.split(".")
    for step in path:
        inner = plain.get(step)
        if not isinstance(inner, dict):
            raise BadConfig(f"--set {name}={value}: a training run has no settings under {step!r}")
        plain = inner
    plain[last] = value


def sweep(
    config: TrainConfig,
    seeds: Sequence[int],
    changes: Mapping[str, Sequence[Any]],
    out: str | Path,
    report: Report = print,
    stop_after: float = math.inf,
    details: Callable[[str], None] = lambda line: None,
) -> list[Row]:
    """Train every trial that has no row yet, going on with one that was begun; the rows of `summary.csv`."""
    folder = Path(out)
    require_time(stop_after)
    planned = trials(config, seeds, changes)
    rows = _rows(folder / "sweep.csv")
    done = {str(row["trial"]) for row in rows}
    for number, trial in enumerate(planned, 1):
        if trial.name in done:
            _require_same(folder / trial.name, trial)
            continue
        report(f"trial {number} of {len(planned)}: {trial.name}")
        place = folder / trial.name
        begun = (place / "checkpoint").exists()
        run = train(trial.config, place, resume=begun, report=details, stop_after=stop_after)
        if run.iteration < trial.config.learning.iterations:
            report(f"{trial.name} stopped at iteration {run.iteration:,}: the same command goes on")
            break
        base: Row = {"trial": trial.name, "settings": trial.settings, "seed": trial.config.seed}
        last = [row for row in run.measures if int(row["iteration"]) == run.iteration]
        rows.extend(base | row for row in last)
        write_file(folder / "sweep.csv", rows_as_csv(SWEEP_COLUMNS, rows))
        for row in last:
            report(
                f"{trial.name}: {row['what']} at {row['players']} players {row['value']}, {row['cpu_seconds']} s of CPU"
            )
    names = {trial.name for trial in planned}
    found = summary([row for row in rows if row["trial"] in names])
    if found:
        write_file(folder / "summary.csv", rows_as_csv(SUMMARY_COLUMNS, found))
    return found


def _require_same(place: Path, trial: SweepTrial) -> None:
    """BadConfig where a trial of this name was trained by other settings: its row is not one of this sweep."""
    if not (place / "config.yaml").is_file():
        return
    begun, now = (
        lasting(config) | {"iterations": config.learning.iterations}
        for config in (TrainConfig.read(place / "config.yaml"), trial.config)
    )
    differs = [key for key, value in now.items() if begun[key] != value]
    if differs:
        raise BadConfig(f"{str(place)!r} holds a run with another {differs[0]!r}: expected another folder")


def summary(rows: Sequence[Row]) -> list[Row]:
    """Mean and standard deviation over seeds for each setting and measure."""
    groups: dict[tuple[str, str, int], list[Row]] = defaultdict(list)
    for row in rows:
        groups[str(row["settings"]), str(row["what"]), int(row["players"])].append(row)
    found: list[Row] = []
    for (settings, what, players), group in groups.items():
        values = [float(row["value"]) for row in group]
        spread = statistics.stdev(values) if len(values) > 1 else 0.0
        base: Row = {"settings": settings, "what": what, "players": players, "seeds": len(values)}
        numbers = {"mean": statistics.fmean(values), "spread": spread, "least": min(values), "most": max(values)}
        costs = {name: statistics.fmean(float(row[name]) for row in group) for name in ("steps", "cpu_seconds")}
        found.append(base | {name: round(value, 5) for name, value in (numbers | costs).items()})
    return found


def _rows(path: Path) -> list[Row]:
    if not path.is_file():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return [dict(row) for row in csv.DictReader(file)]
