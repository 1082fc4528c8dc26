"""From sums to statements: rates with their 95 % intervals, and the statistics of a tracker.

bb/100 is big blinds per hundred hands; its interval is 1.96 standard deviations of a unit over the root of the number
of units, where a unit is a hand, or in duplicate matches the block of hands with the same cards.
"""

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.counts import Count
from gutshot.arena.schedule import total_hands
from gutshot.arena.tally import Tally
from gutshot.errors import BadConfig
from gutshot.frames import Frame, columns_of, table_html
from gutshot.games.seats import position_names

_NORMAL_95 = 1.96


@dataclass(frozen=True)
class Rate:
    """A win rate over some hands, in big blinds per hundred; `ci95` is half the width of its 95 % interval."""

    hands: int
    bb100: float
    ci95: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, in bb/100."""
        return self.bb100 - self.ci95, self.bb100 + self.ci95


@dataclass(frozen=True)
class AgentReport:
    """One agent's result. Percentages are 0 to 100, and None where nothing was counted."""

    name: str
    hands: int
    profit: int
    bb100: float
    ci95: float
    adjusted_bb100: float
    adjusted_ci95: float
    vpip: float | None
    pfr: float | None
    three_bet: float | None
    af: float | None
    wtsd: float | None
    wsd: float | None
    failures: int
    positions: dict[str, Rate]
    opponents: dict[str, Rate]
    aivat_bb100: float | None = None
    aivat_ci95: float | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, in bb/100."""
        return self.bb100 - self.ci95, self.bb100 + self.ci95


@dataclass(frozen=True, repr=False)
class Report(Frame):
    """The result of a match, or of as much of it as has been played."""

    config: MatchConfig
    hands: int
    complete: bool
    agents: tuple[AgentReport, ...]
    spots: dict[str, dict[str, int]] = field(default_factory=dict)  # ways to decisions, of agents that count them

    def __repr__(self) -> str:
        told = ", ".join(f"{agent.name} {agent.bb100:+.1f} ± {agent.ci95:.1f}" for agent in self.ranking())
        return f"MatchReport({told} bb/100, {self.hands:,} hands)"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per agent, the best first; `ci95` is half the width of an interval."""
        names = [name for name in AgentReport.__dataclass_fields__ if name not in ("positions", "opponents")]
        names = names if self.config.aivat else [name for name in names if not name.startswith("aivat")]
        return {name: [getattr(agent, name) for agent in self.ranking()] for name in names}

    def _repr_html_(self) -> str:
        rows = [
            {
                "agent": agent.name,
                "bb/100": f"{agent.bb100:+.1f} ± {agent.ci95:.1f}",
                "luck removed": f"{agent.adjusted_bb100:+.1f} ± {agent.adjusted_ci95:.1f}",
                "VPIP": agent.vpip,
                "PFR": agent.pfr,
                "won at showdown": agent.wsd,
            }
            for agent in self.ranking()
        ]
        return table_html(columns_of(rows), f"{self.hands:,} hands, 95 % intervals")

    def of(self, name: str) -> AgentReport:
        """The report of the agent with this label."""
        found = [agent for agent in self.agents if agent.name == name]
        if not found:
            listed = ", ".join(agent.name for agent in self.agents)
            raise BadConfig(f"no agent {name!r} in this match: expected one of {listed}")
        return found[0]

    def ranking(self) -> tuple[AgentReport, ...]:
        """From the best rate to the worst."""
        return tuple(sorted(self.agents, key=lambda agent: -agent.bb100))

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; intervals are half widths."""
        settings = asdict(self.config) | {"luck": Luck(self.config.luck).name.lower().replace("_", "-")}
        return {
            "hands": self.hands,
            "complete": self.complete,
            "big_blind": self.config.big_blind,
            "unit": "block of hands with the same cards" if self.config.duplicate else "hand",
            "agents": [_plain(agent) for agent in self.agents],
            "spots": self.spots,
            "config": settings,
        }


def _plain(agent: AgentReport) -> dict[str, Any]:
    """An agent as JSON, without AIVAT where it was not measured."""
    plain: dict[str, Any] = finite(asdict(agent))
    return plain if agent.aivat_bb100 is not None else {k: v for k, v in plain.items() if not k.startswith("aivat")}


def finite(value: Any) -> Any:
    """The same with None for numbers that JSON does not have, such as the interval of a single hand."""
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def rate(hands: int, total: float, units: int, squares: float, big_blind: int) -> Rate:
    """The rate of `total` chips over `hands`, which are `units` independent units with this sum of squares."""
    if hands == 0:
        return Rate(0, 0.0, math.inf)
    scale = 100.0 / big_blind
    mean = total / hands * scale
    if units < 2:
        return Rate(hands, mean, math.inf)
    per_unit = total / units
    variance = max(0.0, (squares - units * per_unit * per_unit) / (units - 1))
    error = math.sqrt(variance / units) * units / hands * scale
    return Rate(hands, mean, _NORMAL_95 * error)


def make_report(config: MatchConfig, sums: Tally) -> Report:
    """The report from the sums."""
    agents = tuple(_agent_report(config, sums, place) for place in range(len(config.agents)))
    return Report(config, sums.played, sums.played == total_hands(config), agents)


def _agent_report(config: MatchConfig, sums: Tally, place: int) -> AgentReport:
    hands, units = int(sums.hands[place]), int(sums.units[place])
    real = rate(hands, float(sums.profit[place]), units, float(sums.squares[place]), config.big_blind)
    adjusted = rate(hands, float(sums.adjusted[place]), units, float(sums.adjusted_squares[place]), config.big_blind)
    return AgentReport(
        config.labels[place],
        hands,
        int(sums.profit[place]),
        real.bb100,
        real.ci95,
        adjusted.bb100,
        adjusted.ci95,
        **_statistics([int(count) for count in sums.counts[place]]),
        failures=int(sums.failures[place]),
        positions=_positions(config, sums, place),
        opponents=_opponents(config, sums, place),
        **_aivat(config, sums, place),
    )


def _aivat(config: MatchConfig, sums: Tally, place: int) -> dict[str, float]:
    """The rate by AIVAT, where it is measured."""
    if not config.aivat:
        return {}
    hands, units = int(sums.hands[place]), int(sums.units[place])
    found = rate(hands, float(sums.aivat[place]), units, float(sums.aivat_squares[place]), config.big_blind)
    return {"aivat_bb100": found.bb100, "aivat_ci95": found.ci95}


def _statistics(counts: list[int]) -> dict[str, float | None]:
    def share(part: Count, whole: Count, scale: float = 100.0) -> float | None:
        return scale * counts[part] / counts[whole] if counts[whole] else None

    return {
        "vpip": share(Count.VPIP, Count.HANDS),
        "pfr": share(Count.PFR, Count.HANDS),
        "three_bet": share(Count.THREE_BETS, Count.THREE_BET_CHANCES),
        "af": share(Count.BETS, Count.CALLS, 1.0),
        "wtsd": share(Count.SHOWDOWNS, Count.SAW_FLOP),
        "wsd": share(Count.SHOWDOWNS_WON, Count.SHOWDOWNS),
    }


def _positions(config: MatchConfig, sums: Tally, place: int) -> dict[str, Rate]:
    rates = {}
    for distance, name in enumerate(position_names(config.seats)):
        hands, profit = int(sums.position_hands[place, distance]), float(sums.position_profit[place, distance])
        squares = float(sums.position_squares[place, distance])
        rates[name] = rate(hands, profit, hands, squares, config.big_blind)
    return rates


def _opponents(config: MatchConfig, sums: Tally, place: int) -> dict[str, Rate]:
    rates = {}
    for other, name in enumerate(config.labels):
        hands, profit = int(sums.opponent_hands[place, other]), float(sums.opponent_profit[place, other])
        if other != place and hands:
            rates[name] = rate(hands, profit, hands, float(sums.opponent_squares[place, other]), config.big_blind)
    return rates
