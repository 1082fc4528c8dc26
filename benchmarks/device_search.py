"""Search and blueprints on a machine with many cores and few packages: training, matches, local best response.

    PYTHONPATH=src python -m benchmarks.device_search train 8 configs/blueprint_hu_wide.yaml:6 --out OUT
    PYTHONPATH=src python -m benchmarks.device_search play 5 match/quick:8 six/quick:2 lbr/quick/fcpa-late:1 --out OUT

The first number is minutes, what follows a colon processes (threads, for training). Everything ends by itself in those
minutes, and what was found so far lies in OUT/search.json. In a match each board is played by some pairs of hands from
both seats, so that what search has solved serves again; hands count by AIVAT, and a board is one unit of the interval.
`six` seats search among five `blueprint:6max` in duplicate, its blocks dealt out to the processes by number.
"""

import argparse
import json
import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from gutshot.agents import open_strategy
from gutshot.agents.agent import OwnMix, Worth
from gutshot.agents.registry import make
from gutshot.arena.aivat import HandWorth
from gutshot.arena.chunk import play
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.local_best_response import Duel
from gutshot.blueprint.local_best_response import PlayedHands
from gutshot.blueprint.response_settings import response_setting
from gutshot.cards.card import Card
from gutshot.games.hand import Hand
from gutshot.games.rules import holdem
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Reals
from gutshot.numeric.intervals import half_width_95

_SAVE_EVERY_S = 10.0
_TO_WRITE_S = 30.0
"""What a training run needs to end and to write its bundle, and a process to end a chunk of hands."""
_TO_BEGIN_MIN = 1.7
"""What it needs to compile, to make buckets, and to measure itself."""
_BLOCKS = 4
_PAIRS = 10
"""Pairs of hands on a board of a match."""
_MANY = 10**7
_BIG = 100
_PER_BOARD = 20
_BASE = {"preflop": "base"}

QUICK: dict[str, Any] = yaml.safe_load(Path("configs/search_quick.yaml").read_text())
VARIANTS: dict[str, dict[str, Any]] = {
    "quick": {},
    "base": _BASE,
    "river": {**_BASE, "first_street": "river"},
    "turn": {**_BASE, "first_street": "turn"},
    "safe": {**_BASE, "safety": "safe"},
    "blend": {**_BASE, "safety": "blend"},
    "long": {**_BASE, "iterations": 160},
    "wide-cards": {**_BASE, "flop_turns": 10, "flop_rivers": 8, "turn_rivers": 16},
    "usual": {**_BASE, "sizes": "usual"},
    "rich": {"sizes": "rich", "turn": "exact", "flop_turns": 8, "flop_rivers": 8, "iterations": 100},
}
"""What differs from configs/search_quick.yaml; those with `preflop: base` play blueprint:hu before the flop."""


@dataclass(frozen=True)
class Task:
    """What is played, as its words say: match/VARIANT, six/VARIANT or lbr/VARIANT/SETTING/STACK."""

    words: tuple[str, ...]
    processes: int
    seed: int
    folder: str

    @property
    def name(self) -> str:
        return "-".join(self.words)

    @property
    def search(self) -> str:
        """The name by which the search is opened; its settings are written to a file."""
        changed = QUICK | VARIANTS[self.words[1]]
        if self.words[0] == "six":
            changed |= {"base": "6max", "preflop": "auto"}
        path = Path(self.folder) / f"{self.name}.yaml"
        path.write_text(yaml.safe_dump(changed))
        return f"search:{path}"

    def units(self, place: int) -> Iterator[Any]:
        """What one of the processes plays, without end."""
        numbers = range(place, _MANY, self.processes)
        if self.words[0] == "lbr":
            setting, stack = self.words[2], int(self.words[3]) if len(self.words) > 3 else None
            duel = Duel(open_strategy(self.search), response_setting(setting), stack, self.seed, _PER_BOARD)
            yield from (_listed(duel.play(number, 1)) for number in numbers)
            return
        if self.words[0] == "match":
            two = [make(name, self.seed) for name in (self.search, "blueprint:hu")]
            yield from (_board(self.seed, number, two) for number in numbers)
            return
        names = (self.search, *("blueprint:6max",) * 5)
        config = MatchConfig(names, _MANY * 8, duplicate=True, luck=Luck.ALL, seed=self.seed)
        players = [make(name, config.seed) for name in names]
        hands = _BLOCKS * len(names)
        yield from (_blocks(config, number * hands, hands, players) for number in numbers)

    def summary(self, units: list[Any]) -> dict[str, Any]:
        """The figures of all units so far."""
        if self.words[0] == "lbr":
            played = PlayedHands(*(np.array(rows) for rows in zip(*units, strict=True)))
            won = 1000 * played.without_luck(True)
            return {"hands": len(won) * _PER_BOARD, "won": float(won.mean()), "ci95": half_width_95(won)}
        two = self.words[0] == "match"
        rows = np.array([row for unit in units for row in unit])
        found: dict[str, Any] = {"hands": len(rows) * (2 * _PAIRS if two else 6), "units": len(rows)}
        kinds = {"as_won": rows[:, 0], "aivat" if two else "adjusted": rows[:, 1]}
        if two:
            kinds["plain_aivat"] = rows[:, 2]
            kinds["fitted"] = _fitted(rows[:, 1], rows[:, 3:])
        return found | {name: [float(1000 * row.mean()), half_width_95(1000 * row)] for name, row in kinds.items()}


