"""Which artifacts can be opened, how, and what the library says about each kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from gutshot.strategies.first_look import look_ahead
from gutshot.strategies.strategy import Strategy
from gutshot.strategies.table_walk import TableSize

Facts = list[tuple[str, str]]
"""(label, words)"""

_USUAL_MEASURE = "tight-aggressive"


@dataclass(frozen=True)
class Opener:
    """One kind of artifact: `open(folder, title, table)`, facts of its config, and of its quality by both.

    `family` names the agents that play it ("" if none), `label` is their name at a table, `needs` a package
    they cannot play without.
    """

    kind: str
    open: Callable[[Path, str, TableSize], Strategy]
    config: Callable[[Mapping[str, Any]], Facts]
    quality: Callable[[Mapping[str, Any], Mapping[str, Any]], Facts]
    takes_table: bool = False
    family: str = ""
    label: str = ""
    needs: str = ""


def _open_postflop(folder: Path, title: str, _: TableSize) -> Strategy:
    from gutshot.postflop.solution import Solution
    from gutshot.strategies.postflop_strategy import PostflopStrategy

    source = PostflopStrategy(Solution.load(folder, threads=1), title)
    look_ahead(source)
    return source


def _postflop_config(config: Mapping[str, Any]) -> Facts:
    spot = config.get("spot")
    spot = spot if isinstance(spot, Mapping) else {}
    facts = [("Board", str(spot.get("board", "?"))), ("Pot", str(spot.get("pot", "?")))]
    facts += [("Stack", str(spot.get("stack", "?"))), ("Bets", _sizes(spot.get("bets")))]
    return [*facts, ("Raises", _sizes(spot.get("raises")))]


def _sizes(sizes: Any) -> str:
    """`60%`; by street `flop 60%; turn a`; a list for each raise in turn, `2.5x then 3x then a`."""
    if isinstance(sizes, Mapping):
        return "; ".join(f"{key} {_sizes(value)}" for key, value in sizes.items())
    if isinstance(sizes, list) and any(isinstance(each, list) for each in sizes):
        return " then ".join(_sizes(each) for each in sizes)
    if isinstance(sizes, list):
        return ", ".join(f"{100 * each:g}%" if isinstance(each, float) else str(each) for each in sizes) or "none"
    return str(sizes or "none")


def _postflop_quality(config: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    spot = config.get("spot")
    pot = _number(spot, "pot") if isinstance(spot, Mapping) else float("nan")
    return [
        ("Exploitability", f"{100 * _number(summary, 'exploitability') / pot:.3g} % of the pot"),
        ("Iterations", f"{_number(summary, 'iterations'):.0f}"),
        ("Time", seconds_words(_number(summary, "seconds"))),
    ]


def _open_three(folder: Path, title: str, _: TableSize) -> Strategy:
    from gutshot.postflop.three_solution import ThreeSolution
    from gutshot.strategies.three_strategy import ThreeStrategy

    return ThreeStrategy(ThreeSolution.load(folder, threads=1), title)


def _three_config(config: Mapping[str, Any]) -> Facts:
    spot = config.get("spot")
    spot = spot if isinstance(spot, Mapping) else {}
    players, stacks = spot.get("players"), spot.get("stacks")
    facts = [("Board", str(spot.get("board", "?"))), ("Pot", str(spot.get("pot", "?")))]
    facts.append(("Players", ", ".join(map(str, players)) if isinstance(players, Mapping) else "?"))
    facts.append(("Stacks", ", ".join(map(str, stacks)) if isinstance(stacks, list) else "?"))
    return [*facts, ("Bets", _sizes(spot.get("bets"))), ("Raises", _sizes(spot.get("raises")))]


def _three_quality(config: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    spot, gains = config.get("spot"), summary.get("gains")
    pot = _number(spot, "pot") if isinstance(spot, Mapping) else float("nan")
    numbers = [gain for gain in gains if isinstance(gain, int | float)] if isinstance(gains, list) else []
    return [
        ("Most a player gains", f"{100 * max(numbers, default=float('nan')) / pot:.3g} % of the pot"),
        ("Iterations", f"{_number(summary, 'iterations'):.0f}"),
        ("Time", seconds_words(_number(summary, "seconds"))),
    ]


def _number(plain: Mapping[str, Any], key: str) -> float:
    value = plain.get(key)
    return float(value) if isinstance(value, int | float) else float("nan")


def seconds_words(seconds: float) -> str:
    """`"0.8 s"`, `"12 min"`, `"3.5 h"`."""
    if not seconds < 600:
        return f"{seconds / 3600:.1f} h" if seconds >= 7200 else f"{seconds / 60:.0f} min"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def gap_words(gap: float) -> str:
    """What a best response wins; less than a millionth is as good as solved, and is said so."""
    return "less than 0.000001" if gap < 1e-6 else format(Decimal(f"{gap:.2g}"), "f")


def _open_policy(folder: Path, title: str, table: TableSize) -> Strategy:
    from gutshot.strategies.policy_strategy import PolicyStrategy

    return PolicyStrategy(folder, title, table)


def _open_preflop(folder: Path, title: str, _: TableSize) -> Strategy:
    from gutshot.preflop.solution import PreflopSolution
    from gutshot.strategies.preflop_strategy import PreflopStrategy

    return PreflopStrategy(PreflopSolution.load(folder), title)


def _open_preflop_charts(folder: Path, title: str, _: TableSize) -> Strategy:
    from gutshot.preflop.charts import load_charts
    from gutshot.strategies.preflop_strategy import PreflopChartStrategy

    return PreflopChartStrategy(load_charts(folder), title)


def _preflop_config(config: Mapping[str, Any]) -> Facts:
    stacks = config.get("stack_depth", config.get("stacks"))  # the second as in older solutions
    seats = config.get("num_players", config.get("players", "?"))
    facts = [("Seats", str(seats)), ("Stacks", _stacks_words(stacks))]
    sizes = config.get("bet_sizes")
    return [*facts, ("Raises", ", ".join(map(str, sizes)) if isinstance(sizes, list) else "?")]


def _preflop_quality(_: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    rounds = summary.get("rounds")
    reports = [report for report in rounds if isinstance(report, Mapping)] if isinstance(rounds, list) else []
    if not reports:
        return []
    lost = 1000 * _number(reports[-1], "joint_exploitability")
    time = seconds_words(sum(_number(report, "seconds") for report in reports))
    return [("Exploitability", f"{lost:.3g} mbb per hand"), ("Rounds", str(len(reports))), ("Time", time)]


def _open_jam_fold(folder: Path, title: str, _: TableSize) -> Strategy:
    from gutshot.preflop.jam_fold_artifact import load_pushfold
    from gutshot.strategies.preflop_strategy import JamFoldStrategy

    return JamFoldStrategy(load_pushfold(folder), title)


def _jam_fold_config(config: Mapping[str, Any]) -> Facts:
    stacks = config.get("stacks")
    seats = len(stacks) if isinstance(stacks, list) else "?"
    prizes = config.get("prizes")
    facts = [("Seats", str(seats)), ("Stacks", _stacks_words(stacks))]
    return [*facts, ("Prizes", ", ".join(map(str, prizes)))] if isinstance(prizes, list) and prizes else facts


def _open_jam_charts(folder: Path, title: str, table: TableSize) -> Strategy:
    from gutshot.preflop.jam_grid import load
    from gutshot.strategies.jam_charts import jam_charts

    return jam_charts(load(folder), title, table)


def _jam_charts_config(_: Mapping[str, Any]) -> Facts:
    return [("Seats", "2 to 6"), ("Stacks", "2 to 12 bb, all the same")]


def _jam_charts_quality(_: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    gaps = summary.get("largest_exploitability")
    numbers = [gap for gap in gaps.values() if isinstance(gap, int | float)] if isinstance(gaps, Mapping) else []
    return [("Exploitability", f"at most {max(numbers, default=float('nan')):.2g} bb a player")]


def _stacks_words(stacks: Any) -> str:
    return (", ".join(f"{stack:g}" for stack in dict.fromkeys(stacks)) if isinstance(stacks, list) else "?") + " bb"


def _jam_fold_quality(_: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    return [
        ("Exploitability", f"{gap_words(_number(summary, 'exploitability'))} a player"),
        ("Time", seconds_words(_number(summary, "seconds"))),
    ]


def _open_blueprint(folder: Path, title: str, _: TableSize) -> Strategy:
    from gutshot.blueprint.bundle import open_bundle
    from gutshot.strategies.blueprint_strategy import BlueprintStrategy

    return BlueprintStrategy(open_bundle(folder), title)


def _blueprint_config(config: Mapping[str, Any]) -> Facts:
    game = config.get("game")
    game = game if isinstance(game, Mapping) else {}
    depth = game.get("stack_depth")
    facts = [("Seats", str(game.get("num_players", "?")))]
    facts.append(("Stacks", _stacks_words([depth] if isinstance(depth, int | float) else depth)))
    return [*facts, ("Bets", _sizes(game.get("bet_sizes")))]


def _blueprint_quality(_: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    facts = [("Iterations", f"{_number(summary, 'iteration'):,.0f}")]
    facts.append(("Training", seconds_words(_number(summary, "seconds"))))
    quality = summary.get("quality")
    return [*facts, ("Quality", str(quality))] if quality else facts


def _open_badugi(folder: Path, title: str, _: TableSize) -> Strategy:
    from gutshot.blueprint.badugi.bundle import BadugiBundle
    from gutshot.strategies.badugi_strategy import BadugiStrategy

    return BadugiStrategy(BadugiBundle.load(folder), title)


def _badugi_config(_: Mapping[str, Any]) -> Facts:
    return [("Game", "badugi, fixed limit"), ("Seats", "2")]


def _badugi_quality(_: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    classes, seconds = _number(summary, "classes"), _number(summary, "cpu_seconds")
    return [("Classes of hands", f"{classes:.0f}"), ("Training", seconds_words(seconds))]


def _policy_config(config: Mapping[str, Any]) -> Facts:
    network = config.get("network")
    wide = f"{network.get('depth')} x {network.get('width')}" if isinstance(network, Mapping) else "?"
    return [("Game", str(config.get("game", "?"))), ("Sizes", str(config.get("sizes", "?"))), ("Network", wide)]


def _policy_quality(_: Mapping[str, Any], summary: Mapping[str, Any]) -> Facts:
    """Steps, time, and what it wins from the measuring opponents at six seats, in bb/100."""
    facts = [("Decisions", f"{_number(summary, 'steps') / 1e6:,.0f} million")]
    facts.append(("Training", seconds_words(_number(summary, "seconds"))))
    measures = summary.get("measures")
    for name, value in measures.items() if isinstance(measures, Mapping) else ():
        if str(name).endswith("@6") and isinstance(value, int | float):
            facts.append((f"Against {str(name)[:-2]}, 6 seats", f"{value:+.0f} bb/100"))
    return facts


def bundle_seats(config: Mapping[str, Any]) -> tuple[int, ...]:
    """Table sizes of a blueprint's game or of the tables that a network was trained at."""
    game = config.get("game")
    if isinstance(game, Mapping) and isinstance(game.get("num_players"), int):
        return (game["num_players"],)
    tables = config.get("tables")
    rows = [table for table in tables if isinstance(table, Mapping)] if isinstance(tables, list) else []
    return tuple(sorted({size for table in rows for size in table.get("players", ())}))


