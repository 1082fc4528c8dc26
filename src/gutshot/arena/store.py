"""A match on disk: its sums so far, its action log and hand histories, its report and curves. A killed run resumes.

`state/` is an artifact with the sums and how long the other files were when they were taken; on resuming, what was
written after that is cut off, and the match continues from there.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.arena.chunk import PlayedChunk
from gutshot.arena.config import MatchConfig
from gutshot.arena.histories import ACTION_COLUMNS, action_lines, phh_sections
from gutshot.arena.report import Report
from gutshot.arena.tally import Tally
from gutshot.errors import BadConfig, MalformedInput
from gutshot.extras import where_plots_are_drawn
from gutshot.numeric.files import write_file

KIND = "arena-match"
STATE, ACTIONS, HISTORIES = "state", "actions.csv", "hands.phhs"
REPORT, CURVES = "report.json", "curves.png"
_SAVE_EVERY_S = 5.0

Writer = Callable[[MatchConfig, PlayedChunk], str]


class MatchFolder:
    """Where a match is kept. `sums` is what an earlier run left, or None."""

    def __init__(self, path: Path, config: MatchConfig, log: bool = False, histories: bool = False) -> None:
        self.path, self.config = path, config
        self._settings = plain_config(config) | {"log": log, "histories": histories}
        self._writers: dict[str, Writer] = {ACTIONS: action_lines} if log else {}
        if histories:
            self._writers[HISTORIES] = phh_sections
        self._saved_at = time.monotonic()
        self._sizes: dict[int, dict[str, int]] = {}  # of the files, by hands played
        self.sums = self._resume() if (path / STATE).exists() else None
        if self.sums is None:
            self._begin()

    def _begin(self) -> None:
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise BadConfig(f"will not write to {str(self.path)!r}: it exists and is not a match folder")
        self.path.mkdir(parents=True, exist_ok=True)
        for name in self._writers:
            (self.path / name).write_text(ACTION_COLUMNS if name == ACTIONS else "", encoding="utf-8")
        self._sizes = {0: {name: (self.path / name).stat().st_size for name in self._writers}}

    def _resume(self) -> Tally:
        state = artifacts.load(self.path / STATE, KIND)
        if state.config != self._settings:
            raise BadConfig(
                f"the match in {str(self.path)!r} has another setup: {_difference(state.config, self._settings)}"
            )
        self._sizes = {int(state.summary.get("hands", 0)): self._told_sizes(state.summary.get("sizes"))}
        self._cut()
        try:
            return Tally(**{name: np.array(array) for name, array in state.arrays.items()})
        except TypeError:
            raise MalformedInput(f"the state in {str(self.path)!r} has other arrays than a match") from None

    def _told_sizes(self, told: object) -> dict[str, int]:
        """Of the match's own files alone: a state from a stranger names nothing else."""
        sizes = told if isinstance(told, dict) else {}
        found = {
            name: size for name, size in sizes.items() if name in self._writers and type(size) is int and size >= 0
        }
        if set(found) != set(self._writers) or set(sizes) != set(found):
            raise MalformedInput(f"the state in {str(self.path)!r} does not tell the sizes of its files")
        return found

    def _cut(self) -> None:
        """Take off what was written after the state was saved."""
        for sizes in self._sizes.values():
            for name, size in sizes.items():
                os.truncate(self.path / name, size)

    def write(self, played: PlayedChunk) -> None:
        """Append a chunk to the log and the histories."""
        for name, text_of in self._writers.items():
            with open(self.path / name, "a", encoding="utf-8") as file:
                file.write(text_of(self.config, played))
        done = played.plan.first + len(played.plan)
        self._sizes = {**self._sizes, done: {name: _synced_size(self.path / name) for name in self._writers}}

    def keep(self, sums: Tally) -> None:
        """Save the state if the last time was some seconds ago."""
        if time.monotonic() - self._saved_at > _SAVE_EVERY_S:
            self._save(sums)

    def _save(self, sums: Tally) -> None:
        """Make everything up to these sums permanent; a chunk that is written but not in them does not count."""
        self._sizes = {sums.played: self._sizes[sums.played]}
        summary = {"hands": sums.played, "sizes": self._sizes[sums.played]}
        artifacts.save(self.path / STATE, KIND, sums.arrays(), self._settings, summary=summary)
        self._saved_at = time.monotonic()

    def finish(self, report: Report, sums: Tally) -> None:
        """Save the state, the report and the curves."""
        from gutshot.arena.curves import draw_curves

        self._save(sums)
        self._cut()
        text = json.dumps(report.as_json(), indent=2)
        write_file(self.path / REPORT, text.encode() + b"\n")
        with where_plots_are_drawn(CURVES):
            write_file(self.path / CURVES, draw_curves(self.config, sums))


def plain_config(config: MatchConfig) -> dict[str, Any]:
    """The config as JSON has it."""
    settings: dict[str, Any] = json.loads(json.dumps(asdict(config)))
    if not config.free_names:
        del settings["free_names"]  # as matches saved before it have it
    return settings


def _difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    name = next(name for name in {**old, **new} if old.get(name) != new.get(name))
    return f"{name} was {old.get(name)!r}, now {new.get(name)!r}"


def _synced_size(path: Path) -> int:
    with open(path, "rb") as file:
        os.fsync(file.fileno())
    return path.stat().st_size
