"""Whole-tree CFR: every rule against a naive twin and against OpenSpiel's solvers, known values, resuming."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import discounted_cfr

from gutshot.cfr.best_response import measure, nash_conv
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.updates import RULES, parse_rule
from gutshot.cfr.vanilla import Cfr
from gutshot.errors import BadConfig
from gutshot.games.kuhn import Kuhn
from gutshot.games.toys import akq, clairvoyance
from tests.cfr.games import from_spiel, infoset_of, kuhn, leduc, spiel_name, to_spiel
from tests.naive.cfr import NaiveCfr


def solved(game: FlatGame, rule: str = "dcfr", iterations: int = 1000) -> Cfr:
    run = Cfr(game, parse_rule(rule, horizon=iterations))
    run.run(iterations)
    return run


def same_start(ours: Cfr, twin: NaiveCfr) -> None:
    """Both in mid-run with random regrets, so that no infoset is decided by how an exact tie was rounded."""
    dice, infosets = np.random.default_rng(3), ours.game.infosets
    ours.restore(5, {name: dice.uniform(0.1, 1, array.size) for name, array in ours.arrays.items()})
    twin.iteration = 5
    for number, key in enumerate(infosets.keys):
        row = slice(infosets.first[number], infosets.first[number + 1])
        twin.regrets[key], twin.sums[key] = list(ours.arrays["regrets"][row]), list(ours.arrays["sums"][row])
        twin.last[key] = list(ours.arrays["last"][row])


@pytest.mark.nojit
@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_its_naive_twin(rule: str, players: int, alternating: bool) -> None:
    parsed, iterations = parse_rule(rule, horizon=50), 12 if players == 2 else 4
    ours, twin = Cfr(kuhn(players), parsed, alternating=alternating), NaiveCfr(Kuhn(players), parsed, alternating)
    same_start(ours, twin)
    ours.run(iterations)
    twin.run(iterations)
    for strategy, expected in ((ours.average, twin.average), (ours.current, twin.strategy)):
        for _, key, row in strategy:
            assert list(row.values()) == pytest.approx(expected(key, len(row)), abs=1e-10)


@pytest.mark.parametrize(("rule", "solver"), [("cfr", pyspiel.CFRSolver), ("cfr+", pyspiel.CFRPlusSolver)])
def test_the_average_is_that_of_openspiels_solver(rule: str, solver: type) -> None:
    theirs = solver(pyspiel.load_game("leduc_poker"))
    for _ in range(15):
        theirs.evaluate_and_update_policy()
    ours = solved(leduc(), rule, 15)
    averages = theirs.tabular_average_policy()
    assert ours.average.distance(from_spiel(leduc(), averages)) < 1e-9


def test_dcfr_is_openspiels() -> None:
    theirs = discounted_cfr.DCFRSolver(pyspiel.load_game("kuhn_poker"), alpha=1.5, beta=0, gamma=2)
    for _ in range(40):
        theirs.evaluate_and_update_policy()
    ours = solved(kuhn(2), "dcfr:1.5,0,2", 40).average
    for text, row in theirs.average_policy().to_dict().items():
        assert list(ours[infoset_of(text, 2)].values()) == pytest.approx([p for _, p in row], abs=1e-9)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_converges_and_openspiel_agrees_how_far(rule: str) -> None:
    after = {iterations: solved(leduc(), rule, iterations).average for iterations in (20, 100, 400)}
    distances = [nash_conv(leduc(), average) for average in after.values()]
    assert distances[2] < distances[1] / 2 < distances[0] / 4
    assert distances[2] < 0.06
    policy = to_spiel(leduc(), after[100], "leduc_poker")
    assert pyspiel.nash_conv(pyspiel.load_game("leduc_poker"), policy) == pytest.approx(distances[1], abs=1e-9)


def test_the_value_of_kuhn_and_leduc() -> None:
    assert measure(kuhn(2), solved(kuhn(2), "pcfr+").average).values[0] == pytest.approx(-1 / 18, abs=1e-6)
    quality = measure(leduc(), solved(leduc(), "dcfr", 3000).average)
    assert quality.values[0] == pytest.approx(-0.085606424, abs=1e-6)
    assert quality.nash_conv < 2e-4


def test_kuhn_equilibria_bluff_a_third_as_often_as_they_bet_for_value() -> None:
    average = solved(kuhn(2), "pcfr+").average
    assert average["K:"]["bet"] == pytest.approx(3 * average["J:"]["bet"], abs=1e-3)
    assert average["Q:p"]["bet"] == pytest.approx(0, abs=1e-3) and average["J:p"]["bet"] == pytest.approx(
        1 / 3, abs=1e-3
    )


def test_three_player_kuhn() -> None:
    quality = measure(kuhn(3), solved(kuhn(3), "dcfr", 1000).average)
    assert quality.nash_conv < 1e-3
    assert abs(quality.values[1] + 1 / 48) < 1e-3
    assert -1 / 32 - 1e-3 < quality.values[0] < -1 / 48 + 1e-3 and 1 / 24 - 1e-3 < quality.values[2] < 5 / 96 + 1e-3


def test_an_ace_never_folds() -> None:
    average = solved(kuhn(3), "dcfr", 1000).average
    facing = [key for _, key, _ in average if str(key).startswith("A") and "b" in str(key)]
    assert len(facing) == 9 and all(average[key]["bet"] > 0.999 for key in facing)


@pytest.mark.parametrize("pot", [1.0, 2.0, 3.0, 7.5])
def test_akq_half_street(pot: float) -> None:
    game = unroll(akq(pot))
    quality = measure(game, solved(game, "pcfr+").average)
    assert quality.values[0] == pytest.approx((pot - 1) / (6 * (pot + 1)), abs=1e-4)
    assert quality.nash_conv < 1e-3


@pytest.mark.parametrize(("nuts", "size"), [(0.5, 1.0), (0.3, 2.0), (0.6, 0.5)])
def test_clairvoyance(nuts: float, size: float) -> None:
    game = unroll(clairvoyance(nuts, size))
    run = solved(game, "pcfr+")
    quality = measure(game, run.average)
    assert quality.values[0] + 0.5 == pytest.approx(nuts * (1 + 2 * size) / (1 + size), abs=1e-4)
    bluffs = run.average["air:"]["bet"] * (1 - nuts)
    assert bluffs / (bluffs + nuts) == pytest.approx(size / (1 + 2 * size), abs=0.01)


@pytest.mark.parametrize("rule", ["dcfr", "pcfr+"])
@pytest.mark.parametrize("alternating", [True, False])
def test_resuming_is_bit_identical(rule: str, alternating: bool) -> None:
    whole = Cfr(leduc(), parse_rule(rule), alternating=alternating)
    whole.run(30)
    begun = Cfr(leduc(), parse_rule(rule), alternating=alternating)
    begun.run(11)
    resumed = Cfr(leduc(), parse_rule(rule), alternating=alternating)
    resumed.restore(begun.iteration, {name: array.copy() for name, array in begun.arrays.items()})
    resumed.run(19)
    for name, array in whole.arrays.items():
        assert np.array_equal(array, resumed.arrays[name])
    assert np.array_equal(whole.current.probabilities, resumed.current.probabilities)
    assert resumed.iteration == 30


def test_bad_input() -> None:
    run = Cfr(kuhn(2), parse_rule("cfr"))
    with pytest.raises(BadConfig, match="cannot run -3 iterations"):
        run.run(-3)
    with pytest.raises(BadConfig, match="cannot resume: regrets has shape"):
        run.restore(1, Cfr(kuhn(3), parse_rule("cfr")).arrays)
    assert spiel_name("kuhn", 2) == "kuhn_poker(players=2)"
