"""The preflop solve: ranges that reach a flop, and flop values for those ranges, alternating until they agree.

A round continues regret minimisation in the preflop tree with the current flop values, asks the model for flop values
for the average ranges that now reach them, and measures. Regrets and averages are kept from round to round, so ranges
move ever more slowly and values can follow.

The joint exploitability of a round is what best responses would gain against its strategy: in the preflop tree, each
seat against the others, with flops worth what the model finds for this very strategy (both play the model's strategy
from there on), plus what the model says best responses after the flop would gain, weighted by how often each flop line
is reached. It is given per player, and beside it what best responses gain with the values that were played on: this
much more iterations would remove, what is beyond it more rounds.

A line that reaches a flop too rarely to be asked about is worth, with three seats and more, as much beyond equity as
the line asked about whose stacks are nearest, with as many players, by position and in pots. Worth its equity alone it
would look too good to who is out of position, and his best responses would go there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from gutshot.cards.combos import CLASS_COUNT
from gutshot.clock import Clock
from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_pairs import Pairs
from gutshot.preflop.class_solver import ClassSolver
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.end_values import HeadsUpEnds
from gutshot.preflop.flop_gains import FlopGain, FlopModel, Watch, arrival_of, flop_ends, seats_by_position
from gutshot.preflop.multiway_ends import ManyEnds
from gutshot.preflop.payoffs import Utility
from gutshot.preflop.tree import raise_tree

_REFRESHES = 4
"""How often in a round, with three and more seats, the exact part of the values is taken again."""


_FORGOTTEN = 1e-6
"""What is left of the average after warming up: enough where a hand never comes again."""


@dataclass(frozen=True)
class RoundReport:
    """The result of one round; values in big blinds per hand."""

    round: int
    ev: tuple[float, ...]
    joint_exploitability: float
    preflop_part: float
    postflop_part: float
    change: float  # of flop values, root mean square over hands that get there, in big blinds
    seconds: float
    unfinished: float = 0.0  # what best responses before the flop gain with the values that were played on

    def to_dict(self) -> dict[str, object]:
        """As plain values."""
        return asdict(self) | {"ev": list(self.ev)}


def read_reports(summary: Mapping[str, Any]) -> list[RoundReport]:
    """The reports in an artifact's summary."""
    return [RoundReport(**{**plain, "ev": tuple(plain["ev"])}) for plain in summary["rounds"]]