def _listed(played: PlayedHands) -> tuple[Any, ...]:
    return played.won[0].tolist(), played.luck[0].tolist(), played.known[0].tolist()


def _fitted(values: Reals, luck: Reals) -> Reals:
    """Values less the luck that explains them, each half of the boards by what fits the other half."""
    half, left = np.arange(len(values)) % 2 == 0, values.copy()
    for own in (half, ~half):
        known, whole = values[~own] - values[~own].mean(), luck[~own]
        steady = whole.T @ whole + np.diag(0.1 * (whole**2).sum(axis=0) + 1e-9)
        left[own] -= luck[own] @ np.linalg.solve(steady, whole.T @ known)
    return left


class PartedWorth(HandWorth):
    """A hand's worth with its luck in parts that have mean zero: dice street by street, by showdowns and by what search
    says beyond that, and cards street by street."""

    def __init__(self, hand: Hand, dice: np.random.Generator) -> None:
        super().__init__(hand, [True, True], dice)
        self.parts = np.zeros(3 * len(hand.rules.streets))

    def act(self, action: int, mix: OwnMix | None, told: Worth | None = None) -> None:
        street, before, dice = self.hand.street, self.luck, self.parts.copy()
        super().act(action, mix, told)
        self.parts[8 + street] += self.luck - before - (self.parts - dice)[:8].sum()

    def _take_off_dice(self, seat: int, action: int, mix: OwnMix, told: Worth | None) -> None:
        street, before, luck = self.hand.street, (self.ranges[seat], dict(self._faced)), self.luck
        super()._take_off_dice(seat, action, mix, None)
        plain = self.luck - luck
        self.luck, self.ranges[seat], self._faced = luck, *before
        super()._take_off_dice(seat, action, mix, told)
        self.parts[street] += plain
        self.parts[4 + street] += self.luck - luck - plain


