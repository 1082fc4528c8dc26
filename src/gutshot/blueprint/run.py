"""A training run in a folder: progress, checkpoints that survive a kill, and at the end bundle and report.

OUT/config.yaml  checkpoint/  bundle/  report.html
"""

import dataclasses
import math
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from gutshot import artifacts
from gutshot.arguments import checked
from gutshot.blueprint import bundle, charts
from gutshot.blueprint.best_response import respond
from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.exchange import Crew, CrewLost
from gutshot.blueprint.full_width import FullWidth
from gutshot.blueprint.growing import fill, used_part
from gutshot.blueprint.setup import Say, buckets_for, new_trainer, plan_tables, size_in_words
from gutshot.blueprint.tree import PublicTree
from gutshot.errors import BadConfig
from gutshot.extras import where_plots_are_drawn
from gutshot.numeric.files import write_file
from gutshot.numeric.memory import free_memory, peak_memory

KIND = "blueprint-checkpoint"
BUDGET = (
    "iterations",
    "minutes",
    "threads",
    "checkpoint_minutes",
    "memory_gb",
    "purify",
    "response_seconds",
    "lbr_hands",
    "exchange_iterations",
)
"""Training settings that may change when a run is resumed: they say how long, not what."""

Row = dict[str, Any]

_REPORT_SECONDS = 2.0


