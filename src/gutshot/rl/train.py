"""The training run: iterations, reports, measurements, checkpoints, curves, and the bundle at the end.

OUT/config.yaml  progress.csv  measures.csv  checkpoint/  bundle/  curves.png
"""

import csv
import io
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import jax
import yaml

from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.rl import bundle, checkpoint, measure, positions, ppo
from gutshot.rl.config import TableConfig, TrainConfig, require_device
from gutshot.rl.holdem import Holdem
from gutshot.rl.interface import TrainingGame
from gutshot.rl.menu import Menu
from gutshot.rl.network import Critic, Policy, parameter_count
from gutshot.rl.positions import PositionMetrics
from gutshot.rl.small_games import KuhnGame, LeducGame

Report = Callable[[str], None]
Row = dict[str, float | int | str]

PROGRESS_COLUMNS = (
    "iteration", "steps", "seconds", "steps_per_s", "entropy", "kl", "clipped", "policy_loss", "value_loss",
    "explained", "magnet_kl", "hands", "position_bb100", "action_mix",
)  # fmt: skip
MEASURE_COLUMNS = ("iteration", "steps", "seconds", "what", "players", "value", "ci95", "hands")


@dataclass
class TrainingRun:
    """A run in progress."""

    config: TrainConfig
    out: Path
    report: Report = print
    stop_after: float = math.inf  # seconds of training in this call
    watch: "Callable[[TrainingRun], None]" = lambda run: None  # called after every report and measurement
    seconds: float = 0.0  # of training, over all calls
    progress: list[Row] = field(default_factory=list)
    measures: list[Row] = field(default_factory=list)
    positions: list[PositionMetrics] = field(default_factory=list)  # of the last report

    def __post_init__(self) -> None:
        self.stages = self.config.stages()
        self.nets = ppo.Nets(Policy(self.config.network, self.game.actions), Critic(self.config.critic))
        self.state = ppo.start(self.stages[0], self.nets, self.config.ppo, jax.random.PRNGKey(self.config.seed))
        self.iteration = 0
        self._compiled: dict[int, Any] = {}
        self._compiling = 0.0  # seconds

    @property
    def game(self) -> TrainingGame:
        """Of the last stage."""
        return self.stages[-1]

    @property
    def steps(self) -> int:
        """Actions learnt from so far; tails are not counted."""
        return self.iteration * self.config.ppo.games * self.config.ppo.steps

    def resume(self) -> None:
        """Resume from the checkpoint in the output folder; the config must be the same."""
        state, saved, summary = checkpoint.load(self.out / "checkpoint", self.state)
        begun, now = TrainConfig.from_dict(saved).to_dict(), self.config.to_dict()
        if begun != now:
            differs = next(key for key, value in now.items() if begun[key] != value)
            raise BadConfig(f"cannot resume {str(self.out)!r} with another config: {differs!r} differs")
        self.state, self.iteration, self.seconds = state, int(summary["iteration"]), float(summary["seconds"])
        self.progress = _rows_until(self.out / "progress.csv", self.iteration)
        self.measures = _rows_until(self.out / "measures.csv", self.iteration)

    def go(self) -> None:
        """Train to the end, or until the time is up or Ctrl-C; what has been done is kept."""
        self.report(f"{parameter_count(self.state.params.policy):,} policy parameters on {jax.default_backend()}")
        if self.iteration >= self.config.ppo.iterations:
            self.report(f"nothing left to train: all {self.iteration:,} iterations are done")
        began = time.perf_counter()
        try:
            while self.iteration < self.config.ppo.iterations and time.perf_counter() - began < self.stop_after:
                self._one_report()
        except KeyboardInterrupt:
            self.report("interrupted: saving what has been done")
        self._measure()
        self.save()
        self._plot()

    def _one_report(self) -> None:
        """Iterate until the next report is due, then measure and save where that is due too."""
        every = self.config.report_every
        target = min((self.iteration // every + 1) * every, self.config.ppo.iterations)
        before, start, compiled = self.iteration, time.perf_counter(), self._compiling
        while self.iteration < target:
            self.state, metrics = self._step()(self.state)
            self.iteration += 1
        metrics = jax.device_get(metrics)
        took = time.perf_counter() - start - (self._compiling - compiled)
        self.seconds += took
        per_second = (self.iteration - before) * self.config.ppo.games * self.config.ppo.steps / took
        self._note(metrics, per_second)
        if self._due(before, self.config.measure_every):
            self._measure()
        if self._due(before, self.config.save_every):
            self.save()

    def _due(self, before: int, every: int) -> bool:
        return before // every != self.iteration // every and self.iteration < self.config.ppo.iterations

    def _step(self) -> Any:
        """The compiled iteration of this stage of the curriculum."""
        stage = min(self.config.stage(self.iteration), len(self.stages) - 1)
        if stage not in self._compiled:
            start, name = time.perf_counter(), f"stage {stage + 1} of {len(self.stages)}"
            self.report(f"compiling {name}: this takes a while in every run")
            function = partial(ppo.iterate, self.stages[stage], self.nets, self.config.ppo)
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
        row: Row = {"iteration": self.iteration, "steps": self.steps, "seconds": round(self.seconds, 2)}
        row |= {"steps_per_s": round(per_second), **numbers, "hands": int(metrics.hands)}
        row["position_bb100"] = " ".join(f"{at.bb100:.1f}" for at in self.positions)
        row["action_mix"] = " | ".join(" ".join(f"{share:.3f}" for share in at.mix) for at in self.positions)
        self.progress.append(row)
        self.report(
            f"iteration {self.iteration:>6}  {self.steps / 1e6:9.1f} M steps  {per_second:12,.0f} steps/s  "
            f"entropy {numbers['entropy']:.3f}  kl {numbers['kl']:.4f}  value loss {numbers['value_loss']:.4f}  "
            f"explained {numbers['explained']:.2f}"
        )
        self.report(f"{'':>16}  {positions.sentence(self.positions, self.action_names())}")
        self.watch(self)

    def action_names(self) -> tuple[str, ...]:
        """What a policy's actions are called."""
        if isinstance(self.game, Holdem):
            return self.game.menu.names()
        return tuple(f"action {number}" for number in range(self.game.actions))

    def _measure(self) -> None:
        """NashConv on a small game, bb/100 against the fixed pool at a hold'em table."""
        if self.measures and int(self.measures[-1]["iteration"]) == self.iteration:
            return
        base: Row = {"iteration": self.iteration, "steps": self.steps, "seconds": round(self.seconds, 2)}
        if isinstance(self.game, KuhnGame | LeducGame):
            from gutshot.rl import nash  # brings Numba, which a machine for hold'em need not have

            value = nash.quality(self.game, self.nets.policy, self.state.average).nash_conv
            self.measures.append(base | {"what": "nash_conv", "players": self.game.players, "value": round(value, 6)})
            self.report(f"iteration {self.iteration:>6}  NashConv {value:.4f}")
            return
        game = evaluation_table(self.config)
        found = measure.against_pool(game, self.nets.policy, self.state.average, self.config.measure_hands)
        for (name, players), one in found.items():
            numbers: Row = {"value": round(one.bb100, 2), "ci95": round(one.ci95, 2), "hands": one.hands}
            self.measures.append(base | {"what": name, "players": players} | numbers)
            self.report(f"iteration {self.iteration:>6}  {players:>2} players against {name}: {one}")
        self.watch(self)

    def summary(self) -> dict[str, Any]:
        """Where the run stands, for its bundle."""
        last: dict[str, Any] = {f"{row['what']}@{row['players']}": row["value"] for row in self.measures[-30:]}
        numbers = {"iteration": self.iteration, "steps": self.steps, "seconds": self.seconds}
        return numbers | {"measures": last, "device": jax.devices()[0].device_kind}

    def save(self) -> None:
        """Write checkpoint, bundle and logs."""
        self.out.mkdir(parents=True, exist_ok=True)
        plain = self.config.to_dict()
        write_file(self.out / "config.yaml", yaml.safe_dump(plain, sort_keys=False).encode())
        write_file(self.out / "progress.csv", _csv(PROGRESS_COLUMNS, self.progress))
        write_file(self.out / "measures.csv", _csv(MEASURE_COLUMNS, self.measures))
        bundle.save(self.out / "bundle", self.config, self.state.average, self.summary())
        checkpoint.save(self.out / "checkpoint", self.state, plain, self.summary())

    def _plot(self) -> None:
        try:
            from gutshot.rl.curves import draw
        except ImportError:
            self.report("no curves.png: matplotlib is not installed here")
            return
        draw(self.progress, self.measures, self.out / "curves.png")


def evaluation_table(config: TrainConfig) -> Holdem:
    """Where progress is measured: every table size of the run, 100 bb for everyone, no ante."""
    players = tuple(sorted({count for table in config.tables for count in table.num_players}))
    return Holdem(TableConfig(num_players=players).spec(), Menu.parse(config.bet_sizes))


def _csv(columns: Iterable[str], rows: list[Row]) -> bytes:
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


def train(
    config: TrainConfig,
    out: str | Path,
    resume: bool = False,
    report: Report = print,
    stop_after: float = math.inf,
    watch: Callable[[TrainingRun], None] = lambda run: None,
) -> TrainingRun:
    """Train to the end or for `stop_after` seconds; `resume` continues the run in `out`."""
    require_device(config.device)
    folder = Path(out)
    if not resume and (folder / "checkpoint").exists():
        raise BadConfig(f"{str(folder)!r} already has a run: give another folder, or resume it")
    run = TrainingRun(config, folder, report, stop_after, watch)
    if resume:
        run.resume()
    run.go()
    return run
