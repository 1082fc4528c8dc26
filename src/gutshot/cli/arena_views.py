"""How matches look in the terminal: live standings on stderr, results as tables on stdout."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich import box
from rich.console import Console
from rich.live import Live
from rich.table import Table

from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.report import AgentReport, Rate, Report
from gutshot.arena.roundrobin import RoundRobin
from gutshot.arena.schedule import total_hands

_REDRAW_S = 0.25


def _table(title: str = "") -> Table:
    return Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left")


def _rate(rate: Rate | None) -> str:
    return "" if rate is None or not rate.hands else f"{rate.bb100:+.1f} ± {rate.ci95:.1f}"


def _number(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def results_table(report: Report) -> Table:
    """One line per agent, the best first."""
    table = _table()
    columns: tuple[str, ...] = (
        "agent",
        "hands",
        "chips",
        "bb/100 ± 95 %",
        "adjusted",
        "VPIP",
        "PFR",
        "3-bet",
        "AF",
        "WTSD",
        "W$SD",
    )
    if report.config.aivat:
        columns = (*columns[:5], "AIVAT", *columns[5:])
    for column in columns:
        table.add_column(column, justify="left" if column == "agent" else "right", no_wrap=True)
    for agent in report.ranking():
        table.add_row(*_cells(agent))
    return table


def _cells(agent: AgentReport) -> tuple[str, ...]:
    shares = (agent.vpip, agent.pfr, agent.three_bet)
    return (
        agent.name,
        f"{agent.hands}",
        f"{agent.profit:+d}",
        f"{agent.bb100:+.1f} ± {agent.ci95:.1f}",
        f"{agent.adjusted_bb100:+.1f} ± {agent.adjusted_ci95:.1f}",
        *(() if agent.aivat_bb100 is None else (f"{agent.aivat_bb100:+.1f} ± {agent.aivat_ci95:.1f}",)),
        *map(_number, shares),
        _number(agent.af, 2),
        _number(agent.wtsd),
        _number(agent.wsd),
    )


def _rates_table(title: str, report: Report, of: Callable[[AgentReport], dict[str, Rate]]) -> Table:
    columns = list(dict.fromkeys(name for agent in report.agents for name in of(agent)))
    table = _table(title)
    table.add_column("agent", no_wrap=True)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for agent in report.ranking():
        table.add_row(agent.name, *[_rate(of(agent).get(name)) for name in columns])
    return table


@contextmanager
def standings(config: MatchConfig) -> Iterator[Callable[[Report], None] | None]:
    """Live standings while a match runs, where stderr is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    drawn = 0.0
    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:

        def show(report: Report) -> None:
            nonlocal drawn
            if time.monotonic() - drawn > _REDRAW_S:
                drawn = time.monotonic()
                table = results_table(report)
                table.title = f"{report.hands} of {total_hands(config)} hands, Ctrl-C stops"
                live.update(table, refresh=True)

        yield show


def print_report(report: Report, out: Path | None) -> None:
    """The whole result as tables."""
    console = Console(width=None if sys.stdout.isatty() else 160)
    config = report.config
    unit = "duplicate deals, intervals by block" if config.duplicate else "intervals by hand"
    luck = {
        Luck.NONE: "nothing adjusted",
        Luck.ALL_IN: "adjusted: all-in luck removed",
        Luck.ALL: "adjusted: card luck removed",
    }
    state = "" if report.complete else f" of {total_hands(config)}, interrupted"
    console.print(f"{report.hands} hands{state} of {config.variant}, {config.seats} seats, {unit}, {luck[config.luck]}")
    console.print(results_table(report))
    console.print(_rates_table("bb/100 by position", report, lambda agent: agent.positions))
    console.print(_rates_table("bb/100 won from", report, lambda agent: agent.opponents))
    failed = [f"{agent.name} {agent.failures}" for agent in report.agents if agent.failures]
    if failed:
        console.print(f"failed decisions, folded: {', '.join(failed)}")
    if out:
        console.print(f"saved in {out}")


@contextmanager
def round_robin_progress(agents: int) -> Iterator[Callable[[str, str, Report], None] | None]:
    """A line on stderr per finished match, where it is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    console, met = Console(stderr=True), 0

    def show(first: str, second: str, report: Report) -> None:
        nonlocal met
        met += 1
        won = report.agents[0]
        total = agents * (agents - 1) // 2
        console.print(f"{met}/{total} {first} {won.adjusted_bb100:+.1f} ± {won.adjusted_ci95:.1f} against {second}")

    yield show


def print_round_robin(result: RoundRobin) -> None:
    """The payoff matrix with the ranking as its order."""
    console = Console(width=None if sys.stdout.isatty() else 200)
    order = [name for name, _ in result.ranking()]
    places = {name: place for place, name in enumerate(result.agents)}
    table = _table(f"bb/100 of the row against the column, {result.hands_each} hands each, luck adjusted")
    for column in ("", "mean", *order):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name in order:
        row = result.matrix[places[name]]
        table.add_row(name, _rate(result.mean(places[name])), *[_rate(row[places[other]]) for other in order])
    console.print(table)