class BlueprintRun:
    """A run in progress; `progress` has a row for every report."""

    def __init__(
        self,
        config: BlueprintConfig,
        out: Path,
        say: Say = print,
        show: Callable[["BlueprintRun"], None] | None = None,
        crew: Crew | None = None,
    ):
        self.config, self.out, self.say, self.show = config, out, say, show
        self.progress: list[Row] = []
        self.measures: list[Row] = []
        self.local_measures: list[Row] = []
        self._saving: threading.Thread | None = None
        self._unsaved: list[BaseException] = []
        size, self.grows = plan_tables(config)
        self.abstraction = buckets_for(config, size, self.say)
        self.trainer = new_trainer(config, self.abstraction, self.grows, crew)
        self.say(f"{config.game.num_players} seats: {size_in_words(config, size, self.grows)}")

    @property
    def tree(self) -> PublicTree:
        """The public tree, as far as it is known."""
        return self.trainer.tree

    def resume(self) -> None:
        """Go on from the checkpoint in the folder; the config must be the same but for its budget."""
        found = artifacts.load(self.out / "checkpoint", KIND)
        _require_same(found.config, self.config, self.out)
        if self.grows:
            fill(self.trainer.tables, found.arrays)
        else:
            self.trainer.table[:] = found.arrays["table"]
        self.trainer.iteration, self.trainer.visits = int(found.summary["iteration"]), int(found.summary["visits"])
        self.trainer.seconds = float(found.summary["seconds"])
        self.progress, self.measures = list(found.summary["progress"]), list(found.summary["measures"])
        self.local_measures = list(found.summary.get("local_measures", ()))
        self.say(f"resumed at iteration {self.trainer.iteration:,} after {self.trainer.seconds:.0f} s of training")

    def go(self) -> None:
        """Train to the end, or until Ctrl-C or SIGTERM; what has been done is kept."""
        if self.config.training.full_width:
            self._solve()
            return
        try:
            with _ended_by_sigterm():
                self._train()
                self._measure()
        except KeyboardInterrupt:
            self.say("interrupted: saving what has been done")
            self.trainer.settle()
        except CrewLost:
            self.checkpoint()
            raise
        self._wait_for_checkpoint()
        self.checkpoint()

    def _train(self) -> None:
        """To the end, with a report every two seconds; now and then what has been learnt is measured and saved."""
        training, saved = self.config.training, self.trainer.seconds
        every = 60 * training.checkpoint_minutes
        while self.trainer.share_done < 1:
            left = 60 * training.minutes - self.trainer.seconds
            self.trainer.run(min(_REPORT_SECONDS, left if training.minutes else math.inf))
            self._note()
            if every and self.trainer.seconds - saved >= every and self.trainer.share_done < 1:
                self._measure()
                self._save_meanwhile()
                saved = self.trainer.seconds

    def _solve(self) -> None:
        """Every class against every class instead of samples."""
        solver = FullWidth(self.tree)
        solver.run(self.config.training.iterations)
        solver.write(self.trainer.table)
        self.trainer.iteration = solver.iteration
        self.say(f"{self.tree.positions[0]} wins {solver.values(solver.average)[0]:+.6f} bb a hand")
        self._note()
        self.checkpoint()

    def _note(self) -> None:
        """A row of progress, to the screen and into the report."""
        trainer, found = self.trainer, self.trainer.look()
        last = self.progress[-1] if self.progress else {"seconds": 0.0, "visits": 0, "iteration": 0}
        passed = max(trainer.seconds - last["seconds"], 1e-9)
        row = {
            "seconds": round(trainer.seconds, 2),
            "iteration": trainer.iteration,
            "visits": trainer.visits,
            "iterations_per_second": (trainer.iteration - last["iteration"]) / passed,
            "nodes_per_second": (trainer.visits - last["visits"]) / passed,
            "exchanged": trainer.bytes_exchanged,
            "exchanged_per_second": (trainer.bytes_exchanged - last.get("exchanged", 0)) / passed,
            "infosets": found.infosets,
            "average_regret": found.average_regret,
            "memory": peak_memory(),
            "tables": trainer.bytes_taken,
            "opens": {one.position: round(one.raises, 4) for one in charts.openings(trainer.tree, trainer.tables)},
        }
        self.progress.append(row)
        if self.show is None:
            self.say(progress_line(row))
        else:
            self.show(self)

    def _measure(self) -> None:
        """How much can be won from the averages so far: by each seat inside the abstraction, for two also outside."""
        if self.config.training.response_seconds > 0:
            self._respond(self.config.training.response_seconds)
        if self.tree.seats == 2 and self.config.training.lbr_hands > 1:
            self._respond_locally(self.config.training.lbr_hands)

    @property
    def _when(self) -> Row:
        return {"seconds": round(self.trainer.seconds, 2), "iteration": self.trainer.iteration}

    def _respond(self, seconds: float) -> None:
        """Best responses inside the abstraction; all seats share the seconds of two, on a copy of the tables."""
        self._wait_for_checkpoint()
        if self.trainer.bytes_taken > 0.8 * free_memory():
            self.say("no best response: there is no memory for a copy of the tables")
            return
        for seat in range(self.tree.seats):
            found = respond(self.trainer, seat, 2 * seconds / self.tree.seats)
            self.measures.append(self._when | dataclasses.asdict(found))
            self.say(
                f"best response of {self.tree.positions[seat]}: gains {1000 * found.gain:.0f} ± "
                f"{1000 * found.gain_ci95:.0f} mbb/hand (95 %) over {1000 * found.own_value:+.0f}"
            )

    def _respond_locally(self, hands: int) -> None:
        """Local best response outside the abstraction, against the bundle as it would be written now."""
        from gutshot.blueprint.local_best_response import local_best_response

        found = local_best_response(bundle.of_tables(self.config, self.tree, self.trainer.tables, self._parts), hands)
        self.local_measures.append(self._when | {"hands": found.hands, "mean": found.mean, "ci95": found.ci95})
        self.say(f"local best response: {found} (95 %)")

    @property
    def _parts(self) -> dict[str, Any]:
        return self.abstraction.parts()[1] if self.abstraction else {}

    def summary(self) -> Row:
        """The figures of the run so far."""
        trainer, last = self.trainer, self.progress[-1] if self.progress else {}
        return {
            "iteration": trainer.iteration,
            "deals": trainer.iteration * self.config.training.mccfr_samples,
            "visits": trainer.visits,
            "seconds": round(trainer.seconds, 2),
            "threads": trainer.threads,
            "nodes": len(self.tree),
            "infosets": 0 if self.grows else self.tree.infosets,
            "infosets_met": last.get("infosets", 0),
            "infoset_actions": 0 if self.grows else self.tree.slots,
            "tables": "growing" if self.grows else "dense",
            "table_bytes": trainer.bytes_taken,
            "bytes_exchanged": trainer.bytes_exchanged,
            "room_made": trainer.closed,
            "average_regret": last.get("average_regret", 0.0),
            "opens": last.get("opens", {}),
            "best_responses": self.measures[-self.tree.seats :],
            "local_best_responses": self.local_measures[-1:],
        }

    def checkpoint(self) -> None:
        """Write the tables; the checkpoint before stays whole until this one is."""
        self._save(self._facts())

    def _facts(self) -> Row:
        facts = {"progress": list(self.progress), "measures": list(self.measures)}
        return self.summary() | facts | {"local_measures": list(self.local_measures)}

    def _save(self, facts: Row) -> None:
        with self.trainer.holding_still:
            arrays = used_part(self.trainer.tables) if self.grows else {"table": self.trainer.table}
            _write(
                lambda: artifacts.save(self.out / "checkpoint", KIND, arrays, self.config.to_dict(), summary=facts),
                self.out,
            )

    def _save_meanwhile(self) -> None:
        """Write a checkpoint while training goes on; a run that repeats itself bit for bit waits for it.

        Some regrets are then older than others, by what the threads learnt while it was written: they are sums of
        samples, and it is as if a few of those had come earlier or later.
        """
        self._wait_for_checkpoint()
        self._saving = threading.Thread(target=self._try_to_save, args=(self._facts(),), daemon=True)
        self._saving.start()
        if self.config.training.deterministic:
            self._wait_for_checkpoint()

    def _try_to_save(self, facts: Row) -> None:
        try:
            self._save(facts)
        except BaseException as error:
            self._unsaved.append(error)

    def _wait_for_checkpoint(self) -> None:
        """Until what is being written is there; raises what went wrong."""
        if self._saving is not None:
            self._saving.join()
            self._saving = None
        if self._unsaved:
            raise self._unsaved.pop()

    def finish(self) -> Path:
        """Write bundle and report."""
        from gutshot.blueprint.report import html

        target = self.out / "bundle"
        arrays = (self.tree, self.trainer.tables, self._parts)
        _write(lambda: bundle.save(target, self.config, *arrays, self.summary()), self.out)
        with where_plots_are_drawn("report.html"):
            _write(lambda: write_file(self.out / "report.html", html(self).encode()), self.out)
        return target


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM interrupts as Ctrl-C does, where signals arrive: in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _write(save: Callable[[], object], out: Path) -> None:
    """Do it, or say in one sentence why it failed and that what was there is whole."""
    try:
        save()
    except OSError as error:
        for left in out.glob("**/.*.tmp"):
            if left.is_file():
                left.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or str(error)
        raise BadConfig(f"cannot write to {str(out)!r}: {reason}; the last checkpoint there is intact") from None


