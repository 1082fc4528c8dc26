"""Training a blueprint as a job: reported while it runs, saved when it is paused, continued from its checkpoint."""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.run import BlueprintRun, Row, train
from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.settings import parse_yaml
from gutshot.strategies.entries import ABOUT
from gutshot.trainer.helpers.reporter import Reporter
from gutshot.trainer.jobs.kinds import JobEnd

MOST_POINTS = 300
"""Of a curve; a long run is thinned out."""
_MOST_LINES = 40
_DRAWN = ("seconds", "visits", "nodes_per_second", "infosets", "average_regret", "memory", "tables")


def plan_of(plain: Mapping[str, Any]) -> BlueprintConfig:
    """The run that is asked for; BadConfig says what is wrong with it, or that it would never end."""
    plan = BlueprintConfig.from_dict(plain)
    if plan.training.minutes == 0 and plan.training.iterations >= BlueprintConfig().training.iterations * 100:
        raise BadConfig("a run without minutes and with so many iterations would not end: expected training.minutes")
    return plan


def plan_in(text: str, minutes: float | None) -> BlueprintConfig:
    """The run that YAML describes, with other minutes if they are given."""
    found = parse_yaml(text, "the config", aliases=False)
    plan = BlueprintConfig.from_dict({} if found is None else found)
    if minutes is not None:
        plan = dataclasses.replace(plan, training=dataclasses.replace(plan.training, minutes=minutes))
    return plan_of(plan.to_dict())


def text_of(plan: BlueprintConfig) -> str:
    """A run as YAML, without what is as by default."""
    usual = BlueprintConfig().to_dict()
    parts = {
        part: {name: value for name, value in own.items() if value != usual[part][name]}
        for part, own in plan.to_dict().items()
    }
    return yaml.safe_dump({part: own for part, own in parts.items() if own}, sort_keys=False, default_flow_style=None)


def title_of(plan: BlueprintConfig) -> str:
    """The default title of a run."""
    depths = "/".join(f"{stack / plan.game.blinds[1]:g}" for stack in dict.fromkeys(plan.game.stacks))
    return f"Blueprint, {plan.game.num_players} seats, {depths} bb"


def run_training(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    """Train to the end, or until it is stopped; then checkpoint and bundle are written."""
    config, folder = order["config"], Path(order["folder"])
    plan, watched = _within(plan_of(config["plan"]), order), _TrainingWatch(reporter, order["detail"])
    reporter.progress(order["fraction"], "building tree and buckets")
    with reporter.heeded():
        done = train(plan, folder, (folder / "checkpoint").exists(), watched.say, watched.show)
    about = {"title": config["title"], "job": config["job"]}
    write_file(folder / "bundle" / ABOUT, json.dumps(about).encode())
    share = min(1.0, done.trainer.share_done)
    return JobEnd(complete=share >= 1, fraction=share, text=words(done.progress[-1]), detail=watched.detail(done))


def _within(plan: BlueprintConfig, order: Mapping[str, Any]) -> BlueprintConfig:
    """The plan with the threads and at most the memory that jobs may take here."""
    most = order["memory_bytes"] / 1e9
    memory = min(plan.training.memory_gb or most, most)
    return dataclasses.replace(
        plan, training=dataclasses.replace(plan.training, threads=order["threads"], memory_gb=memory)
    )


class _TrainingWatch:
    """Passes on what a run says and shows."""

    def __init__(self, reporter: Reporter, earlier: Mapping[str, Any]) -> None:
        self._reporter = reporter
        self._lines: list[str] = list(earlier.get("lines", ()))
        self._share = 0.0

    def say(self, line: str) -> None:
        self._lines = [*self._lines, line][-_MOST_LINES:]
        self._reporter.progress(self._share, line)

    def show(self, run: BlueprintRun) -> None:
        self._share = min(0.99, run.trainer.share_done)
        self._reporter.progress(self._share, words(run.progress[-1]), self.detail(run))

    def detail(self, run: BlueprintRun) -> dict[str, Any]:
        return {
            "positions": list(run.tree.positions),
            "points": [{name: row[name] for name in _DRAWN} for row in thinned(run.progress)],
            "opens": run.progress[-1]["opens"] if run.progress else {},
            "responses": run.measures,
            "local": run.local_measures,
            "threads": run.trainer.threads,
            "grows": run.grows,
            "lines": self._lines,
        }


def thinned(rows: list[Row]) -> list[Row]:
    """At most MOST_POINTS of them, evenly, the last among them."""
    step = -(-len(rows) // MOST_POINTS)
    return rows[(len(rows) - 1) % step :: step] if step > 1 else rows


def words(row: Row) -> str:
    """Where a run stands."""
    speed, memory = row["nodes_per_second"] / 1e6, row["memory"] / 1e9
    return f"{row['visits'] / 1e9:.2f} G nodes, {speed:.1f} M a second, {row['infosets']:,} infosets, {memory:.2f} GB"
