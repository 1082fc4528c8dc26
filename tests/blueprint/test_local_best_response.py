"""Local best response against players whose weakness is known."""

import numpy as np
import pytest

from gutshot.blueprint import bundle
from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.full_width import FullWidth
from gutshot.blueprint.local_best_response import local_best_response
from gutshot.blueprint.responder import fill_equities
from gutshot.blueprint.tables import dense_tables
from gutshot.blueprint.tree import build
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import combo_of
from tests.agents.blueprints import made_up
from tests.naive import abstraction as naive


def test_one_who_always_folds_loses_every_blind(tmp_path):
    """The button wins the big blind, the big blind wins the small one; but aces no bundle folds before the flop."""
    result = local_best_response(made_up(tmp_path / "folds", 2, "fold"), hands=40, seed=1)
    assert result.by_seat == pytest.approx((1.0, 0.5), abs=0.03)
    assert result.mean == pytest.approx(0.75, abs=0.02)
    assert result.ci95 < 0.1


def test_one_who_always_calls_pays_off(tmp_path):
    """Bets for value only; the interval lies above two big blinds a hand, and no bluff is tried."""
    result = local_best_response(made_up(tmp_path / "calls", 2, "call"), hands=150, seed=1)
    assert result.mean - result.ci95 > 2


def test_same_seed_same_hands(tmp_path):
    blueprint = made_up(tmp_path / "random", 2)
    first = local_best_response(blueprint, hands=30, seed=3)
    assert local_best_response(blueprint, hands=30, seed=3) == first
    assert local_best_response(blueprint, hands=30, seed=4) != first


def test_equities_against_every_combo():
    hole, board = np.sort(parse_cards("AsKs")), np.array(parse_cards("Td9d6h2c3h"))
    out = np.empty(1326)
    fill_equities(hole, board, np.zeros((1, 0), np.int64), out)
    results = {other: points / 2 for other, points in naive.opponents(tuple(hole.tolist()), board.tolist())}
    assert len(results) == 990
    assert all(out[combo_of(*other)] == points for other, points in results.items())


def jam_or_fold(path, iterations):
    """Ten big blinds deep, solved by so many rounds."""
    streets: dict[str, list[list[int]]] = {street: [[]] for street in ("flop", "turn", "river")}
    raises = {"preflop": 1, "flop": 0, "turn": 0, "river": 0}
    sizes = {"preflop": [["a"]], **streets}
    plan = BlueprintConfig.from_dict(
        {"game": {"stack_depth": 10, "bet_sizes": sizes, "max_raises_per_street": raises, "limps": "none"}}
    )
    tree = build(plan.game, (169, 1, 1, 1))
    solver, table = FullWidth(tree), np.zeros(2 * tree.slots, np.float32)
    solver.run(iterations)
    solver.write(table)
    bundle.save(path, plan, tree, dense_tables(tree, table), {}, {})
    return bundle.Blueprint.load(path)


def test_an_equilibrium_gives_nothing_away(tmp_path):
    """In jam or fold the responder has every action there is: a solved game loses nothing to it."""
    solved = local_best_response(jam_or_fold(tmp_path / "solved", 800), hands=500, seed=1)
    early = local_best_response(jam_or_fold(tmp_path / "early", 1), hands=300, seed=1)
    assert solved.mean - solved.ci95 < 0
    assert early.mean - early.ci95 > 0
