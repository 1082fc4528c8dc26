"""External sampling judged on games whose values are known: Kuhn, Leduc, jam or fold; and against a recursion."""

import numpy as np
import pytest

from gutshot.blueprint import charts, tree
from gutshot.blueprint.best_response import averages_only, deal_values, respond
from gutshot.blueprint.config import GameConfig, TrainingConfig
from gutshot.blueprint.deals import PreflopDealer
from gutshot.blueprint.full_width import FullWidth
from gutshot.blueprint.tables import dense_tables
from gutshot.blueprint.trainer import Trainer
from gutshot.blueprint.walks import WalkScratch, average_walk
from gutshot.cfr.best_response import measure
from gutshot.errors import BadConfig
from gutshot.numeric.dice import seed_dice
from tests.blueprint.toys import Toy, kuhn, leduc
from tests.naive.blueprint import Walker

FOREVER = 1e9
JAM_VALUES = {5.0: (0.056201, 0.056270), 10.0: (-0.045371, -0.045340), 20.0: (-0.183190, -0.183308)}
"""Small blind's value of jam or fold, exact (as `solvers.pushfold` finds too) and from a published table."""


def jam_game(depth: float) -> GameConfig:
    sizes = {"preflop": ["a"], "flop": [], "turn": [], "river": []}
    return GameConfig(stack_depth=depth, bet_sizes=sizes, limps="none", max_raises_per_street=1)


def trained(toy: Toy, iterations: int, **settings: object) -> Trainer:
    plan = {"mccfr_samples": 200, "deterministic": True, "prune_share": 0.0, "iterations": 10**12} | settings
    trainer = Trainer(toy.tree, toy, TrainingConfig(**plan))  # type: ignore[arg-type]
    trainer.run(FOREVER, iterations)
    return trainer


def test_a_walk_changes_what_a_recursion_changes() -> None:
    toy = leduc()
    fast, slow = trained(toy, 0), np.zeros(2 * toy.tree.slots, np.float32)
    walker = Walker(toy.tree, slow)
    fast.settings = TrainingConfig(mccfr_samples=1, deterministic=True, prune_share=0.0)
    for number in range(150):
        fast.run(FOREVER, 1)
        deal = toy.deal(number, 1)
        walker.dice = seed_dice(np.uint64(1), number, 1)
        for seat in range(2):
            walker.dice = _skip_one_roll(walker.dice)
            walker.walk(0, deal.buckets[0], deal.strengths[0, 0], seat, float(number + 1))
    np.testing.assert_allclose(fast.table, slow, rtol=2e-3, atol=0.5)  # single precision, thousands that cancel
    assert np.count_nonzero(slow) > 400


def _skip_one_roll(dice: np.uint64) -> np.uint64:
    """Each walk first asks the dice whether to prune."""
    with np.errstate(over="ignore"):
        return np.uint64(dice) + np.uint64(0x9E3779B97F4A7C15)


@pytest.mark.parametrize("averaging", ["opponents", "own"])
def test_kuhn_for_two(averaging: str) -> None:
    toy = kuhn(2)
    found = measure(toy.game, toy.strategy(trained(toy, 150, averaging=averaging).table))
    assert found.values[0] == pytest.approx(-1 / 18, abs=0.003)
    assert found.nash_conv < 0.03


def test_kuhn_for_three() -> None:
    toy = kuhn(3)
    found = measure(toy.game, toy.strategy(trained(toy, 250).table))
    assert found.values[1] == pytest.approx(-1 / 48, abs=0.004)
    assert found.nash_conv < 0.03


def test_leduc_converges_as_correct_external_sampling_does() -> None:
    """Keeping the reach factor gives .305 here, averaging at own nodes .515, clipping regrets .219."""
    toy = leduc()
    run = trained(toy, 410)
    found = measure(toy.game, toy.strategy(run.table))
    assert 2.5e6 < run.visits < 3.5e6
    assert found.nash_conv < 0.15
    assert found.values[0] == pytest.approx(-0.085606, abs=0.01)


def test_pruning_and_threads_still_converge() -> None:
    toy = leduc()
    pruned = trained(toy, 400, prune_share=0.9, prune_below=20.0, prune_after=0.0)
    plain = trained(toy, 400)
    assert pruned.visits < 0.98 * plain.visits
    assert measure(toy.game, toy.strategy(pruned.table)).nash_conv < 0.2
    shared = trained(toy, 200, deterministic=False, threads=2)
    assert shared.iteration == 200
    assert measure(toy.game, toy.strategy(shared.table)).nash_conv < 0.3


