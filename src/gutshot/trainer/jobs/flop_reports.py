"""A report over many flops as a job: one flop after another, each kept when it is done."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gutshot.numeric.files import write_file
from gutshot.postflop.flop_batch import Batch, run_batch
from gutshot.strategies.entries import ABOUT
from gutshot.trainer.helpers.reporter import Reporter
from gutshot.trainer.jobs.kinds import JobEnd

PLACES: dict[str, dict[str, Any]] = {"cpu": {}, "gpu": {"device": "gpu"}, "ray": {"engine": "ray"}}
"""Where the flops of a report are solved: by this machine, by its GPU, or by the workers of a cluster."""


def _threads(order: Mapping[str, Any]) -> int | None:
    """Of every flop; on a cluster each takes one."""
    return None if order["config"].get("engine") == "ray" else order["threads"]


def batch_of(config: Mapping[str, Any]) -> Batch:
    """What is to be solved; every mistake in it is raised here."""
    return Batch.from_dict(config["batch"])


def run_report(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    """Solve the flops that are not done; stopped, it keeps those that are."""
    config, folder = order["config"], Path(order["folder"])
    batch, done = batch_of(config), [0]
    reporter.progress(order["fraction"], f"the first of {len(batch.flops)} flops")

    def watch(number: int, total: int, row: dict[str, Any]) -> None:
        done[0] = number
        if config["keep"]:
            _name(folder / "solutions" / row["flop"], f"{config['title']}: {row['flop']}", config)
        words = f"{number} of {total} flops, the last {row['flop']} in {row['seconds']:.0f} s"
        reporter.progress(min(0.99, number / total), words, {"flops": number})

    try:
        with reporter.heeded():
            run_batch(batch, folder, _threads(order), config["keep"], watch, **PLACES[config.get("engine", "cpu")])
    except KeyboardInterrupt:
        return _end(done[0], len(batch.flops))
    return _end(len(batch.flops), len(batch.flops))


def _name(folder: Path, title: str, config: Mapping[str, Any]) -> None:
    """A kept flop says in the library where it comes from, and whose it is."""
    if folder.is_dir() and not (folder / ABOUT).exists():
        write_file(
            folder / ABOUT, json.dumps({"title": title, "job": config["job"], "owner": config.get("owner")}).encode()
        )


def _end(done: int, total: int) -> JobEnd:
    words = f"{done} of {total} flops"
    return JobEnd(complete=done == total, fraction=done / total, text=words, detail={"flops": done})