def bundle_depth(config: Mapping[str, Any]) -> float | None:
    """The stacks of a blueprint's game in big blinds, the shortest where they differ; None for other bundles."""
    game = config.get("game")
    given = game.get("stack_depth", 100) if isinstance(game, Mapping) else None
    stacks = given if isinstance(given, list) else [given]
    numbers = [float(stack) for stack in stacks if isinstance(stack, int | float)]
    return min(numbers) if numbers and len(numbers) == len(stacks) else None


def bundle_quality(summary: Mapping[str, Any]) -> str:
    """The bundle's own line, or its measured win rate against tight-aggressive players at the largest table."""
    if summary.get("quality"):
        return str(summary["quality"])
    measures = summary.get("measures")
    rates = {
        int(name.partition("@")[2]): rate
        for name, rate in (measures.items() if isinstance(measures, Mapping) else ())
        if name.startswith(f"{_USUAL_MEASURE}@")
    }
    if not rates:
        return ""
    seats = 6 if 6 in rates else max(rates)
    return f"{rates[seats]:+.0f} bb/100 against {_USUAL_MEASURE} players at {seats} seats"


OPENERS: dict[str, Opener] = {
    "postflop-solution": Opener("postflop", _open_postflop, _postflop_config, _postflop_quality),
    "three-player-solution": Opener("three-way", _open_three, _three_config, _three_quality),
    "preflop-solution": Opener("preflop", _open_preflop, _preflop_config, _preflop_quality),
    "preflop-charts": Opener("preflop", _open_preflop_charts, _preflop_config, _preflop_quality),
    "jam-or-fold": Opener("jam-or-fold", _open_jam_fold, _jam_fold_config, _jam_fold_quality),
    "jam-or-fold-grid": Opener(
        "jam-or-fold", _open_jam_charts, _jam_charts_config, _jam_charts_quality, takes_table=True
    ),
    "blueprint": Opener(
        "blueprint",
        _open_blueprint,
        _blueprint_config,
        _blueprint_quality,
        family="blueprint",
        label="Solved strategy",
    ),
    "badugi-blueprint": Opener("badugi", _open_badugi, _badugi_config, _badugi_quality),
    "ppo-policy": Opener(
        "policy",
        _open_policy,
        _policy_config,
        _policy_quality,
        takes_table=True,
        family="neural",
        label="Neural network",
    ),
}
"""By the kind in an artifact's manifest."""