def test_one_thread_repeats_itself_bit_for_bit_however_it_is_cut() -> None:
    toy = kuhn(3)
    whole, cut = trained(toy, 30), trained(toy, 10)
    cut.run(FOREVER, 20)
    assert np.array_equal(whole.table, cut.table)
    assert (whole.visits, whole.iteration) == (cut.visits, cut.iteration)


def test_own_averages_count_a_node_by_its_owners_reach_alone() -> None:
    """His node behind his own pass is met as often as he passes, whatever the others would do."""
    toy = kuhn(3)
    table = np.zeros(2 * toy.tree.slots, np.float32)
    for node in range(len(toy.tree)):
        if toy.tree.is_decision(node):
            seat = toy.tree.actor(node)
            table[2 * toy.tree.slot(node, 0) :][:2] = (1, 3) if seat == 0 else (1, 0)  # others never bet by themselves
    tables = dense_tables(toy.tree, table)
    scratch = WalkScratch.room(tables)
    for line in range(4000):
        average_walk(tables, np.zeros((3, 1), np.int32), 0, 1.0, np.uint64(seed_dice(np.uint64(5), line, 0)), scratch)
    behind = [node for node in range(1, len(toy.tree)) if toy.tree.actor(node) == 0]
    met = sum(float(table[2 * toy.tree.slot(node, 0) + 2 :][:2].sum()) for node in behind)
    assert met / 4000 == pytest.approx(1 / 4 * 3 / 4, abs=0.03)  # he passes, and one of the others bets


def test_best_responses_find_what_is_there() -> None:
    toy = leduc()
    rough = trained(toy, 20)
    exact = measure(toy.game, toy.strategy(rough.table))
    for seat in range(2):
        found = respond(rough, seat, FOREVER, deals=3000, iterations=120)
        wanted = exact.best_responses[seat] - exact.values[seat]
        assert found.gain == pytest.approx(wanted, abs=2 * found.gain_ci95 + 0.02)


def test_values_of_fresh_deals_are_unbiased() -> None:
    toy = kuhn(2)
    rough = trained(toy, 5)
    exact = measure(toy.game, toy.strategy(rough.table)).values[0]
    found = deal_values(averages_only(rough.tables), toy, 0, 6000, 1)
    assert found.mean() == pytest.approx(exact, abs=4 * found.std() / np.sqrt(6000))


def test_lines_by_lot_neither_shrink_nor_stretch_values() -> None:
    toy = kuhn(2)
    frozen = averages_only(trained(toy, 5).tables)
    exact, found = (deal_values(frozen, toy, 0, 6000, 1, rare=rare) for rare in (0.0, 0.3))
    stretch = (found - exact) * np.sign(exact)
    assert stretch.std() > 0 and abs(stretch.mean()) < 4 * stretch.std() / np.sqrt(6000)


@pytest.mark.parametrize("depth", JAM_VALUES)
def test_jam_or_fold_at_full_width(depth: float) -> None:
    exact, published = JAM_VALUES[depth]
    solver = FullWidth(tree.build(jam_game(depth), (169, 1, 1, 1)))
    solver.run(600)
    value = solver.values(solver.average)[0]
    assert value == pytest.approx(exact, abs=1e-5)
    assert value == pytest.approx(published, abs=2e-4)


def test_jam_or_fold_by_sampling() -> None:
    found = tree.build(jam_game(10.0), (169, 1, 1, 1))
    plan = TrainingConfig(mccfr_samples=2000, deterministic=True, prune_share=0.0)
    trainer = Trainer(found, PreflopDealer(2, 1), plan)
    trainer.run(FOREVER, 1000)
    play = {node: charts.averages(found, trainer.tables, node) for node in (0, found.find((1000,)))}
    assert FullWidth(found).values(play)[0] == pytest.approx(JAM_VALUES[10.0][0], abs=0.002)


def test_full_width_is_for_heads_up_before_the_flop() -> None:
    with pytest.raises(BadConfig, match="full width is for two seats"):
        FullWidth(tree.build(GameConfig(3, stack_depth=5.0, bet_sizes=["a"]), (169, 2, 2, 2)))
