"""The training run: iterations, reports, measurements, checkpoints, curves, and the bundle at the end.

OUT/config.yaml  progress.csv  measures.csv  events/  checkpoint/  bundle/  curves.png
"""

import csv
import dataclasses
import io
import math
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax
import yaml

from gutshot import artifacts
from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.rl import bundle, checkpoint, learners, measure, positions, ppo
from gutshot.rl.config import TableConfig, TrainConfig, require_device
from gutshot.rl.holdem import Holdem
from gutshot.rl.interface import TrainingGame
from gutshot.rl.loggers import Loggers
from gutshot.rl.menu import Menu
from gutshot.rl.network import parameter_count
from gutshot.rl.positions import PositionMetrics
from gutshot.rl.sharding import spread
from gutshot.rl.small_games import KuhnGame, LeducGame

Report = Callable[[str], None]
Row = dict[str, float | int | str]

PROGRESS_COLUMNS = (
    "iteration", "steps", "seconds", "cpu_seconds", "steps_per_s", "entropy", "kl", "clipped", "policy_loss",
    "value_loss", "explained", "magnet_kl", "hands", "position_bb100", "action_mix",
)  # fmt: skip
MEASURE_COLUMNS = ("iteration", "steps", "seconds", "cpu_seconds", "what", "players", "value", "ci95", "hands")