class PreflopRounds:
    """The state between rounds: the bonus of every flop line, and the last strategy."""

    def __init__(self, config: PreflopConfig, pairs: Pairs) -> None:
        self.config, self.pairs = config, pairs
        self.tree = raise_tree(config)
        self.flops = flop_ends(self.tree)
        utility = Utility(config.stack_depth)
        make = HeadsUpEnds if config.num_players == 2 else ManyEnds
        self.ends: HeadsUpEnds | ManyEnds = make(self.tree, utility, pairs)
        self.bonus = np.zeros((config.num_players, len(self.tree.ends), CLASS_COUNT))
        self.error = np.zeros_like(self.bonus)
        self.solver = ClassSolver(self.tree, self.ends, pairs.chance, config.rule)
        self.strategy = self.solver.average()
        self.reports: list[RoundReport] = []

    @property
    def done(self) -> int:
        """How many rounds are."""
        return len(self.reports)

    def run_round(self, model: FlopModel, watch: Watch | None = None) -> RoundReport:
        """Solve, ask the model, measure, and mix."""
        clock = Clock()
        if self.done and self.done == self.config.warm_up:
            self.solver.sums *= _FORGOTTEN
        self.strategy = self._iterate()
        unfinished = max(0.0, self.solver.quality(self.strategy).exploitability)
        reach = self.solver.reaches(self.strategy)
        fresh, after_flop = self._ask(model, reach, watch)
        change = self._distance(fresh, reach)
        self.ends.bonus = fresh
        quality = self.solver.quality(self.strategy)
        before_flop = max(0.0, quality.exploitability)
        keep = self.config.damping if self.done else 0.0
        self.bonus = keep * self.bonus + (1 - keep) * fresh
        self.ends.bonus = self.bonus
        joint = before_flop + after_flop
        seconds = clock.seconds
        report = RoundReport(self.done + 1, quality.values, joint, before_flop, after_flop, change, seconds, unfinished)
        self.reports.append(report)
        return report

    def prepare(self) -> None:
        """Set the values up for looking at the strategy, as after loading."""
        self.ends.bonus = self.bonus
        if isinstance(self.ends, ManyEnds):
            self.ends.refresh(self.solver.reaches(self.strategy))

    def _iterate(self) -> Reals:
        """More iterations on the values there are; the average strategy so far."""
        self.ends.bonus = self.bonus
        for _ in range(_REFRESHES):
            self._refresh()
            for _ in range(max(1, self.config.iterations // _REFRESHES)):
                self.solver.step()
        self._refresh()
        return self.solver.average()

    def _refresh(self) -> None:
        """Three and more seats: take the exact part of the values again."""
        if isinstance(self.ends, ManyEnds):
            self.ends.refresh(self.solver.reaches(self.solver.average()))

    def _ask(self, model: FlopModel, reach: Reals, watch: Watch | None) -> tuple[Reals, float]:
        """Fresh bonuses of all flop lines that are reached, and what play after them leaves to gain a player."""
        chances = self._chances(reach)
        asked = [number for number in self.flops if chances[number] >= self.config.least_reach]
        arrivals = [arrival_of(self.tree, number, reach, self.config.stack_depth) for number in asked]
        fresh, gap = self.bonus.copy(), 0.0
        for number, found in zip(asked, model.gains(arrivals, watch), strict=True):
            self._take(number, found, fresh)
            gap += chances[number] * self.tree.ends[number].pot * found.exploitability
        if self.tree.seats > 2:
            self._guess(asked, fresh)
        return fresh, gap / self.config.num_players

    def _take(self, number: int, found: FlopGain, fresh: Reals) -> None:
        end = self.tree.ends[number]
        for side, seat in enumerate(seats_by_position(end, self.tree.seats)):
            fresh[seat, number] = end.pot * found.gain[side]
            self.error[seat, number] = end.pot * found.error[side]

    def _guess(self, asked: Sequence[int], fresh: Reals) -> None:
        """Lines that were never asked about, by the nearest of those that are asked about now."""
        ends, known = self.tree.ends, {*asked, *np.flatnonzero(self.error.any(axis=(0, 2))).tolist()}
        for number in (number for number in self.flops if number not in known):
            alike = [other for other in asked if len(ends[other].live) == len(ends[number].live)]
            if alike:
                nearest = min(alike, key=lambda other: abs(self._depth(other) - self._depth(number)))
                scale = ends[number].pot / ends[nearest].pot
                for seat, other in zip(ends[number].live, ends[nearest].live, strict=True):
                    fresh[seat, number] = scale * fresh[other, nearest]

    def _depth(self, number: int) -> float:
        """The logarithm of the ratio of the shortest stack to the pot."""
        end, stacks = self.tree.ends[number], self.config.stack_depth
        return float(np.log(1e-3 + min(stacks[seat] - end.paid[seat] for seat in end.live) / end.pot))

    def _arrivals(self, seat: int, reach: Reals) -> Reals:
        """[ends, 169] how often each end is reached with each hand of a seat."""
        held = self.pairs.chance * reach[self.tree.end_nodes, seat]
        return np.asarray(held * self.ends.mass(seat, reach))

    def _chances(self, reach: Reals) -> dict[int, float]:
        """How often each flop line is played."""
        found = dict[int, float]()
        for seat in range(self.tree.seats):
            own = [number for number in self.flops if self.tree.ends[number].live[0] == seat]
            played = self._arrivals(seat, reach).sum(axis=1) if own else np.zeros(0)
            found |= {number: float(played[number]) for number in own}
        return {number: found[number] for number in self.flops}

    def _distance(self, fresh: Reals, reach: Reals) -> float:
        """How far the values of hands that get to flops have moved."""
        total, weight = 0.0, 0.0
        for seat in range(self.tree.seats):
            own = [number for number in self.flops if seat in self.tree.ends[number].live]
            there = self._arrivals(seat, reach)[own]
            total += float((there * (fresh[seat, own] - self.bonus[seat, own]) ** 2).sum())
            weight += float(there.sum())
        return float(np.sqrt(total / weight)) if weight > 0 else 0.0


RoundWatch = Callable[[RoundReport], None]