def _require_same(saved: dict[str, Any], config: BlueprintConfig, out: Path) -> None:
    """BadConfig unless only the budget differs."""
    begun, now = BlueprintConfig.from_dict(saved).to_dict(), config.to_dict()
    for part in now:
        for key, value in now[part].items():
            if begun[part][key] != value and not (part == "training" and key in BUDGET):
                raise BadConfig(
                    f"cannot resume {str(out)!r} with another config: {part}.{key} is {value!r} here "
                    f"and {begun[part][key]!r} there"
                )


@checked
def train(
    config: BlueprintConfig,
    out: str | os.PathLike[str],
    resume: bool = False,
    say: Say = print,
    show: Callable[[BlueprintRun], None] | None = None,
    crew: Crew | None = None,
) -> BlueprintRun:
    """Train a blueprint into a folder; returns the run with its bundle written."""
    folder = Path(out)
    if (folder / "checkpoint").exists() and not resume:
        raise BadConfig(f"{str(folder)!r} already holds a run: resume it, or choose another folder")
    if resume and not (folder / "checkpoint").exists():
        raise BadConfig(f"nothing to resume in {str(folder)!r}: it holds no checkpoint")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadConfig(f"cannot write to {str(folder)!r}: {error.strerror}") from None
    if resume:
        saved = artifacts.load(folder / "checkpoint", KIND)
        _require_same(saved.config, config, folder)
    run = BlueprintRun(config, folder, say, show, crew)
    if resume:
        run.resume()
        least = 60 * config.training.minutes or math.inf
        if run.trainer.iteration >= config.training.iterations or run.trainer.seconds >= least:
            say("nothing left to train: give it more iterations or minutes")
    text = yaml.safe_dump(config.to_dict(), sort_keys=False)
    _write(lambda: write_file(folder / "config.yaml", text.encode()), folder)
    run.go()
    run.finish()
    return run


def progress_line(row: Row) -> str:
    """One row in words."""
    opens = " ".join(f"{name} {100 * share:.0f}" for name, share in row["opens"].items())
    shared = f"{row['exchanged_per_second'] / 1e6:.1f} MB/s exchanged  " if row["exchanged"] else ""
    return (
        f"{row['seconds']:7.0f} s  iteration {row['iteration']:,} ({row['iterations_per_second']:.0f}/s)  "
        f"{row['visits'] / 1e9:.2f} G nodes ({row['nodes_per_second'] / 1e6:.1f} M/s)  {row['infosets']:,} infosets  "
        f"regret {1000 * row['average_regret']:.4f} mbb  {row['memory'] / 1e9:.2f} GB  {shared}opens % {opens}"
    )