@dataclass
class TrainingRun:
    """A run in progress."""

    config: TrainConfig
    out: Path
    report: Report = print
    stop_after: float = math.inf  # seconds of training in this call
    watch: "Callable[[TrainingRun], None]" = lambda run: None  # called after every report and measurement
    seconds: float = 0.0  # of training, over all calls
    cpu_seconds: float = 0.0  # of this process, compiling and measuring included, over all calls
    progress: list[Row] = field(default_factory=list)
    measures: list[Row] = field(default_factory=list)
    positions: list[PositionMetrics] = field(default_factory=list)  # of the last report

    def __post_init__(self) -> None:
        self.stages = self.config.stages()
        self.nets = learners.networks(self.config, self.game)
        state = learners.start(self.config, self.stages[0], self.nets, jax.random.PRNGKey(self.config.seed))
        self.state = spread(state, self.config.num_devices)
        self.iteration = 0
        self._compiled: dict[int, Any] = {}
        self._compiling = 0.0  # seconds
        self._cpu_clock = time.process_time()
        self._stopped = False
        self._loggers: Loggers | None = None

    @property
    def game(self) -> TrainingGame:
        """Of the last stage."""
        return self.stages[-1]

    @property
    def steps(self) -> int:
        """Actions learnt from so far; tails are not counted."""
        return learners.steps(self.config, self.state, self.iteration)

    def resume(self) -> None:
        """Resume from the checkpoint in the output folder; the config must be the same, up to length and device."""
        state, saved, summary = checkpoint.load(self.out / "checkpoint", self.state)
        begun, now = (lasting(config) for config in (TrainConfig.from_dict(saved), self.config))
        if begun != now:
            differs = next(key for key, value in now.items() if begun[key] != value)
            raise BadConfig(f"cannot resume {str(self.out)!r} with another config: {differs!r} differs")
        self.iteration, self.seconds = int(summary["iteration"]), float(summary["seconds"])
        self.state = spread(state, self.config.num_devices)
        self.cpu_seconds = float(summary.get("cpu_seconds", 0.0))
        self.progress = _rows_until(self.out / "progress.csv", self.iteration)
        self.measures = _rows_until(self.out / "measures.csv", self.iteration)

    def begin_with(self, trained: "bundle.Bundle") -> None:
        """Take over the policy of a bundle, whose network must be of the same shape; a critic begins anew."""
        params = checkpoint.restored(self.state.average, checkpoint.named_arrays(trained.params), "the bundle")
        self.state = spread(learners.warmed(self.config, self.state, params), self.config.num_devices)

    def go(self) -> None:
        """Train to the end, or until the time is up, Ctrl-C or SIGTERM; what has been done is kept."""
        self._loggers = Loggers(self.config, self.out)
        self.report(f"{parameter_count(self.state.average):,} policy parameters on {jax.default_backend()}")
        if self.iteration >= self.config.learning.iterations:
            self.report(f"nothing left to train: all {self.iteration:,} iterations are done")
        began = time.perf_counter()
        last = self.config.learning.iterations
        with self._stopped_by_sigterm():
            try:
                while self.iteration < last and not self._stopped and time.perf_counter() - began < self.stop_after:
                    self._one_report()
            except KeyboardInterrupt:
                self.report("interrupted: saving what has been done")
            if not self._stopped:  # whoever sends SIGTERM soon sends SIGKILL, so saving comes first
                self._measure()
            self.save()
        self._loggers.close()
        if not self._stopped:
            self._plot()

    @contextmanager
    def _stopped_by_sigterm(self) -> Iterator[None]:
        """SIGTERM ends the run after the current iteration; only a main thread may catch signals."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(*_: object) -> None:
            self._stopped = True
            self.report("SIGTERM: saving after this iteration")

        before = signal.signal(signal.SIGTERM, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)

    def _one_report(self) -> None:
        """Iterate until the next report is due, then measure and save where that is due too."""
        every = self.config.report_every
        target = min((self.iteration // every + 1) * every, self.config.learning.iterations)
        before, steps, start, compiled = self.iteration, self.steps, time.perf_counter(), self._compiling
        while self.iteration < target and not self._stopped:
            first = not self._compiled
            self.state, metrics = self._step()(self.state)
            self.iteration += 1
            if first:
                jax.device_get(metrics)
                self.report(
                    f"first iteration done {time.perf_counter() - start:.1f} s after the start, compiling included"
                )
        if self.iteration == before:
            return
        metrics = jax.device_get(metrics)
        took = time.perf_counter() - start - (self._compiling - compiled)
        self.seconds += took
        per_second = (self.steps - steps) / took
        self._note(metrics, per_second)
        if self._due(before, self.config.measure_every):
            self._measure()
        if self._due(before, self.config.save_every):
            self.save()

    def _due(self, before: int, every: int) -> bool:
        return before // every != self.iteration // every and self.iteration < self.config.learning.iterations

    def _step(self) -> Any:
        """The compiled iteration of this stage of the curriculum."""
        stage = min(self.config.stage(self.iteration), len(self.stages) - 1)
        if stage not in self._compiled:
            start, name = time.perf_counter(), f"stage {stage + 1} of {len(self.stages)}"
            self.report(f"compiling {name}: this takes a while in every run")
            function = learners.iteration(self.config, self.stages[stage], self.nets)
            self._compiled[stage] = jax.jit(function, donate_argnums=0).lower(self.state).compile()
            self._compiling += (took := time.perf_counter() - start)
            self.report(f"compiled {name} in {took:.1f} s")
        return self._compiled[stage]

    def _note(self, metrics: ppo.Metrics, per_second: float) -> None:
        means = metrics.loss._asdict() | {"explained": metrics.explained}
        numbers = {name: round(float(value), 6) for name, value in means.items()}
        if not all(map(math.isfinite, numbers.values())):
            raise BadConfig(f"training diverged at iteration {self.iteration}: {numbers}; try a smaller learning_rate")
        self.positions = positions.read(metrics)
        row = self._where()
        row |= {"steps_per_s": round(per_second), **numbers, "hands": int(metrics.hands)}
        row["position_bb100"] = " ".join(f"{at.bb100:.1f}" for at in self.positions)
        row["action_mix"] = " | ".join(" ".join(f"{share:.3f}" for share in at.mix) for at in self.positions)
        self.progress.append(row)
        self.out.mkdir(parents=True, exist_ok=True)
        write_file(self.out / "progress.csv", rows_as_csv(PROGRESS_COLUMNS, self.progress))
        shown = numbers | {"steps_per_s": per_second}
        shown |= {f"position/{positions.label(place)}": at.bb100 for place, at in enumerate(self.positions)}
        self._log(shown)
        self.report(
            f"iteration {self.iteration:>6}  {self.steps / 1e6:9.1f} M steps  {per_second:12,.0f} steps/s  "
            f"entropy {numbers['entropy']:.3f}  kl {numbers['kl']:.4f}  value loss {numbers['value_loss']:.4f}  "
            f"explained {numbers['explained']:.2f}"
        )
        self.report(f"{'':>16}  {positions.sentence(self.positions, self.action_names())}")
        self.watch(self)

    def _where(self) -> Row:
        """How far the run has come."""
        now = time.process_time()
        self.cpu_seconds += now - self._cpu_clock
        self._cpu_clock = now
        spent = {"seconds": round(self.seconds, 2), "cpu_seconds": round(self.cpu_seconds, 2)}
        return {"iteration": self.iteration, "steps": self.steps, **spent}

    def action_names(self) -> tuple[str, ...]:
        """What a policy's actions are called."""
        if isinstance(self.game, Holdem):
            return self.game.menu.names()
        return tuple(f"action {number}" for number in range(self.game.actions))

    def _log(self, values: dict[str, float]) -> None:
        if self._loggers is not None:
            self._loggers.add(self.steps or self.iteration, values)

    def _measure(self) -> None:
        """NashConv on a small game, bb/100 against the fixed pool at a hold'em table."""
        if self.measures and int(self.measures[-1]["iteration"]) == self.iteration:
            return
        base = self._where()
        if isinstance(self.game, KuhnGame | LeducGame):
            from gutshot.rl import nash  # brings Numba, which a machine for hold'em need not have

            value = nash.quality(self.game, self.nets.policy, self.state.average).nash_conv
            self.measures.append(base | {"what": "nash_conv", "players": self.game.players, "value": round(value, 6)})
            self.report(f"iteration {self.iteration:>6}  NashConv {value:.4f}")
            self._measured()
            return
        game = evaluation_table(self.config)
        found = measure.against_pool(game, self.nets.policy, self.state.average, self.config.measure_hands)
        for (name, players), one in found.items():
            numbers: Row = {"value": round(one.bb100, 2), "ci95": round(one.ci95, 2), "hands": one.hands}
            self.measures.append(base | {"what": name, "players": players} | numbers)
            self.report(f"iteration {self.iteration:>6}  {players:>2} players against {name}: {one}")
        self._measured()

    def _measured(self) -> None:
        """Write and show the last measurement."""
        self.out.mkdir(parents=True, exist_ok=True)
        write_file(self.out / "measures.csv", rows_as_csv(MEASURE_COLUMNS, self.measures))
        last = [row for row in self.measures if row["iteration"] == self.iteration]
        self._log({f"measure/{row['what']}@{row['players']}": float(row["value"]) for row in last})
        self.watch(self)

    def summary(self) -> dict[str, Any]:
        """Where the run stands, for its bundle."""
        last: dict[str, Any] = {f"{row['what']}@{row['players']}": row["value"] for row in self.measures[-30:]}
        return self._where() | {"seconds": self.seconds} | {"measures": last, "device": jax.devices()[0].device_kind}

    def save(self) -> None:
        """Write checkpoint, bundle and logs."""
        self.out.mkdir(parents=True, exist_ok=True)
        plain = self.config.to_dict()
        write_file(self.out / "config.yaml", yaml.safe_dump(plain, sort_keys=False).encode())
        write_file(self.out / "progress.csv", rows_as_csv(PROGRESS_COLUMNS, self.progress))
        write_file(self.out / "measures.csv", rows_as_csv(MEASURE_COLUMNS, self.measures))
        bundle.save(self.out / "bundle", self.config, self.state.average, self.summary())
        checkpoint.save(self.out / "checkpoint", self.state, plain, self.summary())

    def _plot(self) -> None:
        try:
            from gutshot.rl.curves import draw
        except ImportError:
            self.report("no curves.png: matplotlib is not installed here")
            return
        draw(self.progress, self.measures, self.out / "curves.png")


