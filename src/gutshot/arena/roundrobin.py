"""Round robin: every pair of agents heads-up, as a payoff matrix with intervals, and a ranking over all opponents."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

from gutshot.arena.config import MatchConfig
from gutshot.arena.match import run_match
from gutshot.arena.report import Rate, Report, finite
from gutshot.errors import BadConfig

MOST_AGENTS = 64
Progress = Callable[[str, str, Report], None]
"""Told after every match who has met."""


@dataclass(frozen=True)
class RoundRobin:
    """`matrix[row][column]` is how the row's agent did against the column's; None on the diagonal.

    `complete` is False when Ctrl-C ended it early; matches not played are then None too.
    """

    agents: tuple[str, ...]
    hands_each: int
    matrix: tuple[tuple[Rate | None, ...], ...]
    complete: bool

    def mean(self, place: int) -> Rate:
        """The mean rate over all opponents met, with equal weights."""
        rates = [rate for rate in self.matrix[place] if rate is not None]
        if not rates:
            return Rate(0, 0.0, float("inf"))
        width = sum(rate.ci95**2 for rate in rates) ** 0.5 / len(rates)
        return Rate(sum(rate.hands for rate in rates), sum(rate.bb100 for rate in rates) / len(rates), width)

    def ranking(self) -> list[tuple[str, Rate]]:
        """Agents from best to worst by their mean."""
        means = [(name, self.mean(place)) for place, name in enumerate(self.agents)]
        return sorted(means, key=lambda entry: -entry[1].bb100)

    def as_json(self) -> dict[str, Any]:
        """Plain values; what is not finite is None."""
        return {
            "agents": list(self.agents),
            "hands_each": self.hands_each,
            "complete": self.complete,
            "matrix": [[None if rate is None else finite(asdict(rate)) for rate in row] for row in self.matrix],
            "ranking": [{"name": name} | finite(asdict(rate)) for name, rate in self.ranking()],
        }


def run_round_robin(
    config: MatchConfig,
    agents: tuple[str, ...],
    *,
    threads: int | None = 1,
    engine: str = "local",
    progress: Progress | None = None,
) -> RoundRobin:
    """Every two of the agents play `config.hands` hands heads-up with the rest of the config; adjusted rates."""
    if len(set(agents)) != len(agents):
        raise BadConfig(f"round robin of {', '.join(agents)}: every agent may be named once")
    if not 2 <= len(agents) <= MOST_AGENTS:
        raise BadConfig(f"round robin of {len(agents)} agents: expected 2 to {MOST_AGENTS}")
    matrix: list[list[Rate | None]] = [[None] * len(agents) for _ in agents]
    complete = True
    for row, column in combinations(range(len(agents)), 2):
        pair = replace(config, agents=(agents[row], agents[column]), seats=2)
        report = run_match(pair, threads=threads, engine=engine)
        complete = report.complete
        if report.hands:
            first, second = report.agents
            matrix[row][column] = Rate(first.hands, first.adjusted_bb100, first.adjusted_ci95)
            matrix[column][row] = Rate(second.hands, second.adjusted_bb100, second.adjusted_ci95)
        if progress:
            progress(agents[row], agents[column], report)
        if not complete:
            break
    return RoundRobin(agents, config.hands, tuple(map(tuple, matrix)), complete)