def _board(seed: int, number: int, players: list[Any]) -> list[list[float]]:
    """One row: what the search won a hand on a board, in big blinds: as won, by AIVAT, by AIVAT without the values that
    search tells, and the parts of luck."""
    dice = np.random.default_rng([seed, number])
    board, *rest = np.split(dice.permutation(52), [5])
    found = []
    for pair in range(_PAIRS):
        holes = dice.choice(rest[0], 4, replace=False)
        for own in range(2):
            deck = tuple(Card(int(card)) for card in (*holes, *board))
            setup = Setup(holdem(_BIG), (100 * _BIG,) * 2, 0, (_BIG // 2, _BIG), (0, 0), number, deck)
            found.append(_hand(Hand(setup), own, 2 * (number * _PAIRS + pair), players))
    return [[round(float(mean), 6) for mean in np.mean(found, axis=0) / _BIG]]


def _hand(hand: Hand, own: int, number: int, players: list[Any]) -> list[float]:
    """The same of one hand, with the search in seat `own`."""
    seated = players if own == 0 else players[::-1]
    worth = PartedWorth(hand, np.random.default_rng([number, own]))
    for seat, player in enumerate(seated):
        player.new_hand(number + seat)
    while not hand.is_over:
        assert hand.actor is not None
        seat = int(hand.actor)
        seen = hand.observation(seat)
        action = hand.verify(seated[seat].act(seen))
        worth.act(action, seated[seat].mix(seen, number + seat), players[0].worth(seen, number + seat))
        hand = hand.act_unchecked(action)
    sign = 1 if own == 0 else -1
    told = worth.parts[4:8].sum()
    return [float(hand.payoffs[own]), *(sign * np.array([worth.value, worth.value + told, *worth.parts]))]


def _blocks(config: MatchConfig, first: int, count: int, players: list[Any]) -> list[list[float]]:
    """[blocks] of what the search won a hand, in big blinds: as won, and adjusted for luck."""
    played = play(config, first, count, False, players)
    own = played.plan.lineups == 0
    sums = [
        kind[own].reshape(-1, config.seats).mean(axis=1) / config.big_blind
        for kind in (played.payoffs, played.adjusted)
    ]
    return [[round(float(value), 6) for value in row] for row in np.transpose(sums)]


def _work(task: Task, place: int, until: float, found: Any) -> None:
    for unit in task.units(place):
        found.put((task.name, place, unit, time.process_time()))
        if time.time() >= until:
            break


def play_all(tasks: list[Task], minutes: float, out: Path) -> None:
    """All tasks at once until the time is over; their figures are written now and then."""
    context = multiprocessing.get_context("spawn")
    found, until = context.Queue(), time.time() + 60 * minutes - _TO_WRITE_S
    jobs = [(task, place) for task in tasks for place in range(task.processes)]
    workers = [context.Process(target=_work, args=(*job, until, found), daemon=True) for job in jobs]
    for worker in workers:
        worker.start()
    units: dict[str, list[Any]] = {task.name: [] for task in tasks}
    spent: dict[tuple[str, int], float] = {}
    saved = time.time()
    while time.time() < until + _TO_WRITE_S and any(worker.is_alive() for worker in workers):
        try:
            name, place, unit, seconds = found.get(timeout=1.0)
            units[name].append(unit)
            spent[name, place] = seconds
        except queue.Empty:
            pass
        if time.time() - saved > _SAVE_EVERY_S:
            _save(tasks, units, spent, out)
            saved = time.time()
    while not found.empty():
        name, place, unit, seconds = found.get()
        units[name].append(unit)
        spent[name, place] = seconds
    _save(tasks, units, spent, out)


def _save(tasks: list[Task], units: dict[str, list[Any]], spent: dict[tuple[str, int], float], out: Path) -> None:
    told = {}
    for task in tasks:
        if len(units[task.name]) > 1:
            seconds = sum(value for (name, _), value in spent.items() if name == task.name)
            told[task.name] = task.summary(units[task.name]) | {"cpu_seconds": round(seconds)}
            print(task.name, json.dumps(told[task.name]), flush=True)
    whole = {"figures": told, "units": units}
    _replace(out / "search.json", lambda path: path.write_text(json.dumps(whole)))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    spare = path.with_name(f".{path.name}.tmp")
    write(spare)
    spare.replace(path)


def train_all(jobs: list[tuple[str, int]], minutes: float, out: Path, folder: Path) -> None:
    """Train configs side by side; at the end each bundle is one file in `out`."""
    until = time.time() + 60 * minutes - _TO_WRITE_S
    runs = {}
    for config, threads in jobs:
        place = folder / Path(config).stem
        words = ("--out", str(place), "--threads", str(threads), "--minutes", f"{minutes - _TO_BEGIN_MIN:g}")
        log = (out / f"{place.name}.log").open("w")
        runs[place] = subprocess.Popen(
            (sys.executable, "-m", "gutshot.blueprint", config, *words), stdout=log, stderr=subprocess.STDOUT
        )
    while time.time() < until and any(run.poll() is None for run in runs.values()):
        time.sleep(1.0)
    for run in runs.values():
        if run.poll() is None:
            run.send_signal(signal.SIGTERM)
    for place, run in runs.items():
        try:
            run.wait(timeout=max(1.0, until + 3 * _TO_WRITE_S - time.time()))
        except subprocess.TimeoutExpired:
            run.kill()
        if (place / "bundle").exists():
            _replace(out / f"{place.name}.tar", lambda path, place=place: _pack(place / "bundle", path))  # type: ignore[misc]
        print(place.name, "ended with", run.returncode, flush=True)


def _pack(bundle: Path, path: Path) -> None:
    with tarfile.open(path, "w") as packed:
        packed.add(bundle, "bundle")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.device_search")
    parser.add_argument("what", choices=("train", "play"))
    parser.add_argument("minutes", type=float)
    parser.add_argument("jobs", nargs="+", help="CONFIG:THREADS to train, TASK:PROCESSES to play")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=500)
    words = parser.parse_args()
    words.out.mkdir(parents=True, exist_ok=True)
    jobs = [(name, int(number)) for name, _, number in (job.rpartition(":") for job in words.jobs)]
    with tempfile.TemporaryDirectory() as folder:
        if words.what == "train":
            train_all(jobs, words.minutes, words.out, Path(folder))
            return
        for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
            os.environ[name] = "1"
        play_all(
            [Task(tuple(name.split("/")), count, words.seed, folder) for name, count in jobs], words.minutes, words.out
        )


if __name__ == "__main__":
    main()