def read_measures(folder: Path) -> list[Row]:
    """What a run measured; BadConfig if there is none."""
    found = _rows_until(folder / "measures.csv", 10**18)
    if not found:
        raise BadConfig(f"{str(folder)!r} has no measures: expected the folder of a run")
    return found


def lasting(config: TrainConfig) -> dict[str, Any]:
    """The settings that a resumed run must share: not its length, nor where and how it is computed and shown."""
    plain = config.to_dict()
    for name in ("device", "num_devices", "tensorboard", "wandb_project"):
        del plain[name]
    del plain[config.method]["iterations"]
    return plain


def extended(config: TrainConfig, iterations: int) -> TrainConfig:
    """The same run with another length."""
    longer = dataclasses.replace(config.learning, iterations=iterations)
    return dataclasses.replace(config, **{config.method: longer})  # type: ignore[arg-type]


def evaluation_table(config: TrainConfig) -> Holdem:
    """Where progress is measured: every table size of the run, 100 bb for everyone, no ante."""
    players = tuple(sorted({count for table in config.tables for count in table.num_players}))
    return Holdem(TableConfig(num_players=players).spec(), Menu.parse(config.bet_sizes))


def rows_as_csv(columns: Iterable[str], rows: list[Row]) -> bytes:
    """A table with a line of names."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _rows_until(path: Path, iteration: int) -> list[Row]:
    """The rows of a log up to an iteration; a killed run may have written more than it saved."""
    if not path.is_file():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        rows: list[Row] = [dict(row) for row in csv.DictReader(file)]
    return [row for row in rows if int(row["iteration"]) <= iteration]


def require_time(seconds: float) -> None:
    """BadConfig unless it is a time to train for."""
    if not seconds > 0:
        raise BadConfig(f"{seconds / 60:g} minutes of training: expected a number above 0")


def train(
    config: TrainConfig,
    out: str | Path,
    resume: bool = False,
    report: Report = print,
    stop_after: float = math.inf,
    watch: Callable[[TrainingRun], None] = lambda run: None,
    begin_with: "bundle.Bundle | None" = None,
) -> TrainingRun:
    """Train to the end or for `stop_after` seconds; `resume` continues the run in `out`, also a finished one that
    has more iterations now; a new run may begin with the policy of a bundle."""
    require_device(config.device)
    require_time(stop_after)
    if resume and begin_with is not None:
        raise BadConfig("a run that is resumed has a policy of its own: expected either --resume or --from")
    folder = Path(out)
    artifacts.require_writable(folder / "checkpoint", checkpoint.KIND)
    artifacts.require_writable(folder / "bundle", bundle.KIND)
    if not resume and (folder / "checkpoint").exists():
        raise BadConfig(f"{str(folder)!r} already has a run: give another folder, or resume it")
    run = TrainingRun(config, folder, report, stop_after, watch)
    if resume:
        run.resume()
    elif begin_with is not None:
        run.begin_with(begin_with)
    run.go()
    return run
