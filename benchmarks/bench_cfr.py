"""Regret minimisation: whole-tree and sampled iterations, best responses, and cost as the game grows."""

from functools import partial
from statistics import mean, median

import pyspiel
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import exploitability

from benchmarks.harness import Row, pin_to_one_core, seconds
from gutshot.cfr.best_response import measure, nash_conv
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.mccfr import Mccfr, Sampling
from gutshot.cfr.strategy import TabularStrategy
from gutshot.cfr.updates import parse_rule
from gutshot.cfr.vanilla import Cfr
from gutshot.games.kuhn import Kuhn
from gutshot.games.leduc import Leduc

PER_ITERATION = "s/iteration"
SEEDS = (1, 2, 3)


def run() -> list[Row]:
    pin_to_one_core()
    leduc = unroll(Leduc())
    return [*whole_tree(leduc), *sampled(leduc), *best_responses(leduc), *growth(leduc)]


def our_iteration(game: FlatGame, rule: str, iterations: int) -> float:
    solver = Cfr(game, parse_rule(rule))
    return seconds(lambda: solver.run(iterations)) / iterations


def their_iteration(name: str, solver: type, iterations: int, repeats: int = 5) -> float:
    theirs = solver(pyspiel.load_game(name))

    def job() -> None:
        for _ in range(iterations):
            theirs.evaluate_and_update_policy()

    return seconds(job, repeats) / iterations


def whole_tree(leduc: FlatGame) -> list[Row]:
    rows = []
    kuhn = unroll(Kuhn(3))
    for what, game, name in (("Kuhn, 3 players", kuhn, "kuhn_poker(players=3)"), ("Leduc", leduc, "leduc_poker")):
        for rule, solver in (("cfr", pyspiel.CFRSolver), ("cfr+", pyspiel.CFRPlusSolver)):
            rows.append(Row(f"{what}: {rule}", "gutshot", our_iteration(game, rule, 2000), PER_ITERATION))
            rows.append(Row(f"{what}: {rule}", "OpenSpiel C++", their_iteration(name, solver, 10), PER_ITERATION))
    rows.append(Row("Leduc: dcfr", "gutshot", our_iteration(leduc, "dcfr", 2000), PER_ITERATION))
    return rows


def sampled(leduc: FlatGame) -> list[Row]:
    """Speed, and NashConv after the same 100,000 iterations, which must not be bought with quality."""
    speed, quality = "Leduc: external sampling", "Leduc: NashConv after 100,000 of them"
    rows = []
    for who, settings in (("gutshot", Sampling(weights="uniform")), ("gutshot, linear weights", Sampling())):
        solvers = [Mccfr(leduc, settings, seed=seed) for seed in SEEDS]
        spent = [seconds(partial(s.run, 20_000), 4) / 20_000 for s in solvers]
        distance = [nash_conv(leduc, s.average) for s in solvers]
        rows += [Row(speed, who, median(spent), PER_ITERATION), Row(quality, who, mean(distance), "NashConv")]
    spent, distance = map(list, zip(*(_their_sampling(seed) for seed in SEEDS), strict=True))
    rows.append(Row(speed, "OpenSpiel C++", median(spent), PER_ITERATION))
    rows.append(Row(quality, "OpenSpiel C++", mean(distance), "NashConv", f"mean of {len(SEEDS)} seeds"))
    return sorted(rows, key=lambda row: row.what)


def _their_sampling(seed: int) -> tuple[float, float]:
    game = pyspiel.load_game("leduc_poker")
    theirs = pyspiel.ExternalSamplingMCCFRSolver(game, seed=seed)

    def job() -> None:
        for _ in range(20_000):
            theirs.run_iteration()

    return seconds(job, 4) / 20_000, pyspiel.nash_conv(game, theirs.average_policy())


def best_responses(leduc: FlatGame) -> list[Row]:
    game, strategy = pyspiel.load_game("leduc_poker"), TabularStrategy.uniform(leduc.infosets)
    uniform = spiel_policy.UniformRandomPolicy(game)
    compiled = pyspiel.UniformRandomPolicy(game)
    what = "Leduc: exact NashConv"
    return [
        Row(what, "gutshot", seconds(lambda: [measure(leduc, strategy) for _ in range(100)]) / 100, "s"),
        Row(what, "OpenSpiel Python", seconds(lambda: exploitability.nash_conv(game, uniform), 3), "s"),
        Row(what, "OpenSpiel C++", seconds(lambda: pyspiel.nash_conv(game, compiled), 3), "s"),
    ]


def growth(leduc: FlatGame) -> list[Row]:
    """One DCFR iteration of Leduc as it grows; the note gives the cost per history."""
    rows = [_grown("Leduc, 3 ranks", leduc)]
    for what, root in (
        ("Leduc, 6 ranks", Leduc(2, 6)),
        ("Leduc, 13 ranks", Leduc(2, 13)),
        ("Leduc, 3 players", Leduc(3)),
    ):
        rows.append(_grown(what, unroll(root)))
    name = "leduc_poker(players=3)"
    rows.append(Row(rows[-1].what, "OpenSpiel C++", their_iteration(name, pyspiel.CFRSolver, 1, 1), PER_ITERATION))
    return rows


def _grown(what: str, game: FlatGame) -> Row:
    spent = our_iteration(game, "dcfr", max(2, 2_000_000 // game.histories))
    note = f"{game.histories:,} histories, {spent / game.histories * 1e9:.2f} ns each; {len(game.payoffs):,} terminals"
    return Row(f"{what}: dcfr", "gutshot", spent, PER_ITERATION, note)
