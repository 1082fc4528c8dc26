"""Solving before the flop as a job: jam or fold at any table, or a game of raises round by round."""

import json
import math
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gutshot.flop_values.values import FlopProgress
from gutshot.numeric.files import write_file
from gutshot.preflop.config import JamTable, PreflopConfig
from gutshot.preflop.icm import require_payouts
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.jam_fold_artifact import save_pushfold
from gutshot.preflop.rounds import RoundReport
from gutshot.preflop.run import solve_preflop
from gutshot.strategies.entries import ABOUT, asked_for
from gutshot.strategies.openers import gap_words
from gutshot.trainer.helpers.reporter import Reporter
from gutshot.trainer.jobs.kinds import JobEnd

JAM, RAISES = "jam-or-fold", "raises"
"""The games a config names."""
_MBB = 1000
_ENOUGH = {5: 5e-4, 6: 1e-3}
"""Big blinds a player: larger tables stop earlier, since what is left is the noise of sampled pots."""


def jam_table(config: Mapping[str, Any]) -> JamTable:
    """The table of jam or fold that is asked for; BadConfig says what is wrong with it or its prizes."""
    table = JamTable(tuple(config["stacks"]), config["ante"], config["small_blind"])
    if config["prizes"]:
        require_payouts(config["prizes"], len(table.stacks) + len(config["others"]))
    return table


def title_of(config: Mapping[str, Any]) -> str:
    """The default title of a preflop solve."""
    if config["game"] == JAM:
        stacks = _listed(config["stacks"])
        return f"Jam or fold, {len(config['stacks'])} seats, {stacks} bb{', for prizes' if config['prizes'] else ''}"
    plan = PreflopConfig.from_dict(config["plan"])
    return f"Preflop, {plan.num_players} seats, {_listed(plan.stack_depth)} bb"


def _listed(stacks: Iterable[float]) -> str:
    """Each once; a slash would make a folder of the library."""
    return " and ".join(f"{stack:g}" for stack in dict.fromkeys(stacks))


def run_preflop(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    """Solve, or go on with the rounds that an earlier worker saved."""
    config, folder = order["config"], Path(order["folder"])
    reporter.progress(order["fraction"], "loading the tables of equities")
    return _jam(reporter, config, folder) if config["game"] == JAM else _raises(reporter, order, folder)


def _jam(reporter: Reporter, config: Mapping[str, Any], folder: Path) -> JobEnd:
    table, curve = jam_table(config), list[list[float]]()
    prizes, begun = tuple(config["prizes"]), time.monotonic()

    def watch(iteration: int, gap: float) -> None:
        curve.append([iteration, _rounded(_MBB * gap), round(time.monotonic() - begun, 2)])
        reporter.progress(_fallen(curve), f"iteration {iteration:,}", {"curve": curve})

    try:
        with reporter.heeded():
            solved = solve_pushfold(
                table, prizes, watch, target=_ENOUGH.get(table.seats), others=tuple(config["others"])
            )
    except KeyboardInterrupt:
        text = "stopped: jam or fold is saved only when it is solved"
        return JobEnd(complete=False, fraction=_fallen(curve), text=text, detail={"curve": curve})
    save_pushfold(solved, folder)
    _tell(folder, config)
    unit = "in prizes" if prizes else "bb a player"
    words = f"exploitable by {gap_words(solved.exploitability)} {unit} after {solved.iterations:,} iterations"
    return JobEnd(complete=True, fraction=1.0, text=words, detail={"curve": curve})


def _raises(reporter: Reporter, order: Mapping[str, Any], folder: Path) -> JobEnd:
    config = order["config"]
    plan = PreflopConfig.from_dict(config["plan"])
    watched = _Rounds(reporter, config, plan, folder, order["detail"].get("curve", []))
    is_begun = (folder / "manifest.json").is_file()
    try:
        with reporter.heeded():
            solve_preflop(
                plan,
                folder,
                resume=is_begun,
                threads=order["threads"],
                watch=watched.round_done,
                watch_flops=watched.flop,
            )
    except KeyboardInterrupt:
        return JobEnd(complete=False, fraction=watched.fraction, text=watched.words, detail={"curve": watched.curve})
    return JobEnd(complete=True, fraction=1.0, text=watched.words, detail={"curve": watched.curve})


class _Rounds:
    """Tells rounds and flops as they come."""

    def __init__(
        self, reporter: Reporter, config: Mapping[str, Any], plan: PreflopConfig, folder: Path, curve: list[list[float]]
    ) -> None:
        self._reporter, self._config, self._plan, self._folder = reporter, config, plan, folder
        self.curve = curve
        self.fraction = len(curve) / plan.rounds
        self._seconds = curve[-1][2] if curve else 0.0

    @property
    def words(self) -> str:
        if not self.curve:
            return "no round is done yet"
        number, gap, _ = self.curve[-1]
        return f"{number:.0f} of {self._plan.rounds} rounds, exploitable by {gap:.3g} mbb a player"

    def round_done(self, report: RoundReport) -> None:
        self._seconds += report.seconds
        self.curve.append([report.round, _rounded(_MBB * report.joint_exploitability), round(self._seconds, 2)])
        self.fraction = report.round / self._plan.rounds
        with self._reporter.held_back():
            _tell(self._folder, self._config)
        self._reporter.progress(min(0.99, self.fraction), self.words, {"curve": self.curve})

    def flop(self, now: FlopProgress) -> None:
        if self._reporter.is_due and now.total:
            part = (len(self.curve) + now.done / now.total) / self._plan.rounds
            self._reporter.progress(min(0.99, part), f"{self.words}; flop {now.done} of {now.total}")


def _tell(folder: Path, config: Mapping[str, Any]) -> None:
    about = {name: config.get(name) for name in ("title", "job", "owner")} | asked_for(folder)
    write_file(folder / ABOUT, json.dumps(about, indent=2).encode())


def _fallen(curve: list[list[float]]) -> float:
    """How far the exploitability has fallen towards a hundredth of a mbb, on a log scale."""
    if not curve:
        return 0.0
    first, last = max(curve[0][1], 1e-1), max(min(point[1] for point in curve), 1e-2)
    return min(0.99, max(0.0, math.log(first / last) / math.log(first / 1e-2)))


def _rounded(number: float) -> float:
    return float(f"{number:.6g}")
